"""Comparisons in words: of numbers, sites, owners and pieces."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import CountSimpleType, CountSiteType, RoleType

from .marks import is_marked
from .said_of_sites import pieces_held, pieces_in_groups, pieces_of, said_of
from .tree.arguments import raw, replaced, whole
from .tree.naming import ByName, Called
from .tree.terms import ORDINALS, Given
from .unmoved import unmoved
from .wording.kept import flag_asked, is_player
from .wording.phrases import Words
from .wording.vocabulary import CLOSE, OPEN, readable, told

_COMPARED = {L.Lt: "less than", L.Le: "at most", L.Gt: "more than", L.Ge: "at least"}


NEGATED: dict[type, Any] = {L.Lt: L.Ge, L.Ge: L.Lt, L.Gt: L.Le, L.Le: L.Gt}


_MIRRORED = {L.Lt: L.Gt, L.Le: L.Ge, L.Gt: L.Lt, L.Ge: L.Le}


@told(*_COMPARED)
def _compared(node: Any, words: Words) -> str:
    """A comparison with the constant last; that a number is above 0 says that there is something."""
    flagged = _flag(node, words)
    if flagged:
        return flagged
    cls: Any = node.__class__
    first: Any = node.value_a
    second: Any = node.value_b
    known, limit = words.number(first), words.number(second)
    if known is not None and limit is None:
        whole(first)
        cls, first, second = _MIRRORED[cls], second, known
    elif limit is not None and known is None:
        whole(second)
        second = limit
    if isinstance(first, L.IntSub) and second == 0 and first.value_a is not None:  # a difference is compared with 0
        first, second = first.value_a, first.value_b
    farther = _farther(cls, first, second, words)
    if farther:
        return farther
    if (cls, second) in ((L.Le, 0), (L.Lt, 1)) and isinstance(first, L.CountSite | L.CountComponent):
        return words.of(L.Equals(value_a=whole(first), value_b=0))
    if (cls, second) in ((L.Le, 0), (L.Lt, 1)) and isinstance(first, L.CountLiberties):
        return f"{_group(first, words)} has no empty {words.site} beside it"
    listed = isinstance(first, L.SizeArray) and isinstance(first.array, L.ValuesString) and first.array.name is not None
    if listed and (cls, second) in ((L.Gt, 0), (L.Ge, 1)):
        return f"there is a number left in “{readable(whole(first.array).name)}”"
    if (cls, second) in ((L.Gt, 0), (L.Ge, 1)):
        there = exists(first, words)
        if there:
            return there
    if isinstance(first, L.Var) and first.key in words.kept.sites and (cls, second) in ((L.Ge, 0), (L.Lt, 0)):
        return f"{words.of(first)} is {'' if cls is L.Ge else 'not '}remembered"
    if (cls, second) in ((L.Gt, 0), (L.Ge, 1)) and is_player(raw(first), words.kept.players):
        return f"{words.of(first)} is somebody"
    if isinstance(first, L.TrackSiteMove) and (cls, second) in ((L.Ge, 0), (L.Lt, 0)):
        return f"{_leads(first, words)} to {'a' if cls is L.Ge else 'no'} {words.site}"
    if isinstance(first, L.CountStack | L.SizeSite) and type(second) is int:
        stack = first.to if isinstance(first, L.CountStack) and first.at is None else first.at
        if stack is not None:
            many = _COMPARED[cls].replace("less", "fewer")
            return f"{words.place(stack)} holds {many} {second} piece{'s' * (second != 1)}"
    pieces = isinstance(first, L.CountSite) and (first.kind, first.name, first.type, first.in_) == (None,) * 4
    if pieces and first.at is not None and type(second) is int:
        many = _COMPARED[cls].replace("less", "fewer")
        return f"{words.place(first.at)} holds {many} {second} piece{'s' * (second != 1)}"
    sites = isinstance(first, L.CountSite) and first.kind is CountSiteType.Sites
    if sites and type(second) is int and second > 0:
        many = f"{_COMPARED[cls].replace('less', 'fewer')} {second}"
        counted = _so_many(first.in_, many, second == 1, words)
        if counted:
            return counted
    held = _held(first, words)
    if held and isinstance(second, int):
        many = _COMPARED[cls].replace("less", "fewer")
        return held.format(f"{many} {second}", "s" if second != 1 else "")
    if isinstance(second, L.IntIf) and not words.is_term(second) and not isinstance(second.value_b, L.IntIf):
        how, one, other = _COMPARED[cls], words.operand(second.value_a), words.operand(second.value_b)
        return f"{words.of(first)} is {how} {one} if {words.of(second.cond)}, otherwise {how} {other}"
    return f"{words.of(first)} is {_COMPARED[cls]} {words.of(second)}"


def _flag(node: Any, words: Words) -> str:
    """That what is remembered holds, or not; empty for other conditions."""
    asked = flag_asked(raw(node))
    if asked is None or asked[0] not in words.kept.flags:
        return ""
    whole(node.value_a), whole(node.value_b)
    return f"{words.kept.flag(asked[0])} {'holds' if asked[1] else 'does not hold'}"


def _held(number: Any, words: Words) -> str:
    """How many pieces a player has, with `{}` for the number and the ending of its noun; empty for other numbers."""
    pieces = isinstance(number, L.CountComponent) and number.kind is L.CountComponentType.Pieces
    owner = None if not pieces else number.of if number.of is not None else number.role
    if owner in (None, RoleType.All, RoleType.Shared, RoleType.Neutral) or number.if_ is not None:
        return ""
    what = f"{words.named(number.name)} piece" if number.name else "piece"
    where = f" {words.on(number)} {words.of(number.in_)}" if number.in_ is not None else ""
    if not where and words.uses_hands and number.type is None:
        where = ", on the board or in hand"
    return f"{words.does(owner, 'has')} {{}} {what}{{}}{where}"


def die(face: L.Face, words: Words) -> str:
    """The die of which a face is asked: dice are numbered in the order in which they lie."""
    number = words.dice.index(face.locn) if type(face.locn) is int and face.locn in words.dice else -1
    if not 0 <= number < len(ORDINALS):
        return f"the die on {words.place(face.locn)}"
    return f"the {ORDINALS[number]} die" if len(words.dice) > 1 else "the die"


_PLACES = {-1: "past its end", -2: "exactly to its end"}
"""What the numbers of no sites say about steps along a track."""


def _way(node: L.TrackSiteMove, words: Words) -> str:
    steps = "the steps of the die" if isinstance(node.steps, L.IteratorPips) else further(node, words)
    given: Any = node.steps
    if words.is_term(given):
        steps = f"as many steps as {words.operand(given)}"
    elif by_number(node):
        return f"a move along {track(node, words)} by {words.operand(given)}"
    return f"{steps} along {track(node, words)}"


def _leads(node: L.TrackSiteMove, words: Words, one: str = "leads", many: str = "lead") -> str:
    """Steps along a track with their verb."""
    steps: Any = node.steps
    single = steps == 1 or (by_number(node) and not words.is_term(steps))
    return f"{_way(node, words)} {one if single else many}"


def by_number(node: L.TrackSiteMove) -> bool:
    """Whether steps are as many as a number that takes words."""
    return type(node.steps) is not int and not isinstance(node.steps, L.IteratorPips | L.IteratorValue | Given)


def track(node: L.TrackSiteMove, words: Words) -> str:
    """The track of steps, and where they begin."""
    owner = node.role if node.role is not None else None if node.player is None else node.player.index
    text = words.track(node.name, "" if owner is None else words.whose(owner))
    here = node.from_ is None or isinstance(node.from_, L.IteratorFrom)
    return text if here else f"{text} from {words.place(node.from_)}"


def further(node: L.TrackSiteMove, words: Words) -> str:
    """So many steps along a track."""
    if isinstance(node.steps, L.IteratorPips):
        return "as many steps as the die shows"
    if isinstance(node.steps, L.IteratorValue):
        return "as many steps as that number"
    steps = words.operand(node.steps)
    return "1 step" if node.steps == 1 else f"{steps} steps"


def _farther(cls: Any, first: Any, second: Any, words: Words) -> str:
    """Which of two sites is farther from a third, where their distances are compared; empty for other numbers."""
    if not isinstance(first, L.CountSteps) or not isinstance(second, L.CountSteps) or cls not in (L.Lt, L.Gt):
        return ""
    more = any(getattr(one, name) is not None for one in (first, second) for name in ("relation", "type", "step_move"))
    if more or first.site2 is None or first.site2 != second.site2:
        return ""
    if isinstance(second.site1, L.IteratorTo):
        first, second, cls = second, first, _MIRRORED[cls]
    a, b = words.place(first.site1), words.place(second.site1)
    whole(second.site2)
    return f"{a} is {'farther from' if cls is L.Gt else 'nearer to'} {words.place(first.site2)} than {b}"


def exists(number: Any, words: Words) -> str:
    """That a number is not 0, as what there is then; empty where that cannot be said in another way."""
    if isinstance(number, L.CountComponent) and number.kind is L.CountComponentType.Pieces:
        return words.of(L.Not(a=L.Equals(value_a=whole(number), value_b=0)))
    if isinstance(number, L.CountSite) and number.kind is None:
        return f"{words.filled('{in_/at}', number)} is not empty"
    if isinstance(number, L.CountSite) and number.kind is CountSiteType.Sites:
        who, apart = _elsewhere(number.in_, words)
        if who is not None:
            return f"{words.does(who, 'has')} a piece that is not on {apart}"
        among = words.one_in(number.in_ if number.in_ is not None else number.at, last=True)
        for kind in ("empty", "occupied"):
            if among.startswith(f"the {kind} ones of "):
                return f"at least one of {among.removeprefix(f'the {kind} ones of ')} is {kind}"
        return f"there is at least one of {words.one_in(number.in_ if number.in_ is not None else number.at)}"
    if isinstance(number, L.CountLiberties):
        return f"{_group(number, words)} has an empty {words.site} beside it"
    if isinstance(number, L.Who) and number.level is None:
        return f"{words.place(number.at)} holds a player's piece"
    return "the die has not been used" if isinstance(number, L.IteratorPips) else ""


def _elsewhere(region: Any, words: Words) -> tuple[Any, str]:
    """A player and the sites that are left out, where a region is that of the pieces elsewhere; None for others."""
    less = region.subtraction if isinstance(region, L.RegionDifference) else None
    held: Any = region.source if less is not None else None
    if not isinstance(held, L.SitesOccupied) or held.component is not None or held.components is not None or (
            held.container, held.on, held.top) != (None,) * 3:  # fmt: skip
        return None, ""
    who = getattr(held.by, "index", held.by)
    if who in (None, RoleType.All):
        return None, ""
    whole(held.by)
    return who, words.one_in(less, last=True)


def _so_many(region: Any, many: str, one: bool, words: Words) -> str:
    """How many of some sites are empty, or hold a player's pieces; empty where that is not what is counted."""
    if isinstance(region, L.SitesAround) and region.type is not None and region.if_ is None:
        beside = pieces_held(region.type.name, words)
        if beside is not None:
            return f"{many} of {words.of(replaced(region, type=None))} {beside.is_so(not one)}"
    if isinstance(region, L.SitesAround) and region.if_ is not None and region.type is None and (
            not isinstance(region.if_, L.BoolAnd | L.BoolOr)):  # fmt: skip
        with words.calling_to(f"the neighbouring {words.site}"):
            said = said_of(region.if_, L.IteratorTo, words, not one)
        if said:
            return f"{many} of {words.of(replaced(region, if_=None))} {said}"
    parts = (region.regions or (region.region1, region.region2)) if isinstance(region, L.RegionIntersection) else ()
    stand: list[Any] = [part for part in parts if isinstance(part, L.SitesOccupied | L.SitesIndex)]
    among = [part for part in parts if part not in stand]
    if len(among) != 1 or len(stand) != 1:
        return ""
    held, of = stand[0], words.member(among[0])
    if isinstance(held, L.SitesIndex) and held.kind is L.SitesIndexType.Empty and held.element_type is None:
        whole(held)
        return f"{many} of {of} {'is' if one else 'are'} empty"
    pieces = pieces_of(held, words)
    if pieces is None:
        return ""
    whole(held)
    return f"{many} of {of} {pieces.is_so(not one)}"


