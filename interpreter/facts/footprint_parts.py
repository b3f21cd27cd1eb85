"""Which parts of functions can be copied so that the copies note what they read (`skip_untouched`)."""

from __future__ import annotations

from ..program import ops
from ..program.effects import EffectsOf, effects_of, may_fail
from ..program.entries import Argument, Failure, Resource
from ..program.intrinsics import FULL_CAPACITY
from ..program.operations import FIELD_READS
from ..program.ops import Block, Expr, FieldKind, Op, Stmt
from ..program.program import Function, Program
from ..program.walk import called_by, expressions, nodes, runs, statements, subexpressions
from ..program.worklist import reachable
from .modes import inherited

_UNKNOWN = Resource.RECORD | Resource.ACTION | Resource.RANDOM


class Parts:
    """The parts of functions that can be copied: they end, do not fail, and depend on nothing but the state, the
    context and the moves that they have pushed themselves."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects: EffectsOf = effects_of(program)
        self._known: dict[int, Block] = {}

    def whole(self, fn: Function) -> bool:
        """Whether a function can be copied as a whole; what it calls is not looked into."""
        return len(self.part(fn)) == len(fn.body)

    def part(self, fn: Function) -> Block:
        """The first statements of a function that can be copied, as far as it may be left there."""
        if fn.index not in self._known:
            self._known[fn.index] = []  # in a circle of calls
            self._known[fn.index] = fn.body[: self._end(fn)]
        return self._known[fn.index]

    def block(self, body: Block) -> bool:
        """Whether a block can be copied."""
        return all(map(self._statement, statements(body))) and not self._listed_in_full(body)

    def _end(self, fn: Function) -> int:
        end = next((k for k, s in enumerate(fn.body) if not self.block([s])), len(fn.body))
        if end < len(fn.body):
            # what follows the last way out would be done for nothing
            end = max((k + 1 for k, s in enumerate(fn.body[:end]) if _returns(s)), default=0)
        if self._listed_in_full(fn.body[:end]):
            return 0
        return end

    def _statement(self, s: Stmt) -> bool:
        if isinstance(s, ops.Filter | ops.While | ops.Ahead):
            return False
        if isinstance(s, ops.SetField) and self.program.fields[s.field].kind is FieldKind.LIST:
            return False
        if any(_strange(y) for y in nodes([s])):
            return False
        return _in_order(self.effects, operands(s))

    def _listed_in_full(self, body: Block) -> bool:
        """Whether moves are built in FULL whose order depends on that of the pieces in their lists, which changes."""
        built = [t for s in statements(body) if isinstance(s, ops.InFull) for t in statements(s.body)]
        called = reachable(called_by(built), lambda fn: called_by(inherited(self.part(fn))))
        parts = map(self.part, called)
        reads = (y for part in parts for y in nodes(inherited(part)) if y.op in FIELD_READS)
        return any(self.program.fields[y.name].upkeep is not None for y in reads)


def _returns(s: Stmt) -> bool:
    return any(isinstance(t, ops.Return) for t in statements([s]))


def _strange(x: Expr) -> bool:
    """Whether a node may fail or depends on what cannot be noted."""
    if x.op is not Op.RUN:
        return may_fail(x)
    entry = x.run.intrinsic
    if entry is FULL_CAPACITY:
        return False
    if entry.calls or entry.fails not in (Failure.NEVER, Failure.LIMIT) or entry.reads & _UNKNOWN or entry.draws:
        return True
    return Resource.FIELDS in entry.reads | entry.writes and entry.argument is not Argument.LIST


def _in_order(effects: EffectsOf, operands: tuple[Expr, ...]) -> bool:
    """Whether what a statement reads can be noted before it: nothing in it changes what later parts of it look at."""
    if not any(_acts(effects, x) for operand in operands for x in runs(operand)):
        return True
    changed = False

    def visit(x: Expr) -> bool:
        nonlocal changed
        for s in x.src:
            if not visit(s):
                return False
        reads = x.op in FIELD_READS or x.op in (Op.SET_HAS, Op.ROW_RUN, Op.SET_FLOOD)
        if reads and x.src:
            inner = [y for s in x.src for y in subexpressions(s)]
            if any(_acts(effects, y) for y in inner):
                return False
            if changed and any(y.op in (Op.CTX, Op.CALL, Op.RUN) or y.op in FIELD_READS for y in inner):
                return False
        changed = changed or _acts(effects, x)
        return True

    return all(map(visit, operands))


def _acts(effects: EffectsOf, x: Expr) -> bool:
    """Whether evaluating a node itself changes anything."""
    if x.op is Op.CALL:
        return not effects.function(x.called).pure
    return x.op is Op.RUN and not x.run.intrinsic.silent


def operands(s: Stmt) -> tuple[Expr, ...]:
    """The expressions that a statement itself evaluates, without what passes have noted for backends."""
    if isinstance(s, ops.ForNumbers):
        return (s.lo, s.hi)
    if isinstance(s, ops.ForPieces):
        return (s.number, s.first)
    if isinstance(s, ops.ForSet):
        return (s.set,)
    if isinstance(s, ops.ForRow):
        return (s.row,)
    return expressions(s)
