"""Compiles generated C into a shared library, cached by source, flags and compiler version."""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import platform
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ludparse.problems.errors import LudError, LudLimitError
from ludparse.support.process import after_fork

from ..cache import game_cache
from .runtime import RUNTIME

if TYPE_CHECKING:
    import subprocess

FLAGS = ("-std=gnu11", "-fPIC", "-shared", "-fno-math-errno", "-fwrapv", "-ffp-contract=off", "-Wall", "-Wextra")
PROBED = "-fstack-clash-protection"
"""Touches each page of a large frame, so that a full stack ends in its guard. Not every compiler knows it."""
# A game is first compiled quickly, for single moves; then also for searches, where one begins. Once many positions
# are played, better code is compiled in the background. The middle level gives most of the gain early (Chess: half the
# compile time of the last level, five times the speed of the first).
PLAYING, QUICK, BETTER, OPTIMISED = ("-O0", "-DONLY_PLAY"), ("-O0",), ("-O1", "-DVARIANTS"), ("-O3", "-DVARIANTS")

# lets the compiler use the popcount instruction; cached code is specific to the processor
_X86_64 = platform.machine().lower() in ("x86_64", "amd64") and sys.maxsize > 2**32
_X86_32 = platform.machine().lower() in ("x86_64", "amd64", "i386", "i586", "i686", "x86") and not _X86_64
# Below -O2 gcc leaves the upper halves of vector registers in use when a function returns, and other vector code of the
# thread is several times slower then. Clearing them (vzeroupper) is one of its "expensive optimisations".
# 32-bit code computes floats wider than they are by itself, and has a macro that is called like a local variable
_NATIVE_32 = ("-msse2", "-mfpmath=sse", "-Ui386") if _X86_32 else ()
NATIVE = ("-march=native", "-fexpensive-optimizations") if _X86_64 else _NATIVE_32
# masked operations on 512 bits cost more than they save: sets are short, and are read soon after they are written
GAMES = ("-O3", "-mno-avx512f") if _X86_64 else ("-O3",)
"""The flags of code that only plays random games (games.py)."""

SECONDS = 600
"""How long the C compiler may take for one game."""


class NoCompilerError(LudError):
    """No C compiler was found, or it does not work."""


class CompilerFailsError(NoCompilerError):
    """There is a C compiler, and it does not work: broken, stopped by a limit, or without room on the disk."""


class CacheClosedError(LudError):
    """The cache that code was being compiled into is gone: it was temporary, or somebody has removed it."""


@cache
def find_compiler() -> tuple[str, ...]:
    """The command of a working C compiler: CC, cc, gcc, clang, or zig cc from the `compiler` extra.

    Raises NoCompilerError with what was tried.
    """
    import shlex
    import shutil

    tried = []
    candidates = [tuple(shlex.split(os.environ["CC"]))] if os.environ.get("CC") else []
    candidates += [("cc",), ("gcc",), ("clang",)]
    for command in candidates:
        if command and shutil.which(command[0]):
            return command
        tried.append(" ".join(command))
    try:
        return find_zig()
    except ImportError:
        tried.append("zig cc (pip install 'ludparse[compiler]')")
    raise NoCompilerError(
        f"no C compiler was found (tried: {', '.join(tried)}). Install one, set CC, or use backend='python'."
    )


def find_zig() -> tuple[str, ...]:
    """The command of `zig cc`, from the package ziglang. Raises ImportError where that is missing."""
    import ziglang  # type: ignore[import-not-found,import-untyped,unused-ignore]

    return (sys.executable, "-m", ziglang.__name__, "cc")


@cache
def processor() -> str:
    """A text that identifies this machine's processor."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            return "".join(sorted({line for line in info if line.startswith(("flags", "model name", "Features"))}))
    except OSError:
        return " ".join((platform.version(), platform.machine()))


@cache
def compiler_version(command: tuple[str, ...]) -> str:
    """The first line of the compiler's version message."""
    import subprocess  # late, as below: games from the cache need no compiler

    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise CompilerFailsError(f"the C compiler {' '.join(command)!r} does not run: {error}") from error
    return done.stdout.partition("\n")[0]


@cache
def headers_text() -> bytes:
    return b"\0".join(header.read_bytes() for header in sorted(RUNTIME.rglob("*.h")))


def library_name(source: str, flags: tuple[str, ...]) -> str:
    """The name in the cache of the library for a source and further flags."""
    flags = (*FLAGS, *NATIVE, *flags)
    key = hashlib.sha256()
    about = (repr((PROBED, *flags)), compiler_version(find_compiler()), processor())
    for part in (source.encode(), headers_text(), *(text.encode() for text in about)):
        key.update(hashlib.sha256(part).digest())
    return key.hexdigest()[:40]


def find_library(name: str) -> Path | None:
    """The library with a name (`library_name`), if the cache holds it."""
    return game_cache().find(name)


