"""mctx searches with the rules of a game: it finds the same as our own Gumbel search, which shares no line with it."""

from typing import Any

import pytest

from ludparse import LudUnsupportedError, load

np = pytest.importorskip("numpy")
jax = pytest.importorskip("jax")
mctx = pytest.importorskip("mctx")

import jax.numpy as jnp  # noqa: E402

from ludparse.environments import Pool, batched_gumbel  # noqa: E402
from ludparse.exporters.environments.mctx_model import PoolModel  # noqa: E402
from ludparse.interpreter.game.pool import Gathered  # noqa: E402

from .test_batched_puct import THREE, positions  # noqa: E402

TWICE = """(game "Twice" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (if (= 0 (% (count Moves) 3)) (moveAgain)))))
        (end (if (is Line 3) (result Mover Win)))))"""


def evaluations(pool: Pool) -> tuple[Any, Any, Any]:
    """Parameters, and the same random network in JAX and in numpy."""
    chance = np.random.default_rng(2)
    size = int(np.prod(pool.planes.shape))
    params = chance.normal(size=(size, pool.game.actions.size)), chance.normal(size=size)
    params = tuple(part.astype(np.float32) for part in params)

    def in_jax(params: Any, key: Any, seen: Any) -> tuple[Any, Any]:
        flat = seen.planes.reshape(seen.planes.shape[0], -1)
        return flat @ params[0], jnp.tanh(flat @ params[1])

    def in_numpy(seen: Gathered) -> tuple[Any, Any]:
        flat = seen.seen.planes.reshape(len(seen.seats), -1)
        return np.exp(flat @ params[0]), np.tanh(flat @ params[1])

    return params, in_jax, in_numpy


LINES = {
    THREE: ((), (4,), (0, 3, 1, 4), (0, 3, 1), (0, 3, 8, 4, 2)),
    TWICE: ((), (4,), (0, 5), (0, 5, 7), (0, 5, 7, 4)),
}


@pytest.mark.parametrize("text", LINES)
def test_the_same_as_our_own_search(text: str) -> None:
    """Visits, actions, policies of positions whose trees reach ends of games, also where a seat moves again."""
    game = load(text, backend="python")
    states = []
    for line in LINES[text]:
        state = game.start(seed=0)
        for site in line:
            state.apply(next(m for m in state.legal_moves() if m.to_site == site))
        states.append(state)
    pool = Pool(game, 300)  # type: ignore[arg-type]
    roots = pool.put(states)  # type: ignore[arg-type]
    params, in_jax, in_numpy = evaluations(pool)
    model = PoolModel(pool, in_jax)

    @jax.jit
    def searched(params: Any, handles: Any, invalid: Any) -> Any:
        key = jax.random.PRNGKey(0)
        root = model.root(params, key, handles)
        return mctx.gumbel_muzero_policy(
            params, key, root, model.recurrent, 24, invalid_actions=invalid, gumbel_scale=0.0
        )

    theirs = searched(params, roots, model.invalid(roots))
    model.free()
    assert pool.used == len(roots)
    ours = batched_gumbel(pool, roots, in_numpy, simulations=24, noise=0)
    visits = np.asarray(theirs.search_tree.summary().visit_counts)
    assert visits.tolist() == ours.visits.tolist()
    assert np.asarray(theirs.action).tolist() == ours.actions.tolist()
    assert np.allclose(np.asarray(theirs.action_weights), ours.policy, atol=1e-3)


def test_wins_are_found() -> None:
    pool, roots = positions((0, 3, 1, 4), (0, 3, 1))

    def nothing(params: Any, key: Any, seen: Any) -> tuple[Any, Any]:
        n = seen.planes.shape[0]
        return jnp.zeros((n, pool.game.actions.size)), jnp.zeros(n)

    model = PoolModel(pool, nothing)
    key = jax.random.PRNGKey(1)
    root = model.root((), key, roots)
    found = mctx.muzero_policy((), key, root, model.recurrent, 90, invalid_actions=model.invalid(roots),
                               dirichlet_fraction=0.0, temperature=0.0)  # fmt: skip
    states = pool.states(roots)
    assert [state.move(int(a)).to_site for state, a in zip(states, found.action, strict=True)] == [2, 2]


def test_games_of_three_are_refused() -> None:
    three = load(THREE.replace("(players 2)", "(players 3)"), backend="python")
    with pytest.raises(LudUnsupportedError, match="one value for each position"):
        PoolModel(Pool(three, 3), lambda params, key, seen: (0, 0))  # type: ignore[arg-type]
