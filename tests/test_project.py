"""Rules that hold for the whole source tree and for the wheel, each tested on a planted violation."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import final

import attrs
import pytest

import lapwing

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"

# A package imports only from those before it.
LAYERS = (
    *("_lazy", "errors", "exact", "maps", "arrays", "core", "domains", "metrics", "measures", "spaces", "sampling"),
    *("transformations", "measurements", "combinators", "laws", "cli", "mypy_plugin", "prelude"),
)
# These cost tens of milliseconds to import, so they wait until a function needs them.
HEAVY = {"numpy", "flint"}
HEAVY_HOMES = ("lapwing.arrays", "lapwing.exact._enclosure")
# Pseudo-random generators, and formats that run code when they are read.
FORBIDDEN_IMPORTS = {"random", "pickle", "marshal", "shelve", "cmath", "numpy.random"}
# What math computes exactly, or only inspects. All else there is libm: rounded, and to no stated direction.
EXACT_MATH = {
    *("gcd", "lcm", "isqrt", "comb", "perm", "factorial", "prod", "floor", "ceil", "trunc", "nextafter", "ulp"),
    *("frexp", "ldexp", "copysign", "fabs", "isnan", "isinf", "isfinite", "inf", "nan"),
}
NUMPY_LIBM = {
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "logaddexp", "logaddexp2", "sqrt", "cbrt"),
    *("power", "float_power", "sin", "cos", "tan", "arcsin", "arccos", "arctan", "arctan2", "sinh", "cosh"),
    *("tanh", "hypot", "random"),
}


@final
@attrs.frozen
class Module:
    """A module of the package: its dotted name, its syntax tree, and whether it is a package's __init__."""

    name: str
    tree: ast.Module
    is_package: bool = False

    @property
    def layer(self) -> str:
        """The package or module directly below lapwing; empty for lapwing itself."""
        return layer_of(self.name)


@final
@attrs.frozen
class Import:
    """One imported module: its full name, its line, and where the statement stands."""

    name: str
    line: int
    in_function: bool
    for_types: bool


def layer_of(name: str) -> str:
    """The part of a dotted name that follows lapwing, or an empty string."""
    return name.split(".")[1] if "." in name else ""


def is_within(name: str, package: str) -> bool:
    """Whether a dotted name is the package or lies inside it."""
    return name == package or name.startswith(package + ".")


def imports(module: Module) -> Iterator[Import]:
    """Every module that a module imports. `from a import b` gives both a and a.b, as b may be a module."""
    waiting: list[tuple[ast.AST, bool, bool]] = [(module.tree, False, False)]
    while waiting:
        node, in_function, for_types = waiting.pop()
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = module.name.split(".")
            kept = len(parts) - node.level + module.is_package if node.level else 0
            base = ".".join([*parts[:kept], *([node.module] if node.module else [])])
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            waiting += [(child, in_function, True) for child in node.body]
            waiting += [(child, in_function, for_types) for child in node.orelse]
            continue
        yield from (Import(name, getattr(node, "lineno", 0), in_function, for_types) for name in names)
        inside = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        waiting += [(child, inside, for_types) for child in ast.iter_child_nodes(node)]


# --- the rules: each gives a sentence for every violation -------------------------------------------------------------


def layering(module: Module) -> Iterator[str]:
    """A package imports only packages that come before it, even for types."""
    if module.layer and module.layer not in LAYERS:
        yield f"{module.name} is in no layer: add {module.layer} to LAYERS"
        return
    own = LAYERS.index(module.layer) if module.layer else -1
    for used in imports(module):
        if not is_within(used.name, "lapwing") or layer_of(used.name) not in LAYERS:
            continue
        if LAYERS.index(layer_of(used.name)) > own:
            yield f"{module.name}:{used.line} imports {used.name}, which comes after it"


def lazy_imports(module: Module) -> Iterator[str]:
    """NumPy, flint and the modules that hold them are imported inside functions, or for types only."""
    for used in imports(module):
        if used.in_function or used.for_types:
            continue
        if used.name.split(".")[0] in HEAVY and not any(is_within(module.name, home) for home in HEAVY_HOMES):
            yield f"{module.name}:{used.line} imports {used.name} at module level"
        for home in HEAVY_HOMES:
            if is_within(used.name, home) and not is_within(module.name, home):
                yield f"{module.name}:{used.line} imports {used.name} at module level"


