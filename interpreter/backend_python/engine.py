"""The Python backend's engine: executes the rendered module. Works anywhere, without a compiler."""

from __future__ import annotations

import linecache
import random
import sys
from typing import Any

from ludparse.errors import LudError, LudLimitError
from ludparse.spans import Span

from ..program.actions import ORDER
from ..program.ops import FieldKind, Program, Table
from ..program.raw import Playouts, RawAction, RawMove
from ..program.runaway import MAX_CALLS, nested_too_deep
from .move_buffer import Move
from .render import render_python
from .runtime import MASK64, FullError, Runtime
from .values import members

MAX_CAPACITY = 1 << 22
_RECURSION = 40 * MAX_CALLS


def table_data(table: Table) -> Any:
    """A table as the rendered module reads it."""
    if table.kind == "sets":
        return [sum(1 << site for site in {*row}) for row in table.lists]
    return table.values if table.kind == "flat" else table.lists


class PythonEngine:
    """Runs a program in plain Python."""

    name = "python"

    def __init__(self, program: Program) -> None:
        # rules may call one another as deep as MAX_CALLS allows; never lowered: other threads may be deep in theirs
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
        self.program = program
        self.source = render_python(program)
        filename = f"<rules of {program.name!r}>"
        # with the text in linecache, tracebacks and debuggers show the rules' lines
        linecache.cache[filename] = (len(self.source), None, self.source.splitlines(keepends=True), filename)
        module: dict[str, Any] = {"__name__": "rules"}
        exec(compile(self.source, filename, "exec"), module)
        tables = {name: table_data(t) for name, t in program.tables.items()}
        self._module = module
        self._r = Runtime(module, tables, dict(program.caps), ["THEN", *ORDER])
        self._filename = filename
        self._places = {fn.name: fn.place for fn in program.functions}
        self._r.strings = program.strings
        self._r.hashed = program.hashed
        self._r.hash_lists = program.hash_lists

    def _grow(self, cap: str, state: Any) -> None:
        caps = self._r.caps
        old = caps[cap]
        caps[cap] = old * 2
        if caps[cap] > MAX_CAPACITY:
            raise LudLimitError(f"the game's {cap} grew past {MAX_CAPACITY} values")
        if state is not None:
            self._fit(state)

    def _fit(self, state: Any) -> None:
        """Lays out a state for the present capacities."""
        for f in self.program.fields.values():
            if f.kind is FieldKind.ARRAY and f.cap:
                values = getattr(state, f.name)
                new = self._r.caps[f.cap]
                old = len(values) // f.size
                if old != new:
                    rows = [values[r * old : (r + 1) * old] + [f.init] * (new - old) for r in range(f.size)]
                    setattr(state, f.name, [v for row in rows for v in row])

    def start(self, rng: int) -> Any:
        while True:
            self._r.reset()
            self._r.s = self._module["State"](self._r.caps)
            self._r.s.rng = rng & MASK64
            try:
                self._call("start")
                return self._r.s
            except FullError as full:
                self._grow(full.args[0], None)

    def _call(self, entry: str, *arguments: int) -> None:
        """Runs a function of the module; errors get their place in the description."""
        try:
            self._module[entry](self._r, *arguments)
        except LudError as error:
            error.span = error.span or self._place(error)
            raise
        except RecursionError as error:
            raise LudLimitError(nested_too_deep(), self._place(error)) from None

    def _place(self, error: BaseException) -> Span | None:
        """Where the ludeme stands that was evaluated.

        It is that of the innermost of the module's functions that knows its place, else the consequent being applied.
        """
        names: list[str] = []
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename == self._filename:
                names.append(code.co_name)
            trace = trace.tb_next
        places = [self._places.get(name) for name in reversed(names)]
        if self._r.consequent >= 0:
            places.append(self.program.functions[self._r.consequent].place)
        return next((place for place in places if place is not None), None)

    def optimise(self) -> None:
        """Nothing: there is one way only."""

    def copy(self, state: Any) -> Any:
        return state.copy()

    def moves(self, state: Any) -> list[RawMove]:
        while True:
            self._fit(state)
            self._r.reset()
            self._r.s = state.copy()
            try:
                self._call("moves")
            except FullError as full:
                self._grow(full.args[0], state)
                continue
            _take(state, self._r.s)
            return [_raw(m) for m in self._r.buffer]

    def play(self, state: Any, move: RawMove, keep: bool = True) -> list[RawAction]:
        while True:
            self._fit(state)
            self._r.reset()
            self._r.s = state.copy()
            actions = [[a.kind, a.decision, *a.params] for a in move.actions]
            head = (move.mover, move.from_site, move.to_site, move.level_min, move.level_max)
            self._r.buffer.append(Move(*head, actions, list(move.then)))
            try:
                self._call("play" if keep else "consequences", 0)
            except FullError as full:
                self._grow(full.args[0], state)
                continue
            if keep:
                _take(state, self._r.s)
            return [RawAction(a[0], bool(a[1]), tuple(int(v) for v in a[2:])) for a in self._r.applied]

    def read(self, state: Any, field: str) -> Any:
        value = getattr(state, field)
        if self.program.fields[field].kind is FieldKind.SET:
            return list(members(value))
        return list(value) if isinstance(value, list) else value

    def stir(self, state: Any, number: int) -> None:
        state.rng ^= number & MASK64

    def perft(self, state: Any, depth: int) -> int:
        if depth <= 0 or self.read(state, "over"):
            return 1
        state = state.copy()
        moves = self.moves(state)
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            after = state.copy()
            self.play(after, move)
            total += self.perft(after, depth - 1)
        return total

    def playouts(self, state: Any, n: int, seed: int, max_moves: int, restart: bool) -> Playouts:
        picks = random.Random(seed)
        players = self.program.constants["players"]
        lengths, rankings = list[int](), list[tuple[float, ...]]()
        cut = 0
        for _ in range(n):
            at = self.start(picks.getrandbits(64)) if restart else state.copy()
            if not restart:
                self.stir(at, picks.getrandbits(64))
            ply = 0
            while not at.over and (max_moves < 0 or ply < max_moves):
                moves = self.moves(at)
                if not moves:
                    break
                self.play(at, moves[picks.randrange(len(moves))])
                ply += 1
            cut += not at.over
            lengths.append(ply)
            rankings.append(tuple(at.rank[p] / 2 for p in range(1, players + 1)))
        return Playouts(n, sum(lengths), cut, lengths, rankings)


def _take(state: Any, other: Any) -> None:
    for name in type(state).__slots__:
        setattr(state, name, getattr(other, name))


def _raw(m: Move) -> RawMove:
    actions = tuple(RawAction(a[0], bool(a[1]), tuple(int(v) for v in a[2:])) for a in m.actions)
    return RawMove(m.mover, m.from_site, m.to_site, m.level_min, m.level_max, actions, tuple(m.then))
