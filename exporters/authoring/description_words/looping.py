"""What is done for each site, piece, die or number, in words; sowing, and other operators."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import IsPlayerType, RoleType, StackDirection

from .effects import plainly
from .moving import captures_of, site, source, way_of, with_then
from .said_of_sites import of_site, pieces_in_groups
from .tree.arguments import raw, replaced, whole
from .tree.terms import Given
from .wording.phrases import Words
from .wording.vocabulary import joined, told

_OPERATORS: tuple[tuple[tuple[type[Ludeme], ...], str], ...] = (
    ((L.Seq,), "{moves}"),
    ((L.Append,), "{list}"),
    ((L.AllCombinations,), "{list_a}, and {list_b}"),
    ((L.AvoidStoredState,), "{moves}, but not so that the remembered position comes back"),
    ((L.While,), "as long as {condition}, {moves}"),
    ((L.Random,), "by chance, {moves}"),
    ((L.ForEachPlayer,), "for each player: {moves}"),
    ((L.ForEachPlayers,), "for each of {players}: {moves}"),
    ((L.ForEachTeam,), "for each team: {moves}"),
)


for _classes, _template in _OPERATORS:
    told(*_classes)(plainly(_template, _classes))


def each_group(node: Any, words: Words) -> str:
    """What a loop over groups begins with: those of the mover's pieces, where nothing else is said."""
    of = pieces_in_groups(node.if_, f"{words.whose(RoleType.Mover)} pieces", words)
    return words.filled(f"for each group of {of} [connected {{directions}}]", node)


@told(L.ForEachGroup)
def _each_group(node: Any, words: Words) -> str:
    head = f"{each_group(node, words)}{words.rest(node, 'moves', 'then')}"
    return with_then(f"{head}: {words.of(node.moves)}", node, words)


@told(L.ForEachLevel)
def _each_level(node: Any, words: Words) -> str:
    """All enemies of a stack are captured, from the top; or something else is done for each piece."""
    done: Any = raw(node.moves)
    there = raw(node.site)
    asked = L.IsPlayer(kind=IsPlayerType.Enemy, index=L.Who(at=there, level=L.IteratorLevel()), role=None)
    taken = L.MovesIf(cond=asked, list=L.MovesRemove(
        location_function=there, region_function=None, level=L.IteratorLevel()))  # fmt: skip
    from_top = node.stack_direction is StackDirection.FromTop
    if from_top and done == taken:
        whole(node.moves)
        return with_then(f"capture all enemy pieces on {words.place(node.site)}", node, words)
    head = each_level(node, words)
    with words.piece_by_piece(node.site):
        text = words.of(node.moves)
    return with_then(f"{head}: {text}", node, words)


def each_level(node: Any, words: Words) -> str:
    """What a loop over the pieces of a stack begins with."""
    start = "bottom" if node.stack_direction is StackDirection.FromBottom else "top"
    return f"for each piece on {words.place(node.site)}, from the {start}{words.rest(node, 'moves', 'then')}"


def any_number(node: Any, words: Words) -> Any:
    """A move of any number of the pieces on a site, or of any but all of them, as such; None for other loops."""
    loop: Any = raw(node)  # what is only looked at counts as told
    moves: Any = loop.generator
    most = loop.max.value_a if isinstance(loop.max, L.IntSub) and loop.max.value_b == 1 else loop.max
    if not words.choosing or loop.min != 1 or not isinstance(most, L.SizeSite) or (most.type, most.in_) != (None, None):
        return None
    if not isinstance(moves, L.FromTo | L.MoveFromTo) or not isinstance(moves.count, L.IteratorValue):
        return None
    start = L.IteratorFrom() if moves.from_.loc is None else moves.from_.loc
    if moves.from_.region is not None or most.at not in (start, L.IteratorFrom()):
        return None
    for part in (node.min, node.max, node.generator):
        whole(part)
    if most is not loop.max:
        return replaced(moves, count=Given("any number, but not all, of the pieces"))
    alone, rest = _all_only_if(moves.to, start)
    if alone is None:
        return replaced(moves, count=Given("any number of pieces"))
    only = f"any number of pieces, but all of them only if {words.of(alone)},"
    return replaced(moves, count=Given(only), to=replaced(moves.to, if_=rest))


def _all_only_if(to: Any, start: Any) -> tuple[Any, Any]:
    """The condition under which a whole stack may be moved where a part of it may be moved anyway, and what is left of
    the condition on where it goes; None where there is no such condition."""
    given: Any = to.if_
    parts = list(given.list or (given.a, given.b)) if isinstance(given, L.BoolAnd) else [given]
    for i, part in enumerate(parts):
        either: Any = part.list or (part.a, part.b) if isinstance(part, L.BoolOr) else ()
        less = [one for one in either if isinstance(one, L.Lt) and isinstance(one.value_a, L.IteratorValue)
                and isinstance(one.value_b, L.SizeSite) and raw(one.value_b) in (
                    L.SizeSite(at=start), L.SizeSite(at=L.IteratorFrom()))]  # fmt: skip
        if len(less) == 1 and len(either) == 2:
            rest = tuple(map(whole, parts[:i] + parts[i + 1 :]))
            alone = next(one for one in either if one is not less[0])
            return alone, None if not rest else rest[0] if len(rest) == 1 else L.BoolAnd(list=rest)
    return None, None


