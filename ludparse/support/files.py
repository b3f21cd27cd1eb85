"""Files that are read within a limit, and written whole or not at all."""

from __future__ import annotations

import errno
import gzip
import io
import os
import stat
from pathlib import Path

__all__ = ["MAX_FILE", "read_whole", "write_whole"]

MAX_FILE = 1 << 28
"""Bytes of a file that somebody names, also after it is unpacked."""

_KINDS = {stat.S_IFIFO: "a named pipe", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device", stat.S_IFSOCK: "a socket"}


def read_whole(file: Path, limit: int = MAX_FILE) -> bytes:
    """The bytes of a file, unpacked where they are packed by gzip.

    Raises OSError for what is no file (a device or a pipe need never end) and for more than `limit` bytes, and
    EOFError or zlib.error where the packed bytes are damaged.
    """
    status = file.stat()
    kind = _KINDS.get(stat.S_IFMT(status.st_mode))
    if kind is not None:
        raise OSError(errno.EINVAL, f"it is {kind}, not a file", str(file))
    too_large = OSError(errno.EFBIG, f"it has more than {limit:,} bytes", str(file))
    if status.st_size > limit:
        raise too_large
    data = file.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(limit + 1)
        if len(data) > limit:
            raise too_large
    return data


def write_whole(file: Path, content: str | bytes) -> None:
    """Write a file, UTF-8 for a text. Whoever reads it finds all of it, or what was there before. Raises OSError."""
    beside = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as out:
            out.write(content.encode() if isinstance(content, str) else content)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
