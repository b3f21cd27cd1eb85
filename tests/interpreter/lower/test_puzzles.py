"""Deduction puzzles: variables, constraints, their moves and their end; both backends agree."""

import re

import pytest

from ludparse import LudRuleError
from ludparse.interpreter.play.game_state import GameState
from tests.interpreter.lower.playing import after, moves

pytestmark = pytest.mark.usefixtures("on_backends")

ACTION = re.compile(r"\[(Set|Toggle):type=(Cell|Vertex|Edge),var=(\d+),value=(\d+),decision=true\]")


def puzzle(
    constraints: str,
    *,
    board: str = "(square 2)",
    values: str = "Cell (range 1 2)",
    items: str = "(regions {Rows Columns})",
    start: str = "",
    use: str = "",
) -> str:
    return f"""(game "Puzzle" (players 1)
      (equipment {{ (board {board} (values {values}) {use}) {items} }})
      (rules {start} (play (satisfy {{ {constraints} }})) (end (if (is Solved) (result P1 Win)))))"""


def steps(text: str, picks: tuple[int, ...] = ()) -> list[tuple[str, int, int]]:
    """Of each legal move what it does, the site and the value."""
    found = [ACTION.search(move) for move in moves(text, picks)]
    return [(m[1], int(m[3]), int(m[4])) for m in found if m]


def solved_by(text: str, *wanted: tuple[str, int, int]) -> GameState:
    """The position after some moves."""
    picks: tuple[int, ...] = ()
    for step in wanted:
        picks = (*picks, steps(text, picks).index(step))
    return after(text, picks)


LATIN = puzzle("(all Different)")
ALL = [(kind, site, value) for site in range(4) for value in (1, 2) for kind in ("Set", "Toggle")]


def test_each_variable_may_take_each_value_or_lose_it() -> None:
    assert steps(LATIN) == ALL
    assert moves(LATIN)[0] == ("[Move:mover=1,from=0,to=0,actions=[Set:type=Cell,var=0,value=1,decision=true]]")


def test_what_breaks_a_constraint_is_not_set_and_the_last_value_is_not_struck_out() -> None:
    now = steps(LATIN, (0,))  # site 0 is 1
    assert ("Set", 1, 1) not in now
    assert ("Set", 2, 1) not in now
    assert ("Set", 3, 1) in now
    assert ("Toggle", 0, 1) not in now
    assert ("Toggle", 0, 2) in now


def test_a_variable_is_resolved_when_one_value_is_left() -> None:
    # 0, 1 and 2 are possible at first, though moves set 1 and 2 only: two values have to go
    first = (ALL.index(("Toggle", 0, 1)),)
    assert after(LATIN, first).sites() == []
    zero = puzzle("(all Different except:0)", values="Cell (range 0 1)")
    state = solved_by(zero, ("Toggle", 0, 0))
    assert state.sites() == [["C0", 1, [1, 1, 0, 0, 0]]]
    assert ("Set", 1, 1) not in steps(zero, (steps(zero).index(("Toggle", 0, 0)),))


def test_the_puzzle_is_won_when_all_is_different() -> None:
    state = solved_by(LATIN, ("Set", 0, 1), ("Set", 1, 2), ("Set", 2, 2))
    assert not state.over
    state = solved_by(LATIN, ("Set", 0, 1), ("Set", 1, 2), ("Set", 2, 2), ("Set", 3, 1))
    assert state.over
    assert state.ranking == [0.0, 1.0]


def test_given_values_are_left_alone() -> None:
    text = puzzle("(all Different)", start="(start (set {{0 2}}))")
    assert after(text).sites() == [["C0", 1, [2, 1, 0, 0, 0]]]
    assert all(site != 0 for _, site, _ in steps(text))
    assert ("Set", 1, 2) not in steps(text)


def test_a_value_that_no_variable_has_is_an_error() -> None:
    with pytest.raises(LudRuleError, match="cell 0 cannot be 3: sites are 0 to 3, values 0 to 2"):
        moves(puzzle("(all Different)", start="(start (set {{0 3}}))"))


