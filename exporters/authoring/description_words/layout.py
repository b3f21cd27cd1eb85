"""The board in words, and what words have to know of it: names of sites, rows, directions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment import Component, ComponentKind, Equipment
from ludparse.interpreter.equipment.flags import game_flags
from ludparse.ludemes.base import names_of, walk
from ludparse.ludemes.enums import AbsoluteDirection, MoveSimpleType, RoleType

from .moving import goes_any_way
from .shape import EVERY, NOT_IN_A_ROW, lines_of, named_sets, numbered, rows_of, shape_of
from .tree.arguments import raw
from .unchanging import Constant
from .unmoved import begun, passes_by
from .wording.kept import kept_by
from .wording.phrases import Words
from .wording.vocabulary import joined, readable, shown_names, spaced

__all__ = ["board_sentences", "learn", "sentence"]


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop."""
    return (text[:1].upper() + text[1:]).rstrip(".") + "."


def stem_of(item: L.Regions) -> str:
    """The name of a player's region, without the player's number."""
    own = "" if item.role is None else item.role.name.removeprefix("P")
    return re.sub(rf"P?{own}$", "", item.name or "") or item.name or ""


def learn(words: Words, game: L.Game, equipment: Equipment) -> None:
    """Tells words of the equipment of their game."""
    board, site = equipment.board, equipment.default_site
    elements = board.elements(site)
    words.board = board
    words.labels = [element.label for element in elements]
    at = {(element.col, element.row) for element in elements}
    if words.site == "hole":
        rows = rows_of(elements)
        words.rows_of_holes = [[e.index for e in row] for row in rows if len(row) == max(map(len, rows))]
    words.upright = all(len({e.row for e in row}) == 1 for row in rows_of(elements))
    nameless = [item for item in game.equipment.items if isinstance(item, L.Regions) and item.name is None]
    parts = [part for item in nameless for part in item.regions_fn or (item.region_fn,)]
    words.sides_are_regions = bool(parts) and all(isinstance(part, L.SitesSide) for part in parts)
    owned = [(item.role, stem_of(item)) for item in game.equipment.items
             if isinstance(item, L.Regions) and item.role is not None]  # fmt: skip
    if len({name for _, name in owned}) == 1 and len({role for role, _ in owned}) == len(owned):
        words.only_region = owned[0][1]
    words.region_names = list(dict.fromkeys(name for _, name in owned)) if all(name for _, name in owned) else []
    words.longest = max((len(at), 1)) if not at else max(max(c for c, _ in at), max(r for _, r in at)) + 1
    if len(at) == len(elements) == len({element.label for element in elements}):
        words.places = {element.label: (element.col, element.row) for element in elements}
    words.states_are_sides = states_are_sides(game)
    words.site_type = site
    flags = game_flags(game, equipment)
    words.stacks, words.counts_pieces = flags.stacking, flags.counts
    words.passes_draw = flags.all_pass_ends
    hands = [c for c in equipment.containers[1:] if c.kind.value == "hand" and c.owner <= equipment.players.count]
    words.hands = {place: f"player {hand.owner}'s hand" for hand in hands for place in hand.sites}
    words.sizes = {container.name: container.num_sites for container in equipment.containers}
    owners = [hand.owner for hand in equipment.containers[1 : equipment.players.count + 1] if hand in hands]
    words.numbered_hands = owners == list(range(1, equipment.players.count + 1))
    words.uses_hands = _uses_hands(game, equipment)
    compared = [_LINES_OF.get(kind.name, "") for region in equipment.regions for kind in region.types]
    if compared and all(compared) and all(region.types for region in equipment.regions):
        words.each_line = joined(compared)
    words.dice = [site for dice in equipment.dice for site in dice.sites]
    bases = {t.name: re.sub(r"\d+$", "", t.name) if t.owner else t.name for t in equipment.tracks}
    one = len(set(bases.values())) == 1
    tracks: dict[str, tuple[str, bool | RoleType]] = {}
    for track in equipment.tracks:
        base = bases[track.name]
        called = "" if one else spaced(re.sub("^[Tt]rack(?=.)|(?<=.)[Tt]rack$", "", base)).replace("track", "main")
        tracks[base] = tracks[track.name] = called, bool(track.owner)
    words.tracks = tracks
    kinds_of: list[tuple[Any, str]] = [(track.owner, bases[track.name]) for track in equipment.tracks]
    words.track_owners = {track.name: track.owner for track, one in zip(equipment.tracks, kinds_of, strict=True)
                          if track.owner and kinds_of.count(one) == 1 == sum(
                              track.name in other.name for other in equipment.tracks)}  # fmt: skip
    roots = [game.rules, *(c.generator for c in equipment.components[1:] if c.generator is not None)]
    words.only_map = equipment.maps[0].name if len(equipment.maps) == 1 else "Map"
    words.kept = kept_by(roots, words.only_map)
    pending = [node for root in roots for node in walk(root) if isinstance(node, L.SetPending)]
    words.sites_pending = not pending or any(node.value is not None or node.region is not None for node in pending)
    words.passes_count = any(isinstance(node, L.Was | L.PassEnd) or (
        getattr(node, "kind", None) is L.AllSimpleType.Passed) for node in walk(game.rules))  # fmt: skip
    words.may_pass = any(isinstance(node, L.Pass) or getattr(node, "kind", None) is MoveSimpleType.Pass
                         for root in roots for node in walk(root))  # fmt: skip
    thrown = [node for root in roots for node in walk(root) if isinstance(node, L.ForEachDie)]
    words.doubles_count_twice = bool(thrown) and all(node.replay_double is True for node in thrown)
    bases = {c.name: c.base_name for c in equipment.components[1:]}
    words.bases = shown_names(bases.values())
    words.phases = {element.label: element.phase for element in elements}
    words.colours = {element.phase: element.label for element in reversed(elements)}
    words.pieces = {c.name: (words.bases[c.base_name], _owner(c, equipment)) for c in equipment.components[1:]}
    kinds = [c.owner for c in equipment.components[1:] if c.kind is ComponentKind.PIECE]
    words.no_neutral = set(kinds) == {1, 2} and equipment.players.count == 2
    words.alone = equipment.players.count == 1 and set(kinds) == {1}
    words.one_kind = sorted(kinds) == list(range(1, equipment.players.count + 1))
    ways = {
        kind: frozenset(d.name for i in range(len(elements)) for d in _directions(equipment, i, kind))
        for kind in (AbsoluteDirection.Orthogonal, AbsoluteDirection.Diagonal, AbsoluteDirection.Adjacent)
    } if len(elements) <= 2000 else {}
    words.one_way = len(elements) <= 2000 and all(
        sum(kind is site for kind, _ in board.steps(site, i, way)) < 2 for i in range(len(elements)) for way in EVERY)
    loops = [node for root in roots for node in walk(root) if isinstance(node, (L.ForEachValue, L.AllValues))]
    if loops and all(map(_moves_so_many, loops)):
        words.that_number = "the number of pieces that are moved"
    words.map_sites = {one.name: {p: words.labels[one[p]] for p in range(1, equipment.players.count + 1)
                                  if 0 <= one[p] < len(elements)} for one in equipment.maps}  # fmt: skip
    named = {item.name or "Map" for item in game.equipment.items if isinstance(item, L.Map) and item.pairs and all(
        isinstance(one, RoleType) for pair in item.pairs for one in (pair.key, pair.value))}  # fmt: skip
    words.player_maps = {one.name: {p: one[p] for p in range(1, equipment.players.count + 1)}
                         for one in equipment.maps if one.name in named}  # fmt: skip
    if words.kept.marks:
        words.begun = begun(game, equipment)
    moves: dict[str, list[Any]] = {}
    for c in equipment.components[1:]:
        moves.setdefault(words.bases[c.base_name], []).extend(() if c.generator is None else (c.generator,))
    facing = [player.facing.name for player in equipment.players.players if player.facing]
    words.passes_by = passes_by(game.rules, moves, facing)
    words.compass = frozenset(directions for directions in ways.values() if directions)
    words.known_sites = Constant(equipment).of
    words.lines, words.grid = lines_of(equipment, words)
    if _has_diagonals(equipment):
        words.any_way = "orthogonally or diagonally"
    elif words.lines:
        words.any_way = "along a line"


