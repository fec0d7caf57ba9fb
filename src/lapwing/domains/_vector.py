"""VectorDomain: vectors of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, cast, final, overload

import attrs
from typing_extensions import TypeVar

from lapwing.core import DatasetDomain, Domain, Mismatch, ScalarDomain, Sized, Unsized, different_kind
from lapwing.core._features import B_co, S_co
from lapwing.domains._atom import AtomDomain
from lapwing.domains._option import OptionDomain
from lapwing.domains._size import read_size
from lapwing.errors import DomainError, PartError

if TYPE_CHECKING:
    from lapwing.arrays import Array

T = TypeVar("T")


@final
@attrs.frozen(init=False, repr=False)
class VectorDomain(DatasetDomain[T, S_co], Generic[T, B_co, S_co]):
    """Vectors of elements, of any length or of a known one.

    Lists, tuples and NumPy arrays are members alike. Inside a chain a vector is a NumPy array. Floats may be NaN or
    infinite as long as the elements have no bounds. An integer is a float if a float can hold it.

    >>> from lapwing.prelude import AtomDomain, VectorDomain
    >>> [1, 2, 3] in VectorDomain(AtomDomain(int), size=3)
    True
    """

    element: ScalarDomain[T, B_co]
    size: int | None

    @overload
    def __init__(self: VectorDomain[T, B_co, Sized], element: ScalarDomain[T, B_co], size: int) -> None: ...
    @overload
    def __init__(self: VectorDomain[T, B_co, Unsized], element: ScalarDomain[T, B_co], size: None = None) -> None: ...
    def __init__(self, element: ScalarDomain[T, B_co], size: int | None = None) -> None:
        if not isinstance(element, AtomDomain | OptionDomain):
            raise PartError(
                "VectorDomain", "element", element, "an AtomDomain or OptionDomain, such as AtomDomain(int)"
            )
        cast("Any", self).__attrs_init__(element, read_size(size))

    @property
    def atom(self) -> AtomDomain[Any, Any]:
        """The element domain without its None."""
        return self.element.element if isinstance(self.element, OptionDomain) else self.element  # type: ignore[return-value]  # one of two classes

    def admit(self, data: object) -> Array:
        """The vector as a one-dimensional NumPy array."""
        from lapwing.arrays import admit_vector

        optional = isinstance(self.element, OptionDomain)
        vector, problem = admit_vector(data, self.atom.carrier, self.atom.bounds, self.size, optional=optional)
        if vector is None:
            raise DomainError(self, problem)
        return vector

    def mismatch(self, other: Domain[Any]) -> Mismatch | None:
        """The elements or the size, where they keep this domain from being part of the other one."""
        if not isinstance(other, VectorDomain):
            return different_kind(self, other)
        inner = self.element.mismatch(other.element)
        if inner is not None:
            return Mismatch(f"{inner.feature} of the elements", inner.remedy)
        if other.size is None or self.size == other.size:
            return None
        known = "unknown" if self.size is None else str(self.size)
        return Mismatch(f"the size ({known} and {other.size})", f"start from a VectorDomain(..., size={other.size})")

    def __repr__(self) -> str:
        size = "" if self.size is None else f", size={self.size}"
        return f"VectorDomain({self.element!r}{size})"
