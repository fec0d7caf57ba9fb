"""The hash function behind the digests of expressions."""

from __future__ import annotations

try:
    # hashlib offers the same function, but loads OpenSSL first: a twentieth of the time that an import takes.
    from _blake2 import blake2b as blake2b
except ImportError:
    from hashlib import blake2b as blake2b