def compile_library(source: str, extra_flags: tuple[str, ...] = ()) -> Path:
    """The path of the shared library for a generated source, compiled if the cache lacks it.

    Raises NoCompilerError if there is no compiler, CompilerFailsError if it fails or its result cannot be kept,
    LudLimitError if it takes longer than `SECONDS`, CacheClosedError if the cache goes away meanwhile. If an exception
    such as KeyboardInterrupt ends the wait, the compiler is ended too.
    """
    command = find_compiler()
    flags = (*FLAGS, *NATIVE, *extra_flags)
    store, name = game_cache(), library_name(source, extra_flags)
    found = store.find(name)
    if found is not None:
        return found
    with _compiling_into(store.folder), store.work_folder() as work:
        c_file = Path(work) / "game.c"
        c_file.write_text(source)
        out = Path(work) / "game.so"
        arguments = [*flags, f"-I{RUNTIME}", "-o", str(out), str(c_file), "-lm"]
        code, errors = run_compiler([*command, PROBED, *arguments], folder=store.folder)
        if code != 0 and PROBED in errors:
            code, errors = run_compiler([*command, *arguments], folder=store.folder)
        if not c_file.exists():
            raise CacheClosedError(f"the cache {store.folder} was removed during a compilation")
        if code != 0 or not out.exists():
            why = errors[:4000] or f"exit code {code}"
            raise CompilerFailsError(f"the C compiler failed on a generated file:\n{why}")
        return store.put(name, out)


_work = threading.Condition()
_compilations: Counter[Path] = Counter()  # how many compile into a cache folder
_closed: set[Path] = set()


@contextlib.contextmanager
def _compiling_into(folder: Path) -> Iterator[None]:
    """Counts a compilation. What fails because its cache has gone raises CacheClosedError."""
    with _work:
        _compilations[folder] += 1
    try:
        yield
    except (OSError, NoCompilerError) as problem:
        if folder in _closed or not folder.is_dir():
            raise CacheClosedError(f"the cache {folder} was removed during a compilation") from problem
        if isinstance(problem, OSError):
            why = problem.strerror or str(problem)
            raise CompilerFailsError(f"native code cannot be written into the cache {folder}: {why}") from problem
        raise
    finally:
        with _work:
            _compilations[folder] -= 1
            _work.notify_all()


@contextlib.contextmanager
def temporary_cache() -> Iterator[Path]:
    """An empty cache that the games of this process use for a while; gives its folder.

    At the end, compilations that still go on in the background are ended, and nothing is said about them.
    """
    import tempfile

    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory(prefix="ludparse-") as place:
        os.environ["XDG_CACHE_HOME"] = place
        folder = game_cache().folder
        try:
            yield folder
        finally:
            if before is None:
                del os.environ["XDG_CACHE_HOME"]
            else:
                os.environ["XDG_CACHE_HOME"] = before
            _close(folder)


def _close(folder: Path) -> None:
    """End the compilations that use a cache folder, and wait for them."""
    with _work:
        _closed.add(folder)
        while _compilations[folder]:
            for process, place in list(_running.items()):
                if place == folder:
                    _end(process)
            _work.wait(0.02)


def run_compiler(
    command: list[str], variables: Mapping[str, str] | None = None, folder: Path | None = None
) -> tuple[int, str]:
    """Run a compiler. Returns its exit code and output. variables: for its environment, beside those of this process.
    folder: of the cache that it compiles into.

    Raises LudLimitError after `SECONDS`.
    """
    import subprocess

    # in a session of its own: Ctrl-C in a terminal does not reach it, and all its processes can be ended together
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
        env={**os.environ, **variables} if variables else None,
    )  # fmt: skip
    _running[process] = folder
    try:
        errors = _output(process, SECONDS)
    except subprocess.TimeoutExpired as problem:
        what = f"the C compiler was not done with these rules after {SECONDS} seconds"
        raise LudLimitError(what, hint="backend='python' needs no compiler.") from problem
    finally:
        _end(process)
        _running.pop(process, None)
    return process.returncode, errors


def _output(process: subprocess.Popen[bytes], seconds: float) -> str:
    """What a process writes to its standard error, when it has ended. Raises TimeoutExpired.

    `communicate` does the same, but after Ctrl-C it waits for the process a quarter of a second.
    """
    import selectors
    import subprocess

    assert process.stderr is not None
    parts: list[bytes] = []
    end = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector, process.stderr as stream:
        selector.register(stream, selectors.EVENT_READ)
        while not parts or parts[-1]:
            left = end - time.monotonic()
            if left <= 0 or not selector.select(left):
                raise subprocess.TimeoutExpired(process.args, seconds)
            parts.append(os.read(stream.fileno(), 1 << 16))
    process.wait(max(0.0, end - time.monotonic()))
    return b"".join(parts).decode(errors="replace")


_running: dict[subprocess.Popen[bytes], Path | None] = {}


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a compiler and all its processes, if it is still running."""
    if process.poll() is None:
        import signal
        import subprocess

        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        # on a busy machine it takes a while until a killed process is gone; nobody has to wait for that
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.1)


def _end_all() -> None:
    """At the exit of Python, end the compilers that run in the background; nothing is said about them."""
    _closed.update(place for place in _running.values() if place is not None)
    for process in list(_running):
        _end(process)


atexit.register(_end_all)


def _after_fork() -> None:
    """A forked child process has no compilers: they belong to its parent."""
    global _work
    _work = threading.Condition()
    _running.clear()
    _compilations.clear()


after_fork(_after_fork)
