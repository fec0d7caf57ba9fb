"""Discrete Gaussian numbers: the acceptance is within its margin, and every case, counted, gives the exact law."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial
from typing import Any

import attrs
import numpy as np
import pytest
from flint import arb, fmpq
from sampling_tools import EveryCase, ReplayStream, fraction_of

from lapwing.arrays._noise_gaussian import COEFFICIENTS, MARGIN, POINT
from lapwing.exact._enclosure import working_precision
from lapwing.maps import exp
from lapwing.sampling import DiscreteGaussianLaw, DiscreteLaplaceLaw
from lapwing.sampling._certified import exp_minus, floors
from lapwing.sampling._entropy import open_stream
from lapwing.sampling._gaussian_plan import make_gaussian_tables
from lapwing.sampling._gaussian_scalar import _SPREAD, ScalarGaussian

TINY = Fraction(1, 1 << 120)


def test_coefficients() -> None:
    """The coefficients of the Taylor polynomial are the nearest integers, proven by enclosures."""
    with working_precision(200):
        for i, coefficient in enumerate(COEFFICIENTS):
            exact = (-arb(3) / 8).exp() / factorial(i) * (-1) ** i * 2**POINT
            assert abs(exact - coefficient) < arb(1) / 2


@pytest.mark.parametrize(
    "scale", [Fraction(81, 10), Fraction(16), Fraction(1000), Fraction(10**6), Fraction(2**40) + 1, Fraction(10**18)]
)
def test_margin(scale: Fraction) -> None:
    """E is within the margin of e^-x at the corners of every cell and at random places inside."""
    tables = make_gaussian_tables(scale)
    bits = min(tables.cell_bits, 24)
    last = (1 << bits) - 1
    rng = np.random.default_rng(7)
    inside = rng.integers(0, last, (tables.cells, 12), endpoint=True)
    places = np.concatenate([np.array([[0, min(1, last), last // 2, last]] * tables.cells), inside], axis=1)
    cells = np.repeat(np.arange(tables.cells), places.shape[1])
    got = tables.exp_minus(cells.copy(), places.ravel().copy(), bits)
    low_bits = tables.cell_bits - bits
    with working_precision(160):
        for h, place, approximate in zip(cells.tolist(), places.ravel().tolist(), got.tolist(), strict=True):
            # The bits below the place can be anything: the extremes are all zeros and all ones.
            for below in {0, (1 << low_bits) - 1}:
                whole = place << low_bits | below
                x = Fraction(whole * (2 * h * (1 << tables.cell_bits) + whole)) / (2 * scale * scale)
                exact = (-arb(fmpq(x.numerator, x.denominator))).exp() * 2**POINT
                assert abs(exact - approximate) < 725  # 2^-21.5, as the module proves; MARGIN is 1024
    assert MARGIN > 725


@pytest.mark.parametrize(("scale", "widths", "accept_bits"), [
    (Fraction(1, 2), (5, 10), 31),
    (Fraction(2), (5, 10), 31),
    (Fraction(9), (5, 6), 6),
    (Fraction(20), (4, 5), 6),
])  # fmt: skip
def test_every_case(scale: Fraction, widths: tuple[int, int], accept_bits: int) -> None:
    """Over every combination of words, each number is accepted in proportion to its probability, up to ties."""
    made = make_gaussian_tables(scale, widths=widths, reach=2, accept_bits=accept_bits)
    marker = 1 << 40  # stands for whatever lies beyond the cells
    settled_exactly: set[tuple[int, int, int]] = set()

    def accept(h: int, place: int, prefix: int, bits: int, stream: Any) -> bool:
        settled_exactly.add((h, place, prefix))
        return made.accept(h, place, prefix, bits, stream)

    tables = attrs.evolve(made, draw_tail=lambda stream: marker, accept=accept)
    rejecting = tables.cell_bits > 0
    stream = EveryCase([tables.lane], 1 + tables.cell_bits, 0, accept_bits if rejecting else 0)
    size = 1 << stream.bits
    # One long block: `fill` would make more trials to replace those that fail.
    got = run_all(tables, size, stream)
    counts = Counter(got.tolist())
    numbers = np.arange(size)
    open_draws = int(np.count_nonzero(stream.open(numbers)))
    open_draws += size // (1 << accept_bits) if rejecting else 0  # one prefix in 2^accept_bits ties with e^-x
    left = Fraction(open_draws, size)
    assert left <= Fraction(1, 6)
    # P[trial gives z] = e^(-z^2/2v)/(2^(k+1) W), and W is known from the probability of cell 0.
    first = cell_probability(tables)
    halves = Fraction(1, 2) if tables.cell_bits == 0 else Fraction(1)
    drawn = cells_drawn(tables)
    for z in range(-(tables.cells << tables.cell_bits) + 1, tables.cells << tables.cell_bits):
        weight = fraction_of(exp(-Fraction(z * z) / (2 * scale * scale)))
        trial = weight * first / halves / (1 << tables.cell_bits + 1)
        assert abs(trial - Fraction(counts[z], size)) <= left + TINY
        if rejecting:
            # Sharper: of the uniforms in a cell, those below e^-x accept and those above don't; one prefix is open.
            h, place = abs(z) >> tables.cell_bits, abs(z) & (1 << tables.cell_bits) - 1
            x = Fraction(place * (2 * h * (1 << tables.cell_bits) + place)) / (2 * scale * scale)
            (floor,) = floors(exp_minus(x), accept_bits)
            assert drawn[h] * floor <= counts[z] <= drawn[h] * (floor + 1)
            assert not place or (h, place, floor) in settled_exactly
    settled = sum(counts[z] for z in counts)
    assert settled == size if not rejecting else settled < size
    assert counts[marker] > 0


def run_all(tables: Any, size: int, stream: Any) -> Any:
    """All trials of a kernel, block by block, without the loop that replaces failures."""
    from lapwing.arrays._noise_gaussian import _Work
    from lapwing.arrays._noise_words import BLOCK

    work = _Work(tables, min(BLOCK, size), True, stream)
    return np.concatenate([work.draw(min(BLOCK, size - start)).astype(np.int64) for start in range(0, size, BLOCK)])


def cells_drawn(tables: Any) -> list[int]:
    """How many pairs of a first and a second word lead to each cell."""
    stream = EveryCase([tables.lane])
    size = 1 << stream.bits
    words, outcomes, scratch = np.empty(size, np.uint16), np.empty(size, np.uint8), np.empty(size, np.bool_)
    stream.fill(words)
    tables.lane.decode(words >> 16 - tables.lane.word_bits, outcomes, scratch, stream)
    counts: list[int] = np.bincount(outcomes, minlength=tables.cells + 1).tolist()
    return counts


def cell_probability(tables: Any) -> Fraction:
    """The probability of cell 0, from the lane's own tables: its cells and its share of the residual law."""
    lane = tables.lane
    first = lane.steps[0] if lane.steps else 1 << lane.word_bits
    cells = Fraction(first - lane.residue, 1 << lane.word_bits)
    share = Fraction(2 * int(lane.thresholds[0]) + 1, 2 << lane.slot_bits) if lane.residue else Fraction(0)
    return cells + share * Fraction(lane.residue, 1 << lane.word_bits)


