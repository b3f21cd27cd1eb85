"""An engine in two tiers: a game is played at once as WebAssembly, and as optimised C once that has been compiled
beside the playing."""

from __future__ import annotations

import sys
import threading
import time
import warnings
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ludparse.problems.errors import LudError

from ..c.compile import CacheClosedError, NoCompilerError, find_compiler, find_library
from ..c.compiled import BEST
from ..c.engine import SINGLY, SLICE, CEngine, State
from .engine import WasmEngine
from .package import wasmtime_there

if TYPE_CHECKING:
    from ...play.engine import MoveRecords, PlyDigest, Traits
    from ...play.playouts import Playouts
    from ...program.data import ProgramData
    from ...program.program import Program
    from ..c.native import Code
    from ..c.packed import PackedMoves

__all__ = ["Kept", "TieredEngine", "tiers"]

PATIENCE: float = 0.5
"""Seconds of random games after which optimised code is worth its compilation, which takes 2 to 8 seconds."""
MANY_CALLS: float = 50_000
"""The same, in calls for single positions."""


def tiers(data: ProgramData) -> bool:
    """Whether a program begins as WebAssembly and goes on as C: both are there, and its states hold nothing that the
    two write in different ways, as digests of former positions are."""
    if data.hash_lists or sys.byteorder == "big" or not wasmtime_there():
        return False
    try:
        find_compiler()
    except NoCompilerError:
        return False
    return True


class Kept(NamedTuple):
    """What the cache has of a program's native code: the names of the code of each rank, the tables as the runtime
    reads them, and what gives the C source."""

    libraries: Sequence[str]
    tables: Sequence[array[int]]
    source: Callable[[], str]


