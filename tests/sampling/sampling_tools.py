"""Streams that tests feed to the samplers' private parts, and exact numbers to compare with."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from lapwing.arrays._noise_lane import Lane
from lapwing.exact._enclosure import exact_bounds, working_precision
from lapwing.maps import Expr


@final
class ReplayStream:
    """Gives back bytes that were laid down before. It fails when they run out."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.position = 0

    def take(self, count: int) -> bytes:
        """The next bytes."""
        taken = self._content[self.position : self.position + count]
        assert count == len(taken), "the replayed bytes ran out"
        self.position += count
        return taken

    def fill(self, buffer: Any) -> None:
        """The next bytes, in place."""
        view = memoryview(buffer).cast("B")
        view[:] = self.take(len(view))


@final
class CountingStream:
    """Counts the bytes that another stream gives, and remembers the sizes of the requests."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.requests: list[int] = []

    @property
    def count(self) -> int:
        """All bytes so far."""
        return sum(self.requests)

    def take(self, count: int) -> bytes:
        """Pass on."""
        self.requests.append(count)
        taken: bytes = self._inner.take(count)
        return taken

    def fill(self, buffer: Any) -> None:
        """Pass on."""
        self.requests.append(memoryview(buffer).nbytes)
        self._inner.fill(buffer)


class Unresolved(Exception):  # a signal, not an error
    """A walk through the tree of bits has reached its depth."""


def walk(draw: Callable[[Any], Any], depth: int) -> tuple[dict[Any, Fraction], Fraction]:
    """Run a sampler on the whole tree of bytes, `depth` requests deep.

    Gives the exact probability of each result that is settled by then, and what is left. A sampler whose requests are n
    bytes long has 256^n children in each node, so this is for samplers that ask for one byte at a time.
    """
    law: dict[Any, Fraction] = {}
    left = Fraction(0)
    waiting = [b""]
    while waiting:
        prefix = waiting.pop()
        mass = Fraction(1, 256 ** len(prefix))
        try:
            result = draw(_Branch(prefix))
        except Unresolved:
            if len(prefix) >= depth:
                left += mass
            else:
                waiting += [prefix + bytes([byte]) for byte in range(256)]
        else:
            law[result] = law.get(result, Fraction(0)) + mass
    return law, left


@final
class _Branch:
    """One branch of the tree."""

    def __init__(self, prefix: bytes) -> None:
        self._prefix = prefix

    def take(self, count: int) -> bytes:
        """The next bytes of the branch."""
        if len(self._prefix) < count:
            raise Unresolved
        taken, self._prefix = self._prefix[:count], self._prefix[count:]
        return taken

    def fill(self, buffer: Any) -> None:
        """No scalar sampler asks for this."""
        raise NotImplementedError


@final
class EveryCase:
    """Feeds a block kernel with every combination of words, one draw for each.

    A draw's number is read as a row of fields: a first word for each lane, the fair bits, a second word for each lane, a
    word for each place of C, and a uniform for an acceptance. A kernel asks for second words only where the first one is residual; this stream knows where
    that is and deals out the fields of just those draws. So the walk runs the kernel's own code, unchanged.
    """

    def __init__(self, lanes: list[Lane], fair: int = 0, places: int = 0, accept: int = 0) -> None:
        self._lanes = lanes
        self._word, self._slot = lanes[0].word_bits, lanes[0].slot_bits
        self._fair = fair
        self._places = places
        self._accept = accept
        self.bits = len(lanes) * (self._word + self._slot) + fair + places * self._slot + accept
        self._numbers = np.empty(0, np.int64)
        self._done = 0
        self._lane = -1
        self._waiting: NDArray[Any] = np.empty(0, np.int64)
        self._last: NDArray[Any] = np.empty(0, np.int64)

    def field(self, numbers: NDArray[Any], start: int, width: int) -> NDArray[Any]:
        """The bits of the draws' numbers from `start` on."""
        return numbers >> start & (1 << width) - 1

    def first(self, numbers: NDArray[Any], lane: int) -> NDArray[Any]:
        """The first word of a lane."""
        return self.field(numbers, lane * self._word, self._word)

    def second(self, numbers: NDArray[Any], lane: int) -> NDArray[Any]:
        """The second word of a lane."""
        return self.field(numbers, len(self._lanes) * self._word + self._fair + lane * self._slot, self._slot)

    def place(self, numbers: NDArray[Any], place: int) -> NDArray[Any]:
        """The word of a place of C."""
        start = len(self._lanes) * (self._word + self._slot) + self._fair
        return self.field(numbers, start + place * self._slot, self._slot)

    def residual(self, numbers: NDArray[Any], lane: int) -> NDArray[Any]:
        """Whether the first word of a lane is residual."""
        return self.first(numbers, lane) < self._lanes[lane].residue

    def open(self, numbers: NDArray[Any], flag: tuple[int, NDArray[Any], NDArray[Any]] | None = None) -> NDArray[Any]:
        """Whether a draw would need more bits. `flag`: what says that C is not 0, and the thresholds of its places."""
        tied = np.zeros(len(numbers), np.bool_)
        for i, lane in enumerate(self._lanes):
            second = self.second(numbers, i).astype(np.uint64)
            tied |= self.residual(numbers, i) & np.isin(second, lane.thresholds)
        if flag is not None:
            value, later, first = flag
            lane = self._lanes[-1]
            second = self.second(numbers, len(self._lanes) - 1).astype(np.uint64)
            flagged = np.searchsorted(lane.thresholds, second) >= value
            flagged &= self.residual(numbers, len(self._lanes) - 1)
            for i in range(self._places):
                word = self.place(numbers, i).astype(np.uint64)
                tied |= flagged & ((word == later[i]) | (word == first[i]))
        return tied

    def fill(self, buffer: NDArray[Any]) -> None:
        """Deal out the fields that the kernel asks for."""
        if buffer.dtype == np.uint64:
            self._fill_slots(buffer)
        elif buffer.dtype == np.uint16:
            self._start_block(buffer)
        elif buffer.dtype == np.uint8:
            start = len(self._lanes) * self._word
            buffer[:] = self.field(self._numbers, start, self._fair) << 8 - self._fair
        else:
            accept = self.field(self._numbers, self.bits - self._accept, self._accept)
            buffer[:] = accept << 32 - self._accept

    def take(self, count: int) -> bytes:
        """A tie asks for more bits. The test leaves such draws out, so any will do."""
        return b"\x5a" * count

    def _start_block(self, buffer: NDArray[Any]) -> None:
        size = buffer.shape[-1]
        self._numbers = np.arange(self._done, self._done + size)
        self._done += size
        rows = buffer.reshape(-1, size)
        for i, row in enumerate(rows):
            row[:] = self.first(self._numbers, i) << 16 - self._word
        self._lane = -1
        self._next_lane()

    def _next_lane(self) -> None:
        self._lane += 1
        while self._lane < len(self._lanes) and not self._lanes[self._lane].residue:
            self._lane += 1
        if self._lane < len(self._lanes):
            self._waiting = self._numbers[self.residual(self._numbers, self._lane)]

    def _fill_slots(self, buffer: NDArray[Any]) -> None:
        if buffer.ndim == 2:
            buffer[:] = 0
            for place in range(buffer.shape[1]):
                buffer[: len(self._last), place] = self.place(self._last, place) << 64 - self._slot
            return
        self._last, self._waiting = self._waiting[: len(buffer)], self._waiting[len(buffer) :]
        buffer[:] = 0
        words = self.second(self._last, self._lane).astype(np.uint64)
        buffer[: len(words)] = words << np.uint64(64 - self._slot)
        if not len(self._waiting):
            self._next_lane()


def fraction_of(value: Expr, bits: int = 128) -> Fraction:
    """A rational number within 2^-bits of an expression's value."""
    with working_precision(2 * bits):
        low, high = exact_bounds(value.enclose(2 * bits))
    assert isinstance(low, tuple)
    assert isinstance(high, tuple)
    exact = [Fraction(mantissa) * Fraction(2) ** exponent for mantissa, exponent in (low, high)]
    assert exact[1] - exact[0] <= Fraction(1, 1 << bits)
    return exact[0]