@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(1), Fraction(7, 3)])
def test_scalar_law(scale: Fraction) -> None:
    """Proposal times acceptance is proportional to the law, and acceptance is the product of the packed bits it needs."""
    sampler = ScalarGaussian(scale)
    proposals, target = DiscreteLaplaceLaw(int(scale) + 1), DiscreteGaussianLaw(scale)
    constant = None
    for y in range(-12, 13):
        n = ((3 * sampler._proposals.half + abs(y)) * sampler._factor - sampler._shift) ** 2
        product = Fraction(1)
        for i in range(n.bit_length()):
            if n >> i & 1:
                product *= fraction_of(exp(-Fraction(1 << i, sampler._divisor)), 200)
        ratio = fraction_of(proposals.pmf(y), 200) * product / fraction_of(target.pmf(y), 200)
        constant = ratio if constant is None else constant
        assert abs(ratio / constant - 1) < Fraction(1, 1 << 80)


@pytest.mark.parametrize("kept", [0, 1, 0b1010001, 0b1011011, (1 << 60) - 1])
def test_scalar_keeps_by_digits(kept: int) -> None:
    """A trial succeeds exactly if each digit of N that is 1 has a kept bit."""
    sampler = ScalarGaussian(Fraction(3))
    n = 81 * _SPREAD**2  # of the proposal 0, as a = 9: 0b1010001
    kept *= _SPREAD**2
    real = sampler._proposals

    class Bits:
        """Gives the bits that were laid down, then all of them."""

        count = sampler._digits.count
        trials = 0

        def draw(self, stream: object) -> int:
            self.trials += 1
            return kept if self.trials == 1 else (1 << self.count) - 1

    class Zero:
        """Always proposes 0."""

        decode = staticmethod(real.decode)

        def draw_magnitude(self, stream: object) -> tuple[int, int]:
            return real.half, 2 * real.half

    bits = Bits()
    sampler._digits = bits  # type: ignore[assignment]  # a stand-in
    sampler._proposals = Zero()  # type: ignore[assignment]  # a stand-in
    assert 0 == sampler.draw(ReplayStream(b""))
    assert (1 if n & kept == n else 2) == bits.trials


