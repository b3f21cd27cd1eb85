"""Moves that move pieces: small descriptions of our own with the legal moves that Ludii 1.3.13 gave for them.

`piece_moves.json` holds for each the moves to play first (`picks`) and then every legal move as
"mover|from|to|actions with consequents", in Ludii's order.
"""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludparse import Game, State, load
from ludparse.interpreter.backends.c.compile import NoCompilerError, find_compiler

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "piece_moves.json").read_text(encoding="utf-8"))
NAMES = [case["name"] for case in CASES]


@cache
def compiler() -> bool:
    try:
        find_compiler()
    except NoCompilerError:
        return False
    return True


@pytest.fixture(params=["python", "c"])
def backend(request: pytest.FixtureRequest) -> str:
    if request.param == "c" and not compiler():
        pytest.skip("there is no C compiler")
    return str(request.param)


def legal(state: State) -> list[str]:
    out = []
    for move in state.legal_moves():
        done = state.consequences(move)
        out.append(f"{done.mover}|{done.from_site}|{done.to_site}|{''.join(done.actions)}")
    return out


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_moves_are_those_of_ludii(case: dict[str, Any], backend: str) -> None:
    state = load(case["description"], backend=backend).start(seed=1)
    for pick in case["picks"]:
        state.apply(state.legal_moves()[pick])
    assert legal(state) == case["legal"]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_both_backends_play_the_same_game(case: dict[str, Any]) -> None:
    if not compiler():
        pytest.skip("there is no C compiler")
    games: list[Game] = [load(case["description"], backend=b) for b in ("python", "c")]
    states = [game.start(seed=5) for game in games]
    chance = random.Random(case["name"])
    for _ in range(12):
        assert states[0].snapshot() == states[1].snapshot()
        moves = [state.legal_moves() for state in states]
        assert [m.text for m in moves[0]] == [m.text for m in moves[1]]
        if not moves[0]:
            break
        pick = chance.randrange(len(moves[0]))
        assert len({state.apply(m[pick]).text for state, m in zip(states, moves, strict=True)}) == 1


def test_the_head_of_a_move_names_an_added_edge() -> None:
    case = CASES[NAMES.index("add on edges")]
    state = load(case["description"], backend="python").start(seed=1)
    move = state.legal_moves()[0]
    assert f"to={move.to_site},oriented=false,edge={move.to_site}," in move.text
