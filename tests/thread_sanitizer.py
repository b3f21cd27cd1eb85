"""The C backend under the thread sanitizer: `make tsan`, or `python -m tests.thread_sanitizer [GAME…]`.

The code of each game is compiled with `tests/tsan_driver.c`, which plays it in four threads at a time, searches one
tree in all of them, and cancels a call. Python stays outside: under the sanitizer it is slow, and what it reports of
itself hides the rest. By default a few small games, a bundled one, and with the corpus a handful of Ludii's. Exit code
1 for a finding, 2 where there is no sanitizer.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ludparse import Game, load
from ludparse.interpreter.backends.c.compile import FLAGS, RUNTIME, find_compiler
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.backends.c.rendering.tables import table_data
from tests.corpus import LIBRARY
from tests.interpreter.descriptions import ALL

DRIVER = Path(__file__).with_name("tsan_driver.c")
SANITIZER = ("-fsanitize=thread", "-O1", "-g", "-DVARIANTS", "-Wno-unused-function", "-pthread")
HANDFUL = ("Hex", "English Draughts", "Oware", "Backgammon", "Chess")
THREADS, GAMES = 4, 6


def has_thread_sanitizer() -> bool:
    """Whether the C compiler builds an empty program with the thread sanitizer."""
    command = [*find_compiler(), "-fsanitize=thread", "-x", "c", "-", "-o", "/dev/null"]
    return subprocess.run(command, input=b"int main(void) { return 0; }", capture_output=True).returncode == 0


def run_game(description: str, *more_flags: str) -> tuple[int, str]:
    """Builds and runs the driver for one game: 0, 1 for a finding or 2 if it cannot be built, and what it said."""
    game = load(description, library=LIBRARY if LIBRARY.is_dir() else None, backend="python")
    assert isinstance(game, Game)
    program = game.program
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "game.c").write_text(render_c(program))
        tables = [table_data(t, program.set_width) for t in program.tables.values()]
        (place / "tables").write_bytes(
            struct.pack("<i", len(tables)) + b"".join(struct.pack("<i", len(t)) + t.tobytes() for t in tables)
        )
        flags = [flag for flag in FLAGS if flag not in ("-shared", "-fPIC")]
        about = (f"-DPLAYERS={game.players}", f"-DSTOCHASTIC={int(game.flags.stochastic)}")
        flags += [*SANITIZER, *more_flags, *about, f"-I{RUNTIME}", f"-I{place}"]
        done = subprocess.run(
            [*find_compiler(), *flags, str(DRIVER), "-o", str(place / "driver"), "-lm"], capture_output=True, text=True
        )
        if done.returncode:
            return 2, done.stderr
        # without random addresses: some kernels give the sanitizer no room otherwise
        played = subprocess.run(
            ["setarch", "-R", str(place / "driver"), str(place / "tables"), str(THREADS), str(GAMES)],
            capture_output=True, text=True, timeout=600,
        )  # fmt: skip
        return int(played.returncode != 0), played.stdout + played.stderr


def main(arguments: list[str]) -> int:
    """Runs all games that were named; the exit code."""
    names = arguments or [*ALL, "Ex Nihilo", *(HANDFUL if LIBRARY.is_dir() else ())]
    worst = 0
    # compilers and drivers are processes: a thread waits for each
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, (code, text) in zip(names, pool.map(lambda name: run_game(ALL.get(name, name)), names), strict=True):
            print(f"{('clean', 'FOUND', 'not built')[code]}  {name}", flush=True)
            print(text[-6000:] if code else "", end="")
            worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
