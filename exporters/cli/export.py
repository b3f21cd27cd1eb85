"""Write a game in another form: a page to play, its description in full, or its compiled rules.

lud export GAME --html game.html     a page that needs no other file, no server and no network
lud export GAME --expanded           the description without defines, options and rulesets
lud export GAME --python             the compiled rules, readable
lud export GAME --program --places   the program, with the place in the text of each ludeme behind it
lud export GAME --program --passes   what each pass of the compiler has changed
lud export GAME --planes             what a network sees of a position: planes and numbers, as SVG
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from ludparse.description.description import expand, load_description
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.backends.python.render import render_python
from ludparse.interpreter.game.building import program_of
from ludparse.interpreter.passes import passes_run
from ludparse.interpreter.program.printer import function, print_program
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.walk import expressions, statements, subexpressions
from ludparse.library.library import find_source, open_library
from ludparse.support.files import write_whole

from ..terminal.output import Waiting, counted
from ..terminal.writer import write_data
from .common import Failure, add_html, games_of, library, open_game, positive, print_json
from .position import add_position, is_named, open_position

__all__ = ["FORMS", "configure", "run", "variants_argument"]

FORMS: dict[str, Callable[[Program], str]] = {"program": print_program, "python": render_python, "c": render_c}


def configure(parser: argparse.ArgumentParser) -> None:
    add_position(parser, backend=False)
    what = parser.add_mutually_exclusive_group()
    add_html(what, "write a page to play (needs ludparse[web])")
    what.add_argument(
        "--expanded", dest="form", action="store_const", const="expanded", help="the description without defines"
    )
    what.add_argument("--python", dest="form", action="store_const", const="python", help="the Python module")
    what.add_argument("--c", dest="form", action="store_const", const="c", help="the C file")
    what.add_argument("--program", dest="form", action="store_const", const="program", help="the program (default)")
    what.add_argument(
        "--planes", dest="form", action="store_const", const="planes",
        help="a picture of the planes and numbers of a position that learners see (needs numpy)",
    )  # fmt: skip
    parser.add_argument(
        "--seat", type=positive, metavar="N", help="of --planes: without what is hidden from this player, from 1"
    )
    parser.add_argument("--output", metavar="FILE", help="write the text to a file")
    parser.add_argument(
        "--places", action="store_true", help="the program, and for which ludemes each of its statements was written"
    )
    parser.add_argument(
        "--without", action="append", default=[], metavar="PASS", help="leave a pass of the compiler out (repeatable)"
    )
    parser.add_argument(
        "--passes", action="store_true", help="instead of the program, a table of what each pass has changed"
    )
    variants_argument(parser, 8)
    parser.set_defaults(form="program", backend="python")


def variants_argument(parser: argparse.ArgumentParser, default: int) -> None:
    """The argument --variants."""
    parser.add_argument(
        "--variants", type=_variants, default=default, metavar="N",
        help=f"options and rulesets of a page, each compiled by itself: a number, or all (default {default})",
    )  # fmt: skip


def _variants(text: str) -> int | None:
    if text == "all":
        return None
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a whole number from 1 nor all")
    return int(text)


def run(args: argparse.Namespace) -> int:
    position = is_named(args) or args.ply is not None or args.seat is not None or args.seed != 0
    if position and (args.form != "planes" or args.html):
        raise Failure("--moves, --trial, --ply, --seed and --seat go with --planes", 2)
    if args.places and (args.form != "program" or args.html or args.passes):
        raise Failure("--places goes with the program alone: --program", 2)
    if args.html:
        if args.passes or args.without:
            raise Failure("--without and --passes are about programs: a page has none of them", 2)
        return _page(args)
    if args.form in ("expanded", "planes") and (args.passes or args.without):
        raise Failure("--without and --passes are about programs, such as --program", 2)
    if args.form == "expanded":
        text = expand(args.game, **games_of(args))
    elif args.form == "planes":
        text = _planes(args)
    elif args.passes or args.without:
        watch = _Watch()
        program = _compiled(args, watch)
        if args.passes:
            return watch.show(args)
        text = _text(args, program)
    else:
        text = _text(args, open_game(args).program)
    if args.json:
        print_json({"game": args.game, "form": args.form, "text": text})
    elif args.output:
        Path(args.output).write_text(text, encoding="utf-8")
        print(f"{args.output}: {counted(len(text.splitlines()), 'line')}")
    else:
        write_data(text.rstrip("\n") + "\n")
    return 0


def _text(args: argparse.Namespace, program: Program) -> str:
    return print_program(program, places=True) if args.places else FORMS[args.form](program)


def _planes(args: argparse.Namespace) -> str:
    from ..environments.planes_picture import planes_svg  # other forms need no environments

    game, state = open_position(args)
    if args.seat is not None and not 1 <= args.seat <= game.players:
        raise Failure(f"--seat {args.seat}: {game.name!r} has players 1 to {game.players}", 2)
    try:
        seen = game.tensors.look(state, player=args.seat)
    except ModuleNotFoundError as missing:
        raise Failure("planes need numpy: pip install numpy") from missing
    return planes_svg(game.tensors.form("board"), seen)


def _compiled(args: argparse.Namespace, watch: _Watch) -> Program:
    opened = open_library(library(args))
    with Waiting(f"compiling {args.game}"[:60], quiet=args.json):
        source = find_source(args.game, opened)
        how = {"options": tuple(args.option), "ruleset": args.ruleset}
        description = load_description(source, library=opened, **how)
        try:
            return program_of(description, watch if args.passes else None, args.without)
        except ValueError as wrong:
            raise Failure(str(wrong), 2) from wrong


class _Watch:
    """Called with a program as it was lowered and after each pass: notes how long it took, how many functions it has
    changed or added, and how many statements and expressions there are."""

    def __init__(self) -> None:
        self.seen: list[tuple[float, int, int, int]] = []
        self.texts: list[str] = []
        self.since = 0.0

    def __call__(self, program: Program) -> None:
        taken = perf_counter() - self.since
        texts = [function(fn) for fn in program.functions]
        changed = sum(old != new for old, new in zip(self.texts, texts, strict=False)) + len(texts) - len(self.texts)
        found = [s for fn in program.functions for s in statements(fn.body)]
        parts = sum(1 for s in found for x in expressions(s) for _ in subexpressions(x))
        self.seen.append((taken, changed, len(found), parts))
        self.texts, self.since = texts, perf_counter()

    def show(self, args: argparse.Namespace) -> int:
        """Prints the table; the exit code."""
        rows = [
            (p.name, changed, (a, c), (b, d), 1000 * taken)
            for p, ((_, _, a, b), (taken, changed, c, d)) in zip(
                passes_run(args.without), pairwise(self.seen), strict=True
            )
        ]
        if args.json:
            names = ("pass", "functions", "statements", "expressions", "milliseconds")
            print_json({"game": args.game, "passes": [dict(zip(names, row, strict=True)) for row in rows]})
            return 0
        print(f"{'pass':<20}{'functions':>10}{'statements':>18}{'expressions':>18}{'ms':>9}")
        for name, changed, (a, c), (b, d), taken in rows:
            print(f"{name:<20}{changed:>10}{f'{a} → {c}':>18}{f'{b} → {d}':>18}{taken:>9.1f}")
        return 0


def _page(args: argparse.Namespace) -> int:
    from ..web.bundle import make_bundle  # slow to import, and only needed for pages
    from ..web.page import page_html

    file = args.html
    with Waiting(f"compiling {args.game}"[:60], quiet=args.json) as waiting:

        def heard(done: int, total: int, name: str) -> None:
            waiting.what = f"compiling variant {done + 1} of {total}: {name}"[:100]

        bundle = make_bundle(args.game, most=args.variants, progress=heard, **games_of(args))
    text = page_html(bundle)
    write_whole(file, text)
    if args.json:
        sizes = {"bytes": len(text), "variants": dict(bundle.sizes), "left": bundle.left, "missing": bundle.missing}
        print_json({"game": bundle.name, "file": str(args.html), **sizes})
        return 0
    print(f"{args.html}: {bundle.name}, {len(text) / 1000:.0f} kB")
    if bundle.missing:
        print(f"  without what {bundle.missing!r} says to computer players: no library at hand has it (docs/search.md)")
    for label, size in bundle.sizes.items():
        print(f"  {size / 1000:5.0f} kB  {label}")
    if bundle.left:
        print(f"  not in it: {counted(bundle.left, 'further variant')} (--variants all)")
    return 0
