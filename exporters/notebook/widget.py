"""The widget: what notebooks show of a game that is played by clicks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from .playing import Playing

__all__ = ["GameWidget"]


class GameWidget(anywidget.AnyWidget):  # type: ignore[misc]  # its class has no types
    """A game that is played by clicks. playing: the game, its state and what is offered (`Playing`)."""

    _esm = Path(__file__).with_name("widget.js")
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, game: Any, *, seat: int | None = None, theme: str = "auto") -> None:
        self.playing = Playing(game, seat=seat, theme=theme)
        super().__init__(view=self.playing.view)
        self.on_msg(self._asked)

    def _asked(self, _: object, asked: Mapping[str, Any], __: object) -> None:
        """Does what a reader of the notebook has asked for."""
        playing = self.playing
        match asked:
            case {"click": [float() | int() as x, float() | int() as y]}:
                playing.click(x, y)
            case {"choose": int() as number} if 0 <= number < len(playing.offered):
                playing.choose(number)
            case {"write": str() as text}:
                playing.write(text)
            case {"do": "undo"}:
                playing.undo()
            case {"do": "restart"}:
                playing.restart()
            case {"do": "renew"}:
                if not playing.renew():
                    return
            case _:
                return
        self.view = playing.view
