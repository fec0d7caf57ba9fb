"""RAPPOR: a bit vector with each bit turned over at random."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Never

from lapwing.core import Measurement, Weighted, constructor, then
from lapwing.domains import BitVectorDomain
from lapwing.errors import DomainError, FreeParameterError, OutOfRangeError, RequirementError
from lapwing.exact import read_parameter
from lapwing.maps import Expr, Param, as_expr, ln
from lapwing.measurements._parameters import Parameter, known, read_flag
from lapwing.measurements._randomized_response import once
from lapwing.measurements._randomized_response_bool import BitArray
from lapwing.measures import MaxDivergence
from lapwing.metrics import DiscreteDistance
from lapwing.transformations._one_hot import require_discrete


@constructor
def make_rappor(
    input_domain: BitVectorDomain[Weighted], input_metric: DiscreteDistance, f: Parameter, constant_time: bool = False
) -> Measurement[BitVectorDomain[Weighted], DiscreteDistance, MaxDivergence, BitArray, Never]:
    """Turn over each bit with probability `f`/2.

    `f` lies in (0, 1]: the larger, the more private. At 1 each bit is a fair coin and the loss is 0. The vectors have
    one length, as no noise hides a length. `then_one_hot` and `then_bloom_filter` give such vectors, and
    `debias_basic_rappor` reads frequencies off many releases.

    Map: `if(d_in <= 0, 0, w*ln(r))` with r = (2 - f)/f and w = min(2*max_weight, size)

    Why: two vectors of weight max_weight or less differ in at most w bits, and some do in w. A bit that differs changes
    the probability of an outcome by the factor (1 - f/2)/(f/2) = r or its inverse, any other one changes nothing.

    >>> from lapwing.prelude import BitVectorDomain, DiscreteDistance, Space
    >>> from lapwing.measurements._rappor import then_rappor
    >>> settings = Space(BitVectorDomain(size=8, max_weight=1), DiscreteDistance())
    >>> report = settings >> then_rappor(f=0.5)
    >>> len(report([True] + [False] * 7))
    8
    >>> print(report.privacy_map)
    if(d_in <= 0, 0, 2*ln(3))
    """
    if not isinstance(input_domain, BitVectorDomain):
        remedy = f"start from BitVectorDomain(size=k, max_weight=m), instead of {input_domain!r}"
        raise RequirementError("then_rappor", "bit vectors", remedy)
    require_discrete("then_rappor", input_metric)
    if input_domain.max_weight is None:
        remedy = f"declare it, as in BitVectorDomain(size={input_domain.size}, max_weight=1)"
        raise RequirementError("then_rappor", "a maximum number of set bits", remedy)
    rate, steady = read_rate(f), read_flag(constant_time, "constant_time")
    differing = min(2 * input_domain.max_weight, input_domain.size)

    def report(bits: BitArray) -> BitArray:
        return noisy(bits, known(rate), steady)

    return Measurement(input_domain, input_metric, MaxDivergence(), report, once(differing * bit_loss(rate)))


then_rappor = then(make_rappor)
make_randomized_response_bitvec = make_rappor
then_randomized_response_bitvec = then_rappor


def rappor_many(
    rappor: Measurement[BitVectorDomain[Weighted], DiscreteDistance, MaxDivergence, BitArray, Any], rows: Any
) -> BitArray:
    """Make a release for each row of a two-dimensional array of bits, all at once.

    This is `[rappor(row) for row in rows]`, some hundred times faster. Each row is one person's vector, and each row of
    the result is that person's release. So the map of `rappor` holds for each person. The array has no map of its own:
    its people are different ones, and each of them pays for one release.

    >>> import numpy as np
    >>> from lapwing.prelude import BitVectorDomain, DiscreteDistance
    >>> from lapwing.measurements._rappor import make_rappor, rappor_many
    >>> report = make_rappor(BitVectorDomain(size=8, max_weight=1), DiscreteDistance(), f=0.5)
    >>> rappor_many(report, np.zeros((1000, 8), dtype=bool)).shape
    (1000, 8)
    """
    from lapwing.arrays import _responses as arrays

    if not isinstance(rappor, Measurement) or len(rappor.links) != 1 or rappor.links[0].call.make is not make_rappor:
        remedy = "build it with make_rappor or space >> then_rappor(f), and apply encoders and functions apart from it"
        raise RequirementError("rappor_many", "a RAPPOR measurement with no other link", remedy)
    if rappor.parameters:
        raise FreeParameterError(rappor.parameters, "a release")
    domain = rappor.input_domain
    bits, problem = arrays.admit_rows(rows, domain.size)
    if bits is None:
        raise DomainError(domain, problem)
    if domain.max_weight is not None and arrays.heaviest(bits) > domain.max_weight:
        raise DomainError(domain, "more bits are set than max_weight allows")
    arguments = rappor.links[0].call.arguments()
    rate = read_parameter(arguments["f"], "f")
    return noisy(bits, rate, bool(arguments["constant_time"]))


def noisy(bits: BitArray, rate: Fraction, constant_time: bool) -> BitArray:
    """The bits, each one turned over with probability rate/2."""
    from lapwing.arrays import _responses as arrays
    from lapwing.sampling import sample_bernoulli

    noise = sample_bernoulli(rate / 2, bits.size, constant_time=constant_time)
    return arrays.flip(bits, noise.reshape(bits.shape))


def bit_loss(rate: Fraction | Param) -> Expr:
    """The loss of one bit that changes."""
    return ln((2 - as_expr(rate)) / as_expr(rate))


def read_rate(f: Parameter) -> Fraction | Param:
    """Twice the probability with which a bit is turned over."""
    if isinstance(f, Param):
        return f
    exact = read_parameter(f, "f")
    if not 0 < exact <= 1:
        raise OutOfRangeError("f", f, "above 0 and at most 1")
    return exact
