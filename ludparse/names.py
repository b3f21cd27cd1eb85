"""Names that are used and that nothing has: pieces, regions, containers, tracks, phases.

What a name means is settled by the equipment, which is built elsewhere. Here only those are found that can mean
nothing at all: no piece is called so, with or without the number of its player. Where the language lets a name mean
nothing (the index of a piece that is not there is -1), nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import ludparse.ludemes as ludemes
from ludparse.errors import LudError, LudRuleError, nearest
from ludparse.ludemes.base import Ludeme, walk
from ludparse.messages import Message, add_messages, example, problem
from ludparse.spans import Span

__all__ = ["unknown_names"]

_USES: dict[type[Ludeme], dict[str, str]] = {
    ludemes.PlaceItem: {"item": "piece", "container": "container"},
    ludemes.PlaceStack: {"item": "piece", "items": "piece", "container": "container"},
    ludemes.PlaceRandom: {"pieces": "piece", "item": "piece"},
    ludemes.Count: {"item": "piece"},
    ludemes.ForEachPiece: {"item": "piece", "items": "piece", "container": "container"},
    ludemes.SitesOccupied: {"component": "piece", "components": "piece", "container": "container"},
    ludemes.NoPiece: {"name": "piece"},
    ludemes.Expand: {"container_name": "container"},
    ludemes.IsTarget: {"container_name": "container"},
    ludemes.SitesEquipmentRegion: {"name": "region"},
    ludemes.SitesTrack: {"name": "track"},
    ludemes.TrackSiteFirst: {"name": "track"},
    ludemes.TrackSiteMove: {"name": "track"},
    ludemes.TrackSite: {"name": "track"},
    ludemes.Sow: {"track_name": "track"},
    ludemes.FirstMoveOnTrack: {"track_name": "track"},
    ludemes.NextPhase: {"phase_name": "phase"},
}
"""Where names are used: class -> field -> sort of name."""

_PIECES = ludemes.EquipmentPiece | ludemes.Die | ludemes.Tile | ludemes.Domino
_CONTAINERS = ("Board", "Hand", "Dice", "Deck")


def unknown_names(root: Ludeme) -> list[LudError]:
    """The names used in a game that nothing in it has, each at the place of its use."""
    nodes = list(walk(root))
    known = _given(nodes)
    problems = []
    for node in nodes:
        for field, sort in _USES.get(type(node), {}).items():
            for name in _strings(getattr(node, field)):
                if not _is_known(name, sort, known[sort]):
                    near = nearest(name, known[sort]) or nearest(name.rstrip("0123456789"), known[sort])
                    if sort in ("region", "track") and not near:
                        continue  # options can leave these out
                    expected = () if near else sorted(known[sort])
                    place = _place(node, name)
                    problems.append(problem(f"unknown-{sort}", place, nearest=near, expected=expected, name=name))
    return problems


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings(item)


def _given(nodes: Iterable[Ludeme]) -> dict[str, set[str]]:
    """Sort -> the names that are given."""
    known: dict[str, set[str]] = {"piece": set(), "region": set(), "track": set(), "phase": set()}
    known["container"] = set(_CONTAINERS)
    for node in nodes:
        if isinstance(node, _PIECES):
            known["piece"].add(node.name)
        elif isinstance(node, ludemes.Regions):
            known["region"].add(node.name or "")
        elif isinstance(node, ludemes.Track):
            known["track"].add(node.name)
        elif isinstance(node, ludemes.Phase):
            known["phase"].add(node.name)
    return known


def _is_known(name: str, sort: str, known: set[str]) -> bool:
    """Pieces and containers can be named with the number of their player; regions and tracks by a part of the name."""
    if name in known or not name:
        return True
    if sort == "phase":
        return False
    bare = name.rstrip("0123456789")
    if sort in ("piece", "container"):
        return any(bare == other.rstrip("0123456789") for other in known)
    if sort == "region" and bare.isalpha() and len(bare) <= 2 and bare != name:
        return True  # the label of a site
    return any(bare.casefold() in other.casefold() for other in known)


def _place(node: Ludeme, name: str) -> Span | None:
    """The name itself, where it stands in the text of the ludeme; else the ludeme."""
    span = node.span
    if span is None:
        return None
    at = span.text.find(f'"{name}"')
    return span if at < 0 else span.sub(at, at + len(name) + 2)


_PLACED = '(start (place "{}" (sites Bottom)))'

add_messages(
    {
        "unknown-piece": Message(
            LudRuleError,
            "no piece is called {name!r}",
            example(start=_PLACED.format("Dsic1")),
            "did you mean: Disc?",
        ),
        "unknown-container": Message(
            LudRuleError,
            "nothing that holds pieces is called {name!r}",
            example(start='(start (place "Disc1" "Hnad1"))'),
            "did you mean: Hand?",
        ),
        "unknown-region": Message(
            LudRuleError,
            "no region is called {name!r}",
            example(
                pieces='(piece "Disc" Each) (regions "Home" P1 (sites Top))',
                play='(move Add (to (sites P1 "Hoem")))',
            ),
            "did you mean: Home?",
        ),
        "unknown-track": Message(
            LudRuleError,
            "no track is called {name!r}",
            example(
                board='(board (square 3) (track "Circle" "0,E,N,W" loop:True))',
                play='(move Add (to (sites Track Mover "Cricle")))',
            ),
            "did you mean: Circle?",
        ),
        "unknown-phase": Message(
            LudRuleError,
            "no phase is called {name!r}",
            example().replace(
                "(play (move Add (to (sites Empty))))",
                'phases:{(phase "Opening" (play (move Add (to (sites Empty)))) (nextPhase "Endgame"))}',
            ),
            "expected: Opening",
        ),
    }
)
