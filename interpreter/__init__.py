"""From the typed tree of a description to a game that runs."""

from interpreter.game import Game, Move, State, load

__all__ = ["Game", "Move", "State", "load"]
