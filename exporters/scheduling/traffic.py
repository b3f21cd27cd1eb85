"""Measures what random games on a cluster cost: throughput of a worker, and bytes that pass through the scheduler.

    python -m ludparse.exporters.scheduling.traffic GAME … [--library PLACE] [--games 20000]

A chunk is packed, played and packed again exactly as a worker does it, in this process. For each task Dask itself sends
about OVERHEAD bytes more: its graph, its keys, and what is told of its state.
"""

from __future__ import annotations

import argparse
import sys
import time

from .bulk import SECONDS, _Random
from .clusters import _numbered
from .order import packed

__all__ = ["main"]

OVERHEAD = 4_000
MILLION = 1_000_000


def main(arguments: list[str] | None = None) -> int:
    """Measure some games; one line each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--library", help="Ludii.jar, or a folder with lud/ and def/")
    parser.add_argument("--games", type=int, default=20_000, help="of each (default 20000)")
    args = parser.parse_args(arguments)
    from ludparse.interpreter.game.load import load

    for source in args.game:
        game = load(source, library=args.library)
        work = packed(_Random(game, 1, None))
        _numbered(work, 0, [(0, 10)])  # compiles
        began = time.process_time()
        _, answer = _numbered(work, 1, [(0, args.games)])
        rate = args.games / (time.process_time() - began)
        chunk = max(1, int(rate * SECONDS))
        each = (len(work) + OVERHEAD) / chunk + len(answer) / args.games
        print(f"{game.name}: {rate:,.0f} games a second and worker, {chunk:,} in a chunk")
        print(f"  description {len(work):,} bytes, {each * MILLION / 1e6:.2f} MB for a million games")
        print(f"  1,000 workers: {MILLION / rate / 1000:.1f} s for a million games, ", end="")
        print(f"{1000 * rate / chunk:.0f} chunks and {1000 * rate * each / 1e6:.1f} MB a second", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
