"""Metrics: how far two datasets are apart."""

from lapwing.metrics._absolute import AbsoluteDistance as AbsoluteDistance
from lapwing.metrics._dataset import ChangeOneDistance as ChangeOneDistance
from lapwing.metrics._dataset import HammingDistance as HammingDistance
from lapwing.metrics._dataset import InsertDeleteDistance as InsertDeleteDistance
from lapwing.metrics._dataset import SymmetricDistance as SymmetricDistance
from lapwing.metrics._discrete import DiscreteDistance as DiscreteDistance
from lapwing.metrics._keyed import L01InfDistance as L01InfDistance
from lapwing.metrics._keyed import L02InfDistance as L02InfDistance
from lapwing.metrics._keyed import PartitionDistance as PartitionDistance
from lapwing.metrics._norms import L1Distance as L1Distance
from lapwing.metrics._norms import L2Distance as L2Distance
from lapwing.metrics._norms import LInfDistance as LInfDistance
