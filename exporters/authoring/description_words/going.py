"""Steps, slides, hops and leaps in words: "step to an empty site, capturing what stands there"."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, walk
from ludparse.ludemes.enums import (
    IsPlayerType,
    IsSiteType,
)

from .moving import (
    captures_of,
    effect_of,
    following,
    provided,
    removes,
    removes_at_end,
    site,
    source,
    target,
    way_of,
    with_then,
)
from .said_of_sites import of_it, of_piece, of_site
from .tree.arguments import raw, whole
from .unmoved import takes_past
from .wording.phrases import Words
from .wording.vocabulary import joined, told


@told(L.Step, L.MoveStep)
def _step(node: Any, words: Words) -> str:
    if words.passes_by and takes_past(raw(node)):
        whole(node.to), whole(node.then)
        kind = next(iter(words.passes_by)) if len(words.passes_by) == 1 else "piece"
        crossed = f"the neighbouring {words.site} that an enemy {kind} has just crossed by going 2 {words.sites}"
        first = f"{provided(node.from_, words)}step{source(node.from_, words)}"
        return f"{first}{way_of(node.directions, words)} to {crossed}, capturing that piece"
    where = site(f"neighbouring {words.site}", node.to.if_, L.IteratorTo, words)
    text = f"{provided(node.from_, words)}step{source(node.from_, words)}{way_of(node.directions, words)} to {where}"
    return with_then(text + captures_of(node.to, words), node, words)


@told(L.Slide, L.MoveSlide)
def _slide(node: Any, words: Words) -> str:
    """Site by site along a line: a site where (to if:…) holds ends the slide, one that may not be passed stops it."""
    between, to = node.between, node.to
    over = f"empty {words.sites}" if between is None or between.if_ is None else _over(between.if_, words)
    text = f"{provided(node.from_, words)}slide{source(node.from_, words)}"
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
        text += effect_of(between.effect, words) + words.rest(between)
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
            over, many = _how_many(between.range, over, words)
        taken = effect_of(between.effect, words)
        if removes(between.effect, L.IteratorBetween):
            taken = ", capturing it"
        elif removes_at_end(between.effect):
            whole(between.effect)
            taken = ", capturing it at the end of the turn"
        many += words.rest(between, "before", "after")
    text = f"{provided(node.from_, words)}hop{source(node.from_, words)}{way_of(node.directions, words)}"
    text += f" over {over}{many}"
    if between is not None and between.before is not None:
        text += f" {_distance(between.before, words)} away"
    far = None if between is None else between.after
    if effect is not None and effect.if_ is not None and not isinstance(effect.if_, bool):
        return with_then(text + _stopped(node.to, far, words) + taken, node, words)
    near = raw(between) is None or (raw(between).range, raw(between).before, far) == (None, None, None)
    text += f" to {target(node.to, words, ' 2 steps away' if near else '')}"
    if far is not None:
        text += f" {_distance(far, words)} behind it"
    return with_then(text + taken + captures_of(node.to, words), node, words)


def _how_many(limits: Any, over: str, words: Words) -> tuple[str, str]:
    """What is hopped over where it may be several in a line, and how many of them."""
    if isinstance(limits, L.Exact):
        whole(limits)
        alone = limits.value == 1 and type(limits.value) is int
        return over, "" if alone else f" and others in a line behind it, {words.of(limits)} in all,"
    least, most = getattr(limits, "min", None), getattr(limits, "max", None)
    if least in (0, 1) and type(least) is int and most is not None and type(most) is not int and _is_far(most, words):
        whole(limits), whole(most)
        none = ", or over none," if least == 0 else ""
        return over, f" or several in a line without a gap{none}"
    return over, f" or several in a line, {words.of(limits)},"


def _is_far(number: Any, words: Words) -> bool:
    """Whether a number is at least that of the sites in a line."""
    rows = isinstance(number, L.CountSimple) and number.kind is L.CountSimpleType.Rows
    return rows or (isinstance(number, int) and number >= words.longest)


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
    if _is_far(number, words):
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
        text = f"{provided(node.from_, words)}leap{source(node.from_, words)} {how}"
        text += f"{' in' if node.forward in (None, False) else ''}{way}"
        text += f", over whatever stands between, to {target(node.to, words)}"
    else:
        walks = sorted({_walk(walk) for walk in node.walk})
        turned = "" if node.rotations is None else (
            " in this orientation only" if node.rotations is False else f" turned if {words.of(node.rotations)}"
            if node.rotations is not True else " turned in any way")  # fmt: skip
        forward = "" if node.forward in (None, False) else " forward" if node.forward is True else (
            f" forward if {words.of(node.forward)}")  # fmt: skip
        text = f"{provided(node.from_, words)}leap{source(node.from_, words)}{forward} by {joined(walks, 'or')}{turned}"
        text += f" to {target(node.to, words)}"
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
