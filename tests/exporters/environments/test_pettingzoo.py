"""PettingZoo environments: seats, rewards, masks, cut-off games, and errors."""

from typing import Any

import pytest

from ludparse import IllegalMoveError, LudUnsupportedError, load
from tests.interpreter.descriptions import CROWDED, DUEL

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")

from ludparse.environments import aec, parallel  # noqa: E402

BOTH = """(game "Both" (players 2) (mode Simultaneous)
    (equipment {(board (square 2)) (hand Each size:2) (piece "Stone" Each)})
    (rules (start {(place "Stone1" (handSite P1)) (place "Stone1" (handSite P1 1))
                   (place "Stone2" (handSite P2)) (place "Stone2" (handSite P2 1))})
           (play (or (move (from (sites Occupied by:P1)) (to (intersection (sites Empty) (sites {0 1}))) P1)
                     (move (from (sites Occupied by:P2)) (to (intersection (sites Empty) (sites {2 3}))) P2)))
           (end (if (and (is Occupied 0) (is Occupied 2)) (result P1 Win)))))"""

SECRET = """(game "Secret" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (set Hidden at:(last To) to:Next))))
           (end (if (is Full) (result Mover Win)))))"""


def first_legal(seen: dict[str, Any]) -> int:
    return int(np.flatnonzero(seen["action_mask"])[0])


def test_a_game_to_its_end() -> None:
    env = aec(DUEL)
    env.reset(seed=1)
    assert (env.agents, env.agent_selection) == (["player_1", "player_2"], "player_1")
    assert env.observe("player_1")["action_mask"].sum() == 4
    assert not env.observe("player_2")["action_mask"].any()
    env.step(first_legal(env.observe("player_1")))
    assert env.agent_selection == "player_2"
    env.step(first_legal(env.observe("player_2")))
    env.step(first_legal(env.observe("player_1")))
    # player 1 has two stones in a diagonal or a row
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.rewards == {"player_1": 1.0, "player_2": -1.0}
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    for _ in range(2):
        env.step(None)
    assert env.agents == []


def test_only_players_who_move_at_the_same_time_can_be_asked_together() -> None:
    assert aec(DUEL).metadata["is_parallelizable"] is False
    assert parallel(BOTH).metadata["is_parallelizable"] is True


def test_games_are_cut_off() -> None:
    env = aec(DUEL, max_cycles=1)
    env.reset(seed=1)
    env.step(first_legal(env.observe("player_1")))
    assert env.truncations == {"player_1": True, "player_2": True}
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_more_moves_than_numbers_cut_a_game_off() -> None:
    env = aec(CROWDED)
    env.reset(seed=1)
    for move in range(102):
        assert not any(env.truncations.values())
        env.step(1 + (move == 101))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}
    assert all("no number of its own" in info["limit"] for info in env.infos.values())
    assert not env.observe(env.agent_selection)["action_mask"].any()


def test_illegal_actions() -> None:
    env = aec(DUEL)
    env.reset(seed=1)
    env.step(0)
    assert env.terminations["player_2"]
    assert env.rewards == {"player_1": -1.0, "player_2": 0.0}
    assert env.infos["player_1"] == {"illegal": 0}
    strict = aec(DUEL, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalMoveError, match=r"action 0 .* is not legal here; 4 are"):
        strict.step(0)
    strict.step(first_legal(strict.observe("player_1")))  # the position has stayed as it was
    mild = aec(DUEL, illegal="random")
    mild.reset(seed=1)
    mild.step(0)
    assert mild.agent_selection == "player_2"
    assert mild.infos["player_1"] == {"illegal": 0}


STUCK = """(game "Stuck" (players 3) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (if (is Mover P1) (move Add (to (sites Empty))) (move Pass)))
           (end {(if (is Full) (result P1 Win)) (if (all Passed) (result P2 Win))})))"""
"""The second and the third player can only pass."""


def test_passes_are_played_without_asking() -> None:
    asked, env = aec(STUCK), aec(STUCK, auto_pass=True)
    asked.reset()
    asked.step(first_legal(asked.last()[0]))
    assert asked.agent_selection == "player_2"
    env.reset()
    for stones in range(9):
        assert env.agent_selection == "player_1" and env.last()[0]["action_mask"].sum() == 9 - stones
        env.step(first_legal(env.last()[0]))
    assert env.terminations == dict.fromkeys(env.agents, True)
    assert env.rewards["player_1"] == 1.0
    short = aec(STUCK, auto_pass=True, max_cycles=2)
    short.reset()
    short.step(first_legal(short.last()[0]))
    assert all(short.truncations.values())
    with pytest.raises(ValueError, match="whose players move in turn"):
        parallel(BOTH, auto_pass=True)


