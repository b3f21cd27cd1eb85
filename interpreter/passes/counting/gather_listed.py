"""Replaces loops over the list of a component's positions by operations on the set of these positions."""

from __future__ import annotations

from dataclasses import dataclass

from ...facts.resolver import rebuilt
from ...facts.site_sets import Sites, SiteSets, text_of
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Block, Expr, Field, Function, Op, Program, Stmt, Type, Var
from ...program.walk import bound, conjuncts, expressions, rewrite, statements, subexpressions
from ..base.registry import register
from ..sets.find_first import on_the_first, reads
from ..sets.gather_sets import adds
from .count_at_once import is_position


@dataclass(frozen=True, slots=True)
class _Loop:
    """A loop over the positions of a component. piece: its number; site: the local with the position; own: all locals
    that an iteration sets for itself; rest: what an iteration does with the position."""

    piece: Expr
    site: Var
    own: tuple[Var, ...]
    rest: Block


@register(after=("gather_sets",))
def gather_listed(program: Program) -> None:
    """Rewrites loops over the positions of a component, where `Program.listed` is a field. Their forms are

    if condition(site): out = out ∪ {site}
    if not site in seen and condition(site): seen = seen ∪ {site}; if condition2(site): n = n + 1
    if condition(site): (something that does not depend on the site); break

    with or without the conditions.
    """
    if not program.listed:
        return
    for fn in program.functions:
        gather = _Gather(program, fn)
        fn.body[:] = rewrite(fn.body, gather.change)


