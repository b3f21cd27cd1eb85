"""The C backend's engine: loads the compiled program and calls it through ctypes."""

from __future__ import annotations

import ctypes
import struct
import time
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

from ludparse.problems.errors import LudError, LudLimitError

from ...play.engine import PlyDigest
from ...program.data import ProgramData
from .compiled import BEST, CompiledProgram
from .failures import failure
from .flat_engine import MASK64, MUST_BUILD, FlatEngine, State, signed
from .native import Code, Layout, Memory
from .packed import PackedMoves, begin, packed

if TYPE_CHECKING:

    from ...play.engine import MoveRecords, Traits
    from ...play.playouts import Playouts
    from ...program.program import Program
    from .calls import Calls
    from .followed import Digests

__all__ = ["MANY_CALLS", "PATIENCE", "SINGLY", "SLICE", "CEngine", "State"]

PATIENCE = 0.1, 3.0  # seconds of play or search before compiling better code, and optimised code, is worthwhile
MANY_CALLS = 5_000, 50_000  # the same, in calls for single positions
SLICE = 0.2  # seconds of play after which unoptimised code checks whether better code is ready
SINGLY = 50
"""Plies of perft that are played move by move while better code is compiled. More would outgrow Python's stack."""
_FULL, _PAUSED = -1, -7  # statuses of core/runtime.h, negated
_CANCELLED = 6  # another one


