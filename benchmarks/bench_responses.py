"""Randomised answers of many people, against OpenDP asked one by one: it has no form for many."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import opendp.measurements as opendp
from _compare import Comparison, ratio, ratio_of_samples
from opendp.domains import bitvector_domain
from opendp.metrics import discrete_distance
from opendp.mod import enable_features

import lapwing.prelude as lapwing
from lapwing.measurements._randomized_response import make_randomized_response, then_randomized_response_vector
from lapwing.measurements._randomized_response_bool import (
    make_randomized_response_bool,
    then_randomized_response_bool_vector,
)
from lapwing.measurements._rappor import make_rappor, rappor_many

WAYS = ["bike", "bus", "car", "train", "walk"]
BITS, WEIGHT = 128, 4


def comparisons(*, quick: bool = False) -> Iterator[Comparison]:
    """A million answers, a hundred thousand bit vectors, and single ones."""
    enable_features("contrib")
    shrink, repeats = (1000, 3) if quick else (1, 9)
    answers, vectors = 1_000_000 // shrink, 100_000 // shrink
    draw = np.random.default_rng(0)

    numbers = draw.integers(0, len(WAYS), answers)
    ints = lapwing.Space(lapwing.VectorDomain(lapwing.AtomDomain(int), size=answers), lapwing.HammingDistance())
    ours = ints >> then_randomized_response_vector(range(len(WAYS)), 0.5)
    theirs = opendp.make_randomized_response(list(range(len(WAYS))), 0.5, T=int)
    yield per_item("response, 10^6 numbers", lambda: ours(numbers), answers, theirs, numbers.tolist(), repeats)

    words = np.array(WAYS, object)[numbers]
    texts = lapwing.Space(lapwing.VectorDomain(lapwing.AtomDomain(str), size=answers), lapwing.HammingDistance())
    in_words = texts >> then_randomized_response_vector(WAYS, 0.5)
    theirs = opendp.make_randomized_response(WAYS, 0.5)
    yield per_item("response, 10^6 words", lambda: in_words(words), answers, theirs, words.tolist(), repeats)

    truths = numbers > 1
    bools = lapwing.Space(lapwing.VectorDomain(lapwing.AtomDomain(bool), size=answers), lapwing.HammingDistance())
    yes_no = bools >> then_randomized_response_bool_vector(0.75)
    theirs = opendp.make_randomized_response_bool(0.75)
    yield per_item("response, 10^6 yes or no", lambda: yes_no(truths), answers, theirs, truths.tolist(), repeats)
    steady = bools >> then_randomized_response_bool_vector(0.75, constant_time=True)
    theirs = opendp.make_randomized_response_bool(0.75, constant_time=True)
    yield per_item("the same in constant time", lambda: steady(truths), answers, theirs, truths.tolist(), repeats)

    rows = np.zeros((vectors, BITS), np.bool_)
    rows[np.arange(vectors)[:, np.newaxis], draw.integers(0, BITS, (vectors, WEIGHT))] = True
    domain = lapwing.BitVectorDomain(size=BITS, max_weight=WEIGHT)
    report = make_rappor(domain, lapwing.DiscreteDistance(), 0.5)
    light = bitvector_domain(max_weight=WEIGHT)
    theirs = opendp.make_randomized_response_bitvec(light, discrete_distance(), 0.5)
    packed = [row.tobytes() for row in np.packbits(rows[:1000], axis=1)]
    yield per_item(
        "RAPPOR, 10^5 vectors of 128 bits", lambda: rappor_many(report, rows), vectors, theirs, packed, repeats
    )

    # One answer at a time: the form for a person's own device.
    one = make_randomized_response(WAYS, 0.5)
    theirs = opendp.make_randomized_response(WAYS, 0.5)
    yield ratio("one response", lambda: one("bus"), lambda: theirs("bus"), goal=1, repeats=repeats)
    question = make_randomized_response_bool(0.75)
    theirs = opendp.make_randomized_response_bool(0.75)
    yield ratio("one yes or no", lambda: question(True), lambda: theirs(True), goal=1, repeats=repeats)
    bits = rows[0]
    flipping = opendp.make_randomized_response_bitvec(light, discrete_distance(), 0.5)
    yield ratio("one RAPPOR vector", lambda: report(bits), lambda: flipping(packed[0]), goal=1, repeats=repeats)


def per_item(
    name: str,
    ours: Callable[[], object],
    count: int,
    theirs: Callable[[Any], object],
    data: Sequence[object],
    repeats: int,
) -> Comparison:
    """Compare the time for one item: ours in one call for all, theirs in a call for each of the first thousand."""
    some = data[:1000]
    ours()  # lazy imports and caches are paid before the clock runs
    theirs(some[0])
    return ratio_of_samples(
        name,
        lambda: seconds(ours) / count,
        lambda: seconds(lambda: [theirs(item) for item in some]) / len(some),
        goal=30,
        repeats=repeats,
    )


def seconds(function: Callable[[], object]) -> float:
    """The time of one call."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start
