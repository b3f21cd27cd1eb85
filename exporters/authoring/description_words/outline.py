"""Moves as an outline: alternatives, conditions and what follows stand below each other instead of in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludparse import ludemes as L

from .arguments import Reading, raw, replaced
from .combining import chosen, each_die, each_piece, each_site, each_way, is_again
from .folding import WayMoves
from .moving import after, as_moved
from .phrases import Words

__all__ = ["outline"]

SHORT = 90
"""Moves that are told in so many letters stay in one line."""

STEP = "    "


def outline(node: Any, words: Words) -> Iterator[str]:
    """The lines of a move, those inside indented by four blanks more."""
    text = words.of(node)
    if len(text) <= SHORT or words.is_term(node):
        yield text
        return
    node = Reading(raw(node))
    then = getattr(node, "then", None)
    if isinstance(node, L.Select | L.MoveSelect) and as_moved(node) is not None:
        yield from outline(as_moved(node), words)
        return
    if then is not None:
        yield from outline(replaced(node, then=None), words)
        yield f"after that{words.rest(then, 'moves')}:"
        choosing, words.choosing = words.choosing, False
        with after(node, words):
            lines = list(_inside(then.moves, words))
        words.choosing = choosing
        yield from lines
        return
    if isinstance(node, L.MovesOr):
        yield "one of these:"
        for part in node.list or (node.moves_a, node.moves_b):
            yield from _item(part, words)
    elif isinstance(node, L.MovesAnd | L.Seq):
        yield "all of these:"
        parts = node.moves if isinstance(node, L.Seq) else node.list or (node.moves_a, node.moves_b)
        for part in parts:
            yield from _item(part, words)
    elif isinstance(node, L.Priority):
        yield "the first of these that is possible:"
        for part in node.list or (node.list1, node.list2):
            yield from _item(part, words)
    elif isinstance(node, L.MovesIf) and node.else_list is not None and is_again(node, words):
        yield "if the piece can then hop so again from there, move again"
        yield "otherwise:"
        yield from _inside(node.else_list, words)
    elif isinstance(node, L.MovesIf):
        if isinstance(node.cond, bool):
            part = chosen(node)
            yield from outline(part, words) if part is not None else iter(["do nothing"])
            return
        yield f"if {words.of(node.cond)}:"
        yield from _inside(node.list, words)
        if node.else_list is not None:
            yield "otherwise:"
            yield from _inside(node.else_list, words)
    elif isinstance(node, L.Do):
        yield from outline(node.prior, words)
        if node.next is not None:
            yield "and then:"
            yield from _inside(node.next, words)
        if node.if_afterwards is not None:
            yield f"but only so that afterwards {words.of(node.if_afterwards)}"
    elif isinstance(node, L.MaxMoves):
        what = "moves" if node.kind is L.MaxMovesType.Moves else "captures"
        yield f"so that the most {what} possible are made in the turn{words.rest(node, 'moves')}:"
        yield from _inside(node.moves, words)
    elif isinstance(node, L.ForEachPiece) and node.specific_moves is not None:
        yield f"{each_piece(node, words)}:"
        yield from _inside(node.specific_moves, words)
    elif isinstance(node, WayMoves):
        yield f"{each_way(node, words)}:"
        yield from _inside(node.body, words)
    elif isinstance(node, L.ForEachSite):
        yield f"{each_site(node, words)}{words.rest(node, 'generator', 'no_move_yet')}:"
        yield from _inside(node.generator, words)
        if node.no_move_yet is not None:
            yield "if that is not possible:"
            yield from _inside(node.no_move_yet, words)
    elif isinstance(node, L.ForEachDie):
        start, condition = each_die(node, words)
        when = f", if {words.of(condition)}" if condition is not None else ""
        yield f"{start}{words.rest(node, 'moves')}{when}:"
        yield from _inside(node.moves, words)
    elif isinstance(node, L.FirstMoveOnTrack):
        way = words.filled("with the first piece on [{owner's}] track [“{track_name}”] that can", node)
        yield f"{way}{words.rest(node, 'moves')}:"
        yield from _inside(node.moves, words)
    elif isinstance(node, L.MaxDistance):
        way = "so that {owner's} pieces go as far as possible on the track “{track_name}” in the turn"
        way = words.filled(way, node)
        yield f"{way}{words.rest(node, 'moves')}:"
        yield from _inside(node.moves, words)
    else:
        yield text
        return
    rest = words.rest(node)
    if rest:
        yield rest.strip()


def _inside(node: Any, words: Words) -> Iterator[str]:
    for line in outline(node, words):
        yield STEP + line


def _item(node: Any, words: Words) -> Iterator[str]:
    lines = outline(node, words)
    yield f"{STEP}- {next(lines)}"
    for line in lines:
        yield f"{STEP}  {line}"
