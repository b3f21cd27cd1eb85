"""Gymnasium's vector environments: every lane is played as the environment of a single game is."""

from typing import Any

import pytest

from ludparse import load
from ludparse.interpreter.play.game_state import GameState

np = pytest.importorskip("numpy")
gymnasium = pytest.importorskip("gymnasium")

from ludparse.exporters.environments.registration import environment_id  # noqa: E402
from ludparse.exporters.environments.single import SingleSeat  # noqa: E402
from ludparse.exporters.environments.vector_seat import VectorSeat  # noqa: E402
from ludparse.interpreter.game.vector import VectorGame  # noqa: E402

from .test_pettingzoo import DUEL  # noqa: E402

SWAPPED = """(game "Swapped" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))"""
HIDDEN = """(game "Hidden" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (set Hidden What at:(last To) to:Next))))
        (end (if (is Full) (result P2 Win)))))"""


class Lowest:
    """Always the legal move with the lowest number."""

    def choose(self, state: GameState) -> Any:
        return state.move(min(state.actions()))


def lowest(games: VectorGame) -> Any:
    return games.masks.argmax(axis=1)


def chosen(mask: Any, lane: int, step: int) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[(lane + 3 * step) % len(legal)])


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("text", [DUEL, SWAPPED, HIDDEN])
def test_lanes_are_played_as_single_environments_are(text: str, seat: int) -> None:
    """What is seen, what is legal, rewards and ends, also of the last positions."""
    game, n = load(text, backend="python"), 3
    envs = VectorSeat(game, n, seat=seat, opponents=lowest, max_cycles=5)
    singles = [SingleSeat(game, seat=seat, agent=Lowest(), max_cycles=5) for _ in range(n)]
    seen, infos = envs.reset(seed=1)
    each = [env.reset(seed=1) for env in singles]
    ends = 0
    for step in range(12):
        for lane, (one, info) in enumerate(each):
            assert np.array_equal(seen[lane], one) and np.array_equal(infos["action_mask"][lane], info["action_mask"])
        actions = [chosen(mask, lane, step) for lane, mask in enumerate(infos["action_mask"])]
        seen, rewards, over, cut, infos = envs.step(np.array(actions))
        each = []
        for lane, env in enumerate(singles):
            one, reward, terminated, truncated, info = env.step(actions[lane])
            assert (rewards[lane], over[lane], cut[lane]) == (reward, terminated, truncated)
            if terminated or truncated:
                ends += 1
                assert infos["_final_obs"][lane] and np.array_equal(infos["final_obs"][lane], one)
                one, info = env.reset()
            elif "_final_obs" in infos:
                assert not infos["_final_obs"][lane] and infos["final_obs"][lane] is None
            each.append((one, info))
    assert ends > n


def test_names_and_planes() -> None:
    """`make_vec` makes such lanes; planes and numbers lie in their spaces, and follow from the seed and the actions."""
    settings = {"backend": "python", "observation": "board", "seat": None}
    envs = gymnasium.make_vec(environment_id("Two Shores"), num_envs=4, **settings)
    assert isinstance(envs, VectorSeat) and envs.single_observation_space["planes"].shape == envs.games.planes.shape
    first = None
    for _ in range(2):
        seen, infos = envs.reset(seed=7)
        run = [seen["planes"].tobytes()]
        for step in range(30):
            assert envs.observation_space.contains(seen)
            assert np.array_equal(infos["action_mask"].astype(bool), envs.unwrapped.action_masks())
            actions = np.array([chosen(mask, lane, step) for lane, mask in enumerate(infos["action_mask"])])
            assert envs.action_space.contains(actions)
            seen, rewards, *_, infos = envs.step(actions)
            run += [seen["planes"].tobytes(), seen["numbers"].tobytes(), rewards.tobytes()]
            if "_final_obs" in infos:
                last = infos["final_obs"][np.flatnonzero(infos["_final_obs"])[0]]
                assert envs.single_observation_space.contains(last)
        first = first or run
        assert run == first  # the same seed and actions


def test_errors() -> None:
    game = load(DUEL, backend="python")
    envs = VectorSeat(game, 2)
    with pytest.raises(RuntimeError, match="call reset"):
        envs.step(np.zeros(2, dtype=int))
    envs.reset(seed=0)
    _, rewards, over, _, infos = envs.step(np.array([-1, game.actions.size]))
    assert rewards.tolist() == [-1, -1] and over.all() and infos["_final_obs"].all()
    envs.close()
    with pytest.raises(RuntimeError, match="call reset"):
        envs.step(np.zeros(2, dtype=int))
    envs.reset()
    with pytest.raises(ValueError, match="seat"):
        VectorSeat(game, 2, seat=3)
