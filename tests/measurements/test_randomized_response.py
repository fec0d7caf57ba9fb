"""Randomised response over categories, line by line of document 000, and for many people at once."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection
from enum import Enum
from fractions import Fraction
from typing import Any

import gmpy2
import numpy as np
import opendp.measurements as odp
import pytest
from hypothesis import given
from hypothesis import strategies as st
from opendp.mod import enable_features

import lapwing.prelude as dp
from lapwing.errors import (
    CarrierError,
    FreeParameterError,
    LapwingError,
    NonFiniteError,
    NotANumberError,
    OutOfRangeError,
    PartError,
    RequirementError,
    UnfitMetricError,
)
from lapwing.laws._responses import response_law
from lapwing.measurements._randomized_response import (
    make_randomized_response,
    make_randomized_response_vector,
    then_randomized_response,
    then_randomized_response_vector,
)

enable_features("contrib")

LETTERS = ("a", "b", "c")


def ln_up(ratio: Fraction) -> float:
    """The smallest float that is not below the logarithm, by MPFR."""
    with gmpy2.context(precision=400):
        numerator, denominator = gmpy2.log(gmpy2.mpq(ratio.numerator, ratio.denominator)).as_integer_ratio()
    exact = Fraction(int(numerator), int(denominator))  # off by 2^-390 or so, where ln of a rational is never a float
    near = float(exact)
    return near if Fraction(near) >= exact else math.nextafter(near, math.inf)


def greatest_ratio(laws: Collection[dict[Any, Fraction]]) -> Fraction:
    """The largest ratio of probabilities over all outcomes and ordered pairs of laws."""
    return max(p[y] / q[y] for p in laws for q in laws for y in p)


# --- document 000 -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "categories", [["b", "a", "b", "a"], {"a", "b"}, ("a", "b"), np.array(["a", "b"]), {"a": 1, "b": 2}.keys()]
)
def test_line_7_duplicates_collapse(categories: Collection[str]) -> None:
    """A set, or a sequence whose repetitions count for nothing: t is 2."""
    assert "if(d_in <= 0, 0, ln(3))" == str(make_randomized_response(categories, 0.75).privacy_map)


@pytest.mark.parametrize("categories", [[], ["a"], ["a", "a"], {7}, [1, True, 1.0]])
def test_line_9_fewer_than_two_categories_are_refused(categories: Collection[Any]) -> None:
    """Python holds 1, True and 1.0 equal, so they are one category."""
    with pytest.raises(OutOfRangeError) as caught:
        make_randomized_response(categories, 0.5)
    expected = f"the number of distinct categories must be at least 2, but is {len(set(categories))}"
    assert expected == str(caught.value)


@pytest.mark.parametrize(
    "prob", [0.25, 1, 1.0, -1, 2, Fraction(1, 3) - Fraction(1, 10**30), math.nextafter(1 / 3, 0), 0, Fraction(1)]
)
def test_line_14_a_probability_out_of_range_is_refused(prob: float | Fraction) -> None:
    """Below 1/t the truth would be the least likely answer; 1 has no finite loss."""
    with pytest.raises(OutOfRangeError) as caught:
        make_randomized_response(LETTERS, prob)
    assert f"prob must be at least 1/3 and below 1, but is {prob!r}" == str(caught.value)


@pytest.mark.parametrize("count", range(2, 40))
def test_line_14_the_float_nearest_to_the_bound_is_at_the_bound(count: int) -> None:
    """Whoever writes 1/3 gets no error. The float may lie below a third, and the map is not below the divergence."""
    response = make_randomized_response(range(count), 1 / count)
    bound = make_randomized_response(range(count), Fraction(1, count))
    law = response_law(range(count), 1 / count)
    assert 0.0 == bound.map(1)
    assert 1e-14 > response.map(1) >= 0
    assert ln_up(greatest_ratio([law(0), law(1), law(-1)])) == response.map(1)


@pytest.mark.parametrize("count", [3, 9])
def test_line_14_the_float_nearest_to_the_bound_can_be_bound_later(count: int) -> None:
    """A free parameter that is bound to 1/t passes like one that is written there."""
    free = make_randomized_response(range(count), dp.Param("prob"))
    assert make_randomized_response(range(count), 1 / count).map(1) == free.bind(prob=1 / count).map(1)


@pytest.mark.parametrize(
    ("count", "prob", "text", "loss"),
    [
        (2, 0.75, "ln(3)", 1.0986122886681098),
        (3, 0.75, "ln(6)", 1.7917594692280552),
        (10, 0.5, "ln(9)", 2.1972245773362196),
        (2, 0.5, "0", 0.0),
        (4, Fraction(1, 4), "0", 0.0),
        (2, 0.9999999999999999, "ln(9999999999999999)", 36.841361487904734),
    ],
)
def test_lines_17_to_26_the_map(count: int, prob: float, text: str, loss: float) -> None:
    """0 for d_in = 0, and ln(p(t - 1)/(1 - p)) rounded up for every other distance."""
    response = make_randomized_response(range(count), prob)
    assert ("0" if text == "0" else f"if(d_in <= 0, 0, {text})") == str(response.privacy_map)
    assert [0.0, loss, loss, loss] == [response.map(d_in) for d_in in (0, 1, 2, 10**9)]


@pytest.mark.parametrize("prob", [Fraction(1, 3), Fraction(2, 5), Fraction(3, 4), Fraction(99, 100)])
def test_lines_28_to_40_the_three_probabilities(prob: Fraction) -> None:
    """The truth with p, each lie with (1 - p)/(t - 1), and 1/t for each category if the truth is none."""
    law = response_law(LETTERS, prob)
    lie = (1 - prob) / 2
    assert {"a": prob, "b": lie, "c": lie} == law("a")
    assert {"a": lie, "b": lie, "c": prob} == law("c")
    assert dict.fromkeys(LETTERS, Fraction(1, 3)) == law("d")


@given(st.integers(2, 8), st.fractions(0, 1))
def test_lemma_2_2_the_outside_truth_is_never_the_extreme(count: int, share: Fraction) -> None:
    """(1 - p)/(t - 1) <= 1/t <= p for every p in [1/t, 1)."""
    prob = Fraction(1, count) + share * (1 - Fraction(1, count)) * Fraction(99, 100)
    assert (1 - prob) / (count - 1) <= Fraction(1, count) <= prob


def test_line_5_the_middle_term_is_the_inverse_of_the_first() -> None:
    """For y = x' the ratio is (1 - p)/((t - 1)p), not (1 - p)(t - 1)/p: that one would exceed the bound."""
    prob, count = Fraction(2, 5), 3
    law = response_law(LETTERS, prob)
    middle = law("a")["b"] / law("b")["b"]
    first = law("a")["a"] / law("b")["a"]
    assert (1 - prob) / ((count - 1) * prob) == middle == 1 / first
    assert (1 - prob) * (count - 1) / prob > first  # what the document prints


