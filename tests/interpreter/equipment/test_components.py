"""Components: their numbers, names, owners and what belongs to each sort."""

import pytest

from ludparse import LudLimitError, LudRuleError
from ludparse.interpreter.equipment import OFF, Component, ComponentKind
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes.enums import AbsoluteDirection, CardType
from tests.interpreter.small import small_game


def components(items: str, **parts: str) -> tuple[Component, ...]:
    return build_equipment(small_game(items, **parts)).components


def names(items: str, **parts: str) -> list[tuple[str, int]]:
    return [(c.name, c.owner) for c in components(items, **parts)]


def test_blank_comes_first() -> None:
    assert names('(piece "King" P1)')[0] == ("Disc", 0)


@pytest.mark.parametrize(
    ("items", "players", "expected"),
    [
        ('(piece "Pawn" Each)', "3", [("Pawn1", 1), ("Pawn2", 2), ("Pawn3", 3)]),
        ('(piece "Pawn")', "2", [("Pawn1", 1), ("Pawn2", 2)]),
        ('(piece "Pawn" P2) (piece "King" P1)', "2", [("Pawn2", 2), ("King1", 1)]),
        ('(piece "Stone" Neutral)', "2", [("Stone0", 0)]),
        ('(piece "Stone" Shared)', "2", [("Stone", 3)]),
        ('(tile "Path")', "2", [("Path", 3)]),
        ('(piece "Pawn" Each)', "1", [("Pawn", 1)]),
        ('(piece "Stone" Neutral)', "1", [("Stone0", 0)]),
        ("", "2", [("Ball11", 1), ("Ball22", 2)]),
    ],
)
def test_names_and_owners(items: str, players: str, expected: list[tuple[str, int]]) -> None:
    assert names(items, players=players)[1:] == expected


def test_base_name_leaves_numbers_out() -> None:
    (_, piece, number, _) = components('(piece "Disc12" P1) (piece "7" P1) (piece "X" P2)')
    assert (piece.name, piece.base_name) == ("Disc121", "Disc")
    assert (number.name, number.base_name) == ("71", "7")


def test_limits_and_flips() -> None:
    piece = components('(piece "Coin" P1 (flips 1 2) maxState:3 maxValue:5)')[1]
    assert (piece.max_state, piece.max_count, piece.max_value) == (3, OFF, 5)
    assert [piece.flipped(state) for state in range(4)] == [0, 2, 1, 3]


def test_players_facing_goes_before_the_pieces_own() -> None:
    players = "{ (player N) (player S) }"
    pieces = components('(piece "Pawn" Each W) (piece "Stone" Neutral W)', players=players)
    facings = [piece.facing for piece in pieces[1:]]
    assert facings == [AbsoluteDirection.N, AbsoluteDirection.S, AbsoluteDirection.W]


def test_dice_come_before_pieces() -> None:
    found = components('(piece "Pawn" P1) (dice d:4 from:0 num:2)')
    assert [(c.name, c.owner, c.kind) for c in found[1:]] == [
        ("Die1", 3, ComponentKind.DIE),
        ("Die2", 3, ComponentKind.DIE),
        ("Pawn1", 1, ComponentKind.PIECE),
    ]
    assert found[1].faces == (0, 1, 2, 3)


@pytest.mark.parametrize(
    ("dice", "faces"),
    [
        ("(dice num:1)", (1, 2, 3, 4, 5, 6)),
        ("(dice d:2 num:1)", (1, 2)),
        ("(dice faces:{ 0 0 5 } num:1)", (0, 0, 5)),
        ("(dice facesByDie:{ { 1 9 } } num:1)", (1, 9)),
    ],
)
def test_faces(dice: str, faces: tuple[int, ...]) -> None:
    die = components(dice)[1]
    assert die.faces == faces
    assert die.num_faces == len(faces)


def test_cards_of_a_deck() -> None:
    found = components("(deck cardsBySuit:3 suits:2)")
    assert [c.name for c in found[1:]] == [f"Card{i}" for i in range(1, 7)]
    last = found[-1]
    assert (last.suit, last.rank, last.value, last.trump_rank) == (2, 3, 3, 3)
    assert last.card_type is tuple(CardType)[3]


def test_described_cards() -> None:
    card = components("(deck { (card Seven rank:1 value:7 trumpValue:9) })")[1]
    assert (card.rank, card.value, card.trump_rank, card.trump_value) == (1, 7, 1, 9)
    assert (card.card_type, card.bias) == (CardType.Seven, (OFF,))


def test_dominoes() -> None:
    found = components("(dominoes upTo:2)")
    assert [c.name for c in found[1:]] == ["Domino00", "Domino01", "Domino02", "Domino11", "Domino12", "Domino22"]
    assert [c.is_double for c in found[1:]] == [True, False, False, True, False, True]
    assert found[1].is_large
    assert found[1].is_tile


def test_tiles_take_the_sides_of_the_board() -> None:
    square, given = components('(tile "A") (tile "B" numSides:6 { (path from:0 to:2 colour:1) })')[1:]
    assert (square.num_sides, square.slots_per_side, len(given.paths)) == (4, 1, 1)
    assert given.num_sides == 6
    hexagonal = components('(tile "A")', board="(board (hex 2))")[1]
    assert hexagonal.num_sides == 6


def test_puzzles_have_no_components() -> None:
    puzzle = {
        "board": "(board (square 4) (values Cell (range 1 4)))",
        "players": "1",
        "play": "(play (satisfy (all Different)))",
        "end": "(end (if (is Solved) (result P1 Win)))",
    }
    equipment = build_equipment(small_game(**puzzle))
    assert equipment.components == ()
    assert {site.name: ends for site, ends in equipment.values.items()} == {
        "Cell": (1, 4),
        "Vertex": (0, 0),
        "Edge": (0, 0),
    }


@pytest.mark.parametrize(
    ("items", "error"),
    [
        ("(dice d:101 num:1)", LudLimitError),
        ("(dice facesByDie:{ { 1 2 } } num:2)", LudRuleError),
        ("(dominoes upTo:17)", LudLimitError),
        ('(tile "A" numSides:17)', LudLimitError),
        ("(deck cardsBySuit:99)", LudLimitError),
    ],
)
def test_too_much(items: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        components(items)


def test_finding_by_name() -> None:
    equipment = build_equipment(small_game('(piece "Pawn" Each) (hand Each)'))
    assert equipment.component("Pawn2").index == 2
    assert equipment.container("Hand2").index == 2
    with pytest.raises(LudRuleError) as caught:
        equipment.component("Prawn1")
    assert caught.value.nearest[0] == "Pawn1"
    with pytest.raises(LudRuleError):
        equipment.container("Hat")
