"""Positions as SVG: which drawings lie where, and the document around them.

`place` turns a kit and the sites of a snapshot into a list of marks. A mark is a piece, `{"site", "level", "x", "y",
"size", "layers", "turn", "title"}` (with `dim` for a die that counts no more), or a number on a site, `{"text", "x",
"y", "size"}`. `svg` writes the document. A program in another language needs only these two functions
(docs/pictures.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import Any

from ludparse.interpreter.play.concealing import UNSEEN

from .canvas import number
from .kit import Kit
from .looks import Layer, Look
from .symbols import PREFIX
from .theme import BY_VIEWER, WOOD, Theme, viewer_style
from .xml_text import escape, quoteattr

__all__ = ["Mark", "layers_for", "place", "svg"]

Mark = dict[str, Any]
_COUNTED, _CLOSE = 2, 0.5  # of a higher stack whose pieces lie so close (in sites) the height is written on it
_BACK, _SEAM = "#8d6e4f", "#5a4330"
_DIM = 0.35  # the opacity of what does not count any more, as on pages
_SHOWN = 30  # so many pieces of a pile are drawn one by one


def layers_for(look: Look, state: int, value: int) -> list[Layer]:
    """The layers of a look in a state and with a value: the most special case that there is."""
    cases: Mapping[str, list[Layer]] = look.get("cases", {})
    for key in (f"{state},{value}", f"{state},", f",{value}"):
        if key in cases:
            return cases[key]
    found: list[Layer] = look["layers"]
    return found


def place(kit: Kit, rows: Iterable[Sequence[Any]], *, veiled: Iterable[str] = ()) -> list[Mark]:
    """The marks for the rows of a snapshot's `sites`, in the order in which the kit lists the sites.

    A piece that is -1 lies face down. veiled: the sites whose pieces somebody does not know; they get a dashed ring.
    """
    ringed = set(veiled)
    found: list[Mark] = []
    order = kit.order
    for row in sorted((row for row in rows if row[0] in order), key=lambda row: order[row[0]]):
        site, count, levels = row[0], row[1], row[2:]
        x, y, size, rule = kit.sites[site]
        stack = kit.stacks[int(rule)]
        offsets, width = stack["offsets"], size * stack["size"]
        pieces = [(level, piece) for level, piece in enumerate(levels) if piece[0] or kit.values]
        if not pieces:
            continue
        shown = pieces[-1:] if stack.get("count") else pieces[-len(offsets) :]
        if len(pieces) == 1:
            offsets, width = [[0.0, 0.0]], size
        for index, (level, piece) in enumerate(shown):
            dx, dy = offsets[index]
            at = {"site": site, "level": level, "x": x + dx * size, "y": y + dy * size, "size": width}
            if piece[0] == UNSEEN and not kit.values:
                found.append({**at, "layers": _face_down(kit, piece[1]), "title": f"{site}: hidden"})
            else:
                found += _piece(kit, at, piece, count if len(levels) == 1 else 1)
                if site in ringed:
                    found.append({**at, "layers": [{"symbol": "veil", "fill": "none", "ink": "#7a3fa0", "size": 0.98}]})
        if len(shown) < len(pieces) or (len(pieces) > _COUNTED and hypot(*offsets[1]) < _CLOSE):
            dx, dy = offsets[len(shown) - 1]
            found.append(_badge(len(pieces), x + dx * size, y + dy * size, size))
    return found


def _piece(kit: Kit, at: Mark, piece: Sequence[int], count: int) -> list[Mark]:
    what, _, state, rotation, value = piece
    if kit.values:  # a deduction puzzle: what stands there is the number itself
        return [{"text": str(what), "x": at["x"], "y": at["y"], "size": 0.55 * at["size"], "site": at["site"]}]
    look = kit.looks[what] if 0 < what < len(kit.looks) else None
    if look is None:
        return []
    if at["site"] in kit.edges:
        path = kit.edges[at["site"]]
        fill = layers_for(look, state, value)[0].get("fill", "#241d17")
        return [{**at, "path": path, "fill": fill, "title": f"{at['site']}: {look['name']}"}]
    layers = look["hand"] if "hand" in look and at["site"] in kit.in_hand else layers_for(look, state, value)
    mark: Mark = {**at, "layers": layers, "title": f"{at['site']}: {look['name']}"}
    if rotation and look.get("turn"):
        mark["turn"] = rotation * look["turn"]
    x, y, size = at["x"], at["y"], at["size"]
    if look.get("large"):
        return [mark]  # the count of such a piece is no number of pieces
    if count > 1 and kit.pile:
        piled = [{**mark, "x": x + dx * size, "y": y + dy * size, "size": 0.3 * size} for dx, dy in kit.pile[:count]]
        total = {"text": str(count), "x": x + 0.37 * size, "y": y + 0.37 * size, "size": 0.22 * size, "badge": True}
        return [*piled, total]
    if kit.pile:
        mark["size"] = 0.3 * size
    marks = [mark]
    if count > 1:
        marks.append(_badge(count, x, y, size))
    shown = look.get("shows")
    if shown:
        text = str(state if shown == "state" else value)
        marks.append({"text": text, "x": x, "y": y, "size": 0.38 * size, "badge": True})
    return marks


def _badge(count: int, x: float, y: float, size: float) -> Mark:
    """A number in the lower right corner of a site."""
    return {"text": str(count), "x": x + 0.3 * size, "y": y + 0.3 * size, "size": 0.3 * size, "badge": True}


def _face_down(kit: Kit, owner: int) -> list[Layer]:
    looks = [look for look in kit.looks if look is not None]
    if looks and all(look.get("large") and "hand" in look for look in looks):
        # the back of every such piece is the first one's shape, whatever is on its face
        return [{**layer, "fill": _BACK, "ink": _SEAM} for layer in looks[0]["hand"]]
    colour = kit.players[owner - 1]["colour"] if 0 < owner <= len(kit.players) else "#cdbb9c"
    ink = "#241d17" if colour > "#8" else "#f6efe2"
    return [{"symbol": "hidden", "fill": colour, "ink": ink, "size": 0.8}]


def svg(
    kit: Kit,
    marks: Iterable[Mark] = (),
    *,
    under: str = "",
    over: str = "",
    symbols: Iterable[str] = (),
    theme: Theme = WOOD,
    more: float = 0.0,
) -> str:
    """The whole document. under, over: markup between board and pieces, and above the pieces. symbols: drawings
    that this markup needs. more: by how many pixels the document is higher than the picture of the board."""
    marks = list(marks)
    used = {*kit.used, *symbols, *symbols_in(marks)}
    width, height = number(kit.width), number(kit.height + more)
    drawings = "".join(kit.symbols[name] for name in sorted(used) if name in kit.symbols)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'role="img">',
        f"  <title>{escape(kit.name)}</title>",
        f"  <style>{viewer_style()}</style>" if theme is BY_VIEWER else "",
        f"  <defs>{drawings}</defs>" if drawings else "",
        kit.board,
        under,
        f'  <g class="pieces" text-anchor="middle" font-weight="600" font-family={quoteattr(theme.font)}>',
        *(f"    {mark_svg(mark)}" for mark in marks),
        "  </g>",
        over,
        "</svg>",
        "",
    ]
    return "\n".join(part for part in parts if part != "" or part is parts[-1])


def symbols_in(marks: Iterable[Mark]) -> Iterator[str]:
    """The ids of the drawings that marks need."""
    return (layer["symbol"] for mark in marks for layer in mark.get("layers", ()) if "symbol" in layer)


def mark_svg(mark: Mark) -> str:
    """The markup of one mark."""
    x, y, size = mark["x"], mark["y"], mark["size"]
    if "text" in mark:
        return text_svg(mark["text"], x, y, size, mark.get("ink", "#241d17"), halo=bool(mark.get("badge")))
    if "path" in mark:
        line = f'fill="none" stroke-linecap="round" d="{mark["path"]}"'
        wide, thin = number(0.17 * size), number(0.12 * size)
        under = f'<title>{escape(mark["title"])}</title><path {line} stroke="#241d17" stroke-width="{wide}"/>'
        return f'<g class="piece">{under}<path {line} stroke="{mark["fill"]}" stroke-width="{thin}"/></g>'
    inner = "".join(layer_svg(layer, size) for layer in mark["layers"])
    turn = f" rotate({number(mark['turn'])})" if mark.get("turn") else ""
    title = f"<title>{escape(mark['title'])}</title>" if mark.get("title") else ""
    dim = f' opacity="{_DIM}"' if mark.get("dim") else ""
    return f'<g class="piece" transform="translate({number(x)} {number(y)}){turn}"{dim}>{title}{inner}</g>'


def layer_svg(layer: Layer, size: float) -> str:
    """The markup of a layer of a piece, around the origin. size: pixels for a layer of size 1."""
    width, dx, dy = layer["size"] * size, layer.get("dx", 0.0) * size, layer.get("dy", 0.0) * size
    if "text" in layer:
        out = text_svg(layer["text"], dx, dy, width, layer["ink"])
    else:
        left, top = number(dx - width / 2), number(dy - width / 2)
        side = number(width)
        out = (
            f'<use href="#{PREFIX}{layer["symbol"]}" x="{left}" y="{top}" width="{side}" height="{side}" '
            f'fill="{layer["fill"]}" color="{layer["ink"]}"/>'
        )
    return f'<g transform="rotate({number(layer["turn"])})">{out}</g>' if layer.get("turn") else out


def text_svg(text: str, x: float, y: float, size: float, ink: str, *, halo: bool = False) -> str:
    """A short text centred on a place."""
    around = f' stroke="#fbf4e4" stroke-width="{number(0.28 * size)}" paint-order="stroke" stroke-linejoin="round"'
    return (
        f'<text x="{number(x)}" y="{number(y + 0.35 * size)}" font-size="{number(size)}" fill="{ink}"'
        f"{around if halo else ''}>{escape(text)}</text>"
    )
