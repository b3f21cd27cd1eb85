"""Which functions depend on the mode of pushing moves, and which code runs in the mode of the caller."""

from __future__ import annotations

from ..program import ops
from ..program.intrinsics import PUSHES_IN
from ..program.kept_facts import of_function, of_program
from ..program.modes import CHOOSE, COUNT, PROBE
from ..program.ops import Block, Entry, Expr, Op, Stmt
from ..program.program import Function, Program
from ..program.walk import blocks, called_by, runs_of
from ..program.worklist import reachable
from .known_conditions import decide


def is_run(x: Expr, *which: Entry) -> bool:
    """Whether an expression runs one of these intrinsics."""
    return x.op is Op.RUN and x.run.intrinsic in which


@of_program
def modal_functions(program: Program) -> frozenset[int]:
    """Indices of the functions that depend on the mode of their caller, directly or through callees."""
    callers: dict[int, list[int]] = {}
    for fn in program.functions:
        for called in _modal_calls(fn)[1]:
            callers.setdefault(called, []).append(fn.index)
    first = (fn.index for fn in program.functions if _modal_calls(fn)[0])
    return frozenset(reachable(first, lambda i: callers.get(i, ())))


@of_function
def _modal_calls(fn: Function) -> tuple[bool, frozenset[int]]:
    """Whether a function itself depends on the mode of its caller, and the functions that it calls in that mode."""
    own = all_inherited(fn)
    found = runs_of(own)
    aware = any(x.op is Op.RUN and x.run.intrinsic.mode_aware for x in found)
    pushes = any(isinstance(s, ops.Push) or (isinstance(s, ops.InFull) and s.exports) for s in own)
    return aware or pushes, frozenset(x.called.index for x in found if x.op is Op.CALL)


def in_mode(cond: Expr, mode: int) -> bool | None:
    """What a condition is in a mode, if that follows from the mode; None if not."""

    def holds(x: Expr) -> bool | None:
        return x.src[0].const == mode if is_run(x, PUSHES_IN) else None

    return decide(cond, holds)


def inherited(body: Block, modes: tuple[int, ...] = (COUNT, CHOOSE)) -> list[Stmt]:
    """The statements that run in the mode of the function's caller: all except those in another mode, and those that
    run in none of some modes."""
    out: list[Stmt] = []
    _inherited(body, modes, out)
    return out


@of_function
def all_inherited(fn: Function) -> tuple[Stmt, ...]:
    """The `inherited` statements of a function."""
    return tuple(inherited(fn.body))


@of_function
def all_asked(fn: Function) -> tuple[Stmt, ...]:
    """The same of a function that may also be asked whether there is a move to a site."""
    return tuple(inherited(fn.body, (COUNT, CHOOSE, PROBE)))


@of_function
def all_inherited_calls(fn: Function) -> tuple[Function, ...]:
    """The functions that a function calls where moves are not built."""
    return tuple(called_by(all_asked(fn)))


def _inherited(body: Block, modes: tuple[int, ...], out: list[Stmt]) -> None:
    for s in body:
        out.append(s)
        if isinstance(s, ops.If) and all(in_mode(s.cond, mode) is False for mode in modes):
            _inherited(s.orelse, modes, out)
        elif not isinstance(s, ops.InMode | ops.BuiltMove):
            for inner in blocks(s):
                _inherited(inner, modes, out)
