"""The map of every registered case can be stored, printed and read back, also where its special functions are unknown."""

from __future__ import annotations

import subprocess
import sys

import pytest

import lapwing.prelude as dp
from lapwing.laws import REGISTRY
from lapwing.maps import Map


@pytest.mark.parametrize("name", REGISTRY)
def test_text_and_json_give_the_map_back(name: str) -> None:
    """The same map, to the letter."""
    for found in {case.chain._map: None for case in REGISTRY[name]}:
        assert found == Map.from_json(found.to_json())
        assert found == Map.parse(str(found), found.input, found.output)


def test_a_fresh_process_knows_the_special_functions() -> None:
    """It loads them when a stored map names them, and gets the same numbers."""
    space = dp.space_of(dict[str, int], dp.L02InfDistance(dp.AbsoluteDistance(int)))
    stored = (space >> dp.then_gaussian_threshold(10, 80)).privacy_map
    program = "import sys; from lapwing.maps import Map; print(Map.from_json(sys.stdin.read())((1, 1.0, 1)))"
    done = subprocess.run(
        [sys.executable, "-c", program], input=stored.to_json(), capture_output=True, text=True, check=True
    )
    assert f"{stored((1, 1.0, 1))}\n" == done.stdout


def test_every_special_function_has_its_home() -> None:
    """A function that a map of the library uses is found without the module that defines it."""
    from lapwing.maps._function import _HOMES, _table

    defined = {name for name, found in _table.items() if found.enclose.__module__.startswith("lapwing.")}
    elsewhere = {name for name in defined if not _table[name].enclose.__module__.startswith("lapwing.maps")}
    assert elsewhere == set(_HOMES)