def test_the_state_hides_nothing() -> None:
    env = aec(SECRET)
    env.reset()
    env.step(first_legal(env.last()[0]))
    seen = [env.observe(agent)["observation"] for agent in env.agents]
    assert env.state() in env.state_space and env.state_space.shape == seen[0].shape
    assert np.array_equal(env.state(), seen[0]) and not np.array_equal(env.state(), seen[1])


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ([1, 2], r"a single integer, and this has shape \(2,\)"),
        (1.0, "an integer, and this has dtype float64"),
        (10**9, "actions go from 0 to"),
        (None, "None is an action only for agents whose episode has ended"),
    ],
)
def test_what_is_no_action(action: object, message: str) -> None:
    env = aec(DUEL)
    env.reset()
    with pytest.raises(ValueError, match=message):
        env.step(action)


def test_environments_that_are_not_running() -> None:
    env = aec(DUEL)
    for use in (lambda: env.step(0), env.last, env.agent_iter, env.render):
        with pytest.raises((RuntimeError, ValueError), match=r"call reset|no render_mode"):
            use()
    env.reset()
    env.close()
    env.close()
    for use in (lambda: env.observe("player_1"), env.last, env.agent_iter):
        with pytest.raises(RuntimeError, match="is closed"):
            use()
    env.reset()
    assert env.agents


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"illegal": "ignore"}, "illegal='ignore': one of 'terminate', 'raise', 'random'"),
        ({"render_mode": "human"}, "render_mode='human': None, or one of"),
        ({"max_cycles": 0}, "max_cycles=0: at least 1"),
    ],
)
def test_settings_that_there_are_not(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        aec(DUEL, **settings)


def test_games_that_are_no_environments() -> None:
    with pytest.raises(LudUnsupportedError, match="move in turn"):
        parallel(DUEL)
    with pytest.raises(LudUnsupportedError, match="move at the same time"):
        aec(BOTH)
    with pytest.raises(ValueError, match="this game is loaded already"):
        aec(load(DUEL), options=["Size/2"])
    with pytest.raises(TypeError, match="not int"):
        aec(3)  # type: ignore[arg-type]
    life = """(game "Life" (players 0) (equipment {(board (square 2)) (piece "Dot" P1)})
        (rules (play (move Add (to (sites Empty)))) (end (if (= (counter) 3) (result All Draw)))))"""
    with pytest.raises(LudUnsupportedError, match="is a simulation"):
        aec(life)


def test_rounds_of_all_players() -> None:
    env = parallel(BOTH)
    seen, _ = env.reset(seed=1)
    legal = {agent: np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in env.agents}
    assert [env.game.actions.name(a) for a in legal["player_1"]] == ["P1: #4-A1", "P1: #4-B1", "P1: #5-A1", "P1: #5-B1"]
    assert [env.game.actions.name(a) for a in legal["player_2"]] == ["P2: #6-A2", "P2: #6-B2", "P2: #7-A2", "P2: #7-B2"]
    with pytest.raises(ValueError, match="one action of each of player_1, player_2 is wanted"):
        env.step({"player_1": legal["player_1"][0]})
    seen, rewards, over, cut, _ = env.step({agent: numbers[1] for agent, numbers in legal.items()})
    assert not any(over.values()) and not any(cut.values()) and set(rewards.values()) == {0.0}
    assert [row[0] for row in env.episode.state.sites()][:2] == ["C1", "C3"]  # both stones stand
    seen, rewards, over, _, _ = env.step({agent: numbers[2] for agent, numbers in legal.items()})
    assert rewards == {"player_1": 1.0, "player_2": -1.0} and all(over.values())
    assert env.agents == []


def test_a_player_without_moves_passes() -> None:
    env = parallel(BOTH.replace("(sites {2 3})", "(sites {3})"))
    seen, _ = env.reset(seed=1)
    seen, *_ = env.step({agent: first_legal(seen[agent]) for agent in env.agents})
    assert env.game.actions.name(first_legal(seen["player_2"])) == "P2: pass"
    assert seen["player_2"]["action_mask"].sum() == 1
    env.step({agent: first_legal(seen[agent]) for agent in env.agents})


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_pictures(mode: str) -> None:
    env = aec(DUEL, render_mode=mode)
    env.reset(seed=1)
    before = env.render()
    env.step(first_legal(env.observe("player_1")))
    assert isinstance(before, str) and before != env.render()
    with pytest.raises(ValueError, match="no render_mode was chosen"):
        plain = aec(DUEL)
        plain.reset()
        plain.render()


def test_pixels() -> None:
    pytest.importorskip("resvg_py")
    env = aec(DUEL, render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert isinstance(before, np.ndarray) and before.dtype == np.uint8 and before.shape[2] == 3
    env.step(first_legal(env.observe("player_1")))
    assert (before != env.render()).any()
