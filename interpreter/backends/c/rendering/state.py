"""The state in C: its fields, how it is initialised, copied and hashed, and its memory layout."""

from __future__ import annotations

from collections.abc import Set
from itertools import cycle

from ....facts.engines.asked import digested_fields, left_slots
from ....facts.engines.tried_fields import trying
from ....facts.modes import is_run
from ....program import ops
from ....program.intrinsics import HASH_COUNT, HASH_HAS
from ....program.ops import Argument, Field, FieldKind, Op
from ....program.program import Program
from ....program.walk import all_expressions, all_runs, reached_from, statements


def declaration(f: Field) -> str:
    """A field as a member of state_t."""
    if f.kind is FieldKind.SET:
        return f"set_t {f.name};"
    c = f"int{f.bits}_t"
    if f.kind is FieldKind.INT:
        return f"{c} {f.name};"
    size = f"{f.size} * CAP_{f.cap}" if f.cap and f.kind is FieldKind.ARRAY else str(max(1, f.size))
    if f.kind is FieldKind.LIST:
        return f"int32_t {f.name}_n; {c} {f.name}[CAP_{f.cap}];"
    return f"{c} {f.name}[{size}];"


def length(f: Field) -> str:
    """The number of values that can be read by an index."""
    if f.kind is FieldKind.LIST:
        return f"e->s.{f.name}_n"
    return f"({f.size} * CAP_{f.cap})" if f.cap else str(max(1, f.size))


def _size_in_bytes(f: Field) -> str:
    if f.kind is FieldKind.LIST:
        return f"sizeof(int{f.bits}_t) * (size_t)e->s.{f.name}_n"
    return f"sizeof e->s.{f.name}"


def in_order(p: Program, tried: Set[str]) -> list[Field]:
    """The fields in the order of state_t: those that the rules change while they try moves (`tried`), the others,
    lists."""
    return sorted(p.fields.values(), key=lambda f: (f.kind is FieldKind.LIST, f.name not in tried))


def heads(p: Program, tried: Set[str]) -> dict[str, str]:
    """Sizes: of everything before the lists, and of those fields before the lists that tried moves may change."""
    head = [f for f in in_order(p, tried) if f.kind is not FieldKind.LIST]
    lists = [f for f in in_order(p, tried) if f.kind is FieldKind.LIST]
    whole = f"offsetof(state_t, {lists[0].name}_n)" if lists else "sizeof(state_t)"
    others = [f for f in head if f.name not in tried]
    return {"STATE_HEAD": whole, "TRIED_HEAD": f"offsetof(state_t, {others[0].name})" if others else "STATE_HEAD"}


def state_copy(p: Program, tried: Set[str]) -> list[str]:
    """Code that copies a state, and code that copies what tried moves may change. Within one engine, lists that only
    grow need not be copied back and forth.
    """
    shrinking = _shrinking(p) if p.hash_lists else set()
    lists = [f for f in p.fields.values() if f.kind is FieldKind.LIST]
    out = ["static void state_copy(state_t *to, const state_t *from, UNUSED int within) {"]
    out.append("  memcpy(to, from, STATE_HEAD);")
    for f in lists:
        grows = f.name in p.hash_lists and f.name not in shrinking
        out.append(_list_copy(f, "if (!within) " if grows else ""))
    out += ["}", "static void tried_copy(state_t *to, const state_t *from) {", "  copy_head(to, from);"]
    for f in lists:
        grows = f.name in p.hash_lists and f.name not in shrinking
        if f.name in tried:
            out.append(f"  to->{f.name}_n = from->{f.name}_n;" if grows else _list_copy(f))
    out += ["}", "/* whether what tried moves cannot change is the same in two states */"]
    out += ["static UNUSED int same_rest(const state_t *a, const state_t *b) {"]
    same = "!memcmp((const char *)a + TRIED_HEAD, (const char *)b + TRIED_HEAD, STATE_HEAD - TRIED_HEAD)"
    same += "".join(f" && a->{f.name}_n == b->{f.name}_n" for f in lists if f.name not in tried)
    return [*out, f"  return {same};", "}", *_packing(lists)]


