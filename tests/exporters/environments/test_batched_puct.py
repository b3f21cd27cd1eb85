"""Searching many positions at once: wins are found, losses prevented, and no position is left behind."""

import pytest

from ludparse import LudLimitError, load
from ludparse.interpreter.game.game import SingleGame

np = pytest.importorskip("numpy")

from ludparse.environments import Pool, batched_puct  # noqa: E402

THREE = """(game "Three" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


def positions(*lines: tuple[int, ...]) -> tuple[Pool, list[int]]:
    """Positions after moves to these sites, in a pool with room for a search of each."""
    game = load(THREE, backend="python")
    assert isinstance(game, SingleGame)
    states = []
    for sites in lines:
        state = game.start(seed=0)
        for site in sites:
            state.apply(next(m for m in state.legal_moves() if m.to_site == site))
        states.append(state)
    pool = Pool(game, 400)
    return pool, pool.put(states).tolist()


def played(pool: Pool, root: int, visits: object) -> int:
    """Where the most visited action of a root puts its stone."""
    action = int(np.argmax(visits))
    return pool.states([root])[0].move(action).to_site


def test_a_win_is_taken_and_a_loss_prevented() -> None:
    pool, roots = positions((0, 3, 1, 4), (0, 3, 1), (0, 3, 8, 4))
    found = batched_puct(pool, roots, simulations=90)
    chosen = [played(pool, root, row) for root, row in zip(roots, found.visits, strict=True)]
    assert chosen == [2, 2, 5]
    assert found.values[0, 0] > 0.5 and found.values[0, 1] < -0.5
    assert found.visits.sum(axis=1).tolist() == [90, 90, 90]
    assert (found.visits[range(3), found.actions] == found.visits.max(axis=1)).all()
    assert np.allclose(found.policy, found.visits / 90)
    assert pool.used == 3


def test_values_are_those_of_whose_turn_it_is() -> None:
    """An evaluation that loves the corner A1 for whoever is to move there tells the search to avoid it."""
    pool, roots = positions(())
    corner = pool.lists(roots)[0][0]

    def evaluate(seen: object) -> tuple[object, object]:
        taken = ~seen.masks[:, corner]  # type: ignore[attr-defined]
        return seen.masks.astype(float), np.where(taken, 0.9, -0.9)  # type: ignore[attr-defined]

    found = batched_puct(pool, roots, evaluate, simulations=40)
    assert found.visits[0, corner] == found.visits[0][found.visits[0] > 0].min()


def test_a_game_that_is_over_and_a_pool_that_is_full() -> None:
    pool, roots = positions((0, 3, 1, 4, 2))
    found = batched_puct(pool, roots, simulations=5)
    assert not found.visits.any() and found.values.tolist() == [[1, -1]]
    assert found.actions.tolist() == [-1] and not found.policy.any()
    with pytest.raises(LudLimitError, match="has room for 399 more positions, and 400 are needed"):
        batched_puct(pool, roots, simulations=400)


def test_noise_is_drawn_by_the_seed() -> None:
    pool, roots = positions((), ())
    one, same, other = (batched_puct(pool, roots, simulations=20, noise=0.5, seed=s).visits for s in (1, 1, 2))
    assert np.array_equal(one, same) and not np.array_equal(one, other)
