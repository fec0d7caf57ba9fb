"""Scores of candidates for a quantile: how far each of them is from splitting the data as it should."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Never

from typing_extensions import TypeVar

from lapwing.core import (
    DatasetMetric,
    Metric,
    Sized,
    SizedMetric,
    Transformation,
    Unbounded,
    Unsized,
    Vector,
    constructor,
    then,
)
from lapwing.domains import AtomDomain, VectorDomain
from lapwing.domains._atom import as_carrier
from lapwing.errors import CarrierError, NonFiniteError, OutOfRangeError, PartError
from lapwing.exact import ExactFloat, Number, read_parameter
from lapwing.maps import Expr, floor, symbol
from lapwing.metrics import LInfDistance
from lapwing.transformations._require import require_numbers, require_records, require_vector

if TYPE_CHECKING:
    from lapwing.arrays import Array

N = TypeVar("N", int, float)
B0 = TypeVar("B0", bound=Unbounded)
S0 = TypeVar("S0", bound=Unsized)
M0 = TypeVar("M0", bound=DatasetMetric[int] | SizedMetric[int])


@constructor
def make_quantile_scores(
    input_domain: VectorDomain[N, B0, S0], input_metric: M0, candidates: Vector[N], alpha: Number
) -> Transformation[VectorDomain[N, B0, S0], M0, VectorDomain[int, Unbounded, Sized], LInfDistance[int], Never]:
    """Score candidates for the alpha-quantile: the better, the lower.

    With alpha = a/b in lowest terms the score of a candidate is |(b - a)*L - a*G|, where L data are below it and G are
    above. It is 0 where a share of alpha is below. All scores are integers. NaN is neither below nor above.

    `candidates` rise strictly. A float is read as the number that the hardware holds. alpha lies in [0, 1].

    Map: `m*d_in` with m the larger of a and b - a; with a known size `b*floor(d_in/2)` for the metrics that add and
    remove, `b*d_in` for those that change records.

    Why: a record more or less changes L or G by one. A record that changes may go from one side to the other, which
    moves (b - a)*L - a*G by b. With a known size each record removed is matched by one added.

    >>> from lapwing.prelude import space_of, then_quantile_scores
    >>> scores = space_of(list[int]) >> then_quantile_scores([10, 20, 30], alpha=0.5)
    >>> scores([12, 18, 25, 40, 41]).tolist(), scores.map(1)
    ([5, 1, 1], 1)
    """
    domain = require_vector("then_quantile_scores", input_domain, input_metric)
    element = require_numbers("then_quantile_scores", domain)
    require_records("then_quantile_scores", input_metric)
    marks = read_candidates("then_quantile_scores", candidates, element.carrier)
    share = read_share(alpha)

    def score(data: Array) -> Array:
        from lapwing.arrays import _selection as arrays

        return arrays.whole_vector(quantile_scores(data, marks, share))

    return Transformation(
        input_domain,
        input_metric,
        VectorDomain(AtomDomain(int), size=len(marks)),
        LInfDistance(int),
        score,
        share.denominator * record_change(input_metric, domain.size, max(share, 1 - share)),
    )


then_quantile_scores = then(make_quantile_scores)


def quantile_scores(data: Array, marks: tuple[Any, ...], share: Fraction) -> list[int]:
    """The score of each candidate."""
    from lapwing.arrays import _selection as arrays

    below, above = arrays.sides(data, marks)
    a, b = share.as_integer_ratio()
    return [abs((b - a) * less - a * more) for less, more in zip(below, above, strict=True)]


def record_change(metric: Metric[Any], size: int | None, one: Fraction | Expr) -> Expr:
    """How far |(1 - alpha)*L - alpha*G| can move. `one` is for one record more or less; a changed one moves it by 1."""
    d_in = symbol("d_in")
    if isinstance(metric, SizedMetric):
        return d_in
    return d_in * one if size is None else floor(d_in / 2)


def read_candidates(constructor: str, candidates: Any, carrier: type[Any]) -> tuple[Any, ...]:
    """One or more finite numbers of the carrier type, rising."""
    if isinstance(candidates, str | bytes) or not hasattr(candidates, "__len__") or not hasattr(candidates, "__iter__"):
        raise PartError(constructor, "candidates", candidates, "a sequence of numbers, such as range(0, 100, 5)")
    marks = tuple(read_candidate(carrier, value) for value in candidates)
    if not marks:
        raise OutOfRangeError("candidates", candidates, "one number or more")
    if any(left >= right for left, right in pairwise(marks)):
        raise OutOfRangeError("candidates", candidates, "in rising order, without repetition")
    return marks


def read_candidate(carrier: type[Any], value: object) -> Any:
    """One finite number of the carrier type."""
    if isinstance(value, float) and value - value != 0.0:
        raise NonFiniteError("a candidate", value)
    try:
        mark = as_carrier(carrier, value)
    except (TypeError, ValueError, OverflowError):
        mark = None
    # A float that remembers another number is an integer that no float holds.
    if mark is None or isinstance(value, bool) or isinstance(mark, ExactFloat):
        raise CarrierError("a candidate", value, carrier)
    return mark


def read_share(alpha: object) -> Fraction:
    """The share of the data that should be below."""
    share = read_parameter(alpha, "alpha")
    if not 0 <= share <= 1:
        raise OutOfRangeError("alpha", alpha, "between 0 and 1")
    return share
