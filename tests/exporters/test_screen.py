"""Positions of real games in a terminal."""

from exporters.screen import Screen
from tests.exporters.fake_engine import FakeGame, FakePiece, FakeState


class Position(FakeState):
    """A position that is only looked at."""

    def __init__(self, *sites: object, **more: object) -> None:
        super().__init__()
        self.shown = {**super().snapshot(), "sites": list(sites), **more}

    def snapshot(self) -> dict[str, object]:
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
    assert "A1 O2" in text
    assert "X3" in text
    assert "beside the board: #9 X" in text
    assert "X Disc1   O Cross2" in text


def test_seeds_are_numbers() -> None:
    text = Screen(game(FakePiece(1, "Seed", 3))).position(Position(["C0", 4, [1, 0, 0, 0, 0]], score=[7, 2]))
    assert "A1 4 " in text
    assert "Seed" not in text
    assert "scores: player 1 7, player 2 2" in text


def test_dice_show_their_face() -> None:
    die, disc = FakePiece(1, "Die1", 0, (1, 2, 3, 4, 5, 6)), FakePiece(2, "Disc1", 1)
    text = Screen(game(die, disc)).position(Position(["C0", 1, [2, 1, 0, 0, 0]], ["C9", 1, [1, 0, 4, 0, 0]]))
    assert "beside the board: #9 5" in text
    assert "X Disc1" in text
    assert "Die" not in text


def test_outcomes() -> None:
    screen = Screen(FakeGame())

    def said(*ranking: float) -> str:
        state = FakeState()
        state.over, state.ranking = True, [0.0, *ranking]
        return screen.outcome(state)

    assert screen.outcome(FakeState()) == "Player 1 to move."
    assert said(2.0, 1.0) == "The game is over: player 2 wins."
    assert said(1.5, 1.5) == "The game is over: a draw."
    assert said(1.0) == "The game is over: solved."
    assert said(0.0) == "The game is over: not solved."
    assert said(1.0, 3.0, 2.0) == "The game is over: player 1 wins (places: player 1 1, player 2 3, player 3 2)."


def test_colours_only_where_wanted() -> None:
    position = Position(["C0", 1, [1, 1, 0, 0, 0]])
    assert "\x1b[36mX\x1b[0m" in Screen(FakeGame(), colour=True).position(position)
    assert "\x1b" not in Screen(FakeGame()).position(position)
