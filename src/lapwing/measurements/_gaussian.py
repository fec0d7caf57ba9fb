"""Gaussian noise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Never, Protocol, cast, overload

from lapwing.core import Measurement, constructor, then
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.exact import Number
from lapwing.measurements._exp_family import ZExpFamily
from lapwing.measurements._noise import B0, M2, MA, S0, N, additive
from lapwing.measurements._parameters import Free
from lapwing.measures import ZeroConcentratedDivergence

if TYPE_CHECKING:
    from lapwing.arrays import Array


@overload
def make_gaussian(
    input_domain: AtomDomain[N, B0], input_metric: MA, scale: Number | Free, k: int | None = None
) -> Measurement[AtomDomain[N, B0], MA, ZeroConcentratedDivergence, N, Never]: ...
@overload
def make_gaussian(
    input_domain: VectorDomain[N, B0, S0], input_metric: M2, scale: Number | Free, k: int | None = None
) -> Measurement[VectorDomain[N, B0, S0], M2, ZeroConcentratedDivergence, Array, Never]: ...
@constructor
def make_gaussian(input_domain: Any, input_metric: Any, scale: Number | Free, k: int | None = None) -> Any:
    """Add Gaussian noise to a number, or to each element of a vector.

    The scale is the σ of e^(-z²/(2σ²)). Integers and floats are treated as by `make_laplace`: integers get discrete
    noise, floats get it on a grid 2^k.

    Map: `d_in^2/(2*scale^2)` for integers and for float vectors with k = -1074. For a float `grid_up(d_in,
    k)^2/(2*scale^2)`, with d_in rounded up to a multiple of 2^k. For a float vector of n elements `if(d_in <= 0, 0,
    d_in + sqrt(n)*grid_step(k))^2/(2*scale^2)`.

    Why: Theorem 4 of Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy (2020): integer noise
    of scale σ on integers d apart is d²/(2σ²)-zCDP, and losses of independent noises add up. Rounding to the grid adds
    less than one step to each difference.

    >>> from lapwing.prelude import L2Distance, space_of
    >>> votes = space_of(list[int], L2Distance(float)) >> then_gaussian(scale=10)
    >>> votes.map(1.0)
    0.005
    """
    return additive("then_gaussian", ZExpFamily(2, scale), input_domain, input_metric, k)


class GaussianSpaces(Protocol):
    """A Gaussian constructor that waits for its space, for the type checker: the release depends on the space."""

    @overload
    def __call__(
        self, input_domain: AtomDomain[N, B0], input_metric: MA, /
    ) -> Measurement[AtomDomain[N, B0], MA, ZeroConcentratedDivergence, N, Never]: ...
    @overload
    def __call__(
        self, input_domain: VectorDomain[N, B0, S0], input_metric: M2, /
    ) -> Measurement[VectorDomain[N, B0, S0], M2, ZeroConcentratedDivergence, Array, Never]: ...


class ThenGaussian(Protocol):
    """The type of `then_gaussian`."""

    def __call__(self, scale: Number | Free, k: int | None = None) -> GaussianSpaces: ...


then_gaussian: ThenGaussian = cast("ThenGaussian", then(cast("Any", make_gaussian)))