# --- the map, at random -----------------------------------------------------------------------------------------------


def random_prob(draw: random.Random, lowest: Fraction) -> Fraction:
    """A probability in [lowest, 1): anywhere, near the bound, or near 1."""
    size = Fraction(draw.randrange(10**12), 10**12) ** draw.choice((1, 1, 5, 20))
    near = lowest + (1 - lowest) * size
    return (
        1 - (1 - lowest) * Fraction(draw.randrange(1, 10**6), 10 ** draw.randrange(6, 40))
        if draw.random() < 0.3
        else near
    )


def test_the_map_is_the_divergence_at_10_000_points() -> None:
    """The smallest float that is not below the largest ratio of the three probabilities, at any p and t."""
    draw = random.Random(20)
    for _ in range(10_000):
        count = draw.choice((2, 3, 4, 7, 10, 97, 10**6))
        prob = random_prob(draw, Fraction(1, count))
        truth, lie, outside = prob, (1 - prob) / (count - 1), Fraction(1, count)
        ratio = max(a / b for a in (truth, lie, outside) for b in (truth, lie, outside))
        response = make_randomized_response(range(count), prob) if count < 100 else None
        found = response.map(1) if response else million(prob)
        assert (ln_up(ratio) if ratio > 1 else 0.0) == found, (count, prob)


MILLION = make_randomized_response(range(10**6), dp.Param("prob")).privacy_map


def million(prob: Fraction) -> float:
    """The map for a million categories, built once."""
    return MILLION.bind(prob=prob)(1)


# --- against OpenDP ---------------------------------------------------------------------------------------------------


