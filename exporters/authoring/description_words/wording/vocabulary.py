"""The words of single ludemes: a table of phrases, names of directions and roles, and names as people write them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, names_of
from ludparse.ludemes.enums import (
    AbsoluteDirection,
    CompassDirection,
    RelativeDirection,
    RoleType,
    RotationalDirection,
    SiteType,
    SpatialDirection,
)

from ..tree.arguments import raw
from ..tree.naming import ByName, Called
from ..tree.terms import ORDINALS, Given

__all__ = [
    "ARITHMETIC", "CLOSE", "DIRECTIONS", "FIELD", "FLAGS", "LOWEST", "NAMED", "NAMES", "NO_RULES", "OPEN", "OPTIONAL",
    "PARTS", "PLACES", "ROLES", "SECOND", "SINGULAR", "TABLE", "USUALLY_LAST", "VERBS", "WORDS", "by_kind", "checked",
    "grouped", "is_site", "joined", "plain", "plural_site", "readable", "says", "shown_names", "spaced", "told",
]  # fmt: skip


OPTIONAL = re.compile(r"\[([^\[\]]*)\]")


FIELD = re.compile(r"\{([\w./]+)(?:'s)?\}")


NAMED = re.compile(r"\{([\w./]+)('s)?\}")


Teller = Callable[[Any, Any], str]
"""What tells a ludeme, given its node and the `Words` of its game."""


TABLE: dict[type[Ludeme], str | Teller | Mapping[Any, str | Teller]] = {}
"""Class -> template, function, or (by the value of `kind`) several of them."""


def says(template: str, *classes: type[Ludeme]) -> None:
    """Declares the template of classes. Raises ValueError for an argument that a class does not have."""
    for cls in classes:
        checked(template, cls)
        TABLE[cls] = template


def by_kind(cls: type[Ludeme], **templates: str | Teller) -> None:
    """Declares a template for each value of a class's `kind`; `None_` for none."""
    for template in templates.values():
        if isinstance(template, str):
            checked(template, cls)
    TABLE[cls] = {None if name == "None_" else name: template for name, template in templates.items()}


def checked(template: str, cls: type[Ludeme]) -> None:
    """Raises ValueError if a template names an argument that a class does not have."""
    for path in FIELD.findall(template):
        strange = {way.split(".")[0] for way in path.split("/")} - set(names_of(cls))
        if strange:
            raise ValueError(f"{cls.__name__} has no {', '.join(sorted(strange))}")


def told(*classes: type[Ludeme]) -> Callable[[Teller], Teller]:
    """Registers the function that tells classes."""

    def register(function: Teller) -> Teller:
        for cls in classes:
            TABLE[cls] = function
        return function

    return register


ROLES = {
    RoleType.Mover: "the mover",
    RoleType.Next: "the next player",
    RoleType.Prev: "the previous player",
    RoleType.Neutral: "nobody",
    RoleType.Each: "each player",
    RoleType.Shared: "everybody",
    RoleType.All: "all players",
    RoleType.Player: "that player",
    RoleType.Enemy: "the opponents",
    RoleType.Friend: "the mover's side",
    RoleType.Ally: "the mover's allies",
    RoleType.NonMover: "the other players",
    RoleType.TeamMover: "the mover's team",
}


SINGULAR = {"wins": "win", "loses": "lose", "draws": "draw", "ties": "tie", "has": "have", "is": "are",
             "abandons": "abandon", "gets": "get", "ends": "end", "holds": "hold", "belongs": "belong",
             "bears": "bear", "does": "do"}  # fmt: skip
"""Verbs as they stand beside "you", and beside several."""


WORDS = {
    "Adjacent": "in any direction",
    "All": "in any direction",
    "Orthogonal": "orthogonally",
    "Diagonal": "diagonally",
    "Forward": "forward",
    "Forwards": "straight or diagonally forward",
    "Backward": "backward",
    "Backwards": "straight or diagonally backward",
    "Rightward": "to the right",
    "Leftward": "to the left",
    "Rightwards": "straight or diagonally to the right",
    "Leftwards": "straight or diagonally to the left",
    "FL": "diagonally forward to the left",
    "FR": "diagonally forward to the right",
    "BL": "diagonally backward to the left",
    "BR": "diagonally backward to the right",
    "SameDirection": "in the same direction",
    "OppositeDirection": "in the opposite direction",
    "Rotational": "around the board",
    "OffDiagonal": "off-diagonally",
    "Support": "to what supports it",
    "CW": "clockwise",
    "CCW": "anticlockwise",
    "N": "north",
    "E": "east",
    "S": "south",
    "W": "west",
    "NE": "northeast",
    "NW": "northwest",
    "SE": "southeast",
    "SW": "southwest",
    "Upward": "upward",
    "Downward": "downward",
}


VERBS = {
    L.Step: "step", L.MoveStep: "step", L.Slide: "slide", L.MoveSlide: "slide", L.Hop: "hop", L.MoveHop: "hop",
    L.Leap: "leap", L.MoveLeap: "leap", L.FromTo: "transfer", L.MoveFromTo: "transfer", L.MovesRemove: "removal",
    L.MoveRemove: "removal", L.MovesAdd: "placement", L.MoveSite: "placement", L.MoveAgain: "further move",
    L.Promote: "promotion", L.MovePromote: "promotion", L.AddScore: "scoring", L.Sow: "sowing", L.Flip: "turn",
    L.Custodial: "capture", L.Surround: "capture", L.Enclose: "capture", L.Intervene: "capture", L.Select: "choice",
    L.MoveSelect: "choice", L.IsLine: "row", L.IsComponent: "threat", L.IsConnect: "connection", L.Can: "possibility",
    L.SetVar: "note", L.Roll: "throw", L.Shoot: "shot", L.MoveShoot: "shot",
}  # fmt: skip
"""What terms without a name are called by."""


