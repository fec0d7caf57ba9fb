"""Randomised responses: the release has the type of the categories, the measure is pure."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import reveal_type

from lapwing.measurements._debias import (
    RapporPlan,
    ResponsePlan,
    debias_randomized_response,
    debias_randomized_response_bool,
)
from lapwing.measurements._randomized_response import (
    make_randomized_response,
    then_randomized_response,
    then_randomized_response_vector,
)
from lapwing.measurements._randomized_response_bool import (
    make_randomized_response_bool,
    then_randomized_response_bool,
    then_randomized_response_bool_vector,
)
from lapwing.measurements._rappor import make_rappor, then_randomized_response_bitvec, then_rappor
from lapwing.prelude import (
    AtomDomain,
    BitVectorDomain,
    DiscreteDistance,
    HammingDistance,
    Param,
    Space,
    VectorDomain,
    space_of,
)
from lapwing.transformations._bloom import then_bloom_filter
from lapwing.transformations._one_hot import then_one_hot

# Over categories.
survey = make_randomized_response(["bike", "bus", "car"], 0.75)
reveal_type(survey)  # R: Measurement[AtomDomain[str, Unbounded], DiscreteDistance, MaxDivergence, str, Never]
reveal_type(survey("bus"))  # R: str
reveal_type(survey.map(1))  # R: float
reveal_type(make_randomized_response({1, 2, 3}, Fraction(1, 2))(2))  # R: int
reveal_type(make_randomized_response(range(6), Decimal("0.5"))(2))  # R: int
reveal_type(make_randomized_response([True, False], 0.5)(True))  # R: bool
reveal_type(space_of(str) >> then_randomized_response(["bike", "bus"], 0.75))  # R: Measurement[AtomDomain[str, Unbounded], DiscreteDistance, MaxDivergence, str, Never]
dice = Space(AtomDomain(int, bounds=(1, 6)), DiscreteDistance())
reveal_type(dice >> then_randomized_response(range(1, 7), 0.5))  # R: Measurement[AtomDomain[int, Bounded], DiscreteDistance, MaxDivergence, int, Never]

# Categories that checkers read as literals.
WAYS, SIDES = ("bike", "bus", "car"), (1, 2, 3)
reveal_type(make_randomized_response(WAYS, 0.75))  # R: Measurement[AtomDomain[str, Unbounded], DiscreteDistance, MaxDivergence, str, Never]
reveal_type(space_of(str) >> then_randomized_response(WAYS, 0.75))  # R: Measurement[AtomDomain[str, Unbounded], DiscreteDistance, MaxDivergence, str, Never]
reveal_type(dice >> then_randomized_response(SIDES, prob=0.75))  # R: Measurement[AtomDomain[int, Bounded], DiscreteDistance, MaxDivergence, int, Never]
reveal_type(make_randomized_response((True, False), 0.75)(True))  # R: bool
reveal_type(make_randomized_response([b"a", b"b"], 0.75)(b"c"))  # R: bytes

# On a bit.
question = make_randomized_response_bool(Param("prob"), constant_time=True)
reveal_type(question)  # R: Measurement[AtomDomain[bool, Unbounded], DiscreteDistance, MaxDivergence, bool, Never]
reveal_type(question.solve(d_in=1, d_out=1.0)(True))  # R: bool
reveal_type((space_of(bool) >> then_randomized_response_bool(0.75))(True))  # R: bool

# For many people.
words = Space(VectorDomain(AtomDomain(str), size=9), HammingDistance())
reveal_type(words >> then_randomized_response_vector(WAYS, 0.75))  # R: Measurement[VectorDomain[str, Unbounded, Sized], HammingDistance, MaxDivergence, Vector[str], Never]
answers = Space(VectorDomain(AtomDomain(bool), size=9), HammingDistance())
reveal_type(answers >> then_randomized_response_bool_vector(0.75))  # R: Measurement[VectorDomain[bool, Unbounded, Sized], HammingDistance, MaxDivergence, ndarray[tuple[Any, ...], dtype[bool[bool]]], Never]

# RAPPOR, with its encoders.
settings = Space(BitVectorDomain(size=128, max_weight=4), DiscreteDistance())
reveal_type(settings >> then_rappor(0.5))  # R: Measurement[BitVectorDomain[Weighted], DiscreteDistance, MaxDivergence, ndarray[tuple[Any, ...], dtype[bool[bool]]], Never]
reveal_type(settings >> then_randomized_response_bitvec(0.5, constant_time=True))  # R: Measurement[BitVectorDomain[Weighted], DiscreteDistance, MaxDivergence, ndarray[tuple[Any, ...], dtype[bool[bool]]], Never]
reveal_type(make_rappor(settings.domain, settings.metric, f=Param("f")))  # R: Measurement[BitVectorDomain[Weighted], DiscreteDistance, MaxDivergence, ndarray[tuple[Any, ...], dtype[bool[bool]]], Never]
one_hot = space_of(str) >> then_one_hot(WAYS)
reveal_type(one_hot)  # R: Transformation[AtomDomain[str, Unbounded], DiscreteDistance, BitVectorDomain[Weighted], DiscreteDistance, Never]
reveal_type(one_hot >> then_rappor(0.5))  # R: Measurement[AtomDomain[str, Unbounded], DiscreteDistance, MaxDivergence, ndarray[tuple[Any, ...], dtype[bool[bool]]], Never]
bloom = space_of(str) >> then_bloom_filter(size=128, hashes=2)
reveal_type(bloom)  # R: Transformation[AtomDomain[str, Unbounded], DiscreteDistance, BitVectorDomain[Weighted], DiscreteDistance, Never]
report = bloom >> then_rappor(0.5)
reveal_type(report)  # R: Measurement[AtomDomain[str, Unbounded], DiscreteDistance, MaxDivergence, ndarray[tuple[Any, ...], dtype[bool[bool]]], Never]
reveal_type(report("https://example.org"))  # R: ndarray[tuple[Any, ...], dtype[bool[bool]]]

# What the collector reads off the answers.
reveal_type(debias_randomized_response([survey("bus")], ["bike", "bus", "car"], 0.75))  # R: dict[str, float]
reveal_type(debias_randomized_response_bool([True, False], 0.75))  # R: float
reveal_type(RapporPlan(size=128, f=0.5).answers_for(standard_error=0.01))  # R: int
reveal_type(ResponsePlan(categories=3, prob=0.75).standard_error(1000))  # R: float
