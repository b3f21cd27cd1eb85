"""Print the game part of a description without defines, options and rulesets."""

from __future__ import annotations

import argparse

from ludparse.description.description import expand

from .common import add_game, games_of, print_json

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, backend=False)


def run(args: argparse.Namespace) -> int:
    text = expand(args.game, **games_of(args))
    if args.json:
        print_json({"game": args.game, "text": text})
    else:
        print(text.rstrip("\n"))
    return 0
