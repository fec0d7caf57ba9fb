"""Permute-and-flip: the index of a high score, never a worse choice than the exponential mechanism at the same ε."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Never

from lapwing.core import Measurement, Sized, constructor, then
from lapwing.domains import VectorDomain
from lapwing.maps import INFINITY, Expr, exp
from lapwing.measurements._noisy_max import (
    B0,
    ME,
    MI,
    N,
    loss_range,
    require_measure,
    require_scores,
    steps_behind,
    unless_still,
    weights,
)
from lapwing.measurements._parameters import Parameter, known, read_flag, read_scale
from lapwing.measures import MaxDivergence

if TYPE_CHECKING:
    from collections.abc import Callable

    from flint import arb

    from lapwing.arrays import Array
    from lapwing.sampling._entropy import Stream

COIN_BITS = 64


@constructor
def make_permute_and_flip(
    input_domain: VectorDomain[N, B0, Sized],
    input_metric: MI,
    output_measure: ME,
    scale: Parameter,
    *,
    negate: bool = False,
) -> Measurement[VectorDomain[N, B0, Sized], MI, ME, int, Never]:
    """Select the index of a high score by permute-and-flip.

    Candidates come up in a random order. The first whose coin shows heads is selected; the coin of index i does so with
    probability e^((score_i - highest)/scale). This is also the law of the index of the highest score after exponential
    noise. `negate` selects a low score. Scale 0 selects among the highest scores, each alike. Infinite scores and NaN
    are treated as `then_noisy_max` does.

    Map: with MaxDivergence `2*d_in/scale`, or `d_in/scale` if the metric is monotonic. With ZeroConcentratedDivergence,
    and e for that cost, e*tanh(e/2): `(2*d_in/scale)*(exp(2*d_in/scale) - 1)/(exp(2*d_in/scale) + 1)` or
    `(d_in/scale)*(exp(d_in/scale) - 1)/(exp(d_in/scale) + 1)`. With scale 0 it is `if(d_in <= 0, 0, inf)`.

    Why: McKenna and Sheldon, Permute-and-Flip: A New Mechanism for Differentially Private Selection (2020), for the
    pure cost e, which two candidates reach. Two laws in e-DP of each other come from the two laws of randomised
    response with e, by post-processing (Kairouz, Oh and Viswanath, 2015). Their Rényi divergence of order a is
    ln(cosh((2a - 1)e/2)/cosh(e/2))/(a - 1). As ln(cosh(sqrt(x))) is concave, that is at most a*e*tanh(e/2). It is a
    little less than e²/2, and no r²/8 holds here: with two candidates and a small e the cost comes near e²/2.

    >>> from lapwing.prelude import AtomDomain, LInfDistance, MaxDivergence, Space, VectorDomain, then_permute_and_flip
    >>> votes = Space(VectorDomain(AtomDomain(int), size=3), LInfDistance(int, monotonic=True))
    >>> winner = votes >> then_permute_and_flip(MaxDivergence(), scale=2)
    >>> winner([10, 500, 20]), winner.map(1)
    (1, 0.5)
    """
    require_scores("then_permute_and_flip", input_domain, input_metric)
    require_measure("then_permute_and_flip", output_measure)
    noise, low = read_scale(scale, "zero or more"), read_flag(negate, "negate")

    def select(scores: Array) -> int:
        from lapwing.arrays import _selection as arrays
        from lapwing.sampling._entropy import open_stream
        from lapwing.sampling._uniform import uniform_below

        # The order is independent of the coins, so the first of the heads is any of them, each alike.
        groups, stream = next(arrays.grouped(scores, negate=low)), open_stream()
        heads: list[int] = []
        if known(noise) and len(groups.counts) > 1:
            steps, unit = steps_behind(groups.scores, known(noise))
            heads = flip_coins(steps[1:], unit, groups.counts[1:], stream)
        # The best come first, and their coins always show heads.
        chosen = uniform_below(groups.counts[0] + len(heads), stream)
        ahead = chosen - groups.counts[0]
        return int(groups.members[chosen if ahead < 0 else groups.counts[0] + heads[ahead]])

    spread = loss_range(input_metric, noise)
    cost = spread if isinstance(output_measure, MaxDivergence) else concentrated(spread)
    return Measurement(input_domain, input_metric, output_measure, select, unless_still(cost))


then_permute_and_flip = then(make_permute_and_flip)


def concentrated(epsilon: Expr) -> Expr:
    """The least ρ for which every ε-DP mechanism is ρ-zCDP: ε*tanh(ε/2)."""
    return INFINITY if epsilon == INFINITY else epsilon * (exp(epsilon) - 1) / (exp(epsilon) + 1)


def flip_coins(steps: list[int], unit: Fraction, counts: list[int], stream: Stream, bits: int = COIN_BITS) -> list[int]:
    """The places of the coins that show heads. There are so many of each kind; one shows heads for e^(-step*unit)."""
    from lapwing.arrays import _selection as arrays
    from lapwing.sampling._certified import exp_minus, locate

    thresholds = first_bits(weights(steps, unit), bits)
    heads, tied = arrays.flips(stream.take(sum(counts) * bits // 8), thresholds, counts, bits)
    for place, kind in tied:
        if locate(exp_minus(steps[kind] * unit), thresholds[kind], bits, stream) == 0:
            heads.append(place)
    return heads


def first_bits(chances: Callable[[], list[arb]], bits: int) -> list[int]:
    """The first bits of probabilities below 1, proven by enclosures."""
    from flint import arb

    from lapwing.exact._enclosure import working_precision
    from lapwing.sampling._certified import floors

    with working_precision(2 * bits):
        whole = arb(1 << bits)
        cells = [(chance * whole).floor().unique_fmpz() for chance in chances()]
    found = [int(cell) for cell in cells if cell is not None]
    return found if len(found) == len(cells) else floors(chances, bits)  # which goes on with more precision