class TieredEngine(CEngine):
    """Runs a program as WebAssembly, until optimised C is ready: that is compiled in the background once much was
    played, or when somebody waits for it. States and moves are the same in both, but for the layout of states.

    Searches, which have code in C, have it compiled when the first of them begins, as for any game; the game itself
    stays with WebAssembly, which is quicker than what a compiler makes in little time.

    name: "wasm", and "c" from when optimised code is in use. compiled: called when native code is there.
    """

    def __init__(self, program: Program) -> None:
        self.data = program
        self.program = program
        self._start(WasmEngine(program), lambda: None)

    @classmethod
    def resumed(cls, first: WasmEngine, program: Callable[[], Program], kept: Callable[[], Kept | None]) -> Self:
        """The engine of a program that is in the cache. first: runs it as WebAssembly. kept: reads what the cache has
        of its native code."""
        engine = cls.__new__(cls)
        engine.data, engine._make_program = first.data, program
        engine._start(first, kept)
        return engine

    def _start(self, first: WasmEngine, kept: Callable[[], Kept | None]) -> None:
        self.first: WasmEngine | None = first
        """What runs the game until optimised code is there."""
        self.name = "wasm"
        self.compiled: Callable[[], object] = lambda: None
        self._kept, self._known, self._extra = kept, (), ()
        self._digests = None
        self.failed = self._looked = False
        self._begin()

    def _build_first(self) -> None:
        """Builds nothing: playing begins without native code."""

    # ------------------------------------------------------------------ native code

    def __getattr__(self, name: str) -> Any:
        """The native code in use, made when it is first asked for."""
        if name != "_code":
            raise AttributeError(name)
        return self._native(None)

    def _make_source(self) -> str:
        kept = self._kept()
        return self.rendered(self.program) if kept is None else kept.source()

    def _native(self, rank: int | None) -> Code:
        """The native code in use, of at least a rank, 0 with searches. None: if it has to be made, then as good as
        there is in the cache."""
        code: Code | None = self.__dict__.get("_code")
        if code is not None and code.rank >= (rank or 0):
            return code
        with self._lock:
            self._searched = True
            if not self._looked:
                self._looked = True
                if (kept := self._kept()) is not None:
                    self._known, self.tables = kept.libraries, kept.tables
        # without the lock: who needs native code now does not wait for what is compiled beside
        new = self._build(dict(self.capacities if self.first else self.data.caps), rank)
        with self._lock:
            code = self.__dict__.get("_code")
            if code is None or (code.rank < new.rank and code.layout is new.layout):
                code = self._code = new
        if code.rank == BEST:
            self._rise()
        self.compiled()
        return code

    def _rise(self) -> None:
        """From now on optimised code plays."""
        self.first, self.name = None, "c"

    def _take_over(self, new: Code, old: Code) -> bool:
        replaced = super()._take_over(new, old)
        if self._code.rank == BEST:
            self._rise()
            self.compiled()
        return replaced

    def _grow(self, code: Code, capid: int) -> None:
        super()._grow(code, capid)
        if self.first is not None and self._code.rank == BEST:  # of this room there was optimised code in the cache
            self._rise()
            self.compiled()

    @property
    def capacities(self) -> Mapping[str, int]:
        return super().capacities if self.first is None else self.first.capacities

    def compiles(self) -> bool:
        if "_code" not in self.__dict__ and not self.failed:
            try:
                self._native(None)
            except NoCompilerError as problem:
                self._fail(problem)
        return not self.failed

    def can_search(self) -> bool:
        if "_code" in self.__dict__:
            return super().can_search()
        kept = self._kept()
        if kept is not None and any(find_library(name) for name in kept.libraries[1:]):
            self._native(None)
            return True
        self._optimise_beside(0)
        return False

    @property
    def optimised(self) -> bool:
        return self.first is None

    def optimise(self) -> bool:
        if self.failed:
            return False
        early = self.first is not None
        try:
            if (thread := self._compiling) is not None:
                thread.join()
            if early:
                self._native(BEST)
            return super().optimise() or early
        except NoCompilerError as problem:
            self._fail(problem)
            return False

    def _fail(self, problem: Exception) -> None:
        """WebAssembly goes on alone."""
        self.failed = True
        told = problem.message if isinstance(problem, LudError) else str(problem)
        why = " ".join(told.split("\n")[:2])
        warnings.warn(f"{self.data.name}: the game runs without native code: {why}", RuntimeWarning, stacklevel=2)

    def _optimise_beside(self, rank: int) -> None:
        if "_code" in self.__dict__:
            super()._optimise_beside(rank)
            return
        with self._lock:
            if self._compiling is None and not self.failed:
                self._compiling = threading.Thread(target=self._native_later, args=(rank,), daemon=True)
                self._compiling.start()

    def _native_later(self, rank: int) -> None:
        try:
            self._native(rank or None)
        except CacheClosedError:
            pass  # as in `_optimise_later`
        except (LudError, OSError) as problem:
            self._fail(problem)
        finally:
            self._compiling = None

    def _spend(self, seconds: float) -> None:
        self._spent += seconds
        if self._spent > PATIENCE:
            self._optimise_beside(BEST)

    def _count_call(self) -> None:
        self._calls += 1
        if self._calls > MANY_CALLS:
            self._calls = 0
            self._optimise_beside(BEST)

    # ------------------------------------------------------------------ the engine's interface

    def start(self, rng: int) -> State:
        first = self.first
        return super().start(rng) if first is None else first.start(rng)

    def moves(self, state: State) -> tuple[State, PackedMoves]:
        first = self.first
        if first is None:
            return super().moves(state)
        self._count_call()
        return first.moves(state)

    def play(self, state: State, moves: MoveRecords, number: int) -> tuple[State, PackedMoves]:
        first = self.first
        return super().play(state, moves, number) if first is None else first.play(state, moves, number)

    def consequences(self, state: State, moves: MoveRecords, number: int) -> PackedMoves:
        first = self.first
        return super().consequences(state, moves, number) if first is None else first.consequences(state, moves, number)

    def count(self, state: State) -> int | None:
        first = self.first
        return super().count(state) if first is None else first.count(state)

    def choose(self, state: State, number: int) -> PackedMoves | None:
        first = self.first
        return super().choose(state, number) if first is None else first.choose(state, number)

    def unpack(self, fields: dict[str, bytes]) -> State:
        first = self.first
        return super().unpack(fields) if first is None else first.unpack(fields)

    def perft(self, state: State, depth: int, singly: int = SINGLY) -> int:
        first = self.first
        if first is None:
            return super().perft(state, depth, singly)
        if depth <= 3 or not singly:
            began = time.perf_counter()
            leaves = first.perft(state, depth)
            self._spend(time.perf_counter() - began)
            return leaves
        return self._perft_singly(state, depth, singly)

    def follow(self, rng: int, picks: Sequence[int], players: int, traits: Traits) -> list[PlyDigest] | None:
        first = self.first
        if first is None:
            return super().follow(rng, picks, players, traits)
        return first.follow(rng, picks, players, traits)

    def playouts(self, state: State | None, first: int, n: int, seed: int, max_moves: int, jobs: int) -> Playouts:
        from ...play.playouts import Playouts

        parts: list[Playouts] = []
        done, batch = 0, 16 * jobs
        while (done < n or not parts) and (engine := self.first) is not None:
            batch = min(batch, n - done)
            began = time.perf_counter()
            parts.append(engine.playouts(state, first + done, batch, seed, max_moves, jobs))
            done += batch
            took = time.perf_counter() - began
            self._spend(took)
            batch = max(1, int(batch * min(8.0, SLICE / max(took, 1e-6))))
        if done < n or not parts:
            parts.append(super().playouts(state, first + done, n - done, seed, max_moves, jobs))
        return parts[0] if len(parts) == 1 else Playouts.joined(parts)
