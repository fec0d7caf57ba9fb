"""Free parameters: binding and solving."""

from __future__ import annotations

from fractions import Fraction

import pytest

import lapwing.prelude as dp
from lapwing.errors import FreeParameterError, UnknownParameterError, UnsolvableError

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


then_scaled = dp.then(make_scaled)
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
    """Two parameters, one bound."""
    two = dp.space_of(int) >> dp.then_user_measurement(dp.MaxDivergence(), str, "d_in*a/b")
    assert two.bind(b=4).parameters == ("a",)
    assert str(two.bind(a=1, b=4).privacy_map) == "d_in/4"


def test_a_map_in_text_is_bound_as_well() -> None:
    """A parameter that stands only in the map's text."""
    noisy = dp.space_of(int) >> dp.then_user_measurement(dp.MaxDivergence(), str, "d_in/scale")
    assert noisy.solve(d_in=1, d_out=0.5).map(1) == 0.5


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
