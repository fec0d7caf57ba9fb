"""Depth and sharing: nothing recurses, and time grows with the number of distinct nodes."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable

import pytest

from lapwing.maps import (
    Expr,
    Map,
    constant,
    evaluate,
    exp,
    floor,
    from_json,
    identity_map,
    maximum,
    parse,
    real_number,
    substitute,
    symbol,
    to_json,
    whole_number,
)

REAL = real_number("d_in")


def deep(depth: int) -> Expr:
    """Nest floor(... + 1)/1 to a depth."""
    e = symbol("d_in")
    for _ in range(depth):
        e = floor(e / 2 + 1)
    return e


def shared(depth: int) -> Expr:
    """Use each level twice: written out, the size is 2^depth."""
    e = symbol("d_in")
    for _ in range(depth):
        e = maximum(floor(e), e + 1) / 2
    return e


@pytest.mark.parametrize("build", [lambda: deep(5000), lambda: shared(600)], ids=["deep", "shared"])
def test_every_operation_works_at_any_depth(build: Callable[[], Expr]) -> None:
    """Equality, hash, text, JSON, LaTeX, substitution, evaluation, free symbols and copies."""
    e, same = build(), build()
    assert e == same
    assert hash(e) == hash(same)
    assert e != e + 1
    assert frozenset({"d_in"}) == e.free
    assert e == parse(str(e))
    assert e == from_json(to_json(e))
    assert len(e.latex()) < 1_000_000
    assert len(str(e)) < 1_000_000
    assert e == copy.deepcopy(e)
    (renamed,) = substitute((e,), {"d_in": symbol("x")})
    (back,) = substitute((renamed,), {"x": symbol("d_in")})
    assert e == back
    (closed,) = substitute((e,), {"d_in": constant(3)})
    assert Map(REAL, REAL, (e,))(3) == evaluate(closed).float_up()


def test_repeated_parts_are_named_in_a_long_text() -> None:
    """The bindings keep the text short, and avoid the names that are taken."""
    e = shared(40) * symbol("x1")
    text = str(e)
    assert "x2 = " in text
    assert "x1 = " not in text
    assert len(text) < 4000
    assert e == parse(text)
    assert "x_{2} = " in e.latex()


def test_a_short_text_has_no_bindings() -> None:
    """A part used twice in a short formula is written twice."""
    assert "max(d_in + 1, floor(d_in))/2" == str(shared(1))


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("d_in^2 + 1", 1000),
        ("d_in^2", 1000),
        ("d_in/(d_in + 1)", 1000),
        ("(d_in + 1)^3/(d_in + 2)", 200),
        ("3*d_in + exp(d_in)", 300),
    ],
)
def test_composing_many_times_stays_small(text: str, times: int) -> None:
    """Where a polynomial would explode, its parts are held together."""
    step = Map.parse(text, REAL, REAL)
    chain = identity_map(REAL)
    for _ in range(times):
        chain = chain.then(step)
    assert len(str(chain)) < 6000 * times
    assert parse(str(chain)) == chain.outputs[0]
    assert chain(0) >= 0
    assert chain == Map.from_json(chain.to_json())


def seconds(task: Callable[[], object]) -> float:
    """Time a task: the best of three."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        task()
        best = min(best, time.perf_counter() - start)
    return best


@pytest.mark.parametrize(
    "task",
    [
        lambda e: str(e),
        lambda e: parse(str(e)),
        lambda e: from_json(to_json(e)),
        lambda e: substitute((e,), {"d_in": symbol("x")}),
        lambda e: Map(REAL, REAL, (e,))(3),
    ],
    ids=["text", "parse", "json", "substitute", "evaluate"],
)
def test_time_grows_linearly(task: Callable[[Expr], object]) -> None:
    """Eight times the depth takes about eight times as long; quadratic growth would take 64 times."""
    small, large = deep(500), deep(4000)
    assert seconds(lambda: task(large)) < 30 * seconds(lambda: task(small))


def test_composition_costs_what_the_second_map_costs() -> None:
    """Adding a link to a chain of 3,000 takes no longer than adding it to one of 30, but for noise."""
    step = Map.parse("floor(d_in/2) + 1", whole_number("d_in"), whole_number("d_in"))

    def chain(length: int) -> Map[int, int]:
        made = identity_map(whole_number("d_in"))
        for _ in range(length):
            made = made.then(step)
        return made

    short, long = chain(30), chain(3000)
    assert seconds(lambda: [long.then(step) for _ in range(50)]) < 10 * seconds(
        lambda: [short.then(step) for _ in range(50)]
    )


def test_a_deep_expression_is_freed_without_recursion() -> None:
    """A hundred thousand levels come and go."""
    e = deep(100_000)
    assert e.free == {"d_in"}
    del e


def test_large_powers_are_held_together() -> None:
    """A power that would have too many terms or digits keeps its value."""
    big = (symbol("d_in") + 1) ** 100_000
    assert len(str(big)) < 20_000
    assert big == parse(str(big))
    assert 1.0 == Map(REAL, REAL, (big,))(0)
    assert float("inf") == Map(REAL, REAL, (big,))(1)
    long = constant(3) ** 10_000
    assert long == parse(str(long))
    assert 3**10_000 == evaluate(long).exact()
    assert exp(long - long) == constant(1)
