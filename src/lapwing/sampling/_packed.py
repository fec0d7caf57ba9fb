"""Many independent Bernoulli bits at once, in one subtraction of two long integers.

Each bit has a lane of 128 bits: a guard bit on top of a 127-bit uniform u. From the row of lanes (1, u) the row of
thresholds (0, t) is taken away, where t = floor(p * 2^127). A lane holds 2^127 + u - t >= 1, so no lane borrows from
the next, and its guard bit is gone exactly if u < t. Taking 1 more from each lane clears the guard bit exactly if u
<= t, so the two rows of guard bits differ exactly where u = t: there, with probability 2^-127, more bits decide.

This is the path of single draws. Its steps and its random bytes are the same whatever comes out. Python keeps small
integers ready and takes a shorter or longer way to them, which a clock can see. So the bits come with `offset` added, a
power of 2 above them all, and whoever uses them takes it off in the last step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from lapwing.sampling._certified import Reals, floors, locate

if TYPE_CHECKING:
    from lapwing.sampling._entropy import Stream

LANE_BITS = 128
_OFFSET_BITS = 56
# The first byte of a lane tells its guard bit. A bit that is drawn has lost its guard.
_DIGITS = bytes(b"10"[byte >> 7] for byte in range(256))


@final
class PackedBits:
    """Independent bits with given probabilities.

    `draw` gives them as one integer, the first one's bit lowest, plus `offset`.
    """

    __slots__ = ("_bytes", "_guards", "_lane", "_lanes", "_law", "_ones", "_start", "_thresholds", "count", "offset")

    def __init__(self, law: Reals, lane_bits: int = LANE_BITS) -> None:
        thresholds = floors(law, lane_bits - 1)
        self.count = len(thresholds)
        self.offset = 1 << max(self.count, _OFFSET_BITS)
        self._start = b"1".ljust(self.offset.bit_length() - self.count, b"0")
        self._law = law
        self._lane = lane_bits
        self._lanes = lane_bits * self.count
        self._bytes = self._lanes // 8
        self._ones = sum(1 << lane_bits * i for i in range(self.count))
        self._guards = self._ones << lane_bits - 1
        self._thresholds = sum(threshold << lane_bits * i for i, threshold in enumerate(thresholds))

    def draw(self, stream: Stream) -> int:
        """Draw all bits."""
        uniform = int.from_bytes(stream.take(self._bytes), "big") | self._guards
        difference = uniform - self._thresholds
        # Lanes are whole bytes, the lowest lane last: every (lane/8)-th byte starts with a guard bit.
        digits = difference.to_bytes(self._bytes, "big")[:: self._lane >> 3].translate(_DIGITS)
        drawn = int(self._start + digits, 2)
        if (difference - self._ones ^ difference) & self._guards:
            return self._break_ties(drawn, uniform, difference, stream)
        return drawn

    def _break_ties(self, drawn: int, uniform: int, difference: int, stream: Stream) -> int:
        for i in range(self.count):
            guard = 1 << self._lane * i + self._lane - 1
            if (difference - self._ones ^ difference) & guard:
                prefix = uniform >> self._lane * i & (1 << self._lane - 1) - 1
                below = locate(self._probability(i), prefix, self._lane - 1, stream) == 0
                drawn |= below << i
        return drawn

    def _probability(self, i: int) -> Reals:
        return lambda: [self._law()[i]]
