"""Existence queries of generators whose order can be observed: one move after another, as Ludii looks for them.

Ludii asks a generator for its moves through an iterator. The moves of one piece are generated together, and no piece
after the first that has a suitable move is asked. Where generators draw random numbers this decides how many numbers
are drawn, and where a rule about repetition plays the moves on the state, which moves are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ludparse.ludemes.base import Ludeme, children
from ludparse.ludemes.kinds import Moves

from ..base.prelude import Expr, L, Lowering, all_of, ir, per_game
from ..flow.each_piece import push_each_piece
from . import meta
from .automatic import succeeds
from .existence import holds_after, looked_at

_BY_CHANCE = (L.MovesDeal, L.Random, L.Roll, L.SitesRandom, L.TakeSimple, L.ValueRandom)
"""Ludemes that draw a number when the moves are made."""

_TRYING = (L.AvoidStoredState, L.Do, L.IsComponent, L.MaxMoves, L.Seq, L.SitesPlayer, L.Sow, L.While)
"""Ludemes that play moves on copies of the position, or some of whose forms do."""

Take = Callable[[Expr], None]


def draws(lo: Lowering, node: Ludeme) -> bool:
    """Whether a generator draws random numbers before one of its moves is made, or may draw some for moves that it
    tries on copies of the position."""
    drawing, of_pieces = _within(lo, node)
    generators = [c.generator for c in lo.eq.components[1:] if c.generator is not None]
    return drawing or (of_pieces and any(_within(lo, generator)[0] for generator in generators))


def _within(lo: Lowering, node: Ludeme) -> tuple[bool, bool]:
    """Whether anything in a generator draws, consequents left out, and whether it goes through pieces, which have
    generators of their own."""
    memo = _found(lo)
    if id(node) not in memo:
        drawing = _by_chance(node) or (isinstance(node, _TRYING) and lo.flags.stochastic and _chance_in_play(lo))
        of_pieces = isinstance(node, L.ForEachPiece) and node.specific_moves is None
        below = [_within(lo, child) for child in children(node) if not isinstance(child, L.Then)]
        memo[id(node)] = node, drawing or any(x for x, _ in below), of_pieces or any(y for _, y in below)
    return memo[id(node)][1:]


@per_game
def _found(lo: Lowering) -> dict[int, tuple[Ludeme, bool, bool]]:
    """Memo of `_within`, by id, with the node, so that no other gets its id."""
    return {}


@per_game
def _chance_in_play(lo: Lowering) -> bool:
    """Whether any rule other than those of the start draws random numbers."""
    rules = lo.game.rules
    todo: list[Ludeme | None] = [rules.play, rules.end, *(rules.phases or ())]
    todo += [c.generator for c in lo.eq.components[1:]]
    seen: set[int] = set()
    while todo:
        at = todo.pop()
        if at is None or id(at) in seen:
            continue
        seen.add(id(at))
        if _by_chance(at):
            return True
        todo += children(at)
    return False


def _by_chance(at: Ludeme) -> bool:
    return isinstance(at, _BY_CHANCE) or (isinstance(at, L.Directions) and isinstance(at.type, L.RandomDirectionType))


def skips_prior(node: Moves) -> bool:
    """Whether a generator that is asked for a move to a site may be asked without its prior moves: (do … next:…) asks
    the next generator on the position as it is, and no condition. Where a condition is known to hold, the generator
    before it is asked in the same way."""
    if isinstance(node, L.MovesOr | L.MovesAnd):
        return any(map(skips_prior, all_of(node.list, node.moves_a, node.moves_b)))
    if isinstance(node, L.MovesIf):
        return any(skips_prior(item) for item in (node.list, node.else_list) if item is not None)
    if isinstance(node, L.Do):
        return node.next is not None or (node.if_afterwards is not None and skips_prior(node.prior))
    return False


def any_move_to(lo: Lowering, generators: Sequence[Moves], site: Expr, found: Expr) -> None:
    """Sets `found` if one of these generators has a move to a site. None is asked after the first that has."""

    def take(m: Expr) -> None:
        with lo.if_(ir.eq(lo.run("move_to", m), site)):
            lo.assign(found, True)

    with looked_at(lo):
        search = _Search(lo, found)
        search.in_turn(generators, lambda item: search.one_ahead(item, take))


def any_move(lo: Lowering, node: Moves) -> Expr:
    """Whether a generator has a move that the rules against repetition and suicide allow."""
    found = lo.var(False, "can")

    def take(m: Expr) -> None:
        with lo.if_(meta.is_allowed(lo, m)):
            lo.assign(found, True)

    with looked_at(lo):
        _Search(lo, found).all_of(node, take)
    return found


class _Search:
    """Writes the search for a move. found: the variable that ends it."""

    def __init__(self, lo: Lowering, found: Expr) -> None:
        self.lo = lo
        self.found = found

    def all_of(self, node: Moves, take: Take) -> None:
        """Looks through the moves of a generator that is asked itself (Ludii's `canMove`)."""
        if isinstance(node, L.MovesDeal | L.Note):
            return  # they do not count as moves here
        if isinstance(node, L.MaxMoves):
            self.all_of(node.moves, take)
        elif isinstance(node, L.Priority):
            self.in_turn(all_of(node.list, node.list1, node.list2), lambda item: self.all_of(item, take))
        elif isinstance(node, L.Apply):
            with self.lo.if_(self.lo.opt_bool(node.if_, True)):
                if node.effect is not None:
                    self.all_of(node.effect, take)
        elif isinstance(node, L.MovesIf):
            self._one_of(node, lambda item: self.all_of(item, take))
        else:
            self.part(node, take)

    def one_ahead(self, node: Moves, take: Take) -> None:
        """Looks for a move to a site (Ludii's `canMoveTo`), whose iterators are one move ahead."""
        if isinstance(node, L.MovesOr | L.MovesAnd):
            self.in_turn(all_of(node.list, node.moves_a, node.moves_b), lambda item: self.one_ahead(item, take))
        elif isinstance(node, L.MovesIf):
            self._one_of(node, lambda item: self.one_ahead(item, take))
        elif isinstance(node, L.Do) and node.next is not None:
            self.one_ahead(node.next, take)
        elif isinstance(node, L.Do) and node.if_afterwards is not None:
            known = self.lo.let(succeeds(self.lo, node.if_afterwards), "known")
            with self.lo.if_(known):
                self.one_ahead(node.prior, take)
            with self.lo.else_():
                self._delayed(node, take)
        else:
            self._delayed(node, take)

    def part(self, node: Moves, take: Take) -> None:
        """Looks through the moves of a generator within another one (Ludii's `movesIterator`)."""
        if isinstance(node, L.MovesOr | L.MovesAnd):
            self.in_turn(all_of(node.list, node.moves_a, node.moves_b), lambda item: self.part(item, take))
        elif isinstance(node, L.MovesIf):
            self._one_of(node, lambda item: self.part(item, take))
        elif isinstance(node, L.ForEachPiece):
            self._pieces(node, take)
        elif isinstance(node, L.Do) and node.next is None and node.if_afterwards is not None:
            self._filtered(node, take)
        else:
            mark = self.lo.mark()
            self.lo.moves(node)
            self._moves_from(mark, take)

    def _pieces(self, node: L.ForEachPiece, take: Take) -> None:
        def after(mark: Expr) -> None:
            self.lo.finish(mark, node.then)
            self._moves_from(mark, take)

        push_each_piece(self.lo, node, until=self.found, after=after)

    def _moves_from(self, mark: Expr, take: Take) -> None:
        lo = self.lo
        end = lo.let(self.lo.count(), "end")
        with lo.for_range(mark, end, "m") as m:
            take(m)
            with lo.if_(self.found):
                lo.break_()

    def in_turn(self, items: Iterable[Moves], look: Callable[[Moves], None]) -> None:
        for i, item in enumerate(items):
            if i == 0:
                look(item)
            else:
                with self.lo.if_(~self.found):
                    look(item)

    def _one_of(self, node: L.MovesIf, look: Callable[[Moves], None]) -> None:
        with self.lo.if_(self.lo.bool(node.cond)):
            look(node.list)
        if node.else_list is not None:
            with self.lo.else_():
                look(node.else_list)

    def _filtered(self, node: L.Do, take: Take) -> None:
        """The moves after which a condition holds. Ludii generates the next move before it tries the one at hand."""
        lo = self.lo
        condition = node.if_afterwards
        assert condition is not None
        known = lo.let(succeeds(lo, condition), "known")

        def try_it(m: Expr) -> None:
            with lo.if_(lo.any_of([lambda: known, lambda: holds_after(lo, m, condition)])):
                take(m)

        self._delayed(node.prior, try_it)

    def _delayed(self, node: Moves, take: Take) -> None:
        """Looks through the moves of a generator, each after the next one was generated."""
        lo = self.lo
        waiting = lo.var(-1, "waiting")

        def take_waiting() -> None:
            with lo.if_(waiting >= 0):
                take(lo.let(waiting, "m"))

        def wait(m: Expr) -> None:
            take_waiting()
            lo.assign(waiting, m)

        self.part(node, wait)
        with lo.if_(~self.found):
            take_waiting()
