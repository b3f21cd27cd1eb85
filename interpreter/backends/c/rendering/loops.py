"""Loops of a rules program as C."""

from __future__ import annotations

from collections import Counter

from ....facts.acting import order_matters
from ....facts.loops import one_move_each
from ....facts.runaway import Runaway
from ....facts.steps import Steps
from ....program import ops
from ....program.expansion import position, positions_by_number
from ....program.expressions import value_of
from ....program.ops import AtOnce, Block, Expr, Op, Type
from ....program.program import Program
from ....program.walk import statements, subexpressions
from .at_once import of_site, outer_locals, planes_function, sum_of_planes, used
from .expressions import ExpressionRenderer
from .state import length
from .tables import FEW

MOST_PLANES = 3
MOST_BYTES = 128
"""Planes and sites that `once_walk` handles."""

MOST_TRIPS, MOST_STATEMENTS = 8, 24
"""Iterations and statements of a loop over directions that is written out."""


class LoopRenderer(ExpressionRenderer):
    """Renders loops, line by line; what they hold is rendered by `block`."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.runaway: Runaway | Steps = Runaway(program)
        self.lines: list[str] = []
        self.depth = 0
        self.labels = 0
        self.loops: list[str | None] = []  # for each open loop the label to leave it by, None if `break` suffices
        self.used_labels: set[str] = set()
        self.ticks = True
        self.to_chosen = False  # in CHOOSE the next loop runs only where it pushes the chosen move
        self.where = -1  # the index of the present function
        self.before: list[str] = []  # functions that the present one needs
        self.once: dict[ops.AtOnce, str] = {}  # the functions that find planes

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def block(self, body: Block) -> None:
        """Renders statements, one level deeper."""
        raise NotImplementedError

    def loop_body(self, loop: ops.ForLoop, label: str | None, counted: ops.ForPieces | None = None) -> None:
        """counted: the loop of the program, where `loop` was written for it."""
        self.loops.append(label)
        if self.ticks and self.runaway.counts(counted or loop):
            self.line("  tick(e);")
        self.block(loop.body)
        self.loops.pop()

    def one_move_each(self, loop: ops.ForLoop) -> bool:
        """Whether a loop of the present function need not run for its moves to be counted: see the fact."""
        return one_move_each(self.program, self.program.functions[self.where], loop)

    def for_pieces(self, x: ops.ForPieces) -> None:
        by_number = positions_by_number(x)
        self.line(f"{{ int {by_number.var.name};")
        self.for_range(by_number, x)
        self.line("}")

    def bounds(self, lo: Expr, hi: Expr) -> tuple[str, str]:
        """The bounds of a loop; the first is evaluated first."""
        first = self.e(lo)
        if order_matters(self.program, (lo, hi)):
            self.labels += 1
            self.line(f"const int lo_{self.labels} = {first};")
            first = f"lo_{self.labels}"
        return first, self.e(hi)

    def for_range(self, x: ops.ForNumbers, counted: ops.ForPieces | None = None) -> None:
        v, (lo, hi) = x.var.name, self.bounds(x.lo, x.hi)
        head = f"{v} = {lo}, {v}_e = {hi}; "
        head += f"{v} >= {v}_e; {v}--" if x.down else f"{v} < {v}_e; {v}++"
        if not x.down and self.one_move_each(counted or x):
            # as in for_set
            m = self.mode
            if self.to_chosen:  # it ends behind the chosen move, wherever that is
                self.to_chosen = False
                hi = f"NOW(e, {m}) == 2 ? {v}_l + e->target - e->n_moves + 1 : {hi}"
            self.line(f"{{ int {v}_l = {lo}, {v}_h = {hi}; if (NOW(e, {m}) == 1 || NOW(e, {m}) == 2) {{")
            self.line(f"  int {v}_0 = e->n_moves, {v}_n = {v}_h > {v}_l ? {v}_h - {v}_l : 0;")
            self.line(f"  if (NOW(e, {m}) == 2 && e->target >= {v}_0 && e->target < {v}_0 + {v}_n) {{")
            self.line(f"    e->n_moves = e->target; {v} = {v}_l + e->target - {v}_0;")
            self.block(x.body)
            self.line(f"  }} e->n_moves = {v}_0 + {v}_n; }} else for ({v} = {v}_l; {v} < {v}_h; {v}++) {{")
            self.loop_body(x, None, counted)
            self.line("} }")
            return
        apart = x.apart and self.mode in ("mode", "1", "2")
        how = f"{v}_how = rounds_enter(e, {self.mode})"
        once, site = x.at_once if apart else None, value_of(x.var) if counted is None else position(counted, x.var)
        if (x.each is not None or once is not None) and apart and not x.down:
            self.line(f"{{ int {v}_e = {hi}, {how}; {v} = {lo};")
            if once is not None:
                each = f"for (int {v}_0 = {v}; {v} < {v}_e || ({v} = {v}_0, 0); {v}++) {{"
                self.count_at_once(v, once, site, f"{v}_e - {v}", x.body, each, short=x.each is not None)
                self.line("else")
            if x.each is not None:
                self.count_each(x, x.each)
                self.line("else")
            self.line(f"for (; {v} < {v}_e; {v}++) {{")
        else:
            self.line("{")
            self.line(f"int {v}_e{f', {how}' if apart else ''};")
            if not self.ticks and (times := self.known_trips(x)):
                self.line(f"#pragma GCC unroll {times}")
            self.line(f"for ({head}) {{")
        if apart:
            self.line(f"  if (ENOUGH(e, {self.mode})) break;")
            step, left, end = ("-=", f"{v} - {v}_e + 1", "<") if x.down else ("+=", f"{v}_e - {v}", ">=")
            found = ""
            if once is not None:
                found = f"if ({v}_o) {{ {self.find_at_once(v, once, site)} }} else "
            self.line(
                f"  if ({v}_how == ONE_ROUND) "
                f"{{ {found}{v} {step} rounds_skip(e, {left}); if ({v} {end} {v}_e) break; }}"
            )
        self.loop_body(x, None, counted)
        if apart:
            self.line(f"  if ({v}_how == KEEP_ROUNDS{f' && !{v}_o' if once else ''}) round_done(e);")
        if once is not None:
            self.line(f"  if ({v}_o && {v}_how == ONE_ROUND) {{ e->n_moves = {v}_t; break; }}")
            self.line(f"}} {self.keep_at_once(v, once)} {{")
        self.line(f"}} {f'rounds_leave(e, {v}_how); ' if apart else ''}}}")

    def known_trips(self, x: ops.ForNumbers) -> int:
        """How often a loop over directions runs in a function that finds planes, if it is worth writing out: sets of
        several words are moved by distances that are known then. Else 0."""
        row = x.hi.src[0] if x.hi.op is Op.ROW_LEN else None
        if x.down or not x.lo.is_const or row is None or not row.is_const or self.program.set_width <= 64:
            return 0
        rows = self.program.tables[x.hi.name].lists
        times = len(rows[row.const]) - x.lo.const if 0 <= row.const < len(rows) else 0
        return times if 1 < times <= MOST_TRIPS and len(statements(x.body)) <= MOST_STATEMENTS else 0

    def planes_of(self, v: str, once: AtOnce) -> str:
        """The statement that finds the planes of a loop, `v`_p; its function is written when it is needed first."""
        if once not in self.once:
            name = self.once[once] = f"planes_{once.own.name}"
            lines, depth, mode = self.lines, self.depth, self.mode
            self.lines, self.depth, self.mode, self.ticks = [], 0, "-1", False
            planes_function(name, self.where, once, lambda: self.e(once.sites), self.block, self.line)
            self.before += self.lines
            self.ticks = True
            self.lines, self.depth, self.mode = lines, depth, mode
        args = "".join(f", {w.name}" for w in outer_locals(once))
        return f"set_t {v}_p[{len(once.planes)}]; {self.once[once]}(e{args}, {v}_p);"

    def count_at_once(
        self, v: str, once: AtOnce, site: Expr, number: str, body: Block, each: str, short: bool = False
    ) -> None:
        """The count of the moves of all iterations; `v`_o is whether it is used. site: of an iteration; number: of the
        iterations; each: the head of a loop that runs them (with -DCHECK_AT_ONCE each has to push as many moves as the
        planes say)."""
        self.line(f"{used(v, once.least, number, self.mode, short)} UNUSED int {v}_t = 0;")
        self.line(f"if ({v}_o && NOW(e, {self.mode}) == 1) {{ tick_all(e, {number});")
        self.line(f"  {self.planes_of(v, once)}")
        self.line("#ifdef CHECK_AT_ONCE")
        self.line(f"  int {v}_a = 0; const int32_t {v}_u = e->enough; e->enough = INT32_MAX;")
        self.line(f"  {each} const int {v}_m = e->n_moves;")
        self.block(body)
        checked = of_site(v, len(once.planes), f"({self.e(site)})")
        self.line(f"  if (e->n_moves - {v}_m != {checked}) fail(e, -12);")
        self.line(f"  {v}_a += e->n_moves - {v}_m; e->n_moves = {v}_m; }}")
        self.line(f"  if ({v}_a != {sum_of_planes(v, len(once.planes))}) fail(e, -12); e->enough = {v}_u;")
        self.line("#endif")
        self.line(f"  e->n_moves += {sum_of_planes(v, len(once.planes))};")
        self.line(f"  if ({v}_how == KEEP_ROUNDS) once_keep(e, {v}_p, {len(once.planes)});")
        self.line("}")

    def keep_at_once(self, v: str, once: AtOnce) -> str:
        """The statement after a loop that has listed its moves."""
        kept = f"{self.planes_of(v, once)} once_keep(e, {v}_p, {len(once.planes)});"
        return f"if ({v}_o && {v}_how == KEEP_ROUNDS && NOW(e, {self.mode}) != 1) {{ {kept} }}"

    def next_at_once(self, v: str, once: AtOnce) -> str:
        """The planes that counting has kept, and `v`_t, the number of moves at the end of the loop."""
        planes = len(once.planes)
        return f"set_t {v}_p[{planes}]; {v}_t = once_next(e, {v}_p, {planes});"

    def find_at_once(self, v: str, once: AtOnce, site: Expr) -> str:
        """Statements that go to the iteration that pushes the chosen move, or leave the loop."""
        skip = f"if (e->target < e->n_moves || e->target >= {v}_t) {{ e->n_moves = {v}_t; break; }}"
        planes, here = len(once.planes), self.e(site)
        pick = f"const int {v}_y = once_pick({v}_p, {planes}, e->target - e->n_moves, &{v}_k);"
        pick += f" e->n_moves = e->target - {v}_k;"
        seek = f"while ({v} < {v}_e && {here} != {v}_y) {v}++;"
        walk = f"int {v}_r = e->target - e->n_moves; "
        listed = self.bytes_of(once, site, v)
        if listed:
            walk += f"{v} += once_walk({listed}, {v}_p, {planes}, &{v}_r);"
        else:
            walk += f"for (; {v} < {v}_e; {v}++, {v}_r -= {v}_k) {{ const int {v}_x = {here};"
            walk += f" {v}_k = {of_site(v, planes, f'{v}_x')}; if ({v}_r < {v}_k) break; }}"
        walk += f" e->n_moves = e->target - {v}_r;"
        return f"{self.next_at_once(v, once)} {skip} int {v}_k; if (ANY_ORDER) {{ {pick} {seek} }} else {{ {walk} }}"

    def bytes_of(self, once: AtOnce, x: Expr, v: str) -> str:
        """The arguments of `once_walk` if a loop goes over sites that lie as bytes beside each other; else nothing."""
        if x.op is not Op.FIELD_RAW or x.src[0].op is not Op.ADD or len(once.planes) > MOST_PLANES:
            return ""
        f, (base, step) = self.program.fields[x.name], x.src[0].src
        own = step.op is Op.VAR and step.var.name == v
        moves = any(y.op is Op.VAR and y.var.name == v for y in subexpressions(base))
        if f.bits != 8 or self.program.set_width > MOST_BYTES or not own or moves:
            return ""
        at = f"({self.e(x.src[0])})"
        return f"e->s.{f.name} + {at}, {v}_e - {v}, {length(f)} - {at}"

    def count_each(self, x: ops.ForNumbers, each: Expr) -> None:
        """The loop that counts without running an iteration."""
        v = x.var.name
        before, shared, number = self.shared(each, f"{v}_")
        self.line(f"if (NOW(e, {self.mode}) == 1) {{")
        self.line("".join(f" const set_t *{n} = {kept};" for n, kept in before))
        self.line(f"  int {v}_n = e->n_moves, {v}_0 = {v}; tick_all(e, {v}_e - {v});")
        # the buffer may hold counts that a choice is still going to read
        self.line(f"  int32_t *const {v}_c = {v}_how == KEEP_ROUNDS ? rounds_room(e, ROUND * ({v}_e - {v})) : NULL;")
        self.line(f"  for (; {v} < {v}_e && {v}_n <= e->enough; {v}++) {{{shared}")
        self.line(f"    {v}_n += {number}; if ({v}_c) round_keep(e, {v}_c + ROUND * ({v} - {v}_0), {v}_n);")
        self.line("  }")
        self.line(f"  e->n_moves = {v}_n; if ({v}_c) e->n_rounds += ROUND * ({v} - {v}_0);")
        if x.leaves:
            self.line(f"  if ({v} > {v}_0) {{ {v}--;")
            self.block(list(x.leaves))
            self.line(f"  {v}++; }}")
        self.line("}")

    def shared(self, x: Expr, stem: str) -> tuple[list[tuple[str, str]], str, str]:
        """A pure expression in a loop: names for the addresses of kept sets, definitions of the INTs that occur in it
        more than once, and itself."""
        times = Counter(y for y in subexpressions(x) if y.src and y.type is Type.INT)
        known: dict[Expr, Expr] = {}
        before: list[tuple[str, str]] = []
        lines: list[str] = []

        def named(y: Expr) -> Expr:
            kept = y.op is Op.CALL and y.called.kept and y.type is Type.SET
            if y in known:
                return known[y]
            if kept:
                name = f"{stem}s{len(before)}"
                before.append((name, f"{y.called.name}_kept(e)"))
                known[y] = Expr(Op.VAR, Type.SET, (), ops.Var(f"(*{name})", Type.SET))
                return known[y]
            if not y.src:
                return y
            found = Expr(y.op, y.type, tuple(map(named, y.src)), y.arg)
            if times[y] < 2:
                return found
            name = f"{stem}{len(known)}_"
            lines.append(f" const int {name} = {self.e(found)};")
            known[y] = Expr(Op.VAR, Type.INT, (), ops.Var(name, Type.INT))
            return known[y]

        number = self.e(named(x))
        return before, "".join(lines), number

    def goes(self, to: Expr) -> None:
        """The head of a statement that runs a loop, except where it is enough to know where its moves go."""
        m = self.mode
        if m in ("mode", "-1", "1"):
            self.line(f"if (NOW(e, {m}) == 1) push_counted(e, set_count({self.e(to)})); else")
        if m in ("mode", "-1"):
            self.line(f"if (NOW(e, {m}) == 3) probe_set(e, {self.address(to)}); else")

    def for_sites(self, x: ops.ForRow, n: ops.Narrowed) -> None:
        """A loop over a row that skips the iterations without effect, which are found all at once."""
        v, m = x.var.name, self.mode
        row = f"{v}_p"
        self.line(f"{{ const int {v}_r = {self.e(x.row)};")
        self.line(f"const table_t *{v}_p = row_ptr({self.table(x.table)}, {v}_r);")
        self.line(f"const set_t *{v}_s = {self.address(n.sites)}; uint64_t {v}_b;")
        longest = self.program.tables[x.table].longest
        few = 0 < longest <= FEW
        keys = self.same_row(x, n.keys)
        found = f"row_few({keys}, {v}_s, {longest})" if few else f"row_mask({keys}, {v}_s)"
        number = f"__builtin_popcountll({found})"
        if n.row_sets:
            words = (max((key for row in self.program.tables[n.keys].lists for key in row), default=0) + 64) // 64
            common = f"{self.table(n.row_sets)}, {v}_r, {v}_s, {words}"
            number = f"set_common({common})"
            found = found if few else f"{number} ? {found} : 0"
            if x.apart and m in ("mode", "1") and n.by_key != x.table:
                # while moves are counted, the order does not matter
                self.line(f"const int {v}_k = BY_KEY && {m} == 1;")
                found = f"{v}_k ? row_ranks({common}) : {found}"
                row = f"({v}_k ? {self.same_row(x, n.by_key)} : {v}_p)"
        if n.one_each and m in ("mode", "-1", "1"):
            self.line(f"if (NOW(e, {m}) == 1) {{ push_counted(e, {number}); {v}_b = 0; }} else")
        picked = x.goes is not None and m in ("mode", "-1", "2")
        if x.goes is not None and picked:
            words = (max((s for row in self.program.tables[x.goes.rays].lists for s in row), default=0) + 64) // 64
            to = f"{self.table(x.goes.rays)}, {self.address(x.goes.to)}, {words}"
            self.line(f"int {v}_t = -1; if (NOW(e, {m}) == 2) {v}_b = chosen_ray(e, {v}_p, {to}, &{v}_t); else")
            self.to_chosen = x.goes.each_step
        self.line(f"{v}_b = {found};")
        ends = x.ends if x.goes is None and m in ("mode", "1", "2") else None
        if ends is not None:
            self.ends(x, ends, row, longest if few else 0)
        if (ends is not None or (n.one_each and x.apart and x.goes is None)) and m in ("mode", "2"):
            picked = True
            self.line(f"int {v}_t = -1; if (NOW(e, {m}) == 2) {v}_b = chosen_bit(e, {v}_b, &{v}_t);")
        other = ""
        if x.reaches and m in ("mode", "-1"):
            # when moves to one site are asked for, iterations that cannot reach it are skipped
            reached = f"set_holds({self.table(x.reaches)}, {v}, e->probe)"
            other = f" if (NOW(e, {m}) == 3 && !{reached}) continue;"
        enough = f" && !ENOUGH(e, {m})" if x.apart and m in ("mode", "1") else ""
        self.line(f"while ({v}_b{enough}) {{ {v} = {row}[1 + __builtin_ctzll({v}_b)].v; {v}_b &= {v}_b - 1;{other}")
        self.loop_body(x, None)
        self.line(f"}} {f'if ({v}_t >= 0) e->n_moves = {v}_t; ' if picked else ''}}}")

    def ends(self, x: ops.ForRow, ends: ops.WayEnds, row: str, most: int) -> None:
        """Leaves only the iterations of a loop over ways that push a move, and counts them."""
        v, m = x.var.name, self.mode
        tables = f"{self.table(ends.before)}, {self.table(ends.after)}"
        sets = ", ".join(self.address(y) for y in (ends.over, ends.idle))
        hits = f"{row}, {most}, {tables}, {sets}, &{v}_h"
        self.line(f"if (NOW(e, {m}) == 1 || NOW(e, {m}) == 2) {{ const set_t {v}_h = {self.e(ends.hits)};")
        self.line("#ifdef CHECK_AT_ONCE")
        self.line(f"  const int {v}_m = e->n_moves; const int32_t {v}_u = e->enough; e->enough = INT32_MAX;")
        self.line(f"  if (NOW(e, {m}) == 1) for (uint64_t {v}_l = {v}_b; {v}_l; {v}_l &= {v}_l - 1) {{")
        self.line(f"    {v} = {row}[1 + __builtin_ctzll({v}_l)].v;")
        self.loop_body(x, None)
        self.line(f"    if (e->n_moves - {v}_m != (ways_hit({v}_l & -{v}_l, {hits}) != 0)) fail(e, -12);")
        self.line(f"    e->n_moves = {v}_m;")
        self.line(f"  }} e->enough = {v}_u;")
        self.line("#endif")
        self.line(f"  {v}_b = ways_hit({v}_b, {hits}); }}")
        self.line(f"if (NOW(e, {m}) == 1) {{ push_counted(e, __builtin_popcountll({v}_b)); {v}_b = 0; }}")

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
        apart = x.apart and self.mode in ("mode", "1", "2")
        one_each = self.one_move_each(x)
        once = x.at_once if apart and not one_each else None
        self.line(f"{{ set_t {v}_s = {self.e(x.set)};")
        if x.tests or x.refusing:
            self.sift(x)
        if one_each:
            # one move per member: counting needs no loop, and building a single move only has to find its member
            self.line(f"if (NOW(e, {m}) == 1 || NOW(e, {m}) == 2) {{ int {v}_n = set_count({v}_s), {v}_0 = e->n_moves;")
            self.line(f"if (NOW(e, {m}) == 2 && e->target >= {v}_0 && e->target < {v}_0 + {v}_n) {{")
            self.line(f"  e->n_moves = e->target; {v} = set_nth({v}_s, e->target - {v}_0);")
            self.block(x.body)
            self.line(f"}} e->n_moves = {v}_0 + {v}_n; }} else")
        if apart:
            self.line(f"{{ int {v}_how = rounds_enter(e, {self.mode});")
        if once is not None:
            each = f"for (set_t {v}_l = {v}_s; ({v} = set_min({v}_l)) >= 0; set_drop(&{v}_l, {v})) {{"
            self.count_at_once(v, once, value_of(x.var), f"set_count({v}_s)", x.body, each)
            self.line("else {")
            self.line(f"if ({v}_o && {v}_how == ONE_ROUND) {{ {self.member_at_once(v, once)} }}")
        if self.ticks and self.runaway.searches(x):
            self.line(f"tick_all(e, set_count({v}_s));")
        self.line(f"for (int {v}_w = 0; {v}_w < SET_WORDS; {v}_w++) {{ uint64_t {v}_b = {v}_s.w[{v}_w];")
        self.line(f"while ({v}_b) {{ {v} = {v}_w * 64 + __builtin_ctzll({v}_b); {v}_b &= {v}_b - 1;")
        if apart:
            skips = f"{v}_how == ONE_ROUND{f' && !{v}_o' if once else ''} && rounds_skip(e, 1)"
            self.line(f"  if (ENOUGH(e, {self.mode}) || ({skips})) continue;")
        self.loop_body(x, label)
        if apart:
            self.line(f"  if ({v}_how == KEEP_ROUNDS{f' && !{v}_o' if once else ''}) round_done(e);")
        self.line("} }")
        if once is not None:
            self.line(f"if ({v}_o && {v}_how == ONE_ROUND) e->n_moves = {v}_t;")
            self.line(f"}} {self.keep_at_once(v, once)}")
        if apart:
            self.line(f"rounds_leave(e, {v}_how); }}")
        self.line(f"{label}:; }}" if label in self.used_labels else "}")

    def sift(self, x: ops.ForSet) -> None:
        """Leaves only the members of a loop's set whose moves pass its tests, where moves are counted and chosen."""
        raise NotImplementedError

    def member_at_once(self, v: str, once: AtOnce) -> str:
        """Statements that leave in the set `v`_s only the site whose iteration pushes the chosen move."""
        planes = len(once.planes)
        mine = f"if (e->target < e->n_moves || e->target >= {v}_t) {v}_s = set_empty(); else"
        if planes == 1:
            find = f"{v}_s = set_one(set_nth({v}_p[0], e->target - e->n_moves)); e->n_moves = e->target;"
        else:
            pick = (
                f"{v}_x = once_pick({v}_p, {planes}, e->target - e->n_moves, &{v}_k); e->n_moves = e->target - {v}_k;"
            )
            step = f"set_drop(&{v}_s, {v}_x), {v}_x = set_min({v}_s)"
            walk = f"{v}_k = {of_site(v, planes, f'{v}_x')}; if (e->target < e->n_moves + {v}_k) break;"
            walk = f"for ({v}_x = set_min({v}_s); {v}_x >= 0; {step}, e->n_moves += {v}_k) {{ {walk} }}"
            find = f"int {v}_k, {v}_x; if (ANY_ORDER) {{ {pick} }} else {walk} {v}_s = set_one({v}_x);"
        return f"{self.next_at_once(v, once)} {mine} {{ {find} }}"
