"""The verifier rejects malformed programs, each with its own message and the name of the function."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ludparse import load
from ludparse.interpreter.game import building, match
from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.intrinsics import INTRINSICS, run_of
from ludparse.interpreter.program.modes import ANY, COUNT, EVERY, FULL
from ludparse.interpreter.program.ops import Expr, FieldKind, Op, Table, Type, Upkeep, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import InvalidProgramError, verify
from tests.interpreter.descriptions import LINE

N, B, S, L, F, V = Type.INT, Type.BOOL, Type.SET, Type.LIST, Type.FLOAT, Type.VOID
Fault = Callable[[Builder], None]
SET_TO = ops.SetCtx("to", ir.EMPTY_SET)


def num(value: int = 1) -> Expr:
    """An INT that is not folded."""
    return Expr(Op.CTX, N, (), "to") + value


def node(op: Op, typ: Type, *src: Expr, arg: object = None) -> Expr:
    """A node as it is, without any checks."""
    return Expr(op, typ, src, arg)  # type: ignore[arg-type]


def run(name: str, *src: Expr, about: str = "") -> Expr:
    entry = INTRINSICS[name]
    return Expr(Op.RUN, entry.signatures[0].result, src, run_of(entry, about))


def doing(*values: Expr) -> Fault:
    return lambda b: [b.do(x) for x in values] and None  # type: ignore[func-returns-value,return-value]


def local(name: str = "x", typ: Type = N) -> Expr:
    return Expr(Op.VAR, typ, (), Var(name, typ))


def statement(*them: ops.Stmt) -> Fault:
    return lambda b: b.block.extend(them)


def set_in_one_branch(b: Builder) -> None:
    x = local()
    with b.if_(ir.eq(num(), 1)):
        b.block.append(ops.Assign(x.var, num()))
    b.do(x)


def set_in_a_loop(b: Builder) -> None:
    x = local()
    with b.for_range(0, num()):
        b.block.append(ops.Assign(x.var, num()))
    b.do(x)


def set_after_a_break(b: Builder) -> None:
    x = local()
    with b.while_(lambda: ir.eq(num(), 1)):
        with b.if_(ir.eq(num(), 2)):
            b.break_()
        b.block.append(ops.Assign(x.var, num()))
    b.do(x)


def loop_variable_after_its_loop(b: Builder) -> None:
    with b.for_set(b.get("area")) as site:
        b.do(site)
    b.do(site)


def break_in_an_apart_loop(b: Builder) -> None:
    with b.for_range(0, 3, apart=True):
        b.break_()


def return_in_an_apart_loop(b: Builder) -> None:
    with b.for_range(0, 3, apart=True), b.while_(lambda: ir.eq(num(), 1)):
        b.return_()


def question_without_an_answer(b: Builder) -> None:
    with b.question(FULL, EVERY):
        pass


def answer_of_another_type(b: Builder) -> None:
    b.block.append(ops.Question(Var("there", Type.BOOL), COUNT, ir.const(EVERY), []))


def return_in_a_filter(b: Builder) -> None:
    def holds(m: Expr) -> Expr:
        b.return_()
        return ir.eq(m, 1)

    with b.filtered(holds):
        pass


def return_instead_of_a_filter(b: Builder) -> None:
    with b.filtered(lambda m: ir.eq(m, 1)):
        b.return_()


def filter_without_a_decision(b: Builder) -> None:
    b.block.append(ops.Filter(Var("m", N), [], [], Var("keep", B)))


def filter_with_moves_of_another_function(b: Builder) -> None:
    fn, other = (b.program.add(Function(name, (), Type.VOID)) for name in ("pushes", "pushes_more"))
    with b.filtered(lambda m: ir.eq(m, 1), generator=lambda: fn):
        b.do(b.call(other))


def return_within_a_mode(b: Builder) -> None:
    with b.in_full():
        b.return_()


def break_within_a_mode(b: Builder) -> None:
    with b.while_(lambda: ir.eq(num(), 1)), b.question(COUNT, ANY):
        b.break_()


def break_behind_a_mode_within_a_mode(b: Builder) -> None:
    with b.while_(lambda: ir.eq(num(), 1)), b.in_full():
        with b.in_full():
            pass
        b.break_()


def return_behind_a_mode_within_a_mode(b: Builder) -> None:
    with b.in_full():
        with b.in_full():
            pass
        b.return_()


def return_within_a_move_that_is_built(b: Builder) -> None:
    with b.built_move(num()):
        b.return_()


def break_within_a_move_that_is_built(b: Builder) -> None:
    with b.while_(lambda: ir.eq(num(), 1)), b.built_move(num()):
        b.break_()


def emit(**changed: object) -> Fault:
    parts: dict[str, object] = {n: num() for n in ("mover", "from_site", "to_site", "level_min", "level_max")}
    parts |= {"actions": [], "then": ()} | changed
    return statement(ops.Emit(**parts))  # type: ignore[arg-type]


def with_result(b: Builder) -> Function:
    with b.function("other", [("p", N)], N) as (fn, (p,)):
        b.return_(p)
    return fn


def call_with_too_little(b: Builder) -> None:
    b.do(Expr(Op.CALL, N, (), with_result(b)))


def call_with_another_result(b: Builder) -> None:
    b.do(Expr(Op.CALL, S, (num(),), with_result(b)))


def narrowed_by_another_shape(b: Builder) -> None:
    other = b.table([[1], [2, 3]], "ragged")
    b.block.append(ops.ForRow(Var("x", N), "rows", num(), [], narrowed=ops.Narrowed(b.get("area"), other)))


def filter_and_more(b: Builder) -> None:
    b.program.functions[-1].filters = True
    for k in range(2):
        b.block.append(ops.Filter(Var(f"m{k}", N), [], [ops.Assign(keep := Var(f"k{k}", B), ir.TRUE)], keep))


def wrapper_with_another_parameter(b: Builder) -> None:
    with b.function("inner", [("p", N)]) as (inner, _):
        pass
    with b.function("wrapper", [("p", N)]) as (fn, _), b.in_full(exports=True):
        b.do(b.call(inner, num()))
    fn.whole = inner
    b.do(b.call(fn, 1))


def kept_that_reads_a_slot(b: Builder) -> None:
    with b.function("found", (), S) as (fn, _):
        b.return_(ir.set_one(num()))
    fn.kept = True
    b.do(b.call(fn))


STRANGER = Function("stranger", (), V)
# what is wrong, and what the message says
PLANE = Var("plane", S)
FAULTS: dict[str, tuple[Fault, str]] = {
    "one name for two locals": (
        statement(ops.Assign(Var("x", N), ir.const(1)), ops.Assign(Var("x", N), ir.const(2))),
        "has several locals of the name x",
    ),
    "set in one branch": (set_in_one_branch, "local x may be read before it is set"),
    "set in a loop that may not run": (set_in_a_loop, "local x may be read before it is set"),
    "set after a break": (set_after_a_break, "local x may be read before it is set"),
    "loop variable after the loop": (loop_variable_after_its_loop, r"local site\d+ may be read before it is set"),
    "undeclared slot read": (doing(node(Op.CTX, N, arg="nowhere")), "there is no slot nowhere in the context"),
    "undeclared slot written": (statement(ops.SetCtx("nowhere", num())), "there is no slot nowhere"),
    "set in an int slot": (statement(ops.SetCtx("to", ir.EMPTY_SET)), "the value of slot to is set, not int"),
    "int in a set slot": (statement(ops.SetCtx("region", num())), "the value of slot region is int, not set"),
    "set slot read as int": (doing(node(Op.CTX, N, arg="region")), r"CTX is used as \(\) → int, it is \(\) → set"),
    "undeclared field": (doing(node(Op.FIELD, N, arg="nothing")), "there is no field nothing"),
    "array without an index": (doing(node(Op.FIELD, N, arg="what")), r"FIELD is used as \(\) → int, it is \(int\)"),
    "number with an index": (doing(node(Op.FIELD, N, num(), arg="mover")), r"FIELD is used as \(int\) → int"),
    "array written without an index": (statement(ops.SetField("what", None, num())), "is array, is written without"),
    "number written with an index": (statement(ops.SetField("mover", num(), num())), "is int, is written with an"),
    "set in an int field": (statement(ops.SetField("mover", None, ir.EMPTY_SET)), "the value of field mover is set"),
    "digest compared with a number": (
        doing(ir.eq(node(Op.FIELD, N, arg="rng"), num())),
        "field rng has 64 bits, more than an INT: it can only be compared with itself",
    ),
    "field wider than an int": (doing(node(Op.FIELD, N, arg="rng")), "field rng has 64 bits, more than an INT"),
    "length of an array": (doing(node(Op.LEN, N, arg="what")), "LEN of field what, which is array"),
    "raw read of a list": (doing(node(Op.FIELD_RAW, N, num(), arg="seen")), "FIELD_RAW of field seen, which is list"),
    "set assigned to an int": (statement(ops.Assign(Var("x", N), ir.EMPTY_SET)), "value of local x is set, not int"),
    "negated set": (doing(node(Op.NEG, S, ir.EMPTY_SET)), r"NEG is used as \(set\) → set, it is \(int\) → int or"),
    "row_at without operands": (doing(node(Op.ROW_AT, N, arg="rows")), r"ROW_AT is used as \(\) → int"),
    "not of a number": (doing(node(Op.NOT, B, num())), r"NOT is used as \(int\) → bool"),
    "sum of int and float": (doing(node(Op.ADD, N, num(), ir.float_const(1))), r"ADD is used as \(int, float\)"),
    "select of two types": (doing(node(Op.SELECT, N, ir.TRUE, num(), ir.EMPTY_SET)), "SELECT is used as"),
    "int wider than 32 bits": (doing(node(Op.CONST, N, arg=2**31)), "2147483648 is no int"),
    "float of 64 bits": (doing(node(Op.CONST, F, arg=0.1)), "0.1 is no float"),
    "bool of two": (doing(node(Op.CONST, B, arg=2)), "2 is no bool"),
    "unknown table": (doing(node(Op.TABLE, N, num(), arg="nothing")), "there is no table nothing"),
    "table of another kind": (doing(node(Op.SET_TABLE, S, num(), arg="rows")), "table rows is ragged, not sets"),
    "table without a name": (doing(node(Op.ROW_LEN, N, num())), "ROW_LEN does not say which ragged table it is about"),
    "row of values wider than a set": (
        doing(node(Op.ROW_SET, S, num(), num(), num(), arg="wide")),
        "table wide has values that no SET can hold, it takes 0 to 63",
    ),
    "unknown capacity": (doing(node(Op.CAP, N, arg="nothing")), "there is no capacity nothing"),
    "unknown capacity used up": (doing(run("full", about="nothing")), "there is no capacity nothing"),
    "call with too few arguments": (call_with_too_little, r"other_1 is used as \(\) → int, it is \(int\) → int"),
    "call with another result": (call_with_another_result, r"other_1 is used as \(int\) → set"),
    "call of a stranger": (doing(node(Op.CALL, V, arg=STRANGER)), "stranger does not belong to the program"),
    "intrinsic with too few arguments": (doing(run("move_swap", num())), r"move_swap is used as \(int\) → void"),
    "intrinsic of another type": (doing(run("float_sqrt", num())), r"float_sqrt is used as \(int\) → float"),
    "change of a field that is no list": (doing(run("field_clear", about="what")), "field_clear of field what"),
    "unknown kind of action": (doing(run("act", ir.TRUE, about="dance")), "there is no kind of action dance"),
    "action with too few parameters": (doing(run("act", ir.TRUE, about="pass")), r"act pass is used as \(bool\)"),
    "consequent with parameters": (
        lambda b: b.block.append(ops.Do(run("move_attach", num(), ir.const(with_result(b).index)))),
        "other_1 cannot be a consequent",
    ),
    "consequent that does not exist": (doing(run("move_attach", num(), ir.const(99))), "function number 99"),
    "text that does not exist": (doing(run("fail", ir.const(5))), "fail of text number 5, which does not exist"),
    "way of pushing of a slot": (doing(run("pushes_in", num())), "pushes_in of a number that is not constant"),
    "filter beside another": (filter_and_more, "pushes other moves than those that one filter keeps"),
    "condition of an if": (statement(ops.If(num(), [], [])), "the condition of an if is int, not bool"),
    "condition of a while": (statement(ops.While([], num(), [])), "the condition of a while is int, not bool"),
    "range of a set": (statement(ops.ForRange(Var("i", N), num(), ir.EMPTY_SET, [])), "the second bound of a range"),
    "loop over a number": (statement(ops.ForSet(Var("i", N), num(), [])), "the set of a loop is int, not set"),
    "loop variable that is a set": (statement(ops.ForSet(Var("i", S), ir.EMPTY_SET, [])), "loop variable i is set"),
    "loop over rows of a flat table": (statement(ops.ForRow(Var("i", N), "flat", num(), [])), "table flat is flat"),
    "loop over a set as a list": (statement(ops.ForList(Var("i", N), ir.EMPTY_SET, [])), "the list of a loop is set"),
    "slots left written by a loop that is not counted": (
        statement(ops.ForRange(Var("i", N), num(), num(), [], leaves=(ops.SetCtx("to", num()),))),
        "slots that a loop leaves written, without a number of moves",
    ),
    "number of moves in a loop that does not stand apart": (
        statement(ops.ForRange(Var("i", N), num(), num(), [], each=num())),
        "in a loop whose iterations do not stand apart",
    ),
    "slot left written with a set": (
        statement(ops.ForRange(Var("i", N), num(), num(), [], apart=True, each=num(), leaves=(SET_TO,))),
        "set, not int",
    ),
    "rows of another length": (narrowed_by_another_shape, "are not as long as those of rows"),
    "break outside a loop": (lambda b: b.break_(), "break outside a loop"),
    "continue outside a loop": (lambda b: b.continue_(), "continue outside a loop"),
    "break in a loop apart": (break_in_an_apart_loop, "break in a filter, or in a loop whose iterations stand apart"),
    "return in a loop apart": (return_in_an_apart_loop, "return in a filter, or in a loop whose"),
    "question without an answer": (question_without_an_answer, "a question in mode 0, which gives no answer"),
    "answer of another type": (answer_of_another_type, "the answer there is bool, not int"),
    "return in a filter": (return_in_a_filter, "return in a filter"),
    "return instead of a filter": (return_instead_of_a_filter, "return out of a copy"),
    "filter without a decision": (filter_without_a_decision, "keep"),
    "filter with moves of another function": (filter_with_moves_of_another_function, "does not get its moves"),
    "return within a mode": (return_within_a_mode, "return out of a copy"),
    "break within a mode": (break_within_a_mode, "break out of a copy"),
    "return behind a mode within a mode": (return_behind_a_mode_within_a_mode, "return out of a copy"),
    "break behind a mode within a mode": (break_behind_a_mode_within_a_mode, "break out of a copy"),
    "return within a move that is built": (return_within_a_move_that_is_built, "return out of a copy"),
    "break within a move that is built": (break_within_a_move_that_is_built, "break out of a copy"),
    "value without a result": (lambda b: b.return_(1), "returns a value, and has no result"),
    "move from a set": (emit(from_site=ir.EMPTY_SET), "from_site of a move is set, not int"),
    "move with an unknown action": (emit(actions=[ops.NewAction("dance", (), ir.TRUE)]), "kind dance"),
    "move with too few parameters": (
        emit(actions=[ops.NewAction("pass", (), ir.TRUE)]),
        "action pass takes 1 parameters, not 0",
    ),
    "move with a decision that is a number": (
        emit(actions=[ops.NewAction("pass", (num(),), num())]),
        "decision of action pass is int, not bool",
    ),
    "move with eight consequents": (emit(then=(STRANGER,) * 8), "8 consequents, more than 7"),
    "move with a strange consequent": (emit(then=(STRANGER,)), "stranger does not belong to the program"),
    "a slot written where moves are counted at once": (
        statement(
            ops.ForRange(
                Var("i", N), num(), num(), [], apart=True,
                at_once=ops.AtOnce(
                    ir.EMPTY_SET, Var("own", S), [ops.Assign(PLANE, ir.EMPTY_SET), ops.SetCtx("to", num())], (PLANE,)
                ),
            )
        ),
        "SetCtx among the statements that count moves at once",
    ),
}


def program(fault: Fault, result: Type = V) -> Program:
    """A program whose function `main_1` has a fault."""
    p = Program("test", context={"to": -1}, context_sets=["region"], caps={"room": 4})
    b = Builder(p)
    b.field("mover", FieldKind.INT)
    b.field("rng", FieldKind.INT, bits=64)
    b.field("area", FieldKind.SET)
    b.field("what", FieldKind.ARRAY, size=4)
    b.field("seen", FieldKind.LIST, cap="room")
    p.tables |= {
        "flat": Table("flat", "flat", (1, 2)),
        "rows": Table("rows", "ragged", ((1,), (2,))),
        "wide": Table("wide", "ragged", ((64,),)),
    }
    main = b.declare("main", (), result)
    with b.define(main):
        fault(b)
    p.entries["main"] = main
    return p


@pytest.mark.parametrize("name", FAULTS)
def test_a_malformed_program_is_rejected(name: str) -> None:
    fault, message = FAULTS[name]
    with pytest.raises(InvalidProgramError, match=message) as caught:
        verify(program(fault))
    assert str(caught.value).startswith("main_1: ")


def test_a_wrapper_hands_on_its_parameters() -> None:
    with pytest.raises(InvalidProgramError, match="wrapper_1: hands on other parameters than its own"):
        verify(program(wrapper_with_another_parameter))


def missing_in_one_branch(b: Builder) -> None:
    with b.if_(ir.eq(num(), 1)):
        b.return_(1)


def missing_after_a_loop(b: Builder) -> None:
    with b.while_(lambda: ir.eq(num(), 1)):
        b.return_(1)


@pytest.mark.parametrize("body", [lambda b: None, missing_in_one_branch, missing_after_a_loop])
def test_every_path_returns_a_result(body: Fault) -> None:
    with pytest.raises(InvalidProgramError, match="main_1: may end without returning a result of type int"):
        verify(program(body, N))


def test_a_result_has_the_type_of_the_function() -> None:
    with pytest.raises(InvalidProgramError, match="main_1: the returned value is set, not int"):
        verify(program(lambda b: b.return_(ir.EMPTY_SET), N))  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match="main_1: returns nothing, its result is int"):
        verify(program(lambda b: b.return_(), N))


def both_branches(b: Builder) -> None:
    x = local()
    with b.if_(ir.eq(num(), 1)):
        b.block.append(ops.Assign(x.var, num()))
    with b.else_():
        b.return_(2)
    b.return_(x)


def endless_loop(b: Builder) -> None:
    with b.while_(lambda: ir.TRUE), b.if_(ir.eq(num(), 1)):
        b.return_(1)


def failure(b: Builder) -> None:
    text = b.program.strings
    text.append("no")
    with b.if_(ir.eq(num(), 1)):
        b.return_(1)
    b.run("fail", 0)


@pytest.mark.parametrize("body", [both_branches, endless_loop, failure])
def test_paths_that_do_not_reach_the_end_need_no_result(body: Fault) -> None:
    verify(program(body, N))


def declared(change: Callable[[Program], None]) -> Program:
    p = program(lambda b: None)
    change(p)
    return p


def spoil(name: str, **changed: object) -> Callable[[Program], None]:
    def change(p: Program) -> None:
        for key, value in changed.items():
            setattr(p.fields[name], key, value)

    return change


DECLARATIONS: dict[str, tuple[Callable[[Program], None], str]] = {
    "slot of two types": (lambda p: p.context_sets.append("to"), "program: slot to holds both"),
    "field of an unknown capacity": (spoil("what", cap="nothing"), "program: field what grows with capacity nothing"),
    "list without a capacity": (spoil("seen", cap=None), "program: list field seen has no capacity"),
    "field of 7 bits": (spoil("mover", bits=7), "program: field mover has 7 bits"),
    "set with members out of the width": (
        lambda p: p.tables.update(far=Table("far", "sets", ((64,),))),
        "program: table far has members that no SET can hold",
    ),
    "group with members out of the width": (
        lambda p: p.tables.update(far=Table("far", "groups", ((1, -1, 64, -1),))),
        "program: table far has members that no SET can hold",
    ),
    "group without an end": (
        lambda p: p.tables.update(far=Table("far", "groups", ((1, -1, 2),))),
        "program: table far has a ray or a set without an end",
    ),
    "row without a group": (
        lambda p: p.tables.update(far=Table("far", "groups", ((1, -1), ()))),
        "program: table far has a row without a set",
    ),
    "number of a row that is not there": (
        lambda p: p.tables.update(far=Table("far", "ragged", ((0,), (99,)), "rows")),
        "program: table far has numbers of rows that the table rows does not have",
    ),
    "digest of an unknown field": (lambda p: p.hashed.append(["nothing"]), "program: the digest covers field nothing"),
    "digests in a list of 32 bits": (lambda p: p.hash_lists.append("seen"), "program: digests are kept in seen"),
    "function that cannot apply": (
        lambda p: p.appliers.update(**{"pass": p.functions[0]}),
        "program: main_1 cannot apply actions of kind pass",
    ),
    "index of another function": (lambda p: setattr(p.functions[0], "index", 3), "main_1: has index 3, and stands at"),
    "entry of another program": (
        lambda p: p.entries.update(start=Function("start", (), V, index=0)),
        "start: is the entry for start, and does not belong",
    ),
    "two functions of one name": (
        lambda p: p.functions.append(Function("main_1", (), V, index=1)),
        "main_1: there are two functions of that name",
    ),
    "name that is no name": (lambda p: setattr(p.functions[0], "name", "a b"), "'a b' is no name for a function"),
    "kept function without a set": (lambda p: setattr(p.functions[0], "kept", True), "main_1: is kept, and"),
}


@pytest.mark.parametrize("name", DECLARATIONS)
def test_a_malformed_declaration_is_rejected(name: str) -> None:
    change, message = DECLARATIONS[name]
    with pytest.raises(InvalidProgramError, match=f"^{message}"):
        verify(declared(change))


def test_a_kept_function_depends_on_the_state_alone() -> None:
    with pytest.raises(InvalidProgramError, match="found_1: is kept, and depends on more than the state"):
        verify(program(kept_that_reads_a_slot))


def test_a_kept_function_may_fail_and_use_lists_but_no_moves() -> None:
    def found(name: str) -> Callable[[Builder], None]:
        def build(b: Builder) -> None:
            with b.function("found", (), N) as (fn, _):
                sites = b.var(node(Op.LIST_NEW, L), "sites")
                b.run(name, sites if name == "list_push" else ir.const(1), ir.const(1))
                b.return_(node(Op.LIST_AT, N, sites, ir.const(0)))  # may fail: then nothing is kept
            fn.kept = True
            b.do(b.call(fn))

        return build

    verify(program(found("list_push")))
    with pytest.raises(InvalidProgramError, match="found_1: is kept, and depends on more than the state"):
        verify(program(found("move_swap")))


def read_before_it_is_written(b: Builder, reads: Function) -> None:
    before = b.let(b.ctx("to"))
    b.set_ctx("to", 3)
    b.return_(before)


def written_first(b: Builder, reads: Function) -> None:
    with b.saved("to"):
        b.set_ctx("to", 3)
        found = b.let(b.call(reads))
    b.return_(found)


def read_after_it_is_restored(b: Builder, reads: Function) -> None:
    with b.saved("to"):
        b.set_ctx("to", 3)
    b.return_(b.call(reads))


def written_in_one_branch(b: Builder, reads: Function) -> None:
    with b.saved("to"):
        with b.if_(ir.eq(b.get("mover"), 1)):
            b.set_ctx("to", 3)
        found = b.let(b.call(reads))
    b.return_(found)


def left_written(b: Builder, reads: Function) -> None:
    b.set_ctx("to", 3)
    b.return_(b.call(reads))


def returns_before_it_is_restored(b: Builder, reads: Function) -> None:
    with b.saved("to"):
        b.set_ctx("to", 3)
        b.return_(b.call(reads))


def reads_another(b: Builder, reads: Function) -> None:
    b.return_(b.call(reads) + b.ctx("from"))


@pytest.mark.parametrize(
    ("of", "by", "fault"),
    [
        (read_before_it_is_written, "", "depends on more"),
        (written_first, "", None),
        (read_after_it_is_restored, "", "depends on more"),
        (written_in_one_branch, "", "depends on more"),
        (left_written, "", "leaves to changed"),
        (returns_before_it_is_restored, "", "leaves to changed"),
        (reads_another, "to", "depends on more than the state and the slot to"),
        (read_after_it_is_restored, "to", None),
        (read_before_it_is_written, "to", "leaves to changed"),
    ],
)
def test_slots_that_a_kept_result_depends_on(
    of: Callable[[Builder, Function], None], by: str, fault: str | None
) -> None:
    def build(b: Builder) -> None:
        b.program.context |= {"from": -1, "to": -1}
        with b.function("reads", (), N) as (reads, _):
            b.return_(b.ctx("to"))
        with b.function("found", (), N) as (fn, _):
            of(b, reads)
        fn.kept, fn.kept_by = not by, by
        b.do(b.call(fn))

    if fault is None:
        verify(program(build))
        return
    with pytest.raises(InvalidProgramError, match=f"found_1: is kept, and {fault}"):
        verify(program(build))


def pushed() -> ops.Stmt:
    return ops.Emit(*map(ir.const, (1, 5, 5, 0, 0)), [])


def a_filter(b: Builder, fn: Function) -> ops.Filter:
    keep = Var("keep", B)
    return ops.Filter(Var("m", N), [ops.Do(b.call(fn))], [ops.Assign(keep, ir.TRUE)], keep, generator=fn)


def generator_alone(b: Builder, fn: Function) -> None:
    b.block.append(a_filter(b, fn))


def generator_and_a_move(b: Builder, fn: Function) -> None:
    s = a_filter(b, fn)
    s.body.append(pushed())
    b.block.append(s)


def generator_twice(b: Builder, fn: Function) -> None:
    s = a_filter(b, fn)
    s.body[:] = [ops.ForRange(Var("k", N), ir.const(0), ir.const(2), [*s.body])]
    b.block.append(s)


def filter_of(*more: ops.Stmt) -> Callable[[Builder, Function], None]:
    def build(b: Builder, fn: Function) -> None:
        b.program.functions[-1].filters = True
        b.block.extend([*more, a_filter(b, fn)])

    return build


def hands_on(*more: ops.Stmt, calls: int = 1, exports: bool = True) -> Callable[[Builder, Function], None]:
    def build(b: Builder, fn: Function) -> None:
        b.program.functions[-1].whole = fn
        b.block.extend([*more, ops.InFull(ir.const(EVERY), [ops.Do(b.call(fn)) for _ in range(calls)], exports)])

    return build


def listed(*more: str) -> Callable[[Builder, Function], None]:
    """A move that does what it lists. more: what else is done with the list."""

    def build(b: Builder, fn: Function) -> None:
        values = b.list_new([1] if "full" in more else [])
        if "before" in more:
            b.push(values, 1)
        with b.one_move(1, 0, 0, effects=lambda: b.push(values, 2), listed=True), b.for_list(values) as x:
            b.add_action("set_counter", False, [x])
        if "after" in more:
            b.let(ir.list_len(values))

    return build


ASKED = ops.If(ir.eq(num(), 1), [ops.Question(Var("q", N), COUNT, ir.const(ANY), [pushed()]), ops.Return(None)], [])


@pytest.mark.parametrize(
    ("tells", "fault"),
    [
        (generator_alone, None),
        (generator_and_a_move, "does not get its moves from"),
        (generator_twice, "does not get its moves from"),
        (filter_of(), None),
        (filter_of(ASKED), None),
        (filter_of(pushed()), "pushes other moves than those that one filter keeps, or does more"),
        (filter_of(ops.If(ir.eq(num(), 1), [pushed()], [])), "pushes other moves"),
        (filter_of(ops.SetField("mover", None, ir.const(1))), "or does more"),
        (hands_on(), None),
        (hands_on(calls=0), "does more than to hand on"),
        (hands_on(exports=False), "does more than to hand on"),
        (hands_on(pushed()), "does more than to hand on"),
        (hands_on(ops.SetCtx("to", ir.const(1))), "does more than to hand on"),
        (listed(), None),
        (listed("full"), "or its list is used elsewhere"),
        (listed("before"), "or its list is used elsewhere"),
        (listed("after"), "or its list is used elsewhere"),
    ],
)
def test_who_reads_what_is_told_need_not_look_at_more(
    tells: Callable[[Builder, Function], None], fault: str | None
) -> None:
    def build(b: Builder) -> None:
        with b.function("pushes") as (fn, _):
            b.block.append(pushed())
        with b.function("told") as (told, _):
            tells(b, fn)
        b.do(b.call(told))

    if fault is None:
        verify(program(build))
        return
    with pytest.raises(InvalidProgramError, match=f"^told_1: .*{fault}"):
        verify(program(build))


def test_functions_that_cannot_be_reached_are_not_looked_at() -> None:
    p = program(lambda b: None)
    b = Builder(p)
    with b.function("lost", upkeep=Upkeep.POSITIONS):
        b.break_()
    verify(p)


def test_a_game_is_verified_at_load_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Program] = []
    monkeypatch.setattr(building, "verify_program", seen.append)
    load(LINE, backend="python")
    assert not seen
    load(LINE, backend="python", verify=True)
    assert len(seen) == 1 + len(PASSES)


def test_a_match_is_verified_with_its_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "lud").mkdir()
    (tmp_path / "lud" / "Three.lud").write_text(LINE)
    text = '(match "Match" (players 2) (games (subgame "Three")) (end (if (>= (matchScore P1) 1) (result P1 Win))))'
    seen: list[str] = []
    monkeypatch.setattr(building, "verify_program", lambda p: seen.append(p.name))
    monkeypatch.setattr(match, "verify_program", lambda p: seen.append(p.name))
    load(text, backend="python", library=tmp_path, verify=True)
    assert set(seen) == {"Match", "Three"}
