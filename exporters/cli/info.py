"""Say what a game is: players, board, pieces, options and rulesets, rules in words.

Works for every description that can be read, whether or not the game can be played. --concepts tells Ludii's concepts
of the game instead: what kind of board, moves, captures and ends it has, and how large it is (docs/concepts.md).
"""

from __future__ import annotations

import argparse
import shutil
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ludparse.checks.versions import FOLLOWED, followed_version, newer_forms
from ludparse.description.description import Description, load_description
from ludparse.interpreter.equipment import Component, Container, Equipment
from ludparse.interpreter.equipment.players import build_players, match_players, subgames
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes import Game, Match
from ludparse.ludemes.base import walk
from ludparse.ludemes.enums import SiteType

from ..terminal.output import Waiting, colour, counted
from .common import add_game, games_of, library, print_json

__all__ = ["configure", "run"]

_PLURALS = ((SiteType.Cell, "cells"), (SiteType.Vertex, "vertices"), (SiteType.Edge, "edges"))
_INDENT = 11


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, backend=False)
    parser.add_argument("--concepts", action="store_true", help="Ludii's concepts of the game, with the counted ones")


def run(args: argparse.Namespace) -> int:
    description = load_description(args.game, **games_of(args))
    if args.concepts:
        return _concepts(description, args)
    record = _record(description)
    text = [_head(description)]
    # A match has no board of its own; its games have.
    if isinstance(description.game, Match):
        record |= _match(description.game)
        names = [f"{game['name']} ({game['option']})" if game["option"] else game["name"] for game in record["games"]]
        text.append("\n".join([_row("players", [str(record["players"])]), _row("games", names)]))
    if isinstance(description.game, Game):
        equipment = build_equipment(description.game)
        record |= {"players": build_players(description.game).count, **_material(equipment)}
        text.append(_material_text(equipment, record))
    text += [_version(description), _choices(description), _rules(description)]
    if args.json:
        print_json(record, indent=1)
    else:
        print("\n\n".join(part for part in text if part))
    return 0


def _match(match: Match) -> dict[str, Any]:
    return {
        "players": match_players(match),
        "games": [{"name": game.name, "option": game.option} for game in subgames(match)],
    }


def _material(equipment: Equipment) -> dict[str, Any]:
    board = equipment.board
    return {
        "board": {
            "default_site": board.default_site.name,
            **{plural: board.size(site_type) for site_type, plural in _PLURALS},
        },
        "pieces": [
            {"index": p.index, "name": p.name, "owner": p.owner, "kind": p.kind.value} for p in _pieces(equipment)
        ],
        "containers": [
            {"name": c.name, "owner": c.owner, "kind": c.kind.value, "first_site": c.first_site, "sites": c.num_sites}
            for c in equipment.containers
        ],
    }


def _record(description: Description) -> dict[str, Any]:
    return {
        "game": description.name,
        "options": {
            option.name: [
                {"item": item.name, "text": item.text, "chosen": item.heading in description.selected_options}
                for item in option.items
            ]
            for option in description.options
        },
        "rulesets": [ruleset.heading for ruleset in description.rulesets],
        "ruleset": description.ruleset.heading if description.ruleset else None,
        "info": {key: list(values) for key, values in description.info.items()},
        "follows": followed_version(description.metadata) or FOLLOWED,
        "newer": _newer(description),
    }


def _pieces(equipment: Equipment) -> Sequence[Component]:
    return [component for component in equipment.components if component.index > 0]


def _head(description: Description) -> str:
    meta = description.metadata
    by = ", ".join(filter(None, [meta.text("author"), meta.text("date")]))
    lines = [colour(description.name, "1") + (f"  ({by})" if by else "")]
    if meta.text("description"):
        lines += ["", *_wrapped(meta.text("description"))]
    return "\n".join(lines)


def _material_text(equipment: Equipment, record: dict[str, Any]) -> str:
    board = record["board"]
    sizes = [f"{board[plural]} {plural}" for _, plural in _PLURALS if board[plural]]
    lines = [
        _row("players", [str(record["players"])]),
        _row("board", [", ".join(sizes) + f"; pieces stand on {_plural(board['default_site'])}"]),
        _row("pieces", list(_piece_rows(equipment, record["players"]))),
    ]
    beside = [_container(c, record["players"]) for c in equipment.containers if c.is_hand]
    return "\n".join(lines + ([_row("beside it", beside)] if beside else []))


