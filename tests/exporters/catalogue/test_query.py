"""What questions to the catalogue find; each row is a question and the games of a small catalogue that answer it."""

import pytest

from ludparse.exporters.catalogue import Entry, Query, board_kind, tags_of
from ludparse.exporters.catalogue.query import QueryError, stem, words_of


def entry(name: str, players: int, concepts: str, ludemes: str = "", words: dict[str, str] | None = None) -> Entry:
    counts = {"NumPlayableSitesOnBoard": 64, "NumRows": 8, "NumColumns": 8, "NumCells": 64, "NumPlayers": players}
    return Entry(
        name,
        f"lud/board/{name}.lud",
        False,
        players,
        tuple(concepts.split()),
        counts,
        tuple(ludemes.split()),
        words or {},
    )


GAMES = [
    entry("Hexline", 2, "HexTiling Cell LineEnd LineWin", "is line", {"author": "Ann Author"}),
    entry("Pile", 2, "HexTiling Cell Stack StackState ConnectionEnd", "sow", {"aliases": "Heap"}),
    entry("Dicey", 4, "SquareTiling Cell Dice Stochastic NoOwnPiecesEnd"),
    entry("Alone", 1, "SquareTiling Cell DeductionPuzzle Puzzle"),
    Entry("Broken", "lud/Broken.lud", False, problem="error"),
]

QUESTIONS = [
    ("two players, hex, stacking", "Pile"),
    ("hex", "Hexline Pile"),
    ("hexes, not stacks", "Hexline"),
    ("no dice, square", "Alone"),
    ("3+ players", "Dicey"),
    ("2-4 players", "Dicey Hexline Pile"),
    ("two or more players", "Dicey Hexline Pile"),
    ("solitaire", "Alone"),
    ("players:1", "Alone"),
    ("players > 2", "Dicey"),
    ("cells = 64, players <= 1", "Alone"),
    ("deduction puzzle", "Alone"),
    ("bear off", "Dicey"),
    ("four in a row", "Hexline"),
    ("ludeme:sow", "Pile"),
    ("sowing", "Pile"),
    ("concept:LineWin", "Hexline"),
    ("concept:linewin", "Hexline"),
    ("author:author", "Hexline"),
    ("heap", "Pile"),
    ("name:HEX", "Hexline"),
    ("board:8x8", "Alone Dicey"),
    ("path:board/Pi", "Pile"),
    ("-hex; dice", "Dicey"),
    ("hex, dice", ""),
]


@pytest.mark.parametrize(("question", "games"), QUESTIONS)
def test_a_question_finds(question: str, games: str) -> None:
    assert sorted(match.entry.name for match in Query(question)(GAMES)) == games.split()


def test_the_name_asked_for_comes_first() -> None:
    assert [match.entry.name for match in Query("pile, two players")(GAMES)] == ["Pile"]
    assert next(match.entry.name for match in Query("hexline")(GAMES)) == "Hexline"


def test_what_a_game_is_counts_more_than_where_it_lies() -> None:
    """First its name, then what is told of it, a word of its name, a ludeme, and the folder last. Of equal
    ones the first in the alphabet would come first."""
    plain = "SquareTiling Cell"
    folder = Entry("Alpha", "lud/board/stack/Alpha.lud", False, 2, tuple(plain.split()))
    games = [
        folder, entry("Mill", 2, plain, "size stack"), entry("Stack Race", 2, plain), entry("Zeta", 2, "Stack"),
        entry("Stack", 2, plain), entry("Other", 2, plain),
    ]  # fmt: skip
    found = [match.entry.name for match in Query("stack")(games)]
    assert found == ["Stack", "Zeta", "Stack Race", "Mill", "Alpha"]


def test_matches_say_why() -> None:
    (match,) = Query("two players, hex, stacking")(GAMES)
    assert match.reasons == ("2 players", "hex, 64 cells", "stacks")


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("", "nothing is asked for"),
        (" , ", "nothing is asked for"),
        ("autor:Ann", "'author' is meant"),
        ("author:", "nothing stands after 'author'"),
        ("stones < 3", "is no number of a game; these are: players"),
        ("players:many", "2, 2-4 and 3. are"),
        ("players:", "nothing stands after 'players'"),
    ],
)
def test_a_term_that_says_nothing_is_refused(question: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        Query(question)


def test_terms_that_find_nothing_are_named_with_what_is_near() -> None:
    ((term, near),) = Query("two players, hexx").without_games(GAMES)
    assert (term.text, near) == ("hexx", ["hex"])
    assert Query("hex, dice").without_games(GAMES) == []


def test_endings_of_words_do_not_matter() -> None:
    assert stem("stacking") == stem("stacks") == stem("stacked") == stem("stack")
    assert words_of("HopCapture") == [stem("hop"), stem("captures")]


def test_boards_and_tags() -> None:
    assert board_kind(GAMES[3]) == "square 8x8"
    assert board_kind(GAMES[0]) == "hex, 64 cells"
    assert board_kind(GAMES[4]) == ""
    assert tags_of(["PromotionEffect", "PromotionDecision", "Dice"]) == ["dice", "promotion"]
