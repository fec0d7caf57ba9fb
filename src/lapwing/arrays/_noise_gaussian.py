"""Vectors of discrete Gaussian numbers, from one lane and a fixed-point acceptance.

`lapwing.sampling._gaussian_plan` has the law.

Acceptance asks whether U < e^-x for a uniform U and x = s p (2h + p), where h is the cell, p = l/2^k the place in it
and s = 2^(2k)/(2v) <= 1/32. The integers below compute E with |E/2^31 - e^-x| < 2^-21.5. The 31-bit prefix of U then
decides unless it is within MARGIN = 2^10 units of E; those draws, one in 2^20, are decided exactly with enclosures. A
fixed number of slots is served in every block, so that neither bytes nor operations tell how many there were.

The error of E, term by term, where h < cells, so that s(2h + 2) < 3.1 and x < 3.1:

- p is cut to 24 bits: x falls by less than s (2h + 2) 2^-24 < 3.1 * 2^-24.
- p(2h + p) < 194 is cut to 24 bits after the point: x falls by less than s 2^-24 <= 2^-29.
- s is cut to 32 bits after the point: x falls by less than 194 * 2^-32 < 0.76 * 2^-24.
- y = x/4 is cut to 31 bits after the point: x falls by less than 4 * 2^-31.
  In sum x falls by less than 4 * 2^-24 = 2^-22, and e^-x, whose slope is at most 1, errs by less than that.
- e^-y is taken from its Taylor polynomial of degree 7 at y = 3/8, where |y - 3/8| < 0.4: the rest is below 0.4^8/8! <
  2^-25.8. Eight coefficients rounded by half a unit of 2^-31 and seven products cut by one unit add less than 3
  units: 2^-29.4.
- Squaring twice multiplies the error by at most 4 (the values are at most 1, up to that error) and cuts twice: 4 *
  2^-25.6 + 3 * 2^-31 < 2^-23.5.

Altogether 2^-22 + 2^-23.5 < 2^-21.5 = 724.1 units of 2^-31.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import final

import attrs
import numpy as np

from lapwing.arrays._noise_lane import Lane
from lapwing.arrays._noise_words import Array, Stream, block_size, fill_words, narrowest, slot_count

_INT64 = np.iinfo(np.int64)
POINT = 31
MARGIN = 1 << 10
_PLACE_BITS = 24
# e^(-3/8)/i! * (-1)^i * 2^31, rounded to the nearest integer. A test proves them.
_CENTRE = 3 << POINT - 3
COEFFICIENTS = (1475942488, -1475942488, 737971244, -245990415, 61497604, -12299521, 2049920, -292846)


@final
@attrs.frozen(eq=False)
class GaussianTables:
    """All that a vector of one scale needs."""

    lane: Lane
    """Picks the cell."""
    cells: int
    """The lane's outcome of this number stands for the tail."""
    cell_bits: int
    accept_bits: int
    slope: int
    """floor(s * 2^32)"""
    draw_tail: Callable[[Stream], int]
    """Finishes a draw whose cell is the tail."""
    accept: Callable[[int, int, int, int, Stream], bool]
    """Takes h, l, and a prefix of U with its length. Decides exactly."""

    def fill(self, out: Array, stream: Stream) -> None:
        """Fill an int64 array, or an object array with Python integers. An int64 saturates, it never wraps around.

        For an int64 array the scale is at most 2^54. Then every number below the tail is below 12 * 2^54 + 2^52 < 2^63.
        """
        block = block_size(self._trials(len(out)))
        work = _Work(self, block, out.dtype == np.int64, stream)
        filled = 0
        while filled < len(out):
            made = work.draw(min(block, self._trials(len(out) - filled)))
            wanted = min(len(made), len(out) - filled)
            out[filled : filled + wanted] = made[:wanted]
            filled += wanted

    def _trials(self, wanted: int) -> int:
        return wanted + wanted // 8 + 16 if self.cell_bits else wanted

    def exp_minus(self, cell: Array, place: Array, place_bits: int) -> Array:
        """Approximate 2^31 e^-x. `cell` holds h, `place` the leading bits of p, both int64; `place` is overwritten."""
        x = np.left_shift(cell, place_bits + 1)
        np.add(x, place, out=x)
        np.multiply(x, place, out=x)  # p(2h + p) * 2^(2 place_bits) < 2^57
        spare = 2 * place_bits - _PLACE_BITS
        np.right_shift(x, spare, out=x) if spare >= 0 else np.left_shift(x, -spare, out=x)
        np.multiply(x, self.slope, out=x)  # below 2^32 * 2^27
        np.right_shift(x, _PLACE_BITS + 32 + 2 - POINT, out=x)  # y = x/4
        np.subtract(x, _CENTRE, out=x)
        made = np.multiply(x, COEFFICIENTS[-1], out=place)
        for coefficient in COEFFICIENTS[-2:0:-1]:
            np.right_shift(made, POINT, out=made)
            np.add(made, coefficient, out=made)
            np.multiply(made, x, out=made)
        np.right_shift(made, POINT, out=made)
        np.add(made, COEFFICIENTS[0], out=made)
        for _ in range(2):
            np.multiply(made, made, out=made)
            np.right_shift(made, POINT, out=made)
        return made


