"""Cuts a text into words for lark, faster than lark itself: descriptions grow long once their defines are expanded."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

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
    """A token that only knows its kind and where it starts: lines and columns are found from there for an error."""

    line = column = end_line = end_column = end_pos = None


class WordLexer(Lexer):
    """A lexer for `Lark(…, lexer=WordLexer)`."""

    def __init__(self, conf: LexerConf) -> None:
        # blanks are taken together with the word after them
        self._pattern = re.compile(rf"\s*(?:{word_pattern(conf.terminals).pattern})")
        self._ignored = frozenset(conf.ignore)

    def lex(self, text: str) -> Iterator[Token]:  # type: ignore[override]  # what lark calls with a text
        """The words of the text. Raises UnexpectedCharacters where there is none."""
        ignored, at, new = self._ignored, 0, str.__new__
        for found in self._pattern.finditer(text):
            if found.start() != at:
                break
            at = found.end()
            name: Any = found.lastgroup
            if name not in ignored:
                text_of_word = found[name]
                word = new(_Word, text_of_word)
                word.type, word.start_pos = name, at - len(text_of_word)
                yield word
        if at < len(text):
            raise UnexpectedCharacters(text, at, 0, 0)  # type: ignore[no-untyped-call]
