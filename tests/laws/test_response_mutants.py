"""The laws of randomised answers tested on themselves: they are the laws of the code, and each planted mistake is caught."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import lapwing.prelude as dp
import lapwing.sampling
from lapwing.arrays import _responses as arrays
from lapwing.laws import REGISTRY, Case, violations
from lapwing.laws._responses import (
    bit_tuple,
    bool_law,
    collected,
    flip_law,
    light,
    response_law,
    response_vector_law,
)
from lapwing.measurements import _randomized_response as categorical
from lapwing.measurements import _randomized_response_bool as binary
from lapwing.measurements import _rappor
from lapwing.transformations import _bloom, _one_hot

MEASUREMENTS = (
    "make_randomized_response",
    "make_randomized_response_vector",
    "make_randomized_response_bool",
    "make_randomized_response_bool_vector",
    "make_rappor",
)
CASES = [pytest.param(case, id=f"{name}-{i}") for name in MEASUREMENTS for i, case in enumerate(REGISTRY[name])]
ENCODERS = [
    pytest.param(case, id=f"{name}-{i}")
    for name in ("make_one_hot", "make_bloom_filter")
    for i, case in enumerate(REGISTRY[name])
]


# --- the law of the code itself: every coin that a release asks for falls both ways ------------------------------------


class Coins:
    """Samplers that follow a path through all outcomes, and know its probability."""

    def __init__(self, path: list[int]) -> None:
        self.path = path
        self.taken: list[tuple[int, int]] = []
        self.weight = Fraction(1)

    def choose(self, options: Iterable[tuple[Any, Fraction]]) -> Any:
        """Take the next turn of the path, or the first option where the path ends."""
        possible = [(value, weight) for value, weight in options if weight]
        turn = self.path[len(self.taken)] if len(self.taken) < len(self.path) else 0
        self.taken.append((turn, len(possible)))
        self.weight *= possible[turn][1]
        return possible[turn][0]

    def bernoulli(self, prob: Fraction, size: int | None = None, *, constant_time: bool = False) -> Any:
        """Heads or tails."""
        if size is None:
            return self.choose([(True, prob), (False, 1 - prob)])
        return np.array([self.bernoulli(prob) for _ in range(size)], np.bool_)

    def uniform(self, n: int, size: int | None = None) -> Any:
        """Each number below n."""
        if size is None:
            return self.choose([(i, Fraction(1, n)) for i in range(n)])
        return np.array([self.uniform(n) for _ in range(size)], np.int64)

    def next_path(self) -> list[int] | None:
        """The path after this one; None if this was the last."""
        while self.taken and self.taken[-1][0] + 1 == self.taken[-1][1]:
            self.taken.pop()
        return [turn for turn, _ in self.taken[:-1]] + [self.taken[-1][0] + 1] if self.taken else None


@contextmanager
def samplers(coins: Coins) -> Iterator[None]:
    """Let these coins stand for all randomness."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lapwing.sampling, "sample_bernoulli", coins.bernoulli)
        patch.setattr(lapwing.sampling, "sample_uniform_below", coins.uniform)
        yield


def executed(chain: Any) -> Callable[[Any], dict[Any, Fraction]]:
    """The law of a chain, from running it on every outcome of its coins."""

    def law(x: Any) -> dict[Any, Fraction]:
        outcomes = []
        path: list[int] | None = []
        while path is not None:
            coins = Coins(path)
            with samplers(coins):
                release = chain(x)
            outcomes.append((release, coins.weight))
            path = coins.next_path()
        return collected(outcomes)

    return law


@pytest.mark.parametrize("case", CASES)
def test_the_registered_law_is_the_law_of_the_code(case: Case) -> None:
    """Each coin with the probability that the map assumes, and as many as it assumes."""
    assert case.law is not None
    law = executed(case.chain)
    for x in case.inputs[:4]:
        assert {y: p for y, p in case.law(x).items() if p} == law(x)


@pytest.mark.parametrize("case", CASES + ENCODERS)
def test_no_law_is_broken(case: Case) -> None:
    """Every promise of every registered case holds."""
    assert [] == [str(violation) for violation in violations(case)]


