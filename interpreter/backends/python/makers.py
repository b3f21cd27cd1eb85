"""A runtime that notes who makes each move and each action: numbers that a subclass gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .move_buffer import Move
from .runtime import Runtime

__all__ = ["Act", "MadeMove", "MakerRuntime", "made"]


class Act(list[Any]):
    """An action in the buffer, and who has made it."""

    maker = -1

    def __getitem__(self, k: Any) -> Any:
        part = super().__getitem__(k)
        if isinstance(k, slice):
            part = made(part, self.maker)
        return part


def made(action: Sequence[Any], maker: int) -> Act:
    """An action, and who has made it."""
    act = Act(action)
    act.maker = maker
    return act


class MadeMove(Move):
    """A move in the buffer, and who has pushed it."""

    __slots__ = ("maker",)
    maker: int


class MakerRuntime(Runtime):
    """Notes makers. given: those of the actions of the move that is played, where they are known."""

    def reset(self) -> None:
        super().reset()
        self.maker = -1
        self.given: Sequence[int] = ()

    @property
    def now(self) -> int:
        """Who makes what is made now; -1: nobody in particular."""
        raise NotImplementedError

    def is_applied(self, action: list[Any], maker: int) -> None:
        """An action was applied in play, not on a copy. action: as it was recorded."""
        raise NotImplementedError

    def emit(self, mover: int, a: int, b: int, lo: int, hi: int, actions: list[list[Any]], then: list[int]) -> None:
        now = self.now
        super().emit(mover, a, b, lo, hi, [made(action, now) for action in actions], then)

    def act(self, kind: str, decision: bool, *params: int) -> None:
        self.open.append(made([kind, decision, *params], self.now))

    def push(self, move: Move) -> None:
        new = MadeMove(
            move.mover, move.from_site, move.to_site, move.level_min, move.level_max, move.actions, move.then
        )
        new.maker = getattr(move, "maker", self.now)
        super().push(new)

    def apply_actions(self, m: int) -> None:
        move = self.buffer[m]
        if self.given and m == 0:
            move.actions = [made(a, maker) for a, maker in zip(move.actions, self.given, strict=True)]
            self.given = ()
        super().apply_actions(m)

    def apply_listed(self, action: list[Any]) -> None:
        outer, self.maker = self.maker, getattr(action, "maker", -1)
        super().apply_listed(action)
        self.maker = outer

    def act_now(self, kind: str, decision: bool, *params: int) -> None:
        maker = self.now if self.maker == -1 else self.maker
        before = len(self.applied)
        super().act_now(kind, decision, *params)
        if not self.saved and before < len(self.applied):
            self.is_applied(self.applied[before], maker)