def _choices(description: Description) -> str:
    lines = []
    for option in description.options:
        items = [f"{i.name} (chosen)" if i.heading in description.selected_options else i.name for i in option.items]
        lines.append(_row("option", [f"{option.name}: {', '.join(items)}"]))
    if description.rulesets:
        chosen = description.ruleset.heading if description.ruleset else None
        names = [r.heading + (" (chosen)" if r.heading == chosen else "") for r in description.rulesets]
        lines.append(_row("rulesets", names))
    return "\n".join(lines)


def _newer(description: Description) -> list[str]:
    """What Ludii 1.3.13 refuses, each once, in the order of the text."""
    return list(dict.fromkeys(called for called, _ in newer_forms(walk(description.game))))


def _version(description: Description) -> str:
    """By which version of Ludii the game is played, and what is newer than the one that is followed else."""
    newer = _newer(description)
    lines = [f"rules as of {followed_version(description.metadata) or FOLLOWED}"]
    return _row("Ludii", lines + ([f"newer than {FOLLOWED}: {', '.join(newer)}"] if newer else []))


def _rules(description: Description) -> str:
    rules = description.metadata.text("rules")
    if rules:
        lines = _wrapped(rules)
    else:
        lines = ["The description has none in words; these are its ludemes:", "", description.text]
    return "\n".join([colour("rules", "1"), *lines])


def _width() -> int:
    return min(100, shutil.get_terminal_size((100, 24)).columns)


def _plural(site: str) -> str:
    return next(plural for site_type, plural in _PLURALS if site_type.name == site)


def _row(head: str, values: Sequence[str]) -> str:
    """A heading and its values below each other."""
    lines: list[str] = []
    for value in values or ["none"]:
        lines += textwrap.wrap(value, _width() - _INDENT) or [""]
    return "\n".join(f"{head if n == 0 else '':<{_INDENT}}{line}" for n, line in enumerate(lines))


def _piece_rows(equipment: Equipment, players: int) -> Iterator[str]:
    """The names of the pieces by owner."""
    owners: dict[int, list[str]] = {}
    for piece in _pieces(equipment):
        owners.setdefault(piece.owner, []).append(piece.name)
    for owner, names in sorted(owners.items()):
        who = "neutral" if owner == 0 else f"player {owner}" if owner <= players else "everybody"
        yield f"{who}: {', '.join(names)}"


def _container(container: Container, players: int) -> str:
    owner = f" of player {container.owner}" if 0 < container.owner <= players else ""
    sites = counted(container.num_sites, "site")
    return f"{container.name} ({container.kind.value}{owner}, {sites})"


def _wrapped(text: str) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        lines += [*textwrap.wrap(" ".join(paragraph.split()), _width()), ""]
    return lines[:-1]


def _concepts(description: Description, args: argparse.Namespace) -> int:
    """Print the concepts; the exit code."""
    from ludparse.interpreter.concepts import concept_counts, concepts_of, in_order

    with Waiting("finding concepts", quiet=args.json):
        found = concepts_of(description, library=library(args))
    game = description.game
    # a match, which has no board of its own, counts nothing
    counts = concept_counts(game, build_equipment(game), found) if isinstance(game, Game) else {}
    if args.json:
        print_json({"game": description.name, "concepts": in_order(found), "values": counts})
    else:
        print("\n".join([*_tree(in_order(found)), "", *(f"{name:<28}{value}" for name, value in counts.items())]))
    return 0


def _tree(ordered: Sequence[str]) -> Iterator[str]:
    """The concepts, each under the nearest one above it that holds too; those with nothing below them share lines."""
    from ludparse.interpreter.concepts import PARENTS

    held = set(ordered)
    below: dict[str | None, list[str]] = {}
    for name in ordered:
        parent = PARENTS[name]
        while parent is not None and parent not in held:
            parent = PARENTS[parent]
        below.setdefault(parent, []).append(name)
    yield from _branch(None, below, 0)


def _branch(parent: str | None, below: Mapping[str | None, list[str]], depth: int) -> Iterator[str]:
    indent = "  " * depth
    leaves: list[str] = []
    for name in [*below[parent], None]:
        if name is not None and name not in below:
            leaves.append(name)
            continue
        if leaves:
            yield from textwrap.wrap(
                ", ".join(leaves), _width(), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
            )
            leaves = []
        if name is not None:
            yield indent + name
            yield from _branch(name, below, depth + 1)
