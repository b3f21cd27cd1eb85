"""Which fields of the state, as it is between two moves, the rules of a game depend on.

Much of the state is kept for rules that a game may or may not have: the number of moves, the last move, who passed. Two
analyses tell which of it counts. A field is *observed* when its value can make a difference to anything but itself and
other fields that nobody observes (faint variables are not). A field is *live* when it is observed and may be read,
before it is written, by what finds the legal moves or plays one (upward exposed reads).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..program import ops
from ..program.effects import may_fail
from ..program.entries import Failure
from ..program.operations import FIELD_READS
from ..program.ops import Argument, Expr, FieldKind, Op, Resource, Stmt, Var
from ..program.program import Function, Program
from ..program.walk import all_statements, blocks, expressions, numbered, reached_from
from ..program.worklist import Solution, settle
from .liveness import Around, Liveness, Names

__all__ = ["Observing", "live_fields", "observed"]


class Uses(NamedTuple):
    """What an expression reads and calls, at any depth. acts: whether it may do anything but give a value."""

    fields: frozenset[str]
    variables: frozenset[Var]
    calls: frozenset[Function]
    applies: bool
    acts: bool


_Ask = Callable[[Function], Names]
_NOTHING = Uses(frozenset(), frozenset(), frozenset(), False, False)


def live_fields(program: Program, *, counting: bool = True) -> set[str]:
    """The names of the fields that make a difference to the moves, results and errors that follow a position.

    counting: False leaves out what only the functions of `Program.counting` observe: how long the game is, and who has
    passed. The result then holds for games that stay below the limits of moves and turns and in which the same players
    have passed lately.
    """
    return _Between(program, frozenset() if counting else frozenset(program.counting)).result()


def observed(program: Program, results: Iterable[str]) -> tuple[set[str], Callable[[Stmt], bool]]:
    """The fields that are observed if these fields are, and a function that says whether anything depends on what a
    statement of a reachable function does. Whether it fails, or ever ends, counts too, apart from what writes check
    (bounds, and whether a value fits)."""
    found = _Between(program, frozenset(), failures=True)
    found.observed |= set(results)
    found.observe()
    return found.observed, lambda s: found.matter.get(s, True)


class Observing:
    """What some functions observe, and which of their statements matter. observed: the names of fields. skipped: the
    indices of functions that are taken to do and observe nothing. failures: whether errors are observed, and loops that
    may not end. digested: for each digest that may be asked for, the fields that are part of it."""

    def __init__(
        self, program: Program, functions: Iterable[Function], observed: Iterable[str] = (), *,
        skipped: frozenset[int] = frozenset(), failures: bool = False,
    ) -> None:  # fmt: skip
        self.program, self.functions, self.observed = program, list(functions), set(observed)
        self.skipped, self.failures, self.digested = skipped, failures, program.hashed
        self.uses_of: dict[Expr, Uses] = {}  # expressions share parts: each is looked at once
        self.of_statement: dict[Stmt, Uses] = {}
        self.variables: set[Var] = set()
        self.matter: dict[Stmt, bool] = {}
        self.leaving: list[bool] = []  # for each loop around a statement, whether leaving an iteration matters

    def observe(self) -> None:
        """The first analysis: adds to `observed` until nothing more follows, and fills `matter`."""
        writers: dict[str, list[Function]] = {}
        for fn in self.functions:
            for name in {_written(s) for s in all_statements(fn)}:
                writers.setdefault(name, []).append(fn)

        def follow(fn: Function) -> Iterable[Function]:
            if self.idle(fn):
                return ()
            fields, variables = self.observed.copy(), len(self.variables)
            for s in fn.body:
                self.look(s)
            new = self.observed - fields
            return (*([fn] * (len(self.variables) > variables)), *(f for name in new for f in writers.get(name, ())))

        settle(self.functions, follow)

    # ------------------------------------------------------------------ expressions

    def uses(self, x: Expr) -> Uses:
        """What an expression uses."""
        known = self.uses_of.get(x)
        if known is not None:
            return known
        below = [self.uses(s) for s in x.src]
        found = _joined(below) if below else _NOTHING
        if x.op in FIELD_READS:
            found = found._replace(fields=found.fields | {x.name})
        elif x.op is Op.VAR:
            found = found._replace(variables=found.variables | {x.var})
        elif x.op is Op.CALL and x.called.index not in self.skipped:
            found = found._replace(calls=found.calls | {x.called}, acts=True)
        elif x.op is Op.RUN:
            intrinsic = x.run.intrinsic
            if intrinsic.reads & Resource.FIELDS and intrinsic.argument is Argument.NONE:
                found = found._replace(fields=found.fields.union(*self.digested))
            found = found._replace(
                applies=found.applies or intrinsic.calls, acts=found.acts or not intrinsic.silent or intrinsic.calls
            )
        elif x.op is Op.LIST_NEW or (self.failures and may_fail(x)):
            found = found._replace(acts=True)
        self.uses_of[x] = found
        return found

    def uses_in(self, s: Stmt) -> Uses:
        """What the expressions of a statement itself use."""
        known = self.of_statement.get(s)
        if known is None:
            known = self.of_statement[s] = _joined([self.uses(x) for x in self.operands(s)])
        return known

    def operands(self, s: Stmt) -> tuple[Expr, ...]:
        """The expressions of a statement itself that are looked at."""
        return expressions(s)

    def uses_of_index(self, s: ops.SetField) -> Uses:
        """What the index of a write uses."""
        return _NOTHING if s.index is None else self.uses(s.index)

    # ------------------------------------------------------------------ what is observed

    def look(self, s: Stmt) -> bool:
        """Adds what a statement observes; whether anything depends on what it does."""
        if isinstance(s, ops.Loop):
            # what leaves an iteration matters if anything else in the loop does
            self.leaving.append(self._lasts(s))
            inner = [self.look(each) for block in blocks(s) for each in block]
            if any(inner) and not self.leaving[-1]:
                self.leaving[-1] = True
                inner = [self.look(each) for block in blocks(s) for each in block]
            self.leaving.pop()
        else:
            inner = [self.look(each) for block in blocks(s) for each in block]
        uses = self.uses_in(s)
        if isinstance(s, ops.SetField):
            matters = s.field in self.observed or uses.acts or self.fails(s)
            uses = uses if self.value_matters(s) else self.uses_of_index(s)
        elif isinstance(s, ops.Assign):
            matters = s.var in self.variables or uses.acts
        elif isinstance(s, ops.Do):
            matters = self._does(s.value)
        elif self.failures and isinstance(s, ops.While | ops.ForList):
            matters = True
        elif blocks(s) and not isinstance(s, ops.Scope):
            matters = any(inner) or uses.acts or (isinstance(s, ops.Loop) and self._lasts(s))
        elif isinstance(s, ops.Break | ops.Continue):
            matters = not self.leaving or self.leaving[-1]
        else:
            matters = True
        if matters:
            self.observed |= uses.fields
            self.variables |= uses.variables
        self.matter[s] = matters
        return matters

    def _does(self, x: Expr) -> bool:
        """Whether evaluating an expression does anything that matters."""
        changed = _changed(x)
        if self.failures and x.op is Op.RUN and x.run.intrinsic.fails is Failure.RANGE:
            changed = ""
        spared = changed not in ("", *self.observed) or (x.op is Op.CALL and self.idle(x.called))
        return not spared or any(self.uses(y).acts for y in x.src)

    def idle(self, fn: Function) -> bool:
        """Whether all that a function does is to change data that nobody observes."""
        return False

    def fails(self, s: ops.SetField) -> bool:
        """Whether a write may end in an error that does not depend on what it writes."""
        return False

    def value_matters(self, s: ops.SetField) -> bool:
        """Whether the value that is written matters, and not only the index."""
        return True

    def _lasts(self, loop: Stmt) -> bool:
        """Whether a loop is known to matter: it did before, it may not end, or its variable is read after it."""
        if self.failures and isinstance(loop, ops.While | ops.ForList):
            return True
        known = isinstance(loop, ops.ForLoop) and loop.var in self.variables
        return known or self.matter.get(loop, False)


class _Between(Observing):
    """What is observed of the state between two moves."""

    def __init__(self, program: Program, skipped: frozenset[int], *, failures: bool = False) -> None:
        entries = (*program.entries.values(), *program.appliers.values())
        functions = [program.functions[i] for i in sorted(reached_from(program, entries, skipped))]
        super().__init__(program, functions, skipped=skipped, failures=failures)
        consequents = numbered(program)
        self.applied = [*program.appliers.values(), *(fn for fn in functions if fn.index in consequents)]

    def result(self) -> set[str]:
        """Both analyses, one after the other."""
        self.observe()
        fields = frozenset(self.program.fields)

        def killed(fn: Function, ask: _Ask) -> Names:
            return fields - _BeforeWritten(self, fields, lambda uses: frozenset(), ask).at_start(fn)

        kills = Solution[Function, Names](killed, frozenset())

        def exposed(fn: Function, ask: _Ask) -> Names:
            def reads(uses: Uses) -> Names:
                return uses.fields.union(*map(ask, (*uses.calls, *(self.applied if uses.applies else ()))))

            return _BeforeWritten(self, frozenset(), reads, kills.value).at_start(fn)

        exposure = Solution[Function, Names](exposed, frozenset())
        live = (exposure.value(self.program.entries[name]) for name in ("moves", "play"))
        return {str(name) for name in fields.intersection(frozenset().union(*live))}


class _BeforeWritten(Liveness):
    """Which fields functions may read before they write them, in statements that matter.

    at_end: the fields that are live where a function ends. reads: what is read by a statement itself. kills: the fields
    that a function writes whatever happens.
    """

    def __init__(
        self,
        observing: _Between,
        at_end: Names,
        reads: Callable[[Uses], Names],
        kills: Callable[[Function], Names],
    ) -> None:
        super().__init__(observing.program)
        self.at_end, self.observing, self.of_uses, self.kills = at_end, observing, reads, kills

    def at_start(self, fn: Function) -> Names:
        """The fields that are live at the beginning of a function."""
        return self.block(fn.body, self.at_end, None)

    def statement(self, s: Stmt, live: Names, loop: Around | None) -> Names:
        """What is written on a copy is forgotten."""
        if not self.observing.matter.get(s, True):
            return live
        if isinstance(s, ops.SetCtx):
            return self.itself(s, live)
        if isinstance(s, ops.Copying):
            inside = s.inside if isinstance(s, ops.Ahead) else s.body
            return self.itself(s, live | self.block(inside, frozenset(), loop))
        if isinstance(s, ops.Restoring):
            return self.block(s.body, live.difference(s.fields), loop) | live.intersection(s.fields)
        return super().statement(s, live, loop)

    def itself(self, s: Stmt, live: Names) -> Names:
        """Without what it writes whole, with what it reads."""
        if isinstance(s, ops.SetField) and s.index is None:
            f = self.observing.program.fields[s.field]
            live = live - {s.field} if f.kind in (FieldKind.INT, FieldKind.SET) else live
        return live.difference(*map(self.kills, self.observing.uses_in(s).calls)) | self.reads(s)

    def reads(self, s: Stmt) -> Names:
        """What it reads, its callees included."""
        return self.of_uses(self.observing.uses_in(s))


def _joined(all_of_them: list[Uses]) -> Uses:
    if len(all_of_them) < 2:
        return all_of_them[0] if all_of_them else _NOTHING
    return Uses(
        frozenset().union(*(u.fields for u in all_of_them)),
        frozenset().union(*(u.variables for u in all_of_them)),
        frozenset().union(*(u.calls for u in all_of_them)),
        any(u.applies for u in all_of_them),
        any(u.acts for u in all_of_them),
    )


def _written(s: Stmt) -> str:
    """The name of the field that a statement writes, or of the LIST field that an intrinsic changes, if that is all
    that the statement does; "" for other statements."""
    return s.field if isinstance(s, ops.SetField) else _changed(s.value) if isinstance(s, ops.Do) else ""


def _changed(x: Expr) -> str:
    return x.run.name if x.op is Op.RUN and x.run.intrinsic.argument is Argument.LIST else ""
