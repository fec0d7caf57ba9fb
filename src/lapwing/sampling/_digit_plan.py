"""How a vector of geometric or discrete Laplace numbers is drawn: which digits share a lane, and which are fair bits.

`_digits` shows that X = 2G + S (or X = G) is a row of independent digits. From the top down the plan has

- a top lane: what is left of G above the digits, geometric with a scale below 1;
- digit lanes of up to three digits each, with the product law of their digits;
- fair bits. A digit with a small exponent x is nearly fair: it has the law of F and not C, where F is a fair bit and
  C is an independent bit with P[C = 1] = tanh(x/2), as (1 - tanh(x/2))/2 = 1/(1 + e^x). All low digits together are
  (F and not C) bit by bit, and C is 0 in every place with probability at least 1 - 2^-9. The lane above the fair bits
  decides whether C = 0: its law has each outcome twice, first with C = 0, then with C != 0, and only the former own
  cells. So all draws with C != 0 are among those that get a second word, and for them C is drawn place by place.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from lapwing.sampling._certified import Reals, floors, locate
from lapwing.sampling._digits import Exponents, scalar_digits
from lapwing.sampling._lane import WIDTHS, Widths, make_lane

if TYPE_CHECKING:
    from flint import arb

    from lapwing.arrays._noise_digits import DigitTables, FairDigits
    from lapwing.arrays._noise_lane import Lane
    from lapwing.sampling._entropy import Stream

# The chance that a draw has C != 0 is at most 2^-9. More would cost second words, less would cost lanes.
_FAIR_BITS = 9
_LANE_DIGITS = 3
# The top lane knows G >> below up to 64 times its scale. Beyond lies e^-64 < 2^-92, drawn one number at a time.
_TOP = 64


@lru_cache(maxsize=64)
def digit_tables(scale: Fraction, signed: bool) -> DigitTables:
    """Keep the tables of a scale. A scale is a public parameter, and no randomness is kept."""
    return make_digit_tables(scale, signed)


def make_digit_tables(
    scale: Fraction, signed: bool, *, widths: Widths = WIDTHS, top: int = _TOP, fair_bits: int = _FAIR_BITS
) -> DigitTables:
    """Make the tables for one scale."""
    from lapwing.arrays._noise_digits import DigitTables

    digits = Exponents(scale, signed)
    below = int(scale).bit_length()  # 2^below > scale >= 2^(below - 1), so the top scale is below 1
    count = below + signed
    fair = _fair_count(scale, signed, fair_bits)
    rest_scale = scale / (1 << below)
    reach = max(1, ceil(top * rest_scale))  # the top lane's outcomes are 0 .. reach - 1, and "reach or more"
    groups = _groups(fair, count)
    laws = [_top_law(rest_scale, reach)] + [_product_law(digits, start, stop) for start, stop in groups]
    sizes = [reach + 1] + [1 << stop - start for start, stop in groups]
    lanes: list[Lane] = [make_lane(law, widths=widths) for law in laws[:-1]]
    if fair:
        lanes.append(make_lane(_flagged_law(laws[-1], digits, fair), quick=sizes[-1], widths=widths))
    else:
        lanes.append(make_lane(laws[-1], widths=widths))
    return DigitTables(
        top=lanes[0],
        reach=reach,
        lanes=tuple(zip(lanes[1:], [stop - start for start, stop in groups], strict=True)),
        flag=sizes[-1] if fair else None,
        fair=_fair_digits(digits, fair, widths[1]) if fair else None,
        signed=signed,
        bits=count,
        draw_above=lambda stream: reach + scalar_digits(rest_scale, False).draw(stream),
    )


def _fair_count(scale: Fraction, signed: bool, fair_bits: int) -> int:
    """Give the number F of fair digits, with P[C != 0] <= sum tanh(x/2) <= sum x/2 <= 2^-fair_bits.

    The exponents below digit F sum to at most 2^(F - signed)/scale. So 2^(F - signed) <= scale/2^(fair_bits - 1) will
    do.
    """
    room = int(scale / (1 << fair_bits - 1) if fair_bits else scale * 2)
    return room.bit_length() - 1 + signed if room else 0


def _groups(fair: int, count: int) -> list[tuple[int, int]]:
    """Split the digits from `fair` to `count` into lanes, the highest first."""
    starts = range(fair, count, _LANE_DIGITS)
    return [(start, min(start + _LANE_DIGITS, count)) for start in starts][::-1]


def _top_law(scale: Fraction, reach: int) -> Reals:
    """Give the geometric law on 0 .. reach - 1, and what lies beyond."""

    def law() -> list[arb]:
        from lapwing.exact._enclosure import ball_of

        step = ball_of(1 / scale)
        first = -(-step).expm1()  # 1 - e^(-1/scale), without cancellation
        return [(-step * j).exp() * first for j in range(reach)] + [(-step * reach).exp()]

    return law


def _product_law(digits: Exponents, start: int, stop: int) -> Reals:
    """Give the law of the digits from `start` to `stop`, read as one number."""

    def law() -> list[arb]:
        from lapwing.exact._enclosure import ball_of

        weights = [ball_of(1)]
        for odd in digits.balls(start, stop):
            weights += [weight * odd for weight in weights]
        total = sum(weights[1:], weights[0])
        return [weight / total for weight in weights]

    return law


def _corrections(digits: Exponents, fair: int) -> list[arb]:
    """Give P[C = 1] = tanh(x/2) for each fair digit, at flint's current precision."""
    from lapwing.exact._enclosure import ball_of

    return [(ball_of(digits.exponent(i)) / 2).tanh() for i in range(fair)]


def _all_clear(corrections: list[arb]) -> list[arb]:
    """For each place give the probability that C is 0 there and in all lower places."""
    from lapwing.exact._enclosure import ball_of

    made = [ball_of(1)]
    for correction in corrections:
        made.append(made[-1] * (1 - correction))
    return made[1:]


def _flagged_law(inner: Reals, digits: Exponents, fair: int) -> Reals:
    """Give each outcome of a lane twice: first with C = 0, then with C != 0."""

    def law() -> list[arb]:
        from lapwing.exact._enclosure import ball_of

        probabilities = [ball_of(p) if isinstance(p, Fraction) else p for p in inner()]
        clear = _all_clear(_corrections(digits, fair))[-1]
        return [p * clear for p in probabilities] + [p * (1 - clear) for p in probabilities]

    return law


def _fair_digits(digits: Exponents, fair: int, slot_bits: int) -> FairDigits:
    """Make the tables that draw C, given C != 0, from its highest place down.

    As long as no place is 1, the next is 1 with probability c/(1 - clear): c is its P[C = 1], clear the probability
    that C is 0 there and below. (In the lowest place that is c/c = 1: some place must be 1.) Afterwards each is 1
    with probability c. As c <= c/(1 - clear), one uniform word per place serves both cases.
    """
    import numpy as np

    from lapwing.arrays._noise_digits import FairDigits

    def pairs() -> list[arb | Fraction]:
        corrections = _corrections(digits, fair)
        clear = _all_clear(corrections)
        made: list[arb | Fraction] = []
        for i, later in enumerate(corrections):
            made += [later, later / (1 - clear[i]) if i else Fraction(1)]
        return made

    def resolve(i: int, prefix: int, stream: Stream) -> int:
        return locate(lambda: pairs()[2 * i : 2 * i + 2], prefix, slot_bits, stream)

    thresholds = floors(pairs, slot_bits)
    return FairDigits(
        fair,
        slot_bits,
        later=np.array(thresholds[0::2], np.uint64),
        first=np.array(thresholds[1::2], np.uint64),
        resolve=resolve,
    )
