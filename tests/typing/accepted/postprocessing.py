"""Functions of the release follow a measurement. They change the release's type and nothing else."""

from __future__ import annotations

from functools import partial
from typing import Any, final, reveal_type

from lapwing.prelude import MaxDivergence, space_of, then_count, then_user_measurement


def add_noise(number: int) -> int:
    return number


def split(number: int) -> tuple[int, int]:
    return divmod(number, 10)


def scale(factor: float, number: float) -> float:
    return factor * number


def nothing(release: Any) -> None:
    return None


@final
class Rounding:
    """An object that can be called is a function, too."""

    def __call__(self, number: float) -> str:
        return str(round(number))


private = space_of(list[str]) >> then_count() >> then_user_measurement(MaxDivergence(), add_noise, "d_in")

reveal_type(private >> str)  # R: Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, MaxDivergence, str, Never]
reveal_type(private >> float >> str)  # R: Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, MaxDivergence, str, Never]
reveal_type(private >> split)  # R: Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, MaxDivergence, tuple[int, int], Never]
reveal_type(private >> split >> max)  # R: Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]
reveal_type(private >> Rounding())  # R: Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, MaxDivergence, str, Never]
reveal_type(private >> partial(scale, 0.5))  # R: Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, MaxDivergence, float, Never]
reveal_type(private >> nothing)  # R: Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, MaxDivergence, None, Never]
reveal_type((private >> split)(["a"]))  # R: tuple[int, int]
reveal_type((private >> split).map(1))  # R: float
reveal_type(private >> (lambda release: release + 1))  # R: Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, MaxDivergence, int, Never]  # R(pyright): Measurement[VectorDomain[str, Unbounded, Unsized], SymmetricDistance, MaxDivergence, Unknown, Never]
