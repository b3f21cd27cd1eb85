"""Replays recorded games of Ludii in the WebAssembly that pages use, under wasmtime, and writes down the result.

    python -m tests.exporters.web.replay ../shared/ludii --jobs 2

Needs the packages ziglang and wasmtime. The result is tests/baseline/wasm-traces.txt: the games that are identical at
every recorded ply. It is written as the run goes on; `--missing` goes on with the games that are not in it. Exit code 1
if a game is not identical.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from exporters.crosscheck.result import GameResult, Level
from exporters.crosscheck.runner import Settings, run
from exporters.crosscheck.worker import Engine
from exporters.recordings import find_recordings
from ludparse import expand
from tests.exporters.web.wasm_engine import load

__all__ = ["TABLE", "replay"]

TABLE = Path(__file__).resolve().parents[2] / "baseline" / "wasm-traces.txt"

_PORTION = 20


def replay(
    place: Path, only: Sequence[str] | None, *, jobs: int = 1, seconds: float = 300.0, loud: bool = False
) -> list[GameResult]:
    """Replays the traces of all recorded games in a folder, or of some of them."""
    recordings = [r for r in find_recordings([place]) if r.traces and (only is None or r.path in set(only))]
    for recording in recordings:
        recording.trials.clear()
    # wasmtime reserves four gigabytes of addresses for a module, without using them
    settings = Settings(Engine(load, expand), str(place / "res"), "auto", jobs, seconds, limit_megabytes=1 << 16)

    def heard(result: GameResult, done: int, total: int) -> None:
        if loud and (done % 20 == 0 or result.level is not Level.identical):
            print(f"{done}/{total} {result.level.name} {result.path} {result.difference or ''}", flush=True)

    return run(recordings, settings, heard)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", type=Path, help="the folder of the recordings")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit-seconds", type=float, default=300.0, help="for each game, compiling included")
    parser.add_argument("--missing", action="store_true", help="only the games that are not in the table")
    parser.add_argument("--table", type=Path, default=TABLE, help="where the list of identical games is written")
    args = parser.parse_args()
    recorded = [r.path for r in find_recordings([args.place]) if r.traces]
    same: set[str] = set()
    if args.missing and args.table.exists():
        same = set(args.table.read_text(encoding="utf-8").split("\n")[:-1])
    todo, plies = [path for path in recorded if path not in same], 0
    for first in range(0, len(todo), _PORTION):
        some = todo[first : first + _PORTION]
        results = replay(args.place, some, jobs=args.jobs, seconds=args.limit_seconds, loud=True)
        plies += sum(result.plies for result in results)
        same |= {result.path for result in results if result.level is Level.identical}
        args.table.write_text("\n".join(sorted(same)) + "\n", encoding="utf-8")
    print(f"{len(same)} of {len(recorded)} identical, {plies} plies replayed")
    return 0 if len(same) == len(recorded) else 1


if __name__ == "__main__":
    sys.exit(main())