_LINES_OF = {"Rows": "row", "Columns": "column", "Diagonals": "diagonal", "SubGrids": "square block"}
"""The regions of a puzzle that are the same on all boards, one of each kind."""


def _moves_so_many(loop: Any) -> bool:
    """Whether a loop over numbers is one over how many pieces of a stack are moved."""
    moves = loop.generator if isinstance(loop, L.ForEachValue) and loop.min == 1 else None
    most = loop.max.value_a if moves is not None and isinstance(loop.max, L.IntSub) else getattr(loop, "max", None)
    return isinstance(most, L.SizeSite) and isinstance(moves, L.FromTo | L.MoveFromTo) and (
        isinstance(moves.count, L.IteratorValue))  # fmt: skip


def _owner(component: Component, equipment: Equipment) -> int:
    return component.owner if component.owner <= equipment.players.count else -1


def _directions(equipment: Equipment, index: int, kind: AbsoluteDirection) -> Iterator[AbsoluteDirection]:
    """The directions of the compass in which a site has a neighbour of a kind."""
    board, site = equipment.board, equipment.default_site
    beside = {other for other in board.steps(site, index, kind) if other[0] is site}
    for direction in EVERY:
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
    yield from map(sentence, shape_of(game, equipment, board, words))
    if words.counts_sites:
        yield sentence(numbered(equipment, words))
    if words.tells_beside and words.any_way == "orthogonally or diagonally":
        yield sentence(f"a {words.site} is beside another one if they touch, orthogonally or diagonally")
    yield from map(sentence, named_sets(equipment, words))
    words.told_of_board = words.to_tell_of_board()
    if words.lines and _uses_lines(game, equipment, words):
        yield sentence(words.lines)
    yield from _tracks(raw(game), equipment, words)
    yield from _regions(game, equipment, words)
    yield from _maps(game, equipment, words)


