"""The agent that takes the search which suits a game."""

from pathlib import Path

import pytest

from ludparse import load
from ludparse.exporters.statistics.players import make_player
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.search.auto import suits_alpha_beta
from ludparse.search import UCT, AlphaBeta, Auto
from tests.interpreter.search.games import HIDDEN, THREE, position
from tests.interpreter.search.test_uct import WIN_NOW


def with_ai(ai: str, text: str = THREE) -> GameState:
    return position(text + f"(metadata (ai {ai}))")


@pytest.mark.parametrize(
    ("ai", "alpha_beta"),
    [
        ('(bestAgent "AlphaBeta")', True),
        ('(bestAgent "UBFM")', True),
        ('(bestAgent "UCT") (heuristics {(material)})', False),
        ('(bestAgent "MC-GRAVE")', False),
        ('(bestAgent "An agent of next year")', False),
        ('(bestAgent "Biased MCTS (Uniform Playouts)")', False),
        ('(bestAgent "Biased MCTS (Uniform Playouts)") (heuristics {(material)})', True),
        ("(heuristics {(material)})", True),
        ("trainedHeuristics:(heuristics {(material)})", True),
    ],
)
def test_the_description_says_what_suits(ai: str, alpha_beta: bool) -> None:
    state = with_ai(ai)
    agent = Auto(seconds=0.02)
    assert agent.choose(state) in state.legal_moves()
    assert isinstance(agent.agent, AlphaBeta if alpha_beta else UCT)
    assert agent.report is not None


def test_without_a_word_games_are_played_out() -> None:
    assert not suits_alpha_beta(position(THREE).game)
    assert not suits_alpha_beta(with_ai('(bestAgent "AlphaBeta")', HIDDEN).game)


def test_a_library_says_it_for_its_games(tmp_path: Path) -> None:
    (tmp_path / "lud").mkdir()
    (tmp_path / "def_ai").mkdir()
    for name in ("AlphaBeta", "MAST"):
        (tmp_path / "lud" / f"{name}.lud").write_text(THREE + f'(metadata (ai "{name}_ai"))')
        (tmp_path / "def_ai" / f"{name}_ai.def").write_text(
            f'(define "{name}_ai" (bestAgent "{name}") trainedHeuristics:(heuristics {{(material)}}))'
        )
    for name, suits in (("AlphaBeta", True), ("MAST", False)):
        game = load(name, library=str(tmp_path))
        assert isinstance(game, SingleGame)
        assert suits_alpha_beta(game) is suits


def test_it_changes_with_the_game() -> None:
    agent = Auto(seconds=0.02, seed=1, threads=1)
    assert agent.choose(position(THREE, *WIN_NOW)).notation == "C1"
    assert isinstance(agent.agent, UCT)
    agent.choose(with_ai('(bestAgent "AlphaBeta")'))
    assert isinstance(agent.agent, AlphaBeta)


def test_contests_know_it() -> None:
    agent = make_player("auto", seconds=0.01)(7)
    assert isinstance(agent, Auto)
    assert (agent.seconds, agent.seed) == (0.01, 7)
    with pytest.raises(ValueError, match="seconds"):
        Auto(seconds=0)
