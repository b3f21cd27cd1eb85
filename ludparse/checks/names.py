"""Names that are used and that nothing has: pieces, regions, containers, tracks, phases, maps, variables.

What a name means is settled by the equipment. Here those are found that can mean nothing at all, in two degrees: what
Ludii refuses to compile or to start (`load` refuses it too), and what it takes for an empty region, a missing piece or
an undefined value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection, strings_in
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.enums import RoleType
from ludparse.problems.errors import nearest
from ludparse.reader.syntax import Atom, is_label

__all__ = ["check_names", "drop_consequences", "known_names", "refused_names"]

USES: dict[type[Ludeme], dict[str, str]] = {
    L.PlaceItem: {"item": "piece", "container": "container"},
    L.PlaceStack: {"item": "piece", "items": "piece", "container": "container"},
    L.PlaceRandom: {"pieces": "piece", "item": "piece"},
    L.Count: {"item": "piece"},
    L.Piece: {"name_component": "piece", "name_components": "piece"},
    L.Id: {"name": "piece"},
    L.WhereSite: {"name_piece": "piece"},
    L.WhereLevel: {"name_piece": "piece"},
    L.ForEachPiece: {"item": "piece", "items": "piece", "container_name": "container"},
    L.SitesOccupied: {"component": "piece", "components": "piece", "container": "container"},
    L.NoPiece: {"name": "piece"},
    L.CountComponent: {"name": "piece"},
    L.CountSite: {"name": "place"},
    L.Expand: {"container_name": "container"},
    L.IsTarget: {"container_name": "container"},
    L.SitesEquipmentRegion: {"name": "region"},
    L.SitesTrack: {"name": "track"},
    L.TrackSiteFirst: {"name": "track"},
    L.TrackSiteMove: {"name": "track"},
    L.TrackSite: {"name": "track"},
    L.Slide: {"track": "track"},
    L.MoveSlide: {"track": "track"},
    L.Sow: {"track_name": "track"},
    L.FirstMoveOnTrack: {"track_name": "track"},
    L.MaxDistance: {"track_name": "track"},
    L.NextPhase: {"phase_name": "phase"},
    L.MapEntry: {"name": "map"},
    L.Var: {"key": "variable"},
    L.ForgetValue: {"name": "memory"},
    L.ValuesString: {"name": "memory"},
}
"""Where names are used: class -> field -> sort of name."""

_FATAL = frozenset({(L.PlaceItem, "item"), (L.PlaceItem, "container")})
"""Names without which the game cannot be compiled or started, though Ludii's look at the strings may let them pass."""

_DIGITS = "0123456789"
_SPECIAL_PIECES = frozenset({"Bag", "Domino"})
"""Words that count or place what is no piece of the description."""


def known_names(inspection: Inspection) -> Mapping[str, frozenset[str]]:
    """Sort -> the names that are given in the description."""
    return inspection.once(_find_known_names)


def _find_known_names(inspection: Inspection) -> Mapping[str, frozenset[str]]:
    of = inspection.of
    pieces = {node.name for node in of(L.EquipmentPiece)} | {node.name for node in of(L.Die)}
    pieces |= {node.name for node in of(L.Tile)} | {node.name for node in of(L.Domino)}
    pieces.update(node.label for node in of(L.EquipmentCard))
    for dominoes in of(L.Dominoes):
        top = 6 if dominoes.up_to is None else dominoes.up_to
        pieces.update(f"Domino{i}{j}" for i in range(min(top, 16) + 1) for j in range(i, min(top, 16) + 1))
    containers = {"Board"}
    for dice in of(L.Dice):
        pieces.update(f"Die{i}" for i in range(1, min(dice.num, 100) + 1))
        containers.add("Dice")
    if any(of(L.Deck)):
        pieces.update(f"Card{i}" for i in range(1, 209))
        containers.add("Deck")
    if any(of(L.Hand)):
        containers.add("Hand")
    tracks = {node.name for node in of(L.Track)}
    if any(of(L.SurakartaBoard)):
        tracks.add("Track")
    return {
        "piece": frozenset(pieces or {"Ball"}),
        "region": frozenset(node.name or "" for node in of(L.Regions)),
        "track": frozenset(tracks),
        "phase": frozenset(node.name for node in of(L.Phase)),
        "map": frozenset(node.name or "" for node in of(L.Map)),
        "variable": frozenset(node.name or "" for node in of(L.SetVar)),
        "memory": frozenset(
            [node.name or "" for node in of(L.RememberValue)] + [node.name or "" for node in of(L.SetRememberValue)]
        ),
        "container": frozenset(containers),
    }