def _uses_hands(game: Any, equipment: Equipment) -> bool:
    """Whether pieces are ever in hands: where rules or tracks name them."""
    board = equipment.board.size(equipment.default_site)
    if any(site >= board for track in equipment.tracks for site in track.sites):
        return True
    roots = [raw(game).rules, *(c.generator for c in equipment.components[1:] if c.generator is not None)]
    for node in (node for root in roots for node in walk(root)):
        placed = isinstance(node, L.PlaceItem | L.PlaceStack) and node.container is not None
        held = isinstance(node, L.HandSite) or (isinstance(node, L.SitesPlayer) and node.kind.name == "Hand")
        if placed or held or getattr(node, "container", None) is not None or getattr(node, "container_name", None):
            return True
    return False


_LINES = (
    L.Step, L.MoveStep, L.Slide, L.MoveSlide, L.Hop, L.MoveHop, L.Leap, L.MoveLeap, L.IsLine, L.Custodial, L.Surround,
    L.Enclose, L.Intervene, L.Directional, L.SitesAround, L.SitesDirection, L.ForEachDirection, L.IsConnect, L.Ahead,
    L.MoveShoot, L.Shoot, L.SitesLineOfSight,
)  # fmt: skip
"""What is done or asked along the lines of a board."""


def _uses_lines(game: Any, equipment: Equipment, words: Words) -> bool:
    """Whether lines have to be told: those of rows and columns alone only where pieces are said to move along them."""
    roots = [raw(game).rules, *(c.generator for c in equipment.components[1:] if c.generator is not None)]
    nodes = [node for root in roots for node in walk(root)]
    moves = L.Step | L.MoveStep | L.Slide | L.MoveSlide | L.Hop | L.MoveHop
    any_way = any(isinstance(node, moves) and goes_any_way(node.directions) for node in nodes) or any(
        isinstance(node, L.IsLine) and goes_any_way(node.dirn) for node in nodes)
    return any_way or (not words.grid and any(isinstance(node, _LINES) for node in nodes))


