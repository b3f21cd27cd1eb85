"""What a program asks of the engine that runs it: a record of what was applied, memoised results, digests, lists, and a
context that is as it was. What nothing asks for, an engine may leave out."""

from __future__ import annotations

from ...program import ops
from ...program.effects import effects_of
from ...program.intrinsics import HASH_COUNT, HASH_HAS, HASH_PUSH
from ...program.ops import Block, Entry, Expr, Op, Resource, Type, Var
from ...program.program import Function, Program
from ...program.walk import all_expressions, all_runs, expressions, nodes, reached_from, runs_of, statements
from ..context_kept import context_kept
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
    marks: set[Var] = set()
    for s in statements(fn.body):
        if isinstance(s, ops.Assign) and _is_size(s.value):
            marks.add(s.var)
        elif any(_is_size(x) for x in expressions(s)):
            return True
    for s in statements(fn.body):
        for x in nodes([s]):
            returns = x.op is Op.RUN and not x.run.intrinsic.calls and Resource.RECORD_SIZE in x.run.intrinsic.writes
            if not returns and any(_is_size(y) or (y.op is Op.VAR and y.arg in marks) for y in x.src):
                return True
        if any(x.op is Op.VAR and x.arg in marks for x in expressions(s)):
            return True
    return False


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
    kept = context_kept(p)
    left = frozenset[str]().union(*(kept.changed(fn) for fn in p.entries.values()))
    return left & {x.name for fn in p.running for x in all_expressions(fn) if x.op is Op.CTX}


def makes_lists(body: Block) -> bool:
    """Whether a block makes lists of its own."""
    for s in statements(body):
        if not isinstance(s, ops.Emit):
            for x in runs_of([s]):
                if x.type is Type.LIST and x.op is not Op.RUN:
                    return True
    return False
