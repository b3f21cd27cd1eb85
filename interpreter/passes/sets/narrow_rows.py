"""Narrows loops over the steps or radials of a site to the sites for which an iteration has an effect.

For each such loop the pass finds the set of these sites, if it depends on the state alone. A backend may skip
iterations for other sites (`ops.ForRow.sites`). It need not: the conditions in the body stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from ...facts.asked_for_one import others_matter
from ...facts.first_iteration import FirstIteration
from ...facts.intervals import bounds
from ...facts.loops import context_stays, one_move_each
from ...facts.modes import modal_functions
from ...facts.site_sets import SiteSets
from ...program import expressions as ir
from ...program import ops
from ...program.effects import effects_of
from ...program.ops import Block, Expr, Op, Stmt, Table, Type, Var
from ...program.program import Function, Program
from ...program.substitution import put_in
from ...program.walk import (
    all_of,
    all_runs,
    assigned_once,
    blocks,
    called_by,
    meant,
    nodes,
    own_locals,
    reached,
    reached_from,
    statements,
)
from ..base.kept_sets import KeptSets
from ..base.registry import register

LONGEST = 64  # rows with more values stay as they are
SMALL_BOARD = 192  # sites: the keys of a row are kept as a set too
SHORT = 8  # values in a row; on a larger board a set for so few is only worthwhile if it is used again


@register(provides=("narrowed rows",), after=("drop_dead_slots", "stand_apart"))
def narrow_rows(program: Program) -> None:
    """Notes in loops over rows which sites their iterations do anything for (`ops.ForRow.narrowed`)."""
    pass_ = _Narrowing(program)
    # what is noted reads the state alone, so that the slots that can be observed are the same after it
    for fn, loop in [x for f in program.functions for x in pass_.loops(f)]:
        pass_.narrow(fn, loop)


class _Narrowing:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.effects = effects_of(program)
        self.kept = KeptSets(program)
        self.modal = modal_functions(program)
        self.others_matter = others_matter(program)
        self.tried = tried(program)
        self.keys: dict[str, str] = {}
        self.shapes: dict[str, tuple[int, int, bool]] = {}

    def loops(self, fn: Function) -> Iterator[tuple[Function, ops.ForRow]]:
        """The loops of a function that run over short rows, and whose writes of slots cannot be observed."""
        for s in all_of(fn, ops.ForRow):
            if 0 < self._shape(s.table)[0] <= LONGEST and context_stays(self.program, fn, s):
                yield fn, s

    def narrow(self, fn: Function, loop: ops.ForRow) -> None:
        """Notes which iterations of a loop do anything, if that skips any."""
        longest = self._shape(loop.table)[0]
        radials = self.program.tables[loop.table].rows_of
        first = FirstIteration(self.effects, own_locals(fn, loop.body), loop, radials, assigned_once(fn))
        first.origins = _slots_of_row(self.program, fn, loop)
        for keys in (loop.table, self._first_sites(loop, radials)):
            if keys is None:
                continue
            _, size, _ = self._shape(keys)
            if not 0 < size <= self.program.set_width:
                continue
            key = first.site if keys is loop.table else first.first_site
            sets = SiteSets(self.program, self.effects, key, size)
            first.elsewhere = all(r not in row for r, row in enumerate(self.program.tables[keys].lists))
            needed = first.needed(sets)
            if needed.everywhere:
                continue
            fitting = sets.written_out(needed)
            # the tried move has changed the state, so that the set would be found for this loop alone
            plain = fitting.op is Op.FIELD and not any(isinstance(s, ops.Push) for s in statements(loop.body))
            if longest <= SHORT and fn.index in self.tried and (size > SMALL_BOARD or plain):
                continue
            found = self.kept.function(fitting)
            read = self.effects.function(found).fields
            written = self.effects.block(loop.body).written
            if written is None or read & written:
                continue
            for condition, where in first.asked:
                if where.exact and sets.written_out(where) is fitting:
                    condition.implied = True
            asked = list(_unbuilt(loop.body))
            loop.apart = not self.effects.statements(asked).written and first.leaves_nothing(asked)
            one_each = needed.exact and one_move_each(self.program, fn, loop, conditions=1)
            sets_by_key = self._row_sets(loop, keys, size)
            loop.narrowed = ops.Narrowed(Expr(Op.CALL, Type.SET, (), found), keys, *sets_by_key, one_each)
            loop.reaches = self._reaches(fn, loop, size) if loop.apart else ""
            fn.changed()
            return

    def _shape(self, table: str) -> tuple[int, int, bool]:
        """The length of a table's longest row, one more than its greatest value (0 if there are negative ones), and
        whether no value occurs twice in a row."""
        known = self.shapes.get(table)
        if known is None:
            one = self.program.tables[table]
            least, greatest = one.span
            distinct = all(len(set(row)) == len(row) for row in one.lists)
            known = self.shapes[table] = (one.longest, greatest + 1 if least >= 0 else 0, distinct)
        return known

    def _first_sites(self, loop: ops.ForRow, radials: str) -> str | None:
        """The table of the first sites of the loop's radials; None if the loop does not run over radials."""
        if not radials:
            return None
        known = self.keys.get(loop.table)
        if known is None:
            lists, starts = self.program.tables[radials].lists, self.program.tables[loop.table].lists
            rows = [[lists[x][1] if len(lists[x]) > 1 else 0 for x in row] for row in starts]
            known = self.keys[loop.table] = f"first_sites_{len(self.keys) + 1}"
            self.program.tables[known] = Table(known, "ragged", rows)
        return known

    def _row_sets(self, loop: ops.ForRow, of: str, size: int) -> tuple[str, str]:
        """The tables `row_sets` and `by_key` of a loop, if its sets are small and keys differ within a row."""
        tables = self.program.tables
        rows, keys = tables[loop.table].lists, tables[of].lists
        if size > SMALL_BOARD or not self._shape(of)[2]:
            return "", ""
        row_sets, by_key = f"{of}_sets", f"{loop.table}_by_{of}"
        tables.setdefault(row_sets, Table(row_sets, "sets", keys))
        if by_key not in tables:
            ordered = [[x for _, x in sorted(zip(k, row, strict=True))] for k, row in zip(keys, rows, strict=True)]
            tables[by_key] = Table(by_key, "ragged", ordered, tables[loop.table].rows_of)
        return row_sets, by_key

    def _reaches(self, fn: Function, loop: ops.ForRow, size: int) -> str:
        """The table of the sites that an iteration can push moves to, by its value: the site, or a radial."""
        if size > SMALL_BOARD or self.others_matter:
            return ""
        once = assigned_once(fn)
        sites = {None if to is None else meant(to, once) for to in pushed(loop.body, self.modal)}
        own = sites == {ir.value_of(loop.var)}  # the value of an iteration is the site itself
        rows_at = [to for to in sites if to is not None and to.op is Op.ROW_AT and to.src[0].arg is loop.var]
        table, *others = {to.name for to in rows_at} or {""}
        if not own and (others or not table or len(rows_at) < len(sites)):
            return ""
        along = [s for s in statements(loop.body) if isinstance(s, ops.ForAlong)]
        there = {s.here for s in along if bounds(put_in(s.lo, once))[0] >= 0}
        beyond = [] if own or sites <= there else [0]  # what is read beyond the end of a row
        name = f"sites_reached_{size}" if own else f"{table}_reached{'_or_0' * len(beyond)}"
        if name not in self.program.tables:
            lists = [] if own else self.program.tables[table].lists
            rows = [[i] for i in range(size)] if own else [list(dict.fromkeys([*row, *beyond])) for row in lists]
            self.program.tables[name] = Table(name, "sets", rows)
        return name


