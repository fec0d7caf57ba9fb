"""The programs in tests/typing: both type checkers accept and reject exactly what the markers say."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from _harness import (
    CHECKERS,
    PROGRAMS,
    ROOT,
    RUNNERS,
    Checker,
    Finding,
    HarnessError,
    Program,
    collect,
    difference_rows,
    listed_rows,
    problems,
)

ACCEPTED = collect(PROGRAMS / "accepted")
REJECTED = collect(PROGRAMS / "rejected")


@pytest.fixture(scope="session")
def findings() -> dict[Checker, list[Finding]]:
    """What each checker says about all programs."""
    return {checker: RUNNERS[checker](ACCEPTED + REJECTED) for checker in CHECKERS}


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("program", ACCEPTED + REJECTED, ids=lambda program: program.name)
def test_checkers_say_what_the_markers_say(
    program: Program, checker: Checker, findings: dict[Checker, list[Finding]]
) -> None:
    """Exactly the marked lines are flagged, and the revealed types are the marked ones."""
    assert [] == problems(program, checker, findings[checker])


def test_both_kinds_of_program_exist() -> None:
    """The suite is not empty: a wrong path would otherwise pass in silence."""
    assert ACCEPTED
    assert REJECTED


def test_accepted_programs_mark_no_error() -> None:
    """A program that a checker refuses belongs among the rejected ones."""
    assert [] == [p.name for p in ACCEPTED if any(kind == "E" for _, kind in p.markers)]


def test_rejected_programs_mark_an_error() -> None:
    """A rejected program shows at least one mistake."""
    assert [] == [p.name for p in REJECTED if not any(kind == "E" for _, kind in p.markers)]


def test_names_are_unique_and_shadow_nothing() -> None:
    """Each program is a top-level module for mypy, so two of one name clash, and a types.py would hide Python's."""
    names = [program.path.stem for program in ACCEPTED + REJECTED]
    assert sorted(set(names)) == sorted(names)
    assert set() == set(names) & sys.stdlib_module_names


def test_differences_between_the_checkers_are_documented() -> None:
    """docs/type-checkers.md lists exactly the lines on which the checkers differ."""
    document = ROOT / "docs" / "type-checkers.md"
    assert document.exists(), "write docs/type-checkers.md with the table that `python tests/typing/_harness.py` prints"
    assert difference_rows(ACCEPTED + REJECTED) == listed_rows(document.read_text(encoding="utf-8"))


# --- the harness tests itself -----------------------------------------------------------------------------------------

PLANTED: dict[str, tuple[str, dict[Checker, list[str]]]] = {
    "all_as_marked": (
        (
            "from typing import reveal_type\n"
            "from collections.abc import Sequence\n"
            "def f(x: Sequence[int]) -> None: ...\n"
            "f('no')  # E: arg-type\n"
            "f('no')  # E(mypy): arg-type  # E(pyright): reportArgumentType\n"
            "reveal_type([1])  # R: list[int]\n"
            "def g(x: Sequence[int]) -> None:\n"
            "    reveal_type(x)  # R: Sequence[int]\n"
            "reveal_type(f)  # R: def (x: Sequence[int])  # R(pyright): (x: Sequence[int]) -> None\n"
        ),
        {"mypy": [], "pyright": []},
    ),
    "unmarked_error": (
        "x: int = 1\ny: str = 2\n",
        {"mypy": [":2: mypy flags an unmarked line"], "pyright": [":2: pyright flags an unmarked line"]},
    ),
    "missing_error": (
        "x: int = 1  # E: assignment\n",
        {
            "mypy": [":1: mypy does not flag the line that is marked E: assignment"],
            "pyright": [":1: pyright does not flag the line that is marked E: any error"],
        },
    ),
    "wrong_message": (
        "x: int = ''  # E: no-such-code\n",
        {"mypy": [":1: mypy does not say 'no-such-code'"], "pyright": []},
    ),
    "wrong_pyright_message": (
        "x: int = ''  # E(mypy): assignment  # E(pyright): no-such-rule\n",
        {"mypy": [], "pyright": [":1: pyright does not say 'no-such-rule'"]},
    ),
    "one_checker_only": (
        "x: int = ''  # E(mypy): assignment\n",
        {"mypy": [], "pyright": [":1: pyright flags an unmarked line"]},
    ),
    "wrong_reveal": (
        "from typing import reveal_type\nreveal_type([1])  # R: list[str]\n",
        {
            "mypy": [":2: mypy reveals list[int], the marker says list[str]"],
            "pyright": [":2: pyright reveals list[int], the marker says list[str]"],
        },
    ),
    "unmarked_reveal": (
        "from typing import reveal_type\nreveal_type([1])\n",
        {
            "mypy": [":2: mypy reveals a type on an unmarked line"],
            "pyright": [":2: pyright reveals a type on an unmarked line"],
        },
    ),
    "missing_reveal": (
        "x = [1]  # R: list[int]\n",
        {
            "mypy": [":1: mypy reveals nothing on the line that is marked R: list[int]"],
            "pyright": [":1: pyright reveals nothing on the line that is marked R: list[int]"],
        },
    ),
    "marker_in_a_string": ("x = '# E: assignment'\n", {"mypy": [], "pyright": []}),
}


