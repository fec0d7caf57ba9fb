"""From a law to the tables of a lane, all of them certified."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias, final

import attrs

from lapwing.sampling._certified import Reals, floors, locate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flint import arb

    from lapwing.arrays._noise_lane import Lane
    from lapwing.sampling._entropy import Stream

Widths: TypeAlias = tuple[int, int]
# The bits of a first and of a second word. Tests use shorter ones and walk through every case.
WIDTHS: Widths = (16, 64)


@final
@attrs.frozen(eq=False)
class Residual:
    """The residual law of a lane: what is left of a law when each outcome has got its whole cells."""

    law: Reals
    cells: tuple[int, ...]
    word_bits: int

    @property
    def mass(self) -> int:
        """The number of cells that no outcome owns."""
        return (1 << self.word_bits) - sum(self.cells)

    def boundaries(self) -> Sequence[arb | Fraction]:
        """Give the cumulative probabilities of all outcomes but the last, at flint's current precision."""
        left = [p * (1 << self.word_bits) - n for p, n in zip(self.law()[:-1], self.cells[:-1], strict=True)]
        return [total / self.mass for total in accumulate(left)]

    def resolve(self, prefix: int, bits: int, stream: Stream) -> int:
        """Decide the outcome for a second word whose first bits are `prefix`."""
        return locate(self.boundaries, prefix, bits, stream)


def make_lane(law: Reals, quick: int | None = None, widths: Widths = WIDTHS) -> Lane:
    """Make the lane that draws from a law.

    Args:
        law: The probabilities of all outcomes. They sum to 1, and there are at most 256.
        quick: The number of leading outcomes that may own cells. The others come from second words alone. Default: all.
        widths: The bits of a first and of a second word.
    """
    import numpy as np

    from lapwing.arrays._noise_lane import Lane

    word_bits, slot_bits = widths
    owned = floors(lambda: law()[:quick], word_bits)
    cells = tuple(owned) + (0,) * (len(law()) - len(owned))
    residual = Residual(law, cells, word_bits)
    steps = [residual.mass + total for total in accumulate(owned[:-1])]
    thresholds = floors(residual.boundaries, slot_bits) if residual.mass else []
    return Lane(
        word_bits,
        slot_bits,
        residual.mass,
        tuple(step for step in steps if step < 1 << word_bits),
        np.array(thresholds, np.uint64),
        lambda prefix, stream: residual.resolve(prefix, slot_bits, stream),
    )
