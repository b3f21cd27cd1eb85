"""Verdicts on tried moves as C: functions that note what a trial reads, and the ones that look up what is kept."""

from __future__ import annotations

from ....facts.verdict_reads import Matters, Repetition, closure, digested, repetition, told_by_site, verdict_functions
from ....program import ops
from ....program.copying import unmarked
from ....program.expansion import played_ahead
from ....program.ops import Block, Expr, FieldKind, Op, Stmt, Type, Var
from ....program.program import Function, Program
from ....program.walk import all_of, bound, statements, subexpressions
from .functions import C_TYPE, FunctionRenderer, signature
from .state import length

__all__ = ["render_verdicts"]

_COMPOUND = (ops.If, ops.Loop, ops.Filter, ops.Push)
_EAGER = {Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE, Op.ADD, Op.SUB, Op.NOT}  # evaluate all operands
_READS = {Op.FIELD, Op.FIELD_RAW, Op.SET_WHERE, Op.FIND, Op.CTX, Op.CALL, Op.RUN}


def render_verdicts(program: Program, plain: FunctionRenderer) -> list[str]:
    """The code that keeps verdicts, or that asks for them each time where it is compiled without."""
    verdicts = verdict_functions(program)
    if not verdicts:
        return []
    noting = _NotedRenderer(program, verdicts)
    bodies = [line for fn in noting.functions for line in noting.render(fn)]
    plain.action_sizes |= noting.action_sizes
    plain.applied_now |= noting.applied_now
    out = ["#if VERDICTS", *noting.numbers(), *(f"UNUSED {signature(fn, '_noted')};" for fn in noting.functions)]
    out += [noting.groups(), *bodies, *_dispatch(program, noting.functions)]
    for number, fn in enumerate(verdicts):
        out += _kept(fn, number, noting.repetitions.get(fn.index), noting.also_told(fn)[1])
    return [*out, "#else", *(f"{_head(fn)} {{ return {fn.name}(e, m); }}" for fn in verdicts), "#endif"]


def _head(fn: Function) -> str:
    return f"INLINE int {fn.name}_kept(E *e, int m)"


def _kept(fn: Function, number: int, question: Repetition | None, shared: Repetition | None) -> list[str]:
    """The function that looks a verdict up, or finds and keeps it. shared: what else the trial finds out."""
    slow = [f"static __attribute__((noinline)) int {fn.name}_made(E *e, int m) {{", "  verdict_begin(e);"]
    out = [f"{_head(fn)} {{", f"  if (!verdicts_kept(e, {number})) return {fn.name}(e, m);", "  as_record(e, m);"]
    out.append(f"  const verdict_t *k = verdict_find(e, {number}, m);")
    if question is None:
        slow += [f"  e->notes.digest = state_digest(e, {shared.variant});"] if shared is not None else []
        slow += [f"  const int answer = {fn.name}_noted(e, m);", "  e->noting = 0;"]
        slow += [f"  verdict_keep(e, {number}, m, answer);", "  return answer;", "}"]
        out += [f"  if (!k) return {fn.name}_made(e, m);", f"  CHECK_MEMO(e, k->answer, {fn.name}(e, m));"]
        return [*slow, *out, "  return k->answer;", "}"]
    slow += [f"  e->notes.digest = state_digest(e, {question.variant});", f"  const int known = {fn.name}_noted(e, m);"]
    slow += ["  e->noting = 0;", f"  verdict_keep(e, {number}, m, known);", "  return known;", "}"]
    found = f"digest_count(e, {question.number}, (int64_t)(state_digest(e, {question.variant}) ^ change)) > 0"
    answer = found if question.verdict else f"!({found})"
    out += ["  uint64_t change;", "  if (k) {", "    if (!k->asked) return k->answer;", "    change = k->change;"]
    out += ["  } else {", f"    const int known = {fn.name}_made(e, m);", "    if (!e->notes.asked) return known;"]
    out += ["    change = e->notes.change;", "  }", f"  const int answer = {answer};"]
    return [*slow, *out, f"  CHECK_MEMO(e, answer, {fn.name}(e, m));", "  return answer;", "}"]


def _dispatch(p: Program, functions: list[Function]) -> list[str]:
    """The functions that apply an action and a consequent while a trial notes what it reads."""
    out = ["static void apply_action_noted(E *e, const act_t *a) {", "  switch (a->kind) {"]
    for kind, fn in p.appliers.items():
        args = ", ".join(["e", *(f"a->p[{i}]" for i in range(len(fn.params)))])
        out.append(f"  case ACT_{kind}: {fn.name}_noted({args}); break;")
    out += ["  default: stop_at(e, LP_RULE, -1, -1);", "  }", "}"]
    out += ["static void call_moves_noted(E *e, int fn) {", "  switch (fn) {"]
    thens = [fn for fn in functions if not fn.params and fn.result is Type.VOID]
    out += [f"  case {fn.index}: {fn.name}_noted(e); break;" for fn in thens]
    return [*out, "  default: stop_at(e, LP_RULE, -2, -1);", "  }", "}"]


