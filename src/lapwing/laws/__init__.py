"""Laws: the promises of transformations and measurements, as code that tries to refute them."""

from lapwing.laws import _measurements as _measurements
from lapwing.laws import _noise as _noise
from lapwing.laws import _responses as _responses
from lapwing.laws import _selection as _selection
from lapwing.laws import _transformations as _transformations
from lapwing.laws._registry import REGISTRY as REGISTRY
from lapwing.laws._registry import Case as Case
from lapwing.laws._registry import register as register
from lapwing.laws._registry import violations as violations
from lapwing.laws._violation import Violation as Violation
