"""Start the language server, for an editor to talk to on standard input and output.

docs/editors.md says how editors are set up. Needs pygls: pip install 'ludparse[editor]'.
"""

from __future__ import annotations

import argparse
import logging
import sys

from .common import Failure, library

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stdio", action="store_true", help="what it does anyway; some editors add it")


def run(args: argparse.Namespace) -> int:
    try:
        from ..authoring.language_server.server import make_server
    except ImportError as missing:
        if (missing.name or "").split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise Failure("the language server needs pygls 2: pip install 'ludparse[editor]'") from missing
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    make_server(library(args)).start_io()
    return 0
