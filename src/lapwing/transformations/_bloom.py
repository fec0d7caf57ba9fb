"""Bloom filters: a value of any of infinitely many kinds as a bit vector of few set bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Never

from typing_extensions import TypeVar

from lapwing.core import Transformation, Unbounded, Weighted, constructor, then
from lapwing.domains import AtomDomain, BitVectorDomain
from lapwing.domains._size import read_size
from lapwing.errors import CarrierError, OutOfRangeError, RequirementError
from lapwing.maps import symbol
from lapwing.metrics import DiscreteDistance
from lapwing.transformations._one_hot import require_atoms

if TYPE_CHECKING:
    from lapwing.arrays import Array

T = TypeVar("T", bool, int, str, bytes)
B0 = TypeVar("B0", bound=Unbounded)

LONGEST_SALT = 64  # what BLAKE2b takes as its key


@constructor
def make_bloom_filter(
    input_domain: AtomDomain[T, B0], input_metric: DiscreteDistance, size: int, hashes: int, salt: bytes = b""
) -> Transformation[AtomDomain[T, B0], DiscreteDistance, BitVectorDomain[Weighted], DiscreteDistance, Never]:
    """Set the bits that `hashes` hash functions choose for a value.

    The functions are BLAKE2b, numbered, with the salt as their key. They are public, and so is the salt: privacy comes
    from the noise that follows, not from the hashing. Collectors give groups of people different salts, so that two
    values that collide in one group are told apart in another.

    The weight is at most `hashes`, less where two functions agree. `then_rappor` costs in proportion to `hashes`.

    Map: `d_in`

    Why: equal values give equal vectors.

    >>> from lapwing.prelude import space_of
    >>> from lapwing.transformations._bloom import then_bloom_filter
    >>> encode = space_of(str) >> then_bloom_filter(size=128, hashes=2, salt=b"group 7")
    >>> encode.output_domain
    BitVectorDomain(size=128, max_weight=2)
    >>> int(encode("https://example.org").sum())
    2
    """
    domain = require_atoms("then_bloom_filter", input_domain, input_metric)
    carrier = domain.carrier
    if carrier not in (bool, int, str, bytes):
        remedy = f"start from AtomDomain(str), AtomDomain(bytes), AtomDomain(int) or AtomDomain(bool), not {domain!r}"
        raise RequirementError("then_bloom_filter", "values with one form in bytes", remedy)
    length, count = read_count(size, "size"), read_count(hashes, "hashes")
    if not 1 <= count < length:
        raise OutOfRangeError("hashes", hashes, f"at least 1 and below the size, {length}")
    key = read_salt(salt)

    def encode(value: Any) -> Array:
        from lapwing.arrays._responses import set_bits

        return set_bits(bloom_positions(as_bytes(value), length, count, key), length)

    output_domain = BitVectorDomain(size=length, max_weight=count)
    return Transformation(input_domain, input_metric, output_domain, input_metric, encode, symbol("d_in"))


def bloom_positions(value: bytes, size: int, hashes: int, salt: bytes) -> list[int]:
    """The bits that stand for a value, one for each hash function."""
    from hashlib import blake2b

    chosen = []
    for number in range(hashes):
        person = number.to_bytes(16, "little")
        digest = blake2b(value, digest_size=16, key=salt, person=person, usedforsecurity=False).digest()
        chosen.append(int.from_bytes(digest, "little") % size)
    return chosen


def as_bytes(value: Any) -> bytes:
    """One form in bytes for each value of a type. Lone surrogates are text too, and an int may have any size."""
    if isinstance(value, str):
        return str.encode(value, "utf-8", "surrogatepass")
    if isinstance(value, bytes):
        return value
    number = int(value)
    return number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)


def read_count(value: object, name: str) -> int:
    """A number of bits or hash functions."""
    count = read_size(value, name)
    if count is None:
        raise CarrierError(name, value, int)
    return count


def read_salt(salt: object) -> bytes:
    """A salt that fits the hash function."""
    if not isinstance(salt, bytes):
        raise CarrierError("salt", salt, bytes)
    if len(salt) > LONGEST_SALT:
        raise OutOfRangeError("the length of salt", len(salt), f"at most {LONGEST_SALT} bytes")
    return salt


then_bloom_filter = then(make_bloom_filter)
