"""What can go wrong with a Ludii beside us, by name."""

from __future__ import annotations

import re

from ludparse.problems.errors import LudError

__all__ = [
    "JavaMissingError",
    "LudiiCrashError",
    "LudiiDiedError",
    "LudiiError",
    "LudiiMissingError",
    "LudiiRefusedError",
    "LudiiTimeoutError",
    "LudiiVersionError",
    "NotLudiiError",
    "error_of",
    "kind_of",
]


class LudiiError(LudError):
    """Something that a running Ludii was needed for could not be done."""

    kind = "ludii"


class LudiiMissingError(LudiiError):
    """Nobody said where Ludii is, or there is nothing at that place."""


class JavaMissingError(LudiiError):
    """There is no Java runtime, or JPype is not installed."""


class NotLudiiError(LudiiError):
    """The file or folder is there, but Ludii is not in it."""


class LudiiVersionError(LudiiError):
    """This version of Ludii lacks a class or a method that is needed."""


class LudiiRefusedError(LudiiError):
    """Ludii's compiler refuses the description."""


class LudiiCrashError(LudiiError):
    """Ludii compiled the description, and failed while it started or played the game. `ply` counts from 0."""

    ply: int | None = None


class LudiiTimeoutError(LudiiError):
    """Ludii did not answer in time, and its process was ended."""


class LudiiDiedError(LudiiError):
    """Ludii's process ended by itself: out of memory, or a crash of the virtual machine."""


_UNFOUND = re.compile(r"^(java\.lang\.)?(NoClassDefFoundError|ClassNotFoundException)\b")
"""Java's errors for a class that is not there; Ludii itself does without reflection on games."""

_KINDS: dict[str, type[LudiiError]] = {
    "java": JavaMissingError,
    "not-ludii": NotLudiiError,
    "version": LudiiVersionError,
    "refused": LudiiRefusedError,
    "crash": LudiiCrashError,
    "memory": LudiiDiedError,
}


def error_of(record: dict[str, object]) -> LudiiError:
    """The error that a worker's answer `{"kind": …, "message": …}` stands for."""
    message = str(record.get("message"))
    if _UNFOUND.search(message):
        return NotLudiiError(f"Ludii lacks a class: {message}", hint="Is this the whole Ludii.jar, with its libraries?")
    error = _KINDS.get(str(record.get("kind")), LudiiError)(message, hint=_text(record.get("hint")))
    ply = record.get("ply")
    if isinstance(error, LudiiCrashError) and isinstance(ply, int):
        error.ply = ply
    return error


def kind_of(problem: LudiiError) -> str:
    """The name by which an error travels from a worker to its parent."""
    return next((kind for kind, known in _KINDS.items() if type(problem) is known), "ludii")


def _text(value: object) -> str:
    return "" if value is None else str(value)
