"""Random finite laws, and oracles that share no code with the library: Fractions, and MPFR at 300 bits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import gmpy2
from gmpy2 import mpfr
from hypothesis import strategies as st

from lapwing.maps import Expr, exp

Law = dict[Any, Fraction]
Laws = tuple[Law, Law]


def oracle() -> gmpy2.context:
    """The precision of the oracles. gmpy2 can't enter one context twice, so each use has its own."""
    return gmpy2.context(precision=300)


def law(*weights: float | Fraction) -> Law:
    """A law on 0, 1, 2, ... in proportion to the weights."""
    exact = [Fraction(weight) for weight in weights]
    return {i: weight / sum(exact) for i, weight in enumerate(exact)}


def randomised_response(epsilon: Fraction | int) -> tuple[dict[Any, Expr], dict[Any, Expr]]:
    """The laws of two answers that are true with probability e^ε/(1 + e^ε), written in two ways."""
    yes, no = 1 / (1 + exp(-epsilon)), 1 / (1 + exp(epsilon))
    return {"yes": yes, "no": no}, {"yes": no, "no": yes}


@st.composite
def weights(draw: st.DrawFn, size: int, least: int) -> list[int]:
    """Weights for `size` outcomes, not all 0."""
    drawn = draw(st.lists(st.integers(least, 40), min_size=size, max_size=size))
    return drawn if any(drawn) else [1] * size


@st.composite
def two_laws(draw: st.DrawFn, least: int = 0, most: int = 6) -> Laws:
    """Two laws on the same outcomes; with least=1 neither ever has probability 0."""
    size = draw(st.integers(1, most))
    return law(*draw(weights(size, least))), law(*draw(weights(size, least)))


@st.composite
def channels(draw: st.DrawFn, size: int, width: int = 3) -> list[Law]:
    """A randomised post-processing: a law on 0, ..., width - 1 for each outcome."""
    return [law(*draw(weights(width, 0))) for _ in range(size)]


def processed(p: Law, channel: Sequence[Law]) -> Law:
    """The law of the post-processed outcome."""
    return {y: sum((p[x] * channel[x][y] for x in p), Fraction(0)) for y in channel[0]}


def events(p: Law) -> Iterator[list[int]]:
    """All sets of outcomes."""
    for chosen in product((False, True), repeat=len(p)):
        yield [outcome for outcome, inside in zip(p, chosen, strict=True) if inside]


def mass(p: Law, event: list[int]) -> Fraction:
    """The probability of an event."""
    return sum((p[outcome] for outcome in event), Fraction(0))


def float_up(x: mpfr) -> float:
    """The smallest float that is not below a number known to 300 bits."""
    nearest = float(x)
    return nearest if mpfr(nearest) >= x else math.nextafter(nearest, math.inf)


def renyi(p: Law, q: Law, alpha: float | Fraction | mpfr) -> mpfr:
    """D_α by its definition; the limit of KL for α = 1."""
    with oracle():
        shared = [(mpfr(p[x]), mpfr(q[x])) for x in p if p[x]]
        if alpha == 1:
            return sum((a * gmpy2.log(a / b) for a, b in shared), mpfr(0))
        order = mpfr(alpha)
        return gmpy2.log(sum((a**order * b ** (1 - order) for a, b in shared), mpfr(0))) / (order - 1)


def concentrated(p: Law, q: Law) -> mpfr:
    """The supremum of D_α/α: a dense grid of orders, then a golden-section search around its best."""
    with oracle():
        grid = [mpfr(0), *(mpfr(2) ** (mpfr(k) / 4) for k in range(-80, 81))]
        best = max(grid, key=lambda t: renyi(p, q, 1 + t) / (1 + t))
        highest = renyi(p, q, 1 + best) / (1 + best)
        if best == 0:
            return highest
        return max(highest, _golden(lambda t: renyi(p, q, 1 + t) / (1 + t), best / mpfr("1.2"), best * mpfr("1.2")))


def _golden(f: Callable[[mpfr], mpfr], a: mpfr, b: mpfr) -> mpfr:
    ratio = (gmpy2.sqrt(5) - 1) / 2
    for _ in range(90):
        c, d = b - ratio * (b - a), a + ratio * (b - a)
        a, b = (a, d) if f(c) > f(d) else (c, b)
    return f((a + b) / 2)
