"""A chain of a thousand links."""

from __future__ import annotations

import lapwing.prelude as dp
from lapwing.maps import Map

LINKS = 1000


def half_up(number: int) -> int:
    """A stable function with a map that does not collapse."""
    return number // 2 + 1


then_half = dp.then_user_transformation(dp.AtomDomain(int), dp.AbsoluteDistance(int), half_up, "floor(d_in/2) + 1")


def test_a_thousand_links_of_one_kind() -> None:
    """It builds, prints, explains, evaluates, compares and runs, in any grouping."""
    start = dp.space_of(int) >> dp.then_identity()
    chain = start
    for _ in range(LINKS):
        chain = chain >> then_half
    assert len(chain.links) == LINKS + 1
    assert chain.map(10**30) == 2
    assert chain(10**30) == 2
    assert repr(chain).count("half_up") == LINKS
    assert chain.explain().count("so far") == LINKS + 1
    text = str(chain.stability_map)
    assert Map.parse(text, chain.stability_map.input, chain.stability_map.output) == chain.stability_map

    right = dp.space_of(int) >> then_half
    for _ in range(LINKS - 1):
        right = (dp.space_of(int) >> then_half) >> right
    assert start >> right == chain
    assert (start >> right).stability_map == chain.stability_map


def test_a_thousand_links_whose_map_collapses() -> None:
    """The map of a thousand identities is d_in."""
    chain = dp.space_of(list[int]) >> dp.then_identity()
    for _ in range(LINKS):
        chain = chain >> dp.then_identity()
    assert str(chain.stability_map) == "d_in"
    assert list(chain([1, 2])) == [1, 2]
