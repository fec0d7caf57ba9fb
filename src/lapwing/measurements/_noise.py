"""Noise added to numbers and vectors: the general form, and what all additive mechanisms share."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Never, Protocol, cast, overload

from typing_extensions import TypeVar

from lapwing.core import Measurement, Unbounded, Unsized, constructor, then
from lapwing.core._space import check_fit
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.errors import CarrierError, OutOfRangeError, RequirementError
from lapwing.exact import Number, read_datum
from lapwing.maps import Expr, as_expr, choose, constant, less_equal, sqrt
from lapwing.measurements._exp_family import (
    COARSEST,
    FINEST,
    GRID_STEP,
    GRID_UP,
    NOISE_GRID,
    SCALAR_BITS,
    VECTOR_BITS,
    ZExpFamily,
    grid_exponent,
    noise_loss,
)
from lapwing.measurements._parameters import D_IN, Free, known
from lapwing.measures import MaxDivergence, ZeroConcentratedDivergence
from lapwing.metrics import AbsoluteDistance, L1Distance, L2Distance

if TYPE_CHECKING:
    from lapwing.arrays import Array
    from lapwing.arrays._perturb import Beyond

N = TypeVar("N", int, float)
B0 = TypeVar("B0", bound=Unbounded)
S0 = TypeVar("S0", bound=Unsized)
MA = TypeVar("MA", bound=AbsoluteDistance[Any])
M1 = TypeVar("M1", bound=L1Distance[Any])
M2 = TypeVar("M2", bound=L2Distance[Any])
ME = TypeVar("ME", bound=MaxDivergence | ZeroConcentratedDivergence)
ME_co = TypeVar("ME_co", bound=MaxDivergence | ZeroConcentratedDivergence, covariant=True)


@overload
def make_noise(
    input_domain: AtomDomain[N, B0], input_metric: MA, output_measure: ME, scale: Number | Free, k: int | None = None
) -> Measurement[AtomDomain[N, B0], MA, ME, N, Never]: ...
@overload
def make_noise(
    input_domain: VectorDomain[N, B0, S0],
    input_metric: M1,
    output_measure: MaxDivergence,
    scale: Number | Free,
    k: int | None = None,
) -> Measurement[VectorDomain[N, B0, S0], M1, MaxDivergence, Array, Never]: ...
@overload
def make_noise(
    input_domain: VectorDomain[N, B0, S0],
    input_metric: M2,
    output_measure: ZeroConcentratedDivergence,
    scale: Number | Free,
    k: int | None = None,
) -> Measurement[VectorDomain[N, B0, S0], M2, ZeroConcentratedDivergence, Array, Never]: ...
@constructor
def make_noise(
    input_domain: Any, input_metric: Any, output_measure: Any, scale: Number | Free, k: int | None = None
) -> Any:
    """Add the noise that the measure asks for: Laplace for MaxDivergence, Gaussian for ZeroConcentratedDivergence.

    `make_laplace` and `make_gaussian` say what it does to each kind of data.

    Map: `d_in/scale` or `d_in^2/(2*scale^2)` for integers. Floats have the maps of make_laplace and make_gaussian.

    Why: as for these.

    >>> from lapwing.prelude import ZeroConcentratedDivergence, space_of
    >>> (space_of(int) >> then_noise(ZeroConcentratedDivergence(), scale=10)).map(1)
    0.005
    """
    return additive("then_noise", family("then_noise", output_measure, scale), input_domain, input_metric, k)


class NoiseSpaces(Protocol[ME_co]):
    """A noise constructor that waits for its space, for the type checker: the release depends on the space."""

    @overload
    def __call__(
        self, input_domain: AtomDomain[N, B0], input_metric: MA, /
    ) -> Measurement[AtomDomain[N, B0], MA, ME_co, N, Never]: ...
    @overload
    def __call__(
        self: NoiseSpaces[MaxDivergence], input_domain: VectorDomain[N, B0, S0], input_metric: M1, /
    ) -> Measurement[VectorDomain[N, B0, S0], M1, MaxDivergence, Array, Never]: ...
    @overload
    def __call__(
        self: NoiseSpaces[ZeroConcentratedDivergence], input_domain: VectorDomain[N, B0, S0], input_metric: M2, /
    ) -> Measurement[VectorDomain[N, B0, S0], M2, ZeroConcentratedDivergence, Array, Never]: ...


class ThenNoise(Protocol):
    """The type of `then_noise`."""

    def __call__(self, output_measure: ME, scale: Number | Free, k: int | None = None) -> NoiseSpaces[ME]: ...


then_noise: ThenNoise = cast("ThenNoise", then(cast("Any", make_noise)))


def family(name: str, measure: object, scale: Number | Free) -> ZExpFamily[Any]:
    """The noise whose price is in this measure."""
    if measure == MaxDivergence():
        return ZExpFamily(1, scale)
    if measure == ZeroConcentratedDivergence():
        return ZExpFamily(2, scale)
    remedy = f"choose one of the two instead of {measure!r}"
    raise RequirementError(name, "the measure MaxDivergence() or ZeroConcentratedDivergence()", remedy)


def additive(
    name: str, noise: ZExpFamily[Any], domain: object, metric: Any, k: int | None
) -> Measurement[Any, Any, Any, Any, Any]:
    """A measurement that adds noise to a number or to each element of a vector."""
    check_fit(domain, metric)
    norm = L1Distance if noise.p == 1 else L2Distance
    atom = domain.atom if isinstance(domain, VectorDomain) and domain.element is domain.atom else domain
    if not isinstance(atom, AtomDomain) or atom.carrier not in (int, float):
        remedy = f"start from elements of the type int or float, instead of {domain!r}"
        raise RequirementError(name, "a number or a vector of numbers", remedy)
    wanted = norm if isinstance(domain, VectorDomain) else AbsoluteDistance
    if not isinstance(metric, wanted):
        remedy = f"measure this space by {wanted.__name__}, instead of {metric!r}"
        raise RequirementError(name, f"distances by {wanted.__name__}", remedy)
    release, distance = (on_floats if atom.carrier is float else on_integers)(noise, domain, read_k(k, atom.carrier))
    return Measurement(domain, metric, noise.measure, release, noise_loss(noise.p, noise.scale, distance))


def read_k(k: object, carrier: type) -> int | None:
    """The exponent of the grid. Integers have none."""
    if k is None:
        return None
    if isinstance(k, bool) or not isinstance(k, int):
        raise CarrierError("k", k, int)
    if carrier is int:
        raise OutOfRangeError("k", k, "left out, as integers stand on the grid of whole numbers")
    if not FINEST <= k <= COARSEST:
        raise OutOfRangeError("k", k, f"between {FINEST} and {COARSEST}")
    return k


Release = Callable[[Any], Any]


def on_integers(noise: ZExpFamily[Any], domain: Any, _: int | None) -> tuple[Release, Expr]:
    """The release of integers, and how far the noise sees two of them apart."""
    if isinstance(domain, AtomDomain):
        return lambda number: number + draw(noise.p, known(noise.scale)), D_IN
    # The type of the release is a matter of the declared bounds, never of the data at hand.
    saturate = domain.atom.bounds is None or fits_int64(domain.atom.bounds)

    def release(vector: Array) -> Array:
        from lapwing.arrays._perturb import add_to_integers

        scale = known(noise.scale)
        return add_to_integers(vector, draw(noise.p, scale, len(vector)), beyond(noise.p, scale), saturate=saturate)

    return release, D_IN


def on_floats(noise: ZExpFamily[Any], domain: Any, given: int | None) -> tuple[Release, Expr]:
    """The release of floats on a grid, and how far the noise sees two of them apart.

    Rounding to the nearest step, halves up, commutes with whole steps. So numbers d apart come to lie at most ceil(d)
    steps apart, and n numbers whose distances sum to D less than D + n steps. In the Euclidean norm the n roundings,
    each below one step, add less than sqrt(n) steps.
    """
    vector = isinstance(domain, VectorDomain)
    bits = VECTOR_BITS if vector else SCALAR_BITS
    if vector and domain.size is None and given is None:
        given = FINEST  # nothing bounds the number of roundings, so there must be none
    k = as_expr(given) if given is not None else NOISE_GRID(noise.scale, bits)
    if vector and given == FINEST:
        distance: Expr = D_IN  # every float is a multiple of 2^-1074
    elif not vector:
        distance = GRID_UP(D_IN, k)
    elif domain.size is None:
        remedy = f"start from VectorDomain(..., size=n), or give k={FINEST}, on whose grid all floats stand"
        raise RequirementError("noise on a grid of floats", "a known size", remedy)
    elif domain.size == 0:
        distance = constant(0)
    elif noise.p == 1:
        distance = choose(less_equal(D_IN, 0), 0, GRID_UP(D_IN, k) + (domain.size - 1) * GRID_STEP(k))
    else:
        distance = choose(less_equal(D_IN, 0), 0, D_IN + sqrt(domain.size) * GRID_STEP(k))

    def release(data: Any) -> Any:
        from lapwing.arrays._perturb import add_on_grid, nearest_step, step_float

        scale = known(noise.scale)
        exponent = grid_exponent(scale, bits) if given is None else given
        steps = scale / Fraction(2) ** exponent
        if vector:
            return add_on_grid(data, draw(noise.p, steps, len(data)), exponent, beyond(noise.p, steps))
        if not scale:
            return float(data)
        return step_float(nearest_step(read_datum(data, "the datum"), exponent) + draw(noise.p, steps), exponent)

    return release, distance


def fits_int64(bounds: tuple[int, int]) -> bool:
    """Whether int64 can hold everything between the bounds."""
    return bounds[0] >= -(1 << 63) and bounds[1] < 1 << 63


def draw(p: int, scale: Fraction, size: int | None = None) -> Any:
    """One noise, or a vector of them."""
    from lapwing.sampling import sample_discrete_gaussian, sample_discrete_laplace

    return (sample_discrete_laplace if p == 1 else sample_discrete_gaussian)(scale, size)


def beyond(p: int, scale: Fraction) -> Beyond:
    """Draws noise exactly, given that it lies at an end of int64 or beyond.

    Why: the Laplace law has no memory, so what is beyond the end is geometric. For the Gaussian, e^(-(m + y)²/(2s²)) is
    in proportion to e^(-my/s²) e^(-y²/(2s²)): a geometric proposal, accepted with probability e^(-y²/(2s²)).
    """

    def exactly(end: int) -> int:
        from lapwing.sampling import sample_bernoulli_exp, sample_geometric

        while True:
            extra = sample_geometric(scale if p == 1 else scale**2 / abs(end))
            if p == 1 or sample_bernoulli_exp(extra**2 / (2 * scale**2)):
                return end + extra if end > 0 else end - extra

    return exactly
