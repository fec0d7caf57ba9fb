"""Exact noise: samplers whose law is the one that the privacy map assumes, for one draw or a hundred million.

Every sampler works on integers. Each call draws from a fresh AES-256-CTR stream. `size=None` gives one number, a size
gives a NumPy array. The `Law` classes are the same distributions as expressions.
"""

from lapwing.sampling._bernoulli import sample_bernoulli as sample_bernoulli
from lapwing.sampling._bernoulli import sample_bernoulli_exp as sample_bernoulli_exp
from lapwing.sampling._chunks import chunks as chunks
from lapwing.sampling._gaussian import sample_discrete_gaussian as sample_discrete_gaussian
from lapwing.sampling._grid import sample_gaussian_on_grid as sample_gaussian_on_grid
from lapwing.sampling._grid import sample_laplace_on_grid as sample_laplace_on_grid
from lapwing.sampling._grid import steps_per_scale as steps_per_scale
from lapwing.sampling._laplace import sample_bounded_laplace as sample_bounded_laplace
from lapwing.sampling._laplace import sample_discrete_laplace as sample_discrete_laplace
from lapwing.sampling._laplace import sample_geometric as sample_geometric
from lapwing.sampling._laws import BernoulliLaw as BernoulliLaw
from lapwing.sampling._laws import BoundedLaplaceLaw as BoundedLaplaceLaw
from lapwing.sampling._laws import DiscreteGaussianLaw as DiscreteGaussianLaw
from lapwing.sampling._laws import DiscreteLaplaceLaw as DiscreteLaplaceLaw
from lapwing.sampling._laws import GeometricLaw as GeometricLaw
from lapwing.sampling._laws import Law as Law
from lapwing.sampling._laws import UniformLaw as UniformLaw
from lapwing.sampling._uniform import sample_uniform_below as sample_uniform_below
