"""Loops over rows that are narrowed to the keys for which an iteration has an effect."""

import pytest

from ludparse import load
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.walk import statements
from tests.interpreter.descriptions import HUNT, SCORE


@pytest.mark.parametrize(("text", "loops"), [(HUNT, 2), (SCORE, 1)], ids=["steps and hops", "neighbours"])
def test_tables_of_a_narrowed_loop_belong_together(text: str, loops: int) -> None:
    """On a small board each row has its keys as a set, and its values in the order of their keys."""
    program = load(text, backend="python").program
    tables = {name: table.lists for name, table in program.tables.items()}
    found = [s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.ForRow) and s.keys]
    assert len(found) == loops
    for loop in found:
        rows = list(zip(tables[loop.table], tables[loop.keys], strict=True))
        assert [sorted(keys) for keys in tables[loop.row_sets]] == [sorted(keys) for _, keys in rows]
        assert tables[loop.by_key] == [[v for _, v in sorted(zip(keys, values, strict=True))] for values, keys in rows]
