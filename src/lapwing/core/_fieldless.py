"""Equality, hash and repr of classes without fields."""

from __future__ import annotations


class Fieldless:
    """Objects of one class are equal, and shown as `Name()`. A class with fields lets attrs write these methods.

    Only final classes derive from this: a metric with fields that inherited it would equal one with other fields.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) or NotImplemented

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"
