"""The registry: for every public constructor, small cases on which its claims are executed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, final

import attrs

from lapwing.core import Chain, FiniteLaw, Measurement, Transformation
from lapwing.laws._measurement_laws import private, supported
from lapwing.laws._transformation_laws import closed, monotone, pure, stable, still, tight, total
from lapwing.laws._violation import Violation


@final
@attrs.frozen
class Case:
    """One instance of a constructor, and the data to try it on.

    `distances` are rising values of d_in, `outsiders` are data that must be refused, and `law` gives the exact output
    distribution of a measurement on one input. `is_tight` asks for a pair of inputs that reaches the map.

    >>> from lapwing.prelude import space_of, then_count
    >>> case = Case(space_of(list[str]) >> then_count(), inputs=[[], ["a"], ["a", "b"]], outsiders=["a"])
    >>> list(violations(case))
    []
    """

    chain: Chain
    inputs: Sequence[Any]
    distances: Sequence[Any] = (0, 1, 2, 3, 7, 1000)
    outsiders: Sequence[Any] = ()
    is_tight: bool = True
    law: Callable[[Any], FiniteLaw] | None = None


REGISTRY: dict[str, tuple[Case, ...]] = {}


def register(make: Callable[..., Any], *cases: Case) -> None:
    """Enter the cases of a constructor."""
    REGISTRY[make.__name__] = REGISTRY.get(make.__name__, ()) + cases


def violations(case: Case) -> Iterator[Violation]:
    """Every law that the case breaks.

    >>> from lapwing.prelude import AbsoluteDistance, AtomDomain, space_of, then_user_transformation
    >>> then_twice = then_user_transformation(AtomDomain(int), AbsoluteDistance(int), lambda v: 2 * len(v), "d_in")
    >>> case = Case(space_of(list[str]) >> then_twice, inputs=[[], ["a"]])
    >>> print(next(violations(case)))
    stability: [] and ['a'], 1 apart, go 2 apart, not 1
    """
    chain = case.chain
    yield from still(chain, case.distances[0])
    yield from monotone(chain, case.distances)
    if isinstance(chain, Transformation):
        broken = list(total(chain, case.inputs))
        yield from broken
        if broken:
            return  # the other laws need outputs
        yield from stable(chain, case.inputs)
        yield from pure(chain, case.inputs)
        yield from closed(chain, case.outsiders)
        if case.is_tight:
            yield from tight(chain, case.inputs)
    if isinstance(chain, Measurement) and case.law is not None:
        yield from private(chain, case.inputs, case.law)
        yield from supported(chain, case.inputs, case.law)
