"""A rules program as text for people. Everything that passes change is shown."""

from __future__ import annotations

from collections.abc import Callable

from . import ops
from .actions import ACTIONS
from .intrinsics import ACT_NOW, FULL_CAPACITY
from .modes import COUNT
from .ops import OPERATIONS, Argument, Block, Expr, Op, Type
from .places import Places
from .program import Function, Program
from .walk import reached


def expression(x: Expr) -> str:
    """One expression, as its entry in the table of operations says."""
    a = [expression(s) for s in x.src]
    op = x.op
    text = OPERATIONS[op].text
    if text:
        return text.format(*a, arg=x.arg)
    if op is Op.CONST:
        return ("true" if x.const else "false") if x.type is Type.BOOL else str(x.arg)
    if op is Op.VAR:
        return x.var.name
    if op is Op.FIELD:
        return f"{x.arg}[{a[0]}]" if a else x.name
    if op is Op.LIST_NEW:
        return f"[{', '.join(a)}]"
    if op is Op.CALL:
        return f"{x.called.name}({', '.join(a)})"
    assert op is Op.RUN, op
    entry, name = x.run.intrinsic, x.run.name
    if entry.argument is Argument.ACTION:
        decision = [] if x.src[0].is_const and not x.src[0].const else [f"decision={a[0]}"]
        return f"{'apply' if entry is ACT_NOW else 'add'} action {name}({', '.join(decision + a[1:])})"
    if entry is FULL_CAPACITY:
        return f"full({name})"
    return f"{entry.name}({', '.join(([name] if name else []) + a)})"


def statement(s: ops.Stmt, depth: int, places: bool = False) -> list[str]:
    """The lines of one statement. places: the first ends with where the ludemes stand for which it was written."""
    first, *rest = _lines(s, depth, lambda body: block(body, depth + 1, places))
    return [first + _places(s.places) * places, *rest]


