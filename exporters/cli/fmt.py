"""Format descriptions in the standard layout; prints the text, or changes the files with --write.

Takes games as all commands do. Comments stay where they are. With none, or with -, reads standard input. Exit code 1
with --check when a text would change.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ludparse.library.library import find_source, open_library
from ludparse.problems.spans import Source
from ludparse.reader.formatter import format_text

from ..terminal.writer import write_data
from .common import Failure, library, print_json, rewrite, shown

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="GAME", nargs="*", help="paths, names, or texts; - is standard input")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("-w", "--write", action="store_true", help="change the files in place")
    how.add_argument("--check", action="store_true", help="say which files would change, and change nothing")


def run(args: argparse.Namespace) -> int:
    changed = []
    opened = open_library(library(args))
    for name in args.files or ["-"]:
        source = Source("-", sys.stdin.read()) if name == "-" else find_source(name, opened)
        if args.write and source.name != str(Path(name)):
            raise Failure(f"--write changes a file, and {shown(name)} is none: give a path", 2)
        laid_out = format_text(source)
        differs = laid_out != source.text
        if differs:
            changed.append(shown(name))
        if args.write and differs and name != "-":
            rewrite(Path(name), laid_out)
        if not args.write and not args.check and not args.json:
            write_data(laid_out)
    if args.json:
        print_json({"changed": changed})
    elif args.write or args.check:
        for name in changed:
            print(f"{'would change' if args.check else 'changed'}: {name}")
    return 1 if args.check and changed else 0
