"""A rules program as text for people."""

from __future__ import annotations

from . import ops
from .actions import ACTIONS
from .ops import Block, Expr, Function, Op, Program
from .signs import SIGNS
from .walk import reached

_INFIX = {
    **SIGNS, Op.DIV: "/", Op.MOD: "%", Op.POW: "**", Op.AND: "and", Op.OR: "or",
    Op.SET_OR: "∪", Op.SET_AND: "∩", Op.SET_DIFF: "∖", Op.SET_XOR: "△", Op.SET_EQ: "==",
}  # fmt: skip


def expression(x: Expr) -> str:
    """One expression."""
    a = [expression(s) for s in x.src]
    op = x.op
    if op is Op.CONST:
        return ("true" if x.const else "false") if x.type is ops.Type.BOOL else str(x.arg)
    if op is Op.VAR:
        assert isinstance(x.arg, ops.Var)
        return x.arg.name
    if op is Op.CTX:
        return f"ctx.{x.arg}"
    if op in (Op.FIELD, Op.FIELD_RAW, Op.TABLE, Op.SET_TABLE):
        return f"{x.arg}[{a[0]}]" if a else str(x.arg)
    if op is Op.LEN:
        return f"len({x.arg})"
    if op is Op.CAP:
        return f"cap({x.arg})"
    if op is Op.ROW_LEN:
        return f"len({x.arg}[{a[0]}])"
    if op is Op.ROW_AT:
        return f"{x.arg}[{a[0]}][{a[1]}]"
    if op is Op.ROW_RUN:
        return f"run({x.arg}[{a[0]}] from {a[1]} in {a[2]})"
    if op is Op.SET_UNION:
        return f"union({x.arg}[i]: i in {a[0]})"
    if op is Op.ROW_SET:
        return f"set({x.arg}[{a[0]}][{a[1]} .. {a[2]} - 1])"
    if op in _INFIX:
        return f"({a[0]} {_INFIX[op]} {a[1]})"
    if op is Op.NOT:
        return f"not {a[0]}"
    if op is Op.SELECT:
        return f"({a[1]} if {a[0]} else {a[2]})"
    if op is Op.SET_EMPTY:
        return "∅"
    if op is Op.SET_ONE:
        return f"{{{a[0]}}}"
    if op is Op.SET_HAS:
        return f"({a[1]} in {a[0]})"
    if op is Op.SET_WHERE:
        return f"{{i: {x.arg}[i] == {a[0]}}}"
    if op is Op.LIST_NEW:
        return f"[{', '.join(a)}]"
    if op is Op.CALL:
        assert isinstance(x.arg, Function)
        return f"{x.arg.name}({', '.join(a)})"
    if op is Op.RUN:
        return f"{x.arg}({', '.join(a)})"
    return f"{op.name.lower()}({', '.join(a)})"


def statement(s: ops.Stmt, depth: int) -> list[str]:
    """The lines of one statement."""
    pad = "  " * depth
    e = expression
    if isinstance(s, ops.Assign):
        return [f"{pad}{s.var.name} = {e(s.value)}"]
    if isinstance(s, ops.SetField):
        return [f"{pad}{s.field}{'' if s.index is None else f'[{e(s.index)}]'} = {e(s.value)}"]
    if isinstance(s, ops.SetCtx):
        return [f"{pad}ctx.{s.slot} = {e(s.value)}"]
    if isinstance(s, ops.If):
        lines = [f"{pad}if {e(s.cond)}:", *block(s.then, depth + 1)]
        return [*lines, f"{pad}else:", *block(s.orelse, depth + 1)] if s.orelse else lines
    if isinstance(s, ops.While):
        return [f"{pad}loop:", *block(s.head, depth + 1), f"{pad}  while {e(s.cond)}", *block(s.body, depth + 1)]
    if isinstance(s, ops.ForRange):
        span = f"{e(s.lo)} down to {e(s.hi)}" if s.down else f"{e(s.lo)} .. {e(s.hi)} - 1"
        return [f"{pad}for {s.var.name} in {span}:", *block(s.body, depth + 1)]
    if isinstance(s, ops.ForSet):
        only = "" if s.only is None else f" where in {e(s.only)}"
        return [f"{pad}for {s.var.name} in {e(s.set)}{only}:", *block(s.body, depth + 1)]
    if isinstance(s, ops.ForRow):
        only = "" if s.sites is None else f" where {s.keys} in {e(s.sites)}"
        if s.one_each:
            only += " (one move each)"
        return [f"{pad}for {s.var.name} in {s.table}[{e(s.row)}]{only}:", *block(s.body, depth + 1)]
    if isinstance(s, ops.ForList):
        return [f"{pad}for {s.var.name} in {e(s.list)}:", *block(s.body, depth + 1)]
    if isinstance(s, ops.Return):
        return [f"{pad}return" + ("" if s.value is None else f" {e(s.value)}")]
    if isinstance(s, ops.Do):
        return [f"{pad}{e(s.value)}"]
    if isinstance(s, ops.Emit):
        return [f"{pad}{_emit(s)}"]
    return [f"{pad}{type(s).__name__.lower()}"]


def _emit(s: ops.Emit) -> str:
    e = expression
    actions = []
    for a in s.actions:
        params = [
            f"{n}={e(p)}"
            for n, p in zip(ACTIONS[a.kind].params, a.params, strict=True)
            if not (p.is_const and p.const == -1)
        ]
        decision = ["decision"] if a.decision.is_const and a.decision.const else []
        actions.append(f"{a.kind}({', '.join(params + decision)})")
    text = f"emit mover={e(s.mover)} from={e(s.from_site)} to={e(s.to_site)} actions=[{', '.join(actions)}]"
    if s.then:
        text += f" then=[{', '.join(f.name for f in s.then)}]"
    return text


def block(body: Block, depth: int) -> list[str]:
    """The lines of a block."""
    lines = [line for s in body for line in statement(s, depth)]
    return lines or ["  " * depth + "nothing"]


def function(fn: Function) -> str:
    """One function."""
    params = ", ".join(f"{v.name}: {v.type.value}" for v in fn.params)
    head = f"fn {fn.name}({params})" + ("" if fn.result is ops.Type.VOID else f" -> {fn.result.value}") + ":"
    note = f"  # {fn.comment}" if fn.comment else ""
    return "\n".join([head + note, *block(fn.body, 1)])


def print_program(program: Program) -> str:
    """The whole program: state, tables by size, functions that can be reached, entries first."""
    lines = [f"program {program.name!r}", "", "state:"]
    for f in program.fields.values():
        shape = "" if f.kind.value in ("int", "set") else f"[{f.size}{' × ' + f.cap if f.cap else ''}]"
        lines.append(f"  {f.name}: {f.kind.value}{shape}" + (f" = {f.init}" if f.init else ""))
    lines += ["", "tables:"]
    lines += [f"  {t.name}: {t.kind}, {len(t.rows)} rows" for t in program.tables.values()]
    live = reached(program)
    lines += ["", *(f"\n{function(fn)}" for fn in program.functions if fn.index in live)]
    return "\n".join(lines) + "\n"
