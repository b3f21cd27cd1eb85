"""Random numbers that are given from outside, one by one: an engine for programs that list the outcomes of chance.

The state's random number generator is a counter here: the number of draws so far. A draw that was not given yet raises
`OpenDrawError`; whoever catches it chooses a value, and makes the same call again. Draws that the rules make while they
look ahead are taken back with the state, so that the same draw is given again later, as a generator would do.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from ludparse.problems.errors import LudRuleError

from .engine import PythonEngine
from .runtime import MASK64, Runtime

__all__ = ["UNITS", "Draw", "GivenChanceEngine", "OpenDrawError"]

Draw = tuple[int, int]
"""A draw: how many came before it, and the number of its outcomes, which are equally likely."""
UNITS = 1024
"""Outcomes of a draw of a number between 0 and 1, which weighted choices ask for: the weights are exact to 1/1024."""


class OpenDrawError(Exception):
    """A draw is wanted that was not given. `draw`: which one."""

    def __init__(self, draw: Draw) -> None:
        super().__init__(f"draw number {draw[0]}, with {draw[1]} outcomes, is open")
        self.draw = draw


class GivenChance(Runtime):
    """A runtime that takes its random numbers from `given`."""

    given: Mapping[Draw, int]

    def _drawn(self, outcomes: int) -> int:
        draw = getattr(self.s, self.generator) & MASK64, outcomes
        if outcomes > 1 and draw not in self.given:
            raise OpenDrawError(draw)
        setattr(self.s, self.generator, draw[0] + 1)
        return self.given[draw] if outcomes > 1 else 0

    def random_int(self, bound: int) -> int:
        if bound <= 0:
            raise LudRuleError("a random number was asked for from an empty range")
        return self._drawn(bound)

    def random_unit(self) -> float:
        return (self._drawn(UNITS) + 0.5) / UNITS


class GivenChanceEngine(PythonEngine):
    """Runs a program with random numbers that are given. Each thread sets its own."""

    runtime = GivenChance

    def __init__(self, program: Any) -> None:
        super().__init__(program)
        self._here = threading.local()

    def give(self, given: Mapping[Draw, int]) -> None:
        """Set the draws of all further calls of this thread."""
        self._here.given = given

    def _runtime(self) -> Runtime:
        runtime = super()._runtime()
        assert isinstance(runtime, GivenChance)
        runtime.given = getattr(self._here, "given", {})
        return runtime
