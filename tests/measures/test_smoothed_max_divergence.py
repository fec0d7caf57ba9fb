"""SmoothedMaxDivergence, the privacy profile, against all events."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from finite_laws import Laws, channels, events, law, mass, processed, randomised_response, two_laws
from hypothesis import given, settings
from hypothesis import strategies as st

from lapwing.errors import DistanceTypeError, FreeParameterError
from lapwing.maps import Curve, ln, parse, substitute
from lapwing.measures import Approximate, MaxDivergence, SmoothedMaxDivergence

PROFILE = SmoothedMaxDivergence()
P, Q = law(3, 1), law(1, 3)  # two coins: δ(ε) = max(0, 3/4 − e^ε/4) for ε >= 0


def curve(text: str) -> Curve:
    """A curve in ε."""
    return Curve("epsilon", parse(text))


@settings(max_examples=60)
@given(two_laws(most=8), st.fractions(Fraction(1, 8), 20, max_denominator=50))
def test_events(laws: Laws, scale: Fraction) -> None:
    """At e^ε = scale, δ is the largest P(E) − scale·Q(E) over all events, exactly; ε may be negative."""
    p, q = laws
    expected = max(mass(p, event) - scale * mass(q, event) for event in events(p))
    (found,) = substitute((PROFILE.divergence(p, q).expression,), {"epsilon": ln(scale)})
    assert expected == found.rational


@settings(max_examples=60)
@given(two_laws(), st.fractions(0, 4, max_denominator=64))
def test_is_approximate_privacy(laws: Laws, epsilon: Fraction) -> None:
    """The profile at ε is the δ of (ε, δ)-DP."""
    _, delta = Approximate(MaxDivergence()).divergence(*laws, epsilon)
    assert delta == PROFILE.divergence(*laws)(epsilon)


@pytest.mark.parametrize(
    ("p", "q", "expected"),
    [
        (P, Q, "max(0, (1 - 3*exp(epsilon))/4) + max(0, (3 - exp(epsilon))/4)"),
        (law(1), law(1), "max(0, 1 - exp(epsilon))"),
        ({"a": 1}, {"b": 1}, "1"),
        (law(1, 1), law(1, 0), "(2*max(0, (1 - 2*exp(epsilon))/2) + 1)/2"),
        (law(1, 0), law(1, 1), "max(0, (2 - exp(epsilon))/2)"),
    ],
)
def test_texts(p: Any, q: Any, expected: str) -> None:
    """The profile is an expression that prints and parses."""
    assert expected == str(PROFILE.divergence(p, q).expression)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("inf", True),
        ("1/2", True),
        ("0.499", False),
        ("max(0, 3/4 - exp(epsilon)/4)", True),  # the profile itself, written in another way
        ("max(0, 3/4 - exp(epsilon)/3.99)", False),
        ("max(0, 0.74 - exp(epsilon)/4)", False),
        ("max(0, 1 - exp(epsilon)/3)", True),  # above, and touching where the profile ends
        ("max(0, 1 - exp(epsilon)/2.9)", False),
        ("max(0, 0.6 - exp(epsilon)/10, 0.7 - exp(epsilon)/5)", True),
        ("max(0, 0.5 - exp(epsilon)/10, 0.7 - exp(epsilon)/5)", True),
        ("max(0, 0.5 - exp(epsilon)/4, 0.7 - exp(epsilon)/4)", False),
        ("max(0, 5/4 - exp(epsilon)/2, 9/20 - exp(epsilon)/10)", True),  # touching where two lines cross
        ("max(0, 5/4 - exp(epsilon)/2, 0.449 - exp(epsilon)/10)", False),
        ("exp(epsilon)/2", True),
        ("exp(epsilon)/2.01", False),
        ("3/4 - exp(epsilon)/4", False),  # below 0 in the end
        ("min(1/2, max(0, 1 - exp(epsilon)/3))", True),
        ("min(0.4, max(0, 1 - exp(epsilon)/3))", False),
        ("0", False),
    ],
)
def test_within(text: str, expected: bool) -> None:
    """Constants, lines in e^ε and their minima and maxima are compared exactly, even where they touch."""
    assert expected == PROFILE.within(P, Q, curve(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("exp(-epsilon)", True),
        ("exp(-epsilon)/2.1", False),
        ("1/(1 + epsilon)", True),
        ("1/(2.1 + epsilon)", False),
        ("exp(-epsilon)*0.6", True),
        ("exp(-3*epsilon)*0.6", False),
    ],
)
def test_within_by_intervals(text: str, expected: bool) -> None:
    """Any other curve is compared on intervals, if there is room."""
    assert expected == PROFILE.within(P, Q, curve(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1/2", True),
        ("0.49", False),
        ("1/2 + exp(-epsilon)", True),
        ("1/3 + exp(-epsilon)", False),
        ("exp(-epsilon)", False),
        ("max(0, 2 - exp(epsilon))", False),
    ],
)
def test_within_where_the_profile_never_ends(text: str, expected: bool) -> None:
    """An outcome that q never gives keeps δ above its probability, however large ε is."""
    assert expected == PROFILE.within(law(1, 1), law(1, 0), curve(text))


@settings(max_examples=60)
@given(two_laws(most=5), two_laws(most=5))
def test_within_agrees_with_points(laws: Laws, others: Laws) -> None:
    """A profile is below the line through two points above it if and only if it is so at its corners."""
    p, q = laws
    a, b = others[0][0] + Fraction(1, 7), others[1][0] / 2
    line = Curve("epsilon", parse("exp(epsilon)") * -b + a)
    ratios = [p[x] / q[x] for x in p if q[x] and p[x] > q[x]]
    points = [(scale, max(mass(p, e) - scale * mass(q, e) for e in events(p))) for scale in (Fraction(1), *ratios)]
    touching = all(delta <= a - b * scale for scale, delta in points)
    # Beyond its last corner the profile is flat, so a line that falls crosses it in the end.
    assert (p == q or (touching and b == 0)) == PROFILE.within(p, q, line)


@given(two_laws())
def test_within_its_own(laws: Laws) -> None:
    """A profile is within itself."""
    assert PROFILE.within(*laws, PROFILE.divergence(*laws))


@settings(max_examples=40)
@given(two_laws(most=4), st.data(), st.sampled_from([0, 0.5, 2]))
def test_post_processing(laws: Laws, data: st.DataObject, epsilon: float) -> None:
    """No randomised function of the outcome increases any δ."""
    p, q = laws
    channel = data.draw(channels(len(p)))
    before, after = PROFILE.divergence(p, q), PROFILE.divergence(processed(p, channel), processed(q, channel))
    assert after(epsilon) <= before(epsilon)


def test_randomised_response() -> None:
    """Randomised response has the largest profile of all ε-DP mechanisms: (e − e^ε)/(e + 1) at ε = 1."""
    p, q = randomised_response(1)
    assert PROFILE.within(p, q, curve("max(0, (exp(1) - exp(epsilon))/(1 + exp(1)))"))
    assert not PROFILE.within(p, q, curve("max(0, (exp(1) - exp(epsilon))/(1.01 + exp(1)))"))
    assert 0.0 == PROFILE.divergence(p, q)(1)


def test_wrong_bounds() -> None:
    """A number is no profile, and a profile with a free parameter can't be compared."""
    with pytest.raises(DistanceTypeError, match=r"^d_out must be a Curve in epsilon, but 1\.0 is of type float$"):
        PROFILE.within(P, Q, 1.0)
    with pytest.raises(FreeParameterError, match=r"^a comparison with a curve needs a value for delta"):
        PROFILE.within(P, Q, curve("delta"))


def test_repr() -> None:
    """A repr can be pasted back."""
    assert "SmoothedMaxDivergence()" == repr(PROFILE)
    assert ("delta",) == PROFILE.quantity.names
