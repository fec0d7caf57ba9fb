"""Exact numbers: how Lapwing reads them, encloses them, and rounds them at one place.

A parameter is what the user typed, a datum is what the hardware holds, and an exact number becomes a float in
`to_float_up` alone.
"""

from ._exact_float import ExactFloat as ExactFloat
from ._reading import Number as Number
from ._reading import read_datum as read_datum
from ._reading import read_parameter as read_parameter
from ._rounding import Refinable as Refinable
from ._rounding import is_at_most as is_at_most
from ._rounding import ratio_up as ratio_up
from ._rounding import sign as sign
from ._rounding import to_float_up as to_float_up
from ._rounding import to_int_up as to_int_up
