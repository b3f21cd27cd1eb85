"""Print the compiled rules of a game: as the program of rules, or as the source that runs it."""

from __future__ import annotations

import argparse
from pathlib import Path

from exporters.cli.common import add_game, open_game, print_json
from interpreter.backend_c.render import render_c
from interpreter.backend_python.render import render_python
from interpreter.program.printer import print_program

__all__ = ["FORMS", "configure", "run"]

FORMS = {"program": print_program, "python": render_python, "c": render_c}


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, backend=False)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--python", dest="form", action="store_const", const="python", help="the Python module")
    what.add_argument("--c", dest="form", action="store_const", const="c", help="the C file")
    what.add_argument("--program", dest="form", action="store_const", const="program", help="the program (default)")
    parser.add_argument("--output", metavar="FILE", help="write it to a file")
    parser.set_defaults(form="program", backend="python")


def run(args: argparse.Namespace) -> int:
    program = open_game(args).program
    text = FORMS[args.form](program)
    if args.json:
        print_json({"game": args.game, "form": args.form, "text": text})
    elif args.output:
        Path(args.output).write_text(text, encoding="utf-8")
        print(f"{args.output}: {len(text.splitlines())} lines")
    else:
        print(text.rstrip("\n"))
    return 0
