"""AtomDomain: single values of one type."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from fractions import Fraction
from operator import index
from typing import Any, Generic, Protocol, cast, final, overload

import attrs
from typing_extensions import TypeVar

from lapwing.core import Bounded, Domain, Mismatch, ScalarDomain, Unbounded, different_kind
from lapwing.core._features import B_co
from lapwing.errors import BoundsOrderError, CarrierError, DomainError, NonFiniteError, NotATypeError, PartError
from lapwing.exact import ExactFloat

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)

CLAMP_REMEDY = "put then_clamp((lower, upper)) before it"


class FloatClass(Protocol):
    """The class float, for type checkers. They take the class int for a type[float], but it has no fromhex."""

    def fromhex(self, string: str, /) -> float: ...


@final
@attrs.frozen(init=False, repr=False)
class AtomDomain(ScalarDomain[T, B_co], Generic[T, B_co]):
    """All values of one type, or those between two bounds.

    A float that stands alone is finite: neither NaN nor infinite. As an element of a vector it may be anything until
    it is clamped.

    >>> from lapwing.prelude import AtomDomain
    >>> 7 in AtomDomain(int, bounds=(0, 5))
    False
    >>> AtomDomain(int, bounds=(0, 5)).is_subset(AtomDomain(int))
    True
    """

    carrier: type[T]
    bounds: tuple[T, T] | None

    # One row a number type: with type[T] alone, AtomDomain(int) would pass as a domain of floats.
    @overload
    def __init__(self: AtomDomain[int, Bounded], carrier: type[int], bounds: tuple[int, int]) -> None: ...
    @overload
    def __init__(self: AtomDomain[float, Bounded], carrier: FloatClass, bounds: tuple[float, float]) -> None: ...
    @overload
    def __init__(self: AtomDomain[bool, Unbounded], carrier: type[bool], bounds: None = None) -> None: ...
    @overload
    def __init__(self: AtomDomain[int, Unbounded], carrier: type[int], bounds: None = None) -> None: ...
    @overload
    def __init__(self: AtomDomain[float, Unbounded], carrier: FloatClass, bounds: None = None) -> None: ...
    @overload
    def __init__(self: AtomDomain[H, Unbounded], carrier: type[H], bounds: None = None) -> None: ...
    def __init__(self, carrier: Any, bounds: Any = None) -> None:
        if not isinstance(carrier, type) or getattr(carrier, "__hash__", None) is None:
            raise NotATypeError(carrier)
        checked: tuple[Any, Any] | None = None if bounds is None else read_bounds(carrier, bounds)
        cast("Any", self).__attrs_init__(carrier, checked)

    def admit(self, data: object) -> T:
        """The value as its carrier type: a NumPy scalar becomes a Python one."""
        try:
            value = as_carrier(self.carrier, data)
        except TypeError:
            raise DomainError(self, f"expected one {self.carrier.__name__}, but got {type(data).__name__}") from None
        except (ValueError, OverflowError):
            raise DomainError(self, "a float that stands alone must be finite") from None
        if self.bounds is not None and not exact(self.bounds[0]) <= exact(value) <= exact(self.bounds[1]):
            raise DomainError(self, "the value lies outside the bounds")
        return value

    def holds_all(self, values: Collection[Any]) -> bool:
        """Whether all values are members in their final form, seen from their types and extremes.

        False says no more than that each value needs a look of its own.
        """
        if self.carrier not in (int, str, bool, bytes) or not {self.carrier} >= set(map(type, values)):
            return False
        return self.bounds is None or not values or (self.bounds[0] <= min(values) and max(values) <= self.bounds[1])

    def mismatch(self, other: Domain[Any]) -> Mismatch | None:
        """The carrier or the bounds, where they keep this domain from being part of the other one."""
        if not isinstance(other, AtomDomain):
            return different_kind(self, other)
        if self.carrier is not other.carrier:
            names = f"{self.carrier.__name__} and {other.carrier.__name__}"
            return Mismatch(f"the carrier type ({names})", f"build both sides on {other.carrier.__name__}")
        if other.bounds is None:
            return None
        if self.bounds is None:
            return Mismatch(f"the bounds (none and {other.bounds})", f"put then_clamp({other.bounds}) between them")
        if self.bounds[0] < other.bounds[0] or self.bounds[1] > other.bounds[1]:
            return Mismatch(
                f"the bounds ({self.bounds} and {other.bounds})", f"put then_clamp({other.bounds}) between them"
            )
        return None

    def __repr__(self) -> str:
        bounds = "" if self.bounds is None else f", bounds={self.bounds!r}"
        return f"AtomDomain({self.carrier.__name__}{bounds})"


def as_carrier(carrier: type[T], data: object) -> T:
    """The value as a member of the carrier type; TypeError, ValueError or OverflowError if it is none."""
    value: object
    if carrier is int:
        value = as_whole(data)
    elif carrier is float:
        value = finite_float(data)
    elif carrier is bool:
        value = as_bool(data)
    elif isinstance(data, carrier):
        value = data
    else:
        raise TypeError
    return value  # type: ignore[return-value]  # the branches above go by carrier


def is_bool(data: object) -> bool:
    """Whether this is a bool or a NumPy bool."""
    numpy_bool = type(data).__module__ == "numpy" and type(data).__name__ in ("bool", "bool_")
    return isinstance(data, bool) or numpy_bool


def as_bool(data: object) -> bool:
    """A bool from a bool or a NumPy bool, and from nothing else."""
    if is_bool(data):
        return bool(data)
    raise TypeError


def as_whole(data: object) -> int:
    """An int from any integer; bools count as 0 and 1."""
    return int(bool(data)) if is_bool(data) else index(cast("Any", data))  # TypeError for what is no integer


def finite_float(data: object) -> float:
    """A finite float from a float or an integer, NumPy's too; it keeps the exact value of what it can't hold."""
    if isinstance(data, ExactFloat):
        return data
    if isinstance(data, float):
        value = float(data) + 0.0  # -0.0 becomes 0.0, which it equals
    elif type(data).__module__ == "numpy" and type(data).__name__ in ("float16", "float32"):
        value = float(cast("Any", data))  # these two fit; float128 would be rounded, so it is no member
    else:
        whole = as_whole(data)
        value = float(whole)
        if value != whole:
            value = ExactFloat(Fraction(whole))
    if value - value != 0.0:  # NaN or infinite
        raise ValueError
    return value


def exact(value: Any) -> Any:
    """The value that comparisons go by."""
    return value.exact if isinstance(value, ExactFloat) else value


def read_bounds(carrier: type[T], bounds: object) -> tuple[T, T]:
    """Two finite bounds of the carrier type, in order."""
    if carrier not in (int, float):
        raise PartError("AtomDomain(..., bounds=...)", "carrier", carrier, "int or float")
    if not isinstance(bounds, tuple) or len(bounds) != 2:
        raise CarrierError("bounds", bounds, tuple)
    lower, upper = (read_bound(carrier, name, value) for name, value in zip(("lower", "upper"), bounds, strict=True))
    if lower > upper:  # type: ignore[operator]  # int or float
        raise BoundsOrderError(lower, upper)
    return lower, upper


def read_bound(carrier: type[T], name: str, value: object) -> T:
    """One finite bound of the carrier type."""
    if isinstance(value, float) and value - value != 0.0:
        raise NonFiniteError(f"the {name} bound", value)
    try:
        bound = as_carrier(carrier, value)
    except (TypeError, ValueError, OverflowError):
        raise CarrierError(f"the {name} bound", value, carrier) from None
    if isinstance(bound, ExactFloat):
        raise CarrierError(f"the {name} bound", value, carrier)
    return bound + 0.0 if carrier is float else bound  # type: ignore[operator,return-value]  # -0.0 becomes 0.0
