"""Effects of functions, blocks and expressions: what they may read, change and fail on, callees included."""

from __future__ import annotations

from collections.abc import Iterable

from . import ops
from .entries import Argument, Failure, Resource
from .operations import FIELD_READS
from .ops import OPERATIONS, Expr, Op, Run, Type
from .program import Effects, Function, Program
from .walk import expressions, statements, subexpressions

_FAILING = {op for op, entry in OPERATIONS.items() if entry.fails is not Failure.NEVER}
_NOTEWORTHY = {Op.CTX, Op.CALL, Op.RUN, *FIELD_READS, *_FAILING}


def may_fail(x: Expr) -> bool:
    """Whether evaluating a node itself, apart from its operands, may end in a rule error."""
    fails = OPERATIONS[x.op].fails
    if fails is Failure.ZERO:
        return x.type is Type.INT and not (x.src[1].is_const and x.src[1].const != 0)
    return fails is not Failure.NEVER


def silent(x: Expr) -> bool:
    """Whether leaving out an expression, its value apart, changes nothing. Calls are not looked into."""
    if x.op in _NOTEWORTHY and (x.op is Op.CALL or may_fail(x) or (x.op is Op.RUN and not x.run.intrinsic.silent)):
        return False
    return all(silent(s) for s in x.src)


def effects_of(program: Program) -> EffectsOf:
    """The effects of a program's functions.

    They are memoised in the program. A pass that removes code leaves the memo as it is: effects may be overestimated,
    never underestimated.
    """
    return EffectsOf(program.effects)


class EffectsOf:
    """Finds the effects of functions. known: the memo, by function index."""

    def __init__(self, known: dict[int, Effects] | None = None) -> None:
        self._known: dict[int, Effects] = {} if known is None else known
        self._open: set[int] = set()

    def function(self, fn: Function) -> Effects:
        """The effects of a function. For a recursive call they are taken to be all there are."""
        known = self._known.get(fn.index)
        if known is not None:
            return known
        if fn.index in self._open:
            return Effects(written=None, pure=False, calls=True, draws=True, state_only=False)
        self._open.add(fn.index)
        found = self.block(fn.body)
        if any(v.type is Type.LIST for v in fn.params):
            found.pure = False
        self._open.discard(fn.index)
        self._known[fn.index] = found
        return found

    def block(self, body: ops.Block) -> Effects:
        """The effects of a block."""
        return self.statements(statements(body))

    def statements(self, all_of_them: Iterable[ops.Stmt]) -> Effects:
        """The effects of statements themselves, without the blocks within them."""
        found = Effects()
        for s in all_of_them:
            if isinstance(s, ops.SetField):
                found.pure = False
                if found.written is not None:
                    found.written.add(s.field)
            elif isinstance(s, ops.Filter):
                found.pure = found.state_only = False
            elif isinstance(s, ops.OnCopy):
                found.pure = found.state_only = False
                found.written = None  # going back to what was copied writes every field
                found.draws = found.draws or s.draws
            elif isinstance(s, ops.SetCtx | ops.Push | ops.InMode | ops.Composed | ops.Restoring):
                found.pure = False
                if isinstance(s, ops.Question) or (isinstance(s, ops.InFull) and s.exports):
                    found.state_only = False  # moves that were pushed before count
            for x in expressions(s):
                self._add(found, x)
        return found

    def expression(self, x: Expr) -> Effects:
        """The effects of an expression."""
        found = Effects()
        self._add(found, x)
        return found

    def _add(self, found: Effects, x: Expr) -> None:
        for y in subexpressions(x):
            if y.op not in _NOTEWORTHY:
                continue
            if y.op is Op.CTX:
                found.slots.add(y.name)
            elif y.op in FIELD_READS:
                found.fields.add(y.name)
            elif y.op is Op.CALL:
                found.add(self.function(y.called))
            elif y.op is Op.RUN:
                _add_run(found, y.run)
            elif may_fail(y):
                found.pure = False


def _add_run(found: Effects, run: Run) -> None:
    """Adds the effects of an intrinsic. Local lists belong to one function, so that only their changes are added which
    may fail."""
    entry = run.intrinsic
    if entry.changes_any_field:
        found.written = None
    elif entry.argument is Argument.LIST and found.written is not None:
        found.written.add(run.name)
    if not entry.silent and not (entry.writes == Resource.LISTS and entry.fails is Failure.NEVER):
        found.pure = False
    found.calls = found.calls or entry.calls
    found.draws = found.draws or entry.draws
    found.stops = found.stops or entry.fails is Failure.ALWAYS
    found.state_only = found.state_only and entry.state_only
