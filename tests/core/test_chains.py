"""Chains: joining, running, printing, comparing and explaining."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lapwing.prelude as dp
from lapwing.errors import (
    DomainMismatchError,
    LapwingError,
    MetricMismatchError,
    NotChainableError,
    RequirementError,
    UnfitMetricError,
)

PEOPLE = dp.Space(dp.VectorDomain(dp.AtomDomain(int)), dp.SymmetricDistance())
CLAMP = PEOPLE >> dp.then_clamp((0, 120))
SUM = CLAMP >> dp.then_sum()
NUMBER = dp.space_of(int)


def shift(number: int) -> int:
    """A function for user transformations."""
    return number + 1


then_shift = dp.then_user_transformation(dp.AtomDomain(int), dp.AbsoluteDistance(int), shift, "d_in")
then_noise = dp.then_user_measurement(dp.MaxDivergence(), shift, "d_in/240")


def test_grouping_does_not_show() -> None:
    """`>>` is associative: equal, with the same map, links, text and results."""
    a, b, c = SUM, NUMBER >> then_shift, NUMBER >> then_noise
    left, right = (a >> b) >> c, a >> (b >> c)
    assert left == right
    assert hash(left) == hash(right)
    assert repr(left) == repr(right)
    assert left.explain() == right.explain()
    assert left.privacy_map == right.privacy_map
    assert [link.call for link in left.links] == [link.call for link in right.links]
    assert left([1, 2, 300]) == right([1, 2, 300]) == 125


def test_every_form_of_join_gives_the_same_chain() -> None:
    """`space >> then >> then`, `t >> t` and `t >> m` agree."""
    by_then = SUM >> then_noise
    by_measurement = SUM >> (NUMBER >> then_noise)
    assert by_then == by_measurement
    assert (by_then.input_domain, by_then.input_metric) == (by_measurement.input_domain, by_measurement.input_metric)
    assert by_then.output_measure == dp.MaxDivergence()


def test_a_chain_knows_its_links() -> None:
    """One link a constructor call, post-processing included."""
    chain = SUM >> then_noise >> str
    expected = [
        "then_clamp((0, 120))",
        "then_sum()",
        "then_user_measurement(MaxDivergence(), shift, 'd_in/240')",
        "str()",
    ]
    assert [repr(link.call) for link in chain.links] == expected


def test_the_repr_can_be_pasted_back() -> None:
    """Evaluating a chain's repr with the public names gives an equal chain."""
    names = {**{name: getattr(dp, name) for name in dir(dp)}, "shift": shift}
    chain = SUM >> then_shift >> then_noise
    assert eval(repr(chain), names) == chain


def test_equality_goes_by_the_calls() -> None:
    """Positional or by name, the same call is the same; other arguments are not."""
    assert PEOPLE >> dp.then_clamp(bounds=(0, 120)) == CLAMP
    assert PEOPLE >> dp.then_clamp((0, 121)) != CLAMP
    assert CLAMP != SUM
    assert CLAMP != "a chain"


def test_postprocessing_is_free() -> None:
    """It changes the release, not the map."""
    chain = SUM >> then_noise
    shown = chain >> (lambda release: f"about {release}") >> len
    assert shown.privacy_map == chain.privacy_map
    assert shown([1, 2]) == len("about 4")


def test_data_are_checked_once_at_the_entry() -> None:
    """A subset may feed a superset, and the links behind the first one see what the first one puts out."""
    bounded = dp.Space(dp.VectorDomain(dp.AtomDomain(int, bounds=(0, 5)), size=2), dp.SymmetricDistance())
    chain = bounded >> dp.then_identity() >> (PEOPLE >> dp.then_count())
    assert chain([1, 2]) == 2
    with pytest.raises(LapwingError):
        chain([1, 6])


