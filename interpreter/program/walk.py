"""Traversal of programs: the statements of a block, the expressions of a statement, the reachable functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from functools import cache
from typing import TypeVar

from . import ops
from .entries import Entry, Type, Use
from .intrinsics import (
    ACT_COUNT,
    APPLIED_COUNT,
    APPLIED_TRUNCATE,
    MOVE_ATTACH,
    MOVE_COUNT,
    MOVE_DROP,
    MOVE_OPEN,
    MOVE_SPLICE,
    MOVE_UNDECIDE,
    MOVES_REWIND,
    run_of,
)
from .kept_facts import of_function, of_program
from .ops import Block, Expr, Op, Stmt, Var
from .program import Function, Program
from .worklist import reachable

S = TypeVar("S", bound=Stmt)


def statements(body: Block) -> list[Stmt]:
    """All statements of a block, nested ones included, in order."""
    out: list[Stmt] = []
    _statements(body, out)
    return out


def _statements(body: Block, out: list[Stmt]) -> None:
    for s in body:
        out.append(s)
        find = _BLOCKS.get(type(s))
        if find is not None:
            for inner in find(s):
                _statements(inner, out)


_BLOCKS: dict[type[Stmt], Callable[..., tuple[Block, ...]]] = {
    ops.If: lambda s: (s.then, s.orelse),
    **dict.fromkeys((*ops.ForLoop.__subclasses__(), *ops.CountedLoop.__subclasses__(), ops.Scan), lambda s: (s.body,)),
    **dict.fromkeys((ops.While, ops.WhileAny), lambda s: (s.head, s.body)),
    **dict.fromkeys((ops.OnCopy, ops.Restoring, ops.Ahead, ops.Trial), lambda s: (s.body,)),
    **dict.fromkeys((ops.BuiltMove, *ops.InMode.__subclasses__()), lambda s: (s.body,)),
    ops.Filter: lambda s: (s.body, s.tests),
    ops.Composed: lambda s: (s.body, s.parts),
}


def bound(body: Block) -> list[Var]:
    """The locals that a block assigns, loop variables included, each once."""
    return list(dict.fromkeys(s.var for s in statements(body) if isinstance(s, ops.Binding)))


def unused_name(fn: Function, name: str) -> str:
    """The name, or with the first number that makes it one that no local of a function has: backends declare locals by
    their names."""
    names = {v.name for v in (*fn.params, *bound(fn.body))}
    numbered_names = (f"{name}_{k}" for k in range(2, len(names) + 3))
    return next(n for n in (name, *numbered_names) if n not in names)


def blocks(s: Stmt) -> tuple[Block, ...]:
    """The blocks directly within a statement."""
    find = _BLOCKS.get(type(s))
    return find(s) if find else ()


def repeats(s: Stmt, inner: Block) -> bool:
    """Whether a statement may run a block directly within it more than once."""
    return isinstance(s, ops.Loop) or (isinstance(s, ops.Filter) and inner is s.tests)


_EXPRESSIONS: dict[type[Stmt], Callable[..., tuple[Expr, ...]]] = {
    **dict.fromkeys((ops.Assign, ops.SetCtx, ops.Do), lambda s: (s.value,)),
    ops.SetField: lambda s: (s.value,) if s.index is None else (s.index, s.value),
    **dict.fromkeys((ops.If, ops.While), lambda s: (s.cond,)),
    **dict.fromkeys((ops.ForRange, ops.ForAlong), lambda s: (s.lo, s.hi, *_of_counting(s))),
    ops.WhileAny: lambda s: (s.lo, s.hi, Expr(Op.VAR, s.on.type, (), s.on)),
    ops.ForPieces: lambda s: (s.number, s.first, *_of_counting(s)),
    ops.ForSet: lambda s: (s.set, *_of_at_once(s.at_once)),
    ops.ForRow: lambda s: (s.row, *_of_row(s)),
    ops.ForList: lambda s: (s.list,),
    ops.Scan: lambda s: (s.lo, s.hi),
    ops.Flood: lambda s: (*(Expr(Op.VAR, v.type, (), v) for v in (s.group, s.meets) if v is not None), s.start),
    ops.Filter: lambda s: (Expr(Op.VAR, s.keep.type, (), s.keep), *(() if s.to is None else (s.to,))),
    ops.Composed: lambda s: (*_COMPOSING[s.joins, bool(s.body)], s.close, *map(attached, s.then)),
    ops.OnCopy: lambda s: () if s.when is None else (s.when,),
    ops.Restoring: lambda s: _FORGETTING[s.moves, s.record],
    ops.Ahead: lambda s: (s.applies, *_FORGETTING[s.moves, s.record]),
    ops.Trial: lambda s: (s.applies, s.answer, *_FORGETTING[s.moves, s.record]),
    **dict.fromkeys(ops.InMode.__subclasses__(), lambda s: (s.aim,)),
    ops.BuiltMove: lambda s: (s.to_site,) if s.from_site is None else (s.from_site, s.to_site),
    ops.Return: lambda s: () if s.value is None else (s.value,),
    ops.Emit: lambda s: _of_emit(s),
}


def _forgetting(forget: Entry, *marks: Entry) -> Expr:
    """The expression that runs an intrinsic on what was added after some marks; most often it forgets that."""
    counts = (Expr(Op.RUN, Type.INT, (), run_of(mark)) for mark in marks)
    return Expr(Op.RUN, Type.VOID, tuple(counts), run_of(forget))


_COMPOSING: dict[tuple[bool, bool], tuple[Expr, ...]] = {
    (joins, drops): tuple(
        _forgetting(entry, *marks) for entry, *marks in (
            *([(MOVE_UNDECIDE, MOVE_COUNT, MOVE_COUNT), (MOVE_SPLICE, MOVE_COUNT, MOVE_COUNT)] if joins else []),
            *([(MOVE_DROP, MOVE_COUNT, MOVE_COUNT)] if drops else []), (MOVE_OPEN,),
        )
    )
    for joins in (False, True) for drops in (False, True)
}  # fmt: skip
"""What a `Composed` evaluates itself, beside what pushes its move: whether it joins moves, and has any to forget."""


def attached(then: Function) -> Expr:
    """The expression that attaches one more consequent to the last move of the buffer."""
    last = Expr(Op.RUN, Type.INT, (), run_of(MOVE_COUNT)) - 1
    return Expr(Op.RUN, Type.VOID, (last, Expr(Op.CONST, Type.INT, (), then.index)), run_of(MOVE_ATTACH))


_MOVES, _RECORD = _forgetting(MOVES_REWIND, MOVE_COUNT, ACT_COUNT), _forgetting(APPLIED_TRUNCATE, APPLIED_COUNT)
_FORGETTING: dict[tuple[bool, bool], tuple[Expr, ...]] = {
    (False, False): (),
    (True, False): (_MOVES,),
    (False, True): (_RECORD,),
    (True, True): (_MOVES, _RECORD),
}
"""What a `Restoring` evaluates itself: the marks before its body, and what goes back to them after it."""


def _of_emit(s: ops.Emit) -> tuple[Expr, ...]:
    head = (s.mover, s.from_site, s.to_site, s.level_min, s.level_max)
    return (*head, *(x for action in s.actions for x in (*action.params, action.decision)))


def _of_counting(s: ops.CountedLoop) -> tuple[Expr, ...]:
    each = () if s.each is None else (s.each,)
    return (*each, *(w.value for w in s.leaves), *_of_at_once(s.at_once))


def _of_row(s: ops.ForRow) -> tuple[Expr, ...]:
    narrowed = () if s.narrowed is None else (s.narrowed.sites,)
    goes = () if s.goes is None else (s.goes.to,)
    return (*narrowed, *goes, *(() if s.ends is None else (s.ends.over, s.ends.idle, s.ends.hits)))


def _of_at_once(x: ops.AtOnce | None) -> tuple[Expr, ...]:
    return () if x is None else (x.sites, *(y for s in statements(x.body) for y in expressions(s)))


def expressions(s: Stmt) -> tuple[Expr, ...]:
    """The expressions directly within a statement (not those of nested statements)."""
    find = _EXPRESSIONS.get(type(s))
    return find(s) if find else ()


def change_expressions(s: Stmt, change: Callable[[Expr], Expr]) -> None:
    """Replaces the expressions directly within a statement, apart from those that passes have noted for backends."""
    if isinstance(s, ops.Assign | ops.SetCtx | ops.Do):
        s.value = change(s.value)
    elif isinstance(s, ops.SetField):
        s.index = None if s.index is None else change(s.index)
        s.value = change(s.value)
    elif isinstance(s, ops.If | ops.While):
        s.cond = change(s.cond)
    elif isinstance(s, ops.ForRange | ops.WhileAny):
        s.lo, s.hi = change(s.lo), change(s.hi)
    elif isinstance(s, ops.AlongRow):
        s.row, s.lo, s.limits = change(s.row), change(s.lo), tuple(map(change, s.limits))
        if isinstance(s, ops.ForAlong):
            s.within = None if s.within is None else change(s.within)
    elif isinstance(s, ops.ForPieces):
        s.number, s.first = change(s.number), change(s.first)
    elif isinstance(s, ops.ForSet):
        s.set = change(s.set)
    elif isinstance(s, ops.ForRow):
        s.row = change(s.row)
    elif isinstance(s, ops.ForList):
        s.list = change(s.list)
    elif isinstance(s, ops.Flood):
        s.start = change(s.start)
    elif isinstance(s, ops.InMode):
        s.aim = change(s.aim)
    elif isinstance(s, ops.OnCopy):
        s.when = None if s.when is None else change(s.when)
    elif isinstance(s, ops.Ahead):
        s.applies = change(s.applies)
        if isinstance(s, ops.Trial):
            s.answer = change(s.answer)
    elif isinstance(s, ops.Composed):
        s.close = change(s.close)
    elif isinstance(s, ops.Filter):
        s.to = None if s.to is None else change(s.to)
    elif isinstance(s, ops.Return):
        s.value = None if s.value is None else change(s.value)
    elif isinstance(s, ops.BuiltMove):
        s.from_site, s.to_site = None if s.from_site is None else change(s.from_site), change(s.to_site)
    elif isinstance(s, ops.Emit):
        s.mover, s.from_site, s.to_site = change(s.mover), change(s.from_site), change(s.to_site)
        s.level_min, s.level_max = change(s.level_min), change(s.level_max)
        for action in s.actions:
            action.params, action.decision = tuple(map(change, action.params)), change(action.decision)


def subexpressions(x: Expr) -> tuple[Expr, ...]:
    """An expression and its subexpressions, parents first."""
    if not x.src:
        return (x,)
    found: tuple[Expr, ...] | None = getattr(x, "below_", None)  # expressions do not change
    if found is None:
        out, todo = [], [x]
        while todo:
            y = todo.pop()
            out.append(y)
            todo += y.src[::-1]
        found = tuple(out)
        if len(found) <= _MOST_KEPT:
            object.__setattr__(x, "below_", found)
    return found


_MOST_KEPT = 64  # longer lists would take much room


def nodes(found: Iterable[Stmt]) -> list[Expr]:
    """The expressions of statements themselves, subexpressions included; of `statements(body)`: all within a block."""
    return [y for s in found for x in expressions(s) for y in subexpressions(x)]


def runs_of(found: Iterable[Stmt]) -> list[Expr]:
    """The calls, intrinsics and new lists of statements themselves."""
    return [x for s in found for e in expressions(s) for x in runs(e)]


def called_by(found: Iterable[Stmt]) -> list[Function]:
    """The functions that statements themselves call, in order."""
    return [x.called for x in runs_of(found) if x.op is Op.CALL]


def reads(x: Expr, some: Container[Var]) -> bool:
    """Whether an expression reads one of some locals."""
    return any(y.op is Op.VAR and y.var in some for y in subexpressions(x))


def locals_read(found: Iterable[Stmt]) -> set[Var]:
    """The locals that statements themselves read."""
    return {x.var for x in nodes(found) if x.op is Op.VAR}


def own_locals(fn: Function, body: Block) -> set[Var]:
    """The locals that a block of a function assigns and that nothing outside it reads or assigns."""
    inside, everywhere = _uses(statements(body)), _uses_in(fn)
    return {v for v in bound(body) if inside[v] == everywhere[v]}


def keeps_locals(fn: Function, s: Stmt) -> bool:
    """Whether nothing outside a statement reads or assigns the locals that it assigns."""
    return own_locals(fn, [s]).issuperset(bound([s]))


@of_function
def _uses_in(fn: Function) -> Counter[Var]:
    uses = _uses(all_statements(fn))
    uses.update(fn.params)
    return uses


def _uses(found: Sequence[Stmt]) -> Counter[Var]:
    uses = Counter(x.var for x in nodes(found) if x.op is Op.VAR)
    uses.update(s.var for s in found if isinstance(s, ops.Binding))
    return uses


def slots_written(body: Block) -> set[str]:
    """The slots of the context that a block itself writes, and does not restore."""
    found: set[str] = set()
    for s in body:
        if isinstance(s, ops.SetCtx):
            found.add(s.slot)
        inner = set[str]().union(*map(slots_written, blocks(s)))
        found |= inner.difference(s.slots) if isinstance(s, ops.Restoring) else inner
    return found


def all_blocks(body: Block) -> list[Block]:
    """A block and all blocks within it."""
    return [body, *(inner for s in statements(body) for inner in blocks(s))]


def conjuncts(x: Expr, meet: Op = Op.AND) -> list[Expr]:
    """The conditions that have to hold together, or with another `meet` the sets that intersect, in order."""
    return [part for s in x.src for part in conjuncts(s, meet)] if x.op is meet else [x]


def runs(x: Expr) -> tuple[Expr, ...]:
    """The calls, intrinsics and new lists of an expression, parents first."""
    if not x.src:
        return (x,) if x.op in _RUNS else ()
    found: tuple[Expr, ...] | None = getattr(x, "runs_", None)  # expressions do not change
    if found is None:
        found = (x,) if x.op in _RUNS else ()
        for s in x.src:
            if s.src or s.op in _RUNS:
                found += runs(s)
        object.__setattr__(x, "runs_", found)
    return found


_RUNS = {Op.CALL, Op.RUN, Op.LIST_NEW}


@of_function
def all_statements(fn: Function) -> tuple[Stmt, ...]:
    """All statements of a function, nested ones included, in order."""
    return tuple(statements(fn.body))


@of_function
def assigned_once(fn: Function) -> dict[Var, Expr]:
    """The values of the locals that are assigned once in a function's text."""
    found = all_statements(fn)
    times = Counter(s.var for s in found if isinstance(s, ops.Binding))
    times.update(fn.params)
    return {s.var: s.value for s in found if isinstance(s, ops.Assign) and times[s.var] == 1}


