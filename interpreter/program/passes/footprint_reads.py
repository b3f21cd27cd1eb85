"""Copies of functions that note what they read of the state: the second half of `skip_untouched`.

A copy gives the same result as its original. On the way it adds to slots of the context which sites it looks at, which
fields, and for which values it looks through all sites. Where nothing that is noted has changed, it would take the same
way and give the same result.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import expressions as ir
from .. import ops
from ..effects import EffectsOf, effects_of, may_fail
from ..entries import Argument, Failure, Resource
from ..intrinsics import FULL_CAPACITY, MODE_ENTER, MODE_EXPORT, MODE_LEAVE, STATE_POP, STATE_PUSH, WANTED_SITE, run_of
from ..modes import FULL
from ..operations import FIELD_READS
from ..ops import Block, Expr, FieldKind, Function, Op, Program, Stmt, Type, Var
from ..walk import blocks, bound, expressions, statements, subexpressions
from .footprint_slots import only_restored
from .footprint_writes import POSITIONS, FindWrites, Writes
from .modes import inherited, inherited_calls, is_run

FIELDS, SITES, VALUES = "read_fields", "read_sites", "read_values_"
"""Slots of the context: a mask of fields (EVERYTHING if not all can be told), a set of sites, and for each group of
fields that pass on their values a set of values."""
EVERYTHING = -1
ALWAYS_SET = 1 << 30  # a bit that no field has; it is set from the beginning, so that EVERYTHING always meets it
_MOST_BITS = 29
_SHORT = 40  # nodes
_UNKNOWN = Resource.RECORD | Resource.ACTION | Resource.RANDOM
Key = tuple[str, str]


class Watched:
    """What tried moves may write, so that reads of it have to be noted.

    writes: of actions and consequents. always: the fields that every move writes.
    """

    def __init__(self, program: Program, writes: FindWrites, always: set[str]) -> None:
        self.program = program
        self.writes = writes
        every = writes.every()
        self.elements = writes.elements
        self.members = set[str]().union(*(w.members for w in every))
        self.whole = always.union(*(w.fields for w in every))
        self.always = always
        self.all = self.elements | self.members | self.whole
        self.bits: dict[Key, int] = {}
        self.groups = _groups(every)
        self.asked: set[str] = set()

    def bit(self, key: Key) -> int:
        """The mask of a key; some share a bit where there are many."""
        return 1 << self.bits.setdefault(key, min(len(self.bits), _MOST_BITS))

    def group(self, name: str) -> str:
        """The group of a field: those that get their values from one another."""
        return self.groups.get(name, name)

    def mask(self, w: Writes, *, values: bool) -> int:
        """The mask of what is written, as `bit` has it. values: whether any value that is written counts, not only
        those that are not known."""
        if w.unknown:
            return EVERYTHING
        keys: set[Key] = {("field", name) for name in w.fields} | {("whole", name) for name in w.members}
        keys |= {("values", self.group(name)) for name, v in w.values if values or v.kind == "other"}
        return self._joined(keys)

    def of_every_move(self) -> int:
        """The mask of what every move writes."""
        return self._joined({("field", name) for name in self.always})

    def _joined(self, keys: set[Key]) -> int:
        found = 0
        for key in keys & self.bits.keys():
            found |= 1 << self.bits[key]
        return found


def _groups(every: list[Writes]) -> dict[str, str]:
    groups: dict[str, str] = {}

    def find(name: str) -> str:
        while groups.setdefault(name, name) != name:
            name = groups[name]
        return name

    for w in every:
        for name, value in sorted(w.values):
            if value.kind == "copy":
                a, b = sorted((find(name), find(value.field)))
                groups[b] = a
    return {name: find(name) for name in groups}


@dataclass
class _Notes:
    """What evaluating an expression reads. relevant: the fields that are noted; late: the values of locals that are
    noted only where the local is used. mask: of fields; sites: SETs of them; values: groups with a value each."""

    relevant: set[str]
    late: dict[int, Expr] = field(default_factory=dict)
    mask: int = 0
    sites: list[Expr] = field(default_factory=list)
    values: list[tuple[str, Expr]] = field(default_factory=list)


class Tracer:
    """Makes copies of functions. relevant: the fields whose reads are noted; others do not matter for the result."""

    def __init__(self, program: Program, watched: Watched, parts: Parts, relevant: set[str]) -> None:
        self.program = program
        self.watched = watched
        self.relevant = relevant & watched.all
        self.effects: EffectsOf = effects_of(program)
        self.parts = parts
        self._inlining: set[int] = set()
        self.made: list[Function] = []
        self._copies: dict[int, Function] = {}

    # ------------------------------------------------------------------ functions

    def block(self, body: Block, relevant: set[str]) -> tuple[Block, dict[int, Var]]:
        """A copy of a block, with locals of its own for those that it assigns, and these by the id of the original.
        relevant: the fields that matter to this block; for what it calls `self.relevant` holds."""
        copy = _Copy(self, body, relevant, suffix="_asked")
        return copy.of(body), copy.locals

    def finish(self) -> None:
        """Makes the copies of all functions that are called by what was copied."""
        todo = 0
        while todo < len(self.made):
            copy = self.made[todo]
            copy.body[:] = self._body(self._originals[todo], copy)
            todo += 1
        for fn in self.made:
            fn.index = len(self.program.functions)
            self.program.functions.append(fn)
            if self.program.live is not None:
                self.program.live.add(fn.index)

    @property
    def _originals(self) -> list[Function]:
        return [self.program.functions[i] for i in self._copies]

    def callee(self, fn: Function) -> Function:
        """The function that a copy calls instead of a function."""
        if not self._reads(fn):
            return fn
        if fn.index not in self._copies:
            params = tuple(Var(v.name, v.type) for v in fn.params)
            copy = Function(f"traced_{fn.name}", params, fn.result, comment=fn.comment, place=fn.place)
            self._copies[fn.index] = copy
            self.made.append(copy)
        return self._copies[fn.index]

    def _reads(self, fn: Function) -> bool:
        """Whether a function, callees included, reads anything that has to be noted, or cannot be followed."""
        todo, seen = [fn], {fn.index}
        while todo:
            f = todo.pop()
            if not self.parts.whole(f):
                return True
            for y in (y for s in statements(f.body) for x in expressions(s) for y in subexpressions(x)):
                if y.op in FIELD_READS and y.name in self.relevant:
                    return True
                if y.op is Op.RUN and y.run.name in self.relevant:
                    return True
                if y.op is Op.CALL and y.called.index not in seen:
                    seen.add(y.called.index)
                    todo.append(y.called)
        return False

    def _body(self, fn: Function, copy: Function) -> Block:
        given = dict(zip(map(id, fn.params), copy.params, strict=True))
        body = _Copy(self, fn.body, self.relevant, given).of(self.parts.of(fn))
        return body if self.parts.whole(fn) else [*body, ops.SetCtx(FIELDS, ir.const(EVERYTHING)), *_nothing(fn.result)]

    # ------------------------------------------------------------------ expressions

    def notes(self, found: _Notes, x: Expr, *, positions: bool = False) -> None:
        """Notes what evaluating an expression reads. positions: it reads the lists of pieces, which is noted elsewhere
        (`_Copy.position_loop`)."""
        if x.op is Op.SET_HAS:
            self.of_set(found, x.src[0], ir.set_one(x.src[1]))
            self.notes(found, x.src[1])
            return
        if x.op is Op.ROW_RUN:
            row, start, within = x.src
            seen = Expr(Op.ROW_SET, Type.SET, (row, start, ir.add(x, 1)), x.arg)
            self.of_set(found, within, seen)
            self.notes(found, row)
            self.notes(found, start)
            return
        if x.type is Type.SET:
            self.of_set(found, x, None)
            return
        if x.op in FIELD_READS and x.name in found.relevant and not positions:
            self._field(found, x.name)
            if x.name in self.watched.elements:
                found.sites.append(ir.set_one(x.src[0]))
        elif x.op is Op.RUN and x.run.name in found.relevant:
            self._field(found, x.run.name)
        for s in x.src:
            self.notes(found, s)

    def of_set(self, found: _Notes, x: Expr, within: Expr | None) -> None:
        """Notes what evaluating a SET reads, of which only the members of another set matter (all, if None)."""
        w = self.watched
        if x.op is Op.FIELD:
            if x.name in found.relevant:
                if x.name in w.members and within is not None and x.name not in w.whole:
                    found.sites.append(within)
                else:
                    self._field(found, x.name)
        elif x.op is Op.SET_WHERE:
            self.notes(found, x.src[0])
            if x.name in found.relevant and x.name in w.elements:
                if x.name in w.whole:
                    found.mask |= w.bit(("field", x.name))
                if within is not None:
                    found.sites.append(within)
                else:
                    found.sites.append(x)
                    found.values.append((w.group(x.name), x.src[0]))
            elif x.name in found.relevant:
                self._field(found, x.name)
        elif x.op in (Op.SET_AND, Op.SET_DIFF):
            a, b = x.src
            if x.op is Op.SET_AND and not self._looks(b, found):
                a, b = b, a
            self.of_set(found, a, within)
            inside = a if within is None else ir.set_and(a, within)
            self.of_set(found, b, inside if _cheap(a) and a.op is not Op.SET_RANGE else within)
        elif x.op in (Op.SET_OR, Op.SET_XOR):
            for s in x.src:
                self.of_set(found, s, within)
        elif x.op is Op.SELECT:
            cond, *both = x.src
            self.notes(found, cond)
            some = within or ir.set_range(0, self.program.set_width)
            for s, wanted in zip(both, ((some, ir.EMPTY_SET), (ir.EMPTY_SET, some)), strict=True):
                self.of_set(found, s, ir.select(cond, *wanted) if _cheap(cond) and self._looks(s, found) else within)
        elif x.op is Op.VAR:
            if id(x.arg) in found.late:
                self.of_set(found, found.late[id(x.arg)], within)
        elif x.op is Op.SET_FLOOD:
            self.of_set(found, x.src[0], None)
            self.of_set(found, x.src[1], Expr(Op.SET_UNION, Type.SET, (x,), x.arg))
        elif x.op is Op.CALL and (inner := self.inlined(x)) is not None:
            self.of_set(found, inner, within)
        else:
            for s in x.src:
                self.notes(found, s)

    def _looks(self, x: Expr, context: _Notes) -> bool:
        """Whether a SET depends on what has to be noted."""
        found = _Notes(context.relevant, context.late)
        self.of_set(found, x, None)
        return bool(found.mask or found.sites or found.values or any(y.op is Op.CALL for y in subexpressions(x)))

    def inlined(self, x: Expr) -> Expr | None:
        """What a call gives, if that is a SET without an effect and short; then only those of its members are noted
        that matter."""
        fn = x.called
        if fn.result is not Type.SET or fn.index in self._inlining or not self.effects.function(fn).pure:
            return None
        *before, last = fn.body or [ops.Break()]
        if not isinstance(last, ops.Return) or last.value is None:
            return None
        known = {id(v): s for v, s in zip(fn.params, x.src, strict=True)}
        for s in before:
            if not isinstance(s, ops.Assign):
                return None
            known[id(s.var)] = _put_in(s.value, known)
        value = _put_in(last.value, known)
        self._inlining.add(fn.index)
        inner = [y for y in subexpressions(value) if y.op is Op.CALL]
        short = len(subexpressions(value)) <= _SHORT
        fits = short and all(not self._reads(y.called) or self.inlined(y) is not None for y in inner)
        self._inlining.discard(fn.index)
        return value if fits else None

    def _field(self, found: _Notes, name: str) -> None:
        """Notes that a field is read as a whole, or may be, as far as that matters."""
        if name in self.watched.whole:
            found.mask |= self.watched.bit(("field", name))
        if name in self.watched.members:
            found.mask |= self.watched.bit(("whole", name))

    def note(self, found: _Notes) -> Block:
        """The statements that add to the slots what was found."""
        out: Block = []
        if found.mask:
            out.append(_also(FIELDS, ir.const(found.mask)))
        if found.sites:
            all_of_them = found.sites[0]
            for s in found.sites[1:]:
                all_of_them = ir.set_or(all_of_them, s)
            out.append(_also(SITES, all_of_them))
        for group, value in found.values:
            self.watched.asked.add(group)
            out.append(_also(VALUES + group, ir.set_one(value)))
            mask: Expr = ir.const(self.watched.bit(("values", group)))
            if not (value.is_const and 0 <= value.const < self.program.set_width):
                inside = ir.and_(ir.ge(value, 0), ir.lt(value, self.program.set_width))
                mask = ir.select(inside, mask, EVERYTHING)
            out.append(_also(FIELDS, mask))
        return out


def _also(slot: str, more: Expr) -> Stmt:
    now = Expr(Op.CTX, more.type, (), slot)
    return ops.SetCtx(slot, ir.set_or(now, more) if more.type is Type.SET else ir.bor(now, more))


def _put_in(x: Expr, known: dict[int, Expr]) -> Expr:
    """An expression with locals replaced by their values."""
    if x.op is Op.VAR:
        return known.get(id(x.arg), x)
    return Expr(x.op, x.type, tuple(_put_in(s, known) for s in x.src), x.arg) if x.src else x


def _cheap(x: Expr) -> bool:
    return sum(1 for _ in subexpressions(x)) <= 6 and not any(y.op in (Op.CALL, Op.RUN) for y in subexpressions(x))


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
    """Copies the body of one function, or a block. given: the copies of its parameters, by the id of the original.
    suffix: of the names of locals."""

    def __init__(
        self, tracer: Tracer, body: Block, relevant: set[str], given: dict[int, Var] | None = None, suffix: str = ""
    ) -> None:
        self.tracer = tracer
        self.program = tracer.program
        self.body = body
        self.relevant = relevant & tracer.watched.all
        self.locals = {**(given or {}), **{id(v): Var(v.name + suffix, v.type) for v in bound(body)}}
        self.wanted = Var(f"wanted_here{suffix}", Type.INT)
        self.saves = only_restored(body)
        self.late: dict[int, Expr] = {}
        if tracer.effects.block(body).written == set():
            self._find_late(body)
        self.asks = False
        self.listed: set[int] = set()  # the statements that read lists of pieces, by id
        self.components: dict[int, Expr] = {}  # the component whose number of pieces a statement reads
        self.entered: dict[int, Var] = {}  # the blocks in which a position begins to matter, by id
        for s in statements(body):
            if isinstance(s, ops.ForRange):
                self.position_loop(body, s)

    def of(self, body: Block) -> Block:
        """The copy of the whole."""
        out = self._block(body)
        if self.asks:
            out.insert(0, ops.Assign(self.wanted, Expr(Op.RUN, Type.INT, (), run_of(WANTED_SITE))))
        return out

    def _block(self, body: Block) -> Block:
        out: Block = []
        place = self.entered.get(id(body))
        known = place is not None and not (isinstance(body[0], ops.Assign) and body[0].var is place)
        for k, s in enumerate(body):
            if place is not None and k == (0 if known else 1):
                out.append(_also(SITES, ir.set_one(self._expr(_read(place)))))
            out += self._statement(s)
        return out

    def _statement(self, s: Stmt) -> Block:
        before = self._noted(s)
        if isinstance(s, ops.While):
            return [ops.While([*self._block(s.head), *before], self._expr(s.cond), self._block(s.body))]
        return [*before, *self._copied(s)]

    def _copied(self, s: Stmt) -> Block:
        e, b = self._expr, self._block
        if isinstance(s, ops.Assign):
            return [ops.Assign(self.locals[id(s.var)], e(s.value))]
        if isinstance(s, ops.SetCtx):
            return [ops.SetCtx(s.slot, e(s.value))]
        if isinstance(s, ops.SetField):
            return self._write(s)
        if isinstance(s, ops.If):
            return [ops.If(e(s.cond), b(s.then), b(s.orelse))]
        if isinstance(s, ops.ForRange):
            return [ops.ForRange(self.locals[id(s.var)], e(s.lo), e(s.hi), b(s.body), s.down, s.apart)]
        if isinstance(s, ops.ForSet):
            return [ops.ForSet(self.locals[id(s.var)], e(s.set), b(s.body), s.apart)]
        if isinstance(s, ops.ForRow):
            return [ops.ForRow(self.locals[id(s.var)], s.table, e(s.row), self._reached(s))]
        if isinstance(s, ops.ForList):
            return [ops.ForList(self.locals[id(s.var)], e(s.list), b(s.body))]
        if isinstance(s, ops.Return):
            return [ops.Return(None if s.value is None else e(s.value))]
        if isinstance(s, ops.Do):
            return [ops.Do(e(s.value))]
        if isinstance(s, ops.Emit):
            head = (e(s.mover), e(s.from_site), e(s.to_site), e(s.level_min), e(s.level_max))
            actions = [ops.NewAction(a.kind, tuple(map(e, a.params)), e(a.decision)) for a in s.actions]
            return [ops.Emit(*head, actions, s.then)]
        assert isinstance(s, ops.Break | ops.Continue)
        return [type(s)()]

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

    def _reached(self, s: ops.ForRow) -> Block:
        """The body of a loop over a row, left out where no move to the site that is asked about can follow."""
        body = self._block(s.body)
        if not s.reaches:
            return body
        self.asks = True
        here = Expr(Op.SET_TABLE, Type.SET, (_read(self.locals[id(s.var)]),), s.reaches)
        return [ops.If(ir.or_(ir.lt(_read(self.wanted), 0), ir.set_has(here, _read(self.wanted))), body, [])]

    def _noted(self, s: Stmt) -> Block:
        if isinstance(s, ops.Assign) and (id(s.var) in self.saves or id(s.var) in self.late):
            return []
        found = _Notes(self.relevant, self.late)
        if id(s) in self.components:
            found.values.append((self.tracer.watched.group(POSITIONS), self.components[id(s)]))
        for x in _operands(s):
            self.tracer.notes(found, x, positions=id(s) in self.listed)
        found.sites = [self._expr(x) for x in found.sites]
        found.values = [(group, self._expr(x)) for group, x in found.values]
        return self.tracer.note(found)

    def _expr(self, x: Expr) -> Expr:
        if x.op is Op.VAR:
            return _read(self.locals.get(id(x.arg), x.var))
        if x.op is Op.CALL and (x.type is not Type.SET or self.tracer.inlined(x) is None):
            return Expr(Op.CALL, x.type, tuple(map(self._expr, x.src)), self.tracer.callee(x.called))
        return Expr(x.op, x.type, tuple(map(self._expr, x.src)), x.arg) if x.src else x

    def _find_late(self, body: Block) -> None:
        """Finds locals with a SET of which a part may be all that is used, where the SET would still be the same."""
        for k, s in enumerate(body):
            for inner in blocks(s):
                self._find_late(inner)
            if not isinstance(s, ops.Assign) or s.var.type is not Type.SET or id(s.var) in self.late:
                continue
            rest, read = body[k + 1 :], {id(y.arg) for y in subexpressions(s.value) if y.op is Op.VAR}
            noted_at_once = any(
                y.op in (Op.CTX, Op.RUN) or (y.op is Op.CALL and (y.type is not Type.SET or not self.tracer.inlined(y)))
                for y in subexpressions(s.value)
            )
            changed = {id(v) for v in bound(rest)}
            if not noted_at_once and id(s.var) not in changed and not read & changed and self._once(s.var, rest):
                self.late[id(s.var)] = s.value

    def _once(self, v: Var, rest: Block) -> bool:
        """Whether a local is assigned once, and used only in some statements."""
        whole = self.body
        assigned = sum(isinstance(s, ops.Assign) and s.var is v for s in statements(whole))
        return assigned == 1 and _uses(v, rest) == _uses(v, whole)

    def position_loop(self, body: Block, loop: ops.ForRange) -> None:
        """A loop over the pieces of a component: the component is noted where their number is read, and each piece that
        is looked at. Where iterations stand apart, it matters only which pieces there are for which an iteration does
        something. So a piece is noted in the innermost block that runs on conditions which do not read the state.
        """
        if loop.down or not loop.body or not loop.lo.is_const or loop.lo.const != 0:
            return
        number, where = loop.hi, id(loop)
        if loop.hi.op is Op.VAR:
            numbers = [s for s in statements(body) if isinstance(s, ops.Assign) and s.var is loop.hi.arg]
            reads = [y for s in statements(body) for x in _operands(s) for y in subexpressions(x)]
            if len(numbers) != 1 or sum(y.arg is loop.hi.arg for y in reads) != 1:
                return
            number, where = numbers[0].value, id(numbers[0])
        at, fields = loop.body[0], self.program.fields
        if number.op is not Op.FIELD or not number.src or fields[number.name].upkeep is None:
            return
        if not isinstance(at, ops.Assign) or at.value.op is not Op.FIELD or not at.value.src:
            return
        component, place = number.src[0], fields[at.value.name]
        if place.upkeep is not fields[number.name].upkeep or not _in_row(at.value.src[0], component, loop.var):
            return
        inner = self._entered(loop.body) if loop.apart and len(loop.body) > 1 else loop.body
        self.listed |= {where, id(at)}
        self.components[where] = component
        self.entered[id(inner)] = at.var

    def _entered(self, body: Block) -> Block:
        """The innermost block that runs on conditions which the state does not matter for."""
        *first, last = body[1:] or [ops.Break()]
        while isinstance(last, ops.If) and not last.orelse and last.then and not self._looks(last.cond):
            if not all(isinstance(s, ops.Assign) and not self._looks(s.value) for s in first):
                break
            body = last.then
            *first, last = body
        return body

    @staticmethod
    def _looks(x: Expr) -> bool:
        reads = any(y.op in FIELD_READS or y.op in (Op.CALL, Op.CTX) for y in subexpressions(x))
        return reads or any(y.op is Op.RUN and not y.run.intrinsic.silent for y in subexpressions(x))


def _uses(v: Var, body: Block) -> int:
    """How often a local is read."""
    return sum(y.arg is v for s in statements(body) for x in expressions(s) for y in subexpressions(x))


def _in_row(index: Expr, component: Expr, k: Var) -> bool:
    """Whether an index is that of the k-th position of a component."""
    if component.is_const and component.const == 0:
        return index.arg is k
    if index.op is not Op.ADD or index.src[1].arg is not k:
        return False
    row = index.src[0]
    if component.is_const and component.const == 1:
        return row.op is Op.CAP
    if row.op is not Op.MUL or row.src[1].op is not Op.CAP:
        return False
    same = row.src[0]
    if component.is_const:
        return same.is_const and same.const == component.const
    return component.op is Op.VAR and same.op is Op.VAR and same.arg is component.arg


def _operands(s: Stmt) -> tuple[Expr, ...]:
    """The expressions that a statement itself evaluates, without what passes have noted for backends."""
    if isinstance(s, ops.ForRange):
        return (s.lo, s.hi)
    if isinstance(s, ops.ForSet):
        return (s.set,)
    if isinstance(s, ops.ForRow):
        return (s.row,)
    return expressions(s)


def _read(v: Var) -> Expr:
    return Expr(Op.VAR, v.type, (), v)


# --------------------------------------------------------------------------------------------------- what can be copied


class Parts:
    """The parts of functions that can be copied: they end, do not fail, and depend on nothing but the state, the
    context and the moves that they have pushed themselves."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects: EffectsOf = effects_of(program)
        self._known: dict[int, Block] = {}

    def whole(self, fn: Function) -> bool:
        """Whether a function can be copied as a whole; what it calls is not looked into."""
        return len(self.of(fn)) == len(fn.body)

    def of(self, fn: Function) -> Block:
        """The first statements of a function that can be copied, as far as it may be left there."""
        if fn.index not in self._known:
            self._known[fn.index] = []  # in a circle of calls
            self._known[fn.index] = fn.body[: self._end(fn)]
        return self._known[fn.index]

    def block(self, body: Block) -> bool:
        """Whether a block can be copied."""
        return all(map(self._statement, statements(body))) and not self._listed_in_full(body)

    def _end(self, fn: Function) -> int:
        end = next((k for k, s in enumerate(fn.body) if not self.block([s])), len(fn.body))
        if end < len(fn.body):
            # what follows the last way out would be done for nothing
            end = max((k + 1 for k, s in enumerate(fn.body[:end]) if _returns(s)), default=0)
        if self._listed_in_full(fn.body[:end]):
            return 0
        begun = [s.value.run.intrinsic for s in fn.body[:end] if isinstance(s, ops.Do) and s.value.op is Op.RUN]
        saved = begun.count(STATE_PUSH) - begun.count(STATE_POP)
        modes = begun.count(MODE_ENTER) - begun.count(MODE_LEAVE) - begun.count(MODE_EXPORT)
        return 0 if saved or modes else end

    def _statement(self, s: Stmt) -> bool:
        if isinstance(s, ops.While) and not _counts_up(s):
            return False
        if isinstance(s, ops.SetField) and self.program.fields[s.field].kind is FieldKind.LIST:
            return False
        if any(_strange(y) for x in expressions(s) for y in subexpressions(x)):
            return False
        return _in_order(self.effects, _operands(s))

    def _listed_in_full(self, body: Block) -> bool:
        """Whether moves are built in FULL whose order depends on that of the pieces in their lists, which changes."""
        full, todo = False, list[Function]()
        for s in statements(body):
            if isinstance(s, ops.Do) and is_run(s.value, MODE_ENTER):
                full = s.value.src[0].is_const and s.value.src[0].const == FULL
            elif isinstance(s, ops.Do) and is_run(s.value, MODE_LEAVE, MODE_EXPORT):
                full = False
            elif full:
                todo += [y.called for x in expressions(s) for y in subexpressions(x) if y.op is Op.CALL]
        seen: set[int] = set()
        while todo:
            fn = todo.pop()
            if fn.index in seen:
                continue
            seen.add(fn.index)
            part = self.of(fn)
            reads = (y for s in inherited(part) for x in expressions(s) for y in subexpressions(x))
            if any(y.op in FIELD_READS and self.program.fields[y.name].upkeep is not None for y in reads):
                return True
            todo += inherited_calls(part)
        return False


