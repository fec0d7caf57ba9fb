"""Measurements that users define."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Never

from typing_extensions import TypeVar

from lapwing.core import Domain, Measure, Measurement, Metric, constructor, then
from lapwing.core._space import check_fit
from lapwing.core._user import guarded, read_map
from lapwing.errors import PartError
from lapwing.maps import Expr

DI = TypeVar("DI", bound=Domain[Any])
MI = TypeVar("MI", bound=Metric[Any])
ME = TypeVar("ME", bound=Measure[Any])
R = TypeVar("R")


@constructor
def make_user_measurement(
    input_domain: DI,
    input_metric: MI,
    output_measure: ME,
    function: Callable[[Any], R],
    privacy_map: str | Expr | tuple[Expr, ...],
) -> Measurement[DI, MI, ME, R, Never]:
    """Release with a randomised function of the user's own.

    The function gets a member of the input domain in the form that chains work on (a vector is a NumPy array, which
    it must not change). The map is the author's claim. The chain is marked as unverified, and stays so.

    Map: as given

    Why: the author says so.

    >>> import secrets
    >>> from lapwing.prelude import DiscreteDistance, MaxDivergence, space_of, then_user_measurement
    >>> def two_coins(answer: bool) -> bool:
    ...     return answer if secrets.randbelow(2) else bool(secrets.randbelow(2))
    >>> survey = space_of(bool) >> then_user_measurement(MaxDivergence(), two_coins, "d_in*ln(3)")
    >>> survey.map(1)
    1.0986122886681098
    """
    check_fit(input_domain, input_metric)
    if not isinstance(output_measure, Measure):
        raise PartError("then_user_measurement", "output_measure", output_measure, "a Measure, such as MaxDivergence()")
    return Measurement(
        input_domain, input_metric, output_measure, guarded(function), read_map(privacy_map), verified=False
    )


then_user_measurement = then(make_user_measurement)
