"""The hockey-stick divergence: how much of p lies above e^ε q."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, final

import attrs

from lapwing.exact import sign
from lapwing.maps import Expr, Operand, constant, exp, maximum
from lapwing.measures._laws import ZERO, Pair, Weight, as_expression, ball, simplest
from lapwing.measures._losses import Value, at_most, loss

if TYPE_CHECKING:
    from flint import arb


@final
@attrs.frozen
class Excess:
    """The number p − e^ε q + rest: rational masses of p and q, and an expression for what is not rational."""

    p: Fraction
    q: Fraction
    epsilon: Fraction
    rest: Weight

    def enclose(self, precision: int) -> arb:
        """Enclose the number."""
        from lapwing.exact._enclosure import ball_of

        return ball_of(self.p) - ball_of(self.epsilon).exp() * ball_of(self.q) + ball(self.rest)


def hockey_stick(pair: Pair, epsilon: Fraction | float) -> Value:
    """The least δ for this ε: the sum of max(0, p − e^ε q), exactly. An infinite ε allows everything, so it gives 0.

    Which terms are positive is decided by comparing losses with ε, so a term that is 0 is seen to be 0.
    """
    if not isinstance(epsilon, Fraction):
        return ZERO
    p = q = ZERO
    rest = constant(0)
    for outcome in pair.outcomes:
        covered = outcome.p == ZERO or at_most(loss(outcome), epsilon)
        if covered:
            continue
        if isinstance(outcome.p, Fraction) and isinstance(outcome.q, Fraction):
            p, q = p + outcome.p, q + outcome.q
        else:
            term = as_expression(outcome.p) - exp(epsilon) * as_expression(outcome.q)
            rest += maximum(0, term) if covered is None else term
    remainder = simplest(rest)
    if isinstance(remainder, Fraction) and (q == 0 or epsilon == 0):
        return p - q + remainder
    return Excess(p, q, epsilon, remainder)


def total_variation(pair: Pair) -> Value:
    """The total variation distance: the hockey-stick divergence at ε = 0."""
    return hockey_stick(pair, ZERO)


def profile(pair: Pair, scale: Operand) -> Expr:
    """The sum of max(0, p − scale·q) as an expression: with scale e^ε the privacy profile."""
    terms = [maximum(0, as_expression(o.p) - scale * as_expression(o.q)) for o in pair.outcomes if o.p != ZERO]
    return sum(terms, constant(0))


def height(pair: Pair, scale: Expr) -> Expr:
    """The same sum for a number as the scale, with only its positive terms written out."""
    terms = [as_expression(o.p) - scale * as_expression(o.q) for o in pair.outcomes if o.p != ZERO]
    signs = [sign(simplest(term)) for term in terms]
    return sum(
        (
            maximum(0, term) if found is None else term
            for term, found in zip(terms, signs, strict=True)
            if found in (1, None)
        ),
        constant(0),
    )


def is_covered(pair: Pair, epsilon: Fraction | float, delta: Fraction | float) -> bool:
    """Whether p is at most e^ε q + δ on every event. Undecided counts as no."""
    return delta == math.inf or bool(at_most(hockey_stick(pair, epsilon), delta))
