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
from ludparse.ludemes.base import Ludeme, children, keyword_of, names_of, word_of
from ludparse.ludemes.enums import (
    AbsoluteDirection,
    CompassDirection,
    RelativeDirection,
    RoleType,
    RotationalDirection,
    SiteType,
    SpatialDirection,
)
from ludparse.ludemes.kinds import BooleanFunction, Moves, RegionFunction

from .arguments import Reading, left_over, raw, whole

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

_WORDS = {
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


_DIRECTIONS = (AbsoluteDirection, CompassDirection, RelativeDirection, RotationalDirection, SpatialDirection)


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


_ARITHMETIC = (
    L.IntAdd, L.IntSub, L.IntMul, L.IntDiv, L.IntPow, L.IntMin, L.IntMax, L.Mod, L.ToInt,
    L.FloatAdd, L.FloatSub, L.FloatMul, L.FloatDiv, L.FloatPow, L.FloatMin, L.FloatMax,
)  # fmt: skip

_PARTS = (L.From, L.To, L.Between, L.Piece)
"""What has arguments and no words of its own."""

_NO_RULES = frozenset(("large_stack", "max_state", "max_count", "max_value"))
"""Arguments that say how much Ludii has to keep room for, not what may happen."""

_NAMES = {"dirn": "direction", "dirn_choice": "direction", "loc": "site"}


class Words:
    """Tells the ludemes of one game. `sites` is what its sites are called: cells, points or edges."""

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
        self.by_name: Counter[str] = Counter()
        """The arguments that no phrase told, so that they were told by their names: `ahead type`."""
        self._known: dict[tuple[Ludeme, bool], str] = {}
        """What has been told, by the node and `choosing`."""
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
        self.forget()
        self.by_name.clear()

    def forget(self) -> None:
        """Tells everything anew, as after a change of what this class holds."""
        self._known.clear()

    def is_term(self, node: Ludeme) -> bool:
        """Whether a node has a name."""
        return raw(node) in self.terms

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
        value = whole(value)
        if isinstance(value, bool):
            return "it is always so" if value else "it is never so"
        if isinstance(value, int | float):
            return str(value)
        if isinstance(value, str):
            return f"“{value}”" if " " in value else value
        if isinstance(value, RoleType):
            return self.role(value)
        if isinstance(value, Enum):
            return (_WORDS if isinstance(value, _DIRECTIONS) else {}).get(value.name, spaced(value.name))
        if isinstance(value, tuple):
            return joined([self.of(item) for item in value])
        if value is None:
            return "nothing"
        if value in self.terms:
            return self._named(value)
        text = self._known.get((value, self.choosing))
        if text is None:
            text = self._known[value, self.choosing] = self._ludeme(value)
        return text

    def inner(self, node: Any) -> str:
        """Moves within others, in brackets where what begins in them could seem to go on behind them."""
        text = self.of(node)
        return f"({text})" if any(sign in text for sign in ("; ", ": ", ", and ", ", or ")) else text

    def operand(self, number: Any) -> str:
        """A number within something else, in brackets where its words could be taken apart."""
        text = self.of(number)
        return f"({text})" if isinstance(number, _ARITHMETIC) else text

    def member(self, region: Any) -> str:
        """A region beside others or before a clause, in brackets where its words could be taken apart."""
        text = self.of(region)
        return f"({text})" if any(f" {word} " in text for word in ("and", "or", "except", "where", "which")) else text

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
        read: Any = Reading(node)
        if isinstance(entry, Mapping):
            kind = read.kind if hasattr(node, "kind") else None
            entry = entry.get((word_of(node) or None) if kind is None else kind.name)
        if entry is None and isinstance(node, _PARTS):
            return self.rest(read).strip() or "given"
        if entry is None:
            self.untold.add(keyword_of(node))
            text = f"({spaced(keyword_of(node))}{self.rest(read)})"
        else:
            text = self.filled(entry, read) if isinstance(entry, str) else entry(read, self)
        return text + self.rest(read)

    def rest(self, node: Any, *later: str) -> str:
        """What no phrase has told of a node yet, except what is told later: ` (level: 2)`; mostly empty."""
        given = [(name, value) for name, value in left_over(node, later) if not self._goes_without_saying(name, value)]
        self.by_name.update(f"{type(raw(node)).__name__}.{name}" for name, _ in given)
        parts = [
            f"{_NAMES.get(name, name.strip('_').replace('_', ' '))}: {self._given(value)}" for name, value in given
        ]
        return f" ({', '.join(parts)})" if parts else ""

    def _given(self, value: Any) -> str:
        """An argument beside its name."""
        return ("no", "yes")[value] if isinstance(value, bool) else self.of(value)

    def _goes_without_saying(self, name: str, value: Any) -> bool:
        """What may be left out, because it says nothing.

        It is the type of sites that is meant anyway, or one of `_NO_RULES`.
        """
        return (isinstance(value, SiteType) and plural_site(value) == self.sites) or name in _NO_RULES

    def filled(self, template: str, node: Ludeme) -> str:
        """A template with a node's arguments."""
        head, loop, tail = template.partition(": {")
        if loop:  # what is left over is said of the loop, not of what is in it
            later = {name for path in _FIELD.findall("{" + tail) for name in path.split("/")}
            return self.filled(head, node) + self.rest(node, *later, "then") + ": " + self.filled("{" + tail, node)
        kept = _OPTIONAL.sub(lambda part: part[1] if self._has_all(part[1], node) else "", template)
        return " ".join(_FIELD.sub(lambda field: self._argument(field[1], node), kept).split())

    def _has_all(self, text: str, node: Ludeme) -> bool:
        return all(_value(node, path) not in (None, False) for path in _FIELD.findall(text))

    def _argument(self, path: str, node: Ludeme) -> str:
        value = _value(node, path)
        return _LAST if value is None and path in _USUALLY_LAST else self.operand(value)


def _value(node: Any, path: str) -> Any:
    """The argument at a path; of `a/b` the first that is given."""
    for way in path.split("/"):
        value = node
        for name in way.split("."):
            value = None if value is None else getattr(value, name)
        if value is not None:
            return value
    return None

