"""Measurements: private releases."""

from lapwing.measurements._user import make_user_measurement as make_user_measurement
from lapwing.measurements._user import then_user_measurement as then_user_measurement
