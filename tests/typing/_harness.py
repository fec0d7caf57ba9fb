"""Run mypy and basedpyright once over many small programs, and compare what they say with the programs' markers.

A marker is a comment at the end of a line:

    chain = people >> then_sum()  # E: then_clamp      both checkers flag it; mypy's message or code holds the text
    f(x)  # E(mypy): arg-type                          mypy alone flags the line
    f(x)  # E(pyright): reportArgumentType             basedpyright alone flags it
    f(x)  # E(mypy): arg-type  # E(pyright): float     both flag it, and each must say its own text
    reveal_type(x)  # R: list[int]                     both reveal this type
    reveal_type(x)  # R: int  # R(pyright): Literal[1] basedpyright shows the same type in other words

Types are compared without module names. Every flagged or revealed line needs its marker, and every marker its line.
`python tests/typing/_harness.py` prints the table of the lines on which the two checkers differ.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal, final

import attrs
from mypy import api

Checker = Literal["mypy", "pyright"]
Kind = Literal["E", "R"]
CHECKERS: tuple[Checker, ...] = ("mypy", "pyright")

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests" / "typing"

_MARKER = re.compile(r"#\s*([ER])(?:\((mypy|pyright)\))?:\s*(.*?)\s*(?=#\s*[ER][(:]|$)")
_MODULE_PREFIX = re.compile(r"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])")


@final
class HarnessError(Exception):
    """A checker could not run over the programs, or a program's markers make no sense."""


@final
@attrs.frozen
class Finding:
    """What a checker says about a line: an error (E), or the type that it reveals (R)."""

    path: Path
    line: int
    kind: Kind
    text: str


@final
@attrs.frozen
class Program:
    """One file of the type tests and what its markers expect."""

    path: Path

    @property
    def name(self) -> str:
        """The folder and file name, such as `rejected/unclamped_sum.py`."""
        return f"{self.path.parent.name}/{self.path.name}"

    @cached_property
    def lines(self) -> list[str]:
        """The source, line by line."""
        return self.path.read_text(encoding="utf-8").splitlines()

    @cached_property
    def markers(self) -> dict[tuple[int, Kind], dict[Checker | None, str]]:
        """The marked text by line and kind, then by checker; None stands for both checkers."""
        found: dict[tuple[int, Kind], dict[Checker | None, str]] = {}
        source = "\n".join(self.lines) + "\n"
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type != tokenize.COMMENT:
                continue
            for match in _MARKER.finditer(token.string):
                kind: Kind = "E" if match[1] == "E" else "R"
                checker: Checker | None = None if match[2] is None else "mypy" if match[2] == "mypy" else "pyright"
                line = token.start[0]
                if not match[3]:
                    raise HarnessError(f"{self.name}:{line}: a marker needs a text after its colon")
                by_checker = found.setdefault((line, kind), {})
                if checker in by_checker:
                    raise HarnessError(f"{self.name}:{line}: two markers for the same checker")
                by_checker[checker] = match[3]
        return found

    def expected(self, checker: Checker, kind: Kind) -> dict[int, str]:
        """The text that this checker must show, by line. An empty text says that any message will do.

        The text of an unqualified `# E:` is mypy's; basedpyright words its messages differently.
        """
        texts: dict[int, str] = {}
        for (line, marked), by_checker in self.markers.items():
            if marked != kind:
                continue
            if checker in by_checker:
                texts[line] = by_checker[checker]
            elif None in by_checker:
                texts[line] = "" if kind == "E" and checker == "pyright" else by_checker[None]
        return texts


def collect(folder: Path) -> list[Program]:
    """All programs of a folder, in order of name."""
    return [Program(path) for path in sorted(folder.glob("*.py"))]


def problems(program: Program, checker: Checker, findings: Iterable[Finding]) -> list[str]:
    """Where the checker's findings and the program's markers disagree, one sentence each."""
    said: dict[tuple[int, Kind], list[str]] = {}
    for finding in findings:
        if finding.path == program.path.resolve():
            said.setdefault((finding.line, finding.kind), []).append(finding.text)
    errors, reveals = program.expected(checker, "E"), program.expected(checker, "R")
    found: list[tuple[int, str]] = []
    for line, text in errors.items():
        messages = said.pop((line, "E"), None)
        if messages is None:
            found.append((line, f"{checker} does not flag the line that is marked E: {text or 'any error'}"))
        elif not any(text in message for message in messages):
            found.append((line, f"{checker} does not say {text!r} but {messages}"))
    for line, text in reveals.items():
        types = said.pop((line, "R"), None)
        if types is None:
            found.append((line, f"{checker} reveals nothing on the line that is marked R: {text}"))
        elif [plain_type(text)] != [plain_type(shown) for shown in types]:
            shown = ", ".join(map(plain_type, types))
            found.append((line, f"{checker} reveals {shown}, the marker says {plain_type(text)}"))
    for (line, kind), texts in said.items():
        verb = "flags" if kind == "E" else "reveals a type on"
        found.append((line, f"{checker} {verb} an unmarked line: {texts}"))
    return [f"{program.name}:{line}: {sentence}" for line, sentence in sorted(found)]


