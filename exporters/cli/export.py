"""Write a game in another form: a page to play, or its compiled rules.

    lud export GAME --html game.html     a page that needs no other file, no server and no network
    lud export GAME --python             the compiled rules, readable
"""

from __future__ import annotations

import argparse
from pathlib import Path

from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.backends.python.render import render_python
from ludparse.interpreter.program.printer import print_program

from ..terminal.output import Progress
from .common import Failure, add_game, games_of, open_game, print_json

__all__ = ["FORMS", "configure", "run", "variants_argument"]

FORMS = {"program": print_program, "python": render_python, "c": render_c}


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser, backend=False)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--html", metavar="FILE", help="a page to play")
    what.add_argument("--python", dest="form", action="store_const", const="python", help="the Python module")
    what.add_argument("--c", dest="form", action="store_const", const="c", help="the C file")
    what.add_argument("--program", dest="form", action="store_const", const="program", help="the program (default)")
    parser.add_argument("--output", metavar="FILE", help="write the rules to a file")
    variants_argument(parser)
    parser.set_defaults(form="program", backend="python")


def variants_argument(parser: argparse.ArgumentParser) -> None:
    """The argument --variants."""
    parser.add_argument(
        "--variants", type=_variants, default=8, metavar="N",
        help="how many options and rulesets a page holds, each compiled by itself: a number, or all (default 8)",
    )  # fmt: skip


def _variants(text: str) -> int | None:
    if text == "all":
        return None
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a whole number from 1 nor all")
    return int(text)


def run(args: argparse.Namespace) -> int:
    if args.html:
        return _page(args)
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


def _page(args: argparse.Namespace) -> int:
    from ..web.bundle import make_bundle  # slow to import, and only needed for pages
    from ..web.page import page_html

    file = Path(args.html)
    if not file.parent.is_dir():
        raise Failure(f"there is no folder {str(file.parent)!r}")
    progress: Progress | None = None

    def heard(done: int, total: int, name: str) -> None:
        nonlocal progress
        progress = progress or Progress("compiled", total, quiet=args.json)
        progress(done, name)

    bundle = make_bundle(args.game, most=args.variants, progress=heard, **games_of(args))
    if progress is not None:
        progress.end()
    text = page_html(bundle)
    part = file.with_name(f"{file.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)
    if args.json:
        sizes = {"bytes": len(text), "variants": dict(bundle.sizes), "left": bundle.left}
        print_json({"game": bundle.name, "file": args.html, **sizes})
        return 0
    print(f"{args.html}: {bundle.name}, {len(text) / 1000:.0f} kB")
    for label, size in bundle.sizes.items():
        print(f"  {size / 1000:5.0f} kB  {label}")
    if bundle.left:
        print(f"  {bundle.left} further variants are not in it (--variants all)")
    return 0
