"""The trimmed pair is the closest one: a proof for each example, in Fractions.

For α > 1 the sum F = Σ p^α q^(1−α) is convex in (p, q) together. A point of a convex set minimises a convex function if
no point of the set is lower along the gradient. Over {p' <= p/(1 − δ)} × {q' <= q/(1 − δ)} the lowest point along a
gradient is found by filling up outcomes in order. So one pass of exact arithmetic proves that no pair whatever is
closer.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from finite_laws import Law, Laws, events, law, mass, two_laws
from hypothesis import assume, given
from hypothesis import strategies as st

from lapwing.measures._laws import Pair, read_pair
from lapwing.measures._trim import overlap_enough, trimmed

DELTAS = st.fractions(0, Fraction(1, 2), max_denominator=200)


def rational(pair: Pair) -> tuple[list[Fraction], list[Fraction]]:
    """The probabilities of a pair of rational laws."""
    ps, qs = [o.p for o in pair.outcomes], [o.q for o in pair.outcomes]
    assert all(isinstance(w, Fraction) for w in ps + qs)
    return ps, qs  # type: ignore[return-value]  # checked above


def lowest(gradient: list[Fraction], law: list[Fraction], delta: Fraction) -> Fraction:
    """The least Σ gradient·x over all laws x <= law/(1 − δ)."""
    left, total = Fraction(1), Fraction(0)
    for slope, weight in sorted(zip(gradient, law, strict=True)):
        taken = min(left, weight / (1 - delta))
        left, total = left - taken, total + taken * slope
    assert left == 0
    return total


def matched(pair: Pair, closest: Pair, delta: Fraction) -> tuple[list[Fraction], ...]:
    """The laws and the trimmed laws on the same outcomes. Trimmed outcomes with one ratio were merged: split them."""
    ps, qs = rational(pair)
    new_ps, new_qs = rational(closest)
    ratio = {p / q: (p, q) for p, q in zip(new_ps, new_qs, strict=True) if q}
    high, low = max(ratio), min(ratio)
    # What was cut has the largest or the smallest ratio left; undo the merging by the cuts' own definition.
    xs = [min(p, high * q) / (1 - delta) for p, q in zip(ps, qs, strict=True)]
    ys = [min(q, p / low) / (1 - delta) if low else q / (1 - delta) for p, q in zip(ps, qs, strict=True)]
    return ps, qs, xs, ys


@given(two_laws(least=1, most=6), DELTAS, st.integers(2, 5))
def test_optimal(laws: Laws, delta: Fraction, alpha: int) -> None:
    """No pair of conditional laws has a smaller D_α, for every whole α tried."""
    pair = read_pair(*laws)
    assume(not overlap_enough(pair, delta))
    closest = trimmed(pair, delta)
    assert closest is not None
    ps, qs, xs, ys = matched(pair, closest, delta)
    # The split pair is allowed, and merging it gives the trimmed pair back.
    assert 1 == sum(xs) == sum(ys)
    assert all(x <= p / (1 - delta) for x, p in zip(xs, ps, strict=True))
    assert all(y <= q / (1 - delta) for y, q in zip(ys, qs, strict=True))
    assert set(closest.outcomes) == set(read_pair(dict(enumerate(xs)), dict(enumerate(ys))).outcomes)
    # F has the partial derivatives α·(x/y)^(α−1) and (1−α)·(x/y)^α.
    by_x = [alpha * (x / y) ** (alpha - 1) for x, y in zip(xs, ys, strict=True)]
    by_y = [(1 - alpha) * (x / y) ** alpha for x, y in zip(xs, ys, strict=True)]
    here = sum(g * x for g, x in zip(by_x, xs, strict=True)) + sum(g * y for g, y in zip(by_y, ys, strict=True))
    assert here == lowest(by_x, ps, delta) + lowest(by_y, qs, delta)


@given(two_laws(), DELTAS)
def test_overlap(laws: Laws, delta: Fraction) -> None:
    """Two laws can become one if and only if no event tells them apart by more than δ."""
    p, q = laws
    assert (max(mass(p, e) - mass(q, e) for e in events(p)) <= delta) == overlap_enough(read_pair(p, q), delta)


@given(two_laws(), DELTAS)
def test_allowed(laws: Laws, delta: Fraction) -> None:
    """Trimmed laws are laws, and p keeps an outcome that q never gives if and only if it is more likely than δ."""
    pair = read_pair(*laws)
    assume(not overlap_enough(pair, delta))
    closest = trimmed(pair, delta)
    alone = sum((p for x, p in laws[0].items() if not laws[1][x]), Fraction(0))
    assert (alone > delta) == (closest is None)
    if closest is not None:
        ps, qs = rational(closest)
        assert 1 == sum(ps) == sum(qs)
        assert all(q > 0 for p, q in zip(ps, qs, strict=True) if p)


@pytest.mark.parametrize(
    ("p", "q", "delta", "expected"),
    [
        (law(3, 1), law(1, 3), Fraction(1, 4), {(Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3))}),
        (law(3, 1), law(1, 3), Fraction(0), {(Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4))}),
        # Only q has the first outcome: it loses δ there, 1/10 of 1/2.
        (law(0, 1), law(1, 1), Fraction(1, 10), {(Fraction(0), Fraction(4, 9)), (Fraction(1), Fraction(5, 9))}),
        # Only p has it, and may lose all of it.
        (law(1, 5, 4), law(0, 4, 6), Fraction(1, 10), None),
    ],
)
def test_examples(p: Law, q: Law, delta: Fraction, expected: set[object] | None) -> None:
    """Pairs computed by hand."""
    closest = trimmed(read_pair(p, q), delta)
    assert closest is not None
    if expected is None:
        # p' = (0, 5/9, 4/9), and q' loses 1/10 from its last outcome.
        expected = {(Fraction(5, 9), Fraction(4, 9)), (Fraction(4, 9), Fraction(5, 9))}
    assert expected == {(o.p, o.q) for o in closest.outcomes}
