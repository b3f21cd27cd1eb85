"""Show or change the cache of compiled games.

It holds native code, and the stored forms of games that were loaded before, so that a game is compiled once on a
machine and starts at once from then on. Past its limit the cache drops what was used longest ago.
"""

from __future__ import annotations

import argparse

from ..terminal.output import counted
from .common import Failure, positive, print_json

__all__ = ["configure", "run"]

_MEGA = 1024 * 1024


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", nargs="?", choices=["info", "path", "clear"], default="info",
        help="info: what it holds (the default); path: its folder alone; clear: remove all games",
    )  # fmt: skip
    parser.add_argument(
        "--megabytes", type=positive, metavar="M", help="from now on keep at most so many megabytes (at first 256)"
    )


def run(args: argparse.Namespace) -> int:
    from ludparse.interpreter.backends.cache import Cache
    from ludparse.support.cache import usual_folder

    cache = Cache(usual_folder())
    if args.action == "path":
        print_json({"folder": str(cache.folder)}) if args.json else print(cache.folder)
        return 0
    info = cache.info()
    if info.problem and (args.megabytes or args.action == "clear"):
        raise Failure(f"the cache {info.folder} is left alone: {info.problem}")
    removed = cache.clear() if args.action == "clear" else 0
    if args.megabytes:
        before = cache.info().games
        cache.limit = args.megabytes * _MEGA
        removed += before - cache.info().games
    info = cache.info()
    if args.json:
        print_json(
            {
                "folder": str(info.folder),
                "games": info.games,
                "stored": info.stored,
                "bytes": info.size,
                "limit_bytes": info.limit,
                "removed": removed,
                "problem": info.problem,
            }
        )
        return 0
    if removed:
        print(f"removed {counted(removed, 'game')}")
    held = counted(info.games, "game")
    print(f"{info.folder}: {held}, {info.size / _MEGA:.1f} of at most {info.limit / _MEGA:.0f} MB")
    if info.stored:
        print(f"  {counted(info.stored, 'description')} in stored form: not compiled again, the games start at once.")
    if info.problem:
        print(f"  It is not used: {info.problem}.")
    return 0
