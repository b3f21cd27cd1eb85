"""Passes that work on sets of sites: what they find, and that games stay the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import load
from ludparse.interpreter.facts.site_sets import intersection, union
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Expr, Op
from ludparse.interpreter.program.printer import function
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import all_expressions, reached, statements
from tests.interpreter.both_backends import same_moves

BARE = """(game "Sites" (players 2)
  (equipment {{ (board (square {size})) (piece "Disc" Each (or {{ {moves} }})) (piece "Block" Neutral) {parts} }})
  (rules
    (start {{ (place "Disc1" (sites Bottom) state:1) (place "Disc2" (sites Top)) (place "Block0" (sites {{5 8}})) }})
    (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


def program(moves: str, *, size: int = 5, parts: str = "") -> Program:
    return load(BARE.format(size=size, moves=moves, parts=parts), backend="python").program


def loops(p: Program) -> list[ops.ForRow]:
    """The loops over steps or radials that generate moves."""
    found = [s for i in sorted(reached(p)) for s in statements(p.functions[i].body) if isinstance(s, ops.ForRow)]
    return [s for s in found if not s.table.startswith("pieces")]


def sites_of(p: Program) -> list[str]:
    """What the sets say that loops are narrowed to."""
    return [function(fn).split("return ")[1] for fn in p.functions if fn.kept]


def test_a_step_looks_at_the_sites_that_fit_alone() -> None:
    p = program("(move Step (to if:(is Empty (to))))")
    (loop,) = loops(p)
    assert sites_of(p) == ["empty_c"]
    assert loop.narrowed.keys == loop.table
    assert loop.narrowed.one_each


def test_a_condition_on_pieces_is_a_set_of_sites() -> None:
    p = program("(move Step (to if:(or (is Empty (to)) (is Enemy (who at:(to))))))")
    (text,) = sites_of(p)
    assert "empty_c" in text
    assert "who_c[i] == mover" in text


def test_a_hop_begins_at_a_hurdle() -> None:
    p = program("(move Hop (between if:(is Enemy (who at:(between)))) (to if:(is Empty (to))))")
    (loop,) = loops(p)
    assert loop.narrowed is not None
    assert loop.narrowed.keys != loop.table  # the first sites of the radials, not the radials themselves
    assert not loop.narrowed.one_each  # the site behind it is not asked about in the set


def test_a_slide_needs_a_first_site_to_go_over_or_to_end_on() -> None:
    p = program("(move Slide (to if:(is Enemy (who at:(to)))))")
    (loop,) = loops(p)
    assert loop.narrowed is not None


@pytest.mark.parametrize(
    "condition",
    [
        "(= (count Steps (from) (to)) 1)",  # depends on where the step begins
        "(is In (to) (sites Around (from)))",
        "(!= (from) (to))",
    ],
)
def test_a_condition_on_more_than_the_site_is_asked_in_each_round(condition: str) -> None:
    (loop,) = loops(program(f"(move Step (to if:{condition}))"))
    assert loop.narrowed is None


@pytest.mark.parametrize(
    "condition", ["(or (= (from) (to)) (is Empty (to)))", "(and (!= (to) (from)) (is Empty (to)))"]
)
def test_a_step_never_ends_where_it_begins(condition: str) -> None:
    assert sites_of(program(f"(move Step (to if:{condition}))")) == ["empty_c"]


TRACKS = """(game "Tracks" (players 2)
  (equipment {{ (surakartaBoard (square 4)) (piece "Disc" Each (move Slide {track}
    (between {range} if:(or (= (between) (from)) (is Empty (between))))
    (to if:(is Enemy (who at:(to))) (apply {rest} (remove (to)))))) }})
  (rules (start {{ (place "Disc1" (sites {{0 3 6 9}})) (place "Disc2" (sites {{5 10 12 15}})) }})
    (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.mark.parametrize("track", ['"AllTracks"', '"Track1E"'])
@pytest.mark.parametrize("range", ["", "(range 2 5)", "(max 3)"])
@pytest.mark.parametrize("rest", ["if:False", "if:(is Empty (to))"])
@pytest.mark.telling(every=4)
def test_slides_along_tracks_on_both_backends(track: str, range: str, rest: str, c_compiler: None) -> None:
    same_moves(TRACKS.format(track=track, range=range, rest=rest), plies=20, seed=3)


def test_a_slot_that_an_earlier_round_has_left_is_no_condition_on_the_site() -> None:
    # (to) is read while it still is what the round before has made it
    p = program("(move Hop (between if:(is Empty (to))) (to if:(is Empty (to))))")
    assert all(loop.narrowed is None for loop in loops(p))


def test_sites_with_a_property_are_found_at_once() -> None:
    p = program("(move Step (to if:(< 0 (count Sites in:(sites State 1)))))")
    gathered = [fn for fn in p.functions if any(x.op is Op.SET_WHERE for x in all_expressions(fn))]
    gathered = [fn for fn in gathered if not any(getattr(s, "at_once", None) for s in statements(fn.body))]
    assert gathered
    assert not any(_loops_over_all_sites(fn) for fn in gathered)


def _loops_over_all_sites(fn: Function) -> bool:
    return any(isinstance(s, ops.ForRange) for s in statements(fn.body))


def test_a_line_that_flanks_is_followed_at_once() -> None:
    p = program(
        "(custodial (from (from)) (between if:(is Enemy (who at:(between)))) (to if:(is Friend (who at:(to)))))"
    )
    assert any(x.op is Op.ROW_RUN for fn in p.functions for x in all_expressions(fn))
    assert not any(
        isinstance(s, ops.While) for fn in p.functions if "custodial" in fn.name for s in statements(fn.body)
    )


def test_sets_are_as_wide_as_the_types_that_rules_speak_of() -> None:
    assert program("(move Step (to if:(is Empty (to))))").set_width == 25
    # the board has 36 vertices; rules that speak of them need room for them
    vertices = program("(move Step (to if:(< 2 (count Sites in:(sites Incident Vertex of:Cell at:(to))))))")
    assert vertices.set_width == 36


_ABOUT = ("to", "between")
_simple = st.sampled_from(
    [
        *("(is Empty ({s}))", "(is Occupied ({s}))", "(is Enemy (who at:({s})))", "(is Friend (who at:({s})))"),
        *("(is In ({s}) (sites Centre))", '(= (what at:({s})) (id "Block0"))', "(= (state at:({s})) 1)"),
        *("(= ({s}) 7)", "(!= ({s}) (last To))", "(is In ({s}) (sites Occupied by:Mover))", "(is Mover P1)"),
    ]
)
_conditions = st.recursive(
    _simple,
    lambda inner: st.one_of(
        st.builds("(not {})".format, inner),
        st.builds("(and {} {})".format, inner, inner),
        st.builds("(or {} {})".format, inner, inner),
    ),
    max_leaves=4,
)
_forms = st.sampled_from(
    [
        "(move Step (to if:TO))",
        "(move Slide (between if:BETWEEN) (to if:TO))",
        "(move Hop (between if:BETWEEN) (to if:TO))",
        "(move Hop (between (range 1 2) if:BETWEEN) (to if:TO (apply (remove (to)))))",
        "(move Leap { {F F R} } (to if:TO))",
    ]
)


@pytest.mark.usefixtures("c_compiler")
@given(
    form=_forms,
    conditions=st.tuples(_conditions, _conditions),
    size=st.sampled_from([4, 9]),
    seed=st.integers(0, 1000),
)
@settings(max_examples=12, deadline=None)
def test_rounds_that_are_left_out_would_have_done_nothing(
    form: str, conditions: tuple[str, str], size: int, seed: int
) -> None:
    """The C backend leaves rounds out, the Python backend runs every one."""
    moves = form
    for slot, condition in zip(_ABOUT, conditions, strict=True):
        moves = moves.replace(slot.upper(), condition.replace("{s}", slot))
    text = BARE.format(size=size, moves=moves, parts="")
    same_moves(text, 12, seed)


def test_a_union_has_each_operand_once() -> None:
    a, b, c = (Expr(Op.SET_ONE, ops.Type.SET, (ir.const(k),)) for k in range(3))
    ab = union(a, b)
    assert union(ab, b) is ab
    assert union(ab, intersection(b, c)) is ab  # the operand is within b
    assert union(intersection(b, c), b) is b
    assert intersection(intersection(a, b), a) is intersection(a, b)


def test_short_rows_of_a_large_board_stay_as_they_are_while_moves_are_tried() -> None:
    enclose = "(enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between)))))"
    surround = f"(move Add (to (sites Empty)) (then {enclose}))"
    tried = f"(do {surround} ifAfterwards:(is Occupied (last To)))"
    narrowed = [sum(s.narrowed is not None for s in loops(program(m, size=15))) for m in (surround, tried)]
    assert narrowed[0] > narrowed[1] == 0
