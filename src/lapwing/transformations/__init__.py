"""Transformations: stable functions of data."""

from lapwing.transformations._bloom import make_bloom_filter as make_bloom_filter
from lapwing.transformations._bloom import then_bloom_filter as then_bloom_filter
from lapwing.transformations._clamp import make_clamp as make_clamp
from lapwing.transformations._clamp import then_clamp as then_clamp
from lapwing.transformations._count import make_count as make_count
from lapwing.transformations._count import then_count as then_count
from lapwing.transformations._identity import make_identity as make_identity
from lapwing.transformations._identity import then_identity as then_identity
from lapwing.transformations._one_hot import make_one_hot as make_one_hot
from lapwing.transformations._one_hot import then_one_hot as then_one_hot
from lapwing.transformations._quantile_scores import make_quantile_scores as make_quantile_scores
from lapwing.transformations._quantile_scores import then_quantile_scores as then_quantile_scores
from lapwing.transformations._sum import make_sum as make_sum
from lapwing.transformations._sum import then_sum as then_sum
from lapwing.transformations._user import make_user_transformation as make_user_transformation
from lapwing.transformations._user import then_user_transformation as then_user_transformation
