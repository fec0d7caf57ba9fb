"""NumPy kernels, loaded with the first data: NumPy takes longer to import than the rest of the library."""

from lapwing.arrays._admit import Array as Array
from lapwing.arrays._admit import admit_vector as admit_vector
from lapwing.arrays._clamp import clamp_vector as clamp_vector
from lapwing.arrays._sum import sum_on_grid as sum_on_grid
from lapwing.arrays._sum import sum_whole as sum_whole
