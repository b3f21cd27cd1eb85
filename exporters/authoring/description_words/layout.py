"""The board in words, and what words have to know of it: names of sites, rows, directions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment import Component, ComponentKind, Equipment
from ludparse.ludemes.base import walk
from ludparse.ludemes.enums import AbsoluteDirection, SiteType

from .arguments import raw
from .phrases import Words, joined, spaced

__all__ = ["board_sentences", "learn", "sentence"]

MOST_LINES = 30
"""Of more lines, those of a board of its own kind are not listed: the board is drawn."""


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return (text[:1].upper() + text[1:]).rstrip(".") + "."


def learn(words: Words, game: L.Game, equipment: Equipment) -> None:
    """Tells words of the equipment of their game."""
    board, site = equipment.board, equipment.default_site
    elements = board.elements(site)
    words.labels = [element.label for element in elements]
    at = {(element.col, element.row) for element in elements}
    words.longest = max((len(at), 1)) if not at else max(max(c for c, _ in at), max(r for _, r in at)) + 1
    if len(at) == len(elements) == len({element.label for element in elements}):
        words.places = {element.label: (element.col, element.row) for element in elements}
    words.states_are_sides = states_are_sides(game)
    words.colours = {element.phase: element.label for element in reversed(elements)}
    words.pieces = {c.name: (c.base_name, _owner(c, equipment)) for c in equipment.components[1:]}
    owners = {c.owner for c in equipment.components[1:] if c.kind is ComponentKind.PIECE}
    words.no_neutral = owners == {1, 2} and equipment.players.count == 2
    kinds = {
        kind: frozenset(d.name for i in range(len(elements)) for d in _directions(equipment, i, kind))
        for kind in (AbsoluteDirection.Orthogonal, AbsoluteDirection.Diagonal, AbsoluteDirection.Adjacent)
    } if len(elements) <= 2000 else {}
    words.compass = frozenset(directions for directions in kinds.values() if directions)
    words.known_sites = Constant(equipment).of
    if _has_diagonals(equipment):
        words.any_way = "in any direction (also diagonally)"


class Constant:
    """The sites of regions that are the same in every position, as far as they are made of rows, sides and lists."""

    def __init__(self, equipment: Equipment) -> None:
        self.board, self.site = equipment.board, equipment.default_site
        self.sets = self.board.sets(self.site)
        self.size = self.board.size(self.site)

    def of(self, region: Any) -> Sequence[int] | None:
        """The sites in order, None for a region that may change."""
        found = self._set(raw(region))
        return None if found is None else sorted(found)

    def _set(self, node: Any) -> set[int] | None:
        if isinstance(node, L.SitesSimple) and node.element_type is None:
            sets = {"Top": self.sets.top, "Bottom": self.sets.bottom, "Left": self.sets.left, "Right": self.sets.right}
            return set(sets[node.kind.name]) if node.kind.name in sets else None
        if isinstance(node, L.SitesIndex) and node.element_type is None and type(node.index) is int:
            lines = {"Row": self.sets.rows, "Column": self.sets.columns, "Phase": self.sets.phases}
            listed = lines.get(node.kind.name, ())
            return set(listed[node.index]) if 0 <= node.index < len(listed) else None
        if isinstance(node, L.SitesCoords) and node.element_type is None:
            named = {element.label: element.index for element in self.board.elements(self.site)}
            return {named[name] for name in node.coords} if all(name in named for name in node.coords) else None
        if isinstance(node, L.Expand) and node.region is not None and type(node.steps) in (int, type(None)):
            return self._grown(node)
        if isinstance(node, L.RegionDifference) and node.subtraction is not None:
            first, second = self._set(node.source), self._set(node.subtraction)
            return None if first is None or second is None else first - second
        if isinstance(node, L.RegionUnion | L.RegionIntersection):
            parts = [self._set(part) for part in node.regions or (node.region1, node.region2)]
            if any(part is None for part in parts):
                return None
            union = isinstance(node, L.RegionUnion)
            return set.union(*parts) if union else set.intersection(*parts)  # type: ignore[arg-type]
        return None

    def _grown(self, node: Any) -> set[int] | None:
        """A region and what is next to it, step by step."""
        found = self._set(node.region)
        if found is None or node.dirn is not None or node.type is not None or node.container_id_fn is not None:
            return None
        for _ in range(min(1 if node.steps is None else node.steps, self.size)):
            found = found | {
                s for i in found for kind, s in self.board.steps(self.site, i, AbsoluteDirection.Adjacent)
                if kind is self.site
            }  # fmt: skip
        return found


def _owner(component: Component, equipment: Equipment) -> int:
    return component.owner if component.owner <= equipment.players.count else -1


_EVERY = [direction for direction in AbsoluteDirection if direction.name in (
    "N", "E", "S", "W", "NE", "SE", "NW", "SW", "NNW", "WNW", "WSW", "SSW", "SSE", "ESE", "ENE", "NNE")]  # fmt: skip


def _directions(equipment: Equipment, index: int, kind: AbsoluteDirection) -> Iterator[AbsoluteDirection]:
    """The directions of the compass in which a site has a neighbour of a kind."""
    board, site = equipment.board, equipment.default_site
    beside = {other for other in board.steps(site, index, kind) if other[0] is site}
    for direction in _EVERY:
        if beside & set(board.steps(site, index, direction)):
            yield direction


def _has_diagonals(equipment: Equipment) -> bool:
    """Whether a step to a neighbour may be a diagonal one."""
    board, site = equipment.board, equipment.default_site
    for i in range(min(len(board.elements(site)), 400)):
        adjacent = {s for kind, s in board.steps(site, i, AbsoluteDirection.Adjacent) if kind is site}
        if adjacent & {s for kind, s in board.steps(site, i, AbsoluteDirection.Diagonal) if kind is site}:
            return True
    return False


def states_are_sides(game: L.Game) -> bool:
    """Whether rules ask for friends and enemies by the states of pieces."""
    return any(isinstance(node, L.IsPlayer) and isinstance(node.index, L.State) for node in walk(game))


def board_sentences(game: Any, equipment: Equipment, board: str, words: Words) -> Iterator[str]:
    """The board, its lines, tracks, regions and marked sites."""
    yield sentence(_shape(equipment, board, words))
    lines = _lines(equipment, words) if _uses_lines(game, equipment) else ""
    if lines:
        yield sentence(f"lines join {lines}")
    yield from _tracks(equipment, words)
    yield from _regions(game, words)
    yield from _maps(game, equipment, words)


_LINES = (
    L.Step, L.MoveStep, L.Slide, L.MoveSlide, L.Hop, L.MoveHop, L.Leap, L.MoveLeap, L.IsLine, L.Custodial, L.Surround,
    L.Enclose, L.Intervene, L.Directional, L.SitesAround, L.SitesDirection, L.ForEachDirection, L.IsConnect, L.Ahead,
    L.MoveShoot, L.Shoot, L.SitesLineOfSight,
)  # fmt: skip
"""What is done or asked along the lines of a board."""


def _uses_lines(game: Any, equipment: Equipment) -> bool:
    roots = [raw(game).rules, *(c.generator for c in equipment.components[1:] if c.generator is not None)]
    return any(isinstance(node, _LINES) for root in roots for node in walk(root))


def _shape(equipment: Equipment, board: str, words: Words) -> str:
    rows = {place[1] for place in words.places.values()}
    columns = {place[0] for place in words.places.values()}
    if words.places and len(rows) * len(columns) == len(words.places) and board.startswith("square"):
        first, last = words.labels[0], words.labels[-1]
        at = f"{words.sites}, from {first} (bottom left) to {last} (top right)"
        return f"the board has {len(columns)} columns and {len(rows)} rows of {at}"
    kind = board.split(",")[0]
    number = len(words.labels)
    named = f", named {words.labels[0]} to {words.labels[-1]}" if words.places else ""
    if not kind:
        return f"the board has {number} {words.sites}{named}"
    return f"the board ({kind}) has {number} {words.sites}{named}"


def _lines(equipment: Equipment, words: Words) -> str:
    """The lines of a board that is a drawing of its own, by the names of the points on them."""
    board, site = equipment.board, equipment.default_site
    if site is not SiteType.Vertex or not words.places or len(words.labels) > 60:
        return ""
    columns = {place[0] for place in words.places.values()}
    rows = {place[1] for place in words.places.values()}
    if len(columns) * len(rows) == len(words.labels):
        return ""
    lines: list[list[int]] = []
    for i in range(len(words.labels)):
        for direction in _EVERY:
            line = [i]
            while True:
                on = [s for kind, s in board.steps(site, line[-1], direction) if kind is site]
                if not on or on[0] in line:
                    break
                line.append(on[0])
            if len(line) > 1:
                lines.append(line)
    kept = [line for line in lines if not any(_within(line, other) for other in lines)]
    once = {min(tuple(line), tuple(reversed(line))) for line in kept}
    if len(once) > MOST_LINES:
        return ""
    return "; ".join("-".join(words.labels[s] for s in line) for line in sorted(once))


def _within(line: Sequence[int], other: Sequence[int]) -> bool:
    return len(line) < len(other) and set(line) < set(other)


def _tracks(equipment: Equipment, words: Words) -> Iterator[str]:
    for track in equipment.tracks:
        owner = f" of player {track.owner}" if track.owner else ""
        loop = " and round again" if track.loop else ""
        way = ", ".join(_runs(equipment, track.sites, words))
        yield f"The track “{track.name}”{owner} goes from {way}{loop}."


def _runs(equipment: Equipment, sites: Sequence[int], words: Words) -> Iterator[str]:
    """Sites one after another, those in a straight line by the first and the last of them."""
    places = [(element.x, element.y) for element in equipment.board.elements(equipment.default_site)]
    at = 0
    while at < len(sites):
        end = at + 1
        while end + 1 < len(sites) and max(sites[at : end + 2]) < len(places) and min(sites[at : end + 2]) >= 0:
            (a, b), (c, d), (e, f) = (places[site] for site in sites[end - 1 : end + 2])
            if abs(c - a - e + c) + abs(d - b - f + d) > 1e-6:
                break
            end += 1
        if end - at > 1:
            yield f"{_label(sites[at], words)} to {_label(sites[end], words)}"
            at = end + 1
        else:
            yield _label(sites[at], words)
            at += 1


def _label(site: int, words: Words) -> str:
    return "its end" if site < 0 else words.sites_of([site])


def _regions(game: L.Game, words: Words) -> Iterator[str]:
    told: dict[str, list[str]] = {}
    for item in game.equipment.items:
        if not isinstance(item, L.Regions):
            continue
        given: Any = item.region_fn if item.region_fn is not None else item.regions_fn
        if given is None and item.sites is None:
            continue
        sites = words.sites_of(item.sites or ()) if given is None else words.constant(given) or words.of(given)
        stem = re.sub(r"P\d+$", "", item.name or "") if item.role is not None else item.name
        name = spaced(stem) if stem else "region"
        name = name if name.endswith("region") else f"{name} region"
        if item.role is None:
            yield sentence(f"the {name} is {sites}")
        else:
            whose = words.whose(item.role)
            parts = told.setdefault(name, [])
            parts.append(f"{whose} is {sites}" if parts else f"{whose} {name} is {sites}")
    for parts in told.values():
        yield sentence("; ".join(parts))


def _maps(game: Any, equipment: Equipment, words: Words) -> Iterator[str]:
    """The sites that maps name for players, of the maps that rules ask for those of a player."""
    entries = [node for node in walk(raw(game)) if isinstance(node, L.MapEntry)]
    roles = L.Mover | L.Next | L.Prev
    asked = {node.name or "Map" for node in entries if node.key_role is not None or isinstance(node.key, roles)}
    elements = equipment.board.elements(equipment.default_site)
    players = range(1, equipment.players.count + 1)
    for one in equipment.maps:
        if one.name in asked and all(0 <= one[player] < len(elements) for player in players):
            shown = [f"{elements[one[player]].label} for player {player}" for player in players]
            yield f"The {f'“{one.name}”' if one.name != 'Map' else 'marked'} {words.site} is {joined(shown)}."
            continue
        pairs = [f"{words.of(key)} to {words.of(value)}" for key, value in _pairs(game, one.name)]
        if pairs:
            yield f"The map “{one.name}” leads from {joined(pairs)}."


def _pairs(game: Any, name: str) -> Iterator[tuple[Any, Any]]:
    for item in raw(game).equipment.items:
        if isinstance(item, L.Map) and (item.name or "Map") == name:
            for pair in item.pairs or ():
                value = pair.value if pair.value is not None else pair.landmark
                yield pair.key, value