class _NotedRenderer(FunctionRenderer):
    """Renders functions that note what they read, as far as it matters for verdicts."""

    def __init__(self, program: Program, verdicts: list[Function]) -> None:
        super().__init__(program)
        self.functions = closure(program, verdicts)
        questions = {fn.index: repetition(trial) for fn in verdicts for trial in all_of(fn, ops.Trial)}
        self.repetitions = {i: q for i, q in questions.items() if q is not None}
        self.hashed = digested(program, verdicts)
        self.matters = Matters(program, self.functions, self.hashed)
        single = [f.name for f in program.fields.values() if f.kind is FieldKind.INT and f.name in self.matters.fields]
        places = [f"e->s.{name}" for name in single] + [f"e->c.{slot}" for slot in program.context]
        self.number = {place: k for k, place in enumerate(places)}
        self.noting = True
        self.verdicts = verdicts
        self.sharing: tuple[int, Repetition | None] = (0, None)
        self.applied: Stmt | None = None  # what applies the move of the present trial
        self.answered: Stmt | None = None  # what gives its answer
        self.temporaries = 0
        self.emits = {}  # moves of consequents are not looked up
        self.touched: frozenset[str] = frozenset()  # what is tried is undone
        # What has surely been noted where the present statement runs: the numbers, and the locals with noted sites.
        self.noted: set[int | Var] = set()
        self.restored: set[int] = set()  # the slots of the context that the present function writes
        self.saved: set[Var] = set()  # the locals that hold slots which are restored
        self.surely = True  # whether the present expression is evaluated whenever its statement is

    def numbers(self) -> list[str]:
        """Where the single numbers are."""
        places = ", ".join(f"offsetof(E, {place.removeprefix('e->')})" for place in self.number)
        return [f"static const int32_t noted_at[] = {{{places or '0'}}};"]

    def groups(self) -> str:
        """The groups of functions of which a trial for one also finds the verdict of the other."""
        groups = list(range(len(self.verdicts)))
        for number, fn in enumerate(self.verdicts):
            told, question = self.also_told(fn)
            if question is not None and self.repetitions.get(fn.index) is None:
                joined = {groups[number], groups[told]}
                groups = [min(joined) if group in joined else group for group in groups]
        return f"static const uint8_t VERDICT_GROUPS[] = {{{', '.join(map(str, groups))}}};"

    def render(self, fn: Function) -> list[str]:
        if self.matters.idle(fn):  # what it keeps up to date is not looked at
            return [f"{signature(fn, '_noted')} {{ (void)e; }}"]
        self.begin(fn, "-1")
        self.noted, self.surely = set(), True
        # what was written when it was noted may be what the trial began with again
        found = statements(fn.body)
        written = {s.slot for s in found if isinstance(s, ops.SetCtx)}
        written = written.union(*(s.slots for s in found if isinstance(s, ops.Restoring)))
        self.restored = {self.number[f"e->c.{slot}"] for slot in written}
        self.question = self.repetitions.get(fn.index)
        self.sharing = self.also_told(fn) if fn.tries and self.question is None else (0, None)
        self.applied = self.answered = None
        self.block(_unmarked(fn.body))
        head = f"{signature(fn, '_noted')} {{"
        return [*self.before, head, *self.declared(fn), "  (void)e;", *self.ended(fn)]

    def also_told(self, fn: Function) -> tuple[int, Repetition | None]:
        """The number and the question of another function that applies moves as this one does, and asks only whether
        the position has occurred before."""
        own = [t.applies.called for t in all_of(fn, ops.Trial)]
        for number, other in enumerate(self.verdicts):
            question = self.repetitions.get(other.index)
            if other is not fn and question is not None and own == [t.applies.called for t in all_of(other, ops.Trial)]:
                return number, question
        return 0, None

    # ------------------------------------------------------------------ statements

    def block(self, body: Block) -> None:
        before = set(self.noted)
        super().block(body)
        self.noted = before

    def stmt(self, x: Stmt) -> None:
        if not isinstance(x, _COMPOUND):
            self._simple(x)
            self.noted -= _assigned([x])
            return
        before = self.noted - _assigned([x])
        self.noted = set(before)
        self._simple(x)
        self.noted = before

    def _simple(self, x: Stmt) -> None:
        number, shared = self.sharing
        if isinstance(x, ops.Trial):
            self.applied, *_, self.answered = inside = x.inside
            super().stmt(played_ahead(x, inside))
            return
        if shared is not None and x is self.applied and isinstance(x, ops.Do):
            super().stmt(x)
            self.line(f"verdict_share(e, {number}, {x.value.src[0].var.name}, {shared.variant});")
            return
        if self.question is not None and x is self.answered and isinstance(x, ops.Assign):
            variant = self.question.variant
            self.line(f"e->notes.change = state_digest(e, {variant}) ^ e->notes.digest; e->notes.asked = 1;")
            self.line(f"{x.var.name} = 0;")
            return
        if not self.matters(x):  # nobody looks at what it writes before that is undone
            return
        if isinstance(x, ops.SetField):
            self._note_write(x)
        if isinstance(x, ops.SetCtx) and x.value.op is Op.VAR and x.value.var in self.saved:
            number = self.number[f"e->c.{x.slot}"]
            self.line(f"e->c.{x.slot} = {x.value.var.name}; note_restored(e, {number}, {x.value.var.name}_w);")
            return
        if isinstance(x, ops.SetCtx):
            super().stmt(x)
            self.line(f"note_written(e, {self.number[f'e->c.{x.slot}']});")
            return
        super().stmt(x)
        if isinstance(x, ops.SetField) and f"e->s.{x.field}" in self.number:
            self.line(f"note_written(e, {self.number[f'e->s.{x.field}']});")

    def save(self, x: ops.Assign) -> None:
        """A slot that is restored counts as written where it was before."""
        if x.value.op is not Op.CTX:
            super().save(x)
            return
        self.saved.add(x.var)
        typ = C_TYPE[x.var.type]
        self.line(f"const {typ} {x.var.name} = e->c.{x.value.name}; const uint64_t {x.var.name}_w = e->notes.written;")

    def _note_write(self, x: ops.SetField) -> None:
        """What a write replaces is part of the change of the digest."""
        if x.field not in self.hashed:
            return
        f = self.program.fields[x.field]
        if f.kind is FieldKind.INT:
            self.line(f"note_number(e, {self.number[f'e->s.{x.field}']});")
        elif told_by_site(f) and x.index is not None:
            self.line(f"note_site(e, {self.e(x.index)});")

    def fitting(self, x: ops.SetField) -> str:
        # what nobody reads before the write is undone is not found out, but the index is looked at
        return super().fitting(x) if self.matters.value_matters(x) else "0"

    # ------------------------------------------------------------------ expressions

    def temporary(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}_"

    def call(self, x: Expr) -> str:
        return f"{x.called.name}_noted({', '.join(['e', *map(self.e, x.src)])})"

    def address(self, x: Expr) -> str:
        return f"&{x.var.name}" if x.op is Op.VAR else f"(set_t[]){{{self.e(x)}}}"

    def e(self, x: Expr) -> str:
        if not self.noting:
            return super().e(x)
        if x.type is Type.SET:
            surely, self.surely = self.surely, False
            text = self.set(x, "")
            self.surely = surely
            return text
        if x.op is Op.CTX or (x.op is Op.FIELD and not x.src):
            place = f"e->{'c' if x.op is Op.CTX else 's'}.{x.name}"
            number = self.number.get(place)
            if number is None or number in self.noted:
                return super().e(x)
            if self.surely and number not in self.restored:
                self.noted.add(number)
            return f"({{ note_number(e, {number}); {place}; }})"
        if x.op in (Op.FIELD, Op.FIELD_RAW) and told_by_site(self.program.fields[x.name]):
            return self._field_at(x)
        if x.op in _EAGER:
            return super().e(x)
        if x.op in (Op.AND, Op.OR):
            first = self.e(x.src[0])
            surely, self.surely = self.surely, False
            second = self.e(x.src[1])
            self.surely = surely
            return f"({first} {'&&' if x.op is Op.AND else '||'} {second})"
        surely, self.surely = self.surely, False
        text = self._rare(x)
        self.surely = surely
        return text

    def _field_at(self, x: Expr) -> str:
        site, f = x.src[0], self.program.fields[x.name]
        known = site.op is Op.VAR and site.var in self.noted
        t, index = self.temporary(), self.e(site)
        if site.op is Op.VAR and self.surely:
            self.noted.add(site.var)
        value = f"AT(e->s.{f.name}, {length(f)}, {t}, {f.init})"
        return f"({{ const int {t} = {index};{'' if known else f' note_site(e, {t});'} {value}; }})"

    def _rare(self, x: Expr) -> str:
        """An expression that may evaluate some of its operands only."""
        if x.op is Op.FIND and told_by_site(self.program.fields[x.name]):
            return f"({{ note_all(e); {super().e(x)}; }})"
        if x.op is Op.SET_HAS and not _plain(x.src[0]):
            t = self.temporary()
            within = self.set(x.src[0], f"{t}w")
            one = f"const int {t} = {self.e(x.src[1])}; const set_t {t}w = set_one({t}); (void){t}w;"
            return f"({{ {one} const set_t {t}s = {within}; set_has(&{t}s, {t}); }})"
        if x.op is Op.FLOOD_MEETS:
            return self._flood_meets(x)
        if x.op is Op.ROW_RUN and not _plain(x.src[2]):
            return self._row_run(x)
        return super().e(x)

    def _flood_meets(self, x: Expr) -> str:
        """A search that has met its target depends on how it got there, another one on all that it has looked at."""
        t, table = self.temporary(), self.table(x.name)
        self.noting = False
        within, target = self.e(x.src[1]), self.e(x.src[2])
        self.noting = True
        found = f"const set_t {t}f = {self.set(x.src[0], '')}; set_t {t}l; "
        found += f"const int {t} = flood_meets({table}, {t}f, {within}, {target}, &{t}l);"
        found += f" const set_t {t}w = {t} >= 0 ? set_or({t}l, set_one({t})) : set_or({t}l, set_union({table}, &{t}l));"
        noted = f"(void)({self.set(x.src[1], f'{t}w')}), (void)({self.set(x.src[2], f'{t}w')});"
        return f"({{ {found} {noted} {t} >= 0; }})"

    def _row_run(self, x: Expr) -> str:
        t, table = self.temporary(), self.table(x.name)
        row, start = self.e(x.src[0]), self.e(x.src[1])
        self.noting = False
        whole = self.e(x.src[2])
        self.noting = True
        found = f"const int {t}r = {row}, {t}b = {start}; const set_t {t}s = {whole};"
        found += f" const int {t} = row_run(row_ptr({table}, {t}r), {t}b, &{t}s);"
        found += f" const set_t {t}w = row_set(row_ptr({table}, {t}r), {t}b, {t} + 1); (void){t}w;"
        return f"({{ {found} (void){self.set(x.src[2], f'{t}w')}; {t}; }})"

    def set(self, x: Expr, within: str) -> str:
        """A SET, of which only the members of the local set `within` matter (all, if that is empty)."""
        op = x.op
        if op is Op.FIELD or op is Op.SET_WHERE:
            value = f"e->s.{x.name}"
            if op is Op.SET_WHERE:
                f = self.program.fields[x.name]
                value = f"set_where_{f.bits}({value}, {length(f)}, {self.e(x.src[0])})"
            if not told_by_site(self.program.fields[x.name]):
                return value
            return f"({{ {f'note_sites(e, &{within})' if within else 'note_all(e)'}; {value}; }})"
        if op in (Op.SET_AND, Op.SET_DIFF):
            a, b = x.src
            if op is Op.SET_AND and _plain(b):
                a, b = b, a
            name = "set_and" if op is Op.SET_AND else "set_diff"
            if _plain(b):
                return f"{name}({self.set(a, within)}, {super().e(b)})"
            t = self.temporary()
            inner = f"set_and({t}, {within})" if within else t
            first = f"const set_t {t} = {self.set(a, within)}; const set_t {t}w = {inner}; (void){t}w;"
            return f"({{ {first} {name}({t}, {self.set(b, f'{t}w')}); }})"
        if op in (Op.SET_OR, Op.SET_XOR):
            name = "set_or" if op is Op.SET_OR else "set_xor"
            return f"{name}({self.set(x.src[0], within)}, {self.set(x.src[1], within)})"
        if op is Op.SELECT:
            return f"({self.e(x.src[0])} ? {self.set(x.src[1], within)} : {self.set(x.src[2], within)})"
        if op is Op.SET_FLOOD and not _plain(x.src[1]):
            t, table = self.temporary(), self.table(x.name)
            self.noting = False
            whole = self.e(x.src[1])
            self.noting = True
            found = f"const set_t {t}f = {self.set(x.src[0], '')}; const set_t {t} = set_flood({table}, {t}f, {whole});"
            found += f" const set_t {t}w = set_union({table}, &{t}); (void){t}w;"
            return f"({{ {found} (void){self.set(x.src[1], f'{t}w')}; {t}; }})"
        return super().e(x)


def _assigned(body: Block) -> set[int | Var]:
    """The locals to which a block assigns, or over which it iterates."""
    return set(bound(body))


def _plain(x: Expr) -> bool:
    """Whether an expression reads nothing that has to be noted."""
    return not any(y.op in _READS for y in subexpressions(x))


def _unmarked(body: Block) -> Block:
    """A block whose iterations all run, and note what they read."""
    return [unmarked(s, _unmarked) for s in body]
