"""The laws tested on themselves: each planted mistake must be caught, by the law that is made for it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

import lapwing.prelude as dp
from lapwing.laws import Case, violations
from lapwing.laws._data import FLOAT_EDGES, WHOLE_EDGES, vectors
from lapwing.laws._measurements import two_coins, two_coins_law

VECTORS = dp.VectorDomain(dp.AtomDomain(int))
BOUNDED = dp.VectorDomain(dp.AtomDomain(int, bounds=(-3, 5)))
SIZED = dp.VectorDomain(dp.AtomDomain(int, bounds=(-3, 5)), size=2)
FLOATS = dp.VectorDomain(dp.AtomDomain(float))
NUMBER, REAL = dp.AtomDomain(int), dp.AtomDomain(float)
SHORT = vectors((-3, 0, 5), longest=3)
PAIRS = vectors((-3, 0, 5), longest=2, shortest=2)
EDGES = vectors(WHOLE_EDGES, longest=2)
HALFWAY = 2**28 + 2**27 - 1  # a float rounds it down beside 2**80, and up beside 2**81
FINE = [*vectors((0.1, 1 / 3, *FLOAT_EDGES), longest=2), *map(list, permutations((1e16, 3.0, -1e16)))]


def mutant(
    domain: Any,
    metric: Any,
    output: Any,
    output_metric: Any,
    function: Callable[[Any], Any],
    stability_map: str,
    inputs: Any,
    **options: Any,
) -> Case:
    """A transformation with a mistake in it."""
    chain = dp.Transformation(domain, metric, output, output_metric, function, dp.parse(stability_map))
    return Case(chain, inputs, **options)


def to_number(domain: Any, function: Callable[[Any], Any], stability_map: str, inputs: Any, metric: Any = None) -> Case:
    """A mutant from integer vectors to an integer."""
    return mutant(
        domain, metric or dp.SymmetricDistance(), NUMBER, dp.AbsoluteDistance(int), function, stability_map, inputs
    )


def to_real(function: Callable[[Any], Any], stability_map: str, inputs: Any) -> Case:
    """A mutant from float vectors to a float."""
    return mutant(
        FLOATS,
        dp.SymmetricDistance(),
        REAL,
        dp.AbsoluteDistance(float),
        function,
        stability_map,
        inputs,
        is_tight=False,
    )


def clamping(function: Callable[[Any], Any], domain: Any = FLOATS, inputs: Any = FINE, metric: Any = None) -> Case:
    """A mutant of clamping to [-1, 1]."""
    bounds: Any = (-1.0, 1.0) if domain is FLOATS else (-1, 1)
    output: Any = dp.VectorDomain(dp.AtomDomain(domain.element.carrier, bounds=bounds))
    return mutant(
        domain, metric or dp.SymmetricDistance(), output, metric or dp.SymmetricDistance(), function, "d_in", inputs
    )


def in_place(vector: Any) -> Any:
    """Clamp the caller's own array."""
    np.clip(vector, -1, 1, out=vector)
    return vector


def growing() -> Callable[[Any], int]:
    """A count with a memory."""
    calls: list[int] = []

    def count(vector: Any) -> int:
        calls.append(1)
        return len(vector) + len(calls)

    return count


def survey(privacy_map: str, measure: Any = None, law: Any = two_coins_law, release: Any = two_coins) -> Case:
    """Randomised response with a claim of its own."""
    chain = dp.space_of(bool) >> dp.then_user_measurement(measure or dp.MaxDivergence(), release, privacy_map)
    return Case(chain, (False, True), law=law)


