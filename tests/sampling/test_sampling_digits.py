"""Geometric and discrete Laplace numbers: every case of the kernels, counted, gives the exact law."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, final

import attrs
import numpy as np
import pytest
from sampling_tools import EveryCase, ReplayStream, fraction_of, walk

from lapwing.exact._enclosure import exact_bounds, working_precision
from lapwing.sampling import DiscreteLaplaceLaw, GeometricLaw, Law
from lapwing.sampling._digit_plan import digit_tables, make_digit_tables
from lapwing.sampling._digits import ScalarDigits, scalar_digits
from lapwing.sampling._entropy import open_stream
from lapwing.sampling._packed import PackedBits

TINY = Fraction(1, 1 << 120)


def law_of(scale: Fraction, signed: bool) -> Law:
    """The law that the tables claim to draw from."""
    return DiscreteLaplaceLaw(scale) if signed else GeometricLaw(scale)


# scale, signed, widths, the top lane's reach in scales, the bound for fair digits as a power of 1/2
SMALL = [
    (Fraction(1, 2), True, (4, 6), 4, 9),
    (Fraction(1, 10), True, (4, 6), 4, 9),
    (Fraction(1), True, (4, 6), 4, 9),
    (Fraction(3, 2), False, (4, 7), 3, 9),
    (Fraction(7, 3), True, (4, 6), 3, 9),
    (Fraction(7), False, (4, 6), 2, 9),
    (Fraction(2), True, (3, 4), 3, 1),  # one lane above two fair digits, C != 0 in half of the draws
    (Fraction(3), False, (3, 4), 2, 1),
    (Fraction(1), False, (4, 6), 3, 0),  # fair digits under the top lane alone
]


@pytest.mark.parametrize(("scale", "signed", "widths", "top", "fair_bits"), SMALL)
def test_every_case(scale: Fraction, signed: bool, widths: tuple[int, int], top: int, fair_bits: int) -> None:
    """Over every combination of words, each number has its probability, up to the words that tie."""
    made = make_digit_tables(scale, signed, widths=widths, top=top, fair_bits=fair_bits)
    # Beyond the top lane's reach a number is drawn by other code. Here one number stands for all of them.
    # Draws with a tie are left out, so a tie may be resolved in any way.
    settle = [
        attrs.evolve(lane, resolve=lambda prefix, stream: 0) for lane in (made.top, *(lane for lane, _ in made.lanes))
    ]
    tables = attrs.evolve(
        made,
        draw_above=lambda stream: made.reach,
        top=settle[0],
        lanes=tuple((lane, digits) for lane, (_, digits) in zip(settle[1:], made.lanes, strict=True)),
        fair=made.fair and attrs.evolve(made.fair, resolve=lambda place, prefix, stream: 0),
    )
    lanes = [tables.top, *(lane for lane, _ in tables.lanes)]
    fair = tables.fair.count if tables.fair else 0
    assert (fair_bits < 9) == (fair > 0)
    stream = EveryCase(lanes, fair, fair)
    size = 1 << stream.bits
    assert size <= 1 << 25
    out = np.empty(size, np.int64)
    tables.fill(out, stream)
    flag = None
    if tables.fair is not None and tables.flag is not None:
        flag = (tables.flag, tables.fair.later, tables.fair.first)
    tied = stream.open(np.arange(size), flag)
    left = Fraction(int(np.count_nonzero(tied)), size)
    assert left <= Fraction(1, 3)
    values, counts = np.unique(out[~tied], return_counts=True)
    law = law_of(scale, signed)
    bound = tables.reach << tables.bits - signed
    beyond = Fraction(0)
    seen = set()
    for z, count in zip(values.tolist(), counts.tolist(), strict=True):
        share = Fraction(count, size)
        seen.add(z)
        if (~z if z < 0 else z) >= bound:
            beyond += share
        else:
            assert -TINY <= fraction_of(law.pmf(z)) - share <= left + TINY
    tail = fraction_of(law.tail(bound - 1)) * (1 + signed) - signed * fraction_of(law.pmf(bound))
    assert -TINY <= tail - beyond <= left + TINY
    # Nothing is missing: what the settled draws and the open ones have together is everything.
    assert 1 == left + sum(Fraction(count, size) for count in counts.tolist())
    assert seen >= {z for z in range(-bound if signed else 0, bound) if fraction_of(law.pmf(z)) > left}


@pytest.mark.parametrize(
    ("probs", "depth"),
    [((Fraction(1, 3),), 1), ((Fraction(1, 3), Fraction(5, 7)), 2), ((Fraction(1, 128), Fraction(1, 2)), 2)],
)
def test_packed_tree(probs: tuple[Fraction, ...], depth: int) -> None:
    """Packed bits with 8-bit lanes: every byte row, counted, gives the product law up to the rows that tie."""
    packed = PackedBits(lambda: probs, lane_bits=8)
    law, left = walk(packed.draw, depth)
    assert left <= Fraction(len(probs) * 2, 128)
    for value in range(1 << len(probs)):
        exact = Fraction(1)
        for i, p in enumerate(probs):
            exact *= p if value >> i & 1 else 1 - p
        assert 0 <= exact - law.get(packed.offset + value, Fraction(0)) <= left
    assert len(law) == 1 << len(probs)


def test_packed_ties_are_broken_exactly() -> None:
    """Where a prefix ties, further bits decide, lane by lane."""
    packed = PackedBits(lambda: (Fraction(1, 3), Fraction(2, 3)), lane_bits=8)
    floor_low, floor_high = 128 // 3, 256 // 3  # lanes of 7 bits, the first probability in the last byte
    for more_low in (b"\x00" * 8, b"\xff" * 8):
        for more_high in (b"\x00" * 8, b"\xff" * 8):
            stream = ReplayStream(bytes([floor_high, floor_low]) + more_low + more_high)
            expected = (more_low[0] == 0) | (more_high[0] == 0) << 1
            assert packed.offset + expected == packed.draw(stream)


@final
class FixedBits:
    """Stands in for packed bits: `draw` gives what was laid down."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.drawn = 0

    def draw(self, stream: object) -> int:
        """The number that was laid down."""
        return self.offset + self.drawn


