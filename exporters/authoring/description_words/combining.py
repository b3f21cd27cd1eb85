"""How moves are put together, in words: alternatives, conditions, loops."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, replace, walk
from ludparse.ludemes.enums import IsPlayerType, MoveSimpleType, RoleType, StackDirection

from .arguments import raw, whole
from .effects import plainly
from .folding import EachWay, EitherTrack, PlayerMoves, SomeWay, TrackMoves, WayMoves, WayRegion
from .moving import captures_of, moved_by, piece_or_stack, site, source, way_of, with_then
from .phrases import Words
from .trees import differences
from .turns import Further
from .unmoved import castling
from .vocabulary import joined, readable, told


@told(L.MovesOr)
def _or(node: L.MovesOr, words: Words) -> str:
    given = node.list or (node.moves_a, node.moves_b)
    both = piece_or_stack(given, words)
    return with_then(both or ", or ".join(dict.fromkeys(map(words.inner, given))), node, words)


@told(L.MovesAnd)
def _and(node: L.MovesAnd, words: Words) -> str:
    parts = [words.inner(part) for part in node.list or (node.moves_a, node.moves_b)]
    return with_then(", and ".join(dict.fromkeys(parts)), node, words)


def chosen(node: L.MovesIf) -> Any:
    """What is done where an option has decided the condition; the other part is done never, and not told."""
    whole(node.list), whole(node.else_list)
    return node.list if node.cond else node.else_list


def captures_again(first: Any, again: Any) -> bool:
    """Whether the moves that follow in a turn are those hops with which it began, of the same piece."""
    heads = {}
    for node in walk(raw(first)):
        if isinstance(node, L.ForEachPiece) and node.item is not None and node.specific_moves is not None:
            moves: Any = node.specific_moves
            moves = moves.moves if isinstance(moves, L.MaxMoves) else moves
            if isinstance(moves, L.Hop | L.MoveHop):
                if node.item in heads:
                    return False
                heads[node.item] = moves
    cases = _cases(raw(again))
    if not cases or not heads:
        return False
    named = {name for name, _ in cases if name}
    others = [hop for name, hop in heads.items() if name not in named]
    alike = len(others) == sum(not name for name, _ in cases) <= 1 and named <= heads.keys()
    if not alike or not all(_same_hop(heads[name] if name else others[0], hop) for name, hop in cases):
        return False
    whole(again)
    return True


def _cases(node: Any) -> list[tuple[str, Any]]:
    """The hops of the piece that has moved, by its name (empty for the other one); none for other moves."""
    if isinstance(node, L.MaxMoves) and node.then is None:
        return _cases(node.moves)
    if isinstance(node, L.Hop | L.MoveHop):
        last = node.from_ is not None and node.from_ == L.From(loc=L.Last(kind=L.LastType.To))
        return [("", node)] if last else []
    asked = node.cond if isinstance(node, L.MovesIf) and node.then is None and node.else_list is not None else None
    if not isinstance(asked, L.Equals) or asked.value_a != L.What(at=L.Last(kind=L.LastType.To)):
        return []
    name = asked.value_b.name if isinstance(asked.value_b, L.Id) else None
    one, other = _cases(node.list), _cases(node.else_list)
    return [(name, one[0][1]), *other] if name and len(one) == 1 and one[0][0] == "" and other else []


def _same_hop(a: Any, b: Any) -> bool:
    """Whether two hops differ only in where they begin and in what may not be hopped over twice."""
    if a.directions != b.directions or a.to != b.to or a.stack != b.stack or a.between is None or b.between is None:
        return False
    if _hurdles(a.between) != _hurdles(b.between) or a.between.effect != b.between.effect:
        return False
    return all("cond" in path and _is_can(a.then, path) for path, _, _ in differences(a.then, b.then))


def _is_can(node: Any, path: tuple[Any, ...]) -> bool:
    """Whether a path leads into moves of which is only asked whether there are any."""
    for step in path:
        if isinstance(node, L.Can):
            return True
        node = node[step] if isinstance(node, tuple) else getattr(node, step, None)
    return False


def loses_mark(node: Any, words: Words) -> bool:
    """Whether a piece loses its mark if it has one: then it need not be asked for."""
    done, condition = raw(node.list), raw(node.cond)
    same = isinstance(done, L.SetSite) and done.kind is L.SetSiteType.State and isinstance(condition, L.Equals) and (
        isinstance(condition.value_a, L.State) and condition.value_a.at == done.at) and (
        condition.value_b == 1 and done.value == 0 and condition.value_a.level is None)  # fmt: skip
    if not (words.kept.marks and same and node.else_list is None):
        return False
    whole(node.cond)
    return True


def _goes_on(node: Any, words: Words) -> bool:
    """Whether a turn goes on if a move like the one before is possible."""
    before = words.before
    if before is None or node.else_list is not None or not isinstance(node.list, L.MoveAgain):
        return False
    if node.list.then is not None or not isinstance(node.cond, L.Can):
        return False
    if raw(node.cond.moves) != replace(before, then=None):
        return False
    whole(node.cond), whole(node.list)
    return True


def hops_again(words: Words) -> str:
    """That a piece which has hopped does it again."""
    return f"if the piece can hop so again from there, {'it must' if words.must_hop_on else 'move again'}"


def is_again(node: Any, words: Words) -> bool:
    """Whether a turn goes on if the piece that has hopped can do it again."""
    if not isinstance(node.list, L.MoveAgain):
        return False
    if node.list.then is not None or not isinstance(node.cond, L.Can):
        return False
    again, first = raw(node.cond.moves), words.before
    if not isinstance(first, L.Hop | L.MoveHop):
        return False
    if not isinstance(again, L.Hop | L.MoveHop) or again.then is not None or again.from_ is None:
        return False
    same = again.directions == first.directions and again.to == first.to and again.stack == first.stack
    last = again.from_ == L.From(loc=L.Last(kind=L.LastType.To))
    if not (same and last and again.between is not None and first.between is not None and again.to.effect is None):
        return False
    if _hurdles(again.between) != _hurdles(first.between):
        return False
    whole(node.cond), whole(node.list)
    return True


def _hurdles(between: Any) -> Any:
    """What may be hopped over, apart from its being captured already, and how."""
    given = between.if_
    parts = (given.list or (given.a, given.b)) if isinstance(given, L.BoolAnd) else (given,)
    kept = frozenset(part for part in parts if part != _NOT_YET)
    return kept, between.before, between.range, between.after


_NOT_YET = L.Not(a=L.IsIn(
    site=L.IteratorBetween(), array=None, region=L.SitesSimple(kind=L.SitesSimpleType.ToClear)))  # fmt: skip


@told(L.MovesIf)
def _if(node: L.MovesIf, words: Words) -> str:
    castled = castling(node, words)
    if castled:
        return castled
    if _goes_on(node, words):
        return with_then("if such a move is possible again, move again", node, words)
    if is_again(node, words):
        text = hops_again(words)
        if node.else_list is not None:
            text += f"; otherwise {words.inner(node.else_list)}"
        return with_then(text, node, words)
    if loses_mark(node, words):
        return with_then(words.of(node.list), node, words)
    both_ways = switched(node, words)
    if both_ways:
        return both_ways
    if isinstance(node.cond, bool):  # what an option left
        part = chosen(node)
        return with_then(words.of(part) if part is not None else "do nothing", node, words)
    text = f"if {words.of(node.cond)}, {words.inner(node.list)}"
    if node.else_list is not None:
        text += f"; otherwise {words.inner(node.else_list)}"
    return with_then(text, node, words)


@told(L.Priority)
def _priority(node: L.Priority, words: Words) -> str:
    parts = [words.inner(part) for part in node.list or (node.list1, node.list2)]
    return with_then("; if that is not possible, ".join(parts), node, words)


def is_no_choice(node: Any, words: Words) -> bool:
    """Whether a move is only what follows from it: a pass, or the choice of a site that is always the same.

    Nothing that follows may ask what the last move was.
    """
    then = getattr(node, "then", None)
    if then is None or any(isinstance(one, L.Last) for one in walk(then)):
        return False
    if isinstance(node, L.MoveSimple):
        return node.kind is MoveSimpleType.Pass and not words.passes_count
    chosen_one = isinstance(node, L.MoveSelect | L.Select)
    plain = chosen_one and (node.to, node.from_.if_, node.from_.region) == (None,) * 3
    return plain and (type(node.from_.loc) is int or isinstance(node.from_.loc, L.CentrePoint | L.Coord))


@told(L.Do)
def _do(node: L.Do, words: Words) -> str:
    text = words.inner(node.prior)
    if node.next is not None:
        text += f", and then {words.inner(node.next)}"
    if node.if_afterwards is not None:
        with words.speaking_of(words.moved or moved_by(raw(node), words)):
            text += f", but only if afterwards {words.of(node.if_afterwards)}"
    return with_then(text, node, words)


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
    ((L.ForEachGroup,), "for each group [connected {directions}] [of sites where {if_}]: {moves}"),
)
for _classes, _template in _OPERATORS:
    told(*_classes)(plainly(_template, _classes))


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
    return with_then(words.filled("for each level of {site} [{stack_direction}]: {moves}", node), node, words)


@told(L.ForEachValue)
def _each_value(node: L.ForEachValue, words: Words) -> str:
    return with_then(f"{each_value(node, words)}: {words.of(node.generator)}", node, words)


def each_value(node: Any, words: Words) -> str:
    """What a loop over numbers begins with: a choice of one of them, or all of them."""
    if words.choosing and isinstance(node.values, L.ValuesString):
        return f"with one of {words.of(node.values)}"
    head = words.filled("number [from {min} to {max}] [of {values}]", node)
    return f"for {'any' if words.choosing else 'each'} {head}"


def first_on_track(node: Any, words: Words) -> str:
    """What a move of the first piece on a track that can make it begins with."""
    owner = "" if node.owner is None else words.whose(node.owner)
    return f"with the piece that is first on {words.track(node.track_name, owner)} of those that can"


@told(L.FirstMoveOnTrack)
def _first_on_track(node: L.FirstMoveOnTrack, words: Words) -> str:
    return with_then(f"{first_on_track(node, words)}: {words.of(node.moves)}", node, words)


def farthest(node: Any, words: Words) -> str:
    """What moves begin with that have to go as far as possible in a turn."""
    owner = "" if node.owner is None else words.whose(node.owner)
    return f"so that {owner or 'the'} pieces go as far as possible on {words.track(node.track_name, owner)} in the turn"


@told(L.MaxDistance)
def _farthest(node: L.MaxDistance, words: Words) -> str:
    return with_then(f"{farthest(node, words)}: {words.of(node.moves)}", node, words)


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
    text = f"{each_site(node, words)}: {words.of(node.generator)}"
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


@told(L.Apply)
def _apply(node: L.Apply, words: Words) -> str:
    when = "" if node.if_ in (None, True) else f" if {words.of(node.if_)}"
    return f"{words.inner(node.effect)}{when}"


@told(Further)
def _further(node: Further, words: Words) -> str:
    choosing, words.choosing = words.choosing, True
    text = words.inner(node.body)
    words.choosing = choosing
    return text


@told(L.MaxMoves)
def _max(node: L.MaxMoves, words: Words) -> str:
    what = "moves" if node.kind is L.MaxMovesType.Moves else "captures"
    text = f"{words.of(node.moves)}, but only so that the most {what} possible are made in the turn"
    return with_then(text, node, words)


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
    names = [spaced_name(one, words) for one in ([node.item] if node.item else node.items or ())]
    top = ", in stacks the top one" if node.top else ""
    if isinstance(node.container, L.Mover):
        whole(node.container)
        top += " in your hand" if words.you else " in the mover's hand"
    own = node.role in (None, RoleType.Mover) and node.player is None
    owner = RoleType.Mover if own else node.role or node.player
    whose = "neutral" if owner is RoleType.Neutral else words.whose(owner) if words.you or not own else "your"
    what = joined(names, "or") if names else "pieces"
    verb = "move one of" if node.specific_moves is None else "with one of"
    if node.specific_moves is None:
        return f"{verb} {whose} {what if not names else what + ' pieces'}{top}{words.rest(node, 'then')}"
    return f"{verb} {whose} {what if not names else what + ' pieces'}{top}{words.rest(node, 'specific_moves', 'then')}"


def spaced_name(name: str, words: Words) -> str:
    """What a piece is called, apart from whose it is."""
    return words.named(name)


@told(L.ForEachPiece)
def _each_piece(node: L.ForEachPiece, words: Words) -> str:
    text = each_piece(node, words)
    return with_then(text if node.specific_moves is None else f"{text}: {words.of(node.specific_moves)}", node, words)


@told(L.Sow)
def _sow(node: L.Sow, words: Words) -> str:
    text = sown(node, words)
    with words.calling_to(f"that {words.site}"):
        if node.apply is not None:
            when = f"if {words.of(node.if_)}, " if node.if_ is not None else ""
            text += f"; at the last {words.site}, {when}{words.inner(node.apply)}"
        text += f", {words.of(back)}" if (back := sown_back(node, words)) else ""
    return with_then(text, node, words)


def sown(node: Any, words: Words) -> str:
    """Which pieces are sown, and where."""
    start = f"the chosen {words.site}" if node.start is None else words.place(node.start)
    text = f"take all pieces from {start} and place them one by one on the next {words.sites}"
    if node.count is not None:
        text = f"sow {words.of(node.count)} pieces from {start}"
    if node.track_name or node.owner is not None or words.tracks:
        text += f" along {words.track(node.track_name, '' if node.owner is None else words.whose(node.owner))}"
    if node.origin is True:
        text += f", beginning with that {words.site} itself"
    if node.include_self is False:
        text += f", leaving out that {words.site} itself"
    if node.skip_if is not None:
        with words.calling_to(f"that {words.site}"):
            text += f", leaving out {words.sites} where {words.of(node.skip_if)}"
    return text


def sown_back(node: Any, words: Words) -> str:
    """What is then done at the holes before the last one; empty for nothing."""
    if node.backtracking in (None, False):
        return ""
    when = "" if node.backtracking is True else f", if {words.of(node.backtracking)}"
    on = ", as long as that holds there" if node.if_ is not None and not when else ""
    return f"then the same at the {words.site} before it and so on{on}{when}"


# ------------------------------------------------------------------ several directions


@told(SomeWay)
def _some_way(node: SomeWay, words: Words) -> str:
    return f"for at least one of {words.ways(node.ways)}: {words.of(node.body)}"


@told(EachWay)
def _each_way(node: EachWay, words: Words) -> str:
    return f"for each of {words.ways(node.ways)}: {words.of(node.body)}"


def on_track(node: Any, words: Words) -> str:
    """What moves along one of two tracks begin with."""
    first, second = (words.track(name) for name in node.tracks)
    if isinstance(node, TrackMoves):
        turned = isinstance(node.cond, L.Not | L.NotEqual)
        first, second = (second, first) if turned else (first, second)
        asked = L.Not(a=whole(node.cond)) if turned else node.cond
        return f"on {first} if {words.of(asked)}, otherwise on {second}"
    if node.numbers:
        first, second = (f"{t} with the number {n}" for t, n in zip((first, second), node.numbers, strict=True))
    return f"with one of two tracks, {first} or {second}"


@told(TrackMoves, EitherTrack)
def _on_track(node: Any, words: Words) -> str:
    return with_then(f"{on_track(node, words)}: {words.of(node.body)}", node, words)


def for_player(node: Any, words: Words) -> str:
    """What moves for one of two players begin with."""
    return f"for player 1 if {words.of(node.cond)}, otherwise for player 2"


@told(PlayerMoves)
def _for_player(node: Any, words: Words) -> str:
    return f"{for_player(node, words)}: {words.of(node.body)}"


def switched(node: Any, words: Words) -> str:
    """That a flag changes to its opposite; empty for other moves."""
    flag = L.Var(key=node.list.name) if isinstance(node.list, L.SetVar) and node.list.name is not None else None
    on, off = (L.SetVar(name=flag.key, new_value=value) for value in (1, 0)) if flag is not None else (None, None)
    if flag is None or flag.key not in words.kept.flags or raw(node.cond) not in _IS_ON(flag):
        return ""
    if (raw(node.list), raw(node.else_list)) != (off, on) or node.then is not None:
        return ""
    whole(node.cond), whole(node.list), whole(node.else_list)
    return f"“{readable(flag.key)}” holds from now on if it did not, and otherwise ceases to hold"


def _IS_ON(flag: L.Var) -> tuple[L.Equals, L.Equals]:
    return L.Equals(value_a=flag, value_b=1), L.Equals(value_a=1, value_b=flag)


@told(WayMoves)
def way_moves(node: WayMoves, words: Words) -> str:
    """Moves for directions: one of them is chosen, or something is done for each."""
    return f"{each_way(node, words)}: {words.of(node.body)}"


def each_way(node: WayMoves, words: Words) -> str:
    """What moves for several directions begin with."""
    return f"for {'one' if words.choosing else 'each'} of {words.ways(node.ways)}"


@told(WayRegion)
def _way_region(node: WayRegion, words: Words) -> str:
    return f"{words.of(node.body)}, for each of {words.ways(node.ways)}"
