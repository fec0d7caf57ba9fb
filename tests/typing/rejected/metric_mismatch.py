"""The metric on the left of >> is the metric on the right."""

from __future__ import annotations

from lapwing.prelude import (
    AtomDomain,
    ChangeOneDistance,
    DiscreteDistance,
    HammingDistance,
    InsertDeleteDistance,
    L1Distance,
    L2Distance,
    LInfDistance,
    Space,
    Transformation,
    VectorDomain,
    space_of,
    then_clamp,
    then_count,
    then_identity,
    then_sum,
)

symmetric = space_of(list[int]) >> then_identity()
ordered = space_of(list[int], InsertDeleteDistance()) >> then_identity()
l1 = space_of(list[int], L1Distance(int)) >> then_identity()
l2 = space_of(list[int], L2Distance(int)) >> then_identity()
l2_float = space_of(list[int], L2Distance(float)) >> then_identity()
sized = VectorDomain(AtomDomain(int), size=3)

l2 >> l1  # E: operator
l2 >> l2_float  # E: operator
l2_float >> l2  # E: operator
symmetric >> ordered  # E: operator
ordered >> symmetric  # E: operator
symmetric >> l1  # E: operator
(Space(sized, ChangeOneDistance()) >> then_identity()) >> (Space(sized, HammingDistance()) >> then_identity())  # E: operator
(space_of(int) >> then_identity()) >> (space_of(int, DiscreteDistance()) >> then_identity())  # E: operator

# Counts and sums ask for a metric that counts records.
space_of(list[int], L1Distance(int)) >> then_count()  # E: operator
space_of(list[int], LInfDistance(int)) >> then_clamp((0, 9)) >> then_sum()  # E: operator
space_of(list[int], DiscreteDistance()) >> then_count()  # E: operator

wrong_metric: Transformation[VectorDomain[int], InsertDeleteDistance, VectorDomain[int], InsertDeleteDistance] = symmetric  # E: assignment
