"""A survey with several answers: how do you get to work?

Each person answers with one of five ways, at times with a wrong one. What is none of the five, such as a helicopter, is
answered at random. Run it with `python examples/survey.py`.
"""

from __future__ import annotations

import secrets

import lapwing.prelude as dp
from lapwing.measurements._debias import ResponsePlan, debias_randomized_response
from lapwing.measurements._randomized_response import then_randomized_response

WAYS = ("bike", "bus", "car", "train", "walk")
SHARES = {"bike": 25, "bus": 15, "car": 40, "train": 10, "walk": 9, "helicopter": 1}
PROB = 0.5
PEOPLE = 10_000


def survey() -> dp.Measurement[dp.AtomDomain[str], dp.DiscreteDistance, dp.MaxDivergence, str]:
    """The truth with probability 1/2, else one of the four others."""
    return dp.space_of(str) >> then_randomized_response(WAYS, PROB)


def truths(people: int) -> list[str]:
    """Made-up people."""
    crowd = [way for way, share in SHARES.items() for _ in range(share)]
    return [secrets.choice(crowd) for _ in range(people)]


def bar(share: float) -> str:
    """A share as a line."""
    return "#" * round(100 * max(share, 0.0))


def main() -> None:
    """Ask everyone, and compare the estimates with the truth."""
    ask = survey()
    print(ask.explain())
    print(f"\neach answer costs at most {ask.map(1)}, however different the truth")

    people = truths(PEOPLE)
    estimates = debias_randomized_response([ask(truth) for truth in people], WAYS, PROB)
    error = ResponsePlan(categories=len(WAYS), prob=PROB).standard_error(PEOPLE)
    print(f"\n{PEOPLE} answers, standard error at most {error:.3f}")
    for way, estimate in estimates.items():
        print(f"{way:>6}  truth {people.count(way) / PEOPLE:.3f}  estimate {estimate:.3f}  {bar(estimate)}")


if __name__ == "__main__":
    main()
