"""Randomised response on a bit, line by line of document 004, and for many people at once."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import opendp.measurements as odp
import pytest
from opendp.mod import enable_features
from test_randomized_response import greatest_ratio, ln_up, random_prob

import lapwing.prelude as dp
import lapwing.sampling
from lapwing.errors import (
    CarrierError,
    DomainError,
    LapwingError,
    NonFiniteError,
    NotANumberError,
    OutOfRangeError,
    RequirementError,
)
from lapwing.laws._responses import bool_law
from lapwing.measurements._randomized_response_bool import (
    make_randomized_response_bool,
    make_randomized_response_bool_vector,
    then_randomized_response_bool,
    then_randomized_response_bool_vector,
)

enable_features("contrib")

SIZE = 500_000


def people(size: int) -> dp.Space[dp.VectorDomain[bool, dp.Unbounded, dp.Sized], dp.HammingDistance]:
    """As many truths."""
    return dp.Space(dp.VectorDomain(dp.AtomDomain(bool), size=size), dp.HammingDistance())


# --- document 004 -----------------------------------------------------------------------------------------------------


def test_lines_2_to_4_the_space() -> None:
    """Bits, equal or not, with a pure loss."""
    question = make_randomized_response_bool(0.75)
    assert dp.AtomDomain(bool) == question.input_domain
    assert dp.DiscreteDistance() == question.input_metric
    assert dp.MaxDivergence() == question.output_measure


@pytest.mark.parametrize(
    "prob", [0.49, math.nextafter(0.5, 0), math.nextafter(1, 2), -0.5, 2, Fraction(1, 2) - Fraction(1, 10**40), 0]
)
def test_line_6_a_probability_out_of_range_is_refused(prob: float | Fraction) -> None:
    """[0.5, 1], both ends included."""
    with pytest.raises(OutOfRangeError) as caught:
        make_randomized_response_bool(prob)
    assert f"prob must be between 0.5 and 1, but is {prob!r}" == str(caught.value)


@pytest.mark.parametrize("prob", [1, 1.0, Fraction(1)])
def test_line_9_the_truth_costs_everything(prob: float | Fraction) -> None:
    """At prob = 1 the loss is infinite, except for equal data."""
    question = make_randomized_response_bool(prob)
    assert [0.0, math.inf, math.inf] == [question.map(d_in) for d_in in (0, 1, 2)]
    assert [True, False] == [question(True), question(False)]
    assert not question.check(1, 1e308)


@pytest.mark.parametrize(
    ("prob", "text", "loss"),
    [
        (0.75, "ln(3)", 1.0986122886681098),
        (0.9, "ln(9)", 2.1972245773362196),
        (0.7, "ln(7/3)", 0.8472978603872037),
        (0.999, "ln(999)", 6.906754778648554),
    ],
)
def test_lines_12_to_18_the_map(prob: float, text: str, loss: float) -> None:
    """0 for d_in = 0, and ln(p/(1 - p)) rounded up for every other distance. 0.7 means 7/10."""
    question = make_randomized_response_bool(prob)
    assert f"if(d_in <= 0, 0, {text})" == str(question.privacy_map)
    assert [0.0, loss, loss] == [question.map(d_in) for d_in in (0, 1, 10**9)]


@pytest.mark.parametrize("prob", [0.5, Fraction(1, 2)])
def test_a_fair_coin_costs_nothing(prob: float | Fraction) -> None:
    """Exactly 0, not a rounding error."""
    question = make_randomized_response_bool(prob)
    assert "0" == str(question.privacy_map)
    assert question.check(1, 0.0)


@pytest.mark.parametrize("prob", [Fraction(1, 2), Fraction(3, 4), Fraction(1)])
def test_lines_20_to_23_the_function(prob: Fraction) -> None:
    """The truth with probability p, its opposite with 1 - p."""
    for truth in (False, True):
        law = bool_law(prob)(truth)
        assert prob == law[truth]
        assert 1 - prob == law.get(not truth, 0)


@pytest.mark.parametrize("constant_time", [False, True])
def test_line_21_the_flag_reaches_the_sampler(constant_time: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The coin of the answer is drawn in constant time if and only if that is asked for."""
    flags: list[object] = []

    def coin(prob: Fraction, size: int | None = None, *, constant_time: bool = False) -> Any:
        flags.append((prob, constant_time))
        return False if size is None else np.zeros(size, np.bool_)

    monkeypatch.setattr(lapwing.sampling, "sample_bernoulli", coin)
    assert make_randomized_response_bool(0.75, constant_time)(True) is True
    (people(3) >> then_randomized_response_bool_vector(0.75, constant_time=constant_time))([True, False, True])
    assert [(Fraction(1, 4), constant_time)] * 2 == flags


@pytest.mark.parametrize("truth", [False, True, np.True_, np.False_])
@pytest.mark.parametrize("constant_time", [False, True])
def test_postcondition_1_no_truth_raises(truth: bool, constant_time: bool) -> None:
    """And each release is a plain bool."""
    assert type(make_randomized_response_bool(0.75, constant_time)(truth)) is bool


def test_postcondition_1_refusals_do_not_name_the_data() -> None:
    """What is no bit is refused by its type."""
    question = make_randomized_response_bool(0.75)
    for wrong in (918273645, "918273645"):
        with pytest.raises(DomainError) as caught:
            question(wrong)  # type: ignore[arg-type]  # the mistake
        assert "918273645" not in str(caught.value)


# --- the map, at random -----------------------------------------------------------------------------------------------


