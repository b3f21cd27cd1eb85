"""Compiles generated C into a shared library, cached by source, flags and compiler version."""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

from ludparse.cache import cache_folder
from ludparse.errors import LudError, LudLimitError

RUNTIME = Path(__file__).parent
FLAGS = ("-std=gnu11", "-fPIC", "-shared", "-fno-math-errno", "-fwrapv", "-Wall", "-Wextra")
# a game is compiled quickly for single moves and once more, optimised, for what plays many positions at once
QUICK, OPTIMISED = ("-O0",), ("-O3", "-DVARIANTS")

# counting bits is one instruction where the compiler may use it; the cache is kept apart by processor
NATIVE = ("-march=native",) if platform.machine().lower() in ("x86_64", "amd64") else ()


SECONDS = 600
"""How long the C compiler may take for one game."""


class NoCompilerError(LudError):
    """No C compiler was found, or it does not work."""


@cache
def find_compiler() -> tuple[str, ...]:
    """The command of a working C compiler: CC, cc, gcc, clang, or zig cc from the `compiler` extra.

    Raises NoCompilerError with what was tried.
    """
    tried = []
    candidates = [tuple(shlex.split(os.environ["CC"]))] if os.environ.get("CC") else []
    candidates += [("cc",), ("gcc",), ("clang",)]
    for command in candidates:
        if command and shutil.which(command[0]):
            return command
        tried.append(" ".join(command))
    try:
        import ziglang  # type: ignore[import-not-found,import-untyped,unused-ignore]

        return (sys.executable, "-m", ziglang.__name__, "cc")
    except ImportError:
        tried.append("zig cc (pip install 'ludparse[compiler]')")
    raise NoCompilerError(
        f"no C compiler was found (tried: {', '.join(tried)}). Install one, set CC, or use backend='python'."
    )


@cache
def processor() -> str:
    """What tells this machine's processor from another."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            return "".join(sorted({line for line in info if line.startswith(("flags", "model name", "Features"))}))
    except OSError:
        return f"{platform.machine()} {platform.processor()}"


@cache
def compiler_version(command: tuple[str, ...]) -> str:
    """First line that the compiler prints of its version."""
    try:
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise NoCompilerError(f"the C compiler {' '.join(command)!r} does not run: {error}") from error
    return done.stdout.partition("\n")[0]


@cache
def _headers_text() -> bytes:
    return b"\0".join(header.read_bytes() for header in sorted(RUNTIME.glob("*.h")))


def _target(source: str, flags: tuple[str, ...]) -> Path:
    """Where the library of a source and flags stands in the cache."""
    key = hashlib.sha256()
    about = (repr(flags), compiler_version(find_compiler()), processor())
    for part in (source.encode(), _headers_text(), *(text.encode() for text in about)):
        key.update(hashlib.sha256(part).digest())
    return cache_folder() / f"{key.hexdigest()[:40]}.so"


def is_compiled(source: str, flags: tuple[str, ...] = ()) -> bool:
    """Whether the cache holds the library that `compile_library` would make."""
    return _intact(_target(source, (*FLAGS, *NATIVE, *flags)))


def compile_library(source: str, extra_flags: tuple[str, ...] = ()) -> Path:
    """Path of the shared library for a generated source; compiled when the cache lacks it.

    The file is made under another name and moved into place, so that two processes at once do not meet; its last line
    of defence is a digest kept beside it: a damaged file is compiled again.
    """
    command = find_compiler()
    flags = (*FLAGS, *NATIVE, *extra_flags)
    target = _target(source, flags)
    if _intact(target):
        return target
    folder = target.parent
    with tempfile.TemporaryDirectory(dir=folder) as work:
        c_file = Path(work) / "game.c"
        c_file.write_text(source)
        out = Path(work) / "game.so"
        arguments = [*command, *flags, f"-I{RUNTIME}", "-o", str(out), str(c_file), "-lm"]
        try:
            done = subprocess.run(arguments, capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise LudLimitError(f"the C compiler was not done with these rules after {SECONDS} seconds") from None
        if done.returncode != 0 or not out.exists():
            raise NoCompilerError(f"the C compiler failed on a generated file:\n{done.stderr[:4000]}")
        digest = Path(work) / "digest"
        digest.write_text(_digest(out))
        os.replace(digest, _digest_file(target))
        os.replace(out, target)
    return target


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _digest_file(target: Path) -> Path:
    return target.with_suffix(".sha256")


def _intact(target: Path) -> bool:
    try:
        return _digest_file(target).read_text() == _digest(target)
    except OSError:
        return False
