"""Gives pieces whose drawings depend on the board their looks: large pieces, dominoes, tiles with paths."""

from __future__ import annotations

from collections.abc import Sequence

from ludparse.interpreter.equipment.items import ComponentKind

from .any_board import AnyBoard
from .colours import contrast
from .large import draw_large, draw_tile
from .looks import Layer, Look

__all__ = ["make_drawings"]

_IVORY = "#fbf6ea"
_SHARED = ("#d9775f", "#6fa8dc", "#93c47d", "#e6b84c", "#a78bc7", "#5fb3a8", "#c98fb0", "#b0a36a")
"""The colours of large pieces that belong to nobody, by turns."""


def make_drawings(board: AnyBoard, looks: Sequence[Look | None], step: float, colours: Sequence[str]) -> dict[str, str]:
    """Change the looks of pieces whose drawings depend on the board. Returns the markup of these drawings by id.

    step: from site to site of the board; colours: of the players, from index 1.
    """
    made: dict[str, str] = {}
    players = board.equipment.players.count
    for component, look in zip(board.equipment.components, looks, strict=False):
        if look is None:
            continue
        fill = next((layer["fill"] for layer in look["layers"] if "fill" in layer), _IVORY)
        if component.is_large and component.walks:
            drawings = draw_large(board, component, step)
            if drawings is None:
                continue
            if component.kind is ComponentKind.DOMINO:
                fill = _IVORY
            elif not 0 < component.owner <= players:
                fill = _SHARED[component.index % len(_SHARED)]

            def layer(name: str, fill: str = fill) -> list[Layer]:
                return [{"symbol": name, "fill": fill, "ink": contrast(fill), "size": 1.0}]

            made.update(drawings.symbols)
            states = drawings.states
            look["layers"] = layer(states.get(0, next(iter(states.values()))))
            look["cases"] = {f"{state},": layer(name) for state, name in states.items()}
            look["hand"] = layer(drawings.hand)
            look["large"] = True
        elif component.kind is ComponentKind.TILE:
            tile = draw_tile(component, colours)
            if tile is not None:
                name, text = tile
                made[name] = text
                sides = component.num_sides if component.num_sides > 2 else 4
                own = "#efe4cf" if fill == colours[-1] else fill
                look["layers"] = [{"symbol": name, "fill": own, "ink": contrast(own), "size": 1.0}]
                look["turn"] = 360 / sides
                look.pop("cases", None)
    return made
