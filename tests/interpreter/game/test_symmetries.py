"""Symmetries of games: as many as the rules have, each a permutation under which games are images of each other."""

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.compile import QUICK
from ludparse.interpreter.game.actions.buffer import NotBoundedError
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load_once
from ludparse.interpreter.game.symmetries import holds
from ludparse.problems.errors import LudUnsupportedError
from tests.corpus import LIBRARY, needs_corpus

np = pytest.importorskip("numpy")

from ludparse.interpreter.game.vector import Seen, VectorGame  # noqa: E402


def exchanged(*names: str) -> list[str]:
    """Names of symmetries that exchange the players, by the motions of the board."""
    return ["players exchanged" if name == "identity" else f"{name}, players exchanged" for name in names]


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
        (rules (play (do (roll) next:(forEach Die (if (= (pips) 1)
            (move Add (piece (id "Stone" Mover)) (to (sites Empty))) (move Pass)))))
            (end (if (is Full) (result Mover Win)))))""",
    "sides": """(game "Sides" (players 2) (equipment {(board (hex Diamond 3)) (piece "Stone" Each)
            (regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})})
        (rules (meta (swap)) (play (move Add (to (sites Empty))))
            (end (if (is Connected Mover) (result Mover Win)))))""",
    "colours": """(game "Colours" (players 2) (equipment {(board (square 4)) (piece "Disc" Neutral)})
        (rules (start {(place "Disc0" {5 10} state:1) (place "Disc0" {6 9} state:2)})
            (play (forEach Site (sites Occupied by:Neutral) (if (is Mover (state at:(site)))
                (move Step (from (site)) (to if:(is Empty (to)))))))
            (end (if (= (count Moves) 20) (result Mover Win)))))""",
    "three": """(game "Three" (players 3) (equipment {(board (hex 2)) (piece "Stone" Each) (hand Each)})
        (rules (start (place "Stone" "Hand" count:3)) (play (move (from (handSite Mover)) (to (sites Empty))))
            (end (if (no Moves Next) (result Mover Win)))))""",
    "first": """(game "First" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))""",
    "stacks": """(game "Stacks" (players 2) (equipment {(board (square 3)) (piece "Coin" Each)})
        (rules (play (or (move Add (to (sites Empty))) (forEach Site (sites Occupied by:Mover)
                (forEach Value min:1 max:(size Stack at:(site)) (move (from (site))
                    (to (sites Around (site) Orthogonal)) count:(value) stack:True)))))
            (end (if (is Line 3) (result Mover Win)))))""",
    "vertices": """(game "Vertices" (players 2)
            (equipment {(board (square 3) use:Vertex) (piece "Man" Each) (hand Each)})
        (rules (start (place "Man" "Hand" count:3)) phases:{
                (phase "In" (play (move (from (handSite Mover)) (to (sites Empty))))
                    (nextPhase Mover (is Empty (handSite Mover)) "Out"))
                (phase "Out" (play (move Remove (sites Occupied by:Mover))))}
            (end (if (no Moves Next) (result Mover Win)))))""",
    "pending": """(game "Pending" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
        (rules (play (or (move Add (to (sites Empty)) (then (set Pending (last To))))
                (if (is Pending) (move Remove (sites Pending)))))
            (end (if (is Line 3) (result Mover Win)))))""",
    "variable": """(game "Variable" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
        (rules (play (or (move Add (to (sites Empty)) (then (set Var "Here" (last To))))
                (if (is Enemy (who at:(var "Here"))) (move Remove (var "Here")))))
            (end (if (is Line 3) (result Mover Win)))))""",
    "endless": """(game "Endless" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
        (rules (start (place "Stone1" 0)) (play (move Select (from (sites Occupied by:All))))
            (end (if (no Moves Next) (result Mover Win)))))""",
}
SQUARE = ["identity", "turn by 90°", "turn by 180°", "turn by 270°", *(f"mirror at {k}°" for k in (0, 45, 90, 135))]
NAMES = {
    "square": [*SQUARE, *exchanged(*SQUARE)],
    "forward": ["identity", "mirror at 90°", *exchanged("turn by 180°", "mirror at 0°")],
    "corner": ["identity", "mirror at 45°", *exchanged("identity", "mirror at 45°")],
    "dice": ["identity", "turn by 180°", *exchanged("identity", "turn by 180°")],
    "sides": ["identity", "turn by 180°", *exchanged("mirror at 0°", "mirror at 90°")],
    "colours": [
        "identity", "turn by 180°", "mirror at 45°", "mirror at 135°",
        *exchanged("turn by 90°", "turn by 270°", "mirror at 0°", "mirror at 90°"),
    ],
    "first": SQUARE,
    "vertices": [*SQUARE, *exchanged(*SQUARE)],
    "stacks": [*SQUARE, *exchanged(*SQUARE)],  # many moves have numbers of the reserve
    "pending": [*SQUARE, *exchanged(*SQUARE)],  # sites that rules keep have planes
    "variable": [*SQUARE, *exchanged(*SQUARE)],
    "endless": ["identity"],
}  # fmt: skip


def game_of(name: str) -> SingleGame:
    game = load_once(GAMES[name], backend="python")  # its numbers come from no cache
    assert isinstance(game, SingleGame)
    return game


@pytest.mark.parametrize("name", NAMES)
def test_which_there_are(name: str) -> None:
    assert [one.name for one in game_of(name).symmetries] == NAMES[name]


def test_a_hexagon_has_twelve_for_each_shift_of_the_players() -> None:
    assert len(game_of("hexagon").symmetries) == 2 * 12
    three = game_of("three").symmetries
    assert len(three) == 3 * 12 and {one.players for one in three} == {(0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2)}
    assert three[12].name == "Player 1 as Player 2" and three[12].sites[-3:] == (8, 9, 7)  # the hands go along


@pytest.mark.parametrize("name", ["square", "forward", "sides", "colours"])
def test_more_games_agree_move_by_move(name: str) -> None:
    game = game_of(name)
    assert all(holds(game, one, 20, 100) for one in game.symmetries)


def test_images_of_planes_and_masks() -> None:
    """A stone in the corner A1 goes to the other corners, and so does what may be done."""
    game = game_of("square")
    state = game.start(seed=0)
    state.apply(next(m for m in state.legal_moves() if m.to_site == 0))
    shown, mask = game.tensors.look(state).planes, state.action_mask()
    corners = set()
    for one in game.symmetries[:8]:  # the others are of what the other player does
        image = game.start(seed=0)
        image.apply(next(m for m in image.legal_moves() if m.to_site == one.sites[0]))
        corners.add(one.sites[0])
        assert np.array_equal(one.of_planes(shown), game.tensors.look(image).planes)
        assert np.array_equal(one.of_actions(mask), image.action_mask())
    assert corners == {0, 2, 6, 8}


def test_images_of_what_another_player_does() -> None:
    """Player 1 at the left edge, and Player 2 at the right one: each is the image of the other in all that is told."""
    game = game_of("sides")
    one = game.symmetries[2]
    assert one.players == (0, 2, 1) and one.pieces == (0, 2, 1)
    state = game.start(seed=0)
    state.apply(next(m for m in state.legal_moves() if m.to_site == 1))
    image = game.start(seed=0).with_pieces([], mover=2)
    image.apply(next(m for m in image.legal_moves() if m.to_site == one.sites[1]))
    shown, expected = game.tensors.look(state), game.tensors.look(image)
    assert not np.array_equal(shown.planes, expected.planes)
    assert np.array_equal(one.of_planes(shown.planes), expected.planes)
    assert np.array_equal(one.of_numbers(shown.numbers), expected.numbers)
    mask, there = state.action_mask(), image.action_mask()
    assert np.array_equal(one.of_actions(mask), there)
    assert sorted(one.actions_before(there.nonzero()[0])) == mask.nonzero()[0].tolist()
    assert one.of_seats(np.array([1, -1])).tolist() == [-1, 1]


def test_a_view_puts_own_things_first() -> None:
    """Both players see at a first move what Player 1 sees, and move in the same direction."""
    game = game_of("forward")
    assert [one.name for one in game.views] == ["identity", "turn by 180°, players exchanged"]
    laid = game.start(seed=0).sites()
    start = game.start(seed=0).with_pieces(laid, mover=1)
    for player, view in enumerate(game.views, start=1):
        state = start.with_pieces(laid, mover=player)
        seen = game.tensors.look(state)
        assert np.array_equal(view.of_planes(seen.planes), game.tensors.look(start).planes)
        assert np.array_equal(view.of_numbers(seen.numbers), game.tensors.look(start).numbers)
        assert np.array_equal(view.of_actions(state.action_mask()), start.action_mask())
        chosen = int(start.action_mask().nonzero()[0][0])
        assert state.move(int(view.actions_before(chosen))).from_site == (0 if player == 1 else 15)
    with pytest.raises(LudUnsupportedError, match="puts each of its players in the place of Player 1"):
        _ = game_of("first").views


@pytest.mark.parametrize("code", ["python", "quick", "optimised"])
def test_views_of_lanes(code: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is to move sees Player 1 to move, also after the sides have changed, and plays what was chosen there."""
    if code == "quick":
        monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", QUICK)
    game = load(GAMES["sides"], backend="python" if code == "python" else "auto")
    assert isinstance(game, SingleGame)
    games = VectorGame(game, 4, seed=1, observation="board")
    swap = next(action.number for action in game.actions.table if "swap" in action.kind.split("/"))
    changed = False
    for step in range(12):
        seen, masks, movers = games.observe(games.seats), games.masks.copy(), games.movers
        assert isinstance(seen, Seen) and np.array_equal(seen.numbers.argmax(axis=1) + 1, movers)
        changed |= bool((movers != games.seats + 1).any())
        own, chosen = masks.copy(), np.full(4, -1, dtype=np.int32)
        for player, view in enumerate(game.views, start=1):
            lanes = movers == player
            own[lanes] = view.of_actions(masks[lanes])
            numbers = view.of_numbers(seen.numbers[lanes])
            assert (numbers[:, :2] == [1, 0]).all()
            picked = np.where(own[lanes][:, swap] & (step % 2 == 1), swap, own[lanes].argmax(axis=1))
            chosen[lanes] = view.actions_before(picked)
        assert masks[range(4), chosen].all()
        games.step(chosen)
    assert changed