def test_no_looser_than_opendp() -> None:
    """On the same binary probabilities, at most theirs."""
    draw = random.Random(21)
    for _ in range(300):
        count = draw.randrange(2, 40)
        prob = 1 / count + (1 - 1 / count) * draw.random() ** draw.choice((1, 4)) * 0.999
        theirs = odp.make_randomized_response(list(range(count)), prob, T=int).map(1)  # type: ignore[no-untyped-call]  # OpenDP leaves it unannotated
        assert make_randomized_response(range(count), Fraction(prob)).map(1) <= theirs * (1 + 1e-9), (count, prob)


# (t, the exact divergence at the float nearest to 1/t, read as a binary number)
UNSOUND = [
    (3, 8.326672684688675e-17),
    (9, 6.245004513516507e-17),
    (18, 5.877651306839065e-17),
    (49, 8.145972322607758e-17),
]


@pytest.mark.parametrize(("count", "exact"), UNSOUND)
def test_where_opendp_promises_too_little(count: int, exact: float) -> None:
    """At the float nearest to 1/t, which lies below it, the lie is more likely than the truth, and OpenDP says 0."""
    prob = Fraction(1 / count)
    ratio = (1 - prob) / (count - 1) / prob
    assert 1 < ratio
    assert exact == pytest.approx(ln_up(ratio), rel=1e-12)
    assert 0.0 == odp.make_randomized_response(list(range(count)), 1 / count, T=int).map(1)  # type: ignore[no-untyped-call]  # OpenDP leaves it unannotated


# --- parameters -------------------------------------------------------------------------------------------------------


class Colour(Enum):
    """Something that is neither a number nor a text."""

    RED = 1
    BLUE = 2


@pytest.mark.parametrize(
    ("categories", "carrier", "outside"),
    [
        ([True, False], bool, None),
        ([1, 2], int, 3),
        ([True, 2], int, 7),
        ([1, 2.5], float, 0.1),
        (["a", "b"], str, ""),
        ([b"a", b"b"], bytes, b""),
        (list(Colour), Colour, None),
        ([(1, 2), (3, 4)], tuple, (1, [2])),
        (["a", 1, None], object, [1]),
        (np.array([1, 2]), int, 3),
        (frozenset({"x", 1}), object, {}),
        (range(3), int, 2**80),
    ],
)
def test_the_type_of_the_input_is_that_of_the_categories(categories: Any, carrier: type, outside: Any) -> None:
    """The narrowest that holds them all. A truth that is no category is answered, even one that has no hash."""
    response = make_randomized_response(categories, 0.75)
    assert dp.AtomDomain(carrier) == response.input_domain
    truth = next(iter(categories))
    assert response(truth) in list(categories)
    if outside is not None:
        assert response(outside) in list(categories)


def test_equal_categories_are_one_for_the_truth_as_well() -> None:
    """True is the category 1."""
    law = response_law([1, 2], 0.75)
    assert law(1) == law(True)
    assert {1: 0.75, 2: 0.25} == law(True)


def test_a_truth_that_cannot_be_compared_is_none_of_the_categories() -> None:
    """Data never raise, not even those with a broken __eq__."""

    class Grudge(str):
        def __hash__(self) -> int:
            return hash("a")

        def __eq__(self, other: object) -> bool:
            raise RuntimeError("no")

    assert make_randomized_response(LETTERS, 0.75)(Grudge("a")) in LETTERS


def untyped(thing: object) -> Any:
    """Something as the type checker does not see it: it would refuse some of the mistakes below."""
    return thing


