"""Compiles generated C to WebAssembly, for pages: the same program of rules as the native code."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ..cache import game_cache
from .compile import NoCompilerError, compiler_version, find_zig, headers_text, run_compiler
from .runtime import RUNTIME

__all__ = ["EXTRA", "OPTIMISED", "QUICK", "compile_wasm", "zig_command"]

EXTRA = "pip install 'ludparse[web]'"
"""How to get the compiler."""

STACK = 2 << 20
"""Bytes of the module's own stack. MAX_STACK in core/trap.h is half of it."""

FLAGS = (
    "--target=wasm32-wasi", "-std=gnu11", "-DVARIANTS", "-mbulk-memory", "-msimd128",
    "-fno-math-errno", "-fwrapv", "-ffp-contract=off", "-fno-sanitize=all", "-w",
    # core/bare.h stands for the C library, which the compiler would make first
    "-nostdlib", *(f"-fno-builtin-{name}" for name in ("malloc", "calloc", "realloc", "memcmp")),
)  # fmt: skip
OPTIMISED, QUICK = ("-O2",), ("-O0", "-fno-stack-protector")
"""How pages are compiled; and a quick way, for checks of the rules alone: a sixth of the time, and twice the size."""

LINK = (
    "-Wl,--no-entry", f"-Wl,-z,stack-size={STACK}", "-Wl,--export=__stack_pointer", "-Wl,--export-dynamic",
    "-Wl,--strip-all",
)  # fmt: skip


@cache
def zig_command() -> tuple[str, ...]:
    """The command of `zig cc`. Raises NoCompilerError where the package ziglang is missing."""
    try:
        return find_zig()
    except ImportError:
        what = f"pages need a compiler for WebAssembly, zig cc, which is not installed ({EXTRA})"
        raise NoCompilerError(what) from None


def _headers() -> tuple[str, ...]:
    """Where the headers of the C library are; of the library itself nothing is needed."""
    import ziglang  # type: ignore[import-not-found,import-untyped,unused-ignore]

    folder = Path(str(ziglang.__file__)).parent / "lib" / "libc" / "include"
    return tuple(f"-isystem{folder / name}" for name in ("wasm-wasi-musl", "generic-musl"))


def compile_wasm(source: str, caps: Mapping[str, int] | None = None, level: tuple[str, ...] = OPTIMISED) -> bytes:
    """A generated source as a WebAssembly module, from the cache where it has been compiled before.

    caps: capacities other than those that the source names. level: OPTIMISED or QUICK. The module imports `host.trap`,
    which must throw (see core/trap.h), functions of floating point (core/bare.h), and
    `wasi_snapshot_preview1.clock_time_get`. It exports the entries of the runtime, its memory and `__stack_pointer`.

    Raises NoCompilerError if there is no compiler or it fails, LudLimitError if it takes too long.
    """
    command = zig_command()
    flags = (*level, *FLAGS, *(f"-DCAP_{name}={size}" for name, size in (caps or {}).items()))
    key = hashlib.sha256()
    for part in (source.encode(), headers_text(), repr((flags, LINK)).encode(), compiler_version(command).encode()):
        key.update(hashlib.sha256(part).digest())
    store, name = game_cache(), key.hexdigest()[:40]
    found = store.find(name, ".wasm")
    if found is not None:
        return found.read_bytes()
    with store.work_folder() as work:
        c_file, out = Path(work) / "game.c", Path(work) / "game.wasm"
        c_file.write_text(source)
        # zig keeps what it compiles in a folder of its own, which nothing would ever shrink
        folders = {"ZIG_LOCAL_CACHE_DIR": str(Path(work) / "zig")}
        places = (*_headers(), f"-I{RUNTIME}", "-o", str(out), str(c_file))
        code, errors = run_compiler([*command, *flags, *places, *LINK], folders)
        if code != 0 or not out.exists():
            raise NoCompilerError(f"zig cc failed on a generated file:\n{errors[:4000]}")
        return store.put(name, out).read_bytes()