MUTANTS: dict[str, tuple[Case, str]] = {
    "sum: sensitivity off by one": (to_number(BOUNDED, lambda v: int(v.sum()), "4*d_in", SHORT), "stability"),
    "sum: upper bound for the larger one": (
        to_number(
            dp.VectorDomain(dp.AtomDomain(int, bounds=(-5, 3))), lambda v: int(v.sum()), "3*d_in", vectors((-5, 3), 2)
        ),
        "stability",
    ),
    "sum: width for the larger bound": (
        to_number(
            dp.VectorDomain(dp.AtomDomain(int, bounds=(2, 7))), lambda v: int(v.sum()), "5*d_in", vectors((2, 7), 2)
        ),
        "stability",
    ),
    "sum: looser than it need be": (to_number(BOUNDED, lambda v: int(v.sum()), "8*d_in", SHORT), "tightness"),
    "sum: a known size, halves rounded up and width for bound": (
        to_number(SIZED, lambda v: int(v.sum()), "5*floor(d_in/2)", PAIRS),
        "stability",
    ),
    "sum: a known size, records counted whole": (
        to_number(SIZED, lambda v: int(v.sum()), "8*d_in", PAIRS),
        "tightness",
    ),
    "sum: changes counted in halves": (
        to_number(SIZED, lambda v: int(v.sum()), "8*floor(d_in/2)", PAIRS, dp.ChangeOneDistance()),
        "stability",
    ),
    "sum: wraps round in int64": (
        to_number(
            VECTORS,
            lambda v: int(np.array([int(x) & (2**64 - 1) for x in v], dtype=np.uint64).sum().astype(np.int64)),
            "2^63*d_in",
            EDGES,
        ),
        "stability",
    ),
    "sum: rounds in float64": (
        to_number(
            VECTORS, lambda v: int(sum(float(x) for x in v)), "2^80*d_in", [[2**80, HALFWAY], [2**80, 2**80, HALFWAY]]
        ),
        "stability",
    ),
    "float sum: in the order of the data": (
        to_real(
            lambda v: float(np.clip(np.nan_to_num(v), -1e16, 1e16).cumsum()[-1]) if len(v) else 0.0, "10^16*d_in", FINE
        ),
        "stability",
    ),
    "float sum: NaN passes": (to_real(lambda v: float(np.clip(v, -1, 1).sum()), "d_in", FINE), "totality"),
    "float sum: the bound as a decimal": (
        to_real(lambda v: float(np.clip(np.nan_to_num(v), 0, 0.1).sum()), "d_in/10", FINE),
        "stability",
    ),
    "count: counts twice": (to_number(VECTORS, lambda v: 2 * len(v), "d_in", SHORT), "stability"),
    "count: distinct values once more": (
        to_number(VECTORS, lambda v: len(v) + len(set(v.tolist())), "d_in", SHORT),
        "stability",
    ),
    "count: costs something at distance zero": (to_number(VECTORS, len, "d_in + 1", SHORT), "stillness"),
    "count: a map that falls": (to_number(VECTORS, lambda _: 0, "d_in*(3 - d_in)", SHORT), "monotonicity"),
    "count: looks at the order": (
        to_number(VECTORS, lambda v: int(v[0]) if len(v) else 0, "d_in*8", SHORT),
        "stability",
    ),
    "count: raises on empty data": (to_number(VECTORS, lambda v: len(v) // len(v), "d_in", SHORT), "totality"),
    "count: remembers earlier calls": (to_number(VECTORS, growing(), "1000*d_in", SHORT), "purity"),
    "count: leaves its domain": (
        mutant(
            VECTORS,
            dp.SymmetricDistance(),
            dp.AtomDomain(int, bounds=(0, 2)),
            dp.AbsoluteDistance(int),
            len,
            "d_in",
            SHORT,
        ),
        "totality",
    ),
    "clamp: NaN passes": (clamping(lambda v: np.clip(v, -1.0, 1.0)), "totality"),
    "clamp: only from above": (clamping(lambda v: np.minimum(np.nan_to_num(v), 1.0)), "totality"),
    "clamp: in place": (clamping(in_place, VECTORS, [np.array([-3, 5]), np.array([0])]), "purity"),
    "clamp: stretches instead of cutting": (
        clamping(
            lambda v: np.array([min(max(2 * int(x), -1), 1) for x in v], dtype=np.int64),
            VECTORS,
            vectors((-3, 0, 5), 2),
            dp.L1Distance(int),
        ),
        "tightness",
    ),
    "clamp: moves by the least": (
        clamping(lambda v: np.clip(v - v.min(initial=9), -1, 1), VECTORS, SHORT),
        "stability",
    ),
    "clamp: drops what is like the first": (
        clamping(lambda v: np.clip(v[v != v[:1]], -1, 1), VECTORS, SHORT, dp.InsertDeleteDistance()),
        "stability",
    ),
    "identity: turns round what starts high": (
        mutant(
            VECTORS,
            dp.InsertDeleteDistance(),
            VECTORS,
            dp.InsertDeleteDistance(),
            lambda v: v[::-1] if len(v) and v[0] > 0 else v,
            "d_in",
            SHORT,
        ),
        "stability",
    ),
    "entry: takes what is no member": (
        Case(dp.space_of(list[int]) >> dp.then_identity(), SHORT, outsiders=([1, 2],)),
        "closedness",
    ),
    "survey: epsilon a hair too small": (survey("if(d_in <= 0, 0, ln(3) - 1/2^50)"), "privacy"),
    "survey: p and 1 - p swapped": (survey("if(d_in <= 0, 0, ln(1/3))"), "monotonicity"),
    "survey: more truth than the map says": (survey("if(d_in <= 0, 0, ln(2))"), "privacy"),
    "survey: zCDP a quarter of what it is": (
        survey("if(d_in <= 0, 0, ln(3)^2/8)", dp.ZeroConcentratedDivergence()),
        "privacy",
    ),
    "survey: delta too small": (survey("(0, if(d_in <= 0, 0, 49/100))", dp.Approximate(dp.MaxDivergence())), "privacy"),
    "survey: tells nothing but the truth": (survey("ln(3)*d_in", law=lambda x: {x: Fraction(1)}), "privacy"),
    "survey: releases what its law excludes": (survey("d_in", law=lambda _: {"maybe": Fraction(1)}), "support"),
    "survey: costs at distance zero": (survey("ln(3)"), "stillness"),
}


@pytest.mark.parametrize(("case", "law"), MUTANTS.values(), ids=list(MUTANTS))
def test_a_planted_mistake_is_caught(case: Case, law: str) -> None:
    """By the law that is made for it."""
    assert law in {violation.law for violation in violations(case)}


KERNELS: dict[str, tuple[str, Callable[..., Any], str]] = {
    "clamp keeps NaN": ("clamp_vector", lambda v, b: np.clip(v, *b), "make_clamp"),
    "clamp takes the lower bound for the upper": ("clamp_vector", lambda v, b: np.clip(v, b[0], b[0]), "make_clamp"),
    "the sum wraps round": ("sum_whole", lambda v, _: int(np.asarray(v, dtype=object).sum()) % 2**63, "make_sum"),
    "the sum rounds": ("sum_whole", lambda v, _: int(float(np.asarray(v, dtype=object).sum())), "make_sum"),
    "the grid is a float sum": ("sum_on_grid", lambda v, k: int(np.sum(v) / 2.0**k), "make_sum"),
    "the grid rounds away from zero": (
        "sum_on_grid",
        lambda v, k: sum(int(np.sign(x) * np.ceil(abs(np.ldexp(x, -k)))) for x in v),
        "make_sum",
    ),
}


@pytest.mark.parametrize(("kernel", "replacement", "constructor"), KERNELS.values(), ids=list(KERNELS))
def test_a_broken_kernel_is_caught_in_the_registry(
    kernel: str, replacement: Callable[..., Any], constructor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The registered cases themselves find a mistake in the code under them."""
    from lapwing import arrays
    from lapwing.laws import REGISTRY

    monkeypatch.setattr(arrays, kernel, replacement)
    assert any(violation for case in REGISTRY[constructor] for violation in violations(case))
