"""The prelude: every public name, flat, and loaded late."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import lapwing.combinators
import lapwing.measurements
import lapwing.prelude as dp
import lapwing.transformations

SOURCE = Path(str(dp.__file__)).read_text()


def names_for_type_checkers() -> dict[str, str]:
    """The names that the file imports for type checkers, with the modules that they come from."""
    (branch,) = (node for node in ast.parse(SOURCE).body if isinstance(node, ast.If))
    imports = [node for node in branch.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name: str(node.module) for node in imports for alias in node.names}


def test_type_checkers_and_the_run_time_see_the_same_names() -> None:
    """The two halves of the file agree."""
    assert {*names_for_type_checkers(), "t", "m", "c"} == set(dir(dp))


@pytest.mark.parametrize(("name", "home"), names_for_type_checkers().items())
def test_a_name_is_the_one_of_its_home(name: str, home: str) -> None:
    """Loaded late, but the same object."""
    assert getattr(dp, name) is getattr(sys.modules[home], name)


def test_the_namespaces_hold_the_constructors() -> None:
    """dp.t, dp.m and dp.c."""
    assert dp.t is lapwing.transformations
    assert dp.m is lapwing.measurements
    assert dp.c is lapwing.combinators
    assert dp.t.then_clamp is dp.then_clamp


def test_a_constructor_of_a_namespace_is_in_the_prelude() -> None:
    """No public constructor is missing."""
    for namespace in (dp.t, dp.m, dp.c):
        assert {name for name in vars(namespace) if name.startswith(("make_", "then_"))} <= set(dir(dp))


def test_a_typing_mistake_gets_pythons_own_error() -> None:
    """With the suggestion that Python makes for it."""
    wrong: Any = dp
    with pytest.raises(AttributeError) as caught:
        wrong.then_clmap()
    assert str(caught.value) == "module 'lapwing.prelude' has no attribute 'then_clmap'"
    assert (caught.value.name, caught.value.obj) == ("then_clmap", dp)


def test_importing_the_prelude_loads_neither_numpy_nor_flint() -> None:
    """Nor does building a chain and reading a rational map."""
    program = (
        "import sys, lapwing.prelude as dp\n"
        "chain = dp.space_of(list[int]) >> dp.then_clamp((0, 9)) >> dp.then_sum() >> dp.then_laplace(scale=18)\n"
        "assert chain.map(1) == 0.5\n"
        "print(sorted({'numpy', 'flint', 'cryptography'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_star_import_brings_every_name() -> None:
    """As the run time's __all__ says."""
    names: dict[str, object] = {}
    exec("from lapwing.prelude import *", names)
    assert set(dir(dp)) <= set(names)
