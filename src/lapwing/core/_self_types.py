"""Structural self-types.

`t(data)` and `t.map(d)` get their types through these protocols. A nominal self-type fails for the contravariant
parameters of Transformation and Measurement.
"""

from __future__ import annotations

from typing import Any, Protocol

from typing_extensions import TypeVar

from lapwing.core._domain import Domain
from lapwing.core._measure import Measure
from lapwing.core._metric import Metric

A_co = TypeVar("A_co", covariant=True)
C_co = TypeVar("C_co", covariant=True)
S_co = TypeVar("S_co", covariant=True)


class HasDomains(Protocol[A_co, C_co]):
    """Takes data of type A_co, puts out data of type C_co."""

    @property
    def input_domain(self) -> Domain[A_co]: ...
    @property
    def output_domain(self) -> Domain[C_co]: ...


class HasMetrics(Protocol[A_co, C_co]):
    """Takes distances of type A_co, puts out distances of type C_co."""

    @property
    def input_metric(self) -> Metric[A_co]: ...
    @property
    def output_metric(self) -> Metric[C_co]: ...


class HasRelease(Protocol[A_co, C_co]):
    """Takes data of type A_co, releases a C_co."""

    @property
    def input_domain(self) -> Domain[A_co]: ...
    def _release(self, data: Any, /) -> C_co: ...


class HasLoss(Protocol[A_co, C_co]):
    """Takes distances of type A_co, puts out privacy losses of type C_co."""

    @property
    def input_metric(self) -> Metric[A_co]: ...
    @property
    def output_measure(self) -> Measure[C_co]: ...


class SolvesMetrics(HasMetrics[A_co, C_co], Protocol[A_co, C_co, S_co]):
    """The same, and it can give a chain of its own type S_co over other links."""

    def _rejoined(self, parts: Any, /) -> S_co: ...


class SolvesLoss(HasLoss[A_co, C_co], Protocol[A_co, C_co, S_co]):
    """The same, and it can give a chain of its own type S_co over other links."""

    def _rejoined(self, parts: Any, /) -> S_co: ...
