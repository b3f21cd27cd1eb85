"""Positions of an environment as text, as SVG and as pixels."""

from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState

from ..terminal.screen import Screen
from .opening import missing

__all__ = ["RENDER_MODES", "Renderer", "checked_mode", "pixels"]

RENDER_MODES = ("ansi", "rgb_array", "svg")


def checked_mode(mode: str | None) -> str | None:
    """The render mode. Raises ValueError for one that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode={mode!r}: None, or one of {', '.join(map(repr, RENDER_MODES))}")
    return mode


class Renderer:
    """Draws positions of one game."""

    def __init__(self, game: SingleGame) -> None:
        self._screen = Screen(game)

    def render(self, state: GameState, mode: str, player: int | None) -> str | npt.NDArray[np.uint8]:
        """A position as a player sees it, from 1 (None: everything, as for a spectator): text for "ansi" and "svg", an
        array of shape (height, width, 3) for "rgb_array".

        Raises LudError if a package is missing that rgb_array needs.
        """
        if mode == "ansi":
            return f"{self._screen.position(state, seat=player)}\n\n{self._screen.outcome(state)}\n"
        svg = state.svg(seat=player)
        return svg if mode == "svg" else pixels(svg)


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """An SVG document as pixels on white: uint8 of shape (height, width, 3). Raises LudError without resvg and Pillow.
    """
    try:
        import resvg_py
        from PIL import Image
    except ImportError as absent:
        raise missing("pictures", f"render_mode 'rgb_array' needs resvg_py and Pillow; {absent.name}") from absent
    data = resvg_py.svg_to_bytes(svg_string=svg, background="white")
    with Image.open(io.BytesIO(bytes(data))) as image:
        return np.asarray(image.convert("RGB"), dtype=np.uint8)
