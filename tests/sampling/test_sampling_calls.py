"""The public samplers: what they take, what they refuse before any randomness, and what they give."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import lapwing.sampling as sampling
from lapwing.errors import (
    BoundsOrderError,
    CarrierError,
    LapwingError,
    NonFiniteError,
    NotANumberError,
    OutOfRangeError,
)
from lapwing.sampling import _bernoulli, _gaussian, _laplace, _uniform

NAN, INF = float("nan"), float("inf")
loose: Any = sampling  # wrong types are the point here

REFUSED: list[tuple[Callable[[], object], type[LapwingError], str]] = [
    (lambda: sampling.sample_discrete_laplace(-1), OutOfRangeError, "scale must be at least 0, but is -1"),
    (lambda: sampling.sample_discrete_laplace(-1e-300, 5), OutOfRangeError, "scale must be at least 0, but is -1e-300"),
    (lambda: sampling.sample_discrete_laplace(NAN), NonFiniteError, "scale must be finite, but is nan: give a number"),
    (
        lambda: sampling.sample_discrete_laplace(INF, 3),
        NonFiniteError,
        "scale must be finite, but is inf: give a number",
    ),
    (lambda: sampling.sample_discrete_laplace(Decimal("NaN")), NonFiniteError, "scale must be finite"),
    (lambda: loose.sample_discrete_laplace("1"), NotANumberError, "scale must be an int, float, Fraction or Decimal"),
    (lambda: loose.sample_discrete_laplace(True), NotANumberError, "scale must be an int, float, Fraction or Decimal"),
    (lambda: sampling.sample_discrete_laplace(1, -1), OutOfRangeError, "size must be at least 0, but is -1"),
    (lambda: loose.sample_discrete_laplace(1, 2.0), CarrierError, "size must be of type int, but 2.0 is of type float"),
    (
        lambda: loose.sample_discrete_laplace(1, True),
        CarrierError,
        "size must be of type int, but True is of type bool",
    ),
    (lambda: sampling.sample_geometric(-2), OutOfRangeError, "scale must be at least 0, but is -2"),
    (lambda: sampling.sample_geometric(2, -2), OutOfRangeError, "size must be at least 0, but is -2"),
    (lambda: sampling.sample_discrete_gaussian(-2), OutOfRangeError, "scale must be at least 0, but is -2"),
    (lambda: sampling.sample_discrete_gaussian(NAN), NonFiniteError, "scale must be finite"),
    (lambda: sampling.sample_discrete_gaussian(2, -7), OutOfRangeError, "size must be at least 0, but is -7"),
    (lambda: sampling.sample_bounded_laplace(1, (2, 1)), BoundsOrderError, "bounds are"),
    (lambda: loose.sample_bounded_laplace(1, (0.5, 1)), CarrierError, "a bound must be of type int"),
    (lambda: sampling.sample_bounded_laplace(-1, (0, 1)), OutOfRangeError, "scale must be at least 0, but is -1"),
    (lambda: sampling.sample_bounded_laplace(1, (0, 1), -1), OutOfRangeError, "size must be at least 0, but is -1"),
    (lambda: sampling.sample_uniform_below(0), OutOfRangeError, "n must be at least 1, but is 0"),
    (lambda: sampling.sample_uniform_below(-3, 5), OutOfRangeError, "n must be at least 1, but is -3"),
    (lambda: loose.sample_uniform_below(2.5), CarrierError, "n must be of type int, but 2.5 is of type float"),
    (lambda: sampling.sample_uniform_below(2, -1), OutOfRangeError, "size must be at least 0, but is -1"),
    (lambda: sampling.sample_bernoulli(1.0000001), OutOfRangeError, "prob must be between 0 and 1, but is 1.0000001"),
    (lambda: sampling.sample_bernoulli(-0.1, 3), OutOfRangeError, "prob must be between 0 and 1, but is -0.1"),
    (lambda: sampling.sample_bernoulli(NAN), NonFiniteError, "prob must be finite, but is nan: give a number"),
    (lambda: sampling.sample_bernoulli(0.5, -1), OutOfRangeError, "size must be at least 0, but is -1"),
    (lambda: sampling.sample_bernoulli_exp(-1), OutOfRangeError, "x must be at least 0, but is -1"),
    (lambda: sampling.sample_bernoulli_exp(INF), NonFiniteError, "x must be finite, but is inf: give a number"),
    (lambda: sampling.sample_bernoulli_exp(1, -4), OutOfRangeError, "size must be at least 0, but is -4"),
    (lambda: sampling.sample_laplace_on_grid(-1, 0), OutOfRangeError, "scale must be at least 0, but is -1"),
    (lambda: loose.sample_laplace_on_grid(1, 0.5), CarrierError, "k must be of type int, but 0.5 is of type float"),
    (lambda: sampling.sample_gaussian_on_grid(1, 0, -1), OutOfRangeError, "size must be at least 0, but is -1"),
    (lambda: sampling.chunks(lambda n: np.zeros(n), -1), OutOfRangeError, "size must be at least 0, but is -1"),
    (lambda: sampling.chunks(lambda n: np.zeros(n), 1, chunk=0), OutOfRangeError, "chunk must be at least 1, but is 0"),
]


@pytest.mark.parametrize(("call", "error", "text"), REFUSED)
def test_refused_before_entropy(
    call: Callable[[], object], error: type[LapwingError], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bad argument raises its own error, and no stream was opened."""

    def no_stream() -> Any:
        raise AssertionError("a stream was opened")

    for module in (_bernoulli, _gaussian, _laplace, _uniform):
        monkeypatch.setattr(module, "open_stream", no_stream)
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value).startswith(text)


