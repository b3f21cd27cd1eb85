"""Random numbers that are drawn on copies of the state, in Ludii's order.

Ludii has two generators: that of the game, and one that all copies of a position share, copies of copies too. What is
drawn on a copy is not drawn again on the next one. So copies need a generator of their own where anything is drawn on
them: the field `copies_rng`. It is set to the state of the game's generator when the game starts, when a move is
played, and where Ludii lists the consequences of a move (`seed_copies`).

In most games with chance nothing is drawn on a copy. Their programs have one generator, and the passes may assume that
restoring the state restores the random numbers.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..facts.modes import is_run
from ..program import ops
from ..program.intrinsics import (
    APPLY_ACTIONS,
    APPLY_ACTIONS_DRAWING,
    APPLY_THENS,
    APPLY_THENS_DRAWING,
    SEED_COPIES,
    run_of,
)
from ..program.ops import Entry, Expr, Op, Stmt
from ..program.program import Program
from ..program.state_layout import COPIES, Field, FieldKind
from ..program.walk import (
    all_statements,
    called_by,
    change_expressions,
    numbered,
    reached,
    reached_from,
    rewrite_function,
    runs_of,
    statements,
)

__all__ = ["follow_copies"]

_INSTEAD: dict[Entry, Entry] = {
    APPLY_ACTIONS: APPLY_ACTIONS_DRAWING,
    APPLY_THENS: APPLY_THENS_DRAWING,
}


def follow_copies(program: Program) -> None:
    """Gives copies of the state a generator of their own, if the rules draw on them. Runs before all passes."""
    if _draws_on_copies(program):
        program.fields[COPIES] = Field(COPIES, FieldKind.INT, bits=64)
        change = _with_a_generator
    else:
        change = _without
    for fn in program.functions:
        rewrite_function(fn, change)
        fn.changed()


def _with_a_generator(s: Stmt) -> list[Stmt]:
    if isinstance(s, ops.Do | ops.Ahead):
        change_expressions(s, _drawing)
    if isinstance(s, ops.Copying):
        s.draws = True
    return [s]


def _drawing(x: Expr) -> Expr:
    """What applies actions or consequents, with what is drawn on copies remaining drawn."""
    instead = _INSTEAD.get(x.run.intrinsic) if x.op is Op.RUN else None
    return x if instead is None else Expr(Op.RUN, x.type, x.src, run_of(instead))


def _without(s: Stmt) -> list[Stmt]:
    return [] if isinstance(s, ops.Do) and is_run(s.value, SEED_COPIES) else [s]


def _draws_on_copies(program: Program) -> bool:
    """Whether anything on a copy draws, consequents of moves included."""
    within = [s for i in reached(program) for s in all_statements(program.functions[i])]
    on_copies = [t for s in within if isinstance(s, ops.Copying) for t in [s, *statements(s.body)]]
    if _draws(on_copies):
        return True
    called = called_by(on_copies)
    if not on_copies:
        return False
    applied = [*(program.functions[i] for i in numbered(program)), *program.appliers.values()]
    return any(_draws(all_statements(program.functions[i])) for i in reached_from(program, (*called, *applied)))


def _draws(found: Iterable[Stmt]) -> bool:
    return any(x.op is Op.RUN and x.run.intrinsic.draws and not is_run(x, SEED_COPIES) for x in runs_of(found))
