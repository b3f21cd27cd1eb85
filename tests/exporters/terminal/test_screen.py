"""Positions of real games in a terminal."""

import pytest

from ludparse import load
from ludparse.exporters.terminal.screen import Screen
from ludparse.exporters.terminal.words import Teller
from ludparse.exporters.terminal.writer import escaped
from ludparse.interpreter.play.dice import Die
from tests.exporters.verification.fake_engine import FakeGame, FakePiece, FakeState


class Position(FakeState):
    """A position that is only looked at."""

    def __init__(self, *sites: object, dice: tuple[Die, ...] = (), **more: object) -> None:
        super().__init__()
        self.dice = dice
        self.shown = {**super().snapshot(), "sites": list(sites), **more}

    def snapshot(self, *, player: int | None = None) -> dict[str, object]:
        return self.shown


def game(*pieces: FakePiece) -> FakeGame:
    made = FakeGame()
    made.pieces = (FakePiece(0, "Disc", 0), *pieces)  # type: ignore[misc,assignment]
    return made


def test_stacks_counts_and_what_lies_beside() -> None:
    screen = Screen(FakeGame())
    text = screen.position(
        Position(["C0", 0, [1, 1, 0, 0, 0], [2, 2, 0, 0, 0]], ["C8", 3, [1, 1, 0, 0, 0]], ["C9", 1, [1, 1, 0, 0, 0]])
    )
    assert "1 O2" in text
    assert "X3" in text
    assert "beside the board: #9 X" in text
    assert "X Disc1   O Cross2" in text


def test_seeds_are_numbers() -> None:
    text = Screen(game(FakePiece(1, "Seed", 3))).position(Position(["C0", 4, [1, 0, 0, 0, 0]], score=[7, 2]))
    assert "1 4 " in text
    assert "Seed" not in text
    assert "scores: Player 1 7, Player 2 2" in text


DICE = (Die(9, 1, 4, 5, "thrown", False), Die(10, 1, 1, 2, "thrown", True))
LYING = (["C9", 1, [1, 0, 0, 0, 0]], ["C10", 1, [1, 0, 0, 0, 0]])  # in the state they lie otherwise


def dice_lines(*dice: Die, colour: bool = False) -> list[str]:
    die, disc = FakePiece(1, "Die1", 0, (1, 2, 3, 4, 5, 6)), FakePiece(2, "Disc1", 1)
    screen = Screen(game(die, disc), colour=colour)
    text = escaped(screen.position(Position(["C0", 1, [2, 1, 0, 0, 0]], *LYING, dice=dice)))
    assert "Die" not in text
    assert "beside the board" not in text
    return text.split("\n\n")[1].split("\n")


def test_dice_show_what_is_thrown_and_which_of_them_can_be_used() -> None:
    assert dice_lines(*DICE) == ["dice: 5 2   (usable now: 2)"]
    assert dice_lines(*(die._replace(usable=True) for die in DICE)) == ["dice: 5 2"]
    assert dice_lines(*(die._replace(usable=False) for die in DICE)) == ["dice: 5 2"]
    assert dice_lines(DICE[0]._replace(standing="used"), DICE[1]._replace(standing="kept")) == [
        "dice: 5 2   (usable now: 2)"
    ]


def test_dice_of_an_earlier_throw_are_told_apart() -> None:
    last = [die._replace(standing="last", usable=False) for die in DICE]
    assert dice_lines(*last) == ["last throw: 5 2"]
    assert dice_lines(*last, colour=True) == ["\x1b[2mlast throw: 5 2\x1b[0m"]
    assert dice_lines(DICE[0], last[1]) == ["dice: 5", "last throw: 2"]


def test_dice_that_nobody_has_thrown_show_nothing() -> None:
    assert dice_lines(*(Die(die.site, 1, -1, None, "unthrown", False) for die in DICE)) == ["dice: not thrown"]
    assert dice_lines(DICE[0]._replace(pips=None, usable=False), DICE[1]) == ["dice: ? 2   (usable now: 2)"]


def test_dice_are_told_apart_from_what_lies_beside_the_board() -> None:
    die, disc = FakePiece(1, "Die1", 0, (1, 2, 3, 4, 5, 6)), FakePiece(2, "Disc1", 1)
    position = Position(["C9", 1, [1, 0, 4, 0, 0]], ["C11", 1, [2, 1, 0, 0, 0]], dice=DICE[:1])
    assert "dice: 5\nbeside the board: #11 X\n" in Screen(game(die, disc)).position(position)


def test_mixed_stacks_tell_what_is_in_them() -> None:
    two, one = [[1, 1, 0, 0, 0], [2, 2, 0, 0, 0]], [[1, 1, 0, 0, 0]]
    text = Screen(FakeGame()).position(Position(["C0", 0, *two], ["C1", 0, *one, *one], ["C9", 0, *two, *one]))
    assert "stacks, from the bottom: A1 XO  #9 XOX\n" in text


