"""What a machine has. A worker may have another version of this program or none: it is sent this file's text."""

import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import sys
from collections.abc import Sequence
from typing import Any

__all__ = ["CALL", "about", "misfit"]

PACKAGES = ("ludparse", "numpy", "pyarrow", "scipy")
CALL = "[exec(source, scope := {}), scope['about']()][1]"
"""Evaluated by a worker, where `source` is the text of this file."""


def about() -> dict[str, Any]:
    """The version of Python, a digest of the code of this program, versions of packages (None: not there), cores."""
    versions: dict[str, Any] = {}
    for name in PACKAGES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = None
    return {
        "python": ".".join(map(str, sys.version_info[:2])), "code": _code(), "host": platform.node(),
        "cores": os.cpu_count(), **versions,
    }  # fmt: skip


def _code() -> Any:
    """A digest of all that says what a game means; None where this program is not installed."""
    found = importlib.util.find_spec("ludparse")
    if found is None or found.origin is None:
        return None
    root = os.path.dirname(found.origin)
    digest = hashlib.sha256()
    for folder, inner, names in os.walk(root, followlinks=True):
        inner.sort()
        for name in sorted(names):
            if name.endswith((".py", ".h", ".json", ".lark")):
                file = os.path.join(folder, name)
                digest.update(os.path.relpath(file, root).encode())
                with open(file, "rb") as data:
                    digest.update(data.read())
    return digest.hexdigest()


def misfit(mine: dict[str, Any], theirs: dict[str, Any], needs: Sequence[str]) -> str:
    """Why a worker could give other results than this machine; empty if it cannot. needs: packages that take part."""
    if theirs["code"] is None:
        return "ludparse is not installed there"
    for name in ("ludparse", "python", *needs):
        if theirs[name] != mine[name]:
            found = f"{name} {theirs[name]}" if theirs[name] else f"no {name}"
            return f"it has {found}, and this machine {mine[name]}"
    return "" if theirs["code"] == mine["code"] else "its files of ludparse are not those of this machine"
