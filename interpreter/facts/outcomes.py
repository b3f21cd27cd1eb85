"""What an iteration over a site comes to: the sites for which it assigns a local, leaves the loop, pushes a move, or
writes a slot.

What an iteration says in several statements, in nested or joined conditions, or by way of its own locals, comes to the
same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ..program import ops
from ..program.ops import Block, Expr, Stmt, Var
from ..program.program import Function
from ..program.walk import expressions, subexpressions
from .one_iteration import OneIteration, forget_written
from .resolver import Knowledge, Unknown, anything
from .site_sets import ALL, NONE, Sites, SiteSets


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that is done for some sites: the assignment of a local that the function uses elsewhere, a break, a
    return, or a move to the site. value: what is assigned or returned, over the site and what is invariant. slots: of
    the context that are written before, with their values."""

    where: Sites
    what: Stmt
    value: Expr | None = None
    slots: dict[str, Expr] = field(default_factory=dict)


@dataclass(slots=True)
class Outcomes:
    """What an iteration comes to, in order; the slots of the context that it writes, with their values at its end; the
    sites for which the loop goes on, and whether nothing is done for these (`idle`)."""

    found: list[Outcome]
    slots: dict[str, Expr] = field(default_factory=dict)
    end: Sites = ALL
    idle: bool = True

    def assigned(self, *locals_: Var | None) -> list[Sites] | None:
        """The sites for which each of some locals is assigned; None if anything else comes of it, but for slots."""
        where = {x.what.var: x.where for x in self.found if isinstance(x.what, ops.Assign) and x.what.var in locals_}
        return [where.get(v, NONE) for v in locals_ if v is not None] if len(where) == len(self.found) else None

    def way_out(self) -> Sites | None:
        """The sites for which the loop or the function is left, if nothing is done for other sites."""
        last = self.found[-1] if self.found else Outcome(NONE, ops.Break())
        same = all(x.where is last.where for x in self.found)
        return last.where if same and not isinstance(last.what, ops.Assign) else None

    def without_loop(self, value: Callable[[Expr], Expr] = lambda x: x) -> Block:
        """What is done before the loop is left, and a return. value: gives the value to assign instead of one over the
        iteration's site."""
        done: Block = []
        for x in self.found:
            if isinstance(x.what, ops.Assign) and x.value is not None:
                done.append(ops.Assign(x.what.var, value(x.value), places=x.what.places))
            elif isinstance(x.what, ops.Return):
                done.append(ops.Return(x.value, places=x.what.places))
        return done


_Known = Callable[[Expr], Expr | None]


def outcomes(
    sets: SiteSets, body: Block, own: set[Var], known: _Known | None = None, *, moves: bool = False,
    within: ops.ForLoop | None = None,
) -> Outcomes | None:  # fmt: skip
    """What an iteration comes to; None if it does anything else, or if what it does depends on more than its site and
    what is invariant. sets: about the iteration's site. own: as of `own_locals`. known: the values of expressions of
    which something is known. moves: in COUNT and PROBE; it may push a move to its site, once. within: a loop in the
    body whose iterations are meant, if all that the body does is to run it, whatever its own site."""
    follower = _Outcomes(sets, own, known, moves, within)
    context = Knowledge()
    end = follower.block(body, ALL, context, inner=False)
    end = sets.either(end if within is None else follower.within_end, follower.next)
    values = (y for x in follower.found if x.value is not None for y in subexpressions(x.value))
    clear = follower.effect.nowhere and all(x.where.exact for x in follower.found)
    clear = clear and not any(isinstance(y.arg, Unknown) for y in values)
    return Outcomes(follower.found, context.slots, end, not follower.done) if clear else None


def moved_to(sets: SiteSets, found: Outcomes) -> Sites | None:
    """The sites to which an iteration pushes a move; None if it also assigns a local that is used elsewhere."""
    out = NONE
    for x in found.found:
        if isinstance(x.what, ops.Push):
            out = sets.either(out, x.where)
        elif not isinstance(x.what, ops.Break):
            return None
    return out if out.exact else None


_LEAVING = ops.Break | ops.Return | ops.Continue


