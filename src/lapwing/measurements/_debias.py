"""Reading frequencies off randomised answers, and planning how many answers that takes.

All of this is post-processing: it costs no privacy. Estimates are rounded to the nearest float, errors and numbers of
answers to the safe side.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

import attrs
from typing_extensions import TypeVar

from lapwing.core import Vector
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.domains._size import read_size
from lapwing.errors import CarrierError, OutOfRangeError
from lapwing.exact import Number, read_parameter, to_float_up, to_int_up
from lapwing.maps import constant, evaluate, sqrt
from lapwing.transformations._one_hot import carrier_of, position, positions_of, read_categories

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")


def debias_basic_rappor(answers: Vector[Vector[bool]], f: Number) -> NDArray[np.float64]:
    """Estimate, for each bit, the share of people who have it set, from their releases by `make_rappor` with this `f`.

    The estimate (Y/n - f/2)/(1 - f), for Y of n answers with the bit set, is unbiased. By chance it may lie below 0 or
    above 1: cut it there and it is no longer unbiased. `RapporPlan` tells its error. At f = 1 the answers are pure
    noise, and there is no estimate.

    >>> from lapwing.measurements._debias import debias_basic_rappor
    >>> debias_basic_rappor([[True, False], [True, True], [True, False], [False, False]], f=0.5).tolist()
    [1.0, 0.0]
    """
    import numpy as np

    from lapwing.arrays import _responses as arrays

    rate = read_telling_rate(f)
    rows = read_answers(answers)
    n = len(rows)
    return np.array([nearest((Fraction(count, n) - rate / 2) / (1 - rate)) for count in arrays.counts(rows)])


def debias_randomized_response(answers: Vector[T], categories: Collection[T], prob: Number) -> dict[T, float]:
    """Estimate, for each category, the share of people whose truth it is, from their answers.

    The estimate (Y/n - q)/(prob - q) with q = (1 - prob)/(t - 1), for Y of n answers, is unbiased. The estimates sum to
    1: someone whose truth is none of the t categories counts as 1/t in each. `ResponsePlan` tells the error.

    >>> from lapwing.measurements._debias import debias_randomized_response
    >>> debias_randomized_response(["a", "a", "a", "b"], ["a", "b"], prob=0.75)
    {'a': 1.0, 'b': 0.0}
    """
    from lapwing.arrays import _responses as arrays

    choices = read_categories("debias_randomized_response", categories, least=2)
    chance = read_telling_chance(prob, len(choices))
    carrier = carrier_of(list(choices))
    given = VectorDomain(AtomDomain(carrier)).admit(answers)
    shown = arrays.choice_array(choices, carrier)
    *found, others = arrays.tally(given, shown, positions_of(choices), position)
    if others:
        raise OutOfRangeError("the number of answers that are no category", others, "0")
    n = read_answer_count(len(given))
    lie = (1 - chance) / (len(choices) - 1)
    shares = [nearest((Fraction(count, n) - lie) / (chance - lie)) for count in found]
    return dict(zip(choices, shares, strict=True))


def debias_randomized_response_bool(answers: Vector[bool], prob: Number) -> float:
    """Estimate the share of people whose truth is True, from their answers.

    The estimate (Y/n - (1 - prob))/(2*prob - 1), for Y of n answers that say True, is unbiased.

    >>> from lapwing.measurements._debias import debias_randomized_response_bool
    >>> debias_randomized_response_bool([True, True, True, False], prob=0.75)
    1.0
    """
    return debias_randomized_response(answers, (False, True), prob)[True]


def read_answers(answers: Any) -> NDArray[np.bool_]:
    """Bit vectors as the rows of an array: at least one, all of one length."""
    import numpy as np

    if isinstance(answers, np.ndarray) and answers.ndim == 2 and answers.dtype == np.bool_:
        rows: NDArray[np.bool_] = answers
    else:
        vectors = [VectorDomain(AtomDomain(bool)).admit(answer) for answer in answers]
        lengths = sorted({len(vector) for vector in vectors})
        if len(lengths) > 1:
            raise OutOfRangeError("the length of the answers", tuple(lengths), "the same for all")
        rows = np.array(vectors, np.bool_)
    read_answer_count(len(rows))
    return rows


def read_telling_rate(f: Number) -> Fraction:
    """An f at which answers depend on the truth."""
    exact = read_parameter(f, "f")
    if not 0 < exact < 1:
        raise OutOfRangeError("f", f, "above 0 and below 1, as at 1 the answers are pure noise")
    return exact


def read_telling_chance(prob: Number, categories: int) -> Fraction:
    """A probability of the truth at which answers depend on it."""
    exact = read_parameter(prob, "prob")
    if not Fraction(1, categories) < exact <= 1:
        raise OutOfRangeError("prob", prob, f"above 1/{categories}, where the answers are pure noise, and at most 1")
    return exact


def read_count(value: object, name: str) -> int:
    """A number of things, zero or more."""
    count = read_size(value, name)
    if count is None:
        raise CarrierError(name, value, int)
    return count


def read_bit_count(size: int) -> int:
    """A number of bits."""
    return read_count(size, "size")


def read_chance(prob: Number) -> Fraction:
    """A probability, to be held against the number of categories later."""
    return read_parameter(prob, "prob")


def read_category_count(value: int) -> int:
    """A number of categories."""
    count = read_count(value, "categories")
    if count < 2:
        raise OutOfRangeError("categories", value, "at least 2")
    return count


def read_answer_count(n: object) -> int:
    """A number of answers, at least one."""
    count = read_count(n, "the number of answers")
    if not count:
        raise OutOfRangeError("the number of answers", n, "at least 1")
    return count


def read_error(value: object, name: str) -> Fraction:
    """An error that someone is content with."""
    exact = read_parameter(value, name)
    if exact <= 0:
        raise OutOfRangeError(name, value, "above 0")
    return exact


def answers_needed(variance: Fraction, squared_error: Fraction) -> int:
    """The least n with variance/n at most the squared error."""
    return max(1, to_int_up(variance / squared_error) or 0)


def root_up(square: Fraction) -> float:
    """The smallest float that is not below the root."""
    return to_float_up(evaluate(sqrt(constant(square))))


def nearest(exact: Fraction) -> float:
    """The nearest float."""
    return exact.numerator / exact.denominator


@final
@attrs.frozen
class RapporPlan:
    """The error of `debias_basic_rappor` for vectors of `size` bits at a rate `f`.

    >>> from lapwing.measurements._debias import RapporPlan
    >>> plan = RapporPlan(size=128, f=0.5)
    >>> plan.standard_error(10_000)
    0.008660254037844387
    >>> plan.answers_for(standard_error=0.01)
    7500
    >>> plan.mean_squared_error(7500)
    0.0128
    """

    size: int = attrs.field(converter=read_bit_count)
    f: Fraction = attrs.field(converter=read_telling_rate)

    def mean_squared_error(self, n: int) -> float:
        """The expected squared distance of all estimates, together, from the truth: k(f - f²/2)/(2n(1 - f)²)."""
        return to_float_up(self.size * self._variance / read_answer_count(n))

    def standard_error(self, n: int) -> float:
        """The standard deviation of the estimate for one bit. It is the same whatever the truth."""
        return root_up(self._variance / read_answer_count(n))

    def answers_for(self, *, standard_error: Number) -> int:
        """The least number of answers with which the standard error of each bit is at most this."""
        return answers_needed(self._variance, read_error(standard_error, "standard_error") ** 2)

    def answers_for_all(self, *, mean_squared_error: Number) -> int:
        """The least number of answers with which the mean squared error of all bits together is at most this."""
        return answers_needed(self.size * self._variance, read_error(mean_squared_error, "mean_squared_error"))

    @property
    def _variance(self) -> Fraction:
        """The variance of one bit of one answer, scaled as the estimate is."""
        return self.f / 2 * (1 - self.f / 2) / (1 - self.f) ** 2


@final
@attrs.frozen
class ResponsePlan:
    """The error of `debias_randomized_response` for a number of categories; 2 for a yes/no question.

    It is the error against the people who were asked. Whoever asks a sample adds the sample's own error.

    >>> from lapwing.measurements._debias import ResponsePlan
    >>> plan = ResponsePlan(categories=2, prob=0.75)
    >>> plan.standard_error(7500)
    0.01
    >>> plan.answers_for(standard_error=0.005)
    30000
    """

    categories: int = attrs.field(converter=read_category_count)
    prob: Fraction = attrs.field(converter=read_chance)

    def __attrs_post_init__(self) -> None:
        read_telling_chance(self.prob, self.categories)

    def standard_error(self, n: int, frequency: Number | None = None) -> float:
        """The standard deviation of the estimate for a category with this true share; by default for the worst."""
        return root_up(self._variance(frequency) / read_answer_count(n))

    def answers_for(self, *, standard_error: Number, frequency: Number | None = None) -> int:
        """The least number of answers with which the standard error is at most this."""
        return answers_needed(self._variance(frequency), read_error(standard_error, "standard_error") ** 2)

    def _variance(self, frequency: Number | None) -> Fraction:
        """The variance of one answer: p(1 - p) from those whose truth the category is, q(1 - q) from the others."""
        p, q = self.prob, (1 - self.prob) / (self.categories - 1)
        if frequency is None:
            return max(p * (1 - p), q * (1 - q)) / (p - q) ** 2
        share = read_parameter(frequency, "frequency")
        if not 0 <= share <= 1:
            raise OutOfRangeError("frequency", frequency, "between 0 and 1")
        return (share * p * (1 - p) + (1 - share) * q * (1 - q)) / (p - q) ** 2
