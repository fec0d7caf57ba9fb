"""Randomness: a fresh stream for each call, nothing shared, and no output without it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from inspect import signature
from typing import Any

import numpy as np
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES256
from cryptography.hazmat.primitives.ciphers.modes import ECB

import lapwing.sampling as sampling
from lapwing.errors import EntropyError
from lapwing.sampling import _entropy
from lapwing.sampling._entropy import AesStream, SystemStream, open_stream, system_bytes

SAMPLERS: list[Callable[[], object]] = [
    lambda: sampling.sample_uniform_below(10),
    lambda: sampling.sample_uniform_below(10, 100),
    lambda: sampling.sample_uniform_below(10**30, 100),
    lambda: sampling.sample_bernoulli(0.3),
    lambda: sampling.sample_bernoulli(0.3, 100),
    lambda: sampling.sample_bernoulli(0.3, constant_time=True),
    lambda: sampling.sample_bernoulli(0.3, 100, constant_time=True),
    lambda: sampling.sample_bernoulli_exp(1),
    lambda: sampling.sample_bernoulli_exp(1, 100),
    lambda: sampling.sample_geometric(10),
    lambda: sampling.sample_geometric(10, 100),
    lambda: sampling.sample_discrete_laplace(10),
    lambda: sampling.sample_discrete_laplace(10, 10),
    lambda: sampling.sample_discrete_laplace(10, 100_000),
    lambda: sampling.sample_discrete_laplace(10**20, 100),
    lambda: sampling.sample_bounded_laplace(10, (-5, 5)),
    lambda: sampling.sample_discrete_gaussian(10),
    lambda: sampling.sample_discrete_gaussian(10, 100_000),
    lambda: sampling.sample_laplace_on_grid(10, -10, 100),
    lambda: sampling.sample_gaussian_on_grid(10, -10),
]


def test_stream_is_the_aes_keystream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under a known key both ways to read give the encrypted counter 0, 1, 2, ..., as another mode computes it."""
    key = bytes(range(32))
    monkeypatch.setattr(os, "urandom", lambda count: key[:count])
    counters = b"".join(i.to_bytes(16, "big") for i in range(40))
    expected = Cipher(AES256(key), ECB()).encryptor().update(counters)
    assert expected[:600] == open_stream().take(600)
    buffer = np.zeros((3, 50), np.uint32)
    stream = open_stream()
    stream.fill(buffer)
    assert expected[:600] == buffer.tobytes()
    assert expected[600:616] == stream.take(16)


def test_long_buffers() -> None:
    """A buffer longer than one piece is filled to its end, and an empty one is left alone."""
    for stream in (open_stream(), SystemStream()):
        buffer = np.zeros(3 * (1 << 16) + 17, np.uint8)
        stream.fill(buffer)
        # 17 zero bytes in a row at one place: 2^-136
        assert all(buffer[start : start + 17].any() for start in range(0, len(buffer) - 16, 17))
        stream.fill(np.zeros(0, np.uint8))


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_each_call_has_its_own_key(sampler: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call takes one key from the operating system, and only that."""
    real, asked = os.urandom, []

    def urandom(count: int) -> bytes:
        asked.append(count)
        return real(count)

    monkeypatch.setattr(os, "urandom", urandom)
    for _ in range(3):
        sampler()
    assert [32] * 3 == asked


@pytest.mark.parametrize("sampler", SAMPLERS)
@pytest.mark.parametrize("failure", [OSError, NotImplementedError, None])
def test_system_failure(
    failure: type[Exception] | None, sampler: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the operating system gives nothing, or too little, there is a typed error and no output."""

    def urandom(count: int) -> bytes:
        if failure is None:
            return b"\x00" * (count - 1)
        raise failure

    monkeypatch.setattr(os, "urandom", urandom)
    with pytest.raises(EntropyError):
        sampler()


@pytest.mark.parametrize("sampler", SAMPLERS)
@pytest.mark.parametrize("kind", ["raise", "short"])
def test_cipher_failure(kind: str, sampler: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    """If the cipher fails in the middle of a call, there is a typed error and no output."""

    class Broken:
        """Fails, or gives less than it was asked for."""

        def update(self, data: bytes) -> bytes:
            if kind == "raise":
                raise ValueError
            return b""

        def update_into(self, data: bytes, buffer: Any) -> int:
            if kind == "raise":
                raise ValueError
            return 0

    monkeypatch.setattr(_entropy, "_aes", lambda: lambda key: Broken())
    with pytest.raises(EntropyError):
        sampler()


def test_cipher_that_takes_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cipher that refuses to start is an entropy error."""

    def refuse(key: bytes) -> Any:
        raise ValueError("no")

    with pytest.raises(EntropyError, match="ValueError"):
        AesStream(refuse)


def test_error_text() -> None:
    """The text names the source and says that nothing was released."""
    expected = (
        "the operating system gave no randomness (OSError), so nothing was released: "
        "mend the source and ask again, the privacy budget is unspent"
    )
    assert expected == str(EntropyError("the operating system", "OSError"))


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package for AES, the operating system gives all bytes."""
    for name in [name for name in sys.modules if name.startswith("cryptography")]:
        monkeypatch.setitem(sys.modules, name, None)
    _entropy._aes.cache_clear()
    try:
        assert isinstance(open_stream(), SystemStream)
        assert 1000 == len(sampling.sample_discrete_laplace(10, 1000))
        assert isinstance(sampling.sample_discrete_gaussian(10), int)
    finally:
        monkeypatch.undo()
        _entropy._aes.cache_clear()
    assert isinstance(open_stream(), AesStream)


def test_no_way_in() -> None:
    """No public sampler takes a stream, a seed or a generator."""
    expected = {"n", "prob", "x", "scale", "bounds", "k", "size", "constant_time", "draw", "chunk"}
    for name in dir(sampling):
        if name.startswith("sample_") or name == "chunks":
            assert expected >= set(signature(getattr(sampling, name)).parameters)
    assert not [name for name in dir(sampling) if "tream" in name or "eed" in name]


def test_forks_share_nothing() -> None:
    """1,000 forked children draw 1,000 different numbers, though the parent drew before."""
    wide = 10**40
    sampling.sample_discrete_laplace(wide)
    drawn = []
    for _ in range(1000):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:  # the child writes its number and leaves without the parent's clean-up
            os.write(writer, str(sampling.sample_discrete_laplace(wide)).encode())
            os._exit(0)
        os.close(writer)
        drawn.append(os.read(reader, 100))
        os.close(reader)
        os.waitpid(child, 0)
    assert 1000 == len(set(drawn))
    assert b"" not in drawn


def test_threads_share_nothing() -> None:
    """64 threads draw different numbers, scalars and vectors, while tables are built at the same time."""

    def draw(i: int) -> tuple[int, bytes, bytes]:
        scale = 10**30 + i % 5
        vector = sampling.sample_discrete_laplace(2**50 + i % 3, 200)
        return sampling.sample_discrete_gaussian(scale), vector.tobytes(), system_bytes(16)

    with ThreadPoolExecutor(64) as pool:
        drawn = list(pool.map(draw, range(256)))
    for column in zip(*drawn, strict=True):
        assert 256 == len(set(column))
