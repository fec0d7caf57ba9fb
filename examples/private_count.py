"""A private count: how many people came, within three of the truth, at a privacy loss of one.

Run it with `python examples/private_count.py`.
"""

from __future__ import annotations

import lapwing.prelude as dp

VISITORS = ["Ana", "Ben", "Chidi", "Dora", "Emil", "Fatou", "Goran", "Hana"] * 25


def private_count(epsilon: float) -> dp.Measurement[dp.VectorDomain[str], dp.SymmetricDistance, dp.MaxDivergence, int]:
    """A count that costs at most epsilon when one visitor comes or stays away."""
    visitors = dp.space_of(list[str])
    count = visitors >> dp.then_count() >> dp.then_laplace(dp.Param("scale"))
    return count.solve(d_in=1, d_out=epsilon)


def main() -> None:
    """Build the count for a budget, read its accuracy, and release it."""
    count = private_count(1.0)
    print(count.explain())
    print()
    print(f"one visitor more or less costs   {count.map(1)}")
    print(f"a family of four costs           {count.map(4)}")
    within = dp.discrete_laplace_scale_to_accuracy(1, alpha=0.05)
    print(f"with 95 % probability the count is off by at most {within}")
    print(f"the count that is released       {count(VISITORS)}")
    print()
    scale = dp.accuracy_to_discrete_laplace_scale(10, alpha=0.05)
    cheap = dp.space_of(list[str]) >> dp.then_count() >> dp.then_laplace(scale)
    print(f"if off by at most 10 is enough, it costs {cheap.map(1):.4f}: the scale may be {scale:.4f}")
    print(f"the cheaper count                {cheap(VISITORS)}")


if __name__ == "__main__":
    main()
