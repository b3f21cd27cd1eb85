"""Statistics of games that were played, and comparisons of variants (docs/statistics.md)."""

from ludparse.exporters.statistics.comparison import Comparison, Difference, compare_at
from ludparse.exporters.statistics.contest.elo import strength
from ludparse.exporters.statistics.evaluation import Estimate, Evaluation, evaluate
from ludparse.exporters.statistics.play import Setup, play_game, play_many
from ludparse.exporters.statistics.record import GameRecord
from ludparse.interpreter.game.many_games import stream
from ludparse.interpreter.game.profile import profile

__all__ = [
    "Comparison",
    "Difference",
    "Estimate",
    "Evaluation",
    "GameRecord",
    "Setup",
    "compare_at",
    "evaluate",
    "play_game",
    "play_many",
    "profile",
    "stream",
    "strength",
]
