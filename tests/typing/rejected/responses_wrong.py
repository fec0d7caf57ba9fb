"""Randomised responses on the wrong space, with the wrong arguments, or taken for what they are not."""

from __future__ import annotations

from lapwing.measurements._debias import debias_basic_rappor, debias_randomized_response_bool
from lapwing.measurements._randomized_response import (
    make_randomized_response,
    then_randomized_response,
    then_randomized_response_vector,
)
from lapwing.measurements._randomized_response_bool import (
    make_randomized_response_bool,
    then_randomized_response_bool,
)
from lapwing.measurements._rappor import make_rappor, then_rappor
from lapwing.prelude import (
    AtomDomain,
    BitVectorDomain,
    ChangeOneDistance,
    DiscreteDistance,
    HammingDistance,
    Space,
    VectorDomain,
    space_of,
)
from lapwing.transformations._bloom import then_bloom_filter
from lapwing.transformations._one_hot import then_one_hot

survey = make_randomized_response(["bike", "bus", "car"], 0.75)
question = make_randomized_response_bool(0.75)

# The wrong space.
space_of(int) >> then_randomized_response([1, 2], 0.75)  # E: operator
space_of(str) >> then_randomized_response([1, 2], 0.75)  # E: operator
space_of(str) >> then_randomized_response_bool(0.75)  # E: operator
space_of(list[bool]) >> then_randomized_response_bool(0.75)  # E: operator
Space(BitVectorDomain(size=8), DiscreteDistance()) >> then_rappor(0.5)  # E: operator
Space(BitVectorDomain(size=8, max_weight=1), HammingDistance()) >> then_rappor(0.5)  # E: operator
space_of(bool) >> then_rappor(0.5)  # E: operator
space_of(list[str]) >> then_randomized_response_vector(["a", "b"], 0.75)  # E: operator
Space(VectorDomain(AtomDomain(str), size=9), ChangeOneDistance()) >> then_randomized_response_vector(["a", "b"], 0.75)  # E: operator
space_of(float, DiscreteDistance()) >> then_bloom_filter(128, 2)  # E: operator
space_of(list[str]) >> then_one_hot(["a", "b"])  # E: operator

# The wrong arguments.
make_randomized_response(3, 0.75)  # E: call-overload
make_randomized_response(["a", "b"], "0.75")  # E: call-overload
make_randomized_response_bool("0.75")  # E: arg-type
make_randomized_response_bool(0.75, constant_time="yes")  # E: arg-type
make_rappor(BitVectorDomain(size=8), DiscreteDistance(), 0.5)  # E: arg-type
space_of(str) >> then_bloom_filter(128, 2, salt="group 7")  # E: arg-type

# The wrong data and distances.
survey(7)  # E: arg-type
question("yes")  # E: arg-type
question.map(0.5)  # E: "float"
question.check(1, (1.0, 1e-6))  # E: "tuple[float, float]"

# Releases taken for something else, or fed back.
number: int = survey("bus")  # E: assignment
count: int = (space_of(bool) >> then_randomized_response_bool(0.75))("yes")  # E: arg-type
survey >> then_one_hot(["bike", "bus"])  # E: operator
debias_basic_rappor([True, False], 0.5)  # E: list-item
debias_randomized_response_bool(["yes"], 0.75)  # E: list-item
