"""Pieces that are moved from one site to another, placed, removed, chosen and promoted, in words."""

from __future__ import annotations

import re
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import replace, walk
from ludparse.ludemes.enums import (
    MoveSimpleType,
    MoveSiteType,
)

from .moving import as_moved, captures_of, effect_of, provided, site, source, target, way_of, with_then
from .said_of_sites import of_it, of_site
from .tree.arguments import Reading, raw, whole
from .tree.terms import Given
from .wording.phrases import Words
from .wording.vocabulary import joined, told

_LAST_TO = L.Last(kind=L.LastType.To)


@told(L.FromTo, L.MoveFromTo)
def _from_to(node: Any, words: Words) -> str:
    count = "a piece"
    if isinstance(node.count, L.CountSite) and whole(node.count) == L.CountSite(at=raw(node.from_.loc)):
        count = "all pieces"
    elif node.stack and _whole_stack(node.count, node.from_):
        whole(node.count)
        return _moved(node, "the whole stack", words)
    elif isinstance(node.count, Given):
        count = str(node.count)
    elif node.count is not None:
        many = words.of(node.count)
        count = f"{many} piece{'s' * (node.count != 1)}" if isinstance(node.count, int) else f"as many pieces as {many}"
    in_stack = words.stack is not None and node.from_.loc is not None
    piece = words.piece_at(node.from_, node.from_.loc) if in_stack else ""
    if piece and node.count is None and not node.stack:
        return _moved(node, piece, words)
    if node.stack:
        count = "a stack" if node.count is None else f"{count} as a stack"
    return _moved(node, count, words)


def _whole_stack(count: Any, from_: Any) -> bool:
    """Whether a number is that of the pieces where a move begins."""
    if not isinstance(count, L.SizeSite) or count.type is not None or count.at is None:
        return False
    return raw(count.at) == (L.IteratorFrom() if from_.loc is None else raw(from_.loc)) or isinstance(
        count.at, L.IteratorFrom)  # fmt: skip


def _moved(node: Any, what: str, words: Words) -> str:
    verb = "copy" if node.copy else "move"
    itself = what == "a piece" and node.from_.region is None and raw(node.from_).type in (None, words.site_type) and (
        node.from_.loc is None or isinstance(node.from_.loc, L.IteratorFrom))  # fmt: skip
    asked, only = node.from_.if_, ""
    if isinstance(asked, L.BoolIf) and asked.not_ok is True and isinstance(node.from_.loc, L.IteratorFrom):
        only = f", if {of_it(asked.cond, L.IteratorFrom, words)} only when {words.of(asked.ok)}"
    start = "" if what == "that piece" else source(node.from_, words, asked=not only)
    way = _along(node, words) or f"to {_where_the_move_goes(node, words) or target(node.to, words)}"
    text = f"{verb} {what}{start} {way}"
    if itself and not node.copy and not only and node.from_.level is None:
        text = f"move {way}"
    elif what == "a piece" and words.moved and start.startswith(f" with {words.moved}"):
        text = f"{verb} {words.moved}{start.removeprefix(f' with {words.moved}')} {way}"
    elif what == "a piece" and start == f" from a {words.site} with your pieces":
        text = f"{verb} one of your pieces {way.replace('to an empty ', 'to any empty ', 1)}"
    elif verb == "move" and start == " from your hand" and way.startswith("to "):
        text = f"place {what}{start} on {way.removeprefix('to ')}"
    first = "" if only else provided(node.from_, words)
    return with_then(first + text + only + captures_of(node.to, words), node, words)


def _where_the_move_goes(node: Any, words: Words) -> str:
    """The site that a move goes to, where another piece goes there as its effect; empty for others."""
    effect = isinstance(node, L.FromTo) and not words.choosing and isinstance(node.from_.loc, L.IteratorBetween)
    anywhere = (node.to.loc, node.to.region, node.to.if_) == (None,) * 3
    return words.place(L.IteratorTo()) if effect and anywhere else ""


def piece_or_stack(parts: Any, words: Words) -> str:
    """A move of a piece and the same one of a stack, to sites that differ: both in one sentence; empty for others."""
    if len(parts) != 2 or not isinstance(parts[1], L.MovesIf):
        return ""
    one, second = raw(parts[0]), raw(parts[1])
    other = second.list
    moves = L.FromTo, L.MoveFromTo
    if not isinstance(one, moves) or type(other) is not type(one) or (second.else_list, second.then) != (None, None):
        return ""
    same = one.then is None and replace(other, stack=None, to=replace(other.to, if_=one.to.if_)) == one
    if one.stack or not other.stack or one.count is not None or not same or one.to.region is not None:
        return ""
    whole(parts[0]), whole(parts[1])
    bare = replace(one, to=replace(one.to, if_=None, effect=None))
    plain = _moved(Reading(bare), "a piece", words)
    if _along(Reading(bare), words):
        ends = [f"to {site(words.site, part.to.if_, L.IteratorTo, words)}" for part in (one, other)]
    else:
        ends = [f"if {of_it(part.to.if_, L.IteratorTo, words)}" for part in (one, other)]
    first, last = (f", {end}" if part.to.if_ is not None else "" for end, part in zip(ends, (one, other), strict=True))
    text = f"{plain}{first}, or, if {words.of(second.cond)}, a stack in the same way{last}"
    done = captures_of(Reading(one.to), words)
    return text + (f"; in both cases first {done.removeprefix(', and ')}" if done.startswith(", and ") else done)


