r"""Sums of e^(-n^2/(2 s^2)) over integers n, as special functions of the map language.

The whole sum has two rows, equal by Poisson's formula: sum_n e^(-n^2/(2 s^2)) = s sqrt(2 pi) sum_m e^(-2 pi^2 s^2
m^2). For every s one of them needs a few terms. The sum over n > z is added up term by term for s <= 64, and beyond
that by Euler and Maclaurin's formula with a bound of the rest.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from lapwing.maps import define_function

if TYPE_CHECKING:
    from flint import arb

_DIRECT = 64


def _whole_sum(s: arb) -> arb:
    """Enclose the sum over all integers."""
    from flint import arb, ctx

    from lapwing.exact._enclosure import whole_line

    if not s > 0:
        return whole_line()
    if s < 1:
        return _theta(1 / (2 * s * s), isqrt(2 * ctx.prec) + 2)
    return s * (2 * arb.pi()).sqrt() * _theta(2 * arb.pi() ** 2 * s * s, isqrt(ctx.prec) // 4 + 3)


def _theta(c: arb, terms: int) -> arb:
    """Enclose 1 + 2 sum_{n >= 1} e^(-c n^2)."""
    from flint import arb

    return arb(1) + 2 * _terms(c, 1, terms)


def _terms(c: arb, start: int, terms: int) -> arb:
    """Enclose sum_{n >= start} e^(-c n^2): the first terms, and a bound of the others.

    The quotient of two neighbours from n = last on is at most e^(-c(2 last + 1)), so the others sum to less than a
    geometric row.
    """
    from flint import arb

    term, ratio, step = (-c * start * start).exp(), (-c * (2 * start + 1)).exp(), (-2 * c).exp()
    total = arb(0)
    for _ in range(terms):
        total += term
        term, ratio = term * ratio, ratio * step
    rest = (term / (1 - ratio)).upper()
    return total + arb(rest / 2, rest / 2) if rest.is_finite() and rest >= 0 else arb(0, arb.pos_inf())


def _upper_sum(s: arb, z: arb) -> arb:
    """Enclose the sum over all integers above z >= 0."""
    from flint import ctx

    from lapwing.exact._enclosure import whole_line

    below = z.floor().unique_fmpz()
    if below is None or below < 0 or not s > 0:
        return whole_line()
    start = int(below) + 1
    if s > _DIRECT:
        return _euler_maclaurin(s, start)
    # M more terms shrink by e^(-M^2/(2 s^2)): M = s sqrt(3/2 prec) makes that less than 2^-prec. s is at most 65 here.
    width = s.upper().ceil().unique_fmpz()
    return whole_line() if width is None else _terms(1 / (2 * s * s), start, isqrt(2 * int(width) ** 2 * ctx.prec) + 2)


def _euler_maclaurin(s: arb, start: int) -> arb:
    r"""Enclose sum_{n >= t} f(n) for f(x) = e^(-x^2/(2 s^2)).

    It equals

    int_t^oo f + f(t)/2 - sum_{k=1..m} B_2k/(2k)! f^(2k-1)(t) + R,  |R| <= 2 zeta(2m)/(2 pi)^(2m) int_t^oo |f^(2m)|.

    With y = t/s and Hermite's polynomials, f^(n)(t) = (-1)^n s^-n He_n(y) f(t). By Cramer's inequality |He_n(y)| <=
    1.0865 sqrt(n!) e^(y^2/4), so int_t^oo |f^(n)| <= 1.0865 s^(1-n) sqrt(n! pi) erfc(y/2). The bound uses zeta(2m) <
    2 and 1.0865 < 11/10.
    """
    from flint import arb, ctx, fmpq

    from lapwing.exact._enclosure import working_precision

    precision = ctx.prec
    with working_precision(2 * precision + 64):
        y = start / s
        size = (y * y).upper().ceil().unique_fmpz()
        # Each k gains a factor of at least 2^12 while 2k < 4000, and the bound is e^(y^2/4) above the sum's own size.
        count = min((precision + (0 if size is None else int(size))) // 12 + 4, 2000)
        first = (-y * y / 2).exp()
        total = s * (arb.pi() / 2).sqrt() * (y / arb(2).sqrt()).erfc() + first / 2
        before, hermite, power, factorial = arb(1), y, 1 / s, arb(2)
        for k in range(1, count + 1):
            total += arb(fmpq.bernoulli(2 * k)) / factorial * power * hermite * first
            for n in (2 * k - 1, 2 * k):
                before, hermite = hermite, y * hermite - n * before
            power = power / (s * s)
            factorial = factorial * (2 * k + 1) * (2 * k + 2)
        last = factorial / ((2 * count + 1) * (2 * count + 2))  # (2 count)!
        rest = (
            4
            / (2 * arb.pi()) ** (2 * count)
            * s ** (1 - 2 * count)
            * (last * arb.pi()).sqrt()
            * (y / 2).erfc()
            * 11
            / 10
        )
        return total + arb(0, rest.upper())


GAUSSIAN_SUM = define_function(
    "gaussian_sum",
    arity=1,
    enclose=_whole_sum,
    latex=lambda s: rf"\sum_{{n}} e^{{-n^2/\left(2\left({s}\right)^2\right)}}",
    monotone=(1,),
)
GAUSSIAN_UPPER_SUM = define_function(
    "gaussian_upper_sum",
    arity=2,
    enclose=_upper_sum,
    latex=lambda s, z: rf"\sum_{{n > {z}}} e^{{-n^2/\left(2\left({s}\right)^2\right)}}",
    monotone=(1, -1),
)
