"""What the constructors for users' own functions share."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from lapwing.errors import FunctionError, PartError
from lapwing.maps import Expr, as_expr, parse_tuple


def read_map(text: str | Expr | tuple[Expr, ...]) -> tuple[Expr, ...]:
    """The outputs of a map that is given as text, as an expression or as a tuple of expressions."""
    if isinstance(text, str):
        return parsed(text)
    return tuple(map(as_expr, text if isinstance(text, tuple) else (text,)))


# Expressions never change and a function of the map language is never redefined, so a text keeps its meaning.
parsed = lru_cache(maxsize=256)(parse_tuple)


def guarded(function: Callable[[Any], object]) -> Callable[[Any], Any]:
    """The function, with its exceptions replaced by one that holds no data.

    The original exception is dropped, not chained: it may hold some.
    """
    if not callable(function):
        raise PartError("a user's constructor", "function", function, "a function of the data")

    def call(data: Any) -> Any:
        try:
            return function(locked(data))
        except Exception as exception:
            raised = type(exception).__name__
        raise FunctionError(function_name(function), raised)

    return call


def locked(data: Any) -> Any:
    """The data, as an array that can't be written to if they are one: it may be the very array that the user holds."""
    if not hasattr(data, "setflags"):
        return data
    view = data.view()
    view.setflags(write=False)
    return view


def function_name(function: Callable[[Any], object]) -> str:
    """The name of a function. What has none, such as a partial, may hold data: its type is named instead."""
    return str(getattr(function, "__name__", type(function).__name__))
