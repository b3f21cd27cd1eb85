"""Actions where a site holds one piece, or several of a kind."""

from tests.interpreter.lower.table import CELL, VERTEX, Table, backends
from tests.interpreter.small import small_game

PIECES = '(piece "Man" Each) (piece "King" Each)'
COUNTS = '(start (place "Man1" 0 count:3))'
STATES = '(start (place "Man1" 0 state:1 value:2))'


@backends
def test_add_and_remove(backend: str) -> None:
    table = Table(small_game(PIECES), backend, "add", "remove")
    man, king = table.number("Man1"), table.number("King1")
    assert table.do("add", to=5, what=man, count=1) == f"[Add:type=Cell,to=5,what={man}]"
    assert (table.at("what", 5), table.at("who", 5), table.empty(5)) == (man, 1, False)
    table.do("add", to=5, what=king, count=1)  # the site is taken: the piece stays
    assert table.at("what", 5) == man
    assert table.owned("Man1") == [5]
    assert table.owned("King1") == []
    assert table.do("remove", type=CELL, to=5) == "[Remove:type=Cell,to=5]"
    assert (table.at("what", 5), table.at("who", 5), table.empty(5)) == (0, 0, True)
    assert table.owned("Man1") == []


@backends
def test_add_nowhere(backend: str) -> None:
    table = Table(small_game(PIECES), backend, "add")
    table.do("add", to=-1, what=table.number("Man1"), count=1)
    assert not any(table.read("what_c"))


@backends
def test_positions_are_swapped_into_holes(backend: str) -> None:
    table = Table(small_game(PIECES), backend, "add", "remove", "move")
    for site in (3, 4, 5, 6):
        table.do("add", to=site, what=table.number("Man1"), count=1)
    table.do("remove", to=4)
    assert table.owned("Man1") == [3, 6, 5]
    table.do("move", type_from=CELL, **{"from": 3}, type_to=CELL, to=9)
    assert table.owned("Man1") == [5, 6, 9]


@backends
def test_move_replaces(backend: str) -> None:
    table = Table(small_game(PIECES), backend, "add", "move")
    table.do("add", to=1, what=table.number("Man1"), count=1)
    table.do("add", to=2, what=table.number("King2"), count=1)
    text = table.do("move", **{"from": 1}, to=2)
    assert text == "[Move:typeFrom=Cell,from=1,typeTo=Cell,to=2]"
    assert (table.at("what", 2), table.at("who", 2)) == (table.number("Man1"), 1)
    assert (table.empty(1), table.empty(2)) == (True, False)
    assert (table.owned("Man1"), table.owned("King2")) == ([2], [])


@backends
def test_move_of_nothing(backend: str) -> None:
    table = Table(small_game(PIECES), backend, "add", "move")
    table.do("add", to=2, what=table.number("King2"), count=1)
    table.do("move", **{"from": 1}, to=2)
    assert table.at("what", 2) == table.number("King2")


@backends
def test_move_to_where_it_stands(backend: str) -> None:
    table = Table(small_game(PIECES), backend, "add", "move")
    for site in (1, 2):
        table.do("add", to=site, what=table.number("Man1"), count=1)
    table.do("move", **{"from": 1}, to=1)
    assert table.at("what", 1) == table.number("Man1")
    assert table.owned("Man1") == [2, 1]


@backends
def test_counts(backend: str) -> None:
    table = Table(small_game(PIECES, start=COUNTS), backend, "add", "move", "remove")
    man = table.number("Man1")
    assert table.do("add", to=0, what=man, count=2) == f"[Add:type=Cell,to=0,what={man},count=2]"
    assert table.at("count", 0) == 5
    table.do("move", **{"from": 0}, to=1)
    table.do("move", **{"from": 0}, to=1)
    assert (table.at("count", 0), table.at("count", 1)) == (3, 2)
    assert table.owned("Man1") == [0, 1]
    table.do("add", to=2, what=table.number("Man2"), count=4)
    table.do("move", **{"from": 2}, to=1)  # another piece takes the place of the whole pile
    assert (table.at("what", 1), table.at("count", 1)) == (table.number("Man2"), 1)
    assert (table.owned("Man1"), table.owned("Man2")) == ([0], [2, 1])
    table.do("remove", to=0)
    assert (table.at("count", 0), table.empty(0)) == (0, True)