def test_the_legend_names_kinds_once_and_keeps_the_width() -> None:
    kinds = ["Pawn", "Rook", "King", "Bishop", "Knight", "Queen"]
    pieces = [FakePiece(1 + i + 6 * p, f"{name}{p + 1}", p + 1) for p in (0, 1) for i, name in enumerate(kinds)]
    sites = [[f"C{i}", 1, [1 + i, 1, 0, 0, 0]] for i in range(6)] + [["C6", 1, [7, 2, 0, 0, 0]]]
    lines = Screen(game(*pieces), width=40).position(Position(*sites)).split("\n\n")[1].split("\n")
    assert lines == [
        "P/p Pawn   R Rook   K King   B Bishop",
        "N Knight   Q Queen",
        "upper case: Player 1, lower case: Player 2",
    ]


def test_one_player_has_a_legend_too() -> None:
    alone = game(FakePiece(1, "Marker", 1))
    alone.players = 1
    assert Screen(alone).position(Position(["C0", 1, [1, 1, 0, 0, 0]])).endswith("X Marker")


def test_outcomes() -> None:
    screen = Screen(FakeGame())

    def said(*ranking: float) -> str:
        state = FakeState()
        state.over, state.ranking = True, [0.0, *ranking]
        return screen.outcome(state)

    assert screen.outcome(FakeState()) == "Player 1 to move."
    assert said(2.0, 1.0) == "Player 2 wins."
    assert said(1.5, 1.5) == "A draw."
    assert said(1.0) == "Solved!"
    assert said(0.0) == "Not solved: the game is over."
    assert said(1.0, 3.0, 2.0) == "Player 1 wins. Places: 1 Player 1, 2 Player 3, 3 Player 2."


def test_colours_only_where_wanted() -> None:
    position = Position(["C0", 1, [1, 1, 0, 0, 0]])
    assert "\x1b[36mX\x1b[0m" in escaped(Screen(FakeGame(), colour=True).position(position))
    assert "\x1b" not in Screen(FakeGame()).position(position)


def test_a_site_has_the_colour_of_the_owner_of_what_is_on_top() -> None:
    """Of the row A1 to C1: player 1 is cyan (36), player 2 yellow (33)."""
    one, two = [1, 1, 0, 0, 0], [2, 2, 0, 0, 0]
    text = escaped(
        Screen(FakeGame(), colour=True).position(Position(["C0", 1, one], ["C1", 0, two, one], ["C2", 1, two]))
    )
    (row,) = (line for line in text.split("\n") if line.startswith("1 "))
    assert [part.partition("m")[0] for part in row.split("\x1b[")[1::2]] == ["36", "36", "33"]


DRAWN = """(game "Drawn" (players 2) (equipment {(board (square 4)) (piece "Man" Each) (regions "Gates" {2 3})})
    (rules (start (place "Man1" 0)) (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
    (metadata (graphics {(region Colour (sites {0 1}) (colour 90 60 30)) (region Colour "Gates" (colour 9 60 30))
        (show Symbol "disc" (sites {1}) fillColour:(colour Red)) (show Symbol "arrow" (sites {15}) rotation:90)}))"""


def test_sites_that_are_drawn_apart_are_marked() -> None:
    game = load(DRAWN, backend="python")
    text = Screen(game).position(game.start(seed=1))
    assert text.startswith("4 ·   ·   ·   →\n3 ·   ·   ·   ·\n2 ·   ·   ·   ·\n1 X   ◈   ◇   ◇\n")
    assert "◇ marked space   ◈ marked in two colours" in text


def test_nothing_is_marked_where_most_sites_are_drawn_apart() -> None:
    game = load(DRAWN.replace("(sites {0 1})", "(sites Board)"), backend="python")
    assert "◇" not in Screen(game).position(game.start(seed=1))


def test_a_board_of_names() -> None:
    game = load(DRAWN, backend="python")
    assert Screen(game).names(game.start(seed=1)).startswith("4 A4  B4  C4  D4\n")


BESIDE = """(game "Beside" (players 2) (equipment {(board (square 2)) (piece "Man" Each) (hand P1 size:2) (hand P2)
    (hand Shared size:2) (dice d:4 num:1)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Full)
    (result Mover Win)))))"""


