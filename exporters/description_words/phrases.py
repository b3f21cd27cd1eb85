"""How ludemes are put into words: a table with a template or a function for each class.

A template is English with arguments in it:

    {field}      the words of an argument; `{a/b}` those of the one that is given, `{to.if_}` of an argument's argument
    [ … ]        stands only where all arguments in it are given (and not false)

Conditions become clauses ("the board is full"), numbers and regions become nouns ("the number of stones", "the empty
sites"), moves become infinitives ("step to an empty site"). What has no entry is told by its keyword and arguments.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, children, fields_of, keyword_of
from ludparse.ludemes.enums import RoleType, SiteType
from ludparse.ludemes.kinds import BooleanFunction, Moves, RegionFunction

__all__ = ["ROLES", "TABLE", "Words", "by_kind", "joined", "plural_site", "says", "spaced", "told"]

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{([\w./]+)\}")

Teller = Callable[[Any, "Words"], str]

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
    for path in _FIELD.findall(template):
        strange = {way.split(".")[0] for way in path.split("/")} - set(cls._names)
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

_CONSTANTS = {
    "Cell": "cell",
    "Adjacent": "in any direction to a neighbour",
    "All": "in any direction, also diagonally",
    "Orthogonal": "orthogonally",
    "Diagonal": "diagonally",
    "Forward": "forward",
    "Forwards": "forwards",
    "Backward": "backward",
    "Backwards": "backwards",
    "Rightward": "to the right",
    "Leftward": "to the left",
    "Rightwards": "to the right",
    "Leftwards": "to the left",
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


def spaced(name: str) -> str:
    """`HopCapture` and `hopCapture` as `hop capture`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()


