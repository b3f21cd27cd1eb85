"""Gumbel's search: halving, wins and losses, and policies that are never worse than the priors."""

from typing import Any

import pytest

np = pytest.importorskip("numpy")

from ludparse.environments import batched_gumbel  # noqa: E402
from ludparse.exporters.environments.batched_gumbel import considered_visits  # noqa: E402
from ludparse.interpreter.game.pool import Gathered  # noqa: E402

from .test_batched_puct import positions  # noqa: E402


def test_actions_are_halved() -> None:
    """Of four actions each is tried twice, then two of them four times more; of one, that one always."""
    assert considered_visits(4, 16) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
    assert considered_visits(1, 3) == [0, 1, 2] and considered_visits(9, 9) == [0] * 9
    pool, roots = positions((), (4,))
    found = batched_gumbel(pool, roots, simulations=16, considered=4, seed=3)
    assert [sorted(row[row > 0].tolist()) for row in found.visits] == [[2, 2, 6, 6], [2, 2, 6, 6]]
    assert all(found.visits[k, action] == 6 for k, action in enumerate(found.actions))
    assert pool.used == 2


def test_a_win_is_taken_and_a_loss_prevented() -> None:
    pool, roots = positions((0, 3, 1, 4), (0, 3, 1), (0, 3, 8, 4), (0, 3, 1, 4, 2))
    found = batched_gumbel(pool, roots, simulations=90, considered=9, noise=0)
    states = pool.states(roots[:3])
    assert [s.move(a).to_site for s, a in zip(states, found.actions.tolist(), strict=False)] == [2, 2, 5]
    assert found.actions[3] == -1 and not found.policy[3].any() and found.values[3].tolist() == [1, -1]
    assert found.policy[0].argmax() == found.actions[0] and np.allclose(found.policy[:3].sum(axis=1), 1)


def test_the_policy_is_no_worse_than_the_priors() -> None:
    """Where every action is tried once, the improved policy expects no less than the priors do, whatever these are."""
    pool, roots = positions((), (4,), (0, 8))
    chance, size = np.random.default_rng(1), pool.game.actions.size
    planes = int(np.prod(pool.planes.shape))
    of_actions, of_value = chance.normal(size=(planes, size)), chance.normal(size=planes)

    def evaluate(seen: Gathered) -> tuple[Any, Any]:
        flat = seen.seen.planes.reshape(len(seen.seats), -1)
        return np.exp(flat @ of_actions), np.tanh(flat @ of_value)

    for root in roots:
        legal = pool.lists([root])[0]
        children = pool.expand([root] * len(legal), legal)
        worth = -evaluate(pool.gather(children))[1]
        pool.free(children)
        priors, own = (part[0] for part in evaluate(pool.gather([root])))
        priors = priors[legal] / priors[legal].sum()
        found = batched_gumbel(pool, [root], evaluate, simulations=len(legal), considered=size, seed=root)
        assert found.visits[0, legal].tolist() == [1] * len(legal)
        assert found.values[0, pool.seats([root])[0]] == pytest.approx((worth.sum() + own) / (len(legal) + 1), abs=1e-5)
        spread = (worth - worth.min()) / (worth.max() - worth.min())
        expected = priors * np.exp(0.1 * 51 * spread)
        policy = found.policy[0, legal]
        assert np.allclose(policy, expected / expected.sum(), atol=1e-5)
        assert policy @ worth >= priors @ worth


def test_an_action_without_a_prior_is_legal() -> None:
    """A logit lies 200 below the others, and e to this power is 0 in float32: the action is tried as the others are."""
    pool, roots = positions((0, 3, 1, 4))
    legal = pool.lists(roots)[0]

    def evaluate(seen: Gathered) -> tuple[Any, Any]:
        logits = np.zeros(seen.masks.shape, dtype=np.float32)
        logits[:, legal[2]] = -200
        assert not np.exp(logits)[:, legal[2]].any()
        return np.exp(logits), np.zeros(len(seen.seats), dtype=np.float32)

    found = batched_gumbel(pool, roots, evaluate, simulations=5, considered=5)
    assert len(legal) == 5 and found.visits[0, legal].tolist() == [1] * 5
    assert found.policy[0, legal[2]] < 1e-9 and found.policy[0].sum() == pytest.approx(1)