def _returns(s: Stmt) -> bool:
    return any(isinstance(t, ops.Return) for t in statements([s]))


def _strange(x: Expr) -> bool:
    """Whether a node may fail or depends on what cannot be noted."""
    if x.op is not Op.RUN:
        return may_fail(x)
    entry = x.run.intrinsic
    if entry in (STATE_PUSH, STATE_POP, FULL_CAPACITY):
        return False
    if entry is MODE_ENTER:
        return not x.src[0].is_const
    if entry.calls or entry.fails not in (Failure.NEVER, Failure.LIMIT) or entry.reads & _UNKNOWN or entry.draws:
        return True
    return Resource.FIELDS in entry.reads | entry.writes and entry.argument is not Argument.LIST


def _counts_up(s: ops.While) -> bool:
    """Whether a loop ends since a local reaches a limit: its last statement adds 1."""
    if s.cond.op is not Op.LT or s.cond.src[0].op is not Op.VAR or not s.body:
        return False
    v, last = s.cond.src[0].var, s.body[-1]
    steps = isinstance(last, ops.Assign) and last.var is v and last.value.op is Op.ADD and last.value.src[0].arg is v
    if not steps or not last.value.src[1].is_const or last.value.src[1].const <= 0:  # type: ignore[attr-defined]
        return False
    others = [t for t in statements([s]) if t is not last and isinstance(t, ops.Assign | ops.ForRange) and t.var is v]
    fixed = s.cond.src[1].op in (Op.CONST, Op.VAR, Op.ROW_LEN)
    return fixed and not others and not any(isinstance(t, ops.Continue) for t in statements(s.body))


def _in_order(effects: EffectsOf, operands: tuple[Expr, ...]) -> bool:
    """Whether what a statement reads can be noted before it: nothing in it changes what later parts of it look at."""
    changed = False

    def visit(x: Expr) -> bool:
        nonlocal changed
        for s in x.src:
            if not visit(s):
                return False
        reads = x.op in FIELD_READS or x.op in (Op.SET_HAS, Op.ROW_RUN, Op.SET_FLOOD)
        if reads and x.src:
            inner = [y for s in x.src for y in subexpressions(s)]
            if any(_acts(effects, y) for y in inner):
                return False
            if changed and any(y.op in (Op.CTX, Op.CALL, Op.RUN) or y.op in FIELD_READS for y in inner):
                return False
        changed = changed or _acts(effects, x)
        return True

    return all(map(visit, operands))


def _acts(effects: EffectsOf, x: Expr) -> bool:
    """Whether evaluating a node itself changes anything."""
    if x.op is Op.CALL:
        return not effects.function(x.called).pure
    return x.op is Op.RUN and not x.run.intrinsic.silent
