"""Combinators: measurements made of measurements."""
