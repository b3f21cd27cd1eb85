"""Tell the rules of a game in plain English, made from its description and not from the words that come with it.

    lud describe "Ex Nihilo"

What the description says is what is told: the words of its author are printed by `lud info`.
"""

from __future__ import annotations

import argparse
import html
import re
import shutil
import sys
import textwrap
from pathlib import Path

from ludparse.description.description import load_description
from ludparse.interpreter.equipment.players import match_players
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes import Game, Match

from ..authoring.author_text import differences
from ..authoring.description_words import Words, describe_match, describe_rules
from ..catalogue.entry import board_kind, entry_of
from ..terminal.output import Waiting, colour, counted
from .common import Failure, add_game, add_time, games_of, library, open_game, page_file, print_json

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, backend=False)
    parser.add_argument("--markdown", action="store_true", help="with headings and lists")
    parser.add_argument("--rulebook", type=rulebook_file, metavar="FILE",
                        help="write a rulebook with pictures from random play of --time: .html or .md")  # fmt: skip
    add_time(parser, 20.0)


def rulebook_file(text: str) -> Path:
    """For argparse: a file with the ending of a rulebook."""
    path = page_file(text)
    if path.suffix not in (".html", ".md"):
        raise argparse.ArgumentTypeError(f"{text!r} has to end with .html or .md")
    return path


_MARKUP = re.compile(r"[\\`*_\[\]~|@#$]|(?<=:)/(?=/)|(?<=\bwww)\.|^[-+=]")
_NUMBER = re.compile(r"^(\d+)([.)])")


def _rulebook(args: argparse.Namespace, parts: list[tuple[str, list[str]]], words: Words) -> int:
    from ludparse.interpreter.game.game import SingleGame  # imports the engine

    from ..authoring.rulebook import examples, page, text

    args.backend = "auto"
    game = open_game(args)
    if not isinstance(game, SingleGame):
        raise Failure(f"{game.name!r} is a match of several games: ask for one of them", 2)
    with Waiting(f"playing {game.name}", quiet=args.json):
        shown = examples(game, words, seconds=args.time)
    make = page if args.rulebook.suffix == ".html" else text
    args.rulebook.write_text(make(game.description, game, parts, shown), encoding="utf-8")
    print(f"{args.rulebook}: {counted(len(shown), 'kind')} of moves shown")
    return 0


def _plain(text: str) -> str:
    """A text in Markdown that reads as it is written: nothing in it is markup, HTML or a link."""
    text = html.escape(" ".join(text.split()), quote=False)
    return _NUMBER.sub(r"\1\\\2", _MARKUP.sub(lambda found: f"\\{found[0]}", text))


def _nested(line: str) -> str:
    """A line of an outline as an item of a list."""
    text = line.lstrip(" -")
    return f"{' ' * (len(line) - len(line.lstrip()))}- {_plain(text)}"


def run(args: argparse.Namespace) -> int:
    description = load_description(args.game, **games_of(args))
    game = description.game
    if isinstance(game, Match):
        parts, words = describe_match(game, match_players(game))
    else:
        assert isinstance(game, Game)
        board = board_kind(entry_of(description, library(args), ""))
        parts, words = describe_rules(game, build_equipment(game), board)
    if args.rulebook is not None:
        return _rulebook(args, parts, words)
    wrong = [] if isinstance(game, Match) else differences(description, build_equipment(game))
    for line in wrong if not args.json else ():
        print(f"warning: {line}", file=sys.stderr)
    if args.json:
        told = {"untold": sorted(words.untold), "by_name": dict(sorted(words.by_name.items()))}
        record = {"game": description.name, "parts": dict(parts), "differences": wrong, **told}
        print_json(record, indent=1)
        return 0
    width = min(100, shutil.get_terminal_size((100, 24)).columns)
    print(f"# {_plain(description.name)}" if args.markdown else colour(description.name, "1"))
    for head, lines in parts:
        print(f"\n## {_plain(head)}\n" if args.markdown else f"\n{colour(head, '1')}")
        for line in lines:
            first, *more = line.split("\n")
            if args.markdown:
                print("\n".join([f"- {_plain(first)}", *(_nested(inner) for inner in more)]))
                continue
            print(textwrap.fill(first, width, initial_indent="  ", subsequent_indent="    "))
            for inner in more:
                indent = "  " + " " * (len(inner) - len(inner.lstrip()))
                print(textwrap.fill(inner.lstrip(), width, initial_indent=indent, subsequent_indent=indent + "    "))
    return 0
