"""Writes the file of lark's tables: `python -m ludparse.reader.write_tables`, whenever the grammar has changed."""

from __future__ import annotations

import json
from pathlib import Path

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from ludparse.reader.parser import OPTIONS, TABLES, grammar, made_by

__all__ = ["tables_text"]


def tables_text() -> str:
    """The content of the file: lark's data as plain lists and objects."""
    data, memo = Lark(grammar(), **OPTIONS).memo_serialize([TerminalDef, Rule])
    data["options"] = {name: value for name, value in data["options"].items() if name not in OPTIONS}
    del data["parser"]["lexer_conf"]["lexer_type"]
    content = {"written by": f"python -m {__spec__.name}", **made_by(), "data": data, "memo": memo}
    return json.dumps(content, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    (Path(__file__).parent / TABLES).write_text(tables_text(), "utf-8")
