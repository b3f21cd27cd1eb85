"""Effects of functions, blocks and expressions: what they may read, change and fail on, callees included."""

from __future__ import annotations

from collections.abc import Iterable

from . import ops
from .entries import Argument, Failure, Resource
from .kept_facts import of_function, of_program
from .operations import FIELD_READS
from .ops import OPERATIONS, Expr, Op, Run, Type
from .program import Effects, Function
from .walk import all_statements, expressions, statements, subexpressions

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


class EffectsOf:
    """Finds the effects of functions, which it keeps."""

    def __init__(self) -> None:
        self._functions: dict[int, Effects] = {}
        self._open: set[int] = set()

    def function(self, fn: Function) -> Effects:
        """The effects of a function. For a recursive call they are taken to be all there are."""
        known = self._functions.get(fn.index)
        if known is not None:
            return known
        if fn.index in self._open:
            return Effects(written=None, pure=False, calls=True, draws=True, state_only=False)
        self._open.add(fn.index)
        own, called = _own(fn)
        found = self._with_callees(Effects(), called)
        found.add(own)
        self._open.discard(fn.index)
        self._functions[fn.index] = found
        return found

    def block(self, body: ops.Block) -> Effects:
        """The effects of a block."""
        return self.statements(statements(body))

    def statements(self, all_of_them: Iterable[ops.Stmt]) -> Effects:
        """The effects of statements themselves, without the blocks within them."""
        return self._with_callees(*_of_statements(all_of_them))

    def expression(self, x: Expr) -> Effects:
        """The effects of an expression."""
        found = Effects()
        return self._with_callees(found, _add(found, x))

    def _with_callees(self, found: Effects, called: Iterable[Function]) -> Effects:
        for callee in called:
            found.add(self.function(callee))
        return found


effects_of = of_program(lambda program: EffectsOf())
"""The effects of a program's functions, as it is now: those that change later are not looked at again."""


@of_function
def _own(fn: Function) -> tuple[Effects, tuple[Function, ...]]:
    """The effects of a function apart from those of the functions that it calls, and these."""
    found, called = _of_statements(all_statements(fn))
    if any(v.type is Type.LIST for v in fn.params):
        found.pure = False
    return found, tuple(dict.fromkeys(called))


_EVALUATING = (ops.Assign, ops.If, ops.Do)


def _of_statements(all_of_them: Iterable[ops.Stmt]) -> tuple[Effects, list[Function]]:
    """The effects of statements themselves, apart from those of the functions that they call, and these."""
    found, called = Effects(), list[Function]()
    for s in all_of_them:
        if isinstance(s, _EVALUATING):
            pass  # what they evaluate is all that they do
        elif isinstance(s, ops.SetField):
            found.pure = False
            if found.written is not None:
                found.written.add(s.field)
        elif isinstance(s, ops.Filter):
            found.pure = found.state_only = False
        elif isinstance(s, ops.Copying):
            found.pure = found.state_only = False
            found.written = None  # going back to what was copied writes every field
            found.draws = found.draws or s.draws
        elif isinstance(s, ops.SetCtx | ops.Push | ops.InMode | ops.Composed | ops.Restoring):
            found.pure = False
            if isinstance(s, ops.Question) or (isinstance(s, ops.InFull) and s.exports):
                found.state_only = False  # moves that were pushed before count
        for x in expressions(s):
            called += _add(found, x)
    return found, called


def _add(found: Effects, x: Expr) -> list[Function]:
    """Adds the effects of an expression, apart from those of the functions that it calls; returns these."""
    called = []
    for y in subexpressions(x):
        if y.op not in _NOTEWORTHY:
            continue
        if y.op is Op.CTX:
            found.slots.add(y.name)
        elif y.op in FIELD_READS:
            found.fields.add(y.name)
        elif y.op is Op.CALL:
            called.append(y.called)
        elif y.op is Op.RUN:
            _add_run(found, y.run)
        elif may_fail(y):
            found.pure = False
    return called


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