def joined(parts: list[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else "nothing"


_PLURALS = {SiteType.Cell: "cells", SiteType.Vertex: "points", SiteType.Edge: "edges"}


def plural_site(site: SiteType) -> str:
    """What the sites of a type are called."""
    return _PLURALS[site]



_LAST = "the site of the last move"
_USUALLY_LAST = frozenset(("at", "start", "from_", "site1"))
"""Arguments that stand for the site of the last move when they are left out."""


class Words:
    """Tells the ludemes of one game. `sites` is what its sites are called: cells, points or edges."""

    MAX_DEPTH = 40

    def __init__(self, sites: str = "cells", generators: Mapping[str, Any] | None = None) -> None:
        self.sites = sites
        self.site = sites[:-1]
        self.generators = dict(generators or {})
        """The moves of pieces by their names."""
        self.colours: Mapping[int, str] = {}
        """A site of each colour of the board."""
        self.labels: Sequence[str] = ()
        """The names of the sites of the board, by their numbers."""
        self.states_are_sides = False
        """Whether the state of a neutral piece says whose it is."""
        self.choosing = False
        """Whether moves are told of which one is chosen; otherwise effects, all of which happen."""
        self.chosen: set[Ludeme] = set()
        """The moves with a name of which one is chosen."""
        self.untold: set[str] = set()
        """The keywords that were told by their arguments, since the table has no entry for them."""
        self._depth = 0
        self.terms: dict[Ludeme, str] = {}
        """Names of what is told at length more than once, told below them all."""

    LONG = 160
    """So many letters are worth a name if they come more than once."""

    def name_what_comes_again(self, roots: Iterable[Ludeme]) -> None:
        """Gives names to the conditions, regions and moves below some nodes that are long and come several times."""
        times: Counter[Ludeme] = Counter()
        waiting = list(roots)[::-1]
        while waiting:
            node = waiting.pop()
            times[node] += 1
            if times[node] == 1:  # what stands in an equal node is counted once
                waiting += children(node)[::-1]
        kinds = (BooleanFunction, Moves, RegionFunction)
        again = [node for node, number in times.items() if number > 1 and isinstance(node, kinds)]
        named = [node for node in again if len(self.of(node)) > self.LONG]
        self.terms = {node: f"[{i}]" for i, node in enumerate(named, 1)}

    def is_term(self, node: Ludeme) -> bool:
        """Whether a node has a name."""
        return node in self.terms

    def term(self, node: Ludeme) -> str:
        """What a name stands for; names inside of it are used."""
        label = self.terms.pop(node)
        try:
            return self.of(node)
        finally:
            self.terms[node] = label

    def sites_of(self, numbers: Sequence[Any], most: int = 16) -> str:
        """Sites that are given by their numbers, by their names where the board has any; the first of many."""
        shown = []
        for number in numbers[:most]:
            known = isinstance(number, int) and 0 <= number < len(self.labels) and bool(self.labels[number])
            shown.append(self.labels[number] if known else self.of(number))
        return joined(shown) if len(numbers) <= most else f"{', '.join(shown)} and {len(numbers) - most} more"

    def of(self, value: Any) -> str:
        """The words of an argument."""
        if isinstance(value, bool):
            return "it is always so" if value else "it is never so"
        if isinstance(value, int | float):
            return "nowhere" if value == -1 else "off the track" if value == -2 else str(value)
        if isinstance(value, str):
            return f"“{value}”" if " " in value else value
        if isinstance(value, RoleType):
            return self.role(value)
        if isinstance(value, Enum):
            return _CONSTANTS.get(value.name, spaced(value.name))
        if isinstance(value, tuple):
            return joined([self.of(item) for item in value])
        if value is None:
            return "nothing"
        if value in self.terms:
            return self._named(value)
        self._depth += 1
        try:
            return "…" if self._depth > self.MAX_DEPTH else self._ludeme(value)
        finally:
            self._depth -= 1

    def _named(self, node: Ludeme) -> str:
        """A name in place of what it stands for, so that it fits into a sentence."""
        label = self.terms[node]
        if isinstance(node, BooleanFunction):
            return f"condition {label} holds"
        if isinstance(node, Moves):
            if self.choosing:
                self.chosen.add(node)
            return f"do {label}"
        return f"the {'sites' if isinstance(node, RegionFunction) else 'value'} {label}"

    def role(self, role: RoleType) -> str:
        """A role in the words of a rule."""
        if role in ROLES:
            return ROLES[role]
        return re.sub(r"^(P|Team)(\d+)$", lambda m: f"{'player' if m[1] == 'P' else 'team'} {m[2]}", role.name)

    def _ludeme(self, node: Ludeme) -> str:
        entry = TABLE.get(type(node))
        if isinstance(entry, Mapping):
            kind = getattr(node, "kind", None)
            entry = entry.get(None if kind is None else kind.name)
        if entry is None:
            return self.untabled(node)
        return self.filled(entry, node) if isinstance(entry, str) else entry(node, self)

    def untabled(self, node: Ludeme) -> str:
        """The words of a ludeme without an entry: its keyword, and its arguments with their names."""
        self.untold.add(keyword_of(node))
        given = []
        for field in fields_of(node):
            value = getattr(node, field.name)
            if value is not None and not isinstance(value, Enum):
                given.append(self.of(value))
            elif isinstance(value, Enum):
                given.append(spaced(value.name))
        return f"({spaced(keyword_of(node))}{': ' if given else ''}{', '.join(given)})"

    def filled(self, template: str, node: Ludeme) -> str:
        """A template with a node's arguments."""
        kept = _OPTIONAL.sub(lambda part: part[1] if self._has_all(part[1], node) else "", template)
        return " ".join(_FIELD.sub(lambda field: self._argument(field[1], node), kept).split())

    def _has_all(self, text: str, node: Ludeme) -> bool:
        return all(_value(node, path) not in (None, False) for path in _FIELD.findall(text))

    def _argument(self, path: str, node: Ludeme) -> str:
        value = _value(node, path)
        return _LAST if value is None and path in _USUALLY_LAST else self.of(value)


def _value(node: Any, path: str) -> Any:
    """The argument at a path; of `a/b` the first that is given."""
    for way in path.split("/"):
        value = node
        for name in way.split("."):
            value = None if value is None else getattr(value, name)
        if value is not None:
            return value
    return None


def is_last_to(node: Any) -> bool:
    """Whether a site is the one that the last move went to."""
    return isinstance(node, L.Last) and node.kind.name == "To"
