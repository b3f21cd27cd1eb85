"""Compiles the typed tree of a description into a game, and runs it."""

from interpreter.checks import diagnose
from interpreter.game import Game
from interpreter.loading import load
from interpreter.match import MatchGame
from interpreter.match_state import MatchState
from interpreter.move import Move
from interpreter.playouts import Playouts
from interpreter.protocols import AnyGame, AnyState
from interpreter.state import State

__all__ = ["AnyGame", "AnyState", "Game", "MatchGame", "MatchState", "Move", "Playouts", "State", "diagnose", "load"]
