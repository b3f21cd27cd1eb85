"""Observations tell what can be done: equal ones mean equal masks, and they show dice and pending values by name."""

import pytest

from ludparse import load
from ludparse.environments import VectorGame
from ludparse.interpreter.game.game import SingleGame
from tests.corpus import needs_corpus
from tests.interpreter.descriptions import KO

np = pytest.importorskip("numpy")


from .observations import Law, at_random, check  # noqa: E402

OURS = ("Caravans", "Ex Nihilo", "Gardens", "Hypnosia", "Leapfrogs", "Nebuchadnezzar", "Ponds", "Two Shores")
THROW = """(game "Throw" (players 2)
    (equipment {(board (square 3)) (dice d:4 num:2) (piece "Stone" Each)})
    (rules (play (do (roll)
        next:(forEach Die (if (= (pips) 1) (move Add (to (sites Empty))) (move Add (to (centrePoint)))))))
           (end (if (is Full) (result Mover Win)))))"""
SECRET = """(game "Secret" (players 2) (equipment {(board (square 3)) (piece "Stone" Each) (piece "Rock" Each)})
    (rules (play (or (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
                     (move Add (piece (id "Rock" Mover)) (to (sites Empty)))
                     (then (set Hidden What at:(last To) to:Next))))
           (end (if (is Full) (result Mover Win)))))"""


def single(source: str) -> SingleGame:
    game = load(source)
    assert isinstance(game, SingleGame)
    return game


@pytest.mark.parametrize("name", OURS)
def test_equal_observations_mean_equal_masks(name: str) -> None:
    law = Law(single(name))
    for state in at_random(law.game):
        law.see(state)
    assert law.positions > 100
    assert not law.broken


@needs_corpus
@pytest.mark.parametrize(
    "path", ["board/race/escape/Backgammon", "board/race/reach/Geister", "board/sow/two_rows/Oware"]
)
def test_equal_observations_mean_equal_masks_in_games_of_ludii(path: str) -> None:
    assert check(path)["result"] == "ok"


def test_the_present_throw_is_shown() -> None:
    game = single(THROW)
    dice = [game.tensors.observation_channels.index(f"Die {k}") for k in (1, 2)]
    seen = set()
    for seed in range(40):
        state = game.start(seed=seed)
        if not state.legal_moves():
            continue
        shown = game.tensors.observe(state)[dice]
        assert np.array_equal(shown, np.broadcast_to(shown[:, :1, :1], shown.shape))
        thrown = [a.params[1] + 1 for a in state.legal_moves()[0].raw.actions if a.kind == "update_dice"]
        assert thrown == shown[:, 0, 0].tolist()
        seen.add(tuple(thrown))
    assert len(seen) > 5


def test_moves_that_would_repeat_a_position_are_shown() -> None:
    """There and back: the first player may not go back a second time."""
    law = Law(single(KO))
    for state in at_random(law.game):
        law.see(state)
    law.see_lanes(VectorGame(law.game, 3, seed=1))
    assert law.positions > 300
    assert not law.broken
    state = law.game.start(seed=0)
    for move in ("A1-B2", "C3-B3", "B2-A1"):
        assert not law.game.tensors.observe(state)[-2:].any()
        state.apply(move)
    begins, ends = law.game.tensors.observe(state)[-2:]
    assert [np.argwhere(plane).tolist() for plane in (begins, ends)] == [[[1, 2]], [[2, 2]]]
    assert not any(move.notation == "B3-C3" for move in state.legal_moves())


def test_the_channels_of_ludii_come_first() -> None:
    for state in at_random(single("Caravans"), 2):
        tensors = state.game.tensors
        shown = tensors.observe(state)
        assert shown.shape == tensors.observation_shape == (len(tensors.observation_channels), *tensors.state_shape[1:])
        assert np.array_equal(shown[: len(tensors.channels)], tensors.state(state))


def test_what_no_rule_reads_has_no_channel() -> None:
    channels = single("Ex Nihilo").tensors.observation_channels
    assert not [name for name in channels if "Moves of the game" in name or "Turn" in name]


def test_what_is_hidden_is_in_no_channel() -> None:
    game = single(SECRET)
    stone, rock = (game.start(seed=0) for _ in range(2))
    stone.apply(next(m for m in stone.legal_moves() if m.to_site == 4 and "Stone" in game.pieces[_piece(m)].name))
    rock.apply(next(m for m in rock.legal_moves() if m.to_site == 4 and "Rock" in game.pieces[_piece(m)].name))
    mine, other = ([game.tensors.observe(s, player=p) for s in (stone, rock)] for p in (1, 2))
    assert not np.array_equal(*mine)
    assert np.array_equal(*other)


def _piece(move: object) -> int:
    """The component that a move adds."""
    return next(a.params[3] for a in move.raw.actions if a.kind == "add")  # type: ignore[attr-defined]