def _along(node: Any, words: Words) -> str:
    """How far a piece goes along a track, where it goes on from where it is; empty for other moves."""
    way: Any = node.to.loc
    if not isinstance(way, L.TrackSiteMove):
        return ""
    here = way.from_ is None or isinstance(way.from_, L.IteratorFrom) or way.from_ == node.from_.loc
    if not here or node.to.region is not None:
        return ""
    whole(way.from_)
    owner = way.role if way.role is not None else None if way.player is None else way.player.index
    steps = "the number on the die" if isinstance(way.steps, L.IteratorPips) else words.operand(way.steps)
    steps += " step" if way.steps == 1 else " steps" if isinstance(way.steps, int) else ""
    text = f"along {words.track(way.name, '' if owner is None else words.whose(owner))} by {steps}"
    text += "" if node.to.if_ in (None, True) else f", to {site(words.site, node.to.if_, L.IteratorTo, words)}"
    return text + words.rest(node.to, "effect")


@told(L.Shoot, L.MoveShoot)
def _shoot(node: Any, words: Words) -> str:
    way = way_of(node.dirn, words)
    start = source(node.from_, words) if node.from_ is not None else f" from {words.of(_LAST_TO)}"
    what = _piece(node.what, words)
    text = f"shoot {_an(what)}{start} in a straight line{way} over empty {words.sites}"
    end = "one of them" if node.to is None else target(node.to, words)
    return with_then(f"{text} to {end}, where it stays", node, words)


def _piece(what: Any, words: Words) -> str:
    if what is None:
        return "piece of yours" if words.you else "piece of the mover"
    given = (what.name_component, what.component, what.name_components, what.components)
    value = next((v for v in given if v is not None), None)
    if isinstance(value, tuple):
        return joined([words.piece_named(one) if isinstance(one, str) else words.of(one) for one in value], "or")
    if isinstance(value, L.Id) and value.name is not None and value.who is None:
        value = value.name
    if isinstance(value, str):
        if words.states_are_sides and what.state is not None:
            return f"{value.rstrip('0')} of {words.who(what.state)}"
        return words.piece_named(value)
    if isinstance(value, L.Id | L.Mover):
        mine = "piece of yours" if words.you else "piece of the mover"
        return words.of(value) if isinstance(value, L.Id) else mine
    text = words.of(value)
    if text.startswith(("the piece", "piece")):
        return text.removeprefix("the ")
    numbered = _numbered(value, words)
    if numbered:
        return numbered
    if isinstance(value, L.Next | L.Prev | L.Who):
        return f"piece of {words.of(value)}"
    return f"piece number {text}"


def _numbered(value: Any, words: Words) -> str:
    """A piece by its number, or by a choice of numbers; empty for others."""
    names = list(words.pieces)  # in the order of their numbers
    if isinstance(value, L.Id):
        return words.of(value)
    if isinstance(value, L.IntIf):
        one, other = _numbered(value.value_a, words), _numbered(value.value_b, words)
        return f"{one} if {words.of(value.cond)}, otherwise {other}" if one and other else ""
    return words.piece_named(names[value - 1]) if type(value) is int and 0 < value <= len(names) else ""


def placed(what: Any, words: Words) -> str:
    """A piece that is placed, with its article."""
    return _an(_piece(what, words))


def _several(what: str) -> str:
    """`piece of yours` as `pieces of yours`."""
    return what.replace("piece", "pieces", 1) if what.startswith("piece") else f"{what} pieces"


def _an(what: str) -> str:
    """A piece with its article, unless it is called by whose it is."""
    if "'s " in what or "s' " in what or what.startswith(("your ", "the ")):
        return what
    return f"an {what}" if what[:1].lower() in "aeio" else f"a {what}"


@told(L.MovesAdd, L.MoveSite, L.Claim)
def _add(node: Any, words: Words) -> str:
    claim = isinstance(node, L.Claim) or getattr(node, "kind", None) is MoveSiteType.Claim
    number, top = getattr(node, "count", None), getattr(node, "stack", None) is True
    what = _piece(node.what, words)
    if number is not None:
        many = f"{number} {{}}" if isinstance(number, int) else f"as many {{}} as {words.operand(number)}"
        what = many.format(_several(what))
    what = _an(what) if number is None else what
    text = f"{'claim' if claim else f'place {what} on'}{' top of' if top else ''} {target(node.to, words)}"
    if claim and node.what is not None:
        text += f" with {what}"
    return with_then(text + effect_of(node.to.effect, words), node, words)


