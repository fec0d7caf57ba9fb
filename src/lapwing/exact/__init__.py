"""Exact numbers: how Lapwing reads them, encloses them, and rounds them at one place.

A parameter is what the user typed, a datum is what the hardware holds, and an exact number becomes a float in
`to_float_up` alone.
"""

from lapwing.exact._exact_float import ExactFloat as ExactFloat
from lapwing.exact._reading import Number as Number
from lapwing.exact._reading import read_datum as read_datum
from lapwing.exact._reading import read_parameter as read_parameter
from lapwing.exact._rounding import Refinable as Refinable
from lapwing.exact._rounding import is_at_most as is_at_most
from lapwing.exact._rounding import ratio_up as ratio_up
from lapwing.exact._rounding import sign as sign
from lapwing.exact._rounding import to_float_up as to_float_up
from lapwing.exact._rounding import to_int_up as to_int_up
