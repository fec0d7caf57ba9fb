"""RAPPOR, line by line of document 003, and many vectors at once."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import opendp.measurements as odp
import pytest
from opendp.domains import bitvector_domain
from opendp.metrics import discrete_distance
from opendp.mod import enable_features
from test_randomized_response import greatest_ratio, ln_up

import lapwing.prelude as dp
import lapwing.sampling
from lapwing.errors import (
    CarrierError,
    DomainError,
    FreeParameterError,
    LapwingError,
    NonFiniteError,
    OutOfRangeError,
    RequirementError,
)
from lapwing.laws._responses import flip_law, light
from lapwing.measurements import _rappor
from lapwing.measurements._rappor import make_rappor, rappor_many, then_rappor

enable_features("contrib")

DISCRETE = dp.DiscreteDistance()


def rappor(size: int, weight: int, f: Any, constant_time: bool = False) -> Any:
    """RAPPOR on vectors of a length and a weight."""
    return make_rappor(dp.BitVectorDomain(size=size, max_weight=weight), DISCRETE, f, constant_time)


# --- document 003 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("f", [0, 0.0, -0.1, 1.1, math.nextafter(1, 2), Fraction(-1, 10**30)])
def test_line_7_a_rate_out_of_range_is_refused(f: float | Fraction) -> None:
    """(0, 1]: without noise there is no privacy."""
    with pytest.raises(OutOfRangeError) as caught:
        rappor(8, 1, f)
    assert f"f must be above 0 and at most 1, but is {f!r}" == str(caught.value)


def test_line_11_a_missing_weight_is_refused() -> None:
    """Without a maximum weight all bits may differ."""
    with pytest.raises(RequirementError) as caught:
        make_rappor(dp.BitVectorDomain(size=8), DISCRETE, 0.5)  # type: ignore[arg-type]  # the mistake
    expected = "then_rappor needs a maximum number of set bits: declare it, as in BitVectorDomain(size=8, max_weight=1)"
    assert expected == str(caught.value)


@pytest.mark.parametrize(
    ("size", "weight", "f", "text"),
    [
        (128, 1, 0.5, "if(d_in <= 0, 0, 2*ln(3))"),
        (128, 4, 0.5, "if(d_in <= 0, 0, 8*ln(3))"),
        (5, 3, 0.5, "if(d_in <= 0, 0, 5*ln(3))"),
        (5, 99, 0.5, "if(d_in <= 0, 0, 5*ln(3))"),
        (2, 1, 0.1, "if(d_in <= 0, 0, 2*ln(19))"),
        (8, 2, 1, "0"),
        (8, 0, 0.5, "0"),
        (0, 1, 0.5, "0"),
    ],
)
def test_lines_13_to_15_the_map(size: int, weight: int, f: float, text: str) -> None:
    """min(2m, k)*ln((2 - f)/f), the same for every d_in from 1 on; 0 for d_in = 0, for f = 1, and where nothing can differ."""
    report = rappor(size, weight, f)
    assert text == str(report.privacy_map)
    assert 0.0 == report.map(0)
    assert report.map(1) == report.map(2) == report.map(10**9)


@pytest.mark.parametrize("constant_time", [False, True])
@pytest.mark.parametrize("size", [0, 1, 5, 60])
def test_lines_17_to_19_every_bit_gets_its_own_coin(
    size: int, constant_time: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many coins as bits, the last bit's too, each of probability f/2, and the exclusive or of the two."""
    asked: list[object] = []
    noise = np.arange(size) % 3 == 0

    def coins(prob: Fraction, count: int, *, constant_time: bool) -> Any:
        asked.append((prob, count, constant_time))
        return noise.copy()

    monkeypatch.setattr(lapwing.sampling, "sample_bernoulli", coins)
    for bits in (np.zeros(size, np.bool_), np.ones(size, np.bool_), np.arange(size) % 2 == 0):
        assert (bits ^ noise).tolist() == rappor(size, size, 0.3, constant_time)(bits).tolist()
    assert [(Fraction(3, 20), size, constant_time)] * 3 == asked


def test_lemma_3_3_the_probability_of_a_bit() -> None:
    """P[1 | 1] = 1 - f/2 and P[1 | 0] = f/2."""
    f = Fraction(3, 10)
    law = flip_law(f / 2)
    for bits in light(3, 3):
        for i, bit in enumerate(bits):
            one = sum((weight for outcome, weight in law(bits).items() if outcome[i]), Fraction(0))  # type: ignore[index]  # outcomes are tuples
            assert (1 - f / 2 if bit else f / 2) == one


SMALL = [
    (size, weight, f)
    for size in range(1, 6)
    for weight in range(size + 1)
    for f in (Fraction(1, 2), Fraction(1, 10), Fraction(1))
]


