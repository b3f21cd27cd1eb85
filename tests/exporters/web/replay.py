"""Replays recorded games of Ludii in the WebAssembly that pages use, under wasmtime, and writes down the result.

    python -m tests.exporters.web.replay ../shared/ludii --jobs 2

Needs the packages ziglang and wasmtime. The result is tests/baseline/wasm-traces.tsv, one line a game: its path, the
number of plies that were compared, how its module was compiled (-O2 as pages are; -O0 with `--quick`: the same C, six
times as fast to compile), and the verdict, which is `identical` or the first difference. The table is written as the
run goes on; `--missing` goes on with the games that are not in it or not identical. Exit code 1 if a game is not
identical.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from ludparse import expand
from ludparse.exporters.verification.crosscheck.result import GameResult, Level
from ludparse.exporters.verification.crosscheck.runner import Settings, run
from ludparse.exporters.verification.crosscheck.worker import Engine
from ludparse.exporters.verification.recordings import find_recordings
from ludparse.interpreter.backends.c.wasm import OPTIMISED, QUICK
from tests.exporters.web.wasm_engine import load, load_quickly

__all__ = ["IDENTICAL", "TABLE", "Row", "read_table", "replay", "write_table"]

TABLE = Path(__file__).resolve().parents[2] / "baseline" / "wasm-traces.tsv"
IDENTICAL = "identical"

_HEADER = "# Recorded games replayed in the WebAssembly of pages (python -m tests.exporters.web.replay)."


class Row(NamedTuple):
    """plies: how many were compared and agreed, over all traces of the game. level: of optimisation."""

    plies: int
    level: str
    verdict: str


def replay(
    place: Path,
    only: Sequence[str] | None,
    *,
    jobs: int = 1,
    seconds: float = 900.0,
    quick: bool = False,
    heard: Callable[[GameResult, int, int], None] = lambda result, done, total: None,
) -> list[GameResult]:
    """Replays the traces of all recorded games in a folder, or of some of them. heard: is called after each game with
    its result, and how many of how many are done. quick: whether modules are compiled quickly."""
    recordings = [r for r in find_recordings([place]) if r.traces and (only is None or r.path in set(only))]
    for recording in recordings:
        recording.trials.clear()
    # wasmtime reserves four gigabytes of addresses for a module, without using them
    engine = Engine(load_quickly if quick else load, expand)
    settings = Settings(engine, str(place / "res"), "auto", jobs, seconds, limit_megabytes=1 << 16)
    return run(recordings, settings, heard)


def row_of(result: GameResult, level: str) -> Row:
    """The line of the table for a result."""
    if result.level is Level.identical:
        return Row(result.plies, level, IDENTICAL)
    found = result.difference
    reason = f"{found.where} ply {found.ply}: {found.cause}" if found else result.level.name
    return Row(result.plies, level, " ".join(reason.split()))


def read_table(file: Path = TABLE) -> dict[str, Row]:
    """The table by the paths of games."""
    lines = file.read_text(encoding="utf-8").split("\n")[1:-1]
    cells = [line.split("\t") for line in lines]
    return {path: Row(int(plies), level, verdict) for path, plies, level, verdict in cells}


def write_table(rows: dict[str, Row], file: Path = TABLE) -> None:
    """Write the table, sorted by path."""
    lines = [f"{path}\t{row.plies}\t{row.level}\t{row.verdict}" for path, row in sorted(rows.items())]
    file.write_text("\n".join([_HEADER, *lines, ""]), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("place", type=Path, help="the folder of the recordings")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit-seconds", type=float, default=900.0, help="for each game, compiling included")
    parser.add_argument("--missing", action="store_true", help="only the games that are not identical in the table")
    parser.add_argument("--quick", action="store_true", help="compile without optimisation")
    parser.add_argument("--table", type=Path, default=TABLE, help="where the result is written")
    args = parser.parse_args()
    recorded = [r.path for r in find_recordings([args.place]) if r.traces]
    rows = read_table(args.table) if args.missing and args.table.exists() else {}
    rows = {path: row for path, row in rows.items() if path in set(recorded) and row.verdict == IDENTICAL}

    def heard(result: GameResult, done: int, total: int) -> None:
        rows[result.path] = row_of(result, (QUICK if args.quick else OPTIMISED)[0])
        write_table(rows, args.table)
        print(f"{done}/{total} {result.path}: {rows[result.path].verdict}, {result.seconds:.1f} s", flush=True)

    todo = [path for path in recorded if path not in rows]
    replay(args.place, todo, jobs=args.jobs, seconds=args.limit_seconds, quick=args.quick, heard=heard)
    same = sum(row.verdict == IDENTICAL for row in rows.values())
    plies = sum(row.plies for row in rows.values())
    print(f"{same} of {len(recorded)} identical, {plies} plies compared")
    return 0 if same == len(recorded) else 1


if __name__ == "__main__":
    sys.exit(main())
