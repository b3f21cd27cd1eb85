"""A lexer for lark that is faster than lark's own. Expanded descriptions can be long."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from lark.common import LexerConf
from lark.exceptions import UnexpectedCharacters
from lark.lexer import Lexer, TerminalDef

__all__ = ["Word", "WordLexer", "word_pattern"]

Word = tuple[str, str, int]
"""A word's kind, its text, and where it starts: lines and columns are found from there for an error."""


def word_pattern(terminals: Collection[TerminalDef]) -> str:
    """One pattern for all tokens of a grammar and what lies between them, as named groups in the order in which lark
    tries them."""
    in_order = sorted(terminals, key=lambda t: (-t.priority, t.name == "WORD"))
    return "|".join(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in in_order)


class WordLexer(Lexer):
    """A lexer for `Lark(…, lexer=WordLexer)` with a parser that takes such words in place of lark's."""

    def __init__(self, conf: LexerConf) -> None:
        # blanks are matched together with the token after them
        self._pattern = re.compile(rf"\s*(?:{word_pattern(conf.terminals)})")
        self._ignored = frozenset(conf.ignore)

    def lex(self, text: str) -> Iterator[Word]:  # type: ignore[override]  # what lark calls with a text
        """The tokens of the text. Raises UnexpectedCharacters where none matches."""
        ignored, at = self._ignored, 0
        for found in self._pattern.finditer(text):
            if found.start() != at:
                break
            at = found.end()
            kind: Any = found.lastgroup
            if kind not in ignored:
                word = found[kind]
                yield kind, word, at - len(word)
        if at < len(text):
            raise UnexpectedCharacters(text, at, 0, 0)  # type: ignore[no-untyped-call]
