"""The faces of dice and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludparse.interpreter.equipment import Component
from ludparse.ludemes.enums import CardType

from .symbols import has_symbol

__all__ = ["card_layers", "die_faces", "die_layers"]

_IVORY, _INK, _RED, _BROWN = "#fbf6ea", "#1d1a17", "#b3261e", "#7a4a24"
_SUITS = {1: ("suit1", _INK), 2: ("suit4", _INK), 3: ("suit2", _RED), 4: ("suit3", _RED)}
"""Clubs, spades, diamonds, hearts."""
_RANKS = {
    CardType.Ace: "A", CardType.Two: "2", CardType.Three: "3", CardType.Four: "4", CardType.Five: "5",
    CardType.Six: "6", CardType.Seven: "7", CardType.Eight: "8", CardType.Nine: "9", CardType.Ten: "10",
    CardType.Jack: "J", CardType.Queen: "Q", CardType.King: "K",
}  # fmt: skip


def die_faces(component: Component) -> Sequence[int]:
    """The values of the faces of a die, by its state."""
    return component.faces or range(1, max(component.num_faces, 0) + 1)


def die_layers(component: Component, state: int | None, *, pips: bool = True) -> list[dict[str, Any]]:
    """A die that shows the face of a state; with None, as it lies before it is thrown.

    A die of two faces is a stick with a flat and a round side, one of four faces is a pyramid.
    """
    faces = die_faces(component)
    value = faces[state] if state is not None and 0 <= state < len(faces) else None
    if len(faces) == 2:
        flat = value is None or value == max(faces)
        name, fill, ink = ("stick", _IVORY, _BROWN) if flat else ("stickround", _BROWN, _IVORY)
        return [{"symbol": name, "fill": fill, "ink": ink, "size": 1.1}]
    base = "die4" if len(faces) == 4 else "die"
    layers: list[dict[str, Any]] = [{"symbol": base, "fill": _IVORY, "ink": _INK, "size": 1.0}]
    if value is None:
        return layers
    if base == "die" and pips and has_symbol(f"pips{value}"):
        return [*layers, {"symbol": f"pips{value}", "fill": _INK, "ink": _INK, "size": 1.0}]
    return [*layers, {"text": str(value), "ink": _INK, "size": 0.44, "dy": 0.1 if base == "die4" else 0.0}]


def card_layers(component: Component) -> list[dict[str, Any]]:
    """The face of a card: rank and suit."""
    suit, ink = _SUITS.get(component.suit, ("", _INK))
    card: dict[str, Any] = {"symbol": "card", "fill": _IVORY, "ink": "#6b5d4a", "size": 1.1}
    if component.card_type is CardType.Joker:
        return [card, {"symbol": "star5", "fill": _RED, "ink": _RED, "size": 0.5}]
    rank = _RANKS.get(component.card_type, "") if component.card_type is not None else str(component.rank)
    layers = [card, {"text": rank, "ink": ink, "size": 0.34, "dx": -0.17, "dy": -0.32}]
    if suit:
        layers.append({"symbol": suit, "fill": ink, "ink": ink, "size": 0.52, "dy": 0.14})
    return layers