def _list_copy(f: Field, only: str = "") -> str:
    some = f"{only}if (from->{f.name}_n) "  # most lists are empty most of the time
    size = f"(size_t)from->{f.name}_n * sizeof *to->{f.name}"
    return f"  to->{f.name}_n = from->{f.name}_n; {some}memcpy(to->{f.name}, from->{f.name}, {size});"


def _packing(lists: list[Field]) -> list[str]:
    """Code that packs a state: the head, and for each list its length and the part of it that is used."""
    size = ["static UNUSED size_t state_bytes(UNUSED const state_t *s) {", "  return STATE_HEAD"]
    save = ["static UNUSED void state_save(char *to, const state_t *s) {", "  memcpy(to, s, STATE_HEAD);"]
    load = ["static UNUSED void state_load(state_t *s, const char *from) {", "  memcpy(s, from, STATE_HEAD);"]
    if lists:
        save.append("  to += STATE_HEAD;")
        load.append("  from += STATE_HEAD;")
    for i, f in enumerate(lists):
        n, used = f"s->{f.name}_n", f"(size_t)s->{f.name}_n * sizeof *s->{f.name}"
        size.append(f"    + sizeof {n} + {used}")
        save.append(f"  memcpy(to, &{n}, sizeof {n}); memcpy(to + sizeof {n}, s->{f.name}, {used});")
        load.append(f"  memcpy(&{n}, from, sizeof {n}); memcpy(s->{f.name}, from + sizeof {n}, {used});")
        if i < len(lists) - 1:
            save.append(f"  to += sizeof {n} + {used};")
            load.append(f"  from += sizeof {n} + {used};")
    return [*size, "    ;", "}", *save, "}", *load, "}"]


_SHORT = 256
"""Values of which a digest is found anew at little cost."""


def follows_writes(p: Program) -> bool:
    """Whether digests are changed where fields are written. It pays if tried moves ask for them, or if they are long;
    where a short one is asked for once a ply, finding it anew takes less."""
    found = digested_fields(p)
    if not found:
        return False
    if sum(f.size for name in found if as_terms(f := p.fields[name])) > _SHORT:
        return True
    asks = (x for i in reached_from(p, trying(p)) for x in all_runs(p.functions[i]))
    return any(is_run(x, HASH_HAS, HASH_COUNT) for x in asks)


def as_terms(f: Field) -> bool:
    """Whether digests that follow writes have a term for each value of a field."""
    return f.kind in (FieldKind.INT, FieldKind.ARRAY)


_WORDS = 32
"""Longer fields are mixed in a loop."""


def _digest_of(p: Program, fields: list[Field]) -> list[str]:
    """Statements that mix fields into a digest: word after word, in four lanes that do not wait for each other."""
    words, numbers, out = [], [], []
    for f in fields:
        if f.kind is FieldKind.INT and f.bits <= 32:
            numbers.append(f"(uint32_t)e->s.{f.name}")
            continue
        size = _known_size(p, f)
        if size is None or size > _WORDS * 8:
            at = "" if f.kind is FieldKind.LIST else "&"
            out.append(f"    h = mix_bytes(h, {at}e->s.{f.name}, {_size_in_bytes(f)});")
            continue
        at = f"(const char *)&e->s.{f.name}"
        words += [f"word_of({at} + {k}, {min(8, size - k)})" for k in range(0, size, 8)]
    pairs = zip(numbers[::2], [*numbers[1::2], "0"], strict=False)
    words += [f"({low} | (uint64_t){high} << 32)" for low, high in pairs]
    lanes = zip(cycle("abcd"), words, strict=False)
    return [*out, *(f"    {lane} = mix_word({lane}, {word});" for lane, word in lanes)]


def _known_size(p: Program, f: Field) -> int | None:
    """The size of a field in bytes; None where it depends on a capacity."""
    if f.kind is FieldKind.SET:
        return (p.set_width + 63) // 64 * 8
    if f.cap:
        return None
    return f.bits // 8 * (1 if f.kind is FieldKind.INT else max(1, f.size))


