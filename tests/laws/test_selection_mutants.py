"""The laws of the selections tested on themselves: each planted mistake must be caught."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import lapwing.prelude as dp
from lapwing.laws import Case, violations
from lapwing.laws import _selection as laws
from lapwing.laws._data import vectors
from lapwing.maps import Expr, constant, exp
from lapwing.sampling import DiscreteLaplaceLaw

PURE, CONCENTRATED = dp.MaxDivergence(), dp.ZeroConcentratedDivergence()
HALF = Fraction(1, 2)


def planted(
    space: dp.Space[Any, Any], measure: Any, privacy_map: str, law: Any, inputs: Any, release: Any = None
) -> Case:
    """A measurement whose map is a claim of its own. Without a release of its own, it gives the likeliest outcome."""

    def likeliest(data: Any) -> Any:
        chances = law(data.tolist())
        return max(chances, key=lambda outcome: float(dp.as_expr(chances[outcome]).enclose(64)))

    function = release or likeliest
    chain = dp.Measurement(space.domain, space.metric, measure, function, dp.parse(privacy_map))
    return Case(chain, inputs, law=law)


def fixed_order(scale: int) -> Callable[[Any], Any]:
    """Permute-and-flip that forgets to permute."""

    def law(scores: Any) -> dict[int, Expr]:
        found, tails = {}, constant(1)
        for index, score in enumerate(scores):
            coin = exp(constant(Fraction(score - max(scores), scale)))
            found[index], tails = tails * coin, tails * (1 - coin)
        return found

    return law


def sure_threshold(scores: Any) -> dict[int | None, Expr]:
    """Above a threshold of 0 that has no noise; the scores have noise of the scale 1."""
    noise, tails = DiscreteLaplaceLaw(1), constant(1)
    found: dict[int | None, Expr] = {}
    for index, score in enumerate(scores):
        found[index] = tails * noise.tail(-score - 1)
        tails *= noise.cdf(-score - 1)
    return found | {None: tails}


def fresh_threshold(scores: Any) -> dict[int | None, Expr]:
    """Above a threshold whose noise is drawn anew for each score."""
    single, tails = laws.above_threshold_law(0, 1, 1), constant(1)
    found: dict[int | None, Expr] = {}
    for index, score in enumerate(scores):
        chances = single([score])
        found[index] = tails * dp.as_expr(chances[0])
        tails *= dp.as_expr(chances[None])
    return found | {None: tails}


def with_replacement(scale: int) -> Callable[[Any], Any]:
    """Two rounds, each on all candidates."""

    def law(scores: Any) -> dict[tuple[int, int], Expr]:
        once = laws.exponential_law(scale)(scores)
        return {(i, j): dp.as_expr(once[i]) * dp.as_expr(once[j]) for i, j in product(once, repeat=2)}

    return law


ANY, ONE_WAY = laws.whole(2), laws.whole(2, monotonic=True)
THREE, THREE_ONE_WAY = laws.whole(3), laws.whole(3, monotonic=True)
PAIRS, TRIPLES = laws.PAIRS, laws.TRIPLES
FAR = [[0] * 3, [9] * 3, [8] * 3, [0, 9, 9]]
PEOPLE = dp.space_of(list[int])
FIXED = dp.Space(dp.VectorDomain(dp.AtomDomain(int), size=2), dp.SymmetricDistance())
CHANGED = dp.Space(dp.VectorDomain(dp.AtomDomain(int), size=2), dp.ChangeOneDistance())
LONG: dp.Space[Any, Any] = dp.Space(dp.VectorDomain(dp.AtomDomain(int)), dp.LInfDistance(int))
# Candidates that share a score act as one of their joint weight: with many of them a loss comes near its bound.
CROWD = [[0, *[0] * 20], [-1, *[1] * 20]]
# To pass so many high scores, the threshold must have moved.
BEHIND = [[8, 8, 8, 0], [9, 9, 9, -1]]
MARKS = (1, 3)
SHORT, TWO = vectors((0, 2, 4), longest=2), vectors((0, 2, 4), longest=2, shortest=2)
MANY = tuple(range(1, 30))
LOW_HIGH = [[0], [], [40], [0, 40], [0, 0], [0] * 2 + [40]]


MUTANTS: dict[str, tuple[Case, str]] = {
    "noisy max: costs as if all scores moved in one direction": (
        planted(laws.whole(21), PURE, "d_in", laws.exponential_law(1), CROWD),
        "privacy",
    ),
    "noisy max: half the monotonic cost": (
        planted(ONE_WAY, PURE, "d_in/2", laws.exponential_law(1), [[0, 9], [0, 10]]),
        "privacy",
    ),
    "noisy max: half the scale that the map has": (
        planted(ANY, PURE, "d_in", laws.exponential_law(1), PAIRS),
        "privacy",
    ),
    "noisy max: a sixteenth of the square": (
        planted(ANY, CONCENTRATED, "(2*d_in/4)^2/16", laws.exponential_law(4), PAIRS),
        "privacy",
    ),
    "noisy max: the monotonic ρ for scores that are not": (
        planted(ANY, CONCENTRATED, "(d_in/4)^2/8", laws.exponential_law(4), PAIRS),
        "privacy",
    ),
    "noisy max: nothing for no noise": (planted(ANY, PURE, "0", laws.exponential_law(0), PAIRS), "privacy"),
    "noisy max: the highest for the lowest": (
        planted(
            ANY, PURE, "if(d_in <= 0, 0, inf)", laws.exponential_law(0, negate=True), PAIRS, lambda v: int(v.argmax())
        ),
        "support",
    ),
    "noisy max: always the first of equals": (
        planted(ANY, PURE, "2*d_in", lambda v: {max(range(2), key=v.__getitem__): 1}, PAIRS, lambda v: int(v.argmax())),
        "privacy",
    ),
    "noisy max: costs at distance zero": (planted(ANY, PURE, "2", laws.exponential_law(9), PAIRS), "stillness"),
    "permute-and-flip: an eighth of the square": (
        planted(ANY, CONCENTRATED, "(2*d_in/4)^2/8", laws.permute_and_flip_law(4), PAIRS),
        "privacy",
    ),
    "permute-and-flip: a hair too small": (
        planted(ANY, PURE, "2*d_in - d_in/2^50", laws.permute_and_flip_law(1), PAIRS),
        "privacy",
    ),
    "permute-and-flip: the monotonic cost for scores that are not": (
        planted(ANY, PURE, "d_in", laws.permute_and_flip_law(1), PAIRS),
        "privacy",
    ),
    "permute-and-flip: a float scale that is not the map's": (
        planted(ANY, PURE, "2*10^6*d_in", laws.permute_and_flip_law(Fraction(1e-6)), [[2, 1], [3, 0]]),
        "privacy",
    ),
    "permute-and-flip: always in the same order": (planted(ANY, PURE, "2*d_in", fixed_order(1), PAIRS), "privacy"),
    "permute-and-flip: half of ε tanh(ε/2)": (
        planted(ANY, CONCENTRATED, "d_in*(exp(d_in) - 1)/(exp(d_in) + 1)/2", laws.permute_and_flip_law(2), PAIRS),
        "privacy",
    ),
    "top k: pays for one round": (
        planted(THREE, PURE, "2*d_in", laws.top_k_law(2, 1), [[0, 0, 20], [-1, -1, 21]]),
        "privacy",
    ),
    "top k: pays ρ for one round": (
        planted(THREE, CONCENTRATED, "(2*d_in/4)^2/8", laws.top_k_law(2, 4), TRIPLES[::4]),
        "privacy",
    ),
    "top k: selects one twice": (
        planted(THREE, PURE, "4*d_in", laws.top_k_law(2, 1), TRIPLES[::6], lambda _: (0, 0)),
        "support",
    ),
    "top k: each round on all": (planted(THREE, PURE, "2*d_in", with_replacement(1), TRIPLES[::2]), "privacy"),
    "top k: the last but one is free, too": (
        planted(THREE_ONE_WAY, PURE, "d_in", laws.top_k_law(3, 1), [[0, 9, 18], [0, 9, 19], [1, 10, 19], [0, 10, 19]]),
        "privacy",
    ),
    "quantile: the smaller side": (
        planted(PEOPLE, PURE, "2*(1/4)*d_in", laws.quantile_law(MARKS, Fraction(3, 4), 1), SHORT),
        "privacy",
    ),
    "quantile: one direction for the median": (
        planted(PEOPLE, PURE, "d_in/2", laws.quantile_law(MANY, HALF, 1), [*LOW_HIGH, [20], [20, 0], [20, 40]]),
        "privacy",
    ),
    "quantile: the integer scores with the scale of the others": (
        planted(PEOPLE, PURE, "d_in", laws.quantile_law(MARKS, HALF, HALF), SHORT),
        "privacy",
    ),
    "quantile: half a change is no change": (
        planted(FIXED, PURE, "floor(d_in/4)", laws.quantile_law(MARKS, HALF, 2), TWO),
        "privacy",
    ),
    "quantile: a changed record costs as one added": (
        planted(CHANGED, CONCENTRATED, "(d_in/2)^2/8", laws.quantile_law(MARKS, HALF, 2), TWO),
        "privacy",
    ),
    "above threshold: no noise on the threshold": (planted(LONG, PURE, "2*d_in", sure_threshold, FAR), "privacy"),
    "above threshold: fresh noise on the threshold": (
        planted(LONG, PURE, "2*d_in", fresh_threshold, [[40] * 4, [39] * 4]),
        "privacy",
    ),
    "above threshold: too little noise on the scores": (
        planted(LONG, PURE, "2*d_in", laws.above_threshold_law(0, 1, 1), BEHIND),
        "privacy",
    ),
    "above threshold: half the cost": (
        planted(LONG, PURE, "d_in", laws.above_threshold_law(0, 1, 2), BEHIND),
        "privacy",
    ),
}


@pytest.mark.parametrize(("case", "law"), MUTANTS.values(), ids=list(MUTANTS))
def test_a_planted_mistake_is_caught(case: Case, law: str) -> None:
    """By the law that is made for it."""
    assert law in {violation.law for violation in violations(case)}
