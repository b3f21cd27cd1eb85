"""Where Ludii is: a jar, or a folder of its classes."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

from .errors import LudiiMissingError, NotLudiiError

__all__ = ["VARIABLE", "find_ludii"]

VARIABLE = "LUD_LUDII"
_MARK = "other/GameLoader.class"
_HOW = f"Name Ludii.jar (or a folder of its classes) with --ludii, or set {VARIABLE}; it is at https://ludii.games."


def find_ludii(named: str | os.PathLike[str] | None = None) -> Path:
    """The place of Ludii: the one named, else that of the environment variable LUD_LUDII.

    Raises LudiiMissingError where nothing is named or nothing is there, and NotLudiiError where the file is no archive
    with Ludii's classes or the folder does not hold them.
    """
    place = named or os.environ.get(VARIABLE)
    if not place:
        raise LudiiMissingError("a running Ludii is needed, and nobody said where it is", hint=_HOW)
    path = Path(place)
    if not path.exists():
        raise LudiiMissingError(f"there is no Ludii at {str(path)!r}: no such file or folder", hint=_HOW)
    if path.is_dir():
        if not (path / _MARK).is_file():
            raise NotLudiiError(f"the folder {str(path)!r} does not hold Ludii's classes ({_MARK})", hint=_HOW)
        return path
    try:
        with zipfile.ZipFile(path) as archive:
            found = _MARK in archive.NameToInfo
    except (OSError, zipfile.BadZipFile) as problem:
        raise NotLudiiError(f"{str(path)!r} is no jar: {problem}", hint=_HOW) from problem
    if not found:
        raise NotLudiiError(f"the jar {str(path)!r} is not Ludii: {_MARK} is not in it", hint=_HOW)
    return path
