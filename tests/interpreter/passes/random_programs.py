"""Draws small programs of rules: functions with parameters, slots of the context that are read, written and restored,
sets, loops, floods, moves with consequents, trials of moves, and questions to generators.

A program holds the rules of several games, which the start draws one of, so that one compilation is enough for all. The
board and what actions do are the same in all (`drawn_board.py`). Programs are valid by construction; each loop has an
end, no function calls itself, and what a rule may cost is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TypeVar

from hypothesis import strategies as st

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Each
from ludparse.interpreter.program.modes import COUNT, PROBE
from ludparse.interpreter.program.ops import Expr, Type
from ludparse.interpreter.program.printer import function
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import blocks, nodes, reached
from tests.interpreter.passes.drawn_board import CELLS, NUMBERS, PIECES, SITES, SLOTS, Board

T = TypeVar("T")

MOST_STEPS = 20_000
"""About how many iterations a rule may take in a position."""


@dataclass(frozen=True)
class Callee:
    """A function that rules may call. steps: how many iterations it takes at most, about."""

    fn: Function
    steps: int


class Rules:
    """Writes drawn rules into a program.

    chance: whether they draw random numbers. sows: whether they sow, and try what follows on copies. compares: whether
    they look at how many moves there are. tries: whether rules for the player to move try their moves. Without chance,
    comparisons and trials, legal moves can be counted without being built.
    """

    def __init__(self, draw: st.DrawFn, board: Board, *, chance: bool, sows: bool, compares: bool, tries: bool) -> None:
        self.draw, self.board, self.b = draw, board, board.b
        self.chance, self.sows, self.compares, self.tries = chance, sows, compares, tries
        kinds = ("number", "condition", "sites", "liberties", "moves", "then")
        self.pool: dict[str, list[Callee]] = {kind: [] for kind in kinds}
        self.depth, self.steps = 0, 1
        self.sites_known: list[Expr] = []
        self.numbers_known: list[Expr] = []
        self.used = 0
        self.generates = False
        """Whether a function that pushes moves is being written."""
        self.asks = 0

    # ------------------------------------------------------------------ drawing

    def below(self, number: int) -> int:
        return self.draw(st.integers(0, number - 1))

    def chosen(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def yes(self) -> bool:
        return self.draw(st.booleans())

    def one_of(self, simple: Sequence[Callable[[], Expr]], others: Sequence[Callable[[], Expr]]) -> Expr:
        """What one of some functions gives: of the simple ones if enough was nested already."""
        self.used += 1
        if self.depth > 3 or self.steps > MOST_STEPS // 10 or self.used > 60:
            return self.chosen(simple)()
        self.depth += 1
        value = self.chosen([*simple, *others])()
        self.depth -= 1
        return value

    @contextmanager
    def times(self, number: int) -> Iterator[None]:
        """What is written within runs so many times."""
        self.steps *= number
        yield
        self.steps //= number

    @contextmanager
    def function(
        self, stem: str, params: Sequence[tuple[str, Type]] = (), result: Type = Type.VOID, generates: bool = False
    ) -> Iterator[tuple[Function, list[Expr]]]:
        """A function of its own, which sees no locals of the present one."""
        kept = self.sites_known, self.numbers_known, self.steps, self.depth, self.generates
        with self.b.function(stem, params, result) as (fn, args):
            self.sites_known, self.numbers_known = [], [a for a in args if a.type is Type.INT]
            self.steps, self.depth, self.generates = 1, 1, generates
            yield fn, args
        self.sites_known, self.numbers_known, self.steps, self.depth, self.generates = kept

    def noted(self, kind: str, fn: Function) -> Function:
        self.pool[kind].append(Callee(fn, _steps(fn, self.costs)))
        return fn

    @property
    def costs(self) -> dict[int, int]:
        return {c.fn.index: c.steps for callees in self.pool.values() for c in callees}

    def callee(self, kind: str, write: Callable[[], Function]) -> Function:
        """A function that was written before, or a new one."""
        fit = [c.fn for c in self.pool[kind] if c.steps * self.steps <= MOST_STEPS]
        if fit and self.yes():
            return self.chosen(fit)
        return self.noted(kind, write())

    # ------------------------------------------------------------------ sites

    def site(self) -> Expr:
        """A site, or what may be none."""
        known = [lambda s=s: s for s in self.sites_known]  # type: ignore[misc]
        slots = [lambda s=s: self.b.ctx(s) for s in ("to", "from", "between", "site")]  # type: ignore[misc]
        return self.chosen([*known, *slots, lambda: self.b.get("last_to"), lambda: ir.const(self.below(SITES))])()

    def cell(self, site: Expr) -> Expr:
        """The row of a site in the tables of steps, -1 for a site that has none."""
        row = ir.select(ir.within(site, CELLS), site, -1)
        return self.b.let(row) if self.below(4) == 1 else row

    # ------------------------------------------------------------------ numbers

    def small(self) -> Expr:
        return ir.const(self.below(5) - 1)

    def number(self) -> Expr:
        b, board = self.b, self.board
        simple: list[Callable[[], Expr]] = [
            self.small,
            lambda: b.get(self.chosen(NUMBERS)),
            lambda: b.get("score", b.get("mover")),
            lambda: b.get(self.chosen(("what", "who", "count")), self.site()),
            lambda: b.ctx(self.chosen(SLOTS)),
            *(lambda x=x: x for x in self.numbers_known),  # type: ignore[misc]
        ]
        others: list[Callable[[], Expr]] = [
            lambda: self.chosen((ir.add, ir.sub, ir.min_, ir.max_, ir.band))(self.number(), self.number()),
            lambda: ir.set_count(self.sites()),
            lambda: self.chosen((ir.set_min, ir.set_max))(self.sites()),
            lambda: ir.select(self.condition(), self.number(), self.number()),
            lambda: b.let(ir.abs_(self.number())),
            lambda: b.row_len(self.chosen(board.near), self.cell(self.site())),
            lambda: b.row_at(board.distance, self.site(), self.site()),
            self.call_number,
            self.call_number,
            self.loop_number,
            self.liberties,
            self.run_length,
            self.how_many_moves,
            self.by_branches,
            self.written_slot,
        ]
        if self.chance:
            others.append(lambda: b.run("random_int", 3))
        return self.one_of(simple, others)

    def call_number(self) -> Expr:
        def write() -> Function:
            params = [("p", Type.INT)] * self.below(2)
            with self.function("number", params, Type.INT) as (fn, _):
                if self.below(3) == 1:
                    self.waste()
                if self.below(3) == 1:  # leaves something behind for its caller
                    self.b.set_ctx(self.chosen(SLOTS), self.number())
                self.b.return_(self.number())
            return fn

        fn = self.callee("number", write)
        return self.b.let(self.b.call(fn, *(self.number() for _ in fn.params)))

    def loop_number(self) -> Expr:
        """How many sites there are, or their sum, or the first, the last or the best of them."""
        b = self.b
        with self.over_sites() as (loop, slot):
            match self.below(5):
                case 0:
                    return b.count_in(loop, lambda x: self.asked_about(x, slot))
                case 1:
                    return b.first_in(loop, lambda x: self.asked_about(x, slot))
                case 2:
                    return b.last_in(loop, lambda x: self.asked_about(x, slot))
                case 3:
                    return b.sum_in(loop, lambda x: self.number_about(x, slot))
                case _:
                    out, total = b.var(0, "total"), self.chosen((0, 1))
                    with loop as x:
                        b.assign(out, out + self.number_about(x, slot))
                        with b.if_(self.asked_about(x, slot)):
                            b.break_() if total else b.continue_()
                        b.assign(out, out + 1)
                    return out

    def number_about(self, site: Expr, slot: str) -> Expr:
        if slot:
            self.b.set_ctx(slot, site)
        with self.knowing(site):
            return self.number()

    def liberties(self) -> Expr:
        """How many sites of a kind lie beside a group."""
        b, near = self.b, self.board.near[0]

        def write() -> Function:
            with self.function("liberties", [("p", Type.INT)], Type.INT) as (fn, (site,)):
                with self.knowing(site):
                    group = self.group()
                fits = self.kind_of_site()
                out = b.var(ir.EMPTY_SET, "beside")
                with b.for_set(group) as member, b.for_row(near, self.cell(member)) as x:
                    with b.if_(ir.and_(ir.not_(ir.set_has(group, x)), fits(x))):
                        b.assign(out, out | ir.set_one(x))
                b.return_(ir.set_count(out))
            return fn

        return b.call(self.callee("liberties", write), self.site())

    def run_length(self) -> Expr:
        """How far a line goes on."""
        b, rays = self.b, self.board.ray_sites
        x = b.let(b.row_at(self.chosen(self.board.rays_of), self.cell(self.site()), self.below(3)))
        if self.yes():
            fits = self.kind_of_site()
            with b.saved("between"), self.times(4):
                return b.scan(rays, x, 1, b.row_len(rays, x), "between", lambda: fits(b.ctx("between")))
        n, fits = b.var(0, "n"), self.kind_of_site()
        with b.for_range(1, b.row_len(rays, x)) as i:
            site = b.let(b.row_at(rays, x, i))
            with b.if_(ir.not_(fits(site))):
                b.break_()
            b.assign(n, n + 1)
        return n

    def how_many_moves(self) -> Expr:
        moves = self.asked_generator()
        if moves is None:
            return self.small()
        with self.b.question(COUNT, self.chosen((-1, 1))) as answer:
            self.b.do(self.b.call(moves))
        return ir.min_(answer, 1) if self.b.block[-1].aim.const == 1 else answer  # type: ignore[attr-defined]

    def by_branches(self) -> Expr:
        n = self.b.var(self.small(), "n")
        with self.b.if_(self.condition()):
            self.b.assign(n, self.number())
        if self.yes():
            with self.b.else_():
                self.waste()
                self.b.assign(n, self.number())
        return n

    def written_slot(self) -> Expr:
        """A slot that was written shortly before."""
        b, slot = self.b, self.chosen(SLOTS)
        b.set_ctx(slot, b.let(self.number()))
        match self.below(4):
            case 1:
                with b.if_(self.condition()):
                    b.set_ctx(slot, self.number())
            case 2:
                with b.saved(slot):
                    b.set_ctx(slot, self.number())
                    b.do(self.call_for_effect())
            case 3:
                n = b.var(0, "n")
                with b.for_range(0, 3) as k:
                    b.assign(n, n + b.ctx(slot))
                    b.set_ctx(slot, self.chosen((k, n)))
                return n + b.ctx(slot)
        return b.let(b.ctx(slot))

    def call_for_effect(self) -> Expr:
        """A call that may write slots."""
        x = self.call_number()
        assign = self.b.block.pop()
        assert isinstance(assign, ops.Assign) and assign.value.op is ops.Op.CALL, x
        return assign.value

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
                with b.for_range(1, b.row_len(rays, x)) as i:
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
            with b.for_row(self.board.ways_of, origin) as way, b.for_range(1, b.row_len(ways, way)) as i:
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
            with b.filtered(self.trial, first=True):
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
        with b.built_move(to):
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


def _steps(fn: Function, costs: dict[int, int]) -> int:
    """About how many iterations a function takes: those of the loops in it, and those of its callees."""
    def of(body: ops.Block) -> int:
        total = 0
        for s in body:
            called = [x.called for x in nodes([s]) if x.op is ops.Op.CALL] if not [*blocks(s)] else []
            total += 1 + sum(costs.get(c.index, 1) for c in called)
            inner = sum(of(block) for block in blocks(s))
            match s:
                case ops.ForRow() | ops.ForPieces() | ops.Scan():
                    inner *= 4
                case ops.ForRange() | ops.ForSet() | ops.Flood() | ops.Filter() | ops.While():
                    inner *= 8
            total += inner
        return total

    return of(fn.body)


# ---------------------------------------------------------------------------------------------------- whole programs


class Drawn:
    """A drawn program. program: not to be changed; `copying.copy_of` makes one that may be."""

    def __init__(self, program: Program, shared: int) -> None:
        self.program, self._shared = program, shared

    def __repr__(self) -> str:
        """What was drawn, without what all programs share."""
        live = reached(self.program)
        return "\n" + "\n".join(
            function(fn) for fn in self.program.functions[self._shared :] if fn.index in live
        )


@st.composite
def programs(draw: st.DrawFn, games: int = 1, chance: bool | None = None, tries: bool | None = None) -> Drawn:
    """A program with the rules of some games. chance, tries: as of `Rules`; None: drawn too."""
    board = Board()
    b, shared = board.b, len(board.program.functions)
    chance = draw(st.booleans()) if chance is None else chance
    tries = draw(st.booleans()) if tries is None else tries
    sows, compares = draw(st.booleans()), tries and draw(st.booleans())
    moves: list[Function] = []
    ends: list[Function] = []
    for _ in range(games):
        rules = Rules(draw, board, chance=chance, sows=sows, compares=compares, tries=tries)
        for _ in range(draw(st.integers(1, 3))):  # that questions may be about
            with rules.function("asked", generates=True) as (fn, _):
                rules.some_moves()
            rules.noted("moves", fn)
        rules.used = 0
        with rules.function("legal", generates=True) as (fn, _):
            rules.waste()
            for _ in range(draw(st.integers(1, 2))):
                rules.some_moves()
        moves.append(fn)
        rules.used = 0
        with rules.function("ended", (), Type.BOOL) as (fn, _):
            b.return_(rules.about(b.get("last_to")))
        ends.append(fn)
    program = board.program
    _start(board, games)
    with b.function("all_moves") as (program.entries["moves"], _):
        with b.if_(ir.ne(b.get("over"), 0)):
            b.return_()
        mark = b.let(b.run("move_count"))
        for k, fn in enumerate(moves):
            with b.if_(ir.eq(b.get("game"), k)):
                b.do(b.call(fn))
        with b.if_(ir.eq(b.run("move_count"), mark)):
            board.emit(-1, -1, [board.action("pass", True, forced=1)])
    with b.function("played", [("m", Type.INT)]) as (program.entries["play"], (m,)):
        b.do(b.call(board.apply_stored, m))
        ended = b.var(ir.ge(b.get("plies"), 12), "ended")
        for k, fn in enumerate(ends):
            with b.if_(ir.and_(ir.eq(b.get("game"), k), ir.gt(b.get("plies"), 1))), b.if_(b.call(fn)):
                b.assign(ended, True)
        with b.if_(ended):
            for who in (1, 2):
                b.put("rank", ir.select(ir.eq(b.get("mover"), who), 2, 4), who)
            b.put("over", 1)
        b.put("plies", b.get("plies") + 1)
        b.put("mover", 3 - b.get("mover"))
        b.put("next", 3 - b.get("mover"))
    verify(program)
    return Drawn(program, shared)


def _start(board: Board, games: int) -> None:
    """Draws the game, and what stands where."""
    b = board.b
    with b.function("begins") as (board.program.entries["start"], _):
        b.put("game", b.run("random_int", games))
        b.put("mover", 1)
        b.put("next", 2)
        b.put("empty", ir.set_range(0, SITES))
        stands = b.table([0, 0, 0, 0, 1, 2, 3, 4], "flat", "stands")
        with b.for_range(0, SITES) as site:
            b.put("count", b.run("random_int", 4), site)
            piece = b.let(b.at(stands, b.run("random_int", 8)))
            with b.if_(ir.ne(piece, 0)):
                b.do(b.call(board.put, site, piece))
