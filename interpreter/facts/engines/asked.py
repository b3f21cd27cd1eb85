"""What a program asks of the engine that runs it: a record of what was applied, memoised results, digests, lists, and a
context that is as it was. What nothing asks for, an engine may leave out."""

from __future__ import annotations

from ...program import ops
from ...program.effects import effects_of
from ...program.intrinsics import HASH_COUNT, HASH_HAS, HASH_PUSH
from ...program.ops import Entry, Expr, Op, Resource, Type
from ...program.program import Function, Program
from ...program.walk import all_expressions, all_of, all_runs, reached_from, runs_of, statements
from ..left_changed import slots_left_changed
from ..modes import is_run

__all__ = [
    "dependent_results",
    "digested_fields",
    "kept_functions",
    "left_slots",
    "makes_lists",
    "reads_record",
    "same_start",
]


def kept_functions(p: Program) -> list[Function]:
    """The functions with memoised results, in the order of their numbers."""
    return [fn for fn in p.running if fn.kept or fn.kept_by]


def dependent_results(p: Program) -> dict[str, dict[int, int]]:
    """For each field, the numbers of the memoised results that depend on it: bits, by the word of 64 they are in."""
    effects = effects_of(p)
    found: dict[str, dict[int, int]] = {}
    for k, fn in enumerate(kept_functions(p)):
        for name in effects.function(fn).fields:
            words = found.setdefault(name, {})
            words[k // 64] = words.get(k // 64, 0) | 1 << k % 64
    return found


def digested_fields(p: Program) -> dict[str, tuple[int, int]]:
    """For each field that is part of digests of the state its number and the set of those digests, as a mask; nothing
    if the program asks for no digest."""
    if not any(is_run(x, HASH_PUSH, HASH_HAS, HASH_COUNT) for fn in p.running for x in all_runs(fn)):
        return {}
    found: dict[str, tuple[int, int]] = {}
    for k, name in enumerate(p.fields):
        variants = sum(1 << i for i, names in enumerate(p.hashed) if name in names)
        if variants:
            found[name] = k, variants
    return found


def reads_record(p: Program) -> bool:
    """Whether rules read the record of applied actions, or do more with its size than to return to it."""
    return any(not entry.calls and Resource.RECORD in entry.reads for entry in _used(p)) or any(
        _computes_with_size(fn) for fn in p.functions
    )


def _computes_with_size(fn: Function) -> bool:
    """Whether a function uses the size of the record for anything but to forget what came after."""
    if not any(map(_is_size, all_runs(fn))):
        return False
    marking = [s for s in all_of(fn, ops.Assign) if _is_size(s.value)]
    marks = {s.var for s in marking}

    def tells(x: Expr) -> bool:
        return _is_size(x) or (x.op is Op.VAR and x.var in marks)

    returning = sum(tells(y) for x in all_runs(fn) if _returns(x) for y in x.src)
    return sum(map(tells, all_expressions(fn))) > len(marking) + returning


def _returns(x: Expr) -> bool:
    """Whether an expression returns to a size of the record."""
    return x.op is Op.RUN and not x.run.intrinsic.calls and Resource.RECORD_SIZE in x.run.intrinsic.writes


def _is_size(x: Expr) -> bool:
    """Whether an expression is a size of the record."""
    return x.op is Op.RUN and not x.run.intrinsic.calls and Resource.RECORD_SIZE in x.run.intrinsic.reads


def _used(p: Program) -> set[Entry]:
    """The intrinsics that a program runs."""
    return {x.run.intrinsic for fn in p.functions for x in all_runs(fn) if x.op is Op.RUN}


def same_start(p: Program) -> bool:
    """Whether all games of the program start in the same state: no random numbers are drawn to set it up."""
    used = reached_from(p, (p.entries["start"], *p.appliers.values()))
    return not any(x.op is Op.RUN and x.run.intrinsic.draws for i in used for x in all_runs(p.functions[i]))


def left_slots(p: Program) -> frozenset[str]:
    """The slots of the context that an entry may leave changed and that some function reads. Each entry begins with
    their initial values."""
    left_changed = slots_left_changed(p)
    left = frozenset[str]().union(*(left_changed.function(fn) for fn in p.entries.values()))
    return left & {x.name for fn in p.running for x in all_expressions(fn) if x.op is Op.CTX}


def makes_lists(fn: Function) -> bool:
    """Whether a function makes lists of its own."""
    if not any(x.type is Type.LIST and x.op is not Op.RUN for x in all_runs(fn)):
        return False
    for s in statements(fn.body):
        if not isinstance(s, ops.Emit):
            for x in runs_of([s]):
                if x.type is Type.LIST and x.op is not Op.RUN:
                    return True
    return False
