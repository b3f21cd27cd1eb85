"""The code of a program: found in the cache or compiled, replaced by better code while a game is played, and grown."""

from __future__ import annotations

import threading
import warnings
import weakref
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ludparse.problems.errors import LudError, LudLimitError
from ludparse.support.process import after_fork

from ...play.engine import RenderedProgram
from .compile import BETTER, OPTIMISED, PLAYING, QUICK, CacheClosedError, compile_library, find_library, library_name
from .native import Code, Layout

if TYPE_CHECKING:
    from pathlib import Path

    from ...program.data import ProgramData
    from .random_games_code import RandomGames

BEST = 2  # the rank of optimised code
MAX_CAPACITY = 1 << 22  # values in one growing field of the state; more raise LudLimitError
LEVELS = PLAYING, BETTER, OPTIMISED, QUICK
"""The flags of each rank of code; the last is rank 0 for a game that is searched."""
_SEARCHING = 3  # its place

_programs: weakref.WeakSet[CompiledProgram] = weakref.WeakSet()
_searches_expected = False


def expect_searches() -> None:
    """From now on, code that compiles quickly holds the searches from the start."""
    global _searches_expected
    _searches_expected = True


class CompiledProgram(RenderedProgram):
    """A program and its native code.

    It starts with code that compiles quickly, unless the cache has optimised code. `_code` is replaced when better code
    is ready, when a search begins in code without searches, or when a state needs a larger layout; calls in progress
    finish in the old code.
    """

    data: ProgramData
    """The fields, capacities and texts of the program."""
    failed = False
    """Whether native code could not be made, and something else runs the program."""
    _known: Sequence[str]
    _extra: tuple[str, ...]

    def _begin(self) -> None:
        self._layouts: dict[tuple[int, ...], Layout] = {}
        self._spent = 0.0  # seconds of play in bulk so far
        self._calls = 0
        self._searched = _searches_expected
        self._games: RandomGames | None = None
        self._reset_locks()
        self._build_first()
        _programs.add(self)

    def _build_first(self) -> None:
        self._code = self._build(dict(self.data.caps))

    @cached_property
    def tables(self) -> Sequence[array[int]]:
        """The constant tables as the runtime reads them."""
        from .rendering.tables import table_data  # late, as all that games from the cache do without

        return [table_data(t, self.program.set_width) for t in self.program.tables.values()]

    def libraries(self) -> list[str]:
        """The names in the cache of the code of each of LEVELS, whether or not it is compiled yet."""
        return [library_name(self.source, self._flags(level, dict(self.data.caps))) for level in LEVELS]

    def _reset_locks(self) -> None:
        """Create the locks.

        Also called in a child process after a fork, where nobody would release a lock held by another thread.
        """
        self._lock = threading.RLock()  # held while `_code` is replaced
        self._compiling: threading.Thread | None = None
        if self._games is not None:
            self._games.reset_locks()

    def _flags(self, level: tuple[str, ...], caps: dict[str, int]) -> tuple[str, ...]:
        grown = tuple(f"-DCAP_{n}={v}" for n, v in caps.items() if v != self.data.caps[n])
        return (*level, *self._extra, *grown)

    def _build(self, caps: dict[str, int], rank: int | None = None) -> Code:
        """Load the program for these capacities. rank: of its code, by default the best one already compiled."""
        path, level = self._library(caps, rank)
        code = Code(path, self.tables, list(self.data.fields), caps, level % _SEARCHING, searches=level > 0)
        code.layout = self._layouts.setdefault(tuple(caps.values()), code.layout)
        return code

    def _library(self, caps: dict[str, int], rank: int | None) -> tuple[Path, int]:
        """A compiled library and its place in LEVELS; arguments as of `_build`."""
        quick = _SEARCHING if self._searched else 0
        wanted = [BEST, 1, quick] if rank is None else [rank or quick]
        if rank is None and self._known and caps == self.data.caps:
            for level in wanted:
                path = find_library(self._known[level])
                if path is not None:
                    return path, level
        flags = [self._flags(level, caps) for level in LEVELS]
        for level in wanted[:-1]:
            path = find_library(library_name(self.source, flags[level]))
            if path is not None:
                return path, level
        return compile_library(self.source, flags[wanted[-1]]), wanted[-1]

    def prepare_search(self) -> None:
        """Compile the code for searches, if the code in use does without. It is there from then on."""
        with self._lock:
            self._searched = True
            if not self._code.searches:
                self._code = self._build(dict(self._code.layout.caps))

    @property
    def capacities(self) -> Mapping[str, int]:
        """The room of what grows in new states."""
        return self._code.layout.caps

    def compiles(self) -> bool:
        """Whether native code is there, or can be made, which is waited for."""
        return True

    def fitted(self, layout: Layout) -> Code:
        """The code in use, with at least the room of a layout."""
        while True:
            code = self._code
            small = [k for k, (name, size) in enumerate(code.layout.caps.items()) if layout.caps[name] > size]
            if not small:
                return code
            self._grow(code, small[0])

    def can_search(self) -> bool:
        """Whether code for searches is there, or in the cache. If not, it is compiled beside, for a later search."""
        if self._code.searches:
            return True
        self._searched = True
        caps = dict(self._code.layout.caps)
        names = (library_name(self.source, self._flags(level, caps)) for level in LEVELS[1:])
        if any(find_library(name) for name in names):
            self.prepare_search()
        else:
            self._optimise_beside(0)
        return self._code.searches

    @property
    def optimised(self) -> bool:
        """Whether optimised code is in use."""
        return self._code.rank == BEST

    def optimise(self) -> bool:
        """Switch to optimised code and wait until it is compiled, that of random games included. Returns whether the
        code was replaced.

        This is worthwhile before many positions are played.
        """
        replaced = False
        while (code := self._code).rank < BEST:
            replaced = True
            if (thread := self._compiling) is not None:
                thread.join()
            else:
                self._take_over(self._build(dict(code.layout.caps), BEST), code)
        games = self.random_games()
        return (games is not None and games.build(self._code.layout.caps)) or replaced

    def random_games(self) -> RandomGames | None:
        """The code that only plays random games; None for an engine with further flags, whose own code is to run."""
        if self._games is None and not self._extra:
            from .random_games_code import RandomGames  # late: most engines do without

            with self._lock:
                if self._games is None:
                    self._games = RandomGames(self.data, self.tables, lambda: self.program, self._identity)
        return self._games

    def _identity(self) -> str:
        """The name in the cache of the program's optimised code, which depends on all that matters for its code."""
        return self._known[BEST] if self._known else library_name(self.source, self._flags(LEVELS[BEST], {}))

    def _take_over(self, new: Code, old: Code) -> bool:
        """Replace the code, unless another thread has already replaced it by code that is as good."""
        with self._lock:
            now = self._code
            if now is not old and (now.rank >= new.rank or now.layout is not new.layout):
                return False
            self._code = new
            return True

    def _optimise_beside(self, rank: int) -> None:
        """Compile code of a rank in the background, for 0 with searches, unless code as good exists or a compilation is
        running."""
        if self._as_good(rank) or self._compiling is not None:
            return
        with self._lock:
            if self._as_good(rank) or self._compiling is not None:
                return
            self._compiling = threading.Thread(target=self._optimise_later, args=(self._code, rank), daemon=True)
            self._compiling.start()

    def _as_good(self, rank: int) -> bool:
        return self._code.rank >= rank and (rank > 0 or self._code.searches)

    def _optimise_later(self, old: Code, rank: int) -> None:
        try:
            self._take_over(self._build(dict(old.layout.caps), rank), old)
        except CacheClosedError:
            pass  # whoever removed the cache knows; the next attempt uses the cache of then
        except (LudError, OSError) as problem:
            warnings.warn(f"{self.data.name}: no optimised code: {problem}", RuntimeWarning, stacklevel=1)
            self._calls = self._spent = -(1 << 62)  # do not try again
        finally:
            self._compiling = None

    def _grow(self, code: Code, capid: int) -> None:
        """Recompile with a layout that has four times the capacity that some code was compiled with."""
        name = list(code.layout.caps)[capid]
        with self._lock:
            caps = dict(self._code.layout.caps)
            if caps[name] > code.layout.caps[name]:
                return  # another thread has already done it
            caps[name] *= 4
            if caps[name] > MAX_CAPACITY:
                raise LudLimitError(f"the game's {name} grew past {MAX_CAPACITY} values")
            rank = self._code.rank
            self._code = self._build(caps)
        self._optimise_beside(rank)


def _after_fork() -> None:
    for program in list(_programs):
        program._reset_locks()


after_fork(_after_fork)
