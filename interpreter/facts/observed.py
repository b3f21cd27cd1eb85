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

__all__ = ["live_fields", "observed"]


class _Uses(NamedTuple):
    """What an expression reads and calls, at any depth. acts: whether it may do anything but give a value."""

    fields: frozenset[str]
    variables: frozenset[Var]
    calls: frozenset[Function]
    applies: bool
    acts: bool


_Ask = Callable[[Function], Names]
_NOTHING = _Uses(frozenset(), frozenset(), frozenset(), False, False)


def live_fields(program: Program, *, counting: bool = True) -> set[str]:
    """The names of the fields that make a difference to the moves, results and errors that follow a position.

    counting: False leaves out what only the functions of `Program.counting` observe: how long the game is, and who has
    passed. The result then holds for games that stay below the limits of moves and turns and in which the same players
    have passed lately.
    """
    return _Observing(program, frozenset() if counting else frozenset(program.counting)).result()


def observed(program: Program, results: Iterable[str]) -> tuple[set[str], Callable[[Stmt], bool]]:
    """The fields that are observed if these fields are, and a function that says whether anything depends on what a
    statement of a reachable function does. Whether it fails, or ever ends, counts too, apart from what writes check
    (bounds, and whether a value fits)."""
    found = _Observing(program, frozenset(), failures=True)
    found.observed |= set(results)
    found.observe()
    return found.observed, lambda s: found.matter.get(s, True)


class _Observing:
    """skipped: indices of functions that are taken to do and observe nothing.

    failures: whether errors are observed, and loops that may not end.
    """

    def __init__(self, program: Program, skipped: frozenset[int], *, failures: bool = False) -> None:
        self.program = program
        self.failures = failures
        self.skipped = skipped
        entries = (*program.entries.values(), *program.appliers.values())
        self.functions = [program.functions[i] for i in sorted(reached_from(program, entries, skipped))]
        self.uses_of: dict[Expr, _Uses] = {}  # expressions share parts: each is looked at once
        self.of_statement: dict[Stmt, _Uses] = {}
        self.observed: set[str] = set()
        self.variables: set[Var] = set()
        self.matter: dict[Stmt, bool] = {}
        self.leaving: list[bool] = []  # for each loop around a statement, whether leaving an iteration matters
        consequents = numbered(program)
        self.applied = [*program.appliers.values(), *(fn for fn in self.functions if fn.index in consequents)]

    def result(self) -> set[str]:
        """Both analyses, one after the other."""
        self.observe()
        fields = frozenset(self.program.fields)

        def killed(fn: Function, ask: _Ask) -> Names:
            return fields - _BeforeWritten(self, fields, lambda uses: frozenset(), ask).of(fn)

        kills = Solution[Function, Names](killed, frozenset())

        def exposed(fn: Function, ask: _Ask) -> Names:
            def reads(uses: _Uses) -> Names:
                return uses.fields.union(*map(ask, (*uses.calls, *(self.applied if uses.applies else ()))))

            return _BeforeWritten(self, frozenset(), reads, kills.value).of(fn)

        exposure = Solution[Function, Names](exposed, frozenset())
        live = (exposure.value(self.program.entries[name]) for name in ("moves", "play"))
        return {str(name) for name in fields.intersection(frozenset().union(*live))}

    def observe(self) -> None:
        """The first analysis: adds to `observed` until nothing more follows, and fills `matter`."""
        writers: dict[str, list[Function]] = {}
        for fn in self.functions:
            for name in {_written(s) for s in all_statements(fn)}:
                writers.setdefault(name, []).append(fn)

        def follow(fn: Function) -> Iterable[Function]:
            fields, variables = self.observed.copy(), len(self.variables)
            for s in fn.body:
                self._observe(s)
            new = self.observed - fields
            return (*([fn] * (len(self.variables) > variables)), *(f for name in new for f in writers.get(name, ())))

        settle(self.functions, follow)

    # ------------------------------------------------------------------ expressions

    def uses(self, x: Expr) -> _Uses:
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
                found = found._replace(fields=found.fields.union(*self.program.hashed))
            found = found._replace(
                applies=found.applies or intrinsic.calls, acts=found.acts or not intrinsic.silent or intrinsic.calls
            )
        elif x.op is Op.LIST_NEW or (self.failures and may_fail(x)):
            found = found._replace(acts=True)
        self.uses_of[x] = found
        return found

    def uses_in(self, s: Stmt) -> _Uses:
        """What the expressions of a statement itself use."""
        known = self.of_statement.get(s)
        if known is None:
            found = [self.uses(x) for x in expressions(s)]
            known = self.of_statement[s] = _joined(found) if found else _NOTHING
        return known

    # ------------------------------------------------------------------ what is observed

    def _observe(self, s: Stmt) -> bool:
        """Adds what a statement observes; whether anything depends on what it does."""
        if isinstance(s, ops.Loop):
            # what leaves an iteration matters if anything else in the loop does
            self.leaving.append(self._lasts(s))
            inner = [self._observe(each) for block in blocks(s) for each in block]
            if any(inner) and not self.leaving[-1]:
                self.leaving[-1] = True
                inner = [self._observe(each) for block in blocks(s) for each in block]
            self.leaving.pop()
        else:
            inner = [self._observe(each) for block in blocks(s) for each in block]
        uses = self.uses_in(s)
        if isinstance(s, ops.SetField):
            matters = s.field in self.observed or uses.acts
        elif isinstance(s, ops.Assign):
            matters = s.var in self.variables or uses.acts
        elif isinstance(s, ops.Do):
            changed = _written(s)
            if self.failures and s.value.op is Op.RUN and s.value.run.intrinsic.fails is Failure.RANGE:
                changed = ""
            matters = not changed or changed in self.observed or any(self.uses(x).acts for x in s.value.src)
        elif self.failures and isinstance(s, ops.While | ops.ForList):
            matters = True
        elif blocks(s) and not isinstance(s, ops.Scope):
            matters = any(inner) or uses.acts or (isinstance(s, ops.Loop) and self._lasts(s))
        elif isinstance(s, ops.Break | ops.Continue):
            matters = self.leaving[-1]
        else:
            matters = True
        if matters:
            self.observed |= uses.fields
            self.variables |= uses.variables
        self.matter[s] = matters
        return matters

    def _lasts(self, loop: Stmt) -> bool:
        """Whether a loop is known to matter: it did before, it may not end, or its variable is read after it."""
        if self.failures and isinstance(loop, ops.While | ops.ForList):
            return True
        known = isinstance(loop, ops.ForLoop) and loop.var in self.variables
        return known or self.matter.get(loop, False)


