"""Regions, hints, maps, and the sites of large pieces."""

import pytest

from ludparse import LudRuleError, LudUnsupportedError, load
from ludparse.interpreter.equipment import Equipment, covered_sites, large_piece_sites, large_piece_states
from ludparse.interpreter.equipment.maps import is_coordinate
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes.enums import RegionTypeStatic, RoleType, SiteType
from tests.interpreter.small import small_game

PIECES = '(piece "Pawn" Each) (piece "Queen" Each) (hand Each size:2)'


def equipment(items: str = "", **parts: str) -> Equipment:
    return build_equipment(small_game(items, **parts))


def entries(pairs: str, **parts: str) -> dict[int, int]:
    return dict(equipment(f'{PIECES} (map "M" {pairs})', **parts).maps[0].entries)


# ---------------------------------------------------------------- regions


def test_regions() -> None:
    found = equipment('(regions "Home" P1 { 0 1 2 }) (regions P2 (sites Top)) (regions { (sites Top) (sites Left) })')
    home, top, both = found.regions
    assert (home.name, home.owner, home.sites, home.functions) == ("Home", 1, (0, 1, 2), ())
    assert (top.name, top.owner, len(top.functions)) == ("RegionP2", 2, 1)
    assert (both.name, both.role, both.owner, len(both.functions)) == ("RegionP1", RoleType.Neutral, 0, 2)


def test_static_regions() -> None:
    found = equipment("(regions Rows)")
    assert found.regions[0].types == (RegionTypeStatic.Rows,)
    lists = found.static_regions
    assert lists(RegionTypeStatic.Rows)[1] == (4, 5, 6, 7)
    assert lists(RegionTypeStatic.Columns)[1] == (1, 5, 9, 13)
    assert lists(RegionTypeStatic.SubGrids) == ((0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15))
    assert lists(RegionTypeStatic.Corners) == ((0,), (3,), (12,), (15,))
    assert lists(RegionTypeStatic.AllSites) == (tuple(range(16)),)
    assert sorted(lists(RegionTypeStatic.AllDirections)[0]) == [0, 1, 2, 3, 4, 5, 8, 10, 12, 15]
    assert lists(RegionTypeStatic.AllDirections)[0][0] == 0
    assert (0, 1) in lists(RegionTypeStatic.Touching)
    assert all(not {0, 3, 12, 15} & set(side) for side in lists(RegionTypeStatic.SidesNoCorners))
    assert len(lists(RegionTypeStatic.Sides)) == len(lists(RegionTypeStatic.SidesNoCorners))


def test_hints() -> None:
    hints = '(hints "Sums" { (hint { 0 1 } 3) (hint 5 2) (hint 6) })'
    found = equipment(hints, players="1")
    cells = found.hints[SiteType.Cell]
    assert cells.regions == ((0, 1), (5,), (6,))
    assert cells.values == (3, 2, 0)
    assert found.hints[SiteType.Edge].regions == ()
    assert found.static_regions(RegionTypeStatic.HintRegions) == cells.regions


# ---------------------------------------------------------------- maps


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ("{ (pair 1 2) (pair 3 4) }", {1: 2, 3: 4}),
        ("{ (pair P1 5) (pair P2 P1) }", {1: 5, 2: 1}),
        ("{ (pair -1 1) (pair 2 0) }", {2: 0}),
        ('{ (pair 0 "B2") (pair 1 "Queen2") (pair 2 "Nothing") }', {0: 5, 1: 4}),
        ('{ (pair "A1" "D4") }', {0: 15}),
        ("{ (pair P1 LastSite) (pair P2 FirstSite) }", {1: 15, 2: 0}),
        ('{ (pair (id "Pawn" P2) (id "Queen" P1)) }', {2: 3}),
        ('{ (pair (id "Queen2") (handSite P2 1)) }', {4: 19}),
        ('{ (pair (id "Queen2") (handSite P2 2147483647)) }', {4: 17 - 2**31}),
        ("{ (pair (id P2) 7) (pair 8 (id P1)) }", {2: 7, 8: 1}),
        ("{ (pair P1 (- (* 2 10) 1)) (pair P2 (/ -7 2)) (pair 3 (% -8 3)) }", {1: 19, 2: -3, 3: -2}),
        ('{ (pair P1 (coord "B1")) }', {1: 1}),
        ("{ (pair P1 (column of:0)) (pair P2 (row of:0)) (pair 3 (column of:15)) (pair 4 (row of:9)) }",
         {1: 0, 2: 0, 3: 3, 4: 2}),
        ("{ 1 2 } { 7 8 }", {1: 7, 2: 8}),
    ],
)
def test_maps(pairs: str, expected: dict[int, int]) -> None:
    assert entries(pairs) == expected


def test_what_is_not_in_a_map_is_zero() -> None:
    found = equipment("(map { (pair 1 2) })").maps[0]
    assert (found.name, found[1], found[9]) == ("Map", 2, 0)


def test_wrong_maps() -> None:
    with pytest.raises(LudRuleError, match="2 keys and 1 values"):
        entries("{ 1 2 } { 7 }")
    with pytest.raises(LudRuleError, match="division by zero"):
        entries("{ (pair 1 (/ 1 0)) }")


def test_a_number_that_is_not_known_matters_where_the_map_is_asked() -> None:
    text = (
        '(game "Drawn" (players 2) (equipment {(board (square 2)) (piece "Man" Each)'
        ' (map "M" {(pair 1 (value Random (range 1 3)))})})'
        " (rules (play (move Add (to (sites Empty)))) (end (if PLACE (result Mover Win)))))"
    )
    assert load(text.replace("PLACE", "(is Full)"), backend="python").start(seed=1).legal_moves()
    with pytest.raises(LudUnsupportedError, match="not known before"):
        load(text.replace("PLACE", '(= 1 (mapEntry "M" 1))'))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("A1", True), ("12", True), ("AA10", True), ("AB1", True), ("Pawn1", False), ("A", False), ("ABC1", False)],
)
def test_coordinates(text: str, expected: bool) -> None:
    assert is_coordinate(text) is expected


# ---------------------------------------------------------------- large pieces


def test_sites_of_a_large_piece() -> None:
    found = equipment('(tile "Bend" P1 { F F R F })')
    piece, board = found.components[1], found.board
    assert large_piece_states(piece, board) == 4
    # North twice, then east; turned by a quarter for each state.
    assert large_piece_sites(piece, 0, 0, board) == (0, 4, 8, 9)
    assert large_piece_sites(piece, 4, 1, board) == (4, 5, 6, 2)
    assert large_piece_sites(piece, 10, 2, board) == (10, 6, 2, 1)
    assert large_piece_sites(piece, 0, 1, board) == ()
    assert large_piece_sites(piece, 0, 4, board) == (0,)
    assert large_piece_sites(piece, 99, 0, board) == ()
    table = covered_sites(piece, board)
    assert (len(table), len(table[0]), table[0][0]) == (4, 16, (0, 4, 8, 9))


def test_several_walks() -> None:
    found = equipment('(tile "Two" P1 { { F } { F L F } })')
    piece, board = found.components[1], found.board
    assert large_piece_states(piece, board) == 8
    assert large_piece_sites(piece, 1, 0, board) == (1, 5)
    assert large_piece_sites(piece, 1, 4, board) == (1, 5, 4)
