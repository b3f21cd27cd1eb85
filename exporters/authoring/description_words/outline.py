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
    each_value,
    each_way,
    farthest,
    first_on_track,
    for_player,
    hops_again,
    is_again,
    is_no_choice,
    on_track,
    sown,
    sown_back,
    switched,
)
from .folding import EitherTrack, PlayerMoves, TrackMoves, WayMoves
from .moving import after, as_moved, moved_by, piece_or_stack
from .phrases import Words
from .turns import Further
from .unmoved import castling, takes_past
from .vocabulary import OPEN

__all__ = ["ALL", "asked", "outline"]

SHORT = 90
"""Moves that are told in so many letters stay in one line."""

STEP = "    "


def outline(node: Any, words: Words) -> Iterator[str]:
    """The lines of a move, those inside indented by four blanks more."""
    castled = castling(node, words)
    if castled or (words.passes_by and takes_past(raw(node))):
        yield castled or words.of(node)
        return
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
        head = f"after that{words.rest(then, 'moves')}"
        choosing, words.choosing = words.choosing, False
        with after(node, words):
            lines = list(outline(then.moves, words))
        words.choosing = choosing
        yield from below(head, lines)
        return
    both = piece_or_stack(node.list or (node.moves_a, node.moves_b), words) if isinstance(node, L.MovesOr) else ""
    if both:
        yield both
    elif isinstance(node, L.MovesOr):
        yield "one of these:"
        for part in node.list or (node.moves_a, node.moves_b):
            yield from _item(part, words)
    elif isinstance(node, L.MovesAnd | L.Seq):
        yield ALL
        parts = node.moves if isinstance(node, L.Seq) else node.list or (node.moves_a, node.moves_b)
        for part in parts:
            yield from _item(part, words)
    elif isinstance(node, L.Priority):
        parts = node.list or (node.list1, node.list2)
        for i, part in enumerate(parts):
            head = "" if i == 0 else "otherwise"
            if i + 1 < len(parts):
                head += ", if possible" if head else "if possible"
            yield from below(head, list(outline(part, words)))
    elif isinstance(node, L.MovesIf) and node.else_list is not None and is_again(node, words):
        yield hops_again(words)
        yield from below("otherwise", list(outline(node.else_list, words)))
    elif isinstance(node, L.MovesIf) and switched(node, words):
        yield text
    elif isinstance(node, L.MovesIf):
        if isinstance(node.cond, bool):
            part = chosen(node)
            yield from outline(part, words) if part is not None else iter(["do nothing"])
            return
        head, *conditions = asked("if", node.cond, words)
        lines = list(outline(node.list, words))
        if conditions:
            yield head
            yield from conditions
            yield from (STEP + line for line in lines)
        else:
            yield from below(head.removesuffix(":"), lines, node.else_list is None)
        if node.else_list is not None:
            yield from below("otherwise", list(outline(node.else_list, words)))
    elif isinstance(node, L.Do):
        *first, last = outline(node.prior, words)
        head = "and then"
        begins = words.begins_turn(node.prior)
        if begins is not None and words.choosing:  # what is done once in a turn of several moves
            *first, last = outline(begins, words)
            first, last = (first, last) if first else ([], f"first {last}")
            head = "then, with each move of the turn"
        if node.next is not None and not first and len(last) <= SHORT:
            head = f"{last}, {head}"
        else:
            yield from (*first, last)
        if node.next is not None:
            yield from below(head, list(_done(node.next, words)))
        if node.if_afterwards is not None:
            with words.speaking_of(words.moved or moved_by(raw(node), words)):
                if words.choosing:
                    yield f"this is not allowed if afterwards {words.of(L.Not(a=whole(node.if_afterwards)))}"
                else:
                    yield f"but only if afterwards {words.of(node.if_afterwards)}"
    elif isinstance(node, L.MaxMoves):
        what = "moves" if node.kind is L.MaxMovesType.Moves else "captures"
        head = f"so that the most {what} possible are made in the turn{words.rest(node, 'moves')}"
        yield from below(head, list(outline(node.moves, words)))
    elif isinstance(node, L.ForEachPiece) and node.specific_moves is not None:
        yield from below(each_piece(node, words), list(outline(node.specific_moves, words)))
    elif isinstance(node, L.Sow) and node.apply is not None:
        yield f"{sown(node, words)}{words.rest(node, 'apply', 'if_', 'backtracking')}"
        there = f"that {words.site}"
        with words.calling_to(there):
            head = f"where the last piece falls{f', if {words.of(node.if_)}' if node.if_ is not None else ''}"
            yield from below(head, list(outline(node.apply, words)))
            back = sown_back(node, words)
        if back:
            yield back
    elif isinstance(node, L.Apply) and node.if_ in (None, True) and node.effect is not None:
        yield from outline(node.effect, words)
    elif isinstance(node, Further):
        choosing, words.choosing = words.choosing, True
        yield from outline(node.body, words)
        words.choosing = choosing
    elif isinstance(node, WayMoves):
        yield from below(each_way(node, words), list(outline(node.body, words)))
    elif isinstance(node, PlayerMoves):
        yield from below(for_player(node, words), list(outline(node.body, words)))
    elif isinstance(node, TrackMoves | EitherTrack):
        yield from below(on_track(node, words), list(outline(node.body, words)))
    elif isinstance(node, L.ForEachSite):
        head = f"{each_site(node, words)}{words.rest(node, 'generator', 'no_move_yet')}"
        yield from below(head, list(outline(node.generator, words)))
        if node.no_move_yet is not None:
            yield from below("if that is not possible", list(outline(node.no_move_yet, words)))
    elif isinstance(node, L.ForEachValue):
        head = f"{each_value(node, words)}{words.rest(node, 'generator')}"
        yield from below(head, list(outline(node.generator, words)))
    elif isinstance(node, L.ForEachDie):
        start, condition = each_die(node, words)
        when = f", if {words.of(condition)}" if condition is not None else ""
        yield from below(f"{start}{words.rest(node, 'moves')}{when}", list(outline(node.moves, words)))
    elif isinstance(node, L.FirstMoveOnTrack):
        head = f"{first_on_track(node, words)}{words.rest(node, 'moves')}"
        yield from below(head, list(outline(node.moves, words)))
    elif isinstance(node, L.MaxDistance):
        yield from below(f"{farthest(node, words)}{words.rest(node, 'moves')}", list(outline(node.moves, words)))
    else:
        yield text
        return
    rest = words.rest(node)
    if rest:
        yield rest.strip()