BAD: list[tuple[Callable[[], object], type[LapwingError], str]] = [
    (
        lambda: untyped(make_randomized_response)("abc", 0.75),
        PartError,
        "the categories of make_randomized_response must be a set or a sequence, but is 'abc'",
    ),
    (
        lambda: untyped(make_randomized_response)(7, 0.75),
        PartError,
        "the categories of make_randomized_response must be a set or a sequence, but is 7",
    ),
    (
        lambda: untyped(make_randomized_response)([[1], [2]], 0.75),
        PartError,
        "the categories of make_randomized_response must be hashable values, but is [[1], [2]]",
    ),
    (
        lambda: untyped(make_randomized_response)([1.0, float("nan")], 0.75),
        NonFiniteError,
        "a category must be finite, but is nan: give a number",
    ),
    (
        lambda: untyped(make_randomized_response)(LETTERS, float("nan")),
        NonFiniteError,
        "prob must be finite, but is nan: give a number",
    ),
    (
        lambda: untyped(make_randomized_response)(LETTERS, float("inf")),
        NonFiniteError,
        "prob must be finite, but is inf: give a number",
    ),
    (
        lambda: untyped(make_randomized_response)(LETTERS, "0.5"),
        NotANumberError,
        "prob must be an int, float, Fraction or Decimal, but is '0.5'",
    ),
    (
        lambda: untyped(make_randomized_response)(LETTERS, True),
        NotANumberError,
        "prob must be an int, float, Fraction or Decimal, but is True",
    ),
    (
        lambda: untyped(dp.space_of(int, dp.DiscreteDistance())) >> untyped(then_randomized_response)(LETTERS, 0.75),
        CarrierError,
        "a category must be of type int, but 'a' is of type str",
    ),
    (
        lambda: untyped(dp.space_of(int)) >> untyped(then_randomized_response)([1, 2], 0.75),
        RequirementError,
        "then_randomized_response needs a metric that tells equal from unequal: start from Space(domain, DiscreteDistance()), "
        "instead of AbsoluteDistance(int)",
    ),
    (
        lambda: untyped(dp.space_of(list[str])) >> untyped(then_randomized_response)(LETTERS, 0.75),
        RequirementError,
        "then_randomized_response needs single values: start from an AtomDomain, as in AtomDomain(str), instead of "
        "VectorDomain(AtomDomain(str))",
    ),
    (
        lambda: untyped(make_randomized_response_vector)(dp.AtomDomain(str), dp.DiscreteDistance(), LETTERS, 0.75),
        RequirementError,
        "then_randomized_response_vector needs vectors: start from a VectorDomain, as in VectorDomain(AtomDomain(int)), instead of "
        "AtomDomain(str)",
    ),
    (
        lambda: untyped(dp.space_of(list[str])) >> untyped(then_randomized_response_vector)(LETTERS, 0.75),
        RequirementError,
        "then_randomized_response_vector needs a metric that compares position by position: start from "
        "Space(VectorDomain(..., size=n), HammingDistance()), instead of SymmetricDistance()",
    ),
    (
        lambda: untyped(make_randomized_response_vector)(
            dp.VectorDomain(dp.AtomDomain(str)), dp.HammingDistance(), LETTERS, 0.75
        ),
        UnfitMetricError,
        "HammingDistance() does not fit VectorDomain(AtomDomain(str)): it compares vectors of one length, so declare it: "
        "VectorDomain(..., size=n)",
    ),
    (
        lambda: untyped(make_randomized_response)(LETTERS, dp.Param("p"))("a"),
        FreeParameterError,
        "a release needs a value for p: bind it with .bind(p=...) or .solve(d_in=..., d_out=...)",
    ),
]


@pytest.mark.parametrize(("build", "error", "text"), BAD)
def test_mistakes_are_named(build: Callable[[], object], error: type[LapwingError], text: str) -> None:
    """Each has its class and says how to mend it."""
    with pytest.raises(error) as caught:
        build()
    assert text == str(caught.value)


def test_both_ways_to_build_are_one() -> None:
    """Equal, and a repr that can be pasted back; a set shows in order."""
    by_space = dp.space_of(str) >> then_randomized_response({"b", "a", "c"}, 0.75)
    assert make_randomized_response(("a", "b", "c"), 0.75) == by_space
    assert "Space(AtomDomain(str), DiscreteDistance()) >> then_randomized_response(('a', 'b', 'c'), 0.75)" == repr(
        by_space
    )


def test_the_categories_are_copied() -> None:
    """A list that changes later changes neither the release nor what a parameter is solved for."""
    categories = ["a", "b"]
    free = make_randomized_response(categories, dp.Param("prob"))
    categories += ["c", "d"]
    assert "if(d_in <= 0, 0, ln(prob/(1 - prob)))" == str(free.privacy_map)
    assert free.solve(d_in=1, d_out=1.0).check(1, 1.0)


def test_a_bounded_domain_stays_bounded() -> None:
    """The space that is given is the space of the measurement."""
    dice = dp.Space(dp.AtomDomain(int, bounds=(1, 6)), dp.DiscreteDistance()) >> then_randomized_response(
        range(1, 7), 0.5
    )
    assert 7 not in dice.input_domain