def plain_type(text: str) -> str:
    """A type's text without module names, so that both checkers spell it alike.

    >>> plain_type("lapwing.core.Space[collections.abc.Sequence[int], ...]")
    'Space[Sequence[int], ...]'
    """
    return _MODULE_PREFIX.sub("", text)


def run_mypy(programs: Sequence[Program]) -> list[Finding]:
    """One `mypy --strict` over all programs, with the project's settings and no cache."""
    paths = [str(program.path.resolve()) for program in programs]
    options = ["--strict", "--config-file", str(ROOT / "mypy.ini"), "--output=json", "--show-absolute-path"]
    # Errors of the library itself belong to the run over src. A cache would drop the notes of unchanged files.
    options += ["--follow-imports=silent", "--no-incremental", f"--cache-dir={os.devnull}"]
    output, complaint, status = api.run([*options, *paths])
    if status not in (0, 1) or complaint:
        raise HarnessError(f"mypy stopped with status {status}:\n{output}{complaint}")
    findings = []
    for record in map(json.loads, output.splitlines()):
        path, line, message = Path(record["file"]), int(record["line"]), str(record["message"])
        revealed = re.fullmatch(r'Revealed type is "(.*)"', message, re.DOTALL)
        if record["severity"] == "error":
            findings.append(Finding(path, line, "E", f"{message} [{record['code']}]"))
        elif revealed:
            findings.append(Finding(path, line, "R", revealed[1]))
    return findings


def run_pyright(programs: Sequence[Program]) -> list[Finding]:
    """One basedpyright in standard mode over all programs. Warnings are no errors."""
    paths = [str(program.path.resolve()) for program in programs]
    settings = {"typeCheckingMode": "standard", "pythonVersion": "3.11", "extraPaths": [str(ROOT / "src")]}
    with tempfile.TemporaryDirectory() as folder:
        # Files named on the command line take the settings of the folder in which the command runs.
        Path(folder, "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
        command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, *paths]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise HarnessError(f"basedpyright stopped with status {done.returncode}:\n{done.stdout}{done.stderr}")
    report = json.loads(done.stdout)
    if report["summary"]["filesAnalyzed"] != len(paths):
        raise HarnessError(f"basedpyright read {report['summary']['filesAnalyzed']} of {len(paths)} programs")
    findings = []
    for record in report["generalDiagnostics"]:
        path, line = Path(record["file"]), int(record["range"]["start"]["line"]) + 1
        message = str(record["message"])
        revealed = re.fullmatch(r'Type of ".*" is "(.*?)"', message, re.DOTALL)
        if record["severity"] == "error":
            findings.append(Finding(path, line, "E", f"{message} [{record.get('rule', '')}]"))
        elif record["severity"] == "information" and revealed:
            findings.append(Finding(path, line, "R", revealed[1]))
    return findings


RUNNERS: dict[Checker, Callable[[Sequence[Program]], list[Finding]]] = {"mypy": run_mypy, "pyright": run_pyright}


def difference_rows(programs: Iterable[Program]) -> list[str]:
    """A Markdown table row for each marked line on which the two checkers differ, in order of program and line.

    They differ where one flags the line and the other does not, or where they spell a revealed type in two ways.
    """
    rows = []
    for program in programs:
        for line, kind in sorted(program.markers):
            shown = {checker: program.expected(checker, kind).get(line) for checker in CHECKERS}
            if kind == "E" and None not in shown.values():
                continue
            if kind == "R" and plain_type(shown["mypy"] or "") == plain_type(shown["pyright"] or ""):
                continue
            code = program.lines[line - 1].split("  #")[0].strip()
            silent = "accepts" if kind == "E" else "reveals nothing"
            cells = [program.name, code, *(silent if shown[c] is None else f"{shown[c]}" for c in CHECKERS)]
            rows.append("| " + " | ".join(_cell(cell) for cell in cells) + " |")
    return rows


def listed_rows(document: str) -> list[str]:
    """The rows of a Markdown text that speak of a program of the type tests."""
    return [line for line in document.splitlines() if re.match(r"\| `(accepted|rejected)/", line)]


def _cell(text: str) -> str:
    if text in ("accepts", "reveals nothing"):
        return text
    return "`" + text.replace("|", "\\|") + "`"


if __name__ == "__main__":
    print("| program | line | mypy | basedpyright |")
    print("| --- | --- | --- | --- |")
    for row in difference_rows(collect(PROGRAMS / "accepted") + collect(PROGRAMS / "rejected")):
        print(row)