FEW = 8
"""So many sites that have a name of their own are told by their coordinates, too."""


def _tracks(game: Any, equipment: Equipment, words: Words) -> Iterator[str]:
    hands = {site: c.owner for c in equipment.containers[1:] if c.kind.value == "hand" for site in c.sites}
    alike: dict[tuple[Any, ...], list[Any]] = {}
    roots = [game.rules, *(c.generator for c in equipment.components[1:] if c.generator is not None)]
    named = {value for root in roots for node in walk(root) for name in names_of(node)
             if isinstance(value := getattr(node, name), str)}  # fmt: skip
    for track in equipment.tracks:  # those of players that differ in their own hand alone are told once
        if track.owner > equipment.players.count and track.name not in named:
            continue
        sites = ["own" if track.owner and hands.get(site) == track.owner else site for site in track.sites]
        alike.setdefault((*sites, track.loop), []).append(track)
    for tracks in alike.values():
        names = [words.track(track.name, words.whose(track.owner) if track.owner else "the") for track in tracks]
        loop = " and round again" if tracks[0].loop else ""
        before, several = words.hands, len(tracks) > 1
        if several:
            words.hands = dict.fromkeys(before, "the player's hand")
        way = ", ".join(_runs(equipment, tracks[0].sites, words))
        words.hands = before
        yield sentence(f"{joined(names)} {'each go' if several else 'goes'} from {way}{loop}")


def _runs(equipment: Equipment, sites: Sequence[int], words: Words) -> Iterator[str]:
    """Sites one after another, those in a straight line by the first and the last of them."""
    elements = equipment.board.elements(equipment.default_site)
    places, named = [(element.x, element.y) for element in elements], [(e.col, e.row) for e in elements]
    at = 0
    while at < len(sites):
        end = at + 1
        while end + 1 < len(sites) and max(sites[at : end + 2]) < len(places) and min(sites[at : end + 2]) >= 0:
            (a, b), (c, d), (e, f) = (places[site] for site in sites[end - 1 : end + 2])
            even = abs(c - a - e + c) + abs(d - b - f + d) < 1e-6
            straight = abs((c - a) * (f - d) - (d - b) * (e - c)) < 1e-6
            if not even and not (straight and _on(named, sites[end - 1 : end + 2])):
                break
            end += 1
        if end - at > 1:
            yield f"{_label(sites[at], words)} to {_label(sites[end], words)}"
            at = end + 1
        else:
            yield _label(sites[at], words)
            at += 1


def _on(at: Sequence[tuple[int, int]], sites: Sequence[int]) -> bool:
    """Whether three sites follow one another in a row or column, by their names."""
    (a, b), (c, d), (e, f) = (at[site] for site in sites)
    return (c - a, d - b) == (e - c, f - d) and abs(c - a) + abs(d - b) == 1


def _label(site: int, words: Words) -> str:
    return "its end off the board" if site < 0 else words.sites_of([site])