def _done(node: Any, words: Words) -> Iterator[str]:
    """What is done after something else; of a move that is no choice and moves nothing, only what follows from it."""
    if not is_no_choice(raw(node), words):
        yield from outline(node, words)
        return
    whole(node.from_ if isinstance(node, L.MoveSelect | L.Select) else node)
    choosing, words.choosing = words.choosing, False
    yield from outline(node.then.moves, words)
    words.choosing = choosing


ALL = "all of these:"

LINE = 160
"""A head and a move below it stand in one line of at most so many letters."""


def below(head: str, lines: list[str], joins: bool = False) -> Iterator[str]:
    """A move below its head: in its line where that stays clear, otherwise in lines of its own.

    joins: whether a condition may be joined to that of the head, because nothing is said of the other case.
    """
    first, rest = lines[0], lines[1:]
    plain = not rest and len(head) + len(first) <= LINE and "; otherwise " not in first and OPEN not in first
    asks = first.startswith(("if ", "this is "))
    if not head:
        yield from lines
    elif asks and plain and joins and " or " not in head and " or " not in first.partition(", ")[0]:
        yield f"{head} and {first.removeprefix('if ')}"
    elif head == "otherwise" and first.startswith("if ") and not any(line.startswith("after that") for line in rest):
        yield f"otherwise, {first}"
        yield from rest
    elif plain and (not asks or (" if " not in f" {head}" and head != "otherwise")):
        yield f"{head}, {first}"
    elif first == ALL and all(line.startswith(STEP) for line in rest):
        yield f"{head}:"
        yield from rest
    elif first == "one of these:" and head.endswith(("otherwise", "if possible", "after that")) and all(
            line.startswith(STEP) for line in rest):  # fmt: skip
        yield f"{head}, {first}"
        yield from rest
    else:
        yield f"{head}:"
        yield from (STEP + line for line in lines)


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


def _item(node: Any, words: Words) -> Iterator[str]:
    lines = outline(node, words)
    yield f"{STEP}- {next(lines)}"
    for line in lines:
        yield f"{STEP}  {line}"