def refused_names(inspection: Inspection) -> None:
    """Note the names for which Ludii, and so `load`, refuses a description."""
    known = known_names(inspection)
    refused = {id(atom): atom for atom in inspection.refused_strings}
    for node in inspection.of(*USES):
        for field, sort in USES[type(node)].items():
            for name in strings_in(getattr(node, field)):
                atom = next((a for a in inspection.atoms(node) if a.text == name), None)
                fatal = (type(node), field) in _FATAL and not _exists(name, sort, known)
                if atom is not None and id(atom) not in refused and isinstance(node, L.PlaceItem) and field == "item":
                    everyone = node.container is not None and node.container.rstrip(_DIGITS) == node.container
                    if not everyone:  # each has pieces of their own in their hand
                        _numberless(inspection, atom)
                if atom is None or not (id(atom) in refused or fatal):
                    continue
                refused.pop(id(atom), None)
                _complain(inspection, node, sort, atom, known)
    for atom in refused.values():
        near = nearest(atom.text, inspection.known_strings)
        inspection.add("unknown-name-of-all", atom.span, nearest=near, name=atom.text)


def _numberless(inspection: Inspection, atom: Atom, *, playable: bool = False) -> None:
    """Note a piece that is named without the number of its player, which its name ends with."""
    named = [name for name in inspection.once(_full_names) if name.rstrip(_DIGITS) == atom.text]
    if named and atom.text not in named:
        hint = f"A piece's name ends with the number of its player: {' or '.join(named)}."
        remedy = f'"{named[0]}"' if len(named) == 1 else None
        inspection.add("unknown-piece", atom.span, hint=hint, remedy=remedy, playable=playable, name=atom.text)


def _full_names(inspection: Inspection) -> list[str]:
    """The names of the pieces with the numbers of their players."""
    found: list[str] = []
    players = inspection.players
    for node in inspection.of(L.EquipmentPiece):
        role = (node.role or RoleType.Each).value
        if role == "Each" and players != 1:
            found += [f"{node.name}{number}" for number in range(1, min(players, 16) + 1)]
        elif role == "Neutral":
            found.append(f"{node.name}0")
        elif role[0] == "P" and role[1:].isdigit() and players != 1:
            found.append(node.name + role[1:])
        else:
            found.append(node.name)
    return found


def check_names(inspection: Inspection) -> None:
    """Note the names that mean nothing, though Ludii plays on without a word."""
    known = known_names(inspection)
    refused = {id(atom) for atom in inspection.refused_strings}
    for node in inspection.of(*USES):
        for field, sort in USES[type(node)].items():
            if (type(node), field) in _FATAL:
                continue
            for name in strings_in(getattr(node, field)):
                atom = next((a for a in inspection.atoms(node) if a.text == name), None)
                if atom is not None and id(atom) not in refused and not _exists(name, sort, known):
                    _complain(inspection, node, sort, atom, known, playable=True)
    for who in inspection.of(L.Id):
        if who.who is None and who.name is not None:
            for atom in inspection.atoms(who):
                _numberless(inspection, atom, playable=True)
    # of a player's pieces a promotion takes the one whose name contains the word; (sites Start …) refuses it
    promotions: list[L.Promote | L.MovePromote] = [*inspection.of(L.Promote), *inspection.of(L.MovePromote)]
    told = {id(promotion.what) for promotion in promotions if promotion.role or promotion.who}
    told |= {id(node.pid) for node in inspection.of(L.SitesPiece)}
    for piece in inspection.of(L.Piece):
        names = () if id(piece) in told else strings_in(piece.name_components or piece.name_component)
        for atom in inspection.atoms(piece):
            if atom.text in names:
                _numberless(inspection, atom, playable=True)


