"""The cross-check: the level that each recorded game reaches, and the first difference of those that fall short."""

from .report import Summary, summarise
from .result import Difference, GameResult, Level, TrialStatus
from .runner import Settings, run

__all__ = ["Difference", "GameResult", "Level", "Settings", "Summary", "TrialStatus", "run", "summarise"]
