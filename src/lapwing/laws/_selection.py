"""The cases of the selections, each with its exact law.

A law here is written down from the definition, in the plainest way. No code is shared with the samplers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, TypeAlias

from lapwing.core import FiniteLaw, Space
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.laws._data import FLOAT_EDGES, vectors
from lapwing.laws._registry import Case, register
from lapwing.maps import Expr, constant, exp
from lapwing.measurements._above_threshold import make_above_threshold, then_above_threshold
from lapwing.measurements._noisy_max import make_noisy_max, then_noisy_max
from lapwing.measurements._noisy_top_k import make_noisy_top_k, then_noisy_top_k
from lapwing.measurements._permute_and_flip import make_permute_and_flip, then_permute_and_flip
from lapwing.measurements._private_quantile import make_private_quantile, then_private_quantile
from lapwing.measures import MaxDivergence, ZeroConcentratedDivergence
from lapwing.metrics import (
    ChangeOneDistance,
    HammingDistance,
    InsertDeleteDistance,
    LInfDistance,
    SymmetricDistance,
)
from lapwing.spaces import space_of
from lapwing.transformations._quantile_scores import make_quantile_scores, then_quantile_scores

Law: TypeAlias = Callable[[Sequence[Any]], FiniteLaw]

ONE, ZERO = constant(1), constant(0)
PURE, CONCENTRATED = MaxDivergence(), ZeroConcentratedDivergence()


# --- laws -------------------------------------------------------------------------------------------------------------


def rivals(scores: Sequence[Any], scale: Fraction) -> dict[int, Expr]:
    """e^((score - highest)/scale) for each index that can be selected: those of the best kind of score."""
    kinds = [kind(score) for score in scores]
    best = [index for index, found in enumerate(kinds) if found == max(kinds)]
    if max(kinds) != kind(0):
        return dict.fromkeys(best, ONE)
    highest = max(Fraction(scores[index]) for index in best)
    if scale == 0:
        return {index: ONE for index in best if scores[index] == highest}
    return {index: exp(constant((Fraction(scores[index]) - highest) / scale)) for index in best}


def kind(score: Any) -> int:
    """NaN, the negative infinity, a finite number, or the positive infinity, in this order."""
    return 0 if math.isnan(score) else 2 if math.isfinite(score) else 3 if score > 0 else 1


def signed(scores: Sequence[Any], negate: bool) -> Sequence[Any]:
    """The scores, or their negatives."""
    return [-score for score in scores] if negate else scores


def exponential_law(scale: Fraction | int, *, negate: bool = False) -> Law:
    """Each index in proportion to e^(score/scale)."""

    def law(scores: Sequence[Any]) -> dict[int, Expr]:
        weights = rivals(signed(scores, negate), Fraction(scale))
        total = sum(weights.values(), ZERO)
        return {index: weight / total for index, weight in weights.items()}

    return law


def permute_and_flip_law(scale: Fraction | int, *, negate: bool = False) -> Law:
    """The first heads in each order of the candidates, averaged over all orders."""

    def law(scores: Sequence[Any]) -> dict[int, Expr]:
        coins = rivals(signed(scores, negate), Fraction(scale))
        found = dict.fromkeys(coins, ZERO)
        for order in permutations(coins):
            tails = ONE
            for index in order:
                found[index] += tails * coins[index] / math.factorial(len(coins))
                tails *= 1 - coins[index]
        return found

    return law


def top_k_law(k: int, scale: Fraction | int, *, negate: bool = False) -> Law:
    """One exponential mechanism after the other, each on what the others left."""

    def law(scores: Sequence[Any]) -> dict[tuple[int, ...], Expr]:
        return {order: probability(scores, order) for order in permutations(range(len(scores)), k)}

    def probability(scores: Sequence[Any], order: tuple[int, ...]) -> Expr:
        left = list(range(len(scores)))
        product = ONE
        for index in order:
            weights = rivals(signed([scores[i] for i in left], negate), Fraction(scale))
            product *= weights.get(left.index(index), ZERO) / sum(weights.values(), ZERO)
            left.remove(index)
        return product

    return law


def quantile_law(candidates: Sequence[Any], alpha: Fraction | int, scale: Fraction | int) -> Law:
    """Each candidate in proportion to e^(-|(1 - alpha)*below - alpha*above|/scale)."""

    def law(data: Sequence[Any]) -> dict[Any, Expr]:
        scores = [
            abs((1 - Fraction(alpha)) * sum(x < mark for x in data) - alpha * sum(x > mark for x in data))
            for mark in candidates
        ]
        chances = exponential_law(scale, negate=True)(scores)
        return {candidates[index]: chance for index, chance in chances.items()}  # type: ignore[misc]  # Exprs, all of them

    return law


def above_threshold_law(threshold: int, scale: Fraction | int, factor: int) -> Law:
    """The sum over all noisy thresholds, with closed forms for the two tails.

    With q = e^(-1/(factor*scale)) the noise of a score is at least z with probability q^z/(1 + q) for z >= 0, and
    1 - q^(1 - z)/(1 + q) for z <= 0. Beyond all scores a product of such terms is a polynomial in q^limit.
    """
    q = exp(constant(-1 / (factor * Fraction(scale))))
    p = q**factor

    def law(scores: Sequence[Any]) -> dict[int | None, Expr]:
        return {index: chance(scores[:index], scores[index : index + 1]) for index in range(len(scores))} | {
            None: chance(scores, ())
        }

    def chance(below: Sequence[int], above: Sequence[int]) -> Expr:
        """The probability that some noisy scores are below the noisy threshold and others are not."""
        gaps = [threshold - score for score in (*below, *above)]
        first, last = min([-1, *(-gap for gap in gaps)]), max([0, *(-gap for gap in gaps)])
        total = ZERO
        for noise in range(first + 1, last):
            part = p ** abs(noise)
            for score in below:
                part *= 1 - at_least(threshold + noise - score)
            for score in above:
                part *= at_least(threshold + noise - score)
            total += part
        # Above all scores the polynomial is one in q^noise, below all scores one in q^-noise.
        far, near = [ONE], [ONE]
        for score in below:
            far = times(far, ONE, -(q ** (threshold - score)) / (1 + q))
            near = times(near, ZERO, q ** (1 - threshold + score) / (1 + q))
        for score in above:
            far = times(far, ZERO, q ** (threshold - score) / (1 + q))
            near = times(near, ONE, -(q ** (1 - threshold + score)) / (1 + q))
        return (1 - p) / (1 + p) * (total + tail(far, last) + tail(near, -first))

    def at_least(z: int) -> Expr:
        return q**z / (1 + q) if z >= 0 else 1 - q ** (1 - z) / (1 + q)

    def times(coefficients: list[Expr], a: Expr, b: Expr) -> list[Expr]:
        """The coefficients of a polynomial times a + b*X."""
        shifted = zip([*coefficients, ZERO], [ZERO, *coefficients], strict=True)
        return [low * a + high * b for low, high in shifted]

    def tail(coefficients: list[Expr], start: int) -> Expr:
        """The sum over n >= start of p^n times the polynomial at q^n."""
        return sum(
            ((p * q**m) ** start / (1 - p * q**m) * value for m, value in enumerate(coefficients)),
            ZERO,
        )

    return law


# --- cases ------------------------------------------------------------------------------------------------------------

# Two of them are as far apart in law as permute-and-flip allows: [2, 1] and [3, 0].
PAIRS = vectors((0, 1, 2, 3), longest=2, shortest=2)
TRIPLES = vectors((0, 1, 3), longest=3, shortest=3)
FLOATS = vectors((0.1, 0.5, *FLOAT_EDGES[:4]), longest=2, shortest=2)
WIDE = vectors((0, -(2**63), 2**63), longest=2, shortest=2)


def whole(size: int, *, monotonic: bool = False) -> Space[Any, Any]:
    """Vectors of integer scores."""
    return Space(VectorDomain(AtomDomain(int), size=size), LInfDistance(int, monotonic=monotonic))


def real(size: int, *, monotonic: bool = False) -> Space[Any, Any]:
    """Vectors of float scores."""
    return Space(VectorDomain(AtomDomain(float), size=size), LInfDistance(float, monotonic=monotonic))


def selection_cases(then_select: Callable[..., Any], law: Callable[..., Law]) -> Iterator[Case]:
    """Every measure, scores of all kinds, highest and lowest."""
    for monotonic in (False, True):
        yield Case(whole(3, monotonic=monotonic) >> then_select(PURE, 2), TRIPLES, law=law(2))
        yield Case(whole(2, monotonic=monotonic) >> then_select(PURE, 7, negate=True), PAIRS, law=law(7, negate=True))
        yield Case(whole(2, monotonic=monotonic) >> then_select(CONCENTRATED, 2), PAIRS, law=law(2))
        yield Case(whole(2, monotonic=monotonic) >> then_select(CONCENTRATED, 7), PAIRS, law=law(7))
        yield Case(whole(3, monotonic=monotonic) >> then_select(CONCENTRATED, 1), TRIPLES[::4], law=law(1))
        yield Case(real(2, monotonic=monotonic) >> then_select(PURE, 0.3), FLOATS, law=law(Fraction(3, 10)))
    yield Case(real(2) >> then_select(PURE, 0.3, negate=True), FLOATS, law=law(Fraction(3, 10), negate=True))
    yield Case(whole(2) >> then_select(PURE, 2**62), WIDE, law=law(2**62))
    yield Case(whole(2) >> then_select(PURE, 0), PAIRS, law=law(0))
    yield Case(whole(2) >> then_select(CONCENTRATED, 0), PAIRS, law=law(0))
    yield Case(whole(1) >> then_select(PURE, 1), [[0], [5]], law=law(1))


def top_k_cases() -> Iterator[Case]:
    """Some of the candidates, and all of them."""
    for monotonic in (False, True):
        for k in (1, 2, 3):
            yield Case(whole(3, monotonic=monotonic) >> then_noisy_top_k(PURE, k, 2), TRIPLES[::2], law=top_k_law(k, 2))
        yield Case(whole(2, monotonic=monotonic) >> then_noisy_top_k(CONCENTRATED, 1, 7), PAIRS, law=top_k_law(1, 7))
        yield Case(
            whole(3, monotonic=monotonic) >> then_noisy_top_k(CONCENTRATED, 2, 1), TRIPLES[::4], law=top_k_law(2, 1)
        )
    lowest = then_noisy_top_k(PURE, 2, 0.3, negate=True)
    yield Case(real(2) >> lowest, FLOATS, law=top_k_law(2, Fraction(3, 10), negate=True))
    yield Case(whole(3) >> then_noisy_top_k(PURE, 2, 0), TRIPLES[::4], law=top_k_law(2, 0))


def quantile_cases() -> Iterator[Case]:
    """All small data, on the candidates, between them and beyond them."""
    marks, data = (1, 3), vectors((0, 1, 2, 3, 4), longest=2)
    for alpha in (Fraction(0), Fraction(1, 2), Fraction(2, 3), Fraction(1)):
        law = quantile_law(marks, alpha, 1)
        for metric in (SymmetricDistance(), InsertDeleteDistance()):
            yield Case(space_of(list[int], metric) >> then_private_quantile(PURE, marks, alpha, 1), data, law=law)
        for fixed in (SymmetricDistance(), ChangeOneDistance(), HammingDistance()):
            sized: Space[Any, Any] = Space(VectorDomain(AtomDomain(int), size=2), fixed)
            pairs = [x for x in data if len(x) == 2]
            yield Case(sized >> then_private_quantile(PURE, marks, alpha, 7), pairs, law=quantile_law(marks, alpha, 7))
        concentrated = space_of(list[int]) >> then_private_quantile(CONCENTRATED, marks, alpha, 1)
        yield Case(concentrated, vectors((0, 2, 4), longest=2), law=law)
    many = (0, 1, 2, 3, 4)
    median = space_of(list[int]) >> then_private_quantile(PURE, many, 0.25, 1)
    yield Case(median, vectors((0, 3), longest=3), law=quantile_law(many, Fraction(1, 4), 1))
    fine = (-0.5, 0.1, 1e300)
    floats = space_of(list[float]) >> then_private_quantile(PURE, fine, 0.3, 0.7)
    inputs = vectors((0.1, 2.0, *FLOAT_EDGES), longest=2)
    yield Case(floats, inputs[::3], law=quantile_law(fine, Fraction(3, 10), Fraction(7, 10)))
    yield Case(
        space_of(list[int]) >> then_private_quantile(PURE, marks, 0.5, 0),
        data,
        law=quantile_law(marks, Fraction(1, 2), 0),
    )


def quantile_score_cases() -> Iterator[Case]:
    """The same data as scores, and numbers that int64 or a float can't tell apart."""
    marks, data = (1, 3), vectors((0, 1, 2, 4), longest=3)
    for alpha in (0, 0.5, Fraction(1, 3), 0.9, 1):
        for metric in (SymmetricDistance(), InsertDeleteDistance()):
            yield Case(space_of(list[int], metric) >> then_quantile_scores(marks, alpha), data)
        for fixed in (SymmetricDistance(), ChangeOneDistance(), HammingDistance()):
            sized: Space[Any, Any] = Space(VectorDomain(AtomDomain(int), size=3), fixed)
            yield Case(sized >> then_quantile_scores(marks, alpha), [x for x in data if len(x) == 3])
    edges = (-(2**63), 2**63 - 1, 2**63, 2**63 + 1, 2**80)
    yield Case(space_of(list[int]) >> then_quantile_scores(edges, 0.5), vectors((*edges, 0), longest=2))
    fine = (-0.5, 0.1, 1e300)
    yield Case(space_of(list[float]) >> then_quantile_scores(fine, 0.5), vectors((0.1, 2.0, *FLOAT_EDGES), longest=2))


