"""Free parameters: binding and solving."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import lapwing.prelude as dp
from lapwing.errors import (
    FreeParameterError,
    NegativeDistanceError,
    NotANumberError,
    ParameterNameError,
    UnknownParameterError,
    UnreachedParameterError,
    UnsolvableError,
)

wrong: Any = dp  # mistakes that the type checker would see first
SUM = dp.space_of(list[int]) >> dp.then_clamp((0, 120)) >> dp.then_sum()


@dp.constructor
def make_scaled(
    input_domain: dp.AtomDomain[int], input_metric: dp.AbsoluteDistance[int], scale: float | Fraction | dp.Param
) -> dp.Measurement[dp.AtomDomain[int], dp.AbsoluteDistance[int], dp.MaxDivergence, str]:
    """Say the scale."""
    privacy_map = dp.parse("d_in") / dp.as_expr(scale)
    return dp.make_user_measurement(
        input_domain, input_metric, dp.MaxDivergence(), lambda _: f"scale {scale}", privacy_map
    )


@dp.constructor
def make_stretched(
    input_domain: dp.AtomDomain[int], input_metric: dp.AbsoluteDistance[int], factor: int | dp.Param
) -> dp.Transformation[dp.AtomDomain[int], dp.AbsoluteDistance[int], dp.AtomDomain[int], dp.AbsoluteDistance[int]]:
    """Multiply by a factor."""
    stability_map = dp.parse("d_in") * dp.as_expr(factor)
    return dp.make_user_transformation(
        input_domain, input_metric, input_domain, input_metric, lambda number: number * factor, stability_map
    )


then_scaled = dp.then(make_scaled)
then_stretched = dp.then(make_stretched)
OPEN = SUM >> then_scaled(dp.Param("scale")) >> str.upper


def test_a_chain_with_a_free_parameter_has_a_map() -> None:
    """The map shows the parameter."""
    assert str(OPEN.privacy_map) == "120*d_in/scale"
    assert OPEN.parameters == ("scale",)


def test_a_chain_with_a_free_parameter_does_not_run() -> None:
    """It has no number to release with."""
    with pytest.raises(FreeParameterError) as caught:
        OPEN([1])
    expected = "a release needs a value for scale: bind it with .bind(scale=...) or .solve(d_in=..., d_out=...)"
    assert expected == str(caught.value)
    with pytest.raises(FreeParameterError):
        OPEN.map(1)


@pytest.mark.parametrize(
    ("d_out", "scale", "release"),
    [
        (1.0, 120, "SCALE 120"),
        (0.1, 1200, "SCALE 1200"),
        (0.7, Fraction(1200, 7), "SCALE 1200/7"),
    ],
)
def test_solve_binds_the_exact_value(d_out: float, scale: Fraction, release: str) -> None:
    """0.1 means 1/10; the map meets the budget exactly, and the constructor is called again with the number."""
    solved = OPEN.solve(d_in=1, d_out=d_out)
    assert solved == SUM >> then_scaled(scale) >> str.upper
    assert solved.check(1, d_out)
    assert solved.parameters == ()
    assert release == solved([3])


def test_bind_reads_a_float_as_typed() -> None:
    """0.1 means 1/10."""
    assert str(OPEN.bind(scale=0.1).privacy_map) == "1200*d_in"


def test_bind_keeps_the_other_parameters() -> None:
    """Two links with a parameter each, bound one by one or at once."""
    two = SUM >> then_stretched(dp.Param("factor")) >> then_scaled(dp.Param("scale"))
    assert str(two.privacy_map) == "120*d_in*factor/scale"
    assert two.bind(scale=4).parameters == ("factor",)
    assert str(two.bind(factor=2, scale=4).privacy_map) == "60*d_in"
    assert two.bind(factor=2, scale=4) == two.bind(scale=4).bind(factor=2)
    assert two.bind(factor=2, scale=4) != two.bind(factor=2, scale=5)
    assert repr(two.bind(factor=2, scale=4)).endswith("then_stretched(2) >> then_scaled(4)")


def test_a_formula_is_bound_as_well() -> None:
    """An argument that is computed from a parameter."""
    doubled = SUM >> dp.then_laplace(2 * dp.Param("scale"))
    assert doubled.bind(scale=60) == SUM >> dp.then_laplace(120)


@pytest.mark.parametrize("privacy_map", ["d_in/scale", dp.parse("d_in/scale"), (dp.parse("d_in/scale"),)])
def test_a_parameter_must_reach_the_function(privacy_map: str) -> None:
    """A number that only the map knows would promise noise that the function does not add."""
    noisy = dp.space_of(int) >> dp.then_user_measurement(dp.MaxDivergence(), str, privacy_map)
    assert noisy.privacy_map.solve(1, 0.5) == 2
    with pytest.raises(UnreachedParameterError):
        noisy.bind(scale=2)
    with pytest.raises(UnreachedParameterError) as caught:
        noisy.solve(d_in=1, d_out=0.5)
    assert str(caught.value).endswith(
        "and its function does not know it: write a constructor make_x(input_domain, input_metric, scale) that hands it "
        "to both, and chain with then(make_x)"
    )


def test_an_integer_parameter_is_solved_for_a_whole_number() -> None:
    """Rounded to the private side."""

    @dp.constructor
    def make_sided(
        input_domain: dp.AtomDomain[int], input_metric: dp.AbsoluteDistance[int], sides: int | dp.Param
    ) -> dp.Measurement[dp.AtomDomain[int], dp.AbsoluteDistance[int], dp.MaxDivergence, str]:
        return dp.make_user_measurement(
            input_domain, input_metric, dp.MaxDivergence(), lambda _: str(sides), f"d_in*ln(1 + 1/{sides})"
        )

    chain = SUM >> dp.then(make_sided)(dp.Param("sides", integer=True))
    solved = chain.solve(d_in=1, d_out=1.0)
    sides = int(solved([1]))
    assert solved.check(1, 1.0)
    assert not chain.bind(sides=sides - 1).check(1, 1.0)


def test_mistakes_in_binding_are_named() -> None:
    """An unknown name, and a demand that nothing meets."""
    with pytest.raises(UnknownParameterError) as unknown:
        OPEN.bind(sigma=3)
    assert str(unknown.value) == "sigma is not a free parameter: the free parameters are scale"
    with pytest.raises(UnknownParameterError) as none:
        SUM.bind(sigma=3)
    assert str(none.value) == "sigma is not a free parameter: there is no free parameter"
    with pytest.raises(UnsolvableError):
        SUM.solve(d_in=1, d_out=1)
    with pytest.raises(UnsolvableError):
        OPEN.solve(d_in=1, d_out=0.0)


def test_a_map_may_be_a_parameter_or_a_number() -> None:
    """Whatever an expression can be made of."""
    flat = dp.space_of(bool) >> dp.then_user_measurement(dp.MaxDivergence(), str, wrong.Param("loss"))
    assert flat.privacy_map.bind(loss=0.1)(1) == 0.1
    with pytest.raises(NotANumberError):
        dp.space_of(bool) >> dp.then_user_measurement(dp.MaxDivergence(), str, wrong.LapwingError)


def test_a_misnamed_distance_is_no_parameter() -> None:
    """A map of (l0, l1, linf) that speaks of d_in: no chain before it may lend it its own."""
    with pytest.raises(ParameterNameError):
        dp.space_of(dict[str, int]) >> dp.then_user_measurement(dp.MaxDivergence(), str, "d_in/2")


def test_what_is_solved_is_checked_after_it_is_built() -> None:
    """A constructor that builds another map from a number than from a parameter is caught."""

    @dp.constructor
    def make_fickle(
        input_domain: dp.AtomDomain[int], input_metric: dp.AbsoluteDistance[int], scale: float | Fraction | dp.Param
    ) -> dp.Measurement[dp.AtomDomain[int], dp.AbsoluteDistance[int], dp.MaxDivergence, str]:
        loss = dp.parse("d_in") / dp.as_expr(scale) if isinstance(scale, dp.Param) else dp.parse("9*d_in")
        return dp.make_user_measurement(input_domain, input_metric, dp.MaxDivergence(), str, loss)

    with pytest.raises(UnsolvableError):
        (SUM >> dp.then(make_fickle)(dp.Param("scale"))).solve(d_in=1, d_out=1.0)


def test_distances_of_thousands_of_digits_are_solved_and_named() -> None:
    """Python does not write such an integer out, so neither do texts."""
    assert OPEN.solve(d_in=10**3500, d_out=1.0).check(10**3500, 1.0)
    with pytest.raises(NegativeDistanceError) as caught:
        SUM.map(-(10**5000))
    assert str(caught.value) == "d_in is a distance and must not be negative, but is int(...), of thousands of digits"
