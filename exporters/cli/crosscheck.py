"""Compare the engine with recorded games of Ludii, with a running Ludii, or a game with its rules by hand.

With --ludii (or games in the place of folders, and LUD_LUDII set) both engines play the same random games, and after
each move everything that a recording holds is compared. Without any GAME: every game of the library.

FOLDER with a reference.py and a description: random games and perft of both against each other, for every option and
ruleset and on both backends: seconds for a game, or minutes for each variant with --thorough.

Any other FOLDER holds traces (*.jsonl.gz), trials (*.txt), or traces/ and trials/ side by side. Levels, each implying
the one before: parses, expands (token by token), board (every site, neighbour and line), legal (from and to of the
legal moves, the moves that were played, the ranking), identical (every action, every recorded state).

Games run in other processes: one that crashes its process or runs over --time-each is reported as such.
Games that fall below the baseline are named (a folder of lists; default tests/baseline where it exists).
Exit code 1 for any difference, 2 where nothing could be compared.
"""

from __future__ import annotations

import argparse
from types import ModuleType

from ..verification.reference.protocol import is_game_folder
from . import crosscheck_grafts, crosscheck_ludii, crosscheck_recordings, crosscheck_reference
from .common import (
    NOTHING,
    Failure,
    add_backend,
    add_html,
    add_max_moves,
    add_most,
    add_output,
    add_places,
    add_seed,
    add_time_each,
)

__all__ = ["configure", "run"]

_KINDS = (crosscheck_recordings, crosscheck_ludii, crosscheck_grafts, crosscheck_reference)


def configure(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(problem_code=NOTHING)
    parser.add_argument(
        "places", metavar="FOLDER", nargs="*", help="recordings (also single files), or games/NAME; with --ludii: games"
    )
    add_backend(parser)
    add_output(parser, "recorded games, --grafts, --every-place: keep the results here, and go on with them")
    add_places(parser)
    parser.add_argument("--filter", metavar="TEXT", help="only games whose path contains TEXT")
    add_time_each(parser, None, "give it up after S seconds (default 120; with a reference.py 3 in all or 600)")
    add_html(parser, "write a page with a sortable table")
    add_most(parser, 20, "causes")
    parser.add_argument("--lines", action="store_true", help="print a line for every game")
    add_max_moves(parser, None, "40 with --ludii, 400 with a reference.py; not for recorded games")
    add_seed(parser)
    for kind in _KINDS:
        kind.configure(parser.add_argument_group(kind.HEAD))


def run(args: argparse.Namespace) -> int:
    if args.case and args.minimise is None:
        raise Failure("--case goes with --minimise", 2)
    kind = _kind(args)
    if args.cluster and kind is not crosscheck_recordings:
        raise Failure("--cluster is for recorded games: a running Ludii and a reference.py are compared with here", 2)
    if args.output and kind not in (crosscheck_recordings, crosscheck_grafts):
        raise Failure("--output is for recorded games, --grafts and --every-place", 2)
    if args.max_moves is not None and kind is crosscheck_recordings:
        raise Failure("--max-moves is not for recorded games: each is replayed to its end", 2)
    code: int = kind.run(args)
    return code


def _kind(args: argparse.Namespace) -> ModuleType:
    """What is compared with. Raises Failure."""
    if args.grafts or args.every_place:
        return crosscheck_grafts
    if crosscheck_ludii.is_wanted(args):
        return crosscheck_ludii
    if not args.places:
        raise Failure("name a folder of recordings, a folder with a reference.py, or a Ludii (--ludii)", 2)
    by_hand = [is_game_folder(place) for place in args.places]
    if any(by_hand) and not all(by_hand):
        raise Failure("recordings and games with a reference.py are checked one kind at a time")
    return crosscheck_reference if all(by_hand) else crosscheck_recordings
