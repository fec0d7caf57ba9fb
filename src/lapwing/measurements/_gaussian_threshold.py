"""Gaussian noise with a threshold: a histogram over keys that nobody listed beforehand, priced in ρ."""

from __future__ import annotations

from typing import Any, Never, cast

from lapwing.core import Measurement, constructor, then
from lapwing.domains import MapDomain
from lapwing.exact import Number
from lapwing.measurements._exp_family import ZExpFamily
from lapwing.measurements._noise_threshold import ML02, K, thresholded
from lapwing.measurements._parameters import Free
from lapwing.measures import Approximate, ZeroConcentratedDivergence


@constructor
def make_gaussian_threshold(
    input_domain: MapDomain[K, int], input_metric: ML02, scale: Number | Free, threshold: Number | Free
) -> Measurement[MapDomain[K, int], ML02, Approximate[ZeroConcentratedDivergence], dict[K, int], Never]:
    """Add discrete Gaussian noise to each value of a mapping, and release the pairs above the threshold.

    What passes, what is dropped, and the order of the release are as for `make_laplace_threshold`.

    Map: let s = min(floor(l2^2), l0*floor(linf)^2), the largest sum of squared changes. ρ is s/(2*scale^2). δ is the
    probability that one of min(l0, s) keys passes that only one of two neighbours holds: `(min(floor(l2^2),
    l0*floor(linf)^2)/(2*scale^2), if(min(floor(l2^2), l0*floor(linf)^2) <= 0, 0,
    at_least_once(gaussian_upper_sum(scale, threshold_gap(threshold, min(floor(l2), floor(l2^2), floor(linf),
    l0*floor(linf)^2)))/gaussian_sum(scale), min(floor(l2^2), l0, l0*floor(linf)^2))))`. Here gaussian_upper_sum(σ, t)
    sums e^(-z²/(2σ²)) over all whole numbers z above t, and gaussian_sum(σ) over all of them.

    Why: as for `make_laplace_threshold`, with the price of the discrete Gaussian. Given that no such key passes, both
    releases come from the keys that both neighbours hold.

    >>> from lapwing.prelude import AbsoluteDistance, L02InfDistance, space_of
    >>> words = space_of(dict[str, int], L02InfDistance(AbsoluteDistance(int))) >> then_gaussian_threshold(10, 80)
    >>> words.map((1, 1.0, 1))
    (0.005, 9.0805...e-16)
    """
    built = thresholded("then_gaussian_threshold", ZExpFamily(2, scale), input_domain, input_metric, threshold)
    return cast("Measurement[Any, Any, Any, Any, Never]", built)


then_gaussian_threshold = then(make_gaussian_threshold)
