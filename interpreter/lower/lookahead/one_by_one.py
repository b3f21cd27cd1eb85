"""Existence queries of generators whose order can be observed: one move after another, as Ludii looks for them.

Ludii asks a generator for its moves through an iterator. The moves of one piece are generated together, and no piece
after the first that has a suitable move is asked. Where generators draw random numbers this decides how many numbers
are drawn, and where a rule about repetition plays the moves on the state, which moves are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ludparse.ludemes import (
    Apply,
    Directions,
    Do,
    ForEachPiece,
    MaxMoves,
    MovesAnd,
    MovesDeal,
    MovesIf,
    MovesOr,
    Note,
    Priority,
    Random,
    RandomDirectionType,
    Roll,
    SitesRandom,
    TakeSimple,
    Then,
    ValueRandom,
)
from ludparse.ludemes.base import Ludeme, children
from ludparse.ludemes.kinds import Moves

from ...program import expressions as ir
from ...program.modes import EVERY, FULL
from ...program.ops import Expr
from ..arguments.required import all_of
from ..flow import meta
from ..flow.each_piece import push_each_piece
from .automatic import succeeds
from .existence import passes

if TYPE_CHECKING:
    from ..lowering import Lowering

_BY_CHANCE = (MovesDeal, Random, Roll, SitesRandom, TakeSimple, ValueRandom)
"""Ludemes that draw a number when the moves are made."""

Take = Callable[[Expr], None]


def draws(lo: Lowering, node: Ludeme) -> bool:
    """Whether a generator draws random numbers before one of its moves is made."""
    todo: list[Ludeme] = [node]
    seen: set[int] = set()
    while todo:
        at = todo.pop()
        if id(at) in seen:
            continue
        seen.add(id(at))
        if isinstance(at, _BY_CHANCE) or (isinstance(at, Directions) and isinstance(at.type, RandomDirectionType)):
            return True
        todo += [child for child in children(at) if not isinstance(child, Then)]
        if isinstance(at, ForEachPiece) and at.specific_moves is None:
            todo += [c.generator for c in lo.eq.components[1:] if c.generator is not None]
    return False


def any_move(lo: Lowering, node: Moves) -> Expr:
    """Whether a generator has a move that the rules against repetition and suicide allow.

    The moves that were looked at remain in the buffer, and FULL the way of pushing; the caller restores both.
    """
    b = lo.b
    found = b.var(False, "can")

    def take(m: Expr) -> None:
        with b.if_(meta.is_allowed(lo, m)):
            b.assign(found, True)

    b.run("mode_enter", FULL, EVERY)
    _Search(lo, found).all_of(node, take)
    return found


class _Search:
    """Writes the search for a move. found: the variable that ends it."""

    def __init__(self, lo: Lowering, found: Expr) -> None:
        self.lo = lo
        self.b = lo.b
        self.found = found

    def all_of(self, node: Moves, take: Take) -> None:
        """Looks through the moves of a generator that is asked itself (Ludii's `canMove`)."""
        if isinstance(node, MovesDeal | Note):
            return  # they do not count as moves here
        if isinstance(node, MaxMoves):
            self.all_of(node.moves, take)
        elif isinstance(node, Priority):
            self._in_turn(all_of(node.list, node.list1, node.list2), lambda item: self.all_of(item, take))
        elif isinstance(node, Apply):
            with self.b.if_(ir.TRUE if node.if_ is None else self.lo.bool(node.if_)):
                if node.effect is not None:
                    self.all_of(node.effect, take)
        elif isinstance(node, MovesIf):
            self._one_of(node, lambda item: self.all_of(item, take))
        else:
            self.part(node, take)

    def part(self, node: Moves, take: Take) -> None:
        """Looks through the moves of a generator within another one (Ludii's `movesIterator`)."""
        if isinstance(node, MovesOr | MovesAnd):
            self._in_turn(all_of(node.list, node.moves_a, node.moves_b), lambda item: self.part(item, take))
        elif isinstance(node, MovesIf):
            self._one_of(node, lambda item: self.part(item, take))
        elif isinstance(node, ForEachPiece):
            self._pieces(node, take)
        elif isinstance(node, Do) and node.next is None and node.if_afterwards is not None:
            self._filtered(node, take)
        else:
            mark = self.lo.mark()
            self.lo.moves(node)
            self._moves_from(mark, take)

    def _pieces(self, node: ForEachPiece, take: Take) -> None:
        def after(mark: Expr) -> None:
            self.lo.finish(mark, node.then)
            self._moves_from(mark, take)

        push_each_piece(self.lo, node, until=self.found, after=after)

    def _moves_from(self, mark: Expr, take: Take) -> None:
        b = self.b
        end = b.let(self.lo.count(), "end")
        with b.for_range(mark, end, "m") as m:
            take(m)
            with b.if_(self.found):
                b.break_()

    def _in_turn(self, items: Iterable[Moves], look: Callable[[Moves], None]) -> None:
        for i, item in enumerate(items):
            if i == 0:
                look(item)
            else:
                with self.b.if_(ir.not_(self.found)):
                    look(item)

    def _one_of(self, node: MovesIf, look: Callable[[Moves], None]) -> None:
        with self.b.if_(self.lo.bool(node.cond)):
            look(node.list)
        if node.else_list is not None:
            with self.b.else_():
                look(node.else_list)

    def _filtered(self, node: Do, take: Take) -> None:
        """The moves after which a condition holds. Ludii generates the next move before it tries the one at hand."""
        lo, b = self.lo, self.b
        condition = node.if_afterwards
        assert condition is not None
        known = b.let(succeeds(lo, condition), "known")
        waiting = b.var(-1, "waiting")

        def try_waiting() -> None:
            with b.if_(ir.ge(waiting, 0)):
                m = b.let(waiting, "m")
                with b.if_(b.any_of([lambda: known, lambda: passes(lo, m, condition)])):
                    take(m)

        def wait(m: Expr) -> None:
            try_waiting()
            b.assign(waiting, m)

        self.part(node.prior, wait)
        with b.if_(ir.not_(self.found)):
            try_waiting()
