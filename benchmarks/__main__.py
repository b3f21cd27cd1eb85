"""Count the instructions of random games and compare them with the checked-in counts.

    python -m benchmarks                     # every game; Ludii's need its library
    python -m benchmarks Hex Chess           # games whose name holds one of these words
    python -m benchmarks --update            # take the counts over
    python -m benchmarks --update --note "why a count has grown by more than 3 %"

    python -m benchmarks --fuel              # twelve games as WebAssembly: the fuel that wasmtime takes

Exit code 1 if a count has grown by more than 3 %, or if a game fails. Skipped, with exit code 0, where neither valgrind
nor perf can count. Counts are only compared for the same tool, compiler, C library and architecture.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ludparse import LudError
from ludparse.interpreter.backends.c.compile import NoCompilerError, find_compiler
from ludparse.interpreter.backends.wasm.package import NoWasmtimeError

from . import fuel
from .count import REPO, Count, NoToolError, count, environment, find_tool
from .counts import ALLOWED, COUNTS, Table, UnexplainedGrowthError
from .games import BENCHMARKS, Benchmark


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; its exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help="only games whose name holds one of the words")
    parser.add_argument("--update", action="store_true", help=f"write the counts to {COUNTS.name}")
    parser.add_argument("--note", default="", help="with --update: why counts have grown")
    parser.add_argument("--fuel", action="store_true", help="count the fuel of WebAssembly instead of instructions")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="count so many games at a time")
    parser.add_argument("--json", action="store_true", help="one JSON line a game")
    parser.add_argument("--library", help="Ludii's descriptions (default: LUD_LIBRARY, or ../shared/ludii/res)")
    args = parser.parse_args(arguments)
    benchmarks = fuel.FUELLED if args.fuel else BENCHMARKS
    chosen = [b for b in benchmarks if not args.words or any(word.lower() in b.name.lower() for word in args.words)]
    if not chosen:
        names = ", ".join(map(_name, benchmarks))
        parser.error(f"no benchmark is called {' or '.join(args.words)} (there are: {names})")
    try:
        if args.fuel:
            where = fuel.environment()
        else:
            find_compiler()
            find_tool()
            where = environment()
    except (NoToolError, NoCompilerError, NoWasmtimeError) as problem:
        print(f"skipped: {problem}", file=sys.stderr)
        return 0
    library = _library(args.library)
    left_out = [b for b in chosen if library is None and not b.ours]
    if left_out:
        print(f"skipped without Ludii's descriptions: {', '.join(map(_name, left_out))}", file=sys.stderr)
    return _run(args, [b for b in chosen if b not in left_out], library, where)


def _name(benchmark: Benchmark) -> str:
    return benchmark.name


def _library(named: str | None) -> Path | None:
    if named or os.environ.get("LUD_LIBRARY"):
        return Path(named or os.environ["LUD_LIBRARY"])
    usual = REPO.parent / "shared" / "ludii" / "res"
    return usual if usual.is_dir() else None


def _run(args: argparse.Namespace, chosen: list[Benchmark], library: Path | None, where: str) -> int:
    table, counts, failed = Table.read(), dict[Benchmark, Count](), 0
    counted = fuel.count if args.fuel else count
    if not args.json:
        print(f"{where}\n\n{'game':<26}{'playouts':>9}{'moves':>8}{'instructions a playout':>25}{'before':>15}")
    with ThreadPoolExecutor(max(1, args.jobs)) as pool:
        for benchmark, counting in [(b, pool.submit(counted, b, library)) for b in chosen]:
            try:
                counts[benchmark] = counting.result()
            except (LudError, RuntimeError) as problem:
                print(f"{benchmark.name}: {problem}", file=sys.stderr)
                failed += 1
                continue
            _print(args, table, where, benchmark, counts[benchmark])
    differences = [table.difference(where, benchmark, found) for benchmark, found in counts.items()]
    if args.update:
        try:
            table.update(where, counts, args.note)
        except UnexplainedGrowthError as problem:
            return _refuse(problem)
        table.write()
    elif any(d.grown for d in differences):
        return _refuse(UnexplainedGrowthError([d for d in differences if d.grown]))
    elif counts and all(d.before is None for d in differences):
        print("there are no counts of this environment to compare with (--update writes them)", file=sys.stderr)
    return int(failed > 0)


def _print(args: argparse.Namespace, table: Table, where: str, benchmark: Benchmark, found: Count) -> None:
    difference = table.difference(where, benchmark, found)
    if args.json:
        record = {"game": benchmark.name, "environment": where, "instructions_per_playout": found.per_playout}
        record |= {"playouts": found.playouts, "moves": found.moves, "before": difference.before}
        print(json.dumps(record, ensure_ascii=False), flush=True)
        return
    change = "new" if difference.before is None else f"{difference.share:+.2%}"
    line = f"{benchmark.name:<26}{found.playouts:>9,}{found.moves:>8,}{found.per_playout:>25,}{change:>15}"
    print(line + ("  TOO MUCH" if difference.grown else ""), flush=True)


def _refuse(problem: UnexplainedGrowthError) -> int:
    print(f"\nmore than {ALLOWED:.0%} more instructions than before:", file=sys.stderr)
    for difference in problem.grown:
        print(f"  {difference}", file=sys.stderr)
    print(
        'If that is meant: python -m benchmarks --update --note "why" writes the counts and the reason.',
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())
