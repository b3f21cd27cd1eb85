"""What the metadata's `(graphics …)` says about a picture, as plain data.

Metadata is read leniently: an entry that makes no sense is left out, because a picture never stops a game from being
played. Nothing from a description reaches a document as markup: colours are checked, and names are looked up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ludparse.expansion.metadata import Metadata
from ludparse.reader.syntax import Array, Atom, AtomKind, Call, Node

from .colours import NAMED, from_numbers, hex_colour

__all__ = ["Entry", "Graphics", "PieceRule", "graphics_of", "node_colour", "numbers_in"]


@dataclass(frozen=True)
class Entry:
    """One entry, with its arguments by kind. `words`: plain words with a capital first letter; the first says what the
    entry is about (`Colour` in `(piece Colour …)`)."""

    keyword: str
    words: tuple[str, ...] = ()
    strings: tuple[str, ...] = ()
    numbers: tuple[float, ...] = ()
    arrays: tuple[Array, ...] = ()
    calls: tuple[Call, ...] = ()
    named: dict[str, Node] = field(default_factory=dict)

    @property
    def about(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def colour(self) -> str | None:
        """The first colour among the unnamed arguments."""
        return next((c for call in self.calls if (c := node_colour(call)) is not None), None)

    def named_colour(self, name: str) -> str | None:
        return node_colour(self.named.get(name))

    def number(self, name: str, default: float | None = None) -> float | None:
        """A number by name (`scale:0.8`)."""
        found = numbers_in(self.named.get(name))
        return found[0] if found else default

    def text(self, name: str) -> str | None:
        """A string by name (`image:"disc"`), or a word."""
        node = self.named.get(name)
        return node.text if isinstance(node, Atom) else None

    def is_true(self, default: bool = True) -> bool:
        """The unnamed boolean of `(show Pits False)`."""
        return next((word == "True" for word in self.words[1:] if word in ("True", "False")), default)


@dataclass(frozen=True)
class PieceRule:
    """An entry about pieces, and which pieces it holds for; None stands for all."""

    entry: Entry
    owner: str | None
    name: str | None
    state: int | None
    value: int | None
    container: int | None

    def fits(self, owner: str, names: Sequence[str], state: int | None, value: int | None) -> bool:
        """Whether the rule holds. state, value: None for a look that is the same in all states or with all values,
        which rules for one state or value do not concern."""
        return (
            self.container in (None, 0)
            and (self.owner in (None, "All", "Each") or self.owner == owner)
            and (self.name is None or self.name.lower() in names)
            and (self.state is None or self.state == state)
            and (self.value is None or self.value == value)
        )


@dataclass(frozen=True)
class Graphics:
    """All entries of `(graphics …)`, in order."""

    entries: tuple[Entry, ...] = ()

    def of(self, keyword: str, about: str | None = None) -> Iterator[Entry]:
        return (e for e in self.entries if e.keyword == keyword and (about is None or e.about == about))

    @property
    def style(self) -> str | None:
        """The style of the board, such as `Chess`."""
        found = [e.words[1] for e in self.of("board", "Style") if len(e.words) > 1]
        return found[0] if found else None

    def board_colour(self, part: str) -> str | None:
        """The colour of a part of the board: InnerEdges, OuterEdges, Phase0 to Phase5, InnerVertices, Symbols, …"""
        found = [e.colour for e in self.of("board", "Colour") if part in e.words]
        return found[0] if found else None

    def thickness(self, part: str) -> float:
        """The thickness of a part of the board, 1 by default."""
        found = [e.numbers[0] for e in self.of("board", "StyleThickness") if part in e.words and e.numbers]
        return max(0.0, min(found[0], 6.0)) if found else 1.0

    def says(self, keyword: str, about: str, default: bool = False) -> bool:
        """What `(show ABOUT …)`, `(no ABOUT …)` or `(board ABOUT …)` says, which is yes without a boolean."""
        for entry in self.of(keyword, about):
            return entry.is_true()
        return default

    def player_colour(self, role: str) -> str | None:
        found = [e.colour for e in self.of("player", "Colour") if role in e.words or "All" in e.words]
        return found[-1] if found else None

    def player_name(self, role: str) -> str | None:
        found = [e.strings[0] for e in self.of("player", "Name") if role in e.words and e.strings]
        return found[-1] if found else None

    @property
    def checks(self) -> list[tuple[str, str]]:
        """Of which pieces it is shown that they are in check: the role and the name of each entry, empty for any."""
        entries = self.of("show", "Check")
        return [(e.words[1] if len(e.words) > 1 else "", e.strings[0] if e.strings else "") for e in entries]

    def piece_rules(self, about: str) -> list[PieceRule]:
        """The rules of `(piece ABOUT …)`."""
        return [_piece_rule(entry) for entry in self.of("piece", about)]


def graphics_of(metadata: Metadata) -> Graphics:
    """The graphics of a description's metadata."""
    return Graphics(tuple(_entry(node) for node in metadata.section("graphics") if isinstance(node, Call)))


def _entry(node: Call) -> Entry:
    words: list[str] = []
    strings: list[str] = []
    numbers: list[float] = []
    arrays: list[Array] = []
    calls: list[Call] = []
    named: dict[str, Node] = {}
    for arg in node.args:
        value = arg.value
        if arg.name is not None:
            named[arg.name] = value
        elif isinstance(value, Array):
            arrays.append(value)
        elif isinstance(value, Call):
            calls.append(value)
        elif value.kind is AtomKind.STRING:
            strings.append(value.text)
        elif (number := _number(value)) is not None:
            numbers.append(number)
        else:
            words.append(value.text[:1].upper() + value.text[1:])
    return Entry(node.keyword, tuple(words), tuple(strings), tuple(numbers), tuple(arrays), tuple(calls), named)


def _number(node: Node | None) -> float | None:
    if not isinstance(node, Atom) or node.kind is AtomKind.STRING:
        return None
    try:
        value = float(node.text)
    except ValueError:
        return None
    return value if abs(value) < 1e6 else None


def numbers_in(node: Node | None) -> list[float]:
    """The numbers of a node, of a list in order."""
    if isinstance(node, Array):
        return [value for item in node.items for value in numbers_in(item)]
    value = _number(node)
    return [] if value is None else [value]


def node_colour(node: Node | None) -> str | None:
    """`#rrggbb` or `none` for `(colour …)`; None for anything else."""
    if not isinstance(node, Call) or node.keyword != "colour" or not node.args:
        return None
    first = node.args[0].value
    if isinstance(first, Atom) and first.kind is AtomKind.STRING:
        return hex_colour(first.text)
    values = [value for arg in node.args for value in numbers_in(arg.value)]
    if values:
        return from_numbers([int(value) for value in values])
    return NAMED.get(first.text[:1].upper() + first.text[1:]) if isinstance(first, Atom) else None


_ROLES = {f"P{number}" for number in range(1, 17)} | {"Neutral", "Shared", "All", "Each"}


def _piece_rule(entry: Entry) -> PieceRule:
    def whole(name: str) -> int | None:
        value = entry.number(name)
        return None if value is None else int(value)

    owner = next((word for word in entry.words[1:] if word in _ROLES), None)
    name = entry.text("piece")
    # a rename has the new name as its only unnamed string; the other entries have the name of the piece
    if name is None and entry.about not in ("Rename", "ExtendName") and entry.strings:
        name = entry.strings[0]
    return PieceRule(entry, owner, name, whole("state"), whole("value"), whole("container"))


