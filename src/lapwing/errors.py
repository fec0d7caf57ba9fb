"""Every mistake that Lapwing reports, one class a kind.

Each error keeps what was expected and what came as fields, and its text ends with how to mend it. A text may show a
parameter, a type, a domain or a metric. It never shows a data value.
"""

from __future__ import annotations

from typing import final


class LapwingError(Exception):
    """The base of all errors that Lapwing raises on purpose."""


def shown(value: object) -> str:
    """The repr of a parameter or a distance. Python refuses to write out an integer of many thousand digits."""
    try:
        return repr(value)
    except ValueError:
        return f"{type(value).__name__}(...), of thousands of digits"


# --- numbers and parameters -------------------------------------------------------------------------------------------


@final
class NotANumberError(LapwingError, TypeError):
    """A parameter or distance is not an int, float, Fraction or Decimal."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(name, value)
        self.name, self.value = name, value

    def __str__(self) -> str:
        return f"{self.name} must be an int, float, Fraction or Decimal, but is {shown(self.value)}"


@final
class NonFiniteError(LapwingError, ValueError):
    """A parameter or distance is NaN or infinite."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(name, value)
        self.name, self.value = name, value

    def __str__(self) -> str:
        return f"{self.name} must be finite, but is {shown(self.value)}: give a number"


@final
class OutOfRangeError(LapwingError, ValueError):
    """A parameter lies outside the range that the constructor can serve."""

    def __init__(self, name: str, value: object, expected: str) -> None:
        super().__init__(name, value, expected)
        self.name, self.value, self.expected = name, value, expected

    def __str__(self) -> str:
        return f"{self.name} must be {self.expected}, but is {shown(self.value)}"


@final
class BoundsOrderError(LapwingError, ValueError):
    """The lower bound is above the upper bound."""

    def __init__(self, lower: object, upper: object) -> None:
        super().__init__(lower, upper)
        self.lower, self.upper = lower, upper

    def __str__(self) -> str:
        return (
            f"bounds are (lower, upper), but {shown(self.lower)} is above {shown(self.upper)}: "
            f"write bounds=({shown(self.upper)}, {shown(self.lower)})"
        )


@final
class CarrierError(LapwingError, TypeError):
    """A value of a parameter, such as a bound, is not of the domain's carrier type."""

    def __init__(self, name: str, value: object, carrier: type) -> None:
        super().__init__(name, value, carrier)
        self.name, self.value, self.carrier = name, value, carrier

    def __str__(self) -> str:
        return (
            f"{self.name} must be of type {self.carrier.__name__}, "
            f"but {shown(self.value)} is of type {type(self.value).__name__}"
        )


@final
class NotATypeError(LapwingError, TypeError):
    """The carrier of a domain is not a hashable type."""

    def __init__(self, carrier: object) -> None:
        super().__init__(carrier)
        self.carrier = carrier

    def __str__(self) -> str:
        return f"a carrier is a hashable type, such as int, float, bool or str, but this is {self.carrier!r}"


@final
class NotInferableError(LapwingError, TypeError):
    """No space can be read off a type."""

    def __init__(self, data_type: object) -> None:
        super().__init__(data_type)
        self.data_type = data_type

    def __str__(self) -> str:
        return (
            f"no space can be read off {self.data_type!r}: give space_of an atom such as int, list[int], "
            "list[float | None] or dict[str, int], or write Space(domain, metric)"
        )


@final
class PartError(LapwingError, TypeError):
    """A part of a domain, metric or measure is of the wrong kind."""

    def __init__(self, whole: str, part: str, value: object, expected: str) -> None:
        super().__init__(whole, part, value, expected)
        self.whole, self.part, self.value, self.expected = whole, part, value, expected

    def __str__(self) -> str:
        value = self.value.__name__ if isinstance(self.value, type) else repr(self.value)
        return f"the {self.part} of {self.whole} must be {self.expected}, but is {value}"


# --- distances --------------------------------------------------------------------------------------------------------


@final
class NegativeDistanceError(LapwingError, ValueError):
    """A distance is below zero."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__(name, value)
        self.name, self.value = name, value

    def __str__(self) -> str:
        return f"{self.name} is a distance and must not be negative, but is {shown(self.value)}"


@final
class DistanceTypeError(LapwingError, TypeError):
    """A distance has another type than its metric or measure declares."""

    def __init__(self, name: str, value: object, expected: str) -> None:
        super().__init__(name, value, expected)
        self.name, self.value, self.expected = name, value, expected

    def __str__(self) -> str:
        return f"{self.name} must be {self.expected}, but {shown(self.value)} is of type {type(self.value).__name__}"


@final
class InfiniteDistanceError(LapwingError, ValueError):
    """Two datasets are at no finite distance, or an integer distance would be infinite."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where

    def __str__(self) -> str:
        return f"{self.where} is infinite, and an integer can't hold that: use a metric with float distances"


