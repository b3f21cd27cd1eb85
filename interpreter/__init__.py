"""Compiles the typed tree of a description into a game, and runs it."""

from typing import TYPE_CHECKING

from ludparse.lazy import lazy

if TYPE_CHECKING:
    from interpreter.checks.diagnose import diagnose
    from interpreter.game import Game
    from interpreter.loading import load
    from interpreter.match import MatchGame
    from interpreter.match_state import MatchState
    from interpreter.move import Move
    from interpreter.playouts import Playouts
    from interpreter.protocols import AnyGame, AnyState
    from interpreter.state import State

__all__ = ["AnyGame", "AnyState", "Game", "MatchGame", "MatchState", "Move", "Playouts", "State", "diagnose", "load"]

# imported when they are used
__getattr__ = lazy(
    __name__,
    {
        "AnyGame": "interpreter.protocols",
        "AnyState": "interpreter.protocols",
        "Game": "interpreter.game",
        "MatchGame": "interpreter.match",
        "MatchState": "interpreter.match_state",
        "Move": "interpreter.move",
        "Playouts": "interpreter.playouts",
        "State": "interpreter.state",
        "diagnose": "interpreter.checks.diagnose",
        "load": "interpreter.loading",
    },
)
