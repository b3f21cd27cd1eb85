"""The C backend under the address and undefined-behaviour sanitizers: `make sanitize`, or `python -m tests.sanitize`.

    python -m tests.sanitize                   the bundled games, and with the corpus a handful of its games
    python -m tests.sanitize all               every game of the C baseline
    python -m tests.sanitize board/…/Hex …     these (the words of GAMES in `make sanitize GAMES=…`)

Each game is compiled with the sanitizers, with warnings as errors, and so that each way back to a saved state is
compared with a copy, and each chosen move with its record; then it is played at random, counted, and replayed from its
recordings. A finding ends the process of that game. Exit code 1 when there was one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.corpus import CORPUS, LIBRARY, REPO

SANITIZERS = (
    "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g", "-Werror", "-DCHECK_JOURNAL", "-DCHECK_CHOSEN",
    "-DCHECK_KEPT",
)  # fmt: skip
LEVEL = ("-O0", "-DVARIANTS")  # one compilation for everything: optimising takes more than twice as long
BASELINE = REPO / "tests" / "baseline" / "c-traces.txt"
HANDFUL = (
    "board/space/line/Tic-Tac-Toe",
    "board/space/connection/Hex",
    "board/space/line/Gomoku",
    "board/war/leaping/diagonal/English Draughts",
    "board/sow/two_rows/Oware",
    "board/race/escape/Backgammon",
    "board/war/replacement/checkmate/chess/Chess",
    "board/space/blocking/Ex Nihilo",
)
BUNDLED = ("Ex Nihilo",)
LIMIT_SECONDS = 900


def runtimes() -> list[str]:
    """The sanitizers' libraries, which have to be loaded before Python is; empty where there are none."""
    from ludparse.interpreter.backends.c.compile import find_compiler

    found = []
    for name in ("libasan.so", "libubsan.so"):
        done = subprocess.run([*find_compiler(), f"-print-file-name={name}"], capture_output=True, text=True)
        path = Path(done.stdout.strip())
        if not path.is_absolute() or not path.exists():
            return []
        found.append(str(path))
    return found


def run_game(name: str, preload: list[str]) -> tuple[str, int, str]:
    """Run one game in a process of its own: name, exit code, and what it said."""
    environment = os.environ | {
        "LD_PRELOAD": ":".join(preload),
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=0",  # Python itself keeps memory until the end
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    command = [sys.executable, "-m", "tests.sanitize", "--one", name]
    # a cache of its own: what is stored of a game names its library, which only runs where the sanitizers are loaded
    with tempfile.TemporaryDirectory() as cache:
        environment["XDG_CACHE_HOME"] = cache
        try:
            done = subprocess.run(
                command, cwd=REPO, env=environment, capture_output=True, text=True, timeout=LIMIT_SECONDS
            )
        except subprocess.TimeoutExpired:
            return name, 1, f"not done after {LIMIT_SECONDS} s"
    return name, done.returncode, done.stdout + done.stderr


def one(name: str) -> int:
    """In the child: everything that can be done with a game. `name` is bundled, or a path of the corpus."""
    from ludparse import Trial
    from ludparse.exporters.verification.crosscheck.replay import check_trace, check_trial
    from ludparse.exporters.verification.recordings import find_recordings, read_trace
    from ludparse.interpreter.backends.c import compile as compiling
    from ludparse.interpreter.backends.c import compiled
    from ludparse.interpreter.game.load import load

    compiling.FLAGS = (*compiling.FLAGS, *SANITIZERS)
    compiled.LEVELS = (LEVEL,) * 4
    recorded = name not in BUNDLED
    game = load(f"{name}.lud" if recorded else name, library=str(LIBRARY) if recorded else None, backend="c")
    game.playouts(3, seed=1, max_moves=200)
    game.optimise()  # its code has variants of the generators
    game.playouts(10, seed=1, max_moves=200)
    game.perft(2)
    if not recorded:
        return 0
    recordings = find_recordings(
        [CORPUS / kind / name for kind in ("traces", "trials") if (CORPUS / kind / name).exists()]
    )
    if not recordings:
        print(f"there are no recordings of {name}: it was played, and not compared")
    for file in (file for recording in recordings for file in recording.traces):
        outcome = check_trace(game, read_trace(file), file.name)
        if not outcome.identical:
            print(outcome.difference)
            return 1
    for file in (file for recording in recordings for file in recording.trials):
        check_trial(game, Trial.read(file), file.name)
    return 0


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--one"]:
        return one(arguments[1])
    preload = runtimes()
    if not preload:
        print("the C compiler has no sanitizer libraries (libasan, libubsan): nothing was run", file=sys.stderr)
        return 2
    baseline = [line for line in BASELINE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    there = LIBRARY.is_dir()
    if arguments == ["all"]:
        names = [*BUNDLED, *(baseline if there else [])]
    else:
        names = arguments or [*BUNDLED, *(name for name in HANDFUL if there and name in baseline)]
    found = 0
    with ThreadPoolExecutor(max_workers=int(os.environ.get("JOBS", "2"))) as pool:
        for name, code, text in pool.map(lambda name: run_game(name, preload), names):
            print(f"{'clean' if code == 0 else 'FOUND'}  {name}", flush=True)
            print(text[-6000:], end="")
            found += code != 0
    print(f"{len(names)} games, {found} with findings")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
