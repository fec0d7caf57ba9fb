"""Transformation: a function from one space to another, with a stability map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Never, cast, final, overload

import attrs
from typing_extensions import TypeVar

from lapwing.core._chain import Chain
from lapwing.core._domain import Domain
from lapwing.core._link import Call, Link, Parts, check_join, unrecorded
from lapwing.core._measure import Measure
from lapwing.core._measurement import Measurement
from lapwing.core._metric import Metric
from lapwing.core._operand import not_chainable, takes_space
from lapwing.core._self_types import HasDomains, HasMetrics, SolvesMetrics
from lapwing.maps import Map

if TYPE_CHECKING:
    from typing import Self

    from lapwing.maps import Expr

A = TypeVar("A")
C = TypeVar("C")
S = TypeVar("S")
DI = TypeVar("DI", bound=Domain[Any], contravariant=True)
MI = TypeVar("MI", bound=Metric[Any], contravariant=True)
DO = TypeVar("DO", bound=Domain[Any], covariant=True)
MO = TypeVar("MO", bound=Metric[Any], covariant=True)
X = TypeVar("X", bound=str, default=str, covariant=True)  # the map as a literal, for type checkers
D1 = TypeVar("D1", bound=Domain[Any])
M1 = TypeVar("M1", bound=Metric[Any])
P1 = TypeVar("P1", bound=Measure[Any])
R1 = TypeVar("R1")


@final
@attrs.frozen(init=False, eq=False, repr=False)
class Transformation(Chain, Generic[DI, MI, DO, MO, X]):
    """A function from one space to another, with a stability map: how far outputs are apart at most.

    >>> from lapwing.prelude import space_of, then_clamp, then_sum
    >>> total = space_of(list[int]) >> then_clamp((0, 120)) >> then_sum()
    >>> total([23, 45, 310])
    188
    >>> total.map(2)
    240
    >>> print(total.stability_map)
    120*d_in
    """

    input_domain: DI
    input_metric: MI
    output_domain: DO  # type: ignore[misc]  # only the __init__ that attrs writes takes it
    output_metric: MO  # type: ignore[misc]  # only the __init__ that attrs writes takes it

    def __init__(
        self,
        input_domain: DI,
        input_metric: MI,
        output_domain: DO,
        output_metric: MO,
        function: Callable[[Any], Any],
        stability_map: Expr | tuple[Expr, ...],
        *,
        verified: bool | None = None,
    ) -> None:
        outputs = stability_map if isinstance(stability_map, tuple) else (stability_map,)
        link = Link(
            Call(unrecorded),
            function,
            Map(input_metric.quantity, output_metric.quantity, outputs),
            input_domain=input_domain,
            input_metric=input_metric,
            output_domain=output_domain,
            output_metric=output_metric,
            verified=verified,
        )
        self._fill(link, input_domain, input_metric, output_domain, output_metric)

    def _fill(self, parts: Parts, *spaces: object) -> None:
        cast("Any", self).__attrs_init__(parts, *spaces)

    @classmethod
    def _joined(cls, parts: Parts, di: Any, mi: Any, do: Any, mo: Any) -> Transformation[Any, Any, Any, Any, Any]:
        chain: Transformation[Any, Any, Any, Any, Any] = cls.__new__(cls)
        chain._fill(parts, di, mi, do, mo)
        return chain

    def _rejoined(self, parts: Parts) -> Self:
        chain = self._joined(parts, self.input_domain, self.input_metric, self.output_domain, self.output_metric)
        return cast("Self", chain)

    @property
    def stability_map(self: HasMetrics[A, C]) -> Map[A, C]:
        """The map from input distances to output distances, as an expression."""
        return cast("Transformation[Any, Any, Any, Any]", self)._map

    def __call__(self: HasDomains[A, C], arg: A) -> C:
        """Transform data. The result is not private: only a measurement may release."""
        chain = cast("Transformation[Any, Any, Any, Any]", self)
        return cast("C", chain._run(chain.input_domain.admit(arg), "a call"))

    def map(self: HasMetrics[A, C], d_in: A) -> C:
        """How far outputs can be apart for inputs at most `d_in` apart."""
        return cast("C", cast("Transformation[Any, Any, Any, Any]", self)._map(d_in))

    def check(self: HasMetrics[A, C], d_in: A, d_out: C) -> bool:
        """Whether inputs at most `d_in` apart give outputs at most `d_out` apart, decided without rounding."""
        return cast("Transformation[Any, Any, Any, Any]", self)._map.check(d_in, d_out)

    def solve(self: SolvesMetrics[A, C, S], *, d_in: A, d_out: C) -> S:
        """The chain with its one free parameter set so that a distance of `d_in` becomes at most `d_out`.

        The value is the one with the least noise that keeps the promise: exact where the map can be inverted by
        algebra, else found by bisection and off by at most one float, on the private side.
        """
        return cast("S", cast("Transformation[Any, Any, Any, Any]", self)._solve(d_in, d_out))

    # The map is Never here and in the signatures of constructors: it passes as any literal map. Any would pass, too,
    # but mypy gives Any for an overloaded call with an Any in its argument: a chain after a measurement would pass.
    @overload
    def __rshift__(self, then: Transformation[DO, MO, D1, M1]) -> Transformation[DI, MI, D1, M1, Never]: ...
    @overload
    def __rshift__(self, then: Measurement[DO, MO, P1, R1]) -> Measurement[DI, MI, P1, R1, Never]: ...
    @overload
    def __rshift__(
        self, then: Callable[[DO, MO], Transformation[DO, MO, D1, M1]]
    ) -> Transformation[DI, MI, D1, M1, Never]: ...
    @overload
    def __rshift__(
        self, then: Callable[[DO, MO], Measurement[DO, MO, P1, R1]]
    ) -> Measurement[DI, MI, P1, R1, Never]: ...
    def __rshift__(self, then: Any) -> Any:
        following = then
        if not isinstance(following, Chain) and takes_space(then):
            following = then(self.output_domain, self.output_metric)
        if isinstance(following, Transformation):
            check_join(self.output_domain, self.output_metric, following.input_domain, following.input_metric)
            parts = (self._parts, following._parts)
            return self._joined(
                parts, self.input_domain, self.input_metric, following.output_domain, following.output_metric
            )
        if isinstance(following, Measurement):
            check_join(self.output_domain, self.output_metric, following.input_domain, following.input_metric)
            parts = (self._parts, following._parts)
            return Measurement._joined(parts, self.input_domain, self.input_metric, following.output_measure)
        remedy = "write >> then_x(...), or >> a transformation or measurement"
        if callable(following):
            remedy = "a plain function has no map, so wrap it: >> then_user_transformation(..., function, map)"
        raise not_chainable("a transformation", following, remedy)
