"""What applying a move may write, found without applying it: one half of `skip_untouched`.

The functions that apply actions, and consequents, are read as a set of writes. Sites and values are told by where they
come from: a parameter of the action, a constant, the move's destination or origin, or what another field holds at such
a site.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from ..program import ops
from ..program.actions import ACTIONS
from ..program.effects import may_fail
from ..program.entries import Failure, Resource
from ..program.intrinsics import ACT, ACT_THEN, APPLY_ACTIONS, APPLY_THENS, FULL_CAPACITY
from ..program.ops import Argument, Expr, FieldKind, Op, SiteData, Var
from ..program.program import Function, Program
from ..program.raw import NOTES
from ..program.walk import all_of, all_runs, all_statements, nodes, numbered
from .modes import is_run


class Kind(IntEnum):
    """Where a number may come from: a constant, what a field holds, the move's origin or destination, a parameter."""

    CONST, COPY, FROM, OTHER, PARAM, TO = range(6)


class Source(NamedTuple):
    """Where a number comes from. number: the value of a constant, or which parameter it is. field, at: of a copy, the
    field, and the kind and the number of the site at which it holds the value."""

    kind: Kind
    number: int = 0
    field: str = ""
    at: tuple[Kind, int] = (Kind.OTHER, 0)


OTHER = Source(Kind.OTHER)
_SITES = {Kind.PARAM, Kind.CONST, Kind.TO, Kind.FROM}
Sources = frozenset[Source]


@dataclass
class Writes:
    """What a piece of program may write.

    unknown: anything, or it may fail. fields: fields as a whole. members: SET fields of which it changes single
    members, and the fields with the lists of pieces. sites: where it writes elements of fields about sites, and such
    members. values: what it writes there, each with its field; POSITIONS stands for the lists of where the pieces of
    each component stand.
    """

    unknown: bool = False
    fields: set[str] = field(default_factory=set)
    members: set[str] = field(default_factory=set)
    sites: set[Source] = field(default_factory=set)
    values: set[tuple[str, Source]] = field(default_factory=set)


POSITIONS = "positions"


def by_site(f: ops.Field) -> bool:
    """Whether a field has one element for each site."""
    return f.kind is FieldKind.ARRAY and f.site is SiteData.CONTENT and f.cap is None and f.heights is None


def every_move(apply: Function) -> set[str] | None:
    """The fields that a function writes which stores a move and applies it (`Function.last`), besides what actions and
    consequents write; None for another function, and for one that may do more than write fields."""
    if not apply.last or all_of(apply, ops.Push, ops.SetCtx):
        return None
    written = {s.field for s in all_of(apply, ops.SetField)}
    for x in all_runs(apply):
        if x.op is Op.CALL:
            return None
        if x.op is not Op.RUN or is_run(x, APPLY_ACTIONS, APPLY_THENS):
            continue
        entry = x.run.intrinsic
        if entry.argument is Argument.LIST and Resource.FIELDS in entry.writes:
            written.add(x.run.name)
        elif Resource.FIELDS in entry.writes or entry.fails is not Failure.NEVER:
            return None
    return written


