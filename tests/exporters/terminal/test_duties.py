"""What is said beside a position: duties, who sits where, matches; against positions worked out by hand."""

from types import SimpleNamespace
from typing import Any

import pytest

from ludparse import load
from ludparse.exporters.terminal.screen import Screen, position_text, prefers_moves, side_name, who_plays
from ludparse.exporters.terminal.words import Teller
from tests.exporters.terminal.test_screen import Position, game
from tests.exporters.verification.fake_engine import FakeGame, FakePiece

BOARD = '(board (square 3)) (piece "Man" Each {moves})'
TAKE = "(move Step (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"
STEP = "(move Step (to if:(is Empty (to))))"


def started(play: str, start: str, moves: str = "", players: int = 2, more: str = "") -> Any:
    end = "(if (= 99 (count Moves)) (result Mover Win))"
    return load(f"""(game "Duties" (players {players}) (equipment {{{BOARD.format(moves=moves)} {more}}})
        (rules (start {{{start}}}) (play {play}) (end {end})))""", backend="python").start(seed=1)


def limits(state: Any) -> str:
    return Screen(state.game).limits(state, state.legal_moves())


PRIORITY = f"(priority {{(forEach Piece {TAKE}) (forEach Piece {STEP})}})"


@pytest.mark.parametrize(("play", "start", "said"), [
    (PRIORITY, '(place "Man1" 0) (place "Man2" 1)', " A capture is compulsory."),
    (PRIORITY, '(place "Man1" 0) (place "Man2" 8)', ""),
    (f"(forEach Piece {TAKE})", '(place "Man1" 0) (place "Man2" 1)', ""),  # nothing is preferred to anything
    (f"(priority {{(forEach Piece (or {TAKE} {STEP})) (move Pass)}})", '(place "Man1" 0) (place "Man2" 1)', ""),
    ("(move (from (sites Occupied by:Next)) (to (sites Empty)))", '(place "Man1" 0) (place "Man2" 1)',
     " Only pieces of Black can be moved."),
    ("(move (from (sites Occupied by:All)) (to (sites Empty)))", '(place "Man1" 0) (place "Man2" 1)', ""),
    ("(move (from (sites Occupied by:Mover)) (to (sites Empty)))", '(place "Man1" 0) (place "Man2" 1)', ""),
    ("(move (from (sites Occupied by:Neutral)) (to (sites Empty)))", '(place "Man1" 0) (place "Rock0" 1)', ""),
    ("(move Add (to (sites Empty)))", '(place "Man1" 0)', ""),
    # who goes on to move the other's pieces has taken them over
    ("(max Captures (forEach Piece))", '(place "Man1" 0) (place "Man2" 1)', ""),
])  # fmt: skip
def test_duties(play: str, start: str, said: str) -> None:
    state = started(play, start, more='(piece "Rock" Neutral)')
    assert limits(state) == said


def test_of_a_stack_the_level_that_is_taken_up_counts() -> None:
    """Below a piece of player 2 lies one of player 1: of the top player 2 is the owner, of level 0 player 1."""
    start = '(place Stack items:{"Man1" "Man2"} 0)'
    top = started("(move (from (sites {0})) (to (sites Empty)))", start)
    assert limits(top) == " Only pieces of Black can be moved."
    bottom = started("(move (from (sites {0}) level:0) (to (sites Empty)))", start)
    assert limits(bottom) == ""


def test_what_prefers_moves() -> None:
    assert prefers_moves(started(PRIORITY, '(place "Man1" 0)').game)
    assert prefers_moves(started("(max Moves (move Pass))", '(place "Man1" 0)').game)
    assert not prefers_moves(started("(or (move Pass) (forEach Piece))", '(place "Man1" 0)').game)


@pytest.mark.parametrize(("seats", "player", "name", "said"), [
    ((0, 1), 1, "", "Player 1"), ((0, 1), 2, "", "Player 2"), ((0, 1), 2, "Ann", "Ann"),
    ((1, 0), 1, "", "Player 2 (side 1)"),
    ((1, 0), 2, "", "Player 1 (side 2)"), ((1, 0), 1, "Player 1", "Player 2 (side 1)"),
    ((1, 0), 1, "Ann", "Player 2 (Ann)"),
    ((2, 0, 1), 3, "", "Player 2 (side 3)"), ((0, 1), 0, "", "Player 0"),
])  # fmt: skip
def test_who_sits_where(seats: tuple[int, ...], player: int, name: str, said: str) -> None:
    assert who_plays(SimpleNamespace(seats=seats), player, name) == said


def test_sides_are_named_where_players_may_change_them() -> None:
    assert side_name(SimpleNamespace(changes_sides=True), 2) == "side 2"
    assert side_name(SimpleNamespace(changes_sides=False), 2) == "player 2"


@pytest.mark.parametrize(("players", "ranking", "said"), [
    (3, [1.5, 1.5, 3.0], "Player 1 and Player 2 share the best place. Places: 1.5 Player 1, 1.5 Player 2, 3 Player 3."),
    (3, [2.0, 2.0, 2.0], "A draw."), (2, [1.0, 2.0], "Player 1 wins."), (2, [2.0, 1.0], "Player 2 wins."),
    (3, [2.0, 3.0, 1.0], "Player 3 wins. Places: 1 Player 3, 2 Player 1, 3 Player 2."),
    (1, [1.0], "Solved!"), (1, [0.0], "Not solved: the game is over."), (0, [], "The simulation has ended."),
])  # fmt: skip
def test_how_a_game_ended(players: int, ranking: list[float], said: str) -> None:
    made = FakeGame()
    made.players = players
    state: Any = SimpleNamespace(over=True, ranking=[0.0, *ranking], seats=tuple(range(players)), mover=1)
    assert Screen(made).outcome(state) == said


