"""The exact laws of the samplers, as expressions of the map language.

Privacy maps and tests take their probabilities from here, so there is one formula for each. A law is asked at a point
z, which may be a number or an expression; it answers with an expression whose enclosures are as tight as one asks.
`cdf(z)` is P[Z <= z] and `tail(z)` is P[Z > z], each written without cancellation: a tail of 1e-300 is as exact as
one of 0.1.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import final

import attrs
from typing_extensions import override

from lapwing.maps import Expr, Operand, as_expr, choose, equal, exp, floor, less, maximum
from lapwing.sampling._gaussian_sums import GAUSSIAN_SUM, GAUSSIAN_UPPER_SUM


class Law(ABC):
    """A probability law on the integers."""

    @abstractmethod
    def pmf(self, z: Operand) -> Expr:
        """Give P[Z = z] for a whole number z."""

    @abstractmethod
    def cdf(self, z: Operand) -> Expr:
        """Give P[Z <= z] for a real number z."""

    @abstractmethod
    def tail(self, z: Operand) -> Expr:
        """Give P[Z > z] for a real number z."""


@final
@attrs.frozen
class UniformLaw(Law):
    """The law of `sample_uniform_below(n)`.

    >>> str(UniformLaw(10).pmf(3))
    '1/10'
    """

    n: Operand

    @override
    def pmf(self, z: Operand) -> Expr:
        n = as_expr(self.n)
        return choose(less(z, 0), 0, choose(less(z, n), 1 / n, 0))

    @override
    def cdf(self, z: Operand) -> Expr:
        n = as_expr(self.n)
        return choose(less(z, 0), 0, choose(less(z, n), (floor(z) + 1) / n, 1))

    @override
    def tail(self, z: Operand) -> Expr:
        return 1 - self.cdf(z)


@final
@attrs.frozen
class BernoulliLaw(Law):
    """The law of `sample_bernoulli(prob)`, with True as 1. With `exp(-x)` as `prob` that of `sample_bernoulli_exp(x)`.

    >>> str(BernoulliLaw(0.25).pmf(0))
    '3/4'
    """

    prob: Operand

    @override
    def pmf(self, z: Operand) -> Expr:
        return choose(equal(z, 1), self.prob, choose(equal(z, 0), 1 - as_expr(self.prob), 0))

    @override
    def cdf(self, z: Operand) -> Expr:
        return choose(less(z, 0), 0, choose(less(z, 1), 1 - as_expr(self.prob), 1))

    @override
    def tail(self, z: Operand) -> Expr:
        return choose(less(z, 0), 1, choose(less(z, 1), self.prob, 0))


@final
@attrs.frozen
class GeometricLaw(Law):
    """The law of `sample_geometric(scale)`: P[G = g] = (1 - q) q^g with q = e^(-1/scale).

    >>> str(GeometricLaw(2).tail(5))
    'exp(-3)'
    """

    scale: Operand

    @override
    def pmf(self, z: Operand) -> Expr:
        return _unless_zero(
            self.scale, _POINT.pmf(z), lambda b: choose(less(z, 0), 0, (1 - exp(-1 / b)) * exp(-as_expr(z) / b))
        )

    @override
    def cdf(self, z: Operand) -> Expr:
        return choose(less(z, 0), 0, 1 - self.tail(z))

    @override
    def tail(self, z: Operand) -> Expr:
        return _unless_zero(self.scale, _POINT.tail(z), lambda b: choose(less(z, 0), 1, exp(-(floor(z) + 1) / b)))


@final
@attrs.frozen
class DiscreteLaplaceLaw(Law):
    """The law of `sample_discrete_laplace(scale)`: P[Z = z] = (1 - q)/(1 + q) q^|z| with q = e^(-1/scale).

    >>> str(DiscreteLaplaceLaw(1).tail(2))
    'exp(-2)/(exp(1) + 1)'
    """

    scale: Operand

    @override
    def pmf(self, z: Operand) -> Expr:
        size = maximum(z, -as_expr(z))
        return _unless_zero(self.scale, _POINT.pmf(z), lambda b: (1 - exp(-1 / b)) / (1 + exp(-1 / b)) * exp(-size / b))

    @override
    def cdf(self, z: Operand) -> Expr:
        return self.tail(-floor(z) - 1)  # the law is symmetric

    @override
    def tail(self, z: Operand) -> Expr:
        whole = floor(z)

        def tail(b: Expr) -> Expr:
            return choose(less(whole, 0), 1 - exp(whole / b) / (1 + exp(-1 / b)), exp(-whole / b) / (exp(1 / b) + 1))

        return _unless_zero(self.scale, _POINT.tail(z), tail)


@final
@attrs.frozen
class BoundedLaplaceLaw(Law):
    """The law of `sample_bounded_laplace(scale, bounds)`: the bounds have the mass of their tails.

    >>> str(BoundedLaplaceLaw(1, (-2, 3)).pmf(3))
    'exp(-2)/(exp(1) + 1)'
    """

    scale: Operand
    bounds: tuple[Operand, Operand]

    @override
    def pmf(self, z: Operand) -> Expr:
        noise, (lower, upper) = DiscreteLaplaceLaw(self.scale), self.bounds
        at_most_upper = choose(equal(z, upper), noise.tail(as_expr(upper) - 1), choose(less(upper, z), 0, noise.pmf(z)))
        at_lower = choose(equal(lower, upper), 1, noise.cdf(lower))
        return choose(equal(z, lower), at_lower, choose(less(z, lower), 0, at_most_upper))

    @override
    def cdf(self, z: Operand) -> Expr:
        return self._between(z, 0, DiscreteLaplaceLaw(self.scale).cdf(z), 1)

    @override
    def tail(self, z: Operand) -> Expr:
        return self._between(z, 1, DiscreteLaplaceLaw(self.scale).tail(z), 0)

    def _between(self, z: Operand, below: int, inside: Expr, above: int) -> Expr:
        lower, upper = self.bounds
        return choose(less(z, lower), below, choose(less(z, upper), inside, above))


@final
@attrs.frozen
class DiscreteGaussianLaw(Law):
    """The law of `sample_discrete_gaussian(scale)`: P[Z = z] is proportional to e^(-z^2/(2 scale^2)).

    >>> str(DiscreteGaussianLaw(2).pmf(4))
    'exp(-2)/gaussian_sum(2)'
    """

    scale: Operand

    @override
    def pmf(self, z: Operand) -> Expr:
        square = as_expr(z) ** 2
        return _unless_zero(self.scale, _POINT.pmf(z), lambda b: exp(-square / (2 * b**2)) / GAUSSIAN_SUM(b))

    @override
    def cdf(self, z: Operand) -> Expr:
        return self.tail(-floor(z) - 1)  # the law is symmetric

    @override
    def tail(self, z: Operand) -> Expr:
        whole = floor(z)

        def tail(b: Expr) -> Expr:
            lower = 1 - GAUSSIAN_UPPER_SUM(b, -whole - 1) / GAUSSIAN_SUM(b)
            return choose(less(whole, 0), lower, GAUSSIAN_UPPER_SUM(b, whole) / GAUSSIAN_SUM(b))

        return _unless_zero(self.scale, _POINT.tail(z), tail)


_POINT = UniformLaw(1)


def _unless_zero(scale: Operand, at_zero: Expr, otherwise: Callable[[Expr], Expr]) -> Expr:
    """Give the formula for a positive scale, or the value of the point mass where the scale is 0."""
    exact = as_expr(scale)
    if exact.rational == 0:
        return at_zero
    return choose(equal(exact, 0), at_zero, otherwise(exact))
