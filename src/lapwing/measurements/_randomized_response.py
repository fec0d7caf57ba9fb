"""Randomised response: answer with a category, and lie at times."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Never, Protocol, TypeAlias, cast, overload

from typing_extensions import TypeVar

from lapwing.core import Measurement, Sized, Unbounded, Vector, constructor, then
from lapwing.core._space import check_fit
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.errors import OutOfRangeError, RequirementError
from lapwing.exact import read_parameter
from lapwing.maps import INFINITY, Expr, Param, as_expr, choose, less_equal, ln
from lapwing.measurements._parameters import D_IN, Parameter, known
from lapwing.measures import MaxDivergence
from lapwing.metrics import DiscreteDistance, HammingDistance
from lapwing.transformations._one_hot import carrier_of, position, positions_of, read_categories, require_atoms
from lapwing.transformations._require import require_vector

if TYPE_CHECKING:
    from lapwing.arrays import Array

T = TypeVar("T")
B0 = TypeVar("B0", bound=Unbounded)
Make = TypeVar("Make", bound=Callable[..., Any])

Response: TypeAlias = Measurement[AtomDomain[T], DiscreteDistance, MaxDivergence, T, Never]
Responds: TypeAlias = Callable[
    [AtomDomain[T, B0], DiscreteDistance],
    Measurement[AtomDomain[T, B0], DiscreteDistance, MaxDivergence, T, Never],
]
RespondsForEach: TypeAlias = Callable[
    [VectorDomain[T, B0, Sized], HammingDistance],
    Measurement[VectorDomain[T, B0, Sized], HammingDistance, MaxDivergence, Vector[T], Never],
]


# Checkers read ("a", "b") as a tuple of two literals. The rows below take it for texts. They overlap on purpose: the
# first that fits is the right one.


@overload
def make_randomized_response(categories: Collection[bool], prob: Parameter) -> Response[bool]: ...  # type: ignore[overload-overlap]  # see above
@overload
def make_randomized_response(categories: Collection[int], prob: Parameter) -> Response[int]: ...  # type: ignore[overload-overlap]  # see above
@overload
def make_randomized_response(categories: Collection[str], prob: Parameter) -> Response[str]: ...  # type: ignore[overload-overlap]  # see above
@overload
def make_randomized_response(categories: Collection[T], prob: Parameter) -> Response[T]: ...
def make_randomized_response(categories: Collection[Any], prob: Parameter) -> Response[Any]:
    """Answer with the truth with probability `prob`, else with one of the other categories.

    Of t categories each wrong one has the probability (1 - prob)/(t - 1). A truth that is none of them is legal: its
    answer is any category, each with probability 1/t.

    Categories are a set or a sequence of hashable values. Their type is the type of the input: of different types it is
    the narrowest that holds them all. Categories that Python holds equal, such as 1, 1.0 and True, are one.

    `prob` lies in [1/t, 1). A float that is the nearest to 1/t counts as being at the bound. It may lie a little below
    it, and the map takes account of that.

    Map: `if(d_in <= 0, 0, ln(r))` with r the larger of prob*(t - 1)/(1 - prob) and its inverse

    Why: an answer has probability prob if it is the truth, (1 - prob)/(t - 1) if it is a lie, and 1/t if the truth is
    no category. The third lies between the first two, so no ratio exceeds theirs. Two truths reach it.

    >>> from lapwing.measurements._randomized_response import make_randomized_response
    >>> survey = make_randomized_response(["bike", "bus", "car"], prob=0.75)
    >>> survey("bus") in {"bike", "bus", "car"}
    True
    >>> print(survey.privacy_map)
    if(d_in <= 0, 0, ln(6))
    """
    choices = read_categories("make_randomized_response", categories, least=2)
    domain: AtomDomain[Any] = AtomDomain(carrier_of(list(choices)))
    return respond_in_space(domain, DiscreteDistance(), choices, prob)


def named_after(make: Callable[..., Any]) -> Callable[[Make], Make]:
    """Let a constructor that takes its space go by the name of the one that fixes it."""

    def rename(spaced: Make) -> Make:
        spaced.__name__, spaced.__doc__ = make.__name__, make.__doc__
        return spaced

    return rename


@constructor
@named_after(make_randomized_response)
def respond_in_space(
    input_domain: AtomDomain[T, B0], input_metric: DiscreteDistance, categories: tuple[T, ...], prob: Parameter
) -> Measurement[AtomDomain[T, B0], DiscreteDistance, MaxDivergence, T, Never]:
    """The measurement on a given space."""
    count, positions = len(categories), positions_of(categories)
    chance = read_chance(prob, count)

    def respond(truth: T) -> T:
        from lapwing.sampling import sample_bernoulli, sample_uniform_below

        honest = sample_bernoulli(known(chance))
        drawn = sample_uniform_below(count * (count - 1))
        return categories[answer_index(position(positions, truth), honest, drawn, count)]

    privacy_map = once(loss(chance, count))
    return Measurement(input_domain, input_metric, MaxDivergence(), respond, privacy_map)


@named_after(make_randomized_response)
def check_then_respond(
    input_domain: AtomDomain[T, B0], input_metric: DiscreteDistance, categories: Collection[T], prob: Parameter
) -> Measurement[AtomDomain[T, B0], DiscreteDistance, MaxDivergence, T, Never]:
    """The measurement on the space left of `>>`, if it is fit."""
    domain = require_atoms("then_randomized_response", input_domain, input_metric)
    choices = read_categories("then_randomized_response", categories, domain.carrier, least=2)
    return respond_in_space(input_domain, input_metric, choices, prob)


def records_by_itself(make: Make) -> Make:
    """Mark a function that ends in a constructor: what it builds remembers that one's call."""
    make.__constructs__ = True  # type: ignore[attr-defined]  # a mark on the function, see core._then
    return make


