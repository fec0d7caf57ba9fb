"""A three-link chain: building it, and evaluating its map."""

from __future__ import annotations

from collections.abc import Iterator

from _compare import Comparison, ratio
from opendp.domains import atom_domain, vector_domain
from opendp.measurements import then_laplace
from opendp.metrics import symmetric_distance
from opendp.mod import Measurement, enable_features
from opendp.transformations import then_clamp, then_sum

import lapwing.prelude as lapwing

BOUNDS = (0, 120)
SCALE = 240


def build_ours() -> lapwing.Measurement[
    lapwing.VectorDomain[int], lapwing.SymmetricDistance, lapwing.MaxDivergence, int
]:
    """Clamp, sum, and Laplace noise."""
    people = lapwing.Space(lapwing.VectorDomain(lapwing.AtomDomain(int)), lapwing.SymmetricDistance())
    return people >> lapwing.then_clamp(BOUNDS) >> lapwing.then_sum() >> lapwing.then_laplace(SCALE)


def build_theirs() -> Measurement:
    """The same chain in OpenDP."""
    people = vector_domain(atom_domain(T=int)), symmetric_distance()
    total = then_sum()  # type: ignore[no-untyped-call]  # OpenDP leaves it unannotated
    chain: Measurement = people >> then_clamp(BOUNDS) >> total >> then_laplace(float(SCALE))
    return chain


def first_map(chain: Measurement) -> object:
    """The loss at d_in = 1 in OpenDP."""
    return chain.map(1)  # type: ignore[no-untyped-call]  # OpenDP leaves it unannotated


def comparisons(*, quick: bool = False) -> Iterator[Comparison]:
    """The map, the building, and both together, against OpenDP."""
    enable_features("contrib")
    repeats = 3 if quick else 15
    ours, theirs = build_ours(), build_theirs()
    if ours.map(1) != first_map(theirs):
        raise RuntimeError(f"the two chains differ: {ours.map(1)} and {first_map(theirs)}")
    yield ratio("map of a three-link chain", lambda: ours.map(1), lambda: first_map(theirs), goal=10, repeats=repeats)
    yield ratio("building a three-link chain", build_ours, build_theirs, goal=3, repeats=repeats)
    # Our maps are composed when they are first asked for. This figure counts that work too.
    yield ratio(
        "building it, and its first map",
        lambda: build_ours().map(1),
        lambda: first_map(build_theirs()),
        goal=2,
        repeats=repeats,
    )