@final
class _Work:
    """Draws block by block. The arrays are made once and used for every block."""

    def __init__(self, tables: GaussianTables, size: int, fits_int64: bool, stream: Stream) -> None:
        self._tables = tables
        self._fits_int64 = fits_int64
        self._stream = stream
        self._place_bits = min(tables.cell_bits, _PLACE_BITS)
        self._low_bits = tables.cell_bits - self._place_bits
        self._words = np.empty(size, np.uint16)
        self._outcomes = np.empty(size, np.uint8)
        self._scratch = np.empty(size, np.bool_)
        self._places = np.empty(size, narrowest(1 + self._place_bits))
        self._uniforms = np.empty(size, np.uint32)
        self._lows = np.empty(-(-self._low_bits // 64) * size, np.uint64)
        self._tail: dict[int, int] = {}

    def draw(self, size: int) -> Array:
        """Make `size` trials and give the numbers that were accepted."""
        tables, stream = self._tables, self._stream
        self._tail.clear()
        words, outcomes = self._words[:size], self._outcomes[:size]
        fill_words(stream, words, tables.lane.word_bits)
        places = fill_words(stream, self._places[:size], 1 + self._place_bits)
        tables.lane.decode(words, outcomes, self._scratch[:size], stream, self._note)
        if tables.cell_bits == 0:
            return self._signed(outcomes.astype(np.int16), places)
        lows = self._draw_lows(size)
        accepted = self._accept(outcomes, places, lows)
        numbers = outcomes[accepted].astype(np.int64) << self._place_bits | (places[accepted] >> 1)
        if self._fits_int64:
            numbers <<= self._low_bits
            if self._low_bits:
                numbers |= lows[0, accepted].view(np.int64)
        else:
            numbers = numbers.astype(object) << self._low_bits
            for row, low in enumerate(lows):
                numbers = numbers + (low[accepted].astype(object) << 64 * row)
        return self._signed(numbers, places[accepted], np.flatnonzero(accepted))

    def _draw_lows(self, size: int) -> Array:
        """Draw the bits of the place below those that the acceptance looks at: one row for each 64 of them."""
        rows = -(-self._low_bits // 64)
        lows = self._lows[: rows * size].reshape(rows, size)
        for row in range(rows):
            fill_words(self._stream, lows[row], min(64, self._low_bits - 64 * row))
        return lows

    def _note(self, positions: Array, values: Array) -> None:
        """Finish the draws in the tail. Their trial goes on as if in cell 0, and its result is replaced at the end."""
        for slot in np.flatnonzero(values[: len(positions)] == self._tables.cells).tolist():
            position = int(positions[slot])
            self._outcomes[position] = 0
            self._tail[position] = self._tables.draw_tail(self._stream)

    def _accept(self, outcomes: Array, places: Array, lows: Array) -> Array:
        tables, stream, size = self._tables, self._stream, len(outcomes)
        spare = POINT - tables.accept_bits
        uniform = fill_words(stream, self._uniforms[:size], tables.accept_bits).astype(np.int64)
        place = (places >> 1).astype(np.int64)
        above = tables.exp_minus(outcomes.astype(np.int64), place, self._place_bits)
        np.subtract(uniform << spare if spare else uniform, above, out=above)  # the prefix of U minus E
        accepted: Array = above <= -(MARGIN + (1 << spare))
        # Units in which the prefix may stand while U < e^-x is open: fewer than 2 MARGIN + 2^spare + 1.
        open_ = (above < MARGIN) & ~accepted
        self._settle(accepted, np.flatnonzero(open_), 2 * MARGIN + (1 << spare), (outcomes, places, lows))
        zero = (places == 1) & (outcomes == 0)
        for row in lows:
            zero &= row == 0
        accepted &= ~zero
        for position in self._tail:
            accepted[position] = True
        return accepted

    def _settle(self, accepted: Array, positions: Array, units: int, trial: tuple[Array, Array, Array]) -> None:
        """Decide the open trials with enclosures, and serve the spare slots alike."""
        tables, stream = self._tables, self._stream
        outcomes, places, lows = trial
        slots = slot_count(len(accepted), min(units, 1 << POINT), POINT)
        count = len(positions)
        for slot in range(max(slots, count)):
            position = int(positions[slot]) if slot < count else slot % len(accepted)
            place = int(places[position]) >> 1
            for row in range(len(lows) - 1, -1, -1):
                place = place << min(64, self._low_bits - 64 * row) | int(lows[row, position])
            verdict = tables.accept(
                int(outcomes[position]), place, int(self._uniforms[position]), tables.accept_bits, stream
            )
            if slot < count:
                accepted[position] = verdict

    def _signed(self, numbers: Array, places: Array, positions: Array | None = None) -> Array:
        """Give the numbers their signs, and put the draws from the tail in."""
        sign = (places & 1).astype(numbers.dtype)
        numbers = (numbers ^ -sign) + sign
        if self._tail:
            numbers = numbers.astype(np.int64 if self._fits_int64 else object)
            for position, number in self._tail.items():
                at = position if positions is None else int(np.searchsorted(positions, position))
                numbers[at] = min(max(number, int(_INT64.min)), int(_INT64.max)) if self._fits_int64 else number
        return numbers
