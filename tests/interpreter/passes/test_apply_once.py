"""Consequents that apply their actions at once, instead of on a copy of the state and once more."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.facts.modes import is_run
from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.passes.trials.apply_once import apply_once
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.copying import copy_of
from ludparse.interpreter.program.intrinsics import (
    ACT,
    ACT_NOW,
    APPLIED_TRUNCATE,
    APPLY_ACTIONS,
    LIST_PUSH,
    MOVE_DROP,
    MOVE_INSERT_APPLIED,
    run_of,
)
from ludparse.interpreter.program.ops import Expr, Op, Stmt, Type, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import all_runs, rewrite, statements
from tests.interpreter.passes.drawn_board import Board
from tests.interpreter.passes.golden_games import GAMES

TAKES = GAMES["sow and take"]
SOWS = GAMES["sow"]
_CONDITION = "if:(= 2 (count at:(to)))"
_EFFECT = f"{_CONDITION} sowEffect:(set Var (to))"
_SKIPS = "skipIf:(= 3 (count at:(to))) backtracking:True"
_HAND = (
    TAKES.replace("(map {(pair P1 FirstSite) (pair P2 LastSite)})", "(hand Each)")
    .replace("(mancalaBoard 2 4", "(mancalaBoard 2 4 store:None")
    .replace("(mapEntry (mover))", "(handSite Mover)")
    .replace('"1,E,N,W"', '"0,E,N,W"')
)
ALL = {
    "sow": SOWS,
    "take": TAKES,
    "effect": TAKES.replace(_CONDITION, _EFFECT),
    "skip": TAKES.replace("backtracking:True", _SKIPS),
    "hand": _HAND,
    "hand and effect": _HAND.replace(_CONDITION, _EFFECT),
    "together": TAKES.replace("(then (sow", "(then (and (set Score Mover 1) (sow").replace("True)))", "True))))"),
}


def sowing(program: Program) -> Function:
    return next(fn for fn in program.functions if fn.name.startswith("moves_sow") and fn.body)


def runs(fn: Function, *which: object) -> int:
    return sum(x.op is Op.RUN and x.run.intrinsic in which for x in all_runs(fn))


def deeds(game: Any) -> list[list[str]]:
    """Of each first move the actions that follow from it."""
    state = game.start(seed=1)
    return [list(state.consequences(m).actions[1:]) for m in state.legal_moves()]


@pytest.mark.parametrize("name", ALL)
@pytest.mark.telling("sow", "hand and effect")
def test_the_moves_and_games_are_the_same(name: str, c_compiler: None) -> None:
    def seen(program: Program) -> list[tuple[list[int], list[float]]]:
        played = [CEngine(program, flags).playouts(None, 0, 50, 3, 80, 1) for flags in ((), ("-DVARIANTS",))]
        return [(list(p.lengths), list(p.rankings)) for p in played]

    text = ALL[name]
    found = load(text, backend="python", verify=True)
    perft = found.perft(3)
    assert load(text, backend="c").perft(3) == perft
    whole = load(text, backend="python", verify=True, without=["apply_once"])
    assert not any(is_run(x, ACT_NOW) for fn in whole.program.functions for x in all_runs(fn))
    assert whole.perft(3) == perft
    assert deeds(whole) == deeds(found)
    assert seen(found.program) == seen(whole.program)


@pytest.mark.parametrize("name", ["sow", "take"])
def test_pieces_are_sown_without_a_list_and_a_copy(name: str) -> None:
    fn = sowing(load(ALL[name], backend="python", verify=True).program)
    assert runs(fn, ACT_NOW) == 1
    assert runs(fn, ACT, LIST_PUSH) == 0
    copies = [s for s in statements(fn.body) if isinstance(s, ops.OnCopy)]
    assert len(copies) == (1 if name == "take" else 0)  # that of the capture


@pytest.mark.parametrize("name", ["effect", "skip"])
def test_the_list_stays_where_filling_it_looks_at_the_state(name: str) -> None:
    fn = sowing(load(ALL[name], backend="python", verify=True).program)
    assert runs(fn, ACT_NOW) == 1
    assert runs(fn, LIST_PUSH) > 0


@pytest.mark.parametrize("name", ["hand", "hand and effect"])
def test_what_holes_give_to_their_pieces_is_listed_before_any_is_sown(name: str) -> None:
    program = load(ALL[name], backend="python", verify=True).program
    fn = sowing(program)
    assert any(name.startswith("state") for name in program.fields)
    assert runs(fn, ACT_NOW) == 1 and runs(fn, ACT) == 0
    lists = [s for s in statements(fn.body) if isinstance(s, ops.Assign) and s.value.op is Op.LIST_NEW]
    assert runs(fn, LIST_PUSH) >= len(lists) >= 2


def test_a_sowing_beside_another_effect_stays() -> None:
    fn = sowing(load(ALL["together"], backend="python", verify=True).program)
    assert runs(fn, ACT_NOW) == 0


def follows(program: Program) -> list[object]:
    """What follows from each move, in the positions of a game."""
    engine = PythonEngine(program)
    state, found = engine.start(1), list[object]()
    for ply in range(12):
        state, moves = engine.moves(state)
        told = [engine.consequences(state, moves, k) for k in range(len(moves))]
        found.append([[made.record(k) for k in range(len(made))] for made in told])
        if moves:
            state, _ = engine.play(state, moves, ply % len(moves))
    return found


def put_before_the_second(s: Stmt, m: Var) -> list[Stmt]:
    if isinstance(s, ops.Do) and is_run(s.value, MOVE_INSERT_APPLIED):
        move, _, lo, hi = s.value.src
        s.value = Expr(Op.RUN, Type.VOID, (move, ir.const(1), lo, hi), s.value.arg)
    return [s]


def dropped_by_itself(s: Stmt, m: Var) -> list[Stmt]:
    if isinstance(s, ops.Do) and is_run(s.value, MOVE_DROP):
        s.value = Expr(Op.RUN, Type.VOID, (ir.value_of(m), s.value.src[1]), s.value.arg)
    return [s]


def applied_twice(s: Stmt, m: Var) -> list[Stmt]:
    if isinstance(s, ops.OnCopy):
        again = ops.Do(Expr(Op.RUN, Type.VOID, (ir.value_of(m),), run_of(APPLY_ACTIONS)))
        return [dataclasses.replace(s, body=[*s.body, again])]
    return [s]


def leaves_its_record(s: Stmt, m: Var) -> list[Stmt]:
    return [] if isinstance(s, ops.Do) and is_run(s.value, APPLIED_TRUNCATE) else [s]


@pytest.mark.parametrize(
    ("change", "applies"),
    [(put_before_the_second, 0), (dropped_by_itself, 0), (applied_twice, 0), (leaves_its_record, 1)],
)
def test_what_is_tried_asks_for_no_action_that_is_applied_already(
    change: Callable[[Stmt, Var], list[Stmt]], applies: int
) -> None:
    """After it the move holds only what was added. And what is tried leaves no record, whatever it does to it."""
    program = copy_of(load(TAKES, backend="python", without=["apply_once"]).program)
    fn = sowing(program)
    ahead = next(s for s in fn.body if isinstance(s, ops.Ahead))
    ahead.body = rewrite(ahead.body, lambda s: change(s, ahead.move))
    fn.changed()
    verify(program)
    expected = follows(program)
    PASSES["apply_once"].change(program)
    verify(program)
    assert follows(program) == expected
    assert runs(fn, ACT_NOW) == applies


@pytest.mark.parametrize(("slot", "applies"), [("to", 0), ("from", 1)])
def test_a_slot_that_an_action_writes_is_read_before_it(slot: str, applies: int) -> None:
    """The move goes to the site in `to`, which is read when all its actions are there, and none is applied."""
    board = Board()
    b, p = board.b, board.program
    p.appliers["select"].body.append(ops.SetCtx(slot, ir.const(9)))
    with b.function("follows") as (then, _):
        b.set_ctx("to", 5)
        with b.one_move(1, -1, b.ctx("to")):
            b.add_action("select", False, [ir.const(-1)] * len(p.appliers["select"].params))
    with b.function("moves") as (p.entries["moves"], _):
        board.emit(-1, 1, [], (then,))
    p.entries |= dict.fromkeys(("start", "play"), p.entries["moves"])
    apply_once(p)
    assert runs(then, ACT_NOW) == applies