def _complain(
    inspection: Inspection, node: Ludeme, sort: str, atom: Atom, known: Mapping[str, frozenset[str]], *,
    playable: bool = False,
) -> None:
    names = known["piece"] | known["container"] if sort == "place" else known[sort]
    name = atom.text
    near = nearest(name, names - {""}) or nearest(name.rstrip(_DIGITS), names - {""})
    numbered = sort == "piece" and isinstance(node, L.PlaceItem) and node.container is None
    expected = () if near else inspection.once(_full_names) if numbered else sorted(names - {""})
    elsewhere = () if near else _sorts_of(name, sort, known)
    hint = f"There is a {elsewhere[0]} of that name, which is something else." if elsewhere else ""
    if not names - {""} and not elsewhere:
        hint = _NONE_AT_ALL[sort]
    bare = name.rstrip(_DIGITS)
    if sort == "container" and bare in _MISSING and not near:
        hint = f"In the equipment, write for example {_MISSING[bare][1]}."
        inspection.add("missing-container", atom.span, hint=hint, name=name, what=_MISSING[bare][0])
        return
    remedy = f'"{near[0]}"' if len(near) == 1 and near[0].rstrip(_DIGITS) == near[0] else None
    if remedy is not None and name.rstrip(_DIGITS) != name:
        number = name[len(name.rstrip(_DIGITS)) :]
        remedy = f'"{near[0]}{number}"' if sort in ("piece", "container") else remedy
    if sort == "container" and not near and is_label(name):
        hint, remedy, expected = f'A site is named coord:"{name}".', f'coord:"{name}"', ()
    inspection.add(
        f"unknown-{sort}", atom.span, nearest=near, expected=expected, hint=hint, remedy=remedy, playable=playable,
        name=name,
    )


_NONE_AT_ALL = {
    "piece": "The equipment has no pieces.",
    "container": "The equipment has a board only.",
    "place": "It names neither a piece nor a container.",
    "region": 'No region of the equipment has a name. One is written (regions "Name" P1 (sites Bottom)).',
    "track": 'The board has no tracks. One is written (track "Name" "0,E,N,W" loop:True) inside of (board …).',
    "phase": "The rules have no phases.",
    "map": "The equipment has no maps.",
    "variable": 'No rule sets a variable. One is set by (set Var "Name" 1).',
    "memory": 'No rule remembers a value. One is remembered by (remember Value "Name" 1).',
}


_MISSING = {"Hand": ("hands", "(hand Each)"), "Dice": ("dice", "(dice d:6 num:2)"), "Deck": ("cards", "(deck)")}


def drop_consequences(inspection: Inspection) -> None:
    """Leave one problem of those that have one cause: equipment that is missing altogether."""
    known = known_names(inspection)
    missing = [error for error in inspection.problems if error.code == "missing-equipment"]
    lacking = {error.message.rpartition(" ")[2] for error in missing if error.severity == "error"}
    refused = {error.code for error in inspection.problems if error.severity == "error"}
    empty = {f"unknown-{sort}" for sort in ("track", "map", "region") if not known[sort] and f"{sort}s" in lacking}
    containers: set[str] = set()
    kept = []
    for error in inspection.problems:
        if error.code in empty:
            continue
        if (
            error in missing
            and error.severity == "warning"
            and f"unknown-{error.message.rpartition(' ')[2].removesuffix('s')}" in refused
        ):
            continue
        if error.code == "missing-container":
            what = error.message.rpartition(" ")[2]
            if what in containers or what in lacking:
                continue
            containers.add(what)
        kept.append(error)
    inspection.problems[:] = kept


def _sorts_of(name: str, sort: str, known: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    return tuple(other for other, names in known.items() if other != sort and name and name in names)


def _exists(name: str, sort: str, known: Mapping[str, frozenset[str]]) -> bool:
    """Whether a name means something. Pieces and containers can be named with the number of their player."""
    if sort == "place":
        return _exists(name, "piece", known) or _exists(name, "container", known)
    if name in known[sort] or (sort == "piece" and name in _SPECIAL_PIECES):
        return True
    if sort in ("region", "track"):  # a part of the name is enough
        return (sort == "region" and is_label(name)) or any(name and name in other for other in known[sort])
    return sort in ("piece", "container") and _among(name.rstrip(_DIGITS), known[sort])


def _among(bare: str, names: Iterable[str]) -> bool:
    return any(bare == other.rstrip(_DIGITS) for other in names)
