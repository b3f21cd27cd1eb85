"""The parser of descriptions: lark's, with lark's tables, which are kept in a file beside the grammar.

Making lark's tables from the grammar takes longer than reading most descriptions. `python -m
ludparse.reader.write_tables` writes the file. If it is missing, or was made for another grammar or another version of
lark, lark makes the tables each time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedToken
from lark.grammar import Rule
from lark.parsers.lalr_analysis import Shift
from lark.parsers.lalr_parser import LALR_Parser

from ludparse.reader.lexer import Word, WordLexer

__all__ = ["OPTIONS", "TABLES", "grammar", "made_by", "make_parser"]

TABLES = "lud.tables.json"

_Make = Callable[[list[Any]], Any]


@cache
def grammar() -> str:
    """The text of the grammar."""
    return (files(__package__) / "lud.lark").read_text("utf-8")


def make_parser(builder: object, *, from_tables: bool = True) -> Lark:
    """A parser that calls the builder's methods, which have the names of the grammar's rules.

    A method receives the list of the values of its rule. Everything in `( … )*` is one list, which is absent when
    empty.
    """
    tables = _tables() if from_tables else None
    if tables is None:
        made = Lark(grammar(), **OPTIONS)
    else:
        # as lark's stand-alone parsers do it
        made = Lark._load_from_dict(*tables)  # type: ignore[no-untyped-call]
    made.parser.parser.builder = builder
    return made


class _TableParser(LALR_Parser):
    """Follows lark's tables token by token, as lark does, with less work per token."""

    builder: object = None
    _rows: tuple[dict[str, Any], dict[str, Any]] | None = None

    def parse(self, lexer: Any, start: str, on_error: Any = None) -> Any:
        """The value of the rule `start`. Raises UnexpectedToken."""
        first, last = self._rows or self._linked(start)
        row, rows, values = first, [first], []  # type: dict[str, Any], list[dict[str, Any]], list[Any]
        before: Word | None = None
        for word in chain(lexer.lex(None), (_END,)):
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
                if row is last:
                    return values[-1]
                at = word[2] if word is not _END else before[2] if before is not None else 0
                expected = {name for name in row if name.isupper()}
                raise UnexpectedToken(Token(kind, word[1], at), expected)  # type: ignore[no-untyped-call]
            values.append(word)
            row = action
            rows.append(row)
            before = word
        raise AssertionError("a text has an end")

    def _linked(self, start: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Lark's table with states in place of their numbers, and with the reduction of each rule. Returns the first
        and the last state."""
        table = self._parse_table
        rows: dict[Any, dict[str, Any]] = {state: {} for state in table.states}
        for state, actions in table.states.items():
            for name, (action, what) in actions.items():
                rows[state][name] = rows[what] if action is Shift else self._reduction(what)
        self._rows = rows[table.start_states[start]], rows[table.end_states[start]]
        return self._rows

    def _reduction(self, rule: Rule) -> tuple[int, str, _Make | None]:
        name: str = rule.origin.name
        size = len(rule.expansion)
        if not name.startswith("__"):
            return size, name, getattr(self.builder, name)
        # a rule that lark generated for ( … )*
        if size == 2 and rule.expansion[0] == rule.origin:
            return size, name, None
        assert size == 1
        return size, name, list


_END: Word = ("$END", "", 0)
OPTIONS: dict[str, Any] = {"parser": "lalr", "lexer": WordLexer, "_plugins": {"LALR_Parser": _TableParser}}
"""What lark is told."""


def made_by() -> dict[str, str]:
    """What the tables depend on: they are valid only for the same grammar and the same lark."""
    return {"lark": lark.__version__, "grammar": hashlib.sha256(grammar().encode()).hexdigest()}


def _tables() -> tuple[dict[str, Any], dict[int, Any]] | None:
    """Lark's data from the file; None if the file is missing or was made for another grammar or lark."""
    try:
        content = json.loads((files(__package__) / TABLES).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    if any(content[name] != wanted for name, wanted in made_by().items()):
        return None
    data = content["data"]
    table = data["parser"]["parser"]
    table["states"] = {state: _by_number(actions) for state, actions in _by_number(table["states"]).items()}
    table["tokens"] = _by_number(table["tokens"])
    data["options"] |= OPTIONS
    data["parser"]["lexer_conf"]["lexer_type"] = WordLexer
    return data, _by_number(content["memo"])


def _by_number(entries: dict[str, Any]) -> dict[int, Any]:
    """Turns the string keys of JSON objects back into lark's numbers."""
    return {int(number): value for number, value in entries.items()}