def _lines(s: ops.Stmt, depth: int, inner: Callable[[Block], list[str]]) -> list[str]:
    pad = "  " * depth
    e = expression
    if isinstance(s, ops.Assign):
        return [f"{pad}{s.var.name} = {e(s.value)}"]
    if isinstance(s, ops.SetField):
        return [f"{pad}{s.field}{'' if s.index is None else f'[{e(s.index)}]'} = {e(s.value)}"]
    if isinstance(s, ops.SetCtx):
        return [f"{pad}ctx.{s.slot} = {e(s.value)}"]
    if isinstance(s, ops.If):
        implied = "  # holds in every iteration that must not be skipped" if s.implied else ""
        lines = [f"{pad}if {e(s.cond)}:{implied}", *inner(s.then)]
        return [*lines, f"{pad}else:", *inner(s.orelse)] if s.orelse else lines
    if isinstance(s, ops.While):
        return [f"{pad}loop:", *inner(s.head), f"{pad}  while {e(s.cond)}", *inner(s.body)]
    if isinstance(s, ops.ForRange):
        span = f"{e(s.lo)} down to {e(s.hi)}" if s.down else f"{e(s.lo)} .. {e(s.hi)} - 1"
        head = f"{pad}for {s.var.name} in {span}:{_each(s)}"
        return [head, *_at_once(s, depth + 1), *inner(s.body)]
    if isinstance(s, ops.ForAlong):
        within = "" if s.within is None else f" within {e(s.within)}"
        return [f"{pad}for {s.var.name} along {_row(s)}{within}:{_each(s)}", *_at_once(s, depth + 1), *inner(s.body)]
    if isinstance(s, ops.WhileAny):
        head = f"{pad}for {s.var.name} in {e(s.lo)} .. {e(s.hi)} - 1:"
        first = inner(s.head) if s.head else []
        return [head, *first, f"{pad}  while any {s.on.name}", *inner(s.body)]
    if isinstance(s, ops.ForPieces):
        way = "the last to the first of " * s.down
        head = f"{pad}for {s.var.name} in {way}{e(s.number)} positions from {e(s.first)} on:{_each(s)}"
        return [head, *_at_once(s, depth + 1), *inner(s.body)]
    if isinstance(s, ops.ForSet):
        head = f"{pad}for {s.var.name} in {e(s.set)}:{_apart(s.apart)}"
        return [head, *_at_once(s, depth + 1), *inner(s.body)]
    if isinstance(s, ops.ForRow):
        n = s.narrowed
        only = "" if n is None else f" where {n.keys} in {e(n.sites)}"
        notes = ["apart"] * s.apart + ["one move each"] * (n is not None and n.one_each)
        notes += [f"row sets {n.row_sets}, {n.by_key}"] if n is not None and n.row_sets else []
        notes += [f"reaches {s.reaches}"] if s.reaches else []
        notes += [f"goes to {e(s.goes.to)} by {s.goes.rays}"] if s.goes is not None else []
        notes += [] if s.ends is None else [f"a move where {_ends(s.ends)}"]
        note = f"  # {'; '.join(notes)}" if notes else ""
        return [f"{pad}for {s.var.name} in {s.table}[{e(s.row)}]{only}:{note}", *inner(s.body)]
    if isinstance(s, ops.ForList):
        return [f"{pad}for {s.var.name} in {e(s.list)}:", *inner(s.body)]
    if isinstance(s, ops.Scan):
        return [f"{pad}scan {s.var.name} along {_row(s)}:", *inner(s.body)]
    if isinstance(s, ops.Flood):
        meets = "" if s.meets is None else f", {s.meets.name} beside it"
        return [f"{pad}flood {s.group.name} from {e(s.start)}, {s.var.name}{meets}:", *inner(s.body)]
    if isinstance(s, ops.Filter):
        more = ", one of them" * s.one + ", of a few if one is kept" * s.few
        more += ", the last for one that is dropped" * s.swaps + ("" if s.to is None else f", asked about {e(s.to)}")
        head = f"{pad}of the moves {s.var.name}, keep those with {s.keep.name}{more}:"
        return [head, *inner(s.body), f"{pad}tested by:", *inner(s.tests)]
    if isinstance(s, ops.BuiltMove):
        begins = "" if s.from_site is None else f"from {e(s.from_site)} "
        return [f"{pad}a move {begins}to {e(s.to_site)}, built by:", *inner(s.body)]
    if isinstance(s, ops.Composed):
        first = [f"{pad}before move {s.var.name}:", *inner(s.body)] if s.body else []
        ends = ", ".join(map(e, s.close.src))
        then = f", then {', '.join(fn.name for fn in s.then)}" * bool(s.then)
        head = f"{pad}move {s.var.name} ({ends}){then}{', which joins those before it' * s.joins}:"
        return [*first, head, *inner(s.parts)]
    if isinstance(s, ops.OnCopy):
        when = "" if s.when is None else f", if {e(s.when)}"
        return [f"{pad}on a copy{when}{', which draws' * s.draws}:", *inner(s.body)]
    if isinstance(s, ops.Ahead):
        what = f", restoring {', '.join(s.slots)}" * bool(s.slots)
        told = f"{s.var.name} = {e(s.answer)} once tried" if isinstance(s, ops.Trial) else "ahead"
        return [f"{pad}{told} by {e(s.applies)}{what}{', which draws' * s.draws}:", *inner(s.body)]
    if isinstance(s, ops.Restoring):
        what = ", ".join([*s.slots, *s.fields, *["moves"] * s.moves, *["record"] * s.record])
        return [f"{pad}restoring {what}:", *inner(s.body)]
    if isinstance(s, ops.Question):
        asked = f"number of moves, aim {e(s.aim)}" if s.mode == COUNT else f"a move to {e(s.aim)}"
        return [f"{pad}{s.var.name} = {asked}:", *inner(s.body)]
    if isinstance(s, ops.InFull):
        return [f"{pad}in full, aim {e(s.aim)}{', exported' * s.exports}:", *inner(s.body)]
    if isinstance(s, ops.Return):
        return [f"{pad}return" + ("" if s.value is None else f" {e(s.value)}")]
    if isinstance(s, ops.Do):
        return [f"{pad}{e(s.value)}"]
    if isinstance(s, ops.Emit):
        return [f"{pad}{_emit(s)}"]
    return [f"{pad}{type(s).__name__.lower()}"]


