"""The WebAssembly backend's engine: a program as a module that wasmtime compiles in milliseconds. Works without a C
compiler, on all systems for which wasmtime is there."""

from __future__ import annotations

import atexit
import ctypes
import struct
import threading
import weakref
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Self

from ludparse.problems.errors import LudError, LudLimitError
from ludparse.support.process import after_fork

from ...play.arguments import MOST
from ...program.data import ProgramData
from ...program.limits import MAX_MOVES
from ..c.calls import Calls, patiently, side_by_side
from ..c.failures import failure
from ..c.flat_engine import MASK64, FlatEngine, State, signed
from ..c.native import Layout
from ..c.packed import PackedMoves, packed
from .code import Code, EndedError, Memory, compiled, engines_in_use
from .rendering.plan import BUFFERS, FIRST_ROOM
from .runtime.registers import CANCELLED, FULL, MEMORY, MORE, PAUSED

if TYPE_CHECKING:
    from ...play.engine import MoveRecords, PlyDigest, Traits
    from ...play.playouts import Playouts
    from ...program.program import Program
    from .rendering.render import Rendered

MAX_CAPACITY = 1 << 22
"""Values in one growing field of the state."""
GAMES_OF_A_CALL = 2048
"""Random games of one call."""

_engines: weakref.WeakSet[WasmEngine] = weakref.WeakSet()


