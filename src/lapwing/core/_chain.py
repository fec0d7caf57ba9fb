"""Chain: what transformations and measurements have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

import attrs

from lapwing.core._link import Call, Link, Parts, compose_maps, flatten, plain_number
from lapwing.errors import FreeParameterError, UnknownParameterError, UnreachedParameterError, UnsolvableError, shown

if TYPE_CHECKING:
    from fractions import Fraction
    from typing import Self

    from lapwing.exact import Number
    from lapwing.maps import Map


@attrs.frozen(eq=False, repr=False)
class Chain(ABC):
    """One link or many, joined with `>>`. A chain knows its links, its map and how it was built."""

    _parts: Parts

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """The parts of the chain, in order."""
        return flatten(self._parts)

    @cached_property
    def _map(self) -> Map[Any, Any]:
        return compose_maps(self.links)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the free parameters, sorted."""
        return tuple(sorted(self._map.parameters))

    @property
    def verified(self) -> bool:
        """Whether the law tests cover every link. A link that a user defined is taken on trust."""
        return all(link.verified for link in self.links)

    def explain(self) -> str:
        """The chain link by link: what each does, its spaces, its own map and the map so far."""
        from lapwing.core._explain import explain

        return explain(self.links)

    def bind(self, **values: Number) -> Self:
        """The chain with numbers for free parameters: the constructors that have them are called again."""
        from lapwing.exact import read_parameter

        return self._bind({name: read_parameter(value, name) for name, value in values.items()})

    def _solve(self, d_in: Any, d_out: Any) -> Self:
        declared = {name: param for link in self.links for name, param in link.call.params().items()}
        integer = any(param.integer for param in declared.values())
        value = self._map.solve(d_in, d_out, integer=integer)
        (name,) = self.parameters
        solved = self._bind({name: value})
        # Binding calls constructors again, and what they build is not bound to have the map that was solved.
        if solved._map.check(d_in, d_out):
            return solved
        raise UnsolvableError(f"{self._map} at most {shown(d_out)}", f"at {name} = {value} the chain has another map")

    def _bind(self, values: dict[str, Fraction]) -> Self:
        free = self.parameters
        for name in values:
            if name not in free:
                raise UnknownParameterError(name, free)
        bound = [self._bind_link(link, values) for link in self.links]
        parts: Parts = bound[0]
        for part in bound[1:]:
            parts = (parts, part)
        return self._rejoined(parts)

    def _bind_link(self, link: Link, values: dict[str, Fraction]) -> Parts:
        numbers = {name: plain_number(x) for name, x in values.items()}
        call = link.call.bind(numbers)
        if call is not link.call:
            built: Chain = call.make(*call.args, **call.kwargs)
            return built._parts
        unreached = sorted(name for name in values if link.map is not None and name in link.map.parameters)
        if unreached:
            # The map would say one number, the function would use another.
            raise UnreachedParameterError(unreached[0], str(link))
        return link

    @abstractmethod
    def _rejoined(self, parts: Parts) -> Self:
        """The same kind of chain over other links."""

    def _recorded(self, call: Call) -> Self:
        """The chain as the work of a constructor call; a chain of several links keeps the calls of its links."""
        if not isinstance(self._parts, Link):
            return self
        return self._rejoined(self._parts.recorded(call))

    def _run(self, data: Any, asked: str) -> Any:
        if any(link.map is not None and link.map.parameters for link in self.links):
            raise FreeParameterError(self.parameters, asked)
        for link in self.links:
            data = link.function(data)
        return data

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Chain):
            return NotImplemented
        pairs = zip(self.links, other.links, strict=False)
        return len(self.links) == len(other.links) and all(mine.same(theirs) for mine, theirs in pairs)

    def __hash__(self) -> int:
        return hash((type(self), *(link.call for link in self.links)))

    def __repr__(self) -> str:
        first = self.links[0]
        shown = [f"Space({first.input_domain!r}, {first.input_metric!r})", *map(str, self.links)]
        return " >> ".join(shown)