def test_the_input_is_not_changed() -> None:
    """Clamping an array leaves the caller's array as it was."""
    ages = np.array([-5, 50, 500])
    assert list(CLAMP(ages)) == [0, 50, 120]
    assert ages.tolist() == [-5, 50, 500]


EXPLANATION = """\
from VectorDomain(AtomDomain(int)), SymmetricDistance()
1. then_clamp((0, 120)): Move every element between two bounds
     to       VectorDomain(AtomDomain(int, bounds=(0, 120))), SymmetricDistance()
     map      d_in
     so far   d_in
2. then_sum(): Sum the elements, exactly
     to       AtomDomain(int), AbsoluteDistance(int)
     map      120*d_in
     so far   120*d_in
3. then_user_measurement(MaxDivergence(), shift, 'd_in/240'): Release with a randomised function of the user's own
     to       a release, its loss in MaxDivergence()
     map      d_in/240
     so far   d_in/2
     UNVERIFIED: this map is the author's claim, no law of Lapwing checks it
4. str
     post-processing: costs nothing"""


def test_the_explanation_goes_link_by_link() -> None:
    """What a link does, where it leads, its own map and the map so far."""
    assert EXPLANATION == (SUM >> then_noise >> str).explain()


def test_the_mark_of_an_unverified_link_survives() -> None:
    """Joins and post-processing keep it."""
    assert SUM.verified
    assert not (SUM >> then_shift).verified
    assert not (SUM >> then_shift >> then_noise >> str).verified


