"""Lapwing: typed, symbolic, exact differential privacy.

The conventional import is `import lapwing.prelude as dp`. This module stays
empty so that `import lapwing` costs nothing.
"""

from __future__ import annotations

__version__ = "0.1.0"
