"""Moves as an outline: alternatives, conditions and what follows stand below each other instead of in one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import replace

from .asking import apart
from .cases import cases, in_a_phrase
from .combining import asks, chosen, hops_again, is_again, is_no_choice, replaces, switched
from .differing import MUST_PREFER, alike, each_way, for_player, on_track
from .effects import counted_before
from .looping import (
    any_number,
    each_die,
    each_group,
    each_level,
    each_piece,
    each_site,
    each_value,
    first_on_track,
    sown,
    sown_back,
)
from .moving import after, as_moved, done_before, moved_by
from .placing import piece_or_stack
from .tree.arguments import Reading, raw, replaced, whole
from .tree.folding import EitherTrack, PlayerMoves, SomePlayer, SomeWay, TrackMoves, WayMoves
from .tree.likening import Alike, Preferred, Preferring
from .tree.turns import Further
from .unmoved import castling, takes_past
from .wording.kept import is_player
from .wording.phrases import Words
from .wording.vocabulary import OPEN, is_site

__all__ = ["ALL", "asked", "means", "outline"]

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
    before = None if words.is_term(node) else done_before(raw(node))
    if id(raw(node)) in words.bare:
        yield f"{text}, after which nothing is removed"
        return
    if words.is_term(node) or (before is None and len(text) <= SHORT and OPEN not in text):
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
    if before is not None:
        yield from outline(replaced(node, to=replace(raw(node.to), effect=None)), words)
        choosing, words.choosing = words.choosing, False
        lines = list(outline(before, words))
        words.choosing = choosing
        yield from below("before it gets there", lines)
        return
    long = apart(node, words)
    if long is not None:
        shorter, condition = long
        *first, last = outline(shorter, words)
        yield from first
        choice = isinstance(shorter, L.Select | L.MoveSelect)
        with words.calling_from(f"that {words.site}" if choice and shorter.from_.region is not None else words.from_):
            yield from asked(f"{last}, but only {'one for which' if choice else 'if'}", condition, words, "")
        return
    both = piece_or_stack(node.list or (node.moves_a, node.moves_b), words) if isinstance(node, L.MovesOr) else ""
    if both:
        yield both
    elif isinstance(node, L.MovesOr | L.MovesAnd) and words.choosing:
        parts = node.list or (node.moves_a, node.moves_b)
        if len(parts) == 1:
            yield from outline(parts[0], words)
            return
        yield "one of these:"
        for part in parts:
            yield from _item(part, words)
    elif isinstance(node, L.MovesAnd | L.MovesOr | L.Seq):
        several: Any = node.moves if isinstance(node, L.Seq) else node.list or (node.moves_a, node.moves_b)
        told = several if isinstance(node, L.Seq) else _flat(several, words)
        for_all = words.done_for_all(told)
        if for_all:
            yield for_all
            return
        counted = not isinstance(node, L.Seq) and counted_before([raw(part) for part in told], words)
        yield f"{ALL[:-1]}, with the numbers of pieces as they are before:" if counted else ALL
        for part in told:
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
        first, last, head = _prior(node, words)
        end = "; " if asks(node.prior, words) else ", "
        begins = words.begins_turn(node.prior)
        if begins is not None and words.choosing:  # what is done once in a turn of several moves
            *first, last = outline(begins, words)
            first, last = (first, last) if first else ([], f"first {last}")
            head, end = "then, with each move of the turn", ", "
        if node.next is not None and not first and len(last) <= (SHORT if end == ", " else LONG):
            head = f"{last}{end}{head}"
        else:
            yield from (*first, last)
        if node.next is not None:
            yield from below(head, list(_done(node.next, words)))
        if node.if_afterwards is not None:
            with words.speaking_of(words.moved or moved_by(raw(node), words)):
                if words.choosing and not isinstance(node.if_afterwards, SomeWay | SomePlayer):
                    yield f"this is not allowed if afterwards {words.of(L.Not(a=whole(node.if_afterwards)))}"
                else:
                    only = "only so that" if words.choosing else "but only if"
                    yield f"{only} afterwards {words.of(node.if_afterwards)}"
    elif isinstance(node, L.MaxMoves):
        what = "moves" if node.kind is L.MaxMovesType.Moves else "captures"
        head = f"so that the most {what} possible are made in the turn{words.rest(node, 'moves')}"
        yield from below(head, list(outline(node.moves, words)))
    elif isinstance(node, L.ForEachPiece) and node.specific_moves is not None:
        yield from below(each_piece(node, words), list(outline(node.specific_moves, words)))
    elif isinstance(node, L.Sow) and node.apply is not None:
        yield f"{sown(node, words)}{words.rest(node, 'apply', 'if_', 'backtracking')}"
        with words.after_sowing(node):
            head = f"where the last piece falls{f', if {words.of(node.if_)}' if node.if_ is not None else ''}"
            yield from below(head, list(outline(node.apply, words)))
            back = sown_back(node, words)
        if back:
            yield back
    elif isinstance(node, L.Apply) and node.if_ in (None, True) and node.effect is not None:
        yield from outline(node.effect, words)
    elif isinstance(node, Further):
        with words.choosing_one():
            yield from outline(node.body, words)
    elif isinstance(node, Preferring):
        if len(node.parts) == 1:
            yield from outline(node.parts[0], words)
        else:
            yield "one of these:"
            for part in node.parts:
                yield from _item(part, words)
        yield MUST_PREFER
    elif isinstance(node, Preferred):
        yield from outline(node.moves, words)
        yield from asked("this is preferred if", node.only, words, "")
    elif isinstance(node, Alike) and node.only is not None:
        yield from asked(f"{alike(node, words)}, but only if", node.only, words, "")
    elif isinstance(node, WayMoves):
        yield from below(each_way(node, words), list(outline(node.body, words)))
    elif isinstance(node, PlayerMoves):
        yield from below(for_player(node, words), list(outline(node.body, words)))
    elif isinstance(node, TrackMoves | EitherTrack):
        yield from below(on_track(node, words), list(outline(node.body, words)))
    elif isinstance(node, L.ForEachSite):
        head = f"{each_site(node, words)}{words.rest(node, 'generator', 'no_move_yet')}"
        with words.for_each_site():
            lines = list(outline(node.generator, words))
        yield from below(head, lines)
        if node.no_move_yet is not None:
            yield from below("if that is not possible", list(outline(node.no_move_yet, words)))
    elif isinstance(node, L.ForEachLevel) and not text.startswith("capture "):
        head = each_level(node, words)
        with words.piece_by_piece(node.site):
            lines = list(outline(node.moves, words))
        yield from below(head, lines)
    elif isinstance(node, L.ForEachValue) and any_number(node, words) is not None:
        yield from outline(any_number(node, words), words)
    elif isinstance(node, L.ForEachValue):
        head = f"{each_value(node, words)}{words.rest(node, 'generator')}"
        yield from below(head, list(outline(node.generator, words)))
    elif isinstance(node, L.ForEachGroup):
        head = f"{each_group(node, words)}{words.rest(node, 'moves')}"
        yield from below(head, list(outline(node.moves, words)))
    elif isinstance(node, L.ForEachDie):
        start, condition = each_die(node, words)
        when = f", if {words.of(condition)}" if condition is not None else ""
        yield from below(f"{start}{words.rest(node, 'moves')}{when}", list(outline(node.moves, words)))
    elif isinstance(node, L.FirstMoveOnTrack):
        head = f"{first_on_track(node, words)}{words.rest(node, 'moves')}"
        yield from below(head, list(outline(node.moves, words)))
    elif isinstance(node, L.MaxDistance):
        yield from outline(node.moves, words)
    else:
        yield text
        return
    rest = words.rest(node)
    if rest:
        yield rest.strip()


def _prior(node: Any, words: Words) -> tuple[list[str], str, str]:
    """What is done first, as lines and the last of them, and how the rest begins, which does not depend on it."""
    asked: Any = node.prior
    choosing, words.choosing = words.choosing, words.choosing and node.next is None
    *first, last = outline(asked, words)
    head = "and then" if node.next is None or not asks(asked, words) else "then, in any case"
    if head != "and then" and not first and asked.then is None and asked.else_list is None:
        last, head = f"{words.of(asked.list)}, but only if {words.of(asked.cond)}", "then"
    words.choosing = choosing
    return first, last, head


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
        yield f"{head}{'' if head.endswith('; then') else ','} {first}"
    elif first == ALL and all(line.startswith(STEP) for line in rest):
        yield f"{head}:"
        yield from rest
    elif _goes_on(head, first) and rest and all(line.startswith(STEP) for line in rest):
        yield f"{head}, {first}"
        yield from rest
    else:
        yield f"{head}:"
        yield from (STEP + line for line in lines)


def _goes_on(head: str, first: str) -> bool:
    """Whether a head may stand in the line of the one that it is below."""
    if first == "one of these:":
        return head.endswith(("otherwise", "if possible", "after that"))
    short = len(head) + len(first) <= LINE and first.endswith(":")
    return short and first.startswith(_WITH) and not head.startswith("if ")


_WITH = ("with ", "at ", "on ", "so that ", "for each ", "for one ")
"""How the heads of moves begin that only say with what, or where, these are made."""


LONG = 150
"""A condition of so many letters is told part by part."""


def asked(head: str, condition: Any, words: Words, end: str = ":") -> Iterator[str]:
    """A condition behind a word such as "if": in one line, or in lines for its parts where these have parts."""
    text = words.of(condition)
    node: Any = raw(condition)
    parts = (node.list or (node.a, node.b)) if isinstance(node, L.BoolAnd | L.BoolOr) else ()
    if isinstance(node, L.BoolIf) and node.not_ok in (None, False):
        parts = node.cond, node.ok
    elif isinstance(node, L.BoolIf) and node.not_ok is not True and not words.is_term(node):
        first, other = (node.cond, node.ok), (L.Not(a=node.cond), node.not_ok or False)
        whole(condition)
        yield from asked(head, L.BoolOr(list=(L.BoolAnd(list=first), L.BoolAnd(list=other))), words, end)
        return
    if words.is_term(node) or not parts or (OPEN not in text and len(text) <= LONG):
        yield f"{head} {text if end else text.rstrip(',')}{end}"
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


def means(head: str, node: Any, words: Words) -> Iterator[str]:
    """What a term stands for that is no condition and no move; a long condition on sites below it."""
    text, read = words.of(node), Reading(raw(node))
    lines = []
    if isinstance(read, L.RegionForEachSite) and (OPEN in text or len(text) > LONG):
        start = f"{head} {words.member(read.region)}, but only those for which"
        lines = list(asked(start, read.if_, words, ""))
    listed = isinstance(read, L.IntIf) and not any(
        in_a_phrase(one, words) for one in (read, read.value_a, read.value_b))  # fmt: skip
    values = list(cases(raw(node))) if listed else []
    if len(values) > 2 and not any(is_site(value) for value, _ in values):
        lines = [f"{head} the first of these that applies:"]
        tell = words.who if is_player(raw(node), words.kept.players) else words.operand
        for value, condition in values:
            when = " otherwise" if condition is None else f" if {words.of(condition)}"
            lines.append(f"{STEP}- {tell(value)}{when}")
    yield from lines if len(lines) > 1 else [f"{head} {text}"]


def _flat(parts: Any, words: Words) -> list[Any]:
    """Effects that all happen, also those within others of which that is so."""
    flat: list[Any] = []
    for part in parts:
        read = Reading(raw(part)) if isinstance(raw(part), L.MovesAnd) and not words.is_term(part) else None
        several: Any = None if read is None or raw(part).then is not None or replaces(read, words) else read
        if several is None:
            flat.append(part)
            continue
        whole(part)
        flat += _flat(several.list or (several.moves_a, several.moves_b), words)
    return flat


def _item(node: Any, words: Words) -> Iterator[str]:
    lines = outline(node, words)
    yield f"{STEP}- {next(lines)}"
    for line in lines:
        yield f"{STEP}  {line}"