# --- spaces and data --------------------------------------------------------------------------------------------------


@final
class DomainError(LapwingError, ValueError):
    """Data lie outside the declared domain. The text names the domain, never the data."""

    def __init__(self, domain: object, problem: str) -> None:
        super().__init__(domain, problem)
        self.domain, self.problem = domain, problem

    def __str__(self) -> str:
        return f"the data are not in {self.domain!r}: {self.problem}"


@final
class UnfitMetricError(LapwingError, TypeError):
    """A metric does not measure the data of a domain."""

    def __init__(self, metric: object, domain: object, remedy: str) -> None:
        super().__init__(metric, domain, remedy)
        self.metric, self.domain, self.remedy = metric, domain, remedy

    def __str__(self) -> str:
        return f"{self.metric!r} does not fit {self.domain!r}: {self.remedy}"


# --- chains -----------------------------------------------------------------------------------------------------------


@final
class RequirementError(LapwingError, TypeError):
    """A constructor needs a feature that its input space does not have."""

    def __init__(self, constructor: str, requirement: str, remedy: str) -> None:
        super().__init__(constructor, requirement, remedy)
        self.constructor, self.requirement, self.remedy = constructor, requirement, remedy

    def __str__(self) -> str:
        return f"{self.constructor} needs {self.requirement}: {self.remedy}"


@final
class DomainMismatchError(LapwingError, TypeError):
    """The left side of `>>` can put out data that the right side does not take in."""

    def __init__(self, left: object, right: object, feature: str, remedy: str) -> None:
        super().__init__(left, right, feature, remedy)
        self.left, self.right, self.feature, self.remedy = left, right, feature, remedy

    def __str__(self) -> str:
        return (
            f"the left side of >> puts out {self.left!r}, the right side takes in {self.right!r}: "
            f"they differ in {self.feature}; {self.remedy}"
        )


@final
class MetricMismatchError(LapwingError, TypeError):
    """The two sides of `>>` measure distance in different ways."""

    def __init__(self, left: object, right: object, remedy: str) -> None:
        super().__init__(left, right, remedy)
        self.left, self.right, self.remedy = left, right, remedy

    def __str__(self) -> str:
        return (
            f"the left side of >> measures with {self.left!r}, the right side with {self.right!r}: "
            f"both must use one metric; {self.remedy}"
        )


@final
class NotChainableError(LapwingError, TypeError):
    """Something that is neither a transformation, a measurement nor a `then_` stands right of `>>`."""

    def __init__(self, left: str, right: str, remedy: str) -> None:
        super().__init__(left, right, remedy)
        self.left, self.right, self.remedy = left, right, remedy

    def __str__(self) -> str:
        return f"{self.right} can't follow {self.left} in a chain: {self.remedy}"


# --- maps -------------------------------------------------------------------------------------------------------------


@final
class MapSyntaxError(LapwingError, ValueError):
    """The text is not an expression of the map language."""

    def __init__(self, text: str, position: int, problem: str) -> None:
        super().__init__(text, position, problem)
        self.text, self.position, self.problem = text, position, problem

    def __str__(self) -> str:
        marked = f"  {self.text}\n  {'^':>{self.position + 1}}"
        return f"this map can't be read, {self.problem} at character {self.position}:\n{marked}"


@final
class FreeParameterError(LapwingError, ValueError):
    """A chain or map with a free parameter was asked for a number or a release."""

    def __init__(self, names: tuple[str, ...], asked: str) -> None:
        super().__init__(names, asked)
        self.names, self.asked = names, asked

    def __str__(self) -> str:
        free = ", ".join(self.names)
        remedy = f"bind it with .bind({self.names[0]}=...) or .solve(d_in=..., d_out=...)"
        return f"{self.asked} needs a value for {free}: {remedy}"


