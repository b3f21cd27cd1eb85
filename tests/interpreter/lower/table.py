"""A table to try single actions on: a small game, a state, and what a state holds."""

from __future__ import annotations

from typing import Any

import pytest

from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.equipment.players import build_players
from ludparse.interpreter.game.compiling.driver import compile_game
from ludparse.interpreter.lower.equipment import build_equipment, game_flags
from ludparse.interpreter.play.engine import Engine, RawMoves
from ludparse.interpreter.program.actions import ACTIONS, action_text
from ludparse.interpreter.program.position_codes import position_of
from ludparse.interpreter.program.raw import RawAction, RawMove
from ludparse.ludemes import Game

# Single actions are lowered once for both backends: `make test` tries them on Python, and those on stacks in C too.
backends = pytest.mark.parametrize("backend", ["python", pytest.param("c", marks=pytest.mark.long)])
CELL, VERTEX, EDGE = 0, 1, 2
LETTERS = "cve"


class Table:
    """A game at its start; actions are applied one by one."""

    def __init__(self, game: Game, backend: str, *actions: str, rng: int = 1) -> None:
        self.equipment = build_equipment(game)
        flags = game_flags(game, self.equipment)
        players = build_players(game)
        self.program = compile_game(game, self.equipment, players, flags, actions=actions, passes=False)
        self.engine: Engine = (CEngine if backend == "c" else PythonEngine)(self.program)
        self.state = self.engine.start(rng)

    def do(self, kind: str, **params: int) -> str:
        """Applies an action; its text as it was applied."""
        values = tuple(params.get(name, -1) for name in ACTIONS[kind].params)
        assert set(params) <= set(ACTIONS[kind].params)
        move = RawMove(1, -1, -1, 0, 0, (RawAction(kind, False, values),), ())
        self.state, applied = self.engine.play(self.state, RawMoves((move,)), 0)
        (done,) = applied.raw(0).actions
        return action_text(done.kind, done.params, done.decision, self.program.strings)

    def number(self, name: str) -> int:
        """The number of a component."""
        return self.equipment.component(name).index

    def read(self, field: str) -> Any:
        return self.engine.read(self.state, field)

    def at(self, prop: str, site: int, t: int = CELL) -> int:
        """A property of a site of a flat game; 0 where the game does not keep it."""
        field = f"{prop}_{LETTERS[t]}"
        return self.read(field)[site] if field in self.program.fields else 0

    def levels(self, prop: str, site: int, t: int = CELL) -> list[int]:
        """A property of each level of a stack, from the bottom."""
        height = self.read(f"height_{LETTERS[t]}")[site]
        values = self.read(f"{prop}_{LETTERS[t]}")
        room = len(values) // len(self.read(f"height_{LETTERS[t]}"))
        return list(values[site * room : site * room + height])

    def empty(self, site: int, t: int = CELL) -> bool:
        return site in self.read(f"empty_{LETTERS[t]}")

    def owned(self, name: str) -> list[int]:
        """The positions of a component in their order: sites in simple games, else codes (`lower/owned.py`)."""
        n = self.read("owned_n")[self.number(name)]
        values = self.read("owned")
        room = len(values) // len(self.read("owned_n"))
        first = self.number(name) * room
        return list(values[first : first + n])

    def places(self, name: str, sites: int) -> list[tuple[int, int]]:
        """(site, level) of the positions of a component in a game with stacks; sites: those of the largest type."""
        return [position_of(code, sites)[:2] for code in self.owned(name)]