# The mistakes below are none that a type checker would let pass.
wrong: Any = dp
any_people: Any = PEOPLE
any_clamp: Any = CLAMP
any_sum: Any = SUM
any_number: Any = NUMBER
any_list: Any = [1, 2]
REFUSALS: list[tuple[Any, type[LapwingError], str]] = [
    (
        lambda: any_sum >> (any_people >> dp.then_count()),
        DomainMismatchError,
        "the left side of >> puts out AtomDomain(int), the right side takes in VectorDomain(AtomDomain(int)): they differ in the "
        "kind of data (AtomDomain and VectorDomain); put a transformation from the one to the other between them, or start from a "
        "VectorDomain",
    ),
    (
        lambda: any_clamp >> (dp.space_of(list[float]) >> dp.then_count()),
        DomainMismatchError,
        "the left side of >> puts out VectorDomain(AtomDomain(int, bounds=(0, 120))), the right side takes in "
        "VectorDomain(AtomDomain(float)): they differ in the carrier type (int and float) of the elements; build both sides on float",
    ),
    (
        lambda: (
            (any_people >> dp.then_identity())
            >> (dp.Space(dp.VectorDomain(dp.AtomDomain(int, bounds=(0, 5))), dp.SymmetricDistance()) >> dp.then_sum())
        ),
        DomainMismatchError,
        "the left side of >> puts out VectorDomain(AtomDomain(int)), the right side takes in VectorDomain(AtomDomain(int, "
        "bounds=(0, 5))): they differ in the bounds (none and (0, 5)) of the elements; put then_clamp((0, 5)) between them",
    ),
    (
        lambda: any_clamp >> (dp.space_of(list[int], dp.InsertDeleteDistance()) >> dp.then_count()),
        MetricMismatchError,
        "the left side of >> measures with SymmetricDistance(), the right side with InsertDeleteDistance(): both must use one "
        "metric; start the right side from the left side's metric, or write >> then_x(...)",
    ),
    (
        lambda: any_people >> dp.then_sum(),
        RequirementError,
        "then_sum needs bounded elements: put then_clamp((lower, upper)) before it",
    ),
    (
        lambda: any_sum >> dp.then_sum(),
        RequirementError,
        "then_sum needs vectors: start from a VectorDomain, as in VectorDomain(AtomDomain(int)), instead of AtomDomain(int)",
    ),
    (
        lambda: (any_sum >> then_noise) >> (any_number >> then_noise),
        NotChainableError,
        "a value of type Measurement can't follow a measurement in a chain: only post-processing, a plain function of the "
        "release, can",
    ),
    (
        lambda: (any_sum >> then_noise) >> dp.then_count(),
        NotChainableError,
        "then_count() can't follow a measurement in a chain: only post-processing, a plain function of the release, can",
    ),
    (
        lambda: (any_sum >> then_noise) >> 3,
        NotChainableError,
        "a value of type int can't follow a measurement in a chain: write >> function, to apply it to the release",
    ),
    (
        lambda: any_sum >> 3,
        NotChainableError,
        "a value of type int can't follow a transformation in a chain: write >> then_x(...), or >> a transformation or measurement",
    ),
    (
        lambda: any_sum >> dp.then_clamp,
        NotChainableError,
        "then_clamp can't follow a transformation in a chain: call it first, as in >> then_clamp(...)",
    ),
    (
        lambda: any_sum >> shift,
        NotChainableError,
        "a value of type function can't follow a transformation in a chain: a plain function has no map, so wrap it: "
        ">> then_user_transformation(..., function, map)",
    ),
    (
        lambda: any_people >> SUM,
        NotChainableError,
        "a value of type Transformation can't follow a space in a chain: write space >> then_x(...)",
    ),
    (
        lambda: any_people >> len,
        NotChainableError,
        "a value of type builtin_function_or_method can't follow a space in a chain: write space >> then_x(...)",
    ),
    (
        lambda: any_people >> 3,
        NotChainableError,
        "a value of type int can't follow a space in a chain: write space >> then_x(...)",
    ),
    (
        lambda: any_people >> dp.then_count,
        NotChainableError,
        "then_count can't follow a space in a chain: call it first, as in >> then_count(...)",
    ),
    (
        lambda: any_list >> dp.then_count(),
        RequirementError,
        "then_count() needs a space or a transformation on its left: start the chain from a space, as in "
        "Space(domain, metric) >> ...",
    ),
    (
        lambda: wrong.Space(dp.SymmetricDistance(), dp.VectorDomain(dp.AtomDomain(int))),
        UnfitMetricError,
        "VectorDomain(AtomDomain(int)) does not fit SymmetricDistance(): the domain comes first, then the metric",
    ),
    (
        lambda: wrong.Space(dp.AtomDomain(int), dp.SymmetricDistance()),
        UnfitMetricError,
        "SymmetricDistance() does not fit AtomDomain(int): it measures vectors, so use it with a VectorDomain",
    ),
    (
        lambda: wrong.Space(dp.VectorDomain(dp.AtomDomain(int)), dp.HammingDistance()),
        UnfitMetricError,
        "HammingDistance() does not fit VectorDomain(AtomDomain(int)): it compares vectors of one length, so declare it: "
        "VectorDomain(..., size=n)",
    ),
]


@pytest.mark.parametrize(("mistake", "error", "text"), REFUSALS)
def test_a_wrong_chain_is_refused_with_a_remedy(mistake: Any, error: type[LapwingError], text: str) -> None:
    """The error names both sides, the feature that differs and how to mend it."""
    with pytest.raises(error) as caught:
        mistake()
    assert text == str(caught.value)


def test_parts_that_were_built_by_hand_are_not_equal() -> None:
    """No call tells what they do, so each is equal to itself alone."""

    def by_hand(factor: int) -> Any:
        domain, metric = NUMBER.domain, NUMBER.metric
        return dp.Transformation(domain, metric, domain, metric, shift, factor * dp.symbol("d_in"))

    one = by_hand(1)
    assert one == one  # equality is what is tested
    assert by_hand(1) != by_hand(2)
    assert one >> then_noise != by_hand(2) >> then_noise


def test_post_processing_is_shown_as_it_is_written() -> None:
    """A function, not a call of it."""
    assert repr(NUMBER >> then_noise >> shift).endswith(
        ">> then_user_measurement(MaxDivergence(), shift, 'd_in/240') >> shift"
    )