EXPECTED = {
    "board/race/reach/Breakthrough": ["identity", "turn by 180°, players exchanged"],
    "board/space/line/Connect Four": ["identity", "players exchanged"],
    "board/space/connection/Hex": ["identity", "mirror at 0°, players exchanged"],
    "board/space/territory/Reversi": ["identity", "turn by 90°, players exchanged"],
    "board/war/replacement/checkmate/chess/Chess": ["identity", "mirror at 0°, players exchanged"],
}


@needs_corpus
@pytest.mark.parametrize("name", EXPECTED)
def test_views_of_games_of_ludii(name: str) -> None:
    game = load(LIBRARY / "lud" / f"{name}.lud", library=LIBRARY, backend="python")
    assert [one.name for one in game.views] == EXPECTED[name]


def test_moves_of_which_nothing_but_their_ends_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the rules do not bound moves, their numbers say where they begin and end, and have images all the same."""

    def unbounded(*_: object) -> None:
        raise NotBoundedError("test")

    monkeypatch.setattr("ludparse.interpreter.game.actions.space.build", unbounded)
    game = game_of("square")
    assert len(game.symmetries) == 16 and not game.actions.table[0].kind


LAW = (
    "board/space/line/Tic-Tac-Toe", "board/space/line/Yavalath", "board/space/line/Mulabalaba",
    "board/space/blocking/Snort", "board/hunt/Haretavl", "board/sow/two_rows/Oware", "board/war/leaping/lines/Felli",
    "board/race/reach/Knightthrough", "board/space/line/Squava", "board/war/replacement/eliminate/all/Surakarta",
)  # fmt: skip


@needs_corpus
@pytest.mark.parametrize("name", LAW)
@pytest.mark.drawn(2)
def test_symmetries_are_a_group_that_further_games_keep_to(name: str) -> None:
    game = load(LIBRARY / "lud" / f"{name}.lud", library=LIBRARY, backend="python")
    found = game.symmetries
    keys = {(one.players, one.sites) for one in found}
    assert len(keys) == len(found) and found[0].name == "identity"
    for one in found[:4]:
        for other in found:  # one, then the other
            players = tuple(other.players[k] for k in one.players)
            assert (players, tuple(other.sites[k] for k in one.sites)) in keys
    assert all(holds(game, one, 10, 200, first=1000) for one in found[1::7])