@pytest.mark.parametrize("scale", [Fraction(1, 50), Fraction(1, 4), Fraction(3, 2), Fraction(11)])
@pytest.mark.parametrize("signed", [True, False])
def test_scalar_law(scale: Fraction, signed: bool) -> None:
    """The packed bits' probabilities, multiplied and decoded, are the law; `test_packed_tree` shows the bits themselves."""
    sampler = ScalarDigits(scale, signed, lane_bits=8)
    with working_precision(300):
        probs = [ends(x) for x in sampler._bits._law()]
    bits = FixedBits(sampler._bits.offset)
    sampler._bits = bits  # type: ignore[assignment]  # a stand-in
    law: dict[int, Fraction] = {}
    for drawn in range(1 << len(probs) - 1):  # the highest bit says "beyond", and is 0 here
        bits.drawn = drawn
        mass = 1 - probs[-1]
        for i, p in enumerate(probs[:-1]):
            mass *= p if drawn >> i & 1 else 1 - p
        z = sampler.draw(ReplayStream(b""))
        law[z] = law.get(z, Fraction(0)) + mass
    reach = 1 << len(probs) - 1 - signed
    assert set(range(-reach if signed else 0, reach)) == set(law)
    for z, mass in law.items():
        assert abs(fraction_of(law_of(scale, signed).pmf(z)) - mass) < TINY
    # Beyond, the digits stay and a geometric number, at least 1, comes on top.
    bits.drawn = 1 << len(probs) - 1 | 1
    assert (~0 if signed else 1) != sampler.draw(open_stream())
    assert abs(sampler.draw(open_stream())) >= reach


def ends(x: Any) -> Fraction:
    """The lower end of a ball, exactly."""
    low = exact_bounds(x)[0]
    assert isinstance(low, tuple)
    return Fraction(low[0]) * Fraction(2) ** low[1]


@pytest.mark.parametrize("g", [0, 1, 5, 2**54, 2**55 - 1, 2**55, 2**56, 2**200])
def test_scalar_decoding(g: int) -> None:
    """However far out, G stays G and its mirror image is -1 - G."""
    sampler = ScalarDigits(Fraction(10), True)
    assert g == sampler.decode(sampler.half + g, 2 * sampler.half)
    assert -1 - g == sampler.decode(sampler.half + g, 2 * sampler.half + 1)
    # The sign is kept apart however long G is.
    bits = FixedBits(2 * sampler.half)
    sampler._bits = bits  # type: ignore[assignment]  # a stand-in
    bits.drawn = 2 * g + 1
    if not bits.offset + bits.drawn & sampler._above:
        assert (sampler.half + g, 2 * sampler.half + 1) == sampler.draw_magnitude(ReplayStream(b""))


@pytest.mark.parametrize("dtype", [np.int64, object])
@pytest.mark.parametrize("top", [40, 1 << 8, 1 << 70])
def test_beyond_the_reach(top: int, dtype: Any) -> None:
    """A number beyond the top lane is put together exactly; an int64 saturates and never wraps around."""
    tables = attrs.evolve(make_digit_tables(Fraction(10), True), draw_above=lambda stream: top)
    # Lanes: top (residual, then a tie that more ones resolve to "reach or more"), then plain words for the digits.
    out = np.zeros(1, dtype)
    lanes = len(tables.lanes)
    words = np.array([0] + [65535] * lanes, np.uint16).tobytes()
    tables.fill(out, ReplayStream(words + b"\xff" * 64))
    digits = (1 << tables.bits) - 1
    number = ~((top << tables.bits | digits) >> 1)  # the lowest digit is the sign
    assert (max(number, -(1 << 63)) if dtype is np.int64 else number) == out[0]


@pytest.mark.parametrize("scale", [Fraction(10), Fraction(10**6), Fraction(1, 100), Fraction(2**54), Fraction(10**18)])
@pytest.mark.parametrize("signed", [True, False])
def test_thresholds_in_use(scale: Fraction, signed: bool) -> None:
    """With the widths in use, the lanes' product law is the law: pmf(z) = product of digit probabilities, to 2^-100."""
    tables = digit_tables(scale, signed)
    assert tables.top.word_bits == 16
    assert tables.top.slot_bits == 64
    numbers = np.zeros(1000, np.int64 if scale <= 1 << 54 else object)
    tables.fill(numbers, open_stream())
    # 20 scales out has probability 2e-9 a draw; 1,000 draws stay inside except with probability 2e-6 in all ten cases.
    assert max(map(abs, numbers.tolist())) <= 26 * scale + 1
    assert all(type(number) is int for number in numbers.tolist())


def test_tables_are_kept_by_scale() -> None:
    """The tables of a scale are built once. They hold no randomness: two draws differ."""
    assert digit_tables(Fraction(5), True) is digit_tables(Fraction(5), True)
    assert scalar_digits(Fraction(5), True) is scalar_digits(Fraction(5), True)
    draws = np.zeros((2, 100), np.int64)
    for row in draws:
        digit_tables(Fraction(10**6), True).fill(row, open_stream())
    assert not np.array_equal(draws[0], draws[1])
