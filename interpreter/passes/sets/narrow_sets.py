"""Narrows loops over sites to those whose iteration may do something, following the functions that it calls.

Often an iteration does nothing because an inner loop over a row is narrowed to nothing: the site matters only if its
row meets a set that depends on the state alone. The sites that matter are then a union over the members of that set,
computed once for each state.
"""

from __future__ import annotations

from ...facts.idle_iteration import IdleIteration
from ...facts.kept_sets import KeptSets
from ...facts.loops import context_stays
from ...facts.one_iteration import Locals
from ...facts.site_sets import NONE, UNKNOWN, Sites, SiteSets
from ...program import ops
from ...program.effects import effects_of
from ...program.modes import CHOOSE, COUNT, FULL, PROBE
from ...program.ops import Expr, Op, Table, Type, Var
from ...program.program import Function, Program
from ...program.walk import runs_of, statements, subexpressions
from ..base.registry import register

WIDEST = 192  # sites: for each, those whose rows it is in are kept as a set
LARGEST = 40  # nodes of the expression of a set


@register(needs=("narrowed rows",), after=("run_ahead",))
def narrow_sets(program: Program) -> None:
    """Finds the loops and notes their sets."""
    if program.set_width <= WIDEST:
        pass_ = _Narrowing(program)
        for fn in list(program.functions):
            for loop in [s for s in statements(fn.body) if isinstance(s, ops.ForSet)]:
                pass_.narrow(fn, loop)


class _Narrowing:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = effects_of(program)
        self.kept = KeptSets(program)
        self.rows: dict[int, bool] = {}  # by function: see _comes_to_rows

    def narrow(self, fn: Function, loop: ops.ForSet) -> None:
        """Sets `only` of a loop if that skips anything."""
        if not self._comes_to_rows(loop.body) or not context_stays(self.program, fn, loop):
            return
        size = self.program.set_width
        sets = SiteSets(self.program, self.effects, Var("site", Type.INT), size)
        needed, own = NONE, Locals(fn).of(loop.body)
        for way in (FULL, COUNT, CHOOSE, PROBE):
            needed = sets.either(needed, IdleIteration(self.effects, set(own), loop, sets, self._near).needed(way))
            if needed.everywhere:
                return
        only = sets.written_out(needed)
        unions = [x for x in subexpressions(only) if x.op is Op.SET_UNION]
        read, written = self.effects.expression(only).fields, self.effects.block(loop.body).written
        if not unions or _mostly_all(only) or len(subexpressions(only)) > LARGEST or written is None or read & written:
            return
        loop.only = Expr(Op.CALL, Type.SET, (), self.kept.function(only))
        loop.made_of = tuple(x.src[0] for x in unions)

    def _comes_to_rows(self, body: ops.Block) -> bool:
        """Whether a block has a narrowed loop over a row, callees included."""
        called: list[Function] = []
        for s in statements(body):
            if isinstance(s, ops.ForRow) and s.narrowed is not None and s.narrowed.row_sets:
                return True
            called += [x.arg for x in runs_of([s]) if isinstance(x.arg, Function)]
        return any(self._has_rows(fn) for fn in called)

    def _has_rows(self, fn: Function) -> bool:
        known = self.rows.get(fn.index)
        if known is None:
            self.rows[fn.index] = False  # the answer for recursive calls
            known = self.rows[fn.index] = self._comes_to_rows(fn.body)
        return known

    def _near(self, loop: ops.ForRow) -> Sites:
        """The numbers of the rows for which a narrowed loop runs any iteration."""
        narrowed = loop.narrowed
        if narrowed is None or not narrowed.row_sets:
            return UNKNOWN
        name = f"{narrowed.keys}_with"
        if name not in self.program.tables:
            keys = self.program.tables[narrowed.keys].lists
            rows: list[list[int]] = [[] for _ in range(self.program.set_width)]
            for number, row in enumerate(keys[: self.program.set_width]):
                for key in row:
                    rows[key].append(number)
            self.program.tables[name] = Table(name, "sets", rows)
        return Sites(Expr(Op.SET_UNION, Type.SET, (narrowed.sites,), name), exact=False)


def _mostly_all(x: Expr) -> bool:
    """Whether a set is either all sites or none, or a union with such a set: narrowing by it rarely skips anything."""
    if x.op is Op.SET_OR:
        return any(map(_mostly_all, x.src))
    return x.op is Op.SELECT and Op.SET_RANGE in (x.src[1].op, x.src[2].op)
