"""Names in maps: a parameter is never taken for a distance, and a function never takes a name that is in use."""

from __future__ import annotations

import pytest

from lapwing.errors import FunctionNameError, MapStorageError, ParameterNameError
from lapwing.maps import Map, Param, Scalar, components, define_function, parse, real_number, whole_number

D_IN = whole_number("d_in")
TRIPLE = components(whole_number("l0"), whole_number("l1"), whole_number("linf"))
EPSILON = real_number("epsilon")


@pytest.mark.parametrize("text", ["d_in/2", "l0*d_in", "if(l1 <= 0, 0, d_in)"])
def test_a_map_speaks_of_its_own_distances_only(text: str) -> None:
    """A map of (l0, l1, linf) that says d_in is refused. A chain before it would take that for its own d_in."""
    with pytest.raises(ParameterNameError) as caught:
        Map.parse(text, TRIPLE, EPSILON)
    expected = (
        "a parameter can't be called 'd_in', which names a distance that is not this map's (l0, l1, linf): "
        "choose another name, such as 'scale'"
    )
    assert expected == str(caught.value)


def test_joining_two_maps_captures_no_parameter() -> None:
    """The same for a name that only the map before uses for a distance."""
    first: Map[int, float] = Map.parse("2*gap", Scalar[int]("gap", whole=True), EPSILON)
    second = Map.parse("d_in/gap", real_number("d_in"), EPSILON)
    assert second.parameters == {"gap"}
    with pytest.raises(ParameterNameError):
        first.then(second)


@pytest.mark.parametrize("name", ["d_in", "l2", "alpha", "delta", "rho", "renyi"])
def test_no_parameter_and_no_function_is_called_like_a_distance(name: str) -> None:
    """Every name that a metric or a measure of Lapwing uses."""
    with pytest.raises(ParameterNameError):
        Param(name)
    with pytest.raises(FunctionNameError):
        define_function(name, arity=1, enclose=lambda x: x)


def test_no_function_is_called_if() -> None:
    """Its text would be read as a choice."""
    with pytest.raises(FunctionNameError):
        define_function("if", arity=1, enclose=lambda x: x)


@pytest.mark.parametrize(
    ("input", "expression"),
    [
        ('["components",[["whole","l0"],["whole","l0"]]]', "l0"),
        ('["components",[]]', "l0"),
        ('["whole","exp"]', "l0"),
        ('["whole","l1"]', "l0"),
    ],
)
def test_a_stored_map_with_impossible_names_is_refused(input: str, expression: str) -> None:
    """Two parts of one name, none at all, the name of a function, and a distance of another map."""
    rest = f'"output":["whole","d_in"],"nodes":[["symbol","{expression}"]],"outputs":[0]'
    with pytest.raises(MapStorageError):
        Map.from_json(f'{{"lapwing":"map","version":1,"input":{input},{rest}}}')


def test_a_minimum_of_many_parts_keeps_every_name() -> None:
    """The names of all parts, however the minimum grew."""
    text = "".join(f"min(a{i}, " for i in range(300)) + "b" + ")" * 300
    assert {"b", *(f"a{i}" for i in range(300))} == parse(text).free
