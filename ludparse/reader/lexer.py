"""Cuts a text into words for lark, faster than lark itself: descriptions grow long once their defines are expanded."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, cast

from lark import Token
from lark.common import LexerConf
from lark.exceptions import UnexpectedCharacters
from lark.lexer import Lexer, TerminalDef

__all__ = ["WordLexer", "word_pattern"]


def word_pattern(terminals: Collection[TerminalDef]) -> re.Pattern[str]:
    """The words of a grammar and what lies between them, each a named group, in the order in which lark tries them."""
    in_order = sorted(terminals, key=lambda t: (-t.priority, t.name == "WORD"))
    return re.compile("|".join(f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})" for terminal in in_order))


class _Word(Token):
    """A token that only knows where it starts: lines and columns are found from there when there is an error."""

    line = column = end_line = end_column = end_pos = None

    def __new__(cls, type: str, value: str, start_pos: int | None = None, *_: Any) -> _Word:
        word = str.__new__(cls, value)
        word.type, word.start_pos = type, start_pos
        return word


class WordLexer(Lexer):
    """A lexer for `Lark(…, lexer=WordLexer)`."""

    def __init__(self, conf: LexerConf) -> None:
        self._pattern = word_pattern(conf.terminals)
        self._ignored = frozenset(conf.ignore)

    def lex(self, text: str) -> Iterator[Token]:  # type: ignore[override]  # what lark calls with a text
        """The words of the text. Raises UnexpectedCharacters where there is none."""
        ignored, at = self._ignored, 0
        for found in self._pattern.finditer(text):
            start, end = found.span()
            if start != at:
                break
            at = end
            name = cast(str, found.lastgroup)
            if name not in ignored:
                yield _Word(name, found[0], start)
        if at < len(text):
            raise UnexpectedCharacters(text, at, 0, 0)  # type: ignore[no-untyped-call]
