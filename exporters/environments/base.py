"""What environments of all frameworks share: their settings, the episode that is being played, pictures, closing."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.game import SingleGame

from .episode import Episode, checked_illegal
from .opening import open_game
from .rendering import RENDER_MODES, Renderer, checked_mode

__all__ = ["Environment"]


class Environment:
    """A game with at most one episode.

    max_cycles: moves of all players together (rounds, where they move at the same time) after which an episode is
    truncated; None for the limits of the rules alone. illegal: what an illegal action does, "terminate", "raise" or
    "random" (see `ludparse.exporters.environments.episode.ILLEGAL`). auto_pass: whether a pass is played without asking
    where nothing else is legal; for games whose players move in turn. render_mode: "ansi", "rgb_array" or "svg".
    """

    game: SingleGame
    auto_pass: bool
    illegal: str
    max_cycles: int | None
    render_mode: str | None
    _episode: Episode | None
    _closed: bool

    def _open(
        self,
        game: SingleGame | str | Path,
        *,
        max_cycles: int | None = None,
        illegal: str = "terminate",
        auto_pass: bool = False,
        render_mode: str | None = None,
        **opening: Any,
    ) -> None:
        """Load the game. Raises ValueError for settings that do not exist, and what `open_game` raises."""
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles={max_cycles}: at least 1, or None")
        self.max_cycles = max_cycles
        self.illegal = checked_illegal(illegal)
        self.render_mode = checked_mode(render_mode)
        self.game = open_game(game, **opening)
        if auto_pass and self.game.flags.simultaneous:
            raise ValueError("auto_pass is for games whose players move in turn")
        self.auto_pass = auto_pass
        self._episode, self._closed = None, False

    @property
    def episode(self) -> Episode:
        """The episode that is being played. Raises RuntimeError before the first reset and after closing."""
        if self._closed:
            raise RuntimeError("this environment is closed; reset() opens it again")
        if self._episode is None:
            raise RuntimeError("this environment has not been started: call reset() first")
        return self._episode

    def _begin(self, seed: int | None) -> Episode:
        """Start an episode. Equal seeds give equal chance; None lets the system choose."""
        self._closed = False
        self._episode = Episode(self.game, self.max_cycles, seed, self.auto_pass)
        return self._episode

    def _viewer(self) -> int | None:
        """The seat, from 0, whose view pictures show; None: a spectator's, who sees everything."""
        return None

    @cached_property
    def _renderer(self) -> Renderer:
        return Renderer(self.game)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The position in the render mode of the environment. Raises ValueError if it has none."""
        if self.render_mode is None:
            raise ValueError(f"no render_mode was chosen when the environment was made ({', '.join(RENDER_MODES)})")
        episode, seat = self.episode, self._viewer()
        return self._renderer.render(episode.state, self.render_mode, None if seat is None else episode.player(seat))

    def close(self) -> None:
        """Free the game that is being played. Closing twice does nothing more."""
        self._episode = None
        self._closed = True
