"""What Ludii evaluates when it makes a game, before there is a position: what depends on a position is refused there.

Where sites hold no stacks, Ludii adds up how many pieces the start rules place, to know how large a count can become:
it evaluates the regions and numbers of those rules without a position. Regions of the equipment are evaluated with
an empty position and without moves. The variables of a deduction puzzle need the range of the board's `(values …)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ludparse import ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import Ludeme, children, fields_of, keyword_of, walk, word_of
from ludparse.ludemes.enums import RoleType
from ludparse.problems.errors import LudError

from ...equipment.equipment import Equipment
from ...equipment.maps import MapBuilder
from ...lower.equipment import game_flags

__all__ = ["refused_before_play"]

_TURN = frozenset({RoleType.Mover, RoleType.Next, RoleType.Prev, RoleType.Enemy, RoleType.Friend, RoleType.NonMover})
_POSITION: tuple[type[Ludeme], ...] = (
    L.State, L.What, L.Who, L.Rotation, L.IntScore, L.Pot, L.Var, L.Amount, L.Counter, L.Mover, L.Next, L.Prev,
    L.WhereSite, L.ValuePlayer, L.CountComponent, L.SizeTerritory, L.ValuesString,
    L.SitesOccupied, L.SitesGroup, L.SitesHidden, L.SitesLineOfSight, L.SitesCrossing, L.SitesMove,
)  # fmt: skip
_BOUND: tuple[type[Ludeme], ...] = (L.IteratorFrom, L.IteratorTo, L.IteratorBetween, L.IteratorSite, L.IteratorPlayer)
"""What a loop or a move gives a value."""

_MOVES: tuple[type[Ludeme], ...] = (L.Last, L.SitesLoop, L.SitesPattern, L.SitesPiece)
_KINDS: dict[type[Ludeme], frozenset[str]] = {
    L.SitesIndex: frozenset({"Empty", "State"}),
    L.SitesSimple: frozenset({"ToClear"}),
    L.CountSimple: frozenset({"Turns"}),
    L.IsSimple: frozenset({"Full"}),
    L.IsPlayer: frozenset({"Mover", "Next", "Prev"}),
    L.IsSite: frozenset({"Empty", "Occupied"}),
    L.CountSite: frozenset({"None"}),
}
"""Class -> the values of its `kind` with which it reads the position."""

_KINDS_OF_MOVES: dict[type[Ludeme], frozenset[str]] = {
    L.SitesSimple: frozenset({"LastTo", "LastFrom", "Pending", "Playable"}),
    L.CountSimple: frozenset({"Moves"}),
}
"""The same of what reads the moves so far."""


def refused_before_play(inspection: Inspection, equipment: Equipment) -> None:
    """Note what Ludii, and so `load`, refuses because it is evaluated before the game begins."""
    game = inspection.game
    if not isinstance(game, L.Game):
        return
    known = MapBuilder(equipment.board, equipment.players, equipment.components, equipment.containers)
    for regions in inspection.of(L.Regions):
        for region in (regions.region_fn, *(regions.regions_fn or ())):
            found = next((node for node in _evaluated(region) if _reads_moves(node, known)), None)
            if found is not None:
                hint = "A region of the equipment is made before the first move."
                inspection.add("no-moves-yet", inspection.head(found), hint=hint, keyword=_shown(found))
    _regions_of_nobody(inspection, equipment)
    named = [*inspection.of(L.Regions)]
    counted = [found for rule in inspection.of(L.SetStartSites, L.PlaceItem, L.StartSetSite)
               if (found := _reader(rule, named, known)) is not None]  # fmt: skip
    untyped = [node for rule in inspection.of(L.StartSetSite) for node in _evaluated(rule.region) if _lacks_type(node)]
    puzzle = any(inspection.of(L.Satisfy)) and not any(inspection.of(L.Values))
    if not counted and not untyped and not puzzle:
        return
    flags = game_flags(game, equipment)
    if puzzle and flags.deduction_puzzle:
        hint = "Write for example (board (square 3) (values Cell (range 1 3)))."
        inspection.add("puzzle-without-values", inspection.head(game.equipment), hint=hint)
    if not flags.stacking and not any(inspection.of(L.Domino, L.Dominoes)):
        for node in untyped:
            hint = "Name it, as in (sites Board Cell)."
            inspection.add("no-type-yet", inspection.head(node), hint=hint, keyword=_shown(node))
        for node in counted:
            hint = "Name a region or a number that depends on the board alone, such as (sites Bottom)."
            inspection.add("no-position-yet", inspection.head(node), hint=hint, keyword=_shown(node))


def _regions_of_nobody(inspection: Inspection, equipment: Equipment) -> None:
    """(is Connected …) and (is Blocked …) sort the regions by player, and Ludii fails on those of no player."""
    asking = [node for node in inspection.of(L.IsConnect) if node.role is not None]
    count = equipment.players.count
    for region in equipment.regions if asking else ():
        if region.owner > count:
            assert region.node is not None
            place = inspection.place(region.node, region.role.name)
            inspection.add("region-of-nobody", place, keyword=_shown(asking[0]), role=region.role.name, count=count)


def _reader(rule: Ludeme, regions: Sequence[L.Regions], known: MapBuilder) -> Ludeme | None:
    """What reads the position in that part of a start rule from which Ludii counts pieces.

    regions: those of the equipment.
    """
    numbers: list[L.Int | None] = []
    parts: list[object] = []
    if isinstance(rule, L.SetStartSites):
        if rule.kind is L.SetStartSitesType.Count:
            numbers = [rule.value]
            moves = rule.at is not None and any(_reads_moves(node, known) for node in _evaluated(rule.at))
            parts = [*([rule.at] if moves else _unknown([rule.at], known)), rule.to]
    elif isinstance(rule, L.PlaceItem):
        numbers = [rule.count, *(rule.counts or ())]
    else:
        assert isinstance(rule, L.StartSetSite)
        parts = [rule.region]
    for number in _unknown(numbers, known):
        for node in _evaluated(number):
            if not isinstance(node, L.Last) and _reads(node, known):  # there were no moves when they are counted
                return node
    # these two cannot be made here even where they depend on the board alone
    unmade = (L.SitesAround, L.SitesEquipmentRegion) if isinstance(rule, L.StartSetSite) else ()
    evaluated = (node for part in parts for node in _evaluated(part))
    return next(
        (node for node in evaluated if _reads(node, known) or _regions_read(node, regions, known)
         or isinstance(node, unmade)), None
    )  # fmt: skip


def _unknown(numbers: Iterable[L.Int | None], known: MapBuilder) -> list[object]:
    """Those numbers that need a position."""
    found: list[object] = []
    for number in numbers:
        try:
            known.number(0 if number is None else number)
        except LudError:
            found.append(number)
    return found


def _reads(node: Ludeme, known: MapBuilder) -> bool:
    return _reads_moves(node, known) or _reads_position(node)


def _regions_read(node: Ludeme, regions: Sequence[L.Regions], known: MapBuilder) -> bool:
    """Whether a region of the equipment that a ludeme names reads the position, be it of the player who is asked for or
    of another one: Ludii makes all of them first."""
    if not isinstance(node, L.SitesEquipmentRegion):
        return False
    named = [r for r in regions if (node.name or "") in (r.name or "")]
    functions = [function for r in named for function in (r.region_fn, *(r.regions_fn or ()))]
    return any(_reads(below, known) for function in functions for below in _evaluated(function))


def _evaluated(node: object) -> Iterator[Ludeme]:
    """A ludeme and what is surely evaluated with it: of a choice the condition alone."""
    if not isinstance(node, Ludeme):
        return
    yield node
    below: tuple[object, ...] = tuple(children(node))
    if isinstance(node, L.RegionIf | L.IntIf | L.BoolIf):
        below = (node.cond,)
    elif isinstance(node, L.BoolAnd | L.BoolOr):
        below = (node.list[0] if node.list else node.a,)
    elif isinstance(node, L.Can | L.SitesMove):
        below = ()
    for child in below:
        yield from _evaluated(child)


def _reads_moves(node: Ludeme, known: MapBuilder) -> bool:
    if isinstance(node, L.SitesPiece):  # nothing stands anywhere yet, and what is no piece started nowhere
        piece, name = node.pid.component, node.pid.name_component
        if name is not None:
            return any(name == component.name for component in known.components)
        return not isinstance(piece, L.What | L.Who)
    return isinstance(node, _MOVES) or _kind(node) in _KINDS_OF_MOVES.get(type(node), ())


def _reads_position(node: Ludeme) -> bool:
    if isinstance(node, _POSITION) or _kind(node) in _KINDS.get(type(node), ()):
        return True
    if isinstance(node, L.SitesRandom) and node.region is None:
        return True  # one of the empty sites
    if isinstance(node, L.SitesAround) and (node.type is not None or any(isinstance(x, _BOUND) for x in walk(node))):
        return True  # where Ludii knows the sites from the board alone it has made the region already
    return any(getattr(node, field.name) in _TURN for field in fields_of(node) if "Role" in field.type)


def _lacks_type(node: Ludeme) -> bool:
    """Whether Ludii gives a region its type of sites only after the start rules are counted."""
    if isinstance(node, L.SitesSimple):
        return _kind(node) == "Board" and node.element_type is None
    return isinstance(node, L.Expand) and node.type is None


def _kind(node: Ludeme) -> str:
    kind = getattr(node, "kind", None)
    return "None" if kind is None else str(kind.name)


def _shown(node: Ludeme) -> str:
    return f"{keyword_of(node)} {word_of(node)}".strip()