@pytest.fixture(scope="session")
def planted(tmp_path_factory: pytest.TempPathFactory) -> dict[Checker, dict[str, list[str]]]:
    """The problems that each checker's run finds in the planted programs, by program."""
    folder = tmp_path_factory.mktemp("planted")
    for name, (source, _) in PLANTED.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    programs = collect(folder)
    reports: dict[Checker, dict[str, list[str]]] = {}
    for checker in CHECKERS:
        found = RUNNERS[checker](programs)
        reports[checker] = {program.path.stem: problems(program, checker, found) for program in programs}
    return reports


@pytest.mark.parametrize("checker", CHECKERS)
@pytest.mark.parametrize("name", PLANTED)
def test_harness_detects(name: str, checker: Checker, planted: dict[Checker, dict[str, list[str]]]) -> None:
    """Each planted disagreement is reported with its line, and agreement is not."""
    expected = PLANTED[name][1][checker]
    found = planted[checker][name]
    assert len(expected) == len(found), found
    for part, sentence in zip(expected, found, strict=True):
        assert part in sentence


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1  # E:\n", "a marker needs a text after its colon"),
        ("x = 1  # E: a  # E: b\n", "two markers for the same checker"),
    ],
)
def test_senseless_markers_are_refused(source: str, message: str, tmp_path: Path) -> None:
    """A marker that could never fail is an error of the program."""
    path = tmp_path / "senseless.py"
    path.write_text(source, encoding="utf-8")
    with pytest.raises(HarnessError, match=message):
        _ = Program(path).markers


def test_program_that_stops_mypy_is_reported(tmp_path: Path) -> None:
    """A syntax error hides all other findings, so the run fails instead of returning them."""
    path = tmp_path / "broken.py"
    path.write_text("def f(:\n", encoding="utf-8")
    with pytest.raises(HarnessError, match="mypy stopped with status 2"):
        RUNNERS["mypy"](collect(tmp_path))


def test_difference_table(tmp_path: Path) -> None:
    """A line is listed where only one checker flags it or where the two spell a type differently."""
    folder = tmp_path / "rejected"
    folder.mkdir()
    (folder / "pair.py").write_text(
        "a: int = ''  # E: assignment\n"
        "b: int | str = f()  # E(mypy): name-defined\n"
        "c = f()  # E(pyright): reportX\n"
        "d = f()  # E(mypy): one  # E(pyright): two\n"
        "reveal_type(e)  # R: m.X[int]\n"
        "reveal_type(g)  # R: Literal[1]?  # R(pyright): int\n",
        encoding="utf-8",
    )
    expected = [
        "| `rejected/pair.py` | `b: int \\| str = f()` | `name-defined` | accepts |",
        "| `rejected/pair.py` | `c = f()` | accepts | `reportX` |",
        "| `rejected/pair.py` | `reveal_type(g)` | `Literal[1]?` | `int` |",
    ]
    rows = difference_rows(collect(folder))
    assert expected == rows
    assert expected == listed_rows("# Title\n\n| program | line |\n| --- | --- |\n" + "\n".join(rows) + "\n\nEnd.\n")
