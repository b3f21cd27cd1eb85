"""Loops of a rules program as C."""

from __future__ import annotations

from collections import Counter

from ..program import ops
from ..program.intrinsics import EMIT_GATE
from ..program.ops import Block, Expr, Op, Program, Type
from ..program.passes.modes import is_run
from ..program.runaway import Runaway
from ..program.site_sets import text_of
from ..program.walk import runs, subexpressions
from .expressions import ExpressionRenderer


class LoopRenderer(ExpressionRenderer):
    """Renders loops, line by line; what they hold is rendered by `block`."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.runaway = Runaway(program)
        self.lines: list[str] = []
        self.depth = 0
        self.labels = 0
        self.loops: list[str | None] = []  # for each open loop the label to leave it by, None if `break` suffices
        self.used_labels: set[str] = set()

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def block(self, body: Block) -> None:
        """Renders statements, one level deeper."""
        raise NotImplementedError

    def loop_body(self, loop: ops.ForRange | ops.ForSet | ops.ForRow | ops.ForList, label: str | None) -> None:
        self.loops.append(label)
        if self.runaway.counts(loop):
            self.line("  tick(e);")
        self.block(loop.body)
        self.loops.pop()

    def for_range(self, x: ops.ForRange) -> None:
        v, lo, hi = x.var.name, self.e(x.lo), self.e(x.hi)
        head = f"{v} = {lo}, {v}_e = {hi}; "
        head += f"{v} >= {v}_e; {v}--" if x.down else f"{v} < {v}_e; {v}++"
        if _one_move_each(x.body) and not x.down:
            # as in for_set
            m = self.mode
            self.line(f"{{ int {v}_l = {lo}, {v}_h = {hi}; if (NOW(e, {m}) == 1 || NOW(e, {m}) == 2) {{")
            self.line(f"  int {v}_0 = e->n_moves, {v}_n = {v}_h > {v}_l ? {v}_h - {v}_l : 0;")
            self.line(f"  if (NOW(e, {m}) == 2 && e->target >= {v}_0 && e->target < {v}_0 + {v}_n) {{")
            self.line(f"    e->n_moves = e->target; {v} = {v}_l + e->target - {v}_0;")
            self.block(x.body)
            self.line(f"  }} e->n_moves = {v}_0 + {v}_n; }} else for ({v} = {v}_l; {v} < {v}_h; {v}++) {{")
            self.loop_body(x, None)
            self.line("} }")
            return
        apart = x.apart and self.mode in ("mode", "1", "2")
        how = f"{v}_how = rounds_enter(e, {self.mode})"
        if x.each is not None and apart and not x.down:
            self.line(f"{{ int {v}_e = {hi}, {how}; {v} = {lo};")
            self.count_each(x, x.each)
            self.line(f"else for (; {v} < {v}_e; {v}++) {{")
        else:
            self.line("{")
            self.line(f"int {v}_e{f', {how}' if apart else ''}; for ({head}) {{")
        if apart:
            self.line(f"  if (ENOUGH(e, {self.mode})) break;")
            step, left, end = ("-=", f"{v} - {v}_e + 1", "<") if x.down else ("+=", f"{v}_e - {v}", ">=")
            self.line(
                f"  if ({v}_how == ONE_ROUND) {{ {v} {step} rounds_skip(e, {left}); if ({v} {end} {v}_e) break; }}"
            )
        self.loop_body(x, None)
        if apart:
            self.line(f"  if ({v}_how == KEEP_ROUNDS) round_done(e);")
        self.line(f"}} {f'rounds_leave(e, {v}_how); ' if apart else ''}}}")

    def count_each(self, x: ops.ForRange, each: Expr) -> None:
        """The loop that counts without running an iteration."""
        v = x.var.name
        before, shared, number = self.shared(each, f"{v}_")
        self.line(f"if (NOW(e, {self.mode}) == 1) {{")
        self.line("".join(f" const set_t *{n} = {kept};" for n, kept in before))
        self.line(f"  int {v}_n = e->n_moves, {v}_0 = {v}; tick_all(e, {v}_e - {v});")
        # the buffer may hold counts that a choice is still going to read
        self.line(f"  int32_t *const {v}_c = {v}_how == KEEP_ROUNDS ? rounds_room(e, {v}_e - {v}) : NULL;")
        self.line(f"  for (; {v} < {v}_e && {v}_n <= e->enough; {v}++) {{{shared}")
        self.line(f"    {v}_n += {number}; if ({v}_c) {v}_c[{v} - {v}_0] = {v}_n;")
        self.line("  }")
        self.line(f"  e->n_moves = {v}_n; if ({v}_c) e->n_rounds += {v} - {v}_0;")
        if x.leaves:
            self.line(f"  if ({v} > {v}_0) {{ {v}--;")
            self.block(list(x.leaves))
            self.line(f"  {v}++; }}")
        self.line("}")

    def shared(self, x: Expr, stem: str) -> tuple[list[tuple[str, str]], str, str]:
        """A pure expression in a loop: names for the addresses of kept sets, definitions of the INTs that occur in it
        more than once, and itself."""
        texts = Counter(text_of(y) for y in subexpressions(x) if y.src and y.type is Type.INT)
        known: dict[str, Expr] = {}
        before: list[tuple[str, str]] = []
        lines: list[str] = []

        def of(y: Expr) -> Expr:
            kept = y.op is Op.CALL and y.called.kept and y.type is Type.SET
            text = text_of(y) if kept or (y.src and y.type is Type.INT) else ""
            if text in known:
                return known[text]
            if kept:
                name = f"{stem}s{len(before)}"
                before.append((name, f"{y.called.name}_kept(e)"))
                known[text] = Expr(Op.VAR, Type.SET, (), ops.Var(f"(*{name})", Type.SET))
                return known[text]
            if not y.src:
                return y
            found = Expr(y.op, y.type, tuple(map(of, y.src)), y.arg)
            if texts[text] < 2:
                return found
            name = f"{stem}{len(known)}_"
            lines.append(f" const int {name} = {self.e(found)};")
            known[text] = Expr(Op.VAR, Type.INT, (), ops.Var(name, Type.INT))
            return known[text]

        number = self.e(of(x))
        return before, "".join(lines), number

    def for_sites(self, x: ops.ForRow, sites: Expr) -> None:
        """A loop over a row that skips the iterations without effect, which are found all at once."""
        v, m = x.var.name, self.mode
        row = f"{v}_p"
        self.line(f"{{ const int {v}_r = {self.e(x.row)};")
        self.line(f"const table_t *{v}_p = row_ptr({self.table(x.table)}, {v}_r);")
        self.line(f"const set_t *{v}_s = {self.address(sites)}; uint64_t {v}_b;")
        found = f"row_mask({self.same_row(x, x.keys)}, {v}_s)"
        number = f"__builtin_popcountll({found})"
        if x.row_sets:
            words = (max((key for row in self.program.tables[x.keys].lists for key in row), default=0) + 64) // 64
            common = f"{self.table(x.row_sets)}, {v}_r, {v}_s, {words}"
            number = f"set_common({common})"
            found = f"{number} ? {found} : 0"
            if x.apart and m in ("mode", "1") and x.by_key != x.table:
                # while moves are counted, the order does not matter
                self.line(f"const int {v}_k = BY_KEY && {m} == 1;")
                found = f"{v}_k ? row_ranks({common}) : {found}"
                row = f"({v}_k ? {self.same_row(x, x.by_key)} : {v}_p)"
        if x.one_each and m in ("mode", "-1", "1"):
            self.line(f"if (NOW(e, {m}) == 1) {{ push_counted(e, {number}); {v}_b = 0; }} else")
        self.line(f"{v}_b = {found};")
        other = ""
        if x.reaches and m in ("mode", "-1"):
            # when moves to one site are asked for, iterations that cannot reach it are skipped
            reached = f"set_holds({self.table(x.reaches)}, {v}, e->probe)"
            other = f" if (NOW(e, {m}) == 3 && !{reached}) continue;"
        enough = f" && !ENOUGH(e, {m})" if x.apart and m in ("mode", "1") else ""
        self.line(f"while ({v}_b{enough}) {{ {v} = {row}[1 + __builtin_ctzll({v}_b)].v; {v}_b &= {v}_b - 1;{other}")
        self.loop_body(x, None)
        self.line("} }")

    def same_row(self, x: ops.ForRow, table: str) -> str:
        """The row of another table of the same shape, at the same offset."""
        v = x.var.name
        if table == x.table:
            return f"{v}_p"
        return f"({v}_p == no_row ? no_row : {self.table(table)} + ({v}_p - {self.table(x.table)}))"

    def for_set(self, x: ops.ForSet) -> None:
        v, m = x.var.name, self.mode
        self.labels += 1
        label = f"out_{self.labels}"
        self.line(f"{{ set_t {v}_s = {self.e(x.set)};")
        if x.only is not None:
            made_of = " + ".join(f"set_count({self.e(s)})" for s in x.made_of)
            self.line(f"if ({made_of} <= set_count({v}_s)) {v}_s = set_and({v}_s, {self.e(x.only)});")
        if _one_move_each(x.body):
            # one move per member: counting needs no loop, and building a single move only has to find its member
            self.line(f"if (NOW(e, {m}) == 1 || NOW(e, {m}) == 2) {{ int {v}_n = set_count({v}_s), {v}_0 = e->n_moves;")
            self.line(f"if (NOW(e, {m}) == 2 && e->target >= {v}_0 && e->target < {v}_0 + {v}_n) {{")
            self.line(f"  e->n_moves = e->target; {v} = set_nth({v}_s, e->target - {v}_0);")
            self.block(x.body)
            self.line(f"}} e->n_moves = {v}_0 + {v}_n; }} else")
        apart = x.apart and self.mode in ("mode", "1", "2")
        if apart:
            self.line(f"{{ int {v}_how = rounds_enter(e, {self.mode});")
        self.line(f"for (int {v}_w = 0; {v}_w < SET_WORDS; {v}_w++) {{ uint64_t {v}_b = {v}_s.w[{v}_w];")
        self.line(f"while ({v}_b) {{ {v} = {v}_w * 64 + __builtin_ctzll({v}_b); {v}_b &= {v}_b - 1;")
        if apart:
            self.line(f"  if (ENOUGH(e, {self.mode}) || ({v}_how == ONE_ROUND && rounds_skip(e, 1))) continue;")
        self.loop_body(x, label)
        if apart:
            self.line(f"  if ({v}_how == KEEP_ROUNDS) round_done(e);")
        self.line("} }")
        if apart:
            self.line(f"rounds_leave(e, {v}_how); }}")
        self.line(f"{label}:; }}" if label in self.used_labels else "}")


def _one_move_each(body: Block) -> bool:
    """Whether every iteration of a loop pushes exactly one move."""
    *first, last = body or [ops.Break()]
    gate = isinstance(last, ops.If) and is_run(last.cond, EMIT_GATE) and not last.orelse
    return (gate or isinstance(last, ops.Emit)) and all(
        isinstance(s, ops.SetCtx | ops.Assign) and not calls_functions(s.value) for s in first
    )


def calls_functions(x: Expr) -> bool:
    """Whether an expression calls a function, or runs an intrinsic."""
    return any(y.op is not Op.LIST_NEW for y in runs(x))
