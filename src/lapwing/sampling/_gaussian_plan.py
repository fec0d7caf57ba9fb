"""How a vector of discrete Gaussian numbers is drawn: cells, a place in the cell, and an acceptance.

Let v = sigma^2. The magnitudes z >= 0 are cut into cells of 2^k numbers, so that a cell is at most sigma/4 wide. A
trial

1. picks cell h with probability w_h/W, where w_h = exp(-(h 2^k)^2/(2v)) is the weight of the cell's lowest number,
2. picks l uniformly from 0 .. 2^k - 1 and a fair sign; z = h 2^k + l,
3. accepts with probability e^-x, x = (z^2 - (h 2^k)^2)/(2v), and turns down z = 0 with a minus, which would come twice.

So each number is accepted with probability exp(-z^2/(2v))/(2^(k+1) W): the discrete Gaussian. Nine trials in ten
succeed. For sigma <= 8 a cell is one number (k = 0) and nothing is rejected; there w_0 = 1/2, as 0 has no sign.

Cells end at z0 = reach * 2^k >= 12 sigma. Beyond, exp(-(z0 + i)^2/(2v)) <= exp(-z0^2/(2v)) * e^(-i z0/v), a geometric
envelope with total weight exp(-z0^2/(2v))/(1 - e^(-z0/v)); i is geometric with scale v/z0 and accepted with
probability exp(-i^2/(2v)). The whole tail is picked with probability below 2^-100.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from lapwing.sampling._certified import Reals, bernoulli, exp_minus, locate
from lapwing.sampling._digits import scalar_digits
from lapwing.sampling._gaussian_scalar import scalar_gaussian
from lapwing.sampling._lane import WIDTHS, Widths, make_lane

if TYPE_CHECKING:
    from flint import arb

    from lapwing.arrays._noise_gaussian import GaussianTables
    from lapwing.sampling._entropy import Stream

_REACH = 12
_ACCEPT_BITS = 31


@lru_cache(maxsize=64)
def gaussian_tables(scale: Fraction) -> GaussianTables:
    """Keep the tables of a scale. A scale is a public parameter, and no randomness is kept."""
    return make_gaussian_tables(scale)


def make_gaussian_tables(
    scale: Fraction, *, widths: Widths = WIDTHS, reach: int = _REACH, accept_bits: int = _ACCEPT_BITS
) -> GaussianTables:
    """Make the tables for one scale."""
    from lapwing.arrays._noise_gaussian import GaussianTables

    variance = scale * scale
    cell_bits = (ceil(scale / 8) - 1).bit_length()  # the least k with sigma <= 8 * 2^k
    cell = 1 << cell_bits
    cells = ceil(reach * scale / cell)
    start = cells * cell

    def draw_tail(stream: Stream) -> int:
        beyond = scalar_digits(variance / start, False).draw(stream)
        negative = stream.take(1)[0] & 1
        if bernoulli(exp_minus(beyond * beyond / (2 * variance)), stream):
            return -(start + beyond) if negative else start + beyond
        # The trial failed. Whatever the next trials would give has the law of a fresh draw.
        return scalar_gaussian(scale).draw(stream)

    def accept(h: int, place: int, prefix: int, bits: int, stream: Stream) -> bool:
        x = Fraction(place * (2 * h * cell + place)) / (2 * variance)
        prefix = prefix << 64 | int.from_bytes(stream.take(8), "little")
        return locate(exp_minus(x), prefix, bits + 64, stream) == 0

    return GaussianTables(
        lane=make_lane(_cell_law(variance, cell, cells), widths=widths),
        cells=cells,
        cell_bits=cell_bits,
        accept_bits=accept_bits,
        slope=int(Fraction(cell * cell) / (2 * variance) * (1 << 32)),
        draw_tail=draw_tail,
        accept=accept,
    )


def _cell_law(variance: Fraction, cell: int, cells: int) -> Reals:
    """Give the probabilities of the cells, and of the tail beyond them."""
    start = cells * cell

    def law() -> list[arb]:
        from lapwing.exact._enclosure import ball_of

        weights = [(-ball_of((h * cell) ** 2 / (2 * variance))).exp() for h in range(cells)]
        if cell == 1:
            weights[0] = weights[0] / 2
        tail = -(-ball_of(start / variance)).expm1() * cell
        weights.append((-ball_of(start**2 / (2 * variance))).exp() / tail)
        total = sum(weights[1:], weights[0])
        return [weight / total for weight in weights]

    return law
