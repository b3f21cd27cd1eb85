"""Actions on stacks."""

import pytest

from tests.interpreter.lower.playing import BACKENDS
from tests.interpreter.lower.table import CELL, Table
from tests.interpreter.small import small_game

PIECES = '(piece "Man" Each) (piece "King" Each) (piece "Rock" Neutral)'
STRIDE = 16

backends = pytest.mark.parametrize("backend", BACKENDS)


def table_of(backend: str, *actions: str, rows: str = "") -> Table:
    """Man1 twice on site 0, a state and a value there."""
    start = f'(start {{ (place Stack "Man1" 0 count:2) (place Stack "King1" 1 state:3 value:4) {rows} }})'
    return Table(small_game(PIECES, start=start), backend, *actions)


@backends
def test_push(backend: str) -> None:
    table = table_of(backend, "add")
    man, king = table.number("Man1"), table.number("King2")
    text = table.do("add", to=0, what=king, count=1, stack=1)
    assert text == f"[Add:type=Cell,to=0,level=2,what={king},stack=true]"
    assert table.levels("what", 0) == [man, man, king]
    assert table.levels("who", 0) == [1, 1, 2]
    assert table.places("Man1", STRIDE) == [(0, 0), (0, 1)]
    assert table.places("King2", STRIDE) == [(0, 2)]


@backends
def test_states_stay_behind_when_the_top_moves(backend: str) -> None:
    table = table_of(backend, "move")
    table.do("move", **{"from": 1}, to=2)
    assert table.levels("what", 2) == [table.number("King1")]
    assert (table.levels("state", 2), table.levels("value", 2)) == ([0], [0])
    assert (table.empty(1), table.empty(2)) == (True, False)
    assert table.places("King1", STRIDE) == [(2, 0)]


@backends
def test_states_go_with_a_level(backend: str) -> None:
    table = table_of(backend, "move")
    text = table.do("move", **{"from": 1}, level_from=0, to=0)
    assert text == "[Move:typeFrom=Cell,from=1,levelFrom=0,typeTo=Cell,to=0]"
    assert (table.levels("state", 0), table.levels("value", 0)) == ([0, 0, 3], [0, 0, 4])


@backends
def test_a_level_taken_out_leaves_its_state_to_the_next(backend: str) -> None:
    table = table_of(backend, "remove_level", "add")
    assert table.do("remove_level", type=CELL, to=1, level=0) == "[Remove:type=Cell,to=1,level=0]"
    assert table.empty(1)
    table.do("add", to=1, what=table.number("Man2"), count=1)
    assert (table.levels("what", 1), table.levels("state", 1)) == ([table.number("Man2")], [3])


@backends
def test_a_large_stack_forgets(backend: str) -> None:
    start = '(start { (place Stack "Man1" 0 count:2) (place Stack "King1" 1 state:3 value:4) })'
    game = small_game(PIECES, start=start, board="(board (square 4) largeStack:True)")
    table = Table(game, backend, "remove_level", "add")
    table.do("remove_level", to=1, level=0)
    table.do("add", to=1, what=table.number("Man2"), count=1)
    assert table.levels("state", 1) == [0]


@backends
def test_levels_above_move_down(backend: str) -> None:
    table = table_of(backend, "remove_level", rows='(place Stack "Man2" 0) (place Stack "Man1" 0)')
    table.do("remove_level", to=0, level=1)
    assert table.levels("what", 0) == [table.number(n) for n in ("Man1", "Man2", "Man1")]
    assert table.places("Man1", STRIDE) == [(0, 0), (0, 2)]
    assert table.places("Man2", STRIDE) == [(0, 1)]


@backends
def test_whole_stack(backend: str) -> None:
    table = table_of(backend, "move", rows='(place Stack "Rock0" 0) (place Stack "Man2" 5)')
    text = table.do("move", **{"from": 0}, to=5, stack=1)
    assert text == "[Move:typeFrom=Cell,from=0,typeTo=Cell,to=5,stack=true]"
    assert table.levels("what", 5) == [table.number(n) for n in ("Man2", "Man1", "Man1", "Rock0")]
    assert table.places("Man1", STRIDE) == [(5, 1), (5, 2)]
    assert table.places("Rock0", STRIDE) == [(0, 2)]  # nobody's piece stays listed where it was
    assert (table.empty(0), table.empty(5)) == (True, False)


@backends
def test_upper_levels(backend: str) -> None:
    table = table_of(backend, "stack_move", rows='(place Stack "Man2" 0) (place Stack "King2" 0)')
    text = table.do("stack_move", type_from=CELL, **{"from": 0}, type_to=CELL, to=7, levels=3)
    assert text == "[StackMove:typeFrom=Cell,from=0,typeTo=Cell,to=7,numLevel=3]"
    assert table.levels("what", 7) == [table.number(n) for n in ("Man1", "Man2", "King2")]
    assert table.places("Man1", STRIDE) == [(0, 0), (7, 0)]
    table.do("stack_move", type_from=CELL, **{"from": 7}, type_to=CELL, to=8, levels=4)  # more than there are
    assert table.levels("what", 8) == []


@backends
def test_insert(backend: str) -> None:
    table = table_of(backend, "insert")
    king = table.number("King2")
    assert table.do("insert", to=0, level=1, what=king) == f"[Insert:type=Cell,to=0,level=1,what={king}]"
    man = table.number("Man1")
    assert table.levels("what", 0) == [man, king, man]
    assert table.places("Man1", STRIDE) == [(0, 0), (0, 2)]
    assert table.places("King2", STRIDE) == [(0, 1)]


@backends
def test_move_to_a_level(backend: str) -> None:
    table = table_of(backend, "move", rows='(place Stack "Man2" 5)')
    table.do("move", **{"from": 5}, level_from=0, to=0, level_to=1)
    man = table.number("Man1")
    assert table.levels("what", 0) == [man, table.number("Man2"), man]
    assert table.places("Man1", STRIDE) == [(0, 0), (0, 2)]
    assert table.places("Man2", STRIDE) == [(0, 1)]


@backends
def test_promotion_of_a_lone_piece_leaves_a_ghost(backend: str) -> None:
    table = table_of(backend, "promote")
    table.do("promote", to=1, what=table.number("Man1"))
    assert table.levels("what", 1) == [table.number("Man1")]
    assert table.places("King1", STRIDE) == [(1, 0)]
    assert (1, 0) in table.places("Man1", STRIDE)


@backends
def test_a_stack_outgrows_its_room(backend: str) -> None:
    table = table_of(backend, "add")
    for _ in range(40):
        table.do("add", to=3, what=table.number("Man2"), count=1)
    assert len(table.levels("what", 3)) == 40
    assert table.levels("what", 0) == [table.number("Man1")] * 2
    assert table.places("Man2", STRIDE) == [(3, k) for k in range(40)]


@backends
def test_count_is_that_of_the_top(backend: str) -> None:
    """A neutral top counts as none."""
    table = table_of(backend, "remove", rows='(place Stack "Rock0" 4)')
    assert table.do("remove", to=4) == "[Remove:type=Cell,to=4]"
    assert table.empty(4)
