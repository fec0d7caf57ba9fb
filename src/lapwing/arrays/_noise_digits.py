"""Vectors of geometric and discrete Laplace numbers, from lanes and fair bits.

`lapwing.sampling._digit_plan` has the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import final

import attrs
import numpy as np

from lapwing.arrays._noise_lane import Lane
from lapwing.arrays._noise_words import Array, Stream, block_size, fill_words, narrowest, slot_words

_INT64 = np.iinfo(np.int64)


@final
@attrs.frozen(eq=False)
class FairDigits:
    """The low digits (F and not C) for fair bits F, and the tables for C given that C is not 0."""

    count: int
    slot_bits: int
    later: Array
    """Thresholds of P[C = 1] in a place when a higher place is 1, lowest place first."""
    first: Array
    """Thresholds of P[C = 1] in a place when no higher place is 1."""
    resolve: Callable[[int, int, Stream], int]
    """Takes a place and a word that ties; counts how many of the two boundaries are at most the uniform."""

    def correct(self, fair: Array, positions: Array, flagged: Array, stream: Stream) -> None:
        """Draw C for every slot, and clear its places in `fair` at those positions whose slot is flagged."""
        drawn = slot_words(stream, (len(flagged), self.count), self.slot_bits)
        is_first, is_later = drawn < self.first, drawn < self.later
        tied = (drawn == self.first) | (drawn == self.later)
        if tied.any():
            for slot, place in np.argwhere(tied).tolist():
                below = self.resolve(place, int(drawn[slot, place]), stream)
                is_later[slot, place], is_first[slot, place] = below == 0, below <= 1
        # Whether a higher place is 1: a running maximum from the highest place down, moved by one place.
        found = np.zeros_like(is_first)
        found[:, :-1] = np.logical_or.accumulate(is_first[:, :0:-1], axis=1)[:, ::-1]
        ones = np.where(found, is_later, is_first) & flagged[:, np.newaxis]
        for column in range(len(fair)):
            part = ones[:, 64 * column : 64 * (column + 1)]
            weights = np.left_shift(np.uint64(1), np.arange(part.shape[1], dtype=np.uint64))
            mask = (part * weights).sum(axis=1, dtype=np.uint64).astype(fair.dtype)
            fair[column, positions] &= ~mask[: len(positions)]


@final
@attrs.frozen(eq=False)
class DigitTables:
    """All that a vector of one scale needs."""

    top: Lane
    reach: int
    """The top lane's last outcome stands for this number or more."""
    lanes: tuple[tuple[Lane, int], ...]
    """Lanes with their numbers of digits, the highest first."""
    flag: int | None
    """If there are fair digits: the lowest lane's outcomes from this one on say that C is not 0."""
    fair: FairDigits | None
    signed: bool
    bits: int
    """The number of digits of X below the top."""
    draw_above: Callable[[Stream], int]
    """Draws the top of X, given that it is `reach` or more."""

    def fill(self, out: Array, stream: Stream) -> None:
        """Fill an int64 array, or an object array with Python integers. An int64 saturates, it never wraps around.

        For an int64 array the scale is at most 2^54. Then X has at most 63 bits, as the top lane adds 7 to the digits,
        except where `draw_above` is called; and there the result is put together from Python integers.
        """
        block = block_size(len(out))
        work = _Work(self, block, stream)
        for start in range(0, len(out), max(block, 1)):
            work.write(out[start : start + block])


