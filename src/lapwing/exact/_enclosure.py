"""Enclosures: the part of Lapwing that talks to flint.

A ball of flint's `arb` leaves here only as two exact dyadic bounds. `float(ball)` rounds to nearest and can fall below
the truth, so nothing in Lapwing calls it.
"""

from __future__ import annotations

import os
from threading import RLock
from typing import TYPE_CHECKING, final

from flint import arb, ctx, fmpq

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from lapwing.exact._rounding import Bound, Refinable

FIRST_PRECISION = 128  # 64 bits would cost no less, and would often leave a float open
LAST_PRECISION = 2**14

# flint keeps one precision for the whole process, whichever thread asks. Whoever computes with balls holds this lock.
_lock = RLock()


def _renew_lock() -> None:
    """Free the lock in a forked child: the thread that held it, if one did, is not there any more."""
    global _lock
    _lock = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


@final
class working_precision:  # a context manager, used like a function
    """Compute with `bits` bits inside the block, alone among the threads."""

    # A class, because a generator would take longer to enter and leave than most enclosures take to compute.
    __slots__ = ("_before", "_bits")

    def __init__(self, bits: int) -> None:
        self._bits = bits

    def __enter__(self) -> None:
        _lock.acquire()
        self._before = ctx.prec
        ctx.prec = self._bits

    def __exit__(self, *_: object) -> None:
        ctx.prec = self._before
        _lock.release()


def precisions() -> Iterator[int]:
    """Double the precision from the first to the last."""
    bits = FIRST_PRECISION
    while bits <= LAST_PRECISION:
        yield bits
        bits *= 2


def refine(value: Refinable) -> Iterator[tuple[Bound, Bound]]:
    """Enclose `value` ever more tightly; yield an exact lower and upper bound each time."""
    for bits in precisions():
        with working_precision(bits):
            bounds = exact_bounds(value.enclose(bits))
        yield bounds


def exact_bounds(ball: arb) -> tuple[Bound, Bound]:
    """Read the two ends of a ball as exact dyadic numbers. A ball that is not a number is the whole line."""
    return _end(ball.lower(), float("-inf")), _end(ball.upper(), float("inf"))


def ball_of(number: Fraction | int) -> arb:
    """Enclose a rational number at the current precision: exactly if it is an integer or a short dyadic number."""
    if number.denominator == 1:
        return arb(number.numerator)
    return arb(fmpq(number.numerator, number.denominator))


def whole_line() -> arb:
    """Give the ball that encloses every number: what is known when nothing is."""
    return arb(0, arb.pos_inf())


def infinite_ball(number: float) -> arb:
    """Give the ball of an infinity, or the whole line for NaN."""
    if number > 0:
        return arb.pos_inf()
    return arb.neg_inf() if number < 0 else whole_line()


def _end(end: arb, unknown: float) -> Bound:
    if end.is_finite():
        mantissa, exponent = end.man_exp()
        return int(mantissa), int(exponent)
    if end > 0:
        return float("inf")
    return float("-inf") if end < 0 else unknown
