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


_between = _capture("capture between two of one's own pieces")


@told(L.Custodial)
def _custodial(node: L.Custodial, words: Words) -> str:
    """What stands between is captured, or something else happens to it."""
    between, to = node.between, node.to
    effect: Any = None if between is None or between.effect is None else between.effect.effect
    if effect is None or isinstance(effect, L.MovesRemove):
        return str(_between(node, words))
    whom = "" if between is None else of_piece(between.if_, L.IteratorBetween, words)
    other = "" if to is None else of_piece(to.if_, L.IteratorTo, words)
    start = "the piece that moved" if node.from_ is None or node.from_.loc is None else words.of(node.from_.loc)
    many = "" if between is None or between.range is None else f" ({words.of(between.range)} in a line)"
    way = "" if node.dirn_choice is None else f" {words.of(node.dirn_choice)}"
    what = _plural(whom) if not many else whom or "an enemy piece"
    lines = ", in one line or several," if not many else ""
    text = f"enclose{way} {what}{many}{lines} between {start} and {other or 'a friendly piece'}"
    return with_then(f"{text}; for each of them {words.of(effect)}", node, words)


def _plural(whom: str) -> str:
    """`an enemy piece` as `enemy pieces`; what says more stays as it is."""
    if not whom:
        return "enemy pieces"
    return f"{whom.removeprefix('an ').removeprefix('a ')}s" if whom.endswith(" piece") else whom


told(L.Surround)(_capture("capture by surrounding"))
told(L.Enclose)(_capture("capture by taking all liberties of the group of"))
told(L.Intervene)(_capture("capture on both sides of the piece that moved"))
_onward = _capture("capture in the direction of the move")


@told(L.Directional)
def _directional(node: L.Directional, words: Words) -> str:
    """Where a line and its direction are given, these are told instead of the direction of the last move."""
    if node.directions is None or node.from_ is None or node.from_.loc is None:
        return str(_onward(node, words))
    whom = "" if node.to is None else of_piece(node.to.if_, L.IteratorTo, words)
    line = f"capture all {_plural(whom)} that stand without a gap in the line"
    return with_then(f"{line} from {words.of(node.from_.loc)} on, {words.of(node.directions)}", node, words)
