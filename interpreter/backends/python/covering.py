"""Plain Python that counts what each function of a traced program does in random games."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...play.counts import REMOVALS, Counts, counted_functions
from ...play.playouts import Lengths, Playouts, Rankings, game_seed
from ...program.ops import Type
from ...program.program import Function, Program
from .engine import PythonEngine, State, raw_of
from .makers import MadeMove, MakerRuntime, made

__all__ = ["PythonCover"]

_ASKED, _HELD, _MADE, _OFFERED, _PLAYED, _REMOVED, _LEAST, _MOST = range(len(Counts._fields))
Row = list[int]


class _Runtime(MakerRuntime):
    """Counts for an engine."""

    def __init__(self, engine: _Engine, *args: Any) -> None:
        self.engine = engine
        super().__init__(*args)

    def reset(self) -> None:
        super().reset()
        self.running = [-1]
        self.rows: dict[int, Row] = {}
        self.given = self.engine.given

    @property
    def now(self) -> int:
        return self.running[-1]

    def act_now(self, kind: str, decision: bool, *params: int) -> None:
        maker, before = self.now if self.maker == -1 else self.maker, len(self.applied)
        super().act_now(kind, decision, *params)
        if before < len(self.applied):  # a move that is put together from what was applied on a copy keeps its makers
            self.applied[before] = made(self.applied[before], maker)

    def is_applied(self, action: list[Any], maker: int) -> None:
        if action[0] in REMOVALS and maker >= 0:
            self.row(maker)[_REMOVED] += 1

    def row(self, number: int) -> Row:
        return self.rows.setdefault(number, [0] * len(Counts._fields))


class _Engine(PythonEngine):
    """An engine whose functions are counted; each call has rows of its own, as one that is begun again counts once."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.given: list[int] = []
        self.totals: dict[int, Counts] = {}
        self.runtime = self._counting  # type: ignore[assignment]
        for fn in counted_functions(program):
            if self.renders(fn):
                self.wrap(fn, lambda function, fn=fn: _counting(fn, function))  # type: ignore[misc]

    def _counting(self, *args: Any) -> _Runtime:
        return _Runtime(self, *args)

    def call(self, state: State | None, entry: str, *arguments: int, given: MadeMove | None = None) -> _Runtime:
        """Runs an entry and adds up what it has counted. given: the move that is played."""
        self.given = [] if given is None else [getattr(a, "maker", -1) for a in given.actions]
        r = self._run(state, entry, *arguments, move=None if given is None else raw_of(given))
        assert isinstance(r, _Runtime)
        self._idle.append(r)
        return r

    def one_game(self, rng: int, max_moves: int, pick: Callable[[int, int], int]) -> tuple[int, Any]:
        """Plays a game; its plies and its last state. pick: chooses a move by the ply and the number of moves."""
        r = self.call(None, "start", rng)
        self.add(r.rows)
        ply = 0
        while not r.s.over and (max_moves < 0 or ply < max_moves):
            r = self.call((r.s, r.caps), "moves")
            moves = [move for move in r.buffer if isinstance(move, MadeMove)]
            if not moves:
                break
            chosen = moves[pick(ply, len(moves))]
            for move in moves:
                if move.maker >= 0:
                    r.row(move.maker)[_OFFERED] += 1
            if chosen.maker >= 0:
                r.row(chosen.maker)[_PLAYED] += 1
            self.add(r.rows)
            r = self.call((r.s, r.caps), "play", 0, given=chosen)
            self.add(r.rows)
            ply += 1
        return ply, r.s

    def add(self, rows: dict[int, Row]) -> None:
        for number, row in rows.items():
            self.totals[number] = self.totals.get(number, Counts()).plus(Counts(*row))


def _counting(fn: Function, function: Callable[..., Any]) -> Callable[..., Any]:
    has_number = fn.result is Type.INT
    answers = fn.result in (Type.BOOL, Type.SET)

    def call(e: _Runtime) -> Any:
        row = e.row(fn.index)
        row[_ASKED] += 1
        before = len(e.buffer)
        e.running.append(fn.index)
        value = function(e)
        e.running.pop()
        if has_number:
            first = row[_ASKED] == 1
            row[_LEAST] = value if first else min(row[_LEAST], value)
            row[_MOST] = value if first else max(row[_MOST], value)
        elif answers:
            row[_HELD] += bool(value)
        row[_MADE] += max(0, len(e.buffer) - before)
        return value

    call.__name__ = fn.name
    return call


class PythonCover:
    """Counts in plain Python."""

    name = "python"

    def __init__(self, program: Program) -> None:
        """program: a traced one."""
        self.engine = _Engine(program)

    def count_random(self, first: int, n: int, seed: int, max_moves: int) -> Playouts:
        """As of `CountingEngine`."""
        engine = self.engine
        players = engine.data.constants["players"]
        lengths, places = Lengths("i"), array("f")
        cut = 0
        for game in range(first, first + n):
            chance = game_seed(seed, game)
            below = chance.below
            ply, state = engine.one_game(chance.bits(), max_moves, lambda _, number, below=below: below(number))  # type: ignore[misc]
            cut += not state.over
            lengths.append(ply)
            places.extend(state.rank[p] / 2 for p in range(1, players + 1))
        return Playouts(n, sum(lengths), cut, lengths, Rankings(places, players, n))

    def count_game(self, rng: int, picks: Sequence[int]) -> None:
        """As of `CountingEngine`."""
        self.engine.one_game(rng, len(picks), lambda ply, _: picks[ply])

    def counts(self) -> Mapping[int, Counts]:
        """As of `CountingEngine`."""
        totals, self.engine.totals = self.engine.totals, {}
        return totals
