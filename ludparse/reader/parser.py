"""The words of a description, and the parser that follows the tables which lark makes from the grammar.

The tables are kept in a file beside the grammar, so that lark is needed only where the grammar changes:
`python -m ludparse.reader.write_tables` writes the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

__all__ = ["READ_BEFORE", "TABLES", "Known", "Parser", "UnreadableError", "Word", "cut", "grammar", "word_pattern"]

TABLES = "lud.tables.json"

Word = tuple[str, Any, int]
"""A word's kind, its text, and where it starts: lines and columns are found from there for an error."""

READ_BEFORE = "READ_BEFORE"
"""The kind of a call that need not be read again. In place of a text it has the node."""

Known = Callable[[int], tuple[object, int] | None]
"""The node of a call that begins at an offset of the text, with the offset of its end, if it was read before."""


class UnreadableError(ValueError):
    """A text is not of the grammar. `at`: the offset where that shows."""

    def __init__(self, at: int) -> None:
        super().__init__(f"this cannot stand at offset {at}")
        self.at = at


@cache
def grammar() -> str:
    """The text of the grammar."""
    return (files(__package__) / "lud.lark").read_text("utf-8")


@cache
def _tables() -> dict[str, Any]:
    tables: dict[str, Any] = json.loads((files(__package__) / TABLES).read_text("utf-8"))
    return tables


def word_pattern(*, heads: bool = True) -> str:
    """One pattern for all words and what lies between them, as named groups in the order in which lark tries them.

    heads: whether a bracket and the name after it are one word, HEAD.
    """
    return "|".join(f"(?P<{name}>{pattern})" for name, pattern in _tables()["words"] if heads or name != "HEAD")


@cache
def _cutter() -> tuple[re.Pattern[str], frozenset[str]]:
    # blanks are matched together with the word after them
    return re.compile(rf"\s*(?:{word_pattern()})"), frozenset(_tables()["ignored"])


def cut(text: str, known: Known | None = None) -> Iterator[Word]:
    """The words of the text. Of a call that was read before there is one, READ_BEFORE.

    Raises UnreadableError where no word begins.
    """
    pattern, ignored = _cutter()
    at = 0
    while at < len(text):
        for found in pattern.finditer(text, at):
            if found.start() != at:
                raise UnreadableError(at)
            at = found.end()
            kind: Any = found.lastgroup
            if kind in ignored:
                continue
            word = found[kind]
            start = at - len(word)
            if known is not None and word[0] == "(" and (before := known(start)) is not None:
                node, at = before
                yield READ_BEFORE, node, start
                break
            yield kind, word, start
        else:
            if at < len(text):
                raise UnreadableError(at)


class Parser:
    """Calls the methods of a builder, which have the names of the grammar's rules.

    A method receives the list of the values of its rule. Everything in `( … )*` is one list, which is absent when
    empty.
    """

    def __init__(self, builder: object) -> None:
        tables = _tables()
        rows: list[dict[str, Any]] = [{} for _ in tables["states"]]
        rules = [_reduction(builder, *rule) for rule in tables["rules"]]
        for row, actions in zip(rows, tables["states"], strict=True):
            row.update((name, rows[what] if what >= 0 else rules[~what]) for name, what in actions.items())
        self._first, self._last = rows[0], rows[tables["last"]]

    def parse(self, words: Iterable[Word]) -> Any:
        """The value of the rule `start`. Raises UnreadableError."""
        row, rows, values = self._first, [self._first], []  # type: dict[str, Any], list[dict[str, Any]], list[Any]
        before: Word | None = None
        for word in chain(words, (_END,)):
            kind = word[0]
            action = row.get(kind)
            while type(action) is tuple:
                size, rule, make = action
                if make is None:  # one more item of a list: the state before it is the list's state again
                    item = values.pop()
                    values[-1].append(item)
                    rows.pop()
                    row = rows[-1]
                else:
                    if size:
                        value = make(values[-size:])
                        del values[-size:], rows[-size:]
                    else:
                        value = make([])
                    values.append(value)
                    row = rows[-1][rule]
                    rows.append(row)
                action = row.get(kind)
            if action is None:
                if row is self._last:
                    return values[-1]
                raise UnreadableError(word[2] if word is not _END else before[2] if before is not None else 0)
            values.append(word)
            row = action
            rows.append(row)
            before = word
        raise AssertionError("a text has an end")


_END: Word = ("$END", "", 0)


def _reduction(
    builder: object, name: str, size: int, more: bool
) -> tuple[int, str, Callable[[list[Any]], Any] | None]:
    """How many values a rule takes, its name, and what is made of them. more: whether it adds one item to a list."""
    if not name.startswith("__"):
        return size, name, getattr(builder, name)
    return size, name, None if more else list  # a rule that lark made for ( … )*
