"""What is known besides Ludii's channels, in positions whose values follow from the moves: read as the text of `told`.
Where a channel differs from place to place, `column * rows + row` stands before each value that is not 0."""

import pytest

from ludparse import load
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.concealing import Concealing

np = pytest.importorskip("numpy")


def single(text: str) -> SingleGame:
    game = load(text, backend="python")
    assert isinstance(game, SingleGame)
    return game


MEMORY = """(game "Memory" (players 3) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (start {(set Score Each 2) (set Amount 3)})
        (play (if (or {(< 9 (score P1)) (< 9 (var "Far")) (= 9 (amount P1)) (is In (last To) (sites Pending))
                       (is In 4 (values Remembered "Seen")) (= 3 (value Player P2)) (is Pending)})
            (move Pass)
            (move Add (to (sites Empty)) (then (and {(addScore Mover 1) (set Var "Far" (last To))
                (set Pending (sites Around (last To) Orthogonal)) (remember Value "Seen" (last To))
                (set Value Mover 7)})))))
        (end (if (is Full) (result Mover Win)))))"""
"""Sites 0, 1, 2 are the bottom row: site s stands in column s % 3 and row s / 3."""

ALWAYS = [*(f"active: Player {p}: 1" for p in (1, 2, 3)), *(f"Amount of Player {p}: 3" for p in (1, 2, 3))]


def test_numbers_lists_and_players() -> None:
    """-1 is the value of a player and of a variable that nobody has set."""
    game = single(MEMORY)
    state = game.start(seed=1)
    values = [f"Value of Player {p}: -1" for p in (1, 2, 3)]
    assert sorted(game.tensors.told(state).splitlines()) == sorted(
        [*ALWAYS, *values, *(f"Score of Player {p}: 2" for p in (1, 2, 3)), "next is Player 2: 1", "Variable 0: -1"]
    )
    state.apply("B1")  # site 1: beside it lie 0, 2 and 4, in columns 0, 2 and 1
    told = [
        "next is Player 3: 1", "Destination of the last move: 3=1",
        "Score of Player 1: 3", "Score of Player 2: 2", "Score of Player 3: 2",
        "Value of Player 1: 7", "Value of Player 2: -1", "Value of Player 3: -1",
        "Pending values: how many: 3", "Pending values: sites: 0=1 4=1 6=1", "Pending values, in order: 1=2 2=4",
        "Variable 0: 1",
        "Remembered values 1: how many: 1", "Remembered values 1: sites: 3=1", "Remembered values 1, in order: 0=1",
    ]  # fmt: skip
    assert sorted(game.tensors.told(state).splitlines()) == sorted([*ALWAYS, *told])
    state.apply("pass")
    state.apply("C3")  # by player 3, site 8: beside it lie 5 and 7
    told = [
        "next is Player 2: 1", "Destination of the last move: 8=1",
        "Score of Player 1: 3", "Score of Player 2: 2", "Score of Player 3: 3",
        "Value of Player 1: 7", "Value of Player 2: -1", "Value of Player 3: 7",
        "Pending values: how many: 2", "Pending values: sites: 5=1 7=1", "Pending values, in order: 0=5 1=7",
        "Variable 0: 8", "Remembered values 1: how many: 2", "Remembered values 1: sites: 3=1 8=1",
        "Remembered values 1, in order: 0=1 1=8",
    ]  # fmt: skip
    assert sorted(game.tensors.told(state).splitlines()) == sorted([*ALWAYS, *told])


