"""Profiling plain Python: another thread looks at the frames of the one that plays."""

from __future__ import annotations

import sys
import threading

from ...program.program import Program
from .engine import PythonEngine

__all__ = ["PythonProfiler"]


class PythonProfiler:
    """An engine in plain Python, used by the thread that has made it, and where that thread is."""

    def __init__(self, program: Program) -> None:
        self.engine = PythonEngine(program)
        self._numbers = {fn.name: fn.index for fn in program.functions}
        self._thread = threading.get_ident()

    def prepare(self) -> None:
        """Nothing has to be prepared."""

    def stack(self) -> tuple[int, ...]:
        """The numbers of the functions of the program that are running, outermost first."""
        frame, found = sys._current_frames().get(self._thread), []
        while frame is not None:
            if frame.f_code.co_filename == self.engine.filename and frame.f_code.co_name in self._numbers:
                found.append(self._numbers[frame.f_code.co_name])
            frame = frame.f_back
        return tuple(reversed(found))

    def calls(self) -> dict[int, int] | None:
        """None: calls are not counted."""