@pytest.mark.parametrize("case", CASES)
def test_the_map_is_tight(case: Case) -> None:
    """Some pair of the inputs reaches it to 2^-48."""
    assert isinstance(case.chain, dp.Measurement)
    assert case.law is not None
    largest = max(dp.MaxDivergence().divergence(case.law(x), case.law(y)) for x in case.inputs for y in case.inputs)
    farthest = max(case.chain.input_metric.distance(x, y) for x in case.inputs for y in case.inputs)
    promised = case.chain.map(farthest)
    assert largest == promised or abs(largest - promised) <= 2.0**-48 * promised


# --- wrong maps -------------------------------------------------------------------------------------------------------

LETTERS = ("a", "b", "c")
BITS = dp.BitVectorDomain(size=4, max_weight=1)
NARROW = dp.BitVectorDomain(size=3, max_weight=2)


def claim(chain: Any, privacy_map: str, inputs: Any, law: Any) -> Case:
    """The measurement with a map of its own."""
    (link, *_) = chain.links
    wrong: Any = dp.Measurement(
        chain.input_domain, chain.input_metric, chain.output_measure, link.function, dp.parse(privacy_map)
    )
    return Case(wrong if inputs[0].__class__ is not list else wrong >> bit_tuple, inputs, law=law)


def response(privacy_map: str, prob: Any = 0.75) -> Case:
    """Randomised response over three letters."""
    chain = categorical.make_randomized_response(LETTERS, prob)
    return claim(chain, privacy_map, (*LETTERS, "z"), response_law(LETTERS, prob))


def question(privacy_map: str, prob: Any = 0.75) -> Case:
    """A yes/no question."""
    return claim(binary.make_randomized_response_bool(prob), privacy_map, (False, True), bool_law(prob))


def report(privacy_map: str, domain: Any = BITS) -> Case:
    """RAPPOR at f = 1/2."""
    chain = _rappor.make_rappor(domain, dp.DiscreteDistance(), 0.5)
    return claim(chain, privacy_map, light(domain.size, domain.max_weight), flip_law(Fraction(1, 4)))


def survey(privacy_map: str) -> Case:
    """Three letters, two people."""
    people = dp.VectorDomain(dp.AtomDomain(str), size=2)
    chain = categorical.make_randomized_response_vector(people, dp.HammingDistance(), LETTERS, 0.75)
    inputs = [["a", "a"], ["b", "c"], ["a", "c"]]
    return claim(chain, privacy_map, inputs, response_vector_law(LETTERS, str, 0.75))


WRONG_MAPS: dict[str, tuple[Case, str]] = {
    "response: p and 1 - p swapped": (response("if(d_in <= 0, 0, ln(2*(1/4)/(3/4)))"), "monotonicity"),
    "response: t for t - 1, below the fraction line": (
        response("if(d_in <= 0, 0, ln((3/4)*3/(2*(1/4)*2)))"),
        "privacy",
    ),
    "response: the categories forgotten": (response("if(d_in <= 0, 0, ln(3))"), "privacy"),
    "response: compared with the outside truth alone": (response("if(d_in <= 0, 0, ln(3*3/4))"), "privacy"),
    "response: rounded down": (response("if(d_in <= 0, 0, ln(6) - 1/2^52)"), "privacy"),
    "response: below the bound and without the inverse": (
        response("if(d_in <= 0, 0, ln(2*3/17))", Fraction(3, 20) + Fraction(11, 60)),
        "monotonicity",
    ),
    "response: nothing at the float nearest to a third": (response("0", 1 / 3), "privacy"),
    "response: costs at distance zero": (response("ln(6)"), "stillness"),
    "response: half at distance one": (response("if(d_in <= 1, 0, ln(6))"), "privacy"),
    "question: p for p/(1 - p)": (question("if(d_in <= 0, 0, ln(1 + 3/4))"), "privacy"),
    "question: a finite price for the truth": (question("if(d_in <= 0, 0, 1000)", 1), "privacy"),
    "question: half the loss": (question("if(d_in <= 0, 0, ln(3)/2)"), "privacy"),
    "rappor: m for 2m": (report("if(d_in <= 0, 0, ln(3))"), "privacy"),
    "rappor: f for f/2": (report("if(d_in <= 0, 0, 2*ln((1 - 1/2)/(1/2)))"), "privacy"),
    "rappor: k - m for k where bits must overlap": (report("if(d_in <= 0, 0, 2*ln(3))", NARROW), "privacy"),
    "rappor: costs at distance zero, as the document says": (report("2*ln(3)"), "stillness"),
    "survey: one loss for everyone": (survey("if(d_in <= 0, 0, ln(6))"), "privacy"),
    "survey: the losses shared": (survey("d_in*ln(6)/2"), "privacy"),
}


