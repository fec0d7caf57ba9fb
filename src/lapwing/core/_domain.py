"""Domain: a set of data."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Generic, NamedTuple

from typing_extensions import TypeVar

from lapwing.core._features import B_co, S_co, T_co, Vector
from lapwing.errors import DomainError

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


class Mismatch(NamedTuple):
    """Why one domain is not part of another: the feature that differs, and how to mend it."""

    feature: str
    remedy: str


class Domain(ABC, Generic[T_co]):
    """A set of data. It knows the type of its members, and tells members from non-members."""

    __slots__ = ()

    @abstractmethod
    def admit(self, data: object) -> Any:
        """The data in the form that chains work on: vectors become NumPy arrays.

        Raises DomainError, with a text that does not depend on the data's values, for what is no member.
        """

    @abstractmethod
    def mismatch(self, other: Domain[Any]) -> Mismatch | None:
        """What keeps this domain from being a part of the other one; None if it is a part."""

    def is_subset(self, other: Domain[Any]) -> bool:
        """Whether every member of this domain is a member of the other one."""
        return self.mismatch(other) is None

    def __contains__(self, data: object) -> bool:
        try:
            self.admit(data)
        except DomainError:
            return False
        return True


def different_kind(left: Domain[Any], right: Domain[Any]) -> Mismatch:
    """The mismatch of two domains of different classes."""
    return Mismatch(
        f"the kind of data ({type(left).__name__} and {type(right).__name__})",
        f"put a transformation from the one to the other between them, or start from a {type(right).__name__}",
    )


# Domain is covariant in its carrier, its kinds are not: Python takes a bool for an int and an int for a float, but
# data of the one type are no data of the other.


class ScalarDomain(Domain[T], Generic[T, B_co]):
    """A domain of single values."""

    __slots__ = ()


class DatasetDomain(Domain[Vector[T]], Generic[T, S_co]):
    """A domain of vectors."""

    __slots__ = ()


class KeyedDomain(Domain[Mapping[K, V]], Generic[K, V]):
    """A domain of mappings."""

    __slots__ = ()