def _at_once(s: ops.CountedLoop | ops.ForSet, depth: int) -> list[str]:
    """How the moves of all iterations are counted at once, above the loop's body."""
    x = s.at_once
    if x is None:
        return []
    pad = "  " * depth
    head = f"{pad}at once, for {x.least} iterations or more: {x.own.name} = {expression(x.sites)}"
    bits = " + ".join(f"{1 << i} × ({s.var.name} in {v.name})" for i, v in enumerate(x.planes))
    return [head, *block(x.body, depth + 1), f"{pad}  an iteration pushes {bits}"]


def _row(s: ops.AlongRow) -> str:
    """Which positions of which row a loop goes along."""
    limits = "".join(f" below {expression(x)}" for x in s.limits)
    return f"{s.table}[{expression(s.row)}] from {expression(s.lo)}{limits}"


def _ends(x: ops.WayEnds) -> str:
    over, idle, hits = map(expression, (x.over, x.idle, x.hits))
    return f"{x.before} ⊆ {over} and {x.after} first meets {hits} outside {idle}"


def _each(s: ops.CountedLoop) -> str:
    if s.each is None:
        return _apart(s.apart)
    leaves = f"; leaves {', '.join(x.slot for x in s.leaves)}" if s.leaves else ""
    return f"  # apart; moves each: {expression(s.each)}{leaves}"


def _apart(apart: bool) -> str:
    return "  # apart" if apart else ""


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
        if not a.decision.is_const:
            decision = [f"decision={e(a.decision)}"]
        actions.append(f"{a.kind}({', '.join(params + decision)})")
    levels = "" if (_zero(s.level_min) and _zero(s.level_max)) else f" levels={e(s.level_min)}..{e(s.level_max)}"
    then = f" then=[{', '.join(f.name for f in s.then)}]" if s.then else ""
    sites = f"from={e(s.from_site)} to={e(s.to_site)}"
    return f"emit mover={e(s.mover)} {sites}{levels} actions=[{', '.join(actions)}]{then}"


def _places(places: Places) -> str:
    """Each place, with those where the defines around it were used, from the inside outwards."""
    found = [" in ".join(map(str, place.places)) for place in places]
    return f"  @ {', '.join(found)}" if found else ""


def _zero(x: Expr) -> bool:
    return x.is_const and x.const == 0


def block(body: Block, depth: int, places: bool = False) -> list[str]:
    """The lines of a block. places: see `statement`."""
    lines = [line for s in body for line in statement(s, depth, places)]
    return lines or ["  " * depth + "nothing"]


def function(fn: Function, places: bool = False) -> str:
    """One function. places: see `statement`."""
    params = ", ".join(f"{v.name}: {v.type.value}" for v in fn.params)
    head = f"fn {fn.name}({params})" + ("" if fn.result is ops.Type.VOID else f" -> {fn.result.value}") + ":"
    notes = [fn.comment] * bool(fn.comment) + ["kept"] * fn.kept + [f"kept by {fn.kept_by}"] * bool(fn.kept_by)
    notes += ["tries a move"] * fn.tries
    if fn.upkeep is not None:
        notes.append(f"upkeep of {fn.upkeep.value}")
    note = f"  # {'; '.join(notes)}" if notes else ""
    return "\n".join([head + note + _places(fn.places) * places, *block(fn.body, 1, places)])


def print_program(program: Program, places: bool = False) -> str:
    """The whole program: fields of the state, tables by size, and the reachable functions in order. places: see
    `statement`."""
    lines = [f"program {program.name!r}", "", "state:"]
    for f in program.fields.values():
        shape = "" if f.kind.value in ("int", "set") else f"[{f.size}{' × ' + f.cap if f.cap else ''}]"
        lines.append(f"  {f.name}: {f.kind.value}{shape}" + (f" = {f.init}" if f.init else ""))
    lines += ["", "tables:"]
    lines += [f"  {t.name}: {t.kind}, {len(t.rows)} rows" for t in program.tables.values()]
    live = reached(program)
    lines += ["", *(f"\n{function(fn, places)}" for fn in program.functions if fn.index in live)]
    return "\n".join(lines) + "\n"
