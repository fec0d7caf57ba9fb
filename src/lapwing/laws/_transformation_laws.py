"""The promises of a transformation, executed on small data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from itertools import pairwise, product
from typing import Any, TypeAlias

from lapwing.core import Chain, Transformation
from lapwing.errors import LapwingError
from lapwing.laws._violation import Violation
from lapwing.maps import INFINITY, Expr, compare, constant, substitute

AnyTransformation: TypeAlias = Transformation[Any, Any, Any, Any, Any]
Law: TypeAlias = Callable[[AnyTransformation, Sequence[Any]], Iterator[Violation]]

ZERO = constant(0)


def at_most(values: Iterable[Expr], limits: Iterable[Expr]) -> bool:
    """Whether each value is at most its limit, decided without rounding."""
    return all(compare(value, limit) in (-1, 0) for value, limit in zip(values, limits, strict=True))


def map_at(chain: Chain, d_in: Iterable[Expr]) -> tuple[Expr, ...]:
    """The map at an exact distance, without rounding."""
    return substitute(chain._map.outputs, dict(zip(chain._map.input.names, d_in, strict=True)))


def stable(chain: AnyTransformation, inputs: Sequence[Any]) -> Iterator[Violation]:
    """Stability: outputs are no further apart than the map of the distance of the inputs, for every pair."""
    outputs = [chain(deepcopy(x)) for x in inputs]
    for (x, fx), (y, fy) in product(zip(inputs, outputs, strict=True), repeat=2):
        d_in = chain.input_metric.exact_distance(x, y)
        if any(d == INFINITY for d in d_in):
            continue
        promised = map_at(chain, d_in)
        found = chain.output_metric.exact_distance(fx, fy)
        if not at_most(found, promised):
            yield Violation(
                "stability", f"{x!r} and {y!r}, {shown(d_in)} apart, go {shown(found)} apart, not {shown(promised)}"
            )


def total(chain: AnyTransformation, inputs: Sequence[Any]) -> Iterator[Violation]:
    """Totality: every member of the input domain gives a member of the output domain, and raises nothing."""
    for x in inputs:
        try:
            output = chain(deepcopy(x))
        except Exception as error:
            yield Violation("totality", f"{x!r} raises {type(error).__name__}")
            continue
        if output not in chain.output_domain:
            yield Violation("totality", f"{x!r} gives {output!r}, which is not in {chain.output_domain!r}")


def pure(chain: AnyTransformation, inputs: Sequence[Any]) -> Iterator[Violation]:
    """Purity: the same input gives the same output again, and is left as it was."""
    for x in inputs:
        given = deepcopy(x)
        first, second = chain(given), chain(deepcopy(x))
        if not at_most(
            chain.output_metric.exact_distance(first, second), [ZERO] * len(chain.output_metric.quantity.names)
        ):
            yield Violation("purity", f"{x!r} gives {first!r}, then {second!r}")
        if repr(given) != repr(x):
            yield Violation("purity", f"{x!r} is changed to {given!r}")


def monotone(chain: Chain, distances: Sequence[Any]) -> Iterator[Violation]:
    """Monotonicity: a larger distance never costs less."""
    for small, large in pairwise(distances):
        if not at_most(chain._map.exact(small), chain._map.exact(large)):
            yield Violation("monotonicity", f"d_in = {large!r} costs less than d_in = {small!r}")


def still(chain: Chain, zero: Any) -> Iterator[Violation]:
    """Stillness: data at distance zero cost nothing."""
    if not at_most(chain._map.exact(zero), [ZERO] * len(chain._map.outputs)):
        yield Violation("stillness", f"d_in = {zero!r} costs {chain._map(zero)!r}")


def tight(chain: AnyTransformation, inputs: Sequence[Any]) -> Iterator[Violation]:
    """Tightness: some pair of inputs reaches the map, so that no smaller map would do."""
    outputs = [chain(deepcopy(x)) for x in inputs]
    for (x, fx), (y, fy) in product(zip(inputs, outputs, strict=True), repeat=2):
        d_in = chain.input_metric.exact_distance(x, y)
        reached = chain.output_metric.exact_distance(fx, fy)
        if not any(d == INFINITY for d in d_in) and d_in[0] != ZERO and reached == map_at(chain, d_in):
            return
    yield Violation("tightness", "no pair of inputs reaches the map")


def closed(chain: AnyTransformation, outsiders: Sequence[Any]) -> Iterator[Violation]:
    """Closedness: data outside the input domain are refused at the entry, with a text that does not show them."""
    for x in outsiders:
        try:
            chain(x)
        except LapwingError as error:
            if hides(repr(x), str(error)):
                continue
            yield Violation("closedness", f"the refusal of {x!r} shows it: {error}")
        else:
            yield Violation("closedness", f"{x!r} is not refused")


def hides(data: str, text: str) -> bool:
    """Whether a text keeps the data to itself."""
    return data not in text


def shown(distances: Iterable[Expr]) -> str:
    """Distances as text."""
    return ", ".join(str(d) for d in distances)