def test_the_map_is_the_divergence_at_10_000_points() -> None:
    """The smallest float that is not below the divergence of the two laws."""
    draw = random.Random(40)
    for _ in range(10_000):
        prob = random_prob(draw, Fraction(1, 2))
        law = bool_law(prob)
        ratio = greatest_ratio([law(True), law(False)])
        assert (ln_up(ratio) if ratio > 1 else 0.0) == make_randomized_response_bool(prob).map(1), prob


def test_no_looser_than_opendp() -> None:
    """On the same binary probabilities, at most theirs; they are sound here."""
    draw = random.Random(41)
    for _ in range(300):
        prob = 0.5 + draw.random() ** draw.choice((1, 4, 20)) / 2
        theirs = odp.make_randomized_response_bool(prob).map(1)  # type: ignore[no-untyped-call]  # OpenDP leaves it unannotated
        assert make_randomized_response_bool(Fraction(prob)).map(1) <= theirs * (1 + 1e-9), prob


# --- parameters -------------------------------------------------------------------------------------------------------


def untyped(thing: object) -> Any:
    """Something as the type checker does not see it: it would refuse some of the mistakes below."""
    return thing


BAD: list[tuple[Callable[[], object], type[LapwingError], str]] = [
    (
        lambda: untyped(make_randomized_response_bool)(float("nan")),
        NonFiniteError,
        "prob must be finite, but is nan: give a number",
    ),
    (
        lambda: untyped(make_randomized_response_bool)("0.75"),
        NotANumberError,
        "prob must be an int, float, Fraction or Decimal, but is '0.75'",
    ),
    (
        lambda: untyped(make_randomized_response_bool)(0.75, constant_time=1),
        CarrierError,
        "constant_time must be of type bool, but 1 is of type int",
    ),
    (
        lambda: untyped(dp.space_of(str)) >> untyped(then_randomized_response_bool)(0.75),
        RequirementError,
        "then_randomized_response_bool needs answers of the type bool: start from space_of(bool), instead of AtomDomain(str)",
    ),
    (
        lambda: untyped(dp.space_of(list[bool])) >> untyped(then_randomized_response_bool)(0.75),
        RequirementError,
        "then_randomized_response_bool needs single values: start from an AtomDomain, as in AtomDomain(str), instead of "
        "VectorDomain(AtomDomain(bool))",
    ),
    (
        lambda: untyped(make_randomized_response_bool_vector)(
            dp.VectorDomain(dp.AtomDomain(int), size=3),
            dp.HammingDistance(),
            0.75,
        ),
        RequirementError,
        "then_randomized_response_bool_vector needs answers of the type bool: start from VectorDomain(AtomDomain(bool), size=n), "
        "instead of VectorDomain(AtomDomain(int), size=3)",
    ),
]


@pytest.mark.parametrize(("build", "error", "text"), BAD)
def test_mistakes_are_named(build: Callable[[], object], error: type[LapwingError], text: str) -> None:
    """Each has its class and says how to mend it."""
    with pytest.raises(error) as caught:
        build()
    assert text == str(caught.value)


def test_both_ways_to_build_are_one() -> None:
    """Equal, defaults counted, and a repr that can be pasted back."""
    by_space = dp.space_of(bool) >> then_randomized_response_bool(0.75, constant_time=False)
    assert make_randomized_response_bool(0.75) == by_space
    assert make_randomized_response_bool(0.75, True) != by_space
    expected = "Space(AtomDomain(bool), DiscreteDistance()) >> then_randomized_response_bool(0.75, constant_time=False)"
    assert expected == repr(by_space)


def test_a_free_parameter_is_solved_for() -> None:
    """ε = 1 allows the truth with probability e/(1 + e)."""
    free = make_randomized_response_bool(dp.Param("prob"))
    assert "if(d_in <= 0, 0, ln(prob/(1 - prob)))" == str(free.privacy_map)
    solved = free.solve(d_in=1, d_out=1.0)
    assert solved.check(1, 1.0)
    assert 1.0 == pytest.approx(solved.map(1), rel=1e-12)
    assert math.inf == free.bind(prob=1).map(1)


def test_the_explanation_names_the_map() -> None:
    """What it does, and what it costs."""
    text = make_randomized_response_bool(0.75).explain()
    assert "Answer a yes/no question with the truth with probability `prob`, else with its opposite" in text
    assert "map      if(d_in <= 0, 0, ln(3))" in text


# --- many people ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("constant_time", [False, True])
@pytest.mark.parametrize("size", [0, 1, 48, 49, 40_000])
def test_every_length_is_answered(size: int, constant_time: bool) -> None:
    """Below and above the lengths at which the sampler changes its way; the truths are left alone."""
    truths = np.ones(size, np.bool_)
    answers = np.asarray((people(size) >> then_randomized_response_bool_vector(0.75, constant_time))(truths))
    assert (np.bool_, size) == (answers.dtype, len(answers))
    assert truths.all()


def test_the_truth_for_everyone_costs_everything() -> None:
    """At prob = 1: infinite, except for equal data."""
    question = people(3) >> then_randomized_response_bool_vector(1)
    assert [0.0, math.inf] == [question.map(0), question.map(1)]
    assert [True, False, True] == list(question([True, False, True]))


@pytest.mark.parametrize("constant_time", [False, True])
def test_the_answers_have_the_law(constant_time: bool) -> None:
    """The count is within the Hoeffding bound of its mean. False alarms: below 1e-9; a shift of 1 % is always found."""
    size = SIZE if not constant_time else SIZE // 4
    slack = math.sqrt(math.log(2 * 2 / 1e-9) * size / 2)
    assert slack < 0.01 * size
    for truth, mean in ((True, 0.7), (False, 0.3)):
        answers = (people(size) >> then_randomized_response_bool_vector(0.7, constant_time))(np.full(size, truth))
        assert abs(np.count_nonzero(answers) - mean * size) <= slack
