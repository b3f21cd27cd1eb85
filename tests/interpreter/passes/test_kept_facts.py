"""What analyses tell is kept until a function changes: whatever changes one says so, and what was told is dropped."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from ludparse.interpreter.passes import PASSES, random_game_program
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.effects import effects_of
from ludparse.interpreter.program.kept_facts import of_function
from ludparse.interpreter.program.ops import Expr, Op, Stmt, Type, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import all_statements, reached, rewrite_function, statements
from tests.interpreter.passes.golden import lowered
from tests.interpreter.passes.golden_shown import SHOWN

GAMES = {path.stem: path for path in (Path(__file__).parents[3] / "games").glob("*/*.lud")}
NOTES = {"apart", "implied", "few", "reaches", "places"}
"""What passes note for backends and analyses do not look at."""

Shape = list[tuple[object, ...]]


def _plain(value: object) -> object:
    """Blocks, actions and notes by what they hold; everything else is compared by identity."""
    if isinstance(value, list | tuple):
        return tuple(map(_plain, value))
    if dataclasses.is_dataclass(value) and not isinstance(value, Expr | Stmt | Var | Function):
        return tuple(_plain(getattr(value, f.name)) for f in dataclasses.fields(value))
    return value


def _shape(fn: Function) -> Shape:
    """All that a function is made of."""
    found: Shape = [fn.params]
    for s in statements(fn.body):
        names = [f.name for f in dataclasses.fields(s) if f.name not in NOTES]  # type: ignore[arg-type]
        found.append((s, *(_plain(getattr(s, name)) for name in names)))
    return found


def _silent_changes(program: Program, before: dict[Function, tuple[int, Shape]]) -> list[str]:
    return [fn.name for fn, (revision, shape) in before.items() if fn.revision == revision and _shape(fn) != shape]


def _shapes(program: Program) -> dict[Function, tuple[int, Shape]]:
    return {fn: (fn.revision, _shape(fn)) for fn in program.functions}


@pytest.mark.parametrize("name", [*GAMES, *SHOWN])
def test_every_pass_says_which_functions_it_has_changed(name: str) -> None:
    """Of our games, and of the programs to read."""
    program = lowered(GAMES[name].read_text() if name in GAMES else SHOWN[name].game, passes=False)
    for each in PASSES.values():
        before = _shapes(program)
        each.change(program)
        assert _silent_changes(program, before) == [], each.name


@pytest.mark.parametrize("step", ["drop_empty_lists", "settle_modes", "thens_by_level", "drop_unobserved"])
def test_the_steps_to_the_program_of_random_games_say_it_too(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = lowered(GAMES["gardens"].read_text(), passes=True)
    change, seen = getattr(random_game_program, step), []

    def checked(copy: Program, *more: object) -> None:
        before = _shapes(copy)
        change(copy, *more)
        seen.append(_silent_changes(copy, before))

    monkeypatch.setattr(random_game_program, step, checked)
    random_game_program.playout_program(program)
    assert seen == [[]]


def test_an_analysis_runs_once_for_each_revision() -> None:
    asked: list[int] = []

    @of_function
    def size(fn: Function) -> int:
        asked.append(fn.index)
        return len(fn.body)

    fn = Function("f", (), Type.VOID, [ops.Return(None)], 3)
    assert (size(fn), size(fn), asked) == (1, 1, [3])
    fn.body.clear()
    assert size(fn) == 1, "nobody has said that the function has changed"
    fn.changed()
    assert (size(fn), asked) == (0, [3, 3])
    other = dataclasses.replace(fn, body=[ops.Return(None)] * 2)
    assert (size(other), size(fn)) == (2, 0), "a copy has facts of its own"


def test_what_is_told_of_a_program_depends_on_all_its_functions() -> None:
    """0 calls 1, which writes a field. Then nothing is left of 1, and 2 is called."""
    fns = [Function(f"f{k}", (), Type.VOID, [], k) for k in range(3)]
    fns[0].body = [ops.Do(Expr(Op.CALL, Type.VOID, (), fns[1]))]
    fns[1].body = [ops.SetField("n", None, ir.const(1))]
    p = Program("test", functions=fns, entries={"moves": fns[0]})
    before = effects_of(p)
    assert before.function(fns[0]).written == {"n"} and reached(p) == {0, 1}
    assert effects_of(p) is before
    fns[1].body = [ops.Do(Expr(Op.CALL, Type.VOID, (), fns[2]))]
    fns[1].changed()
    assert effects_of(p).function(fns[0]).written == set() and reached(p) == {0, 1, 2}
    p.entries["start"] = p.add(Function("f3", (), Type.VOID))
    assert reached(p) == {0, 1, 2, 3}


def test_a_function_that_is_rewritten_has_changed_if_a_statement_has() -> None:
    inner, outer = ops.Return(None), ops.If(ir.TRUE, [], [])
    outer.then.append(inner)
    fn = Function("f", (), Type.VOID, [outer])
    revision = fn.revision
    rewrite_function(fn, lambda s: [s])
    assert fn.revision == revision and all_statements(fn) == (outer, inner)
    rewrite_function(fn, lambda s: [] if s is inner else [s])
    assert fn.revision > revision and all_statements(fn) == (outer,)
