"""Which slots of the context a piece of program reads before it writes them, and which fields its result depends on.

`skip_untouched` asks this of a question: its answer must not depend on what a tried move left in the context, and a
field that is only saved and restored, or copied to another such field, need not be watched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..program import ops
from ..program.kept_facts import of_function, of_program
from ..program.operations import FIELD_READS
from ..program.ops import Block, Expr, Op, Stmt
from ..program.program import Function
from ..program.walk import blocks, nodes, statements, subexpressions
from ..program.worklist import Solution, reachable

Slots = frozenset[str]


_Exposed = tuple[Slots, tuple[tuple[Function, Slots], ...]]
"""The slots that a block itself reads before it writes them, and what it calls, with the slots written before that."""


class InheritedSlots:
    """Finds the slots whose value at the beginning of a block may be read in it. part: the statements of a function
    that are looked at, None for all."""

    def __init__(self, part: Callable[[Function], Block] | None = None) -> None:
        def of(fn: Function) -> _Exposed:
            looked_at = fn.body if part is None else part(fn)
            return _exposed_in(fn) if len(looked_at) == len(fn.body) else _exposed(looked_at)

        self._slots = Solution[Function, Slots](lambda fn, ask: _together(of(fn), ask), frozenset())

    def block(self, body: Block) -> Slots:
        """The slots that a block reads before it writes them."""
        return _together(_exposed(body), self._slots.value)


inherited_slots = of_program(lambda program: InheritedSlots())
"""The slots that pieces of a program inherit, as its functions are now."""


def _together(exposed: _Exposed, of: Callable[[Function], Slots]) -> Slots:
    return exposed[0].union(*(of(fn) - own for fn, own in exposed[1]))


@of_function
def _exposed_in(fn: Function) -> _Exposed:
    return _exposed(fn.body)


def _exposed(body: Block) -> _Exposed:
    reads: set[str] = set()
    calls: dict[tuple[Function, Slots], None] = {}

    def block(body: Block, own: Slots) -> Slots:
        """Follows a block. own: the slots that are written before it; returns those that are written after it."""
        for s in body:
            own = statement(s, own)
        return own

    def statement(s: Stmt, own: Slots) -> Slots:
        if isinstance(s, ops.While):
            block(s.head, own)
        if isinstance(s, ops.Restoring):
            return own | block(s.inside, own).difference(s.slots)
        for x in nodes([s]):
            if x.op is Op.CTX:
                reads.update({x.name} - own)
            elif x.op is Op.CALL:
                calls[x.called, own] = None
        if isinstance(s, ops.SetCtx):
            return own | {s.slot}
        inner = [block(b, own) for b in blocks(s)]
        if isinstance(s, ops.If):
            return inner[0] & inner[1]
        return inner[0] if isinstance(s, ops.Scope) else own

    block(body, frozenset())
    return frozenset(reads), tuple(calls)


@dataclass(frozen=True)
class FieldReads:
    """The fields that a piece of program reads other than to restore them: `relevant`, those on which it depends
    itself, and `copied`, each with a field that gets its value."""

    relevant: frozenset[str]
    copied: tuple[tuple[str, str], ...]

    @staticmethod
    def in_block(body: Block) -> FieldReads:
        """Those of a block."""
        relevant, copied = set[str](), list[tuple[str, str]]()
        for s in statements(body):
            names = {name for x in nodes([s]) if (name := _field(x))}
            if not names:
                continue
            if isinstance(s, ops.SetField) and s.index is None and not _works(s.value):
                copied += [(name, s.field) for name in names]
            elif isinstance(s, ops.If) and _only_writes(s):
                copied += [(name, t.field) for name in names for t in s.then if isinstance(t, ops.SetField)]
            else:
                relevant |= names
        return FieldReads(frozenset(relevant), tuple(copied))


def relevant_fields(parts: Iterable[FieldReads]) -> set[str]:
    """The fields on which the results of pieces of program may depend: those that they read other than to restore them,
    or to compute the value of a field that is not relevant itself."""
    parts = list(parts)
    sources: dict[str, list[str]] = {}
    for source, target in (pair for part in parts for pair in part.copied):
        sources.setdefault(target, []).append(source)
    return set(reachable(set[str]().union(*(p.relevant for p in parts)), lambda name: sources.get(name, ())))


def _field(x: Expr) -> str:
    """The field that a node reads, if it does."""
    return x.name if x.op in FIELD_READS else x.run.name if x.op is Op.RUN else ""


def _works(x: Expr) -> bool:
    return any(y.op in (Op.CALL, Op.RUN) for y in subexpressions(x))


def _only_writes(s: ops.If) -> bool:
    """Whether all that a statement does is to write fields on a condition."""
    return not s.orelse and not _works(s.cond) and all(isinstance(t, ops.SetField) and t.index is None for t in s.then)
