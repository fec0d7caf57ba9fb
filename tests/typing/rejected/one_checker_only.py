"""Lines on which the two checkers differ; docs/type-checkers.md says why."""

from __future__ import annotations

from typing import Never, TypeVar

from lapwing.prelude import (
    AtomDomain,
    Bounded,
    L1Distance,
    MaxDivergence,
    Transformation,
    VectorDomain,
    constructor,
    make_clamp,
    make_user_transformation,
    space_of,
    then,
    then_clamp,
    then_count,
    then_user_measurement,
)

N = TypeVar("N", int, float)


def add_noise(number: int) -> int:
    return number


@constructor
def make_doubled(input_domain: VectorDomain[N], input_metric: L1Distance[N]) -> Transformation[VectorDomain[N], L1Distance[N], VectorDomain[N], L1Distance[N], Never]:
    return make_user_transformation(input_domain, input_metric, input_domain, input_metric, lambda vector: vector * 2, "2*d_in")


def bounded(carrier: type[N], bounds: tuple[N, N]) -> AtomDomain[N, Bounded]:
    return AtomDomain(carrier, bounds=bounds)  # E(pyright): No overloads for "__init__"


then_doubled = then(make_doubled)
people, weights = space_of(list[int]), space_of(list[float])
count = people >> then_count() >> then_user_measurement(MaxDivergence(), add_noise, "d_in")

# A lambda on the right of >>.
count >> (lambda release: release.upper())  # E(mypy): "int" has no attribute "upper"
count >> (lambda release: release + "s")  # E(mypy): operator

# Ints for a link that waits for floats.
weights >> then_clamp((0, 1))  # E(pyright): Operator ">>" not supported

# A type variable that stands for int or float.
space_of(list[int], L1Distance(float)) >> then_doubled()  # E(mypy): operator
make_clamp(people.domain, people.metric, (0.5, 1.5))  # E(mypy): make_clamp

# A property that is computed once.
count.links = ()  # E(pyright): Cannot assign to attribute "links"