def above_threshold_cases() -> Iterator[Case]:
    """Up to two scores on both sides of the threshold."""
    inputs = vectors((-1, 0, 2), longest=2)
    for monotonic in (False, True):
        space: Space[Any, Any] = Space(VectorDomain(AtomDomain(int)), LInfDistance(int, monotonic=monotonic))
        for scale in (1, 7):
            law = above_threshold_law(1, scale, 1 if monotonic else 2)
            yield Case(space >> then_above_threshold(1, scale), inputs, law=law)
    crisp: Space[Any, Any] = Space(VectorDomain(AtomDomain(int)), LInfDistance(int))
    yield Case(crisp >> then_above_threshold(1, 0), inputs, law=first_above)


def first_above(scores: Sequence[int]) -> dict[int | None, int]:
    """The law without noise, for the threshold 1."""
    return {next((index for index, score in enumerate(scores) if score >= 1), None): 1}


register(make_noisy_max, *selection_cases(then_noisy_max, exponential_law))
register(make_permute_and_flip, *selection_cases(then_permute_and_flip, permute_and_flip_law))
register(make_noisy_top_k, *top_k_cases())
register(make_private_quantile, *quantile_cases())
register(make_quantile_scores, *quantile_score_cases())
register(make_above_threshold, *above_threshold_cases())
