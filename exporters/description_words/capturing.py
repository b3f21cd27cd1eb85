"""Captures that follow from a move, in words."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L

from .moving import with_then
from .phrases import Words, says, told
from .said_of_sites import of_piece

says("satisfy: {constraint/constraints}", L.Satisfy)


def _capture(verb: str, default: str = "an enemy piece") -> Any:
    def tell(node: Any, words: Words) -> str:
        part = getattr(node, "between", None) or getattr(node, "to", None)
        whom, effect = default, ""
        if part is not None and part.if_ is not None:
            iterator = L.IteratorBetween if getattr(node, "between", None) else L.IteratorTo
            whom = of_piece(part.if_, iterator, words) or default
            if whom.startswith(("where ", "that ")):
                whom = f"{default if default != 'an enemy piece' else 'a piece'} {whom}"
        if part is not None and part.effect is not None and not isinstance(part.effect.effect, L.MovesRemove):
            effect = f" ({words.of(part.effect.effect)})" if part.effect.effect is not None else ""
        limit = getattr(getattr(node, "between", None), "range", None)
        many = f" ({words.of(limit)} in a line)" if limit is not None else ""
        direction = getattr(node, "dirn_choice", None) or getattr(node, "directions", None)
        way = f" {words.of(direction)}" if direction is not None else ""
        return with_then(f"{verb} {whom}{many}{way}{effect}".replace("  ", " "), node, words)

    return tell


told(L.Custodial)(_capture("capture between two of one's own pieces"))
told(L.Surround)(_capture("capture by surrounding"))
told(L.Enclose)(_capture("capture by taking all liberties of the group of"))
told(L.Intervene)(_capture("capture on both sides of the piece that moved"))
told(L.Directional)(_capture("capture in the direction of the move"))