def trusted_code(module: Module) -> Iterator[str]:
    """No pseudo-randomness, no pickles, no libm, no evaluation of text."""
    for used in imports(module):
        head, _, tail = used.name.rpartition(".")
        if any(is_within(used.name, name) for name in FORBIDDEN_IMPORTS):
            yield f"{module.name}:{used.line} imports {used.name}"
        elif (head == "math" and tail not in EXACT_MATH) or (head == "numpy" and tail in NUMPY_LIBM):
            yield f"{module.name}:{used.line} uses {used.name}"
    aliases = {
        alias.asname or alias.name.split(".")[0]: alias.name if alias.asname else alias.name.split(".")[0]
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Name) and node.id in ("eval", "exec", "__import__"):
            yield f"{module.name}:{node.lineno} uses {node.id}"
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = aliases.get(node.value.id)
            libm = (owner == "math" and node.attr not in EXACT_MATH) or (owner == "numpy" and node.attr in NUMPY_LIBM)
            if libm or (owner == "builtins" and node.attr in ("eval", "exec", "__import__")):
                yield f"{module.name}:{node.lineno} uses {owner}.{node.attr}"


def private_names(module: Module) -> Iterator[str]:
    """Inside a package every module is private; the package's __init__ says what is public."""
    if any(not part.startswith("_") for part in module.name.split(".")[2:]):
        yield f"{module.name} is inside a package, so its name starts with an underscore"


def docstrings(module: Module) -> Iterator[str]:
    """Every module says what it is for."""
    if not (ast.get_docstring(module.tree) or "").strip():
        yield f"{module.name} has no docstring"


def wheel_content(wheel: Path) -> Iterator[str]:
    """A wheel holds py.typed, every module of src, the licence, the right version, and nothing else."""
    version = re.escape(lapwing.__version__)
    wanted = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py")} | {"lapwing/py.typed"}
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = "".join(archive.read(name).decode() for name in names if name.endswith(".dist-info/METADATA"))
    yield from (f"the wheel lacks {name}" for name in sorted(wanted - names))
    info = re.compile(rf"lapwing-{version}\.dist-info/")
    yield from (f"the wheel has {name}" for name in sorted(names - wanted) if not info.match(name))
    if not any(name.endswith("/LICENSE") for name in names):
        yield "the wheel lacks the licence"
    if not re.search(rf"^Version: {version}$", metadata, re.MULTILINE):
        yield f"the wheel's version is not {lapwing.__version__}"


RULES: list[Callable[[Module], Iterator[str]]] = [layering, lazy_imports, trusted_code, private_names, docstrings]


def read_modules() -> list[Module]:
    """All modules of the package."""
    modules = []
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        modules.append(Module(name, ast.parse(path.read_text(encoding="utf-8")), is_package))
    return modules


@pytest.mark.parametrize("rule", RULES)
def test_source_keeps(rule: Callable[[Module], Iterator[str]]) -> None:
    """No module of the package breaks the rule."""
    modules = read_modules()
    assert "lapwing.errors" in [module.name for module in modules]
    assert [] == [sentence for module in modules for sentence in rule(module)]


CASES: list[tuple[Callable[[Module], Iterator[str]], str, str, int]] = [
    (layering, "lapwing.maps._expr", "from ..core import Space", 1),
    (layering, "lapwing.maps._expr", "from .. import core", 1),
    (layering, "lapwing.maps._expr", "import lapwing.prelude as dp", 1),
    (layering, "lapwing.maps._expr", "def f():\n    from lapwing.arrays import total", 1),
    (layering, "lapwing.maps._expr", "if TYPE_CHECKING:\n    from lapwing.core import Space", 1),
    (layering, "lapwing.novelty._x", "x = 1", 1),
    (layering, "lapwing", "from .errors import LapwingError", 1),
    (layering, "lapwing.maps._expr", "from ..errors import A\nfrom ._node import B\nfrom lapwing.exact import C", 0),
    (layering, "lapwing.prelude", "from .cli import main\nfrom lapwing import __version__", 0),
    (lazy_imports, "lapwing.core._space", "import numpy as np", 1),
    (lazy_imports, "lapwing.core._space", "class A:\n    from flint import arb", 1),
    (lazy_imports, "lapwing.core._space", "try:\n    import flint\nexcept ImportError:\n    pass", 1),
    (lazy_imports, "lapwing.core._space", "from ..arrays._sum import total", 1),
    (lazy_imports, "lapwing.exact._rounding", "from . import _enclosure", 1),
    (lazy_imports, "lapwing.core._space", "if TYPE_CHECKING:\n    import numpy\nelse:\n    import flint", 1),
    (lazy_imports, "lapwing.core._space", "def f():\n    import numpy\n    from ..arrays import total", 0),
    (lazy_imports, "lapwing.arrays._sum", "import numpy as np\nfrom ._grid import grid", 0),
    (lazy_imports, "lapwing.exact._enclosure", "from flint import arb", 0),
    (trusted_code, "lapwing.sampling._x", "import random", 1),
    (trusted_code, "lapwing.sampling._x", "from pickle import loads", 1),
    (trusted_code, "lapwing.sampling._x", "def f():\n    from numpy import random", 1),
    (trusted_code, "lapwing.sampling._x", "import numpy as np\nnp.random.normal()", 1),
    (trusted_code, "lapwing.sampling._x", "import math as m\nm.exp(1)", 1),
    (trusted_code, "lapwing.sampling._x", "from math import log", 1),
    (trusted_code, "lapwing.sampling._x", "import numpy as np\nnp.log1p(1)", 1),
    (trusted_code, "lapwing.sampling._x", "import numpy.linalg\nnumpy.exp(1)", 1),
    (trusted_code, "lapwing.sampling._x", "f = eval", 1),
    (trusted_code, "lapwing.sampling._x", "exec('x = 1')", 1),
    (trusted_code, "lapwing.sampling._x", "import math\nmath.gcd(1, 2)\nfrom math import isqrt\nx.exp()\nx.eval()", 0),
    (private_names, "lapwing.maps.expr", "", 1),
    (private_names, "lapwing.maps._parts.expr", "", 1),
    (private_names, "lapwing.maps._expr", "", 0),
    (docstrings, "lapwing.maps._expr", "x = 1", 1),
    (docstrings, "lapwing.maps._expr", "'''  '''", 1),
    (docstrings, "lapwing.maps._expr", "'''What it is for.'''", 0),
]


