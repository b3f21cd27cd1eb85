"""Moves as an outline: alternatives, conditions and what follows stand below each other instead of in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludparse import ludemes as L

from .arguments import Reading, raw, replaced, whole
from .combining import (
    chosen,
    each_die,
    each_piece,
    each_site,
    each_way,
    farthest,
    first_on_track,
    is_again,
    sown,
    sown_back,
)
from .folding import WayMoves
from .moving import after, as_moved
from .phrases import OPEN, Words

__all__ = ["outline"]

SHORT = 90
"""Moves that are told in so many letters stay in one line."""

STEP = "    "


def outline(node: Any, words: Words) -> Iterator[str]:
    """The lines of a move, those inside indented by four blanks more."""
    text = words.of(node)
    if words.is_term(node) or (len(text) <= SHORT and OPEN not in text):
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
        yield from asked("if", node.cond, words)
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
            yield from asked("but only so that afterwards", node.if_afterwards, words, "")
    elif isinstance(node, L.MaxMoves):
        what = "moves" if node.kind is L.MaxMovesType.Moves else "captures"
        yield f"so that the most {what} possible are made in the turn{words.rest(node, 'moves')}:"
        yield from _inside(node.moves, words)
    elif isinstance(node, L.ForEachPiece) and node.specific_moves is not None:
        yield f"{each_piece(node, words)}:"
        yield from _inside(node.specific_moves, words)
    elif isinstance(node, L.Sow) and node.apply is not None:
        yield f"{sown(node, words)}{words.rest(node, 'apply', 'if_', 'backtracking')}"
        there = f"that {words.site}"
        with words.calling_to(there):
            yield f"where the last piece falls{f', if {words.of(node.if_)}' if node.if_ is not None else ''}:"
            yield from _inside(node.apply, words)
            back = sown_back(node, words)
        if back:
            yield back
    elif isinstance(node, L.Apply) and node.if_ in (None, True) and node.effect is not None:
        yield from outline(node.effect, words)
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
        yield f"{first_on_track(node, words)}{words.rest(node, 'moves')}:"
        yield from _inside(node.moves, words)
    elif isinstance(node, L.MaxDistance):
        yield f"{farthest(node, words)}{words.rest(node, 'moves')}:"
        yield from _inside(node.moves, words)
    else:
        yield text
        return
    rest = words.rest(node)
    if rest:
        yield rest.strip()


LONG = 150
"""A condition of so many letters is told part by part."""


def asked(head: str, condition: Any, words: Words, end: str = ":") -> Iterator[str]:
    """A condition behind a word such as "if": in one line, or in lines for its parts where these have parts."""
    text = words.of(condition)
    node: Any = raw(condition)
    parts = (node.list or (node.a, node.b)) if isinstance(node, L.BoolAnd | L.BoolOr) else ()
    if isinstance(node, L.BoolIf) and node.not_ok in (None, False):
        parts = node.cond, node.ok
    if words.is_term(node) or not parts or (OPEN not in text and len(text) <= LONG):
        yield f"{head} {text}{end}"
        return
    whole(condition)
    every = not isinstance(node, L.BoolOr)
    several = "both" if len(parts) == 2 and every else "all" if every else "one"
    yield f"{head} {several} of these {'holds' if several == 'one' else 'hold'}:"
    for part in parts:
        lines = list(asked("", part, words, ""))
        yield f"{STEP}- {lines[0].strip()}"
        yield from (f"{STEP}  {line}" for line in lines[1:])
    if end == ":":
        yield "then:"
    elif end:
        yield f"then{end.removeprefix(',')}"


def _inside(node: Any, words: Words) -> Iterator[str]:
    for line in outline(node, words):
        yield STEP + line


def _item(node: Any, words: Words) -> Iterator[str]:
    lines = outline(node, words)
    yield f"{STEP}- {next(lines)}"
    for line in lines:
        yield f"{STEP}  {line}"