@pytest.mark.parametrize(("size", "weight", "f"), SMALL)
def test_theorem_3_2_the_map_is_the_divergence(size: int, weight: int, f: Fraction) -> None:
    """On all vectors of the domain, to the last bit. For 2m > k the document's 2m is not reached, and k is."""
    law = flip_law(f / 2)
    ratio = greatest_ratio([law(bits) for bits in light(size, weight)])
    assert (ln_up(ratio) if ratio > 1 else 0.0) == rappor(size, weight, f).map(1)


def test_theorem_3_2_holds_for_ten_bits() -> None:
    """All 1024 outcomes of two vectors of weight 5 that share no bit."""
    law, left = flip_law(Fraction(1, 4)), [True] * 5 + [False] * 5
    assert ln_up(Fraction(3) ** 10) == ln_up(greatest_ratio([law(left), law(left[::-1])])) == rappor(10, 5, 0.5).map(1)


def test_the_map_at_10_000_points() -> None:
    """The largest number of bits in which two vectors differ, times the loss of one, rounded up once."""
    draw = random.Random(30)
    for _ in range(10_000):
        size, weight = draw.randrange(1, 200), draw.randrange(0, 120)
        f = Fraction(draw.randrange(1, 10**9 + 1), 10 ** draw.randrange(9, 30))
        # Vectors of weights a and b differ in at most a + b bits, and in 2k - a - b where they must overlap.
        differing = max(min(both, 2 * size - both) for both in range(2 * min(weight, size) + 1))
        ratio = ((2 - f) / f) ** differing
        assert (ln_up(ratio) if ratio > 1 else 0.0) == rappor(size, weight, f).map(1), (size, weight, f)


# --- against OpenDP ---------------------------------------------------------------------------------------------------


def test_no_looser_than_opendp() -> None:
    """At most theirs, on the same binary rates; tighter where 2m exceeds the length, which they do not know."""
    draw = random.Random(31)
    for _ in range(300):
        weight, f = draw.randrange(1, 40), draw.random() * 0.99 + 0.01
        domain = bitvector_domain(max_weight=weight)
        theirs = odp.make_randomized_response_bitvec(domain, discrete_distance(), f).map(1)  # type: ignore[no-untyped-call]  # OpenDP leaves it unannotated
        assert rappor(128, weight, Fraction(f)).map(1) <= theirs * (1 + 1e-9)
        assert rappor(weight, weight, Fraction(f)).map(1) <= theirs * (0.5 + 1e-9)


def test_where_opendp_promises_too_little() -> None:
    """Its vectors have any length, so two of different lengths are neighbours, and the release shows the length.

    The loss is infinite, and OpenDP says 2 ln 3. Here the length is part of the domain.
    """
    domain = bitvector_domain(max_weight=1)
    theirs = odp.make_randomized_response_bitvec(domain, discrete_distance(), 0.5)
    assert 2.2 > theirs.map(1)  # type: ignore[no-untyped-call]  # OpenDP leaves it unannotated
    assert (1, 2) == (len(theirs(b"\x01")), len(theirs(b"\x01\x00")))
    with pytest.raises(DomainError):
        rappor(8, 1, 0.5)([True] + [False] * 15)


# --- parameters -------------------------------------------------------------------------------------------------------

FREE = rappor(8, 1, dp.Param("f"))


def untyped(thing: object) -> Any:
    """Something as the type checker does not see it: it would refuse some of the mistakes below."""
    return thing


BAD: list[tuple[Callable[[], object], type[LapwingError], str]] = [
    (lambda: untyped(rappor)(8, 1, float("nan")), NonFiniteError, "f must be finite, but is nan: give a number"),
    (lambda: untyped(rappor)(8, 1, 0.5, 1), CarrierError, "constant_time must be of type bool, but 1 is of type int"),
    (
        lambda: (
            untyped(dp.Space(dp.BitVectorDomain(size=8, max_weight=1), dp.HammingDistance()))
            >> untyped(then_rappor)(0.5)
        ),
        RequirementError,
        "then_rappor needs a metric that tells equal from unequal: start from Space(domain, DiscreteDistance()), instead of "
        "HammingDistance()",
    ),
    (
        lambda: untyped(dp.space_of(list[bool], dp.DiscreteDistance())) >> untyped(then_rappor)(0.5),
        RequirementError,
        "then_rappor needs bit vectors: start from BitVectorDomain(size=k, max_weight=m), instead of VectorDomain(AtomDomain(bool))",
    ),
    (
        lambda: FREE([False] * 8),
        FreeParameterError,
        "a release needs a value for f: bind it with .bind(f=...) or .solve(d_in=..., d_out=...)",
    ),
    (
        lambda: untyped(rappor_many)(FREE, np.zeros((1, 8), np.bool_)),
        FreeParameterError,
        "a release needs a value for f: bind it with .bind(f=...) or .solve(d_in=..., d_out=...)",
    ),
    (
        lambda: untyped(rappor_many)(untyped(rappor)(8, 1, 0.5) >> list, np.zeros((1, 8), np.bool_)),
        RequirementError,
        "rappor_many needs a RAPPOR measurement with no other link: build it with make_rappor or space >> then_rappor(f), and apply "
        "encoders and functions apart from it",
    ),
]