def _group(node: Any, words: Words) -> str:
    """The group of the piece on a site."""
    last = L.Last(kind=L.LastType.To) if node.at is None else node.at
    piece = words.moved_piece(last)
    way = f", connected {words.of(node.directions)}," if node.directions is not None else ""
    return f"{f'the group of {piece}' if piece else f'the group at {words.place(last)}'}{way}"


SITES = (
    L.Ahead, L.TrackSite, L.TrackSiteMove, L.TrackSiteFirst, L.Last, L.RegionSite, L.WhereSite,
    L.IteratorFrom, L.IteratorTo, L.IteratorBetween, L.IteratorSite, ByName, Called,
)  # fmt: skip


@told(L.Equals)
def _equals(node: L.Equals, words: Words) -> str:
    if node.region_a is not None:
        return f"{words.member(node.region_a)} and {words.member(node.region_b)} are the same {words.sites}"
    first: Any = node.value_a
    second: Any = node.value_b if node.value_b is not None else node.role_b
    if isinstance(first, int) and not isinstance(second, int):
        first, second = second, first
    flagged = _flag(node, words)
    if flagged:
        return flagged
    if second == 0 and type(second) is int and is_player(raw(first), words.kept.players):
        return f"{words.of(first)} is nobody"
    if isinstance(first, L.IntPhase) and (isinstance(second, L.IntPhase) or second in words.colours):
        other = second if isinstance(second, int) else words.place(second.of)
        whole(second)
        same = words.colours[other] if type(other) is int else other
        words.tells_colours = True
        return f"{words.place(first.of)} has the colour of {same}"
    if isinstance(first, L.Face):
        return f"{die(first, words)} shows {words.operand(second)}"
    if isinstance(first, L.Counter) and words.since and type(second) is int:
        both = ", of both players together," if words.players == 2 else ""
        return f"{second} moves{both} have been made since {words.since}"
    if _held(first, words) and type(second) is int and second > 0:
        return _held(first, words).format(f"exactly {second}", "s" if second != 1 else "")
    if isinstance(first, L.State) and words.kept.marks and second in (0, 1) and type(second) is int:
        if words.begun and (first.level, first.type) == (None, None):
            return unmoved(first.at, second == 1, words)
        piece = words.moved_piece(first.at) or words.piece_itself(first.at) or f"the piece on {words.place(first.at)}"
        return f"{piece} is {'' if second == 1 else 'not '}marked"
    if isinstance(first, L.State) and type(second) is int and second >= 0 and not words.states_are_sides:
        return is_marked(first, second, words)
    if isinstance(first, L.CountSimple) and type(second) is int and _numbered(first, second):
        return _numbered(first, second)
    if isinstance(first, L.ValuePlayer) and words.kept.tokens and type(second) is int and second == 1:
        who = first.index_player if first.index_player is not None else first.role
        return f"{words.does(who, 'has')} a token"
    if isinstance(first, L.ValuePlayer) and second == -1:
        return f"{words.of(first)} is not set"
    line = {L.Column: "column", L.Row: "row", L.Layer: "layer"}.get(first.__class__)
    if line is not None and second.__class__ is first.__class__:
        return f"{words.standing(first.of)} and {words.standing(second.of)} are in the same {line}"
    if _is_stack(first) and _is_stack(second):
        return f"the stacks on {words.place(first.at)} and {words.place(second.at)} are equally high"
    groups = isinstance(first, L.CountGroups) and first.kind is L.CountGroupsType.Groups
    if groups and first.min is None and second == 1:
        way = "" if first.directions is None else f", connected {words.of(first.directions)}"
        of = pieces_in_groups(first.if_, words.sites, words)
        return f"there is exactly one group of {of}{way}" if first.if_ is None else f"{of} form one group{way}"
    if isinstance(first, L.Var) and (first.key or "") in words.kept.sites and second == -1:
        return f"{words.of(first)} is not remembered"
    if isinstance(first, L.TrackSiteMove) and isinstance(second, int) and second in _PLACES:
        return f"{_leads(first, words)} {_PLACES[second]}"
    if isinstance(first, L.IteratorPips) and second == 0:
        return "the die has been used"
    if type(second) is int and second > 0 and isinstance(first, L.CountSite) and first.kind is CountSiteType.Sites:
        many = _so_many(first.in_, f"exactly {second}", second == 1, words)
        if many:
            return many
    if isinstance(first, L.SizeArray) and isinstance(first.array, L.ValuesString) and second == 0 and first.array.name:
        return f"there is no number left in “{readable(whole(first.array).name)}”"
    if isinstance(first, L.CountSite) and first.kind is CountSiteType.Sites and second == 0:
        if first.in_ == L.SitesIndex(kind=L.SitesIndexType.Empty):
            whole(first.in_)
            return f"no {words.site} is empty"
        who, apart = _elsewhere(first.in_, words)
        if who is not None:
            return f"{words.does(who, 'has')} no pieces except on {apart}"
        none = _so_many(first.in_, "none", True, words)
        if none:
            return none
        among = words.one_in(first.in_ if first.in_ is not None else first.at)
        alone = among.removeprefix(OPEN).removesuffix(CLOSE)
        kind = f"the {words.sites} "
        one = alone.startswith(kind) and " or " not in alone and " and " not in alone
        return f"there are no {alone.removeprefix('the ')}" if one else f"there is none of {among}"
    if isinstance(first, L.CountSite) and first.kind is None and second == 0:
        return f"{words.filled('{in_/at}', first)} is empty"
    pieces = isinstance(first, L.CountSite) and (first.kind, first.name, first.type, first.in_) == (None,) * 4
    if pieces and first.at is not None and type(second) is int and second > 0:
        return f"{words.place(first.at)} holds exactly {second} piece{'s' * (second != 1)}"
    if isinstance(first, L.CountLiberties) and type(second) is int and second == 0:
        return f"{_group(first, words)} has no empty {words.site} beside it"
    if isinstance(first, L.Row) and type(second) is int and second >= 0:
        return f"{words.standing(first.of)} is in row {second + 1}"
    if isinstance(first, L.CountStack | L.SizeSite) and isinstance(second, int):
        where = first.to if isinstance(first, L.CountStack) and first.at is None else first.at
        if where is not None:
            return f"{words.place(where)} holds {second} piece{'s' * (second != 1)}"
    beyond = _beyond(first, second, words)
    if beyond:
        return f"there is no {beyond}"
    for one, other in ((first, second), (second, first)):
        if isinstance(one, L.Who):
            return _belongs_to(one, other, words)
        if isinstance(one, L.What) and other == 0 and type(other) is int and one.level is None:
            return f"{words.place(one.at)} is empty"
        if isinstance(one, L.What) and isinstance(other, L.Id) and words.moved_piece(one.at):
            return f"{words.moved_piece(one.at)} is {words.of(other)}"
        if isinstance(one, L.What) and isinstance(other, L.Id) and words.piece_at(one, one.at):
            return f"{words.of(one)} is {words.of(other)}"
        if isinstance(one, L.What) and isinstance(other, L.Id):
            return f"{words.of(other)} stands on {words.place(one.at)}"
        if isinstance(one, L.Mover) and isinstance(other, L.MapEntry | L.State | L.What):
            return f"{words.whose(one)} number is {words.operand(other)}"
        if isinstance(one, L.Mover) and not isinstance(other, L.Who):
            return f"it is {words.whose(other)} turn"
        if isinstance(one, L.WhereSite) and other == -1:
            return f"{words.standing(one)} is not on the board"
        if isinstance(one, L.WhereSite) and type(other) is int and other >= 0:
            return f"{words.standing(one)} stands on {words.place(other)}"
        if isinstance(one, L.CountComponent) and one.kind is L.CountComponentType.Pieces and other == 0:
            return _none(one, words)
    if isinstance(first, L.Id) and first.name is None:
        return f"{words.does(first.who, 'is')} {words.who(second)}"
    return f"{words.of(first)} is {_nowhere(first, second, words)}"


