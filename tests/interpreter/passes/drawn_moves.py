"""Draws the rules of random programs: statements that push moves, and what follows from these."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.modes import COUNT
from ludparse.interpreter.program.ops import Expr
from ludparse.interpreter.program.program import Function
from tests.interpreter.passes.drawn_board import CELLS, SITES, SLOTS
from tests.interpreter.passes.drawn_conditions import Conditions


class Rules(Conditions):
    """Writes drawn rules into a program: statements that push moves. Arguments as of `Values`."""

    # ------------------------------------------------------------------ moves

    def some_moves(self, depth: int = 0) -> None:
        """Statements that push moves."""
        kinds: list[Callable[[], None]] = [
            self.placements,
            lambda: self.of_pieces(self.steps_away),
            lambda: self.of_pieces(self.slides),
            lambda: self.of_pieces(self.hops),
            lambda: self.of_pieces(self.along_ways),
            self.selections,
            self.call_moves,
        ]
        if self.sows:
            kinds.append(self.sowing)
        if depth < 2:
            kinds += [
                lambda: (self.some_moves(depth + 1), self.some_moves(depth + 1))[0],
                lambda: self.under_a_condition(depth),
                lambda: self.with_consequent(depth),
                lambda: self.otherwise(depth),
            ]
            if self.tries:
                kinds += [lambda: self.tried(depth)] * 3 + [self.first_that_passes]
        self.chosen(kinds)()

    def placements(self) -> None:
        """Pieces put on the sites of a set."""
        b = self.b
        what = self.chosen((b.get("mover"), b.get("mover") + 2))
        with b.saved("from", "to") if self.yes() else b.saved("to"), self.times(SITES):
            what = b.let(what)
            region = b.get("empty") if self.yes() else self.sites()
            with b.for_set(region) as to:
                with b.if_(self.asked_about(to, "to")):
                    self.push(to, to, [self.board.action("add", True, to=to, what=what)])

    def selections(self) -> None:
        """A site, and another one."""
        b = self.b
        with b.saved("from", "to"), self.times(SITES):
            with b.for_set(self.sites()) as site, b.if_(self.asked_about(site, "from")), self.times(SITES):
                with self.knowing(site), b.for_set(self.sites()) as to, b.if_(self.asked_about(to, "to")):
                    self.push(site, to, [self.board.action("select", True, **{"from": site, "to": to})])

    def of_pieces(self, write: Callable[[], None]) -> None:
        """The moves of each piece of the player to move."""
        b = self.b

        def piece_moves() -> Function:
            with self.function("piece_moves", generates=True) as (fn, _):
                write()
            return fn

        mark = b.let(b.run("move_count"))
        who = b.let(b.get("mover"))
        with self.times(3):
            fn = piece_moves() if self.yes() else None
            with b.for_row(self.board.pieces_of, who) as piece:
                first = b.get("owned", piece * b.cap("owned"))
                with b.for_pieces(b.get("owned_n", piece), first, apart=False) as at:
                    with b.if_(ir.within(at, CELLS)), b.saved("from", "value"):
                        b.set_ctx("value", 0)
                        b.set_ctx("from", at)
                        if fn is None:
                            write()
                        else:
                            b.do(b.call(fn))
        b.run("move_set_movers", mark, b.get("mover"))

    def steps_away(self) -> None:
        """Steps to the sites beside one."""
        b, board = self.b, self.board
        origin = b.let(b.ctx("from"))
        forward = self.yes()
        row = self.cell(origin)
        with b.saved("to"), self.times(4), self.knowing(origin):
            if forward:
                row = b.let(ir.select(ir.ge(row, 0), b.get("mover") * CELLS + row, -1))
            with b.for_row(board.ahead if forward else self.chosen(board.near), row) as to:
                with b.if_(self.asked_about(to, "to")):
                    self.move_to(origin, to)

    def slides(self) -> None:
        """Along rays as far as sites are of a kind; perhaps onto the first that is not."""
        b, rays = self.b, self.board.ray_sites
        origin, through = b.let(b.ctx("from")), self.kind_of_site()
        takes, before = self.below(3), self.yes()
        with b.saved("to", "between"), self.times(12), self.knowing(origin):
            between = b.let(b.ctx("between"))
            with b.for_row(self.chosen(self.board.rays_of), self.cell(origin)) as x:
                b.set_ctx("between", between)
                with b.for_along(rays, x, 1, *self.limits()) as i:
                    to = b.let(b.row_at(rays, x, i))
                    b.set_ctx("to", to)
                    if takes and before:
                        with b.if_(self.kind_of_site()(b.ctx("to"))):
                            self.move_to(origin, to)
                            b.break_()
                    b.set_ctx("between", to)
                    with b.if_(ir.not_(through(b.ctx("between")))):
                        if takes and not before:
                            self.move_to(origin, to)
                        b.break_()
                    with b.if_(ir.TRUE if takes < 2 else self.kind_of_site()(to)):
                        self.move_to(origin, to)

    def hops(self) -> None:
        """Over one site."""
        b, rays = self.b, self.board.ray_sites
        origin, over, onto = b.let(b.ctx("from")), self.kind_of_site(), self.kind_of_site()
        with b.saved("to", "between"), self.times(8), self.knowing(origin):
            with b.for_row(self.chosen(self.board.rays_of), self.cell(origin)) as x:
                with b.if_(ir.lt(2, b.row_len(rays, x))):
                    b.set_ctx("between", b.row_at(rays, x, 1))
                    b.set_ctx("to", b.row_at(rays, x, 2))
                    with b.if_(over(b.ctx("between"))), b.if_(onto(b.ctx("to"))):
                        self.move_to(origin, b.let(b.ctx("to")))

    def along_ways(self) -> None:
        """Along the ring, and onto the first site that is not open, if it is of a kind and far enough."""
        b, ways = self.b, self.board.way_sites
        origin, through, onto = b.let(b.ctx("from")), self.kind_of_site(), self.kind_of_site()
        rests = self.below(2)
        with b.saved("to", "between"), self.times(20):
            with b.for_row(self.board.ways_of, origin) as way, b.for_along(ways, way, 1, *self.limits()) as i:
                to = b.let(b.row_at(ways, way, i))
                b.set_ctx("to", to)
                with b.if_(ir.ge(i, b.at(self.board.way_bump, way))):
                    takes = b.let(onto(b.ctx("to")))
                    with b.if_(takes):
                        self.move_to(origin, to)
                        b.break_()
                    with b.if_(ir.not_(takes)), b.if_(ir.FALSE if not rests else through(to)):
                        self.move_to(origin, to)
                b.set_ctx("between", to)
                with b.if_(ir.not_(ir.or_(ir.eq(b.ctx("between"), b.ctx("from")), through(b.ctx("between"))))):
                    b.break_()

    def call_moves(self) -> None:
        def write() -> Function:
            with self.function("moves", generates=True) as (fn, _):
                self.waste()
                self.some_moves(1)
            return fn

        self.b.do(self.b.call(self.callee("moves", write)))

    def sowing(self) -> None:
        """Counters of a site to those that follow it, after the move."""
        b = self.b

        with b.saved("from", "to"), self.times(SITES), b.for_set(self.board.region(0)) as site:
            with b.if_(ir.and_(ir.lt(0, b.get("count", site)), self.asked_about(site, "from"))):
                self.push(site, site, [self.board.action("select", True, **{"from": site})], [self.sown()])

    def under_a_condition(self, depth: int) -> None:
        with self.b.if_(self.condition()):
            self.some_moves(depth + 1)
        if self.yes():
            with self.b.else_():
                self.some_moves(depth + 1)

    def otherwise(self, depth: int) -> None:
        """Moves, and others if there is none of the first."""
        b = self.b
        if self.compares:
            mark = b.let(b.run("move_count"))
            self.some_moves(depth + 1)
            with b.if_(ir.eq(b.run("move_count"), mark)):
                self.some_moves(depth + 1)
            return
        moves = self.asked_generator()
        if moves is None:
            self.some_moves(depth + 1)
            return
        with b.question(COUNT, 1) as answer:
            b.do(b.call(moves))
        with b.if_(ir.gt(answer, 0)):
            b.do(b.call(moves))
        with b.else_():
            self.some_moves(depth + 1)

    def with_consequent(self, depth: int) -> None:
        b = self.b
        mark = b.let(b.run("move_count"))
        self.some_moves(depth + 1)
        b.run("move_attach", mark, self.consequent().index)

    def tried(self, depth: int) -> None:
        """Moves of which those are kept that lead to something."""
        with self.b.filtered(self.trial, swaps=self.below(4) == 1):
            if self.yes():
                self.call_moves()
            else:
                self.some_moves(depth + 1)

    def trial(self, m: Expr) -> Expr:
        b = self.b

        def judge() -> Expr:
            self.asks += 1
            place = self.chosen((b.get("last_to"), ir.const(self.below(CELLS))))
            good = self.chosen((self.about, self.moves_exist))(place)
            self.asks -= 1
            return good

        with self.times(SITES):
            return b.tried(self.board.apply_stored, m, judge, SLOTS)

    def first_that_passes(self) -> None:
        """One move, if there is one that passes a trial."""
        b = self.b
        mark = b.let(b.run("move_count"))
        with b.in_full(), b.restoring(moves=True):
            with b.filtered(self.trial, one=True):
                self.call_moves()
            can = b.let(ir.gt(b.run("move_count"), mark))
        with b.if_(can):
            self.board.emit(-1, -1, [self.board.action("pass", True, forced=1)])

    # ------------------------------------------------------------------ one move

    def push(
        self, origin: Expr, to: Expr, actions: list[ops.NewAction], then: Sequence[Function] = ()
    ) -> None:
        more = [self.consequent()] if self.below(4) == 1 else []
        self.board.emit(origin, to, actions, (*then, *more))

    def move_to(self, origin: Expr, to: Expr) -> None:
        """A piece moves; perhaps with effects."""
        b, board = self.b, self.board
        given = {"from": origin, "to": to}
        if self.below(3) < 2:
            self.push(origin, to, [board.action("move", True, **given)])
            return
        mover = b.let(b.get("mover"))
        with b.built_move(to, origin):
            with b.one_move(mover, origin, to, effects=lambda: b.do(b.call(self.effect())), joins=True):
                b.add_action("move", True, board.action("move", **given).params)

    def effect(self) -> Function:
        """Removes what stands on a site that a slot holds, or beside it."""
        b, board = self.b, self.board

        def write() -> Function:
            slot = self.chosen(("to", "between"))
            with self.function("effect") as (fn, _):
                site = b.let(b.ctx(slot))
                match self.below(3):
                    case 0:
                        with b.if_(ir.ge(site, 0)), b.if_(ir.gt(b.get("what", site), 0)):
                            board.emit(site, site, [board.action("remove", to=site)])
                    case 1:
                        with b.if_(self.about(site)):
                            score = board.action("set_score", player=b.get("mover"), score=self.small(), add=1)
                            board.emit(-1, -1, [score], (self.consequent(),) * self.below(2))
                    case _:
                        fits = self.kind_of_site()
                        with b.for_row(self.chosen(board.near), self.cell(site)) as x, b.if_(fits(x)):
                            board.emit(x, x, [board.action("remove", to=x)])
            return fn

        fit = [c.fn for c in self.pool["then"] if c.fn.name.startswith("effect")]
        return self.chosen(fit) if fit and self.yes() else self.noted("then", write())

    def consequent(self) -> Function:
        """What follows from a move: it pushes moves that are applied."""
        b, board = self.b, self.board

        def write() -> Function:
            with self.function("then") as (fn, _):
                self.waste()
                mover = b.let(b.get("mover"))
                with b.if_(self.about(b.get("last_to"))):
                    match self.below(5):
                        case 0:
                            score = board.action("set_score", player=mover, score=self.number(), add=self.below(2))
                            board.emit(-1, -1, [score])
                        case 1:
                            board.emit(-1, -1, [board.action("set_counter", counter=self.number())])
                        case 2:
                            fits = self.kind_of_site()
                            with b.for_row(self.board.near[0], self.cell(b.get("last_to"))) as x, b.if_(fits(x)):
                                board.emit(x, x, [board.action("remove", to=x)])
                        case 3:
                            site = b.let(self.site())
                            with b.if_(ir.within(site, SITES)):
                                board.emit(site, site, [board.action("add", to=site, what=mover)])
                        case _:
                            b.put("variable", self.number())
            return fn

        fit = [c.fn for c in self.pool["then"] if c.fn.name.startswith("then")]
        return self.chosen(fit) if fit and self.yes() else self.noted("then", write())

    def sown(self) -> Function:
        """Sows the counters of the site of the last move along the ring, and takes some."""
        b, board = self.b, self.board
        with self.function("then_sow") as (fn, _):
            start = b.let(b.get("last_to"))
            number = b.let(b.get("count", start))
            place = b.var(start, "place")
            listed = b.list_new()

            def lay() -> None:
                done = b.var(0, "done")
                with b.while_(lambda: ir.lt(done, number)):
                    b.assign(place, b.at(board.follows, place))
                    b.push(listed, place)
                    b.assign(done, done + 1)

            with b.one_move(0, 0, 0, effects=lay) as first, b.for_list(listed) as hole:
                params = board.action("move_n", **{"from": start, "to": hole, "count": 1}).params
                b.add_action("move_n", False, params)
            if self.yes():
                return fn
            wanted, most = self.below(3) + 1, self.below(2) + 2
            with b.restoring(record=True), b.on_copy():
                b.run("apply_actions", first)
                taken = b.var(0, "taken")
                with b.while_(lambda: ir.eq(b.get("count", place), wanted)):
                    mark = b.let(b.run("move_count"))
                    move = board.action("move_n", **{"from": place, "to": CELLS, "count": b.get("count", place)})
                    board.emit(place, CELLS, [move])
                    end = b.let(b.run("move_count"))
                    with b.for_range(mark, end) as m:
                        acts, record = b.let(b.run("act_count")), b.let(b.run("applied_count"))
                        with b.on_copy():
                            b.do(b.call(board.apply_stored, m))
                        b.run("moves_rewind", end, acts)
                        b.run("move_insert_applied", first, b.run("move_action_count", first), record,
                              b.run("applied_count"))  # fmt: skip
                        b.run("applied_truncate", record)
                    b.run("move_drop", mark, end)
                    b.assign(place, b.at(board.precedes, place))
                    with b.if_(ir.eq(place, start)):
                        b.break_()
                    b.assign(taken, taken + 1)
                    with b.if_(ir.ge(taken, most)):
                        b.break_()
        return fn
