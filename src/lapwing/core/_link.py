"""Link: one part of a chain, and the constructor call that made it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, final

import attrs

from lapwing.core._domain import Domain
from lapwing.core._metric import Metric
from lapwing.errors import DomainMismatchError, LapwingError, MetricMismatchError
from lapwing.maps import Expr, Param, constant, substitute

if TYPE_CHECKING:
    from lapwing.core._measure import Measure
    from lapwing.maps import Map

SPACE_ARGUMENTS = frozenset({"input_domain", "input_metric"})
MAP_ARGUMENTS = frozenset({"stability_map", "privacy_map"})


@final
@attrs.frozen(eq=False, repr=False)
class Call:
    """A constructor with its arguments: enough to print a part, to compare it, and to build it again."""

    make: Callable[..., Any]
    args: tuple[object, ...] = ()
    kwargs: Mapping[str, object] = attrs.field(factory=dict)

    @property
    def is_blank(self) -> bool:
        """Whether the part was built by hand, without a constructor."""
        return self.make is unrecorded

    def arguments(self) -> dict[str, object]:
        """Every argument by name, defaults included."""
        from inspect import signature

        bound = signature(self.make).bind(*self.args, **self.kwargs)
        bound.apply_defaults()
        return bound.arguments

    def own_arguments(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The arguments as they were given, without the input space."""
        args = self.args
        if args and isinstance(args[0], Domain):
            args = args[1:]
            if args and isinstance(args[0], Metric):
                args = args[1:]
        return args, {name: value for name, value in self.kwargs.items() if name not in SPACE_ARGUMENTS}

    def params(self) -> dict[str, Param]:
        """The free parameters among the arguments, by name."""
        return {value.name: value for value in (*self.args, *self.kwargs.values()) if isinstance(value, Param)}

    def bind(self, values: Mapping[str, Fraction | int]) -> Call:
        """The same call with numbers for parameters; the call itself if it has none of them."""
        names = self._positional_names()
        args = tuple(bind_argument(name, value, values) for name, value in zip(names, self.args, strict=True))
        kwargs = {name: bind_argument(name, value, values) for name, value in self.kwargs.items()}
        changed = any(a is not b for a, b in zip(args, self.args, strict=True)) or any(
            kwargs[name] is not self.kwargs[name] for name in kwargs
        )
        return Call(self.make, args, kwargs) if changed else self

    def _positional_names(self) -> list[str]:
        """The names of the arguments that were given by position; "" where the constructor has none."""
        if not self.args:
            return []
        from inspect import signature

        names = list(signature(self.make).parameters)[: len(self.args)]
        return names + [""] * (len(self.args) - len(names))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Call):
            return NotImplemented
        if self.make is not other.make:
            return False
        alike = self.args == other.args and self.kwargs == other.kwargs
        return alike or self.arguments() == other.arguments()

    def __hash__(self) -> int:
        return hash(self.make)

    def __repr__(self) -> str:
        """As the right side of `>>`: `then_clamp((0, 120))`."""
        return call_text(self.make, *self.own_arguments())


def unrecorded(*_: object) -> Any:
    """Stands for the constructor of a part that was built by hand."""
    raise LapwingError("this part was built without a constructor, so it can't be built again: use @constructor")


def call_text(make: Callable[..., Any], args: Iterable[object], kwargs: Mapping[str, object]) -> str:
    """`then_clamp((0, 120))` for make_clamp and its arguments."""
    shown = [value_text(value) for value in args]
    shown += [f"{name}={value_text(value)}" for name, value in kwargs.items()]
    return f"{then_name(make)}({', '.join(shown)})"


def then_name(make: Callable[..., Any]) -> str:
    """`then_clamp` for make_clamp."""
    name = value_text(make)
    return f"then_{name.removeprefix('make_')}" if name.startswith("make_") else name


def value_text(value: object) -> str:
    """The repr of an argument, with the bare name of a function or class."""
    if isinstance(value, type) or (callable(value) and hasattr(value, "__name__")):
        return str(getattr(value, "__name__", value))
    return repr(value)


def bind_argument(name: str, value: object, values: Mapping[str, Fraction | int]) -> object:
    """A number in the place of a parameter; an expression with numbers put in; anything else as it is.

    A map is left alone: its numbers must be those of the function beside it, which does not see them here.
    """
    if isinstance(value, Param):
        return values.get(value.name, value)
    if isinstance(value, Expr) and name not in MAP_ARGUMENTS:
        bound = substitute((value,), {parameter: constant(number) for parameter, number in values.items()})[0]
        return bound if bound.rational is None else plain_number(bound.rational)
    return value


def plain_number(number: Fraction) -> Fraction | int:
    """A whole number as an int."""
    return int(number) if number.denominator == 1 else number


@final
@attrs.frozen(eq=False)
class Link:
    """One part of a chain: a function, its map, and where it comes from."""

    call: Call
    function: Callable[[Any], Any]
    map: Map[Any, Any] | None  # None for post-processing, which costs nothing
    input_domain: Domain[Any] | None = None
    input_metric: Metric[Any] | None = None
    output_domain: Domain[Any] | None = None
    output_metric: Metric[Any] | None = None
    output_measure: Measure[Any] | None = None
    verified: bool | None = None  # None until a constructor vouches for it

    def __str__(self) -> str:
        """As the right side of `>>`: `then_clamp((0, 120))`, or the name of a function for post-processing."""
        return value_text(self.call.make) if self.map is None else repr(self.call)

    def same(self, other: Link) -> bool:
        """Whether two links do the same: the same call with the same map. Without a call, only a link itself is."""
        if self is other:
            return True
        return not self.call.is_blank and self.call == other.call and self.map == other.map

    def recorded(self, call: Call) -> Link:
        """The same link as the work of a constructor call."""
        # Every link is made this way, so the copy is spelled out: `attrs.evolve` takes thrice the time.
        return Link(
            call,
            self.function,
            self.map,
            self.input_domain,
            self.input_metric,
            self.output_domain,
            self.output_metric,
            self.output_measure,
            # The laws run over the library's own constructors, so these vouch for what they make.
            True if self.verified is None and call.make.__module__.startswith("lapwing.") else self.verified,
        )


Parts: TypeAlias = "Link | tuple[Parts, Parts]"
"""The links of a chain as a tree of joins, so that a join costs the same however long its sides are."""


def flatten(parts: Parts) -> tuple[Link, ...]:
    """The links in order."""
    links: list[Link] = []
    stack = [parts]
    while stack:
        part = stack.pop()
        if isinstance(part, Link):
            links.append(part)
        else:
            stack += (part[1], part[0])
    return tuple(links)


def compose_maps(links: Iterable[Link]) -> Map[Any, Any]:
    """The map of a chain. The fold goes over the flat links, so grouping can't show in the result."""
    maps = [link.map for link in links if link.map is not None]
    composed = maps[0]
    for following in maps[1:]:
        composed = composed.then(following)
    return composed


def check_join(
    output_domain: Domain[Any], output_metric: Metric[Any], input_domain: Domain[Any], input_metric: Metric[Any]
) -> None:
    """Refuse a join whose right side can't take what the left side puts out."""
    if output_domain is not input_domain:
        mismatch = output_domain.mismatch(input_domain)
        if mismatch is not None:
            raise DomainMismatchError(output_domain, input_domain, mismatch.feature, mismatch.remedy)
    if output_metric is not input_metric and output_metric != input_metric:
        raise MetricMismatchError(
            output_metric, input_metric, "start the right side from the left side's metric, or write >> then_x(...)"
        )