def _regions(game: L.Game, equipment: Equipment, words: Words) -> Iterator[str]:
    """The regions that players or rules have."""
    told: dict[str, list[tuple[str, str]]] = {}
    roots = [raw(game).rules, *(c.generator for c in equipment.components[1:] if c.generator is not None)]
    nodes = [node for root in roots for node in walk(root)]
    values = [getattr(node, name) for node in nodes for name in names_of(node)]
    named = {value for value in values if isinstance(value, str)}
    for item in game.equipment.items:
        if not isinstance(item, L.Regions) or (item.role is None and item.name is not None and item.name not in named):
            continue
        given: Any = item.region_fn if item.region_fn is not None else item.regions_fn
        if given is None and item.sites is None:
            continue
        parts = given if isinstance(given, tuple) else (given,)
        sites = words.sites_of(item.sites or ()) if given is None else joined([_region(part, words) for part in parts])
        stem = item.name if item.role is None else stem_of(item)
        name = words.region(stem)
        verb = "are" if name.endswith(("sides", "sites")) else "is"
        if item.role is None:
            yield sentence(f"the {name} {verb} {sites}")
        else:
            whose = words.whose(item.role)
            told.setdefault(name, []).append((f"{whose} {verb} {sites}", f"{whose} {name} {verb} {sites}"))
    for lines in told.values():
        yield sentence("; ".join([lines[0][1], *[short for short, _ in lines[1:]]]))


def _region(part: Any, words: Words) -> str:
    """A region by its sites, where they are always the same; a side of the board also by its name."""
    if isinstance(part, L.SitesTrack) and not words.tracks.get(part.name or "", ("", True))[1]:
        return words.of(part)
    sites = words.constant(part)
    known = words.known_sites(part) if isinstance(part, L.SitesSimple) and part.kind.name in NOT_IN_A_ROW else None
    if known and not sites and len(known) <= FEW:
        return f"{words.of(part)}, {words.sites_of(known)},"
    side = isinstance(part, L.SitesSide) and part.direction is not None and not sites.startswith("row")
    return f"{words.of(part)}, {sites}," if side and sites else sites or words.of(part)


def _maps(game: Any, equipment: Equipment, words: Words) -> Iterator[str]:
    """The sites that maps name for players, of the maps that rules ask for those of a player."""
    entries = [node for node in walk(raw(game)) if isinstance(node, L.MapEntry)]
    roles = L.Mover | L.Next | L.Prev | L.Who
    only = words.only_map
    asked = {node.name or only for node in entries if node.key_role is not None or isinstance(node.key, roles)}
    elements = equipment.board.elements(equipment.default_site)
    players = range(1, equipment.players.count + 1)
    named = {node.name or only for node in entries}
    for one in equipment.maps:
        if one.name not in named or (words.players == 2 and words.player_maps.get(one.name) == {1: 2, 2: 1}):
            continue
        if words.begun and one.name in asked and one.name not in words.maps_told:
            continue
        sites = one.name in asked and one.name not in words.player_maps
        if sites and all(0 <= one[player] < len(elements) for player in players):
            shown = [f"{elements[one[player]].label} for player {player}" for player in players]
            same = len({one[player] for player in players}) == 1
            where = f"{elements[one[1]].label} for every player" if same else joined(shown)
            yield f"The {words.marked(one.name)} is {where}."
            continue
        told = words.place if one.name in words.kept.site_maps else words.of
        if one.name in words.kept.all_throws:
            given = list(_pairs(game, one.name))
            what = "value" if one.name in words.kept.throws else f"“{readable(one.name)}” number"
            counts = joined([f"{words.of(key)} counts {words.of(value)}" for key, value in given])
            rest = "" if _sums(equipment) <= {key for key, _ in given} else "; every other sum counts what it is"
            yield f"The {what} of a throw comes from the sum of the dice: {counts}{rest}."
            continue
        pairs = [f"{told(key)} to {told(value)}" for key, value in _pairs(game, one.name)]
        if pairs:
            yield f"The map{'' if one.name == 'Map' else f' “{readable(one.name)}”'} leads from {joined(pairs)}."


def _sums(equipment: Equipment) -> set[int]:
    """What all dice can show together."""
    sums = {0}
    for dice in equipment.dice:
        for number in dice.members:
            sums = {one + face for one in sums for face in equipment.components[number].faces}
    return sums


def _pairs(game: Any, name: str) -> Iterator[tuple[Any, Any]]:
    for item in raw(game).equipment.items:
        if isinstance(item, L.Map) and (item.name or "Map") == name:
            for pair in item.pairs or ():
                value = pair.value if pair.value is not None else pair.landmark
                yield pair.key, value
