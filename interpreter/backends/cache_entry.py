"""What files of the cache that hold more than native code look like, and which version of this program wrote them."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["code_stamp", "packed", "unpacked"]

_MAGIC = b"ludparse game 1\n"
_DIGEST = 32
_SIZE = struct.Struct("<I")

@cache
def code_stamp() -> str | None:
    """A digest of the sizes and times of all files of this package; None where there are no files."""
    lines: list[str] = []
    try:
        _stamps(str(Path(__file__).absolute().parents[2]), "ludparse", lines)
    except OSError:
        return None
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def _stamps(folder: str, name: str, lines: list[str]) -> None:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".h", ".json", ".lark")):
                status = entry.stat()
                lines.append(f"{name}/{entry.name} {status.st_size} {status.st_mtime_ns}")
            elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                _stamps(entry.path, f"{name}/{entry.name}", lines)


def packed(name: str, head: dict[str, Any], sections: dict[str, bytes]) -> bytes:
    """A file of the cache: a head, and sections of bytes by name. name: of the file; no other one reads it."""
    about = json.dumps(head | {"sections": {key: len(data) for key, data in sections.items()}}, separators=(",", ":"))
    body = b"".join([_SIZE.pack(len(about.encode())), about.encode(), *sections.values()])
    return _MAGIC + _digest(name, body) + body


def unpacked(name: str, data: bytes) -> tuple[dict[str, Any], dict[str, memoryview]] | None:
    """The head and the sections of a stored form; None if it is damaged, or not the one of this name."""
    start = len(_MAGIC) + _DIGEST
    view = memoryview(data)
    if not data.startswith(_MAGIC) or view[len(_MAGIC) : start] != _digest(name, view[start:]):
        return None
    (length,) = _SIZE.unpack_from(data, start)
    at = start + _SIZE.size
    head: dict[str, Any] = json.loads(data[at : at + length])
    at += length
    sections: dict[str, memoryview] = {}
    for key, size in head["sections"].items():
        sections[key] = view[at : at + size]
        at += size
    return head, sections


def _digest(name: str, body: bytes | memoryview) -> bytes:
    return hashlib.blake2b(body, digest_size=_DIGEST, key=name.encode()).digest()
