"""Lanes: the cells are floors, the residual law makes up the difference, and the kernel draws exactly that."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from sampling_tools import EveryCase

from lapwing.arrays._noise_words import slot_count
from lapwing.exact._enclosure import exact_bounds, working_precision
from lapwing.sampling._certified import Reals, exp_minus, floors, locate
from lapwing.sampling._digit_plan import _product_law, _top_law
from lapwing.sampling._digits import Exponents
from lapwing.sampling._entropy import open_stream
from lapwing.sampling._gaussian_plan import _cell_law
from lapwing.sampling._lane import make_lane


def numbers(law: Reals) -> list[Fraction]:
    """The probabilities, to 2^-150."""
    with working_precision(200):
        lows = [x if isinstance(x, Fraction) else exact_bounds(x)[0] for x in law()]
    return [x if isinstance(x, Fraction) else Fraction(x[0]) * Fraction(2) ** x[1] for x in lows]  # type: ignore[index]


LAWS: list[Callable[[], Reals]] = [
    lambda: _top_law(Fraction(1, 2), 6),
    lambda: _top_law(Fraction(9, 10), 9),
    lambda: _top_law(Fraction(1, 100), 1),
    lambda: _product_law(Exponents(Fraction(7), True), 0, 3),
    lambda: _product_law(Exponents(Fraction(5, 3), False), 0, 2),
    lambda: _cell_law(Fraction(9, 4), 1, 8),
    lambda: _cell_law(Fraction(100), 2, 9),
    lambda: lambda: [Fraction(1, 3), Fraction(1, 6), Fraction(1, 2)],
    lambda: lambda: [Fraction(1, 2), Fraction(1, 2)],
    lambda: lambda: [Fraction(1, 10), Fraction(9, 10)],
]


@pytest.mark.parametrize("make", LAWS)
def test_every_word(make: Callable[[], Reals]) -> None:
    """Over all first and second words, each outcome has its probability, up to the words that tie."""
    law = make()
    lane = make_lane(law, widths=(4, 9))
    stream = EveryCase([lane])
    size = 1 << stream.bits
    drawn, outcomes, scratch = np.empty(size, np.uint16), np.empty(size, np.uint8), np.empty(size, np.bool_)
    stream.fill(drawn)
    lane.decode(drawn >> 12, outcomes, scratch, stream)
    tied = stream.open(np.arange(size))
    settled = np.bincount(outcomes[~tied], minlength=len(law()))
    left = Fraction(int(np.count_nonzero(tied)), size)
    assert left <= Fraction(lane.residue * len(lane.thresholds), 1 << 13)
    for p, count in zip(numbers(law), settled.tolist(), strict=True):
        assert 0 <= p - Fraction(count, size) + Fraction(1, 1 << 140) <= left + Fraction(1, 1 << 139)


@pytest.mark.parametrize("make", LAWS)
def test_mixture(make: Callable[[], Reals]) -> None:
    """Cells and residual law together are the law, for the widths in use, and each table entry is the right floor."""
    law = make()
    lane = make_lane(law)
    exact = numbers(law)
    ends = [lane.residue, *lane.steps, *[1 << 16] * (len(exact) - len(lane.steps))]
    cells = [high - low for low, high in pairwise(ends)]
    assert [int(p * (1 << 16)) for p in exact] == cells
    assert 1 << 16 == lane.residue + sum(cells)
    total = Fraction(0)
    for p, n, threshold in zip(exact, cells, lane.thresholds.tolist(), strict=False):
        total += (p * (1 << 16) - n) / lane.residue
        assert threshold == min(int(total * (1 << 64)), (1 << 64) - 1)


@pytest.mark.parametrize(
    ("reals", "value"),
    [
        (lambda: [Fraction(1, 3)], Fraction(1, 3)),
        (lambda: [Fraction(3, 8)], Fraction(3, 8)),
        (
            exp_minus(Fraction(1)),
            Fraction(
                "0.36787944117144232159552377016146086744581113103176783450783680169746149574489980335714727434591964374662732"
            ),
        ),
    ],
)
def test_locate_tree(reals: Reals, value: Fraction) -> None:
    """Walked over all 8-bit prefixes, the comparison with a boundary has the boundary's probability."""
    below = Fraction(0)
    ties = 0
    for prefix in range(256):

        class Stop(Exception):
            """More bits are asked for."""

        class Stopping:
            """A stream without bits."""

            def take(self, count: int) -> bytes:
                raise Stop

            def fill(self, buffer: Any) -> None:
                raise Stop

        try:
            below += Fraction(locate(reals, prefix, 8, Stopping()) == 0, 256)
        except Stop:
            ties += 1
            more = [
                locate(reals, prefix << 8 | byte, 16, Stopping())
                for byte in range(256)
                if byte != int(value * 65536) % 256
            ]
            below += Fraction(more.count(0), 65536)
    assert 1 == ties
    assert 0 <= value - below < Fraction(1, 65536)


def test_floors_are_certified() -> None:
    """A floor is refused as long as the enclosure leaves two, and found by raising the precision."""
    close = Fraction(
        (1 << 500) // 3 * 8 + 1, 1 << 503
    )  # an enclosure at 128 bits can't tell it from a multiple of 2^-503
    asked: list[int] = []

    def reals() -> list[Any]:
        from flint import arb, ctx, fmpq

        asked.append(ctx.prec)
        return [arb(fmpq(close.numerator, close.denominator))]

    assert [int(close * (1 << 503))] == floors(reals, 503)
    assert [0] == floors(lambda: [Fraction(0)], 8)
    assert [255] == floors(lambda: [Fraction(1)], 8)
    assert asked


@pytest.mark.parametrize(
    ("draws", "numerator", "bits"), [(10, 1, 16), (32768, 6, 16), (32768, 71, 16), (32768, 2049, 31), (5, 15, 4)]
)
def test_slots(draws: int, numerator: int, bits: int) -> None:
    """The exact binomial probability that the slots of a block do not suffice is at most 2^-64."""
    slots = slot_count(draws, numerator, bits)
    assert 1 <= slots <= draws
    p = Fraction(numerator, 1 << bits)
    term = (1 - p) ** draws if slots < draws else Fraction(0)
    enough = Fraction(0)
    if slots < draws:
        scale = 1 << 4000  # fixed point, rounded down: a lower bound of the probability that the slots suffice
        value = int(term * scale)
        for k in range(slots + 1):
            enough += Fraction(value, scale)
            value = value * (draws - k) * p.numerator // ((k + 1) * (p.denominator - p.numerator))
        assert 1 - enough <= Fraction(1, 1 << 64)


def test_spare_slots_are_served() -> None:
    """A lane draws the same bytes whether none or many of its words are residual."""
    from sampling_tools import CountingStream

    lane = make_lane(_top_law(Fraction(1, 2), 32))
    counts = set()
    for word in (0, 40000):
        stream = CountingStream(open_stream())
        drawn = np.full(1000, 40000, np.uint16)
        drawn[:3] = word
        lane.decode(drawn, np.empty(1000, np.uint8), np.empty(1000, np.bool_), stream)
        counts.add(stream.count)
    assert 1 == len(counts)
    assert counts != {0}
