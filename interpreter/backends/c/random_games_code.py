"""The code that only plays random games (`games.py`): found in the cache, or compiled beside the ordinary code."""

from __future__ import annotations

import hashlib
import struct
import threading
import warnings
import zlib
from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from ludparse.problems.errors import LudError

from ..cache import game_cache
from ..cache_entry import code_stamp, packed, unpacked
from .compile import GAMES, CacheClosedError, compile_library, find_library, library_name
from .native import Library, Working

if TYPE_CHECKING:
    from pathlib import Path

    from ...program.data import ProgramData
    from ...program.program import Program
    from ...program.state_layout import Field
    from .calls import Calls

__all__ = ["GamesCode", "RandomGames"]

_SUFFIX = ".games"  # of the files in the cache that hold the source
_FUNCTIONS = "new", "free", "patient", "cancel", "table", "state_size", "layout_table", "playouts"
_PAUSED = -7  # the status of games/runtime.h, negated


class GamesCode(Library):
    """One compiled library of random games. Its states have some of the game's fields."""

    def __init__(
        self, path: Path, tables: Sequence[array[int]], fields: Mapping[str, Field], caps: Mapping[str, int]
    ) -> None:
        super().__init__(path, tables, list(fields), caps, _FUNCTIONS)
        self.fields = fields
        self.idle: list[Working] = []

    def play(self, state: bytes, arguments: Callable[[bytes], tuple[Any, ...]], calls: Calls | None) -> None:
        """Play games from a state until all are done or one fails; the count of games tells.

        state: in this code's layout. arguments: of lp_playouts after the first, for a state. calls: the group that this
        call belongs to.
        """
        memory = self.idle.pop() if self.idle else Working(self)

        def call() -> int:
            return int(self.playouts(memory.pointer, *arguments(state)))

        try:
            if calls is not None:
                calls.begin(memory)
                try:
                    call()
                finally:
                    calls.end(memory)
            elif call() == _PAUSED:
                from .calls import patiently

                patiently(memory, call)
        finally:
            self.idle.append(memory)


class _Rendered(NamedTuple):
    """The source of random games, their fields, and the name in the cache of the library for the program's own
    capacities. All are empty where the program does not allow any."""

    source: str
    fields: list[str]
    library: str


