"""The explanation of a chain, link by link."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lapwing.core._link import Link
    from lapwing.maps import Map

# A longer formula helps no reader. And were each link of a long chain to show all of it, the explanation would grow
# with the square of the chain's length.
MOST_NODES = 200


def explain(links: Iterable[Link]) -> str:
    """What each link does, the space it leads to, its own map and the map so far."""
    lines: list[str] = []
    so_far = None
    for number, link in enumerate(links, start=1):
        if not lines:
            lines.append(f"from {link.input_domain!r}, {link.input_metric!r}")
        lines.append(f"{number}. {link}{purpose(link)}")
        if link.map is None:
            lines.append("     post-processing: costs nothing")
            continue
        so_far = link.map if so_far is None else so_far.then(link.map)
        lines.append(f"     to       {destination(link)}")
        lines.append(f"     map      {map_text(link.map)}")
        lines.append(f"     so far   {map_text(so_far)}")
        if not link.verified:
            lines.append("     UNVERIFIED: this map is the author's claim, no law of Lapwing checks it")
    return "\n".join(lines)


def map_text(shown: Map[Any, Any]) -> str:
    """The formula of a map, or its size where it is long."""
    nodes = sum(expression.size for expression in shown.outputs)
    return str(shown) if nodes <= MOST_NODES else f"a formula of {nodes:,} nodes, too long to show here: print the map"


def purpose(link: Link) -> str:
    """The first sentence of the constructor's docstring."""
    sentence = (link.call.make.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return f": {sentence}" if sentence and link.map is not None else ""


def destination(link: Link) -> str:
    """The space or the measure that a link leads to."""
    if link.output_measure is not None:
        return f"a release, its loss in {link.output_measure!r}"
    return f"{link.output_domain!r}, {link.output_metric!r}"
