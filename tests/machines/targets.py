"""The machines: what compiles for each, and what runs it."""

from __future__ import annotations

import sys
from typing import NamedTuple

__all__ = ["TARGETS", "Target"]

ZIG = (sys.executable, "-m", "ziglang", "cc")


class Target(NamedTuple):
    """A machine. run: what stands before the program, None where it is compiled only; big: whether the highest byte of
    a number comes first there."""

    name: str
    compiler: tuple[str, ...]
    flags: tuple[str, ...] = ()
    run: tuple[str, ...] | None = ()
    big: bool = False


def _qemu(name: str, triple: str, *flags: str, big: bool = False) -> Target:
    return Target(name, (f"{triple}-gcc",), ("-static", *flags), (f"qemu-{name}",), big)


X86_32 = ("-msse2", "-mfpmath=sse", "-Ui386")
"""As in compile.py."""
SANITIZED = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
CHECKED = ("-DCHECK_JOURNAL", "-DCHECK_CHOSEN", "-DCHECK_KEPT")
"""Each chosen move is played with a record and without."""

TARGETS = (
    Target("gcc-12", ("gcc-12",)),
    Target("gcc-11", ("gcc-11",)),
    *(Target(f"clang-{n}", (f"clang-{n}",)) for n in (13, 14, 15, 16, 19)),
    Target("zig cc", ZIG, ("-fno-sanitize=all",)),
    Target("gcc-12 -O3 -march=native", ("gcc-12",), ("-O3", "-march=native", "-mno-avx512f")),
    *(Target(f"gcc-12 -march=x86-64-v{n}", ("gcc-12",), (f"-march=x86-64-v{n}",)) for n in (2, 3, 4)),
    *(Target(f"clang-16 -march=x86-64-v{n}", ("clang-16",), (f"-march=x86-64-v{n}",)) for n in (3, 4)),
    Target("gcc-12 without SSE2 code", ("gcc-12",), ("-U__SSE2__",)),
    Target("gcc-12 -funsigned-char", ("gcc-12",), ("-funsigned-char",)),
    Target("gcc-12 sanitized", ("gcc-12",), (*SANITIZED, *CHECKED)),
    Target("clang-16 sanitized", ("clang-16",), (*SANITIZED, *CHECKED)),
    Target("gcc-12 checked", ("gcc-12",), ("-DCHECK_KEPT", "-DCHECK_JOURNAL", "-DCHECK_AT_ONCE")),
    _qemu("aarch64", "aarch64-linux-gnu"),
    _qemu("arm", "arm-linux-gnueabihf"),
    _qemu("i386", "i686-linux-gnu", *X86_32),
    _qemu("s390x", "s390x-linux-gnu", big=True),
    _qemu("riscv64", "riscv64-linux-gnu"),
    Target("Windows, x86-64", ZIG, ("--target=x86_64-windows-gnu", "-fno-sanitize=all"), ("wine64",)),
    Target("Windows, aarch64", ZIG, ("--target=aarch64-windows-gnu", "-fno-sanitize=all"), None),
    Target("macOS, x86-64", ZIG, ("--target=x86_64-macos", "-fno-sanitize=all"), None),
    Target("macOS, aarch64", ZIG, ("--target=aarch64-macos", "-fno-sanitize=all"), None),
    Target("musl, x86-64", ZIG, ("--target=x86_64-linux-musl", "-fno-sanitize=all")),
)