def _numbered(count: Any, number: int) -> str:
    """That a turn is one with a number, or a move of it; empty for other counts."""
    if count.kind is CountSimpleType.Turns:
        return f"this is turn {number} of the game"
    moves = count.kind is CountSimpleType.MovesThisTurn and 0 <= number < len(ORDINALS)
    return f"this is the {ORDINALS[number]} move of the turn" if moves else ""


def _is_stack(size: Any) -> bool:
    """Whether a number is that of the pieces on a site."""
    plain: Any = raw(size)  # what is only looked at counts as told
    return isinstance(plain, L.SizeSite) and plain.at is not None and (plain.in_, plain.type) == (None, None)


def _belongs_to(held: L.Who, owner: Any, words: Words) -> str:
    """Whose piece stands on a site, or at a level of it."""
    who = words.who(owner)
    whose = "neutral" if who == "nobody" else words.whose(owner)
    mine: Any = owner
    if isinstance(mine, L.Who) and held.level is None and mine.level is None:
        return f"the pieces on {words.place(held.at)} and {words.place(mine.at)} have the same owner"
    one_piece = words.piece_at(held, held.at)
    if one_piece:
        return f"{one_piece} is {whose}" if whose == "neutral" else f"{one_piece} is one of {whose} pieces"
    if held.level is not None:
        one = whose if whose == "neutral" else f"one of {whose} pieces"
        return f"{words.level(held.level)} {words.place(held.at)} is {one}"
    if whose == "neutral":
        return f"{words.place(held.at)} holds no player's piece"
    return f"{words.place(held.at)} holds one of {whose} pieces"


