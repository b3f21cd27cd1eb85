"""One seat in Gymnasium: opponents, seats, seeds, names, and errors."""

import copy
from pathlib import Path
from typing import Any

import pytest

from ludparse import IllegalMoveError, LudLimitError
from ludparse.interpreter.play.game_state import GameState
from ludparse.search import UCT, Agent, AlphaBeta, RandomAgent
from tests.interpreter.descriptions import CROWDED

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

from ludparse.exporters.environments.registration import environment_id, register  # noqa: E402
from ludparse.exporters.environments.single import SingleSeat  # noqa: E402

from .test_pettingzoo import DUEL  # noqa: E402

EARLY = """(game "Early" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is In (last To) (sites {0 1})) (result Mover Win)))))"""
"""Half of the first moves win."""


class First:
    """Always the first legal move."""

    def choose(self, state: GameState) -> Any:
        return state.legal_moves()[0]


def played(env: SingleSeat, seed: int) -> list[Any]:
    """A game of the first legal actions: what was seen, and the last reward."""
    seen, info = env.reset(seed=seed)
    found = [seen.tobytes()]
    over = cut = False
    reward = 0.0
    while not (over or cut):
        seen, reward, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        found.append(seen.tobytes())
    return [*found, reward]


def test_the_same_seed_gives_the_same_game() -> None:
    assert played(SingleSeat("Two Shores"), 5) == played(SingleSeat("Two Shores"), 5)
    games = {str(played(SingleSeat("Two Shores"), seed)) for seed in range(4)}
    assert len(games) > 1


def test_the_opponent_opens_the_game() -> None:
    env = SingleSeat(DUEL, seat=2, agent=First())
    seen, info = env.reset(seed=1)
    assert seen[0].sum() == 1  # a stone of player 1
    assert info["action_mask"].sum() == 3
    assert env.action_masks().tolist() == info["action_mask"].astype(bool).tolist()


def test_a_game_that_ends_before_the_seat_has_a_turn_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    env = SingleSeat(EARLY, seat=2)
    assert all(env.reset(seed=seed)[1]["action_mask"].any() for seed in range(12))
    assert played(env, 3) == played(env, 3)
    monkeypatch.setattr("ludparse.exporters.environments.single.MOST_GAMES", 5)
    with pytest.raises(LudLimitError, match="the seat had no turn in 5 games"):
        SingleSeat(EARLY, seat=2, agent=First()).reset(seed=1)


def test_results_are_those_of_the_seat() -> None:
    assert played(SingleSeat(DUEL, agent=First()), 1)[-1] == 1.0
    assert played(SingleSeat(DUEL, seat=2, agent=First()), 1)[-1] == -1.0


def test_agents_of_single_seats() -> None:
    env = SingleSeat(DUEL, agent={2: RandomAgent})
    env.reset(seed=1)
    assert {k + 1 for k in env._agents} == {2}


def test_a_drawn_seat() -> None:
    env = SingleSeat(DUEL, seat=None)
    first = {env.reset(seed=seed)[1]["action_mask"].sum() for seed in range(12)}
    assert first == {4, 3}


def test_errors() -> None:
    with pytest.raises(ValueError, match="seat=3: 'Duel' has seats 1 to 2"):
        SingleSeat(DUEL, seat=3)
    env = SingleSeat(DUEL)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(1)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="dtype float64"):
        env.step(1.5)
    _, reward, over, cut, info = env.step(0)
    assert (reward, over, cut, info["illegal"]) == (-1.0, True, False, 0)
    with pytest.raises(RuntimeError, match="the episode is over"):
        env.step(1)
    env.close()
    with pytest.raises(RuntimeError, match="is closed"):
        env.step(1)
    strict = SingleSeat(DUEL, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMoveError, match="is not legal here"):
        strict.step(0)


class Cheat:
    def choose(self, state: GameState) -> Any:
        before = state.copy()
        state.apply(state.legal_moves()[0])
        return before.legal_moves()[0] if state.over else state.legal_moves()[0]


def test_an_agent_that_breaks_the_rules() -> None:
    env = SingleSeat(DUEL, seat=2, agent=Cheat())
    with pytest.raises(IllegalMoveError, match="the agent of seat 1 chose a move that is not legal"):
        env.reset(seed=1)


def test_names() -> None:
    assert environment_id("Ex Nihilo") == "ludparse/Ex-Nihilo-v1"
    assert environment_id("Kōnane (old)") == "ludparse/Kōnane-old-v1"
    assert not register()  # importing the package has done it
    env = gymnasium.make("ludparse.environments:ludparse/Ex-Nihilo-v1", options=["Board Size/4"], max_cycles=3)
    assert env.unwrapped.game.name == "Ex Nihilo"
    assert env.unwrapped.game.description.selected_options[0] == "Board Size/4"
    env = gymnasium.make("ludparse/Game-v1", game=DUEL)
    env.reset(seed=1)
    assert env.unwrapped.game.name == "Duel"


def test_games_of_a_library_have_names(tmp_path: Path) -> None:
    """Where two have one name, the folders come before it."""
    for name in ("Alone", "here/Twice", "there/Twice"):
        (tmp_path / "lud" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "lud" / f"{name}.lud").write_text(DUEL)
    names = register(str(tmp_path))
    try:
        assert sorted(names) == [environment_id(name) for name in ("Alone", "here/Twice", "there/Twice")]
        assert gymnasium.make(names[0]).unwrapped.game.name == "Duel"
        assert not register(str(tmp_path)), "they have their names already"
    finally:
        for name in names:
            del gymnasium.registry[name]


def test_more_moves_than_numbers_cut_a_game_off() -> None:
    """Move 102 leads there: of the agent for seat 1, of the seat itself for seat 2."""
    for seat in (1, 2):
        env = SingleSeat(CROWDED, seat=seat, agent=lambda seed: Chosen())
        env.reset(seed=1)
        cut = False
        while not cut:
            assert env.episode.cycles < 102
            _, reward, over, cut, info = env.step(1 + (env.episode.cycles == 101))
            assert (reward, over) == (0, False)
        assert env.episode.cycles == 102
        assert "no number of its own" in info["limit"] and not info["action_mask"].any()


class Chosen:
    """A1, and B1 as move 102."""

    def choose(self, state: GameState) -> Any:
        return state.move(1 + (len(state.history) == 101))


@pytest.mark.parametrize("agent", [UCT(iterations=20, seed=1, reuse=False), AlphaBeta(depth=2, seed=1)])
def test_copies_with_an_agent_that_searches_go_on(agent: Agent) -> None:
    env = SingleSeat("Two Shores", agent=agent)
    _, info = env.reset(seed=1)
    for _ in range(3):
        info = env.step(info["action_mask"].argmax())[-1]
    other = copy.deepcopy(env)
    for _ in range(3):
        (seen, *_, info), (again, *_) = (e.step(info["action_mask"].argmax()) for e in (env, other))
        assert np.array_equal(seen, again)


def test_an_action_may_be_an_array_of_one() -> None:
    env = SingleSeat("Two Shores")
    _, info = env.reset(seed=1)
    action = int(info["action_mask"].argmax())
    env.step(np.array([action]))
    assert env.episode.cycles
    with pytest.raises(ValueError, match=r"shape \(2,\)"):
        env.step(np.array([action, action]))
