"""How much a site has to hold."""

import pytest

from ludparse.interpreter.equipment.site_limits import max_count, max_rotations, max_state, max_value
from ludparse.interpreter.lower.equipment import build_equipment, game_flags
from ludparse.ludemes import Int, RegionFunction
from tests.interpreter.small import small_game

PAWNS = '(piece "Pawn" Each)'


def number(node: Int) -> int:
    assert isinstance(node, int)
    return node


def size(node: RegionFunction) -> int:
    return 6


def count(items: str = PAWNS, start: str = "") -> int:
    game = small_game(items, start=start)
    return max_count(game, game_flags(game, build_equipment(game)), number, size)


def state(items: str = PAWNS, start: str = "", players: str = "2") -> int:
    game = small_game(items, start=start, players=players)
    return max_state(game, game_flags(game, build_equipment(game)), number)


@pytest.mark.parametrize(
    ("items", "start", "expected"),
    [
        (PAWNS, "", 16),
        (PAWNS + " (hand Each size:3)", "", 22),
        ('(piece "Pawn" Each maxCount:40)', "", 40),
        (PAWNS, '(start (place "Pawn1" 3 count:50))', 50),
        (PAWNS, '(start (place "Pawn1" { 1 2 3 } counts:{ 20 4 4 }))', 60),
        (PAWNS, '(start (place "Pawn1" (sites Top) counts:{ 2 }))', 32),
        (PAWNS, "(start (set Count 4 to:(sites Top)))", 24),
        (PAWNS, '(start { (set Count 9 at:2) (place "Pawn1" 3 count:9) })', 18),
        (PAWNS, '(start (place Stack "Pawn1" 3 count:9))', 1),
        ("(dominoes upTo:2)", "", 7),
    ],
)
def test_max_count(items: str, start: str, expected: int) -> None:
    assert count(items, start) == expected


@pytest.mark.parametrize(
    ("items", "start", "players", "expected"),
    [
        (PAWNS, "", "2", 3),
        (PAWNS, "", "4", 5),
        (PAWNS, '(start (place "Pawn1" 3 state:7))', "4", 7),
        ("(dice d:6 num:2)", "", "2", 6),
        ('(tile "Bend" { { F } { F R F } })', "", "2", 8),
        ('(piece "Pawn" Each maxState:9)', "", "2", 9),
    ],
)
def test_max_state(items: str, start: str, players: str, expected: int) -> None:
    assert state(items, start, players) == expected


def test_values_and_rotations() -> None:
    for items, expected in ((PAWNS, 1024), ('(piece "Pawn" Each maxValue:5000)', 5000)):
        game = small_game(items)
        flags = game_flags(game, build_equipment(game))
        assert max_value(flags) == expected
        assert max_rotations(flags) == 8
