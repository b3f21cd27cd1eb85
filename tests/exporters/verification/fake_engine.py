"""A small engine by hand with the public interface of the real one: Tic-Tac-Toe as Ludii plays and records it.

It is the test double of the exporters. `FAULT` in the environment makes it wrong in one way, so that a cross-check has
something to find; it is read in the process that plays, which may be another than the test's.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from ludparse import LudSyntaxError
from ludparse.interpreter.play.dice import Die
from ludparse.ludemes.enums import SiteType

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
TEXT = '(game "Tic-Tac-Toe" (players 2))'


def fault() -> str:
    return os.environ.get("FAULT", "")


@dataclass(frozen=True)
class FakeMove:
    mover: int
    from_site: int
    to_site: int
    actions: tuple[str, ...]

    is_swap = False
    raw = SimpleNamespace(actions=())

    @property
    def is_pass(self) -> bool:
        return self.to_site < 0

    @property
    def record(self) -> FakeMove:
        return self

    @property
    def notation(self) -> str:
        return f"{'ABC'[self.to_site % 3]}{self.to_site // 3 + 1}" if self.to_site >= 0 else "pass"

    @property
    def text(self) -> str:
        sites = f"from={self.from_site},to={self.to_site}," if self.to_site >= 0 else ""
        return f"[Move:mover={self.mover},{sites}actions={','.join(self.actions)}]"


@dataclass
class FakeState:
    cells: list[int] = field(default_factory=lambda: [0] * 9)
    mover: int = 1
    turn: int = 1
    counter: int = -1
    prev: int = 0
    over: bool = False
    ranking: list[float] = field(default_factory=lambda: [0.0] * 3)
    past: list[FakeState] = field(default_factory=list)
    history: list[FakeMove] = field(default_factory=list)
    dice: tuple[Die, ...] = ()

    def legal_moves(self) -> list[FakeMove]:
        if fault() == "crash" and self.turn == 4:
            os.abort()
        if fault() == "hang" and self.turn == 3:
            time.sleep(600)
        if fault() == "exception" and self.turn == 2:
            raise IndexError("list index 7 out of range")
        if all(self.cells):
            return [FakeMove(self.mover, -1, -1, ("[Pass:decision=true,forced=true]",))]
        sites = [i for i in range(9) if not self.cells[i]]
        if fault() == "legal" and self.turn == 3:
            sites.pop(0)
        if fault() == "order":
            sites.reverse()
        value = ",value=1" if fault() == "text" and self.turn == 2 else ""
        return [
            FakeMove(self.mover, i, i, (f"[Add:type=Cell,to={i},what={self.mover}{value},decision=true]",))
            for i in sites
        ]

    def consequences(self, move: FakeMove) -> FakeMove:
        return move

    def apply(self, move: FakeMove) -> FakeMove:
        self.past.append(self.copy())
        self.history.append(move)
        if move.to_site >= 0:
            self.cells[move.to_site] = self.mover
        self.counter += 1
        self.turn += 1
        self.prev = self.mover
        won = any(all(self.cells[i] == self.mover for i in line) for line in LINES)
        if won and fault() != "over":
            self.over = True
            self.ranking = [0.0, 1.0, 2.0] if self.mover == 1 else [0.0, 2.0, 1.0]
            self.turn -= 1
            if fault() == "ranking":
                self.ranking = [0.0, 1.5, 1.5]
        else:
            self.mover = 3 - self.mover
        return move

    def undo(self) -> None:
        before = self.past.pop()
        self.history.pop()
        self.cells, self.mover, self.turn = before.cells, before.mover, before.turn
        self.counter, self.prev, self.over, self.ranking = before.counter, before.prev, before.over, before.ranking

    def copy(self) -> FakeState:
        return FakeState(
            list(self.cells), self.mover, self.turn, self.counter, self.prev, self.over, list(self.ranking)
        )

    @property
    def raw(self) -> FakeState:
        return self

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(range(len(self.ranking) - 1))

    def perft(self, depth: int) -> int:
        if depth == 0 or self.over:
            return 1
        leaves = 0
        for move in self.legal_moves():
            after = self.copy()
            after.apply(move)
            leaves += after.perft(depth - 1)
        return leaves

    def snapshot(self, *, player: int | None = None) -> dict[str, Any]:
        wrong = 1 if fault() == "state" and self.turn > 3 else 0
        return {
            "mover": self.mover,
            "next": 3 - self.mover,
            "prev": self.prev,
            "active": not self.over,
            "turn": self.turn,
            "counter": self.counter + wrong,
            "phase": [0, 0],
            "ranking": self.ranking,
            "sites": [[f"C{i}", 1, [v, v, 0, 0, 0]] for i, v in enumerate(self.cells) if v],
        }


@dataclass(frozen=True)
class FakeElement:
    index: int
    label: str
    x: float
    y: float


@dataclass(frozen=True)
class FakePiece:
    index: int
    name: str
    owner: int
    faces: tuple[int, ...] = ()


class FakeBoard:
    default_site = SiteType.Cell
    description = None

    def elements(self, site_type: SiteType) -> list[FakeElement]:
        if site_type is not SiteType.Cell:
            return []
        return [FakeElement(i, f"{'ABC'[i % 3]}{i // 3 + 1}", i % 3 / 3, i // 3 / 3) for i in range(9)]

    def incident(self, of_type: SiteType, to_type: SiteType) -> list[list[int]]:
        """None: there are only cells."""
        return []

    def describe(self) -> dict[str, Any]:
        label = "X9" if fault() == "board" else "A1"
        return {"default_site": "Cell", "Cell": [{"label": label, "x": 1 / 3, "rel": {"Adjacent": [3, 1]}}]}


@dataclass
class FakePlayouts:
    games: int
    moves: int
    cut: int
    lengths: list[int]
    rankings: list[tuple[float, ...]]


class FakeGame:
    name = "Tic-Tac-Toe"
    backend = "python"
    players = 2
    board = FakeBoard()
    description = SimpleNamespace(game=None)
    changes_sides = False
    traits = SimpleNamespace(hidden=False)
    pieces = (FakePiece(0, "Disc", 0), FakePiece(1, "Disc1", 1), FakePiece(2, "Cross2", 2))
    equipment = SimpleNamespace(components=[None], containers=[], tracks=[], players=SimpleNamespace(count=2))

    @property
    def single_games(self) -> tuple[FakeGame]:
        return (self,)

    def start(self, seed: int | None = None, rng_state: Sequence[int] | None = None) -> FakeState:
        return FakeState()

    @property
    def engine(self) -> FakeGame:
        return self

    def opening(self) -> FakeGame:
        return self

    def perft(self, state: Any, depth: int = -1) -> int:
        """Both the game's `perft(depth)` and its engine's `perft(state, depth)`."""
        return state.perft(depth) if depth >= 0 else FakeState().perft(state)

    def playouts(
        self, n: int, *, seed: int, max_moves: int | None = None, jobs: int = 1, first: int = 0
    ) -> FakePlayouts:
        lengths, rankings = [], []
        for number in range(first, first + n):
            chance = random.Random(1000 * seed + number)
            state, length = FakeState(), 0
            while not state.over and length < (max_moves or 12):
                state.apply(chance.choice(state.legal_moves()))
                length += 1
            lengths.append(length)
            rankings.append(tuple(state.ranking[1:]))
        return FakePlayouts(n, sum(lengths), sum(not any(r) for r in rankings), lengths, rankings)


def load(source: str, **settings: Any) -> FakeGame:
    if source == "Hexx":
        raise LudSyntaxError("there is no game 'Hexx'", nearest=["Hex"])
    return FakeGame()


def expand(source: str, **settings: Any) -> str:
    if fault() == "parse":
        raise ValueError("cannot read line 12")
    return TEXT.replace("2", "3") if fault() == "expansion" else TEXT
