"""Reading the text form: an operator-precedence parser with its own stack, so depth costs no recursion.

statement  = { name "=" sum ";" } ( sum | "(" sum { "," sum } ")" )
sum        = [ "-" ] product { ( "+" | "-" ) product }
product    = factor { ( "*" | "/" ) factor }
factor     = [ "-" ] item [ "^" [ "-" ] integer ]
item       = number | name | function "(" sum { "," sum } ")" | "if" "(" condition "," sum "," sum ")" | "(" sum ")"
condition  = sum ( "<=" | "<" | "==" | ">=" | ">" ) sum
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias, final

from lapwing.errors import (
    ArityError,
    LapwingError,
    MapSyntaxError,
    OutOfRangeError,
    ParameterNameError,
    ZeroDivisorError,
)
from lapwing.maps._condition import Condition, choose, equal, less, less_equal
from lapwing.maps._expr import Expr, constant, symbol
from lapwing.maps._function import function, known
from lapwing.maps._operations import add, apply, divide, multiply, negate, power, subtract

# kind ("number", "name", "mark", "end"), text, position
_Token: TypeAlias = tuple[str, str, int]

_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "negate": 3}
_RELATIONS = ("<=", "<", "==", ">=", ">")
_MARKS = ("<=", ">=", "==", "**", "+", "-", "*", "/", "^", "(", ")", ",", ";", "=", "<", ">")
_MOST_DIGITS = 4000


def parse(text: str) -> Expr:
    """Read one expression.

    >>> parse("(d_in^2 - 1)/(2*d_in + 2)")
    parse('(d_in - 1)/2')
    """
    expressions = parse_tuple(text)
    if len(expressions) != 1:
        raise MapSyntaxError(text, 0, "a tuple where one expression belongs")
    return expressions[0]


def parse_tuple(text: str) -> tuple[Expr, ...]:
    """Read one expression, or a tuple of several.

    >>> parse_tuple("(d_in, d_in/2)")
    (parse('d_in'), parse('d_in/2'))
    """
    return _Parser(text).read()


@final
class _Frame:
    """An open parenthesis: what opened it, where, and what is inside so far."""

    __slots__ = ("arguments", "condition", "left", "name", "operators", "position", "relation", "values")

    def __init__(self, name: str, position: int) -> None:
        self.name = name  # a function, "if", "(" for a group, "" for the whole statement
        self.position = position
        self.values: list[Expr] = []
        self.operators: list[tuple[str, int]] = []
        self.arguments: list[Expr] = []
        self.relation = ""
        self.left: Expr | None = None
        self.condition: Condition | None = None


@final
class _Parser:
    __slots__ = ("_bindings", "_frames", "_text", "_tokens")

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _tokenise(text)
        self._bindings: dict[str, Expr] = {}
        self._frames: list[_Frame] = []

    def _fail(self, position: int, problem: str) -> MapSyntaxError:
        return MapSyntaxError(self._text, position, problem)

    def read(self) -> tuple[Expr, ...]:
        tokens = self._tokens
        if tokens[0][0] == "end":
            raise self._fail(0, "an empty text")
        i = 0
        while tokens[i][0] == "name" and tokens[i + 1][1] == "=":
            name, position = tokens[i][1:]
            if known(name) or name == "if" or name in self._bindings:
                raise self._fail(position, f"a second meaning for {name!r}")
            results, i = self._statement(i + 2)
            if len(results) != 1 or tokens[i][1] != ";":
                raise self._fail(tokens[i][2], "a missing ';' after a binding")
            self._bindings[name] = results[0]
            i += 1
        results, i = self._statement(i)
        if tokens[i][0] != "end":
            raise self._fail(tokens[i][2], f"a stray {tokens[i][1]!r}")
        return results

    def _statement(self, i: int) -> tuple[tuple[Expr, ...], int]:
        """Read from token i to the end or the next ';'. Give the results and the place of that token."""
        self._frames = [_Frame("", self._tokens[i][2])]
        operand = True  # an operand comes next, not an operator
        while True:
            kind, text, position = self._tokens[i]
            frame = self._frames[-1]
            if operand:
                i, operand = self._operand(i)
            elif text in ("^", "**"):
                i = self._exponent(i)
            elif text in ("+", "-", "*", "/"):
                self._reduce(frame, _PRECEDENCE[text])
                frame.operators.append((text, position))
                operand, i = True, i + 1
            elif text in _RELATIONS:
                self._relation(frame, text, position)
                operand, i = True, i + 1
            elif text == ",":
                self._argument(frame, position)
                operand, i = True, i + 1
            elif text == ")":
                results = self._close(frame, position)
                i += 1
                if results is not None:
                    return results, i
            elif kind == "end" or text == ";":
                if len(self._frames) > 1:
                    raise self._fail(frame.position, "an unbalanced parenthesis")
                return (self._finish(frame),), i
            else:
                raise self._fail(position, f"a stray {text!r}")

    def _operand(self, i: int) -> tuple[int, bool]:
        """Read a prefix or an operand. Give the next place, and whether an operand is still missing."""
        kind, text, position = self._tokens[i]
        frame = self._frames[-1]
        if kind == "number":
            frame.values.append(self._number(text, position))
            return i + 1, False
        if kind == "name":
            return self._name(i)
        if text == "-":
            frame.operators.append(("negate", position))
            return i + 1, True
        if text == "(":
            self._frames.append(_Frame("(", position))
            return i + 1, True
        raise self._fail(position, "a missing operand")

    def _name(self, i: int) -> tuple[int, bool]:
        _, name, position = self._tokens[i]
        if self._tokens[i + 1][1] == "(":
            if not known(name) and name != "if":
                raise self._fail(position, f"an unknown function {name!r}")
            self._frames.append(_Frame(name, position))
            return i + 2, True
        values = self._frames[-1].values
        if name in self._bindings:
            values.append(self._bindings[name])
        elif known(name) and function(name).arity == 0:
            values.append(apply(function(name), ()))
        else:
            try:
                values.append(symbol(name))
            except ParameterNameError:
                raise self._fail(position, f"a function {name!r} without arguments") from None
        return i + 1, False

    def _number(self, text: str, position: int) -> Expr:
        mantissa, _, exponent = text.lower().partition("e")
        if len(mantissa) > _MOST_DIGITS or len(exponent) > 5 or abs(int(exponent or 0)) > _MOST_DIGITS:
            raise self._fail(position, "a number that is too long")
        try:
            return constant(Fraction(text))
        except OutOfRangeError:
            raise self._fail(position, "a number that is too long") from None

    def _exponent(self, i: int) -> int:
        start = i
        i += 1
        negative = self._tokens[i][1] == "-"
        i += negative
        kind, text, position = self._tokens[i]
        if kind != "number" or not text.isdigit() or len(text) > _MOST_DIGITS:
            raise self._fail(position, "an exponent that is not an integer")
        if self._tokens[i + 1][1] in ("^", "**"):
            raise self._fail(self._tokens[i + 1][2], "a power of a power without parentheses")
        values = self._frames[-1].values
        try:
            values[-1] = power(values[-1], -int(text) if negative else int(text))
        except ZeroDivisorError:
            raise self._fail(self._tokens[start][2], "a division by zero") from None
        except OutOfRangeError:
            raise self._fail(position, "an exponent that is too long") from None
        return i + 1

    def _reduce(self, frame: _Frame, precedence: int) -> None:
        """Carry out the waiting operators that bind at least as tightly."""
        while frame.operators and _PRECEDENCE[frame.operators[-1][0]] >= precedence:
            name, position = frame.operators.pop()
            right = frame.values.pop()
            if name == "negate":
                frame.values.append(negate(right))
                continue
            left = frame.values.pop()
            if name == "+":
                frame.values.append(add(left, right))
            elif name == "-":
                frame.values.append(subtract(left, right))
            elif name == "*":
                frame.values.append(multiply(left, right))
            else:
                try:
                    frame.values.append(divide(left, right))
                except ZeroDivisorError:
                    raise self._fail(position, "a division by zero") from None

    def _finish(self, frame: _Frame) -> Expr:
        self._reduce(frame, 0)
        return frame.values.pop()

    def _relation(self, frame: _Frame, relation: str, position: int) -> None:
        if frame.name != "if" or frame.relation or frame.arguments or frame.condition:
            raise self._fail(position, f"a stray {relation!r}")
        frame.left, frame.relation = self._finish(frame), relation

    def _argument(self, frame: _Frame, position: int) -> None:
        """End an argument at a comma."""
        if frame.name == "" or (frame.name == "(" and len(self._frames) > 2):
            raise self._fail(position, "a stray ','")
        value = self._finish(frame)
        if frame.name == "if" and frame.condition is None:
            if frame.left is None:
                raise self._fail(position, "a missing comparison")
            frame.condition = _compare(frame.left, frame.relation, value)
        else:
            frame.arguments.append(value)

    def _close(self, frame: _Frame, position: int) -> tuple[Expr, ...] | None:
        """End a parenthesis. A tuple ends the statement."""
        if len(self._frames) == 1:
            raise self._fail(position, "an unbalanced parenthesis")
        if frame.name == "if" and frame.condition is None:
            raise self._fail(position, "a missing operand")
        arguments = (*frame.arguments, self._finish(frame))
        self._frames.pop()
        outer = self._frames[-1]
        if frame.name == "(":
            if len(arguments) == 1:
                outer.values.append(arguments[0])
                return None
            if outer.values or outer.operators:
                raise self._fail(frame.position, "a tuple inside an expression")
            return arguments
        try:
            outer.values.append(self._apply(frame, arguments))
        except ArityError as error:
            raise self._fail(frame.position, f"a wrong number of arguments ({error})") from None
        except LapwingError as error:
            raise self._fail(frame.position, f"an impossible value ({error})") from None
        return None

    def _apply(self, frame: _Frame, arguments: tuple[Expr, ...]) -> Expr:
        if frame.condition is None:
            return apply(function(frame.name), arguments)
        if len(arguments) != 2:
            raise ArityError("if", 3, 1 + len(arguments))
        return choose(frame.condition, *arguments)


def _compare(left: Expr, relation: str, right: Expr) -> Condition:
    if relation in ("<=", ">="):
        return less_equal(left, right) if relation == "<=" else less_equal(right, left)
    if relation in ("<", ">"):
        return less(left, right) if relation == "<" else less(right, left)
    return equal(left, right)


def _tokenise(text: str) -> list[_Token]:
    """Cut the text into tokens; two end marks, so that looking one token ahead is safe."""
    tokens: list[_Token] = []
    i, n = 0, len(text)
    while i < n:
        character = text[i]
        if character.isspace():
            i += 1
            continue
        start = i
        if character.isascii() and (character.isdigit() or character == "."):
            i = _number_end(text, i)
            if text[start:i] == ".":
                raise MapSyntaxError(text, start, "a stray '.'")
            tokens.append(("number", text[start:i], start))
        elif character.isidentifier():
            while i < n and _in_name(text[i]):
                i += 1
            tokens.append(("name", text[start:i], start))
        else:
            mark = next((mark for mark in _MARKS if text.startswith(mark, i)), None)
            if mark is None:
                raise MapSyntaxError(text, i, f"a stray character {character!r}")
            i += len(mark)
            tokens.append(("mark", mark, start))
    return [*tokens, ("end", "", n), ("end", "", n)]


def _in_name(character: str) -> bool:
    return ("a" + character).isidentifier()


def _number_end(text: str, i: int) -> int:
    def digits(i: int) -> int:
        while i < len(text) and text[i].isascii() and text[i].isdigit():
            i += 1
        return i

    i = digits(i)
    if text[i : i + 1] == ".":
        i = digits(i + 1)
    if text[i : i + 1] in ("e", "E"):
        sign = i + 1 + text.startswith(("+", "-"), i + 1)
        end = digits(sign)
        if end > sign:
            return end
    return i
