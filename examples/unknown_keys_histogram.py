"""A histogram over keys that nobody listed beforehand: which words do people search for?

A word that one person made up must not show, or it would give that person away. So each count gets noise, and only
words whose noisy count is above a threshold are released.

Run it with `python examples/unknown_keys_histogram.py`.
"""

from __future__ import annotations

from collections import Counter

import lapwing.prelude as dp

# Each person gives at most two searches, each of another word: one person changes two counts, by one each.
ONE_PERSON = (2, 2, 1)
SEARCHES = Counter({"weather": 412, "lapwing": 230, "train times": 187, "recipes": 96, "my rare illness": 1, "owl": 14})


def histogram(
    epsilon: float, delta: float
) -> dp.Measurement[dp.MapDomain[str, int], dp.L01InfDistance[int], dp.Approximate[dp.MaxDivergence], dict[str, int]]:
    """A histogram for a budget of (epsilon, delta) a person: the scale from epsilon, the least threshold from delta."""
    searches = dp.space_of(dict[str, int])
    scale = 2 / epsilon
    waiting = searches >> dp.then_laplace_threshold(scale, dp.Param("threshold", integer=True))
    return waiting.solve(d_in=ONE_PERSON, d_out=(epsilon, delta))


def main() -> None:
    """Build the histogram, read its price, and release it."""
    private = histogram(1.0, 1e-8)
    epsilon, delta = private.map(ONE_PERSON)
    print(private.links[0].call)
    print(f"one person costs ε = {epsilon}, δ = {delta:.3g}")
    print()
    released = private(SEARCHES)
    for word, count in released.items():
        print(f"{word:<16}{count:>6}  {'#' * (count // 10)}")
    print(f"words that stay hidden: {len(SEARCHES) - len(released)} (this number is for the demonstration alone)")


if __name__ == "__main__":
    main()
