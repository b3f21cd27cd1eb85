"""Pictures of boards and positions, for notebooks and programs: `state.svg()`, `game.svg()`, `game.board.svg()`.

The drawing itself is `ludparse.exporters.pictures`, which is imported when it is called: engines do without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .move import Move

__all__ = ["BoardPicture", "PositionPicture", "StartPicture"]


class PositionPicture:
    """The pictures of a position."""

    __slots__ = ()

    def svg(
        self,
        *,
        moves: bool | Iterable[Move] = False,
        last: bool = True,
        seat: int | None = None,
        show: Iterable[str] = (),
        players: bool = False,
        theme: str = "light",
    ) -> str:
        """The position as an SVG document.

        moves: the moves that are marked on it; True for all legal ones. last: whether the last move is marked. seat:
        the player, from 1, who sees the picture: what the rules hide from that player lies face down. Without a seat
        everything is seen, and what is hidden from a player has a dashed ring. show: what lies over the board, such as
        `axes`; see `BoardPicture.svg`. players: whether each player has a line below the board, with score and amount,
        and whose turn it is or how the game has ended. theme: "light", "dark", or "auto": in a browser as its viewer
        likes it. Raises ValueError for a seat that the
        game does not have, for other words to show, and for other themes.
        """
        from ludparse.exporters.pictures import position_svg, theme_named

        told = theme_named(theme)
        return position_svg(self, moves=moves, last=last, seat=seat, show=show, players=players, theme=told)

    def animation(self, *, seconds: float = 1.0, seat: int | None = None, theme: str = "light") -> str:
        """The game from its start to this position as an animated SVG document.

        seconds: how long each position is shown. seat, theme: as of `svg`. Raises ValueError if seconds is not
        positive, and for other themes.
        """
        from ludparse.exporters.pictures import animation_svg, positions_of, theme_named

        return animation_svg(positions_of(self), seconds=seconds, seat=seat, theme=theme_named(theme))

    def __str__(self) -> str:
        """The position as text, with the player to move or the result."""
        from ludparse.exporters.terminal.screen import position_text

        return position_text(self)

    def _repr_svg_(self) -> str:
        return self.svg()


class StartPicture:
    """The picture of a game."""

    __slots__ = ()

    def svg(self) -> str:
        """The position at the start as an SVG document; where chance has a part in it, the one of seed 0."""
        start: Any = self.start(seed=0)  # type: ignore[attr-defined]
        text: str = start.svg()
        return text

    def _repr_svg_(self) -> str:
        return self.svg()


class BoardPicture:
    """The picture of a board."""

    __slots__ = ()

    def svg(self, *, show: Iterable[str] = (), theme: str = "light") -> str:
        """The board without pieces as an SVG document.

        show: some of `cells`, `vertices`, `edges` (mark these elements), `indices`, `coordinates` (of the marked
        elements, or else of the sites), `axes` and `tracks`. theme: as of `PositionPicture.svg`. Raises ValueError
        for any other word.
        """
        from ludparse.exporters.pictures import board_svg, theme_named

        return board_svg(self, show=show, theme=theme_named(theme))  # type: ignore[arg-type]

    def _repr_svg_(self) -> str:
        return self.svg()
