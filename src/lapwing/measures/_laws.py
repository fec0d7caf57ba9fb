"""Reading two finite laws side by side.

Every measure here is a function of the pairs (p, q) of probabilities alone. Outcomes are forgotten as soon as the two
laws are aligned, and no text shows them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, final

import attrs

from lapwing.errors import InvalidLawError, LapwingError
from lapwing.exact import read_parameter, sign
from lapwing.maps import Expr, constant
from lapwing.maps._evaluate import Program, to_ball
from lapwing.measures._exponentials import on_one_base

if TYPE_CHECKING:
    from flint import arb

    from lapwing.core import FiniteLaw

Weight: TypeAlias = Fraction | Expr
"""A probability: rational where it can be, else an expression without free symbols."""

ZERO = Fraction(0)

# Probabilities that are no rational numbers must sum to 1 up to this much.
_SLACK_BITS = 200


@final
@attrs.frozen
class Outcome:
    """What the two laws give to one outcome, or to all outcomes whose two probabilities have one ratio."""

    p: Weight
    q: Weight


@final
@attrs.frozen
class Pair:
    """Two laws on the same outcomes. Each outcome is possible under one of them at least."""

    outcomes: tuple[Outcome, ...]

    @property
    def same(self) -> bool:
        """Whether the two laws are one and the same."""
        return all(outcome.p == outcome.q for outcome in self.outcomes)

    @property
    def disjoint_mass(self) -> list[Weight]:
        """The probabilities under p of the outcomes that q never gives."""
        return [outcome.p for outcome in self.outcomes if outcome.q == ZERO]

    @property
    def shared(self) -> list[Outcome]:
        """The outcomes that both laws can give."""
        return [outcome for outcome in self.outcomes if outcome.p != ZERO and outcome.q != ZERO]

    @property
    def swapped(self) -> Pair:
        """The same laws with their parts exchanged."""
        return Pair(tuple(Outcome(outcome.q, outcome.p) for outcome in self.outcomes))


def read_pair(p: FiniteLaw, q: FiniteLaw) -> Pair:
    """Read two laws and align them: the outcomes of p in their order, then those of q alone.

    A ratio p/q says all that a divergence knows of an outcome. So outcomes with one rational ratio become one.
    """
    left, right = read_law(p), read_law(q)
    outcomes = [*left, *(outcome for outcome in right if outcome not in left)]
    weights = _alike([law.get(outcome, ZERO) for law in (left, right) for outcome in outcomes])
    return pair_of(list(zip(weights[: len(outcomes)], weights[len(outcomes) :], strict=True)))


def _alike(weights: list[Weight]) -> list[Weight]:
    """Write the expressions among the weights so that equal ones look equal, as far as exponentials go."""
    expressions = iter(on_one_base(weight for weight in weights if isinstance(weight, Expr)))
    return [simplest(next(expressions)) if isinstance(weight, Expr) else weight for weight in weights]


def pair_of(pairs: list[tuple[Weight, Weight]]) -> Pair:
    """Make a pair from aligned probabilities: without impossible outcomes, and rational ones with one ratio merged."""
    merged: dict[Fraction | None, tuple[Fraction, Fraction]] = {}
    others: list[Outcome] = []
    for p, q in pairs:
        if isinstance(p, Fraction) and isinstance(q, Fraction):
            if p or q:
                ratio = p / q if q else None
                a, b = merged.get(ratio, (ZERO, ZERO))
                merged[ratio] = a + p, b + q
        else:
            others.append(Outcome(p, q))
    return Pair((*(Outcome(a, b) for a, b in merged.values()), *others))


def read_law(law: FiniteLaw) -> dict[Hashable, Weight]:
    """Read a law, without its impossible outcomes. A float probability means its shortest decimal: 0.1 is 1/10."""
    if not isinstance(law, Mapping):
        raise InvalidLawError("it must be a mapping from outcomes to probabilities, such as {'yes': 0.5, 'no': 0.5}")
    weights = [_read_weight(probability) for probability in law.values()]
    signs = _signs(weights)
    if None in signs:
        raise InvalidLawError("the sign of one can't be decided, so write it in a simpler form")
    if -1 in signs:
        raise InvalidLawError("one is negative")
    _check_sum(weights)
    return {outcome: weight for outcome, weight, found in zip(law, weights, signs, strict=True) if found}


def _read_weight(probability: object) -> Weight:
    weight = _read_number(probability)
    if weight is None:
        raise InvalidLawError("one is not a finite number, so give an int, float, Fraction, Decimal or Expr")
    if isinstance(weight, Expr) and weight.free:
        raise InvalidLawError("one has a free parameter, so bind it to a number first")
    return weight


def _signs(weights: list[Weight]) -> list[int | None]:
    """The sign of each weight, None for those that can't be decided. Most expressions show theirs in one common run."""
    if all(isinstance(weight, Fraction) for weight in weights):
        return [sign(weight) for weight in weights]
    from lapwing.exact._enclosure import FIRST_PRECISION, working_precision

    with working_precision(FIRST_PRECISION):
        positive = [bool(enclosure > 0) for enclosure in balls(weights)]
    return [1 if known else sign(weight) for known, weight in zip(positive, weights, strict=True)]


def _read_number(probability: object) -> Weight | None:
    """Read without raising: the error of `read_parameter` shows the value, which no error about a law may do."""
    if isinstance(probability, Expr):
        return simplest(probability)
    try:
        return read_parameter(probability, "a probability")
    except LapwingError:
        return None


def _check_sum(weights: list[Weight]) -> None:
    if all(isinstance(weight, Fraction) for weight in weights):
        right: bool | None = sum(weights, ZERO) == 1
    else:
        right = _encloses_one(weights)
    if right is None:
        raise InvalidLawError("their sum can't be enclosed, so write them in a simpler form")
    if not right:
        raise InvalidLawError("these do not, so normalise them (as Fractions, to be exact)")


def _encloses_one(weights: list[Weight]) -> bool | None:
    """Whether the sum is 1 up to 2^-200."""
    from flint import arb

    from lapwing.exact._enclosure import precisions, working_precision

    slack = arb(2) ** -_SLACK_BITS
    for bits in precisions():
        with working_precision(bits):
            gap = abs(sum(balls(weights), arb(0)) - 1)
            if gap <= slack:
                return True
            if gap > slack:
                return False
    return None


def simplest(expression: Expr) -> Weight:
    """Give the rational number that an expression is, or the expression."""
    number = expression.rational
    return expression if number is None else number


def as_expression(weight: Weight) -> Expr:
    """Give a probability as an expression."""
    return weight if isinstance(weight, Expr) else constant(weight)


def balls(weights: Iterable[Weight]) -> list[arb]:
    """Enclose probabilities at flint's current precision. Hold `working_precision` around it.

    The expressions run as one program, so what they share, such as the terms of a normalising sum, is computed once.
    """
    given = list(weights)
    program = Program(tuple(weight for weight in given if isinstance(weight, Expr)), ())
    values = iter(program.run((), exactly=False))
    return [to_ball(next(values) if isinstance(weight, Expr) else weight) for weight in given]


def ball(weight: Weight) -> arb:
    """Enclose one probability at flint's current precision. Hold `working_precision` around it."""
    return balls([weight])[0]
