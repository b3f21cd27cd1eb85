"""Tracks: sites by number and by direction, loops, bumps."""

import pytest

from ludparse import LudRuleError
from ludparse.interpreter.equipment import END, OFF, Track
from ludparse.interpreter.lower.equipment import build_equipment
from tests.interpreter.small import small_game


def track(text: str, board: str = "(square 4)", use: str = "") -> Track:
    return build_equipment(small_game("(hand P1)", board=f"(board {board} (track {text}) {use})")).tracks[0]


@pytest.mark.parametrize(
    ("steps", "sites"),
    [
        ("0,E", (0, 1, 2, 3)),
        ("0,E2,N", (0, 1, 2, 6, 10, 14)),
        ("0,E,N1,W", (0, 1, 2, 3, 7, 6, 5, 4)),
        ("0,N,5,E,", (0, 4, 8, 12, 5, 6, 7)),
        ("16,3,W,End", (16, 3, 2, 1, 0, END)),
        ("5,NE", (5, 10, 15)),
        ("3,E,N", (3, 7, 11, 15)),
    ],
)
def test_directions(steps: str, sites: tuple[int, ...]) -> None:
    assert track(f'"T" "{steps}"').sites == sites


def test_on_vertices() -> None:
    assert track('"T" "0,E,N"', use="use:Vertex").sites == (0, 1, 2, 3, 7, 11, 15)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("E,0", "not the number of a site"),
        ("0,X", "no direction"),
        ("0,,E", "no direction"),
        ("40,E", "does not begin on the board"),
        ("7", "two different places"),
    ],
)
def test_wrong_directions(steps: str, message: str) -> None:
    with pytest.raises(LudRuleError, match=message):
        track(f'"T" "{steps}"')


def test_directions_need_cells_or_vertices() -> None:
    with pytest.raises(LudRuleError, match="cells or vertices"):
        track('"T" "0,E"', use="use:Edge")


def test_ends_of_a_line() -> None:
    found = track('"T" { 3 5 7 }')
    assert [(e.prev, e.prev_index, e.next, e.next_index) for e in found.elements] == [
        (OFF, OFF, 5, 1),
        (3, 0, 7, 2),
        (5, 1, OFF, OFF),
    ]
    assert (OFF, END) == (-1, -2)  # the numbers of the words Off and End
    assert (found.position(7), found.position(4)) == (2, OFF)


def test_loop() -> None:
    found = track('"T" { 3 5 7 } loop:True')
    assert (found.elements[0].prev, found.elements[0].prev_index) == (7, 2)
    assert (found.elements[2].next, found.elements[2].next_index) == (3, 0)
    assert not found.internal_loop


def test_directed() -> None:
    found = track('"T" { 3 5 7 9 } loop:True directed:True')
    assert [e.prev for e in found.elements] == [9, OFF, OFF, 7]


def test_bumps() -> None:
    found = track('"T" { 3 3 5 5 5 7 3 }')
    assert found.sites == (3, 5, 7, 3)
    assert [e.bump for e in found.elements] == [1, 2, 0, 0]
    assert not found.internal_loop


def test_a_site_that_comes_twice_makes_an_inner_loop() -> None:
    found = track('"T" { 3 5 7 3 }')
    assert found.internal_loop
    assert found.positions == {3: (0, 3), 5: (1,), 7: (2,)}


def test_owners() -> None:
    tracks = '{ (track "A" { 1 2 } P1) (track "B" { 2 1 } 2) (track "C" { 2 3 }) (track "D" { 2 3 } P1) }'
    equipment = build_equipment(small_game(board=f"(board (square 4) {tracks})"))
    assert [(t.index, t.owner) for t in equipment.tracks] == [(0, 1), (1, 2), (2, 0), (3, 1)]
    assert [t.name for t in equipment.owned_tracks(1)] == ["A", "D"]
    assert [t.name for t in equipment.owned_tracks(0)] == ["C"]


def test_surakarta_loops() -> None:
    tracks = build_equipment(small_game(board="(surakartaBoard (square 6) loops:2)")).tracks
    assert [t.name for t in tracks] == ["Track1F", "Track1B", "Track2F", "Track2B"]
    forward, backward = tracks[0], tracks[1]
    assert all(t.loop and t.directed and t.owner == 0 for t in tracks)
    # Along four lines of six vertices, with a loop outside after each.
    assert len(forward.elements) == len(backward.elements) == 24
    assert [i for i, e in enumerate(forward.elements) if e.bump] == [5, 11, 17, 23]
    assert backward.sites == forward.sites[::-1]
