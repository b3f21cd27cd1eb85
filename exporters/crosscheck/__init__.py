"""The cross-check: the level that each recorded game reaches, and the first difference of those that fall short."""

from exporters.crosscheck.result import Difference, GameResult, Level, TrialStatus
from exporters.crosscheck.runner import Settings, run
from exporters.crosscheck.summary import Summary, summarise

__all__ = ["Difference", "GameResult", "Level", "Settings", "Summary", "TrialStatus", "run", "summarise"]