def test_places_beside_the_board_are_told_by_whose_they_are() -> None:
    """Four cells are numbered first, then the hands in the order of the equipment; one place alone needs no number."""
    tell = Teller(load(BESIDE, backend="python"), ["Ann", "Bob"])
    assert [tell.site(k) for k in range(3, 11)] == [
        "B2", "hand of Ann, place 1", "hand of Ann, place 2", "hand of Bob", "hand, place 1", "hand, place 2", "die",
        "beside the board",
    ]  # fmt: skip
    assert (tell.site(0, 1), tell.site(3, 2)) == ("vertex A1", "edge A1/B1")


WALK = "(forEach Site (sites Occupied by:Mover) (move Step (from (site)) (to if:{onto}) {then}))"
EMPTY, ONTO = "(is Empty (to))", "(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to))))"
ALL = "(then (remove (sites Occupied by:Next)))"
TOLD = [
    ('(move Add (piece (id "GoldLion" Mover)) (to (sites Empty)))', "", ["B2", "A1"],
     ["white gold lion at B2", "black gold lion at A1"]),
    (WALK.format(onto=ONTO, then=""), '(place "Man1" 0) (place "GoldLion2" 1) (place "Man2" 8)', ["A1-B1", "C3-C2"],
     ["white man takes B1", "black man to C2"]),
    (WALK.format(onto=EMPTY, then='(then (promote (last To) (piece "GoldLion") Mover))'), '(place "Man1" 0)', ["A1-B1"],
     ["white man to B1, promoted to gold lion"]),
    # up to three captured pieces are named by their sites
    (WALK.format(onto=EMPTY, then=ALL), '(place "Man1" 0) (place "Man2" {6 7 8})', ["A1-B1"],
     ["white man to B1, taking A3, B3, C3"]),
    (WALK.format(onto=EMPTY, then=ALL), '(place "Man1" 0) (place "Man2" {5 6 7 8})', ["A1-B1"],
     ["white man to B1, taking four pieces"]),
    ("(move Remove (sites Occupied by:Next))", '(place "GoldLion2" {6 7})', ["A3"], ["takes black gold lion at A3"]),
    ("(move (from (handSite Mover)) (to (sites Empty)))",
     '(place "Man1" (handSite P1)) (place "GoldLion2" (handSite P2))', ["#9-B2", "#10-A1"],
     ["white man dropped at B2", "black gold lion dropped at A1"]),
    # what a dropped piece takes is not named
    (f"(move (from (handSite Mover)) (to (sites Empty)) {ALL})", '(place "Man1" (handSite P1)) (place "Man2" 8)',
     ["#9-B2"], ["white man dropped at B2"]),
    ("(move Pass)", "", ["pass"], ["pass"]),
]  # fmt: skip


@pytest.mark.parametrize(("play", "start", "moves", "told"), TOLD, ids=[told[0] for *_, told in TOLD])
def test_moves_are_told_in_words(play: str, start: str, moves: list[str], told: list[str]) -> None:
    """The first player's pieces are white, the second's black, unless a description has other colours."""
    items = '(board (square 3)) (piece "Man" Each) (piece "GoldLion" Each) (hand Each)'
    rules = f"{start and f'(start {{{start}}})'} (play {play}) (end (if (= 9 (count Moves)) (result Mover Win)))"
    game = load(f'(game "Told" (players 2) (equipment {{{items}}}) (rules {rules}))', backend="python")
    state, teller, found = game.start(seed=1), Teller(game, ["Ann", "Bob"]), []
    for name in moves:
        before = state.snapshot()
        found.append(teller.sentence(before, state.apply(state.parse_move(name))))
    assert found == told


POINTS = """(game "Points" (players 2) (equipment {
        (board (rectangle 1 8) {(track "A" {7 6 5 4 3 2} P1) (track "B" {0 2 3 4 5 6} P2)})
        (piece "Man" Each (move Step (directions {E W}) (to if:(is Empty (to)))))})
    (rules (start {(place "Man1" {4 7}) (place "Man2" 2)}) (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))
    (metadata (graphics {(board Style Backgammon)}))"""


def test_points_of_a_backgammon_board_have_their_numbers() -> None:
    """As on pages: both players pass 2 to 6, counted from the end of player 1's track; the other places are bars."""
    game = load(POINTS, backend="python")
    screen, state = Screen(game), game.start(seed=1)
    assert screen.move_names(state.legal_moves()) == ["3/4", "3/2", "bar/5"]
    assert screen.names(state).split()[1:9] == ["bar", "bar", "1", "2", "3", "4", "5", "bar"]
    assert screen.teller.site(3) == "2"
    assert screen.position(state).splitlines()[0].split() == ["bar", "·", "·", "O", "·", "X", "·", "·", "X", "bar"]
    plain = load(POINTS.replace("Backgammon", "Graph"), backend="python")
    assert Screen(plain).move_names(plain.start(seed=1).legal_moves()) == ["E1-F1", "E1-D1", "H1-G1"]
