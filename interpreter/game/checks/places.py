"""Coordinates and numbers of sites that the board does not have, and pieces that are added by their number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from ludparse import ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import AbsoluteDirection, RoleType, SiteType
from ludparse.problems.errors import LudError
from ludparse.reader.syntax import is_label

from ...equipment.boards import board_node
from ...equipment.constants import constant_int
from ...equipment.equipment import Equipment
from ...equipment.items import ComponentKind
from ...equipment.players import player_number
from ...equipment.tracks import track_sites

__all__ = ["check_places", "refused_places"]


_PLACED: tuple[type[Ludeme], ...] = (
    L.PlaceItem, L.PlaceStack, L.StartSetSite, L.SitesCoords, L.Coord, L.Regions, L.SitesCustom, L.Track, L.Graph,
    L.GraphAdd, L.Hand, L.IsLine, L.IntDiv, L.Mod, L.To, L.From, L.MoveSite, L.MovesAdd,
    L.Who, L.What, L.State, L.Rotation, L.IsSite, L.CountSite, L.SizeSite,
)  # fmt: skip


def check_places(inspection: Inspection, game: L.Game, equipment: Equipment) -> None:
    """Note labels and numbers of sites that are not on the board, and a board or a hand without sites."""
    board, played = board_node(game), equipment.default_site
    if not equipment.board.size(played):
        others = [kind.name for kind in SiteType if equipment.board.size(kind)]
        hint = f"It can be played on with use:{others[0]}." if others and isinstance(board, L.Board) else ""
        inspection.add("no-sites", inspection.head(board), hint=hint, kinds=_PLURAL[played])
    for node in inspection.of(*_PLACED):
        match node:
            case L.PlaceItem() | L.PlaceStack() | L.StartSetSite() if _on_board(node):
                kind = node.type or equipment.default_site
                _labels(inspection, equipment, node, kind, [node.coord] if node.coord else [], playable=False)
                _labels(inspection, equipment, node, kind, node.coords or (), playable=True)
                _numbers(inspection, equipment, node, (kind,), (node.loc, *(node.locs or ())))
            case L.PlaceItem() if node.container is not None and "Hand" in node.container:
                _in_hand(inspection, equipment, node, node.container)
            case L.SitesCoords():
                _labels(inspection, equipment, node, node.element_type, node.coords, playable=True)
            case L.Coord() if node.coordinate:
                _labels(inspection, equipment, node, node.type, [node.coordinate], playable=True)
            case L.Regions():
                _region(inspection, equipment, node)
                if equipment.default_site is SiteType.Cell:
                    off = tuple(site for site in node.sites or () if site >= 0)
                    _numbers(inspection, equipment, node, (SiteType.Cell,), off, playable=True)
            case L.SitesCustom() if node.sites is not None:
                words = inspection.words - {equipment.default_site.value}
                one_type = words.isdisjoint(kind.value for kind in SiteType)
                kinds = (equipment.default_site,) if one_type else tuple(SiteType)
                _numbers(inspection, equipment, node, kinds, node.sites, playable=True)
            case L.MoveSite() | L.MovesAdd() if _adds_unnamed(node):
                _added(inspection, equipment, node)
            case L.Who() | L.What() | L.State() | L.Rotation() | L.IsSite() | L.CountSite() | L.SizeSite():
                _numbers(inspection, equipment, node, (node.type or equipment.default_site,), (node.at,), playable=True)
            case L.To() | L.From():
                kind = node.type or equipment.default_site
                _numbers(inspection, equipment, node, (kind,), (node.loc,), playable=True)
            case L.Track() if node.track is not None:
                _numbers(inspection, equipment, node, (equipment.default_site,), node.track, playable=True)
            case L.Track() if node.track_direction is not None:
                cut: list[str] = []
                track_sites(node.track_direction, equipment.board, node.name, cut=cut)
                for step in cut:
                    inspection.add("step-off-board", inspection.place(node, node.track_direction), step=step)
            case L.IsLine() if isinstance(node.length, int) and not node.by_level:
                _line(inspection, equipment, node, node.length)
            case L.IntDiv() | L.Mod():
                _division(inspection, node)
            case L.Hand() if node.size is not None and node.size < 1:
                inspection.add("hand-without-sites", inspection.place(node, node.size))
            case L.Graph():
                _edges(inspection, node, node.edges or (), len(node.vertices))
            case L.GraphAdd():
                _edges(inspection, node, node.edges or ())
            case _:
                pass


def _adds_unnamed(node: L.MoveSite | L.MovesAdd) -> bool:
    """Whether a piece is added of which nothing is said: that with the number of the player to move."""
    is_add = not isinstance(node, L.MoveSite) or node.kind is L.MoveSiteType.Add
    return is_add and node.what is None


def _added(inspection: Inspection, equipment: Equipment, node: L.MoveSite | L.MovesAdd) -> None:
    """A die is added as if it were a piece, or a piece of another player."""
    players = inspection.players
    names = (c.base_name for c in equipment.components[1:] if c.kind is ComponentKind.PIECE)
    hint = f'Say which piece: (piece (id "{next(names, "NAME")}" Mover)).'
    for player in range(1, players + 1):
        piece = equipment.components[player] if player < len(equipment.components) else None
        if piece is None:
            continue
        if piece.kind is ComponentKind.DIE:
            inspection.add("die-added", inspection.head(node), hint=hint, number=player, name=piece.name)
            return
        if 0 < piece.owner <= players and piece.owner != player:
            inspection.add("other-piece-added", inspection.head(node), hint=hint, number=player, name=piece.name,
                           player=player, owner=piece.owner)  # fmt: skip
            return


def _in_hand(inspection: Inspection, equipment: Equipment, node: L.PlaceItem, hand: str) -> None:
    """A piece is placed in a hand by its name. Ludii places the one that has the number of the hand."""
    pieces = [c for c in equipment.components[1:] if c.name == node.item and c.kind is not ComponentKind.DIE]
    hands = [c for c in equipment.containers if c.name == hand]
    each = hand == "Hand" and any(c.role is not RoleType.Shared for c in pieces)
    if not pieces or not hands or each or any((node.locs, node.region, node.coords, node.counts)):
        return
    number = hands[-1].index
    if number != pieces[-1].index:
        other = equipment.components[number].name if number < len(equipment.components) else "nothing"
        named = pieces[-1].base_name
        hint = f'Name the site, (place "{node.item}" (handSite P{max(1, hands[-1].owner)})), or let each player have '
        hint += f'theirs, (place "{named}" "Hand").'
        inspection.add("other-piece-placed", inspection.place(node, node.item), hint=hint, name=other, item=node.item,
                       number=number)  # fmt: skip


def _on_board(node: L.PlaceItem | L.PlaceStack | L.StartSetSite) -> bool:
    return isinstance(node, L.StartSetSite) or node.container in (None, "Board")


def refused_places(inspection: Inspection, equipment: Equipment) -> None:
    """Note the sites of regions for which Ludii, and so `load`, refuses a description."""
    for node in inspection.of(L.Regions):
        _region(inspection, equipment, node)


def _labels(
    inspection: Inspection,
    equipment: Equipment,
    node: Ludeme,
    declared: SiteType | None,
    labels: list[str] | tuple[str, ...],
    *,
    playable: bool,
) -> None:
    kind = declared or equipment.default_site
    for label in labels:
        if equipment.board.find(kind, label) is None:
            elements = equipment.board.elements(kind)
            hint = ""
            if elements:
                hint = _beside(label, [element.label for element in elements])
            if not is_label(label):
                hint = f"A coordinate is written like {elements[0].label}." if elements else ""
            inspection.add("unknown-coordinate", inspection.place(node, label), hint=hint, playable=playable,
                           kind=kind.name.lower(), label=label)  # fmt: skip


_LABEL = re.compile("([A-Z]+)([0-9]+)")
_LISTED = 12
"""So many labels are listed, if they are not all from one to another."""


def _beside(label: str, labels: Sequence[str]) -> str:
    """Which labels there are in the column or else the row of one that is not there, or else which columns and rows."""
    sites = [(found[1], int(found[2])) for found in map(_LABEL.fullmatch, labels) if found]
    wanted = _LABEL.fullmatch(label)
    if wanted is None or len(sites) < len(labels):
        return ""
    by_name = sorted({column for column, _ in sites}, key=_number)
    rows = sorted({row for _, row in sites})
    if there := sorted(row for column, row in sites if column == wanted[1]):
        return f"Column {wanted[1]} has {_extent([f'{wanted[1]}{row}' for row in there], there)}."
    if beside := [column for column in by_name if (column, int(wanted[2])) in sites]:
        names = [f"{column}{int(wanted[2])}" for column in beside]
        return f"Row {int(wanted[2])} has {_extent(names, [*map(_number, beside)])}."
    columns = _extent(by_name, [*map(_number, by_name)])
    return f"Its columns are {columns}, and its rows {_extent([*map(str, rows)], rows)}."


def _number(column: str) -> int:
    """The number of a column from 1: of Z it is 26, of AA 27."""
    return reduce(lambda number, letter: 26 * number + ord(letter) - ord("A") + 1, column, 0)


def _extent(names: Sequence[str], numbers: Sequence[int]) -> str:
    """Names, shortened where their numbers follow each other."""
    if len(names) > 2 and numbers[-1] - numbers[0] == len(names) - 1:
        return f"{names[0]} to {names[-1]}"
    if len(names) > _LISTED:
        return f"{', '.join(names[: _LISTED - 1])}, … {names[-1]}"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _numbers(
    inspection: Inspection,
    equipment: Equipment,
    node: Ludeme,
    kinds: tuple[SiteType, ...],
    sites: tuple[object, ...],
    *,
    playable: bool = False,
) -> None:
    size = max(*(equipment.board.size(kind) for kind in kinds), equipment.num_sites)
    for site in sites:
        if isinstance(site, int) and not isinstance(site, bool) and (site >= size or site < -2):
            hint = f"The numbers go from 0 to {size - 1}." if size else ""
            beside = equipment.containers[1].first_site if len(equipment.containers) > 1 else size
            if beside < size == equipment.num_sites:
                hint = f"The numbers go from 0 to {beside - 1} on the board, and on to {size - 1} in hands and dice."
            inspection.add("site-off-board", inspection.place(node, site), hint=hint, playable=playable, site=site)


def _line(inspection: Inspection, equipment: Equipment, node: L.IsLine, length: int) -> None:
    """A line that is longer than any of the board. On stacks, lines can go up as well."""
    board, kind = equipment.board, node.type or equipment.default_site
    if length <= 3 or any(inspection.of(L.PlaceStack)) or any(getattr(n, "stack", None) for n in inspection.nodes):
        return
    radials = (r for site in range(board.size(kind)) for r in board.radials(kind, site, AbsoluteDirection.All))
    longest = max((len(radial.sites) for radial in radials), default=0)
    if length > longest:
        inspection.add("line-too-long", inspection.place(node, length), length=length, longest=longest)


def _division(inspection: Inspection, node: L.IntDiv | L.Mod) -> None:
    divisor = node.b if isinstance(node, L.IntDiv) else node.modulo
    try:
        if divisor is not None and constant_int(divisor, lambda _: None) == 0:
            inspection.add("divides-by-zero", node.span)
    except LudError:
        pass  # its divisor is known during play alone, or divides by zero itself


def _edges(
    inspection: Inspection, node: L.Graph | L.GraphAdd, edges: Iterable[Sequence[object]], vertices: int | None = None
) -> None:
    """vertices: how many there are, where that is known without building the board."""
    for pair in edges:
        if len(pair) == 2 and isinstance(pair[0], int) and pair[0] == pair[1]:
            inspection.add("edge-to-itself", inspection.place(node, pair[0]), vertex=pair[0])
        for end in pair:
            if vertices is not None and isinstance(end, int) and end >= vertices:
                hint = f"The numbers go from 0 to {vertices - 1}."
                inspection.add("edge-without-end", inspection.place(node, end), hint=hint, vertex=end)


def _region(inspection: Inspection, equipment: Equipment, node: L.Regions) -> None:
    """Ludii measures the distances from each region. On a board of vertices or edges it refuses one with a site beyond
    the vertices of the board, which includes hands; on a board of cells it passes over such sites.
    """
    kind = equipment.default_site
    size = equipment.board.size(SiteType.Vertex)
    for site in node.sites or ():
        if site < 0 or (kind is not SiteType.Cell and site >= size):
            _beyond(inspection, node, site, equipment.board.size(kind) if kind is SiteType.Cell else size)
    if kind is not SiteType.Vertex:
        return
    for region in (node.region_fn, *(node.regions_fn or ())):
        for part in _parts(region):
            if isinstance(part, L.SitesCustom):
                for number in part.sites or ():
                    if isinstance(number, int) and number >= size:
                        _beyond(inspection, part, number, size)
            elif isinstance(part, L.SitesPlayer) and _is_hand(part, equipment):
                inspection.add("hand-in-region", inspection.head(part))


def _beyond(inspection: Inspection, node: Ludeme, site: int, size: int) -> None:
    hint = f"The numbers go from 0 to {size - 1}."
    inspection.add("site-off-board", inspection.place(node, site), hint=hint, site=site)


def _parts(region: L.RegionFunction | None) -> Iterator[L.RegionFunction]:
    """What a region surely contains: itself, or the parts of a union."""
    if isinstance(region, L.RegionUnion):
        for part in (region.region1, region.region2, *(region.regions or ())):
            yield from _parts(part)
    elif region is not None:
        yield region


def _is_hand(node: L.SitesPlayer, equipment: Equipment) -> bool:
    """Whether these are always the sites of a hand."""
    if node.role is RoleType.Shared:
        return node.kind is L.SitesPlayerType.Hand and any(c.is_hand for c in equipment.containers)
    owner = node.pid.index if node.pid is not None else None
    if node.role is not None:
        owner = player_number(node.role) or owner
    hands = [c for c in equipment.containers if c.is_hand and c.owner == owner]
    return node.kind is L.SitesPlayerType.Hand and bool(hands)


_PLURAL = {SiteType.Cell: "cells", SiteType.Vertex: "vertices", SiteType.Edge: "edges"}
