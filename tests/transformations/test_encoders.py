"""The encoders that give RAPPOR its bit vectors."""

from __future__ import annotations

from collections.abc import Callable, Collection
from hashlib import blake2b
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lapwing.prelude as dp
from lapwing.errors import CarrierError, LapwingError, OutOfRangeError, PartError, RequirementError
from lapwing.measurements._rappor import then_rappor
from lapwing.transformations._bloom import as_bytes, then_bloom_filter
from lapwing.transformations._one_hot import in_order, then_one_hot

DISCRETE = dp.DiscreteDistance()


@pytest.mark.parametrize(
    ("categories", "value", "bits"),
    [
        (["b", "a"], "a", [False, True]),
        ({"b", "a"}, "a", [True, False]),
        (["b", "a", "b"], "b", [True, False]),
        (["b", "a"], "z", [False, False]),
        (["b"], "b", [True]),
    ],
)
def test_one_bit_stands_for_a_category(categories: Collection[str], value: str, bits: list[bool]) -> None:
    """In the order given, a set sorted; a value that is none sets none."""
    encode = dp.space_of(str) >> then_one_hot(categories)
    assert bits == list(encode(value))
    assert dp.BitVectorDomain(size=len(bits), max_weight=1) == encode.output_domain
    assert 1 == encode.map(1)


@pytest.mark.parametrize(
    "categories",
    [
        [frozenset("a"), frozenset("b"), frozenset("cd")],
        [(1, frozenset("a")), (1, frozenset("b")), (2, frozenset("cd"))],
        [("a", 2), ("a", 10), ("b", 1)],
        [None, 1, "a"],
    ],
)
def test_a_set_of_categories_has_one_order(categories: list[Any]) -> None:
    """Whatever order it comes in: two programs that write down the same set agree on what a bit means."""
    orders = {tuple(in_order(list(given))) for given in permutations(categories)}
    assert 1 == len(orders)


def test_the_space_decides_the_type_of_the_categories() -> None:
    """Python holds 1 and True equal, so they share a bit."""
    encode = dp.space_of(int, DISCRETE) >> then_one_hot([True, 2])
    assert [True, False] == list(encode(1))


TEXTS = st.text(st.characters(exclude_categories=()), max_size=20)


@given(TEXTS, st.integers(2, 200), st.integers(1, 8), st.binary(max_size=64))
def test_a_filter_keeps_its_domain(text: str, size: int, hashes: int, salt: bytes) -> None:
    """Any text, lone surrogates too; at least one bit is set and at most one for each hash function."""
    hashes = min(hashes, size - 1)
    encode = dp.space_of(str) >> then_bloom_filter(size, hashes, salt)
    bits = encode(text)
    assert 1 <= sum(bits) <= hashes
    assert bits in dp.BitVectorDomain(size=size, max_weight=hashes)
    assert dp.BitVectorDomain(size=size, max_weight=hashes) == encode.output_domain


def test_the_hash_functions_are_as_documented() -> None:
    """BLAKE2b under the salt, numbered: whoever collects can compute the same bits with another program."""
    encode = dp.space_of(str) >> then_bloom_filter(size=100, hashes=3, salt=b"group 7")
    expected = set()
    for number in range(3):
        digest = blake2b("ä".encode(), digest_size=16, key=b"group 7", person=number.to_bytes(16, "little")).digest()
        expected.add(int.from_bytes(digest, "little") % 100)
    assert expected == set(np.flatnonzero(np.asarray(encode("ä"))).tolist())


def test_the_salt_matters() -> None:
    """Two groups map a hundred words differently."""
    words = [f"word {i}" for i in range(100)]
    first, second = (dp.space_of(str) >> then_bloom_filter(64, 2, salt) for salt in (b"1", b"2"))
    assert [list(first(word)) for word in words] != [list(second(word)) for word in words]


@given(st.integers(), st.integers())
def test_numbers_have_one_form_each(a: int, b: int) -> None:
    """Different numbers give different bytes."""
    assert (a == b) == (as_bytes(a) == as_bytes(b))


