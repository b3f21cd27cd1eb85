"""Writes the file of tables: `python -m ludparse.reader.write_tables`, whenever the grammar has changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lark import Lark
from lark.parsers.lalr_analysis import LALR_Analyzer, Shift

from ludparse.reader.parser import READ_BEFORE, TABLES, grammar

__all__ = ["tables", "tables_text"]


def tables() -> dict[str, Any]:
    """What is kept of lark's tables.

    `words`: name and pattern of each terminal, in the order in which to try them; `ignored`: those that count for
    nothing. `rules`: name, number of symbols, and whether it adds an item to the list that is its first symbol.
    `states`: what each does with a symbol: the number of the next state, or of a rule, turned round by `~`; the first
    is that before a text. `last`: the state after it.
    """
    lark = Lark(grammar(), parser="lalr", lexer="basic")
    analysis = LALR_Analyzer(lark.parser.parser_conf)
    analysis.compute_lalr()  # type: ignore[no-untyped-call]
    table = analysis.parse_table
    rules = list(dict.fromkeys(lark.rules))
    numbers = {table.start_states["start"]: 0}  # lark's differ from run to run: here in the order in which they are met
    states: list[dict[str, int]] = []
    for state in (order := list(numbers)):
        states.append({})
        for name, (action, what) in sorted(table.states[state].items()):
            if action is Shift and what not in numbers:
                numbers[what] = len(numbers)
                order.append(what)
            states[-1][name] = numbers[what] if action is Shift else ~rules.index(what)
    return {
        "words": [
            (word.name, word.pattern.to_regexp())
            for word in sorted(lark.terminals, key=lambda t: (-t.priority, t.name == "WORD"))
            if word.name != READ_BEFORE
        ],
        "ignored": lark.lexer_conf.ignore,
        "rules": [
            (rule.origin.name, len(rule.expansion), rule.expansion[:1] == [rule.origin] and len(rule.expansion) == 2)
            for rule in rules
        ],
        "states": states,
        "last": numbers[table.end_states["start"]],
    }


def tables_text() -> str:
    """The content of the file."""
    return json.dumps({"written by": f"python -m {__spec__.name}", **tables()}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    (Path(__file__).parent / TABLES).write_text(tables_text(), "utf-8")
