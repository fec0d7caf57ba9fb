"""Quantities: how a distance is read into a map and written out of it.

A quantity of type Q is made of parts. A part is a scalar (a whole or a real number) or a curve. Its name is the symbol
that stands for it in a map's expressions.
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, cast, final, overload

import attrs
from typing_extensions import TypeVar, override

from lapwing.errors import DistanceTypeError, InfiniteDistanceError, NegativeDistanceError, NonFiniteError
from lapwing.exact import ExactFloat, read_datum, read_parameter
from lapwing.maps._curve import Curve
from lapwing.maps._expr import Expr

if TYPE_CHECKING:
    from lapwing.maps._evaluate import Evaluation

Q = TypeVar("Q", covariant=True)
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")

# What a part of an input distance is read as, and what a part of a limit is read as (with infinity as a float).
Reading: TypeAlias = Fraction | Curve
Limit: TypeAlias = Fraction | float | Curve


class Quantity(Generic[Q]):
    """How a distance of type Q is read and written."""

    __slots__ = ()

    @property
    def parts(self) -> tuple[Scalar[Any] | CurveQuantity, ...]:
        """The scalars and curves that it is made of."""
        raise NotImplementedError

    def split(self, value: object, name: str) -> tuple[object, ...]:
        """Take a value apart into one value a part. The name is for error texts."""
        raise NotImplementedError

    def join(self, values: tuple[object, ...]) -> Q:
        """Put a value together from one value a part."""
        raise NotImplementedError

    @property
    def names(self) -> tuple[str, ...]:
        """The symbols that stand for the parts."""
        return tuple(part.name for part in self.parts)


class _Single(Quantity[Q]):
    """A quantity of one part."""

    __slots__ = ()

    @override
    def split(self, value: object, name: str) -> tuple[object, ...]:
        return (value,)

    @override
    def join(self, values: tuple[object, ...]) -> Q:
        (value,) = values
        return cast(Q, value)


@final
@attrs.frozen
class Scalar(_Single[Q]):
    """One number: an int if it is whole, else a float. Make one with `whole_number` or `real_number`."""

    name: str
    whole: bool

    @property
    @override
    def parts(self) -> tuple[Scalar[Any]]:
        return (self,)

    def read(self, value: object, name: str) -> Fraction:
        """Read a distance that goes into a map. A float is the dyadic number that it is."""
        if type(value) is int:
            number = Fraction(value)
        elif self.whole:
            number = Fraction(_whole(value, name))
        else:
            number = read_datum(_real(value, name), name)
        if number < 0:
            raise NegativeDistanceError(name, value)
        return number

    def limit(self, value: object, name: str) -> Fraction | float:
        """Read a distance that a map's result is compared with. It may be infinite.

        A float may have come from a map, which rounds up, or from a user, who means its shortest decimal. So it stands
        for the larger of the two numbers.
        """
        if isinstance(value, float) and value == math.inf:
            return math.inf
        if self.whole or not isinstance(value, float) or isinstance(value, ExactFloat):
            return self.read(value, name)
        if value != value or value < 0:
            raise (
                NonFiniteError(name, value)
                if value != value or value == -math.inf
                else NegativeDistanceError(name, value)
            )
        return max(Fraction(value), read_parameter(value, name))

    def write(self, value: Evaluation) -> int | float:
        """Round a value up to a distance."""
        if not self.whole:
            number_up = value.float_up()
            if number_up < 0:
                value.refuse_negative()
            return number_up
        value.refuse_negative()
        number = value.int_up()
        if number is None:
            # A metric names its distances d_in, for the maps that start from it. Here one comes out.
            raise InfiniteDistanceError("the distance" if self.name == "d_in" else self.name)
        return number


@final
@attrs.frozen
class CurveQuantity(_Single[Curve]):
    """A curve in one variable: `alpha` for a Rényi bound, `epsilon` for a privacy profile.

    In a map from a curve, the part's name stands for the curve's value at the variable: `2*d_in` doubles it everywhere.
    """

    name: str
    variable: str

    @property
    @override
    def parts(self) -> tuple[CurveQuantity]:
        return (self,)

    def read(self, value: object, name: str) -> Curve:
        """Read a curve, in this quantity's variable."""
        if not isinstance(value, Curve):
            raise DistanceTypeError(name, value, f"a Curve in {self.variable}")
        return value.renamed(self.variable)

    limit = read

    def write(self, value: Expr | Evaluation) -> Curve:
        """Make a curve of an expression. A number is no curve."""
        if not isinstance(value, Expr):
            raise DistanceTypeError(self.name, value, f"a Curve in {self.variable}")
        return Curve(self.variable, value)


@final
@attrs.frozen
class Components(Quantity[Q]):
    """A distance of several parts, a tuple. Make one with `components`."""

    parts: tuple[Scalar[Any] | CurveQuantity, ...]  # pyright: ignore[reportIncompatibleMethodOverride]  # a frozen field reads like a property

    @override
    def split(self, value: object, name: str) -> tuple[object, ...]:
        if not isinstance(value, tuple) or len(value) != len(self.parts):
            raise DistanceTypeError(name, value, f"a tuple ({', '.join(self.names)})")
        return value

    @override
    def join(self, values: tuple[object, ...]) -> Q:
        return cast(Q, values)


def whole_number(name: str) -> Scalar[int]:
    """Describe a distance that is a whole number.

    >>> whole_number("d_in")
    Scalar(name='d_in', whole=True)
    """
    return Scalar(name, whole=True)


def real_number(name: str) -> Scalar[float]:
    """Describe a distance that is a real number.

    >>> real_number("d_in")
    Scalar(name='d_in', whole=False)
    """
    return Scalar(name, whole=False)


@overload
def components(first: Quantity[A], second: Quantity[B], /) -> Components[tuple[A, B]]: ...
@overload
def components(first: Quantity[A], second: Quantity[B], third: Quantity[C], /) -> Components[tuple[A, B, C]]: ...
@overload
def components(
    first: Quantity[A], second: Quantity[B], third: Quantity[C], fourth: Quantity[D], /
) -> Components[tuple[A, B, C, D]]: ...
def components(*quantities: Quantity[Any]) -> Components[Any]:
    """Describe a distance of several parts.

    >>> components(whole_number("l0"), real_number("linf")).names
    ('l0', 'linf')
    """
    return Components(tuple(part for quantity in quantities for part in quantity.parts))


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise DistanceTypeError(name, value, "an int")
    return int(value)


def _real(value: object, name: str) -> object:
    if isinstance(value, bool) or not isinstance(value, (Real, Decimal)):
        raise DistanceTypeError(name, value, "a number")
    return value
