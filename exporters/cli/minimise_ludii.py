"""`--minimise` and `--case` of `lud crosscheck --ludii`: the first difference, made small."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..terminal.output import Progress
from ..verification.ludii.client import Ludii
from ..verification.ludii.light import LIGHT
from ..verification.ludii.live import Setting
from ..verification.ludii.minimise import Found, Minimiser, case_of, dump, text_of
from ..verification.ludii.ours import Ours
from ..verification.ludii.pair import Pair
from .common import new_file

__all__ = ["configure", "minimised"]


def configure(parser: argparse._ActionsContainer) -> None:
    """The arguments."""
    parser.add_argument(
        "--minimise", type=int, nargs="?", const=600, metavar="S",
        help="make the first description that differs as small as can be, for at most S seconds (default 600)",
    )  # fmt: skip
    parser.add_argument(
        "--case", type=new_file, metavar="FILE", help="of --minimise: what Ludii does, as a test case (JSON)"
    )


def minimised(name: str, text: str, args: argparse.Namespace, setting: Setting) -> Found | None:
    """Make a description (without defines) small, print it, and save it where that is asked for."""
    ours = Ours(library=setting.library, backend=LIGHT, seconds=setting.seconds)
    pair = Pair(Ludii(setting.ludii, setting.limits), ours)
    progress = Progress("words left", 0, quiet=args.json)

    def heard(found: Found) -> None:
        progress(found.words)

    try:
        found = Minimiser(pair, seed=args.seed, seconds=args.minimise, heard=heard).minimise(text, args.plies or 40)
        progress.end()
        if found is None:
            print(f"{name}: the difference did not show again")
            return None
        if not args.json:
            print(f"\n{name}, made small by {found.tried} attempts:\n\n{text_of(found)}")
        if args.case:
            Path(args.case).write_text(dump(case_of(pair, found, name)), encoding="utf-8")
        return found
    finally:
        pair.close()
