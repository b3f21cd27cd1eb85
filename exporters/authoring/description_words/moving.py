"""Moves and effects in words, as infinitives: "step to an empty site, then remove …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, replace, walk
from ludparse.ludemes.enums import (
    AbsoluteDirection,
    IsPlayerType,
    IsSiteType,
    MoveSimpleType,
    MoveSiteType,
)

from .arguments import Reading, raw, replaced, whole
from .folding import EitherTrack, TrackMoves
from .phrases import Words
from .said_of_sites import of_it, of_piece, of_site
from .unmoved import takes_past
from .vocabulary import joined, told


def with_then(text: str, node: Any, words: Words) -> str:
    """A move with what follows it."""
    then = getattr(node, "then", None)
    text += words.rest(node, "then")
    if then is None:
        return text
    with after(node, words):
        return f"{text}; then{words.rest(then, 'moves')} {following(then.moves, words)}"


@contextmanager
def after(node: Any, words: Words) -> Iterator[None]:
    """While it is told what follows from a move."""
    before, words.before = words.before, raw(node)
    try:
        with words.speaking_of(words.moved or moved_by(raw(node), words)):
            yield
    finally:
        words.before = before


def moved_by(node: Any, words: Words) -> str:
    """What a move has moved or placed, or the site that it has chosen; empty where that may be different things."""
    kinds = set(_kinds_of(node))
    if len(kinds) > 1 or not kinds:
        return "the piece" if kinds == {"moved", "placed"} else ""
    called = {"moved": "the moved piece", "placed": "the new piece", "chosen": f"the chosen {words.site}", "": ""}
    return called[kinds.pop()]


def _kinds_of(node: Any) -> Iterator[str]:
    """How moves end, of which one is made: a piece is `moved` or `placed`, a site is `chosen`; empty for others."""
    if node is None or isinstance(node, bool):
        return
    if isinstance(node, L.MovesOr | L.Priority):
        pair = (node.moves_a, node.moves_b) if isinstance(node, L.MovesOr) else (node.list1, node.list2)
        for part in node.list or pair:
            yield from _kinds_of(part)
    elif isinstance(node, L.MovesIf):
        yield from _kinds_of(node.list)
        yield from _kinds_of(node.else_list)
    elif isinstance(node, L.Do):
        yield from _kinds_of(node.prior if node.next is None else node.next)
    elif isinstance(node, L.ForEachSite | L.ForEachValue):
        yield from _kinds_of(node.generator)
    elif isinstance(node, TrackMoves | EitherTrack):
        yield from _kinds_of(node.body)
    elif isinstance(node, L.ForEachDie | L.MaxMoves | L.FirstMoveOnTrack | L.MaxDistance):
        yield from _kinds_of(node.moves)
    elif isinstance(node, L.ForEachPiece):
        yield from _kinds_of(node.specific_moves) if node.specific_moves is not None else ("moved",)
    elif isinstance(node, _MOVERS):
        yield "moved"
    elif isinstance(node, L.MovesAdd | L.MoveSite):
        yield "placed"
    elif isinstance(node, L.Select | L.MoveSelect):
        yield "moved" if as_moved(node) is not None else "chosen" if node.to is None else ""
    elif not isinstance(node, L.Pass):
        yield ""


_MOVERS = (L.Step, L.MoveStep, L.Slide, L.MoveSlide, L.Hop, L.MoveHop, L.Leap, L.MoveLeap, L.FromTo, L.MoveFromTo)


def following(moves: Any, words: Words) -> str:
    """What follows from a move: all of it happens."""
    choosing, words.choosing = words.choosing, False
    try:
        return words.inner(moves)
    finally:
        words.choosing = choosing


_LAST_TO = L.Last(kind=L.LastType.To)


def site(noun: str, condition: Any, iterator: Any, words: Words, article: str = "a") -> str:
    """`an empty cell`, `a cell with an enemy piece`."""
    before, after = of_site(condition, iterator, words)
    text = " ".join(part for part in (before, noun, after) if part)
    if article == "a":
        article = "an" if text[0] in "aeio" or text.startswith("un") else "a"
    return f"{article} {text}"


def target(to: Any, words: Words) -> str:
    """Where a move goes, after "to"."""
    if to is None:
        return site(words.site, None, L.IteratorTo, words)
    return _target(to, words) + words.rest(to, "effect")


def _target(to: Any, words: Words) -> str:
    noun = words.site
    if to.region is not None:
        before, after = of_site(to.if_, L.IteratorTo, words)
        what = words.one_of(to.region, f"{before} {words.site}".strip())
        if before and what.startswith("one of"):
            what = f"{'an' if before[0] in 'aeio' else 'a'} {before} {what}"
        return f"{what} {after}".strip()
    if to.loc is not None and not isinstance(to.loc, L.IteratorTo):
        condition = of_it(to.if_, L.IteratorTo, words)
        return words.place(to.loc) + (f", if {condition}" if condition else "")
    return site(noun, to.if_, L.IteratorTo, words)


def source(from_: Any, words: Words, asked: bool = True) -> str:
    """Where a move comes from, with "from" before it; nothing for the piece itself.

    asked: whether its condition is told.
    """
    if from_ is None:
        return ""
    condition = f" where {words.of(from_.if_)}" if asked and from_.if_ is not None else ""
    condition += words.rest(from_, "loc", "region")
    if from_.region is not None:
        return f" from {words.one_of(from_.region)}{condition}"
    if words.moved_piece(from_.loc):
        return f" with {words.moved}{condition}"
    if from_.loc is not None and not isinstance(from_.loc, L.IteratorFrom):
        return f" from {words.place(from_.loc)}{condition}"
    return condition


def _effect(apply: Any, words: Words) -> str:
    """What a move does to the sites that it crosses or reaches."""
    if apply is None:
        return ""
    effect = following(apply.effect, words) if apply.effect is not None else ""
    when = f" if {words.of(apply.if_)}" if apply.if_ not in (None, True) else ""
    return f", and {effect}{when}" if effect else when


def removes(apply: Any, iterator: Any) -> bool:
    """Whether an effect only removes what stands on the site."""
    if apply is None or not isinstance(apply.effect, L.MovesRemove) or apply.if_ is not None:
        return False
    done = apply.effect
    more = (done.region_function, done.type, done.level, done.count, done.at, done.then)
    return isinstance(done.location_function, iterator) and all(value is None for value in more)


def removes_at_end(apply: Any) -> bool:
    """Whether an effect removes what is hopped over when the turn is over."""
    done: Any = None if apply is None or apply.if_ is not None else apply.effect
    if not isinstance(done, L.MovesRemove) or done.at is None or done.at.name != "EndOfTurn":
        return False
    more = (done.region_function, done.type, done.level, done.count, done.then)
    return isinstance(done.location_function, L.IteratorBetween) and all(value is None for value in more)


def captures_of(to: Any, words: Words, where: bool = False) -> str:
    """What a move does where it goes, above all the capture of what stands there.

    where: whether the condition of what it does is one of the move, which goes nowhere else.
    """
    effect: Any = None if to is None else to.effect
    if effect is None:
        return ""
    done: Any = effect.effect
    condition: Any = effect.if_
    if where and condition is not None and not isinstance(condition, bool):
        text = f", only where {words.of(condition)}"
        return text + (f", and {following(done, words)}" if done is not None else "")
    if condition is None and isinstance(done, L.MovesIf) and done.else_list is None and done.then is None:
        done, condition = done.list, done.cond  # the condition within the effect
    sent = isinstance(done, L.FromTo) and isinstance(done.from_.loc, L.IteratorTo)
    if not sent and not (isinstance(done, L.MovesRemove) and isinstance(done.location_function, L.IteratorTo)):
        return _effect(effect, words)
    if condition is False:
        return ""  # which says that it goes nowhere else: see `_slide`
    before, after = of_site(condition, L.IteratorTo, words)
    whom = after.removeprefix("with ")
    plain = condition is None or (not before and whom != after and " and " not in whom)
    what = (f"any {_one(whom)} there") if plain and whom else "what stands there"
    if not sent and isinstance(done.count, L.SizeSite) and isinstance(done.count.at, L.IteratorTo):
        whole(done.count)
        what = what.replace("piece there", "stack there").replace("what stands", "the whole stack")
    elif plain and not whom and not sent and done.count is None and done.at is None:
        what = _whom_it_meets(to, words) or what
    hand: Any = done.to.loc if sent else None
    home = isinstance(hand, L.HandSite) and isinstance(hand.index_player, L.Who) and isinstance(
        hand.index_player.at, L.IteratorTo) and hand.site is None and hand.index_player.level is None and (
        done.to.if_, done.to.effect, done.to.region) == (None,) * 3  # fmt: skip
    if home:
        whole(done.to)
    there = "its owner's hand" if home else target(done.to, words) if sent else ""
    text = f", sending {what} to {there}" if sent else f", capturing {what}"
    if not sent and done.then is not None and done.count is None and done.at is None:
        text += f", and then {following(done.then.moves, words)}{words.rest(done.then, 'moves')}"
    text += "" if plain else f" if {words.of(condition)}"
    if not sent:
        whole(done.then)
    return text + words.rest(done, "then") if not sent else with_then(text, done, words)


def _one(whom: str) -> str:
    return whom.removeprefix("an ").removeprefix("a ")


def _whom_it_meets(to: Any, words: Words) -> str:
    """Whom a move captures where it may go to an empty site or one with an enemy; empty where that is not so."""
    _, after = of_site(to.if_, L.IteratorTo, words)
    return "any enemy piece there" if after == "without a friendly piece" and words.no_neutral else ""


def way_of(directions: Any, words: Words) -> str:
    """The directions of a move, with a blank before them; those that are usual are all."""
    return f" {words.any_way if goes_any_way(directions) else words.of(directions)}"


def goes_any_way(directions: Any) -> bool:
    """Whether the directions of a move are those of all neighbours."""
    return directions is None or directions is AbsoluteDirection.Adjacent


@told(L.Step, L.MoveStep)
def _step(node: Any, words: Words) -> str:
    if words.passes_by and takes_past(raw(node)):
        whole(node.to), whole(node.then)
        kind = next(iter(words.passes_by)) if len(words.passes_by) == 1 else "piece"
        crossed = f"the neighbouring {words.site} that an enemy {kind} has just crossed by going 2 {words.sites}"
        return f"step{source(node.from_, words)}{way_of(node.directions, words)} to {crossed}, capturing that piece"
    where = site(f"neighbouring {words.site}", node.to.if_, L.IteratorTo, words)
    text = f"step{source(node.from_, words)}{way_of(node.directions, words)} to {where}"
    return with_then(text + captures_of(node.to, words), node, words)


@told(L.Slide, L.MoveSlide)
def _slide(node: Any, words: Words) -> str:
    """Site by site along a line: a site where (to if:…) holds ends the slide, one that may not be passed stops it."""
    between, to = node.between, node.to
    over = f"empty {words.sites}" if between is None or between.if_ is None else _over(between.if_, words)
    text = f"slide{source(node.from_, words)}"
    if node.track == "AllTracks":
        text += " along any of the tracks, round at least one of their bends,"
    elif node.track:
        text += f" along the track “{node.track}”"
    if node.directions is not None or not node.track:
        text += way_of(node.directions, words)
    limits = None if between is None else between.range
    steps = limits.value if isinstance(limits, L.Exact) else None
    ends: Any = None if to is None else to.if_
    effect: Any = None if to is None else to.effect
    only_ends = effect is not None and effect.if_ is False and ends is not None
    if steps is not None and not only_ends:
        many = f"{steps} {words.site if steps == 1 else words.sites}"
        text += f" exactly {many if isinstance(steps, int) else f'as many {words.sites} as {words.operand(steps)}'}"
        plain = between.if_ is None or _is_empty(between.if_, L.IteratorBetween)
        each = f"an empty {words.site}" if plain else site(words.site, between.if_, _passed(between.if_), words)
        if plain and between.if_ is not None:
            whole(between.if_)
        if between.if_ is not True or steps == 1:
            text += f", to {each}" if steps == 1 else f", each of them {each}"
        if ends is not None and not _same(ends, between):
            text += "," if between.if_ is True else ", or"
            text += f" {'to' if steps == 1 else 'the last one'} {_last(ends, words)}"
    else:
        many = f", {words.of(limits)} of them" if limits is not None else ""
        text += f" over {over}{many}" if only_ends else f" any distance over {over}{many}"
        if ends is not None:
            first = site(words.site, ends, L.IteratorTo, words, "the first")
            text += f" up to {first}, which is captured" if only_ends else (
                f", or to {first} behind them" if effect is not None else f", stopping at {first}")  # fmt: skip
            if _takes_enemy(to):
                whole(to.effect)
                text = text.removesuffix(f", or to {first} behind them")
                text += ", or on to an enemy piece at their end, capturing it"
                then: Any = to.effect.effect.then
                if then is not None:
                    text += f", and then {following(then.moves, words)}{words.rest(then, 'moves')}"
                rest = words.rest(between) if between is not None else ""
                return with_then(text + rest, node, words)
    if between is not None:
        text += _effect(between.effect, words) + words.rest(between)
    if only_ends:
        whole(effect)
        return with_then(text, node, words)
    return with_then(text + captures_of(to, words, where=True), node, words)


def _takes_enemy(to: Any) -> bool:
    """Whether a slide may end on an enemy, who is captured, and on nobody else."""
    done: Any = None if to.effect is None or to.effect.if_ is not None else to.effect.effect
    if not isinstance(done, L.MovesRemove) or not isinstance(done.location_function, L.IteratorTo):
        return False
    more = (done.region_function, done.type, done.level, done.count, done.at)
    ends = to.if_
    enemy = isinstance(ends, L.IsPlayer) and ends.kind is IsPlayerType.Enemy and isinstance(ends.index, L.Who)
    return enemy and isinstance(ends.index.at, L.IteratorTo) and all(value is None for value in more)


def _last(condition: Any, words: Words) -> str:
    return f"any {words.site}" if condition is True else site(words.site, condition, L.IteratorTo, words)


def _same(ends: Any, between: Any) -> bool:
    """Whether the site where a slide ends has to be like those that it passes."""
    passed = None if between is None else between.if_
    if passed is None:
        return False
    both = _is_empty(ends, L.IteratorTo) and _is_empty(passed, L.IteratorBetween)
    if both:
        whole(ends), whole(passed)
    return both


def _is_empty(condition: Any, iterator: Any) -> bool:
    return isinstance(condition, L.IsSite) and condition.kind is IsSiteType.Empty and isinstance(condition.at, iterator)


def _passed(condition: Any) -> Any:
    """How a condition on the sites of a slide calls them: the one between and the one to go to are the same."""
    names = {type(node) for node in walk(raw(condition))} if isinstance(condition, Ludeme) else set()
    return L.IteratorTo if L.IteratorTo in names and L.IteratorBetween not in names else L.IteratorBetween


def _over(condition: Any, words: Words) -> str:
    """What a slide goes over; the site that it has come to is the one between and the one to go to."""
    own = ""
    if isinstance(condition, L.BoolOr) and condition.list is None and _its_own(condition.a):
        condition, own = condition.b, ", its own counting as empty,"
    before, after = of_site(condition, _passed(condition), words)
    if not before and not after:
        return f"{words.sites} of any kind"
    after = after.replace("that is ", "that are ", 1)
    return " ".join(part for part in (before, words.sites, after) if part) + own


def _its_own(condition: Any) -> bool:
    """Whether a site on the way is the one where the move begins."""
    if not isinstance(condition, L.Equals):
        return False
    return {condition.value_a.__class__, condition.value_b.__class__} == {L.IteratorBetween, L.IteratorFrom}


@told(L.Hop, L.MoveHop)
def _hop(node: Any, words: Words) -> str:
    between, effect = node.between, node.to.effect
    over, many = f"a {words.site}, occupied or not,", ""
    taken = ""
    if between is not None:
        over = of_piece(between.if_, L.IteratorBetween, words) if between.if_ is not True else over
        if not over or over.startswith(("where ", "that ")):
            over = site(words.site, between.if_, L.IteratorBetween, words)
        if isinstance(between.range, L.Exact) and _less_one(between.range.value) is not None:
            many = f", as many steps as {words.of(_less_one(between.range.value))},"
        elif between.range is not None:
            many = f" or several in a line, {words.of(between.range)},"
        taken = _effect(between.effect, words)
        if removes(between.effect, L.IteratorBetween):
            taken = ", capturing it"
        elif removes_at_end(between.effect):
            whole(between.effect)
            taken = ", capturing it at the end of the turn"
        many += words.rest(between, "before", "after")
    text = f"hop{source(node.from_, words)}{way_of(node.directions, words)} over {over}{many}"
    if between is not None and between.before is not None:
        text += f" {_distance(between.before, words)} away"
    far = None if between is None else between.after
    if effect is not None and effect.if_ is not None and not isinstance(effect.if_, bool):
        return with_then(text + _stopped(node.to, far, words) + taken, node, words)
    text += f" to {target(node.to, words)}"
    if far is not None:
        text += f" {_distance(far, words)} behind it"
    return with_then(text + taken + captures_of(node.to, words), node, words)


def _stopped(to: Any, far: Any, words: Words) -> str:
    """A hop that ends where its sites do not fit any longer: there it goes if the other condition holds."""
    before, after = of_site(L.Not(a=whole(to.if_)), L.IteratorTo, words)
    article = "the first" if far is not None else "the next"
    where = " ".join(part for part in (article, before, words.site, after, "behind it") if part)
    reach = "" if far is None else f" {_distance(far, words)} behind it and"
    done: Any = to.effect.effect
    takes = isinstance(done, L.MovesRemove) and removes_there(done)
    clause = of_it(to.effect.if_, L.IteratorTo, words)
    text = f" to {where}{', at' + reach.removesuffix(' and').removesuffix(' behind it') if far is not None else ''}"
    text += f", but only if {clause}"
    if takes:
        whole(done)
        return f"{text}, which is captured"
    return text + (f", and {following(done, words)}" if done is not None else "")


def removes_there(done: Any) -> bool:
    """Whether an effect only removes what stands where a move goes."""
    more = (done.region_function, done.type, done.level, done.count, done.at, done.then)
    return isinstance(done.location_function, L.IteratorTo) and all(value is None for value in more)


def _distance(number: Any, words: Words) -> str:
    """So many sites, or any number where that is as many as there are rows."""
    rows = isinstance(number, L.CountSimple) and number.kind is L.CountSimpleType.Rows
    if rows or (isinstance(number, int) and number >= words.longest):
        whole(number)
        return "any distance"
    return f"up to {words.of(number)} {words.sites}"


def _less_one(number: Any) -> Any:
    """The number of which one less is given: a hop over so many sites goes one step further."""
    return number.value_a if isinstance(number, L.IntSub) and number.value_b == 1 else None


@told(L.Leap, L.MoveLeap)
def _leap(node: Any, words: Words) -> str:
    ways = {_reach(walk) for walk in node.walk}
    both = {tuple(step.name.translate(_MIRROR) for step in walk) for walk in node.walk}
    mirrored = both == {tuple(step.name for step in walk) for walk in node.walk}
    if len(ways) == 1 and mirrored and words.places and node.rotations in (None, True):
        ahead, aside = sorted(next(iter(ways)), reverse=True)
        how = f"{ahead} {words.sites if ahead != 1 else words.site} in a straight line"
        how += f" and {aside} to the side" if aside else ""
        way = " any orthogonal direction" if node.forward in (None, False) else " forward"
        text = f"leap{source(node.from_, words)} {how}{' in' if node.forward in (None, False) else ''}{way}"
        text += f", over whatever stands between, to {target(node.to, words)}"
    else:
        walks = sorted({_walk(walk) for walk in node.walk})
        turned = "" if node.rotations is None else (
            " in this orientation only" if node.rotations is False else f" turned if {words.of(node.rotations)}"
            if node.rotations is not True else " turned in any way")  # fmt: skip
        forward = "" if node.forward in (None, False) else " forward" if node.forward is True else (
            f" forward if {words.of(node.forward)}")  # fmt: skip
        text = f"leap{source(node.from_, words)}{forward} by {joined(walks, 'or')}{turned} to {target(node.to, words)}"
    return with_then(text + captures_of(node.to, words), node, words)


_MIRROR = str.maketrans("LR", "RL")


def _reach(walk: tuple[Any, ...]) -> tuple[int, int]:
    """How far a walk leads along its first direction and to the side of it, on squares."""
    x = y = 0
    dx, dy = 0, 1
    for step in walk:
        if step.name == "F":
            x, y = x + dx, y + dy
        else:
            dx, dy = (dy, -dx) if step.name == "R" else (-dy, dx)
    return abs(y), abs(x)


def _walk(walk: tuple[Any, ...]) -> str:
    names = {"F": "forward", "L": "left turn", "R": "right turn"}
    return f"the walk “{', '.join(names[step.name] for step in walk)}”"


@told(L.FromTo, L.MoveFromTo)
def _from_to(node: Any, words: Words) -> str:
    count = "a piece"
    if isinstance(node.count, L.CountSite) and whole(node.count) == L.CountSite(at=raw(node.from_.loc)):
        count = "all pieces"
    elif node.stack and _whole_stack(node.count, node.from_):
        whole(node.count)
        return _moved(node, "the whole stack", words)
    elif node.count is not None:
        many = words.of(node.count)
        count = f"{many} pieces" if isinstance(node.count, int) else f"as many pieces as {many}"
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
    asked, only = node.from_.if_, ""
    if isinstance(asked, L.BoolIf) and asked.not_ok is True and isinstance(node.from_.loc, L.IteratorFrom):
        only = f", if {of_it(asked.cond, L.IteratorFrom, words)} only when {words.of(asked.ok)}"
    start, way = source(node.from_, words, asked=not only), _along(node, words) or f"to {target(node.to, words)}"
    text = f"{verb} {what}{start} {way}"
    if what == "a piece" and start == f" from a {words.site} with your pieces":
        text = f"{verb} one of your pieces {way.replace('to an empty ', 'to any empty ', 1)}"
    elif verb == "move" and start == " from your hand" and way.startswith("to "):
        text = f"place {what}{start} on {way.removeprefix('to ')}"
    return with_then(text + only + captures_of(node.to, words), node, words)


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
    return text + (f"; in both cases {done.removeprefix(', and ')}" if done.startswith(", and ") else done)


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
    return text.removeprefix("the ") if text.startswith(("the piece", "piece")) else f"piece number {text}"


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
    return with_then(text + _effect(node.to.effect, words), node, words)


@told(L.MovesRemove, L.MoveRemove)
def _remove(node: Any, words: Words) -> str:
    where = node.location_function if node.location_function is not None else node.region_function
    count = "" if node.count is None else f"{words.of(node.count)} from "
    if words.stacks and count:
        text = f"remove as many pieces as {words.operand(node.count)} from the top of the stack on {words.place(where)}"
    else:
        what = "the top piece" if words.stacks else "what stands"
        text = f"remove {count}{words.moved_piece(where) or f'{what} on {words.place(where)}'}"
    if isinstance(node, L.MoveRemove) and node.region_function is not None:
        one = words.one_of(where)
        held = re.fullmatch(rf"a {words.site} with ((?:your|.+?'s?) )pieces( on the board)?(.*)", one)
        if held is not None and not count and not words.stacks:
            more = held[3].replace(f" where the piece on that {words.site} is ", " that is ", 1)
            text = f"remove one of {held[1]}pieces{held[2] or ''}{more}"
        else:
            text = f"remove {words.of(node.count) if count else 'a piece'} from {one}"
    if node.at is not None:
        text += f" at the {words.place(node.at)}"
    return with_then(text, node, words)


def as_moved(node: Any) -> Any:
    """A choice of two sites from the first of which a piece then moves to the second: the move that it is."""
    then = node.then
    if node.to is None or then is None:
        return None
    done = then.moves
    rest = list(done.list or (done.moves_a, done.moves_b)) if isinstance(done, L.MovesAnd) else [done]
    first: Any = rest[0]
    plain = isinstance(first, L.FromTo) and first.then is None and first.count is None and not first.stack
    if not plain or not (is_last(first.from_.loc, L.LastType.From) and is_last(first.to.loc, L.LastType.To)):
        return None
    more = None if len(rest) == 1 else rest[1] if len(rest) == 2 else replaced(done, list=tuple(map(whole, rest[1:])))
    if more is None:
        return L.FromTo(from_=whole(node.from_), to=whole(node.to))
    return L.FromTo(from_=whole(node.from_), to=whole(node.to), then=replaced(then, moves=whole(more)))


def is_last(node: Any, kind: L.LastType) -> bool:
    """Whether a site is where the last move began, or ended."""
    return isinstance(node, L.Last) and node.kind is kind


@told(L.Select, L.MoveSelect)
def _select(node: Any, words: Words) -> str:
    moved = as_moved(node)
    if moved is not None:
        return words.of(moved)
    before, after = of_site(node.from_.if_, L.IteratorFrom, words)
    condition = f" {after}" if after else ""
    if before:
        condition = f" that is {before}{condition}"
    if node.from_.region is not None:
        text = f"choose {words.one_of(node.from_.region)}{condition}"
    elif node.from_.loc is None or isinstance(node.from_.loc, L.IteratorFrom):
        text = f"choose the piece itself{condition}"
    else:
        text = f"choose {words.place(node.from_.loc)}{condition}"
    if node.to is not None:
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
