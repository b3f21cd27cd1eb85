"""Serve games as pages on this machine: a list with search and filters, and a view for authors beside an editor.

lud serve                 the bundled games, and those of the library
lud serve my_games        also the descriptions in a folder
"""

from __future__ import annotations

import argparse
import ipaddress
import sys
import webbrowser
from pathlib import Path

from ludparse.library.library import Library

from ..terminal.output import counted
from .common import Failure, library
from .export import variants_argument

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER", help="a folder with descriptions")
    parser.add_argument("--port", type=_port, metavar="N", default=8420, help="default 8420; 0 takes a free one")
    parser.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS",
        help="the address to listen on (default 127.0.0.1: this machine alone)",
    )  # fmt: skip
    parser.add_argument("--open", action="store_true", help="open the list in a browser")
    variants_argument(parser, 4)


def _port(text: str) -> int:
    """For argparse: a number of a port, or 0 for a free one."""
    if not text.isascii() or not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 65535")
    return int(text)


def run(args: argparse.Namespace) -> int:
    from ludparse.interpreter.backends.c.wasm import zig_command

    from ..web.at_hand import Games
    from ..web.server import Benches, Server

    zig_command()  # pages need it: better to say so now
    if args.folder is not None and not args.folder.is_dir():
        raise Failure(f"there is no folder {str(args.folder)!r}")
    place = library(args)
    games = Games(place, args.folder, args.variants)
    if place is not None and not Library.open(place).has_agents:
        lost = "the computer plays without the heuristics that games name there"
        print(f"lud: note: {place} has no folder def_ai: {lost}", file=sys.stderr)
    benches = Benches.of(place)
    try:
        with Server((args.host, args.port), games, benches, writes=_is_local(args.host)) as server:
            if not _is_local(args.host):
                print(f"lud: warning: everybody who reaches {args.host} can use this server", file=sys.stderr)
            print(f"{counted(len(games.entries), 'game')} at {server.url} (Ctrl-C ends it)", flush=True)
            if args.open:
                webbrowser.open(server.url)
            try:
                server.serve_forever(poll_interval=0.1)
            except KeyboardInterrupt:
                print()
    finally:
        benches.close()
    return 0


def _is_local(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
