"""Which programs of random games can be rendered as one C function (`games.py`), and what is known of such programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial

from ....facts.chosen_moves import is_plain
from ....facts.engines.asked import reads_record, same_start
from ....facts.modes import inherited, is_run, modal_functions
from ....facts.runaway import Runaway
from ....facts.selectable import selectable
from ....facts.then_levels import level_of_each, then_levels
from ....facts.widths import set_stack
from ....program import ops
from ....program.intrinsics import (
    APPLIED_PARAM,
    APPLY_ACTIONS,
    APPLY_THENS,
    MOVE_ATTACH,
    MOVE_SPLICE,
)
from ....program.limits import MAX_SET_STACK
from ....program.modes import COUNT
from ....program.ops import Argument, Block, Entry, Op
from ....program.program import Function, Program
from ....program.walk import all_calls, all_runs, blocks, called_by, numbered, reached_from, runs_of, statements
from ....program.worklist import reachable
from ..runtime import RUNTIME

__all__ = [
    "LARGEST",
    "builds_moves",
    "called_while_building",
    "hindrance",
    "keeps_record",
    "of_a_ply",
    "pushing",
    "statements_in_all",
]

LARGEST = 2000
"""Statements of the one function, counted after inlining. So many take the compiler about 10 seconds."""
LARGEST_STATE = 1 << 15
"""Values of all arrays: they lie on the stack."""


def hindrance(program: Program) -> str:
    """Why the random games of a program cannot be rendered as one function; empty if they can."""
    if not selectable(program):
        return "moves are looked at while they are made, or drawn by chance"
    if not same_start(program):
        return "the start draws random numbers"
    live = of_a_ply(program)
    builds = builds_moves(program)
    for fn in live:
        for s in statements(fn.body):
            if isinstance(s, ops.Copying) and s.draws:
                return "random numbers on copies"
            if isinstance(s, ops.InMode) and s.mode != COUNT:
                return "questions that build moves"
        for x in all_runs(fn):
            if x.op is Op.RUN and not _has(x.run.intrinsic, builds):
                return x.run.intrinsic.name
    finding = reached_from(program, [program.entries["moves"]], skipped=numbered(program))
    if any(is_run(x, APPLY_ACTIONS, APPLY_THENS) for i in finding for x in all_runs(program.functions[i])):
        return "moves are tried while they are found"
    levels = then_levels(program)
    if levels is None or level_of_each(program, levels) is None:
        return "consequents of consequents"
    if any(_consequents_of_parts(program, fn) for fn in live):
        return "consequents of parts of a move"
    modal = modal_functions(program)
    if modal & {fn.index for fn in (program.entries["play"], *program.appliers.values())}:
        return "moves are built while a move is applied"
    if Runaway(program).recursive & {fn.index for fn in live}:
        return "recursion"
    if sum(f.size * program.caps.get(f.cap or "", 1) for f in program.fields.values()) > LARGEST_STATE:
        return "the state is large"
    if _in_all(program, partial(set_stack, program)) > MAX_SET_STACK:
        return "the sets are wide"
    return "the rules are long" if statements_in_all(program) > LARGEST else ""


@cache
def _defined() -> set[str]:
    """The names of the functions and macros of the runtime of random games."""
    names = "games/runtime", "core/thread", "core/buffer", "core/lists", "core/numbers", "core/random"
    headers = (RUNTIME / f"{name}.h" for name in names)
    text = "\n".join(header.read_text() for header in headers)
    functions = set(re.findall(r"^(?:INLINE|SHARED|static)[^(;]*?(\w+)\(", text, re.MULTILINE))
    functions |= {f"float_{name}" for name in re.findall(r"FLOAT_FUNCTION\((\w+)\)", text)}
    functions |= {APPLY_THENS.name}  # rendered by games.py
    return functions | set(re.findall(r"^#define (\w+)", text, re.MULTILINE))


def _has(entry: Entry, builds: bool) -> bool:
    """Whether there is an intrinsic in this runtime. builds: whether moves are built."""
    if entry.argument is Argument.CAPACITY:  # rendered as a stop
        return True
    if entry.argument is Argument.ACTION:
        return builds
    return entry.name in _defined() or f"{entry.name}_in" in _defined()


def builds_moves(program: Program) -> bool:
    """Whether moves are built: those that are chosen, or those of consequents."""
    live = [program.functions[i] for i in reached_from(program, [program.entries["moves"]])]
    for fn in live:
        if any(isinstance(s, ops.Emit) and not is_plain(s) for s in inherited(fn.body)):
            return True
    bodies = [fn.body for fn in of_a_ply(program)]
    return any(_consequents(body) or any(isinstance(s, ops.BuiltMove) for s in statements(body)) for body in bodies)


def keeps_record(program: Program) -> bool:
    """Whether actions that are applied are recorded. Without that, rules that ask for the record are told by the point
    of the chosen move."""
    asked = any(is_run(x, APPLIED_PARAM) for fn in of_a_ply(program) for x in all_runs(fn))
    return reads_record(program) and (asked or builds_moves(program))


def _consequents(body: Block) -> bool:
    """Whether a block gives moves consequents."""
    found = statements(body)
    emits = any(isinstance(s, ops.Emit) and s.then for s in found)
    return emits or any(is_run(x, MOVE_ATTACH) for x in runs_of(found))


def called_while_building(fn: Function) -> list[Function]:
    """The functions that are called while a move is built that was chosen."""
    return [called for s in statements(fn.body) if isinstance(s, ops.BuiltMove) for called in _called(s.body)]


def _consequents_of_parts(program: Program, fn: Function) -> bool:
    """Whether a function may join moves that have consequents."""
    found = statements(fn.body)
    # moves are joined after all that stands within the statement
    joins = {k + len(statements([s])) - 1: s for k, s in enumerate(found) if _runs_one(s, MOVE_SPLICE)}
    if not joins:
        return False
    if any(_consequents(other.body) for other in pushing(program, _called(fn.body)) if other is not fn):
        return True
    # what it attaches to a move after the last one was joined stays with that move
    before = [s for s in found[: max(joins)] if s is not joins[max(joins)]]
    for loop in found:
        if isinstance(loop, ops.Loop):
            again = statements([loop])
            before += again if any(_runs_one(s, MOVE_SPLICE) for s in again) else []
    return any(_runs_one(s, MOVE_ATTACH) or (isinstance(s, ops.Emit) and s.then) for s in before)


def _runs_one(s: ops.Stmt, *which: Entry) -> bool:
    """Whether a statement itself runs one of these intrinsics."""
    return any(is_run(x, *which) for x in runs_of([s]))


def pushing(program: Program, some: list[Function]) -> list[Function]:
    """The functions among these, and among those that they call, that push moves."""
    modal = modal_functions(program)
    return [fn for fn in reachable(some, lambda fn: _called(fn.body)) if fn.index in modal]


def _called(body: Block) -> list[Function]:
    """What a block calls, apart from questions about moves."""
    out: list[Function] = []
    for s in body:
        out += called_by([s])
        for inner in () if isinstance(s, ops.InMode) else blocks(s):
            out += _called(inner)
    return out


def of_a_ply(program: Program) -> list[Function]:
    """The functions of a ply."""
    reach = reached_from(program, [program.entries["moves"], program.entries["play"], *program.appliers.values()])
    return [fn for fn in program.functions if fn.index in reach]


def statements_in_all(program: Program) -> int:
    """The statements of a ply after inlining."""
    return _in_all(program, lambda fn: len(statements(fn.body)))


def _in_all(program: Program, size: Callable[[Function], int]) -> int:
    """The size of a ply after inlining: each function counts as often as it is called."""
    known: dict[int, int] = {}

    def whole(fn: Function) -> int:
        if fn.index not in known:
            calls = all_calls(fn)
            known[fn.index] = 0
            known[fn.index] = size(fn) + sum(map(whole, calls))
        return known[fn.index]

    moves, play = program.entries["moves"], program.entries["play"]
    levels = then_levels(program) or []
    consequents = sum(whole(program.functions[i]) for level in levels for i in level)
    places = 2 + max(1, len(levels)) if builds_moves(program) else 1
    return 2 * whole(moves) + whole(play) + consequents + places * sum(map(whole, program.appliers.values()))
