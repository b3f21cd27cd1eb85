"""What evaluating an expression reads, and the statements that note it (`skip_untouched`)."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...facts.footprint_parts import Parts
from ...program import expressions as ir
from ...program import ops
from ...program.effects import EffectsOf, effects_of
from ...program.operations import FIELD_READS
from ...program.ops import Block, Expr, Op, Stmt, Type, Var
from ...program.program import Function, Program
from ...program.substitution import put_in, result_of
from ...program.walk import all_calls, all_expressions, subexpressions
from ...program.worklist import reachable
from .footprint_watch import EVERYTHING, FIELDS, SITES, VALUES, Read, Watched

_SHORT = 40  # nodes


@dataclass
class Notes:
    """What evaluating an expression reads. relevant: the fields that are noted; late: the values of locals that are
    noted only where the local is used. mask: of fields; sites: SETs of them; values: groups with a value each."""

    relevant: set[str]
    late: dict[Var, Expr] = field(default_factory=dict)
    mask: int = 0
    sites: list[Expr] = field(default_factory=list)
    values: list[tuple[str, Expr]] = field(default_factory=list)


class Noting:
    """Finds what expressions read. relevant: the fields whose reads are noted; others do not matter for the result."""

    def __init__(self, program: Program, watched: Watched, parts: Parts, relevant: set[str]) -> None:
        self.program = program
        self.watched = watched
        self.relevant = relevant & watched.all
        self.effects: EffectsOf = effects_of(program)
        self.parts = parts
        self._inlining: set[int] = set()
        self._reading: dict[Function, bool] = {}

    def reads(self, fn: Function) -> bool:
        """Whether a function, callees included, reads anything that has to be noted, or cannot be followed."""
        if fn not in self._reading:
            self._reading[fn] = any(map(self._reads_itself, reachable([fn], all_calls)))
        return self._reading[fn]

    def _reads_itself(self, fn: Function) -> bool:
        """Whether a function itself, without callees, reads anything that has to be noted, or cannot be followed."""
        names = (y.name if y.op in FIELD_READS else y.run.name if y.op is Op.RUN else "" for y in all_expressions(fn))
        return not self.parts.whole(fn) or any(name in self.relevant for name in names)

    def notes(self, found: Notes, x: Expr, *, positions: bool = False) -> None:
        """Notes what evaluating an expression reads. positions: it reads the lists of pieces, which is noted elsewhere
        (`_Copy._pieces`)."""
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

    def of_set(self, found: Notes, x: Expr, within: Expr | None) -> None:
        """Notes what evaluating a SET reads, of which only the members of another set matter (all, if None)."""
        w = self.watched
        if x.op is Op.FIELD:
            if x.name in found.relevant:
                if x.name in w.members and within is not None and x.name not in w.written_whole:
                    found.sites.append(within)
                else:
                    self._field(found, x.name)
        elif x.op is Op.SET_WHERE:
            self.notes(found, x.src[0])
            if x.name in found.relevant and x.name in w.elements:
                if x.name in w.written_whole:
                    found.mask |= w.bit(Read.FIELD, x.name)
                if within is not None:
                    found.sites.append(within)
                else:
                    found.sites.append(x)
                    found.values.append((w.group(x.name), x.src[0]))
            elif x.name in found.relevant:
                self._field(found, x.name)
        elif x.op in (Op.SET_AND, Op.SET_DIFF):
            a, b = x.src
            if x.op is Op.SET_AND and not self._depends_on_watched(b, found):
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
            some = ir.set_range(0, self.program.set_width) if within is None else within
            for s, wanted in zip(both, ((some, ir.EMPTY_SET), (ir.EMPTY_SET, some)), strict=True):
                narrow = _cheap(cond) and self._depends_on_watched(s, found)
                self.of_set(found, s, ir.select(cond, *wanted) if narrow else within)
        elif x.op is Op.VAR:
            if x.arg in found.late:
                self.of_set(found, found.late[x.var], within)
        elif x.op is Op.SET_FLOOD:
            self.of_set(found, x.src[0], None)
            self.of_set(found, x.src[1], Expr(Op.SET_UNION, Type.SET, (x,), x.arg))
        elif x.op is Op.CALL and (inner := self.inlined(x)) is not None:
            self.of_set(found, inner, within)
        else:
            for s in x.src:
                self.notes(found, s)

    def _depends_on_watched(self, x: Expr, context: Notes) -> bool:
        """Whether a SET depends on what has to be noted."""
        found = Notes(context.relevant, context.late)
        self.of_set(found, x, None)
        return bool(found.mask or found.sites or found.values or any(y.op is Op.CALL for y in subexpressions(x)))

    def inlined(self, x: Expr) -> Expr | None:
        """What a call gives, if that is a SET without an effect and short; then only those of its members are noted
        that matter."""
        fn = x.called
        if fn.result is not Type.SET or fn.index in self._inlining or not self.effects.function(fn).pure:
            return None
        result = result_of(fn)
        if result is None:
            return None
        value = put_in(result, dict(zip(fn.params, x.src, strict=True)))
        self._inlining.add(fn.index)
        inner = [y for y in subexpressions(value) if y.op is Op.CALL]
        short = len(subexpressions(value)) <= _SHORT
        fits = short and all(not self.reads(y.called) or self.inlined(y) is not None for y in inner)
        self._inlining.discard(fn.index)
        return value if fits else None

    def _field(self, found: Notes, name: str) -> None:
        """Notes that a field is read as a whole, or may be, as far as that matters."""
        if name in self.watched.written_whole:
            found.mask |= self.watched.bit(Read.FIELD, name)
        if name in self.watched.members:
            found.mask |= self.watched.bit(Read.MEMBERS, name)

    def note(self, found: Notes) -> Block:
        """The statements that add to the slots what was found."""
        out: Block = []
        if found.mask:
            out.append(also(FIELDS, ir.const(found.mask)))
        if found.sites:
            all_of_them = found.sites[0]
            for s in found.sites[1:]:
                all_of_them = ir.set_or(all_of_them, s)
            out.append(also(SITES, all_of_them))
        for group, value in found.values:
            self.watched.asked.add(group)
            out.append(also(VALUES + group, ir.set_one(value)))
            mask: Expr = ir.const(self.watched.bit(Read.VALUES, group))
            if not (value.is_const and 0 <= value.const < self.program.set_width):
                inside = ir.and_(ir.ge(value, 0), ir.lt(value, self.program.set_width))
                mask = ir.select(inside, mask, EVERYTHING)
            out.append(also(FIELDS, mask))
        return out


def also(slot: str, more: Expr) -> Stmt:
    now = Expr(Op.CTX, more.type, (), slot)
    return ops.SetCtx(slot, ir.set_or(now, more) if more.type is Type.SET else ir.bor(now, more))


def _cheap(x: Expr) -> bool:
    return sum(1 for _ in subexpressions(x)) <= 6 and not any(y.op in (Op.CALL, Op.RUN) for y in subexpressions(x))
