"""What a site tells of random games, and the names of its files."""

from types import SimpleNamespace
from typing import Any

from ludparse.exporters.web.site import file_name, random_rows
from tests.exporters.verification.fake_engine import FakeBoard


def game(players: int, rankings: list[tuple[float, ...]], lengths: list[int], cut: int = 0, sides: bool = False) -> Any:
    played = SimpleNamespace(games=len(rankings), moves=sum(lengths), lengths=lengths, rankings=rankings, cut=cut)
    return SimpleNamespace(
        players=players, changes_sides=sides, board=FakeBoard(), playouts=lambda games, **settings: played
    )  # fmt: skip


def test_random_games_in_words() -> None:
    """Of four games the first player wins two, the second one, and one is drawn."""
    four = game(2, [(1.0, 2.0), (1.0, 2.0), (2.0, 1.0), (1.5, 1.5)], [3, 5, 4, 9])
    rows = [("Moves, on average", "5.2"), ("Shortest and longest", "3 to 9"), ("Player 1 wins", "50 %"),
            ("Player 2 wins", "25 %"), ("Drawn", "25 %")]  # fmt: skip
    assert random_rows(four, 4) == rows
    sides = game(2, [(2.0, 1.0), (0.0, 0.0)], [3, 1000], cut=1, sides=True)
    assert random_rows(sides, 2)[2:] == [
        ("Side 1 wins", "0 %"), ("Side 2 wins", "50 %"), ("Drawn", "0 %"), ("Not over after 1,000 moves", "50 %"),
    ]  # fmt: skip
    assert random_rows(game(1, [(1.0,), (0.0,), (0.0,)], [1, 1, 1]), 3)[2:] == [("Solved", "33 %")]
    assert random_rows(game(0, [()], [7]), 1)[2:] == []


def test_names_of_files() -> None:
    """Small letters, digits and hyphens; a name that is taken gets a number, and the list keeps its own."""
    taken = set[str]()
    names = ["Small <b>", "small b", "Small-B!", "Index", "index", "***", "", "x" * 99]
    assert [file_name(name, taken) for name in names] == [
        "small-b", "small-b-2", "small-b-3", "index-game", "index-game-2", "game", "game-2", "x" * 60,
    ]  # fmt: skip
    assert len(taken) == 8
