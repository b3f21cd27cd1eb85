"""Small descriptions for tests: a game from its equipment and rules alone."""

from ludparse import Source
from ludparse.binding.diagnosis import bind
from ludparse.ludemes import Game
from ludparse.problems.spans import Span
from ludparse.reader import read_expanded

BOARD = "(board (square 4))"
PLAY = "(play (move Add (to (sites Empty))))"


def read_game(text: str) -> Game:
    """The typed tree of a description without defines and options."""
    source = Source("<test>", text)
    problems: list[Exception] = []
    (node,) = read_expanded(text, lambda start, end: Span(source, start, end), problems)  # type: ignore[arg-type]
    assert not problems
    game = bind(node)
    assert isinstance(game, Game)
    return game


def small_game(
    items: str = "",
    *,
    board: str = BOARD,
    players: str = "2",
    mode: str = "",
    meta: str = "",
    start: str = "",
    play: str = PLAY,
    end: str = "(end (if (no Moves Next) (result Mover Win)))",
) -> Game:
    """A game on a board of 4x4 cells for two, unless other parts are given."""
    rules = " ".join(part for part in (meta, start, play, end) if part)
    return read_game(f'(game "Small" (players {players}) {mode} (equipment {{ {board} {items} }}) (rules {rules}))')
