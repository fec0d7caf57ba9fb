"""What the metrics on numbers share: their distance type, and which data it can measure."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from typing_extensions import TypeVar

from lapwing.domains import AtomDomain
from lapwing.domains._atom import is_bool
from lapwing.errors import PartError
from lapwing.exact import read_datum
from lapwing.maps import INFINITY, Expr, Quantity, constant, real_number, whole_number

if TYPE_CHECKING:
    from lapwing.core import Domain

T = TypeVar("T", bound=float)  # int or float: the constructors of the metrics allow no other
N = TypeVar("N", int, float)  # for generic constructors: their carrier is a type[N]

Q_INT = whole_number("d_in")
Q_FLOAT = real_number("d_in")


def check_carrier(metric: str, carrier: object) -> None:
    """Refuse a distance type that is neither int nor float."""
    if carrier not in (int, float):
        raise PartError(metric, "distance type", carrier, "int or float")


def distance_quantity(carrier: type[Any]) -> Quantity[Any]:
    """A distance of the type int or float, named d_in."""
    return Q_INT if carrier is int else Q_FLOAT


def number_misfit(domain: Domain[Any], carrier: type[Any], metric: str, *, whole_data: bool = True) -> str | None:
    """Why distances of this type do not measure these numbers."""
    if not isinstance(domain, AtomDomain) or domain.carrier not in (int, float):
        return "it measures numbers, so use it with the carrier int or float"
    if whole_data and carrier is int and domain.carrier is float:
        return f"differences of floats are no integers, so write {metric}(float)"
    return None


def gap(x: Any, y: Any) -> Fraction | None:
    """|x - y| exactly; None if it is infinite. NaN is at distance 0 from NaN and infinitely far from anything else."""
    a, b = plain(x), plain(y)
    if a - a == 0 and b - b == 0:  # both finite
        return abs(read_datum(a, "x") - read_datum(b, "y"))
    return Fraction(0) if a == b or (a != a and b != b) else None


def plain(value: Any) -> Any:
    """A number in the place of a bool, which counts as 0 or 1 and which NumPy does not subtract."""
    return int(bool(value)) if is_bool(value) else value


def as_distance(value: Fraction | None) -> Expr:
    """An exact distance, where None stands for infinite."""
    return INFINITY if value is None else constant(value)
