"""What random games say of a game, as rows for a page."""

from __future__ import annotations

from ludparse.interpreter.game.game import SingleGame

from ..terminal.screen import side_name

__all__ = ["random_rows"]

_LONGEST = 1000


def random_rows(game: SingleGame, games: int) -> list[tuple[str, str]]:
    """How random games end and how long they are. games: how many are played, each at most 1,000 moves long."""
    played = game.playouts(games, seed=1, max_moves=_LONGEST)
    rows = [("Moves, on average", f"{played.moves / games:.1f}")]
    rows.append(("Shortest and longest", f"{min(played.lengths)} to {max(played.lengths)}"))
    if game.players > 1:
        firsts = [[p for p, place in enumerate(ranks, 1) if place == 1.0] for ranks in played.rankings]
        for player in range(1, game.players + 1):
            who = side_name(game, player).capitalize()
            rows.append((f"{who} wins", _share(sum(first == [player] for first in firsts), games)))
        drawn = sum(not first for first in firsts) - played.cut
        rows.append(("Drawn", _share(max(0, drawn), games)))
    elif game.players == 1:
        rows.append(("Solved", _share(sum(ranks[0] == 1.0 for ranks in played.rankings), games)))
    if played.cut:
        rows.append((f"Not over after {_LONGEST:,} moves", _share(played.cut, games)))
    return rows


def _share(count: int, games: int) -> str:
    return f"{100 * count / games:.0f} %"
