"""Counts the instructions of random games: native code under valgrind, or under perf, without Python.

The code is what `lud playouts` runs when it is optimised, except that it is compiled for a fixed processor of its
architecture, so that counts of different machines can be compared. A run without any game is subtracted: starting a
process and loading a library do not count.
"""

from __future__ import annotations

import platform
import re
import shutil
import struct
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ludparse import Game, load
from ludparse.interpreter.backends.c.compile import GAMES, OPTIMISED, compile_library, compiler_version, find_compiler
from ludparse.interpreter.backends.c.compiled import MAX_CAPACITY
from ludparse.interpreter.backends.c.packed_fields import unpack_fields
from ludparse.interpreter.backends.c.random_games.games import hindrance, render_games
from ludparse.interpreter.backends.c.random_games_code import GamesCode
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.backends.c.rendering.tables import table_data
from ludparse.interpreter.passes.random_game_program import playout_program

from .games import Benchmark

__all__ = ["Count", "NoToolError", "count", "environment", "find_tool"]

DRIVER = Path(__file__).with_name("driver.c")
REPO = Path(__file__).resolve().parent.parent

# valgrind does not know the newest instructions, and the processor of one machine is not that of another
PROCESSOR = {"x86_64": ("-march=x86-64-v3",), "amd64": ("-march=x86-64-v3",)}.get(platform.machine().lower(), ())

_OUT_OF_ROOM = 3  # exit code of the driver
SECONDS = 1200
"""How long one game may take under the counting tool."""


class NoToolError(Exception):
    """Neither valgrind nor perf can count instructions here."""


@dataclass(frozen=True)
class Count:
    """What was counted for one benchmark. moves: plies of all games together."""

    instructions: int
    playouts: int
    moves: int

    @property
    def per_playout(self) -> int:
        """Instructions of one random game, on average."""
        return round(self.instructions / self.playouts)


@cache
def find_tool() -> str:
    """The tool that counts: "valgrind" or "perf". Raises NoToolError with what was tried."""
    tried = []
    for tool in ("valgrind", "perf"):
        if not shutil.which(tool):
            tried.append(f"{tool} is not installed")
            continue
        try:
            _instructions(tool, ["true"])
            return tool
        except NoToolError as problem:
            tried.append(str(problem))
    raise NoToolError(f"instructions cannot be counted here: {'; '.join(tried)}. Install valgrind.")


def environment() -> str:
    """What a count depends on beside the code: tool, compiler, C library and architecture.

    Counts are only compared within one environment.
    """
    tool = find_tool()
    version = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if tool == "perf":
        version = "perf"  # the processor counts; the version does not matter
    return ", ".join([version, compiler_version(find_compiler()), "-".join(platform.libc_ver()), platform.machine()])


def count(benchmark: Benchmark, library: Path | None) -> Count:
    """The instructions of the random games of a benchmark. library: of Ludii's descriptions, if it is there.

    Raises LudError if the game cannot be compiled, NoToolError if nothing can count, RuntimeError if the games fail.
    """
    source = REPO / benchmark.source if benchmark.ours else benchmark.source
    game = load(str(source), library=library, options=benchmark.options, backend="python")
    assert isinstance(game, Game), "a match has no program of its own"
    program, caps = playout_program(game.program), dict(game.program.caps)
    only_games = not hindrance(program)
    code = render_games(program) if only_games else render_c(game.program)
    flags = (*(GAMES if only_games else OPTIMISED), *PROCESSOR)
    with tempfile.TemporaryDirectory() as folder:
        tables, state, driver = (Path(folder) / name for name in ("tables", "state", "driver"))
        parts = [table_data(t, program.set_width) for t in program.tables.values()]
        tables.write_bytes(
            struct.pack("<i", len(parts)) + b"".join(struct.pack("<i", len(t)) + t.tobytes() for t in parts)
        )
        subprocess.run([*find_compiler(), "-O1", "-o", str(driver), str(DRIVER), "-ldl"], check=True)
        while True:
            grown = tuple(f"-DCAP_{n}={v}" for n, v in caps.items() if v != program.caps[n])
            compiled = compile_library(code, (*flags, *grown))
            if only_games:  # this code does not set up the start
                start = game.engine.pack(game.engine.start(0))
                layout = GamesCode(compiled, [], program.fields, caps).layout
                state.write_bytes(unpack_fields(program.fields, start, layout))
            command = [str(driver), str(compiled), str(tables), str(state), str(game.players)]
            plies = str(-1 if benchmark.max_moves is None else benchmark.max_moves)
            played = _run([*command, str(benchmark.playouts), plies])
            if played.returncode != _OUT_OF_ROOM:
                break
            name = list(caps)[int(played.stdout)]
            caps[name] *= 4
            if caps[name] > MAX_CAPACITY:
                raise RuntimeError(f"{benchmark.name}: {name} grows without end")
        if played.returncode:
            raise RuntimeError(f"{benchmark.name}: {played.stderr.strip()}")
        tool = find_tool()
        without = _instructions(tool, [*command, "0", plies])
        instructions = _instructions(tool, [*command, str(benchmark.playouts), plies]) - without
    return Count(instructions, benchmark.playouts, int(played.stdout.split()[1]))


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    # without variables of the environment, whose size moves the stack
    return subprocess.run(
        command, capture_output=True, text=True, timeout=SECONDS, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"}
    )


def _instructions(tool: str, command: list[str]) -> int:
    """The instructions of a command. Raises NoToolError if the tool counts none, RuntimeError if the command fails."""
    if tool == "valgrind":
        counter = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        pattern = r"I\s+refs:\s+([\d,]+)"
    else:
        counter, pattern = ["perf", "stat", "-x;", "-e", "instructions:u"], r"(?m)^(\d+);"
    done = _run([*counter, *command])
    found = re.search(pattern, done.stderr)
    if found is None:
        raise NoToolError(f"{tool} counts no instructions ({done.stderr.strip().splitlines()[-1:] or 'no output'})")
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return int(found.group(1).replace(",", ""))
