"""What structured nodes mean: the plain statements of each, which backends run where no pass has found better ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from . import ops
from .entries import Entry
from .expressions import FALSE, add, and_, const, eq, ge, lt, ne, not_, select, sub, value_of
from .intrinsics import (
    LIST_PUSH,
    MOVE_COUNT,
    MOVE_DROP,
    MOVE_OPEN,
    MOVE_PUT,
    MOVE_SPLICE,
    MOVE_SWAP,
    MOVE_TO,
    MOVE_UNDECIDE,
    run_of,
)
from .modes import ANY, EVERY, TO_SITE
from .ops import Expr, FieldKind, Op, Stmt, Type, Var
from .program import Function, Program
from .substitution import put_in
from .walk import attached, change_expressions, expressions, rewrite, rewrite_function, unused_name

With = TypeVar("With", bound=ops.Emit | ops.SetField)

__all__ = [
    "added",
    "composed_statements",
    "expand",
    "filter_statements",
    "operands_first",
    "played_ahead",
    "position",
    "positions_by_number",
    "saves_and_restores",
    "scan_statements",
]

_NONE = -2
"""No move is wanted any more."""


def expand(program: Program) -> None:
    """Puts the plain statements in the place of all floods."""
    for fn in program.functions:

        def change(s: Stmt, fn: Function = fn) -> list[Stmt]:
            if not isinstance(s, ops.Flood):
                return [s]
            return _flood(s, Var(unused_name(fn, f"todo_{s.group.name}"), Type.LIST))

        rewrite_function(fn, change, ops.Flood)


def scan_statements(s: ops.Scan) -> list[Stmt]:
    """The loop of a scan, after which its variable holds where it was left."""
    at = value_of(s.var)
    return [ops.Assign(s.var, s.lo), ops.While([], lt(at, s.hi), [*s.body, ops.Assign(s.var, add(at, 1))])]


def _flood(s: ops.Flood, todo: Var) -> list[Stmt]:
    """The members of the group stand in a list, at whose end new ones are put while it is run over."""

    def change(t: Stmt) -> list[Stmt]:
        site = added(t) if isinstance(t, ops.Assign) and t.var is s.group else None
        if site is None:
            return [t]
        pushed = _run(LIST_PUSH, value_of(todo), site)
        pushed.places = t.places
        return [t, pushed]

    first = ops.Assign(todo, Expr(Op.LIST_NEW, Type.LIST, (s.start,)), places=s.places)
    return [first, ops.ForList(s.var, value_of(todo), rewrite(s.body, change), places=s.places)]


def positions_by_number(s: ops.ForPieces) -> ops.ForRange:
    """The loop over the numbers of the positions, whose iterations begin with reading the position."""
    k = Var(f"{s.var.name}_k", Type.INT)
    here = position(s, k)
    lo, hi = (sub(s.number, 1), const(0)) if s.down else (const(0), s.number)

    def at(x: Expr) -> Expr:
        return put_in(x, {s.var: here})

    return ops.ForRange(
        k, lo, hi, [ops.Assign(s.var, here), *s.body], down=s.down, apart=s.apart,
        each=None if s.each is None else at(s.each),
        leaves=tuple(ops.SetCtx(w.slot, at(w.value)) for w in s.leaves), at_once=s.at_once,
    )  # fmt: skip


def position(s: ops.ForPieces, k: Var) -> Expr:
    """The position of a number."""
    return Expr(Op.FIELD_RAW, Type.INT, (add(s.first.src[0], value_of(k)),), s.first.name)


def filter_statements(s: ops.Filter) -> tuple[list[Var], list[Stmt]]:
    """What a filter does: moves that stay are put together, and what is left behind them is dropped at once. Gives the
    locals that only these statements know, and the statements."""
    # where the former, and where the moves end that are looked at; how many moves are wanted
    front, end, aim = (Var(f"{s.var.name}_{name}", Type.INT) for name in ("front", "end", "aim"))
    at, count = value_of(s.var), Expr(Op.RUN, Type.INT, (), run_of(MOVE_COUNT))
    first = ops.Assign(s.var, count)
    if s.swaps:
        last = value_of(end)
        taken = [ops.Assign(end, count - 1), _run(MOVE_SWAP, at, last), _run(MOVE_DROP, last, last + 1)]
        decided = ops.If(value_of(s.keep), [ops.Assign(s.var, at + 1)], taken)
        return [end], [first, *s.body, ops.While([], lt(at, count), [*s.tests, decided])]
    to = value_of(front)
    kept: list[Stmt] = [ops.If(ne(to, at), [_run(MOVE_PUT, to, at)], []), ops.Assign(front, to + 1)]
    body = [*s.tests, ops.If(value_of(s.keep), kept, [])]
    if s.one:
        kept.append(ops.Assign(end, at + 1))
    if s.to is not None:
        asked = lt(const(-1), s.to)
        kept.append(ops.If(asked, [ops.Assign(end, at + 1)], []))
        elsewhere = ne(Expr(Op.RUN, Type.INT, (at,), run_of(MOVE_TO)), s.to)
        body = [ops.If(and_(asked, elsewhere), [], body)]
    body.append(ops.Assign(s.var, at + 1))
    loop = ops.While([], lt(at, value_of(end)), body)
    made: list[Stmt] = [ops.InFull(value_of(aim), s.body, exports=True)] if s.few else s.body
    if s.aims and s.to is not None:
        made = [ops.If(ge(s.to, 0), [ops.InFull(sub(TO_SITE, s.to), s.body, exports=True)], s.body)]
    whole = [first, *made, ops.Assign(front, at), ops.Assign(end, count), loop, _run(MOVE_DROP, to, count)]
    if not s.few:
        return [front, end], whole
    again = ops.Assign(aim, select(eq(value_of(aim), ANY), EVERY, _NONE))
    wanted = and_(ne(value_of(aim), _NONE), not_(value_of(s.keep)))
    begin = [ops.Assign(s.keep, FALSE), ops.Assign(aim, const(ANY))]
    return [front, end, aim], [*begin, ops.While([], wanted, [*whole, again])]


def played_ahead(s: ops.Ahead, inside: list[Stmt] | None = None) -> ops.Restoring:
    """What playing ahead does. inside: what runs on the copy instead of what it has there."""
    copied = ops.OnCopy(s.inside if inside is None else inside, draws=s.draws, places=s.places)
    return ops.Restoring(s.slots, [copied], s.moves, s.record, s.fields, places=s.places)


def composed_statements(s: ops.Composed) -> list[Stmt]:
    """What a `Composed` does: the moves that its body pushes wait in the buffer until it has pushed its own."""
    first, count = value_of(s.var), Expr(Op.RUN, Type.INT, (), run_of(MOVE_COUNT))
    begin = [_run(MOVE_UNDECIDE, first, count), _run(MOVE_OPEN), _run(MOVE_SPLICE, first, count)]
    opened = begin if s.joins else [_run(MOVE_OPEN)]
    forget = [_run(MOVE_DROP, first, count - 1)] if s.body else []
    consequents = [ops.Do(attached(fn)) for fn in s.then]
    return [ops.Assign(s.var, count), *s.body, *opened, *s.parts, ops.Do(s.close), *forget, *consequents]


def saves_and_restores(program: Program, s: ops.Restoring, number: int) -> tuple[list[ops.Assign], list[Stmt]]:
    """What a `Restoring` does before its body, and after it. number: makes the names of its locals its own."""
    saves: list[ops.Assign] = []

    def saved(value: Expr, name: str) -> Expr:
        saves.append(ops.Assign(Var(f"{name}_before_{number}", value.type), value))
        return value_of(saves[-1].var)

    restores: list[Stmt] = []
    for slot in s.slots:
        now = Expr(Op.CTX, Type.SET if slot in program.context_sets else Type.INT, (), slot)
        restores.append(ops.SetCtx(slot, saved(now, slot)))
    for name in s.fields:
        now = Expr(Op.FIELD, Type.SET if program.fields[name].kind is FieldKind.SET else Type.INT, (), name)
        restores.append(ops.SetField(name, None, saved(now, name)))
    for forget in expressions(s):
        marks = tuple(saved(count, count.run.intrinsic.name) for count in forget.src)
        restores.append(ops.Do(Expr(forget.op, forget.type, marks, forget.arg)))
    return saves, restores


def operands_first(s: With, number: int) -> tuple[list[ops.Assign], With]:
    """Statements that evaluate the operands of a statement in their order, and the statement, which has locals in their
    place. number: makes the names of these its own."""
    first: list[ops.Assign] = []

    def before(x: Expr) -> Expr:
        if x.op in (Op.CONST, Op.VAR):
            return x
        first.append(ops.Assign(Var(f"operand_{number}_{len(first)}", x.type), x, places=s.places))
        return value_of(first[-1].var)

    made = replace(s)
    if isinstance(made, ops.Emit):
        made.actions = [replace(action) for action in made.actions]
    change_expressions(made, before)
    return first, made


def _run(entry: Entry, *operands: Expr) -> Stmt:
    return ops.Do(Expr(Op.RUN, Type.VOID, operands, run_of(entry)))


def added(s: ops.Assign) -> Expr | None:
    """The site that a statement adds to the local SET which it assigns, if that is what it does."""
    old, one = s.value.src if s.value.op is Op.SET_OR else (s.value, s.value)
    return one.src[0] if old.arg is s.var and old.op is Op.VAR and one.op is Op.SET_ONE else None