@pytest.mark.parametrize(("build", "error", "text"), BAD)
def test_mistakes_are_named(build: Callable[[], object], error: type[LapwingError], text: str) -> None:
    """Each has its class and says how to mend it."""
    with pytest.raises(error) as caught:
        build()
    assert text == str(caught.value)


@pytest.mark.parametrize("bits", [[True, True] + [False] * 6, [True] * 7, [1, 0, 0, 0, 0, 0, 0, 0], "01010101"])
def test_data_outside_the_domain_are_refused(bits: Any) -> None:
    """Too heavy, too short, integers, text."""
    with pytest.raises(DomainError):
        rappor(8, 1, 0.5)(bits)


def test_the_other_name_is_the_same_object() -> None:
    """One mechanism, two names."""
    assert _rappor.make_randomized_response_bitvec is make_rappor
    assert _rappor.then_randomized_response_bitvec is then_rappor


def test_a_free_parameter_is_solved_for() -> None:
    """The least noise that the budget allows: 2*ln((2 - f)/f) = 2 at f = 2/(1 + e)."""
    assert "if(d_in <= 0, 0, 2*ln((2 - f)/f))" == str(FREE.privacy_map)
    solved = FREE.solve(d_in=1, d_out=2.0)
    assert solved.check(1, 2.0)
    assert 2.0 == pytest.approx(solved.map(1), rel=1e-12)
    assert 8 == len(solved([False] * 8))


def test_the_data_are_left_alone() -> None:
    """The release is a new array."""
    bits = np.zeros(100, np.bool_)
    assert rappor(100, 1, 1)(bits).any()  # fails with probability 2^-100
    assert not bits.any()


# --- many vectors -----------------------------------------------------------------------------------------------------


def test_many_are_as_many_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given the same coins, each row is what the measurement makes of it."""
    rows = np.array(light(6, 2), np.bool_)
    noise = np.array([bool(random.Random(32 + i).getrandbits(1)) for i in range(rows.size)])
    asked: list[object] = []

    def coins(prob: Fraction, count: int, *, constant_time: bool) -> Any:
        asked.append((prob, count, constant_time))
        return noise.copy()

    monkeypatch.setattr(lapwing.sampling, "sample_bernoulli", coins)
    assert (rows ^ noise.reshape(rows.shape)).tolist() == rappor_many(rappor(6, 2, 0.5, True), rows).tolist()
    assert [(Fraction(1, 4), rows.size, True)] == asked


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (np.ones((2, 8), np.bool_), "more bits are set than max_weight allows"),
        (np.zeros((2, 7), np.bool_), "the rows have another length than the declared size"),
        (np.zeros(8, np.bool_), "expected two dimensions, one row for each vector, but got 1"),
        (np.zeros((2, 8), np.int64), "expected bits of type bool, but found int64"),
        ([[True], [True, False]], "the rows differ in length"),
        (np.ma.masked_array(np.zeros((2, 8), np.bool_)), "a masked array hides values: fill it first"),
    ],
)
def test_many_are_checked_as_one_is(rows: Any, problem: str) -> None:
    """Refused by kind, never by value."""
    with pytest.raises(DomainError) as caught:
        rappor_many(rappor(8, 1, 0.5), rows)
    assert f"the data are not in BitVectorDomain(size=8, max_weight=1): {problem}" == str(caught.value)


@pytest.mark.parametrize(
    "rows", [[], [[False] * 8], np.zeros((0, 8), np.bool_), np.asfortranarray(np.zeros((3, 8), np.bool_))]
)
def test_any_number_of_rows_will_do(rows: Any) -> None:
    """None, one, in any layout; an empty list has no second dimension."""
    if len(rows) == 0 and isinstance(rows, list):
        with pytest.raises(DomainError):
            rappor_many(rappor(8, 1, 0.5), rows)
    else:
        assert (len(rows), 8) == rappor_many(rappor(8, 1, 0.5), rows).shape


def test_the_releases_have_the_law() -> None:
    """Each column's count, and that of each pair of columns, is within the Hoeffding bound of its mean.

    False alarms: below 1e-9. A rate that is off by 1 %, or bits that depend on each other as much, are always found.
    """
    people, f = 400_000, 0.6
    rows = np.zeros((people, 4), np.bool_)
    rows[:, 0] = True
    released = rappor_many(rappor(4, 1, f), rows)
    slack = math.sqrt(math.log(2 * 10 / 1e-9) * people / 2)
    assert slack < 0.01 * people
    share = [1 - f / 2, f / 2, f / 2, f / 2]
    for i in range(4):
        assert abs(np.count_nonzero(released[:, i]) - share[i] * people) <= slack
    for i, j in combinations(range(4), 2):
        both = np.count_nonzero(released[:, i] & released[:, j])
        assert abs(both - share[i] * share[j] * people) <= slack
