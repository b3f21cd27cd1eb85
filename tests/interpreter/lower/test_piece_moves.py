"""Moves that move pieces: small descriptions of our own with the legal moves that Ludii 1.3.13 gave for them.

`piece_moves.json` holds for each the moves to play first (`picks`) and then every legal move as
"mover|from|to|actions with consequents", in Ludii's order.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludparse import load
from ludparse.interpreter.game.load import load_once
from tests.interpreter.both_backends import same_moves
from tests.interpreter.lower.playing import BACKENDS, legal

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "piece_moves.json").read_text(encoding="utf-8"))
NAMES = [case["name"] for case in CASES]


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("case", CASES, ids=NAMES)
@pytest.mark.telling("python")  # C plays them below
def test_moves_are_those_of_ludii(case: dict[str, Any], backend: str) -> None:
    state = load_once(case["description"], backend=backend).start(seed=1)
    for pick in case["picks"]:
        state.apply(state.legal_moves()[pick])
    assert legal(state) == case["legal"]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
@pytest.mark.telling(every=5)
def test_both_backends_play_the_same_game(case: dict[str, Any], c_compiler: None) -> None:
    assert same_moves(case["description"], 12, len(case["name"])) > 0


def test_the_head_of_a_move_names_an_added_edge() -> None:
    case = CASES[NAMES.index("add on edges")]
    state = load(case["description"], backend="python").start(seed=1)
    move = state.legal_moves()[0]
    assert f"to={move.to_site},oriented=false,edge={move.to_site}," in move.text
    effect = load(case["description"].replace("(move Add", "(add"), backend="python").start(seed=1).legal_moves()[0]
    assert effect.text == move.text.replace(",decision=true", "")
    cell = load(case["description"].replace("Edge", "Cell"), backend="python").start(seed=1).legal_moves()[0]
    assert cell.text.startswith(f"[Move:mover=1,from={cell.to_site},to={cell.to_site},actions=[Add:")
    both = "(move Add (to Vertex (sites Empty Vertex)) (then (add (to Edge (last To)))))"
    description = case["description"].replace("(move Add (to (sites Empty Edge)))", both)
    state = load(description, backend="python").start(seed=1)
    done = state.apply(state.legal_moves()[0])
    assert "[Add:type=Edge,to=0" in done.text and "edge=" not in done.text  # the number of the consequent's


JOINED = """(game "Joined" (players 2) (equipment {(board (square 2) use:Edge) (piece "Disc" Each)})
 (rules (play %s) (end (if (is Full) (result Mover Win)))))"""


@pytest.mark.parametrize("backend", BACKENDS)
def test_moves_made_of_others_shots_and_swaps_name_no_edge_in_their_head(backend: str) -> None:
    # Ludii 1.3.13 writes these; it sets the edge where (add …) makes a move, and makes the others from actions alone
    add = "[Add:type=Edge,to=0,what=1,decision=true]"
    played = {
        "(append (add (to (sites {0}))))": f"[Move:mover=1,from=0,to=0,actions={add}]",
        "(move Add (to (sites {0})))": f"[Move:mover=1,from=0,to=0,oriented=false,edge=0,actions={add}]",
        "(allCombinations (move Add (to (sites {0}))) (move Pass))": (
            f"[Move:mover=0,from=0,to=0,actions={add},[Pass:decision=true]]"
        ),
        "(move Swap Pieces 0 0)": (
            "[Move:mover=1,from=0,to=0,actions=[Move:typeFrom=Cell,from=0,typeTo=Cell,to=0,decision=true],"
            "[Add:type=Edge,to=0,what=0]]"
        ),
        '(move Shoot (piece "Disc1") (from 3) (to if:(= 1 (to))))': (
            "[Move:mover=1,from=1,to=1,actions=[Add:type=Edge,to=1,what=1,decision=true]]"
        ),
    }
    for moves, text in played.items():
        state = load_once(JOINED % moves, backend=backend).start(seed=1)
        assert state.apply(state.legal_moves()[0]).text == text


@pytest.mark.parametrize("more", ["(to (sites {0}) (apply (addScore Mover 1)))", "(to (sites {0})) count:2"])
def test_a_move_with_further_actions_names_its_edge_too(more: str) -> None:
    """Ludii sets the edge of a move of (move Add …) when its effects and further pieces are in it already."""
    state = load_once(JOINED % f"(move Add {more})", backend="python").start(seed=1)
    assert "from=0,to=0,oriented=false,edge=0,actions=" in state.legal_moves()[0].text
