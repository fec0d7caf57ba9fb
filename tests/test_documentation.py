"""Every Python block in README.md and docs/ runs.

The blocks of one file run in order and share their names, as a reader would type them. A block may hold statements or a
session with `>>>` prompts. A block that opens with ```` ```python raises=DomainError ```` must raise
that error.
"""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import final

import attrs
import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [path for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))] if path.exists()]

_FENCE = re.compile(
    r"^(?P<indent> *)(?P<ticks>`{3,})python\b[ ]*(?P<info>[^\n`]*)\n(?P<code>.*?)^ *(?P=ticks) *$", re.M | re.S
)


@final
class DocumentError(AssertionError):
    """A block of a document does not do what the document says."""


@final
@attrs.frozen
class Block:
    """A Python block: its code, the line of the document on which the code starts, and the error that it must raise."""

    code: str
    line: int
    raises: str | None


def blocks(text: str) -> list[Block]:
    """The Python blocks of a Markdown text, in order."""
    found = []
    for match in _FENCE.finditer(text):
        line = text.count("\n", 0, match.start("code")) + 1
        info = match["info"].strip()
        option = re.fullmatch(r"raises=(\w+)", info)
        if info and option is None:
            raise DocumentError(
                f"line {line - 1}: unknown option {info!r} of a python block; there is only raises=Name"
            )
        code = re.sub(rf"^ {{{len(match['indent'])}}}", "", match["code"], flags=re.M)
        found.append(Block(code, line, option[1] if option else None))
    return found


def run(text: str, name: str) -> None:
    """Run all blocks of a Markdown text, or raise at the first that fails, with the document's own line numbers."""
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks(text):
        where = f"{name}:{block.line}"
        try:
            if block.code.lstrip().startswith(">>>"):
                _run_session(block, names, where)
            else:
                # Blank lines in front make the traceback point into the document.
                exec(compile("\n" * (block.line - 1) + block.code, name, "exec"), names)
        except DocumentError:
            raise
        except Exception as error:
            if type(error).__name__ != block.raises:
                raise DocumentError(f"{where}: the block raises {type(error).__name__}: {error}") from error
        else:
            if block.raises is not None:
                raise DocumentError(f"{where}: the block does not raise {block.raises}")


def _run_session(block: Block, names: dict[str, object], where: str) -> None:
    test = doctest.DocTestParser().get_doctest(block.code, names, where, where, block.line - 1)
    report: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)  # get_doctest copies the names that it is given
    if runner.failures:
        raise DocumentError("".join(report))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_document_runs(document: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The document's Python blocks run from top to bottom in an empty folder."""
    monkeypatch.chdir(tmp_path)
    run(document.read_text(encoding="utf-8"), str(document.relative_to(ROOT)))


def fenced(*codes: str) -> str:
    """A document with a block for each code, each after a line of prose."""
    return "".join(f"Prose.\n```python\n{code}\n```\n" for code in codes)


@pytest.mark.parametrize(
    "text",
    [
        "No code at all.\n```text\n1 / 0\n```\n",
        fenced("x = 1", "assert x == 1"),
        fenced("x = 1", ">>> x + 1\n2\n>>> y = 5", "assert y == 5"),
        "```python raises=ZeroDivisionError\n1 / 0\n```\n",
        "1. item\n   ```python\n   if True:\n       x = 1\n   ```\n   ```python\n   assert x == 1\n   ```\n",
    ],
)
def test_good_documents_pass(text: str) -> None:
    """Blocks share their names, sessions and statements mix, and an announced error is no failure."""
    run(text, "good.md")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (fenced("x = 1", "assert x == 2"), r"bad\.md:7: the block raises AssertionError"),
        (fenced("1 +"), r"bad\.md:3: the block raises SyntaxError"),
        (fenced(">>> 1 + 1\n3"), r"line 3, in bad\.md:3(.|\n)*Expected:\n    3\nGot:\n    2"),
        ("```python raises=KeyError\nx = 1\n```\n", r"bad\.md:2: the block does not raise KeyError"),
        ("```python raises=KeyError\n1 / 0\n```\n", r"bad\.md:2: the block raises ZeroDivisionError"),
        ("```python notest\n1 / 0\n```\n", "line 1: unknown option 'notest'"),
    ],
)
def test_bad_documents_fail(text: str, message: str) -> None:
    """Each planted fault is reported with its line in the document."""
    with pytest.raises(DocumentError, match=message):
        run(text, "bad.md")