@told(L.MovesRemove, L.MoveRemove)
def _remove(node: Any, words: Words) -> str:
    where = node.location_function if node.location_function is not None else node.region_function
    piece = "" if where is None else words.piece_at(node, where)
    if piece and node.count is None and node.region_function is None:
        when = f" at the {words.place(node.at)}" if node.at is not None else ""
        return with_then(f"remove {piece}{when}", node, words)
    everything = isinstance(node.count, L.CountSite) and raw(node.count) == L.CountSite(at=raw(where))
    count = "" if node.count is None else f"{words.of(node.count)} from "
    if words.stacks and isinstance(node.count, L.SizeSite) and node.count.type is None and (
            node.count.at is not None and raw(node.count.at) == raw(where)):  # fmt: skip
        whole(node.count)
        text = f"remove the whole stack on {words.place(where)}"
    elif everything and not isinstance(node, L.MoveRemove):
        text = f"remove all pieces from {words.place(where)}"
    elif words.stacks and type(node.count) is int:
        many = f"the top {node.count} pieces" if node.count > 1 else "the top piece"
        text = f"remove {many} on {words.place(where)}"
    elif words.stacks and count:
        text = f"remove as many pieces as {words.operand(node.count)} from the top of the stack on {words.place(where)}"
    elif words.stacks and node.level is not None and not isinstance(node.level, L.TopLevel | L.IteratorLevel):
        text = f"remove {words.level(node.level)} {words.place(where)}"
    else:
        what = "the top piece" if words.stacks else "what stands"
        text = f"remove {count}{words.moved_piece(where) or f'{what} on {words.place(where)}'}"
    if isinstance(node, L.MoveRemove) and node.region_function is not None:
        one = words.one_of(where)
        held = re.fullmatch(rf"a {words.site} with ((?:your|.+?'s?) )pieces( on the board)?(.*)", one)
        if held is not None and not count and not words.stacks:
            more = held[3].replace(f"where the piece on that {words.site} is ", "that is ")
            text = f"remove one of {held[1]}pieces{held[2] or ''}{more}"
        elif isinstance(node.count, L.CountSite) and raw(node.count) in (
                L.CountSite(at=L.IteratorTo()), L.CountSite(at=L.IteratorFrom())):  # fmt: skip
            whole(node.count)
            text = f"remove all pieces from {one}"
        else:
            text = f"remove {words.of(node.count) if count else 'a piece'} from {one}"
    if node.at is not None:
        text += f" at the {words.place(node.at)}"
    return with_then(text, node, words)


@told(L.Select, L.MoveSelect)
def _select(node: Any, words: Words) -> str:
    moved = as_moved(node)
    if moved is not None:
        return words.of(moved)
    with words.calling_from(f"that {words.site}" if node.from_.region is not None else words.from_):
        before, after = of_site(node.from_.if_, L.IteratorFrom, words)
    condition = f" {after}" if after else ""
    if before:
        condition = f" that is {before}{condition}"
    region: Any = node.from_.region
    turned = isinstance(region, L.RegionIf) and isinstance(region.cond, L.Not)
    if isinstance(region, L.RegionIf) and region.not_ok is not None and node.to is None and not words.is_term(region):
        usual, other = (region.ok, region.not_ok) if turned else (region.not_ok, region.ok)
        cond: Any = region.cond
        asked = words.of(cond.a if turned else cond)
        text = f"choose {words.one_of(usual)}, but if {asked}, {words.one_of(other)}"
        text += f"; it has to be one{condition}" if condition else ""
    elif region is not None:
        text = f"choose {words.one_of(region)}{condition}"
    elif node.from_.loc is None or isinstance(node.from_.loc, L.IteratorFrom):
        text = f"choose the piece itself{condition}"
    else:
        chosen = words.place(node.from_.loc)
        again = chosen == f"the chosen {words.site}"
        text = f"choose {f'the same {words.site} again' if again else chosen}{condition}"
    if node.to is not None and any(isinstance(one, L.IteratorFrom) for one in walk(raw(node.to))):
        text += f" to move from and, to move to, {target(node.to, words)}"
    elif node.to is not None:
        text += f" and {target(node.to, words)}"
    if getattr(node, "mover", None) is not None:
        text = f"as {words.who(node.mover)}, {text}"
    return with_then(text, node, words)


@told(L.Promote, L.MovePromote)
def _promote(node: Any, words: Words) -> str:
    where = "the piece that moved" if node.location_fn is None else words.moved_piece(node.location_fn)
    where = where or f"the piece on {words.of(node.location_fn)}"
    text = f"promote {where} to {_an(_piece(node.what, words))}"
    owner = node.role if node.role is not None else None if node.who is None else node.who.index
    if owner is not None and words.who(owner) != "you":
        text += f" of {words.who(owner)}"
    return with_then(text, node, words)


@told(L.MoveSimple)
def _simple(node: L.MoveSimple, words: Words) -> str:
    return with_then("pass" if node.kind is MoveSimpleType.Pass else "play a card", node, words)
