"""Laplace noise with a threshold: a histogram over keys that nobody listed beforehand."""

from __future__ import annotations

from typing import Any, Never, cast

from lapwing.core import Measurement, constructor, then
from lapwing.domains import MapDomain
from lapwing.exact import Number
from lapwing.measurements._exp_family import ZExpFamily
from lapwing.measurements._noise_threshold import ML01, K, thresholded
from lapwing.measurements._parameters import Free
from lapwing.measures import Approximate, MaxDivergence


@constructor
def make_laplace_threshold(
    input_domain: MapDomain[K, int], input_metric: ML01, scale: Number | Free, threshold: Number | Free
) -> Measurement[MapDomain[K, int], ML01, Approximate[MaxDivergence], dict[K, int], Never]:
    """Add discrete Laplace noise to each value of a mapping, and release the pairs above the threshold.

    A pair passes if its noisy value is strictly greater than the threshold; for a negative threshold, if it is strictly
    less. Values of 0 are dropped before the noise, as the metric takes a missing key for a 0. The release is sorted by
    key, or in random order where keys have no order of their own. Keys that Python holds equal are one key. Numbers and
    texts are released in one form; keys of other types as the data hold them, so don't mix (1,) with (True,) in data.

    Map: let s = min(floor(l1), l0*floor(linf)), the largest total change. ε is s/scale. δ is the probability that one
    of min(l0, s) keys passes that only one of two neighbours holds, each with a value of at most min(floor(linf), s):
    `(min(floor(l1), l0*floor(linf))/scale, if(min(floor(l1), l0*floor(linf)) <= 0, 0,
    at_least_once(exp((-threshold_gap(threshold, min(floor(l1), floor(linf), l0*floor(linf))) - 1)/scale)/(exp(-1/scale)
    + 1), min(floor(l1), l0, l0*floor(linf)))))`. Here at_least_once(p, n) is 1 - (1 - p)^n, and threshold_gap(t, linf)
    is t - linf. A threshold that is smaller than linf is an error. Scale 0 costs (∞, 1) unless s is 0.

    Why: Theorem 7 of Rogers, A Unifying Privacy Analysis Framework for Unknown Domain Algorithms in Differential
    Privacy (2023). P[Z > t] is e^(-t/b)/(e^(1/b) + 1). Integers differ by whole units, so no more than s of them
    differ.

    >>> from lapwing.prelude import space_of
    >>> words = space_of(dict[str, int]) >> then_laplace_threshold(scale=1, threshold=20)
    >>> words.map((1, 1, 1))
    (1.0, 1.5068...e-09)
    >>> words({"seen by one": 1, "seen by all": 1000}).keys()
    dict_keys(['seen by all'])
    """
    built = thresholded("then_laplace_threshold", ZExpFamily(1, scale), input_domain, input_metric, threshold)
    return cast("Measurement[Any, Any, Any, Any, Never]", built)


then_laplace_threshold = then(make_laplace_threshold)
