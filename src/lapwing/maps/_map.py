"""Maps: from a distance going in to a bound on the distance coming out, as formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, cast, final

import attrs
from typing_extensions import TypeVar, override

from lapwing.errors import (
    FreeParameterError,
    MapSyntaxError,
    OutOfRangeError,
    ParameterNameError,
    UnknownParameterError,
)
from lapwing.exact import Number, ratio_up, read_parameter
from lapwing.maps._curve import Curve
from lapwing.maps._evaluate import Program, Run
from lapwing.maps._expr import Expr, constant, symbol
from lapwing.maps._param import RESERVED
from lapwing.maps._parse import parse_tuple
from lapwing.maps._poly import ONE
from lapwing.maps._quantity import CurveQuantity, Quantity, Reading, Scalar
from lapwing.maps._text import expression_text
from lapwing.maps._walk import substitute

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

QI = TypeVar("QI")
QO = TypeVar("QO")
QX = TypeVar("QX")


@final
@attrs.frozen(str=False)
class Map(Generic[QI, QO]):
    """A map from distances of type QI to distances of type QO.

    Free symbols that are neither names of the input nor a curve's variable are parameters.

    >>> from lapwing.maps import real_number, whole_number
    >>> halve = Map.parse("d_in/2", whole_number("d_in"), real_number("d_in"))
    >>> halve(3)
    1.5
    >>> halve.check(3, 1.5)
    True
    """

    input: Quantity[QI]
    output: Quantity[QO]
    outputs: tuple[Expr, ...]
    _program: list[Program] = attrs.field(init=False, factory=list, eq=False, repr=False)
    slope: tuple[int, int, bool] | None = attrs.field(init=False, eq=False, repr=False)
    """(n, d, whether the output is whole) if the map is n*d_in/d with one output, else None."""

    def __attrs_post_init__(self) -> None:
        if len(self.outputs) != len(self.output.parts):
            raise OutOfRangeError(
                "the map's outputs", expression_text(self.outputs), f"{len(self.output.parts)} in number"
            )
        slope = _slope(self.input, self.output, self.outputs)
        object.__setattr__(self, "slope", slope)
        if slope is None:
            # Were a map of (l0, l1, linf) to speak of d_in, a chain before it would take that for its own d_in.
            _refuse_names(self.parameters & RESERVED, self.input)

    @staticmethod
    def parse(text: str, input: Quantity[QI], output: Quantity[QO]) -> Map[QI, QO]:
        """Read a map from its text form.

        >>> from lapwing.maps import real_number, whole_number
        >>> Map.parse("3*d_in/2", whole_number("d_in"), real_number("epsilon"))(1)
        1.5
        """
        outputs = parse_tuple(text)
        if len(outputs) != len(output.parts):
            raise MapSyntaxError(text, 0, f"a tuple of {len(outputs)} where {len(output.parts)} belong")
        return Map(input, output, outputs)

    # --- evaluation ---------------------------------------------------------------------------------------------------

    def __call__(self, d_in: QI) -> QO:
        """Give the smallest d_out (a float, an int, or a tuple of them) that is not below the formula's value."""
        # The commonest map is n*d_in/d at an int. It takes integer arithmetic and nothing else.
        distance: Any = d_in
        if self.slope is not None and type(distance) is int and distance >= 0:
            n, d, whole = self.slope
            return cast(QO, -(-n * distance // d) if whole else ratio_up(n * distance, d))
        readings = self._read(d_in)
        self.demand_bound("the map's value")
        values = zip(self.output.parts, self._values(readings), strict=True)
        return self.output.join(tuple(part.write(value) for part, value in values))

    def exact(self, d_in: QI) -> tuple[Expr, ...]:
        """Give the exact value: one expression a part, without free symbols except a curve's variable.

        >>> from lapwing.maps import real_number
        >>> Map.parse("d_in*ln(2)", real_number("d_in"), real_number("d_in")).exact(3)
        (parse('3*ln(2)'),)
        """
        self.demand_bound("the map's value")
        return self.substituted(d_in)

    def substituted(self, d_in: QI) -> tuple[Expr, ...]:
        """Give the outputs with d_in in its place. Free parameters stay."""
        return self._substituted(self._read(d_in))

    def check(self, d_in: QI, d_out: QO) -> bool:
        """Tell whether the map at d_in is at most d_out, by exact comparison. What can't be decided counts as no.

        A float d_out stands for the larger of its dyadic number and its shortest decimal. So `check(d, map(d))` holds,
        and three releases at 0.1 fit a budget of 0.3. A map with a negative value certifies nothing: that is an error.
        """
        return self.is_within(d_in, d_out, refuse_negative=True)

    def is_within(self, d_in: QI, d_out: QO, *, refuse_negative: bool = False) -> bool:
        """Tell the same. A search for a parameter also tries values at which the formula is negative."""
        readings = self._read(d_in)
        limits = self.output.split(d_out, "d_out")
        limits = tuple(
            part.limit(value, _name(self.output, part, "d_out"))
            for part, value in zip(self.output.parts, limits, strict=True)
        )
        self.demand_bound("a check")
        for value, limit in zip(self._values(readings), limits, strict=True):
            if isinstance(limit, Curve):
                from lapwing.maps._order import curve_at_most

                if not curve_at_most(value, limit):
                    return False
            elif not value.at_most(limit):
                return False
            elif refuse_negative:
                value.refuse_negative()
        return True

    def many(self, values: Any) -> NDArray[np.float64]:
        """Evaluate at many d_in: a float array with the very numbers that single calls give."""
        from lapwing.maps._many import evaluate_many

        return evaluate_many(self, values)

    def _read(self, d_in: object) -> tuple[Reading, ...]:
        values = self.input.split(d_in, "d_in")
        parts = self.input.parts
        return tuple(
            part.read(value, _name(self.input, part, "d_in")) for part, value in zip(parts, values, strict=True)
        )

    def demand_bound(self, asked: str) -> None:
        """Raise FreeParameterError if a parameter is free."""
        if self.parameters:
            raise FreeParameterError(tuple(sorted(self.parameters)), asked)

    def _values(self, readings: tuple[Reading, ...]) -> list[Any]:
        """Evaluate: an Evaluation for each scalar part of the output, an expression for each curve."""
        if any(isinstance(part, CurveQuantity) for part in (*self.input.parts, *self.output.parts)):
            expressions = self._substituted(readings)
            return [
                expression if isinstance(part, CurveQuantity) else Run(Program((expression,), ()), ()).evaluation(0)
                for part, expression in zip(self.output.parts, expressions, strict=True)
            ]
        if not self._program:
            self._program.append(Program(self.outputs, self.input.names))
        run = Run(self._program[0], cast("tuple[Fraction, ...]", readings))
        return [run.evaluation(i) for i in range(len(self.outputs))]

    def _substituted(self, readings: tuple[Reading, ...]) -> tuple[Expr, ...]:
        expressions = [r.expression if isinstance(r, Curve) else constant(r) for r in readings]
        return substitute(self.outputs, dict(zip(self.input.names, expressions, strict=True)))

    # --- algebra ------------------------------------------------------------------------------------------------------

    @property
    def parameters(self) -> frozenset[str]:
        """The names of the free parameters."""
        free = frozenset[str]().union(*(e.free for e in self.outputs)) - frozenset(self.input.names)
        return free - {part.variable for part in self.output.parts if isinstance(part, CurveQuantity)} if free else free

    def then(self, other: Map[Any, QX]) -> Map[QI, QX]:
        """Give the map that applies this one first and `other` to its result. Parts meet by position.

        >>> from lapwing.maps import real_number
        >>> d = real_number("d_in")
        >>> str(Map.parse("2*d_in", d, d).then(Map.parse("d_in + 1", d, d)))
        '2*d_in + 1'
        """
        if len(other.input.parts) != len(self.outputs):
            raise OutOfRangeError("the next map's input", other.input.names, f"made of {len(self.outputs)} parts")
        if other.slope is None:
            _refuse_names(other.parameters.intersection(self.input.names), other.input)
        values: dict[str, Expr] = {}
        for part, expression, taker in zip(self.output.parts, self.outputs, other.input.parts, strict=True):
            values[taker.name] = expression
            if isinstance(part, CurveQuantity) and isinstance(taker, CurveQuantity):
                # A curve goes on in the variable of the map that takes it.
                values[taker.name] = Curve(part.variable, expression).renamed(taker.variable).expression
        return Map(self.input, other.output, substitute(other.outputs, values))

    def bind(self, values: Mapping[str, Number] | None = None, /, **named: Number) -> Map[QI, QO]:
        """Put numbers in the place of parameters. A float is read as the user typed it.

        >>> from lapwing.maps import real_number
        >>> d = real_number("d_in")
        >>> str(Map.parse("d_in/scale", d, d).bind(scale=0.5))
        '2*d_in'
        """
        numbers = {name: read_parameter(value, name) for name, value in {**(values or {}), **named}.items()}
        for name in numbers:
            if name not in self.parameters:
                raise UnknownParameterError(name, tuple(sorted(self.parameters)))
        return Map(self.input, self.output, substitute(self.outputs, {n: constant(x) for n, x in numbers.items()}))

    def inverse(self, d_out: QO) -> QI:
        """Give the largest d_in whose d_out is at most the one given: an int, or the largest float.

        >>> from lapwing.maps import real_number, whole_number
        >>> Map.parse("d_in/10", whole_number("d_in"), real_number("epsilon")).inverse(0.55)
        5
        """
        from lapwing.maps._inverse import inverse

        return inverse(self, d_out)

    def solve(self, d_in: QI, d_out: QO, *, integer: bool = False) -> Fraction:
        """Give the value of the one free parameter that makes the map at d_in meet d_out, on the private side.

        >>> from lapwing.maps import real_number, whole_number
        >>> Map.parse("d_in/scale", whole_number("d_in"), real_number("epsilon")).solve(1, 0.1)
        Fraction(10, 1)
        """
        from lapwing.maps._solve import solve

        return solve(self, d_in, d_out, integer=integer)

    def at_most(self, other: Map[QI, QO]) -> bool:
        """Tell whether this map is at most the other at every distance. Raises UndecidedError if no rule decides.

        >>> from lapwing.maps import real_number
        >>> d = real_number("d_in")
        >>> Map.parse("d_in^2/2", d, d).at_most(Map.parse("d_in^2 + 1", d, d))
        True
        """
        from lapwing.maps._order import map_at_most

        return map_at_most(self, other)

    # --- forms --------------------------------------------------------------------------------------------------------

    @override
    def __str__(self) -> str:
        return expression_text(self.outputs)

    @override
    def __repr__(self) -> str:
        return f"Map.parse({str(self)!r}, {self.input!r}, {self.output!r})"

    @override
    def __reduce__(self) -> tuple[Callable[[str], Map[Any, Any]], tuple[str]]:
        """Store the flat form: the nested one would recurse."""
        return (Map.from_json, (self.to_json(),))

    def latex(self) -> str:
        r"""Render as LaTeX.

        >>> from lapwing.maps import real_number
        >>> d = real_number("d_in")
        >>> print(Map.parse("d_in^2/(2*scale^2)", d, d).latex())
        \frac{d_{\mathrm{in}}^{2}}{2 \mathrm{scale}^{2}}
        """
        from lapwing.maps._latex import expression_latex

        return expression_latex(self.outputs)

    def to_json(self) -> str:
        """Store as JSON.

        >>> from lapwing.maps import real_number
        >>> d = real_number("d_in")
        >>> half = Map.parse("d_in/2", d, d)
        >>> Map.from_json(half.to_json()) == half
        True
        """
        from lapwing.maps._json import map_to_json

        return map_to_json(self)

    @staticmethod
    def from_json(text: str) -> Map[Any, Any]:
        """Read back what `to_json` wrote."""
        from lapwing.maps._json import map_from_json

        return map_from_json(text)


def identity_map(quantity: Quantity[QX]) -> Map[QX, QX]:
    """Give the map that changes nothing.

    >>> from lapwing.maps import real_number
    >>> str(identity_map(real_number("d_in")))
    'd_in'
    """
    return Map(quantity, quantity, tuple(map(symbol, quantity.names)))


def _refuse_names(names: frozenset[str], input: Quantity[Any]) -> None:
    """Refuse free parameters that would be taken for a distance."""
    if names:
        own = ", ".join(input.names)
        raise ParameterNameError(min(names), f"which names a distance that is not this map's ({own})")


def _name(quantity: Quantity[Any], part: Scalar[Any] | CurveQuantity, whole: str) -> str:
    return whole if len(quantity.parts) == 1 else part.name


def _slope(input: Quantity[Any], output: Quantity[Any], outputs: tuple[Expr, ...]) -> tuple[int, int, bool] | None:
    """Recognise n*d_in/d with one output."""
    if not isinstance(input, Scalar) or not isinstance(output, Scalar):
        return None
    above, below = outputs[0].numerator, outputs[0].denominator
    if len(above) != 1 or (below is not ONE and (len(below) != 1 or () not in below)):
        return None
    ((monomial, coefficient),) = above.items()
    if len(monomial) != 1 or monomial[0][1] != 1 or outputs[0].wild or monomial[0][0] != symbol(input.name).atom:
        return None
    if coefficient < 0:
        return None  # left to the way that refuses it
    return coefficient, below[()], output.whole