class ThenRandomizedResponse(Protocol):
    """The type of `then_randomized_response`."""

    @overload
    def __call__(self, categories: Collection[bool], prob: Parameter) -> Responds[bool, B0]: ...  # type: ignore[overload-overlap]  # see above
    @overload
    def __call__(self, categories: Collection[int], prob: Parameter) -> Responds[int, B0]: ...  # type: ignore[overload-overlap]  # see above
    @overload
    def __call__(self, categories: Collection[str], prob: Parameter) -> Responds[str, B0]: ...  # type: ignore[overload-overlap]  # see above
    @overload
    def __call__(self, categories: Collection[T], prob: Parameter) -> Responds[T, B0]: ...


then_randomized_response = cast("ThenRandomizedResponse", then(records_by_itself(check_then_respond)))


def answer_index(truth: int, honest: bool, drawn: int, count: int) -> int:
    """The index of the answer, from that of the truth (-1 if it is no category) and a number below count*(count - 1).

    The quotient of that number by count - 1 is uniform below count, the remainder is uniform below count - 1.
    """
    anything, lie = divmod(drawn, count - 1)
    lie += lie >= truth  # passes over the truth
    return anything if truth < 0 else truth if honest else lie


@constructor
def make_randomized_response_vector(
    input_domain: VectorDomain[T, B0, Sized], input_metric: HammingDistance, categories: Collection[T], prob: Parameter
) -> Measurement[VectorDomain[T, B0, Sized], HammingDistance, MaxDivergence, Vector[T], Never]:
    """Answer for each of many people, as `make_randomized_response` does for one.

    The answers come in the order of the truths. So the metric is HammingDistance: one that ignores the order would hold
    two datasets equal whose answers differ.

    Map: `d_in*ln(r)` with r the larger of prob*(t - 1)/(1 - prob) and its inverse

    Why: the answers are independent, so the losses of the d_in people whose truths differ add up.

    >>> from lapwing.prelude import AtomDomain, HammingDistance, Space, VectorDomain
    >>> from lapwing.measurements._randomized_response import then_randomized_response_vector
    >>> people = Space(VectorDomain(AtomDomain(int), size=4), HammingDistance())
    >>> survey = people >> then_randomized_response_vector(range(1, 7), prob=0.5)
    >>> all(1 <= answer <= 6 for answer in survey([6, 6, 1, 0]))
    True
    >>> print(survey.privacy_map)
    d_in*ln(5)
    """
    domain = require_people("then_randomized_response_vector", input_domain, input_metric)
    carrier = domain.atom.carrier
    choices = read_categories("then_randomized_response_vector", categories, carrier, least=2)
    count, positions = len(choices), positions_of(choices)
    chance = read_chance(prob, count)

    def respond(truths: Array) -> Array:
        from lapwing.arrays import _responses as arrays
        from lapwing.sampling import sample_bernoulli, sample_uniform_below

        shown = arrays.choice_array(choices, carrier)
        honest = sample_bernoulli(known(chance), len(truths))
        drawn = sample_uniform_below(count * (count - 1), len(truths))
        found = arrays.indices(truths, shown, positions, position)
        return shown[arrays.answer_indices(found, honest, drawn, count)]

    privacy_map = for_each(loss(chance, count))
    release = cast("Callable[[Any], Vector[T]]", respond)
    return Measurement(input_domain, input_metric, MaxDivergence(), release, privacy_map)


