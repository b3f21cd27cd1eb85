"""Which fields the result of a piece of program depends on.

`skip_untouched` asks this of a question: a field that is only saved and restored, or copied to another such field, need
not be watched.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..program import ops
from ..program.operations import FIELD_READS
from ..program.ops import Block, Expr, Op
from ..program.walk import nodes, statements, subexpressions
from ..program.worklist import reachable


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
