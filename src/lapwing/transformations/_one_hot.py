"""One-hot encoding: a category as a vector with one set bit."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Set
from typing import TYPE_CHECKING, Any, Never, Protocol, TypeAlias, cast, overload

from typing_extensions import TypeVar

from lapwing.core import Transformation, Unbounded, Weighted, constructor, then
from lapwing.domains import AtomDomain, BitVectorDomain
from lapwing.domains._atom import as_carrier
from lapwing.errors import CarrierError, NonFiniteError, OutOfRangeError, PartError, RequirementError
from lapwing.maps import symbol
from lapwing.metrics import DiscreteDistance

if TYPE_CHECKING:
    from lapwing.arrays import Array

T = TypeVar("T")
B0 = TypeVar("B0", bound=Unbounded)

Encodes: TypeAlias = Callable[
    [AtomDomain[T, B0], DiscreteDistance],
    Transformation[AtomDomain[T, B0], DiscreteDistance, BitVectorDomain[Weighted], DiscreteDistance, Never],
]


@constructor
def make_one_hot(
    input_domain: AtomDomain[T, B0], input_metric: DiscreteDistance, categories: Collection[T]
) -> Transformation[AtomDomain[T, B0], DiscreteDistance, BitVectorDomain[Weighted], DiscreteDistance, Never]:
    """Set the one bit that stands for a category.

    Bit i stands for category i; a set of categories is sorted first. A value that is none of them sets no bit.
    Categories that Python holds equal, such as 1 and True, are one.

    Map: `d_in`

    Why: equal values give equal vectors.

    >>> from lapwing.prelude import space_of
    >>> from lapwing.transformations._one_hot import then_one_hot
    >>> encode = space_of(str) >> then_one_hot(["bike", "bus", "car"])
    >>> encode("bus").tolist(), encode("boat").tolist()
    ([False, True, False], [False, False, False])
    >>> encode.output_domain
    BitVectorDomain(size=3, max_weight=1)
    """
    domain = require_atoms("then_one_hot", input_domain, input_metric)
    choices = read_categories("then_one_hot", categories, domain.carrier)
    positions = positions_of(choices)

    def encode(value: T) -> Array:
        from lapwing.arrays._responses import one_bit

        return one_bit(position(positions, value), len(choices))

    output_domain = BitVectorDomain(size=len(choices), max_weight=1)
    return Transformation(input_domain, input_metric, output_domain, input_metric, encode, symbol("d_in"))


def require_atoms(constructor: str, domain: object, metric: object) -> AtomDomain[Any, Any]:
    """The input domain, if it holds single values and the metric tells equal from unequal."""
    if not isinstance(domain, AtomDomain):
        remedy = f"start from an AtomDomain, as in AtomDomain(str), instead of {domain!r}"
        raise RequirementError(constructor, "single values", remedy)
    require_discrete(constructor, metric)
    return domain


def require_discrete(constructor: str, metric: object) -> None:
    """Refuse a metric other than DiscreteDistance."""
    if not isinstance(metric, DiscreteDistance):
        remedy = f"start from Space(domain, DiscreteDistance()), instead of {metric!r}"
        raise RequirementError(constructor, "a metric that tells equal from unequal", remedy)


def read_categories(
    constructor: str, categories: object, carrier: type[Any] | None = None, *, least: int = 1
) -> tuple[Any, ...]:
    """The distinct categories as values of one type: in their order, or sorted if they come as a set."""
    if isinstance(categories, str | bytes | Mapping) or not isinstance(categories, Collection):
        raise PartError(constructor, "categories", categories, "a set or a sequence")
    given: Any = categories
    listed = given.tolist() if hasattr(given, "tolist") else list(given)  # NumPy values become Python's
    common = carrier_of(listed) if carrier is None else carrier
    distinct = dedupe(constructor, [read_category(value, common) for value in listed])
    if len(distinct) < least:
        raise OutOfRangeError("the number of distinct categories", len(distinct), f"at least {least}")
    return tuple(in_order(distinct) if isinstance(categories, Set) else distinct)


def read_category(value: object, carrier: type[T]) -> T:
    """One category as a value of the carrier type. NaN equals nothing, so it is no category."""
    if isinstance(value, float) and value - value != 0.0:
        raise NonFiniteError("a category", value)
    try:
        return as_carrier(carrier, value)
    except (TypeError, ValueError, OverflowError):
        raise CarrierError("a category", value, carrier) from None


def dedupe(constructor: str, values: list[T]) -> list[T]:
    """The values without those that equal an earlier one."""
    try:
        return list(dict.fromkeys(values))
    except TypeError:
        raise PartError(constructor, "categories", values, "hashable values") from None


def in_order(values: list[Any]) -> list[Any]:
    """The values sorted, if need be by what they look like: the order of a set changes from run to run."""
    if not any(map(has_sets, values)):
        try:
            return sorted(values)
        except TypeError:
            pass
    return sorted(values, key=look)


def has_sets(value: object) -> bool:
    """Whether this is a set or a tuple with one. For sets, < means "is a part of", which puts few of them in order."""
    return isinstance(value, Set) or (isinstance(value, tuple) and any(map(has_sets, value)))


def look(value: object) -> str:
    """What a value looks like, with the members of sets in one order."""
    if not has_sets(value):
        return repr(value)
    members = map(look, cast("Collection[object]", value))
    return str(sorted(members) if isinstance(value, Set) else list(members))


def carrier_of(values: list[Any]) -> type[Any]:
    """The type of the values; of different ones the narrowest that holds them all."""
    kinds = {type(value) for value in values}
    if len(kinds) == 1:
        return kinds.pop()
    for wider in (int, float):  # Python's numeric tower is no chain of classes
        if kinds <= {bool, int, wider}:
            return wider
    first = type(values[0]) if values else object
    return next(kind for kind in first.__mro__ if all(issubclass(other, kind) for other in kinds))


def positions_of(choices: tuple[T, ...]) -> dict[T, int]:
    """The index of each category."""
    return {choice: i for i, choice in enumerate(choices)}


def position(positions: dict[Any, int], value: object) -> int:
    """The index of a value among the categories, or -1."""
    try:
        return positions.get(value, -1)
    except Exception:  # data must not raise; and a set, which has no hash, may equal a category, which is a frozenset
        return next((i for choice, i in positions.items() if equals(value, choice)), -1)


def equals(value: object, choice: object) -> bool:
    """Whether a value equals a category. One that can't be compared equals none."""
    try:
        return bool(value == choice)
    except Exception:
        return False


# Checkers read ("a", "b") as a tuple of two literals. The rows below take it for texts. They overlap on purpose: the
# first that fits is the right one.


class ThenOneHot(Protocol):
    """The type of `then_one_hot`."""

    @overload
    def __call__(self, categories: Collection[bool]) -> Encodes[bool, B0]: ...  # type: ignore[overload-overlap]  # see above
    @overload
    def __call__(self, categories: Collection[int]) -> Encodes[int, B0]: ...  # type: ignore[overload-overlap]  # see above
    @overload
    def __call__(self, categories: Collection[str]) -> Encodes[str, B0]: ...  # type: ignore[overload-overlap]  # see above
    @overload
    def __call__(self, categories: Collection[T]) -> Encodes[T, B0]: ...


then_one_hot = cast("ThenOneHot", then(make_one_hot))
