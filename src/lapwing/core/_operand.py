"""The right side of `>>`: what it is called in an error, without showing its value."""

from __future__ import annotations

from lapwing.errors import NotChainableError


def waits(then: object) -> bool:
    """Whether this is a `then_x` that was not called."""
    return hasattr(then, "__waits__")


def waits_for_space(then: object) -> bool:
    """Whether this is a `then_x(...)`, which only a space or a transformation can feed."""
    return bool(getattr(then, "waits_for_space", False))


def takes_space(then: object) -> bool:
    """Whether this can be called with a domain and a metric."""
    if waits_for_space(then):
        return True
    if not callable(then) or waits(then):
        return False
    from inspect import signature

    try:
        signature(then).bind(None, None)
    except (TypeError, ValueError):  # it takes other arguments, or does not say which
        return False
    return True


def not_chainable(left: str, right: object, remedy: str) -> NotChainableError:
    """The error for a right side that can't follow the left one."""
    if waits(right):
        name = str(getattr(right, "__name__", "then"))
        return NotChainableError(left, name, f"call it first, as in >> {name}(...)")
    if waits_for_space(right):
        return NotChainableError(left, repr(right), remedy)
    return NotChainableError(left, f"a value of type {type(right).__name__}", remedy)
