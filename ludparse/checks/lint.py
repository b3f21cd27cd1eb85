"""The linter: what can be played but is probably not meant. Each warning has a page in docs/warnings.md."""

from __future__ import annotations

from ludparse.checks.inspection import Inspection
from ludparse.checks.lint_conditions import lint_conditions
from ludparse.checks.lint_moves import lint_moves
from ludparse.checks.lint_unused import lint_unused

__all__ = ["lint_game"]


def lint_game(inspection: Inspection) -> None:
    """Note the likely slips in one bound game."""
    lint_unused(inspection)
    lint_conditions(inspection)
    lint_moves(inspection)