def test_who_is_to_move() -> None:
    made = FakeGame()
    state: Any = SimpleNamespace(over=False, ranking=[0.0, 0.0, 0.0], seats=(1, 0), mover=2)
    assert Screen(made).outcome(state) == "Player 1 (side 2) to move."
    state.ranking = [0.0, 0.0]
    assert Screen(made).outcome(state) == "Your move."
    state.mover = 0
    assert Screen(made).outcome(state) == "The next step can be made."


def test_a_position_as_text() -> None:
    state = started("(move Add (to (sites Empty)))", '(place "Man1" 0)')
    board = "3 ·   ·   ·\n2 ·   ·   ·\n1 X   ·   ·\n  A   B   C"
    assert position_text(state) == f"{board}\n\nX Man (White)\n\nWhite to move."


def test_puzzles_and_unknown_faces() -> None:
    """Of a puzzle the number itself is shown; a die in a state without a face as ?; an empty site that counts by its
    count."""
    numbers = game()
    numbers.pieces = ()
    assert "1 7 " in Screen(numbers).position(Position(["C0", 1, [7, 0, 0, 0, 0]]))
    die = game(FakePiece(1, "Die1", 0, (1, 2)), FakePiece(2, "Man1", 1))
    text = Screen(die).position(Position(["C0", 1, [1, 0, 5, 0, 0]], ["C1", 1, [1, 0, 1, 0, 0]], ["C2", 3]))
    assert "1 ?   2   3" in text


def test_names_of_places_and_words_of_pieces() -> None:
    state = started("(move Add (to (sites Empty)))", '(place "Man1" 0)', more='(hand Each) (dice d:4 num:2)')
    tell = Teller(state.game, ["Ann", "Bob"])
    assert [tell.site(k) for k in range(8, 14)] == [
        "C3", "hand of Ann", "hand of Bob", "die 1", "die 2", "beside the board",
    ]  # fmt: skip
    first, second = (k for k, piece in enumerate(state.game.equipment.components) if piece.base_name == "Man")
    assert (tell.piece(first), tell.piece(second)) == ("white man", "black man")
    assert tell.piece(second, coloured=False) == "man"
    assert (tell.site(3, 9), tell.site(3, -1)) == ("A2", "A2")


VERTEX = """(game "Corners" (players 2) (equipment {(board (square 2)) (piece "Man" Each)}) (rules
    (start (place "Man2" Vertex 0)) (play (or (move Add (to Vertex (sites Empty Vertex)))
    (move (from Vertex 0) (to Vertex 4) (then (remove Vertex 0)))))
    (end (if (= 9 (count Moves)) (result Mover Win)))))"""


def test_moves_on_sites_of_another_kind_say_so() -> None:
    """Two by two cells have nine vertices in rows of three: 4 is the middle, B2."""
    game = load(VERTEX, backend="python")
    state, tell = game.start(seed=1), Teller(game, ["Ann", "Bob"])
    told = {}
    for move in state.legal_moves():
        after = state.copy()
        told[move.to_site, move.from_site == move.to_site] = tell.sentence(state.snapshot(), after.apply(move))
    assert told[8, True] == "white man at vertex C3"
    assert told[4, False] == "black man to vertex B2"


def test_hands_of_three_players() -> None:
    state = started("(move Add (to (sites Empty)))", '(place "Man1" 0)', players=3, more="(hand Each)")
    tell = Teller(state.game, ["Ann", "Bob", "Cleo"])
    assert [tell.site(k) for k in (9, 10, 11, 12)] == ["hand of Ann", "hand of Bob", "hand of Cleo", "beside the board"]


ALONG = """(game "Along" (players 2)
    (equipment {{(board (rectangle 2 8)) (piece "Dux" Each) (piece "Tower" Each)}})
    (rules (start {{(place "Dux1" 4) (place "Tower{owner}" {begin})}})
        (play (move (from 4) (to {to}) (then (fromTo (from {begin}) (to {end}))))) (end (if (= 9 (count Moves))
            (result Mover Win)))))"""


@pytest.mark.parametrize(("to", "begin", "end", "owner", "said"), [
    (6, 7, 5, 1, "castles with the tower at H1"), (2, 0, 3, 1, "castles with the tower at A1"),
    (6, 7, 4, 1, "castles with the tower at H1"),
    (6, 7, 5, 2, "to G1"),  # the other player's tower
    (5, 7, 6, 1, "to F1"),  # up to it, and not past it
    (6, 5, 7, 1, "to G1"), (6, 2, 3, 1, "to G1"),  # both in one direction
    (6, 14, 5, 1, "to G1"),  # from another row
])  # fmt: skip
def test_two_pieces_castle_that_move_past_each_other(to: int, begin: int, end: int, owner: int, said: str) -> None:
    state = load(ALONG.format(to=to, begin=begin, end=end, owner=owner), backend="python").start(seed=1)
    before = state.snapshot()
    moved = state.apply(state.legal_moves()[0])
    assert Teller(state.game, ["Ann", "Bob"]).sentence(before, moved) == f"white dux {said}"
