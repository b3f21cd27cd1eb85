"""Copies of functions that note what they read of the state: one half of `skip_untouched`.

A copy gives the same result as its original. On the way it adds to slots of the context which sites it looks at, which
fields, and for which values it looks through all sites. Where nothing that is noted has changed, it would take the same
way and give the same result.
"""

from __future__ import annotations

from ...facts.footprint_parts import Parts, operands
from ...facts.footprint_writes import POSITIONS
from ...program import expressions as ir
from ...program import ops
from ...program.copying import unmarked
from ...program.intrinsics import WANTED_SITE, run_of
from ...program.operations import FIELD_READS
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.walk import blocks, bound, change_expressions, nodes, statements, subexpressions
from .footprint_notes import Notes, Noting, also
from .footprint_watch import EVERYTHING, FIELDS, SITES, Watched


class Tracer(Noting):
    """Makes copies of functions."""

    def __init__(self, program: Program, watched: Watched, parts: Parts, relevant: set[str]) -> None:
        super().__init__(program, watched, parts, relevant)
        self.made: list[Function] = []
        self._copies: dict[int, Function] = {}

    def block(self, body: Block, relevant: set[str]) -> tuple[Block, dict[Var, Var]]:
        """A copy of a block, with locals of its own for those that it assigns, and these by the id of the original.
        relevant: the fields that matter to this block; for what it calls `self.relevant` holds."""
        copy = _Copy(self, body, relevant, suffix="_asked")
        return copy.whole(body), copy.locals

    def finish(self) -> None:
        """Makes the copies of all functions that are called by what was copied."""
        todo = 0
        while todo < len(self.made):
            copy = self.made[todo]
            copy.body[:] = self._body(self._originals[todo], copy)
            copy.changed()
            todo += 1
        for fn in self.made:
            self.program.add(fn)

    @property
    def _originals(self) -> list[Function]:
        return [self.program.functions[i] for i in self._copies]

    def callee(self, fn: Function) -> Function:
        """The function that a copy calls instead of a function."""
        if not self.reads(fn):
            return fn
        if fn.index not in self._copies:
            params = tuple(Var(v.name, v.type) for v in fn.params)
            copy = Function(
                f"traced_{fn.name}", params, fn.result, comment=fn.comment, place=fn.place, places=fn.places
            )
            self._copies[fn.index] = copy
            self.made.append(copy)
        return self._copies[fn.index]

    def _body(self, fn: Function, copy: Function) -> Block:
        given = dict(zip(fn.params, copy.params, strict=True))
        body = _Copy(self, fn.body, self.relevant, given).whole(self.parts.part(fn))
        return body if self.parts.whole(fn) else [*body, ops.SetCtx(FIELDS, ir.const(EVERYTHING)), *_nothing(fn.result)]


def _nothing(result: Type) -> Block:
    """Leaves a function with some result."""
    values: dict[Type, Expr] = {
        Type.INT: ir.const(0),
        Type.BOOL: ir.FALSE,
        Type.SET: ir.EMPTY_SET,
        Type.LIST: Expr(Op.LIST_NEW, Type.LIST),
        Type.FLOAT: ir.float_const(0.0),
        Type.DOUBLE: ir.double_const(0.0),
    }
    return [] if result is Type.VOID else [ops.Return(values[result])]


