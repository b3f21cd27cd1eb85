"""Ends of matches of our own that Ludii 1.3.13 has played: the scores after each game, and who is first at the end.

`match_ends.json` holds the games, and for each match the numbers of the moves that were played, game by game.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludparse import LudRuleError, load
from ludparse.interpreter.game.match import MatchGame
from tests.interpreter.lower.playing import BACKENDS

RECORDED = json.loads((Path(__file__).parent / "match_ends.json").read_text(encoding="utf-8"))
CASES: dict[str, dict[str, Any]] = {case["name"]: case for case in RECORDED["cases"]}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    (folder / "lud").mkdir()
    for name, text in RECORDED["games"].items():
        (folder / "lud" / f"{name}.lud").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", CASES)
@pytest.mark.telling("python", "each of three players", "by score after a win")
def test_ends_as_in_ludii(name: str, backend: str, library: Path) -> None:
    game = load(CASES[name]["description"], library=library, backend=backend)
    assert isinstance(game, MatchGame)
    state = game.start(seed=1)
    for played in CASES[name]["rounds"]:
        for pick in played["picks"]:
            assert not state.over
            state.apply(state.legal_moves()[pick])
        assert state.score[1:] == played["score"]
        assert (state.ranking[1:] if state.over else None) == played["ranking"]


def test_the_end_of_a_match_has_no_pieces_to_look_at(library: Path) -> None:
    """As in Ludii with a bundled game: their values are 0, so that the match ends after the first game."""
    end = "(if (= 0 (value Piece at:(from))) (result P2 Win))"
    game = load(f'(match "M" (players 2) (games {{(subgame "QuickLine" result:1)}}) (end {{{end}}}))', library=library)
    assert isinstance(game, MatchGame)
    state = game.start(seed=1)
    for pick in (8, 0):
        state.apply(state.legal_moves()[pick])
    assert state.over
    assert state.ranking[1:] == [2.0, 1.0]


@pytest.mark.parametrize("who", ["All", "P3"])
def test_nobody_outside_the_match_can_win_it(who: str, library: Path) -> None:
    """As in Ludii, which plays until the rule applies, and fails then."""
    end = f"{{(if (>= (matchScore P1) 1) (result P1 Win)) (if (>= (matchScore P2) 1) (result {who} Win))}}"
    game = load(f'(match "M" (players 2) (games {{(subgame "QuickLine" result:1)}}) (end {end}))', library=library)
    state = game.start(seed=1)
    state.apply(state.legal_moves()[8])
    with pytest.raises(LudRuleError, match="won by one of its players"):
        state.apply(state.legal_moves()[0])
