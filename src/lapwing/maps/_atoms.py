"""Atoms: what a polynomial of the map language is made of.

An atom is a symbol or a function applied to expressions. It carries a digest of its structure, computed from the
digests of its parts when it is made. So comparing, hashing and ordering look at one atom and never walk down into it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias, final

from typing_extensions import override

from lapwing.errors import ParameterNameError
from lapwing.maps._digest import blake2b
from lapwing.maps._function import Function, known

if TYPE_CHECKING:
    from lapwing.maps._expr import Expr

Key: TypeAlias = tuple[int, str, str, bytes]

# Expanded sizes are counted up to here. With sharing they can grow like 2^depth.
SIZE_CAP = 10**9
_SMALL = 40


class Atom:
    """A symbol or an application."""

    __slots__ = ("_hash", "_key", "digest", "free", "size")
    digest: bytes
    free: frozenset[str]
    """The names of the symbols inside."""
    size: int
    """The number of nodes when it is written out in full, up to a cap."""
    _hash: int
    _key: Key | None

    @property
    def key(self) -> Key:
        """The place in the canonical order: symbols by name, then applications by function, short text, digest."""
        raise NotImplementedError

    @override
    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Atom) and self.digest == other.digest)

    @override
    def __hash__(self) -> int:
        return self._hash


@final
class Symbol(Atom):
    """A name: a variable such as d_in, or a parameter such as scale."""

    __slots__ = ("name",)
    name: str

    def __init__(self, name: str) -> None:
        self.name = name
        self.digest = blake2b(b"symbol " + name.encode(), digest_size=32).digest()
        self._hash = int.from_bytes(self.digest[:7], "big")
        self._key = (0, name, "", b"")
        self.free = frozenset((name,))
        self.size = 1

    @property
    @override
    def key(self) -> Key:
        return (0, self.name, "", b"")

    @override
    def __repr__(self) -> str:
        return f"Symbol({self.name!r})"


@final
class Apply(Atom):
    """A function applied to expressions. Make one with `apply`, which simplifies first."""

    __slots__ = ("arguments", "function")
    function: Function
    arguments: tuple[Expr, ...]

    def __init__(self, function: Function, arguments: tuple[Expr, ...]) -> None:
        self.function = function
        self.arguments = arguments
        state = blake2b(b"apply " + function.name.encode() + b"\0", digest_size=32)
        size = 1
        for argument in arguments:
            state.update(argument.digest)
            size += argument.size
        self.digest = state.digest()
        self._hash = int.from_bytes(self.digest[:7], "big")
        self._key = None
        self.free = _all_free([argument.free for argument in arguments])
        self.size = min(size, SIZE_CAP)

    @property
    @override
    def key(self) -> Key:
        key = self._key
        if key is None:
            from lapwing.maps._text import atom_text  # printing is built on atoms

            text = atom_text(self) if self.size <= _SMALL else ""
            key = self._key = (1, self.function.name, text, self.digest)
        return key

    @override
    def __repr__(self) -> str:
        return f"<application of {self.function.name}>"


def _all_free(sets: list[frozenset[str]]) -> frozenset[str]:
    """Join sets of names. One set that holds all the others is used as it is, so that a long chain shares it."""
    largest = max(sets, key=len, default=frozenset[str]())
    return largest if all(names <= largest for names in sets) else largest.union(*sets)


@lru_cache(maxsize=4096)
def symbol_atom(name: str) -> Symbol:
    """Make a symbol, or reuse the one with this name."""
    if not name.isidentifier():
        raise ParameterNameError(name, "which is not an identifier")
    if known(name) or name == "if":
        raise ParameterNameError(name, "which is a function")
    return Symbol(name)
