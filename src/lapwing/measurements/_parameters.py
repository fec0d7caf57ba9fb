"""Parameters of measurements: numbers, or names for numbers that are not known yet."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from lapwing.errors import CarrierError, OutOfRangeError
from lapwing.exact import Number, read_parameter
from lapwing.maps import Expr, Param, symbol
from lapwing.maps._param import RESERVED

Parameter: TypeAlias = Number | Param
"""A number, or a name for one that is not known yet."""

Free: TypeAlias = Param | Expr
"""A parameter that is not known yet, or a formula with one."""

D_IN = symbol("d_in")
"""The distance that a map with one input is asked at."""


def read_number(value: Number | Free, name: str) -> Fraction | Free:
    """An exact number, or the free parameter that it is. A formula without parameters has to be rational."""
    if isinstance(value, Param):
        return value
    if not isinstance(value, Expr):
        return read_parameter(value, name)
    if value.rational is not None:
        return value.rational
    if not value.free or value.free & RESERVED:  # no number for it would ever be bound, and no noise drawn
        raise OutOfRangeError(name, value, "a rational number or a formula of free parameters")
    return value


def read_scale(scale: Number | Free, allowed: str = "at least 0") -> Fraction | Free:
    """The scale as an exact number of zero or more, or as the free parameter that it is."""
    exact = read_number(scale, "scale")
    if isinstance(exact, Fraction) and exact < 0:
        raise OutOfRangeError("scale", scale, allowed)
    return exact


def read_flag(value: object, name: str) -> bool:
    """A bool, and nothing that merely passes for one."""
    if not isinstance(value, bool):
        raise CarrierError(name, value, bool)
    return value


def known(value: Fraction | Free) -> Fraction:
    """The number itself. A chain with a free parameter is never run, so it is one."""
    assert isinstance(value, Fraction)
    return value
