"""The cases of randomised response, RAPPOR and their encoders.

The laws are no formulas: each runs the measurement's own code on every outcome of its coins, and adds up what comes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from lapwing.core import Space
from lapwing.domains import AtomDomain, BitVectorDomain, VectorDomain
from lapwing.exact import Number, read_parameter
from lapwing.laws._data import vectors
from lapwing.laws._registry import Case, register
from lapwing.measurements import _randomized_response as categorical
from lapwing.measurements import _randomized_response_bool as binary
from lapwing.measurements._rappor import make_rappor
from lapwing.metrics import DiscreteDistance, HammingDistance
from lapwing.spaces import space_of
from lapwing.transformations._bloom import make_bloom_filter, then_bloom_filter
from lapwing.transformations._one_hot import (
    make_one_hot,
    position,
    positions_of,
    read_categories,
    then_one_hot,
)

Weights = dict[Hashable, Fraction]
OUTSIDE = "none of them"


def collected(outcomes: Iterable[tuple[Hashable, Fraction]]) -> Weights:
    """The law that gives each outcome the sum of its weights."""
    law: defaultdict[Hashable, Fraction] = defaultdict(Fraction)
    for outcome, weight in outcomes:
        law[outcome] += weight
    return dict(law)


def coin(heads: Fraction) -> tuple[tuple[bool, Fraction], ...]:
    """Both sides of a coin with their probabilities."""
    return ((True, heads), (False, 1 - heads))


def response_law(categories: Sequence[Any], prob: Number) -> Callable[[Any], Weights]:
    """The law of `make_randomized_response`: every coin, with every number that can be drawn."""
    choices = read_categories("response_law", categories)
    count, positions = len(choices), positions_of(choices)
    draws = count * (count - 1)

    def law(truth: Any) -> Weights:
        index = position(positions, truth)
        return collected(
            (choices[categorical.answer_index(index, honest, drawn, count)], weight / draws)
            for honest, weight in coin(read_parameter(prob, "prob"))
            for drawn in range(draws)
        )

    return law


def response_vector_law(categories: Sequence[Any], carrier: type, prob: Number) -> Callable[[Any], Weights]:
    """The law of `make_randomized_response_vector`: the same on arrays, and independent from element to element."""
    choices = read_categories("response_vector_law", categories, carrier)
    count, positions = len(choices), positions_of(choices)
    draws = count * (count - 1)

    def law(truths: Any) -> Weights:
        import numpy as np

        from lapwing.arrays import _responses as arrays

        vector = VectorDomain(AtomDomain(carrier)).admit(truths)
        shown = arrays.choice_array(choices, carrier)
        elements = []
        for index in arrays.indices(vector, shown, positions, position).tolist():
            outcomes = []
            for honest, weight in coin(read_parameter(prob, "prob")):
                truth, coins = np.full(draws, index), np.full(draws, honest)
                answers = shown[arrays.answer_indices(truth, coins, np.arange(draws), count)]
                outcomes += [(answer, weight / draws) for answer in answers.tolist()]
            elements.append(collected(outcomes))
        return independent(elements)

    return law


def independent(elements: Iterable[Weights]) -> Weights:
    """The joint law of independent elements, with tuples as outcomes."""
    return collected(
        (tuple(outcome for outcome, _ in pairs), prod((weight for _, weight in pairs), start=Fraction(1)))
        for pairs in product(*(element.items() for element in elements))
    )


def bool_law(prob: Number) -> Callable[[bool], Weights]:
    """The law of `make_randomized_response_bool`: both coins."""

    def law(truth: bool) -> Weights:
        return collected((binary.turned(truth, lie), weight) for lie, weight in coin(1 - read_parameter(prob, "prob")))

    return law


def flip_law(rate: Fraction) -> Callable[[Any], Weights]:
    """The law of independent flips: every noise vector."""

    def law(bits: Any) -> Weights:
        import numpy as np

        from lapwing.arrays import _responses as arrays

        given = np.array(bits, dtype=np.bool_)
        return collected(
            (
                bit_tuple(arrays.flip(given, np.array(noise, dtype=np.bool_))),
                rate ** sum(noise) * (1 - rate) ** (len(noise) - sum(noise)),
            )
            for noise in product((False, True), repeat=len(given))
        )

    return law


def bit_tuple(release: Any) -> tuple[Any, ...]:
    """A released vector as an outcome that can be looked up."""
    return tuple(release.tolist())


def light(size: int, weight: int) -> list[list[bool]]:
    """All bit vectors of a length with at most this many set bits."""
    return [bits for bits in vectors((False, True), longest=size, shortest=size) if sum(bits) <= weight]


def response_cases() -> Iterator[Case]:
    """Two to five categories of several types, probabilities at the bound, near it and near 1."""
    yield response(("no", "yes"), Fraction(7, 8))
    yield response((False, True), Fraction(3, 4), truths=(False, True))
    for prob in (Fraction(1, 3), 1 / 3, Fraction(1, 3) + Fraction(1, 10**30), 0.5, 0.99, 1 - Fraction(1, 10**40)):
        yield response(("a", "b", "c"), prob)
    yield response((1, 2, 3, 4, 5), 0.2, truths=(1, 5, 0, -7))
    yield response((0.5, 1.5, -0.0, 1e300), 0.4, truths=(0.0, 1e300, 7.0))
    yield response((("x", 1), ("y", 2)), 0.6, truths=(("x", 1), ("y", 2), (), ([],)))  # the last has no hash
    mixed = (frozenset({1}), "x")  # a set equals the first, and has no hash
    yield response(mixed, 0.6, truths=(frozenset({1}), {1}, "x", {2}))
    yield Case(
        space_of(int, DiscreteDistance()) >> categorical.then_randomized_response((3, 1, 2), 0.75),
        (1, 2, 3, 4),
        law=response_law((3, 1, 2), 0.75),
    )


def response(categories: tuple[Any, ...], prob: Number, truths: Sequence[Any] | None = None) -> Case:
    """Randomised response on all its categories and something else."""
    inputs = (*categories, OUTSIDE) if truths is None else truths
    chain = categorical.make_randomized_response(categories, prob)
    return Case(chain, inputs, law=response_law(categories, prob))


def response_vector_cases() -> Iterator[Case]:
    """Two people, answers of each type that vectors can hold."""
    several: list[tuple[Any, Any, Any]] = [
        (int, (1, 2, 3), (1, 3, 9)),
        (int, (1, 2**70), (1, 2**70, -1)),
        (bool, (True, False), (True, False)),
        (str, ("a", "b", "c"), ("a", "c", "z")),
        (float, (0.0, 2.5), (-0.0, 2.5, float("nan"), float("inf"))),
        (object, (frozenset({1}), "x"), (frozenset({1}), {1}, "x", {2})),
    ]
    for carrier, categories, truths in several:
        people = Space(VectorDomain(AtomDomain(carrier), size=2), HammingDistance())
        chain: Any = people >> categorical.then_randomized_response_vector(categories, 0.75)
        inputs = vectors(truths, longest=2, shortest=2)
        yield Case(chain >> bit_tuple, inputs, law=response_vector_law(categories, carrier, 0.75))
    one = Space(VectorDomain(AtomDomain(int), size=1), HammingDistance())
    for numbers, prob in (((0, 1), Fraction(7, 8)), ((0, 1, 2), Fraction(2, 5))):
        single: Any = one >> categorical.then_randomized_response_vector(numbers, prob)
        yield Case(single >> bit_tuple, [[0], [1], [7]], law=response_vector_law(numbers, int, prob))


def bool_cases() -> Iterator[Case]:
    """From a fair coin to the truth, in constant time and not."""
    for prob in (Fraction(7, 8), 0.5, 0.75, 1 - Fraction(1, 10**40), 1):
        for constant_time in (False, True):
            chain = binary.make_randomized_response_bool(prob, constant_time)
            yield Case(chain, (False, True), law=bool_law(prob))
    space = space_of(bool) >> binary.then_randomized_response_bool(0.75)
    yield Case(space, (False, True), law=bool_law(0.75))


def bool_vector_cases() -> Iterator[Case]:
    """Three people, in constant time and not."""
    people = Space(VectorDomain(AtomDomain(bool), size=3), HammingDistance())
    for prob in (Fraction(7, 8), 0.5, 1):
        for constant_time in (False, True):
            chain: Any = people >> binary.then_randomized_response_bool_vector(prob, constant_time)
            inputs = vectors((False, True), longest=3, shortest=3)
            yield Case(chain >> bit_tuple, inputs, law=flip_law(1 - read_parameter(prob, "prob")))


def rappor_cases() -> Iterator[Case]:
    """Weights from nothing to all bits, rates from almost none to pure noise."""
    for size, weight, f in ((4, 1, 0.5), (3, 2, 0.25), (4, 4, 0.9), (3, 0, 0.5), (3, 7, 1), (1, 1, 0.1), (0, 0, 0.5)):
        yield rappor(size, weight, f, light(size, weight))
    yield rappor(3, 1, Fraction(1, 10**30), light(3, 1))
    yield rappor(3, 1, 0.5, light(3, 1), constant_time=True)
    # Seven bits that can all differ.
    far = [[True] * 4 + [False] * 3, [False] * 4 + [True] * 3, [False] * 7]
    yield rappor(7, 4, 0.25, far)


def rappor(size: int, weight: int, f: Number, inputs: list[list[bool]], constant_time: bool = False) -> Case:
    """RAPPOR on some bit vectors."""
    domain = BitVectorDomain(size=size, max_weight=weight)
    chain: Any = make_rappor(domain, DiscreteDistance(), f, constant_time)
    return Case(chain >> bit_tuple, inputs, law=flip_law(read_parameter(f, "f") / 2))


def one_hot_cases() -> Iterator[Case]:
    """Words, numbers and truth values."""
    words = space_of(str) >> then_one_hot(["a", "b", "c"])
    yield Case(words, ("a", "b", "c", OUTSIDE, ""), outsiders=(7, ["a"]))
    numbers = space_of(int, DiscreteDistance()) >> then_one_hot({3, 1, 2**70})
    yield Case(numbers, (1, 3, 2**70, 0), outsiders=(1.5, "1"))
    yield Case(space_of(bool) >> then_one_hot([True, False]), (True, False), outsiders=(1, "yes"))
    anything = Space(AtomDomain(object), DiscreteDistance())
    mixed: list[object] = [frozenset({1}), "x"]
    yield Case(anything >> then_one_hot(mixed), (frozenset({1}), {1}, "x", {2}, ()))


def bloom_cases() -> Iterator[Case]:
    """Any text, also none and a lone surrogate, bytes, and numbers of any size."""
    texts = space_of(str) >> then_bloom_filter(size=16, hashes=3, salt=b"salt")
    yield Case(texts, ("", "a", "b", "\ud800", "\x00", "ä" * 999), outsiders=(7, b"a"))
    numbers = space_of(int, DiscreteDistance()) >> then_bloom_filter(size=8, hashes=2)
    yield Case(numbers, (0, 1, -1, 127, 128, -128, -129, 2**80, 2**9999), outsiders=("1", 1.5))
    octets = Space(AtomDomain(bytes), DiscreteDistance()) >> then_bloom_filter(size=8, hashes=1)
    yield Case(octets, (b"", b"\x00", b"\x00\x00"), outsiders=("", 0))


register(categorical.make_randomized_response, *response_cases())
register(categorical.make_randomized_response_vector, *response_vector_cases())
register(binary.make_randomized_response_bool, *bool_cases())
register(binary.make_randomized_response_bool_vector, *bool_vector_cases())
register(make_rappor, *rappor_cases())
register(make_one_hot, *one_hot_cases())
register(make_bloom_filter, *bloom_cases())
