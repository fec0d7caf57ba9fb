"""One lane: a 16-bit word for each draw, turned into an outcome of a finite law with real probabilities p_0, p_1, ...

The 2^16 cells of the word are dealt out once. Outcome j owns n_j = floor(2^16 p_j) cells, which a word hits with
probability n_j/2^16. The r cells that are left own nothing: a word that falls there gets a second, 64-bit word, and
the outcome comes from the residual law (2^16 p_j - n_j)/r. The mixture is exact:

    n_j/2^16 + (r/2^16) * (2^16 p_j - n_j)/r = p_j.

The residual law has irrational boundaries. A second word that ties with the 64-bit prefix of one gets more bits
(`locate`).

Side channels. The comparisons are the same for every word. A block always draws and compares a second word for a
fixed number of slots, whether or not the residual cells were hit that often; more are needed with probability at most
2^-64. So bytes and operations depend neither on the words nor on the outcomes. No table is indexed by a random word.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, final

import attrs
import numpy as np

from lapwing.arrays._noise_words import Array, Stream, slot_count, slot_words

# Takes the positions in the block and what was drawn for them; the latter may be longer, as spare slots are drawn too.
OnSlots: TypeAlias = Callable[[Array, Array], None]


@final
@attrs.frozen(eq=False)
class Lane:
    """The tables of one lane."""

    word_bits: int
    slot_bits: int
    residue: int
    """Words below this one are residual."""
    steps: tuple[int, ...]
    """A word that is not residual has as many steps at or below it as its outcome says."""
    thresholds: Array
    """For each boundary of the residual law, its first `slot_bits` bits."""
    resolve: Callable[[int, Stream], int]
    """Decides a second word that ties with a threshold, by more bits."""

    def decode(
        self, drawn: Array, outcomes: Array, scratch: Array, stream: Stream, on_slots: OnSlots | None = None
    ) -> None:
        """Turn the words `drawn` into `outcomes` (uint8). `scratch` is a bool array of the same length."""
        self._count_steps(drawn, outcomes, scratch)
        if not self.residue:
            return
        np.less(drawn, self.residue, out=scratch)
        positions = np.flatnonzero(scratch)
        slots = slot_count(len(drawn), self.residue, self.word_bits)
        for start in range(0, max(len(positions), 1), slots):
            some = positions[start : start + slots]
            values = self._second_words(slots, len(some), stream)
            outcomes[some] = values[: len(some)]
            if on_slots is not None:
                on_slots(some, values)

    def _count_steps(self, drawn: Array, outcomes: Array, scratch: Array) -> None:
        if not self.steps:
            outcomes[:] = 0
            return
        np.greater_equal(drawn, self.steps[0], out=outcomes.view(np.bool_))
        bit = scratch.view(np.uint8)
        for step in self.steps[1:]:
            np.greater_equal(drawn, step, out=scratch)
            np.add(outcomes, bit, out=outcomes)

    def _second_words(self, slots: int, used: int, stream: Stream) -> Array:
        drawn = slot_words(stream, slots, self.slot_bits)
        column = drawn[:, np.newaxis]
        values: Array = np.count_nonzero(column > self.thresholds, axis=1)
        tied = np.flatnonzero((column == self.thresholds).any(axis=1))
        for slot in tied[tied < used].tolist():
            values[slot] = self.resolve(int(drawn[slot]), stream)
        return values