@backends
def test_move_of_several(backend: str) -> None:
    table = Table(small_game(PIECES, start='(start (place "Man1" 0 count:30))'), backend, "move_n", "set_count")
    text = table.do("move_n", type_from=CELL, **{"from": 0}, type_to=CELL, to=1, count=12)
    assert text == "[Move:typeFrom=Cell,from=0,typeTo=Cell,to=1,count=12]"
    assert (table.at("count", 0), table.at("count", 1)) == (18, 12)
    table.do("move_n", **{"from": 0}, to=1, count=18)
    assert (table.at("count", 0), table.at("count", 1), table.empty(0)) == (0, 30, True)
    assert table.owned("Man1") == [1, 1]  # listed again although it was there
    table.do("set_count", to=3, what=table.number("Man1"), count=30)
    table.do("move_n", **{"from": 3}, to=1, count=30)  # more than a site can hold: they vanish
    assert (table.at("count", 1), table.empty(3)) == (30, True)


@backends
def test_set_count(backend: str) -> None:
    table = Table(small_game(PIECES, start=COUNTS), backend, "set_count")
    man = table.number("Man2")
    assert table.do("set_count", to=4, what=man, count=7) == f"[SetCount:type=Cell,to=4,what={man},count=7]"
    # the owner of the piece is not written on the site
    assert (table.at("what", 4), table.at("who", 4), table.at("count", 4)) == (man, 0, 7)
    assert (table.owned("Man2"), table.empty(4)) == ([4], False)
    table.do("set_count", to=4, what=man, count=0)
    assert (table.at("what", 4), table.at("count", 4), table.empty(4), table.owned("Man2")) == (0, 0, True, [])


@backends
def test_states_go_with_the_piece(backend: str) -> None:
    table = Table(small_game(PIECES, start=STATES), backend, "move", "set_state", "set_value", "remove")
    table.do("move", **{"from": 0}, to=1)
    assert (table.at("state", 1), table.at("value", 1), table.at("state", 0)) == (1, 2, 0)
    assert table.do("move", **{"from": 1}, to=2, state=3, value=0).endswith(",state=3,value=0]")
    assert (table.at("state", 2), table.at("value", 2)) == (3, 0)
    assert table.do("set_state", type=CELL, to=9, state=2) == "[SetState:type=Cell,to=9,state=2]"
    assert (table.at("state", 9), table.empty(9)) == (2, True)  # a state without a piece
    table.do("set_value", to=2, value=8)
    assert table.at("value", 2) == 8
    table.do("remove", to=2)
    assert (table.at("state", 2), table.at("value", 2)) == (0, 0)


@backends
def test_promote(backend: str) -> None:
    table = Table(small_game(PIECES, start=STATES), backend, "promote")
    king = table.number("King1")
    assert table.do("promote", type=CELL, to=0, what=king) == f"[Promote:type=Cell,to=0,what={king}]"
    assert (table.at("what", 0), table.at("who", 0), table.at("state", 0)) == (king, 1, 0)
    assert (table.owned("Man1"), table.owned("King1")) == ([], [0])


@backends
def test_copy(backend: str) -> None:
    table = Table(small_game(PIECES, start=STATES), backend, "copy")
    table.do("copy", **{"from": 0}, to=7)
    assert [table.at(p, s) for s in (0, 7) for p in ("what", "who", "state")] == [table.number("Man1"), 1, 1] * 2
    assert table.owned("Man1") == [7, 0]


@backends
def test_hands(backend: str) -> None:
    hands = "(hand Each)"
    table = Table(small_game(PIECES + hands, board="(board (square 3) use:Vertex)"), backend, "add", "move", "remove")
    first = table.equipment.containers[1].first_site
    man = table.number("Man1")
    # a site beyond the board's is one of a hand, and cells are its type
    assert table.do("add", type=VERTEX, to=first, what=man, count=2) == f"[Add:type=Cell,to={first},what={man},count=2]"
    text = table.do("move", type_from=CELL, **{"from": first}, type_to=VERTEX, to=4)
    assert text == f"[Move:typeFrom=Cell,from={first},typeTo=Vertex,to=4]"
    assert (table.at("count", first), table.at("count", 4, VERTEX), table.empty(4, VERTEX)) == (1, 1, False)
    table.do("remove", type=VERTEX, to=first)
    assert table.at("count", first) == 0


@backends
def test_a_piece_for_its_owner(backend: str) -> None:
    """Games with at most one piece a player do not tell a piece from its owner."""
    table = Table(small_game('(piece "Stone" Neutral)'), backend, "add")
    table.do("add", to=3, what=table.number("Stone0"), count=1)
    assert (table.at("what", 3), table.at("who", 3)) == (1, 1)
