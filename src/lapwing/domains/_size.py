"""Reading of a size parameter."""

from __future__ import annotations

from operator import index
from typing import SupportsIndex, cast

from lapwing.errors import CarrierError, OutOfRangeError


def read_size(size: object, name: str = "size") -> int | None:
    """A count of zero or more, or None."""
    if size is None:
        return None
    if isinstance(size, bool) or not hasattr(size, "__index__"):
        raise CarrierError(name, size, int)
    count = index(cast("SupportsIndex", size))
    if count < 0:
        raise OutOfRangeError(name, count, "zero or more")
    return count
