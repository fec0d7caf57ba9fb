"""BitVectorDomain: bit vectors of one length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, cast, final, overload

import attrs

from lapwing.core import DatasetDomain, Domain, Mismatch, Sized, Unweighted, Weighted, different_kind
from lapwing.core._features import W_co
from lapwing.domains._size import read_size
from lapwing.errors import CarrierError, DomainError

if TYPE_CHECKING:
    from lapwing.arrays import Array


@final
@attrs.frozen(init=False, repr=False)
class BitVectorDomain(DatasetDomain[bool, Sized], Generic[W_co]):
    """Vectors of `size` bits, of which at most `max_weight` are set.

    >>> from lapwing.prelude import BitVectorDomain
    >>> [True, False, True] in BitVectorDomain(size=3, max_weight=1)
    False
    """

    size: int
    max_weight: int | None

    @overload
    def __init__(self: BitVectorDomain[Weighted], size: int, max_weight: int) -> None: ...
    @overload
    def __init__(self: BitVectorDomain[Unweighted], size: int, max_weight: None = None) -> None: ...
    def __init__(self, size: int, max_weight: int | None = None) -> None:
        length = read_size(size)
        if length is None:
            raise CarrierError("size", size, int)
        cast("Any", self).__attrs_init__(length, read_size(max_weight, "max_weight"))

    def admit(self, data: object) -> Array:
        """The bits as a NumPy array of bools."""
        from lapwing.arrays import admit_vector

        bits, problem = admit_vector(data, bool, None, self.size)
        if bits is None:
            raise DomainError(self, problem)
        if self.max_weight is not None and int(bits.sum()) > self.max_weight:
            raise DomainError(self, "more bits are set than max_weight allows")
        return bits

    def mismatch(self, other: Domain[Any]) -> Mismatch | None:
        """The size or the weight, where it keeps this domain from being part of the other one."""
        if not isinstance(other, BitVectorDomain):
            return different_kind(self, other)
        if self.size != other.size:
            return Mismatch(
                f"the size ({self.size} and {other.size})", f"start from BitVectorDomain(size={other.size})"
            )
        mine = self.size if self.max_weight is None else min(self.size, self.max_weight)
        if other.max_weight is None or mine <= other.max_weight:
            return None
        return Mismatch(
            f"the weight (up to {mine} and up to {other.max_weight})",
            f"start from BitVectorDomain(size={self.size}, max_weight={other.max_weight})",
        )

    def __repr__(self) -> str:
        weight = "" if self.max_weight is None else f", max_weight={self.max_weight}"
        return f"BitVectorDomain(size={self.size}{weight})"
