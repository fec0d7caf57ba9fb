"""Settings that all tests share."""

from __future__ import annotations

from hypothesis import settings

# Programs of the type tests are read by the checkers, never imported: some are wrong on purpose.
collect_ignore = ["typing/accepted", "typing/rejected"]

# A deadline measures how busy the machine is, not the code. A failure prints the line that repeats it.
settings.register_profile("lapwing", deadline=None, print_blob=True)
settings.load_profile("lapwing")