class FindWrites:
    """Finds the writes of actions, by kind, of consequents, by index, and those that every move makes.

    bound: the number of elements of the shortest field about sites.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        last = next((fn.last for fn in program.functions if fn.last), ())
        self.ends = dict(zip(last, (Kind.FROM, Kind.TO), strict=False))  # of the last move, by field
        self.bound = min((f.size for f in program.fields.values() if by_site(f)), default=0)
        self.elements: set[str] = set()
        self._open: set[int] = set()
        self._added: set[tuple[int, tuple[Sources, ...]]] = set()
        self.kinds = {
            kind: self._function(fn, [frozenset({Source(Kind.PARAM, i)}) for i in range(len(fn.params))])
            for kind, fn in program.appliers.items()
        }
        self.thens = {i: self._function(program.functions[i], []) for i in sorted(numbered(program))}

    def every(self) -> list[Writes]:
        """The writes of all kinds of actions and all consequents."""
        return [*self.kinds.values(), *self.thens.values()]

    # ------------------------------------------------------------------ functions

    def _function(self, fn: Function, given: list[Sources]) -> Writes:
        """The writes of a function whose parameters have these sources."""
        found = Writes()
        self._added.clear()
        self._add(fn, given, found)
        if self.ends.keys() & found.fields:
            found.unknown = True
        return found

    def _add(self, fn: Function, given: list[Sources], found: Writes) -> None:
        if fn.index in self._open:
            found.unknown = True
            return
        call = fn.index, tuple(given)
        if call in self._added:  # what it writes is in `found` already
            return
        self._added.add(call)
        self._open.add(fn.index)
        sources = _Resolver(self.program, self.ends, fn, given)
        for s in all_statements(fn):
            if isinstance(s, ops.SetField):
                self._write(s, sources, found)
            elif isinstance(s, ops.Emit):
                for action in s.actions:
                    self._action(action.kind, [sources(p) for p in action.params], found)
                for then in s.then:
                    self._add(then, [], found)
            for y in nodes([s]):
                if y.op is Op.CALL:
                    self._call(y, sources, found)
                elif y.op is Op.RUN:
                    self._run(y, sources, found)
                elif may_fail(y):
                    found.unknown = True
        self._open.discard(fn.index)

    def _action(self, kind: str, params: list[Sources], found: Writes) -> None:
        fn = self.program.appliers.get(kind)
        if kind in NOTES:
            return
        if fn is None or len(params) != len(ACTIONS[kind].params):
            found.unknown = True
            return
        self._add(fn, params, found)

    def _call(self, x: Expr, sources: _Resolver, found: Writes) -> None:
        fn, given = x.called, [sources(a) for a in x.src]
        if fn.upkeep is None:
            self._add(fn, given, found)
            return
        found.members |= {f.name for f in self.program.fields.values() if f.upkeep is fn.upkeep}
        if len(given) != 2 or not self._place(given[1], found):
            found.unknown = True
        elif fn.enters:
            found.values |= {(POSITIONS, source) for source in given[0]}

    def _run(self, x: Expr, sources: _Resolver, found: Writes) -> None:
        entry = x.run.intrinsic
        if entry is FULL_CAPACITY:
            return
        if entry is ACT_THEN:
            self._add(self.program.functions[x.src[0].const], [], found)
        elif entry is ACT:
            self._action(x.run.name, [sources(p) for p in x.src[1:]], found)
        elif Resource.FIELDS in entry.writes and entry.argument is Argument.LIST:
            found.fields.add(x.run.name)
            found.unknown = found.unknown or entry.fails is Failure.RANGE
        elif entry.changes_any_field or entry.calls or entry.fails is not Failure.NEVER:
            found.unknown = True
        elif Resource.RECORD in entry.reads:
            found.unknown = True  # recorded actions may be applied again

    # ------------------------------------------------------------------ one write

    def _write(self, s: ops.SetField, sources: _Resolver, found: Writes) -> None:
        f = self.program.fields[s.field]
        if f.kind is FieldKind.INT:
            found.fields.add(s.field)
        elif f.kind is FieldKind.SET:
            member = _member(s)
            if member is None or f.site is None:
                found.fields.add(s.field)
            elif self._place(sources(member), found):
                found.members.add(s.field)
        elif by_site(f) and s.index is not None:
            if self._place(sources(s.index), found):
                self.elements.add(s.field)
                found.values |= {(s.field, source) for source in sources(s.value)}
        elif f.kind is FieldKind.ARRAY and s.index is not None and s.index.is_const and 0 <= s.index.const < f.size:
            found.fields.add(s.field)
        else:
            found.unknown = True

    def _place(self, sources: Sources, found: Writes) -> bool:
        """Notes sites that are written; whether it is known which they are."""
        known = all(s.kind in _SITES and (s.kind is not Kind.CONST or 0 <= s.number < self.bound) for s in sources)
        found.unknown = found.unknown or not known
        found.sites |= sources
        return known


def _member(s: ops.SetField) -> Expr | None:
    """The index that a statement adds to its field or takes from it."""
    x = s.value
    if x.op not in (Op.SET_OR, Op.SET_DIFF) or x.src[0].op is not Op.FIELD or x.src[0].arg != s.field:
        return None
    return x.src[1].src[0] if x.src[1].op is Op.SET_ONE else None


class _Resolver:
    """Where the values of a function's expressions come from, whichever way it takes."""

    def __init__(self, program: Program, ends: dict[str, Kind], fn: Function, given: list[Sources]) -> None:
        self.program, self.ends = program, ends
        self.params = dict(zip(fn.params, given, strict=True))
        self.assigned: dict[Var, list[Expr | None]] = {}
        for s in all_statements(fn):
            if isinstance(s, ops.Assign):
                self.assigned.setdefault(s.var, []).append(s.value)
            elif isinstance(s, ops.Binding):
                self.assigned.setdefault(s.var, []).append(None)
        self.known: dict[Var, Sources] = {}

    def __call__(self, x: Expr) -> Sources:
        if x.is_const:
            return frozenset({Source(Kind.CONST, x.const)})
        if x.op is Op.VAR:
            return self._local(x.var)
        if x.op is Op.SELECT:
            return self(x.src[1]) | self(x.src[2])
        if x.op is Op.FIELD and not x.src and x.name in self.ends:
            return frozenset({Source(self.ends[x.name])})
        if x.op in (Op.FIELD, Op.FIELD_RAW) and x.src and by_site(self.program.fields[x.name]):
            sites = self(x.src[0])
            if all(s.kind in _SITES for s in sites):
                return frozenset(Source(Kind.COPY, 0, x.name, (s.kind, s.number)) for s in sites)
        return frozenset({OTHER})

    def _local(self, v: Var) -> Sources:
        found = self.known.get(v)
        if found is None:
            self.known[v] = frozenset({OTHER})  # of what depends on itself nothing is known
            found = self.params.get(v, frozenset())
            for x in self.assigned.get(v, ()):
                found |= frozenset({OTHER}) if x is None else self(x)
            self.known[v] = found
        return found
