"""A yes/no question that nobody needs to fear: have you ever taken a thing that was not yours?

Each person tosses a loaded coin at home and sends the truth or its opposite. No answer tells much about a person, but
many answers tell the share of those who did. Run it with `python examples/yes_no_question.py`.
"""

from __future__ import annotations

import secrets
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

import lapwing.prelude as dp
from lapwing.measurements._debias import ResponsePlan, debias_randomized_response_bool
from lapwing.measurements._randomized_response_bool import (
    make_randomized_response_bool,
    make_randomized_response_bool_vector,
)

EPSILON = 1.0
WANTED_ERROR = 0.01


def most_truthful() -> Fraction:
    """The largest probability of the truth that a loss of EPSILON allows."""
    return make_randomized_response_bool(dp.Param("prob")).privacy_map.solve(1, EPSILON)


def answering_machine() -> dp.Measurement[dp.AtomDomain[bool], dp.DiscreteDistance, dp.MaxDivergence, bool]:
    """Answers as truthful as that, each in the same time."""
    return make_randomized_response_bool(most_truthful(), constant_time=True)


def truths(people: int) -> NDArray[np.bool_]:
    """Made-up people, of whom 30 in 100 say yes."""
    return np.array([secrets.randbelow(100) < 30 for _ in range(people)])


def main() -> None:
    """Plan, ask, and estimate."""
    machine, prob = answering_machine(), most_truthful()
    print(machine.explain())
    print(f"\nan answer is true with probability {float(prob):.4f} and costs at most {machine.map(1)}")

    plan = ResponsePlan(categories=2, prob=prob)
    people = plan.answers_for(standard_error=WANTED_ERROR)
    print(f"for a standard error of {WANTED_ERROR} it takes {people} answers")

    one = truths(1)[0]
    print(f"someone sends: {'yes' if machine(bool(one)) else 'no'}")

    # A collector who simulates all people at once uses the form for vectors.
    everyone = truths(people)
    crowd = dp.VectorDomain(dp.AtomDomain(bool), size=people)
    answers = make_randomized_response_bool_vector(crowd, dp.HammingDistance(), prob)(everyone)
    share = debias_randomized_response_bool(answers, prob)
    print(f"estimate: {share:.3f} +- {plan.standard_error(people):.3f}, truth: {everyone.mean():.3f}")


if __name__ == "__main__":
    main()
