"""Measurement: a randomised function on a space, with a privacy map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, cast, final, overload

import attrs
from typing_extensions import TypeVar

from lapwing.core._chain import Chain
from lapwing.core._domain import Domain
from lapwing.core._link import Call, Link, Parts, unrecorded
from lapwing.core._measure import Measure
from lapwing.core._metric import Metric
from lapwing.core._operand import not_chainable, waits, waits_for_space
from lapwing.core._self_types import HasLoss, HasRelease, SolvesLoss
from lapwing.maps import Map

if TYPE_CHECKING:
    from typing import Self

    from lapwing.maps import Expr

A = TypeVar("A")
C = TypeVar("C")
S = TypeVar("S")
DI = TypeVar("DI", bound=Domain[Any], contravariant=True)
MI = TypeVar("MI", bound=Metric[Any], contravariant=True)
ME = TypeVar("ME", bound=Measure[Any], covariant=True)
R = TypeVar("R", covariant=True)
X = TypeVar("X", bound=str, default=str, covariant=True)  # the map as a literal, for type checkers
R1 = TypeVar("R1")


@final
class AMeasurementEndsTheChain:
    """What type checkers see when a transformation or a measurement follows a measurement. Running it raises."""


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Measurement(Chain, Generic[DI, MI, ME, R, X]):
    """A randomised function on a space, with a privacy map: what a release costs.

    Only post-processing can follow: `measurement >> function` applies a plain function to the release, at no cost.

    >>> from lapwing.prelude import space_of, then_count, then_laplace
    >>> private_count = space_of(list[str]) >> then_count() >> then_laplace(scale=2) >> (lambda count: max(count, 0))
    >>> private_count.map(1), private_count.check(2, 1.0)
    (0.5, True)
    >>> private_count(["a", "b"]) >= 0
    True
    """

    input_domain: DI
    input_metric: MI
    output_measure: ME  # type: ignore[misc]  # only the __init__ that attrs writes takes it

    def __init__(
        self,
        input_domain: DI,
        input_metric: MI,
        output_measure: ME,
        function: Callable[[Any], R],
        privacy_map: Expr | tuple[Expr, ...],
        *,
        verified: bool | None = None,
    ) -> None:
        outputs = privacy_map if isinstance(privacy_map, tuple) else (privacy_map,)
        link = Link(
            Call(unrecorded),
            function,
            Map(input_metric.quantity, output_measure.quantity, outputs),
            input_domain=input_domain,
            input_metric=input_metric,
            output_measure=output_measure,
            verified=verified,
        )
        self._fill(link, input_domain, input_metric, output_measure)

    def _fill(self, parts: Parts, *ends: object) -> None:
        cast("Any", self).__attrs_init__(parts, *ends)

    @classmethod
    def _joined(cls, parts: Parts, di: Any, mi: Any, me: Any) -> Measurement[Any, Any, Any, Any, Any]:
        chain: Measurement[Any, Any, Any, Any, Any] = cls.__new__(cls)
        chain._fill(parts, di, mi, me)
        return chain

    def _rejoined(self, parts: Parts) -> Self:
        return cast("Self", self._joined(parts, self.input_domain, self.input_metric, self.output_measure))

    @property
    def privacy_map(self: HasLoss[A, C]) -> Map[A, C]:
        """The map from input distances to privacy losses, as an expression."""
        return cast("Measurement[Any, Any, Any, Any]", self)._map

    def _release(self, data: Any, /) -> R:
        return cast("R", self._run(self.input_domain.admit(data), "a release"))

    def __call__(self: HasRelease[A, C], arg: A) -> C:
        """Make a release. Each call costs what the map says."""
        return self._release(arg)

    def map(self: HasLoss[A, C], d_in: A) -> C:
        """The privacy loss for inputs at most `d_in` apart: the smallest number that is not below the true one."""
        return cast("C", cast("Measurement[Any, Any, Any, Any]", self)._map(d_in))

    def check(self: HasLoss[A, C], d_in: A, d_out: C) -> bool:
        """Whether a release costs at most `d_out` for inputs at most `d_in` apart, decided without rounding."""
        return cast("Measurement[Any, Any, Any, Any]", self)._map.check(d_in, d_out)

    def solve(self: SolvesLoss[A, C, S], *, d_in: A, d_out: C) -> S:
        """The chain with its one free parameter set so that a distance of `d_in` costs at most `d_out`.

        The value is the one with the least noise that keeps the promise: exact where the map can be inverted by
        algebra, else found by bisection and off by at most one float, on the private side.
        """
        return cast("S", cast("Measurement[Any, Any, Any, Any]", self)._solve(d_in, d_out))

    # A chain is callable too, so it would pass as post-processing: the first overload takes it out of the way.
    @overload
    def __rshift__(self, then: Chain) -> AMeasurementEndsTheChain: ...
    @overload
    def __rshift__(self, then: Callable[[R], R1]) -> Measurement[DI, MI, ME, R1, X]: ...
    def __rshift__(self, then: Any) -> Any:
        if isinstance(then, Chain) or waits_for_space(then):
            remedy = "only post-processing, a plain function of the release, can"
            raise not_chainable("a measurement", then, remedy)
        if not callable(then) or waits(then):
            raise not_chainable("a measurement", then, "write >> function, to apply it to the release")
        link = Link(Call(then), then, None, verified=True)
        return self._joined((self._parts, link), self.input_domain, self.input_metric, self.output_measure)
