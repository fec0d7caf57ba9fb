"""Facts about data that the type checker can see.

They are types without values: `VectorDomain[int, Bounded, Sized]` says of a vector that its elements have bounds and
that its length is known. A fact that is known can stand where none is asked, never the reverse.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, final, overload

from typing_extensions import TypeVar

T_co = TypeVar("T_co", covariant=True)


class Vector(Protocol[T_co]):
    """A list, a tuple, a NumPy array, or another sequence with a length."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[T_co]: ...
    @overload
    def __getitem__(self, i: int, /) -> T_co: ...
    @overload
    def __getitem__(self, i: slice, /) -> object: ...  # a dict has no slices, so it is no vector


class Unbounded:
    """Nothing is known about the least and the greatest element."""


@final
class Bounded(Unbounded):
    """Every element lies between two known bounds, and none is NaN."""


class Unsized:
    """The number of elements is not known."""


@final
class Sized(Unsized):
    """The number of elements is known, and is no secret."""


class Unweighted:
    """The number of set bits is not limited."""


@final
class Weighted(Unweighted):
    """The number of set bits is at most a known number."""


B_co = TypeVar("B_co", bound=Unbounded, default=Unbounded, covariant=True)
S_co = TypeVar("S_co", bound=Unsized, default=Unsized, covariant=True)
W_co = TypeVar("W_co", bound=Unweighted, default=Unweighted, covariant=True)
