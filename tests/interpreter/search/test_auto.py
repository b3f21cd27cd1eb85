"""The agent that takes the search which suits a game."""

import threading
import time
from pathlib import Path

import pytest

from ludparse import load
from ludparse.exporters.statistics.players import make_player
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.play.move import Move
from ludparse.interpreter.play.state import State
from ludparse.interpreter.search import auto
from ludparse.interpreter.search.auto import agent_for
from ludparse.search import UCT, AlphaBeta, Auto, RandomAgent
from tests.interpreter.search.games import HIDDEN, THREE, position
from tests.interpreter.search.test_solver import CONNECT


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
        ('(bestAgent "Biased MCTS (Uniform Playouts)") (heuristics {(material)})', True),
        ("(heuristics {(material)})", True),
        ("trainedHeuristics:(heuristics {(material)})", True),
    ],
)
def test_the_description_says_what_suits(ai: str, alpha_beta: bool) -> None:
    state = with_ai(ai)
    agent = Auto(seconds=0.02)
    agent.prepare(state)
    assert agent.choose(state) in state.legal_moves()
    assert isinstance(agent.agent, AlphaBeta if alpha_beta else UCT)
    assert agent.report is not None


def test_what_is_hidden_is_for_uct() -> None:
    assert agent_for(with_ai('(bestAgent "AlphaBeta")', HIDDEN).game)[0] is UCT


def connections(size: int) -> GameState:
    """The start of a game that was never played before, so that nothing is known of it; searches are compiled."""
    state = position(CONNECT.replace(" N)", f" {size})").replace("Connections", f"Connections {time.time_ns()}"))
    if isinstance(state.game.engine, CEngine):
        assert state.game.engine.compiles()
    return state


class _Weak(RandomAgent):
    """Random moves in the place of a search."""

    interrupted, done = False, 1

    def __init__(self, *, seed: int = 0, **limits: int) -> None:
        super().__init__(seed=seed)


@pytest.mark.parametrize(("weak", "better"), [("UCT", AlphaBeta), ("AlphaBeta", UCT)])
def test_without_a_word_fast_games_decide(
    monkeypatch: pytest.MonkeyPatch, weak: str, better: type[UCT] | type[AlphaBeta]
) -> None:
    """They are played once; the next process reads the result from the cache, and the report tells it."""
    monkeypatch.setattr(SingleGame, "optimise", lambda game: False)  # against random moves any code will do
    state = connections(4)
    with monkeypatch.context() as patch:
        patch.setattr(auto, weak, _Weak)
        monkeypatch.setattr(auto, "_SECONDS", 60.0)
        games = auto._contest(state.game)
        games.go_on(None)
    assert games.settled and games.games >= 8 and abs(games.score - games.games / 2) >= 4
    auto._contest.cache_clear()
    monkeypatch.setattr(auto._Contest, "_play", lambda contest: iter(()))
    agent = Auto(seconds=0.05)
    agent.prepare(state)
    agent.choose(state)
    assert type(agent.agent) is better
    assert agent.report is not None and agent.report.as_dict()["agent"] == better.__name__
    why = f"alpha-beta scored {games.score:g} in {games.games} fast games against UCT"
    assert agent.report.settings["why"] == why


def test_without_preparation_a_part_of_the_time_goes_to_them(
    monkeypatch: pytest.MonkeyPatch, c_compiler: None
) -> None:
    monkeypatch.setattr(auto, "_SECONDS", 1.0)
    monkeypatch.setattr(SingleGame, "optimise", lambda game: False)
    state = connections(6)
    agent = Auto(seconds=0.2)
    agent.choose(state)
    assert 0.7 < auto._contest(state.game)._left < 1.0
    agent.prepare(state)
    assert auto._contest(state.game).settled


class _Slow:
    """Optimised code that takes a while to compile, and who plays before it is there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, state: GameState) -> None:
        self.ready, self.early = threading.Event(), 0

        class Noting(AlphaBeta):
            def choose(agent, position: State) -> Move:
                self.early += not self.ready.is_set()
                return super().choose(position)

        monkeypatch.setattr(state.game, "optimise", lambda: self.ready.wait(60))
        monkeypatch.setattr(auto, "AlphaBeta", Noting)
        monkeypatch.setattr(auto, "_SECONDS", 0.5)


def test_they_wait_for_optimised_code(monkeypatch: pytest.MonkeyPatch) -> None:
    state = connections(4)
    slow = _Slow(monkeypatch, state)
    threading.Timer(0.3, slow.ready.set).start()
    agent_for(state.game)
    assert auto._contest(state.game).settled
    assert slow.ready.is_set() and not slow.early


def test_a_move_does_not_wait_for_optimised_code(monkeypatch: pytest.MonkeyPatch) -> None:
    state = connections(4)
    slow = _Slow(monkeypatch, state)
    try:
        agent_for(state.game, 1.0)
        contest = auto._contest(state.game)
        assert not contest.settled and contest._left == 0.5 and not slow.early
    finally:
        slow.ready.set()


def test_without_optimised_code_they_begin_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "_PATIENCE", 0.1)
    state = connections(4)
    slow = _Slow(monkeypatch, state)
    try:
        agent_for(state.game)
        assert auto._contest(state.game).settled and slow.early
    finally:
        slow.ready.set()


def test_ctrl_c_ends_them_and_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    state = connections(4)
    agent = Auto(seconds=1)
    monkeypatch.setattr(_Weak, "interrupted", True)
    with monkeypatch.context() as patch:
        patch.setattr(auto, "UCT", _Weak)
        with pytest.raises(KeyboardInterrupt):
            agent.prepare(state)
    auto._contest.cache_clear()
    assert not auto._contest(state.game).settled


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
        assert (agent_for(game)[0] is AlphaBeta) is suits


def test_it_changes_with_the_game() -> None:
    agent = Auto(seconds=0.02, seed=1, threads=1)
    for name, kind in (("UCT", UCT), ("AlphaBeta", AlphaBeta), ("UCT", UCT)):
        state = with_ai(f'(bestAgent "{name}")')
        agent.prepare(state)
        assert agent.choose(state).notation
        assert isinstance(agent.agent, kind)


def test_it_changes_with_the_game_without_preparation_too() -> None:
    """The descriptions say which search suits, so that this is settled for the first game when the second begins."""
    agent = Auto(seconds=0.02, seed=1, threads=1)
    for name, kind in (("UCT", UCT), ("AlphaBeta", AlphaBeta), ("UCT", UCT)):
        state = with_ai(f'(bestAgent "{name}")')
        assert agent.choose(state) in state.legal_moves()
        assert isinstance(agent.agent, kind)


def test_contests_know_it() -> None:
    agent = make_player("auto", seconds=0.01)(7)
    assert isinstance(agent, Auto)
    assert (agent.seconds, agent.seed) == (0.01, 7)
    with pytest.raises(ValueError, match="seconds"):
        Auto(seconds=0)
