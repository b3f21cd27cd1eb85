"""Saving the state within random games (`games.py`): only the fields that may change before it is restored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....facts.engines.tried_fields import tried_fields
from ....program.ops import Field, FieldKind
from ....program.program import Program
from ..rendering.state import declaration
from .value_sets import ValueSets

__all__ = ["lies_apart", "saved_type", "saving"]


def lies_apart(p: Program, f: Field) -> bool:
    """Whether a set is a local variable of its own, as arrays are. A word of it is found by a computed index: within
    the engine's variables that would keep the compiler from holding the others in registers."""
    return f.kind is FieldKind.SET and p.set_width > 64


def _fields(p: Program) -> list[Field]:
    tried = tried_fields(p)
    return [f for f in p.fields.values() if f.name in tried]


def saved_type(p: Program, sets: ValueSets) -> list[str]:
    """The type of a saved state, and that of what is found once for a state in which games begin."""
    members = (f"  {declaration(f)}" for f in _fields(p))
    saved = ["typedef struct {", *members, *sets.saved(tried_fields(p))[0], "  int unused_;", "} saved_t;"]
    return [*saved, "typedef struct {", *sets.start()[0], "  int unused_;", "} start_t;"]


def saving(p: Program, dependent: Mapping[str, Mapping[int, int]], sets: ValueSets) -> list[str]:
    """The functions that save the state and restore it. dependent: of each field, the memoised results that depend on
    it, as bits of words. They are not valid when the state has been restored."""
    fields = _fields(p)
    push, pop = [], []
    for f in fields:
        here, there = f"(*e->s.{f.name})" if lies_apart(p, f) else f"e->s.{f.name}", f"at->{f.name}"
        if f.kind is FieldKind.ARRAY:
            push.append(f"  memcpy({there}, {here}, sizeof {there});")
            pop.append(f"  memcpy({here}, {there}, sizeof {there});")
        elif f.kind is FieldKind.LIST:
            for out, to, source in ((push, there, here), (pop, here, there)):
                out.append(f"  {to}_n = {source}_n; if ({source}_n)")
                out.append(f"    memcpy({to}, {source}, (size_t){source}_n * sizeof *{source});")
        else:
            push.append(f"  {there} = {here};")
            pop.append(f"  {here} = {there};")
    _, saved, restored = sets.saved(tried_fields(p))
    stale = (f"  stale(e, {word}, 0x{bits:x}ull);" for word, bits in sorted(_all(dependent, fields).items()))
    out = ["INLINE void state_push(E *e) {", "  if (e->n_saved == MOST_SAVED) stop(e, LP_RULE, 0);"]
    out += ["  UNUSED saved_t *at = &e->saved[e->n_saved++];", *push, *saved, "}"]
    out += ["INLINE void state_pop(E *e) {", "  UNUSED const saved_t *at = &e->saved[--e->n_saved];"]
    out += [*pop, *restored, *stale, "}"]
    return out


def _all(dependent: Mapping[str, Mapping[int, int]], fields: Iterable[Field]) -> dict[int, int]:
    found: dict[int, int] = {}
    for f in fields:
        for word, bits in dependent.get(f.name, {}).items():
            found[word] = found.get(word, 0) | bits
    return found