@pytest.mark.parametrize(("case", "law"), WRONG_MAPS.values(), ids=list(WRONG_MAPS))
def test_a_wrong_map_is_caught(case: Case, law: str) -> None:
    """By the law that is made for it."""
    assert law in {violation.law for violation in violations(case)}


# --- wrong code -------------------------------------------------------------------------------------------------------


def scalar_answer(rule: Callable[[int, bool, int, int, int, int], int]) -> Callable[[int, bool, int, int], int]:
    """A way to answer, from the truth, the coin, the number drawn, its two parts and the number of categories."""

    def answer(truth: int, honest: bool, drawn: int, count: int) -> int:
        anything, lie = divmod(drawn, count - 1)
        return rule(truth, honest, drawn, anything, lie, count)

    return answer


def skipping(lie: int, truth: int) -> int:
    """The lie, past the truth."""
    return lie + (lie >= truth)


def vector_answer(truths: Any, honest: Any, drawn: Any, count: int) -> Any:
    """Lies that never pass over the truth, so the last category is never one."""
    anything, lie = np.divmod(drawn, count - 1)
    return np.where(truths < 0, anything, np.where(honest, truths, lie))


def flip_but_last(bits: Any, noise: Any) -> Any:
    """The last bit keeps its truth."""
    return bits ^ np.where(np.arange(noise.shape[-1]) < noise.shape[-1] - 1, noise, False)