class WasmEngine(FlatEngine):
    """Runs a program under wasmtime, in any number of threads: each call has a memory to itself.

    If a state or a buffer outgrows its room, a memory with more room takes its place, and the call begins again.
    """

    name = "wasm"

    def __init__(self, program: Program) -> None:
        self.data: ProgramData = program
        """The fields, capacities and texts of the program."""
        self.program = program
        rendered = self.rendered(program)
        rendered.low.take_apart()
        self._begin(Code(compiled(rendered.binary), rendered.plan, rendered.given, rendered.functions))

    def rendered(self, program: Program) -> Rendered:
        """The module."""
        from .rendering.render import render_wasm  # late, as all that games from the cache do without

        return render_wasm(program)

    @classmethod
    def restored(cls, data: ProgramData, code: Code, program: Callable[[], Program]) -> Self:
        """The engine of a program that is in the cache. program: gives all of it, when it is needed after all."""
        engine = cls.__new__(cls)
        engine.data, engine._make_program = data, program
        engine._begin(code)
        return engine

    def _begin(self, code: Code) -> None:
        self.code = code
        """The compiled module, and what it is told."""
        self._fixed, self._at = code.plan.fixed, code.plan.state
        self._room: tuple[int, ...] = FIRST_ROOM
        self._layout = code.layout(dict(self.data.caps))
        self._idle: list[Memory] = []
        self._reset_locks()
        _engines.add(self)

    @property
    def capacities(self) -> Mapping[str, int]:
        """The room of what grows in new states."""
        return self._layout.caps

    @cached_property
    def source(self) -> str:
        """The program in the low form, as text."""
        from ...low.printer import print_module

        return print_module(self.rendered(self.program).low)

    def _reset_locks(self) -> None:
        """Create the locks.

        Also called in a child process after a fork, where nobody would release a lock held by another thread.
        """
        self._lock = threading.Lock()

    # ------------------------------------------------------------------ calls

    def _memory(self, state: State | None) -> Memory:
        """A memory for a call at a state, idle or new. The caller must put it back into `_idle`."""
        if state is not None and state[1] is not self._layout:
            for number, name in enumerate(self._layout.caps):
                while self._layout.caps[name] < state[1].caps[name]:
                    self.enlarge(number, self._layout)
        while True:
            try:
                memory = self._idle.pop()
            except IndexError:
                return Memory(self.code, self._layout.caps, self._room)
            if memory.layout is self._layout and memory.room is self._room:
                return memory

    def _call(self, state: State | None, call: Callable[[Memory], int]) -> tuple[int, Memory]:
        """Make a call at a state.

        It is repeated with more room if a capacity or a buffer is used up, and can be interrupted if it takes long. The
        caller must put the returned memory back into `_idle`.
        """
        while True:
            memory = self._memory(state)
            if state is not None:
                data, layout = state
                if layout is not memory.layout:
                    data = memory.layout.convert(data, layout, self.data.fields)
                memory.put_state(data, self._fixed, self._at)
            try:
                try:
                    if self.code.functions:  # these are Python code, where a signal's exception has no way out
                        return patiently(memory, lambda m=memory: call(m)), memory  # type: ignore[misc, arg-type]
                    return call(memory), memory
                except EndedError as ended:
                    if ended.status != PAUSED:
                        raise
                    if state is not None:
                        memory.put_state(data, self._fixed, self._at)
                    return patiently(memory, lambda m=memory: call(m)), memory  # type: ignore[misc, arg-type]
            except EndedError as ended:
                self._idle.append(memory)
                if not self._more_room(ended, memory):
                    raise self._failure(ended) from None
            except BaseException:
                self._idle.append(memory)
                raise

    def _failure(self, ended: EndedError) -> LudError:
        if ended.status == CANCELLED:
            return LudLimitError("a call was cancelled")
        return failure(self.program, ended.status, ended.detail, ended.where, ended.field)

    def _more_room(self, ended: EndedError, memory: Memory) -> bool:
        """Makes more room, if that is what a call lacked."""
        if ended.status == FULL:
            self.enlarge(ended.detail, memory.layout, ended.where)
            return True
        if ended.status != MORE:
            return False
        self._widen(ended.detail, memory.room[ended.detail] * 4, ended.where)
        return True

    def _widen(self, number: int, entries: int, where: Sequence[int] = ()) -> None:
        """Gives a buffer at least so many entries. where: the place of the call that lacked them."""
        with self._lock:
            room = list(self._room)
            if room[number] >= entries:
                return
            room[number] = min(entries, MAX_MOVES) if BUFFERS[number] == "moves" else entries
            if self.code.plan.too_large(self._layout.caps, room, number):
                raise failure(self.program, MEMORY, 0, where)
            self._room = tuple(room)

    def _state(self, memory: Memory) -> State:
        return memory.state(self._fixed, self._at), memory.layout

    def listed(self, n: int, memory: Memory, state: State) -> tuple[State, PackedMoves]:
        """What `moves` gave, and the state with its random results drawn."""
        data = memory.out(n)
        moves = PackedMoves(data, struct.unpack_from("=i", data)[0])
        after = self._state(memory)
        return state if after[1] is state[1] and after[0] == state[0] else after, moves

    # ------------------------------------------------------------------ the engine's interface

    def optimise(self) -> bool:
        """Does nothing: this backend has only one kind of code."""
        return False

    def start(self, rng: int) -> State:
        """The state at the start of a game; rng: the 64-bit state of SplitMix64."""
        _, memory = self._call(None, lambda m: m.call("start", signed(rng)))
        state = self._state(memory)
        self._idle.append(memory)
        return state

    def moves(self, state: State) -> tuple[State, PackedMoves]:
        """The legal moves, and the state with the random results drawn for them."""
        n, memory = self._call(state, lambda m: m.call("moves"))
        listed = self.listed(n, memory, state)
        self._idle.append(memory)
        return listed

    def play(self, state: State, moves: MoveRecords, number: int) -> tuple[State, PackedMoves]:
        """The state after a move, and the move as it was applied."""
        n, memory = self._play(state, moves, number, 0)
        after = self._state(memory), PackedMoves(memory.out(n), 1)
        self._idle.append(memory)
        return after

    def consequences(self, state: State, moves: MoveRecords, number: int) -> PackedMoves:
        """The move as it would be applied."""
        n, memory = self._play(state, moves, number, 1)
        told = PackedMoves(memory.out(n), 1)
        self._idle.append(memory)
        return told

    def _play(self, state: State, moves: MoveRecords, number: int, tell: int) -> tuple[int, Memory]:
        data, at = packed(moves, number)
        end = struct.unpack_from("=i", data, 4 * (3 + number))[0] if isinstance(moves, PackedMoves) else len(data) // 4
        record = data[4 * at : 4 * end]

        def call(memory: Memory) -> int:
            memory.put(memory.given["out"], record)
            return memory.call("play", tell)

        self._widen(BUFFERS.index("out"), end - at)
        return self._call(state, call)

    # ------------------------------------------------------------------ what FlatEngine asks

    def layout_now(self) -> Layout:
        """The layout of new states."""
        return self._layout

    def enlarge(self, number: int, layout: Layout, where: Sequence[int] = ()) -> None:
        """Gives a capacity four times the size that it had in a layout, unless another thread has done so. where: the
        place of the call that lacked room."""
        with self._lock:
            caps = dict(self._layout.caps)
            name = list(caps)[number]
            if caps[name] > layout.caps[name]:
                return
            caps[name] *= 4
            if caps[name] > MAX_CAPACITY:
                raise LudLimitError(f"the game's {name} grew past {MAX_CAPACITY} values")
            if self.code.plan.too_large(caps, self._room):
                raise failure(self.program, MEMORY, 0, where)
            self._layout = self.code.layout(caps)

    def ask(self, state: State, what: str, *operands: int) -> tuple[int, Memory]:
        """The number that a function of the module gives, and the memory of the call."""
        return self._call(state, lambda m: m.call(what, *operands))

    def release(self, memory: Memory) -> None:
        """Memory may be used by another call."""
        self._idle.append(memory)

    # ------------------------------------------------------------------ many positions

    def perft(self, state: State, depth: int) -> int:
        """The number of move sequences of this depth."""

        def call(memory: Memory) -> int:
            return patiently(memory, lambda: memory.call("perft", min(depth, MOST)))  # type: ignore[arg-type]

        n, memory = self._call(state, call)
        self._idle.append(memory)
        return n & MASK64

    def follow(self, rng: int, picks: Sequence[int], players: int, traits: Traits) -> list[PlyDigest] | None:
        """None: there is no quicker way than move by move."""
        return None

    def playouts(self, state: State | None, first: int, n: int, seed: int, max_moves: int, jobs: int) -> Playouts:
        """Random games with the numbers first, first + 1, … of a seed, from a state or from the start."""
        from ...play.playouts import Lengths, Playouts, Rankings, ranges

        players = self.data.constants["players"]
        calls = Calls()
        pieces = ranges(first, n, jobs) if n else []
        done = side_by_side(lambda piece: self._games(state, *piece, seed, max_moves, calls), pieces, jobs, calls)
        rows = array("i", b"".join(done))
        size = players + 2
        lengths, places = Lengths("i", rows[::size]), array("f", bytes(4 * n * players))
        for p in range(players):
            places[p::players] = array("f", [rank / 2 for rank in rows[2 + p :: size]])
        return Playouts(n, sum(lengths), sum(rows[1::size]), lengths, Rankings(places, players, n))

    def _games(self, state: State | None, first: int, n: int, seed: int, max_moves: int, calls: Calls) -> bytearray:
        """Random games, each as int32 numbers: that of its moves, whether it was cut short, and twice the ranks."""
        size = self.data.constants["players"] + 2
        rows, played = bytearray(), 0
        while played < n:
            more = min(GAMES_OF_A_CALL, n - played)
            self._widen(BUFFERS.index("out"), more * size)
            memory = self._memory(state)
            if state is not None:
                data, layout = state
                if layout is not memory.layout:
                    data = memory.layout.convert(data, layout, self.data.fields)
                memory.put(memory.given["given"], data)
            ended: EndedError | None = None
            calls.begin(memory)  # type: ignore[arg-type]
            try:
                begin = signed(first + played)
                memory.call("playouts", int(state is None), begin, more, signed(seed), max_moves)
            except EndedError as problem:
                ended, more = problem, memory.register("games")
            finally:
                calls.end(memory)  # type: ignore[arg-type]
            rows += memory.out(more * size)  # before another call may write there
            self._idle.append(memory)
            played += more
            if ended is not None and not self._more_room(ended, memory):
                raise self._failure(ended) from None
        return rows


def _after_fork() -> None:
    for engine in list(_engines):
        engine._reset_locks()


after_fork(_after_fork)


@atexit.register
def _keep() -> None:
    """Keeps what wasmtime holds until the process ends. Other threads may still be in calls, and what is given back
    later than this finds wasmtime's own modules gone."""
    for kept in (*_engines, *engines_in_use()):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))
