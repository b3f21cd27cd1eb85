"""Tell the rules of a game in plain English, made from its description and not from the words that come with it.

    lud describe "Ex Nihilo"

What the description says is what is told: the words of its author are printed by `lud info`.
"""

from __future__ import annotations

import argparse
import html
import re
import shutil
import textwrap

from ludparse.description.description import load_description
from ludparse.interpreter.equipment.players import match_players
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes import Game, Match

from ..authoring.description_words import describe_match, describe_rules
from ..catalogue.entry import board_kind, entry_of
from ..terminal.output import colour
from .common import add_game, games_of, library, print_json

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, backend=False)
    parser.add_argument("--markdown", action="store_true", help="with headings and lists")


_MARKUP = re.compile(r"[\\`*_\[\]~|@#$]|(?<=:)/(?=/)|(?<=\bwww)\.|^[-+=]")
_NUMBER = re.compile(r"^(\d+)([.)])")


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
    if args.json:
        told = {"untold": sorted(words.untold), "by_name": dict(sorted(words.by_name.items()))}
        record = {"game": description.name, "parts": dict(parts), **told}
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