@final
class UnknownParameterError(LapwingError, ValueError):
    """A value was given for a parameter that is not free."""

    def __init__(self, name: str, free: tuple[str, ...]) -> None:
        super().__init__(name, free)
        self.name, self.free = name, free

    def __str__(self) -> str:
        known = f"the free parameters are {', '.join(self.free)}" if self.free else "there is no free parameter"
        return f"{self.name} is not a free parameter: {known}"


@final
class UnreachedParameterError(LapwingError, ValueError):
    """A parameter stands in the map of a link, but the function of the link does not know it."""

    def __init__(self, name: str, link: str) -> None:
        super().__init__(name, link)
        self.name, self.link = name, link

    def __str__(self) -> str:
        return (
            f"{self.name} stands only in the map of {self.link}, and its function does not know it: write a "
            f"constructor make_x(input_domain, input_metric, {self.name}) that hands it to both, and chain with "
            "then(make_x)"
        )


@final
class FunctionError(LapwingError, RuntimeError):
    """A function that the user supplied raised an exception. Its text is kept out, for it may hold data."""

    def __init__(self, function: str, exception: str) -> None:
        super().__init__(function, exception)
        self.function, self.exception = function, exception

    def __str__(self) -> str:
        return (
            f"the function {self.function} raised {self.exception}: a function in a chain must not fail on any member "
            "of its domain, as a failure tells about the data"
        )


@final
class ZeroDivisorError(LapwingError, ZeroDivisionError):
    """An expression was divided by the expression 0."""

    def __init__(self, dividend: str) -> None:
        super().__init__(dividend)
        self.dividend = dividend

    def __str__(self) -> str:
        return f"{self.dividend} is divided by 0: guard the division with choose(condition, x, y)"


@final
class ArityError(LapwingError, TypeError):
    """A function of the map language got too many arguments or too few."""

    def __init__(self, function: str, expected: int | None, count: int) -> None:
        super().__init__(function, expected, count)
        self.function, self.expected, self.count = function, expected, count

    def __str__(self) -> str:
        expected = (
            "one or more arguments" if self.expected is None else f"{self.expected} argument{'s'[: self.expected != 1]}"
        )
        return f"{self.function} takes {expected}, but got {self.count}"


@final
class FunctionNameError(LapwingError, ValueError):
    """A new function of the map language has a name that it can't have."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(name, problem)
        self.name, self.problem = name, problem

    def __str__(self) -> str:
        wrong = f"{self.name!r}, which is {self.problem}"
        return f"a function of the map language can't be called {wrong}: choose another name"


@final
class ParameterNameError(LapwingError, ValueError):
    """A free parameter has a name that means something else."""

    def __init__(self, name: object, problem: str) -> None:
        super().__init__(name, problem)
        self.name, self.problem = name, problem

    def __str__(self) -> str:
        return f"a parameter can't be called {self.name!r}, {self.problem}: choose another name, such as 'scale'"


@final
class MapStorageError(LapwingError, ValueError):
    """The text is not the stored form of an expression or a map."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return f"this is not a stored map, {self.problem}: give the text that to_json wrote"


@final
class UnsolvableError(LapwingError, ValueError):
    """No value of the free parameter, or no distance, meets the demand."""

    def __init__(self, demand: str, reason: str) -> None:
        super().__init__(demand, reason)
        self.demand, self.reason = demand, reason

    def __str__(self) -> str:
        return f"{self.demand} has no solution: {self.reason}"


@final
class UndecidedError(LapwingError, ArithmeticError):
    """A comparison that no rule of the engine decides."""

    def __init__(self, left: str, right: str) -> None:
        super().__init__(left, right)
        self.left, self.right = left, right

    def __str__(self) -> str:
        question = f"whether {self.left} is at most {self.right} everywhere"
        return f"can't decide {question}: compare at one distance with check(d_in, d_out)"


# --- laws -------------------------------------------------------------------------------------------------------------


@final
class InvalidLawError(LapwingError, ValueError):
    """A finite law has a negative probability or does not sum to one."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem

    def __str__(self) -> str:
        return f"a law gives each outcome a probability, and they sum to 1: {self.problem}"


# --- sampling ---------------------------------------------------------------------------------------------------------


@final
class EntropyError(LapwingError, RuntimeError):
    """The source of randomness failed. Nothing was released."""

    def __init__(self, source: str, problem: str) -> None:
        super().__init__(source, problem)
        self.source, self.problem = source, problem

    def __str__(self) -> str:
        return (
            f"{self.source} gave no randomness ({self.problem}), so nothing was released: "
            "mend the source and ask again, the privacy budget is unspent"
        )
