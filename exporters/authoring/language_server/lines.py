"""Lines and columns as editors count them: from 0, columns in the units of an encoding."""

from __future__ import annotations

import re
from bisect import bisect_right

__all__ = ["Lines"]

_ENDS = re.compile(r"\r\n|\r|\n")


class Lines:
    """The lines of a text. `encoding`: that of the columns, utf-8, utf-16 or utf-32."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = text
        self._starts = [0, *(found.end() for found in _ENDS.finditer(text))]
        self._bytes = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
        self._codec = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]

    def _units(self, text: str) -> int:
        if self._bytes == 4 or text.isascii():
            return len(text)
        return len(text.encode(self._codec, "surrogatepass")) // self._bytes

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self._starts, offset) - 1
        return line, self._units(self.text[self._starts[line] : offset])

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and a column; one past the end of its line is that end."""
        if line >= len(self._starts):
            return len(self.text)
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)
        content = self.text[start:end].rstrip("\r\n")
        if content.isascii():
            return start + min(column, len(content))
        units = 0
        for number, char in enumerate(content):
            if units >= column:
                return start + number
            units += self._units(char)
        return start + len(content)
