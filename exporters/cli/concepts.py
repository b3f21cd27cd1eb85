"""Print Ludii's concepts of a game: what kind of board, moves, captures and ends it has, and how large it is.

With --against GAME the concepts that only one of two games has. Works for every description whose board can be built.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from ludparse.description.description import Description, load_description
from ludparse.interpreter.concepts import PARENTS, concept_counts, concepts_of, in_order
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes import Game

from ..terminal.output import Waiting, counted
from .common import Failure, add_game, games_of, library, print_json

__all__ = ["configure", "run"]

_WIDTH = 100


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, backend=False)
    parser.add_argument("--counts", action="store_true", help="also the concepts that are numbers")
    parser.add_argument("--flat", action="store_true", help="one name a line, without the tree")
    parser.add_argument("--against", metavar="GAME", help="what only one of the two games has")


def run(args: argparse.Namespace) -> int:
    with Waiting("finding concepts", quiet=args.json):
        description = load_description(args.game, **games_of(args))
        found = concepts_of(description, library=library(args))
    if args.against is not None:
        if args.counts:
            raise Failure("--counts says how large one game is; it does not go with --against", code=2)
        return _compared(args, description, found)
    counts = _counts(description, found)
    if args.json:
        record: dict[str, Any] = {"game": description.name, "concepts": in_order(found), "values": counts}
        print_json(record)
    else:
        lines = in_order(found) if args.flat else list(_tree(found))
        if args.counts:
            lines += ["", *(f"{name:<28}{value}" for name, value in counts.items())]
        print("\n".join(lines))
    return 0


def _counts(description: Description, found: frozenset[str]) -> Mapping[str, int | float]:
    """The counted concepts; a match, which has no board of its own, has none."""
    game = description.game
    return concept_counts(game, build_equipment(game), found) if isinstance(game, Game) else {}


def _compared(args: argparse.Namespace, description: Description, found: frozenset[str]) -> int:
    other = load_description(args.against, library=library(args))
    others = concepts_of(other, library=library(args))
    if args.json:
        names = {description.name: in_order(found - others), other.name: in_order(others - found)}
        print_json({"games": [description.name, other.name], "only": names, "both": len(found & others)})
        return 0
    for name, only in ((description.name, found - others), (other.name, others - found)):
        print(f"only {name}:")
        print("\n".join(f"  {line}" for line in _tree(only)) if only else "  nothing")
    print(f"both: {counted(len(found & others), 'concept')}")
    return 0


def _tree(found: Iterable[str]) -> Iterable[str]:
    """The concepts, each under the nearest one above it that holds too; those with nothing below them share lines."""
    ordered = in_order(found)
    held = set(ordered)
    below: dict[str | None, list[str]] = {}
    for name in ordered:
        parent = PARENTS[name]
        while parent is not None and parent not in held:
            parent = PARENTS[parent]
        below.setdefault(parent, []).append(name)
    yield from _branch(None, below, 0)


def _branch(parent: str | None, below: Mapping[str | None, list[str]], depth: int) -> Iterable[str]:
    indent = "  " * depth
    leaves: list[str] = []
    for name in [*below[parent], None]:
        if name is not None and name not in below:
            leaves.append(name)
            continue
        if leaves:
            yield from textwrap.wrap(
                ", ".join(leaves), _WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
            )
            leaves = []
        if name is not None:
            yield indent + name
            yield from _branch(name, below, depth + 1)