CODE: dict[str, tuple[object, str, Any, str]] = {
    "response: > for >= in passing over the truth": (
        categorical,
        "answer_index",
        scalar_answer(lambda t, h, _d, a, b, _n: a if t < 0 else t if h else b + (b > t)),
        "make_randomized_response",
    ),
    "response: no passing over the truth": (
        categorical,
        "answer_index",
        scalar_answer(lambda t, h, _d, a, b, _n: a if t < 0 else t if h else b),
        "make_randomized_response",
    ),
    "response: an outside truth never gets the last category": (
        categorical,
        "answer_index",
        scalar_answer(lambda t, h, _d, _a, b, _n: b if t < 0 else t if h else skipping(b, t)),
        "make_randomized_response",
    ),
    "response: an outside truth gets the last category": (
        categorical,
        "answer_index",
        scalar_answer(lambda t, h, _d, _a, b, n: n - 1 if t < 0 else t if h else skipping(b, t)),
        "make_randomized_response",
    ),
    "response: honest when it should lie": (
        categorical,
        "answer_index",
        scalar_answer(lambda t, h, _d, a, b, _n: a if t < 0 else skipping(b, t) if h else t),
        "make_randomized_response",
    ),
    "response: the truth alone": (
        categorical,
        "answer_index",
        scalar_answer(lambda t, _h, _d, a, _b, _n: a if t < 0 else t),
        "make_randomized_response",
    ),
    "response vector: no passing over the truth": (
        arrays,
        "answer_indices",
        vector_answer,
        "make_randomized_response_vector",
    ),
    "response vector: the coin turned over": (
        arrays,
        "answer_indices",
        lambda t, h, d, n: np.where(t < 0, d // (n - 1), np.where(~h, t, d % (n - 1) + (d % (n - 1) >= t))),
        "make_randomized_response_vector",
    ),
    "response vector: outside truths taken for the last category": (
        arrays,
        "answer_indices",
        lambda t, h, d, n: np.where(h, t, d % (n - 1) + (d % (n - 1) >= t)),
        "make_randomized_response_vector",
    ),
    "question: and for exclusive or": (
        binary,
        "turned",
        lambda truth, lie: truth and not lie,
        "make_randomized_response_bool",
    ),
    "question: or for exclusive or": (
        binary,
        "turned",
        lambda truth, lie: truth or lie,
        "make_randomized_response_bool",
    ),
    "question: the truth alone": (binary, "turned", lambda truth, _lie: truth, "make_randomized_response_bool"),
    "rappor: the last bit is not flipped": (arrays, "flip", flip_but_last, "make_rappor"),
    "rappor: or for exclusive or": (arrays, "flip", lambda bits, noise: bits | noise, "make_rappor"),
    "rappor: one coin for all bits": (arrays, "flip", lambda bits, noise: bits ^ noise[:1], "make_rappor"),
    "question vector: the last answer is the truth": (
        arrays,
        "flip",
        flip_but_last,
        "make_randomized_response_bool_vector",
    ),
}


@pytest.mark.parametrize(("module", "name", "mutant", "constructor"), CODE.values(), ids=list(CODE))
def test_wrong_code_is_caught_in_the_registry(
    module: object, name: str, mutant: Any, constructor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The laws run the code, so the registered cases find a mistake in it."""
    monkeypatch.setattr(module, name, mutant)
    found = {violation.law for case in REGISTRY[constructor] for violation in violations(case)}
    assert found & {"privacy", "support"}


def noisy(bits: Any, rate: Fraction, constant_time: bool, change: Callable[[Fraction], Fraction]) -> Any:
    """RAPPOR's noise with another rate."""
    noise = lapwing.sampling.sample_bernoulli(change(rate), bits.size, constant_time=constant_time)
    return arrays.flip(bits, noise)


def build_response() -> Case:
    """Randomised response, its law executed."""
    chain = categorical.make_randomized_response(LETTERS, 0.75)
    return Case(chain, LETTERS, law=executed(chain))


def build_question() -> Case:
    """A yes/no question, its law executed."""
    chain = binary.make_randomized_response_bool(0.75)
    return Case(chain, (False, True), law=executed(chain))


def build_report() -> Case:
    """RAPPOR, its law executed."""
    chain: Any = _rappor.make_rappor(BITS, dp.DiscreteDistance(), 0.5) >> bit_tuple
    return Case(chain, light(4, 1), law=executed(chain))


DRAWS: dict[str, tuple[object, str, Any, Callable[[], Case]]] = {
    "response: the sampler's p is a hair above the map's": (
        categorical,
        "known",
        lambda p: p + Fraction(1, 10**15),
        build_response,
    ),
    "response: more truth than the map says": (categorical, "known", lambda p: 1 - p / 8, build_response),
    "question: the sampler's p is a float's": (binary, "known", lambda p: p + Fraction(1, 2**53), build_question),
    "question: the lie squared": (binary, "known", lambda p: 1 - (1 - p) ** 2, build_question),
    "rappor: f/4 for f/2": (_rappor, "noisy", lambda b, r, c: noisy(b, r, c, lambda f: f / 4), build_report),
    "rappor: almost every bit flipped": (
        _rappor,
        "noisy",
        lambda b, r, c: noisy(b, r, c, lambda f: 1 - f / 8),
        build_report,
    ),
}


@pytest.mark.parametrize(("module", "name", "mutant", "build"), DRAWS.values(), ids=list(DRAWS))
def test_a_wrong_coin_is_caught(
    module: object, name: str, mutant: Any, build: Callable[[], Case], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the sampler gets another number than the map, the law of the code exceeds the map."""
    assert [] == list(violations(build()))
    monkeypatch.setattr(module, name, mutant)
    assert "privacy" in {violation.law for violation in violations(build())}


ENCODING: dict[str, tuple[object, str, Any, str]] = {
    "one-hot: two bits": (arrays, "one_bit", lambda position, size: np.arange(size) <= position, "make_one_hot"),
    "one-hot: one bit for all others": (
        arrays,
        "one_bit",
        lambda position, size: np.arange(size + 1) == position,
        "make_one_hot",
    ),
    "bloom: one hash function more": (
        _bloom,
        "bloom_positions",
        lambda _v, size, hashes, _s: list(range(min(size, hashes + 1))),
        "make_bloom_filter",
    ),
    "bloom: raises on a lone surrogate": (
        _bloom,
        "as_bytes",
        lambda value: value.encode() if isinstance(value, str) else bytes(8),
        "make_bloom_filter",
    ),
    "one-hot: a set is no frozenset": (
        _one_hot,
        "position",
        lambda positions, value: positions.get(value, -1) if isinstance(value, Hashable) else -1,
        "make_one_hot",
    ),
    "one-hot: raises on an outside value": (
        _one_hot,
        "position",
        lambda positions, value: positions[value],
        "make_one_hot",
    ),
}


@pytest.mark.parametrize(("module", "name", "mutant", "constructor"), ENCODING.values(), ids=list(ENCODING))
def test_a_wrong_encoder_is_caught_in_the_registry(
    module: object, name: str, mutant: Any, constructor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too heavy, too long, or not total."""
    monkeypatch.setattr(module, name, mutant)
    assert any(violation for case in REGISTRY[constructor] for violation in violations(case))
