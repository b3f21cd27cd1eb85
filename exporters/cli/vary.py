"""Make an option of a number or a word of a description, and show what each of its items changes.

  lud vary my.lud --line 14                         the number in that line, with the numbers beside it as items
  lud vary my.lud --line 14 --items 6,8,10 --name "Board Size"
  lud vary my.lud --line 9 --word Orthogonal --items Orthogonal,Diagonal,Adjacent

The file is written only if the game can then be played with every item. `lud compare FILE --sweep NAME` says by how
much they differ in play.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ludparse.description.description import load_description
from ludparse.interpreter.game.checks import diagnose
from ludparse.library.library import Library, find_source
from ludparse.problems.spans import Source

from ..authoring.rules_diff import Differences, compare_games
from ..authoring.varying import Place, places_of, usual_items, varied
from .common import Failure, library, print_json, rewrite

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the path of a description, which is written anew")
    parser.add_argument("--line", type=int, required=True, metavar="N", help="the line of the number or word, from 1")
    parser.add_argument("--word", metavar="WORD", help="which number or word of that line, where it has several")
    parser.add_argument("--items", metavar="A,B,…", help="the items (default: the number and those beside it)")
    parser.add_argument("--name", metavar="NAME", help="what the option is called (default: the keyword around it)")
    parser.add_argument("--dry-run", action="store_true", help="show what would change, and write nothing")


def run(args: argparse.Namespace) -> int:
    path = Path(args.file)
    if not path.is_file():
        raise Failure(f"there is no file {str(path)!r}: an option is made in a file", 2)
    named = library(args)
    opened = None if named is None else Library.open(named)
    source = find_source(path, opened)
    place = _place(places_of(source.text, args.line), args)
    name = args.name or place.keyword[:1].upper() + place.keyword[1:]
    items = [item.strip() for item in args.items.split(",")] if args.items else usual_items(place)
    text = varied(source.text, place, name, items)
    _must_play(source, text, opened)
    changes = _changes(Source(source.name, text), name, named)
    if not args.dry_run:
        rewrite(path, text)
    if args.json:
        print_json({
            "file": args.file, "option": name, "usual": place.text, "written": not args.dry_run,
            "items": {item: str(found) for item, found in changes.items()},
        })  # fmt: skip
        return 0
    print(f"{args.file}: {place.text} in line {args.line} is the option {name!r} now" * (not args.dry_run))
    for item, found in changes.items():
        print(f"\n{name}/{item}\n{found}")
    print(f'\nlud compare {args.file} --sweep "{name}" says by how much they differ in play.')
    return 0


def _place(found: list[Place], args: argparse.Namespace) -> Place:
    wanted = [place for place in found if args.word in (None, place.text)]
    if len(wanted) == 1:
        return wanted[0]
    told = ", ".join(dict.fromkeys(place.text for place in found))
    if args.word is None and found:
        raise Failure(f"line {args.line} has several: {told}; say which with --word", 2)
    if len(wanted) > 1:
        raise Failure(f"line {args.line} has {args.word} {len(wanted)} times; put them into lines of their own", 2)
    raise Failure(f"line {args.line} has {f'no {args.word}, but {told}' if found else 'no number and no word'}", 2)


def _must_play(source: Source, text: str, opened: Library | None) -> None:
    """Ends the command where something is wrong that was not wrong before."""
    before = {problem.message for problem in diagnose(source, library=opened, warnings=False)}
    for problem in diagnose(Source(source.name, text), library=opened, warnings=False):
        if problem.severity == "error" and problem.message not in before:
            raise problem


def _changes(source: Source, name: str, named: str | None) -> dict[str, Differences]:
    """What each item but the usual one changes."""
    usual = load_description(source, library=named)
    option: Any = next(option for option in usual.options if option.name == name)
    return {
        item.name: Differences(compare_games(usual.tree, load_description(
            source, library=named, options=(item.heading,)
        ).tree))
        for item in option.items if item is not option.default
    }  # fmt: skip