def meant(x: Expr, once: Mapping[Var, Expr]) -> Expr:
    """What a local that is assigned once stands for; other expressions themselves."""
    while x.op is Op.VAR and x.arg in once:
        x = once[x.var]
    return x


def all_of(fn: Function, *kinds: type[S]) -> Sequence[S]:
    """All statements of a function that are of some kinds."""
    known = _by_kinds(fn)
    if kinds not in known:
        there = [of_one for of_one in known if len(of_one) == 1 and _is_one_of(of_one[0], kinds)]  # type: ignore[arg-type]
        if len(there) == 1:
            known[kinds] = known[there[0]]
        else:
            known[kinds] = [s for s in all_statements(fn) if isinstance(s, kinds)] if there else []
    return known[kinds]  # type: ignore[return-value]


@cache
def _is_one_of(kind: type[Stmt], kinds: tuple[type[Stmt], ...]) -> bool:
    return issubclass(kind, kinds)


@of_function
def _by_kinds(fn: Function) -> dict[tuple[type[Stmt], ...], list[Stmt]]:
    """The statements of a function by their kinds; `all_of` adds those of several."""
    found: dict[tuple[type[Stmt], ...], list[Stmt]] = {}
    for s in all_statements(fn):
        found.setdefault((type(s),), []).append(s)
    return found


