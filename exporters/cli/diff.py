"""Show what differs between two games in terms of rules: lud diff Hex Havannah.

Both descriptions are compared as they are after defines and options are put in: part by part (players, board, pieces,
start, play, end), and in each part the smallest rules that were taken out (-), put in (+) or changed. Layout, comments
and the names of defines make no difference. With one GAME and options, what the options change; with two rulesets, what
differs between them.
Exits with 0 when the rules are the same, and with 1 when they are not.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from ludparse.description.description import Description, load_description

from ..authoring.rules_diff import Change, Section, compare_games, laid_out, told
from ..terminal.output import Waiting, colour
from .common import Failure, library, print_json

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a path, a name, or a text")
    parser.add_argument("other", metavar="OTHER", nargs="?", help="the game to compare with")
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="CATEGORY/ITEM",
        help="an option of OTHER, or where none is given of GAME",
    )  # fmt: skip
    parser.add_argument(
        "--ruleset", action="append", default=[], metavar="NAME",
        help="a ruleset of OTHER, or where none is given of GAME; given twice, the first is of GAME itself",
    )  # fmt: skip
    parser.add_argument("--concepts", action="store_true", help="also which of Ludii's concepts only one of them has")


def run(args: argparse.Namespace) -> int:
    if args.other is None and not (args.option or args.ruleset):
        what = "compare GAME with which OTHER? Or give options (-o) or a --ruleset to see what they change."
        raise Failure(what, code=2)
    if len(args.ruleset) > 2:
        raise Failure("two games are compared: give a --ruleset for each of them at most", code=2)
    first, second = ([None, None, *args.ruleset])[-2:]
    with Waiting("comparing", quiet=args.json):
        old = load_description(args.game, library=library(args), ruleset=first)
        new = load_description(
            args.other or args.game, library=library(args), options=tuple(args.option), ruleset=second
        )
        sections = compare_games(old.tree, new.tree)
    differ = any(section.changes for section in sections)
    if args.json:
        print_json(_record(args, old, new, sections))
        return int(differ)
    print(colour(f"- {_called(old)}", "31"))
    print(colour(f"+ {_called(new)}", "32"))
    for section in sections:
        if section.changes:
            print(f"\n{colour(section.name, '1')}")
            print("\n".join(told(section, colour)))
    same = [section.name for section in sections if not section.changes]
    if same:
        print(f"\nthe same: {', '.join(same)}")
    if args.concepts:
        print("\n".join(_concepts(args, old, new)))
    return int(differ)


def _called(description: Description) -> str:
    chosen = ", ".join(description.selected_options)
    return f"{description.name} ({chosen})" if chosen else description.name


def _record(args: argparse.Namespace, old: Description, new: Description, sections: list[Section]) -> dict[str, Any]:
    def text(node: Any) -> str | None:
        return None if node is None else "\n".join(laid_out(node))

    def change(found: Change) -> dict[str, Any]:
        return {"in": list(found.path), "old": text(found.old), "new": text(found.new)}

    record: dict[str, Any] = {
        "games": [old.name, new.name],
        "options": [list(old.selected_options), list(new.selected_options)],
        "parts": {section.name: [change(found) for found in section.changes] for section in sections},
    }
    if args.concepts:
        first, second = _both(args, old, new)
        record["concepts"] = [sorted(first - second), sorted(second - first)]
    return record


def _both(args: argparse.Namespace, old: Description, new: Description) -> tuple[frozenset[str], frozenset[str]]:
    from ludparse.interpreter.concepts import concepts_of

    place = library(args)
    return concepts_of(old, library=place), concepts_of(new, library=place)


def _concepts(args: argparse.Namespace, old: Description, new: Description) -> Iterator[str]:
    from ludparse.interpreter.concepts import in_order

    first, second = _both(args, old, new)
    yield f"\n{colour('concepts', '1')}"
    for mark, only in (("-", first - second), ("+", second - first)):
        if only:
            yield f"  {mark} {', '.join(in_order(only))}"
    if first == second:
        yield "  the same"
