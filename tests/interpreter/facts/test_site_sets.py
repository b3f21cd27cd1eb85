"""Conditions on one site as sets of sites."""

from __future__ import annotations

import pytest

from ludparse.interpreter.facts.site_sets import ALL, MOST_VALUES, NONE, UNKNOWN, Sites, SiteSets
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.effects import EffectsOf
from ludparse.interpreter.program.ops import FieldKind, Op, Type, Var
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.walk import subexpressions


def where(rows: list[int], value: int | None) -> Sites:
    """The sites for which a table has a value (None: one that a rule computes) for what stands there."""
    program, key = Program("test"), Var("site", Type.INT)
    builder = Builder(program)
    builder.field("what", FieldKind.ARRAY, size=9, bits=8)
    builder.field("wanted", FieldKind.INT, bits=8)
    table = builder.table(rows, stem="kind")
    wanted = builder.get("wanted") if value is None else ir.const(value)
    sets = SiteSets(program, EffectsOf(), key, 9)
    return sets.where(ir.eq(builder.at(table, builder.get("what", ir.value_of(key))), wanted))


@pytest.mark.parametrize(("value", "pieces"), [(1, {1, 3}), (2, {4})])
def test_what_stands_where_a_table_has_a_value(value: int, pieces: set[int]) -> None:
    found = where([0, 1, 0, 1, 2], value)
    assert found.exact and found.outside is None and found.inside is not None
    assert {x.src[0].const for x in subexpressions(found.inside) if x.op is Op.SET_WHERE} == pieces


def test_a_value_that_no_piece_has_is_nowhere() -> None:
    assert where([0, 1, 0, 1, 2], 5) == NONE


@pytest.mark.parametrize("value", [0, None])
def test_pieces_beyond_the_table_count_as_0(value: int | None) -> None:
    """So they may stand where 0 is asked for, or what nobody knows beforehand."""
    assert where([0, 1, 0, 1, 2], value) == UNKNOWN


def test_a_large_table_has_no_set_for_each_value() -> None:
    assert where([0] * (MOST_VALUES - 1) + [1], 1).exact
    assert where([0] * MOST_VALUES + [1], 1) == UNKNOWN


def in_mask(mask: int, most: int | None) -> Sites:
    """The sites where the number of a player stands whose bit a mask has. most: the greatest number that may stand."""
    program, key = Program("test"), Var("site", Type.INT)
    builder = Builder(program)
    builder.field("who", FieldKind.ARRAY, size=9, bits=8)
    program.fields["who"].most = most
    who = builder.get("who", ir.value_of(key))
    return SiteSets(program, EffectsOf(), key, 9).where(ir.has_bit(ir.const(mask), who))


def test_whose_sites_a_mask_has() -> None:
    """0b0110: those of players 1 and 2. Of the numbers 0 to 3 the mask 0b11111 has all."""
    found = in_mask(0b0110, 3)
    assert found.exact and found.outside is None and found.inside is not None
    assert {x.src[0].const for x in subexpressions(found.inside) if x.op is Op.SET_WHERE} == {1, 2}
    assert in_mask(0b11111, 3) == ALL
    assert in_mask(0b10000, 3) == NONE


@pytest.mark.parametrize("most", [None, min(MOST_VALUES, 32), 100])
def test_numbers_that_may_be_too_large_for_a_mask_are_unknown(most: int | None) -> None:
    assert in_mask(0b0110, min(MOST_VALUES, 32) - 1) != UNKNOWN
    assert in_mask(0b0110, most) == UNKNOWN