class _Outcomes(OneIteration):
    def __init__(
        self, sets: SiteSets, own: set[Var], known: _Known | None, moves: bool, within: ops.ForLoop | None = None
    ) -> None:
        super().__init__(sets.effects, own)
        self.sets, self.known, self.moves = sets, known, moves
        self.within, self.within_end, self.outside = within, NONE, within is not None
        self.found: list[Outcome] = []
        self.next = NONE  # where it goes on with the next iteration before its end
        self.assigned: set[Var] = set()  # locals that are not its own

    def local(self, x: Expr) -> Expr:
        """Locals that the iteration does not assign are invariant."""
        return anything(x.type) if x.arg in self.own | self.assigned else x

    def read(self, x: Expr, src: tuple[Expr, ...]) -> Expr | None:
        """What the caller knows."""
        return None if self.known is None else self.known(Expr(x.op, x.type, src, x.arg))

    def called(self, x: Expr, fn: Function, src: tuple[Expr, ...], known: Knowledge) -> Expr:
        """Only functions that read what the iteration has written are looked into."""
        effects = self.effects.function(fn)
        if effects.pure and not effects.slots & known.slots.keys():
            return Expr(x.op, x.type, src, fn)
        return super().called(x, fn, src, known)

    def statement(self, s: Stmt, reach: Sites, known: Knowledge, inner: bool) -> Sites:
        """Notes assignments of locals that are not the iteration's own, moves, and ways out."""
        if self.within is not None and s is self.within:
            return self._enter(self.within, reach, known)
        if self.outside and (isinstance(s, _LEAVING) or (isinstance(s, ops.Assign) and s.var not in self.own)):
            self.affects(ALL)
        if self.moves and isinstance(s, ops.Push):
            return self._move(s, reach, known)
        if isinstance(s, ops.Continue) and not inner:
            self.next = self.sets.either(self.next, reach)
            return NONE
        if not isinstance(s, ops.Break | ops.Return) and not (isinstance(s, ops.Assign) and s.var not in self.own):
            return super().statement(s, reach, known, inner)
        value = None if isinstance(s, ops.Break) or s.value is None else s.value
        if value is not None and not self.quiet(value):
            self.affects(reach)
        self.found.append(Outcome(reach, s, None if value is None else self.resolve(value, known), dict(known.slots)))
        self.done = True
        if not isinstance(s, ops.Assign):
            return NONE
        self.assigned.add(s.var)
        return reach

    def _enter(self, s: ops.ForLoop, reach: Sites, known: Knowledge) -> Sites:
        """Follows the loop whose iterations are meant; around it nothing is done."""
        if not reach.everywhere or not all(map(self.quiet, expressions(s))):
            self.affects(ALL)
        forget_written(self.sets.program, s.body, known)
        known.locals = {v: x for v, x in known.locals.items() if v in self.own}
        self.outside = False
        self.within_end = self.block(s.body, reach, known, inner=False)
        self.outside = True
        forget_written(self.sets.program, s.body, known)
        return reach

    def _move(self, s: ops.Push, reach: Sites, known: Knowledge) -> Sites:
        elsewhere = self.resolve(s.to_site, known).arg is not self.sets.key
        if self.done or self.outside or elsewhere or not all(map(self.quiet, expressions(s))):
            self.affects(reach)
        self.found.append(Outcome(reach, s))
        self.done = True
        return reach


class WaysOut(_Outcomes):
    """Follows an iteration to find the sites for which it does nothing but leave the loop, whatever it does for others.

    where: these sites. breaks: the ways out. slots: those of the context that may be written before. end: the sites for
    which its end is reached.
    """

    def __init__(self, sets: SiteSets, body: Block, own: set[Var], known: _Known) -> None:
        super().__init__(sets, own, known, moves=False)
        self.where, self.breaks, self.slots = NONE, list[Stmt](), set[str]()
        self.end = self.block(body, ALL, Knowledge(), inner=False)

    def statement(self, s: Stmt, reach: Sites, known: Knowledge, inner: bool) -> Sites:
        """Notes the ways out before which nothing is done."""
        if isinstance(s, ops.Break) and not inner and not self.done:
            self.where = self.sets.either(self.where, reach)
            self.slots |= known.slots.keys()
            self.breaks.append(s)
            return NONE
        return super().statement(s, reach, known, inner)
