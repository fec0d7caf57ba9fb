"""OptionDomain: a value or nothing."""

from __future__ import annotations

from typing import Any, Generic, final

import attrs
from typing_extensions import TypeVar

from lapwing.core import Domain, Mismatch, ScalarDomain, different_kind
from lapwing.core._features import B_co
from lapwing.domains._atom import AtomDomain
from lapwing.errors import DomainError, PartError

T = TypeVar("T")


@final
@attrs.frozen(repr=False)
class OptionDomain(ScalarDomain[T | None, B_co], Generic[T, B_co]):
    """A member of the element domain, or None.

    >>> from lapwing.prelude import AtomDomain, OptionDomain
    >>> None in OptionDomain(AtomDomain(float))
    True
    """

    element: AtomDomain[T, B_co]

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.element, AtomDomain):
            raise PartError("OptionDomain", "element", self.element, "an AtomDomain, such as AtomDomain(float)")

    def admit(self, data: object) -> T | None:
        """The value as its carrier type, or None."""
        if data is None:
            return None
        try:
            return self.element.admit(data)
        except DomainError as error:
            problem = error.problem
        raise DomainError(self, problem)

    def mismatch(self, other: Domain[Any]) -> Mismatch | None:
        """What keeps the element domain from being part of the other one's."""
        if not isinstance(other, OptionDomain):
            return different_kind(self, other)
        return self.element.mismatch(other.element)

    def __repr__(self) -> str:
        return f"OptionDomain({self.element!r})"
