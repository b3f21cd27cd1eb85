"""A running Ludii beside this project (docs/checking.md). Needs Java, `ludparse[ludii]` and a Ludii.jar."""

from ludparse.exporters.verification.ludii import Limits, Ludii, LudiiError, find_ludii

__all__ = ["Limits", "Ludii", "LudiiError", "find_ludii"]
