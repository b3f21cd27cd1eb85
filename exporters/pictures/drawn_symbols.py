"""`(show Symbol …)`: drawings and letters on a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .symbols import drawing_of

if TYPE_CHECKING:
    from .painter import Painter

__all__ = ["draw_symbols"]

_SMALL = frozenset({"disc", "marker", "dot", "ball"})


def draw_symbols(painter: Painter, owners: Sequence[str]) -> None:
    """Draw the symbols that the metadata shows on sites. owners: the colours of the players."""
    picture, graphics = painter.picture, painter.graphics
    default = graphics.board_colour("Symbols")
    for entry in graphics.of("show", "Symbol"):
        role = next((w for w in entry.words if w[:1] == "P" and w[1:].isdecimal()), "")
        owner = owners[int(role[1:])] if role and int(role[1:]) < len(owners) else None
        fill = entry.named_colour("fillColour") or owner or default or painter.theme.line
        ink = entry.named_colour("edgeColour") or fill
        text = entry.text("text")
        image = "" if text is not None else entry.strings[0] if entry.strings else ""
        copies = int(image[0]) if image[:1] in ("2", "3", "4") and drawing_of(image[1:]) else 1  # "3flags"
        found = drawing_of(image[1:] if copies > 1 else image) if image else None
        scale = max(0.05, min(entry.number("scale") or entry.number("scaleX") or 1.0, 3.0))
        dx, dy = entry.number("offsetX") or 0.0, entry.number("offsetY") or 0.0
        places = painter.places(painter.site_type(entry, default_type=True))
        picture.open(class_="symbols", text_anchor="middle", font_weight="600", font_family=painter.theme.font)
        for site in painter.sites_of(entry, after=0 if text is not None else 1):
            if not 0 <= site < len(places):
                continue
            at = (places[site][0] + dx * painter.unit, places[site][1] - dy * painter.unit)
            if found is not None:
                glyph = found.rpartition(":")[2]
                lines = ink if ":" not in found and glyph not in ("thincross", "cross", "knot", "waves") else fill
                turn = entry.number("rotation") or 0.0
                for k in range(copies):
                    apart = (k - (copies - 1) / 2) * 0.28 * scale * painter.unit
                    size = 0.9 * scale * painter.unit
                    picture.use(glyph, (at[0] + apart, at[1]), size, fill, lines, turn=turn)
            else:
                word = (text if text is not None else image)[:12]
                picture.text(at, word, 0.5 * scale * painter.unit * min(1.0, 3 / max(len(word), 1)), fill=fill)
        picture.close()
