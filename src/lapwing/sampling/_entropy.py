"""Randomness: one fresh AES-256-CTR stream for each call, keyed by the operating system.

No stream outlives the call that opened it. So there is no state to fork, to share between threads, to store or to
replay.
"""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING, Any, final

from lapwing.errors import EntropyError

if TYPE_CHECKING:
    from collections.abc import Callable

    from lapwing.arrays._noise_words import Stream as Stream

_KEY_BYTES = 32
# A key serves one call, so the counter may start at zero. A second stream under the same key never exists.
_COUNTER = bytes(16)
# The keystream is the encryption of zeros. Pieces of this size keep source and target in the processor's cache.
_ZEROS = bytes(1 << 16)


@final
class AesStream:
    """The keystream of AES-256 in counter mode under a key that nobody else has."""

    __slots__ = ("_encryptor",)

    def __init__(self, make_encryptor: Callable[[bytes], Any]) -> None:
        key = system_bytes(_KEY_BYTES)
        try:
            self._encryptor = make_encryptor(key)
        except Exception as error:
            raise EntropyError("AES-256-CTR", type(error).__name__) from error

    def take(self, count: int) -> bytes:
        """Give `count` fresh bytes."""
        try:
            made: bytes = self._encryptor.update(_ZEROS[:count] if count <= len(_ZEROS) else bytes(count))
        except Exception as error:
            raise EntropyError("AES-256-CTR", type(error).__name__) from error
        if len(made) != count:
            raise EntropyError("AES-256-CTR", f"{len(made)} bytes instead of {count}")
        return made

    def fill(self, buffer: Any) -> None:
        """Overwrite the buffer with keystream, in place."""
        target = _bytes_of(buffer)
        update = self._encryptor.update_into
        size = len(_ZEROS)
        try:
            for start in range(0, len(target), size):
                piece = target[start : start + size]
                made = update(_ZEROS if len(piece) == size else _ZEROS[: len(piece)], piece)
                if made != len(piece):
                    raise EntropyError("AES-256-CTR", f"{made} bytes instead of {len(piece)}")
        except EntropyError:
            raise
        except Exception as error:
            raise EntropyError("AES-256-CTR", type(error).__name__) from error


@final
class SystemStream:
    """The operating system's own generator, for installations in which AES can't be loaded."""

    __slots__ = ()

    def take(self, count: int) -> bytes:
        """Give `count` fresh bytes."""
        return system_bytes(count)

    def fill(self, buffer: Any) -> None:
        """Overwrite the buffer piece by piece."""
        target = _bytes_of(buffer)
        size = len(_ZEROS)
        for start in range(0, len(target), size):
            piece = target[start : start + size]
            piece[:] = system_bytes(len(piece))


def open_stream() -> Stream:
    """Open a stream for one call. Raises EntropyError if the operating system gives no key."""
    make_encryptor = _aes()
    return SystemStream() if make_encryptor is None else AesStream(make_encryptor)


def system_bytes(count: int) -> bytes:
    """Take bytes from the operating system, all of them or none."""
    try:
        made = os.urandom(count)
    except Exception as error:
        raise EntropyError("the operating system", type(error).__name__) from error
    if len(made) != count:
        raise EntropyError("the operating system", f"{len(made)} bytes instead of {count}")
    return made


@lru_cache(maxsize=1)
def _aes() -> Callable[[bytes], Any] | None:
    """Load AES, once. None if the package or its native part can't be loaded. No key is kept here."""
    try:
        from cryptography.hazmat.primitives.ciphers import Cipher
        from cryptography.hazmat.primitives.ciphers.algorithms import AES256
        from cryptography.hazmat.primitives.ciphers.modes import CTR
    except Exception:  # a broken native library raises more than ImportError
        return None
    counter = CTR(_COUNTER)
    return lambda key: Cipher(AES256(key), counter).encryptor()


def _bytes_of(buffer: Any) -> memoryview:
    view = memoryview(buffer)
    return view.cast("B") if view.nbytes else memoryview(bytearray())