def test_sums_of_regions() -> None:
    text = puzzle("(is Sum 3)")
    now = steps(text, (steps(text).index(("Set", 0, 2)),))
    assert ("Set", 1, 1) in now
    assert ("Set", 1, 2) not in now


def test_sums_by_hints() -> None:
    text = puzzle("(is Sum (hint))", items="(hints { (hint {0 1} 2) (hint {2 3} 4) }) (regions HintRegions)")
    assert [step for step in steps(text) if step[0] == "Set"] == [("Set", s, v) for s in range(4) for v in (1, 2)]
    assert ("Set", 1, 2) not in steps(text, (0,))
    assert ("Set", 3, 1) not in steps(text, (steps(text).index(("Set", 2, 2)),))


def test_counts_for_all_hints() -> None:
    text = puzzle(
        "(all Different (sites {0})) (forAll Hint (is Count (sites Around (from) includeSelf:True) of:1 (hint)))",
        values="Cell (range 0 1)",
        items="(hints { (hint 0 1) })",
    )
    now = steps(text, (steps(text).index(("Set", 3, 1)),))
    assert [step for step in now if step[0] == "Set" and step[2] == 1] == [("Set", 3, 1)]


def test_for_all_elements_of_another_type() -> None:
    text = puzzle(
        "(forAll Cell (is Count Vertex (sites Incident Vertex of:Cell at:(from)) of:1 (hint Cell at:(from))))",
        board="(square 2)",
        values="Vertex (range 0 1)",
        items="(hints { (hint 0 2) } Cell)",
        use="use:Vertex",
    )
    state = solved_by(text, ("Set", 0, 1), ("Set", 3, 1))
    assert state.over
    assert state.sites() == [["V0", 1, [1, 1, 0, 0, 0]], ["V3", 1, [1, 1, 0, 0, 0]]]


def test_comparisons_are_of_the_values_of_sites() -> None:
    text = puzzle("(all Different) (forAll Hint (< (from) (to)))", items="(regions {Rows}) (hints { (hint {0 1}) })")
    now = steps(text, (steps(text).index(("Set", 0, 1)),))
    assert ("Set", 1, 2) in now
    now = steps(text, (steps(text).index(("Set", 1, 2)),))
    assert ("Set", 0, 1) in now
    assert ("Set", 0, 2) not in now


def test_unique_rows_and_lines() -> None:
    rows = puzzle("(is Unique)", values="Cell (range 0 1)", items="(regions {Rows})")
    picks: tuple[int, ...] = ()
    for step in (("Set", 0, 0), ("Set", 2, 0), ("Set", 1, 0)):
        picks = (*picks, steps(rows, picks).index(step))
    assert ("Set", 3, 0) not in steps(rows, picks)
    assert ("Set", 3, 1) in steps(rows, picks)
    lines = puzzle("(not (is Line 2 Orthogonal)) (is Unique)", values="Cell (range 0 1)", items="(regions {Rows})")
    now = steps(lines, (steps(lines).index(("Set", 0, 0)),))
    assert ("Set", 1, 0) not in now  # 0 in two resolved cells is a line too
    assert ("Set", 3, 0) in now


def test_values_for_which_there_was_no_room() -> None:
    """At first cells can be 0 or 1. Ludii would write 2 where the next cell keeps its values."""
    widening = puzzle("(all Different)", values="Cell (range 0 (+ 1 (count Moves)))", items="(regions {Rows})")
    assert len(steps(widening)) == 12  # of each cell: 0 struck out, 1 set, 1 struck out; an open neighbour counts as 0
    with pytest.raises(LudRuleError, match="no room for"):
        moves(widening, (0,))


def test_more_values_than_a_number_has_bits() -> None:
    text = puzzle("(all Different)", board="(square 1)", values="Cell (range 2 40)", items="(regions {Rows})")
    assert len(steps(text)) == 78
    state = solved_by(text, ("Set", 0, 40))
    assert state.over
    assert state.sites() == [["C0", 1, [40, 0, 0, 0, 0]]]
