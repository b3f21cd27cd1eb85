"""Which functions depend on the mode of pushing moves, and which code runs in the mode of the caller."""

from __future__ import annotations

from ..program import ops
from ..program.intrinsics import PUSH_MODE
from ..program.modes import FULL, PROBE
from ..program.ops import Block, Entry, Expr, Op, Stmt
from ..program.program import Function, Program
from ..program.walk import blocks, only_call, runs_of


def is_run(x: Expr, *which: Entry) -> bool:
    """Whether an expression runs one of these intrinsics."""
    return x.op is Op.RUN and x.run.intrinsic in which


def does(s: Stmt, *which: Entry) -> bool:
    """Whether a statement runs one of these intrinsics."""
    return isinstance(s, ops.Do) and is_run(s.value, *which)


def modal_functions(program: Program) -> set[int]:
    """Indices of the functions that depend on the mode of their caller, directly or through callees."""
    modal: set[int] = set()
    callers: dict[int, set[int]] = {}
    for fn in program.functions:
        for s in inherited(fn.body):
            if isinstance(s, ops.Push):
                modal.add(fn.index)
            for x in runs_of([s]):
                if isinstance(x.arg, Function):
                    callers.setdefault(x.arg.index, set()).add(fn.index)
                elif x.op is Op.RUN and x.run.intrinsic.mode_aware:
                    modal.add(fn.index)
    todo = list(modal)
    while todo:
        for caller in callers.get(todo.pop(), ()):
            if caller not in modal:
                modal.add(caller)
                todo.append(caller)
    return modal


def builds(cond: Expr) -> bool:
    """Whether a condition holds only where moves are built: push_mode equal to FULL or PROBE."""
    if cond.op is not Op.EQ or not is_run(cond.src[0], PUSH_MODE):
        return False
    return cond.src[1].is_const and cond.src[1].const in (FULL, PROBE)


def inherited(body: Block) -> list[Stmt]:
    """The statements that run in the mode of the function's caller: all except those in another mode, and those that
    only run where moves are built."""
    out: list[Stmt] = []
    _inherited(body, out)
    return out


def inherited_calls(body: Block) -> list[Function]:
    """The functions that `inherited` statements call."""
    found = (x.arg for x in runs_of(inherited(body)))
    return [fn for fn in found if isinstance(fn, Function)]


def _inherited(body: Block, out: list[Stmt]) -> None:
    for s in body:
        out.append(s)
        if isinstance(s, ops.If) and builds(s.cond):
            _inherited(s.orelse, out)
        elif not isinstance(s, ops.InMode | ops.BuiltMove):
            for inner in blocks(s):
                _inherited(inner, out)


def handed_over(fn: Function) -> ops.Do | None:
    """The call of a function in FULL whose moves a function hands over to its caller, if that is all that it does where
    moves are not built (`full_where_needed`)."""
    own = [s for s in inherited(fn.body) if not (isinstance(s, ops.If) and builds(s.cond))]
    calls = [only_call(s.body) for s in own if isinstance(s, ops.InFull) and s.exports]
    silent = (isinstance(s, ops.Assign) and s.value.op is Op.RUN and s.value.run.intrinsic.silent for s in own)
    return calls[0] if len(calls) == 1 and sum(silent) + 1 == len(own) else None
