"""Randomised response on a yes/no question."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Never, TypeAlias

from lapwing.core import Measurement, Sized, Unbounded, constructor, then
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.errors import OutOfRangeError, RequirementError
from lapwing.exact import read_parameter
from lapwing.maps import Param
from lapwing.measurements._parameters import Parameter, known, read_flag
from lapwing.measurements._randomized_response import (
    for_each,
    loss,
    named_after,
    once,
    records_by_itself,
    require_people,
)
from lapwing.measures import MaxDivergence
from lapwing.metrics import DiscreteDistance, HammingDistance
from lapwing.transformations._one_hot import require_atoms

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BitArray: TypeAlias = "NDArray[np.bool_]"


def make_randomized_response_bool(
    prob: Parameter, constant_time: bool = False
) -> Measurement[AtomDomain[bool], DiscreteDistance, MaxDivergence, bool, Never]:
    """Answer a yes/no question with the truth with probability `prob`, else with its opposite.

    `prob` lies in [0.5, 1]. At 0.5 the answer says nothing and costs nothing, at 1 it is the truth and the loss is
    infinite. With `constant_time` the coin takes the same time however it falls: all its bits are drawn and compared.
    The answer is made of truth and coin without a branch.

    Map: `if(d_in <= 0, 0, ln(r))` with r = prob/(1 - prob)

    Why: each answer has probability prob under one truth and 1 - prob under the other.

    >>> from lapwing.measurements._randomized_response_bool import make_randomized_response_bool
    >>> question = make_randomized_response_bool(prob=0.75)
    >>> print(question.privacy_map)
    if(d_in <= 0, 0, ln(3))
    >>> make_randomized_response_bool(prob=1)(True)
    True
    """
    return answer_in_space(AtomDomain(bool), DiscreteDistance(), prob, constant_time)


@constructor
@named_after(make_randomized_response_bool)
def answer_in_space(
    input_domain: AtomDomain[bool], input_metric: DiscreteDistance, prob: Parameter, constant_time: bool = False
) -> Measurement[AtomDomain[bool], DiscreteDistance, MaxDivergence, bool, Never]:
    """The measurement on a given space."""
    domain = require_atoms("then_randomized_response_bool", input_domain, input_metric)
    if domain.carrier is not bool:
        remedy = f"start from space_of(bool), instead of {domain!r}"
        raise RequirementError("then_randomized_response_bool", "answers of the type bool", remedy)
    chance, steady = read_even_chance(prob), read_flag(constant_time, "constant_time")

    def answer(truth: bool) -> bool:
        from lapwing.sampling import sample_bernoulli

        return turned(truth, sample_bernoulli(1 - known(chance), constant_time=steady))

    return Measurement(input_domain, input_metric, MaxDivergence(), answer, once(loss(chance, 2)))


then_randomized_response_bool = then(records_by_itself(answer_in_space))


def turned(truth: bool, lie: bool) -> bool:
    """The truth, or its opposite."""
    return truth ^ lie


@constructor
def make_randomized_response_bool_vector(
    input_domain: VectorDomain[bool, Unbounded, Sized],
    input_metric: HammingDistance,
    prob: Parameter,
    constant_time: bool = False,
) -> Measurement[VectorDomain[bool, Unbounded, Sized], HammingDistance, MaxDivergence, BitArray, Never]:
    """Answer a yes/no question for each of many people, as `make_randomized_response_bool` does for one.

    The answers come in the order of the truths, hence HammingDistance.

    Map: `d_in*ln(r)` with r = prob/(1 - prob); at prob = 1 the loss is infinite, and nothing at d_in = 0

    Why: the answers are independent, so the losses of the d_in people whose truths differ add up.

    >>> from lapwing.prelude import AtomDomain, HammingDistance, Space, VectorDomain
    >>> from lapwing.measurements._randomized_response_bool import then_randomized_response_bool_vector
    >>> people = Space(VectorDomain(AtomDomain(bool), size=3), HammingDistance())
    >>> question = people >> then_randomized_response_bool_vector(prob=0.75)
    >>> question([True, False, True]).dtype, str(question.privacy_map)
    (dtype('bool'), 'd_in*ln(3)')
    """
    domain = require_people("then_randomized_response_bool_vector", input_domain, input_metric)
    if domain.element != AtomDomain(bool):
        remedy = f"start from VectorDomain(AtomDomain(bool), size=n), instead of {domain!r}"
        raise RequirementError("then_randomized_response_bool_vector", "answers of the type bool", remedy)
    chance, steady = read_even_chance(prob), read_flag(constant_time, "constant_time")

    def answer(truths: BitArray) -> BitArray:
        from lapwing.arrays import _responses as arrays
        from lapwing.sampling import sample_bernoulli

        return arrays.flip(truths, sample_bernoulli(1 - known(chance), len(truths), constant_time=steady))

    return Measurement(input_domain, input_metric, MaxDivergence(), answer, for_each(loss(chance, 2)))


then_randomized_response_bool_vector = then(make_randomized_response_bool_vector)


def read_even_chance(prob: Parameter) -> Fraction | Param:
    """A probability of the truth that is no less than that of the lie."""
    if isinstance(prob, Param):
        return prob
    exact = read_parameter(prob, "prob")
    if not Fraction(1, 2) <= exact <= 1:
        raise OutOfRangeError("prob", prob, "between 0.5 and 1")
    return exact
