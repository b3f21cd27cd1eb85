"""Actions on numbers, players, dice, tracks, hidden information, and on what players agree."""

import pytest

from ludparse import LudUnsupportedError, load
from tests.interpreter.lower.table import CELL, Table, backends
from tests.interpreter.small import small_game

PIECES = '(piece "Man" Each) (piece "King" Each)'
LOOP = '(board (square 4) (track "Eight" {0 1 5 4 0 2 6} loop:True))'


@backends
def test_numbers(backend: str) -> None:
    table = Table(small_game(PIECES), backend, "set_score", "set_amount", "bet", "set_temp", "set_counter", "set_pot")
    table.do("set_score", player=1, score=5)
    assert table.do("set_score", player=1, score=2, add=1) == "[SetScore:player=1,score=2,add=true]"
    assert table.read("score")[1:3] == [7, 0]
    table.do("set_amount", player=2, amount=30)
    table.do("bet", player=1, bet=4)
    table.do("bet", player=3, bet=4)  # nobody
    assert table.read("amount")[1:3] == [4, 30]
    assert table.do("set_temp", temp=9) == "[SetTemp:temp=9]"
    assert table.read("temp") == 9
    table.do("set_counter", counter=-1)
    assert table.read("counter") == 0  # one more at the end of the turn


@backends
def test_votes(backend: str) -> None:
    """Two of three decide."""
    table = Table(small_game(PIECES, players="3"), backend, "propose", "vote")
    table.do("propose", text=-1, number=4)
    assert table.read("propositions") == [4]
    table.do("vote", text=-1, number=2)
    table.do("vote", text=-1, number=4)
    assert table.read("votes") == [2, 4]
    table.do("vote", text=-1, number=4)
    assert (table.read("decided"), table.read("votes"), table.read("propositions")) == (4, [], [])


@backends
def test_forfeit(backend: str) -> None:
    table = Table(small_game(PIECES), backend, "forfeit")
    table.do("forfeit", player=1, role=-1)
    assert (table.read("over"), table.read("rank")[1:3]) == (1, [4, 2])


@backends
def test_dice(backend: str) -> None:
    table = Table(small_game(PIECES + "(dice d:6 num:2)"), backend, "update_dice", "dice_equal", "use_die")
    first = table.equipment.dice[0].first_site
    assert table.do("update_dice", site=first, state=4) == f"[SetStateAndUpdateDice:site={first},state=4]"
    table.do("update_dice", site=first + 1, state=2)
    assert table.do("dice_equal", value=0) == "[SetDiceAllEqual:value=false]"
    assert (table.read("current_dice"), table.read("dice_sum")) == ([5, 3], [8])
    text = table.do("use_die", hand=0, die=1, site=first + 1)
    assert text == f"[UseDie:indexHandDice=0,indexDie=1,site={first + 1}]"
    assert table.read("current_dice") == [5, 0]


@backends
def test_hidden(backend: str) -> None:
    game = small_game(PIECES, start='(start { (place "Man1" 3) (set Hidden What (sites {3}) to:P2) })')
    table = Table(game, backend, "move", "set_hidden", "set_hidden_what")
    assert table.read("hidden_what_c")[3] == 1 << 2
    table.do("move", **{"from": 3}, to=4)  # what is hidden goes with the piece
    assert (table.read("hidden_what_c")[3], table.read("hidden_what_c")[4]) == (0, 1 << 2)
    text = table.do("set_hidden_what", type=CELL, to=4, level=0, who=2, value=0)
    assert text == "[SetHiddenWhat:type=Cell,to=4,level=0,who=2,value=false]"
    assert table.read("hidden_what_c")[4] == 0


@backends
def test_places_on_a_track_that_crosses_itself(backend: str) -> None:
    """Site 0 is place 0 and place 4 of the track: the piece is where it has come to."""
    table = Table(small_game(PIECES, board=LOOP), backend, "add", "move", "remove")
    man = table.number("Man1")

    def places() -> list[int]:
        return table.read("on_track")[man * 7 : man * 7 + 7]

    table.do("add", to=4, what=man, count=1)
    assert places() == [0, 0, 0, 1, 0, 0, 0]
    table.do("move", **{"from": 4}, to=0)
    assert places() == [0, 0, 0, 0, 1, 0, 0]
    table.do("move", **{"from": 0}, to=1)  # no later place of site 1: its first one
    assert places() == [0, 1, 0, 0, 0, 0, 0]
    table.do("move", **{"from": 1}, to=0)
    table.do("remove", to=0)  # one less on all places of the site
    assert places() == [-1, 0, 0, 0, 0, 0, 0]


@backends
def test_names_of_values(backend: str) -> None:
    game = small_game(PIECES, start='(start (set RememberValue "A" 5))')
    table = Table(game, backend, "remember", "forget")
    (field,) = (f for f in table.program.fields if f.startswith("remembered"))
    name = table.program.strings.index("A")
    for value in (7, 5):
        assert table.do("remember", name=name, value=value) == f"[RememberValue:name=A,value={value}]"
    table.do("forget", name=name, value=5)  # the first of them
    assert table.read(field) == [7, 5]


@backends
def test_costs_and_phases(backend: str) -> None:
    table = Table(small_game(PIECES), backend, "set_cost", "set_phase")
    assert table.do("set_cost", to=3, cost=8) == "[SetCost:type=Cell,to=3,cost=8]"
    assert table.read("cost_cell")[3] == 8
    table.do("set_phase", to=3, phase=1)
    assert table.read("phase_cell")[3] == 2


@backends
def test_a_large_piece_covers_cells(backend: str) -> None:
    table = Table(small_game('(tile "Bar" Each {F F})'), backend, "add", "move")
    bar = table.number("Bar1")
    table.do("add", to=0, what=bar, count=1, state=0)
    covered = [site for site in range(16) if not table.empty(site)]
    assert len(covered) == 3
    assert [site for site, what in enumerate(table.read("what_c")) if what] == [0]
    table.do("move", **{"from": 0}, to=1, state=0)
    assert len([site for site in range(16) if not table.empty(site)]) == 3
    assert table.empty(0)


def test_large_pieces_need_cells() -> None:
    text = """(game "Bars" (players 2)
      (equipment { (board (square 3) use:Vertex) (tile "Bar" Each {R F} numSides:4) })
      (rules (play (move Add (piece (mover) state:0) (to (sites Empty))))
        (end (if (no Moves Next) (result Next Loss)))))"""
    with pytest.raises(LudUnsupportedError, match="cover several cells, on a board whose pieces stand on no cells"):
        load(text).start(seed=1)