class _Copy:
    """Copies the body of one function, or a block, without the permissions to leave out iterations.

    given: the copies of its parameters, by the id of the original. suffix: of the names of locals.
    """

    def __init__(
        self, tracer: Tracer, body: Block, relevant: set[str], given: dict[Var, Var] | None = None, suffix: str = ""
    ) -> None:
        self.tracer = tracer
        self.program = tracer.program
        self.body = body
        self.relevant = relevant & tracer.watched.all
        self.locals = {**(given or {}), **{v: Var(v.name + suffix, v.type) for v in bound(body)}}
        self.wanted = Var(f"wanted_here{suffix}", Type.INT)
        self.late: dict[Var, Expr] = {}
        if tracer.effects.block(body).written == set():
            self._find_late(body)
        self.asks = False
        self.entered: dict[int, Var] = {}  # the blocks in which a position begins to matter, by id
        for s in statements(body):
            if isinstance(s, ops.ForPieces):
                self._pieces(s)

    def whole(self, body: Block) -> Block:
        """The copy of the whole."""
        out = self._block(body)
        if self.asks:
            out.insert(0, ops.Assign(self.wanted, Expr(Op.RUN, Type.INT, (), run_of(WANTED_SITE))))
        return out

    def _block(self, body: Block) -> Block:
        out: Block = []
        place = self.entered.get(id(body))
        if place is not None:
            out.append(also(SITES, ir.set_one(self._expr(ir.value_of(place)))))
        for s in body:
            out += self._statement(s)
        return out

    def _statement(self, s: Stmt) -> Block:
        before = self._noted(s)
        if isinstance(s, ops.While):
            head = [*self._block(s.head), *before]
            return [ops.While(head, self._expr(s.cond), self._block(s.body), places=s.places)]
        copied = self._copied(s)
        for copy in copied:
            copy.places = s.places
        return [*before, *copied]

    def _copied(self, s: Stmt) -> Block:
        if isinstance(s, ops.SetField):
            return self._write(s)
        new = unmarked(s, self._block)
        if isinstance(s, ops.ForRow) and isinstance(new, ops.ForRow):
            new.body = self._reached(s, new.body)
        if isinstance(new, ops.Binding):
            new.var = self.locals[new.var]
        change_expressions(new, self._expr)
        return [new]

    def _write(self, s: ops.SetField) -> Block:
        """A write out of bounds, which would be a rule error, gives up instead: what is asked is not what the rules
        ask."""
        index = None if s.index is None else self._expr(s.index)
        written = ops.SetField(s.field, index, self._expr(s.value))
        size = self.program.fields[s.field].size
        if index is None or (index.is_const and 0 <= index.const < size):
            return [written]
        inside = ir.and_(ir.ge(index, 0), ir.lt(index, size))
        return [ops.If(inside, [written], [ops.SetCtx(FIELDS, ir.const(EVERYTHING))])]

    def _reached(self, s: ops.ForRow, body: Block) -> Block:
        """The body of a loop over a row, left out where no move to the site that is asked about can follow."""
        if not s.reaches:
            return body
        self.asks = True
        here = Expr(Op.SET_TABLE, Type.SET, (ir.value_of(self.locals[s.var]),), s.reaches)
        wanted = ir.value_of(self.wanted)
        return [ops.If(ir.or_(ir.lt(wanted, 0), ir.set_has(here, wanted)), body, [])]

    def _noted(self, s: Stmt) -> Block:
        if isinstance(s, ops.Assign) and s.var in self.late:
            return []
        found = Notes(self.relevant, self.late)
        listed = isinstance(s, ops.ForPieces) and not s.down
        if isinstance(s, ops.ForPieces) and listed:
            found.values.append((self.tracer.watched.group(POSITIONS), s.piece))
        for x in operands(s):
            self.tracer.notes(found, x, positions=listed)
        found.sites = [self._expr(x) for x in found.sites]
        found.values = [(group, self._expr(x)) for group, x in found.values]
        return self.tracer.note(found)

    def _expr(self, x: Expr) -> Expr:
        if x.op is Op.VAR:
            return ir.value_of(self.locals.get(x.var, x.var))
        if x.op is Op.CALL and (x.type is not Type.SET or self.tracer.inlined(x) is None):
            return Expr(Op.CALL, x.type, tuple(map(self._expr, x.src)), self.tracer.callee(x.called))
        return Expr(x.op, x.type, tuple(map(self._expr, x.src)), x.arg) if x.src else x

    def _find_late(self, body: Block) -> None:
        """Finds locals with a SET of which a part may be all that is used, where the SET would still be the same."""
        for k, s in enumerate(body):
            for inner in blocks(s):
                self._find_late(inner)
            if not isinstance(s, ops.Assign) or s.var.type is not Type.SET or s.var in self.late:
                continue
            rest, read = body[k + 1 :], {y.var for y in subexpressions(s.value) if y.op is Op.VAR}
            noted_at_once = any(
                y.op in (Op.CTX, Op.RUN)
                or (y.op is Op.CALL and (y.type is not Type.SET or self.tracer.inlined(y) is None))
                for y in subexpressions(s.value)
            )
            changed = set(bound(rest))
            if not noted_at_once and s.var not in changed and not read & changed and self._once(s.var, rest):
                self.late[s.var] = s.value

    def _once(self, v: Var, rest: Block) -> bool:
        """Whether a local is assigned once, and used only in some statements."""
        whole = self.body
        assigned = sum(isinstance(s, ops.Assign) and s.var is v for s in statements(whole))
        return assigned == 1 and _uses(v, rest) == _uses(v, whole)

    def _pieces(self, loop: ops.ForPieces) -> None:
        """The component is noted where the loop begins, and each piece that is looked at. Where iterations stand apart,
        it matters only which pieces there are for which an iteration does something. So a piece is noted in the
        innermost block that runs on conditions which do not read the state.
        """
        if not loop.down:
            self.entered[id(self._entered(loop.body) if loop.apart else loop.body)] = loop.var

    def _entered(self, body: Block) -> Block:
        """The innermost block that runs on conditions which the state does not matter for."""
        rest = [s for s in body if not isinstance(s, ops.Assign) or self._reads_state(s.value)]
        for s in rest if len(rest) == 1 else ():
            if isinstance(s, ops.If) and not s.orelse and s.then and not self._reads_state(s.cond):
                return self._entered(s.then)
        return body

    @staticmethod
    def _reads_state(x: Expr) -> bool:
        reads = any(y.op in FIELD_READS or y.op in (Op.CALL, Op.CTX) for y in subexpressions(x))
        return reads or any(y.op is Op.RUN and not y.run.intrinsic.silent for y in subexpressions(x))


def _uses(v: Var, body: Block) -> int:
    """How often a local is read."""
    return sum(y.arg is v for y in nodes(statements(body)))