@final
class _Work:
    """Draws block by block. The arrays are made once and used for every block."""

    def __init__(self, tables: DigitTables, size: int, stream: Stream) -> None:
        self._tables = tables
        self._stream = stream
        plain = 7 + sum(digits for _, digits in tables.lanes)
        all_digits = 7 + tables.bits
        self._words = np.empty((1 + len(tables.lanes)) * size, np.uint16)
        self._outcomes = np.empty(size, np.uint8)
        self._scratch = np.empty(size, np.bool_)
        self._plain = np.empty(size, np.int16 if plain <= 15 else np.int32 if plain <= 31 else np.int64)
        # The sum with the fair bits. Where there are none, the plain sum serves.
        self._wide = self._plain if tables.fair is None else np.empty(size, np.int32 if all_digits <= 31 else np.int64)
        self._sign = np.empty_like(self._wide)
        self._fair = np.empty((0, 0), np.uint8)
        self._fair_words = np.empty(0, np.uint8)
        if tables.fair is not None:
            rows = -(-tables.fair.count // 64)
            self._fair_words = np.empty(rows * size, narrowest(tables.fair.count))
        self._high: dict[int, int] = {}

    def write(self, out: Array) -> None:
        """Draw all lanes of one block and put them together."""
        tables, stream, size = self._tables, self._stream, len(out)
        lanes = len(tables.lanes)
        drawn = self._words[: (1 + lanes) * size].reshape(1 + lanes, size)
        fill_words(stream, drawn, tables.top.word_bits)
        self._draw_fair(size)
        self._high.clear()
        outcomes, scratch, total = self._outcomes[:size], self._scratch[:size], self._plain[:size]
        flag_top = tables.flag is not None and not lanes
        tables.top.decode(drawn[0], outcomes, scratch, stream, self._flag if flag_top else self._note)
        np.copyto(total, outcomes)
        for row, (lane, digits) in enumerate(tables.lanes, 1):
            flagged = tables.flag is not None and row == lanes
            lane.decode(drawn[row], outcomes, scratch, stream, self._flag if flagged else None)
            np.left_shift(total, digits, out=total)
            np.bitwise_or(total, outcomes, out=total, casting="unsafe")
        (self._compose if out.dtype == np.int64 else self._compose_objects)(total, out)
        for position, top in self._high.items():
            self._raise_top(out, position, top)

    def _draw_fair(self, size: int) -> None:
        """Draw the fair bits: one row for each 64 of them, the lowest first."""
        fair = self._tables.fair
        if fair is None:
            return
        rows = -(-fair.count // 64)
        self._fair = self._fair_words[: rows * size].reshape(rows, size)
        for row in range(rows):
            fill_words(self._stream, self._fair[row], min(8 * self._fair.itemsize, fair.count - 64 * row))

    def _note(self, positions: Array, values: Array) -> None:
        """Draw the top anew where it is beyond the top lane's reach."""
        reach = self._tables.reach
        for slot in np.flatnonzero(values[: len(positions)] == reach).tolist():
            position = int(positions[slot])
            self._outcomes[position] = 0
            self._high[position] = self._tables.draw_above(self._stream)

    def _flag(self, positions: Array, values: Array) -> None:
        """Take the flag off the outcomes, and correct the fair bits where it is set."""
        tables = self._tables
        assert tables.flag is not None
        assert tables.fair is not None
        flagged = values >= tables.flag
        np.subtract(values, tables.flag, out=values, where=flagged)
        self._outcomes[positions] = values[: len(positions)]
        tables.fair.correct(self._fair, positions, flagged, self._stream)
        if not tables.lanes:
            self._note(positions, values)

    def _compose(self, total: Array, out: Array) -> None:
        """Append the fair bits and decode the sign, in the narrowest type."""
        fair, size = self._tables.fair, len(out)
        if fair is not None:
            low = self._fair[0].view(np.int64) if self._fair.dtype == np.uint64 else self._fair[0]
            plain, total = total, self._wide[:size]
            np.left_shift(plain, fair.count, out=total, dtype=total.dtype)
            np.bitwise_or(total, low, out=total, casting="unsafe")
        if self._tables.signed:
            sign = self._sign[:size]
            np.bitwise_and(total, 1, out=sign)
            np.negative(sign, out=sign)
            np.right_shift(total, 1, out=total)
            np.bitwise_xor(total, sign, out=out)
        else:
            np.copyto(out, total)

    def _compose_objects(self, total: Array, out: Array) -> None:
        """The same with Python integers."""
        fair = self._tables.fair
        numbers = total.astype(object)
        if fair is not None:
            numbers = numbers << fair.count
            for row, low in enumerate(range(0, fair.count, 64)):
                numbers = numbers + (self._fair[row].astype(object) << low)
        if self._tables.signed:
            numbers = (numbers >> 1) ^ -(numbers & 1)
        out[:] = numbers

    def _raise_top(self, out: Array, position: int, top: int) -> None:
        """Put a top beyond the lane's reach above the digits, which stand in `out` under a top of 0."""
        tables = self._tables
        below = int(out[position])
        negative = tables.signed and below < 0
        magnitude = (~below if negative else below) | top << tables.bits - tables.signed
        number = ~magnitude if negative else magnitude
        out[position] = min(max(number, int(_INT64.min)), int(_INT64.max)) if out.dtype == np.int64 else number
