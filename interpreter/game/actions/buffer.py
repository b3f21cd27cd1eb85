"""The abstract buffer of moves: all moves that may have been pushed, and the one whose actions are being added."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...program.ops import Stmt
from .values import Moves, joined

__all__ = ["Act", "MoveBuffer", "NotBoundedError", "OpenMove", "Possible"]


MOST_WORK = 5_000_000
"""Moves that may be pushed, copied, changed and looked at in all. A loop that copies moves which it does not know
doubles them in each iteration."""


class NotBoundedError(Exception):
    """What the moves of a program may be is not known."""


@dataclass(slots=True)
class Act:
    """An action of a move. kind: "" for actions that are not known. may: it may also be missing, or be there several
    times."""

    kind: str
    params: tuple[Any, ...]
    decision: bool | None
    may: bool = False


@dataclass(slots=True, eq=False)
class Possible:
    """A move that may be made. turn: whose turn it is then, 0 for any player. facts: what holds of fields when it is
    made. place: the statement that makes it. free: the kinds of other actions that it may have as well. several: it may
    be made several times in one position. thens: its consequents, None if they are not known."""

    turn: int
    mover: Any
    start: Any
    end: Any
    low: Any
    high: Any
    acts: list[Act]
    facts: dict[tuple[str, int | None], Any]
    place: Stmt
    free: frozenset[str] = frozenset()
    several: bool = False
    thens: tuple[int, ...] | None = ()

    def copy(self) -> Possible:
        """The same move, whose actions may be changed by themselves."""
        return Possible(
            self.turn, self.mover, self.start, self.end, self.low, self.high, list(self.acts), self.facts, self.place,
            self.free, self.several, self.thens,
        )  # fmt: skip


@dataclass(slots=True)
class OpenMove:
    """A move that is not closed yet. free, thens: as in `Possible`. unsure: that of the buffer when it was opened."""

    acts: list[Act] = field(default_factory=list)
    free: frozenset[str] = frozenset()
    thens: tuple[int, ...] | None = ()
    unsure: int = 0


class MoveBuffer:
    """Moves in the order in which they are pushed. pushed: None where a move was dropped. log: those that were, with
    their places. unsure: how many ways and loops are being followed of which it is not sure that they are gone.
    kept, kept_in_loop: of the moves before these numbers, none can be known to be dropped (in the loop that is
    followed), since a way of the function has been left."""

    def __init__(self) -> None:
        self.pushed: list[Possible | None] = []
        self.log: list[tuple[int, Possible]] = []
        self.open = OpenMove()
        self.unsure = self.work = 0
        self.kept = self.kept_in_loop = 0

    def spend(self, moves: int) -> None:
        """Counts moves that are worked on. Raises NotBoundedError where there were too many."""
        self.work += moves
        if self.work > MOST_WORK:
            raise NotBoundedError("it takes too long to follow its rules")

    def push(self, move: Possible) -> None:
        """Adds a move at the end."""
        self.spend(1)
        self.pushed.append(move)

    def begin(self) -> None:
        """Opens a move."""
        self.open = OpenMove(unsure=self.unsure)

    def undo_drops(self, mark: int, before: int) -> None:
        """Brings back those of the moves before a number that were dropped since a mark of the log, and forgets the
        rest of the log."""
        for i, move in self.log[mark:]:
            if i < before:
                self.pushed[i] = move
        del self.log[mark:]

    def clear(self, first: int, last: int | None = None) -> None:
        """Takes moves out for good."""
        for i in range(first, len(self.pushed) if last is None else last):
            self.pushed[i] = None

    def change(self, m: Any, change: Callable[[Possible], None]) -> None:
        """Changes the moves from a number on. m: what is known of it."""
        first = m.first if isinstance(m, Moves) else 0
        self.spend(len(self.pushed) - first)
        for i in range(first, len(self.pushed)):
            move = self.pushed[i]
            if move is not None:
                new = move.copy()
                change(new)
                self.pushed[i] = new

    def drop(self, i: int) -> None:
        """Drops a move, unless it may be kept by a way that was left."""
        move = self.pushed[i]
        if move is not None and i >= max(self.kept, self.kept_in_loop):
            self.log.append((i, move))
            self.pushed[i] = None

    def drop_from(self, first: int, last: int | None = None) -> None:
        """Drops the moves from a number on, and before another one."""
        for i in range(first, len(self.pushed) if last is None else min(last, len(self.pushed))):
            self.drop(i)

    def candidates(self, m: Any) -> list[Possible]:
        """The moves that a number may stand for."""
        first, last = (m.first, m.last) if isinstance(m, Moves) else (0, None)
        self.spend((len(self.pushed) if last is None else last) - first)
        return [move for move in self.pushed[first:last] if move is not None]

    def splice(self, lo: Any, hi: Any, keep: bool = True) -> None:
        """Adds the actions of the moves between two numbers to the open one. keep: whether decisions stay decisions.
        Raises NotBoundedError where the numbers are not known."""
        if not isinstance(lo, Moves) or not isinstance(hi, Moves):
            raise NotBoundedError("it joins moves that are not known")
        if lo.mark:
            single = hi.mark and hi.first == lo.first and hi.offset == lo.offset + 1
            last = hi.first if hi.mark and hi.first != lo.first else None
        else:
            single = not hi.mark and hi.first == lo.first and hi.offset == lo.offset + 1
            last = lo.last if single else None
        moves = [move for move in self.pushed[lo.first : last] if move is not None]
        self.spend(len(moves))
        if any(move.thens != () for move in moves):
            first, thens = self.open.thens, moves[0].thens
            sure = single and len(moves) == 1 and first is not None and thens is not None
            self.open.thens = (*first, *thens) if sure and first is not None and thens is not None else None
        if single and len(moves) == 1:
            self.open.acts += [Act(a.kind, a.params, a.decision if keep else False, a.may) for a in moves[0].acts]
            self.open.free |= moves[0].free
            return
        certain = single and len({tuple((a.kind, a.may) for a in move.acts) for move in moves}) == 1
        if certain and not any(move.free for move in moves):
            for several in zip(*(move.acts for move in moves), strict=True):
                params = several[0].params
                for a in several[1:]:
                    params = tuple(joined(p, q, True) for p, q in zip(params, a.params, strict=True))
                told = {a.decision for a in several}
                decision = (told.pop() if len(told) == 1 else None) if keep else False
                self.open.acts.append(Act(several[0].kind, params, decision, several[0].may))
            return
        for move in moves:
            self.open.free |= move.free
            for a in move.acts:
                self.open.acts.append(Act(a.kind, a.params, a.decision if keep else False, True))
