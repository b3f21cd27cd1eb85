"""Profiling native code: it is compiled so that another thread can see in which function of the program it is."""

from __future__ import annotations

import ctypes

from ...program.program import Program
from .engine import CEngine
from .native import Memory

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


class CProfiler:
    """An engine of native code that tells where it is. Compiled as optimised code is."""

    def __init__(self, program: Program) -> None:
        """Raises NoCompilerError if there is no C compiler."""
        self.engine = CEngine(program, ("-DPROFILE",))
        self.engine.optimise()
        self._memory: Memory | None = None
        self._at: _Profile | None = None

    def prepare(self) -> None:
        """Must be called before each batch of games: finds the memory that the batch will use."""
        code = self.engine._code
        memory = code.memory()
        code.idle.append(memory)  # taken from this end by the next call
        if memory is not self._memory:
            library = ctypes.CDLL(code.path)
            library.lp_profile.restype = ctypes.c_void_p
            library.lp_profile.argtypes = [ctypes.c_void_p]
            self._memory = memory
            self._at = _Profile.from_address(library.lp_profile(memory.pointer))

    def stack(self) -> tuple[int, ...]:
        """The numbers of the functions that are running, outermost first."""
        at = self._at
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
        if self._at is not None:
            for node in range(1, self._at.n + 1):
                function = self._at.function[node]
                counts[function] = counts.get(function, 0) + self._at.calls[node]
        return counts
