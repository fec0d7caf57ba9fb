"""Every public name, flat: `import lapwing.prelude as dp`.

The namespaces `dp.t`, `dp.m` and `dp.c` hold the transformations, measurements and combinators. A name is loaded when
it is first used, so that a program pays for the families that it uses. Type checkers read the first half of this file,
the run time the second; a test holds them together.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import lapwing.combinators
    import lapwing.measurements
    import lapwing.transformations
    from lapwing.core import Bounded as Bounded
    from lapwing.core import Domain as Domain
    from lapwing.core import FiniteLaw as FiniteLaw
    from lapwing.core import Measure as Measure
    from lapwing.core import Measurement as Measurement
    from lapwing.core import Metric as Metric
    from lapwing.core import Sized as Sized
    from lapwing.core import Space as Space
    from lapwing.core import Transformation as Transformation
    from lapwing.core import Unbounded as Unbounded
    from lapwing.core import Unsized as Unsized
    from lapwing.core import Unweighted as Unweighted
    from lapwing.core import Vector as Vector
    from lapwing.core import Weighted as Weighted
    from lapwing.core import constructor as constructor
    from lapwing.core import then as then
    from lapwing.domains import AtomDomain as AtomDomain
    from lapwing.domains import BitVectorDomain as BitVectorDomain
    from lapwing.domains import MapDomain as MapDomain
    from lapwing.domains import OptionDomain as OptionDomain
    from lapwing.domains import VectorDomain as VectorDomain
    from lapwing.errors import LapwingError as LapwingError
    from lapwing.maps import Curve as Curve
    from lapwing.maps import Expr as Expr
    from lapwing.maps import Map as Map
    from lapwing.maps import Param as Param
    from lapwing.maps import as_expr as as_expr
    from lapwing.maps import choose as choose
    from lapwing.maps import exp as exp
    from lapwing.maps import floor as floor
    from lapwing.maps import less_equal as less_equal
    from lapwing.maps import ln as ln
    from lapwing.maps import maximum as maximum
    from lapwing.maps import minimum as minimum
    from lapwing.maps import parse as parse
    from lapwing.maps import real_number as real_number
    from lapwing.maps import sqrt as sqrt
    from lapwing.maps import symbol as symbol
    from lapwing.maps import whole_number as whole_number
    from lapwing.measurements import RapporPlan as RapporPlan
    from lapwing.measurements import ResponsePlan as ResponsePlan
    from lapwing.measurements import ZExpFamily as ZExpFamily
    from lapwing.measurements import accuracy_to_discrete_gaussian_scale as accuracy_to_discrete_gaussian_scale
    from lapwing.measurements import accuracy_to_discrete_laplace_scale as accuracy_to_discrete_laplace_scale
    from lapwing.measurements import accuracy_to_gaussian_scale as accuracy_to_gaussian_scale
    from lapwing.measurements import accuracy_to_laplace_scale as accuracy_to_laplace_scale
    from lapwing.measurements import debias_basic_rappor as debias_basic_rappor
    from lapwing.measurements import debias_randomized_response as debias_randomized_response
    from lapwing.measurements import debias_randomized_response_bool as debias_randomized_response_bool
    from lapwing.measurements import discrete_gaussian_scale_to_accuracy as discrete_gaussian_scale_to_accuracy
    from lapwing.measurements import discrete_laplace_scale_to_accuracy as discrete_laplace_scale_to_accuracy
    from lapwing.measurements import gaussian_scale_to_accuracy as gaussian_scale_to_accuracy
    from lapwing.measurements import laplace_scale_to_accuracy as laplace_scale_to_accuracy
    from lapwing.measurements import make_above_threshold as make_above_threshold
    from lapwing.measurements import make_gaussian as make_gaussian
    from lapwing.measurements import make_gaussian_threshold as make_gaussian_threshold
    from lapwing.measurements import make_geometric as make_geometric
    from lapwing.measurements import make_laplace as make_laplace
    from lapwing.measurements import make_laplace_threshold as make_laplace_threshold
    from lapwing.measurements import make_noise as make_noise
    from lapwing.measurements import make_noise_threshold as make_noise_threshold
    from lapwing.measurements import make_noisy_max as make_noisy_max
    from lapwing.measurements import make_noisy_top_k as make_noisy_top_k
    from lapwing.measurements import make_permute_and_flip as make_permute_and_flip
    from lapwing.measurements import make_private_quantile as make_private_quantile
    from lapwing.measurements import make_randomized_response as make_randomized_response
    from lapwing.measurements import make_randomized_response_bitvec as make_randomized_response_bitvec
    from lapwing.measurements import make_randomized_response_bool as make_randomized_response_bool
    from lapwing.measurements import make_randomized_response_bool_vector as make_randomized_response_bool_vector
    from lapwing.measurements import make_randomized_response_vector as make_randomized_response_vector
    from lapwing.measurements import make_rappor as make_rappor
    from lapwing.measurements import make_scalar_integer_laplace_cks20 as make_scalar_integer_laplace_cks20
    from lapwing.measurements import make_user_measurement as make_user_measurement
    from lapwing.measurements import rappor_many as rappor_many
    from lapwing.measurements import then_above_threshold as then_above_threshold
    from lapwing.measurements import then_gaussian as then_gaussian
    from lapwing.measurements import then_gaussian_threshold as then_gaussian_threshold
    from lapwing.measurements import then_geometric as then_geometric
    from lapwing.measurements import then_laplace as then_laplace
    from lapwing.measurements import then_laplace_threshold as then_laplace_threshold
    from lapwing.measurements import then_noise as then_noise
    from lapwing.measurements import then_noise_threshold as then_noise_threshold
    from lapwing.measurements import then_noisy_max as then_noisy_max
    from lapwing.measurements import then_noisy_top_k as then_noisy_top_k
    from lapwing.measurements import then_permute_and_flip as then_permute_and_flip
    from lapwing.measurements import then_private_quantile as then_private_quantile
    from lapwing.measurements import then_randomized_response as then_randomized_response
    from lapwing.measurements import then_randomized_response_bitvec as then_randomized_response_bitvec
    from lapwing.measurements import then_randomized_response_bool as then_randomized_response_bool
    from lapwing.measurements import then_randomized_response_bool_vector as then_randomized_response_bool_vector
    from lapwing.measurements import then_randomized_response_vector as then_randomized_response_vector
    from lapwing.measurements import then_rappor as then_rappor
    from lapwing.measurements import then_scalar_integer_laplace_cks20 as then_scalar_integer_laplace_cks20
    from lapwing.measurements import then_user_measurement as then_user_measurement
    from lapwing.measures import Approximate as Approximate
    from lapwing.measures import MaxDivergence as MaxDivergence
    from lapwing.measures import RenyiDivergence as RenyiDivergence
    from lapwing.measures import SmoothedMaxDivergence as SmoothedMaxDivergence
    from lapwing.measures import ZeroConcentratedDivergence as ZeroConcentratedDivergence
    from lapwing.metrics import AbsoluteDistance as AbsoluteDistance
    from lapwing.metrics import ChangeOneDistance as ChangeOneDistance
    from lapwing.metrics import DiscreteDistance as DiscreteDistance
    from lapwing.metrics import HammingDistance as HammingDistance
    from lapwing.metrics import InsertDeleteDistance as InsertDeleteDistance
    from lapwing.metrics import L01InfDistance as L01InfDistance
    from lapwing.metrics import L02InfDistance as L02InfDistance
    from lapwing.metrics import L1Distance as L1Distance
    from lapwing.metrics import L2Distance as L2Distance
    from lapwing.metrics import LInfDistance as LInfDistance
    from lapwing.metrics import PartitionDistance as PartitionDistance
    from lapwing.metrics import SymmetricDistance as SymmetricDistance
    from lapwing.spaces import space_of as space_of
    from lapwing.transformations import make_bloom_filter as make_bloom_filter
    from lapwing.transformations import make_clamp as make_clamp
    from lapwing.transformations import make_count as make_count
    from lapwing.transformations import make_identity as make_identity
    from lapwing.transformations import make_one_hot as make_one_hot
    from lapwing.transformations import make_quantile_scores as make_quantile_scores
    from lapwing.transformations import make_sum as make_sum
    from lapwing.transformations import make_user_transformation as make_user_transformation
    from lapwing.transformations import then_bloom_filter as then_bloom_filter
    from lapwing.transformations import then_clamp as then_clamp
    from lapwing.transformations import then_count as then_count
    from lapwing.transformations import then_identity as then_identity
    from lapwing.transformations import then_one_hot as then_one_hot
    from lapwing.transformations import then_quantile_scores as then_quantile_scores
    from lapwing.transformations import then_sum as then_sum
    from lapwing.transformations import then_user_transformation as then_user_transformation

    t = lapwing.transformations
    m = lapwing.measurements
    c = lapwing.combinators
else:
    from lapwing._lazy import lazy_names

    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        homes={
            "lapwing.core": (
                "Bounded Domain FiniteLaw Measure Measurement Metric Sized Space Transformation Unbounded Unsized "
                "Unweighted Vector Weighted constructor then"
            ),
            "lapwing.domains": "AtomDomain BitVectorDomain MapDomain OptionDomain VectorDomain",
            "lapwing.errors": "LapwingError",
            "lapwing.maps": (
                "Curve Expr Map Param as_expr choose exp floor less_equal ln maximum minimum parse real_number sqrt "
                "symbol whole_number"
            ),
            "lapwing.measurements": (
                "RapporPlan ResponsePlan ZExpFamily accuracy_to_discrete_gaussian_scale "
                "accuracy_to_discrete_laplace_scale accuracy_to_gaussian_scale accuracy_to_laplace_scale "
                "debias_basic_rappor debias_randomized_response debias_randomized_response_bool "
                "discrete_gaussian_scale_to_accuracy discrete_laplace_scale_to_accuracy gaussian_scale_to_accuracy "
                "laplace_scale_to_accuracy make_above_threshold make_gaussian make_gaussian_threshold make_geometric "
                "make_laplace make_laplace_threshold make_noise make_noise_threshold make_noisy_max make_noisy_top_k "
                "make_permute_and_flip make_private_quantile make_randomized_response make_randomized_response_bitvec "
                "make_randomized_response_bool make_randomized_response_bool_vector make_randomized_response_vector "
                "make_rappor make_scalar_integer_laplace_cks20 make_user_measurement rappor_many then_above_threshold "
                "then_gaussian then_gaussian_threshold then_geometric then_laplace then_laplace_threshold then_noise "
                "then_noise_threshold then_noisy_max then_noisy_top_k then_permute_and_flip then_private_quantile "
                "then_randomized_response then_randomized_response_bitvec then_randomized_response_bool "
                "then_randomized_response_bool_vector then_randomized_response_vector then_rappor "
                "then_scalar_integer_laplace_cks20 then_user_measurement"
            ),
            "lapwing.measures": (
                "Approximate MaxDivergence RenyiDivergence SmoothedMaxDivergence ZeroConcentratedDivergence"
            ),
            "lapwing.metrics": (
                "AbsoluteDistance ChangeOneDistance DiscreteDistance HammingDistance InsertDeleteDistance "
                "L01InfDistance L02InfDistance L1Distance L2Distance LInfDistance PartitionDistance SymmetricDistance"
            ),
            "lapwing.spaces": "space_of",
            "lapwing.transformations": (
                "make_bloom_filter make_clamp make_count make_identity make_one_hot make_quantile_scores make_sum "
                "make_user_transformation then_bloom_filter then_clamp then_count then_identity then_one_hot "
                "then_quantile_scores then_sum then_user_transformation"
            ),
        },
        namespaces={"t": "lapwing.transformations", "m": "lapwing.measurements", "c": "lapwing.combinators"},
    )
