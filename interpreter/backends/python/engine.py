"""The Python backend's engine: executes the rendered module. Works anywhere, without a compiler."""

from __future__ import annotations

import struct
import sys
import threading
import weakref
from array import array
from collections.abc import Callable, Sequence
from functools import cached_property
from types import CodeType
from typing import TYPE_CHECKING, Any, Self

from ludparse.problems.errors import LudError, LudLimitError, LudRuleError
from ludparse.support.process import after_fork, too_deep

from ...play.engine import RawMoves, RenderedProgram
from ...program.actions import ORDER
from ...program.data import ProgramData
from ...program.raw import RawAction, RawMove
from ...program.state_layout import COPIES, GENERATORS, Field, FieldKind
from .move_buffer import Move
from .runtime import MASK64, FullError, Runtime
from .values import members

if TYPE_CHECKING:
    from ludparse.problems.spans import Span

    from ...play.engine import MoveRecords, Traits
    from ...play.playouts import Playouts
    from ...program.ops import Table
    from ...program.program import Function, Program

MAX_CAPACITY = 1 << 22
_RECURSION = 5000
_CODES = {8: "b", 16: "h", 32: "i", 64: "q"}  # of `array`

State = tuple[Any, dict[str, int]]
"""A state: an instance of the rendered class, and the capacities that it is laid out for. Neither ever changes."""

_engines: weakref.WeakSet[PythonEngine] = weakref.WeakSet()


def table_data(table: Table) -> Any:
    """A table as the rendered module reads it."""
    if table.kind == "sets":
        return [sum(1 << site for site in {*row}) for row in table.lists]
    if table.kind == "rays":
        return table.parts
    if table.kind == "groups":
        return [[sum(1 << site for site in {*group}) for group in groups] for groups in table.parts]
    return table.values if table.kind == "flat" else table.lists


