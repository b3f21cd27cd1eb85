"""What a player types, and the move that it means."""

import pytest

from ludparse import IllegalMoveError
from ludparse.exporters.terminal.typed_moves import find_move, moves_from

NAMES = ["A1/1", "A1/2", "B1", "A1-B1", "pass", "vote No 1"]


@pytest.mark.parametrize(("text", "index"), [("b1", 2), ("A1/2", 1), ("3", 2), (" a1-b1 ", 3), ("vote no 1", 5)])
def test_typed(text: str, index: int) -> None:
    assert find_move(text, NAMES) == index


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", "no move 0"),
        ("7", "numbered from 1 to 6"),
        ("a1", "ambiguous"),
        ("b11", "not legal here"),
        ("(!)", "cannot be a move"),
    ],
)
def test_not_typed_well(text: str, message: str) -> None:
    with pytest.raises(IllegalMoveError, match=message):
        find_move(text, NAMES)


def test_the_moves_from_a_site() -> None:
    names = ["A1-B2", "A1-B2=Queen", "A11-B2", "B1", "#12-A1", "A1=5", "pass"]
    assert moves_from("a1", names) == [0, 1, 5]
    assert moves_from("#12", names) == [4]
    assert moves_from("C1", names) == moves_from("", names) == moves_from("a1-", names) == []


@pytest.mark.parametrize(
    "name", ["A1-A2=Queen", "A1-A5xA3", "A1-A5xA3xB4", "A1-A5 via C3", "A1-A5/2", "A1~3", "bet 1 2"]
)
def test_names_with_endings_are_found(name: str) -> None:
    assert find_move(name.lower(), ["pass", name]) == 1
    with pytest.raises(IllegalMoveError, match="is not legal here"):
        find_move(name, ["pass"])
