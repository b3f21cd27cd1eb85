"""What `python -m tools.counts` takes for a loop that a builder has a word for."""

from __future__ import annotations

import ast

from tools.counts import folds, imports

TEXT = """
import a
from b import (
    c,
)
def f(lo):
    with lo.for_set(sites) as x, lo.if_(fits(x)):
        lo.assign(found, True)
        lo.break_()
    with lo.for_row(rows, x) as y:
        z = lo.at(y)
        with lo.for_list(z) as w, lo.if_(good(w)):
            lo.include(out, w)
    with lo.for_set(sites) as x:
        lo.assign(total, total + x)
        lo.put("score", total)
    with lo.saved("to"):
        lo.assign(total, 0)
"""


def test_loops_that_only_accumulate_are_folds() -> None:
    assert folds(ast.parse(TEXT)) == 2


def test_imports_are_counted_by_lines() -> None:
    assert imports(ast.parse(TEXT)) == 4
