"""Writes the statements that count the moves of all iterations of a loop at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ...facts.resolver import Knowledge, Resolver
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf
from ...program.ops import AtOnce, Block, Expr, Op, Stmt, Type, Var
from ...program.program import Program
from ...program.walk import blocks, nodes, subexpressions
from ..base.kept_sets import KeptSets
from ..base.rays import RayTables
from ..removal.drop_dead_locals import without_dead_locals
from .lane_sets import CannotError, Counter, LaneSets, Ray
from .written_out import written_out

MOST_PLANES = 8
ONE_WORD = 64  # sites: operations on sets cost so little that loops are written without branches
FEW_TRIPS = 2.5  # how often a loop along a ray usually runs


@dataclass(eq=False, slots=True)
class Add(Stmt):
    """Adds 1 (or a number) to a counter, for some sites. Replaced by operations on its planes in the end."""

    counter: Counter
    parts: tuple[Expr, ...]  # part i counts 2^i


@dataclass(eq=False, slots=True)
class Clear(Stmt):
    counter: Counter


@dataclass(eq=False, slots=True)
class Over:
    """What a loop runs over. sites: all its sites, which are the values of its variable. piece: what stands on all of
    them, if that is known. size: one more than the greatest site."""

    sites: Expr
    piece: Expr | None
    size: int


@dataclass(eq=False, slots=True)
class Open:
    """A loop that is being written. before, after: what is added to it: before it, and at the end of an iteration."""

    loop: ops.ForRange | ops.WhileAny
    before: Block = field(default_factory=list)
    after: Block = field(default_factory=list)


class LaneWriter(Resolver):
    """What is written for a loop, and what is known while its statements are followed.

    over: what the loop runs over. outer: the locals that it does not change. number: of this loop, for names.
    """

    def __init__(
        self,
        program: Program,
        effects: EffectsOf,
        kept: KeptSets,
        tables: RayTables,
        loop: ops.ForPieces | ops.ForSet,
        over: Over,
        outer: list[Var],
        number: int,
    ) -> None:
        super().__init__(effects)
        self.program, self.kept, self.tables, self.loop, self.over = program, kept, tables, loop, over
        self.stem, self.names = f"lanes{number}", 0
        self.key = Var("site", Type.INT)
        self.own = self.new("own")
        self.sets = LaneSets(program, effects, self.key, over.size, var(self.own), self.hoisted)
        self.sets.same_for_all |= set(outer)
        self.outer = {v: var(v) for v in outer}
        self.first: Block = []  # what is computed once, before everything else
        self.known_first: dict[Expr, Expr] = {}
        self.out: Block = []  # where statements go at present
        self.counters: list[Counter] = [Counter(any=False, times=1)]
        self.ray: list[Ray] = []
        self.inside: frozenset[Expr] = frozenset()  # the positions that the present ray is known to have
        self.loops: list[str] = []  # the open loops: "row", "range", "run"
        self.times = 1  # how often a statement runs for one site, at most
        self.trips: dict[Stmt, float] = {}  # of loops that are written, usually
        self.open: list[Open] = []  # the loops that are being written, outermost first
        self.trips_along = FEW_TRIPS  # of a loop along the present ray
        self.each_cost = 15.0  # about how many instructions an iteration of the loop takes
        self.depth, self.left = 0, 0

    def found(self, restored: Callable[[], bool]) -> AtOnce:
        """How the moves are counted. Raises CannotError.

        restored: whether nothing can observe which slots the loop's body writes, asked if any keeps another value.
        """
        known = Knowledge(dict(self.outer))
        known.locals[self.loop.var] = var(self.key)
        self.block(self.loop.body, var(self.own), known)
        changed = {name for name, x in known.slots.items() if x is not Expr(Op.CTX, Type.INT, (), name)}
        if changed and not restored():
            raise CannotError
        (counter,) = self.counters
        self.finish(counter)
        if not counter.planes:
            raise CannotError
        # what is computed once comes first, and then all counters start from nothing
        body = without_dead_locals(self.expanded([*self.first, Clear(counter), *self.out]), counter.planes)
        if self.program.set_width <= ONE_WORD:
            body = written_out(body)
        fixed = 40 + 10 * ((self.program.set_width + 63) // 64)  # finding the sites, adding the planes up
        least = math.ceil((fixed + self._cost(body, 1.0)) / self.each_cost)
        return AtOnce(self.over.sites, self.own, body, tuple(counter.planes), least)

    def new(self, what: str, typ: Type = Type.SET) -> Var:
        self.names += 1
        return Var(f"{self.stem}_{what}{self.names}", typ)

    def let(self, x: Expr, what: str = "s") -> Expr:
        """A new local with a value."""
        v = self.new(what, x.type)
        self.out.append(ops.Assign(v, x))
        if x.type is Type.INT:
            self.sets.same_for_all.add(v)
        return var(v)

    @contextmanager
    def looping(
        self, position: Var, lo: Expr | int, hi: Expr | int, usual: float, on: Var | None = None, *head: Stmt
    ) -> Iterator[None]:
        """Writes a loop, which ends where there are no sites in `on`, after `head`. What is written meanwhile is its
        body. usual: how often that runs."""
        outer, inside, times = self.out, self.inside, self.times
        bounds = ir.as_int(lo), ir.as_int(hi)
        within = Open(
            ops.ForRange(position, *bounds, []) if on is None else ops.WhileAny(position, *bounds, [*head], on, [])
        )
        self.sets.same_for_all.add(position)
        self.trips[within.loop] = usual
        self.open.append(within)
        self.out = within.loop.body
        yield
        self.out += within.after
        outer += [*within.before, within.loop]
        self.open.pop()
        self.out, self.inside, self.times = outer, inside, times

    def hoisted(self, x: Expr) -> Expr:
        """A set of sites that is the same for all iterations: computed once, unless what is written here changes it."""
        self.sets.uniform(x)
        known = {*self.outer, self.own}
        if any(y.op is Op.VAR and y.arg not in known for y in subexpressions(x)):  # the position on a ray
            return self.let(x, "sites")
        if x.op is not Op.FIELD and self.sets_of_state(x) and not (x.op is Op.CALL and x.called.kept):
            x = Expr(Op.CALL, Type.SET, (), self.kept.function(x))
        if x not in self.known_first:
            v = self.new("sites")
            self.first.append(ops.Assign(v, x))
            self.known_first[x] = var(v)
        return self.known_first[x]

    def sets_of_state(self, x: Expr) -> bool:
        """Whether a set depends on the state alone."""
        found = self.effects.expression(x)
        return found.state_only and not found.slots and not any(y.op is Op.VAR for y in subexpressions(x))

    def finish(self, counter: Counter) -> None:
        """Called once nothing is added to a counter any more: it gets its planes."""
        bits = min(counter.most, 1) if counter.any else counter.most.bit_length()
        if bits > MOST_PLANES:
            raise CannotError
        counter.planes += [self.new("n") for _ in range(bits)]

    def expanded(self, body: Block) -> Block:
        """The statements with operations on planes in the place of additions to counters."""
        out: Block = []
        for s in body:
            if isinstance(s, Clear):
                out += [ops.Assign(v, ir.EMPTY_SET) for v in s.counter.planes]
            elif isinstance(s, Add):
                out += self._added(s)
            else:
                for inner in blocks(s):
                    inner[:] = self.expanded(inner)
                out.append(s)
        return out

    def _added(self, s: Add) -> Block:
        planes = [var(v) for v in s.counter.planes]
        if s.counter.any:
            return [ops.Assign(planes[0].var, ir.set_or(planes[0], x)) for x in s.parts]
        out: Block = []
        for i, part in enumerate(s.parts):
            carry = part
            for k in range(i, len(planes)):
                if k + 1 < len(planes):
                    over = self.new("c")
                    out.append(ops.Assign(over, ir.set_and(planes[k], carry)))
                # the last plane has no carry: no number is greater than `most`
                out.append(ops.Assign(planes[k].var, Expr(Op.SET_XOR, Type.SET, (planes[k], carry))))
                carry = var(over) if k + 1 < len(planes) else carry
        return out

    def _cost(self, body: Block, times: float) -> float:
        """About how many instructions statements take."""
        total = 0.0
        for s in body:
            for x in nodes([s]):
                total += times * self._cost_of(x)
            for inner in blocks(s):
                total += self._cost(inner, times * self.trips.get(s, 1.0))
        return total

    def _cost_of(self, x: Expr) -> float:
        words = (self.program.set_width + 63) // 64
        if x.op is Op.SET_SHIFT:
            by = x.src[1]
            return (1 if by.is_const else 5) if words == 1 else (3 if by.is_const else 6) * words + 4
        if x.op in (Op.VAR, Op.CONST, Op.SET_EMPTY):
            return 0
        if x.op is Op.CALL or x.op is Op.SET_WHERE:
            return 4 + words
        return words if x.type is Type.SET else 1

    def block(self, body: Block, lanes: Expr, known: Knowledge) -> Expr | None:
        """Follows a block for some sites. Returns those for which its end is reached; None if there are none."""
        raise NotImplementedError


def var(v: Var) -> Expr:
    """The value of a local."""
    return Expr(Op.VAR, v.type, (), v)