DIRECTIONS = (AbsoluteDirection, CompassDirection, RelativeDirection, RotationalDirection, SpatialDirection)


def spaced(name: object) -> str:
    """`HopCapture` and `hopCapture` as `hop capture`."""
    parts = readable(str(name)).lower().split()
    return " ".join(_ABBREVIATED.get(part, part) for part in parts)


_ABBREVIATED = {"ccw": "anticlockwise", "cw": "clockwise", "tl": "top left", "tr": "top right", "bl": "bottom left",
                "br": "bottom right"}  # fmt: skip


def readable(name: object) -> str:
    """A name of a program as a person writes it: `DoubleCounter` as `Double Counter`, `Track_1` as `Track 1`."""
    name = str(name)
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|[_.#]+", " ", name).split()
    return " ".join(parts)


def shown_names(names: Iterable[str]) -> dict[str, str]:
    """Names of pieces as a person writes them: without what stands behind `_`, where they differ without it."""
    names = list(dict.fromkeys(names))
    short = {name: readable(name.partition("_")[0].rstrip("0")) or readable(name) for name in names}
    counted = Counter(short.values())
    return {name: one if counted[one] == 1 else readable(name) for name, one in short.items()}


OPEN, CLOSE = "\ue000", "\ue001"
"""Stand around words that belong together, until a sentence is whole: see `plain`."""


def grouped(text: str) -> str:
    """Words that belong together within a sentence."""
    return f"{OPEN}{text}{CLOSE}"


def plain(text: str) -> str:
    """A whole sentence, without the marks of what belongs together."""
    text = text.replace(OPEN, "").replace(CLOSE, "")
    text = re.sub(r",(?=[,;:.])", "", text)
    return re.sub(r"(?<=\S) {2,}", " ", text)


def joined(parts: list[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else "nothing"


_PLURALS = {SiteType.Cell: "cells", SiteType.Vertex: "points", SiteType.Edge: "edges"}


def plural_site(site: SiteType) -> str:
    """What the sites of a type are called."""
    return _PLURALS[site]


PLACES = frozenset(("at", "start", "from_", "site1", "site2", "loc", "loc_a", "loc_b", "site", "from_.loc", "to.loc"))
"""Arguments that are sites, by numbers or otherwise."""


USUALLY_LAST = frozenset(("at", "start", "from_", "site1"))
"""Arguments that stand for the site of the last move when they are left out."""


ARITHMETIC = (
    L.IntAdd, L.IntSub, L.IntMul, L.IntDiv, L.IntPow, L.IntMin, L.IntMax, L.Mod, L.ToInt,
    L.FloatAdd, L.FloatSub, L.FloatMul, L.FloatDiv, L.FloatPow, L.FloatMin, L.FloatMax,
)  # fmt: skip


LOWEST = ("lowest", *(f"{one} lowest" for one in ORDINALS[1:5]))


SECOND = "the second chosen"
"""Begins what the last of two chosen sites is called."""


PARTS = (L.From, L.To, L.Between, L.Piece)
"""What has arguments and no words of its own."""


NO_RULES = frozenset(("large_stack", "max_state", "max_count", "max_value"))
"""Arguments that say how much Ludii has to keep room for, not what may happen."""


FLAGS = {
    "stack": ("with the whole stack", "with one piece of a stack alone"),
    "unique": ("unless it is remembered already", ""),
    "combined": ("also all dice together", ""),
    "top": ("only at the top of stacks", "also below the top of stacks"),
    "rotations": ("turned in any way", "not turned"),
    "forward": ("going forward", "not only forward"),
    "apply after all moves": ("when all players have moved", ""),
    "after consequence": ("after all that follows from it", ""),
    "contiguous": ("without a gap", "with or without gaps"),
    "previous": ("also turned back", "not turned back"),
    "next": ("also turned on", "not turned on"),
    "own": ("by their owner alone", "by anybody"),
    "shuffled": ("shuffled", "not shuffled"),
    "value": ("from now on", "no longer"),
    "same direction": ("in the same direction", "in any direction"),
    "path": ("as a path", ""),
    "simultaneously": ("at the same time", ""),
    "open": ("also open at an end", ""),
}
"""Arguments that are switches, as what is so where they are on, and where they are off."""


NAMES = {"dirn": "direction", "dirn_choice": "direction", "loc": "site"}


_SITES = (
    L.Ahead, L.RegionSite, L.TrackSiteMove, L.TrackSite, L.TrackSiteFirst, L.WhereSite, L.Coord, L.CentrePoint, L.Last,
    L.IteratorFrom, L.IteratorTo, L.IteratorBetween, L.IteratorSite, L.HandSite, ByName, Called,
)  # fmt: skip


def is_site(node: Any) -> bool:
    """Whether a number is that of a site."""
    node = raw(node)
    if isinstance(node, Given):
        return node.kind == "site"
    if isinstance(node, L.IntIf):
        return is_site(node.value_a) or is_site(node.value_b)
    if isinstance(node, L.IntAdd | L.IntSub):
        a, b = (node.a, node.b) if isinstance(node, L.IntAdd) else (node.value_a, node.value_b)
        return (type(b) is int and is_site(a)) or (type(a) is int and is_site(b))
    return isinstance(node, _SITES) and not (isinstance(node, L.Last) and node.kind.name.startswith("Level"))
