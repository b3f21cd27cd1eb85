"""Positions of an environment as text, as SVG and as pixels."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from exporters.board_text import Piece as Glyph
from exporters.board_text import glyphs
from exporters.screen import Screen
from exporters.svg import Picture, draw_board
from interpreter.board_view import BoardView
from interpreter.game import Game
from interpreter.state import State
from ludparse.ludemes.enums import SiteType

from .opening import missing

__all__ = ["RENDER_MODES", "Renderer", "checked_mode"]

RENDER_MODES = ("ansi", "rgb_array", "svg")
_KINDS = {"C": SiteType.Cell, "V": SiteType.Vertex, "E": SiteType.Edge}
_COLOURS = ("#8a8a8a", "#f6f1e3", "#2b2b2b", "#c0392b", "#2e6fb7", "#3c8d40", "#d19a1d", "#7d3c98")
"""Of the pieces of nobody, and of each player; further players begin again."""


def checked_mode(mode: str | None) -> str | None:
    """The render mode. Raises ValueError for one that there is not."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode={mode!r}: None, or one of {', '.join(map(repr, RENDER_MODES))}")
    return mode


class Renderer:
    """Draws positions of one game. What is hidden from a player is shown: pictures are for spectators."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._screen = Screen(game)
        pieces = [Glyph(p.index, p.name, p.owner, tuple(p.faces)) for p in game.pieces if p.index > 0]
        self._letters: Mapping[int, str] = glyphs(pieces)
        self._faces = {p.index: p.faces for p in pieces if p.faces}
        self._owners = {p.index: p.owner for p in pieces}

    def render(self, state: State, mode: str) -> str | npt.NDArray[np.uint8]:
        """A position: text for "ansi" and "svg", an array of shape (height, width, 3) for "rgb_array".

        Raises LudError if a package is missing that rgb_array needs.
        """
        if mode == "ansi":
            moves = [] if state.over else state.legal_moves()
            return f"{self._screen.position(state, moves)}\n\n{self._screen.outcome(state)}\n"
        svg = self._svg(state)
        return svg if mode == "svg" else pixels(svg)

    def _svg(self, state: State) -> str:
        board: BoardView = self.game.board
        picture = draw_board(board)
        beside: list[tuple[str, str, str]] = []
        rows: list[Any] = state.sites()
        for name, count, *levels in rows:
            kind, index = _KINDS[name[0]], int(name[1:])
            elements = board.topology.elements(kind)
            text, colour = self._mark(count, levels)
            if index < len(elements):
                at = elements[index]
                self._piece(picture, picture.place((at.x, at.y)), text, colour)
            else:
                beside.append((name, text, colour))
        self._beside(picture, beside)
        return picture.svg()

    def _mark(self, count: int, levels: Sequence[Sequence[int]]) -> tuple[str, str]:
        """The letters and the colour of what stands on a site."""
        if not levels:
            return str(count), _COLOURS[0]
        what, owner, value, *_ = levels[-1]
        number = len(levels) if len(levels) > 1 else count
        if what in self._faces and value < len(self._faces[what]):
            return str(self._faces[what][value]), _COLOURS[1]
        letter = self._letters.get(what, str(what))
        return f"{letter}{number}" if number > 1 else letter, _COLOURS[self._colour(owner)]

    def _colour(self, owner: int) -> int:
        if not 0 < owner <= self.game.players:
            return 0
        return 1 + (owner - 1) % (len(_COLOURS) - 1)

    @staticmethod
    def _piece(picture: Picture, at: tuple[float, float], text: str, colour: str) -> None:
        unit = picture.unit
        picture.circle(at, 0.36 * unit, class_="piece", fill=colour, stroke="#1a1a1a", stroke_width=0.03 * unit)
        ink = "#ffffff" if colour not in (_COLOURS[0], _COLOURS[1]) else "#1a1a1a"
        picture.text(at, text, (0.42 if len(text) == 1 else 0.3) * unit, fill=ink, text_anchor="middle",
                     font_family="sans-serif")  # fmt: skip

    def _beside(self, picture: Picture, found: Sequence[tuple[str, str, str]]) -> None:
        """What lies in hands and on dice, in a row below the board."""
        unit = picture.unit
        if not found:
            return
        each = max(1, int(picture.width // unit))
        top = picture.height
        for k, (_, text, colour) in enumerate(found):
            row, column = divmod(k, each)
            self._piece(picture, ((column + 0.5) * unit, top + (row + 0.5) * unit), text, colour)
        picture.height = top + (1 + (len(found) - 1) // each) * unit
        picture.width = max(picture.width, unit)


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
