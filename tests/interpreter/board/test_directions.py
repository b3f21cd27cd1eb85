"""Directions as a facing piece sees them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse.interpreter.board import directions as d
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.interpreter.play.board_view import BoardView
from ludparse.ludemes.enums import AbsoluteDirection, RelationType, RelativeDirection
from tests.interpreter.small import small_game

A = AbsoluteDirection
SQUARE = tuple(A[name] for name in ("N", "NE", "E", "SE", "S", "SW", "W", "NW"))
ORTHOGONAL = SQUARE[::2]
HEX = tuple(A[name] for name in ("N", "ENE", "ESE", "S", "WSW", "WNW"))
PYRAMID = (*SQUARE, A.DNE, A.DSE, A.DSW, A.DNW)
FACINGS = (*d.COMPASS, *d.SPATIAL, *d.ROTATIONAL)


def seen(facing: str, relative: str, supported: tuple[A, ...] = SQUARE) -> str:
    return " ".join(f.name for f in d.relative(A[facing], RelativeDirection[relative], supported))


@pytest.mark.parametrize(
    ("facing", "relative", "expected"),
    [
        ("N", "Forward", "N"),
        ("E", "Backward", "W"),
        ("N", "Rightward", "E"),
        ("N", "Leftward", "W"),
        ("N", "Forwards", "NW N NE"),
        ("N", "Backwards", "SE S SW"),
        ("S", "Forwards", "SE S SW"),
        ("N", "Rightwards", "NE E SE"),
        ("N", "Leftwards", "NW W SW"),
        ("N", "FR", "NE"),
        ("N", "FL", "NW"),
        ("N", "BR", "SW"),
        ("N", "BL", "SE"),
        ("N", "FLL", "NW"),
        ("SE", "FRRR", "S"),
        ("N", "SameDirection", ""),
    ],
)
def test_on_a_square_board(facing: str, relative: str, expected: str) -> None:
    assert seen(facing, relative) == expected


@pytest.mark.parametrize(
    ("facing", "relative", "expected"),
    [
        ("N", "Forwards", "WNW N ENE"),
        ("N", "Rightward", ""),
        ("E", "Forward", ""),
        ("N", "FR", "ENE"),
        ("N", "BL", "ESE"),
    ],
)
def test_on_a_hexagonal_board(facing: str, relative: str, expected: str) -> None:
    assert seen(facing, relative, HEX) == expected


@pytest.mark.parametrize(
    ("facing", "relative", "expected"),
    [
        ("Out", "Forward", "Out"),
        ("CW", "Backward", "CCW"),
        ("Out", "Rightward", "CW"),
        ("In", "Rightward", "CCW"),
        ("CW", "Forwards", "CCW Out CW"),
        ("Out", "Rightwards", "CW"),
    ],
)
def test_on_a_round_board(facing: str, relative: str, expected: str) -> None:
    assert seen(facing, relative, d.ROTATIONAL) == expected


def test_between_layers() -> None:
    assert seen("DNE", "Backward", d.SPATIAL) == "USW"
    assert seen("DNE", "Rightward", d.SPATIAL) == "DE"
    assert seen("D", "Forwards", d.SPATIAL) == ""


def test_only_supported_facings() -> None:
    assert seen("N", "Forwards", ORTHOGONAL) == "N"
    assert seen("N", "FR", ORTHOGONAL) == "E"
    assert seen("N", "FR", ()) == ""


@given(st.sampled_from(FACINGS), st.sampled_from(RelativeDirection), st.sets(st.sampled_from(FACINGS)))
def test_every_facing_gets_an_answer(facing: A, relative: RelativeDirection, supported: set[A]) -> None:
    found = d.relative(facing, relative, tuple(supported))
    assert set(found) <= supported


@given(st.sampled_from(FACINGS))
def test_opposite_twice(facing: A) -> None:
    assert d.opposite(d.opposite(facing)) is facing


@given(st.sampled_from(d.COMPASS))
def test_left_undoes_right(facing: A) -> None:
    assert d.left(d.right(facing)) is facing
    assert d.leftward(d.rightward(facing)) is facing


def test_conversion() -> None:
    pair = (RelativeDirection.Forward, RelativeDirection.Backward)
    assert d.absolute_directions(A.N, pair, SQUARE) == (A.N, A.S)
    assert d.absolute_directions(A.N, pair, SQUARE, rotation=1) == (A.NE, A.SW)
    assert d.absolute_directions(A.N, pair, ORTHOGONAL, rotation=3) == (A.W, A.E)


def test_direction_down_to_the_north_west_is_looked_up_in_the_south_west() -> None:
    assert d.absolute_directions(A.DNW, (RelativeDirection.Forward,), PYRAMID) == (A.DSW,)


def supported(relation: RelationType) -> tuple[A, ...]:
    return {RelationType.Orthogonal: ORTHOGONAL, RelationType.Diagonal: SQUARE[1::2]}.get(relation, SQUARE)


def test_sets_of_directions() -> None:
    assert d.expand((A.Orthogonal, A.U), supported) == (*ORTHOGONAL, A.U)
    assert d.union((A.N, A.NE), (A.Orthogonal,), supported) == (A.N, A.NE, A.E, A.S, A.W)
    assert d.difference((A.Adjacent,), (A.Orthogonal,), supported) == SQUARE[1::2]
    assert d.random_candidates((A.N, A.Diagonal), supported) == (*SQUARE[1::2], A.N)
    assert d.random_candidates((A.Orthogonal, A.Diagonal), supported) == (*SQUARE[1::2], *ORTHOGONAL)
    assert d.random_candidates((A.E, A.Adjacent), supported) == (*(x for x in SQUARE if x is not A.E), A.E)


def test_collective_directions_are_not_specific() -> None:
    assert [a for a in A if not d.is_specific(a)] == list(A)[:13]


def test_a_step_between_two_directions_goes_where_ludii_says() -> None:
    """At 33.75 degrees the last bit of the angle decides, which the system's own arc tangent gets differently."""
    board = "(board (remove (concentric {0 0 0 16 16 16 16}) cells:{1}))"
    cell = BoardView("Round", build_equipment(small_game(board=board))).describe()["Cell"][10]
    assert cell["radials"]["ENE"] == [[10, 26]]
    assert "NE" not in cell["radials"]
