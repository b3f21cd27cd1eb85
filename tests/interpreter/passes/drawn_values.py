"""Draws the numbers of random programs (`random_programs.py`), and what all drawn rules share: how deeply they are
nested, what they cost, which functions they may call.

The classes build on each other: `Values`, `Conditions` (`drawn_conditions.py`), `Rules` (`drawn_moves.py`). A number
may depend on conditions and on moves, so that only the last one is whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from hypothesis import strategies as st

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.modes import COUNT
from ludparse.interpreter.program.ops import Expr, Type
from ludparse.interpreter.program.program import Function
from ludparse.interpreter.program.walk import blocks, nodes
from tests.interpreter.passes.drawn_board import CELLS, NUMBERS, SITES, SLOTS, Board

T = TypeVar("T")

MOST_STEPS = 20_000
"""About how many iterations a rule may take in a position."""


@dataclass(frozen=True)
class Callee:
    """A function that rules may call. steps: how many iterations it takes at most, about."""

    fn: Function
    steps: int


class Values:
    """Writes drawn rules into a program: the numbers in them.

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

    def limits(self) -> tuple[Expr, ...]:
        """Positions of a line, before which a loop along it ends."""
        held = self.b.let(self.b.get(self.chosen(NUMBERS)))  # a scan does not ask for its limits anew
        return self.chosen(((), (), (), (self.small(),), (held,), (self.small(), held)))

    def run_length(self) -> Expr:
        """How far a line goes on."""
        b, rays = self.b, self.board.ray_sites
        x = b.let(b.row_at(self.chosen(self.board.rays_of), self.cell(self.site()), self.below(3)))
        if self.yes():
            fits = self.kind_of_site()
            with b.saved("between"), self.times(4):
                return b.scan(rays, x, 1, self.limits(), "between", lambda: fits(b.ctx("between")))
        n, fits = b.var(0, "n"), self.kind_of_site()
        with b.for_along(rays, x, 1, *self.limits()) as i:
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


def _steps(fn: Function, costs: dict[int, int]) -> int:
    """About how many iterations a function takes: those of the loops in it, and those of its callees."""
    def of(body: ops.Block) -> int:
        total = 0
        for s in body:
            called = [x.called for x in nodes([s]) if x.op is ops.Op.CALL] if not [*blocks(s)] else []
            total += 1 + sum(costs.get(c.index, 1) for c in called)
            inner = sum(of(block) for block in blocks(s))
            match s:
                case ops.ForRow() | ops.ForPieces() | ops.AlongRow():
                    inner *= 4
                case ops.ForRange() | ops.ForSet() | ops.Flood() | ops.Filter() | ops.While():
                    inner *= 8
            total += inner
        return total

    return of(fn.body)
