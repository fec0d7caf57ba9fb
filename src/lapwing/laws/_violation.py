"""Violation: a claim that its execution refutes."""

from __future__ import annotations

from typing import final

import attrs


@final
@attrs.frozen
class Violation:
    """The law that is broken, and the case that breaks it.

    Laws run on made-up data, so a violation may show them.
    """

    law: str
    case: str

    def __str__(self) -> str:
        return f"{self.law}: {self.case}"
