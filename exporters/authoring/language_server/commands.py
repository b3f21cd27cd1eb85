"""What can be done with a game from within an editor: the code lenses above it, and the commands behind them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ludparse.description.description import load_description
from ludparse.interpreter.game.load import load_sandboxed
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.interpreter.play.board_view import BoardView
from ludparse.interpreter.play.cover import Cover
from ludparse.library.library import Library
from ludparse.ludemes import Game
from ludparse.problems.errors import LudRuleError
from ludparse.problems.spans import Source

from ...pictures import board_svg
from ...terminal.screen import side_name
from .document import Document

__all__ = ["COMMANDS", "cover_of", "lenses"]

_GAMES = 200
_MOVES = 1_000
_SECONDS = 10.0
"""No further game is begun after so many seconds where it is counted what happens."""


def lenses(document: Document, plays: bool, cover: Cover | None = None) -> list[tuple[int, str, str]]:
    """Offset, title and command of each code lens: above every game, and above each line that begins a ludeme what
    happened there. plays: whether the editor can let play. cover: what happened in random games of this text; such a
    lens has no command."""
    found = []
    for node in document.root.children:
        if node.kind == "call" and node.keyword in ("game", "match"):
            shown = [("show board", "lud.showBoard")] if node.keyword == "game" else []
            shown += [("play", "lud.play")] if plays else []
            shown += [("playouts", "lud.playouts"), ("expand", "lud.expand")]
            shown += [("count what happens", "lud.cover")] if node.keyword == "game" else []
            found += [(node.start, title, command) for title, command in shown]
    told = set[int]()
    for one in cover.ludemes if cover is not None else ():
        if one.place.file == document.name and one.place.line not in told:
            told.add(one.place.line)
            said = f"never: {one.never}" if one.never else f"happened {one.happened:,} times"
            found.append((one.place.start, said, ""))
    return found


def cover_of(source: Source, library: Library | None) -> Cover:
    """What happens in random games, as `lud cover` tells it. Raises LudError, LudUnsupportedError for a match."""
    return load_sandboxed(source, library=library).cover(_GAMES, max_moves=_MOVES, seconds=_SECONDS)


def show_board(source: Source, library: Library | None) -> str:
    """The board as SVG. Raises LudError."""
    description = load_description(source, library=library)
    if not isinstance(description.game, Game):
        raise LudRuleError("a match has no board of its own")
    return board_svg(BoardView(description.name, build_equipment(description.game), description))


def expand(source: Source, library: Library | None) -> str:
    """The game without defines and options. Raises LudError."""
    return load_description(source, library=library).text


def playouts(source: Source, library: Library | None) -> str:
    """How some random games end, in a sentence. Raises LudError."""
    game = load_sandboxed(source.text, library=library)
    results = game.playouts(_GAMES, seed=0, max_moves=_MOVES)
    wins = Counter(player for ranking in results.rankings for player, place in enumerate(ranking, 1) if place == 1.0)
    undecided = sum(not any(ranking) for ranking in results.rankings)
    lengths = sorted(results.lengths)
    told = ", ".join(f"{side_name(game, side)} wins {count}" for side, count in sorted(wins.items())) or "nobody wins"
    told += f", {undecided} undecided after {_MOVES} moves" if undecided else ""
    middle = lengths[len(lengths) // 2] if lengths else 0
    return f"{len(lengths)} random games: {told}; median length {middle} moves"


COMMANDS: dict[str, tuple[Callable[[Source, Library | None], str], str]] = {
    "lud.showBoard": (show_board, ".svg"),
    "lud.expand": (expand, ".lud"),
    "lud.playouts": (playouts, ""),
}
"""Name -> what it does, and the ending of the file in which the editor shows it; without one it is a message."""