class RandomGames:
    """The code of the random games of one program. Any number of threads may use it.

    identity: a text that the program's own C source and the compiler determine. program: gives the whole program.
    """

    def __init__(
        self,
        data: ProgramData,
        tables: Sequence[array[int]],
        program: Callable[[], Program],
        identity: Callable[[], str],
    ) -> None:
        self._data, self._tables = data, tables
        self._program, self._identity = program, identity
        self._code: GamesCode | None = None
        self._rendered: _Rendered | None = None
        self._looked: set[tuple[int, ...]] = set()  # capacities for which the cache was searched
        self._failed = False
        self.reset_locks()

    def reset_locks(self) -> None:
        """Create the lock. Also called in a child process after a fork, where nobody would release a lock held by
        another thread."""
        self._lock = threading.RLock()
        self._compiling: threading.Thread | None = None

    def code(self, caps: Mapping[str, int]) -> GamesCode | None:
        """The code for states of these capacities, if it is ready. The first time the cache is searched for it."""
        code = self._code
        if code is not None and self._fits(code, caps):
            return code
        # who compiles has the lock for seconds: meanwhile others go on with what there is
        if (key := tuple(caps.values())) not in self._looked and self._lock.acquire(blocking=False):
            try:
                self._looked.add(key)
                rendered = self._read()
                if rendered is not None and rendered.source:
                    flags = self._flags(rendered, caps)
                    path = find_library(library_name(rendered.source, flags) if flags != GAMES else rendered.library)
                    if path is not None:
                        self._code = self._load(path, rendered, caps)
                        return self._code
            finally:
                self._lock.release()
        return None

    def settled(self, caps: Mapping[str, int]) -> bool:
        """Whether there is nothing to compile: the code is ready, or there can be none."""
        if self._failed or (self._rendered is not None and not self._rendered.source):
            return True
        return self.code(caps) is not None

    def build(self, caps: Mapping[str, int]) -> bool:
        """Wait until the code is compiled, if there can be one. Returns whether it was not ready before.

        Errors as of `compile_library`.
        """
        if (thread := self._compiling) is not None and thread is not threading.current_thread():
            thread.join()
        with self._lock:
            if self.settled(caps):
                return False
            rendered = self._read() or self._render()
            if not rendered.source:
                return False
            self._code = self._load(compile_library(rendered.source, self._flags(rendered, caps)), rendered, caps)
            return True

    def build_beside(self, caps: Mapping[str, int]) -> None:
        """Compile the code in the background, unless that is being done."""
        if self._compiling is not None:
            return
        with self._lock:
            if self._compiling is None:
                self._compiling = threading.Thread(target=self._build_later, args=(dict(caps),), daemon=True)
                self._compiling.start()

    def _build_later(self, caps: Mapping[str, int]) -> None:
        try:
            self.build(caps)
        except CacheClosedError:
            pass  # as in CompiledProgram
        except (LudError, OSError) as problem:
            warnings.warn(f"{self._data.name}: no code for random games: {problem}", RuntimeWarning, stacklevel=1)
            self._failed = True
        finally:
            self._compiling = None

    # ------------------------------------------------------------------ capacities

    def _grown(self, fields: Sequence[str], caps: Mapping[str, int]) -> dict[str, int]:
        """Those capacities of the fields that are not the program's."""
        used = {self._data.fields[name].cap for name in fields}
        return {name: size for name, size in caps.items() if name in used and size != self._data.caps[name]}

    def _flags(self, rendered: _Rendered, caps: Mapping[str, int]) -> tuple[str, ...]:
        return (*GAMES, *(f"-DCAP_{name}={size}" for name, size in self._grown(rendered.fields, caps).items()))

    def _fits(self, code: GamesCode, caps: Mapping[str, int]) -> bool:
        fields = list(code.fields)
        return self._grown(fields, code.layout.caps) == self._grown(fields, caps)

    def _load(self, path: Path, rendered: _Rendered, caps: Mapping[str, int]) -> GamesCode:
        return GamesCode(path, self._tables, {name: self._data.fields[name] for name in rendered.fields}, caps)

    # ------------------------------------------------------------------ the source

    def _name(self) -> str | None:
        """The name of the file in the cache that holds the source; None if this program's own version is not known."""
        code = code_stamp()
        return None if code is None else hashlib.sha256(f"{code} {self._identity()}".encode()).hexdigest()[:40]

    def _read(self) -> _Rendered | None:
        """The source, if it is known or in the cache."""
        name = self._name() if self._rendered is None else None
        data = None if name is None else game_cache().read(name, _SUFFIX)
        with suppress(ValueError, LookupError, TypeError, struct.error, zlib.error):  # of another make
            found = None if name is None or data is None else unpacked(name, data)
            if found is not None:
                fields = [str(field) for field in found[0]["fields"]]
                source = zlib.decompress(found[1]["source"]).decode()
                if all(field in self._data.fields for field in fields):
                    self._rendered = _Rendered(source, fields, str(found[0]["library"]))
        return self._rendered

    def _render(self) -> _Rendered:
        """Render the source, and keep it in the cache."""
        from .random_games.games import hindrance, render_games

        whole = self._program()
        program = None if whole.random_games is None else whole.random_games(whole)
        rendered = _Rendered("", [], "")
        if program is not None and not hindrance(program):
            source = render_games(program)
            rendered = _Rendered(source, list(program.fields), library_name(source, GAMES))
        name = self._name()
        if name is not None:
            head = {"fields": rendered.fields, "library": rendered.library}
            sections = {"source": zlib.compress(rendered.source.encode(), 1)}
            with suppress(OSError):  # a full disk, or a folder that is gone
                game_cache().write(name, packed(name, head, sections), _SUFFIX)
        self._rendered = rendered
        return rendered