def test_sites_of_several_types() -> None:
    """Nine vertices have their places; four cells too, in the order of their numbers; twelve edges fill a channel and
    three places of another."""
    game = single("""(game "Kinds" (players 2) (equipment {(board (square 3) use:Vertex) (piece "Stone" Each)})
        (rules (start {(place "Stone1" Cell 1) (place "Stone2" Edge 3 state:2) (place "Stone2" Edge 10)
                       (place "Stone2" Vertex 5)})
            (play (move Add (to Cell (sites Empty Cell) if:(!= 5 (state Edge at:2))) (then (set State Edge at:0 1))))
            (end (if (no Moves Next) (result Mover Win)))))""")
    state = game.start(seed=1)
    places = [3 * x + y for x, y in zip(game.tensors.x, game.tensors.y, strict=True)]
    told = [
        f"Piece of cells is Stone1: {places[1]}=1", f"Piece of vertices is Stone2: {places[5]}=1",
        "Piece of edges is Stone2, part 1: 3=1", "Piece of edges is Stone2, part 2: 1=1",
        "Local state of edges, part 1: 3=2", "next is Player 2: 1",
    ]  # fmt: skip
    assert sorted(game.tensors.told(state).splitlines()) == sorted(told)
    state.apply("A1")
    told = [
        f"Piece of cells is Stone1: {places[0]}=1 {places[1]}=1", f"Piece of vertices is Stone2: {places[5]}=1",
        "Piece of edges is Stone2, part 1: 3=1", "Piece of edges is Stone2, part 2: 1=1",
        "Local state of edges, part 1: 0=1 3=2", "next is Player 1: 1",
    ]  # fmt: skip
    assert sorted(game.tensors.told(state).splitlines()) == sorted(told)


def test_levels_of_stacks_from_both_ends() -> None:
    """A row of three vertices, two hands behind it and an empty column between: one stack of three, and one piece."""
    game = single("""(game "Stacks" (players 2) (equipment {(board (rectangle 1 3) use:Vertex) (hand Each)
            (piece "Stone" Each)})
        (rules (start {(place Stack items:{"Stone1" "Stone2" "Stone2"} 1) (place "Stone1" 2)})
            (play (move (from (sites Occupied by:Mover)) (to (sites Empty))))
            (end (if (no Moves Next) (result Mover Win)))))""")
    lines = game.tensors.told(game.start(seed=1)).splitlines()
    levels = {
        ("Stone1", "bottom"): {0: [1, 2]}, ("Stone2", "bottom"): {1: [1], 2: [1]},
        ("Stone1", "top"): {0: [2], 2: [1]}, ("Stone2", "top"): {0: [1], 1: [1]},
    }  # fmt: skip
    expected = [
        f"Piece of vertices is {piece} at level {level} from stack {end}: " + " ".join(f"{site}=1" for site in sites)
        for (piece, end), found in levels.items()
        for level, sites in found.items()
    ]
    assert sorted(lines) == sorted([*expected, "Height of vertices: 1=3 2=1", "next is Player 2: 1"])


HIDDEN = """(game "Hidden" (players 3) (equipment {(board (square 2 USE)) (piece "Stone" Each) (piece "Rock" Neutral)})
    (rules (play (move Add (piece {"Stone1" "Rock0"}) (to (sites Empty) if:(and {(!= (last To) 9) (!= (last To) 8)}))
            (then (set Hidden WORD at:(last To) to:P2))))
        (end (if (is Full) (result Mover Win)))))"""


@pytest.mark.parametrize("use", ["", "use:Vertex"])
@pytest.mark.parametrize(("word", "place", "kind"), [("", False, False), ("What", True, False), ("State", True, True)])
def test_what_is_hidden_is_told_to_the_others_alone(word: str, place: bool, kind: bool, use: str) -> None:
    """Where all of a site is hidden, a move to it is hidden, too; where its piece is, only that."""
    game = single(HIDDEN.replace("WORD", word).replace("(square 2 USE)", f"(square 2) {use}"))
    state = game.start(seed=1)
    state.apply(next(move for move in state.legal_moves() if move.to_site == 3))
    tensors = game.tensors
    for player in (None, 1, 2, 3):
        shown = dict(zip(tensors.observation_channels, tensors.observe(state, player=player), strict=True))
        assert ("Destination of the last move" in tensors.told(state, player=player)) == (place or player != 2)
        pieces = sum(plane for name, plane in shown.items() if name.startswith("Piece Type"))
        assert pieces.sum() == (kind or player != 2)


@pytest.mark.parametrize(("height", "bits", "hidden"), [(0, 0, False), (0, 2, True), (1, 0, False), (1, 2, True)])
def test_an_empty_site_of_a_game_of_stacks_is_seen_unless_it_is_hidden(height: int, bits: int, hidden: bool) -> None:
    fields = {"height_c": [height, 0], "hidden_c": [bits, 0, 0, 0]}
    assert Concealing(fields.get, 1).hides_site(0) is hidden