@told(L.ForEachValue)
def _each_value(node: L.ForEachValue, words: Words) -> str:
    some = any_number(node, words)
    if some is not None:
        return with_then(words.of(some), node, words)
    return with_then(f"{each_value(node, words)}: {words.of(node.generator)}", node, words)


def each_value(node: Any, words: Words) -> str:
    """What a loop over numbers begins with: a choice of one of them, or all of them."""
    if words.choosing and isinstance(node.values, L.ValuesString):
        return f"with one of {words.of(node.values)}"
    head = words.filled("number [from {min} to {max}] [of {values}]", node)
    return f"for {'any' if words.choosing else 'each'} {head}"


def first_on_track(node: Any, words: Words) -> str:
    """What moves begin with that are made at the first site of a track at which there are any."""
    owner = "" if node.owner is None else words.whose(node.owner)
    return f"at the first {words.site} of {words.track(node.track_name, owner)} where this is possible"


@told(L.FirstMoveOnTrack)
def _first_on_track(node: L.FirstMoveOnTrack, words: Words) -> str:
    return with_then(f"{first_on_track(node, words)}: {words.of(node.moves)}", node, words)


@told(L.MaxDistance)
def _farthest(node: L.MaxDistance, words: Words) -> str:
    """The moves: every one of them may be made, however far pieces go in the turn."""
    whole(node.track_name), whole(node.owner)
    return with_then(words.of(node.moves), node, words)


def each_site(node: L.ForEachSite, words: Words) -> str:
    """What a loop over sites begins with: a choice of one of them, or all of them."""
    if words.choosing:
        return f"at {words.one_of(node.region_fn)}"
    region: Any = node.region_fn
    parts = region.regions or (region.region1, region.region2) if isinstance(region, L.RegionUnion) else (region,)
    first = parts[0].source if isinstance(parts[0], L.RegionDifference) else parts[0]
    area = isinstance(first, L.SitesSimple | L.SitesEquipmentRegion) and (
        getattr(first, "element_type", None) is None)  # fmt: skip
    return f"for each{f' {words.site}' if area else ''} of {words.of(node.region_fn)}"


@told(L.ForEachSite)
def _for_each_site(node: L.ForEachSite, words: Words) -> str:
    text = f"{each_site(node, words)}: "
    with words.for_each_site():
        text += words.of(node.generator)
    if node.no_move_yet is not None:
        text += f", or, if that is not possible, {words.of(node.no_move_yet)}"
    return with_then(text, node, words)


def each_die(node: L.ForEachDie, words: Words) -> tuple[str, object]:
    """What a loop over dice begins with, and the condition that has not been told with it."""
    conditions = list(node.if_.list or (node.if_.a, node.if_.b)) if isinstance(node.if_, L.BoolAnd) else [node.if_]
    used = [one for one in conditions if one is not None and words.of(one) == "the die has not been used"]
    twice = node.replay_double is True
    double = "" if twice == words.doubles_count_twice else f", a double counting {'twice' if twice else 'once'}"
    text = "with one of the dice" if words.choosing else "for each die"
    if used:
        text = "with a die that has not been used" if words.choosing else "for each die that has not been used"
    rest = [one for one in conditions if one is not None and one not in used]
    return text + double, rest[0] if len(rest) == 1 else L.BoolAnd(list=tuple(map(whole, rest))) if rest else None


@told(L.ForEachDie)
def _for_each_die(node: L.ForEachDie, words: Words) -> str:
    text, condition = each_die(node, words)
    if condition is not None:
        text += f", if {words.of(condition)}"
    done = words.of(node.moves)
    return with_then(f"{text}{',' if condition is None and ': ' not in done else ':'} {done}", node, words)


