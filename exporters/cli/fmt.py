"""Format descriptions in the standard layout; prints the text, or changes the files with --write.

Comments stay where they are. With no file, reads standard input. Exit code 1 with --check when a file would change.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ludparse.reader.formatter import format_text

from .common import Failure, print_json

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="*", help="descriptions; - is standard input")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("-w", "--write", action="store_true", help="change the files in place")
    how.add_argument("--check", action="store_true", help="say which files would change, and change nothing")


def run(args: argparse.Namespace) -> int:
    changed = []
    for name in args.files or ["-"]:
        text = sys.stdin.read() if name == "-" else _read(Path(name))
        laid_out = format_text(text)
        differs = laid_out != text
        if differs:
            changed.append(name)
        if args.write and differs and name != "-":
            Path(name).write_text(laid_out, encoding="utf-8")
        if not args.write and not args.check and not args.json:
            sys.stdout.write(laid_out)
    if args.json:
        print_json({"changed": changed})
    elif args.write or args.check:
        for name in changed:
            print(f"{'would change' if args.check else 'changed'}: {name}")
    return 1 if args.check and changed else 0


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise Failure(f"{str(path)!r} is not UTF-8 text, at byte {problem.start}") from problem
