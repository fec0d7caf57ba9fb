"""Laplace noise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Never, Protocol, cast, overload

from lapwing.core import Measurement, constructor, then
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.exact import Number
from lapwing.measurements._exp_family import ZExpFamily
from lapwing.measurements._noise import B0, M1, MA, S0, N, additive
from lapwing.measurements._parameters import Free
from lapwing.measures import MaxDivergence

if TYPE_CHECKING:
    from lapwing.arrays import Array


@overload
def make_laplace(
    input_domain: AtomDomain[N, B0], input_metric: MA, scale: Number | Free, k: int | None = None
) -> Measurement[AtomDomain[N, B0], MA, MaxDivergence, N, Never]: ...
@overload
def make_laplace(
    input_domain: VectorDomain[N, B0, S0], input_metric: M1, scale: Number | Free, k: int | None = None
) -> Measurement[VectorDomain[N, B0, S0], M1, MaxDivergence, Array, Never]: ...
@constructor
def make_laplace(input_domain: Any, input_metric: Any, scale: Number | Free, k: int | None = None) -> Any:
    """Add Laplace noise to a number, or to each element of a vector.

    Integers get discrete Laplace noise. A Python integer grows as it must; a vector of integers comes out as int64 and
    saturates at its ends, after the noise, unless its elements have bounds beyond int64: then it holds Python integers.

    Floats are put on the multiples of 2^k, get noise there, and come out as the nearest floats. Without a k the grid is
    2^-96 of the scale, or 2^-48 for vectors. A vector of unknown size takes the grid 2^-1074, on which all floats
    stand: that is exact, and slower. In a vector, NaN counts as 0 and an infinity as the largest float.

    Map: `d_in/scale` for integers and for float vectors with k = -1074. For a float `grid_up(d_in, k)/scale`, with d_in
    rounded up to a multiple of 2^k. For a float vector of n elements `if(d_in <= 0, 0, (grid_up(d_in, k) + (n -
    1)*grid_step(k))/scale)`. With scale 0 it is `if(d_in <= 0, 0, inf)`.

    Why: P[Z = z] is in proportion to e^(-|z|/scale), and |x - z| and |x' - z| differ by at most |x - x'|. Rounding two
    numbers to the grid moves them apart by less than one step.

    >>> from lapwing.prelude import space_of, then_count
    >>> private_count = space_of(list[str]) >> then_count() >> then_laplace(scale=2)
    >>> private_count.map(1)
    0.5
    >>> type(private_count(["a", "b", "a"]))
    <class 'int'>
    """
    return additive("then_laplace", ZExpFamily(1, scale), input_domain, input_metric, k)


class LaplaceSpaces(Protocol):
    """A Laplace constructor that waits for its space, for the type checker: the release depends on the space."""

    @overload
    def __call__(
        self, input_domain: AtomDomain[N, B0], input_metric: MA, /
    ) -> Measurement[AtomDomain[N, B0], MA, MaxDivergence, N, Never]: ...
    @overload
    def __call__(
        self, input_domain: VectorDomain[N, B0, S0], input_metric: M1, /
    ) -> Measurement[VectorDomain[N, B0, S0], M1, MaxDivergence, Array, Never]: ...


class ThenLaplace(Protocol):
    """The type of `then_laplace`."""

    def __call__(self, scale: Number | Free, k: int | None = None) -> LaplaceSpaces: ...


then_laplace: ThenLaplace = cast("ThenLaplace", then(cast("Any", make_laplace)))


@constructor
def make_scalar_integer_laplace_cks20(
    input_domain: AtomDomain[int, B0], input_metric: MA, scale: Number | Free
) -> Measurement[AtomDomain[int, B0], MA, MaxDivergence, int, Never]:
    """Add discrete Laplace noise to one integer: the scalar integer case of `make_laplace`.

    Map: `d_in/scale`

    Why: Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy (2020), give a sampler of this law;
    here its binary digits are drawn, which are independent.

    >>> from lapwing.prelude import space_of
    >>> (space_of(int) >> then_scalar_integer_laplace_cks20(scale=4)).map(1)
    0.25
    """
    name = "then_scalar_integer_laplace_cks20"
    if not isinstance(input_domain, AtomDomain) or input_domain.carrier is not int:
        from lapwing.errors import RequirementError

        raise RequirementError(name, "one integer", f"start from AtomDomain(int), instead of {input_domain!r}")
    return additive(name, ZExpFamily(1, scale), input_domain, input_metric, None)


then_scalar_integer_laplace_cks20 = then(make_scalar_integer_laplace_cks20)
