"""What lowerings ask of all that a loop goes through, and conditions that are asked one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext

from . import ops
from .builder import Builder, Each
from .expressions import (
    EMPTY_SET,
    FALSE,
    TRUE,
    BoolLike,
    IntLike,
    and_,
    as_bool,
    eq,
    ne,
    not_,
    or_,
    select,
    shl,
)
from .ops import Block, Expr, Op, Type, Var

Fits = Callable[[Expr], BoolLike]
Of = Callable[[Expr], Expr]
Found = Callable[[Expr], tuple[BoolLike, Expr]]
Better = Callable[[Expr, Expr], Expr]

_LONG = 16
"""More items of a conjunction or disjunction are put together by halves, so that they do not nest as deep as they are
many."""


def _halves(
    items: Sequence[Callable[[], Expr]], join: Callable[[Sequence[Callable[[], Expr]]], Expr]
) -> list[Callable[[], Expr]]:
    middle = len(items) // 2
    return [lambda: join(items[:middle]), lambda: join(items[middle:])]


class QueryBuilder(Builder):
    """Writes questions to loops: whether any, or all, of what they go through fits, which, how many."""

    # ------------------------------------------------------------------ what is asked of all that a loop goes through
    # fits, of: may write statements; they run in each iteration. stem: of the local that holds the answer

    def any_in(self, loop: Each, fits: Fits, stem: str = "found") -> Expr:
        """Whether one of them fits. The loop ends at the first."""
        found = self.var(False, stem)
        with loop as x, self.if_(fits(x)):
            self.assign(found, True)
            self.break_()
        return found

    def all_in(self, loop: Each, fits: Fits, stem: str = "good", besides: BoolLike = True) -> Expr:
        """Whether all of them fit, and something holds besides. The loop ends at the first that does not."""
        good = self.var(besides, stem)
        with loop as x, self.if_(_opposite(as_bool(fits(x)))):
            self.assign(good, False)
            self.break_()
        return good

    def first_in(self, loop: Each, fits: Fits, none: IntLike = -1, stem: str = "first") -> Expr:
        """The first that fits, or `none`."""
        return self.found_in(loop, lambda x: (fits(x), x), none, stem)

    def found_in(self, loop: Each, of: Found, none: IntLike = -1, stem: str = "found") -> Expr:
        """What belongs to the first that fits, or `none`. of: whether one of them fits, and what belongs to it."""
        found = self.var(none, stem)
        with loop as x:
            fits, value = of(x)
            with self.if_(fits):
                self.assign(found, value)
                self.break_()
        return found

    def last_in(self, loop: Each, fits: Fits, none: IntLike = -1, stem: str = "last") -> Expr:
        """The last that fits, or `none`."""
        last = self.var(none, stem)
        with loop as x, self.if_(fits(x)):
            self.assign(last, x)
        return last

    def best_in(self, loop: Each, better: Better, none: IntLike = -1, stem: str = "best") -> Expr:
        """The first than which none is better. better: whether one is better than the best before it, or `none`."""
        best = self.var(none, stem)
        with loop as x, self.if_(better(x, best)):
            self.assign(best, x)
        return best

    def count_in(self, loop: Each, fits: Fits, stem: str = "total") -> Expr:
        """How many of them fit."""
        total = self.var(0, stem)
        with loop as x, self.if_(fits(x)):
            self.assign(total, total + 1)
        return total

    def sum_in(self, loop: Each, of: Of, stem: str = "total") -> Expr:
        """The sum of a number for each of them."""
        total = self.var(0, stem)
        with loop as x:
            self.assign(total, total + of(x))
        return total

    def collect(self, loop: Each, fits: Fits = lambda _: True, of: Of = lambda x: x, stem: str = "out") -> Expr:
        """The SET of those that fit, or of what belongs to each of them."""
        return self.include_all(self.var(EMPTY_SET, stem), loop, fits, of)

    def include_all(self, out: Expr, loop: Each, fits: Fits = lambda _: True, of: Of = lambda x: x) -> Expr:
        """Adds those that fit, or what belongs to each of them, to a SET that a local holds. That set."""
        with self._fitting(loop, fits) as x:
            self.include(out, of(x))
        return out

    def listed(self, loop: Each, fits: Fits = lambda _: True, of: Of = lambda x: x) -> Expr:
        """The LIST of those that fit, or of what belongs to each of them."""
        return self.push_all(self.list_new(), loop, fits, of)

    def push_all(self, out: Expr, loop: Each, fits: Fits = lambda _: True, of: Of = lambda x: x) -> Expr:
        """Adds those that fit, or what belongs to each of them, at the end of a local LIST. That list."""
        with self._fitting(loop, fits) as x:
            self.push(out, of(x))
        return out

    def union_in(self, loop: Each, of: Of, stem: str = "out") -> Expr:
        """All members of a SET that belongs to each of them."""
        out = self.var(EMPTY_SET, stem)
        with loop as x:
            self.assign(out, out | of(x))
        return out

    def bits_in(self, loop: Each, fits: Fits, stem: str = "mask") -> Expr:
        """A number whose bits are those that fit."""
        mask = self.var(0, stem)
        with loop as x, self.if_(fits(x)):
            self.assign(mask, mask | shl(1, x))
        return mask

    @contextmanager
    def _fitting(self, loop: Each, fits: Fits) -> Iterator[Expr]:
        with loop as x:
            good = as_bool(fits(x))
            with nullcontext() if good.is_const and good.const else self.if_(good):
                yield x

    @contextmanager
    def each(self, slot: str, loop: Each) -> Iterator[Expr]:
        """A loop whose members are in a slot of the context too, which has its value whole afterwards."""
        with self.saved(slot), loop as x:
            self.set_ctx(slot, x)
            yield x

    @contextmanager
    def when(self, cond: BoolLike, loop: Each) -> Iterator[Expr]:
        """A loop that is run where a condition holds."""
        with self.if_(cond), loop as x:
            yield x

    # ------------------------------------------------------------------ lazily evaluated conditions

    def choose(self, cond: BoolLike, a: Callable[[], Expr], b: Callable[[], Expr]) -> Expr:
        """a() if cond holds, else b(). Only the chosen one is evaluated."""
        cond = as_bool(cond)
        if cond.is_const:
            return a() if cond.const else b()
        with self.capture() as then:
            x = a()
        with self.capture() as other:
            y = b()
        if not then and not other:
            return select(cond, x, y)
        self._vars += 1
        var = Var(f"c{self._vars}", x.type)
        one, two = self.made(ops.Assign(var, x)), self.made(ops.Assign(var, y))
        self.write(ops.If(cond, [*then, one], [*other, two]))
        return Expr(Op.VAR, x.type, (), var)

    def all_of(self, items: Sequence[Callable[[], Expr]]) -> Expr:
        """Short-circuit conjunction, from left to right."""
        if len(items) > _LONG:
            return self.all_of(_halves(items, self.all_of))
        if not items:
            return TRUE
        first = items[0]()
        if len(items) == 1 or (first.is_const and not first.const):
            return first
        if first.is_const:
            return self.all_of(items[1:])
        return self._chain(first, items[1:], self.all_of, FALSE, True)

    def any_of(self, items: Sequence[Callable[[], Expr]]) -> Expr:
        """Short-circuit disjunction, from left to right."""
        if len(items) > _LONG:
            return self.any_of(_halves(items, self.any_of))
        if not items:
            return FALSE
        first = items[0]()
        if len(items) == 1 or (first.is_const and first.const):
            return first
        if first.is_const:
            return self.any_of(items[1:])
        return self._chain(first, items[1:], self.any_of, TRUE, False)

    def _chain(
        self,
        first: Expr,
        rest: Sequence[Callable[[], Expr]],
        whole: Callable[[Sequence[Callable[[], Expr]]], Expr],
        short: Expr,
        conjunction: bool,
    ) -> Expr:
        with self.capture() as later:
            second = whole(rest)
        if not later:
            return and_(first, second) if conjunction else or_(first, second)
        self._vars += 1
        var = Var(f"c{self._vars}", Type.BOOL)
        taken: Block = [*later, self.made(ops.Assign(var, second))]
        skipped: Block = [self.made(ops.Assign(var, short))]
        if conjunction:
            self.write(ops.If(first, taken, skipped))
        else:
            self.write(ops.If(first, skipped, taken))
        return Expr(Op.VAR, Type.BOOL, (), var)


def _opposite(cond: Expr) -> Expr:
    return ne(*cond.src) if cond.op is Op.EQ else eq(*cond.src) if cond.op is Op.NE else not_(cond)
