"""The drawings of pieces: SVG `<symbol>`s in the files of this folder, and the names that they go by.

A drawing has two colours, which whoever uses it gives: `fill` for its body, and `color` (SVG's `currentColor`) for its
lines. `names.json` maps a name in normal form (see `normal`) to a drawing: `pawn`; a drawing on a base, `token:dog` (a
dog on a disc), `shogi:u6b69`; or one for each of the first two players, `xiangqi:u5e25|xiangqi:u5c07`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

__all__ = ["drawing_of", "has_symbol", "markup", "normal"]

_FOLDER = Path(__file__).parent
_SYMBOL = re.compile(r'<symbol id="([^"]+)"([^>]*?)(?:/>|>(.*?)</symbol>)', re.DOTALL)
_ENDINGS = ("rotated", "isometric", "outline", "flat", "large", "small", "western", "black", "white", "alt", "flip")
PREFIX = "lp-"
"""What the ids of drawings begin with in a document, so that they do not meet other ids of a page."""


@cache
def _symbols() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for file in sorted(_FOLDER.glob("*.svg")):
        for name, attributes, body in _SYMBOL.findall(file.read_text(encoding="utf-8")):
            found[name] = f'<symbol id="{PREFIX}{name}"{attributes.rstrip("/")} overflow="visible">{body}</symbol>'
    return found


@cache
def _names() -> Mapping[str, str]:
    names: Mapping[str, str] = json.loads((_FOLDER / "names.json").read_text(encoding="utf-8"))
    return names


def has_symbol(name: str) -> bool:
    """Whether there is a drawing with this id."""
    return name in _symbols()


def markup(names: Iterable[str]) -> dict[str, str]:
    """The `<symbol>` elements of drawings, by id. Raises KeyError for an id that there is not."""
    symbols = _symbols()
    return {name: symbols[name] for name in sorted(set(names))}


def normal(name: str) -> str:
    """The normal form of a piece's name: small letters and digits, without numbers and `.svg` at its end."""
    short = re.sub(r"\.svg$", "", name.strip().lower())
    letters = re.sub(r"[^a-z0-9]", "", short)
    return letters.rstrip("0123456789") or letters


def drawing_of(name: str, owner: int = 1) -> str | None:
    """The drawing for a piece's name, perhaps on a base (`token:dog`); None where there is none.

    Where the whole name is unknown, a word at its end that tells variants of a drawing apart is left out
    (`Knight_rotated`). owner: which of the players' drawings is wanted where they differ.
    """
    names = _names()
    key = normal(name)
    while key:
        if key in names:
            choices = names[key].split("|")
            return choices[min(max(owner, 1), len(choices)) - 1]
        if has_symbol(key):
            return key
        shorter = next((key.removesuffix(end) for end in _ENDINGS if key.endswith(end) and key != end), "")
        key = shorter.rstrip("0123456789")
    return None
