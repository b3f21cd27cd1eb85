"""Where moves to one site are asked for, leaves out generators that cannot push any.

A question such as "could an enemy's move end on the king's site" calls the generator of every piece. For most pieces
the site is out of reach wherever the others stand.
"""

from __future__ import annotations

from ...facts.asked_for_one import others_matter
from ...facts.destinations import Destinations, UnknownDestinationError
from ...facts.left_changed import left_early, slots_left_changed
from ...facts.loops import context_stays
from ...facts.modes import modal_functions
from ...facts.questions import follow
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.intrinsics import WANTED_SITE, run_of
from ...program.modes import PROBE
from ...program.ops import Block, Expr, Op, Stmt, Table, Type, Var
from ...program.program import Function, Program
from ...program.walk import all_of, blocks, bound, nodes, own_locals, reached, runs_of, statements
from ..base.registry import register
from .elsewhere_loops import guard_loops
from .narrow_rows import pushed

SMALL_BOARD = 192  # sites
MOST_ROWS = 12000  # of a table of destinations
_STEPS = ops.Do, ops.SetCtx, ops.Restoring


@register(after=("count_each",))
def skip_elsewhere(program: Program) -> None:
    """Guards calls of generators by what they can reach, and narrows loops whose variable is the destination."""
    if others_matter(program):
        return
    asked: list[Function] = []

    def visit(fn: Function) -> bool:
        asked.append(fn)
        return True

    live = [program.functions[i] for i in sorted(reached(program))]
    follow(live, lambda s: s.mode == PROBE, visit)
    if asked:
        skipping = _Skipping(program)
        for fn in asked:
            skipping.change(fn)