class PythonEngine(RenderedProgram):
    """Runs a program in plain Python, in any number of threads: each call has a `Runtime` to itself."""

    name = "python"
    runtime = Runtime
    """What the rendered module runs on."""

    def __init__(self, program: Program) -> None:
        self.data: ProgramData = program
        """The fields, capacities and texts of the program."""
        self.program = program
        self.source = self.rendered(program)
        filename = f"<rules of {program.name!r}>"
        try:
            code = compile(self.source, filename, "exec")
        except (MemoryError, RecursionError, SyntaxError):  # Python's own limits on nesting
            raise too_deep() from None
        self._begin(code, {name: table_data(t) for name, t in program.tables.items()})

    def rendered(self, program: Program) -> str:
        """The text of the module."""
        from .render import render_python  # late, as all that games from the cache do without

        return render_python(program)

    @classmethod
    def restored(
        cls,
        data: ProgramData,
        code: CodeType,
        tables: dict[str, Any],
        source: Callable[[], str],
        program: Callable[[], Program],
    ) -> Self:
        """The engine of a program that is in the cache.

        code, tables: as `compiled` gave them. source, program: give the module's text, and the whole program, when they
        are needed after all.
        """
        engine = cls.__new__(cls)
        engine.data, engine._make_source, engine._make_program = data, source, program
        engine._begin(code, tables)
        return engine

    def compiled(self) -> tuple[CodeType, dict[str, Any]]:
        """The rendered module's code, and the tables that it reads."""
        return self._code, self._tables

    def _begin(self, code: CodeType, tables: dict[str, Any]) -> None:
        import linecache

        # a dozen Python calls per level of MAX_CALLS; never lowered, because other threads may be deep in recursion
        sys.setrecursionlimit(max(sys.getrecursionlimit(), _RECURSION))
        self.filename = code.co_filename
        # with the text in linecache, tracebacks and debuggers show the lines of the rendered rules
        linecache.cache[self.filename] = (len(self.source), None, self.source.splitlines(keepends=True), self.filename)
        module: dict[str, Any] = {"__name__": "rules"}
        exec(code, module)
        self._code = code
        self._tables = tables
        self._module = module
        self._caps = dict(self.data.caps)
        self._idle: list[Runtime] = []
        self._reset_locks()
        _engines.add(self)

    @cached_property
    def _places(self) -> dict[str, Span | None]:
        """The places of the functions in the description."""
        return {fn.name: fn.place for fn in self.program.functions}

    def renders(self, fn: Function) -> bool:
        """Whether a function of the program is part of the module: one that nothing calls is not."""
        return fn.name in self._module

    def wrap(self, fn: Function, around: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
        """Puts what `around` makes of a function in its place, for all its callers, to observe what it does."""
        function = self._module[fn.name]
        self._module[fn.name] = new = around(function)
        consequents = self._module["CONSEQUENTS"]
        if consequents.get(fn.index) is function:
            consequents[fn.index] = new

    def _reset_locks(self) -> None:
        """Create the locks.

        Also called in a child process after a fork, where nobody would release a lock held by another thread.
        """
        self._lock = threading.Lock()

    def _runtime(self) -> Runtime:
        """A runtime for a call, idle or new. The caller must put it back into `_idle`."""
        while True:
            try:
                runtime = self._idle.pop()
            except IndexError:
                runtime = self.runtime(self._module, self._tables, self._caps, ["THEN", *ORDER])
                runtime.hashed, runtime.hash_lists = self.data.hashed, self.data.hash_lists
                runtime.strings = self.data.strings
            if runtime.caps is self._caps:
                runtime.reset()
                return runtime

    def _grow(self, cap: str, before: dict[str, int]) -> None:
        """Double a capacity, unless another thread has already done so."""
        with self._lock:
            if self._caps[cap] > before[cap]:
                return
            caps = self._caps | {cap: self._caps[cap] * 2}
            if caps[cap] > MAX_CAPACITY:
                raise LudLimitError(f"the game's {cap} grew past {MAX_CAPACITY} values")
            self._caps = caps

    def _fitted(self, state: State, caps: dict[str, int]) -> Any:
        """A mutable copy of a state, laid out for these capacities."""
        new = state[0].copy()
        if state[1] is not caps:
            for f in self.data.fields.values():
                if f.kind is FieldKind.ARRAY and f.cap:
                    setattr(new, f.name, _widened(getattr(new, f.name), f, caps[f.cap]))
        return new

    def _run(self, state: State | None, entry: str, *arguments: int, move: RawMove | None = None) -> Runtime:
        """Call a function of the module on a copy of a state.

        It is repeated with more room if a capacity is used up.
        """
        while True:
            r = self._runtime()
            r.s = self._module["State"](r.caps) if state is None else self._fitted(state, r.caps)
            if state is None:
                r.s.rng = arguments[0] & MASK64
            if move is not None:
                actions = [[a.kind, a.decision, *a.params] for a in move.actions]
                head = (move.mover, move.from_site, move.to_site, move.level_min, move.level_max)
                r.buffer.append(Move(*head, actions, list(move.then)))
            if entry == "consequences" and COPIES in self.data.fields:
                r.begin_telling()
            try:
                self._module[entry](r, *(() if state is None else arguments))
                return r
            except FullError as full:
                self._grow(full.args[0], r.caps)
            except LudError as error:
                error.span = error.span or self._place(error, r)
                raise
            except RecursionError as error:
                from ...program.limits import nested_too_deep

                raise LudLimitError(nested_too_deep(), self._place(error, r)) from None

    def start_actions(self, rng: int) -> list[RawAction]:
        """The actions of the start rules, in order. In a trial each of them is a move of its own."""
        r = self._run(None, "start", rng)
        actions = [RawAction(a[0], bool(a[1]), tuple(int(v) for v in a[2:])) for a in r.applied]
        self._idle.append(r)
        return actions

    def _place(self, error: BaseException, r: Runtime) -> Span | None:
        """The place of the ludeme that was evaluated: that of the innermost function of the module with a place, else
        that of the consequent being applied, else that of the outermost function, at last that of all rules.
        """
        names: list[str] = []
        trace = error.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename == self.filename:
                names.append(code.co_name)
            trace = trace.tb_next
        places = [self._places.get(name) for name in reversed(names)]
        if r.consequent >= 0:
            places.insert(-1, self.program.functions[r.consequent].place)
        return next((place for place in places if place is not None), self.program.place)

    # ------------------------------------------------------------------ the engine's interface

    def start(self, rng: int) -> State:
        """The state at the start of a game; rng: the 64-bit state of SplitMix64."""
        r = self._run(None, "start", rng)
        self._idle.append(r)
        return r.s, r.caps

    def optimise(self) -> bool:
        """Does nothing: this backend has only one kind of code."""
        return False

    def moves(self, state: State) -> tuple[State, RawMoves]:
        """The legal moves, and the state with the random results drawn for them."""
        if state[0].over:
            return state, RawMoves(())
        r = self._run(state, "moves")
        found = RawMoves([raw_of(m) for m in r.buffer])
        after = r.s, r.caps
        self._idle.append(r)
        return after, found

    def count(self, state: State) -> int | None:
        """None: this backend builds every move."""

    def choose(self, state: State, number: int) -> None:
        """None: this backend builds every move."""

    def play(self, state: State, moves: MoveRecords, number: int) -> tuple[State, RawMoves]:
        """The state after a move, and the move as it was applied."""
        return self._play(state, moves.raw(number), "play")

    def consequences(self, state: State, moves: MoveRecords, number: int) -> RawMoves:
        """The move as it would be applied."""
        return self._play(state, moves.raw(number), "consequences")[1]

    def _play(self, state: State, move: RawMove, entry: str) -> tuple[State, RawMoves]:
        if move.mover < 0:
            raise LudRuleError("a move without a mover")
        r = self._run(state, entry, 0, move=move)
        actions = tuple(RawAction(a[0], bool(a[1]), tuple(int(v) for v in a[2:])) for a in r.applied)
        done = RawMove(move.mover, move.from_site, move.to_site, move.level_min, move.level_max, actions, ())
        after = r.s, r.caps
        self._idle.append(r)
        return after, RawMoves((done,))

    # ------------------------------------------------------------------ reading and writing fields

    def read(self, state: State, field: str) -> Any:
        """A field's value: int, list of ints, or set as a sorted list."""
        value = getattr(state[0], field)
        if self.data.fields[field].kind is FieldKind.SET:
            return list(members(value))
        return list(value) if isinstance(value, list) else value

    def with_rng(self, state: State, rng: int) -> State:
        """The same state with a new random number generator."""
        new = state[0].copy()
        for name in GENERATORS & self.data.fields.keys():
            setattr(new, name, rng & MASK64)
        return new, state[1]

    def pack(self, state: State) -> dict[str, bytes]:
        """The values of all fields, little-endian; of a list only its present items."""
        out = {}
        for name, f in self.data.fields.items():
            value = getattr(state[0], name)
            if f.kind is FieldKind.SET:
                out[name] = value.to_bytes((self.data.set_width + 63) // 64 * 8, "little")
            elif f.kind is FieldKind.INT:
                out[name] = (value & (1 << f.bits) - 1).to_bytes(f.bits // 8, "little")
            else:
                out[name] = _bytes(value, f)
        return out

    def unpack(self, fields: dict[str, bytes]) -> State:
        """The inverse of `pack`."""
        caps = dict(self._caps)
        new = self._module["State"](caps)
        for name, f in self.data.fields.items():
            data = fields[name]
            if f.kind is FieldKind.SET:
                setattr(new, name, int.from_bytes(data, "little"))
            elif f.kind is FieldKind.INT:
                setattr(new, name, int.from_bytes(data, "little", signed=name not in GENERATORS))
            else:
                values = list(struct.unpack(f"<{len(data) * 8 // f.bits}{_CODES[f.bits]}", data))
                setattr(new, name, values)
                if f.cap and f.kind is FieldKind.ARRAY:
                    while self._caps[f.cap] < len(values) // f.size:
                        self._grow(f.cap, self._caps)
        return self._fitted((new, caps), self._caps), self._caps

    # ------------------------------------------------------------------ many positions

    def perft(self, state: State, depth: int) -> int:
        """The number of move sequences of this depth."""
        if depth <= 0 or state[0].over:
            return 1
        state, moves = self.moves(state)
        if depth == 1:
            return len(moves)
        return sum(self.perft(self.play(state, moves, k)[0], depth - 1) for k in range(len(moves)))

    def playouts(self, state: State | None, first: int, n: int, seed: int, max_moves: int, jobs: int) -> Playouts:
        """Random games number first, first + 1, … of a seed, from a state or from the start; one after the other."""
        from ...play.playouts import Lengths, Playouts, Rankings, game_seed

        players = self.data.constants["players"]
        lengths, places = Lengths("i"), array("f")
        cut = 0
        for game in range(first, first + n):
            chance = game_seed(seed, game)
            at = self.start(chance.bits()) if state is None else self.with_rng(state, state[0].rng ^ chance.bits())
            ply = 0
            while not at[0].over and (max_moves < 0 or ply < max_moves):
                at, moves = self.moves(at)
                if not len(moves):
                    break
                at, _ = self.play(at, moves, chance.below(len(moves)))
                ply += 1
            cut += not at[0].over
            lengths.append(ply)
            places.extend(at[0].rank[p] / 2 for p in range(1, players + 1))
        return Playouts(n, sum(lengths), cut, lengths, Rankings(places, players, n))

    def follow(self, rng: int, picks: Sequence[int], players: int, traits: Traits) -> None:
        """None: there is no quicker way than move by move."""


def _bytes(values: list[int], f: Field) -> bytes:
    return struct.pack(f"<{len(values)}{_CODES[f.bits]}", *values)


def _widened(values: list[int], f: Field, cap: int) -> list[int]:
    """The rows of an array with a capacity, widened."""
    old = len(values) // f.size
    rows = [values[r * old : (r + 1) * old] + [f.init] * (cap - old) for r in range(f.size)]
    return [v for row in rows for v in row]


def raw_of(m: Move) -> RawMove:
    """A move of the buffer as plain data."""
    actions = tuple(RawAction(a[0], bool(a[1]), tuple(int(v) for v in a[2:])) for a in m.actions)
    return RawMove(m.mover, m.from_site, m.to_site, m.level_min, m.level_max, actions, tuple(m.then))


def _after_fork() -> None:
    for engine in list(_engines):
        engine._reset_locks()


after_fork(_after_fork)
