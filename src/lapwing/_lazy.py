"""Names that are loaded when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_names(
    module: str, homes: Mapping[str, str], namespaces: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` for a module whose names live elsewhere (PEP 562).

    `homes` gives for each module the names that it has, parted by spaces, and `namespaces` for each name the module
    that it stands for. A name is looked up once; from then on it is an ordinary name of the module.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}
    public = sorted([*home_of, *namespaces])

    def load(name: str) -> object:
        if name in namespaces:
            value: object = import_module(namespaces[name])
        elif name in home_of:
            value = getattr(import_module(home_of[name]), name)
        else:
            raise AttributeError(f"module {module!r} has no attribute {name!r}", name=name, obj=sys.modules[module])
        setattr(sys.modules[module], name, value)
        return value

    return load, lambda: public, public
