"""Check descriptions: every problem with its place.

Takes files and folders; a folder is searched for *.lud. With no file, reads standard input.
Exit code 1 when there is a problem.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exporters.cli.common import Failure, Progress, library, print_json
from ludparse import check

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="*", help="descriptions, or folders; - is standard input")


def run(args: argparse.Namespace) -> int:
    sources = _sources(args.files or ["-"])
    progress = Progress("checked", len(sources), quiet=args.json)
    records = []
    count = faulty = 0
    for number, (name, source) in enumerate(sources, 1):
        problems = check(source, library=library(args))
        progress(number, name)
        count += len(problems)
        faulty += bool(problems)
        if args.json:
            records.append({"file": name, "problems": [problem.as_dict() for problem in problems]})
        elif problems:
            progress.end()
            print("\n\n".join(problem.explain() for problem in problems), end="\n\n")
    progress.end()
    if args.json:
        print_json({"files": records, "problems": count})
    else:
        files = "1 file" if len(sources) == 1 else f"{len(sources)} files"
        text = "no problems" if not count else f"{count} problem{'s' * (count > 1)} in {faulty}"
        print(f"{files} checked: {text}")
    return 1 if count else 0


def _sources(names: list[str]) -> list[tuple[str, str]]:
    """Name and source (a path, or a text) of each description."""
    found: list[tuple[str, str]] = []
    for name in names:
        path = Path(name)
        if name == "-":
            found.append(("<standard input>", sys.stdin.read()))
        elif path.is_dir():
            files = sorted(path.rglob("*.lud"))
            if not files:
                raise Failure(f"there is no description (*.lud) below {name!r}")
            found += [(str(file), str(file)) for file in files]
        else:
            found.append((name, name))
    return found