class _Skipping:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = effects_of(program)
        self.modal = modal_functions(program)
        self.left_changed = slots_left_changed(program)
        self.size = min(program.set_width, SMALL_BOARD)
        self.destinations = Destinations(program, self.modal, self.left_changed, self.size)
        self.tables: dict[tuple[int, str, tuple[int, ...]], Table | None] = {}

    def change(self, fn: Function) -> None:
        """Changes one function that pushes moves."""
        wanted = Var("wanted", Type.INT)
        guarded = self._block(fn.body, wanted, {})
        if guarded:
            fn.changed()
        narrowed: dict[Stmt, Expr] = {}
        for s in all_of(fn, ops.ForSet):
            whole = s.set
            if self._narrow(fn, s, wanted):
                narrowed[s] = whole
        if narrowed:
            guard_loops(self.effects, fn, fn.body, wanted, narrowed)
        if guarded or narrowed:
            fn.body.insert(0, ops.Assign(wanted, Expr(Op.RUN, Type.INT, (), run_of(WANTED_SITE))))
            fn.changed()

    # ------------------------------------------------------------------ calls

    def _block(self, body: Block, wanted: Var, rows: dict[Var, str]) -> bool:
        """Guards the calls in a block. rows: the tables over whose rows the enclosing loops run, by local."""
        changed = False
        held: dict[str, Expr] = {}  # the locals whose values slots have, the last one that was written at the end
        for k, s in enumerate(body):
            guard = self._guard(s, held, rows, wanted)
            if guard is not None:
                body[k], changed = ops.If(guard, [s], []), True
                continue
            inside = {**rows, s.var: s.table} if isinstance(s, ops.ForRow) else rows
            for inner in blocks(s):
                changed = self._block(inner, wanted, inside) or changed
            if held:
                written, assigned = self.left_changed.block([s]), bound([s])
                held = {slot: x for slot, x in held.items() if slot not in written and x.arg not in assigned}
            if isinstance(s, ops.SetCtx) and s.value.op is Op.VAR:
                held[s.slot] = s.value
        return changed

    def _guard(self, s: Stmt, held: dict[str, Expr], rows: dict[Var, str], wanted: Var) -> Expr | None:
        """The condition under which a statement has to run that calls a generator, and else writes slots which it
        restores; None if that is not known. held: what slots hold before it."""
        steps = statements([s]) if isinstance(s, _STEPS) else []
        calls = runs_of(steps) if all(isinstance(t, _STEPS) for t in steps) else []
        if [x.op for x in calls] != [Op.CALL] or calls[0].called.index not in self.modal:
            return None
        if self.left_changed.block([s]):
            return None
        call = calls[0]
        if not self.effects.function(call.called).keeps_state:
            return None
        if len(call.src) > 1 or not (call.src or all_of(call.called, ops.Loop)):
            return None
        values = [0]
        if call.src:
            table = rows.get(call.src[0].var) if call.src[0].op is Op.VAR else None
            if table is None:
                return None
            values = sorted({v for row in self.program.tables[table].lists for v in row})
            if not values or values[0] < 0:
                return None
        before = steps[: next(k for k, t in enumerate(steps) if call in runs_of([t]))]
        if any(call not in runs_of(statements([t])) for t in before if isinstance(t, ops.Restoring)):
            return None  # what is written there is restored before the call
        now = {t.slot: t.value for t in before if isinstance(t, ops.SetCtx)}
        latest = [*reversed(now.items()), *((slot, x) for slot, x in reversed(held.items()) if slot not in now)]
        slot, site = next(((slot, x) for slot, x in latest if x.op is Op.VAR), ("", call))
        found = self._table(call.called, slot, values) if slot else None
        if found is None:
            return None
        index = site if not call.src else call.src[0] * self.size + site
        here = Expr(Op.SET_HAS, Type.BOOL, (Expr(Op.SET_TABLE, Type.SET, (index,), found.name), ir.value_of(wanted)))
        out = ir.or_(ir.lt(site, 0), ir.ge(site, self.size))
        return ir.or_(ir.lt(ir.value_of(wanted), 0), out, here)

    def _table(self, fn: Function, slot: str, values: list[int]) -> Table | None:
        """The table of destinations of a function, for each value of its parameter and each site in the slot."""
        key = fn.index, slot, tuple(values)
        if key not in self.tables:
            self.tables[key] = None
            everywhere = range(self.program.set_width)
            rows: list[list[int]] = []
            useful = False
            if (values[-1] + 1) * self.size <= MOST_ROWS:
                for value in range(values[-1] + 1):
                    try:
                        found = self.destinations.pushed(fn, slot, [value] * len(fn.params)) if value in values else []
                        rows += [sorted(v for v in some if 0 <= v < self.program.set_width) for some in found]
                        rows += [[] for _ in range(self.size - len(found))]
                        useful = useful or bool(found)
                    except UnknownDestinationError:
                        rows += [list(everywhere) for _ in range(self.size)]
            if useful:
                name = f"destinations_{sum(t.startswith('destinations_') for t in self.program.tables) + 1}"
                self.tables[key] = self.program.tables[name] = Table(name, "sets", rows)
        return self.tables[key]

    # ------------------------------------------------------------------ loops

    def _narrow(self, fn: Function, loop: ops.ForSet, wanted: Var) -> bool:
        """Narrows a loop over sites to the site that is asked about, if the moves of an iteration go to its site."""
        body = statements(loop.body)
        if not self.effects.block(loop.body).keeps_state or left_early(loop.body):
            return False
        there = [to is not None and to.op is Op.VAR and to.arg is loop.var for to in pushed(loop.body, self.modal)]
        lists = any(x.type is Type.LIST for x in nodes(body))  # which another loop may go through
        if lists or not there or not all(there):
            return False
        if not own_locals(fn, [loop]).issuperset(bound(loop.body)) or not context_stays(self.program, fn, loop):
            return False
        both = ir.set_and(loop.set, ir.set_one(ir.value_of(wanted)))
        loop.set = ir.select(ir.lt(ir.value_of(wanted), 0), loop.set, both)
        fn.changed()
        return True
