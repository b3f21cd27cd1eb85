"""For array fields that random games search (`SET_WHERE`): the set of indices that hold each value, kept up to date.

A search reads the array many values at a time. Soon after a single value was written, the processor has to wait until
that write has left its store buffer. Sets that change with each write cost a few instructions there, and no search.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from ....facts.intervals import Range
from ....facts.ranges import Ranges
from ....program.ops import Field, FieldKind, Op
from ....program.program import Function, Program
from ....program.walk import all_expressions

__all__ = ["ValueSets"]

MOST = 16
"""Values that have a set of their own; others are searched for."""
_VARIABLES = 3
"""So few sets of one word are variables, not an array: then no memory is read."""


class ValueSets:
    """Which fields of a program have such sets, and the C code for them. live: the functions of a ply. levelled: fields
    of stacks that have such sets of places (`stack_lines.py`)."""

    def __init__(self, program: Program, live: Iterable[Function], ranges: Ranges, levelled: Set[str]) -> None:
        self.program = program
        searched = {x.name for fn in live for x in all_expressions(fn) if x.op is Op.SET_WHERE}
        fields = program.fields.values()
        self.fields = [f for f in fields if f.name in levelled or (f.name in searched and self._fits(f))]
        self._range = {f.name: ranges.field(f.name) for f in self.fields}
        self.names = {f.name for f in self.fields}

    def _fits(self, f: Field) -> bool:
        """Whether all indices of a field can be members of a set."""
        return f.kind is FieldKind.ARRAY and not f.cap and f.size <= self.program.set_width

    def _size(self, f: Field) -> int:
        """How many indices there are; of a field with a capacity, as long as that has not grown."""
        return f.size * self.program.caps[f.cap] if f.cap else f.size

    def _values(self, f: Field) -> int:
        """How many values from 0 on have a set."""
        return max(1, min(self._range[f.name][1] + 1, MOST))

    def _all(self, f: Field) -> bool:
        """Whether the field has no other values."""
        lo, hi = self._range[f.name]
        return lo >= 0 and hi < MOST

    def _variables(self, f: Field) -> range:
        """The values whose sets are variables. If there is none below 0, the set of 0 is all that is in no other."""
        lo, hi = self._range[f.name]
        values = range(lo >= 0, hi + 1)
        return values if self.program.set_width <= 64 and len(values) <= _VARIABLES else range(0)

    def members(self) -> list[str]:
        """The members of the engine's state that hold the sets."""
        out = []
        for f in self.fields:
            variables = self._variables(f)
            out += [f"  set_t {f.name}_is_{v};" for v in variables] or [f"  set_t *{f.name}_is;"]
        return out

    def arrays(self) -> list[str]:
        """The arrays among them: local variables of their own."""
        return [f"  set_t a_{f.name}_is[{self._values(f)}]; \\" for f in self.fields if not self._variables(f)]

    def start(self) -> tuple[list[str], list[str]]:
        """The members of what is found once for all games that begin in a state, and the code that finds it."""
        members, find = [], []
        for f in self.fields:
            search = f"set_where_{f.bits}(from->{f.name}, {self._size(f)}, "
            variables = self._variables(f)
            members += [f"  set_t {f.name}_is_{v};" for v in variables]
            find += [f"  o->start.{f.name}_is_{v} = {search}{v});" for v in variables]
            if not variables:
                members.append(f"  set_t {f.name}_is[{self._values(f)}];")
                find.append(f"  for (int v = 0; v < {self._values(f)}; v++) o->start.{f.name}_is[v] = {search}v);")
        return members, find

    def unpack(self) -> list[str]:
        """The code that gives a game the sets that it begins with."""
        out = []
        for f in self.fields:
            name, variables = f"{f.name}_is", self._variables(f)
            out += [f"  e->s.{name}_{v} = e->o->start.{name}_{v}; \\" for v in variables]
            if not variables:
                copy = f"memcpy(a_{name}, e->o->start.{name}, sizeof a_{name});"
                out.append(f"  e->s.{name} = a_{name}; {copy} \\")
        return out

    def saved(self, tried: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
        """The members of a saved state, what saves them, and what restores them. tried: the fields that are saved."""
        members, push, pop = [], [], []
        for f in (f for f in self.fields if f.name in tried):
            variables = self._variables(f)
            for name in (f"{f.name}_is_{v}" for v in variables):
                members.append(f"  set_t {name};")
                push.append(f"  at->{name} = e->s.{name};")
                pop.append(f"  e->s.{name} = at->{name};")
            if not variables:
                name = f"{f.name}_is"
                members.append(f"  set_t {name}[{self._values(f)}];")
                push.append(f"  memcpy(at->{name}, e->s.{name}, sizeof at->{name});")
                pop.append(f"  memcpy(e->s.{name}, at->{name}, sizeof at->{name});")
        return members, push, pop

    def functions(self) -> list[str]:
        """The functions that find the set of a value, and that follow a write."""
        out = []
        for f in self.fields:
            out += self._find(f)
            if f.cap:
                args = "UNUSED E *e, UNUSED int i, UNUSED int old, UNUSED int v"
                unused = f"INLINE void {f.name}_follow({args}) {{}}"
                out += [f"#if {self.has_places(f)}", *self._follow(f), "#else", unused, "#endif"]
            else:
                out += self._follow(f)
        return out

    def has_places(self, f: Field) -> str:
        """The C condition for the sets of the places of stacks to be kept up to date."""
        assert f.cap is not None
        return f"CAP_{f.cap} == {self.program.caps[f.cap]}"

    def _find(self, f: Field) -> list[str]:
        out = [f"INLINE set_t {f.name}_where(E *e, int v) {{"]
        variables = self._variables(f)
        if variables:
            out += [f"  if (v == {v}) return e->s.{f.name}_is_{v};" for v in variables]
            if 0 in variables:
                return [*out, "  return set_empty();", "}"]
            others = " | ".join(f"e->s.{f.name}_is_{v}.w[0]" for v in variables)
            every = f"{hex((1 << self._size(f)) - 1)}ull"
            return [*out, f"  return (set_t){{{{v == 0 ? {every} & ~({others}) : 0}}}};", "}"]
        out.append(f"  if ((unsigned)v < {self._values(f)}u) return e->s.{f.name}_is[v];")
        other = "set_empty()" if self._all(f) else f"set_where_{f.bits}(e->s.{f.name}, {self._size(f)}, v)"
        return [*out, f"  return {other};", "}"]

    def _follow(self, f: Field) -> list[str]:
        out = [f"INLINE void {f.name}_follow(E *e, int i, UNUSED int old, int v) {{"]
        variables = self._variables(f)
        if variables:
            out.append("  const uint64_t one = 1ull << i;")
            for v in variables:
                name = f"e->s.{f.name}_is_{v}.w[0]"
                out.append(f"  {name} = ({name} & ~one) | (uint64_t)(v == {v}) << i;")
            return [*out, "}"]
        for change, value in (("drop", "old"), ("add", "v")):
            known = "" if self._all(f) else f"if ((unsigned){value} < {self._values(f)}u) "
            out.append(f"  {known}set_{change}_known(e->s.{f.name}_is + {value}, i);")
        return [*out, "}"]

    def where(self, f: Field, value: str, within: Range) -> str:
        """The expression for the indices that hold a value, which is within a range."""
        if not self._variables(f) and within[0] >= 0 and within[1] < self._values(f):
            return f"e->s.{f.name}_is[{value}]"
        return f"{f.name}_where(e, {value})"

    def follow(self, f: Field) -> str:
        """The statement before a write of `new_` to `*at_`."""
        return f"{f.name}_follow(e, (int)(at_ - e->s.{f.name}), *at_, new_); "
