"""Checks of a description that need no board: names, roles, what the equipment lacks, and what is likely a slip.

Every check is a function that takes an `Inspection` and adds what it finds. `inspect_game` runs them all. Nothing here
prints, and nothing raises on a faulty description.
"""

from ludparse.checks.inspection import Inspection
from ludparse.checks.run import Begun, begin, check_text, inspect_game

__all__ = ["Begun", "Inspection", "begin", "check_text", "inspect_game"]