class ThenRandomizedResponseVector(Protocol):
    """The type of `then_randomized_response_vector`."""

    @overload
    def __call__(self, categories: Collection[bool], prob: Parameter) -> RespondsForEach[bool, B0]: ...  # type: ignore[overload-overlap]  # see above
    @overload
    def __call__(self, categories: Collection[int], prob: Parameter) -> RespondsForEach[int, B0]: ...  # type: ignore[overload-overlap]  # see above
    @overload
    def __call__(self, categories: Collection[str], prob: Parameter) -> RespondsForEach[str, B0]: ...  # type: ignore[overload-overlap]  # see above
    @overload
    def __call__(self, categories: Collection[T], prob: Parameter) -> RespondsForEach[T, B0]: ...


then_randomized_response_vector = cast("ThenRandomizedResponseVector", then(make_randomized_response_vector))


def require_people(constructor: str, domain: object, metric: object) -> VectorDomain[Any, Any, Any]:
    """The input domain, if it holds one answer for each of a known number of people, in order."""
    vectors = require_vector(constructor, domain, metric)
    if not isinstance(metric, HammingDistance):
        remedy = f"start from Space(VectorDomain(..., size=n), HammingDistance()), instead of {metric!r}"
        raise RequirementError(constructor, "a metric that compares position by position", remedy)
    check_fit(vectors, metric)
    return vectors


def read_chance(prob: Parameter, count: int) -> Fraction | Param:
    """A probability of the truth that is no less than that of any lie."""
    if isinstance(prob, Param):
        return prob
    exact = read_parameter(prob, "prob")
    lowest = Fraction(1, count)
    nearest = read_parameter(1 / count, "prob")  # what a user gets who writes 1/3
    if not lowest <= exact < 1 and exact != nearest:
        raise OutOfRangeError("prob", prob, f"at least 1/{count} and below 1")
    return exact


def loss(chance: Fraction | Param, count: int) -> Expr:
    """The loss of one answer whose truth changes."""
    if isinstance(chance, Param):
        return ln((count - 1) * as_expr(chance) / (1 - as_expr(chance)))  # a number that is bound is checked again
    if chance == 1:
        return INFINITY
    ratio = chance * (count - 1) / (1 - chance)
    return ln(max(ratio, 1 / ratio))


def once(cost: Expr) -> Expr:
    """The map of one answer: it costs the same whatever the distance, and nothing if the truth is the same."""
    return choose(less_equal(D_IN, 0), 0, cost)


def for_each(cost: Expr) -> Expr:
    """The map of many independent answers."""
    return once(cost) if cost == INFINITY else D_IN * cost
