"""Profiling native code: it is compiled so that another thread can see in which function of the program it is."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

from ...program.program import Program
from .engine import CEngine, State
from .native import Code, Memory

__all__ = ["CProfiler"]

_NODES = 1 << 14  # as in core/profile.h


class _Profile(ctypes.Structure):
    """`profile_t` of core/profile.h."""

    _fields_ = (
        ("node", ctypes.c_int32),
        ("n", ctypes.c_int32),
        ("is_full", ctypes.c_int32),
        ("parent", ctypes.c_int32 * _NODES),
        ("function", ctypes.c_int32 * _NODES),
        ("calls", ctypes.c_int64 * _NODES),
    )


class _Watched(CEngine):
    """Native code whose calls can be looked at. Memory that was used is kept, for better code and code with more room
    replace it: what it has counted counts."""

    def __init__(self, program: Program) -> None:
        self.profiles: dict[Memory, _Profile] = {}
        self.now: _Profile | None = None
        """Of the call that is running."""
        super().__init__(program, ("-DPROFILE",))

    def _call(self, state: State, call: Callable[[Code, Memory, bytes], int]) -> tuple[int, Code, Memory]:
        def watched(code: Code, memory: Memory, data: bytes) -> int:
            self.now = self.profiles.get(memory) or self._found(code, memory)
            try:
                return call(code, memory, data)
            finally:
                self.now = None  # one that has failed stays in its function

        return super()._call(state, watched)

    def _found(self, code: Code, memory: Memory) -> _Profile:
        library = ctypes.CDLL(code.path)
        library.lp_profile.restype = ctypes.c_void_p
        library.lp_profile.argtypes = [ctypes.c_void_p]
        self.profiles[memory] = _Profile.from_address(library.lp_profile(memory.pointer))
        return self.profiles[memory]


class CProfiler:
    """An engine of native code that tells where it is. Compiled as optimised code is."""

    def __init__(self, program: Program) -> None:
        """Raises NoCompilerError if there is no C compiler."""
        self.engine = _Watched(program)
        self.prepare()

    def prepare(self) -> None:
        """Must be called before each batch of games: code that was given more room is not optimised."""
        self.engine.optimise()

    def stack(self) -> tuple[int, ...]:
        """The numbers of the functions that are running, outermost first."""
        at = self.engine.now
        if at is None:
            return ()
        node, found = at.node, []
        while node > 0:
            found.append(at.function[node])
            node = at.parent[node]
        return tuple(reversed(found))

    def calls(self) -> dict[int, int]:
        """How often each function was called, by its number."""
        counts: dict[int, int] = {}
        for profile in self.engine.profiles.values():
            for node in range(1, profile.n + 1):
                function = profile.function[node]
                counts[function] = counts.get(function, 0) + profile.calls[node]
        return counts
