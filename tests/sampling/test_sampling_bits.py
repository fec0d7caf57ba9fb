"""Uniform integers and single bits: every case, counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from sampling_tools import CountingStream, ReplayStream, fraction_of, walk

from lapwing.arrays._noise_uniform import compare_to_the_last, fill_uniform
from lapwing.sampling import UniformLaw
from lapwing.sampling._bernoulli import bit, constant_time_bit, constant_time_bits
from lapwing.sampling._certified import Reals, exp_minus
from lapwing.sampling._entropy import open_stream
from lapwing.sampling._uniform import uniform_below


@pytest.mark.parametrize("n", [1, 2, 3, 10, 100, 200, 256])
def test_uniform_tree(n: int) -> None:
    """One uniform integer from single bytes: exactly equal shares, up to the tries that go on."""
    law, left = walk(lambda stream: uniform_below(n, stream, extra_bits=0), 2)
    assert left < Fraction(1, 2)
    assert [(1 - left) / n] * n == [law[z] for z in range(n)]
    assert [fraction_of(UniformLaw(n).pmf(z)) for z in range(n)] == pytest.approx([Fraction(1, n)] * n)


@pytest.mark.parametrize("n", [1, 3, 7, 8, 100, 255])
def test_uniform_vector_cases(n: int) -> None:
    """The vector kernel on every 8-bit word: equal shares among the words that count, and the others are drawn again."""

    class Words:
        """Every word once; for further tries, zeros."""

        def __init__(self) -> None:
            self.again = 0
            self.started = False

        def fill(self, buffer: Any) -> None:
            if self.started:
                self.again += len(buffer)
                buffer[:] = 0
            else:
                buffer[:] = np.arange(256, dtype=np.uint64) << np.uint64(56)
            self.started = True

        def take(self, count: int) -> bytes:
            raise NotImplementedError

    stream = Words()
    out = np.empty(256, np.int64)
    fill_uniform(out, n, stream, bits=8)
    counts = Counter(out.tolist())
    counts[0] -= stream.again
    assert dict.fromkeys(range(n), 256 // n) == counts
    assert 256 % n == stream.again


def test_uniform_large() -> None:
    """Near 2^63 half of the words are drawn again, and the results stay below n."""
    n = 2**62 + 2**61 + 1
    out = np.empty(5000, np.int64)
    fill_uniform(out, n, open_stream())
    assert 0 <= out.min()
    assert out.max() < n
    # The upper half has probability 1/2; 5,000 draws deviate by 350 with probability below 1e-22 (Hoeffding).
    assert abs(np.count_nonzero(out >= n // 2) - 2500) < 350


@pytest.mark.parametrize(
    ("prob", "exact"),
    [
        (lambda: [Fraction(1, 3)], Fraction(1, 3)),
        (lambda: [Fraction(1, 256)], Fraction(1, 256)),
        (exp_minus(Fraction(5)), None),
    ],
)
def test_bit_tree(prob: Reals, exact: Fraction | None) -> None:
    """One bit from an 8-bit prefix: its share, up to the one prefix that ties."""
    law, left = walk(lambda stream: bit(prob, 8, stream), 1)
    if exact is None:
        exact = Fraction("0.006737946999085467096636048423148424248849585027355085430305531573")
    assert Fraction(1, 256) == left
    assert 0 <= exact - law.get(True, Fraction(0)) <= left
    assert law.get(True, Fraction(0)) + law[False] + left == 1


@pytest.mark.parametrize("prob", [Fraction(1, 3), Fraction(1, 2), Fraction(3, 4), Fraction(1, 2**70), Fraction(0.1)])
def test_constant_time(prob: Fraction) -> None:
    """All places are compared: neighbours of the threshold fall on the right side, in scalars and vectors alike."""
    places = 17
    threshold = (prob.numerator << 64 * places) // prob.denominator
    dyadic = threshold * prob.denominator == prob.numerator << 64 * places
    for word in {0, threshold - 1, threshold, threshold + 1, (1 << 64 * places) - 1}:
        if word == threshold and not dyadic:
            continue
        content = word.to_bytes(8 * places, "little")
        assert (word < threshold) is constant_time_bit(prob, ReplayStream(content))
        assert [word < threshold] == constant_time_bits(prob, 1, ReplayStream(content)).tolist()
    if not dyadic:  # a tie to the last place: more bits
        content = threshold.to_bytes(8 * places, "little")
        for more, expected in ((b"\x00" * 8, True), (b"\xff" * 8, False)):
            assert expected is constant_time_bit(prob, ReplayStream(content + more))
            assert [expected] == constant_time_bits(prob, 1, ReplayStream(content + more)).tolist()


def test_constant_time_bytes() -> None:
    """The constant-time form draws 136 bytes a bit, whatever comes out."""
    for size in (1, 10, 1000):
        stream = CountingStream(open_stream())
        constant_time_bits(Fraction(1, 3), size, stream)
        assert 136 * size == stream.count


def test_compare_orders_places() -> None:
    """A higher place overrules a lower one."""
    # Two numbers of two places, stored lowest place first: 2^64 + 5 and 3.
    words = np.array([5, 3, 1, 0], np.uint64).tobytes()
    below, equal = compare_to_the_last(2, (1 << 64) + 4, 2, ReplayStream(words))
    assert [False, True] == below.tolist()
    assert [False, False] == equal.tolist()
