"""Whether what the iterations of a loop do can be observed."""

from __future__ import annotations

from ..program import ops
from ..program.effects import effects_of, silent
from ..program.ops import Block, Expr, Op, Stmt, Type
from ..program.program import Function, Program
from ..program.walk import bound, expressions, keeps_locals, runs, slots_written, statements, subexpressions
from .acting import acts
from .left_changed import LeftChanged, left_early
from .liveness import slots_inherited, slots_live


def context_stays(program: Program, fn: Function, loop: ops.ForLoop) -> bool:
    """Whether nothing can observe which slots a loop's body has written: no later iteration, and nothing after it."""
    slots = slots_written(loop.body)
    if not slots:
        return True
    inherited = slots_inherited(program).inherited(loop.body)
    return not slots & inherited and not slots & slots_live(program).after(fn, loop)


def keeps_to_itself(
    program: Program, left_changed: LeftChanged, fn: Function, loop: ops.ForSet | ops.CountedLoop
) -> bool:
    """Whether an iteration of a loop leaves nothing behind, but for moves, that another iteration or the rest of the
    function reads: no field, no slot of the context and no local."""
    if not effects_of(program).block(loop.body).keeps_state or left_early(loop.body):
        return False
    if not left_changed.block(loop.body) <= slots_written(loop.body) or not context_stays(program, fn, loop):
        return False
    return keeps_locals(fn, loop)


def sites_of(program: Program, s: Stmt) -> Expr | None:
    """The set that a loop runs over, each member once, in ascending order unless it is a loop over the positions of a
    component; None if that is no set."""
    if isinstance(s, ops.ForSet):
        return s.set
    if isinstance(s, ops.ForPieces):
        piece = piece_of(program, s)
        return None if piece is None else Expr(Op.SET_WHERE, Type.SET, (piece,), program.listed)
    if not isinstance(s, ops.ForRange) or s.down or not s.lo.is_const or not s.hi.is_const:
        return None
    return Expr(Op.SET_RANGE, Type.SET, (s.lo, s.hi)) if s.lo.const == 0 < s.hi.const <= program.set_width else None


def piece_of(program: Program, s: ops.ForLoop) -> Expr | None:
    """What the field `Program.listed` holds at all sites that a loop runs over; None if that is not known, or if the
    loop changes it."""
    if not program.listed or program.fields[program.listed].size > program.set_width:
        return None
    if isinstance(s, ops.ForSet):
        return s.set.src[0] if s.set.op is Op.SET_WHERE and s.set.arg == program.listed else None
    if not isinstance(s, ops.ForPieces) or s.down:
        return None
    changed = set(bound([s]))
    parts = subexpressions(s.piece)
    return s.piece if all(x.op in (Op.VAR, Op.CONST) and x.arg not in changed for x in parts) else None


def one_move_each(program: Program, fn: Function, loop: ops.ForLoop, conditions: int = 0) -> bool:
    """Whether every iteration of a loop pushes exactly one move, does nothing else to find its parts, and leaves no
    local or slot that something reads after it, so that a backend counts without running it.

    conditions: on how many conditions, which hold in every iteration that is not skipped.
    """
    if not one_push(loop.body, conditions) or not keeps_locals(fn, loop) or not context_stays(program, fn, loop):
        return False
    return not any(acts(program, x) for s in statements(loop.body) for x in expressions(s) if isinstance(s, ops.Push))


def one_push(body: Block, conditions: int = 0) -> bool:
    """Whether a block pushes exactly one move if so many conditions hold, and does nothing else but to assign locals
    and slots."""
    return _pushed(body) == (1, conditions)


def _pushed(body: Block) -> tuple[int, int] | None:
    """How many moves a block pushes if all its conditions hold, and how many conditions these are; None if it does more
    than to assign locals and slots what cannot fail, without calls."""
    moves = conditions = 0
    for s in body:
        if isinstance(s, ops.Push):
            moves += 1
        elif isinstance(s, ops.If) and not s.orelse and (within := _pushed(s.then)) is not None:
            moves, conditions = moves + within[0], conditions + within[1] + 1
        elif not isinstance(s, ops.Assign | ops.SetCtx) or calls_functions(s.value) or not silent(s.value):
            return None
    return moves, conditions


def calls_functions(x: Expr) -> bool:
    """Whether an expression calls a function, or runs an intrinsic."""
    return any(y.op is not Op.LIST_NEW for y in runs(x))
