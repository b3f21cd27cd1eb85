"""What loops over directions run over: made once for a game, right for each board."""

from __future__ import annotations

from ludparse.interpreter.equipment.players import build_players
from ludparse.interpreter.lower.base.lowering import Lowering
from ludparse.interpreter.lower.directions.leaves import by_direction, leaves, radial_store, steps_leaf
from ludparse.interpreter.lower.equipment import build_equipment, game_flags
from ludparse.ludemes import AbsoluteDirection, SiteType
from tests.interpreter.small import small_game

CELL, N, ORTHOGONAL = SiteType.Cell, AbsoluteDirection.N, AbsoluteDirection.Orthogonal


def lowering(size: int) -> Lowering:
    game = small_game(board=f"(board (square {size}))")
    equipment = build_equipment(game)
    return Lowering(game, equipment, build_players(game), game_flags(game, equipment))


def test_steps_are_made_once_for_a_game() -> None:
    lo = lowering(3)
    leaf = steps_leaf(lo, CELL, CELL, True)
    assert leaf is steps_leaf(lo, CELL, CELL, True) and leaf is not steps_leaf(lo, CELL, CELL, False)
    north = leaves(lo, leaf, [(N,)] * 9)
    assert north == [(3,), (4,), (5,), (6,), (7,), (8,), (), (), ()]
    assert leaves(lo, leaf, [(N,)] * 9) is north
    assert leaves(lo, leaf, [(N, ORTHOGONAL)] * 9)[4] == (7, 5, 1, 3)
    assert leaves(lo, steps_leaf(lo, CELL, CELL, False), [(N, ORTHOGONAL)] * 9)[4] == (7, 7, 5, 1, 3)


def test_games_have_nothing_in_common() -> None:
    small, large = lowering(2), lowering(4)
    for lo, to in ((small, 2), (large, 4), (small, 2)):
        assert leaves(lo, steps_leaf(lo, CELL, CELL, True), [(N,)])[0] == (to,)


def test_radials_are_numbered_once() -> None:
    lo = lowering(3)
    store = radial_store(lo, CELL)
    assert store is radial_store(lo, CELL)
    leaf = store.leaf(False, False)
    assert leaf is store.leaf(False, False)
    rows = lo.program.tables[store.sites].rows
    (number,) = leaf(1, (N,))
    assert rows[number] == (1, 4, 7)
    assert leaf(1, (N,)) == [number]
    assert len(leaf(4, (ORTHOGONAL,))) == 4
    assert len(store.leaf(True, False)(4, (ORTHOGONAL,))) == 2, "of two opposite radials one"
    assert len(store.leaf(False, True)(4, (N, ORTHOGONAL))) == 1, "only those of the first direction"


def test_the_table_by_direction_has_a_row_for_each_direction_and_site() -> None:
    lo = lowering(3)
    leaf = steps_leaf(lo, CELL, CELL, True)
    name = by_direction(lo, leaf, 9)
    assert by_direction(lo, leaf, 9) == name
    rows = lo.program.tables[name].rows
    assert len(rows) == 9 * len(AbsoluteDirection)
    assert tuple(rows[list(AbsoluteDirection).index(N) * 9 + 4]) == (7,)