@of_function
def all_runs(fn: Function) -> tuple[Expr, ...]:
    """The calls, intrinsics and new lists of a function."""
    return tuple(runs_of(all_statements(fn)))


@of_function
def all_calls(fn: Function) -> tuple[Function, ...]:
    """The functions that a function itself calls, each once."""
    return tuple(dict.fromkeys(x.called for x in all_runs(fn) if x.op is Op.CALL))


@of_function
def all_expressions(fn: Function) -> tuple[Expr, ...]:
    """All expressions of a function, nested ones included."""
    return tuple(nodes(all_statements(fn)))


@of_program
def reached(program: Program) -> frozenset[int]:
    """Indices of all functions that are reachable from the entries and the appliers."""
    return frozenset(reached_from(program, (*program.entries.values(), *program.appliers.values())))


def reached_from(program: Program, first: Iterable[Function], skipped: Set[int] = frozenset()) -> set[int]:
    """Indices of these functions and of all that they call or attach to moves, callees included. skipped: indices of
    functions that are left out, with what only they call."""
    def beyond(i: int) -> list[int]:
        called, by_index = _leads_to(program.functions[i])
        return [k for k in (*called, *by_index) if k not in skipped and 0 <= k < len(program.functions)]

    return set(reachable((f.index for f in first if f.index not in skipped), beyond))


