"""Stable-Baselines3: its `VecEnv` plays as Gymnasium's vector environments do, and MaskablePPO learns in it."""

from typing import Any

import pytest

from ludparse import load

np = pytest.importorskip("numpy")
pytest.importorskip("stable_baselines3")

from ludparse.exporters.environments.stable_baselines import SeatVecEnv, played_by  # noqa: E402
from ludparse.exporters.environments.vector_seat import VectorSeat  # noqa: E402

from .test_pettingzoo import DUEL  # noqa: E402
from .test_vector_seat import HIDDEN, SWAPPED, chosen  # noqa: E402


@pytest.mark.parametrize("observation", ["ludii", "board"])
@pytest.mark.parametrize("text", [DUEL, SWAPPED, HIDDEN])
def test_lanes_are_those_of_gymnasium(text: str, observation: str) -> None:
    """The same seed and actions: observations, masks, rewards, ends, last observations."""
    game, n = load(text, backend="python"), 3
    settings = {"seat": None, "max_cycles": 5, "observation": observation}
    envs, lanes = SeatVecEnv(game, n, **settings), VectorSeat(game, n, **settings)
    envs.seed(4)
    seen, (other, infos) = envs.reset(), lanes.reset(seed=4)
    ends = 0
    for step in range(12):
        assert same(seen, other)
        masks = np.stack(envs.env_method("action_masks"))
        assert np.array_equal(masks, infos["action_mask"].astype(bool))
        assert np.array_equal(envs.env_method("action_masks", indices=[2])[0], masks[2])
        actions = np.array([chosen(mask, lane, step) for lane, mask in enumerate(masks)])
        seen, rewards, done, told = envs.step(actions)
        other, wanted, over, cut, infos = lanes.step(actions)
        assert rewards.dtype == np.float32 and np.array_equal(rewards, wanted) and np.array_equal(done, over | cut)
        for lane, info in enumerate(told):
            if done[lane]:
                ends += 1
                assert same(info["terminal_observation"], infos["final_obs"][lane])
                assert info["TimeLimit.truncated"] == cut[lane]
            else:
                assert info == {}
    assert ends > n


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)
    return np.array_equal(one, other)


def test_what_lanes_have_in_common() -> None:
    envs = SeatVecEnv(load(DUEL, backend="python"), 2)
    assert envs.get_attr("seat") == [1, 1] and envs.env_is_wrapped(SeatVecEnv) == [False, False]
    assert not envs.has_attr("nothing")
    envs.set_attr("seat", 2)
    assert envs.get_attr("seat", [0]) == [2]
    with pytest.raises(ValueError, match="in common"):
        envs.set_attr("seat", 1, indices=0)
    with pytest.raises(ValueError, match="no method 'leap'"):
        envs.env_method("leap")
    envs.close()
    with pytest.raises(RuntimeError, match="call reset"):
        envs.step(np.zeros(2, dtype=int))


def test_maskable_ppo_learns_from_itself() -> None:
    """Illegal actions would end games with -1: with masks none is played. What it plays against is the model."""
    contrib = pytest.importorskip("sb3_contrib")
    envs = SeatVecEnv(load(DUEL, backend="python"), 4, seat=None, observation="board", illegal="raise")
    model = contrib.MaskablePPO("MultiInputPolicy", envs, n_steps=8, batch_size=16, n_epochs=1, seed=1)
    asked = 0
    opponents = played_by(model)

    def counted(games: Any) -> Any:
        nonlocal asked
        asked += 1
        actions = np.asarray(opponents(games))
        assert games.masks[np.arange(4), actions].all()
        return actions

    envs.seats.opponents = counted
    before = [part.detach().clone() for part in model.policy.parameters()]
    model.learn(64)
    assert asked and model.num_timesteps == 64
    assert any((one != other).any() for one, other in zip(before, model.policy.parameters(), strict=True))
