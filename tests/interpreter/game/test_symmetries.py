"""Symmetries of games: as many as the rules have, each a permutation under which games are images of each other."""

import pytest

from ludparse import load
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.symmetries import holds

np = pytest.importorskip("numpy")

GAMES = {
    "square": """(game "Square" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))""",
    "hexagon": """(game "Hexagon" (players 2) (equipment {(board (hex 2)) (piece "Stone" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))""",
    "forward": """(game "Forward" (players {(player N) (player S)})
        (equipment {(board (square 4)) (piece "Man" Each (move Step Forward (to if:(is Empty (to)))))
            (regions P1 (sites Bottom)) (regions P2 (sites Top))})
        (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))}) (play (forEach Piece))
            (end (if (no Moves Next) (result Mover Win)))))""",
    "corner": """(game "Corner" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Occupied 0) (result Mover Win)))))""",
    "dice": """(game "Dice" (players 2) (equipment {(board (rectangle 1 4)) (dice d:2 num:1) (piece "Stone" Each)})
        (rules (play (do (roll) next:(forEach Die (if (= (pips) 1) (move Add (to (sites Empty)))
            (move Pass))))) (end (if (is Full) (result Mover Win)))))""",
}
NAMES = {
    "square": [
        "identity", "turn by 90°", "turn by 180°", "turn by 270°", *(f"mirror at {k}°" for k in (0, 45, 90, 135)),
    ],
    "forward": ["identity", "mirror at 90°"],
    "corner": ["identity", "mirror at 45°"],
    "dice": ["identity", "turn by 180°"],
}


def game_of(name: str) -> SingleGame:
    game = load(GAMES[name], backend="python")
    assert isinstance(game, SingleGame)
    return game


@pytest.mark.parametrize("name", NAMES)
def test_which_there_are(name: str) -> None:
    assert [one.name for one in game_of(name).symmetries] == NAMES[name]


def test_a_hexagon_has_twelve() -> None:
    assert len(game_of("hexagon").symmetries) == 12


@pytest.mark.parametrize("name", ["square", "forward"])
def test_more_games_agree_move_by_move(name: str) -> None:
    game = game_of(name)
    assert all(holds(game, one, 20, 40) for one in game.symmetries)


def test_images_of_planes_and_masks() -> None:
    """A stone in the corner A1 goes to the other corners, and so does what may be done."""
    game = game_of("square")
    state = game.start(seed=0)
    state.apply(next(m for m in state.legal_moves() if m.to_site == 0))
    shown, mask = game.tensors.look(state).planes, state.action_mask()
    corners = set()
    for one in game.symmetries:
        image = game.start(seed=0)
        image.apply(next(m for m in image.legal_moves() if m.to_site == one.sites[0]))
        corners.add(one.sites[0])
        assert np.array_equal(one.of_planes(shown), game.tensors.look(image).planes)
        assert np.array_equal(one.of_actions(mask), image.action_mask())
    assert corners == {0, 2, 6, 8}
