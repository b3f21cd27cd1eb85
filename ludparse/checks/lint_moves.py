"""Warnings for moves that say something other than they seem to: directions, `(between)`, stacks, starts."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import REGISTRY, Ludeme, children, keyword_of, names_of, walk
from ludparse.ludemes.enums import MoveSiteType, RelativeDirection, RoleType

__all__ = ["lint_moves"]

_DIRECTIONS_OF_PLAY = frozenset({RelativeDirection.SameDirection, RelativeDirection.OppositeDirection})


def lint_moves(inspection: Inspection) -> None:
    """Note moves and start rules that are likely meant otherwise."""
    _facing(inspection)
    _iterators(inspection)
    _stacks(inspection)
    _same_site(inspection)
    _nothing_to_add(inspection)
    _left_out(inspection)
    _meta(inspection)
    _nothing_removed(inspection)
    _other_sites(inspection)
    _slides(inspection)


_QUIET: tuple[type[Ludeme], ...] = (
    L.MovesIf, L.MovesOr, L.MovesAnd, L.Priority, L.ForEachPiece, L.MoveStep, L.MoveHop, L.MoveSlide, L.MoveLeap,
    L.MoveSite, L.MoveSimple, L.MoveFromTo, L.Do, L.MoveAgain,
)  # fmt: skip
"""Moves that take no piece off, unless they go to where one stands."""


def _nothing_removed(inspection: Inspection) -> None:
    """A rule that waits until somebody has no piece, in a game in which pieces only go to empty sites."""
    waiting = [rule for rule in inspection.of(L.NoPiece) if rule.in_ is None]
    if not waiting or inspection.players < 2:
        return
    for node in inspection.of(L.Moves):
        to = getattr(node, "to", None)
        goes = isinstance(node, L.MoveStep | L.MoveHop | L.MoveSlide | L.MoveLeap | L.MoveSite | L.MoveFromTo)
        if not isinstance(node, _QUIET) or (goes and not (isinstance(to, L.To) and _to_empty(to))):
            return
    if any(inspection.of(L.PlaceItem, L.PlaceStack)):
        for rule in waiting:
            inspection.add("nothing-removed", rule.span)


def _to_empty(to: L.To) -> bool:
    """Whether a move only goes to empty sites, and does nothing to others."""
    empty = any(_is_empty(part, L.IteratorTo) for part in _all_of(to.if_))
    region = isinstance(to.region, L.SitesIndex) and to.region.kind.name == "Empty"
    return (empty or region) and to.effect is None


def _slides(inspection: Inspection) -> None:
    """A slide that ends at the next site: what is there either ends it there, since the condition of (to …) holds on
    every empty site, or is not passed."""
    for node in inspection.of(L.Slide, L.MoveSlide):
        assert isinstance(node, L.Slide | L.MoveSlide)
        between, to = node.between or L.Between(), node.to or L.To()
        stops = between.if_ is None or any(_is_empty(part, L.IteratorBetween) for part in _all_of(between.if_))
        if stops and between.range is None and node.track is None and _on_empty(to.if_):
            effect = to.effect
            none = effect is not None and _on_empty(effect.if_) is False
            hint = "The condition of (to …) says where the slide ends although it might go on, such as "
            hint += "(to if:(is Enemy (who at:(to))) …)."
            inspection.add("slide-of-one", (to.if_.span if isinstance(to.if_, Ludeme) else None) or node.span,
                           hint=hint, what="it ends there without a move" if none else "it ends there")  # fmt: skip


def _is_empty(test: object, site: type[Ludeme]) -> bool:
    """Whether a condition is that a site is empty."""
    return isinstance(test, L.IsSite) and test.kind.name == "Empty" and isinstance(test.at, site)


def _all_of(test: object) -> tuple[object, ...]:
    """The parts of a condition that all have to hold."""
    return tuple(test.list or (test.a, test.b)) if isinstance(test, L.BoolAnd) else (test,)


def _on_empty(test: object) -> bool | None:
    """Whether a condition holds where `(to)` is an empty site; None where that depends on more."""
    match test:
        case bool():
            return test
        case L.Not():
            value = _on_empty(test.a)
            return None if value is None else not value
        case L.BoolAnd() | L.BoolOr():
            decisive = isinstance(test, L.BoolOr)
            values = {_on_empty(part) for part in test.list or (test.a, test.b)}
            return decisive if decisive in values else None if None in values else not decisive
        case L.IsSite() if isinstance(test.at, L.IteratorTo) and test.kind.name in ("Empty", "Occupied"):
            return test.kind.name == "Empty"
        case L.IsPlayer() if isinstance(test.index, L.Who) and isinstance(test.index.at, L.IteratorTo):
            return False
        case L.Equals() | L.NotEqual() if isinstance(test.value_a, L.Who) and isinstance(test.value_a.at, L.IteratorTo):
            someone = isinstance(test.value_b, L.Mover | L.Next | L.Prev)
            return isinstance(test, L.NotEqual) if someone else None
        case _:
            return None


def _other_sites(inspection: Inspection) -> None:
    """A piece is added to empty sites of a type on which no piece stands in this game."""
    board = next(iter(inspection.of(L.Board)), None)
    if board is None or len(list(inspection.of(L.Board))) > 1:
        return
    played = "Cell" if board.use is None else board.use.name
    if played not in ("Cell", "Vertex"):
        return
    for node in inspection.of(L.MoveSite):
        region = node.to.region
        if isinstance(region, L.SitesIndex) and region.kind.name == "Empty" and region.element_type is not None:
            wanted = region.element_type.name
            if node.to.type is None and wanted != played:
                inspection.add("other-sites", region.span, wanted=_PLURAL[wanted], played=_PLURAL[played])


_PLURAL = {"Cell": "cells", "Vertex": "vertices", "Edge": "edges"}


def _facing(inspection: Inspection) -> None:
    """Relative directions of pieces of several players of which nobody says which way they look: all look north."""
    if any(inspection.of(L.SetRotation, L.MoveSetRotation)) or inspection.players < 2:
        return
    if inspection.described_players or inspection.words.isdisjoint(word.value for word in RelativeDirection):
        return
    pieces = list(inspection.of(L.EquipmentPiece))
    owners = {piece.role for piece in pieces if piece.role is not RoleType.Neutral}
    if len(owners) < 2 and not owners & {None, RoleType.Each}:
        return
    for piece in pieces:
        if piece.dirn is not None or piece.generator is None or piece.role in (RoleType.Neutral, RoleType.Shared):
            continue
        words = list(_relative_words(piece.generator))
        if _symmetric({word for _, word in words}):
            continue
        for node, word in words:
            hint = (
                "Without a direction every piece looks north. Describe the players, (players {(player N) (player S)}), "
                f'or give the piece a direction, (piece "{piece.name}" P1 N …).'
            )
            inspection.add("no-facing", inspection.place(node, word), hint=hint, word=word.value, name=piece.name)
            break


_TURNED = str.maketrans("FBLR", "BFRL")


def _symmetric(words: set[RelativeDirection]) -> bool:
    """Whether directions are the same seen from the other side of the board, so that it does not matter who looks."""
    names = {word.value for word in words}
    short = {"Forward": "F", "Backward": "B", "Rightward": "R", "Leftward": "L"}
    letters = {short.get(name, short.get(name[:-1], "") + "s" if name.endswith("s") else name) for name in names}
    return {name.translate(_TURNED) for name in letters} == letters


def _relative_words(root: Ludeme) -> Iterator[tuple[Ludeme, RelativeDirection]]:
    for node in walk(root):
        if isinstance(node, L.Directions) and node.by_site:
            continue
        for name in names_of(node):
            value = getattr(node, name)
            for word in value if isinstance(value, tuple) else (value,):
                if isinstance(word, RelativeDirection) and word not in _DIRECTIONS_OF_PLAY:
                    yield node, word


_GIVES: dict[type[Ludeme], tuple[str, tuple[type[Ludeme], ...]]] = {
    L.IteratorPips: ("(forEach Die …)", (L.ForEachDie,)),
    L.IteratorTrack: ("(forEach Track …) of an end rule", (L.EndForEach,)),
}
"""Iterators -> the loops that give them a value."""

_PASS_OVER = (
    L.Between, L.SitesBetween, L.ForEachDirection, L.Hop, L.MoveHop, L.Slide, L.MoveSlide, L.Shoot, L.MoveShoot,
    L.Custodial, L.Intervene, L.Directional, L.Surround, L.Enclose, L.Leap, L.MoveLeap, L.Step, L.MoveStep,
)  # fmt: skip


def _iterators(inspection: Inspection) -> None:
    """`(pips)`, `(between)` and others outside of what gives them a value."""
    iterators = list(inspection.of(L.IteratorBetween, *_GIVES))
    if not iterators:
        return
    parents: dict[int, Ludeme | None] = {id(below): node for node in inspection.nodes for below in children(node)}
    # The moves of a piece are made where a rule asks for them, which may be within a loop.
    loops = tuple(cls for _, classes in _GIVES.values() for cls in classes)
    for piece in inspection.of(L.EquipmentPiece) if any(inspection.of(*loops)) else ():
        parents[id(piece)] = next(inspection.of(*loops))
    between_given = any(inspection.of(L.Hop, L.MoveHop, L.Slide, L.MoveSlide, L.Shoot, L.MoveShoot, L.Custodial,
                                      L.Intervene, L.Directional, L.Surround, L.Enclose, L.Between, L.SitesBetween,
                                      L.ForEachDirection))  # fmt: skip
    for node in iterators:
        if isinstance(node, L.IteratorBetween):
            if not between_given or _step_without_between(node, parents):
                inspection.add("nothing-between", node.span)
            continue
        given = _GIVES.get(type(node))
        if given is not None and not _within(node, given[1], parents):
            inspection.add("outside-of-loop", node.span, keyword=keyword_of(node), loop=given[0])


def _step_without_between(node: Ludeme, parents: dict[int, Ludeme | None]) -> bool:
    """Whether the innermost move around the word is a step, which passes nothing."""
    at = parents.get(id(node))
    while at is not None:
        if isinstance(at, L.Then):
            return False
        if isinstance(at, _PASS_OVER):
            return isinstance(at, L.Step | L.MoveStep)
        at = parents.get(id(at))
    return False


def _within(node: Ludeme, classes: tuple[type[Ludeme], ...], parents: dict[int, Ludeme | None]) -> bool:
    at = parents.get(id(node))
    while at is not None:
        if isinstance(at, classes):
            return True
        at = parents.get(id(at))
    return False


_CAN_STACK = (L.MoveStep, L.MoveSlide, L.MoveHop, L.MoveFromTo)


def _stacks(inspection: Inspection) -> None:
    """Of the moves of one piece some take the whole stack and others only its top; or one depends on the height of the
    stack where it begins, and nothing in the game takes more than the top."""
    if not any(getattr(node, "stack", None) for node in inspection.nodes):
        for move in filter(_may_leave, inspection.of(*_CAN_STACK)):
            if any(isinstance(node, L.SizeSite) and isinstance(node.at, L.IteratorFrom) for node in _before_then(move)):
                hint = "It asks for the height of the stack where it begins. Write stack:True to move the whole stack."
                inspection.add("stack-left-behind", inspection.head(move), hint=hint)
    for owner in inspection.of(L.MovesOr):
        moves = [m for m in (owner.list or (owner.moves_a, owner.moves_b)) if isinstance(m, _CAN_STACK)]
        whole = [move for move in moves if move.stack]
        top = [move for move in moves if not move.stack and _may_leave(move)]
        if whole and top and all(move.span is not None and move.span.used_at is None for move in top):
            for move in top:
                hint = "Another way to move it says stack:True. Write stack:True here as well to move the whole stack."
                inspection.add("stack-left-behind", inspection.head(move), hint=hint)


def _may_leave(move: Ludeme) -> bool:
    """Whether a move may leave a stack behind by mistake: not one that names a level, or takes from a hand."""
    start = getattr(move, "from_", None) or L.From()
    hands = (L.HandSite, L.SitesPlayer)
    return start.level is None and not isinstance(start.loc, hands) and not isinstance(start.region, hands)


def _before_then(node: Ludeme) -> Iterator[Ludeme]:
    """A ludeme and what is below it, without what follows a move."""
    yield node
    for child in children(node):
        if not isinstance(child, L.Then):
            yield from _before_then(child)


def _same_site(inspection: Inspection) -> None:
    """Different pieces that the start places on the same site, in a game without stacks."""
    stacking = inspection.of(*_with_field("stack"), *_with_field("large_stack"))
    if any(inspection.of(L.PlaceStack)) or any(
        getattr(node, "stack", None) or getattr(node, "large_stack", None) for node in stacking
    ):
        return
    taken: dict[object, L.PlaceItem] = {}
    for start in inspection.of(L.Start):
        for rule in start.rules or (start.rule,):
            if not isinstance(rule, L.PlaceItem) or (rule.container or "Board") != "Board":
                continue
            for place in _sites_of(rule):
                earlier = taken.setdefault((rule.type, place), rule)
                if earlier is not rule and earlier.item != rule.item:
                    word = place if isinstance(place, str) else None
                    hint = f"The first is placed at {earlier.span}."
                    inspection.add("same-site", inspection.place(rule, word or rule.item), hint=hint,
                                   other=earlier.item, name=rule.item)  # fmt: skip
                    break


@cache
def _with_field(name: str) -> tuple[type[Ludeme], ...]:
    """The ludemes that have a field of that name."""
    return tuple(cls for classes in REGISTRY.values() for cls in classes if name in names_of(cls))


def _sites_of(rule: L.PlaceItem) -> Iterator[object]:
    if rule.coord is not None:
        yield rule.coord
    if isinstance(rule.loc, int):
        yield rule.loc
    yield from rule.coords or ()
    yield from (loc for loc in rule.locs or () if isinstance(loc, int))
    region = rule.region
    if isinstance(region, L.SitesCoords):
        yield from region.coords
    elif isinstance(region, L.SitesCustom) and region.sites is not None:
        yield from (site for site in region.sites if isinstance(site, int))
    elif region is not None:
        yield region


def _nothing_to_add(inspection: Inspection) -> None:
    """`(move Add …)` adds the mover's first piece, which every player has to have."""
    owned: set[int] = set()
    for piece in inspection.of(L.EquipmentPiece, L.Tile):
        assert isinstance(piece, L.EquipmentPiece | L.Tile)
        role = piece.role
        if (role is None and isinstance(piece, L.EquipmentPiece)) or role is RoleType.Each:
            return
        if role is not None and isinstance(role, Enum) and role.value[1:].isdigit():
            owned.add(int(role.value[1:]))
    others = any(inspection.of(L.Domino, L.Dominoes, L.Die, L.Dice, L.EquipmentCard, L.Deck))
    if others or not any(inspection.of(L.EquipmentPiece, L.Tile)):
        return
    without = [n for n in range(1, min(inspection.players, 16) + 1) if n not in owned]
    for node in inspection.of(L.MoveSite, L.MovesAdd):
        assert isinstance(node, L.MoveSite | L.MovesAdd)
        adds = not isinstance(node, L.MoveSite) or node.kind is MoveSiteType.Add
        if node.what is None and without and adds:
            hint = 'Give every player a piece, (piece "Disc" Each), or say which one is added, (piece "Disc0").'
            inspection.add("no-piece-to-add", inspection.head(node), hint=hint, player=without[0])