def _slots_of_row(program: Program, fn: Function, loop: ops.ForRow) -> set[str]:
    """The slots of the context that hold the number of a loop's row throughout."""
    rows = _rows(loop.row, assigned_once(fn))
    if len(rows) != 1 or (row := rows.pop()).op is not Op.CTX:
        return set()
    called = [program.functions[i] for i in reached_from(program, (fn,))]
    if any(x.op is Op.RUN and x.run.intrinsic.calls for f in called for x in all_runs(f)):
        return set()
    return {row.name} - {s.slot for f in called for s in all_of(f, ops.SetCtx)}


def _rows(row: Expr, once: Mapping[Var, Expr]) -> set[Expr]:
    """What the number of a row may be, where there is such a row."""
    row = meant(row, once)
    if row.op is Op.SELECT:
        return _rows(row.src[1], once) | _rows(row.src[2], once)
    return set() if row.is_const and row.const < 0 else {row}


def tried(program: Program) -> set[int]:
    """Indices of the functions that run while a move is tried on a copy of the state, callees included."""
    live = [program.functions[i] for i in reached(program)]
    copies = [s for fn in live for s in all_of(fn, ops.Copying)]
    called = called_by(t for s in copies for t in statements([s]))
    if not called:
        return set()
    consequents = [f for fn in live for s in all_of(fn, ops.Emit) for f in s.then]
    return reached_from(program, (*called, *consequents))


def _unbuilt(body: Block) -> Iterator[Stmt]:
    """The statements of a block that run in modes in which moves are not built."""
    for s in body:
        if isinstance(s, ops.Push):
            continue
        yield s
        for inner in blocks(s):
            yield from _unbuilt(inner)


def pushed(body: Block, modal: Set[int]) -> Iterator[Expr | None]:
    """The destinations of the moves that a block pushes while they are not built; None for those of a callee."""
    for s in body:
        for x in nodes([s]):
            if isinstance(x.arg, Function) and x.arg.index in modal:
                yield None
        if isinstance(s, ops.Push):
            yield s.to_site
        else:
            for inner in blocks(s):
                yield from pushed(inner, modal)
