"""Writes `defaults.json`: for arguments that may be left out, the value that does the same as leaving them out.

Run from the repository: `python -m tools.reference.write_defaults` (some minutes). Nothing is
taken from
documentation. In the description that shows a ludeme in use, each argument that is left out is given each value that it
may plausibly have, and the game is compiled. A value is the default if it alone gives the same program, the same board
and the same pieces, and another value gives something else. It must also do so in a few other descriptions that use the
ludeme. Where no value or several do, nothing is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from ludparse import ludemes as L
from ludparse.binding.signatures import Slot, forms_of
from ludparse.description.description import load_description
from ludparse.exporters.authoring.language import pages
from ludparse.exporters.authoring.language.pages import kept_examples, ludemes, page_of
from ludparse.interpreter.board.describe import describe_topology
from ludparse.interpreter.equipment.players import build_players
from ludparse.interpreter.game.compiling.driver import compile_game
from ludparse.interpreter.lower.equipment import build_equipment, game_flags
from ludparse.interpreter.program.printer import print_program
from ludparse.ludemes.base import Ludeme, names_of, replace, walk
from ludparse.ludemes.enums import LastType
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source

__all__ = ["candidates", "defaults_of", "exchanged", "holds", "main", "meaning_of_game", "open_slots"]

PATH = Path(pages.__file__).with_name("defaults.json")
_MOST = 16
"""An enumeration of more constants is left out, but for the roles and directions that are usual."""

_USUAL = frozenset(
    ("Mover", "Next", "Each", "All", "Shared", "Neutral", "P1", "Adjacent", "Orthogonal", "Diagonal", "Forward", "N")
)

_AS_MANY = "2"
"""No default: it may as well be the number of the players, or of regions, of the description."""

_BOARDS = "the type of the board"
"""The default of a type of sites that the board is played on."""

_NUMBERS: tuple[tuple[str, Any], ...] = (
    ("0", 0), ("1", 1), ("2", 2), ("-1", -1),
    ("(last To)", L.Last(kind=LastType.To)), ("(last From)", L.Last(kind=LastType.From)),
    ("(from)", L.IteratorFrom()), ("(to)", L.IteratorTo()), ("(between)", L.IteratorBetween()),
    ("(site)", L.IteratorSite()), ("(mover)", L.Mover()), ("(next)", L.Next()),
)  # fmt: skip


def main() -> None:
    found = {}
    for cls in ludemes():
        values = {name: text for name, text in defaults_of(cls).items() if holds(cls, name, text)}
        if values:
            found[cls.__name__] = values
    PATH.write_text(json.dumps(found, indent=0, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{sum(map(len, found.values()))} defaults of {len(found)} ludemes")


def defaults_of(cls: type[Ludeme]) -> dict[str, str]:
    """Argument -> its default as it is written, of the arguments for which one can be found."""
    example = page_of(cls).example
    if example is None:
        return {}
    game = load_description(Source("<text>", example.game), library=None).game
    if not isinstance(game, L.Game):
        return {}
    node = next((one for one in walk(game) if type(one) is cls), None)
    if node is None:
        return {}
    base = meaning_of_game(game)
    played = build_equipment(game).default_site.value
    found = {}
    for slot in open_slots(node):
        name = slot.name
        same, other = [], 0
        for text, value in candidates(slot):
            meaning = meaning_of_game(exchanged(game, node, replace(node, **{name: value})))
            if meaning is not None and meaning == base:
                same.append(text)
            elif meaning is not None:
                other += 1
        if len(same) == 1 and other and same[0] != _AS_MANY:
            of_board = same[0] == played and name != "use"
            found[name.rstrip("_")] = _BOARDS if of_board else same[0]
    return found


def holds(cls: type[Ludeme], name: str, text: str, most: int = 3) -> bool:
    """Whether the default of an argument does the same as leaving it out in some more descriptions, at most so many."""
    tried = 0
    for game in _games():
        nodes = [node for node in walk(game) if type(node) is cls]
        slots = [slot for slot in open_slots(nodes[0]) if slot.name.rstrip("_") == name] if nodes else []
        for slot in slots:
            wanted = build_equipment(game).default_site.value if text == _BOARDS else text
            value = next((value for shown, value in candidates(slot) if shown == wanted), None)
            meaning = meaning_of_game(exchanged(game, nodes[0], replace(nodes[0], **{slot.name: value})))
            if value is None or (meaning is not None and meaning != meaning_of_game(game)):
                return False
            tried += 1
        if tried == most:
            break
    return True


@cache
def _games() -> tuple[L.Game, ...]:
    """The descriptions that the pages' examples are from, the longest first."""
    texts = sorted(kept_examples()["games"].values(), key=len, reverse=True)
    trees = [load_description(Source("<text>", text), library=None).game for text in texts if text.startswith("(game")]
    return tuple(tree for tree in trees if isinstance(tree, L.Game))


def open_slots(node: Ludeme) -> Iterator[Slot]:
    """The arguments that are left out and may be, each once."""
    cls = type(node)
    seen = set()
    for form in forms_of(cls):
        for slot in form.slots:
            name = slot.name
            if not slot.selects and slot.field not in seen and not slot.required and getattr(node, name) is None:
                seen.add(slot.field)
                yield slot


def candidates(slot: Slot) -> Iterator[tuple[str, Any]]:
    """Values that an argument may plausibly have, each with its text."""
    literals = {literal for type_ in slot.types for literal in type_.literals}
    if bool in literals:
        yield from (("True", True), ("False", False))
    if int in literals:
        yield from _NUMBERS
    elif float in literals:
        yield from (("0", 0.0), ("1", 1.0))
    for type_ in slot.types:
        for enum in type_.enums:
            members: list[Enum] = list(enum)
            few = len(members) <= _MOST
            yield from ((str(one.value), one) for one in members if few or one.value in _USUAL)


def exchanged(game: L.Game, node: Ludeme, new: Ludeme) -> L.Game:
    """The game with another ludeme in the place of one and of all that are equal to it, which share its function."""
    made = _exchanged(game, node, new)
    assert isinstance(made, L.Game)
    return made


def _exchanged(value: Any, node: Ludeme, new: Ludeme) -> Any:
    if value is node or (type(value) is type(node) and value == node):
        return new
    if isinstance(value, tuple):
        return tuple(_exchanged(item, node, new) for item in value)
    if isinstance(value, Ludeme):
        fields = {name: getattr(value, name) for name in names_of(value)}
        changed = {name: _exchanged(field, node, new) for name, field in fields.items()}
        if any(changed[name] is not fields[name] and changed[name] != fields[name] for name in fields):
            return replace(value, **changed)
    return value


def meaning_of_game(game: L.Game) -> tuple[str, ...] | None:
    """All that a game consists of when it is compiled; None if it cannot be."""
    try:
        equipment = build_equipment(game)
        flags = game_flags(game, equipment)
        program = compile_game(game, equipment, build_players(game), flags)
    except (LudError, TypeError, ValueError, AttributeError, KeyError, IndexError, AssertionError):
        return None
    named = sorted(program.tables.items())
    tables = repr([(name, table.values if table.kind == "flat" else table.lists) for name, table in named])
    pieces = repr([(c.name, c.owner, c.faces) for c in equipment.components[1:]])
    return print_program(program), tables, pieces, repr(describe_topology(equipment.board))


if __name__ == "__main__":
    main()
