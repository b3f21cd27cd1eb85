"""Draws the conditions and the sets of random programs, and statements that passes have to see through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Each
from ludparse.interpreter.program.modes import COUNT, PROBE
from ludparse.interpreter.program.ops import Expr, Type
from ludparse.interpreter.program.program import Function
from tests.interpreter.passes.drawn_board import PIECES, SITES, SLOTS
from tests.interpreter.passes.drawn_values import MOST_STEPS, Values


class Conditions(Values):
    """Writes conditions on sites, and sets of them."""

    # ------------------------------------------------------------------ conditions

    @contextmanager
    def knowing(self, site: Expr) -> Iterator[None]:
        self.sites_known.append(site)
        yield
        self.sites_known.pop()

    def condition(self) -> Expr:
        """A condition on a site, or on nothing."""
        return self.about(self.site())

    def asked_about(self, site: Expr, slot: str) -> Expr:
        """A condition on a site, which stands in a slot too."""
        if slot:
            self.b.set_ctx(slot, site)
        asked = self.b.ctx(slot) if slot and self.yes() else site
        if self.yes():
            return self.kind_of_site()(asked)
        with self.knowing(site):
            return self.call_condition(asked) if self.below(4) == 1 else self.about(asked)

    def kind_of_site(self) -> Callable[[Expr], Expr]:
        """A condition on what stands on a site."""
        b = self.b
        k, piece = self.below(6), self.below(PIECES) + 1
        return lambda site: (
            ir.and_(ir.ge(site, 0), ir.set_has(b.get("empty"), site)), ir.eq(b.get("who", site), b.get("mover")),
            ir.and_(ir.ne(b.get("who", site), 0), ir.ne(b.get("who", site), b.get("mover"))),
            ir.eq(b.get("what", site), piece), ir.ne(b.get("what", site), 0), ir.lt(b.get("count", site), piece),
        )[k]  # fmt: skip

    def about(self, site: Expr) -> Expr:
        b, board = self.b, self.board
        simple: list[Callable[[], Expr]] = [
            lambda: self.kind_of_site()(site),
            lambda: self.kind_of_site()(site),
            lambda: ir.set_has(board.region(self.below(len(board.regions))), site),
            lambda: self.compared(b.get(self.chosen(("count", "what")), site), self.small()),
            lambda: self.compared(site, self.site()),
            lambda: ir.TRUE,
        ]
        others: list[Callable[[], Expr]] = [
            lambda: self.joined(site),
            lambda: self.joined(site),
            lambda: ir.not_(self.about(site)),
            lambda: self.compared(self.number(), self.number()),
            lambda: ir.set_has(self.sites(), site),
            lambda: ir.lt(
                b.row_at(board.distance, self.site(), ir.const(4)), b.row_at(board.distance, site, ir.const(4))
            ),
            lambda: self.call_condition(site),
            lambda: self.call_condition(site),
            lambda: self.exists(site),
            lambda: ir.gt(self.liberties(), 0),
            lambda: self.moves_exist(site),
            lambda: self.moves_exist(site),
            lambda: b.some_within(board.lines, site, self.sites()),
            lambda: ir.set_eq(self.sites(), self.sites()),
        ]
        return self.one_of(simple, others)

    def compared(self, a: Expr, b: Expr) -> Expr:
        return self.chosen((ir.eq, ir.ne, ir.lt, ir.le, ir.gt, ir.ge))(a, b)

    def joined(self, site: Expr) -> Expr:
        """Two conditions, one after the other or side by side."""
        match self.below(4):
            case 0:
                return ir.and_(self.about(site), self.about(site))
            case 1:
                return self.b.all_of([lambda: self.about(site), lambda: self.about(site)])
            case 2:
                return ir.or_(self.about(site), self.about(site))
            case _:
                return self.b.any_of([lambda: self.about(site), lambda: self.b.let(self.about(site))])

    def call_condition(self, site: Expr) -> Expr:
        """A function asked about a slot, about its parameter, or about a slot with a number as its parameter."""
        b = self.b

        def write() -> Function:
            kind = self.below(3)
            params = [("p", Type.INT)] * (kind > 0)
            with self.function("holds" if kind < 2 else "compares", params, Type.BOOL) as (fn, args):
                asked = args[0] if kind == 1 else b.let(b.ctx("to"))
                with self.knowing(asked):
                    cond = self.about(asked)
                    if kind == 2:
                        with_number = self.compared(b.get(self.chosen(("what", "who", "count")), asked), args[0])
                        cond = self.chosen((ir.and_, ir.or_))(with_number, cond)
                    b.return_(cond)
            return fn

        fn = self.callee("condition", write)
        given = self.chosen((self.small(), b.get("mover"))) if fn.name.startswith("compares") else site
        return b.let(b.call(fn, *[given][: len(fn.params)]))

    def exists(self, site: Expr) -> Expr:
        with self.over_sites() as (loop, slot):
            return self.chosen((self.b.any_in, self.b.all_in))(loop, lambda x: self.asked_about(x, slot))

    def asked_generator(self) -> Function | None:
        """Moves that a question may be about."""
        fit = [c.fn for c in self.pool["moves"] if c.steps * self.steps <= MOST_STEPS // 4]
        if not fit or self.asks > 1:
            return None
        return self.chosen(fit)

    def moves_exist(self, site: Expr) -> Expr:
        """Whether there is a move, or one to a site; of the player to move, or as if the other one were."""
        b, moves = self.b, self.asked_generator()
        if moves is None:
            return ir.TRUE
        mover = b.let(b.get("mover"))
        other = self.yes()
        if other:
            b.put("mover", 3 - mover)
        if self.below(3) < 2:
            with b.question(PROBE, b.let(site)) as answer:
                b.do(b.call(moves))
            found = answer
        else:
            with b.question(COUNT, 1) as answer:
                b.do(b.call(moves))
            found = b.let(ir.gt(answer, 0))
        if other:
            b.put("mover", mover)
        return found

    # ------------------------------------------------------------------ sets

    @contextmanager
    def over_sites(self) -> Iterator[tuple[Each, str]]:
        """A loop over sites that has not begun, and a slot that is to hold each, if any ("")."""
        b, board = self.b, self.board
        slot = self.chosen(("", "to", "", "site", "between"))
        match self.below(4):
            case 0:
                loop, most = b.for_range(0, SITES), SITES
            case 1:
                loop, most = b.for_set(self.sites()), SITES // 2
            case 2:
                loop, most = b.for_row(self.chosen(board.near), self.cell(self.site())), 4
            case _:
                piece = self.below(PIECES) + 1
                n, first = b.get("owned_n", piece), b.get("owned", ir.const(piece) * b.cap("owned"))
                loop, most = b.for_pieces(n, first), 4
        with self.times(most), b.saved(slot) if slot and self.below(4) else nullcontext():
            yield loop, slot

    def sites(self) -> Expr:
        b, board = self.b, self.board
        simple: list[Callable[[], Expr]] = [
            lambda: b.get("empty"),
            lambda: board.region(self.below(len(board.regions))),
            lambda: Expr(ops.Op.SET_WHERE, Type.SET, (b.get("mover"),), "who"),
            lambda: Expr(ops.Op.SET_WHERE, Type.SET, (ir.const(self.below(PIECES + 1)),), "what"),
            lambda: ir.set_one(self.site()),
        ]
        others: list[Callable[[], Expr]] = [
            lambda: self.chosen((ir.set_or, ir.set_and, ir.set_diff))(self.sites(), self.sites()),
            self.collected,
            self.collected,
            self.around,
            self.group,
            self.seen,
            self.call_sites,
            self.call_sites,
        ]
        return self.one_of(simple, others)

    def collected(self) -> Expr:
        with self.over_sites() as (loop, slot):
            return self.b.collect(loop, lambda x: self.asked_about(x, slot), stem="out")

    def around(self) -> Expr:
        """What lies beside the members of a set."""
        b, fits, out = self.b, self.kind_of_site(), self.b.var(ir.EMPTY_SET, "out")
        near = self.chosen(self.board.near)
        with b.for_set(self.sites()) as site, b.for_row(near, self.cell(site)) as x, b.if_(fits(x)):
            b.assign(out, out | ir.set_one(x))
        return out

    def group(self) -> Expr:
        """Connected sites of a kind."""
        b, near = self.b, self.chosen(self.board.near)
        start = b.let(ir.max_(self.site(), 0))
        fits, slot, exact = self.kind_of_site(), self.yes(), self.below(3)
        met, wanted = (b.var(False, "met"), self.kind_of_site()) if self.yes() else (None, fits)
        with b.saved("to") if slot else nullcontext(), self.times(SITES * 4):
            with b.flood(start, met) as (group, site), b.for_row(near, self.cell(site)) as x:
                with b.if_(ir.not_(ir.set_has(group, x))):
                    if slot:
                        b.set_ctx("to", x)
                    cond = fits(b.ctx("to") if slot else x)
                    with b.if_(cond if exact else ir.and_(cond, self.asked_about(x, ""))):
                        b.assign(group, group | ir.set_one(x))
                    if met is not None:
                        with b.else_(), b.if_(wanted(x)):
                            b.assign(met, True)
        return group if met is None else ir.select(met, ir.EMPTY_SET if self.yes() else group, ir.set_one(start))

    def seen(self) -> Expr:
        """What is seen along the rays of a site."""
        b, rays = self.b, self.board.ray_sites
        through, out = b.let(self.sites()), b.var(ir.EMPTY_SET, "out")
        what = self.below(4)
        with b.for_row(self.chosen(self.board.rays_of), self.cell(self.site())) as x:
            end = b.let(b.row_run(rays, x, 1, through))
            if what == 0:
                with b.if_(ir.gt(end, 1)):
                    b.assign(out, out | ir.set_one(b.row_at(rays, x, end - 1)))
            else:
                lo, hi = ((end, end + 1), (ir.const(1), end), (ir.const(1), end + 1))[what - 1]
                b.assign(out, out | b.row_set(rays, x, lo, hi))
        return out

    def call_sites(self) -> Expr:
        def write() -> Function:
            with self.function("sites", (), Type.SET) as (fn, _):
                if self.yes():
                    with self.b.saved("to", "site"):
                        out = self.b.let(self.sites())
                        self.waste()
                    self.b.return_(out)
                else:
                    self.b.return_(self.sites())
            return fn

        return self.b.let(self.b.call(self.callee("sites", write)))

    # ------------------------------------------------------------------ what passes have to see through

    def waste(self) -> None:
        """Statements that do little or nothing."""
        b = self.b
        for _ in range(self.below(3)):
            match self.below(7):
                case 0:
                    b.let(self.number())  # is not read
                case 1:
                    b.set_ctx(self.chosen(SLOTS), self.number())
                case 2:
                    with b.if_(self.yes()):  # a constant
                        b.set_ctx(self.chosen(SLOTS), self.number())
                    with b.else_():
                        b.set_ctx(self.chosen(SLOTS), self.small())
                case 3:
                    with b.saved(*dict.fromkeys((self.chosen(SLOTS), self.chosen(SLOTS)))):
                        b.set_ctx(self.chosen(SLOTS), self.number())
                        b.let(self.call_number())
                case 4:
                    with b.if_(self.condition()):
                        b.set_ctx(self.chosen(SLOTS), self.number())
                case 5:  # what one branch writes is overwritten
                    slot = self.chosen(SLOTS)
                    with b.if_(self.condition()):
                        b.set_ctx(slot, self.number())
                    with b.else_():
                        b.set_ctx(self.chosen(SLOTS), self.number())
                    b.set_ctx(slot, self.number())
                case _:
                    b.let(self.call_number())
