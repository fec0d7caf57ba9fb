"""Every public name, flat: `import lapwing.prelude as dp`.

The namespaces `dp.t`, `dp.m` and `dp.c` hold the transformations, measurements and combinators.
"""

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
from lapwing.measurements import make_user_measurement as make_user_measurement
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
from lapwing.transformations import make_clamp as make_clamp
from lapwing.transformations import make_count as make_count
from lapwing.transformations import make_identity as make_identity
from lapwing.transformations import make_sum as make_sum
from lapwing.transformations import make_user_transformation as make_user_transformation
from lapwing.transformations import then_clamp as then_clamp
from lapwing.transformations import then_count as then_count
from lapwing.transformations import then_identity as then_identity
from lapwing.transformations import then_sum as then_sum
from lapwing.transformations import then_user_transformation as then_user_transformation

t = lapwing.transformations
m = lapwing.measurements
c = lapwing.combinators
