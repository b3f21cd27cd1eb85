"""Makes damaged descriptions from good ones: the same for the same seed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

from ludparse.binding.signatures import constants
from ludparse.ludemes.base import REGISTRY
from tests.corpus import LIBRARY, REPO

__all__ = ["Mutator", "seeds"]

_WORD = re.compile(r'//[^\n]*|"[^"\n]*"|[(){}]|[^\s(){}"]+|\s+')

_NUMBERS = ("0", "1", "-1", "2", "7", "63", "64", "255", "256", "1000", "32767", "32768", "65536", "70000", "-70000",
            "1000000", "2147483647", "2147483648", "-2147483648", "1e308", "0.5", "1..5", "9" * 40)  # fmt: skip
_PIECES = ("(", ")", "{", "}", '"', "<", ">", "#1", "#2", "~", ":", "//", "..", "*", "[", "]", "\\", "\x00", "\u00a0",
           "\u2028", "\x1c", "é", "if:", "(define ", '(define "A" ', '("A" ', "(option ", "(metadata ", "(rulesets {",
           "(then ", "(forEach Piece)", "(while True ", "(not ", "(and ", "(or {", "%s", "{{", "True")  # fmt: skip
_MAX_TEXT = 200_000


def seeds(*, corpus: bool) -> list[tuple[str, str]]:
    """Names and texts of good descriptions: those of this repository, and the recorded ones where they are wanted."""
    files = sorted((REPO / "games").glob("*/*.lud"))
    if corpus:
        files += sorted((LIBRARY / "lud").glob("**/*.lud"))
    return [(file.stem, _text(file)) for file in files]


def _text(file: Path) -> str:
    return file.read_text("utf-8-sig")


class Mutator:
    """Draws damaged descriptions. `texts`: the good ones."""

    def __init__(self, texts: Sequence[str], seed: int) -> None:
        self.seed = seed
        self.random = Random(seed)
        self.texts = texts
        self.words = [*(f"({word}" for word in sorted(REGISTRY)), *sorted(constants()), *_NUMBERS]

    def text(self, number: int) -> str:
        """A description with between one and eight changes, the same one for the same number."""
        self.random = Random(f"{self.seed} {number}")
        words = _WORD.findall(self.random.choice(self.texts))
        for _ in range(1 + self.random.randrange(8) * self.random.randrange(2)):
            self._change(words)
        return "".join(words)[:_MAX_TEXT]

    def _change(self, words: list[str]) -> None:
        r = self.random
        if not words:
            words.append(r.choice(_PIECES))
        at = r.randrange(len(words))
        match r.randrange(9):
            case 0:
                del words[at]
            case 1:
                words.insert(at, r.choice(_PIECES))
            case 2:
                words.insert(at, f" {r.choice(self.words)} ")
            case 3:
                words[at] = r.choice(self.words)
            case 4:  # a number becomes another
                numbers = [i for i, word in enumerate(words) if word.lstrip("-").isdigit()]
                if numbers:
                    words[r.choice(numbers)] = r.choice(_NUMBERS)
            case 5:  # a ludeme moves to where another stood
                first, second = self._call(words), self._call(words)
                words[second[0] : second[1]] = words[first[0] : first[1]]
            case 6:  # a ludeme of another description
                other = _WORD.findall(r.choice(self.texts))
                first, second = self._call(other), self._call(words)
                words[second[0] : second[1]] = other[first[0] : first[1]]
            case 7:  # a ludeme goes, or comes several times
                first = self._call(words)
                words[first[0] : first[1]] = words[first[0] : first[1]] * r.choice((0, 2, 3, 20))
            case _:  # letters within a word
                word = words[at]
                cut = r.randrange(len(word) + 1)
                words[at] = word[:cut] + r.choice(("", "x", "1", '"', "(", ":")) + word[cut + r.randrange(2) :]

    def _call(self, words: Sequence[str]) -> tuple[int, int]:
        """The first and the end of the words of a bracket; nothing where no bracket is."""
        starts = [i for i, word in enumerate(words) if word in "({"]
        if not starts:
            return 0, 0
        start = self.random.choice(starts)
        depth = 0
        for end in range(start, len(words)):
            depth += (words[end] in ("(", "{")) - (words[end] in (")", "}"))
            if not depth:
                return start, end + 1
        return start, len(words)
