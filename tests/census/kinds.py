"""What plain loops range over, as far as their bodies say: `python -m tests.census --kinds`.

The table of the census counts a loop over numbers as one over sites, whatever it ranges over; here it is told apart.
"""

from __future__ import annotations

from collections import Counter

from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Expr, FieldKind, Op
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.walk import expressions, reached, statements, subexpressions
from tests.census.census import plan_of

_KINDS: dict[type[ops.Stmt], str] = {
    ops.ForRow: "rows", ops.ForSet: "sites", ops.ForPieces: "pieces", ops.ForList: "lists", ops.While: "unbounded",
}  # fmt: skip


def kinds(program: Program) -> Counter[str]:
    """How many plain loops there are of each kind. sites: of a set, or over numbers with which sites are looked at.
    pieces: of a player. rows: of tables (steps and radials), and positions along them. players, numbers (levels, dice,
    plies), lists, unbounded, filters: what their names say."""
    functions = (program.functions[i] for i in reached(program))
    found = ((fn, s) for fn in functions for s in statements(fn.body) if isinstance(s, ops.Loop | ops.Filter))
    return Counter(_kind(program, s) for fn, s in found if not plan_of(program, fn, s))


def _kind(program: Program, s: ops.Stmt) -> str:
    if isinstance(s, ops.ForRange | ops.AlongRow):
        return _of_numbers(program, s)
    return _KINDS.get(type(s), "filters")


def _of_numbers(program: Program, loop: ops.ForRange | ops.AlongRow) -> str:
    """By what the loop's variable, or one that differs from it by a constant, is used for."""
    same, used, places = {loop.var}, set[str](), program.constants["players"] + 2

    def is_it(x: Expr) -> bool:
        if x.op in (Op.ADD, Op.SUB):
            return any(is_it(a) and b.is_const for a, b in (x.src, x.src[::-1]))
        return x.op is Op.VAR and x.var in same

    def field(name: str) -> str:
        f = program.fields[name]
        return "sites" if f.site is not None else "players" if f.size == places and f.kind is FieldKind.ARRAY else ""

    for s in statements(loop.body):
        if isinstance(s, ops.Assign) and is_it(s.value):
            same.add(s.var)
        if isinstance(s, ops.SetField) and s.index is not None and is_it(s.index):
            used.add(field(s.field))
        if isinstance(s, ops.Emit) and (is_it(s.from_site) or is_it(s.to_site)):
            used.add("sites")
        for x in (x for e in expressions(s) for x in subexpressions(e)):
            if x.op is Op.ROW_AT and is_it(x.src[1]):
                used.add("rows")
            elif (x.op is Op.SET_HAS and is_it(x.src[1])) or (x.op is Op.SET_ONE and is_it(x.src[0])):
                used.add("sites")
            elif x.op in (Op.FIELD, Op.FIELD_RAW) and x.src and is_it(x.src[0]):
                used.add(field(x.name))
            elif x.op in (Op.SHL, Op.SHR) and is_it(x.src[1]):
                used.add("players")  # masks of players; few other numbers are shifted by
    ends = [x.const for x in (loop.lo, loop.hi) if x.is_const]
    if len(ends) < 2 or min(ends) < 0 or max(ends) > places:
        used.discard("players")
    return next((kind for kind in ("rows", "sites", "players") if kind in used), "numbers")
