"""The abstract buffer of moves: all moves that may have been pushed, and the one whose actions are being added."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from sys import maxsize
from typing import Any

from ...program.ops import Stmt
from .values import Moves, joined, members, told, varies, varying, without_origin

__all__ = ["Act", "MoveBuffer", "NotBoundedError", "OpenMove", "Possible"]


MOST_WORK = 5_000_000
"""Moves that may be pushed, copied, changed and looked at in all. A loop that copies moves which it does not know
doubles them in each iteration."""


MOST_KEPT = 300_000
"""Moves that may be kept at once, of which each takes up to 1,400 bytes."""
MERGED = 256
"""Moves that a function has to push so that equal ones among them are merged when it returns."""
_FORGOTTEN = maxsize, None
"""In the log, a move that is not brought back any more."""


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
    be made several times in one position. thens: its consequents, None if they are not known. loose: the other actions
    do not follow from the position and from what else is told of the move. source: where they come from, if they do:
    they are the same in two moves of the same source that are the same otherwise. index, last: how many were pushed
    before it, and before the last one that stands for the same. gone: those from here on to its index are never there
    together with it. times: how often it was pushed in all."""

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
    loose: bool = False
    source: tuple[Any, ...] = ()
    index: int = 0
    last: int = 0
    gone: int = 0
    times: int = 1

    def copy(self) -> Possible:
        """The same move, whose actions may be changed by themselves."""
        return Possible(
            self.turn, self.mover, self.start, self.end, self.low, self.high, list(self.acts), self.facts, self.place,
            self.free, self.several, self.thens, self.loose, self.source,
            self.index, self.last, self.gone, self.times,
        )  # fmt: skip

    def parts(self) -> list[Any]:
        """The values of which the rules may not tell one number: its levels, and those of its actions."""
        return [self.low, self.high, *(p for a in self.acts for p in a.params)]

    def with_parts(self, change: Callable[[int, Any], Any]) -> Possible:
        """The same with other parts. change: gives for the place of each part, and itself, another one."""
        parts, out = iter([change(i, p) for i, p in enumerate(self.parts())]), self.copy()
        out.low, out.high = next(parts), next(parts)
        out.acts = [Act(a.kind, tuple(next(parts) for _ in a.params), a.decision, a.may) for a in self.acts]
        return out

    def without_origins(self) -> Possible:
        """The same, of which it is not known where its parts come from."""
        return self.with_parts(lambda i, p: without_origin(p))

    def differing(self, other: Possible) -> frozenset[int]:
        """The places of the parts that may differ in a position where both moves are made, which are the same but for
        where their parts come from."""
        return frozenset(
            i for i, (p, q) in enumerate(zip(self.parts(), other.parts(), strict=True))
            if not isinstance(p, int) and (varies(p) or varies(q) or told(p) is None or told(p) is not told(q))
        )  # fmt: skip

    def that_varies(self, parts: frozenset[int]) -> Possible:
        """The same for several moves, in which some parts differ."""
        return self.with_parts(lambda i, p: varying(p) if i in parts else p)

    def most(self) -> int | None:
        """How many different moves it may stand for in one position; None for any number."""
        if not self.several:
            return self.times
        if self.free or self.thens is None or any(a.may for a in self.acts):
            return None
        found = self.times
        for value in (self.mover, self.start, self.end, *self.parts()):
            if varies(value):
                some = members(value)
                if some is None:
                    return None
                found *= len(some)
        return found

    def content(self) -> Any:
        """All that the move is, but for when it is pushed and where its parts come from: equal for moves that are the
        same."""
        values = self._typed((self.mover, self.start, self.end, self.low, self.high))
        acts = tuple((a.kind, self._typed(a.params), a.decision, a.may) for a in self.acts)
        facts = frozenset((key, varies(value), value) for key, value in self.facts.items())
        rest = self.free, self.several, self.thens, self.loose, self.source
        return self.turn, values, acts, facts, id(self.place), rest

    @staticmethod
    def _typed(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple((varies(value), value) for value in values)  # a set that varies is equal to one that does not


@dataclass(slots=True)
class OpenMove:
    """A move that is not closed yet. free, thens: as in `Possible`. unsure: that of the buffer when it was opened."""

    acts: list[Act] = field(default_factory=list)
    free: frozenset[str] = frozenset()
    thens: tuple[int, ...] | None = ()
    unsure: int = 0


class MoveBuffer:
    """Moves in the order in which they are pushed. pushed: None where a move was dropped or merged. log: the dropped
    ones, with their places. held: how many moves are kept, dropped ones among them. unsure: how many ways and loops
    are being followed of which it is not sure that they are gone. kept, kept_in_loop: of the moves before these
    numbers, none can be known to be dropped (in the loop that is followed), since a way of the function has been
    left."""

    def __init__(self) -> None:
        self.pushed: list[Possible | None] = []
        self.log: list[tuple[int, Possible | None]] = []
        self.open = OpenMove()
        self.unsure = self.work = self.held = 0
        self.kept = self.kept_in_loop = 0

    def spend(self, moves: int) -> None:
        """Counts moves that are worked on. Raises NotBoundedError where there were too many."""
        self.work += moves
        if self.work > MOST_WORK:
            raise NotBoundedError("it takes too long to follow its rules")

    def push(self, move: Possible, once: bool = False) -> None:
        """Adds a move at the end. once: it is pushed once in a position. Then those that were dropped just before it
        are never there together with it. Raises NotBoundedError where there are too many."""
        self.spend(1)
        self.held += 1
        if self.held > MOST_KEPT:
            raise NotBoundedError("its rules may make too many moves")
        move.index = move.last = move.gone = len(self.pushed)
        while once and move.gone and self.pushed[move.gone - 1] is None:
            move.gone -= 1
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
            self.held -= self.pushed[i] is not None
            self.pushed[i] = None

    def merge(self, first: int, mark: int) -> None:
        """Leaves one of several equal moves from a number on, which stands for all of them, and forgets which were
        dropped there since a mark of the log: nothing that is known from now on tells their numbers."""
        for k in range(mark, len(self.log)):
            if self.log[k][0] >= first:
                self.log[k] = _FORGOTTEN
        if len(self.pushed) - first < MERGED:
            return
        found: dict[Any, Possible] = {}
        changed: set[int] = set()
        for i in range(first, len(self.pushed)):
            move = self.pushed[i]
            if move is not None and move.gone == move.index:
                content = move.content()
                one = found.setdefault(content, move)
                if one is not move:
                    differing = one.differing(move)
                    if any(not varies(one.parts()[k]) for k in differing):
                        one = self.pushed[one.index] = found[content] = one.that_varies(differing)
                    one.last = max(one.last, move.last)
                    if one.index not in changed:  # the other one may be pushed again
                        changed.add(one.index)
                        one = self.pushed[one.index] = found[content] = one.copy()
                    one.times += move.times
                    self.pushed[i] = None
                    self.held -= 1

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

    @staticmethod
    def is_one(moves: list[Possible]) -> bool:
        """Whether moves are one that was pushed once."""
        return len(moves) == 1 and moves[0].last == moves[0].index

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
            sure = single and self.is_one(moves) and first is not None and thens is not None
            self.open.thens = (*first, *thens) if sure and first is not None and thens is not None else None
        if single and self.is_one(moves):
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
