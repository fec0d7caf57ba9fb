"""Transformations: stable functions of data."""

from lapwing.transformations._clamp import make_clamp as make_clamp
from lapwing.transformations._clamp import then_clamp as then_clamp
from lapwing.transformations._count import make_count as make_count
from lapwing.transformations._count import then_count as then_count
from lapwing.transformations._identity import make_identity as make_identity
from lapwing.transformations._identity import then_identity as then_identity
from lapwing.transformations._sum import make_sum as make_sum
from lapwing.transformations._sum import then_sum as then_sum
from lapwing.transformations._user import make_user_transformation as make_user_transformation
from lapwing.transformations._user import then_user_transformation as then_user_transformation
