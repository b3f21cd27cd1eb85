"""Consequents that apply their actions at once, instead of on a copy of the state and once more."""

from __future__ import annotations

from typing import Any

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.facts.modes import is_run
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.intrinsics import ACT, ACT_NOW, LIST_PUSH
from ludparse.interpreter.program.ops import Op
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import all_runs, statements
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
