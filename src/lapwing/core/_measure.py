"""Measure: how far two output distributions are apart."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from lapwing.core._metric import Q_co
from lapwing.exact import Number
from lapwing.maps import Expr

if TYPE_CHECKING:
    from lapwing.maps import Quantity

FiniteLaw: TypeAlias = Mapping[Any, Number | Expr]  # Any, as a Mapping is invariant in its keys
"""An output distribution with finitely many outcomes: a probability for each."""


class Measure(ABC, Generic[Q_co]):
    """How far two output distributions are apart. It knows the type of the privacy loss."""

    __slots__ = ()

    @property
    @abstractmethod
    def quantity(self) -> Quantity[Q_co]:
        """How a privacy loss is read, written and named."""

    @abstractmethod
    def divergence(self, p: FiniteLaw, q: FiniteLaw) -> Q_co:
        """The least loss of this measure's type that is not below the true divergence of `p` from `q`."""

    @abstractmethod
    def within(self, p: FiniteLaw, q: FiniteLaw, d_out: Any) -> bool:
        """Whether the divergence of `p` from `q` is at most `d_out`, decided without rounding."""
