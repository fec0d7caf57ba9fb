"""The stored form: JSON with a flat list of nodes, so that depth and sharing cost nothing.

Each node is one of
    ["symbol", name]
    ["apply", function, [node of each argument]]
    ["ratio", [term ...], [term ...]]     with term = [coefficient as text, [[node, exponent] ...]]
and refers only to nodes before it. Reading rebuilds every node with the language's own operations. Nothing is executed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lapwing.errors import LapwingError, MapStorageError
from lapwing.maps._atoms import Apply, Atom, Symbol
from lapwing.maps._expr import ZERO, Expr, constant, symbol
from lapwing.maps._function import function, known
from lapwing.maps._operations import add, apply, divide, multiply, power
from lapwing.maps._poly import Poly, sorted_terms
from lapwing.maps._quantity import Components, CurveQuantity, Quantity, Scalar
from lapwing.maps._walk import atoms_in_order

if TYPE_CHECKING:
    from lapwing.maps._map import Map

_VERSION = 1
_MOST_DIGITS = 4000


def to_json(expression: Expr) -> str:
    """Store an expression.

    >>> from lapwing.maps import parse
    >>> from_json(to_json(parse("d_in/2")))
    parse('d_in/2')
    """
    return _dump({"lapwing": "expression", "version": _VERSION, **_write((expression,))})


def from_json(text: str) -> Expr:
    """Read an expression that `to_json` stored."""
    outputs = _read(_load(text, "expression"))
    if len(outputs) != 1:
        raise MapStorageError("it holds several expressions")
    return outputs[0]


def map_to_json(stored: Map[Any, Any]) -> str:
    """Store a map with its quantities."""
    head = {"lapwing": "map", "version": _VERSION}
    quantities = {"input": _write_quantity(stored.input), "output": _write_quantity(stored.output)}
    return _dump({**head, **quantities, **_write(stored.outputs)})


def map_from_json(text: str) -> Map[Any, Any]:
    """Read a map that `map_to_json` stored."""
    from lapwing.maps._map import Map

    data = _load(text, "map")
    input, output = _read_quantity(data.get("input")), _read_quantity(data.get("output"))
    outputs = _read(data)
    if len(outputs) != len(output.parts):
        raise MapStorageError(f"it has {len(outputs)} outputs where {len(output.parts)} belong")
    try:
        return Map(input, output, outputs)
    except LapwingError as error:
        raise MapStorageError(f"its parts do not fit ({error})") from None


def _dump(data: dict[str, Any]) -> str:
    import json

    return json.dumps(data, separators=(",", ":"))


def _load(text: str, kind: str) -> dict[str, Any]:
    import json

    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise MapStorageError("it is not JSON") from None
    if not isinstance(data, dict) or data.get("lapwing") != kind:
        raise MapStorageError(f"it is not marked as a Lapwing {kind}")
    if data.get("version") != _VERSION:
        raise MapStorageError(f"its version is {data.get('version')!r} and not {_VERSION}")
    return data


def _write(expressions: tuple[Expr, ...]) -> dict[str, Any]:
    nodes: list[list[Any]] = []
    place: dict[Atom | Expr, int] = {}

    def terms(poly: Poly) -> list[Any]:
        return [[str(c), [[place[atom], e] for atom, e in monomial]] for monomial, c in sorted_terms(poly)]

    def put(key: Atom | Expr, node: list[Any]) -> int:
        nodes.append(node)
        place[key] = len(nodes) - 1
        return place[key]

    def node_of(expression: Expr) -> int:
        key: Atom | Expr = expression.atom or expression
        if key in place:
            return place[key]
        return put(key, ["ratio", terms(expression.numerator), terms(expression.denominator)])

    for atom in atoms_in_order(expressions):
        if isinstance(atom, Symbol):
            put(atom, ["symbol", atom.name])
        elif isinstance(atom, Apply):
            put(atom, ["apply", atom.function.name, [node_of(argument) for argument in atom.arguments]])
    outputs = [node_of(expression) for expression in expressions]
    return {"nodes": nodes, "outputs": outputs}


def _read(data: dict[str, Any]) -> tuple[Expr, ...]:
    built: list[Expr] = []
    for i, node in enumerate(_list(data.get("nodes"), "its nodes")):
        try:
            built.append(_read_node(_list(node, f"node {i}"), built, i))
        except MapStorageError:
            raise
        except LapwingError as error:
            raise MapStorageError(f"node {i} is impossible ({error})") from None
    return tuple(_earlier(place, built, "its outputs") for place in _list(data.get("outputs"), "its outputs"))


def _read_node(node: list[Any], built: list[Expr], i: int) -> Expr:
    where = f"node {i}"
    if len(node) == 2 and node[0] == "symbol" and isinstance(node[1], str):
        return symbol(node[1])
    if len(node) == 3 and node[0] == "apply":
        if not isinstance(node[1], str) or not known(node[1]):
            raise MapStorageError(f"{where} applies an unknown function {node[1]!r}")
        return apply(function(node[1]), tuple(_earlier(place, built, where) for place in _list(node[2], where)))
    if len(node) == 3 and node[0] == "ratio":
        return divide(_read_poly(node[1], built, where), _read_poly(node[2], built, where))
    raise MapStorageError(f"{where} is neither a symbol, an application nor a ratio")


def _read_poly(terms: Any, built: list[Expr], where: str) -> Expr:
    total = ZERO
    for term in _list(terms, where):
        if not isinstance(term, list) or len(term) != 2:
            raise MapStorageError(f"{where} has a broken term")
        value: Expr | None = None
        for factor in _list(term[1], where):
            if not isinstance(factor, list) or len(factor) != 2 or type(factor[1]) is not int or factor[1] < 1:
                raise MapStorageError(f"{where} has a broken factor")
            part = power(_earlier(factor[0], built, where), factor[1])
            value = part if value is None else multiply(value, part)
        number = constant(_integer(term[0], where))
        value = number if value is None else multiply(number, value) if term[0] != "1" else value
        total = value if total is ZERO else add(total, value)
    return total


def _integer(text: Any, where: str) -> int:
    digits = text.removeprefix("-") if isinstance(text, str) else ""
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _MOST_DIGITS:
        raise MapStorageError(f"{where} has a broken coefficient")
    return int(text)


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise MapStorageError(f"a list is missing in {where}")
    return value


def _earlier(place: Any, built: list[Expr], where: str) -> Expr:
    if type(place) is not int or not 0 <= place < len(built):
        raise MapStorageError(f"{where} refers to a node that does not come before")
    return built[place]


def _write_quantity(quantity: Quantity[Any]) -> list[Any]:
    if isinstance(quantity, Scalar):
        return ["whole" if quantity.whole else "real", quantity.name]
    if isinstance(quantity, CurveQuantity):
        return ["curve", quantity.name, quantity.variable]
    return ["components", [_write_quantity(part) for part in quantity.parts]]


def _read_quantity(data: Any) -> Quantity[Any]:
    if isinstance(data, list) and data and data[0] == "components" and len(data) == 2:
        parts = tuple(_read_part(part) for part in _list(data[1], "a quantity"))
        if len({part.name for part in parts}) == len(parts) > 0:
            return Components(parts)
    return _read_part(data)


def _read_part(data: Any) -> Scalar[Any] | CurveQuantity:
    if isinstance(data, list) and all(isinstance(x, str) for x in data):
        if len(data) == 2 and data[0] in ("whole", "real") and data[1].isidentifier():
            return Scalar(data[1], whole=data[0] == "whole")
        if len(data) == 3 and data[0] == "curve" and data[1].isidentifier() and data[2].isidentifier():
            return CurveQuantity(data[1], data[2])
    raise MapStorageError("it has a broken quantity")
