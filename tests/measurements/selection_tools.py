"""What the tests of the selections share: walks through the tree of random bits, and exact numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any, final

from lapwing.core import FiniteLaw
from lapwing.exact._enclosure import exact_bounds, working_precision
from lapwing.maps import as_expr


class UnresolvedError(Exception):
    """A walk has reached the end of its branch."""


@final
class Branch:
    """A stream that ends."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def take(self, count: int) -> bytes:
        """The next bytes."""
        if len(self._content) < count:
            raise UnresolvedError
        taken, self._content = self._content[:count], self._content[count:]
        return taken

    def fill(self, buffer: Any) -> None:
        """Nothing here asks for this."""
        raise NotImplementedError


def walk(draw: Callable[[Any], Hashable], depth: int) -> tuple[dict[Hashable, Fraction], Fraction]:
    """The exact probability of each result that `depth` bytes settle, and what is left open."""
    found: dict[Hashable, Fraction] = {}
    left, waiting = Fraction(0), [b""]
    while waiting:
        prefix = waiting.pop()
        mass = Fraction(1, 256 ** len(prefix))
        try:
            result = draw(Branch(prefix))
        except UnresolvedError:
            if len(prefix) < depth:
                waiting += [prefix + bytes([byte]) for byte in range(256)]
            else:
                left += mass
        else:
            found[result] = found.get(result, Fraction(0)) + mass
    return found, left


def agrees(draw: Callable[[Any], Hashable], law: FiniteLaw, depth: int) -> bool:
    """Whether a sampler settles no more of any outcome than its law allows, and leaves little open."""
    found, left = walk(draw, depth)
    exact = {outcome: number(probability) for outcome, probability in law.items()}
    within = all(mass <= exact.get(outcome, Fraction(0)) for outcome, mass in found.items())
    return within and all(exact[outcome] <= found.get(outcome, Fraction(0)) + left for outcome in exact)


def number(probability: Any) -> Fraction:
    """A rational number within 2^-200 of a probability."""
    with working_precision(400):
        low, _ = exact_bounds(as_expr(probability).enclose(400))
    assert isinstance(low, tuple)
    return Fraction(low[0]) * Fraction(2) ** low[1]


def often(release: Callable[[], Hashable], law: Mapping[Any, Any], draws: int = 3000) -> list[str]:
    """The outcomes whose frequency is too far from their probability.

    By Hoeffding's inequality a false alarm has probability below 1e-7 for each outcome. A deviation of 0.11 is found
    with a probability above 1 - 1e-7.
    """
    counts: dict[Hashable, int] = {}
    for _ in range(draws):
        outcome = release()
        counts[outcome] = counts.get(outcome, 0) + 1
    far = 0.053  # sqrt(ln(2e7)/(2*3000))
    wrong = [str(outcome) for outcome in counts if outcome not in law]
    return wrong + [
        f"{outcome}: {counts.get(outcome, 0)} of {draws}"
        for outcome, probability in law.items()
        if abs(counts.get(outcome, 0) / draws - number(probability)) > far
    ]


def tanh_cost(epsilon: Fraction) -> Decimal:
    """ε*tanh(ε/2) to 60 digits, by another library than Lapwing's."""
    with localcontext() as context:
        context.prec = 60 + max(0, -Decimal(epsilon.numerator).adjusted() + Decimal(epsilon.denominator).adjusted())
        exact = Decimal(epsilon.numerator) / Decimal(epsilon.denominator)
        return exact * (exact.exp() - 1) / (exact.exp() + 1)
