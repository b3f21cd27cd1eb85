"""Start the language server, for an editor to talk to on standard input and output.

docs/editors.md says how editors are set up. Needs pygls: pip install 'ludparse[editor]'.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import sys
from typing import BinaryIO, cast

from .common import Failure, library

__all__ = ["configure", "run"]


_LONGEST = 64 << 20
"""Bytes of the longest message."""


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
    out = open(os.dup(sys.stdout.fileno()), "wb")  # noqa: SIM115 - the server closes it, and may not close standard output
    make_server(library(args)).start_io(cast(BinaryIO, _Input(sys.stdin.buffer)), out)
    return 0


class _Input:
    """Standard input, without headers that no message can have: reading such a one would end the server.

    A header with an absurd length is passed over, and so is what follows up to the next header.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.read = stream.read

    def readline(self) -> bytes:
        line = self._stream.readline(_LONGEST)
        length = re.match(rb"content-length:\s*(\d+)", line, re.IGNORECASE)
        absurd = length is not None and (len(length[1]) > len(str(_LONGEST)) or int(length[1]) > _LONGEST)
        return b"Too-Long: 1\r\n" if absurd else line
