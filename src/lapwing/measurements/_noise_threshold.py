"""Noise with a threshold on mappings: the general form, and what both thresholded mechanisms share."""

from __future__ import annotations

from typing import Any, Never, Protocol, cast, overload

from typing_extensions import TypeVar

from lapwing.core import Measurement, constructor, then
from lapwing.core._space import check_fit
from lapwing.domains import AtomDomain, MapDomain
from lapwing.errors import RequirementError
from lapwing.exact import Number
from lapwing.measurements._exp_family import ZExpFamily, threshold_losses
from lapwing.measurements._noise import beyond, draw
from lapwing.measurements._parameters import Free, known, read_number
from lapwing.measures import Approximate, MaxDivergence, ZeroConcentratedDivergence
from lapwing.metrics import L01InfDistance, L02InfDistance

K = TypeVar("K")
ML01 = TypeVar("ML01", bound=L01InfDistance[Any])
ML02 = TypeVar("ML02", bound=L02InfDistance[Any])

# These types have one order that all their values share. Others may have none, or one that depends on how a value was
# made.
SORTED = (bool, int, float, str, bytes)


@overload
def make_noise_threshold(
    input_domain: MapDomain[K, int],
    input_metric: ML01,
    output_measure: Approximate[MaxDivergence],
    scale: Number | Free,
    threshold: Number | Free,
) -> Measurement[MapDomain[K, int], ML01, Approximate[MaxDivergence], dict[K, int], Never]: ...
@overload
def make_noise_threshold(
    input_domain: MapDomain[K, int],
    input_metric: ML02,
    output_measure: Approximate[ZeroConcentratedDivergence],
    scale: Number | Free,
    threshold: Number | Free,
) -> Measurement[MapDomain[K, int], ML02, Approximate[ZeroConcentratedDivergence], dict[K, int], Never]: ...
@constructor
def make_noise_threshold(
    input_domain: Any, input_metric: Any, output_measure: Any, scale: Number | Free, threshold: Number | Free
) -> Any:
    """Add the noise that the measure asks for to each value of a mapping, and release the pairs beyond the threshold.

    Approximate(MaxDivergence()) asks for Laplace noise, Approximate(ZeroConcentratedDivergence()) for Gaussian noise.
    `make_laplace_threshold` and `make_gaussian_threshold` say more.

    Map: that of make_laplace_threshold or make_gaussian_threshold.

    Why: as for these.

    >>> from lapwing.prelude import Approximate, MaxDivergence, space_of
    >>> histogram = space_of(dict[str, int]) >> then_noise_threshold(Approximate(MaxDivergence()), 1, 20)
    >>> histogram.map((1, 1, 1))
    (1.0, 1.5068...e-09)
    """
    name = "then_noise_threshold"
    inner = output_measure.inner if isinstance(output_measure, Approximate) else None
    if not isinstance(inner, MaxDivergence | ZeroConcentratedDivergence):
        remedy = f"choose one of the two instead of {output_measure!r}"
        raise RequirementError(
            name, "Approximate(MaxDivergence()) or Approximate(ZeroConcentratedDivergence())", remedy
        )
    p = 1 if isinstance(inner, MaxDivergence) else 2
    return thresholded(name, ZExpFamily(p, scale), input_domain, input_metric, threshold)


class LaplaceThresholdSpaces(Protocol):
    """Thresholded Laplace noise that waits for its space, for the type checker."""

    def __call__(
        self, input_domain: MapDomain[K, int], input_metric: ML01, /
    ) -> Measurement[MapDomain[K, int], ML01, Approximate[MaxDivergence], dict[K, int], Never]: ...


class GaussianThresholdSpaces(Protocol):
    """Thresholded Gaussian noise that waits for its space, for the type checker."""

    def __call__(
        self, input_domain: MapDomain[K, int], input_metric: ML02, /
    ) -> Measurement[MapDomain[K, int], ML02, Approximate[ZeroConcentratedDivergence], dict[K, int], Never]: ...


class ThenNoiseThreshold(Protocol):
    """The type of `then_noise_threshold`: the measure chooses the noise, and the noise the metric."""

    @overload
    def __call__(
        self, output_measure: Approximate[MaxDivergence], scale: Number | Free, threshold: Number | Free
    ) -> LaplaceThresholdSpaces: ...
    @overload
    def __call__(
        self, output_measure: Approximate[ZeroConcentratedDivergence], scale: Number | Free, threshold: Number | Free
    ) -> GaussianThresholdSpaces: ...


then_noise_threshold: ThenNoiseThreshold = cast("ThenNoiseThreshold", then(cast("Any", make_noise_threshold)))


def thresholded(
    name: str, noise: ZExpFamily[Any], domain: Any, metric: Any, threshold: Number | Free
) -> Measurement[Any, Any, Any, Any, Any]:
    """A measurement that adds noise to the values of a mapping and drops what does not pass the threshold."""
    check_fit(domain, metric)
    values = domain.value_domain if isinstance(domain, MapDomain) else None
    if not isinstance(values, AtomDomain) or values.carrier is not int:
        remedy = f"start from MapDomain(AtomDomain(...), AtomDomain(int)), instead of {domain!r}"
        raise RequirementError(name, "a mapping from keys to integers", remedy)
    wanted = L01InfDistance if noise.p == 1 else L02InfDistance
    if not isinstance(metric, wanted):
        remedy = f"measure this space by {wanted.__name__}, instead of {metric!r}"
        raise RequirementError(name, f"distances by {wanted.__name__}", remedy)
    limit = read_number(threshold, "threshold")
    carrier = domain.key_domain.carrier

    def release(histogram: dict[Any, int]) -> dict[Any, int]:
        from lapwing.arrays._perturb import beyond_threshold

        scale = known(noise.scale)
        kept = beyond_threshold(
            histogram, lambda size: draw(noise.p, scale, size), known(limit), beyond(noise.p, scale)
        )
        if carrier not in SORTED:
            return {key: kept[key] for key in shuffled(list(kept))}
        if carrier is float or set(map(type, kept)) != {carrier}:
            kept = {plain(key, carrier): value for key, value in kept.items()}
        return {key: kept[key] for key in sorted(kept)}

    measure: Any = Approximate(noise.measure)
    losses = threshold_losses(noise.p, noise.scale, limit)
    return Measurement(domain, metric, measure, release, losses)


def plain(key: Any, carrier: type) -> Any:
    """The key as a value of its type and nothing else: no -0.0, no memory of another number, no subclass.

    The metric takes such keys for one, so the release must not tell them apart.
    """
    if carrier is float:
        return key + 0.0
    if carrier is str:
        return str.__str__(key)
    return b"".join((key,)) if carrier is bytes else key


def shuffled(keys: list[Any]) -> list[Any]:
    """The keys in a random order, each with the same probability, so that it tells nothing."""
    from lapwing.sampling import sample_uniform_below

    for last in range(len(keys) - 1, 0, -1):
        other = sample_uniform_below(last + 1)
        keys[last], keys[other] = keys[other], keys[last]
    return keys