@told(L.NotEqual)
def _not_equal(node: L.NotEqual, words: Words) -> str:
    first, second = node.value_a, node.value_b
    if isinstance(first, int) and second is not None and not isinstance(second, int):
        first, second = second, first
    flagged = _flag(node, words)
    if flagged:
        return flagged
    if isinstance(first, L.State) and type(second) is int and second >= 0 and not words.kept.marks and (
            not words.states_are_sides):  # fmt: skip
        return is_marked(first, second, words, holds=False)
    if isinstance(first, L.CountSite) and first.kind is None and first.name is None and second == 0:
        return f"{words.filled('{in_/at}', first)} is not empty"
    if isinstance(first, L.WhereSite) and second == -1:
        return f"{words.standing(first)} is on the board"
    if isinstance(first, L.ValuePlayer) and words.kept.tokens and type(second) is int and second == 1:
        who = first.index_player if first.index_player is not None else first.role
        return f"{words.does(who, 'has')} no token"
    if {type(raw(first)), type(raw(second))} == {L.Mover, L.Prev}:
        whole(first), whole(second)
        return "this is the first move of your turn" if words.you else "a turn begins"
    for one, other in ((first, second), (second, first)):
        if other == 0 and type(other) is int and isinstance(one, L.Who) and one.level is None:
            return exists(one, words)
        if other == 0 and type(other) is int and isinstance(one, L.What) and one.level is None:
            return f"{words.place(one.at)} is not empty"
        if isinstance(one, L.Who) and one.level is None and isinstance(other, L.Mover | L.Next):
            return f"{words.place(one.at)} holds none of {words.whose(other)} pieces"
    stack: Any = first
    if _is_stack(stack) and type(second) is int:
        return f"{words.place(stack.at)} does not hold {second} piece{'s' * (second != 1)}"
    if isinstance(first, L.Var) and (first.key or "") in words.kept.sites and second == -1:
        return f"{words.of(first)} is remembered"
    if isinstance(first, L.TrackSiteMove) and isinstance(second, int) and second in _PLACES:
        return f"{_leads(first, words, 'does not lead', 'do not lead')} {_PLACES[second]}"
    if isinstance(first, L.IteratorPips) and second == 0:
        return "the die has not been used"
    beyond = _beyond(first, second, words)
    if beyond:
        return f"there is a {beyond}"
    if isinstance(first, L.CountSite) and first.kind is CountSiteType.Sites and type(second) is int and second == 0:
        return exists(first, words)
    for one, other in ((first, second), (second, first)):
        if isinstance(one, L.Mover) and isinstance(other, L.MapEntry | L.Var | L.State | L.What):
            return f"{words.whose(one)} number is not {words.operand(other)}"
    if isinstance(second, int):
        return f"{words.of(first)} is not {_nowhere(first, second, words)}"
    return words.filled("{value_a/region_a} is not {value_b/role_b/region_b}", node)


