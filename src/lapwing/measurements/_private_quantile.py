"""A quantile, selected among candidates."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Never, cast

from typing_extensions import TypeVar

from lapwing.core import DatasetMetric, Measurement, SizedMetric, Unbounded, Unsized, Vector, constructor, then
from lapwing.domains import VectorDomain
from lapwing.maps import Expr, Param, as_expr, maximum
from lapwing.measurements._noisy_max import (
    ME,
    exponential_cost,
    ratio,
    require_measure,
    select_in_turn,
    unless_still,
)
from lapwing.measurements._parameters import Parameter, known, read_scale
from lapwing.transformations._quantile_scores import quantile_scores, read_candidates, read_share, record_change
from lapwing.transformations._require import require_numbers, require_records, require_vector

if TYPE_CHECKING:
    from lapwing.arrays import Array

N = TypeVar("N", int, float)
B0 = TypeVar("B0", bound=Unbounded)
S0 = TypeVar("S0", bound=Unsized)
M0 = TypeVar("M0", bound=DatasetMetric[int] | SizedMetric[int])


@constructor
def make_private_quantile(
    input_domain: VectorDomain[N, B0, S0],
    input_metric: M0,
    output_measure: ME,
    candidates: Vector[N],
    alpha: Parameter,
    scale: Parameter,
) -> Measurement[VectorDomain[N, B0, S0], M0, ME, N, Never]:
    """Select a candidate near the alpha-quantile of the data, by the exponential mechanism.

    The probability of a candidate is in proportion to e^(-s/scale), where s = |(1 - alpha)*L - alpha*G| if L data are
    below it and G are above: so many records it is off, by weight. NaN is neither below nor above. Candidates rise
    strictly; alpha lies in [0, 1], and 0.5 is the median. Without data all candidates are alike.

    Under MaxDivergence, permute-and-flip on `then_quantile_scores(candidates, alpha)` selects no worse at equal cost.

    Map: with MaxDivergence `2*m*d_in/scale`, m the larger of alpha and 1 - alpha. With a known size it is
    `2*floor(d_in/2)/scale` for the metrics that add and remove, and `2*d_in/scale` for those that change records. For
    alpha 0 or 1 it is half as much. With ZeroConcentratedDivergence it is the square of that, divided by 8. With scale
    0 it is `if(d_in <= 0, 0, inf)`.

    Why: see `then_quantile_scores` for how far s can move, and `then_noisy_max` for what that costs. For alpha 0 or 1 a
    record moves all s in one direction, so that its cost is that of a monotonic change. The ranges of the losses of
    d_in records add up.

    >>> from lapwing.prelude import MaxDivergence, space_of, then_private_quantile
    >>> median = space_of(list[int]) >> then_private_quantile(MaxDivergence(), range(0, 121, 5), alpha=0.5, scale=2)
    >>> median([39] * 500 + [41] * 500), median.map(1)
    (40, 0.5)
    """
    domain = require_vector("then_private_quantile", input_domain, input_metric)
    element = require_numbers("then_private_quantile", domain)
    require_records("then_private_quantile", input_metric)
    require_measure("then_private_quantile", output_measure)
    marks = read_candidates("then_private_quantile", candidates, element.carrier)
    share = alpha if isinstance(alpha, Param) else read_share(alpha)
    noise = read_scale(scale, "zero or more")

    def select(data: Array) -> N:
        from lapwing.arrays import _selection as arrays

        split = known(share)
        scores = arrays.whole_vector(quantile_scores(data, marks, split))
        # The scores are integers, in units of 1/b of a record for alpha = a/b.
        (index,) = select_in_turn(scores, known(noise) * split.denominator, 1, negate=True)
        return cast("N", marks[index])

    moved = record_change(input_metric, domain.size, larger_side(share))
    spread = ratio(moved if share in (0, 1) else 2 * moved, noise)
    return Measurement(
        input_domain, input_metric, output_measure, select, unless_still(exponential_cost(output_measure, spread))
    )


then_private_quantile = then(make_private_quantile)


def larger_side(share: Fraction | Param) -> Fraction | Expr:
    """The larger of alpha and 1 - alpha."""
    if isinstance(share, Param):
        return maximum(as_expr(share), 1 - as_expr(share))
    return max(share, 1 - share)