_BRINGS = (L.MoveSite, L.MovesAdd, L.Claim, L.Promote, L.MovePromote, L.MovesDeal, L.StartDeal, L.StartSetSite)
"""What can give a player pieces later, or in another way than by name."""


def _left_out(inspection: Inspection) -> None:
    """Players for whom the start places nothing, while it places pieces for each of the players before them."""
    players = inspection.players
    if players < 3 or any(inspection.of(*_BRINGS)):
        return
    rules = [rule for start in inspection.of(L.Start) for rule in (start.rules or (start.rule,))]
    placed: set[int] = set()
    for rule in rules:
        digits = rule.item[len(rule.item.rstrip("0123456789")) :] if isinstance(rule, L.PlaceItem) and rule.item else ""
        if not digits or len(digits) > 2:
            return  # it may place pieces of anybody
        placed.add(int(digits))
    placed.discard(0)
    if len(placed) >= 2 and placed == {*range(1, len(placed) + 1)} and len(placed) < players:
        node = next(inspection.of(L.Start))
        inspection.add("no-piece-at-start", inspection.head(node), player=len(placed) + 1, players=players)


def _meta(inspection: Inspection) -> None:
    for meta in inspection.of(L.Meta):
        seen: set[Ludeme] = set()
        for rule in meta.rules or ():
            if rule in seen:
                inspection.add("repeated-meta", inspection.head(rule))
            seen.add(rule)
