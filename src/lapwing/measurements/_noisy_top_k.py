"""The exponential mechanism, time after time: the indices of k high scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Never

from lapwing.core import Measurement, Sized, constructor, then
from lapwing.domains import VectorDomain
from lapwing.errors import CarrierError, OutOfRangeError
from lapwing.measurements._noisy_max import (
    B0,
    ME,
    MI,
    N,
    exponential_cost,
    loss_range,
    require_measure,
    require_scores,
    select_in_turn,
    unless_still,
)
from lapwing.measurements._parameters import Parameter, known, read_flag, read_scale

if TYPE_CHECKING:
    from lapwing.arrays import Array


@constructor
def make_noisy_top_k(
    input_domain: VectorDomain[N, B0, Sized],
    input_metric: MI,
    output_measure: ME,
    k: int,
    scale: Parameter,
    *,
    negate: bool = False,
) -> Measurement[VectorDomain[N, B0, Sized], MI, ME, tuple[int, ...], Never]:
    """Select the indices of k high scores, by the exponential mechanism k times.

    Each round selects as `then_noisy_max` does, among those that are left. The indices come in the order of the rounds.
    This is also the law of the k highest scores, in order, after Gumbel noise on each.

    Map: with MaxDivergence `2*k*d_in/scale`, or `k*d_in/scale` if the metric is monotonic; with
    ZeroConcentratedDivergence k times `d_in^2/(2*scale^2)`, or k times `d_in^2/(8*scale^2)`. Where k is the number of
    candidates the last round has no choice and is free. With scale 0 it is `if(d_in <= 0, 0, inf)`.

    Why: a round, given the rounds before it, is an exponential mechanism on the scores that are left. The costs of the
    rounds add up. Durfee and Rogers, Practical Differentially Private Top-k Selection with Pay-what-you-get Composition
    (2019), show that noise on all scores at once gives the same law.

    >>> from lapwing.prelude import AtomDomain, LInfDistance, Space, VectorDomain, ZeroConcentratedDivergence
    >>> from lapwing.prelude import then_noisy_top_k
    >>> votes = Space(VectorDomain(AtomDomain(int), size=4), LInfDistance(int, monotonic=True))
    >>> winners = votes >> then_noisy_top_k(ZeroConcentratedDivergence(), k=2, scale=1)
    >>> winners([10, 500, 20, 900]), winners.map(1)
    ((3, 1), 0.25)
    """
    size = require_scores("then_noisy_top_k", input_domain, input_metric)
    require_measure("then_noisy_top_k", output_measure)
    rounds, noise, low = read_rounds(k, size), read_scale(scale, "zero or more"), read_flag(negate, "negate")

    def select(scores: Array) -> tuple[int, ...]:
        return select_in_turn(scores, known(noise), rounds, negate=low)

    costly = max(1, min(rounds, size - 1))
    cost = costly * exponential_cost(output_measure, loss_range(input_metric, noise))
    return Measurement(input_domain, input_metric, output_measure, select, unless_still(cost))


then_noisy_top_k = then(make_noisy_top_k)


def read_rounds(k: object, size: int) -> int:
    """How many indices to select: no more than there are."""
    if type(k) is not int:
        raise CarrierError("k", k, int)
    if not 1 <= k <= size:
        raise OutOfRangeError("k", k, f"at least 1 and at most {size}, the number of candidates")
    return k