def digests(p: Program) -> list[str]:
    """Digests of parts of the state, and the lists that keep them."""
    found, follows = digested_fields(p), follows_writes(p)
    if not found:
        return []
    out = ["static uint64_t digest_terms(E *e, int variant) {"]
    out += ["  uint64_t h = 0;", "  (void)e;", "  switch (variant) {"]
    for i, names in enumerate(p.hashed):
        out.append(f"  case {i}:")
        for f in (p.fields[n] for n in names if follows and as_terms(p.fields[n])):
            where = f"e->s.{f.name}, {length(f)}" if f.kind is FieldKind.ARRAY else f"&e->s.{f.name}, 1"
            out.append(f"    h ^= digest_array_{f.bits}({found[f.name][0]}, {where});")
        out.append("    break;")
    out += ["  default: fail(e, -7);", "  }", "  return h;", "}"]
    out += ["static uint64_t digest_rest(E *e, int variant) {"]
    out += ["  uint64_t h = 0, a = 1, b = 2, c = 3, d = 4;", "  (void)e;", "  switch (variant) {"]
    for i, names in enumerate(p.hashed):
        out.append(f"  case {i}:")
        out += _digest_of(p, [p.fields[n] for n in names if not (follows and as_terms(p.fields[n]))])
        out.append("    break;")
    lanes = "mix_word(mix_word(mix_word(mix_word(h, a), b), c), d)"
    out += ["  default: fail(e, -7);", "  }", f"  return {lanes};", "}"]
    out += [
        "static int64_t *digest_list(E *e, int list, UNUSED int32_t **n, UNUSED int *cap, UNUSED int *capid) {",
        "  switch (list) {",
    ]
    for i, n in enumerate(p.hash_lists):
        c = p.fields[n].cap
        out.append(f"  case {i}: *n = &e->s.{n}_n; *cap = CAP_{c}; *capid = CAPID_{c}; return e->s.{n};")
    out += ["  default: fail(e, -7);", "  }", "}"]
    return out


def layout_table(p: Program) -> list[str]:
    """The table of the offset and the size of each field, and of the offset of its length."""
    out = ["const long lp_layout[] = {"]
    for f in p.fields.values():
        extra = f", (long)offsetof(state_t, {f.name}_n)" if f.kind is FieldKind.LIST else ", -1"
        out.append(f"  (long)offsetof(state_t, {f.name}), (long)sizeof(((state_t *)0)->{f.name}){extra},")
    return [*out, "  -1};"]


def initial_context(p: Program) -> list[str]:
    """Statements that give the slots of the context, all 0 before, their initial values."""
    return [f"  e->c.{n} = {v};" for n, v in p.context.items() if v]


def entered(p: Program) -> list[str]:
    """Statements with which each entry begins: the slots that one may leave changed have their initial values again,
    where many positions are gone through in one call too."""
    left = left_slots(p)
    values = [f"e->c.{n} = {v};" for n, v in p.context.items() if n in left]
    return values + [f"e->c.{n} = set_empty();" for n in p.context_sets if n in left]


def layout(p: Program) -> list[str]:
    """The offset of each field, and the initial context and state."""
    out = [*layout_table(p), "static void ctx_init(E *e) {", "  memset(&e->c, 0, sizeof e->c);", *initial_context(p)]
    lists = [f.name for f in p.fields.values() if f.kind is FieldKind.LIST]
    out += ["}", "static void state_init(E *e) {", "  memset(&e->s, 0, STATE_HEAD);"]
    out += [f"  e->s.{name}_n = 0;" for name in lists]
    for f in p.fields.values():
        if f.init and f.kind is FieldKind.INT:
            out.append(f"  e->s.{f.name} = {f.init};")
        elif f.init and f.kind is FieldKind.ARRAY:
            out.append(f"  for (size_t i = 0; i < sizeof e->s.{f.name} / sizeof *e->s.{f.name}; i++)")
            out.append(f"    e->s.{f.name}[i] = {f.init};")
    out += ["}"]
    return out


def _shrinking(p: Program) -> set[str]:
    """The list fields that are changed in other ways than by pushing digests."""
    found = set()
    for fn in p.functions:
        for x in all_expressions(fn):
            if x.op is Op.RUN and x.run.intrinsic.argument is Argument.LIST:
                found.add(x.run.name)
        for s in statements(fn.body):
            if isinstance(s, ops.SetField):
                found.add(s.field)
    return found