SCALES = [
    Fraction(1, 10**6),
    0.001,
    0.1,
    1,
    7.5,
    Decimal("12.5"),
    10**6,
    2**54,
    10**18,
    2**62,
    2**200,
    Fraction(10**60, 7),
]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    "sampler", [sampling.sample_geometric, sampling.sample_discrete_laplace, sampling.sample_discrete_gaussian]
)
def test_every_scale(sampler: Any, scale: Any) -> None:
    """Any scale works, one by one and in vectors, int64 up to 2^54 and exact Python integers beyond."""
    assert type(sampler(scale)) is int
    kind = np.dtype(np.int64) if scale <= 2**54 else np.dtype(object)
    for size in (0, 1, 48, 49, 300):
        drawn = sampler(scale, size)
        assert (kind, (size,)) == (drawn.dtype, drawn.shape)
        assert all(type(number) is int for number in drawn.tolist())
        # 60 scales out has probability e^-60 a draw
        assert all(abs(number) <= 60 * Fraction(str(scale)) + 1 for number in drawn.tolist())
    if scale > 10**20:
        assert len(set(sampler(scale, 300).tolist())) == 300


@pytest.mark.parametrize(
    "sampler", [sampling.sample_geometric, sampling.sample_discrete_laplace, sampling.sample_discrete_gaussian]
)
def test_scale_zero(sampler: Any) -> None:
    """Scale 0 is a point mass."""
    assert 0 == sampler(0)
    for size in (0, 5, 100):
        assert [0] * size == sampler(0, size).tolist()


def test_bounded() -> None:
    """What is outside the bounds moves to the nearer one; bounds outside int64 are kept exactly."""
    assert {-1, 0, 1} >= set(sampling.sample_bounded_laplace(100, (-1, 1), 500).tolist())
    assert {3} == set(sampling.sample_bounded_laplace(100, (3, 3), 100).tolist())
    assert {2**70} == set(sampling.sample_bounded_laplace(100, (2**70, 2**71), 60).tolist())
    assert {-(2**70)} == set(sampling.sample_bounded_laplace(100, (-(2**71), -(2**70)), 3).tolist())
    assert 2**70 == sampling.sample_bounded_laplace(1, (2**70, 2**70))
    drawn = sampling.sample_bounded_laplace(10, (-(2**70), 2**70), 1000)
    assert drawn.dtype == np.int64
    assert 1 < len(set(drawn.tolist()))
    wide = sampling.sample_bounded_laplace(10**20, (-(10**19), 10**19), 200)
    assert max(map(abs, wide.tolist())) == 10**19


@pytest.mark.parametrize(
    ("scale", "k", "steps"),
    [
        (1, 0, Fraction(1)),
        (0.1, -2, Fraction(2, 5)),
        (Fraction(3), 4, Fraction(3, 16)),
        (2.5, -1074, Fraction(5 * 2**1073)),
    ],
)
def test_grid(scale: Any, k: int, steps: Fraction) -> None:
    """On a grid of 2^k the scale is counted in steps, exactly; any k works."""
    assert steps == sampling.steps_per_scale(scale, k)
    for sampler in (sampling.sample_laplace_on_grid, sampling.sample_gaussian_on_grid):
        assert abs(sampler(scale, k)) <= 60 * steps + 1
        assert 60 == len(sampler(scale, k, 60))


def test_chunks() -> None:
    """A long vector comes in pieces, each drawn when it is asked for."""
    asked = []

    def draw(size: int) -> Any:
        asked.append(size)
        return sampling.sample_discrete_laplace(5, size)

    pieces = sampling.chunks(draw, 25, chunk=10)
    assert [] == asked
    assert [10, 10, 5] == [len(piece) for piece in pieces]
    assert [10, 10, 5] == asked
    assert [] == list(sampling.chunks(draw, 0))


@pytest.mark.parametrize("n", [1, 2, 3, 10, 2**32 + 1, 2**63, 2**63 + 1, 10**40])
def test_uniform_range(n: int) -> None:
    """Every n works; results are below n, in int64 up to 2^63."""
    for size in (0, 3, 200):
        drawn = sampling.sample_uniform_below(n, size)
        assert (np.dtype(np.int64) if n <= 2**63 else np.dtype(object)) == drawn.dtype
        assert all(0 <= number < n for number in drawn.tolist())
    assert 0 <= sampling.sample_uniform_below(n) < n


@pytest.mark.parametrize("constant_time", [False, True])
@pytest.mark.parametrize(("prob", "expected"), [(0, False), (1, True), (1.0, True), (Fraction(0), False)])
def test_certain_bits(prob: Any, expected: bool, constant_time: bool) -> None:
    """Probability 0 and 1 are certain."""
    assert expected is sampling.sample_bernoulli(prob, constant_time=constant_time)
    for size in (0, 5, 100):
        assert [expected] * size == sampling.sample_bernoulli(prob, size, constant_time=constant_time).tolist()


def test_certain_exponents() -> None:
    """exp(-0) is 1, and exp(-10^9) never happens."""
    assert sampling.sample_bernoulli_exp(0) is True
    assert [True] * 4 == sampling.sample_bernoulli_exp(0, 4).tolist()
    assert not sampling.sample_bernoulli_exp(10**9, 200).any()
    assert sampling.sample_bernoulli_exp(10**9) is False
