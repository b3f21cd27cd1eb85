"""An engine that notes what chance draws, for programs that list its outcomes."""

from __future__ import annotations

import threading
from typing import Any

from .engine import PythonEngine
from .runtime import Runtime

__all__ = ["Noted", "NotingEngine"]

Noted = list[tuple[int, int]]
"""Draws in order: the state of the generator before each, and the number of its outcomes; 0 for a number between 0 and
1."""


class _Noting(Runtime):
    noted: Noted

    def random_int(self, bound: int) -> int:
        self.noted.append((getattr(self.s, self.generator), bound))
        return super().random_int(bound)

    def random_unit(self) -> float:
        self.noted.append((getattr(self.s, self.generator), 0))
        return super().random_unit()


class NotingEngine(PythonEngine):
    """Runs a program as `PythonEngine` does. Each thread has its own notes."""

    runtime = _Noting

    def __init__(self, program: Any) -> None:
        super().__init__(program)
        self._here = threading.local()

    def note(self) -> Noted:
        """A list that takes all further draws of this thread."""
        noted: Noted = []
        self._here.noted = noted
        return noted

    def _runtime(self) -> Runtime:
        runtime = super()._runtime()
        assert isinstance(runtime, _Noting)
        runtime.noted = getattr(self._here, "noted", [])
        return runtime
