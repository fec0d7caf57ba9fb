"""Measures: how far two output distributions are apart.

The classes are light. What measures laws is imported when a law is measured, so that importing Lapwing stays quick.
"""

from lapwing.measures._approximate import Approximate as Approximate
from lapwing.measures._concentrated import ZeroConcentratedDivergence as ZeroConcentratedDivergence
from lapwing.measures._max import MaxDivergence as MaxDivergence
from lapwing.measures._renyi import RenyiDivergence as RenyiDivergence
from lapwing.measures._smoothed import SmoothedMaxDivergence as SmoothedMaxDivergence
