"""Comparing two expressions without free symbols."""

from __future__ import annotations

from lapwing.exact import sign
from lapwing.maps._evaluate import evaluate
from lapwing.maps._expr import Expr
from lapwing.maps._operations import subtract


def compare(a: Expr, b: Expr) -> int | None:
    """Give -1, 0 or 1 as a is below, equal to or above b, or None when no precision up to the cap decides.

    An undefined value counts as infinity, as it does in evaluation.

    >>> from lapwing.maps import parse
    >>> compare(parse("ln(2)"), parse("7/10"))
    -1
    """
    if a == b:
        return 0
    left, right = evaluate(a).exact(), evaluate(b).exact()
    if isinstance(left, float) or isinstance(right, float):
        if left is None or right is None:
            open_one = evaluate(a if left is None else b)
            if not open_one.is_finite():
                return None
            left, right = (0 if left is None else left), (0 if right is None else right)
        return (left > right) - (left < right)
    if left is not None and right is not None:
        return (left > right) - (left < right)
    difference = evaluate(subtract(a, b))
    value = difference.exact()
    if isinstance(value, float):
        return None
    return sign(difference if value is None else value)