class CEngine(FlatEngine, CompiledProgram):
    """Runs a program as native code, in any number of threads.

    It starts with code that compiles quickly, unless the cache has optimised code. Once many positions are played,
    better code and then optimised code are compiled in the background and used as soon as they are ready. If the
    content of a state outgrows its layout, the program is compiled again with a larger layout. In both cases `_code` is
    replaced; calls in progress finish in the old code.
    """

    name = "c"

    _digests: Digests | None
    """What `follow` uses."""

    def __init__(self, program: Program, extra_flags: tuple[str, ...] = ()) -> None:
        self.data: ProgramData = program
        """The fields, capacities and texts of the program."""
        self.program = program
        self.source = self.rendered(program)
        self._extra = extra_flags
        self._known: Sequence[str] = ()
        self._digests = None
        self._begin()

    def rendered(self, program: Program) -> str:
        """The C source."""
        from .rendering.render import render_c  # late, as all that games from the cache do without

        return render_c(program)

    @classmethod
    def restored(
        cls,
        data: ProgramData,
        tables: Sequence[array[int]],
        libraries: Sequence[str],
        source: Callable[[], str],
        program: Callable[[], Program],
    ) -> Self:
        """The engine of a program that is in the cache.

        tables: as the runtime reads them. libraries: the names in the cache of the code of each rank. source, program:
        give the C source, and the whole program, when they are needed after all.
        """
        engine = cls.__new__(cls)
        engine.data, engine.tables, engine._known, engine._extra = data, tables, libraries, ()
        engine._make_source, engine._make_program = source, program
        engine._digests = None
        engine._begin()
        return engine

    # ------------------------------------------------------------------ calls

    def _call(self, state: State, call: Callable[[Code, Memory, bytes], int]) -> tuple[int, Code, Memory]:
        """Make a native call with the bytes of a state.

        It is repeated with more room if a capacity is used up, and can be interrupted if it takes long. The caller must
        put the returned memory back into `idle`.
        """
        while True:
            code = self._code
            data, layout = state
            if layout is not code.layout and data:
                code = self.fitted(layout)
                data = code.layout.convert(data, layout, self.data.fields)
                state = data, code.layout
            memory = code.memory()
            try:
                n = call(code, memory, data)
                if n == _PAUSED:
                    from .calls import patiently

                    n = patiently(memory, lambda c=code, m=memory, d=data: call(c, m, d))  # type: ignore[misc]
                if n >= 0 or n <= MUST_BUILD:
                    return n, code, memory
                detail, field = code.detail(memory.pointer), code.field(memory.pointer)
                where = code.where(memory.pointer), code.consequent(memory.pointer)
            except BaseException:
                code.idle.append(memory)
                raise
            code.idle.append(memory)
            if n != _FULL:
                raise self.failure(-n, detail, where, field)
            self._grow(code, detail)

    def failure(self, status: int, detail: int, where: Sequence[int] = (), field: int = -1) -> LudError:
        """The error for a status of the runtime; arguments as of the function `failure`."""
        if status == _CANCELLED:  # nobody sees it, and Ctrl-C does not wait until the description is read again
            return LudLimitError("a call was cancelled")
        return failure(self.program, status, detail, where, field)

    def _nothing(self) -> State:
        """An empty state, for calls that begin at the start of a game."""
        return b"", self._code.layout

    def listed(self, n: int, memory: Memory, state: State) -> tuple[State, PackedMoves]:
        """The output of export_moves, and the state with its random results drawn."""
        data = memory.taken(n)
        count, changed = begin(data)
        if changed:
            state = memory.state.tobytes(), memory.code.layout
        return state, PackedMoves(data, count)

    def start(self, rng: int) -> State:
        """The state at the start of a game; rng: the 64-bit state of SplitMix64."""
        _, code, memory = self._call(self._nothing(), lambda c, m, _: int(c.start(m.pointer, signed(rng))))
        state = memory.state.tobytes(), code.layout
        code.idle.append(memory)
        return state

    def moves(self, state: State) -> tuple[State, PackedMoves]:
        """The legal moves, and the state with the random results drawn for them."""
        code = self._code
        data, layout = state
        if layout is code.layout:  # a copy of the fast path of `_call`, because this is called so often
            self._calls += 1
            if code.rank < BEST and self._calls > MANY_CALLS[code.rank]:
                self._optimise_beside(code.rank + 1)
            memory = code.memory()
            n = code.moves(memory.pointer, data)
            if n >= 0:
                data = memory.taken(n)
                count, changed = begin(data)
                if changed:
                    state = memory.state.tobytes(), layout
                code.idle.append(memory)
                return state, PackedMoves(data, count)
            code.idle.append(memory)
        n, code, memory = self._call(state, lambda c, m, d: int(c.moves(m.pointer, d)))
        listed = self.listed(n, memory, state)
        code.idle.append(memory)
        return listed

    def play(self, state: State, moves: MoveRecords, number: int) -> tuple[State, PackedMoves]:
        """The state after a move, and the move as it was applied."""
        code, memory, applied = self._applied(state, moves, number, 1)
        after = memory.state.tobytes(), code.layout
        code.idle.append(memory)
        return after, applied

    def consequences(self, state: State, moves: MoveRecords, number: int) -> PackedMoves:
        """The move as it would be applied."""
        code, memory, applied = self._applied(state, moves, number, 0)
        code.idle.append(memory)
        return applied

    def _applied(self, state: State, moves: MoveRecords, number: int, keeps: int) -> tuple[Code, Memory, PackedMoves]:
        """A move as it was applied, with the code and the memory that have the state after it. keeps: 0 if nobody wants
        that state."""
        code = self._code
        data, layout = state
        move, at = packed(moves, number)
        if layout is code.layout:
            memory = code.memory()
            n = code.play(memory.pointer, data, move, at, keeps)
            if n >= 0:
                return code, memory, PackedMoves(memory.taken(n), 1)
            code.idle.append(memory)
        n, code, memory = self._call(state, lambda c, m, d: int(c.play(m.pointer, d, move, at, keeps)))
        return code, memory, PackedMoves(memory.taken(n), 1)

    # ------------------------------------------------------------------ what FlatEngine asks

    def layout_now(self) -> Layout:
        """The layout of new states."""
        return self._code.layout

    def enlarge(self, number: int, layout: Layout) -> None:
        """Compiles the program with more room, if that was not done since it had this layout."""
        code = self._code
        if code.layout is layout:
            self._grow(code, number)

    def ask(self, state: State, what: str, *operands: int) -> tuple[int, Memory]:
        """The number that a function of the library gives, and the memory of the call."""
        n, _, memory = self._call(state, lambda c, m, d: int(c.functions[what](m.pointer, d, *operands)))
        return n, memory

    def release(self, memory: Memory) -> None:
        """Memory may be used by another call."""
        memory.code.idle.append(memory)

    # ------------------------------------------------------------------ many positions

    def perft(self, state: State, depth: int, singly: int = SINGLY) -> int:
        """The number of move sequences of this depth. singly: of so many plies each move may be played by itself."""
        if depth > 3 and singly and self._code.rank < BEST:
            self._optimise_beside(self._code.rank + 1)
            return self._perft_singly(state, depth, singly)
        out = ctypes.c_uint64()
        _, code, memory = self._call(state, lambda c, m, d: int(c.perft(m.pointer, d, depth, ctypes.byref(out))))
        code.idle.append(memory)
        return out.value

    def _perft_singly(self, state: State, depth: int, singly: int) -> int:
        """One move at a time, so that better code is used as soon as it is compiled."""
        if self.read(state, "over"):
            return 1
        state, moves = self.moves(state)
        return sum(self.perft(self.play(state, moves, k)[0], depth - 1, singly - 1) for k in range(len(moves)))

    def follow(self, rng: int, picks: Sequence[int], players: int, traits: Traits) -> list[PlyDigest] | None:
        """A game digested move by move, as `digests.follow` does it, in one native call."""
        from .followed import Digests

        played = array("i", picks)

        def call(code: Code, memory: Memory, _: bytes) -> int:
            digests = self._digests
            if digests is None or digests.layout is not code.layout:
                digests = Digests(self.data.fields, code.layout, self.data.strings, players, traits)
                self._digests = digests
            with digests.open() as pointer:
                return int(code.follow(memory.pointer, signed(rng), played.buffer_info()[0], len(played), pointer))

        n, code, memory = self._call(self._nothing(), call)
        rows = struct.iter_unpack("=iiIIIi", memory.taken(6 * n))  # ROW of core/follow.h
        code.idle.append(memory)
        return [
            PlyDigest(mover, moves, legal, applied, position, bool(over))
            for mover, moves, legal, applied, position, over in rows
        ]

    def playouts(self, state: State | None, first: int, n: int, seed: int, max_moves: int, jobs: int) -> Playouts:
        """Random games with the numbers first, first + 1, … of a seed, from a state or from the start."""
        from ...play.playouts import Lengths, Playouts, Rankings, ranges
        from .calls import Calls, side_by_side

        players = self.data.constants["players"]
        lengths, places = Lengths("i", bytes(4 * n)), array("f", bytes(4 * n * players))

        def play(piece: tuple[int, int]) -> tuple[int, int]:
            at, count = piece
            lengths_at = lengths.buffer_info()[0] + 4 * (at - first)
            places_at = places.buffer_info()[0] + 4 * (at - first) * players
            return self._play(state, at, count, seed, max_moves, calls, lengths_at, places_at)

        if jobs == 1:
            calls = None
            done = [play((first, n))]
        else:
            calls = Calls()
            done = side_by_side(play, ranges(first, n, jobs), jobs, calls)
        moves, cut = (sum(column) for column in zip(*done, strict=True)) if done else (0, 0)
        return Playouts(n, moves, cut, lengths, Rankings(places, players, n))

    def _play(
        self, state: State | None, first: int, n: int, seed: int, max_moves: int,
        calls: Calls | None, lengths: int, places: int,
    ) -> tuple[int, int]:  # fmt: skip
        """Play n games into two arrays.

        Returns the total number of moves and the number of games cut short. calls: the group this call belongs to.
        """
        counts = array("q", [0, 0, 0])
        batch = 16
        games = self.random_games()
        by_itself = True  # whether the next game is left to the code that only plays random games

        def arguments(data: bytes | None, end: int) -> tuple[Any, ...]:
            return (
                data, first, end, seed & MASK64, max_moves, int(state is None), self.data.constants["players"],
                lengths, places, counts.buffer_info()[0],
            )  # fmt: skip

        def call(code: Code, memory: Memory, data: bytes) -> int:
            if calls is not None:
                calls.begin(memory)
            try:
                settled = games is None or games.settled(code.layout.caps)
                end = n if code.rank == BEST and settled else min(n, counts[2] + batch)
                end = end if by_itself else counts[2] + 1
                return int(code.playouts(memory.pointer, *arguments(None if state is None else data, end)))
            finally:
                if calls is not None:
                    calls.end(memory)

        while counts[2] < n:
            only = None
            if games and by_itself:
                data, layout = self.start(0) if state is None else state
                only = games.code(self.fitted(layout).layout.caps)  # another engine may have given a state more room
            if only:
                only.play(only.layout.convert(data, layout, only.fields), lambda data: arguments(data, n), calls)
                by_itself = False  # if a game failed, ordinary code plays it again, and says why
                continue
            began, before = time.perf_counter(), counts[2]
            _, code, memory = self._call(state or self._nothing(), call)
            code.idle.append(memory)
            took = time.perf_counter() - began
            by_itself = True
            if code.rank < BEST or not (games is None or games.settled(code.layout.caps)):
                self._spent += took
                batch = max(1, int((counts[2] - before) * min(4.0, SLICE / max(took, 1e-6))))
                if self._spent > PATIENCE[min(code.rank, 1)]:
                    if code.rank < BEST:
                        self._optimise_beside(code.rank + 1)
                    elif games is not None:
                        games.build_beside(code.layout.caps)
        return counts[0], counts[1]
