"""The promise of a measurement, executed on small data and exact output laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from lapwing.core import FiniteLaw, Measurement
from lapwing.errors import LapwingError
from lapwing.laws._violation import Violation
from lapwing.maps import INFINITY


def private(
    measurement: Measurement[Any, Any, Any, Any, Any], inputs: Sequence[Any], law: Callable[[Any], FiniteLaw]
) -> Iterator[Violation]:
    """Privacy: the laws of two inputs diverge by no more than the map of their distance, for every ordered pair."""
    for x, y in product(inputs, repeat=2):
        d_in = measurement.input_metric.exact_distance(x, y)
        if any(d == INFINITY for d in d_in):
            continue
        distance = measurement.input_metric.distance(x, y)
        promised: object = None
        try:
            promised = measurement.map(distance)
            kept = measurement.output_measure.within(law(x), law(y), promised)
        except LapwingError as error:
            yield Violation("privacy", f"{x!r} and {y!r} are promised {promised!r}: {error}")
            continue
        if not kept:
            yield Violation("privacy", f"{x!r} and {y!r} diverge by more than {promised!r}")


def supported(
    measurement: Measurement[Any, Any, Any, Any, Any],
    inputs: Sequence[Any],
    law: Callable[[Any], FiniteLaw],
    draws: int = 20,
) -> Iterator[Violation]:
    """Support: what is released has a positive probability under the law."""
    for x in inputs:
        outcomes = law(x)
        for release in (measurement(x) for _ in range(draws)):
            if outcomes.get(release, 0) == 0:
                yield Violation("support", f"{x!r} releases {release!r}, which has probability 0")
