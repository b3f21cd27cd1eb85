"""Questions about one site: whether moves elsewhere can be skipped, and what runs where no site is asked about."""

from __future__ import annotations

from ..program import ops
from ..program.entries import Use
from ..program.intrinsics import MOVE_COUNT
from ..program.kept_facts import of_function, of_program
from ..program.modes import PROBE
from ..program.ops import Expr, Op, Var
from ..program.program import Function, Program
from ..program.walk import expressions, nodes
from ..program.worklist import reachable
from .modes import all_inherited, all_inherited_calls, is_run
from .questions import follow


@of_program
def others_matter(program: Program) -> bool:
    """Whether a generator that is reachable in PROBE mode depends on the number of moves (a priority, for example)."""
    found = False

    def visit(fn: Function) -> bool:
        nonlocal found
        found = found or uses_move_count(fn, through=False)
        return not found

    follow(program.functions, lambda s: s.mode == PROBE, visit)
    return found


def depends_on_others(fn: Function) -> bool:
    """Whether a generator, its callees included, depends on the number of moves."""
    return any(uses_move_count(f, through=False) for f in reachable([fn], all_inherited_calls))


def uses_move_count(fn: Function, *, through: bool = True) -> bool:
    """Whether a function uses a number of moves other than as a mark: compares it, or computes with it. through: or
    goes through the moves from a mark on, of which there are fewer where few are asked for. (Where one site is asked
    for, such a function runs in FULL.)"""
    return _uses_move_count(fn)[through]


@of_function
def _uses_move_count(fn: Function) -> tuple[bool, bool]:
    """Whether a function uses a number of moves: other than to go through those from a mark on, and in any way."""
    marks, used, gone_through = set[Var](), set[Var](), set[Var]()
    for s in all_inherited(fn):
        if isinstance(s, ops.Assign) and is_run(s.value, MOVE_COUNT):
            marks.add(s.var)
        of = gone_through if isinstance(s, ops.ForRange) else used
        of |= {x.var for x in expressions(s) if x.op is Op.VAR}
        for x in nodes([s]):
            for i, y in enumerate(x.src):
                if _is_mark(x, i):
                    continue
                if y.op is Op.VAR:
                    used.add(y.var)
                elif is_run(y, MOVE_COUNT):
                    return True, True
    return bool(marks & used), bool(marks & (used | gone_through))


def _is_mark(x: Expr, i: int) -> bool:
    """Whether an expression uses its i-th operand as a place in the move buffer and not as a number."""
    return x.op is Op.RUN and x.run.intrinsic.operands[min(i, len(x.run.intrinsic.operands) - 1)].use is Use.MARK
