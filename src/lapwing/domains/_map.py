"""MapDomain: mappings from keys to values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, cast, final, overload

import attrs
from typing_extensions import TypeVar

from lapwing.core import DatasetDomain, Domain, KeyedDomain, Mismatch, ScalarDomain, Vector, different_kind
from lapwing.domains._atom import AtomDomain
from lapwing.errors import DomainError, PartError

K = TypeVar("K")
V = TypeVar("V")
L = TypeVar("L")
T = TypeVar("T")


@final
@attrs.frozen(init=False, repr=False)
class MapDomain(KeyedDomain[K, V], Generic[K, V]):
    """Mappings from keys to values: a histogram, or partitioned data.

    >>> from lapwing.prelude import AtomDomain, MapDomain
    >>> {"a": 3} in MapDomain(AtomDomain(str), AtomDomain(int))
    True
    """

    key_domain: AtomDomain[K, Any]
    value_domain: Domain[V]

    @overload
    def __init__(self: MapDomain[K, V], key_domain: AtomDomain[K, Any], value_domain: ScalarDomain[V, Any]) -> None: ...
    @overload
    def __init__(
        self: MapDomain[K, Vector[T]], key_domain: AtomDomain[K, Any], value_domain: DatasetDomain[T, Any]
    ) -> None: ...
    @overload
    def __init__(
        self: MapDomain[K, Mapping[L, V]], key_domain: AtomDomain[K, Any], value_domain: KeyedDomain[L, V]
    ) -> None: ...
    def __init__(self, key_domain: Any, value_domain: Any) -> None:
        cast("Any", self).__attrs_init__(key_domain, value_domain)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.key_domain, AtomDomain):
            raise PartError("MapDomain", "key_domain", self.key_domain, "an AtomDomain, such as AtomDomain(str)")
        if not isinstance(self.value_domain, Domain):
            raise PartError("MapDomain", "value_domain", self.value_domain, "a Domain, such as AtomDomain(int)")

    def admit(self, data: object) -> dict[K, V]:
        """The mapping as a dict, its keys and values as their domains admit them."""
        if not isinstance(data, Mapping):
            raise DomainError(self, f"expected a mapping, but got {type(data).__name__}")
        values = self.value_domain
        if self.key_domain.holds_all(data) and isinstance(values, AtomDomain) and values.holds_all(data.values()):
            return dict(data)  # as it is, in a fraction of the time
        key, value = self.key_domain.admit, self.value_domain.admit
        try:
            admitted = {key(k): value(v) for k, v in data.items()}
        except DomainError as error:
            problem = f"in a key or a value, {error.problem}"
        else:
            if len(admitted) == len(data):
                return admitted
            problem = "two keys are one in the form that chains work on"  # integers that are rounded to one float
        raise DomainError(self, problem)

    def mismatch(self, other: Domain[Any]) -> Mismatch | None:
        """The keys or the values, where they keep this domain from being part of the other one."""
        if not isinstance(other, MapDomain):
            return different_kind(self, other)
        pairs = (("keys", self.key_domain, other.key_domain), ("values", self.value_domain, other.value_domain))
        for part, mine, theirs in pairs:
            inner = mine.mismatch(theirs)
            if inner is not None:
                return Mismatch(f"{inner.feature} of the {part}", inner.remedy)
        return None

    def __repr__(self) -> str:
        return f"MapDomain({self.key_domain!r}, {self.value_domain!r})"