def _beyond(first: Any, second: Any, words: Words) -> str:
    """A site ahead of another one, where it is asked whether there is one: the board has no further site otherwise."""
    for one, other in ((first, second), (second, first)):
        if isinstance(one, L.Ahead) and one.steps in (None, 1) and one.site == other:
            whole(other)
            return words.of(one).removeprefix("the ").removeprefix("next ")
    return ""


def _nowhere(site: Any, number: Any, words: Words) -> str:
    """What a site is compared with: numbers below 0 are no sites."""
    by_use = isinstance(site, L.IntIf) and words.is_site(site)
    below = {-1: "nowhere", -2: "off the track"} if by_use or isinstance(site, SITES) else {}
    if isinstance(number, int) and number in below:
        return below[number]
    return words.place(number) if isinstance(site, SITES) else words.of(number)


def _none(number: Any, words: Words) -> str:
    """That there are no pieces that a number counts."""
    owner = number.of if number.of is not None else number.role
    if owner is None or owner is RoleType.All:
        return words.of(number).replace("the number of ", "there are no ", 1)
    return words.of(L.NoPiece(role=owner if isinstance(owner, RoleType) else None, of=None if isinstance(
        owner, RoleType) else whole(owner), name=number.name, in_=whole(number.in_)))  # fmt: skip
