"""Captures that follow from a move, in words."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L

from .moving import removes, with_then
from .phrases import Words, says, told
from .said_of_sites import of_piece

says("satisfy: {constraint/constraints}", L.Satisfy)


def _capture(verb: str, default: str = "an enemy piece") -> Any:
    def tell(node: Any, words: Words) -> str:
        name = "to" if getattr(node, "between", None) is None else "between"
        part = getattr(node, name, None)
        whom, effect, many = default, "", ""
        if part is not None:
            iterator = L.IteratorBetween if name == "between" else L.IteratorTo
            whom = of_piece(part.if_, iterator, words) or default
            if whom.startswith(("where ", "that ")):
                whom = f"{default if default != 'an enemy piece' else 'a piece'} {whom}"
            if name == "between" and part.range is not None:
                many = f" ({words.of(part.range)} in a line)"
            if part.effect is not None and not removes(part.effect, iterator):
                effect = f"; this is done instead: {words.of(part.effect)}"
        direction = getattr(node, "dirn_choice", None) or getattr(node, "directions", None)
        way = f" {words.of(direction)}" if direction is not None else ""
        return with_then(f"{verb} {whom}{many}{way}{words.rest(node, 'then')}{effect}", node, words)

    return tell


@told(L.Custodial)
def _custodial(node: L.Custodial, words: Words) -> str:
    """What stands between is captured, or something else happens to it."""
    between, to = node.between, node.to
    effect: Any = None if between is None or removes(between.effect, L.IteratorBetween) else between.effect
    whom = "" if between is None else of_piece(between.if_, L.IteratorBetween, words)
    other = "" if to is None else of_piece(to.if_, L.IteratorTo, words)
    if other.startswith(("where ", "that ")):
        other = f"a site {other}"
    start = "the piece that moved" if node.from_ is None or node.from_.loc is None else words.of(node.from_.loc)
    many = "" if between is None or between.range is None else f" ({words.of(between.range)} in a line)"
    way = "" if node.dirn_choice is None else f" {words.of(node.dirn_choice)}"
    what = _plural(whom) if not many else whom or "an enemy piece"
    lines = ", in one line or several," if not many else ""
    done = "" if effect is None else f"; for each of them {words.inner(effect)}"
    verb = "capture" if effect is None else "enclose"
    text = f"{verb}{way} {what}{many}{lines} between {start} and {other or 'a friendly piece'}"
    return with_then(text + words.rest(node, "then") + done, node, words)


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
