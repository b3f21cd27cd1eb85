"""Every move that the rules may ever make: an abstract interpretation of the program as it was lowered.

Fields of the state are unknown but for the ranges that the program gives them (`facts.ranges`). What a generator goes
through (sites, steps, radials, pieces, dice) is gone through one by one, so that the places of a move are known
numbers; a value that is one of several sites is followed for each by itself. What is not known widens to all values,
and a branch that may be taken is taken. So no legal move is missing, and some may be there that no game reaches.

The domain is in `values.py`, what is known at a place in `environment.py`, and the moves in `buffer.py`; expressions
are evaluated in `evaluation.py`, and statements are followed in `following.py`, `loops.py`, `calls.py` and
`intrinsics.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from ...facts.ranges import Ranges
from ...program.ops import Op
from ...program.program import Program
from .buffer import MoveBuffer, Possible
from .calls import Calls
from .dependencies import Dependencies, passing
from .evaluation import Evaluator
from .field_domains import FieldDomains
from .following import Follower
from .intrinsics import Intrinsics
from .loops import Loops
from .values import ANY, Origin, from_origin

__all__ = ["PossibleMoves"]

PYTHON_CALLS = 10_000
"""Python's own calls that nested calls and blocks may take."""


class PossibleMoves:
    """Follows the entry `moves` of a program. players: how many take turns, 0 if they move at the same time."""

    def __init__(self, program: Program, players: int, thresholds: Iterable[int]) -> None:
        self.program, self.players = program, players
        self.ranges = Ranges(program, program.functions, thresholds, fields=True)
        every = (1 << ((program.set_width + 63) // 64 * 64)) - 1
        evaluator = Evaluator(program, MoveBuffer(), FieldDomains(program, self.ranges, every))
        self._follower = follower = Follower(program, evaluator.buffer, evaluator, Dependencies(program))
        self._calls = Calls(follower)
        follower.run |= Loops(follower).run
        evaluator.fields.follow = follower.value_after
        evaluator.evaluate |= {Op.CALL: self._calls.run, Op.RUN: Intrinsics(follower).run}

    @property
    def written(self) -> set[str]:
        """The fields that moves are tried with other values of."""
        return self._follower.written

    def moves(self) -> list[Possible]:
        """All moves. Raises NotBoundedError."""
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, PYTHON_CALLS))  # what is followed must not depend on who asks
        try:
            self._follow()
        finally:
            sys.setrecursionlimit(before)
        return [move for move in self._follower.buffer.pushed if move is not None]

    def _follow(self) -> None:
        every = self._follower.evaluator.every
        for turn in range(1, self.players + 1) if self.players else (0,):
            self._follower.turn = turn
            shared: dict[Any, Any] = {slot: from_origin(ANY, Origin()) for slot in self.program.context}
            shared |= dict.fromkeys(self.program.context_sets, (0, every))
            shared |= {(name, None): self.program.fields[name].init for name in passing(self.program)}
            if turn:
                shared["mover", None] = turn
            shared["over", None] = 0
            self._calls.call(self.program.entries["moves"], [], shared)