@pytest.mark.parametrize("dtype", [np.int64, object])
def test_tail_saturates(dtype: Any) -> None:
    """A draw from beyond the cells is kept exactly in an object array, and saturates in an int64."""
    tables = attrs.evolve(make_gaussian_tables(Fraction(2)), draw_tail=lambda stream: -(1 << 80))
    out = np.zeros(1, dtype)
    tables.fill(out, ReplayStream(b"\x00\x00" + b"\x00" + b"\xff" * 64))
    assert (-(1 << 63) if dtype is np.int64 else -(1 << 80)) == out[0]


@pytest.mark.parametrize("scale", [Fraction(1), Fraction(100), Fraction(2**70)])
def test_tail_draw(scale: Fraction) -> None:
    """The draw from the tail is exact too: beyond the cells, or a fresh number if the trial fails."""
    tables = make_gaussian_tables(scale)
    start = tables.cells << tables.cell_bits
    drawn = [tables.draw_tail(open_stream()) for _ in range(300)]
    beyond = [abs(z) for z in drawn if abs(z) >= start]
    # A trial succeeds with probability above 0.8 here, so 100 of 300 are exceeded by all odds (failure below 1e-30).
    assert len(beyond) > 100
    assert max(beyond) < start + 8 * scale + 8
    assert len({z > 0 for z in drawn}) == 2


def test_acceptance_floor() -> None:
    """The exact decision agrees with the certified floor of e^-x on either side of a tie."""
    tables = make_gaussian_tables(Fraction(16))
    h, place = 3, 1
    x = Fraction(place * (2 * h * (1 << tables.cell_bits) + place)) / (2 * 256)
    (floor,) = floors(exp_minus(x), 31)
    for prefix, expected in ((floor - 1, True), (floor + 1, False)):
        for more in (b"\x00", b"\xff"):
            assert expected is tables.accept(h, place, prefix, 31, ReplayStream(more * 8))
    (deeper,) = floors(exp_minus(x), 95)
    for step, expected in ((-1, True), (1, False)):
        word = (deeper + step & (1 << 64) - 1).to_bytes(8, "little")
        assert expected is tables.accept(h, place, floor, 31, ReplayStream(word))


@pytest.mark.parametrize("difference", [-5000, -1030, -725, -1, 0, 1, 725, 1030, 5000])
@pytest.mark.parametrize("verdict", [True, False])
def test_filter_in_use(difference: int, verdict: bool) -> None:
    """With the widths in use, a uniform within the error of E is decided exactly, and one beyond the margin by the filter."""
    from lapwing.arrays._noise_gaussian import _Work

    made = make_gaussian_tables(Fraction(16))
    tables = attrs.evolve(made, accept=lambda h, place, prefix, bits, stream: verdict)
    h, place = 3, 1
    (above,) = tables.exp_minus(np.array([h]), np.array([place]), tables.cell_bits).tolist()
    word = tables.lane.steps[h - 1].to_bytes(2, "little")
    places = bytes([(place << 1) << 8 - 1 - tables.cell_bits])
    uniform = (above + difference << 1).to_bytes(4, "little")
    stream = ReplayStream(word + places + b"\x00" * 8 + uniform)
    expected = verdict if abs(difference) <= 725 else difference < 0
    got = _Work(tables, 1, True, stream).draw(1)
    assert ([(h << tables.cell_bits) + place] if expected else []) == got.tolist()