@of_program
def numbered(program: Program) -> frozenset[int]:
    """Indices of the reachable functions that are called by their index: consequents, and what `call_moves` calls."""
    return frozenset(i for k in reached(program) for i in _leads_to(program.functions[k])[1])


@of_function
def _leads_to(fn: Function) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The functions that a function itself calls, and those that it attaches to moves or names by their index."""
    by_index = {f.index for s in all_of(fn, ops.Emit) for f in s.then}
    for x in all_runs(fn):
        if x.op is Op.RUN:
            of_each = zip(x.run.intrinsic.operands, x.src, strict=False)
            by_index |= {value.const for operand, value in of_each if operand.use is Use.FUNCTION and value.is_const}
    return tuple(f.index for f in all_calls(fn)), tuple(by_index)


def rewrite(body: Block, change: Callable[[Stmt], list[Stmt]]) -> Block:
    """The block with every statement, innermost first, replaced by the statements that `change` returns for it."""
    out: Block = []
    for s in body:
        for inner in blocks(s):
            inner[:] = rewrite(inner, change)
        out += change(s)
    return out


def rewrite_function(fn: Function, change: Callable[[Stmt], list[Stmt]], *concerned: type[Stmt]) -> None:
    """The same for the body of a function. Where `change` alters a statement that it returns, and that is all,
    `Function.changed` has to be called besides. concerned: the kinds of statements that it may change; none given for
    all."""
    if concerned and not all_of(fn, *concerned):
        return
    before = all_statements(fn)
    fn.body[:] = rewrite(fn.body, change)
    if before != tuple(statements(fn.body)):
        fn.changed()
