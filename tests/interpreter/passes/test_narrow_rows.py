"""Loops over rows that are narrowed to the keys for which an iteration has an effect."""

import pytest

from ludparse import load
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.walk import statements
from tests.interpreter.descriptions import HUNT, SCORE


def test_tables_of_a_narrowed_loop_belong_together() -> None:
    """On a small board each row has its keys as a set, and its values in the order of their keys."""
    program = load(HUNT, backend="python").program
    found = [s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.ForRow) and s.narrowed]
    assert len(found) == 2, "a loop over steps and one over hops"
    for loop in found:
        n = loop.narrowed
        assert n is not None
        values, keys, sets, ordered = (
            program.tables[name].lists for name in (loop.table, n.keys, n.row_sets, n.by_key)
        )
        assert [sorted(row) for row in sets] == [sorted(row) for row in keys]
        by_key = [sorted(zip(*pair, strict=True)) for pair in zip(keys, values, strict=True)]
        assert ordered == [[value for _, value in row] for row in by_key]


def test_of_each_iteration_is_known_where_its_moves_may_go() -> None:
    """A step to the site of the iteration; a hop along its radial, to whichever site."""
    program = load(HUNT, backend="python").program
    reached = {
        fn.name.rstrip("_1"): program.tables[s.reaches].lists
        for fn in program.functions
        for s in statements(fn.body)
        if isinstance(s, ops.ForRow) and s.narrowed
    }
    assert reached["moves_move_step"] == [[site] for site in range(25)]
    corner = [[0, 1, 2, 3, 4], [0, 5, 10, 15, 20], [0, 6, 12, 18, 24]]  # the rays of the first of 5 by 5 cells
    assert sorted(list(row) for row in reached["moves_move_hop"] if row[0] == 0) == corner


@pytest.mark.parametrize(("text", "apart"), [(HUNT, {True}), (SCORE, set())], ids=["pushed", "gathered"])
def test_only_loops_that_push_moves_stand_apart(text: str, apart: set[bool]) -> None:
    """Steps and hops are pushed each for itself; the sites around a site are gathered in one set, without a loop."""
    program = load(text, backend="python", verify=True).program  # not from the cache
    found = [s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.ForRow) and s.narrowed]
    assert {loop.apart for loop in found} == apart
