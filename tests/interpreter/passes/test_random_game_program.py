"""The program of random games has less of everything, and the errors that it had; the program it is made of stays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.random_games.games import hindrance
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.facts.modes import is_run
from ludparse.interpreter.facts.ranges import Ranges, sizes_in
from ludparse.interpreter.facts.selectable import selectable
from ludparse.interpreter.facts.steps import FEW, Steps
from ludparse.interpreter.facts.then_levels import level_of_each, then_levels
from ludparse.interpreter.passes.random_game_program import playout_program
from ludparse.interpreter.passes.removal.drop_empty_lists import drop_empty_lists
from ludparse.interpreter.passes.removal.drop_unobserved import drop_unobserved
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.copying import copy_of
from ludparse.interpreter.program.intrinsics import APPLY_ACTIONS, APPLY_THENS, MOVE_ATTACH, MOVE_COUNT, run_of
from ludparse.interpreter.program.ops import Expr, FieldKind, Op, Type
from ludparse.interpreter.program.printer import print_program
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import all_runs, bound, reached_from, statements
from tests.interpreter.passes.golden_games import GAMES


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.telling(every=3)
def test_it_is_valid_and_smaller_and_the_program_stays(name: str) -> None:
    program = load(GAMES[name], backend="python").program
    before = print_program(program)
    copy = copy_of(program)
    assert print_program(copy) == before
    made = playout_program(program)
    verify(made)
    verify(copy)
    assert print_program(program) == before
    assert set(made.fields) < set(program.fields) and {"over", "rank", "rng"} <= set(made.fields)
    names, more = [fn.name for fn in program.functions], [fn.name for fn in made.functions][len(program.functions) :]
    assert [fn.name for fn in made.functions] == names + more and all(name.endswith("_inner") for name in more)
    shared = {id(fn) for fn in made.functions} & {id(fn) for fn in program.functions}
    assert not shared


@pytest.mark.parametrize("name", ["order", "dice", "repeat", "check"])
def test_games_that_build_their_moves_go_on_as_before(name: str) -> None:
    # where moves are counted and then chosen, only C code can run what is left: test_random_games.py
    program = load(GAMES[name], backend="python").program
    made = playout_program(program)
    assert not selectable(made)
    whole, less = (PythonEngine(p).playouts(None, 0, 4, 3, 40, 1) for p in (program, made))
    assert (list(less.lengths), list(less.rankings)) == (list(whole.lengths), list(whole.rankings))


def test_what_the_line_game_keeps() -> None:
    made = playout_program(load(GAMES["line"], backend="python").program)
    assert {"what_c", "empty_c", "mover", "last_to"} <= set(made.fields)
    assert not {"who_c", "counter", "pot", "winner", "last_from", "score"} & set(made.fields)


Write = Callable[[Builder], None]


def left(write: Write) -> str:
    """What is left of the body of a function when only the field `seen` is observed."""
    program = Program("test")
    b = Builder(program)
    program.caps["room"] = 4
    for name in ("seen", "unseen", "other"):
        b.field(name, FieldKind.INT)
    b.field("bytes", FieldKind.ARRAY, size=5, bits=8)
    b.field("words", FieldKind.ARRAY, size=5)
    b.field("many", FieldKind.LIST, cap="room")
    with b.function("main") as (main, _):
        write(b)
    program.entries = {"start": main, "moves": main, "play": main}
    drop_unobserved(program, ("seen",))
    text = print_program(program)
    return "; ".join(line.strip() for line in text[text.index("fn main") :].splitlines()[1:] if line.strip())


def chain(b: Builder) -> None:
    b.put("unseen", b.get("other") + 1)
    b.put("other", b.get("unseen") + b.get("seen"))
    with b.if_(ir.eq(b.get("other"), 3)):
        b.put("unseen", 4)


def used(b: Builder) -> None:
    b.put("unseen", 3)
    b.put("seen", b.get("unseen"))


def counts_itself(b: Builder) -> None:
    b.put("bytes", b.get("bytes", 1) + 1, 1)


@pytest.mark.parametrize(
    ("write", "expected"),
    [
        (chain, "nothing"),
        (used, "unseen = 3; seen = unseen"),
        (lambda b: b.put("words", 1, 4), "nothing"),
        (lambda b: b.put("words", 1, 5), "fail(0)"),
        (lambda b: b.put("words", 1, b.get("other")), "if ((other < 0) or (other >= 5)):; fail(0)"),
        (lambda b: b.put("bytes", b.get("other"), 0), "if ((other < -128) or (other > 127)):; fail(0)"),
        (counts_itself, "bytes[1] = (bytes[1] + 1)"),
        (lambda b: b.put("unseen", ir.select(ir.eq(b.get("other"), 0), 1, 2)), "nothing"),
        (lambda b: b.list_field("push", "many", 3), "nothing"),
        (lambda b: b.put("many", 3, 0), "many[0] = 3"),
    ],
)
def test_what_nobody_observes_goes_and_its_errors_stay(write: Write, expected: str) -> None:
    assert left(write) == expected


def test_lists_that_nothing_is_added_to_are_empty() -> None:
    def program(added: bool) -> str:
        made = Program("test")
        b = Builder(made)
        made.caps["many"] = 8
        for name in ("many", "few"):
            b.field(name, FieldKind.LIST, cap="many")
        b.field("seen", FieldKind.INT)
        with b.function("main") as (main, _):
            for name in ("many", "few"):
                with b.for_range(0, b.length(name)) as i:
                    b.put("seen", b.get(name, i))
                b.list_field("clear", name)
            if added:
                b.list_field("push", "many", 3)
        made.entries = {"start": main, "moves": main, "play": main}
        drop_empty_lists(made)
        return print_program(made).partition("fn main")[2]

    assert "many[" in program(True) and "field_clear(many)" in program(True)
    assert "few" not in program(True) and "many" not in program(False)


def test_divisions_and_loops_without_a_known_end_stay() -> None:
    def divide(b: Builder) -> None:
        b.put("unseen", b.run("random_int", 3))

    def loop(b: Builder) -> None:
        n = b.var(0)
        with b.while_(lambda: ir.lt(n, b.get("seen"))):
            b.assign(n, n + 1)

    def short(b: Builder) -> None:
        with b.for_range(0, 5) as i:
            b.put("words", i, i)

    assert "random_int(3)" in left(divide)
    assert "while" in left(loop)
    assert left(short) == "nothing"


def test_leaving_a_loop_matters_if_something_else_in_it_does() -> None:
    def search(field: str) -> Write:
        def write(b: Builder) -> None:
            with b.for_range(0, 5) as i, b.if_(ir.eq(b.get("words", i), 3)):
                b.put(field, i)
                b.break_()

        return write

    assert left(search("unseen")) == "nothing"
    assert left(search("seen")).endswith("seen = i1; break")


def test_parts_of_moves_that_nobody_asks_for_are_constant() -> None:
    def push(b: Builder, asks: str) -> None:
        with b.one_move(b.get("other"), b.get("other"), b.get("words", 1)):
            pass
        b.run("move_set_from", 0, b.get("other"))
        b.put("seen", b.run(asks, 0))

    mover, to = left(lambda b: push(b, "move_mover")), left(lambda b: push(b, "move_to"))
    assert mover == "move first1 (other, 0, 0, 0, 0):; nothing; seen = move_mover(0)"
    assert to == "move first1 (0, 0, words[1], 0, 0):; nothing; seen = move_to(0)"


def test_modes_in_which_a_function_never_runs() -> None:
    program = load(
        """(game "Append" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
          (rules (play (forEach Site (sites Empty) (append (add (to (site))))))
            (end (if (is Line 3) (result Mover Win)))))""",
        backend="python",
    ).program
    assert "pushes_in(3)" in print_program(program)
    assert "pushes_in(" not in print_program(playout_program(program)).replace("if not pushes_in(0):", "")


@pytest.mark.parametrize("name", ["line", "flank", "slide", "connect"])
def test_loops_that_end_soon_are_not_counted(name: str) -> None:
    made = playout_program(load(GAMES[name], backend="python").program)
    steps = Steps(made, Ranges(made, made.functions, sizes_in(made), fields=True))
    assert 0 < steps.uncounted <= FEW
    live = [made.functions[i] for i in reached_from(made, [made.entries["moves"], made.entries["play"]])]
    rows = [s for fn in live for s in statements(fn.body) if isinstance(s, ops.ForRow | ops.ForSet)]
    assert rows and not any(map(steps.counts, rows))
    lists = [s for fn in made.functions for s in statements(fn.body) if isinstance(s, ops.ForList)]
    assert all(map(steps.counts, lists))


def sowing(apply: str) -> Program:
    text = GAMES["sow"].replace("(then (sow))", f"(then (sow if:(= 3 (count at:(to))) apply:{apply}))")
    return load(text, backend="python").program


def test_within_consequents_no_more_consequents_are_looked_for() -> None:
    program = sowing("(remove (to))")
    made = playout_program(program)
    verify(made)
    (whole,) = (fn for fn in made.functions if fn.name == "apply_stored_1")
    (inner,) = (fn for fn in made.functions if fn.name == "apply_stored_1_inner")
    runs = [[x.run.intrinsic for x in all_runs(fn) if x.op is Op.RUN] for fn in (whole, inner)]
    assert [APPLY_THENS in found for found in runs] == [True, False]
    assert [APPLY_ACTIONS in found for found in runs] == [True, True]
    assert not {id(v) for v in (*whole.params, *bound(whole.body))} & {
        id(v) for v in (*inner.params, *bound(inner.body))
    }
    callers = {fn.name: {x.called.name for x in all_runs(fn) if x.op is Op.CALL} for fn in made.functions}
    assert "apply_stored_1" in callers["carry_out_1"]
    assert "apply_stored_1_inner" in callers["moves_sow_1"] and "apply_stored_1" not in callers["moves_sow_1"]


def test_consequents_of_consequents_are_looked_for() -> None:
    made = playout_program(sowing("(remove (to) (then (addScore Mover 1)))"))
    verify(made)
    levels = then_levels(made)
    assert levels is not None and [len(level) for level in levels] == [1, 1], "the sowing, then the score"
    names = ["apply_stored_1", "apply_stored_1_inner"]
    applying = [fn for fn in made.functions if fn.name in names]
    assert all(any(is_run(x, APPLY_THENS) for x in all_runs(fn)) for fn in applying)
    found = level_of_each(made, levels)
    assert found is not None and [found[fn.index] for fn in applying] == [0, 1]
    assert not hindrance(made)


def test_a_consequent_that_leads_to_itself_has_no_level() -> None:
    made = playout_program(sowing("(remove (to))"))
    levels = then_levels(made)
    assert levels is not None
    (sow,) = (made.functions[i] for i in levels[0])
    mark = Expr(Op.RUN, Type.INT, (), run_of(MOVE_COUNT))
    attach = Expr(Op.RUN, Type.VOID, (mark, ir.const(sow.index)), run_of(MOVE_ATTACH))
    sow.body.append(ops.Do(attach))
    sow.changed()
    assert then_levels(made) is None and hindrance(made) == "consequents of consequents"
