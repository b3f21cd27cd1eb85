"""Checks that a program obeys the rules of `docs/program.md`, so that both backends can run it.

Checked are types and arity of every node; that fields, slots, capacities, tables, functions, actions and texts exist
and are of the right kind; that every local is set on all paths to where it is read; that a function with a result
returns one on every path; where breaks, continues, returns and changes of the mode may stand; that places lie in the
text; and what the declarations of a program say of each other. Tests verify programs after every pass;
`load(..., verify=True)` does so on request.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from . import ops
from .actions import ACTIONS
from .check_expressions import ExpressionChecker, InvalidProgramError
from .check_told import check_kept, check_told
from .effects import EffectsOf
from .expansion import added
from .expressions import value_of
from .intrinsics import MOVE_CLOSE
from .modes import COUNT, PROBE
from .ops import Block, Expr, FieldKind, Op, Table, Type, Var
from .places import Places
from .program import Function, Program
from .state_layout import LONGEST_WAY, WAY_SITES
from .walk import (
    all_runs,
    bound,
    expressions,
    reached,
    reads,
    statements,
    subexpressions,
)

__all__ = ["InvalidProgramError", "verify"]

N, B, S = Type.INT, Type.BOOL, Type.SET
_MOST_THEN = 7  # consequents of one move


class _Loop:
    """An open loop. exits: the locals set at each break; scopes: how many scopes there are around it."""

    def __init__(self, apart: bool, scopes: int, scans: bool = False) -> None:
        self.apart, self.scopes, self.scans = apart, scopes, scans
        self.exits: list[frozenset[Var | str] | None] = []


def _meet(*states: frozenset[Var | str] | None) -> frozenset[Var | str] | None:
    """The locals and slots that are set whichever way a point was reached; None for ways that do not reach it."""
    reaching = [s for s in states if s is not None]
    return frozenset.intersection(*reaching) if reaching else None


class _Checker(ExpressionChecker):
    """Checks the statements of one function, in the order in which they run."""

    def __init__(self, program: Program, fn: Function, effects: EffectsOf) -> None:
        super().__init__(program, fn)
        self.effects = effects
        self.loops: list[_Loop] = []
        self.placed: set[Places] = set()  # whose places were looked at
        self.scopes = 0
        self.closed = 0  # of these, those that nothing returns out of

    def check(self) -> None:
        """Checks the whole function."""
        locals_ = (*self.fn.params, *(v for v in bound(self.fn.body) if v not in self.fn.params))
        twice = [name for name, n in Counter(v.name for v in locals_).items() if n > 1]
        if twice:
            self.fail(f"has several locals of the name {twice[0]}")
        self.places(self.fn.places)
        check_told(self.fn, self.effects, self.fail)
        given = tuple(map(value_of, self.fn.params))
        calls = [x.src for x in all_runs(self.fn) if x.arg is self.fn.whole and self.fn.whole is not None]
        if any(src[: len(given)] != given for src in calls):
            self.fail("hands on other parameters than its own")
        self.block(self.fn.body)
        if self.fn.result is not Type.VOID and self.assigned is not None:
            self.fail(f"may end without returning a result of type {self.fn.result.value}")

    def block(self, body: Block) -> None:
        for s in body:
            self.stmt(s)

    def places(self, places: Places) -> None:
        """Checks that places lie in their texts, and so do those where defines around them were used."""
        if places in self.placed:
            return
        self.placed.add(places)
        for place in (p for inner in places.spans for p in inner.places):
            if not 0 <= place.start < place.end <= len(place.source.text):
                self.fail(f"characters {place.start} to {place.end} of {place.file} are no place")

    def stmt(self, s: ops.Stmt) -> None:
        self.places(s.places)
        if isinstance(s, ops.Assign):
            self.want(s.value, s.var.type, f"the value of local {s.var.name}")
            self.set(s.var)
        elif isinstance(s, ops.SetField):
            self.set_field(s)
        elif isinstance(s, ops.SetCtx):
            self.want(s.value, self.slot(s.slot), f"the value of slot {s.slot}")
            self.set(s.slot)
            self.left |= {s.slot} - self.restored
        elif isinstance(s, ops.If):
            self.want(s.cond, B, "the condition of an if")
            before = self.assigned
            self.block(s.then)
            then, self.assigned = self.assigned, before
            self.block(s.orelse)
            self.assigned = _meet(then, self.assigned)
        elif isinstance(s, ops.While):
            self.while_(s)
        elif isinstance(s, ops.ForLoop):
            self.for_(s)
        elif isinstance(s, ops.Scope):
            self.scope(s)
        elif isinstance(s, ops.BuiltMove):
            self.built_move(s)
        elif isinstance(s, ops.Break | ops.Continue):
            self.jump(s)
        elif isinstance(s, ops.Return):
            self.return_(s)
        elif isinstance(s, ops.Do):
            self.do(s.value)
        elif isinstance(s, ops.Emit):
            self.emit(s)
        else:
            self.fail(f"{type(s).__name__} is no statement")

    def set(self, var: Var | str) -> None:
        if self.assigned is not None:
            self.assigned |= {var}

    def set_field(self, s: ops.SetField) -> None:
        f = self.field(s.field)
        if (s.index is None) == (f.kind in (FieldKind.ARRAY, FieldKind.LIST)):
            self.fail(f"field {f.name}, which is {f.kind.value}, is written with{'out' * (s.index is None)} an index")
        if s.index is not None:
            self.want(s.index, N, f"the index of field {f.name}")
        self.want(s.value, S if f.kind is FieldKind.SET else N, f"the value of field {f.name}")

    def do(self, x: Expr) -> None:
        self.expr(x)
        if x.op is not Op.RUN:
            return
        if not x.run.intrinsic.returns:
            self.assigned = None

    def scope(self, s: ops.Scope) -> None:
        """Checks what runs on a copy of the state, a question, a block that builds moves, or a filter of moves."""
        if isinstance(s, ops.InMode):
            self.want(s.aim, N, "the aim of a mode")
        elif isinstance(s, ops.OnCopy) and s.when is not None:
            self.want(s.when, B, "the condition of a copy")
        elif isinstance(s, ops.Restoring):
            for slot in s.slots:
                self.slot(slot)
            for name in s.fields:
                if self.field(name).kind not in (FieldKind.INT, FieldKind.SET):
                    self.fail(f"the field {name} cannot be restored as a whole")
            if isinstance(s, ops.Ahead):
                self.want(s.applies, Type.VOID, "what applies a move")
                if s.applies.op not in (Op.CALL, Op.RUN) or [x.op for x in s.applies.src] != [Op.VAR]:
                    self.fail("a move is applied otherwise than by its number")
            if isinstance(s, ops.Trial) and s.var.type is not B:
                self.fail(f"the answer {s.var.name} of a trial is {s.var.type.value}, not bool")
        elif isinstance(s, ops.Filter) and s.to is not None:
            self.want(s.to, N, "the site that a filter is asked about")
        returns = isinstance(s, ops.Composed) or (isinstance(s, ops.Restoring) and not s.moves and not s.record)
        if isinstance(s, ops.Composed):
            self.set(s.var)
        before, outer = self.assigned, self.restored
        self.scopes += 1
        self.closed += not returns
        if isinstance(s, ops.Restoring):
            self.restored |= {*s.slots}
        self.block(s.inside if isinstance(s, ops.Restoring) else s.body)
        self.scopes -= 1
        self.closed -= not returns
        if self.assigned is not None and before is not None:  # a slot that is restored is as it was
            self.assigned -= self.restored - outer - before
        self.restored = outer
        if isinstance(s, ops.Filter):
            self.tests(s)
        elif isinstance(s, ops.Composed):
            if s.close.op is not Op.RUN or s.close.run.intrinsic is not MOVE_CLOSE:
                self.fail("a move that is put together is pushed by something else than move_close")
            if any(isinstance(t, ops.Return) for t in statements(s.parts)):
                self.fail("a move is left before it is pushed")
            self.block(s.parts)
            self.expr(s.close)
            for fn in s.then:
                self.consequent(fn)
        elif isinstance(s, ops.Question):
            types = {COUNT: N, PROBE: B}
            if s.mode not in types:
                self.fail(f"a question in mode {s.mode}, which gives no answer")
            if s.var.type is not types[s.mode]:
                self.fail(f"the answer {s.var.name} is {s.var.type.value}, not {types[s.mode].value}")
            self.set(s.var)

    def built_move(self, s: ops.BuiltMove) -> None:
        for site in expressions(s):
            self.want(site, N, "where a move begins or goes")
            if not self.effects.expression(site).keeps_state:
                self.fail("to find where a move begins or goes changes the state: it is found more than once, or not")
        before = self.assigned
        self.scopes, self.closed = self.scopes + 1, self.closed + 1
        self.block(s.body)
        self.scopes, self.closed = self.scopes - 1, self.closed - 1
        self.assigned = before

    def tests(self, s: ops.Filter) -> None:
        """Checks what a filter asks of each move."""
        if s.var.type is not N:
            self.fail(f"the number of a move, {s.var.name}, is {s.var.type.value}, not int")
        before = self.assigned
        self.loops.append(_Loop(True, self.scopes))
        self.set(s.var)
        self.block(s.tests)
        self.want(value_of(s.keep), B, "whether a move is kept")
        self.loops.pop()
        self.assigned = before

    # ------------------------------------------------------------------ loops and jumps

    def while_(self, s: ops.While) -> None:
        loop = _Loop(False, self.scopes)
        self.loops.append(loop)
        self.block(s.head)
        self.want(s.cond, B, "the condition of a while")
        ended = None if s.cond.is_const and s.cond.const else self.assigned
        self.block(s.body)
        self.loops.pop()
        self.assigned = _meet(ended, *loop.exits)

    def for_(self, s: ops.ForLoop) -> None:
        self.loop_head(s)
        if s.var.type is not N:
            self.fail(f"loop variable {s.var.name} is {s.var.type.value}, not int")
        before = self.assigned
        closed = isinstance(s, ops.CountedLoop | ops.ForSet) and s.apart
        self.loops.append(_Loop(closed, self.scopes, isinstance(s, ops.Scan)))
        self.set(s.var)
        if isinstance(s, ops.CountedLoop) and s.each is not None:
            self.want(s.each, N, "the number of moves of each iteration")
            self.block(list(s.leaves))
        if isinstance(s, ops.CountedLoop | ops.ForSet) and s.at_once is not None:
            self.at_once(s.at_once, s.apart)
        if isinstance(s, ops.WhileAny):
            self.block(s.head)
            self.want(value_of(s.on), S, "the set without whose members a loop ends")
        self.block(s.body)
        self.loops.pop()
        self.assigned = before
        if isinstance(s, ops.Scan):
            self.set(s.var)

    def at_once(self, x: ops.AtOnce, apart: bool) -> None:
        """Checks how the moves of all iterations of a loop are counted."""
        if not apart:
            self.fail("moves counted at once in a loop whose iterations do not stand apart")
        if not x.planes or x.least < 1:
            self.fail("moves counted at once without planes, or for less than one iteration")
        self.want(x.sites, S, "the sites of a loop")
        before = self.assigned
        self.set(x.own)
        self.block(x.body)
        for v in x.planes:
            self.want(Expr(Op.VAR, v.type, (), v), S, "a plane of the numbers of moves")
        self.assigned = before
        for s in statements(x.body):
            if not isinstance(s, ops.Assign | ops.If | ops.ForRange | ops.WhileAny):
                self.fail(f"{type(s).__name__} among the statements that count moves at once")

    def loop_head(self, s: ops.Stmt) -> None:
        if isinstance(s, ops.ForRange):
            self.want(s.lo, N, "the first bound of a range")
            self.want(s.hi, N, "the second bound of a range")
        elif isinstance(s, ops.AlongRow):
            self.along(s)
        elif isinstance(s, ops.WhileAny):
            self.want(s.lo, N, "the first bound of a loop")
            self.want(s.hi, N, "the second bound of a loop")
        elif isinstance(s, ops.ForPieces):
            self.want(s.number, N, "the number of a component's positions")
            self.want(s.first, N, "the first position of a component")
            if s.number.op is not Op.FIELD or s.first.op is not Op.FIELD or not s.number.src or not s.first.src:
                self.fail("positions of a component that are not elements of fields")
        if isinstance(s, ops.CountedLoop):
            if s.each is None and s.leaves:
                self.fail("slots that a loop leaves written, without a number of moves of each iteration")
            if s.each is not None and not s.apart:
                self.fail("a number of moves of each iteration in a loop whose iterations do not stand apart")
        elif isinstance(s, ops.ForSet):
            self.want(s.set, S, "the set of a loop")
        elif isinstance(s, ops.ForRow):
            self.want(s.row, N, "the row of a loop")
            self.table(s.table, "ragged")
            if s.narrowed is not None:
                self.narrowed(s, s.narrowed)
            if s.reaches:
                self.table(s.reaches, "sets")
            if s.goes is not None:
                self.want(s.goes.to, S, "the set of sites that a loop's moves go to")
                if not s.apart:
                    self.fail("the sites that moves go to, of a loop whose iterations do not stand apart")
                self.table(s.goes.rays, "sets")
            if s.ends is not None:
                self.ends(s, s.ends)
        elif isinstance(s, ops.ForList):
            self.want(s.list, Type.LIST, "the list of a loop")
        elif isinstance(s, ops.Flood):
            self.want(value_of(s.group), S, "the group of a flood")
            self.want(s.start, N, "the site where a flood begins")
            grows = [t for t in statements(s.body) if isinstance(t, ops.Assign) and t.var is s.group]
            if any(added(t) is None for t in grows):
                self.fail(f"the flood of {s.group.name} assigns it other than by adding a site")
            met = [t for t in statements(s.body) if isinstance(t, ops.Assign) and t.var is s.meets]
            if any(not t.value.is_const or not t.value.const for t in met):
                self.fail(f"the flood of {s.group.name} makes what it meets other than true")

    def along(self, s: ops.AlongRow) -> None:
        """Checks where a loop along a row begins and ends, and that it stays on that row."""
        self.table(s.table, "ragged")
        self.want(s.row, N, "the row of a loop")
        self.want(s.lo, N, "the first position of a loop")
        for x in s.limits:
            self.want(x, N, "a limit of the positions of a loop")
        if s.row.op not in (Op.VAR, Op.CONST):
            self.fail(f"the row of the loop over {s.var.name} is neither a local nor a constant")
        if {s.row.arg, s.var} & set(bound(s.body)):
            self.fail(f"the loop over {s.var.name} assigns its position or its row")
        if any(reads(x, (s.var,)) for x in (s.row, s.lo, *s.limits)):
            self.fail(f"the loop over {s.var.name} begins or ends at its own position")
        heads = [self.effects.expression(x) for x in (*s.limits, s.lo)]
        if not all(x.pure for x in heads):
            self.fail(f"where the loop over {s.var.name} begins or ends is told by what acts or may fail")
        if isinstance(s, ops.Scan):  # whose limits are evaluated at any time
            lists = any(y.type is Type.LIST for x in s.limits for y in subexpressions(x))
            state = any(x.fields or x.slots or not x.state_only for x in heads[:-1])
            if lists or state or any(reads(x, bound(s.body)) for x in s.limits):
                self.fail(f"the scan over {s.var.name} may change its limits")
        if isinstance(s, ops.ForAlong) and s.within is not None:
            self.want(s.within, S, "the set that a loop does not leave")
            if not s.lo.is_const or s.lo.const < 0:
                self.fail(f"the loop over {s.var.name} stays within a set from an unknown position on")
        if isinstance(s, ops.ForAlong) and s.down:
            self.fail(f"the loop over {s.var.name} goes along a row from its end")

    def ends(self, s: ops.ForRow, ends: ops.WayEnds) -> None:
        """Checks which iterations of a loop over ways are said to push a move."""
        for sites in (ends.over, ends.idle, ends.hits):
            self.want(sites, S, "sites of a way")
        if not s.apart or s.narrowed is None:
            self.fail(
                "which ways push a move, of a loop whose iterations do not stand apart or of which none is left out"
            )
        ways = max((way for row in self.table(s.table, "ragged").lists for way in row), default=-1)
        if ways >= min(len(self.table(ends.before, "sets").lists), len(self.table(ends.after, "ways").lists)):
            self.fail(f"the tables {ends.before} and {ends.after} lack ways of {s.table}")

    def narrowed(self, s: ops.ForRow, narrowed: ops.Narrowed) -> None:
        """Checks which iterations of a loop over a row are left out."""
        self.want(narrowed.sites, S, "the set that narrows a loop")
        keys = self.table(narrowed.keys, "ragged")
        shape = [len(row) for row in self.table(s.table, "ragged").lists]
        same = [keys, *([self.table(narrowed.by_key, "ragged")] if narrowed.by_key else [])]
        for table in same:
            if [len(row) for row in table.lists] != shape:
                self.fail(f"the rows of table {table.name} are not as long as those of {s.table}")
        self.sites(keys)
        if narrowed.row_sets:
            self.table(narrowed.row_sets, "sets")

    def jump(self, s: ops.Break | ops.Continue) -> None:
        word = type(s).__name__.lower()
        if not self.loops:
            self.fail(f"{word} outside a loop")
        loop = self.loops[-1]
        if loop.apart:
            self.fail(f"{word} in a filter, or in a loop whose iterations stand apart")
        if loop.scans and isinstance(s, ops.Continue):
            self.fail("continue in a scan")
        if self.scopes != loop.scopes:
            self.fail(f"{word} out of a copy, another mode or what is restored")
        if isinstance(s, ops.Break):
            loop.exits.append(self.assigned)
        self.assigned = None

    def return_(self, s: ops.Return) -> None:
        if any(loop.apart for loop in self.loops):
            self.fail("return in a filter, or in a loop whose iterations stand apart")
        self.early = self.early or bool(self.restored)
        if self.closed:
            self.fail("return out of a copy, another mode or moves that are forgotten")
        if s.value is None:
            if self.fn.result is not Type.VOID:
                self.fail(f"returns nothing, its result is {self.fn.result.value}")
        elif self.fn.result is Type.VOID:
            self.fail("returns a value, and has no result")
        else:
            self.want(s.value, self.fn.result, "the returned value")
        self.assigned = None

    def emit(self, s: ops.Emit) -> None:
        for name in ("mover", "from_site", "to_site", "level_min", "level_max"):
            self.want(getattr(s, name), N, f"{name} of a move")
        for a in s.actions:
            if a.kind not in ACTIONS:
                self.fail(f"a move has an action of kind {a.kind}, which does not exist")
            params = ACTIONS[a.kind].params
            if len(a.params) != len(params):
                self.fail(f"action {a.kind} takes {len(params)} parameters, not {len(a.params)}")
            for name, p in zip(params, a.params, strict=True):
                self.want(p, N, f"parameter {name} of action {a.kind}")
            self.want(a.decision, B, f"decision of action {a.kind}")
        if len(s.then) > _MOST_THEN:
            self.fail(f"a move has {len(s.then)} consequents, more than {_MOST_THEN}")
        for fn in s.then:
            self.consequent(fn)


# --------------------------------------------------------------------------------------------------- the whole


def _declarations(p: Program) -> None:
    """Checks what is declared outside functions."""

    def fail(text: str) -> None:
        raise InvalidProgramError(f"program: {text}")

    for name in set(p.context) & set(p.context_sets):
        fail(f"slot {name} holds both an INT and a SET")
    for f in p.fields.values():
        if f.cap is not None and f.cap not in p.caps:
            fail(f"field {f.name} grows with capacity {f.cap}, which does not exist")
        if f.kind is FieldKind.LIST and f.cap is None:
            fail(f"list field {f.name} has no capacity")
        if f.bits not in (8, 16, 32, 64):
            fail(f"field {f.name} has {f.bits} bits")
    width = (p.set_width + 63) // 64 * 64
    for t in p.tables.values():
        if t.kind == "sets" and any(not 0 <= site < width for row in t.lists for site in row):
            fail(f"table {t.name} has members that no SET can hold, it takes 0 to {width - 1}")
        if t.kind == "ways" and any(len(row) > LONGEST_WAY or {*row} - {*range(WAY_SITES)} for row in t.lists):
            fail(f"table {t.name} has ways of more than {LONGEST_WAY} sites, or sites beyond {WAY_SITES - 1}")
        if t.kind in ("rays", "groups"):
            _check_parts(t, width, fail)
        if t.rows_of:
            of = p.tables.get(t.rows_of)
            if of is None or of.kind != "ragged" or any(not 0 <= x < len(of.lists) for row in t.lists for x in row):
                fail(f"table {t.name} has numbers of rows that the table {t.rows_of} does not have")
    for names in p.hashed:
        for name in names:
            if name not in p.fields:
                fail(f"the digest covers field {name}, which does not exist")
    for name in p.hash_lists:
        if name not in p.fields or p.fields[name].kind is not FieldKind.LIST or p.fields[name].bits != 64:
            fail(f"digests are kept in {name}, which is no list field of 64 bits")
    for kind, fn in p.appliers.items():
        if kind not in ACTIONS or [v.type for v in fn.params] != [N] * len(ACTIONS[kind].params):
            fail(f"{fn.name} cannot apply actions of kind {kind}: its parameters differ")


def _signature(fn: Function, names: set[str]) -> None:
    """Checks the head of a function."""
    if not fn.name.isidentifier() or not fn.name.isascii():
        raise InvalidProgramError(f"{fn.name!r} is no name for a function")
    if fn.name in names:
        raise InvalidProgramError(f"{fn.name}: there are two functions of that name")
    if any(v.type is Type.VOID for v in fn.params):
        raise InvalidProgramError(f"{fn.name}: a parameter without a type")
    if fn.kept and (fn.params or fn.result not in (S, N, Type.BOOL)):
        raise InvalidProgramError(f"{fn.name}: is kept, and has parameters or gives neither a set nor a number")
    if fn.kept_by and (fn.kept or fn.params or fn.result not in (S, N, Type.BOOL)):
        raise InvalidProgramError(f"{fn.name}: is kept by a slot, and has parameters or no such result")
    if fn.tries and ([v.type for v in fn.params] != [N] or fn.result is not Type.BOOL):
        raise InvalidProgramError(f"{fn.name}: tries a move, and does not say of a number whether something holds")


def verify(program: Program) -> None:
    """Checks a program.

    Raises InvalidProgramError for the first fault in the declarations or in a function that can be reached; its text
    begins with the function's name.
    """
    names: set[str] = set()
    for i, fn in enumerate(program.functions):
        if fn.index != i:
            raise InvalidProgramError(f"{fn.name}: has index {fn.index}, and stands at {i}")
        _signature(fn, names)
        names.add(fn.name)
    for what, fn in (*program.entries.items(), *program.appliers.items()):
        if not 0 <= fn.index < len(program.functions) or program.functions[fn.index] is not fn:
            raise InvalidProgramError(f"{fn.name}: is the entry for {what}, and does not belong to the program")
    _declarations(program)
    effects = EffectsOf()
    checkers: dict[Function, _Checker] = {}
    for index in sorted(reached(program)):
        fn = program.functions[index]
        checker = checkers[fn] = _Checker(program, fn, effects)
        checker.check()
    for fn in checkers:
        if fn.kept or fn.kept_by:
            check_kept(program, fn, effects.function(fn), checkers)


def _check_parts(table: Table, width: int, fail: Callable[[str], None]) -> None:
    """Checks that each ray or set of a table has an end and holds what can be members of a SET, that rays rise or fall,
    and that no row of groups is empty."""
    if any(row and row[-1] != -1 for row in table.lists):
        fail(f"table {table.name} has a ray or a set without an end")
    if table.kind == "groups" and not all(table.lists):
        fail(f"table {table.name} has a row without a set")
    for part in (part for parts in table.parts for part in parts):
        if any(not 0 <= site < width for site in part):
            fail(f"table {table.name} has members that no SET can hold, it takes 0 to {width - 1}")
        if table.kind == "rays" and list(part) not in (sorted({*part}), sorted({*part}, reverse=True)):
            fail(f"table {table.name} has a ray that neither rises nor falls")
