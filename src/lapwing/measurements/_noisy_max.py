"""The exponential mechanism: the index of a high score. And what all selections share."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Never

from typing_extensions import TypeVar

from lapwing.core import Measurement, Sized, Unbounded, constructor, then
from lapwing.domains import VectorDomain
from lapwing.errors import PartError, RequirementError
from lapwing.maps import INFINITY, Expr, as_expr, choose, less_equal
from lapwing.measurements._parameters import D_IN, Free, Parameter, known, read_flag, read_scale
from lapwing.measures import MaxDivergence, ZeroConcentratedDivergence
from lapwing.metrics import LInfDistance
from lapwing.transformations._require import require_numbers, require_vector

if TYPE_CHECKING:
    from flint import arb

    from lapwing.arrays import Array
    from lapwing.arrays._selection import Groups
    from lapwing.sampling._entropy import Stream

N = TypeVar("N", int, float)
B0 = TypeVar("B0", bound=Unbounded)
MI = TypeVar("MI", bound=LInfDistance[Any])
ME = TypeVar("ME", bound=MaxDivergence | ZeroConcentratedDivergence)

WORD_BITS = 128  # of the uniform number that decides. With probability 2^-64 or so it takes more of them.
MORE_BITS = 64


@constructor
def make_noisy_max(
    input_domain: VectorDomain[N, B0, Sized],
    input_metric: MI,
    output_measure: ME,
    scale: Parameter,
    *,
    negate: bool = False,
) -> Measurement[VectorDomain[N, B0, Sized], MI, ME, int, Never]:
    """Select the index of a high score by the exponential mechanism.

    Index i has a probability in proportion to e^(score_i/scale). This is also the law of the index of the highest score
    after Gumbel noise. `negate` selects a low score. Scale 0 selects among the highest scores, each alike.

    Scores are exact, floats as well. Unbounded floats may hold other scores than finite ones: the better infinity wins,
    the worse one is selected if no score is finite, and NaN if there is nothing else.

    Map: with MaxDivergence `2*d_in/scale`, or `d_in/scale` if the metric is monotonic; with ZeroConcentratedDivergence
    `d_in^2/(2*scale^2)`, or `d_in^2/(8*scale^2)` if it is monotonic. With scale 0 it is `if(d_in <= 0, 0, inf)`.

    Why: the logarithm of the ratio of the two probabilities of index i is (score_i - score'_i)/scale and a term that is
    the same for all i. So it ranges over an interval of width r = 2*d_in/scale, or d_in/scale if all differences have
    one sign. The interval holds 0, so no loss exceeds r. A loss of range r is r²/8-zCDP by Hoeffding's lemma: Cesar and
    Rogers, Bounding, Concentrating, and Truncating (2021). The loss of permute-and-flip has no such range.

    >>> from lapwing.prelude import AtomDomain, LInfDistance, MaxDivergence, Space, VectorDomain, then_noisy_max
    >>> votes = Space(VectorDomain(AtomDomain(int), size=3), LInfDistance(int, monotonic=True))
    >>> winner = votes >> then_noisy_max(MaxDivergence(), scale=2)
    >>> winner([10, 500, 20]), winner.map(1)
    (1, 0.5)
    """
    require_scores("then_noisy_max", input_domain, input_metric)
    require_measure("then_noisy_max", output_measure)
    noise, low = read_scale(scale, "zero or more"), read_flag(negate, "negate")

    def select(scores: Array) -> int:
        (index,) = select_in_turn(scores, known(noise), 1, negate=low)
        return index

    cost = exponential_cost(output_measure, loss_range(input_metric, noise))
    return Measurement(input_domain, input_metric, output_measure, select, unless_still(cost))


then_noisy_max = then(make_noisy_max)


# --- what selections ask for ------------------------------------------------------------------------------------------


def require_scores(constructor: str, domain: object, metric: object) -> int:
    """The number of candidates, if the space is one of score vectors of a known length."""
    vectors = require_vector(constructor, domain, metric)
    require_numbers(constructor, vectors)
    if not isinstance(metric, LInfDistance):
        remedy = f"start from LInfDistance(int) or LInfDistance(float), instead of {metric!r}"
        raise RequirementError(constructor, "a metric that bounds the change of every score", remedy)
    if not vectors.size:
        remedy = "start from VectorDomain(..., size=n) with n >= 1"
        raise RequirementError(constructor, "a known number of candidates, one or more", remedy)
    return vectors.size


def require_measure(constructor: str, measure: object) -> None:
    """Refuse a measure in which no cost of a selection is known."""
    if not isinstance(measure, MaxDivergence | ZeroConcentratedDivergence):
        raise PartError(constructor, "output_measure", measure, "MaxDivergence() or ZeroConcentratedDivergence()")


# --- costs ------------------------------------------------------------------------------------------------------------


def loss_range(metric: LInfDistance[Any], scale: Fraction | Free) -> Expr:
    """How far the losses of two candidates can be apart, for scores at most d_in apart."""
    return ratio(D_IN if metric.monotonic else 2 * D_IN, scale)


def ratio(distance: Expr, scale: Fraction | Free) -> Expr:
    """The distance in units of the scale."""
    return INFINITY if scale == 0 else distance / as_expr(scale)


def exponential_cost(measure: object, spread: Expr) -> Expr:
    """The cost of the exponential mechanism, from the range of its loss."""
    return spread if isinstance(measure, MaxDivergence) else spread**2 / 8


def unless_still(cost: Expr) -> Expr:
    """The cost; for an infinite one, nothing if the data are the same."""
    return choose(less_equal(D_IN, 0), 0, INFINITY) if cost == INFINITY else cost


# --- exact draws ------------------------------------------------------------------------------------------------------


def select_in_turn(scores: Array, scale: Fraction, rounds: int, *, negate: bool) -> tuple[int, ...]:
    """Select one index after the other by the exponential mechanism, each time among those that are left."""
    from lapwing.arrays import _selection as arrays
    from lapwing.sampling._entropy import open_stream

    stream = open_stream()
    drawn: tuple[int, ...] = ()
    for groups in arrays.grouped(scores, negate=negate):
        drawn += draw_in_turn(groups, scale, min(rounds - len(drawn), len(groups.members)), stream)
        if len(drawn) == rounds:
            break
    return drawn


def draw_in_turn(groups: Groups, scale: Fraction, rounds: int, stream: Stream) -> tuple[int, ...]:
    """The same among scores of one kind."""
    from lapwing.sampling._uniform import uniform_below

    weigh = weights(*steps_behind(groups.scores, scale)) if scale else None
    left = list(groups.counts)
    taken: dict[int, set[int]] = {}
    drawn: list[int] = []
    for _ in range(rounds):
        group = draw_group(weigh, left, stream) if weigh else best_left(left)
        place = nth_free(uniform_below(left[group], stream), taken.setdefault(group, set()))
        left[group] -= 1
        taken[group].add(place)
        drawn.append(groups.member(group, place))
    return tuple(drawn)


def best_left(left: list[int]) -> int:
    """The first group that is not empty: what the draw becomes with ever less noise."""
    return next(group for group, count in enumerate(left) if count)


def nth_free(rank: int, taken: set[int]) -> int:
    """The place with so many free places before it."""
    for place in sorted(taken):
        rank += place <= rank
    return rank


def steps_behind(scores: list[Any], scale: Fraction) -> tuple[list[int], Fraction]:
    """How far each score is behind the first, in whole steps, and what a step is in units of the scale.

    The first score is the best. It may be infinite or NaN if it is the only one. Floats are on a common grid 2^-j.
    """
    if len(scores) == 1:
        return [0], Fraction(1)
    ratios = [score.as_integer_ratio() for score in scores]
    grid = max(below for _, below in ratios)  # all of them are powers of two
    places = [above * (grid // below) for above, below in ratios]
    return [abs(place - places[0]) for place in places], 1 / (grid * scale)


def weights(steps: list[int], unit: Fraction) -> Callable[[], list[arb]]:
    """e^(-step*unit) for each of the steps, at flint's current precision. What was computed before is kept."""
    found: dict[int, list[arb]] = {}

    def at_precision() -> list[arb]:
        from flint import arb, ctx

        from lapwing.exact._enclosure import ball_of

        if ctx.prec not in found:
            falling = ball_of(-unit)
            found[ctx.prec] = [(arb(step) * falling).exp() for step in steps]
        return found[ctx.prec]

    return at_precision


def draw_group(
    weigh: Callable[[], list[arb]], counts: list[int], stream: Stream, bits: int = WORD_BITS, more: int = MORE_BITS
) -> int:
    """Draw a group with a probability in proportion to its count times its weight, exactly.

    A uniform U on [0, 1) with the first bits u lies in [u, u + 1)/2^bits. Group i is drawn if U times the sum of all
    masses is between the sums of the masses before i and up to i. Enclosures decide that, or else more bits are drawn.
    """
    from flint import arb

    from lapwing.exact._enclosure import working_precision

    prefix = int.from_bytes(stream.take(bits // 8), "little")
    while True:
        with working_precision(bits + MORE_BITS):
            masses = [weight * count for weight, count in zip(weigh(), counts, strict=True)]
            sums = list(accumulate(masses))
            unit = sums[-1] / (1 << bits)
            lower, upper = arb(prefix) * unit, arb(prefix + 1) * unit
            group = count_below(sums, lower)
            if (group == 0 or sums[group - 1] <= lower) and (group == len(sums) - 1 or upper <= sums[group]):
                return group
        prefix = prefix << more | int.from_bytes(stream.take(more // 8), "little")
        bits += more


def count_below(sums: list[arb], lower: arb) -> int:
    """How many of the rising sums but the last are at most `lower`, as far as enclosures tell."""
    low, high = 0, len(sums) - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] <= lower:
            low = middle + 1
        else:
            high = middle
    return low
