"""Loops. Where moves are counted or chosen, iterations are left out whose number of moves is known."""

from __future__ import annotations

from collections.abc import Callable

from ....facts.loops import one_move_each
from ....low import operations as op
from ....low.nodes import Block, Body, If, Jump, Local, Loop, Set, Value, const, get, load, number, select
from ....program import ops
from ....program.expansion import position, positions_by_number
from ....program.expressions import value_of
from ....program.modes import CHOOSE, COUNT, PROBE
from ....program.ops import AtOnce, Expr
from ....program.ops import Block as RulesBlock
from ..runtime import rounds, sets
from .base import I32, I64
from .set_values import SetRenderer, Words

Rounds = tuple[Value, Value | None]
"""Of a loop that stands apart: whether none is around it; whether its iterations are noted one by one (None: never)."""
Skip = Callable[[Block | Loop], None]
"""Writes what leaves an iteration out, by a jump to where the next one begins."""


class LoopRenderer(SetRenderer):
    """Renders loops; what they hold is rendered by `statements`."""

    def statements(self, body: RulesBlock) -> None:
        raise NotImplementedError

    def body(self, body: RulesBlock, out: Block, again: Block | Loop) -> None:
        """The statements of an iteration. Where `break` and `continue` go."""
        self.frame.loops.append((out, again))
        self.statements(body)
        self.frame.loops.pop()

    def jump(self, to: Block | Loop, when: Value | None = None) -> None:
        self.out.append(Jump(to, when))

    # ------------------------------------------------------------------ enough moves

    def enough(self, out: Block) -> None:
        """Leaves a loop whose iterations stand apart, if its question is answered."""
        mode, moves = self.frame.mode, self.register("n_moves")
        if mode == PROBE:
            self.jump(out, self.register("found"))
        elif mode == CHOOSE:
            self.jump(out, moves > self.register("target"))
        elif mode == COUNT:
            self.jump(out, moves > self.register("enough"))
        elif self.frame.fn.index in self.modal:
            self.jump(out, (moves > self.register("enough")) & self.register("building").equals(1))

    @property
    def counting(self) -> bool:
        return self.frame.mode in (COUNT, CHOOSE)

    def add_moves(self, how_many: Value) -> None:
        self.set_register("n_moves", self.register("n_moves") + how_many)

    def begin_rounds(self, noted: bool, used: Value | None = None) -> Rounds:
        """Begins a loop that stands apart, so that those within it are not noted.

        noted: whether it is, if no other one is around it. used: where its moves are counted at once it is not.
        """
        outermost = self.local(self.register("in_rounds").is_zero)
        self.set_register("in_rounds", number(1))
        if not noted:
            return outermost, None
        return outermost, outermost if used is None else self.local(outermost & used.is_zero)

    def skip_round(self, how: Rounds | None, again: Block | Loop) -> None:
        if how is not None and how[1] is not None and self.frame.mode == CHOOSE:
            with self.if_(how[1]):
                self.jump(again, self.run(rounds.round_skip))

    def end_round(self, how: Rounds | None) -> None:
        if how is not None and how[1] is not None and self.frame.mode == COUNT:
            with self.if_(how[1]):
                self.do(rounds.round_done)

    def end_rounds(self, how: Rounds | None) -> None:
        if how is not None:
            self.set_register("in_rounds", how[0].is_zero)

    def one_of(self, count: Value, find: Callable[[Value], None], body: RulesBlock) -> None:
        """In CHOOSE, of iterations that push one move each, runs the one that pushes the chosen move. find: gives the
        loop's variable the value of the iteration with a number."""
        before = self.local(self.register("n_moves"))
        with self.if_((self.register("target") - before).below(count)):
            find(self.register("target") - before)
            self.set_register("n_moves", self.register("target"))
            self.statements(body)
        self.set_register("n_moves", before + count)

    # ------------------------------------------------------------------ loops over numbers

    def iterate(
        self, x: ops.Loop, v: Local, ended: Value, step: int, ticks: bool, apart: bool = False,
        skip: Skip | None = None, used: Value | None = None,
    ) -> None:  # fmt: skip
        """Runs the iterations until `ended`. used: where moves are counted at once, whether they are."""
        noted = skip is None or used is not None
        how = self.begin_rounds(noted, used) if apart and self.counting else None
        with self.loop() as (out, _):
            self.jump(out, ended)
            if apart:
                self.enough(out)
            if ticks:
                self.tick()
            with self.block() as each:
                if skip is not None:
                    skip(each)
                self.skip_round(how, each)
                self.body(x.body, out, each)
                self.end_round(how)
            self.out.append(Set(v, get(v) + step))
        self.end_rounds(how)

    def for_range(self, x: ops.ForNumbers, site: Expr, loop: ops.ForLoop | None = None) -> None:
        """site: that of an iteration. loop: that of the program, where `x` was written for it."""
        mode, v = self.frame.mode, self.var(x.var)[0]
        lo, hi = self.local(self.e(x.lo)), self.local(self.e(x.hi))
        ticks = self.runaway.counts(x)
        if self.counting and not x.down and one_move_each(self.program, self.frame.fn, loop or x):
            n = self.local(select(hi > lo, hi - lo, number(0)))
            if mode == COUNT:
                self.add_moves(n)
            else:
                self.one_of(n, lambda k: self.out.append(Set(v, lo + k)), x.body)
            return
        apart = x.apart and self.counting and not x.down
        once, each = (x.at_once, x.each) if apart else (None, None)
        skip: Skip | None = None
        used: Value | None = None
        orelse: Body = []
        if once is not None:
            used = self.counts_at_once(once, hi - lo)
            counted = If(used, [], orelse)
            self.out.append(counted)
            with self.within(counted.then):
                planes = self.kept_planes(once)
                if mode == COUNT:
                    self.add_moves(self.sum_of(planes))
            if mode == CHOOSE:
                with self.within(orelse):
                    self.no_planes(once)
                skip = lambda again: self.skip_by_planes(again, used, planes, site, each)  # noqa: E731
        with self.within(orelse if once is not None and mode == COUNT else self.out):
            if each is not None and mode == COUNT:
                self.count_each(x, each, v, lo, hi, ticks)
            else:
                if each is not None and skip is None:
                    skip = lambda again: self.skip_by_number(again, each)  # noqa: E731
                self.out.append(Set(v, lo))
                ended = get(v) < hi if x.down else get(v) >= hi
                self.iterate(
                    x, v, ended, -1 if x.down else 1, ticks, x.apart, skip, used if each is None else None
                )  # fmt: skip

    def count_each(self, x: ops.ForNumbers, each: Expr, v: Local, lo: Value, hi: Value, ticks: bool) -> None:
        """Counts without running an iteration."""
        self.out.append(Set(v, lo))
        with self.loop() as (out, _):
            self.jump(out, get(v) >= hi)
            self.enough(out)
            if ticks:
                self.tick()
            self.add_moves(self.e(each))
            self.out.append(Set(v, get(v) + 1))
        if x.leaves:
            with self.if_(get(v) > lo):
                self.out.append(Set(v, get(v) - 1))
                self.statements(list(x.leaves))

    def skip_by_number(self, again: Block | Loop, each: Expr) -> None:
        """Leaves an iteration out whose moves come before the chosen one."""
        after = self.local(self.register("n_moves") + self.e(each))
        self.skip_to(again, after)

    def skip_to(self, again: Block | Loop, after: Value) -> None:
        with self.if_(after <= self.register("target")):
            self.set_register("n_moves", after)
            self.jump(again)

    # ------------------------------------------------------------------ moves of all iterations at once

    def planes(self, once: AtOnce) -> list[Words]:
        """Bit by bit how many moves the iteration of each site pushes."""
        self.put_set(self.var(once.own), self.s(once.sites))
        self.statements(once.body)
        return [[get(local) for local in self.var(plane)] for plane in once.planes]

    def kept_planes(self, once: AtOnce) -> list[Words]:
        """The same where moves are counted or chosen: outside of other loops that stand apart, what counting has found
        is kept for the choice."""
        outermost = self.register("in_rounds").is_zero
        if self.frame.mode == COUNT:
            planes = self.planes(once)
            with self.if_(outermost):
                for plane in planes:
                    self.do(rounds.sites_keep, *plane)
            return planes
        with self.if_(outermost) as kept:
            for variable in once.planes:
                self.put_set(self.var(variable), self.called_set(rounds.sites_kept))
        with self.within(kept.orelse):
            return self.planes(once)

    def no_planes(self, once: AtOnce) -> None:
        """Where an iteration looks whether they are used before it reads them."""
        for plane in once.planes:
            self.put_set(self.var(plane), [const(I64, 0)] * self.words)

    def counts_at_once(self, once: AtOnce, iterations: Value) -> Value:
        """Whether the moves of all iterations are counted at once. Once a move was chosen, nothing is looked up."""
        used = iterations >= once.least
        if self.frame.mode == CHOOSE:
            used = used & (self.register("n_moves") <= self.register("target"))
        return self.local(used)

    def sum_of(self, planes: list[Words]) -> Value:
        total = self.members(planes[0])
        for i, plane in enumerate(planes[1:], start=1):
            total = total + (self.members(plane) << i)
        return total

    def skip_by_planes(
        self, again: Block | Loop, used: Value | None, planes: list[Words], site: Expr, each: Expr | None = None
    ) -> None:
        assert used is not None
        with self.if_(used) as whole:
            here = self.local(self.e(site))
            after = self.register("n_moves")
            for i, plane in enumerate(planes):
                after = after + (self.bit(plane, here) << i)
            self.skip_to(again, self.local(after))
        if each is not None:
            with self.within(whole.orelse):
                self.skip_by_number(again, each)

    # ------------------------------------------------------------------ loops over sets

    def for_set(self, x: ops.ForSet) -> None:
        mode = self.frame.mode
        words = self.s(x.set)
        v = self.var(x.var)[0]
        if self.counting and one_move_each(self.program, self.frame.fn, x):
            if mode == COUNT:
                self.add_moves(self.members(words))
                return
            own = [self.local(w) for w in words]
            n = self.local(self.members(own))
            self.one_of(n, lambda k: self.out.append(Set(v, self.run(sets.nth, *own, k))), x.body)
            return
        left = [Local(I64) for _ in words]
        for local, word in zip(left, words, strict=True):
            self.out.append(Set(local, word))
        once = x.at_once if x.apart and self.counting else None
        if once is None:
            self.over_members(x, v, left, None, None)
            return
        used = self.counts_at_once(once, self.members([get(local) for local in left]))
        whole = If(used, [])
        self.out.append(whole)
        one = len(once.planes) == 1
        alone = mode == COUNT or one  # whether the loop only runs where the planes are not used
        with self.within(whole.then):
            planes = self.kept_planes(once)
            if mode == COUNT:
                self.add_moves(self.sum_of(planes))
            elif one:
                how = self.begin_rounds(noted=False)
                (plane,) = planes
                find = lambda k: self.out.append(Set(v, self.run(sets.nth, *plane, k)))  # noqa: E731
                self.one_of(self.local(self.members(plane)), find, x.body)
                self.end_rounds(how)
        if not alone:
            with self.within(whole.orelse):
                self.no_planes(once)
        with self.within(whole.orelse if alone else self.out):
            self.over_members(x, v, left, used, None if alone else planes)

    def over_members(
        self, x: ops.ForSet, v: Local, left: list[Local], used: Value | None, planes: list[Words] | None
    ) -> None:
        """The loop over the members. left: those that are left, which are taken from it."""
        how = self.begin_rounds(True, used) if x.apart and self.counting else None
        word, at = left[0], number(0)
        if self.words > 1:
            word, number_ = Local(I64), Local(I32)
            at = get(number_)
            self.out += [Set(word, get(left[0])), Set(left[0], const(I64, 0)), Set(number_, number(0))]
        with self.loop() as (out, again):
            if self.words > 1:
                # each word that was taken is emptied, so that the first that is left is the next
                for k, local in enumerate(left):
                    with self.if_(get(word).is_zero):
                        taken = [Set(word, get(local)), Set(local, const(I64, 0)), Set(number_, number(64 * k))]
                        self.out += taken
            self.jump(out, get(word).is_zero)
            site = Value(op.NARROW, (Value(op.CTZ[I64], (get(word),)),))
            self.out.append(Set(v, site + at if self.words > 1 else site))
            self.out.append(Set(word, get(word) & (get(word) - 1)))
            if x.apart:
                self.enough(out)
            if self.runaway.counts(x) or self.runaway.searches(x):
                self.tick()
            if planes is not None:
                self.skip_by_planes(again, used, planes, value_of(x.var))
            self.skip_round(how, again)
            self.body(x.body, out, again)
            self.end_round(how)
        self.end_rounds(how)

    # ------------------------------------------------------------------ other loops

    def for_row(self, x: ops.ForRow) -> None:
        mode = self.frame.mode
        if x.goes is not None and mode in (COUNT, PROBE):
            to = self.s(x.goes.to)
            if mode == PROBE:
                site = self.local(self.register("probe"))
                goes = self.bit(to, site) & site.below(64 * self.words)
                self.set_register("found", self.register("found") | goes)
            self.add_moves(self.members(to))
        elif x.goes is not None and mode == CHOOSE:
            after = self.local(self.register("n_moves") + self.members(self.s(x.goes.to)))
            with self.if_(after <= self.register("target")) as skipped:
                self.set_register("n_moves", after)
            with self.within(skipped.orelse):
                self.over_row(x)
        else:
            self.over_row(x)

    def over_row(self, x: ops.ForRow) -> None:
        v = self.var(x.var)[0]
        begin, end = self.row(x.table, x.row)
        bits = self.table(x.table).bits
        place = Local(I32)
        self.out.append(Set(place, begin))
        end = self.local(end)
        with self.loop() as (out, again):
            self.jump(out, get(place) >= end)
            if x.apart:
                self.enough(out)
            self.out.append(Set(v, load(bits, get(place))))
            self.out.append(Set(place, get(place) + bits // 8))
            if self.runaway.counts(x):
                self.tick()
            self.body(x.body, out, again)

    def for_pieces(self, x: ops.ForPieces) -> None:
        by_number = positions_by_number(x)
        self.for_range(by_number, position(x, by_number.var), x)

    def while_(self, x: ops.While) -> None:
        with self.loop() as (out, again):
            self.frame.loops.append((out, again))
            self.statements(x.head)
            self.jump(out, self.e(x.cond).is_zero)
            self.tick()
            self.statements(x.body)
            self.frame.loops.pop()

    def scan(self, x: ops.Scan) -> None:
        v, end = self.var(x.var)[0], self.local(self.e(x.hi))
        self.out.append(Set(v, self.e(x.lo)))
        self.iterate(x, v, get(v) >= end, 1, self.runaway.counts(x))

    def while_any(self, x: ops.WhileAny) -> None:
        v, end = self.var(x.var)[0], self.local(self.e(x.hi))
        self.out.append(Set(v, self.e(x.lo)))
        with self.loop() as (out, again):
            self.jump(out, get(v) >= end)
            self.frame.loops.append((out, again))
            self.statements(x.head)
            self.jump(out, self.any_of([get(local) for local in self.var(x.on)]).is_zero)
            self.statements(x.body)
            self.frame.loops.pop()
            self.out.append(Set(v, get(v) + 1))

    def for_list(self, x: ops.ForList) -> None:
        v, values = self.var(x.var)[0], self.local(self.e(x.list))
        k = Local(I32)
        self.out.append(Set(k, number(0)))
        with self.loop() as (out, _):
            self.jump(out, get(k) >= load(32, values))
            self.out.append(Set(v, load(32, values + (get(k) << 2), 4)))
            if self.runaway.counts(x):
                self.tick()
            with self.block() as each:
                self.body(x.body, out, each)
            self.out.append(Set(k, get(k) + 1))
