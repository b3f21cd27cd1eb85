"""Rules that never fire: what random games never make use of.

Before any pass, the program of rules has a function for every ludeme that makes moves or effects, and, where that is
wanted, one for the result of every end rule. Plain Python plays it here. A function has fired when it has put something
on the buffer of moves, or, as the result of an end rule, when it has been called.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from ludparse.checks.inspection import Inspection
from ludparse.ludemes import ByScore, EquipmentPiece, Moves, Payoffs, Result
from ludparse.ludemes import Game as GameNode
from ludparse.ludemes.base import children, walk
from ludparse.ludemes.enums import RoleType
from ludparse.problems.errors import LudError
from ludparse.problems.problem import problem
from ludparse.problems.spans import Span

from ..backends.python.engine import PythonEngine
from ..equipment.players import build_players
from ..lower.base.lowering import Lowering
from ..play.playouts import game_seed
from .compiling.driver import compile_game
from .game import SingleGame

__all__ = ["has_opponents", "rules_that_never_fire"]

_MOVES = 3_000
"""After so many moves no further game is begun: plain Python takes its time."""

_LOOKED_AT = 100_000
"""After so many legal moves, of all positions together, the search ends."""

_SECONDS = 1.0
"""Of this thread's processor time, after which it ends too."""

_LONGEST = 200
"""No game is followed for more moves than this."""

_ENOUGH = 10
"""With fewer games that ended, it says little that an end rule was never applied. Nor does it in a puzzle, which random
moves hardly ever solve."""


def rules_that_never_fire(game: SingleGame, games: int, seed: int) -> list[LudError]:
    """A warning for each end rule, move and effect that none of some random games has used; of one within another only
    the outer one. What stands in the library is left out.

    After `_SECONDS` or `_LOOKED_AT` legal moves the search ends, which the warnings say; without a whole game until
    then there are none.
    """
    tree = game.description.game
    if not isinstance(tree, GameNode):
        return []
    program = compile_game(tree, game.equipment, build_players(tree), game.flags, passes=False, prepare=_separate_ends)
    engine = PythonEngine(program)
    fired = _Fired(engine, time.thread_time() + _SECONDS)
    moves = looked_at = played = ended = 0
    hint = ""
    try:
        while played < games and moves < _MOVES and fired.waiting:
            chance, ply = game_seed(seed, played), 0
            at = engine.start(chance.bits())
            while not at[0].over and ply < _LONGEST:
                at, legal = engine.moves(at)
                if not len(legal):
                    break
                looked_at, ply = looked_at + len(legal), ply + 1
                if looked_at > _LOOKED_AT:
                    raise _EnoughError
                at, _ = engine.play(at, legal, chance.below(len(legal)))
            moves, played, ended = moves + ply, played + 1, ended + at[0].over
    except _EnoughError:
        hint = f"The search ended there: it looks at {_LOOKED_AT:,} legal moves at most, for {_SECONDS:g} s."
    if not played:
        return []
    found = _never(Inspection(tree, game.description.tree), fired, played, game.description.source.name)
    for wrong in found:
        wrong.hint = hint
    telling = ended >= _ENOUGH and has_opponents(game)
    return [wrong for wrong in found if telling or wrong.code != "play-end-never"]


def has_opponents(game: SingleGame) -> bool:
    """Whether somebody plays against somebody: not in a puzzle, nor where all win or lose together."""
    results = [node for node in walk(game.description.game) if isinstance(node, Result)]
    together = bool(results) and all(node.who is RoleType.All for node in results)
    return game.players > 1 and not together


def _separate_ends(lo: Lowering) -> None:
    lo.separate_ends = True


class _EnoughError(Exception):
    """The search has taken as long as it may."""


class _Fired:
    """Which functions of a program have fired. `waiting`: those that have not, by name, with their places. until: the
    time of this thread at which the search ends."""

    def __init__(self, engine: PythonEngine, until: float) -> None:
        self.until = until
        self.waiting: dict[str, Span] = {}
        self.seen: set[Span] = set()
        for fn in engine.program.functions:
            if fn.place is not None and fn.name.startswith(("moves_", "end_result")) and engine.renders(fn):
                self.waiting[fn.name] = fn.place
                engine.wrap(fn, partial(self._watched, fn.name))

    def _watched(self, name: str, function: Callable[..., None]) -> Callable[..., None]:
        called = name.startswith("end_result")

        def run(e: Any) -> None:
            if time.thread_time() > self.until:
                raise _EnoughError
            before = len(e.buffer)
            function(e)
            if (called or len(e.buffer) > before) and name in self.waiting:
                self.seen.add(self.waiting.pop(name))

        return run


def _never(inspection: Inspection, fired: _Fired, games: int, file: str) -> list[LudError]:
    """One function may stand for several equal ludemes, of which it has the place of the first; results of end rules
    have a function each."""
    at = {node.span: node for node in inspection.nodes if node.span is not None}
    waiting = set(fired.waiting.values())
    idle = {at[place] for place in waiting if place in at} - {at[place] for place in fired.seen if place in at}
    told: set[int] = set()
    found: dict[tuple[str, int, int], LudError] = {}
    used: set[tuple[str, int, int]] = set()
    parents = {id(below): node for node in inspection.nodes for below in children(node)}
    for node in inspection.nodes:
        parent = parents.get(id(node))
        span = node.span
        if parent is not None and id(parent) in told:
            told.add(id(node))  # what stands within something that never fires
        elif isinstance(parent, EquipmentPiece) and node in idle:
            told.add(id(node))  # a piece that never moves, of which another warning tells
        elif isinstance(node, Moves | Result | ByScore | Payoffs) and span is not None and span.places[-1].file == file:
            place = span.places[-1]
            if node in idle if isinstance(node, Moves) else span in waiting:
                told.add(id(node))
                code = "play-move-never" if isinstance(node, Moves) else "play-end-never"
                head = inspection.head(node)
                found.setdefault((place.file, place.start, place.end), problem(code, head, games=games))
            else:
                used.add((place.file, place.start, place.end))
    return [warning for key, warning in found.items() if key not in used]
