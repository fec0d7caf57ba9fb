"""Nothing but the rounding point turns an enclosure into a float."""

from __future__ import annotations

import ast
from pathlib import Path

import lapwing

SOURCE = Path(lapwing.__file__).parent

# What takes a number out of a ball of flint. (`upper` gives another ball, `unique_fmpz` an integer.)
TAKES_OUT = ("man_exp", "mid_rad_10exp", "_mpf_", "__float__")
PLACE = "exact/_enclosure.py"

# Where float(...) is called at all, and on what.
FLOATS = {
    "exact/_rounding.py": "the rounding point: an int that is a float, and names of infinity",
    "exact/_reading.py": "names of infinity",
    "exact/_enclosure.py": "names of infinity",
    "maps/_expr.py": "names of infinity and NaN",
    "maps/_many.py": "ints that are floats exactly",
}


def leaks(tree: ast.AST, file: str) -> list[str]:
    """List the calls by which a number could leave a ball, and calls of float on anything but a literal."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in TAKES_OUT:
            if file != PLACE:
                found.append(f"{file}:{node.lineno} .{node.attr}")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float":
            literal = node.args and isinstance(node.args[0], ast.Constant)
            if not literal and file not in FLOATS:
                found.append(f"{file}:{node.lineno} float()")
    return found


def uses_flint(tree: ast.AST) -> bool:
    """Tell whether a module names flint or a ball."""
    return any(
        (isinstance(node, ast.ImportFrom) and node.module == "flint")
        or (isinstance(node, ast.Import) and any(alias.name.startswith("flint") for alias in node.names))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").endswith(("_enclosure", "_evaluate")))
        for node in ast.walk(tree)
    )


def test_a_ball_leaves_only_through_the_rounding_point() -> None:
    """No module that has to do with balls takes a number out of one, except as exact bounds in one place."""
    found: list[str] = []
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text())
        if uses_flint(tree):
            found += leaks(tree, path.relative_to(SOURCE).as_posix())
    assert [] == found


def test_the_checker_sees_a_leak() -> None:
    """Each way out of a ball is noticed."""
    for line in ("float(ball)", "ball.mid().man_exp()", "ball.__float__()"):
        assert leaks(ast.parse(f"from flint import arb\nx = {line}"), "maps/_new.py"), line
    assert [] == leaks(ast.parse("x = float('inf')"), "maps/_new.py")
