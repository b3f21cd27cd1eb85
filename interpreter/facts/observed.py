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
from ..program.ops import Argument, Block, Expr, FieldKind, Op, Resource, Stmt, Var
from ..program.program import Function, Program
from ..program.walk import all_statements, blocks, expressions, numbered, reached_from
from ..program.worklist import settle

__all__ = ["live_fields", "observed"]


class _Uses(NamedTuple):
    """What an expression reads and calls, at any depth. acts: whether it may do anything but give a value."""

    fields: frozenset[str]
    variables: frozenset[Var]
    calls: frozenset[Function]
    applies: bool
    acts: bool


_NOTHING = _Uses(frozenset(), frozenset(), frozenset(), False, False)


def live_fields(program: Program, *, counting: bool = True) -> set[str]:
    """The names of the fields that make a difference to the moves, results and errors that follow a position.

    counting: False leaves out what only the functions of `Program.counting` observe: how long the game is, and who has
    passed. The result then holds for games that stay below the limits of moves and turns and in which the same players
    have passed lately.
    """
    return _Liveness(program, frozenset() if counting else frozenset(program.counting)).result()


def observed(program: Program, results: Iterable[str]) -> tuple[set[str], Callable[[Stmt], bool]]:
    """The fields that are observed if these fields are, and a function that says whether anything depends on what a
    statement of a reachable function does. Whether it fails, or ever ends, counts too, apart from what writes check
    (bounds, and whether a value fits)."""
    found = _Liveness(program, frozenset(), failures=True)
    found.observed |= set(results)
    found.observe()
    return found.observed, lambda s: found.matter.get(s, True)


class _Liveness:
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
        self.exposed: dict[int, set[str]] = {fn.index: set() for fn in self.functions}
        self.killed: dict[int, frozenset[str]] = {}
        self.matter: dict[Stmt, bool] = {}
        self.leaving: list[bool] = []  # for each loop around a statement, whether leaving an iteration matters
        self.applied = list(program.appliers.values())
        self.applied += [program.functions[i] for i in sorted(numbered(program)) if i in self.exposed]

    def result(self) -> set[str]:
        """Both analyses, one after the other."""
        self.observe()
        callers: dict[int, list[Function]] = {i: [] for i in self.exposed}
        for fn in self.functions:
            uses = [self._of(s) for s in all_statements(fn)]
            for callee in {f for u in uses for f in (*u.calls, *(self.applied if u.applies else ()))}:
                callers[callee.index].append(fn)

        def follow(fn: Function) -> Iterable[Function]:
            found = self._expose(fn.body, set()) - self.exposed[fn.index]
            self.exposed[fn.index] |= found
            return callers[fn.index] if found else ()

        settle(self.functions, follow)
        entries = (self.program.entries[name] for name in ("moves", "play"))
        return {name for fn in entries for name in self.exposed[fn.index]} & set(self.program.fields)

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

    def _of(self, s: Stmt) -> _Uses:
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
        uses = self._of(s)
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

    # ------------------------------------------------------------------ what is read before it is written

    def _expose(self, body: Block, killed: set[str]) -> set[str]:
        """The fields that a block may read before it writes them; killed: those written before, to which it adds."""
        found: set[str] = set()
        for s in body:
            if not self.matter[s]:
                continue
            uses = self._of(s)
            outer, killed = killed, killed.copy() if isinstance(s, ops.Restoring) else killed
            found |= uses.fields - killed
            callees = [*uses.calls, *(self.applied if uses.applies else ())]
            for fn in callees:
                found |= self.exposed[fn.index] - killed
            for fn in uses.calls:
                killed |= self._kills(fn)
            inner = blocks(s)
            if isinstance(s, ops.If):
                after = [killed.copy() for _ in inner]
                for block, k in zip(inner, after, strict=True):
                    found |= self._expose(block, k)
                killed |= after[0] & after[1]
            else:
                for block in inner:
                    found |= self._expose(block, killed if isinstance(s, ops.InMode | ops.Restoring) else killed.copy())
            killed |= self._killed_by(s)
            if isinstance(s, ops.Restoring) and not isinstance(s, ops.Ahead):
                outer |= killed.difference(s.fields)
            killed = outer  # what is written on a copy is forgotten
        return found

    def _killed_by(self, s: Stmt) -> set[str]:
        if not isinstance(s, ops.SetField) or s.index is not None:
            return set()
        whole = self.program.fields[s.field].kind in (FieldKind.INT, FieldKind.SET)
        return {s.field} if whole else set()

    def _kills(self, fn: Function) -> frozenset[str]:
        """The fields that a function writes whatever happens."""
        if fn.index not in self.killed:
            self.killed[fn.index] = frozenset()  # for a function that calls itself
            self.killed[fn.index] = frozenset(self._kills_of(fn.body)[0])
        return self.killed[fn.index]

    def _kills_of(self, body: Block) -> tuple[set[str], bool]:
        """The fields that a block writes before it may be left early, and whether it may be."""
        found: set[str] = set()
        for s in body:
            if isinstance(s, ops.Ahead):
                continue
            for fn in self._of(s).calls:
                found |= self._kills(fn)
            if isinstance(s, ops.Return | ops.Break | ops.Continue):
                return found, True
            inner = [self._kills_of(block) for block in blocks(s)]
            if isinstance(s, ops.If):
                found |= inner[0][0] & inner[1][0]
            elif isinstance(s, ops.InMode | ops.Restoring):
                found |= inner[0][0].difference(s.fields if isinstance(s, ops.Restoring) else ())
            if any(leaves for _, leaves in inner):
                return found, True
            found |= self._killed_by(s)
        return found, False


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