@pytest.mark.parametrize(("count", "epsilon"), [(2, 1.0), (3, 0.1), (10, 4.0), (3, 0.0)])
def test_a_free_parameter_is_solved_for(count: int, epsilon: float) -> None:
    """The most truthful answers that the budget allows."""
    free = make_randomized_response(range(count), dp.Param("prob"))
    solved = free.solve(d_in=1, d_out=epsilon)
    assert solved.check(1, epsilon)
    assert solved.map(1) == pytest.approx(epsilon, rel=1e-12, abs=1e-15)
    assert solved(0) in range(count)


# --- many people ------------------------------------------------------------------------------------------------------


def people(carrier: type[Any], size: int) -> Any:
    """As many truths of a type."""
    return dp.Space(dp.VectorDomain(dp.AtomDomain(carrier), size=size), dp.HammingDistance())


@pytest.mark.parametrize(
    ("carrier", "categories", "dtype"),
    [
        (bool, [False, True], np.bool_),
        (int, [1, 2, 3], np.int64),
        (int, [1, 2**70], object),
        (float, [0.5, 1.0], np.float64),
        (str, LETTERS, object),
    ],
)
def test_answers_have_the_type_of_the_truths(carrier: type, categories: Collection[Any], dtype: type) -> None:
    """And each is a category."""
    truths = [next(iter(categories))] * 100
    answers = (people(carrier, 100) >> then_randomized_response_vector(categories, 0.75))(truths)
    assert dtype == answers.dtype
    assert set(answers.tolist()) <= set(categories)


@pytest.mark.parametrize("size", [0, 1, 48, 49, 40_000])
def test_every_length_is_answered(size: int) -> None:
    """Below and above the lengths at which the samplers change their way."""
    answers = (people(int, size) >> then_randomized_response_vector([1, 2, 3], 0.75))(np.ones(size, np.int64))
    assert size == len(answers)


def test_the_data_are_left_alone() -> None:
    """The answers are a new array."""
    truths = np.ones(1000, np.int64)
    (people(int, 1000) >> then_randomized_response_vector([1, 2], 0.5))(truths)
    assert (truths == 1).all()


def test_the_map_grows_with_the_people_who_differ() -> None:
    """One loss for each, none for none."""
    survey = people(str, 5) >> then_randomized_response_vector(LETTERS, 0.75)
    assert "d_in*ln(6)" == str(survey.privacy_map)
    assert [0.0, ln_up(Fraction(6)), ln_up(Fraction(6**5))] == [survey.map(d_in) for d_in in (0, 1, 5)]


def test_the_answers_have_the_law() -> None:
    """Each count is within the Hoeffding bound of its mean. False alarms: below 1e-9; a shift of 1 % is always found."""
    size, categories = 500_000, (1, 2, 3, 4)
    slack = math.sqrt(math.log(2 * 12 / 1e-9) * size / 2)  # 12 counts
    assert slack < 0.01 * size
    for truth in (1, 4, 9):
        answers = (people(int, size) >> then_randomized_response_vector(categories, 0.7))(np.full(size, truth))
        for category in categories:
            mean = size * float(response_law(categories, 0.7)(truth)[category])
            assert abs(np.count_nonzero(answers == category) - mean) <= slack


def test_the_parameter_of_many_answers_is_solved_for() -> None:
    """Three people who differ share the budget."""
    free = people(str, 5) >> then_randomized_response_vector(LETTERS, dp.Param("prob"))
    assert "d_in*ln(2*prob/(1 - prob))" == str(free.privacy_map)
    solved = free.solve(d_in=3, d_out=3.0)
    assert solved.check(3, 3.0)
    assert 3.0 == pytest.approx(solved.map(3), rel=1e-12)
    assert 5 == len(solved(["a"] * 5))


@given(st.lists(st.floats(), min_size=3, max_size=3), st.lists(st.integers(), min_size=3, max_size=3))
def test_no_truths_raise(floats: list[float], ints: list[int]) -> None:
    """NaN, infinities, and integers of any size are none of the categories, or one of them."""
    answers = (people(float, 3) >> then_randomized_response_vector([0.0, 1.5], 0.75))(floats)
    assert set(answers.tolist()) <= {0.0, 1.5}
    numbers = (people(int, 3) >> then_randomized_response_vector([0, 2**70], 0.75))(ints)
    assert set(numbers.tolist()) <= {0, 2**70}