def test_a_huge_number_is_encoded() -> None:
    """Python refuses to print it."""
    assert 1 <= sum((dp.space_of(int, DISCRETE) >> then_bloom_filter(64, 2))(10**5000)) <= 2


@pytest.mark.parametrize(
    ("encoder", "cost"),
    [
        (dp.space_of(str) >> then_one_hot(["a", "b", "c"]), "if(d_in <= 0, 0, 2*ln(3))"),
        (dp.space_of(str) >> then_bloom_filter(size=128, hashes=4), "if(d_in <= 0, 0, 8*ln(3))"),
        (dp.space_of(str) >> then_bloom_filter(size=5, hashes=4), "if(d_in <= 0, 0, 5*ln(3))"),
    ],
)
def test_the_weight_reaches_the_price(encoder: Any, cost: str) -> None:
    """One bit for a category, one for each hash function, never more than there are."""
    report = encoder >> then_rappor(0.5)
    assert cost == str(report.privacy_map)
    assert len(report("a")) == encoder.output_domain.size


def untyped(thing: object) -> Any:
    """Something as the type checker does not see it: it would refuse some of the mistakes below."""
    return thing


BAD: list[tuple[Callable[[], object], type[LapwingError], str]] = [
    (
        lambda: untyped(dp.space_of(str)) >> untyped(then_one_hot)([]),
        OutOfRangeError,
        "the number of distinct categories must be at least 1, but is 0",
    ),
    (
        lambda: untyped(dp.space_of(str)) >> untyped(then_one_hot)("abc"),
        PartError,
        "the categories of then_one_hot must be a set or a sequence, but is 'abc'",
    ),
    (
        lambda: untyped(dp.space_of(str)) >> untyped(then_one_hot)([1]),
        CarrierError,
        "a category must be of type str, but 1 is of type int",
    ),
    (
        lambda: untyped(dp.space_of(int)) >> untyped(then_one_hot)([1, 2]),
        RequirementError,
        "then_one_hot needs a metric that tells equal from unequal: start from Space(domain, DiscreteDistance()), instead of "
        "AbsoluteDistance(int)",
    ),
    (
        lambda: untyped(dp.space_of(str)) >> untyped(then_bloom_filter)(8, 0),
        OutOfRangeError,
        "hashes must be at least 1 and below the size, 8, but is 0",
    ),
    (
        lambda: untyped(dp.space_of(str)) >> untyped(then_bloom_filter)(8, 8),
        OutOfRangeError,
        "hashes must be at least 1 and below the size, 8, but is 8",
    ),
    (
        lambda: untyped(dp.space_of(str)) >> untyped(then_bloom_filter)(8.5, 2),
        CarrierError,
        "size must be of type int, but 8.5 is of type float",
    ),
    (
        lambda: untyped(dp.space_of(str)) >> untyped(then_bloom_filter)(8, None),
        CarrierError,
        "hashes must be of type int, but None is of type NoneType",
    ),
    (
        lambda: untyped(dp.space_of(str)) >> untyped(then_bloom_filter)(8, 2, "salt"),
        CarrierError,
        "salt must be of type bytes, but 'salt' is of type str",
    ),
    (
        lambda: untyped(dp.space_of(str)) >> untyped(then_bloom_filter)(8, 2, bytes(65)),
        OutOfRangeError,
        "the length of salt must be at most 64 bytes, but is 65",
    ),
    (
        lambda: untyped(dp.space_of(float, DISCRETE)) >> untyped(then_bloom_filter)(8, 2),
        RequirementError,
        "then_bloom_filter needs values with one form in bytes: start from AtomDomain(str), AtomDomain(bytes), AtomDomain(int) or "
        "AtomDomain(bool), not AtomDomain(float)",
    ),
]


@pytest.mark.parametrize(("build", "error", "text"), BAD)
def test_mistakes_are_named(build: Callable[[], object], error: type[LapwingError], text: str) -> None:
    """Each has its class and says how to mend it."""
    with pytest.raises(error) as caught:
        build()
    assert text == str(caught.value)
