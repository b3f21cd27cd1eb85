"""Positions as text."""

from math import sqrt

from ludparse.exporters.terminal.board_text import Piece, Spot, draw, glyphs


def square(n: int) -> list[Spot]:
    return [
        Spot(f"C{i}", f"{chr(65 + i % n)}{i // n + 1}", (i % n + 0.5) / n, (i // n + 0.5) / n) for i in range(n * n)
    ]


def test_a_square_board() -> None:
    assert draw(square(3), {"C4": "X", "C0": "O12"}) == "3 ·   ·   ·\n2 ·   X   ·\n1 O12 ·   ·\n  A   B   C"


def test_rows_of_a_hexagon_are_shifted_by_half() -> None:
    cells = [(q, r) for r in (-1, 0, 1) for q in range(max(-1, -1 - r), min(1, 1 - r) + 1)]
    spots = [Spot(f"C{i}", f"{i}", q + r / 2, r * sqrt(3) / 2) for i, (q, r) in enumerate(cells)]
    assert draw(spots, {}) == "5   ·   ·  6\n2 ·   ·   ·  4\n0   ·   ·  1"


def test_sites_that_would_overlap_are_moved_aside() -> None:
    spots = [Spot("V0", "a", 0, 0), Spot("V1", "b", 0.001, 0), Spot("V2", "c", 1, 0)]
    assert draw(spots, {"V0": "X", "V1": "O"}).split() == ["a", "X", "O", "·", "c"]


def test_one_site_and_none() -> None:
    assert draw([Spot("C0", "A1", 0, 0)], {}) == "1 ·\n  A"
    assert draw([], {}) == "(no board)"


def test_the_letters_of_columns_may_have_gaps() -> None:
    pits = [Spot(f"V{i}", f"{'BC'[i % 2]}{i // 2 + 1}", 1 + i % 2, 2 * (i // 2)) for i in range(4)]
    stores = [Spot("V4", "A1", 0, 1), Spot("V5", "D1", 3, 1)]
    assert draw([*pits, *stores], {}) == "2     ·   ·\n1 ·           ·\n1     ·   ·\n  A   B   C   D"


def test_wide_boards_shrink_and_then_come_in_parts() -> None:
    assert max(map(len, draw(square(20), {}).split("\n"))) == 80
    assert max(map(len, draw(square(20), {}, width=70).split("\n"))) == 61
    assert max(map(len, draw(square(20), {}, width=45).split("\n"))) == 42
    parts = draw(square(20), {"C0": "X", "C19": "O"}, width=24).split("\n\n")
    assert [part.split("\n")[-1].replace(" ", "") for part in parts] == ["ABCDEFGHIJ", "KLMNOPQRST"]
    assert [mark for part in parts for mark in part.split("\n")[-2] if mark in "XO"] == ["X", "O"]
    assert all(len(line) <= 24 for part in parts for line in part.split("\n"))
    assert "".join(parts).count("·") == 398


def test_marks_that_do_not_fit_keep_a_board_from_shrinking() -> None:
    drawn = draw(square(20), {"C0": "X12"}, width=60).split("\n")
    assert all(len(line) <= 60 for line in drawn)
    assert any(line.startswith(" 1 X12 ·") for line in drawn)


def test_letters() -> None:
    single = glyphs([Piece(1, "Disc1", 1), Piece(2, "Cross2", 2), Piece(3, "Disc0", 0)])
    assert single == {1: "X", 2: "O", 3: "○"}
    chess = ["Pawn", "Rook", "King", "Bishop", "Knight", "Queen"]
    both = glyphs([Piece(i, f"{name}{p}", p) for p in (1, 2) for i, name in enumerate(chess, p * 10)])
    assert "".join(both[i] for i in range(10, 16)) == "PRKBNQ"
    assert "".join(both[i] for i in range(20, 26)) == "prkbnq"


def test_painting_does_not_change_the_layout() -> None:
    painted = draw(square(2), {"C0": "X"}, lambda name, text: f"<{text}>" if text == "X" else text)
    assert painted.replace("<", "").replace(">", "") == draw(square(2), {"C0": "X"})


def test_more_kinds_than_letters_get_two_each() -> None:
    names = [f"{first}{second}" for first in "ABCDEF" for second in "uvwxyz"]
    letters = glyphs([Piece(i, name, 1) for i, name in enumerate(names, 1)])
    assert len({*letters.values()}) == len(names)
    assert "?" not in letters.values()
    assert letters[1] == "A"


def test_names_of_one_letter_that_are_alike_get_two() -> None:
    """The first takes the letter; of two letters AA is the first that is free."""
    assert glyphs([Piece(1, "A-", 1), Piece(2, "A+", 1), Piece(3, "A!", 1)]) == {1: "A", 2: "AA", 3: "AB"}
