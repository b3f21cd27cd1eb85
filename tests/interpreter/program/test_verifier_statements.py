"""The verifier looks at every operand, name and block of a statement. One valid statement of each kind stands here; it
has to pass, and each of its parts replaced by one of another type or kind has to be found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.intrinsics import MOVE_CLOSE, run_of
from ludparse.interpreter.program.modes import COUNT, EVERY, PROBE
from ludparse.interpreter.program.ops import Block, Expr, FieldKind, Op, Table, Type, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import InvalidProgramError, verify

N, B, S, L, V = Type.INT, Type.BOOL, Type.SET, Type.LIST, Type.VOID
Z = ir.const(0)
NUM, AREA = Expr(Op.CTX, N, (), "to"), Expr(Op.FIELD, S, (), "area")
YES = Expr(Op.EQ, B, (NUM, Z))
WHAT = Expr(Op.FIELD, N, (NUM,), "what")
OTHER = {N: AREA, B: NUM, S: NUM, L: NUM, V: NUM}
AT, GROUP, KEEP, OWN, PLANE, ON = (
    Var(name, typ) for name, typ in (("i", N), ("g", S), ("keep", B), ("own", S), ("plane", S), ("on", S))
)  # fmt: skip
CLOSE = Expr(Op.RUN, V, (NUM,) * 5, run_of(MOVE_CLOSE))
APPLY = Function("apply", (Var("m", N),), V, [], 1)


def value(v: Var) -> Expr:
    return Expr(Op.VAR, v.type, (), v)


def grown(v: Var, by: Expr) -> ops.Assign:
    return ops.Assign(v, Expr(Op.SET_OR, S, (value(v), Expr(Op.SET_ONE, S, (by,)))))


def given(v: Var, x: Expr) -> ops.Assign:
    return ops.Assign(v, x)


def applied(move: Expr) -> Expr:
    return Expr(Op.CALL, V, (move,), APPLY)


def program(body: Block) -> Program:
    """A program of one function."""
    p = Program("test", context={"to": -1}, context_sets=["region"], caps={"room": 4})
    b = Builder(p)
    b.field("mover", FieldKind.INT)
    b.field("area", FieldKind.SET)
    b.field("what", FieldKind.ARRAY, size=4)
    b.field("seen", FieldKind.LIST, cap="room")
    b.field("digests", FieldKind.LIST, bits=64, cap="room")
    tables = {
        "flat": ("flat", (1, 2)),
        "rows": ("ragged", ((1,), (2,))),
        "keys": ("ragged", ((0,), (63,))),
        "sets": ("sets", ((1,), (), (0, 63))),
        "ways": ("ways", ((1, 2), (), (3,))),
    }
    p.tables |= {name: Table(name, *parts) for name, parts in tables.items()}  # type: ignore[arg-type]
    main = b.declare("main", (), V)
    with b.define(main):
        b.block += body
    p.entries["main"] = main
    p.functions.append(APPLY)
    return p


NARROWED = ops.Narrowed(AREA, "keys", "sets", "keys")
ENDS = ops.WayEnds("sets", "ways", AREA, AREA, AREA)
ONCE = ops.AtOnce(AREA, OWN, [given(PLANE, value(OWN))], (PLANE,))

VALID: dict[str, tuple[Block, Callable[[], ops.Stmt]]] = {
    "assign": ([], lambda: ops.Assign(AT, NUM)),
    "assign a set": ([], lambda: ops.Assign(GROUP, AREA)),
    "number": ([], lambda: ops.SetField("mover", None, NUM)),
    "set": ([], lambda: ops.SetField("area", None, AREA)),
    "array": ([], lambda: ops.SetField("what", NUM, NUM)),
    "list": ([], lambda: ops.SetField("seen", NUM, NUM)),
    "slot": ([], lambda: ops.SetCtx("to", NUM)),
    "set in a slot": ([], lambda: ops.SetCtx("region", AREA)),
    "if": ([], lambda: ops.If(YES, [ops.Do(NUM)], [ops.Do(NUM)])),
    "while": ([], lambda: ops.While([ops.Do(NUM)], YES, [ops.Do(NUM)])),
    "range": ([], lambda: ops.ForRange(AT, NUM, NUM, [], apart=True, each=NUM, leaves=(ops.SetCtx("to", NUM),))),
    "range at once": ([], lambda: ops.ForRange(AT, NUM, NUM, [], apart=True, at_once=ONCE)),
    "while any": ([given(ON, AREA)], lambda: ops.WhileAny(AT, NUM, NUM, [ops.Do(NUM)], ON, [])),
    "pieces": ([], lambda: ops.ForPieces(AT, WHAT, WHAT, [ops.Do(NUM)], apart=True, each=NUM)),
    "sites": ([], lambda: ops.ForSet(AT, AREA, [ops.Do(NUM)], apart=True, at_once=ONCE)),
    "row": (
        [],
        lambda: ops.ForRow(AT, "rows", NUM, [], NARROWED, apart=True, reaches="sets", goes=ops.Goes(AREA, "sets"),
                           ends=ENDS),
    ),
    "items": ([given(LIST := Var("list", L), Expr(Op.LIST_NEW, L))], lambda: ops.ForList(AT, value(LIST), [])),
    "scan": ([given(MOST := Var("most", N), NUM)],
             lambda: ops.Scan(AT, "rows", Z, NUM, (value(MOST),), [ops.Do(NUM)])),
    "along": ([], lambda: ops.ForAlong(AT, "rows", Z, Z, (NUM,), [ops.Do(NUM)], within=AREA, apart=True, each=NUM)),
    "flood": ([given(GROUP, AREA)], lambda: ops.Flood(AT, GROUP, NUM, [grown(GROUP, value(AT))])),
    "filter": ([], lambda: ops.Filter(AT, [], [given(KEEP, YES)], KEEP, to=NUM)),
    "copy": ([], lambda: ops.OnCopy([ops.Do(NUM)], when=YES)),
    "restoring": ([], lambda: ops.Restoring(("to",), [ops.Do(NUM)])),
    "ahead": (
        [given(AT, NUM)], lambda: ops.Ahead((), [ops.Do(NUM)], applies=applied(value(AT))),
    ),
    "trial": (
        [given(AT, NUM)],
        lambda: ops.Trial(("to",), [ops.Do(NUM)], var=KEEP, applies=applied(value(AT)), answer=YES),
    ),
    "composed": ([], lambda: ops.Composed(AT, [ops.Do(NUM)], [ops.Do(NUM)], CLOSE)),
    "built": ([], lambda: ops.BuiltMove(NUM, [ops.Do(NUM)], NUM)),
    "how many": ([], lambda: ops.Question(AT, COUNT, ir.const(EVERY), [ops.Do(NUM)])),
    "whether": ([], lambda: ops.Question(KEEP, PROBE, NUM, [ops.Do(NUM)])),
    "in full": ([], lambda: ops.InFull(NUM, [ops.Do(NUM)])),
    "emit": ([], lambda: ops.Emit(NUM, NUM, NUM, NUM, NUM, [ops.NewAction("move", (NUM,) * 10, YES)], ())),
}  # fmt: skip


def spoilt(s: Any) -> Iterator[tuple[str, Any]]:
    """A statement with one of its parts replaced, and what that was."""
    for f in (f for f in fields(s) if f.init):
        old = getattr(s, f.name)
        new: list[Any] = []
        if isinstance(old, Expr) and old is not CLOSE:
            new = [OTHER[old.type]]
        elif isinstance(old, Expr):
            new = [replace_source(old, k) for k in range(len(old.src))]
        elif isinstance(old, str) and old:
            new = ["nothing", "flat"]
        elif f.type == "Block":
            new = [[*old, ops.SetCtx("nowhere", NUM)]]
        elif isinstance(old, tuple | list):
            parts = [(k, wrong) for k, part in enumerate(old) for wrong in wrong_parts(part)]
            new = [type(old)((*old[:k], wrong, *old[k + 1 :])) for k, wrong in parts]
        elif is_dataclass(old) and not isinstance(old, Var):
            new = [wrong for _, wrong in spoilt(old)]
        for wrong in new:
            yield f.name, replace(s, **{f.name: wrong})


def replace_source(x: Expr, k: int) -> Expr:
    return Expr(x.op, x.type, (*x.src[:k], AREA, *x.src[k + 1 :]), x.arg)


def wrong_parts(part: Any) -> list[Any]:
    if isinstance(part, Expr):
        return [OTHER[part.type]]
    if isinstance(part, str):
        return ["nowhere"]
    if isinstance(part, Var):
        return [Var("unset", part.type)]
    return [wrong for _, wrong in spoilt(part)]


@pytest.mark.parametrize("name", VALID)
def test_every_part_of_a_statement_is_looked_at(name: str) -> None:
    before, make = VALID[name]
    verify(program([*before, make()]))
    found = list(spoilt(make()))
    assert found
    for part, wrong in found:
        with pytest.raises(InvalidProgramError):
            verify(program([*before, wrong]))
            pytest.fail(f"{part} of {wrong}")


BREAK: Block = [ops.Break()]
CONTINUE: Block = [ops.Continue()]
RETURN: Block = [ops.Return(None)]
NEXT, X = Var("k", N), Var("x", N)


def loop(body: Block, *, apart: bool = False) -> Block:
    return [ops.ForRange(AT, Z, NUM, body, apart=apart)]


def once(**changed: Any) -> Block:
    return [ops.ForRange(AT, Z, NUM, [], apart=True, at_once=replace(ONCE, **changed))]


def row(**changed: Any) -> Block:
    return [replace(VALID["row"][1](), **changed)]


def flood(body: Block) -> Block:
    return [given(GROUP, AREA), ops.Flood(AT, GROUP, NUM, body)]


def composed(**changed: Any) -> Block:
    return [replace(ops.Composed(AT, [], [], CLOSE), **changed)]


READ: Block = [ops.Do(value(X))]
SET_X = given(X, NUM)

FINE: dict[str, Block] = {
    "break in a loop in a loop apart": loop([ops.While([], YES, BREAK)], apart=True),
    "continue in a loop": loop(CONTINUE),
    "continue in a loop within a scan": [ops.Scan(NEXT, "rows", Z, Z, (), loop(CONTINUE))],
    "return in a loop that is not apart": loop(RETURN),
    "return where slots alone are restored": [ops.Restoring(("to",), RETURN)],
    "return before a move is put together": composed(body=RETURN),
    "break of a loop within a copy": [ops.OnCopy(loop(BREAK))],
    "break within a loop and beside a copy": loop([ops.OnCopy([]), *BREAK]),
    "return behind a copy": [ops.OnCopy([]), *RETURN],
    "return behind a move that is built": [ops.BuiltMove(NUM, []), *RETURN],
    "break behind a move that is built": loop([ops.BuiltMove(NUM, []), *BREAK]),
    "return behind a loop apart": [*loop([], apart=True), *RETURN],
    "return behind a filter": [ops.Filter(AT, [], [given(KEEP, YES)], KEEP), *RETURN],
    "a local set in both branches": [ops.If(YES, [SET_X], [given(X, Z)]), *READ],
    "a local set where the other branch returns": [ops.If(YES, [SET_X], RETURN), *READ],
    "a local set in the head of a loop": [ops.While([SET_X], YES, []), *READ],
    "a local set at each break of an endless loop": [ops.While([], ir.TRUE, [SET_X, *BREAK]), *READ],
    "a local set before a loop": [SET_X, *loop(READ), *READ],
    "the position after a scan": [ops.Scan(X, "rows", Z, Z, (), []), *READ],
    "the answer of a question": [ops.Question(X, COUNT, NUM, []), *READ],
    "the move that is put together": composed(parts=[ops.Do(value(AT))]),
    "nothing is read after a return": [*RETURN, *READ],
    "a range within moves counted at once": once(body=[given(PLANE, AREA), ops.ForRange(NEXT, Z, NUM, [])]),
    "a flood that does not grow": flood([]),
    "a row of another loop": [SET_X, ops.ForAlong(AT, "rows", value(X), NUM, (NUM,), [])],
}

WRONG: dict[str, tuple[Block, str]] = {
    "continue out of a copy": (loop([ops.OnCopy(CONTINUE)]), "continue out of a copy"),
    "continue in a loop apart": (loop(CONTINUE, apart=True), "continue in a filter"),
    "break in sites apart": ([ops.ForSet(AT, AREA, BREAK, apart=True)], "break in a filter"),
    "break in the tests of a filter": (
        [ops.Filter(AT, [], [given(KEEP, YES), *BREAK], KEEP)],
        "break in a filter",
    ),
    "return in the tests of a filter": ([ops.Filter(AT, [], [given(KEEP, YES), *RETURN], KEEP)], "return in a filter"),
    "return of an outer loop apart": (loop([ops.ForRange(NEXT, Z, NUM, RETURN)], apart=True), "return in a filter"),
    "return where moves are forgotten": ([ops.Restoring((), RETURN, moves=True)], "return out of a copy"),
    "return where the record is forgotten": ([ops.Restoring((), RETURN, record=True)], "return out of a copy"),
    "a field with elements restored": ([ops.Restoring((), [], fields=("what",))], "what cannot be restored as a whole"),
    "return before a move is pushed": (composed(parts=RETURN), "a move is left before it is pushed"),
    "a move with more than it lists": (composed(parts=[ops.Do(NUM)], listed=True), "does more than what it lists"),
    "a move that nothing pushes": (composed(close=NUM), "something else than move_close"),
    "a local of a loop's body": ([*loop([SET_X]), *READ], "x may be read before it is set"),
    "a local of the body of a while": ([ops.While([], YES, [SET_X]), *READ], "x may be read before it is set"),
    "a local of the other branch": ([ops.If(YES, RETURN, []), *READ], "x may be read before it is set"),
    "a local of one branch in the other": ([ops.If(YES, [SET_X], READ)], "x may be read before it is set"),
    "a local not set at one of two breaks": (
        [ops.While([], ir.TRUE, [ops.If(YES, BREAK, []), SET_X, *BREAK]), *READ],
        "x may be read before it is set",
    ),
    "a local of a move that is built": ([ops.BuiltMove(NUM, [SET_X]), *READ], "x may be read before it is set"),
    "a local of the tests of a filter": (
        [ops.Filter(AT, [], [SET_X, given(KEEP, YES)], KEEP), *READ],
        "x may be read before it is set",
    ),
    "a local of what is counted at once": ([*once(body=[SET_X, given(PLANE, AREA)]), *READ], "x may be read"),
    "a filter's own number behind it": ([ops.Filter(X, [], [given(KEEP, YES)], KEEP), *READ], "x may be read"),
    "a filter of sets": ([ops.Filter(GROUP, [], [given(KEEP, YES)], KEEP)], "the number of a move, g, is set"),
    "a filter that keeps a number": ([ops.Filter(AT, [], [SET_X], X)], "whether a move is kept is int"),
    "while any number": ([SET_X, ops.WhileAny(AT, Z, NUM, [], X, [])], "without whose members a loop ends is int"),
    "a row that the state tells": ([ops.ForAlong(AT, "rows", NUM, Z, (), [])], "neither a local nor a constant"),
    "a row that changes": (
        [SET_X, ops.ForAlong(AT, "rows", value(X), Z, (), [SET_X])], "over i assigns its position or its row",
    ),
    "a limit at the position": (
        [given(X, Z), ops.Scan(X, "rows", Z, Z, (value(X),), [])], "over x begins or ends at its own position",
    ),
    "a limit that may fail": (
        [ops.ForAlong(AT, "rows", Z, Z, (Expr(Op.DIV, N, (NUM, NUM)),), [])], "told by what acts or may fail",
    ),
    "a beginning that may fail": (
        [ops.Scan(AT, "rows", Z, Expr(Op.DIV, N, (NUM, NUM)), (), [])], "told by what acts or may fail",
    ),
    "a limit that a scan assigns": (
        [SET_X, ops.Scan(AT, "rows", Z, Z, (value(X),), [SET_X])], "the scan over i may change its limits",
    ),
    "a limit in a slot": ([ops.Scan(AT, "rows", Z, Z, (NUM,), [])], "the scan over i may change its limits"),
    "a limit in the state": ([ops.Scan(AT, "rows", Z, Z, (ir.set_count(AREA),), [])], "may change its limits"),
    "a limit in a list": (
        [given(MADE := Var("made", L), Expr(Op.LIST_NEW, L)),
         ops.Scan(AT, "rows", Z, Z, (ir.list_len(value(MADE)),), [])],
        "may change its limits",
    ),
    "continue in a scan": ([ops.Scan(AT, "rows", Z, Z, (), [ops.If(YES, CONTINUE, [])])], "continue in a scan"),
    "a position that changes": ([ops.Scan(X, "rows", Z, Z, (), [SET_X])], "over x assigns its position or its row"),
    "within a set from somewhere on": (
        [ops.ForAlong(AT, "rows", Z, NUM, (), [], within=AREA)], "within a set from an unknown position on",
    ),
    "within a set from before a row on": (
        [ops.ForAlong(AT, "rows", Z, ir.const(-1), (), [], within=AREA)], "within a set from an unknown position on",
    ),
    "within a number": ([ops.ForAlong(AT, "rows", Z, Z, (), [], within=NUM)], "the set that a loop does not leave"),
    "a set as a limit": ([ops.Scan(AT, "rows", Z, Z, (AREA,), [])], "a limit of the positions of a loop"),
    "along a row from its end": ([ops.ForAlong(AT, "rows", Z, Z, (), [], down=True)], "goes along a row from its end"),
    "along sets": ([ops.ForAlong(AT, "sets", Z, Z, (), [])], "sets"),
    "positions of no element": ([ops.ForPieces(AT, NUM, WHAT, [])], "that are not elements of fields"),
    "first position of no element": ([ops.ForPieces(AT, WHAT, NUM, [])], "that are not elements of fields"),
    "number of a whole field": ([ops.ForPieces(AT, Expr(Op.FIELD, N, (), "mover"), WHAT, [])], "not elements"),
    "first of a whole field": ([ops.ForPieces(AT, WHAT, Expr(Op.FIELD, N, (), "mover"), [])], "not elements"),
    "counted at once, not apart": ([ops.ForRange(AT, Z, NUM, [], at_once=ONCE)], "do not stand apart"),
    "sites counted at once, not apart": ([ops.ForSet(AT, AREA, [], at_once=ONCE)], "do not stand apart"),
    "counted at once without planes": (once(planes=()), "without planes"),
    "counted at once for no iteration": (once(least=0), "for less than one iteration"),
    "a plane that is no set": (once(body=[given(X, NUM)], planes=(X,)), "a plane of the numbers of moves is int"),
    "the second plane is not set": (once(planes=(PLANE, Var("more", S))), "more may be read before it is set"),
    "a loop over sites counted at once": (once(body=[given(PLANE, AREA), ops.ForSet(NEXT, AREA, [])]), "ForSet among"),
    "goes, not apart": (row(apart=False, ends=None), "the sites that moves go to, of a loop"),
    "ends, not apart": (row(apart=False, goes=None), "which ways push a move, of a loop"),
    "ends, and none left out": (row(narrowed=None), "of which none is left out"),
    "too few ways after": (row(ends=replace(ENDS, after="short")), "lack ways of rows"),
    "too few ways before": (row(ends=replace(ENDS, before="few")), "lack ways of rows"),
    "a second table of another shape": (row(narrowed=replace(NARROWED, by_key="long")), "table long are not as long"),
    "keys that no set can hold": (row(narrowed=replace(NARROWED, keys="far")), "that no SET can hold"),
    "a move tried by its place": (
        [ops.Trial((), [], var=KEEP, applies=applied(NUM), answer=YES)], "applied otherwise than by its number"
    ),
    "a trial with a number": (
        [SET_X, ops.Trial((), [], var=X, applies=applied(value(X)), answer=NUM)], "answer x of a trial is int"
    ),
    "a flood that meets what it likes": (
        [given(GROUP, AREA), given(KEEP, ir.FALSE), ops.Flood(AT, GROUP, NUM, [given(KEEP, YES)], KEEP)],
        "makes what it meets other than true",
    ),
    "a flood that begins anew": (flood([given(GROUP, AREA)]), "assigns it other than by adding a site"),
    "a flood that adds a set": (
        flood([grown(GROUP, NUM), given(GROUP, Expr(Op.SET_OR, S, (value(GROUP), AREA)))]),
        "assigns it other than by adding a site",
    ),
}
MORE = {
    "short": ("ways", ((1,), (2,))),
    "few": ("sets", ((1,), (2,))),
    "long": ("ragged", ((1,), (2, 3))),
    "far": ("ragged", ((0,), (64,))),
}


def with_more(body: Block) -> Program:
    p = program(body)
    p.tables |= {name: Table(name, *parts) for name, parts in MORE.items()}  # type: ignore[arg-type]
    return p


@pytest.mark.parametrize("name", FINE)
def test_what_is_allowed_passes(name: str) -> None:
    verify(with_more(FINE[name]))


@pytest.mark.parametrize("name", WRONG)
def test_what_is_not_allowed_is_found(name: str) -> None:
    body, message = WRONG[name]
    with pytest.raises(InvalidProgramError, match=message):
        verify(with_more(body))


def consequents(n: int) -> Program:
    p = program([])
    b = Builder(p)
    with b.function("then") as (fn, _):
        pass
    p.functions[0].body.append(ops.Emit(NUM, NUM, NUM, NUM, NUM, [], (fn,) * n))
    return p


def test_a_move_has_at_most_seven_consequents() -> None:
    verify(consequents(7))
    with pytest.raises(InvalidProgramError, match="8 consequents"):
        verify(consequents(8))


LONG_WAY, LONGER_WAY = tuple(range(32)), tuple(range(33))  # docs/program.md: at most 32 sites, each below 128
TABLES: list[tuple[str, tuple[tuple[int, ...], ...], str]] = [
    ("ways", (LONG_WAY,), ""),
    ("ways", ((), LONGER_WAY), "has ways of more than 32 sites"),
    ("ways", ((127,),), ""),
    ("ways", ((128,),), "or sites beyond 127"),
    ("sets", ((0, 63),), ""),
    ("sets", ((1,), (-1,)), "members that no SET can hold"),
    ("sets", ((64,),), "members that no SET can hold"),
    ("ragged", ((-1, 64),), ""),
    ("rays", ((1, 2, 5, -1, 4, 0, -1), ()), ""),
    ("rays", ((1, 2, -1, 0, 3, 2, -1),), "a ray that neither rises nor falls"),
    ("rays", ((1, 2, -1, 3),), "without an end"),
    ("rays", ((64, -1),), "members that no SET can hold"),
    ("rays", ((2, 2, -1),), "a ray that neither rises nor falls"),
    ("groups", ((0, 3, 2, -1), (63, -1)), ""),
    ("groups", ((0, -1), ()), "a row without a set"),
    ("groups", ((0, -1), (64, -1)), "members that no SET can hold"),
]


@pytest.mark.parametrize(("kind", "rows", "message"), TABLES)
def test_tables_hold_what_their_kind_allows(kind: str, rows: tuple[tuple[int, ...], ...], message: str) -> None:
    p = program([])
    p.tables["t"] = Table("t", kind, rows)  # type: ignore[arg-type]
    if message:
        with pytest.raises(InvalidProgramError, match=message):
            verify(p)
    else:
        verify(p)


def head(change: Callable[[Function], None]) -> Program:
    """A program with a function that nothing calls, whose head is looked at all the same."""
    p = program([])
    with Builder(p).function("other", [("m", N)], B) as (fn, _):
        pass
    fn.tries = True
    change(fn)
    return p


def kept_by(
    fn: Function, slot: str = "to", params: tuple[Var, ...] = (), result: Type = N, kept: bool = False
) -> None:
    fn.tries, fn.kept_by, fn.params, fn.result, fn.kept = False, slot, params, result, kept


HEADS: dict[str, tuple[Callable[[Function], None], str]] = {
    "tries": (lambda fn: None, ""),
    "tries without a number": (lambda fn: setattr(fn, "params", ()), "tries a move"),
    "tries two numbers": (lambda fn: setattr(fn, "params", (AT, NEXT)), "tries a move"),
    "tries and gives a number": (lambda fn: setattr(fn, "result", N), "tries a move"),
    "kept by": (kept_by, ""),
    "kept by, a set": (lambda fn: kept_by(fn, result=S), ""),
    "kept by, whether": (lambda fn: kept_by(fn, result=B), ""),
    "kept by, nothing": (lambda fn: kept_by(fn, result=V), "is kept by a slot"),
    "kept by, a list": (lambda fn: kept_by(fn, result=L), "is kept by a slot"),
    "kept by, with a parameter": (lambda fn: kept_by(fn, params=(AT,)), "is kept by a slot"),
    "kept and kept by": (lambda fn: kept_by(fn, kept=True), "is kept by a slot"),
    "kept": (lambda fn: kept_by(fn, "", kept=True), ""),
    "kept, with a parameter": (lambda fn: kept_by(fn, "", (AT,), kept=True), "is kept, and has parameters"),
    "kept, a list": (lambda fn: kept_by(fn, "", result=L, kept=True), "is kept, and has parameters"),
    "a parameter without a type": (lambda fn: kept_by(fn, "", (Var("v", V),)), "a parameter without a type"),
    "a letter that C has not": (lambda fn: setattr(fn, "name", "größe"), "is no name for a function"),
}  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_the_head_of_a_function_is_looked_at(name: str) -> None:
    change, message = HEADS[name]
    if message:
        with pytest.raises(InvalidProgramError, match=message):
            verify(head(change))
    else:
        verify(head(change))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ([ops.Return(NUM)], ""),
        ([ops.Restoring(("to",), [ops.SetCtx("to", Z)]), ops.Return(NUM)], ""),
        ([ops.SetCtx("to", Z), ops.Return(NUM)], "leaves to changed"),
        ([ops.SetField("mover", None, Z), ops.Return(NUM)], "or changes it"),
        ([ops.Do(Expr(Op.RUN, V, (Z,) * 5, run_of(MOVE_CLOSE))), ops.Return(NUM)], "or changes it"),
    ],
)
def test_what_a_function_does_whose_result_a_slot_keeps(body: Block, message: str) -> None:
    p = program([])
    fn = Builder(p).declare("found", (), N)
    fn.body, fn.kept_by = body, "to"
    p.functions[0].body.append(ops.Do(Expr(Op.CALL, N, (), fn)))
    if message:
        with pytest.raises(InvalidProgramError, match=message):
            verify(p)
        return
    verify(p)
    fn.kept_by = "region"
    with pytest.raises(InvalidProgramError, match="is kept by region, which is no slot"):
        verify(p)


def test_lists_of_digests_have_64_bits() -> None:
    for name, right in (("digests", True), ("seen", False), ("what", False), ("nothing", False)):
        p = program([])
        p.hash_lists.append(name)
        if right:
            verify(p)
        else:
            with pytest.raises(InvalidProgramError, match=f"digests are kept in {name}"):
                verify(p)


def test_sets_of_two_words_take_128_members() -> None:
    p = program([])
    p.set_width = 65
    p.tables["t"] = Table("t", "sets", ((127,),))
    verify(p)
    p.tables["t"] = Table("t", "sets", ((128,),))
    with pytest.raises(InvalidProgramError, match="it takes 0 to 127"):
        verify(p)


@pytest.mark.parametrize("op", [Op.EQ, Op.NE])
def test_a_number_of_64_bits_is_compared_with_itself_alone(op: Op) -> None:
    """That one is the same before and after is all that can be asked of it."""
    one, other = (Expr(Op.FIELD, N, (), name) for name in ("rng", "seed"))
    for pair, right in (((one, one), True), ((one, other), False), ((one, NUM), False), ((NUM, one), False)):
        p = program([ops.Do(Expr(op, B, pair))])
        for name in ("rng", "seed"):
            Builder(p).field(name, FieldKind.INT, bits=64)
        if right:
            verify(p)
        else:
            with pytest.raises(InvalidProgramError, match="more than an INT"):
                verify(p)
