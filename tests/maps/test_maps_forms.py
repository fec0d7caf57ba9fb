"""The LaTeX form and the stored form."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from map_strategies import expressions

from lapwing.errors import MapStorageError
from lapwing.maps import Expr, Map, components, from_json, parse, real_number, to_json, whole_number
from lapwing.maps._quantity import CurveQuantity


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("d_in/2", r"\frac{d_{\mathrm{in}}}{2}"),
        ("-d_in/2", r"-\frac{d_{\mathrm{in}}}{2}"),
        ("d_in*ln(241/240)", r"d_{\mathrm{in}} \, \ln\left(\frac{241}{240}\right)"),
        ("floor(d_in/2)^2", r"\left(\left\lfloor \frac{d_{\mathrm{in}}}{2} \right\rfloor\right)^{2}"),
        (
            "if(d_in <= 0, 0, inf)",
            r"\begin{cases} 0 & \text{if } d_{\mathrm{in}} \le 0 \\ \infty & \text{otherwise} \end{cases}",
        ),
        ("sqrt(l0*linf)", r"\sqrt{\ell_{0} \ell_{\infty}}"),
        ("max(epsilon, delta, alpha)", r"\max\left(\alpha, \delta, \varepsilon\right)"),
        ("rho^2*scale_2 + x", r"\rho^{2} \mathrm{scale}_{2} + x"),
        ("1 - exp(-l1)", r"1 - \exp\left(-\ell_{1}\right)"),
        ("my_size + 2*hold(x + 1)", r"\mathrm{my\_size} + 2 \, \left(x + 1\right)"),
        ("if(1/x < 0, 1, 2)", r"\begin{cases} 1 & \text{if } \frac{1}{x} < 0 \\ 2 & \text{otherwise} \end{cases}"),
    ],
)
def test_latex(text: str, expected: str) -> None:
    """Snapshots of how formulas are set."""
    assert expected == parse(text).latex()


def test_latex_of_a_tuple() -> None:
    """A map with several parts is a tuple."""
    pair = components(real_number("epsilon"), real_number("delta"))
    loss = Map.parse("(d_in, d_in/2)", real_number("d_in"), pair)
    assert r"\left(d_{\mathrm{in}}, \frac{d_{\mathrm{in}}}{2}\right)" == loss.latex()


@given(expressions)
def test_the_stored_form_reads_back_to_the_same_expression(e: Expr) -> None:
    """For any expression with any function."""
    assert e == from_json(to_json(e))


def test_the_stored_form_is_flat_and_versioned() -> None:
    """A list of nodes, each built from those before it."""
    expected = {
        "lapwing": "expression",
        "version": 1,
        "nodes": [
            ["symbol", "d_in"],
            ["ratio", [["1", [[0, 1]]]], [["2", []]]],
            ["apply", "floor", [1]],
            ["ratio", [["3", [[2, 2]]], ["-1", []]], [["1", []]]],
        ],
        "outputs": [3],
    }
    assert expected == json.loads(to_json(parse("3*floor(d_in/2)^2 - 1")))


@pytest.mark.parametrize(
    "stored",
    [
        Map.parse("d_in/scale", whole_number("d_in"), real_number("d_in")),
        Map.parse("2*d_in", whole_number("d_in"), whole_number("d_out")),
        Map.parse(
            "(l0 + l1, exp(-linf))",
            components(whole_number("l0"), real_number("l1"), real_number("linf")),
            components(real_number("epsilon"), real_number("delta")),
        ),
        Map.parse("alpha*d_in", real_number("d_in"), CurveQuantity("d_out", "alpha")),
    ],
)
def test_a_map_reads_back_with_its_quantities(stored: Map[object, object]) -> None:
    """From JSON, and from its repr."""
    assert stored == Map.from_json(stored.to_json())
    names = {"Map": Map, "Scalar": type(real_number("x")), "CurveQuantity": CurveQuantity}
    names["Components"] = type(components(real_number("x"), real_number("y")))
    assert stored == eval(repr(stored), names)


def expression_with(*nodes: object, outputs: object = (0,)) -> str:
    """Write a stored expression with any nodes."""
    return json.dumps({"lapwing": "expression", "version": 1, "nodes": list(nodes), "outputs": outputs})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is not JSON"),
        ("[" * 100000, "it is not JSON"),
        ("[]", "it is not marked as a Lapwing expression"),
        ('{"lapwing":"map"}', "it is not marked as a Lapwing expression"),
        ('{"lapwing":"expression","version":2}', "its version is 2 and not 1"),
        ('{"lapwing":"expression","version":1}', "a list is missing in its nodes"),
        (expression_with(), "its outputs refers to a node that does not come before"),
        (expression_with(["symbol", 3]), "node 0 is neither a symbol, an application nor a ratio"),
        (
            expression_with(["symbol", "a b"]),
            "node 0 is impossible (a parameter can't be called 'a b', which is not an ",
        ),
        (expression_with(["apply", "system", []]), "node 0 applies an unknown function 'system'"),
        (expression_with(["apply", "floor", [0]]), "node 0 refers to a node that does not come before"),
        (expression_with(["apply", "floor", []]), "node 0 is impossible (floor takes 1 argument, but got 0)"),
        (expression_with(["ratio", [["1", []]], []]), "node 0 is impossible (1 is divided by 0"),
        (expression_with(["ratio", [["x", []]], [["1", []]]]), "node 0 has a broken coefficient"),
        (expression_with(["ratio", [["9" * 5000, []]], [["1", []]]]), "node 0 has a broken coefficient"),
        (expression_with(["symbol", "x"], ["ratio", [["1", [[0, -1]]]], []]), "node 1 has a broken factor"),
        (expression_with(["symbol", "x"], ["ratio", [["1"]], []]), "node 1 has a broken term"),
        (expression_with(["symbol", "x"], outputs=[True]), "its outputs refers to a node that does not come before"),
        (expression_with(["symbol", "x"], outputs=[0, 0]), "it holds several expressions"),
    ],
)
def test_a_broken_store_is_refused(text: str, problem: str) -> None:
    """Every fault has its text, and nothing is executed."""
    with pytest.raises(MapStorageError) as caught:
        from_json(text)
    assert caught.value.problem.startswith(problem)
    assert str(caught.value).startswith(f"this is not a stored map, {problem}")
    assert str(caught.value).endswith(": give the text that to_json wrote")


@pytest.mark.parametrize(
    "quantity", [None, [], ["real"], ["real", 3], ["real", "a b"], ["components", [["whole"]]], ["components"]]
)
def test_a_broken_quantity_is_refused(quantity: object) -> None:
    """The quantities of a map are checked like its expressions."""
    data = json.loads(Map.parse("d_in", real_number("d_in"), real_number("d_in")).to_json())
    with pytest.raises(MapStorageError) as caught:
        Map.from_json(json.dumps({**data, "input": quantity}))
    assert "it has a broken quantity" == caught.value.problem
