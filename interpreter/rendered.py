"""The program of an engine, and the text that it was rendered to; both are made late for a game from the cache."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from .program.ops import Program


class RenderedProgram:
    """What the engines of both backends know of their program."""

    _make_source: Callable[[], str]
    _make_program: Callable[[], Program]

    @cached_property
    def source(self) -> str:
        """The program in the backend's language."""
        return self._make_source()

    @cached_property
    def program(self) -> Program:
        """The program that the engine runs."""
        return self._make_program()
