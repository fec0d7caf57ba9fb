"""Geometric noise: integer Laplace noise with bounds on what comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Never, Protocol, cast, overload

from lapwing.core import Measurement, constructor, then
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.domains._atom import read_bounds
from lapwing.errors import RequirementError
from lapwing.exact import Number
from lapwing.maps import minimum
from lapwing.measurements._exp_family import ZExpFamily, noise_loss
from lapwing.measurements._noise import B0, M1, MA, S0, additive, draw
from lapwing.measurements._parameters import D_IN, Free, known, read_flag
from lapwing.measures import MaxDivergence

if TYPE_CHECKING:
    from lapwing.arrays import Array


@overload
def make_geometric(
    input_domain: AtomDomain[int, B0],
    input_metric: MA,
    scale: Number | Free,
    bounds: tuple[int, int] | None = None,
    constant_time: bool = False,
) -> Measurement[AtomDomain[int, B0], MA, MaxDivergence, int, Never]: ...
@overload
def make_geometric(
    input_domain: VectorDomain[int, B0, S0],
    input_metric: M1,
    scale: Number | Free,
    bounds: tuple[int, int] | None = None,
    constant_time: bool = False,
) -> Measurement[VectorDomain[int, B0, S0], M1, MaxDivergence, Array, Never]: ...
@constructor
def make_geometric(
    input_domain: Any,
    input_metric: Any,
    scale: Number | Free,
    bounds: tuple[int, int] | None = None,
    constant_time: bool = False,
) -> Any:
    """Add two-sided geometric noise to an integer, or to each element of a vector of integers.

    The law is that of `make_laplace` on integers. With bounds, the datum is clamped before the noise and the result
    after it. With `constant_time`, which needs bounds, a number goes through the same steps whatever it is and whatever
    the noise, but for events of a probability below 2^-90. How long Python takes for a step on long integers is not in
    its hands, so choose bounds within 2^60.

    Map: `d_in/scale`. With bounds w apart, `min(d_in, w)/scale`, or for n elements `min(d_in, n*w)/scale`.

    Why: the difference of two geometric variables has the discrete Laplace law. Clamping before the noise brings no two
    data apart, and none further apart than the bounds. Clamping after it is post-processing.

    >>> from lapwing.prelude import space_of
    >>> rating = space_of(int) >> then_geometric(scale=2, bounds=(0, 5))
    >>> rating.map(1), rating.map(100)
    (0.5, 2.5)
    >>> 0 <= rating(4) <= 5
    True
    """
    name = "then_geometric"
    atom = input_domain.atom if isinstance(input_domain, VectorDomain) else input_domain
    if not isinstance(atom, AtomDomain) or atom.carrier is not int:
        raise RequirementError(
            name, "an integer or a vector of integers", f"start from AtomDomain(int), instead of {input_domain!r}"
        )
    noise = ZExpFamily(1, scale)
    plain = additive(name, noise, input_domain, input_metric, None)
    steady = read_flag(constant_time, "constant_time")
    if bounds is None:
        if steady:
            raise RequirementError(f"{name}(..., constant_time=True)", "bounds", "give bounds=(lower, upper)")
        return plain
    lower, upper = read_bounds(int, bounds)
    distance = D_IN
    if isinstance(input_domain, AtomDomain):
        distance = minimum(distance, upper - lower)
    elif input_domain.size is not None:
        distance = minimum(distance, input_domain.size * (upper - lower))
    move = even_clamp if steady else clamp

    def release_one(number: int) -> int:
        return move(move(number, lower, upper) + draw(1, known(noise.scale)), lower, upper)

    def release_all(vector: Array) -> Array:
        from lapwing.arrays import clamp_vector
        from lapwing.arrays._admit import as_object_array
        from lapwing.arrays._perturb import exact_sums
        from lapwing.measurements._noise import beyond

        exact = known(noise.scale)
        moved, drawn = clamp_vector(vector, (lower, upper)), draw(1, exact, len(vector))
        room = 1 << 61
        if moved.dtype == drawn.dtype == int and lower >= -room and upper <= room:
            # Clamped noise is enough: what goes beyond the width of the bounds ends at a bound either way. It is at
            # most 2^62 in size, so the sum fits int64.
            drawn = drawn.clip(lower - upper, upper - lower)
            return clamp_vector(moved + drawn, (lower, upper))
        sums = as_object_array(exact_sums(moved.tolist(), drawn, beyond(1, exact)))
        return clamp_vector(sums, (lower, upper))

    release: Any = release_one if isinstance(input_domain, AtomDomain) else release_all
    return Measurement(input_domain, input_metric, MaxDivergence(), release, noise_loss(1, noise.scale, distance))


class GeometricSpaces(Protocol):
    """A geometric constructor that waits for its space, for the type checker: the release depends on the space."""

    @overload
    def __call__(
        self, input_domain: AtomDomain[int, B0], input_metric: MA, /
    ) -> Measurement[AtomDomain[int, B0], MA, MaxDivergence, int, Never]: ...
    @overload
    def __call__(
        self, input_domain: VectorDomain[int, B0, S0], input_metric: M1, /
    ) -> Measurement[VectorDomain[int, B0, S0], M1, MaxDivergence, Array, Never]: ...


class ThenGeometric(Protocol):
    """The type of `then_geometric`."""

    def __call__(
        self, scale: Number | Free, bounds: tuple[int, int] | None = None, constant_time: bool = False
    ) -> GeometricSpaces: ...


then_geometric: ThenGeometric = cast("ThenGeometric", then(cast("Any", make_geometric)))


def clamp(number: int, lower: int, upper: int) -> int:
    """The number between two bounds that is nearest."""
    return min(max(number, lower), upper)


def even_clamp(number: int, lower: int, upper: int) -> int:
    """The same without a branch: a comparison becomes a mask of all ones or all zeros."""
    number += (lower - number) & -(number < lower)
    return number + ((upper - number) & -(number > upper))
