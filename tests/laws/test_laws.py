"""The laws, run over the registry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import lapwing.prelude as dp
from lapwing.laws import REGISTRY, Case, violations
from lapwing.maps import Map

ALIASES = {"make_randomized_response_bitvec": "make_rappor"}
CONSTRUCTORS = sorted(name for name in dir(dp) if name.startswith("make_") and name not in ALIASES)
CASES = [pytest.param(case, id=f"{name}-{i}") for name, cases in REGISTRY.items() for i, case in enumerate(cases)]


def test_every_public_constructor_is_registered() -> None:
    """A constructor without a case is a claim that nobody executes."""
    assert set(CONSTRUCTORS) == set(REGISTRY)
    assert all(REGISTRY[name] for name in CONSTRUCTORS)


def test_every_constructor_has_its_then() -> None:
    """`then_x` for each `make_x`, and nothing else."""
    then = {name for name in dir(dp) if name.startswith("then_")}
    assert {name.replace("make_", "then_") for name in (*CONSTRUCTORS, *ALIASES)} == then


def test_an_alias_is_the_same_object() -> None:
    """A second name has no body of its own."""
    for alias, name in ALIASES.items():
        assert getattr(dp, alias) is getattr(dp, name)
        assert getattr(dp, alias.replace("make_", "then_")) is getattr(dp, name.replace("make_", "then_"))


@pytest.mark.parametrize("case", CASES)
def test_no_law_is_broken(case: Case) -> None:
    """Every promise of every registered case holds."""
    assert [] == [str(violation) for violation in violations(case)]


def map_lines() -> Iterator[tuple[str, str]]:
    """The formulas in the `Map:` paragraph of each constructor's docstring."""
    for name in CONSTRUCTORS:
        doc = getattr(dp, name).__doc__ or ""
        _, found, rest = doc.partition("Map:")
        assert found, f"{name} has no Map:"
        assert "Why:" in rest, f"{name} has no Why:"
        for text in rest.partition("Why:")[0].split("`")[1::2]:
            yield name, text


@pytest.mark.parametrize(("name", "text"), list(map_lines()))
def test_the_documented_map_is_a_map_of_the_constructor(name: str, text: str) -> None:
    """The formula parses, and with numbers for its letters it is the map of some registered case."""
    maps = [link.map for case in REGISTRY[name] for link in case.chain.links if link.call.make.__name__ == name]
    shapes = [shape(found) for found in maps if found is not None]
    assert maps[0] is not None
    documented = Map.parse(text, maps[0].input, maps[0].output)
    assert shape(documented.bind(dict.fromkeys(documented.parameters, 7))) in shapes


def shape(found: Map[Any, Any]) -> list[str]:
    """The names and signs of a map's text, in order, without its numbers."""
    return re.findall(r"[a-z_]\w*|<=|<|==|\^", str(found))