class _BeforeWritten(Liveness):
    """Which fields functions may read before they write them, in statements that matter.

    at_end: the fields that are live where a function ends. reads: what is read by a statement itself. kills: the fields
    that a function writes whatever happens.
    """

    def __init__(
        self,
        observing: _Observing,
        at_end: Names,
        reads: Callable[[_Uses], Names],
        kills: Callable[[Function], Names],
    ) -> None:
        super().__init__(observing.program)
        self.slots, self.observing, self.of_uses, self.kills = at_end, observing, reads, kills

    def of(self, fn: Function) -> Names:
        """The fields that are live at the beginning of a function."""
        return self.block(fn.body, self.slots, None)

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
        return live.difference(*map(self.kills, self.observing.uses_in(s).calls)) | self._reads(s)

    def find_reads(self, s: Stmt) -> Names:
        """What it reads, its callees included."""
        return self.of_uses(self.observing.uses_in(s))


def _joined(all_of_them: list[_Uses]) -> _Uses:
    if len(all_of_them) == 1:
        return all_of_them[0]
    return _Uses(
        frozenset().union(*(u.fields for u in all_of_them)),
        frozenset().union(*(u.variables for u in all_of_them)),
        frozenset().union(*(u.calls for u in all_of_them)),
        any(u.applies for u in all_of_them),
        any(u.acts for u in all_of_them),
    )


def _written(s: Stmt) -> str:
    """The name of the field that a statement writes, or of the LIST field that an intrinsic changes, if that is all
    that the statement does; "" for other statements."""
    if isinstance(s, ops.SetField):
        return s.field
    x = s.value if isinstance(s, ops.Do) else None
    return x.run.name if x is not None and x.op is Op.RUN and x.run.intrinsic.argument is Argument.LIST else ""