class _Gather:
    """Rewrites the loops of one function."""

    def __init__(self, program: Program, fn: Function) -> None:
        self.program, self.fn = program, fn
        self.listed: Field = program.fields[program.listed]
        self.effects = effects_of(program)

    def change(self, s: Stmt) -> list[Stmt]:
        loop = self._loop(s) if isinstance(s, ops.ForRange) else None
        if loop is None or len(loop.rest) != 1 or self.listed.size > self.program.set_width:
            return [s]
        return self._collected(loop) or self._counted(loop) or self._asked(loop) or [s]

    def _loop(self, s: ops.ForRange) -> _Loop | None:
        """The loop, if no local that an iteration sets for itself is read after it."""
        if s.down or not s.lo.is_const or s.lo.const != 0 or not s.body:
            return None
        count = self._assigned_once(s.hi) if s.hi.op is Op.VAR else s.hi
        first = s.body[0]
        if count is None or count.op is not Op.FIELD or count.arg != "owned_n" or not isinstance(first, ops.Assign):
            return None
        (piece,) = count.src
        if any(x.op not in (Op.VAR, Op.CONST) for x in subexpressions(piece)):
            return None
        at = first.value
        if at.op is not Op.FIELD or at.arg != "owned" or not is_position(at.src[0], piece, s.var):
            return None
        site, rest = first.var, s.body[1:]
        if rest and isinstance(rest[0], ops.Assign) and rest[0].value.op is Op.VAR and rest[0].value.arg is site:
            site, rest = rest[0].var, rest[1:]
        within = {id(t) for t in statements([s])}
        outside = [x for t in statements(self.fn.body) if id(t) not in within for x in expressions(t)]
        own = (s.var, first.var, site)
        if any(y.op is Op.VAR and any(y.arg is v for v in own) for x in outside for y in subexpressions(x)):
            return None
        if piece.op is Op.VAR and any(piece.arg is v for v in bound([s])):
            return None
        return _Loop(piece, site, own, rest)

    def _assigned_once(self, x: Expr) -> Expr | None:
        found = [s.value for s in statements(self.fn.body) if isinstance(s, ops.Assign) and s.var is x.arg]
        return found[0] if len(found) == 1 else None

    def _where(self, loop: _Loop, cond: Expr | None, changing: tuple[Var, ...]) -> Expr | None:
        """The positions for which a condition holds, as a set."""
        all_of_it = Expr(Op.SET_WHERE, Type.SET, (loop.piece,), self.listed.name)
        if cond is None:
            return all_of_it
        everything = Expr(Op.SET_RANGE, Type.SET, (ir.const(0), ir.const(self.listed.size)))
        sets = SiteSets(self.program, self.effects, loop.site, self.listed.size, everything, (*changing, *loop.own))
        found = sets.where(self._with_piece(cond, loop))
        return sets.written_out(sets.both(Sites(all_of_it), found)) if found.exact else None

    def _with_piece(self, cond: Expr, loop: _Loop) -> Expr:
        """A condition on the site of a loop, where the component there is known."""
        at_site = bool(cond.src) and cond.src[0].op is Op.VAR and cond.src[0].arg is loop.site
        if cond.op is Op.FIELD and cond.arg == self.listed.name and at_site:
            return loop.piece
        src = tuple(self._with_piece(x, loop) for x in cond.src)
        if cond.op is Op.TABLE and src[0].is_const:
            values = self.program.tables[cond.name].values
            return ir.const(values[src[0].const] if 0 <= src[0].const < len(values) else 0)
        return cond if all(a is b for a, b in zip(src, cond.src, strict=True)) else rebuilt(cond, src)

    def _collected(self, loop: _Loop) -> list[Stmt] | None:
        """A loop that collects the positions for which a condition holds."""
        (s,) = loop.rest
        cond = None
        if isinstance(s, ops.If) and len(s.then) == 1 and not s.orelse:
            cond, s = s.cond, s.then[0]
        if not isinstance(s, ops.Assign) or not adds(s, loop.site):
            return None
        found = self._where(loop, cond, (s.var,))
        return None if found is None else [ops.Assign(s.var, ir.set_or(_read(s.var), found))]

    def _counted(self, loop: _Loop) -> list[Stmt] | None:
        """A loop that counts the positions for which conditions hold, each once."""
        (s,) = loop.rest
        if not isinstance(s, ops.If) or s.orelse or len(s.then) != 2:
            return None
        note, count = s.then
        if not isinstance(note, ops.Assign) or not adds(note, loop.site):
            return None
        seen = text_of(ir.set_has(_read(note.var), _read(loop.site)))
        parts = conjuncts(s.cond)
        others = [x for x in parts if not (x.op is Op.NOT and text_of(x.src[0]) == seen)]
        if len(others) + 1 != len(parts):
            return None
        within = ir.and_(*others) if others else None
        cond = None
        if isinstance(count, ops.If) and len(count.then) == 1 and not count.orelse:
            cond, count = count.cond, count.then[0]
        if not isinstance(count, ops.Assign) or count.value.op is not Op.ADD or count.value.src[0].arg is not count.var:
            return None
        each = count.value.src[1]
        if each.op is Op.SELECT and [x.is_const and x.const for x in each.src[1:]] == [1, 0]:
            cond = each.src[0] if cond is None else ir.and_(cond, each.src[0])
        elif not each.is_const or each.const != 1:
            return None
        changing = (note.var, count.var)
        noted = self._where(loop, within, changing)
        both = cond if within is None or cond is None else ir.and_(within, cond)
        found = noted if cond is None else self._where(loop, both, changing)
        if found is None or noted is None:
            return None
        n = ir.set_count(ir.set_diff(found, _read(note.var)))
        return [
            ops.Assign(count.var, _read(count.var) + n),
            ops.Assign(note.var, ir.set_or(_read(note.var), noted)),
        ]

    def _asked(self, loop: _Loop) -> list[Stmt] | None:
        """A loop that looks for any position for which a condition holds."""
        (s,) = loop.rest
        then = on_the_first(s)
        if then is None or not isinstance(s, ops.If) or reads(then, loop.own):
            return None
        found = self._where(loop, s.cond, ())
        return None if found is None else [ops.If(ir.not_(ir.set_eq(found, ir.EMPTY_SET)), then, [])]


def _read(v: Var) -> Expr:
    return Expr(Op.VAR, v.type, (), v)
