"""Lines below a position: each player with colour, name, score, and whose turn it is or how the game has ended."""

from __future__ import annotations

from typing import Any

from .canvas import number, written
from .kit import Kit
from .theme import Theme
from .xml_text import escape, quoteattr

__all__ = ["draw_standing"]

_SMALLEST, _LARGEST = 11.0, 18.0
_LETTERS_IN_A_LINE = 34


def draw_standing(kit: Kit, state: Any, theme: Theme) -> tuple[str, float]:
    """The markup, which begins below the picture of a kit, and how much higher it makes the picture, in pixels.

    state: a `State` of the kit's game. There is a line for each player. Texts that do not fit are made narrower.
    """
    size = max(_SMALLEST, min(_LARGEST, kit.width / _LETTERS_IN_A_LINE))
    step, left, right = 1.5 * size, 1.2 * size, kit.width - 1.2 * size
    snapshot = state.snapshot()
    turns = () if state.over or state.game.flags.simultaneous else (state.mover,)
    parts = []
    for p, player in enumerate(kit.players, start=1):
        y = kit.height + (p - 0.5) * step
        if p in turns:
            tip = f"M{number(left - 0.6 * size)} {number(y - 0.4 * size)}v{number(0.8 * size)}l{number(0.6 * size)} "
            parts.append(f'<path class="turn" fill="{theme.label}" d="{tip}{number(-0.4 * size)}Z"/>')
        dot = {"cx": left + 0.7 * size, "cy": y, "r": 0.42 * size, "fill": player["colour"]}
        parts.append(f"<circle{written({**dot, 'stroke': theme.label, 'stroke_width': 0.08 * size})}/>")
        about = [f"{word} {snapshot[word][p - 1]}" for word in ("score", "amount") if word in snapshot]
        said = ", ".join([*about, *_result(state, p)])
        room = right - left - 1.4 * size
        name = _who(state, p, player["name"])
        own = min(room * (0.55 if said else 1.0), 0.62 * size * len(name))
        parts.append(_text(name, left + 1.4 * size, y, size, own, "start", theme, bold=p in turns))
        parts.append(_text(said, right, y, size, room - own, "end", theme) if said else "")
    family = quoteattr(theme.font)
    return f'  <g class="standing" font-family={family}>{"".join(parts)}</g>', (len(kit.players) + 0.25) * step


def _who(state: Any, player: int, name: str) -> str:
    """The name of a player; after a change of sides who plays for it and, in brackets, the name."""
    seat = state.seats[player - 1] + 1
    return name if seat == player else f"Player {seat} ({name.replace('Player ', 'side ')})"


def _result(state: Any, player: int) -> list[str]:
    """How the game has ended for a player, in a word or two."""
    if not state.over:
        return []
    places = [state.ranking[p] for p in range(1, state.game.players + 1)]
    place = places[player - 1]
    if place == 1:
        return ["wins"]
    if len(set(places)) == 1:
        return ["draws" if len(places) > 1 else "loses"]
    return [f"place {place:g}" if len(places) > 2 else "loses"]


def _text(
    text: str, x: float, y: float, size: float, room: float, anchor: str, theme: Theme, *, bold: bool = False
) -> str:
    """A text beside or before a place. room: how wide it may be, in pixels."""
    wide = 0.62 * size * len(text)  # of most letters, or a little more
    narrow = {"textLength": room, "lengthAdjust": "spacingAndGlyphs"} if wide > room else {}
    weight = {"font_weight": "700"} if bold else {}
    at = {"x": x, "y": y + 0.35 * size, "font_size": size, "fill": theme.label, "text_anchor": anchor}
    return f"<text{written({**at, **weight, **narrow})}>{escape(text)}</text>"
