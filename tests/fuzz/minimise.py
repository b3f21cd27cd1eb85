"""Makes a failing input smaller while it fails in the same way."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

__all__ = ["minimise"]

_WORD = re.compile(r'"[^"\n]*"|[(){}]|[^\s(){}"]+|\s+|"')


def minimise(text: str, fails: Callable[[str], bool], seconds: float) -> str:
    """A part of the text that fails too. First whole brackets are taken out, then runs of words, each half as long
    as those before (Zeller and Hildebrandt's ddmin without its complements)."""
    end = time.monotonic() + seconds
    words = _WORD.findall(text)
    words = _without_brackets(words, fails, end)
    length = max(1, len(words) // 2)
    while length and time.monotonic() < end:
        at, changed = 0, False
        while at < len(words) and time.monotonic() < end:
            shorter = words[:at] + words[at + length :]
            if fails("".join(shorter)):
                words, changed = shorter, True
            else:
                at += length
        length = length if changed and length == 1 else length // 2
    return "".join(words)


def _without_brackets(words: list[str], fails: Callable[[str], bool], end: float) -> list[str]:
    at = 0
    while at < len(words) and time.monotonic() < end:
        close = _closing(words, at) if words[at] in ("(", "{") else None
        if close is not None:
            shorter = words[:at] + words[close + 1 :]
            if fails("".join(shorter)):
                words = shorter
                continue
        at += 1
    return words


def _closing(words: list[str], start: int) -> int | None:
    depth = 0
    for at in range(start, len(words)):
        depth += (words[at] in ("(", "{")) - (words[at] in (")", "}"))
        if not depth:
            return at
    return None