def _bent(node: Any, words: Words) -> str:
    """A step and another one on from there, in other directions; empty where that is not what is told."""
    first = None if node.to is None or node.to.effect is None else node.to.effect.effect
    if not isinstance(first, L.ForEachDirection) or first.then is not None or node.between is not None:
        return ""
    done: Any = first.moves
    condition = None
    if isinstance(done, L.MovesIf) and done.else_list is None and done.then is None:
        done, condition = done.list, done.cond
    from_there = first.from_ is not None and isinstance(first.from_.loc, L.IteratorTo)
    if not from_there or first.to is not None or first.between is not None or not isinstance(done, L.MoveFromTo):
        return ""
    here = done.from_.loc is None and done.from_.region is None and done.from_.if_ is None
    there = done.to.region is None and done.to.loc is None and done.to.if_ is None and done.then is None
    if not (here and there and done.count is None and done.copy is None and done.stack is None):
        return ""
    over = site(f"neighbouring {words.site}", node.to.if_, L.IteratorTo, words)
    end = site(words.site, condition, L.IteratorTo, words)
    way = f" {words.of(first.directions)}" if first.directions is not None else " in any direction"
    text = f"go one step{way_of(node.directions, words)} over {over}{source(node.from_, words)} and then one more step"
    text += f"{way}, as seen in the direction of the first step, to {end}"
    return text + captures_of(done.to, words)


@told(L.ForEachDirection)
def _each_direction(node: L.ForEachDirection, words: Words) -> str:
    bent = _bent(node, words)
    if bent:
        return with_then(bent, node, words)
    to = None if node.to is None else node.to.effect
    inner = words.of(to.effect if to is not None else node.moves)
    where = site(f"neighbouring {words.site}", None if node.to is None else node.to.if_, L.IteratorTo, words)
    many, limits = "", None if node.between is None else node.between.range
    if limits is not None:
        many = f", {words.of(limits)} steps on"
    text = f"for {where}{many}{way_of(node.directions, words)}{source(node.from_, words)}"
    return with_then(f"{text}{words.rest(node, 'to', 'moves', 'then')}: {inner}", node, words)


def each_piece(node: Any, words: Words) -> str:
    """What a loop over pieces begins with."""
    names = [words.named(one) for one in ([node.item] if node.item else node.items or ())]
    top = ", in stacks the top one" if node.top else ""
    if isinstance(node.container, L.Mover):
        whole(node.container)
        top = f" in {'your' if words.you else 'the mover' + chr(39) + 's'} hand{top}"
    own = node.role in (None, RoleType.Mover) and node.player is None
    owner = RoleType.Mover if own else node.role or node.player
    whose = "neutral" if owner is RoleType.Neutral else words.whose(owner) if words.you or not own else "your"
    what = joined(names, "or") if names else "pieces"
    verb = "move one of" if node.specific_moves is None else "with one of"
    if node.specific_moves is None:
        return f"{verb} {whose} {what if not names else what + ' pieces'}{top}{words.rest(node, 'then')}"
    return f"{verb} {whose} {what if not names else what + ' pieces'}{top}{words.rest(node, 'specific_moves', 'then')}"


@told(L.ForEachPiece)
def _each_piece(node: L.ForEachPiece, words: Words) -> str:
    text = each_piece(node, words)
    return with_then(text if node.specific_moves is None else f"{text}: {words.of(node.specific_moves)}", node, words)


@told(L.Sow)
def _sow(node: L.Sow, words: Words) -> str:
    text = sown(node, words)
    with words.after_sowing(node):
        if node.apply is not None:
            when = f"if {words.of(node.if_)}, " if node.if_ is not None else ""
            text += f"; at the last {words.site}, {when}{words.inner(node.apply)}"
        text += f", {words.of(back)}" if (back := sown_back(node, words)) else ""
    return with_then(text, node, words)


def sown(node: Any, words: Words) -> str:
    """Which pieces are sown, and where."""
    start = f"the chosen {words.site}" if node.start is None else words.place(node.start)
    each = "one by one"
    if node.num_per_hole is not None:
        each = f"{words.operand(node.num_per_hole)} at a time"
    text = f"take all pieces from {start} and place them {each} on the next {words.sites}"
    if node.count is not None:
        many = f"{node.count} pieces" if type(node.count) is int else f"as many pieces as {words.operand(node.count)}"
        text = f"sow {many} from {start}"
    if node.track_name or node.owner is not None or words.tracks:
        text += f" along {words.track(node.track_name, '' if node.owner is None else words.whose(node.owner))}"
    if node.origin not in (None, False):
        when = "" if node.origin is True else f" if {words.of(node.origin)}"
        text += f", beginning with that {words.site} itself{when}"
    if node.include_self is False:
        text += f", leaving out that {words.site} itself"
    if node.skip_if is not None:
        with words.calling_to(f"that {words.site}"):
            before, after = of_site(node.skip_if, L.IteratorTo, words)
            text += f", leaving out any {' '.join(part for part in (before, words.site, after) if part)}"
    return text


def sown_back(node: Any, words: Words) -> str:
    """What is then done at the holes before the last one; empty for nothing."""
    if node.backtracking in (None, False):
        return ""
    when = "" if node.backtracking is True else f", if {words.of(node.backtracking)}"
    on = ", as long as that holds there" if node.if_ is not None and not when else ""
    return f"then the same at the {words.site} before it and so on{on}{when}"