@pytest.mark.parametrize(("rule", "name", "code", "count"), CASES)
def test_rule_detects(rule: Callable[[Module], Iterator[str]], name: str, code: str, count: int) -> None:
    """Each rule reports its planted violations, and leaves alone what it allows."""
    found = list(rule(Module(name, ast.parse(code), is_package=name == "lapwing")))
    # `from a import b` names a and a.b: one statement, two sentences.
    assert count == len({sentence.split(" ")[0] for sentence in found}), found


# --- the wheel --------------------------------------------------------------------------------------------------------


def call(command: list[str], folder: Path) -> str:
    """What a command prints. A command that fails shows all its output."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that the source tree builds."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    call(command, ROOT)
    [built] = folder.glob("*.whl")
    return built


def test_wheel_content(wheel: Path) -> None:
    """The wheel holds the package, typed, and nothing else."""
    assert [] == list(wheel_content(wheel))


def test_installed_wheel_imports(wheel: Path, tmp_path: Path) -> None:
    """Installed in a fresh environment, with src out of the way, the prelude imports and py.typed is beside it."""
    venv.create(tmp_path / "env", with_pip=False, symlinks=os.name != "nt")
    paths = {"base": str(tmp_path / "env"), "platbase": str(tmp_path / "env")}
    site, scripts = Path(sysconfig.get_path("purelib", "venv", paths)), sysconfig.get_path("scripts", "venv", paths)
    python = str(Path(scripts, "python"))
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"]
    call([*install, str(wheel)], tmp_path)
    # The dependencies come from this environment. A path in a .pth file does not read that folder's own .pth files, so
    # an editable install of Lapwing stays out of sight.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    code = "import lapwing, lapwing.prelude; print(lapwing.__version__, lapwing.prelude.__file__)"
    version, file = call([python, "-I", "-c", code], tmp_path).strip().split(" ", 1)
    assert lapwing.__version__ == version
    assert site / "lapwing" == Path(file).parent
    assert (site / "lapwing" / "py.typed").exists()


@pytest.mark.parametrize(
    ("dropped", "added", "sentence"),
    [
        ("lapwing/py.typed", None, "the wheel lacks lapwing/py.typed"),
        ("lapwing/errors.py", None, "the wheel lacks lapwing/errors.py"),
        (None, "tests/test_x.py", "the wheel has tests/test_x.py"),
        (".dist-info/licenses/LICENSE", None, "the wheel lacks the licence"),
        (".dist-info/METADATA", None, f"the wheel's version is not {lapwing.__version__}"),
    ],
)
def test_wheel_rule_detects(dropped: str | None, added: str | None, sentence: str, wheel: Path, tmp_path: Path) -> None:
    """A wheel with a file missing or a file too many is reported."""
    spoilt = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as good, zipfile.ZipFile(spoilt, "w") as bad:
        for name in good.namelist():
            if dropped is None or not name.endswith(dropped):
                bad.writestr(name, good.read(name))
        if added is not None:
            bad.writestr(added, "")
    assert [sentence] == list(wheel_content(spoilt))
