"""Trimming: the closest pair of laws that two laws become when each loses a part δ of its mass.

A law p' with p' <= p/(1 − δ) is p given some event of probability 1 − δ or more. Among all pairs (p', q') of such laws
there is one that is closest in every divergence at once: p' is p cut down to c·q, and q' is q cut down to e·p, each cut
taking away exactly δ (Huber and Strassen, 1973: the two sets of laws are given by capacities that are alternating of
order two).
"""

from __future__ import annotations

from fractions import Fraction

from lapwing.exact import sign
from lapwing.maps import Expr, constant, minimum
from lapwing.measures._hockey_stick import total_variation
from lapwing.measures._laws import ZERO, Pair, Weight, as_expression, ball, balls, pair_of, simplest
from lapwing.measures._losses import at_most

_BITS = 1024
# What a cut may exceed the exact one by, where probabilities are no rational numbers.
_ROOM = (ZERO, Fraction(1, 2**400), Fraction(1, 2**200), Fraction(1, 2**100))


def overlap_enough(pair: Pair, delta: Fraction | float) -> bool:
    """Whether the two laws can become one when each loses δ: whether their total variation distance is at most δ."""
    return bool(at_most(total_variation(pair), delta))


def trimmed(pair: Pair, delta: Fraction) -> Pair | None:
    """The closest pair when each law loses δ; None if p keeps an outcome that q never gives.

    The total variation distance must be above δ. If some probability is not rational, the cuts lose a little less than
    δ: the pair is then one of those allowed, next to the closest.
    """
    cut = _cut(pair, delta)
    if cut is None:
        return None
    ps = [_cut_down(o.p, o.q, cut) for o in pair.outcomes]
    back = _cut(pair.swapped, delta)
    qs = _shrink_alone(pair, delta) if back is None else [_cut_down(o.q, o.p, back) for o in pair.outcomes]
    return pair_of(list(zip(_normalised(ps), _normalised(qs), strict=True)))


def _cut(pair: Pair, delta: Fraction) -> Fraction | None:
    """The least c with Σ max(0, p − c·q) <= δ; None if there is none."""
    if not at_most(_total(pair.disjoint_mass), delta):
        return None
    guess = _rational_cut([(_middle(o.p), _middle(o.q)) for o in pair.outcomes], delta)
    if guess is None or all(isinstance(w, Fraction) for o in pair.outcomes for w in (o.p, o.q)):
        return guess
    candidates = [guess * (1 + room) for room in _ROOM]
    return next((c for c in candidates if _takes_at_most(pair, c, delta)), None)


def _rational_cut(pairs: list[tuple[Fraction, Fraction]], delta: Fraction) -> Fraction | None:
    """The same for rational probabilities: the outcomes with the largest ratios are cut, as many as it takes."""
    order = sorted(((p, q) for p, q in pairs if q), key=lambda pq: pq[0] / pq[1], reverse=True)
    above, below = sum((p for p, q in pairs if not q), ZERO), ZERO
    for i, (p, q) in enumerate(order):
        above, below = above + p, below + q
        cut = (above - delta) / below
        if i + 1 == len(order) or cut * order[i + 1][1] >= order[i + 1][0]:
            return cut
    return None


def _takes_at_most(pair: Pair, cut: Fraction, delta: Fraction) -> bool:
    from flint import arb

    from lapwing.exact._enclosure import ball_of, working_precision

    with working_precision(_BITS):
        c = ball_of(cut)
        ps, qs = balls(o.p for o in pair.outcomes), balls(o.q for o in pair.outcomes)
        taken = sum(((p - c * q).max(arb(0)) for p, q in zip(ps, qs, strict=True)), arb(0))
        return bool(taken <= ball_of(delta))


def _cut_down(p: Weight, q: Weight, cut: Fraction) -> Weight:
    """The smaller of p and cut·q."""
    if isinstance(p, Fraction) and isinstance(q, Fraction):
        return min(p, cut * q)
    limit = cut * as_expression(q)
    difference = sign(simplest(as_expression(p) - limit))
    if difference is None:
        return simplest(minimum(as_expression(p), limit))
    return p if difference <= 0 else simplest(limit)


def _shrink_alone(pair: Pair, delta: Fraction) -> list[Weight]:
    """Give q less δ, all taken from the outcomes that p never gives. They are no part of any divergence of p from q."""
    alone = _total([o.q for o in pair.outcomes if o.p == ZERO])
    if at_most(alone, delta) is not False:
        return [o.q for o in pair.outcomes]
    kept = 1 - delta / as_expression(alone)
    return [simplest(kept * as_expression(o.q)) if o.p == ZERO else o.q for o in pair.outcomes]


def _total(weights: list[Weight]) -> Weight:
    rational = sum((w for w in weights if isinstance(w, Fraction)), ZERO)
    others = [w for w in weights if isinstance(w, Expr)]
    return simplest(sum(others, constant(rational))) if others else rational


def _normalised(weights: list[Weight]) -> list[Weight]:
    total = _total(weights)
    return [_quotient(weight, total) for weight in weights]


def _quotient(weight: Weight, total: Weight) -> Weight:
    if isinstance(weight, Fraction) and isinstance(total, Fraction):
        return weight / total
    return simplest(as_expression(weight) / as_expression(total))


def _middle(weight: Weight) -> Fraction:
    """A rational number next to a probability."""
    if isinstance(weight, Fraction):
        return weight
    from lapwing.exact._enclosure import exact_bounds, working_precision

    with working_precision(_BITS):
        middle, _ = exact_bounds(ball(weight).mid())
    return middle[0] * Fraction(2) ** middle[1] if isinstance(middle, tuple) else ZERO
