"""The sparse vector technique on a vector of scores: the first of them that is above a threshold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Never

from typing_extensions import TypeVar

from lapwing.core import Measurement, Unbounded, Unsized, constructor, then
from lapwing.domains import VectorDomain
from lapwing.errors import CarrierError, RequirementError
from lapwing.measurements._noisy_max import ratio, unless_still
from lapwing.measurements._parameters import D_IN, Parameter, known, read_scale
from lapwing.measures import MaxDivergence
from lapwing.metrics import LInfDistance
from lapwing.transformations._require import require_vector

if TYPE_CHECKING:
    from lapwing.arrays import Array

B0 = TypeVar("B0", bound=Unbounded)
S0 = TypeVar("S0", bound=Unsized)
MI = TypeVar("MI", bound=LInfDistance[Any])


@constructor
def make_above_threshold(
    input_domain: VectorDomain[int, B0, S0], input_metric: MI, threshold: int, scale: Parameter
) -> Measurement[VectorDomain[int, B0, S0], MI, MaxDivergence, int | None, Never]:
    """Release the index of the first score that is above a threshold, or None.

    The threshold gets discrete Laplace noise of the scale, once. Each score gets noise of its own, of twice the scale,
    or of the scale itself if the metric is monotonic. The first noisy score that is not below the noisy threshold is
    the one. The cost does not depend on the number of scores. Nothing but the index is released: the score at that
    index, or a second index, is a further release.

    Map: `2*d_in/scale`. With scale 0 it is `if(d_in <= 0, 0, inf)`.

    Why: let the noisy threshold move by d_in. Then every score before the index stays below it. The score at the index
    is still above if its noise moves by 2*d_in, or by d_in if all scores move in one direction. The first costs
    d_in/scale, and so does the second: Lyu, Su and Li, Understanding the Sparse Vector Technique for Differential
    Privacy (2017).

    >>> from lapwing.prelude import AtomDomain, LInfDistance, Space, VectorDomain, then_above_threshold
    >>> counts = Space(VectorDomain(AtomDomain(int)), LInfDistance(int, monotonic=True))
    >>> first = counts >> then_above_threshold(1000, scale=4)
    >>> first([3, 20, 5000, 7000]), first.map(1)
    (2, 0.5)
    """
    vectors = require_vector("then_above_threshold", input_domain, input_metric)
    if vectors.element != vectors.atom or vectors.atom.carrier is not int:
        remedy = f"start from elements of the type int, instead of {vectors.element!r}"
        raise RequirementError("then_above_threshold", "elements that are integers", remedy)
    if not isinstance(input_metric, LInfDistance):
        remedy = f"start from LInfDistance(int), instead of {input_metric!r}"
        raise RequirementError("then_above_threshold", "a metric that bounds the change of every score", remedy)
    if type(threshold) is not int:
        raise CarrierError("threshold", threshold, int)
    noise, factor = read_scale(scale, "zero or more"), 1 if input_metric.monotonic else 2

    def select(scores: Array) -> int | None:
        from lapwing.sampling import sample_discrete_laplace

        # One by one and as Python integers, for a vector of noise would saturate at the ends of int64. When this stops
        # tells the index, which is released anyway.
        limit = threshold + sample_discrete_laplace(known(noise))
        noisy = (score + sample_discrete_laplace(factor * known(noise)) for score in scores.tolist())
        return next((index for index, score in enumerate(noisy) if score >= limit), None)

    return Measurement(input_domain, input_metric, MaxDivergence(), select, unless_still(ratio(2 * D_IN, noise)))


then_above_threshold = then(make_above_threshold)
