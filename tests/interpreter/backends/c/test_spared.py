"""Filters over tried moves in random games: moves that need no trial are counted without being built."""

from __future__ import annotations

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.backends.c.rendering.spared import spared
from ludparse.interpreter.backends.python.engine import PythonEngine
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.walk import statements
from tests.corpus import LIBRARY, description, needs_corpus
from tests.interpreter.passes.golden_games import GAMES
from tests.interpreter.passes.test_untouched import CONSEQUENTS, EVERY, FAR

# What is captured goes to the hand, at a place that is not known before the move is built. A piece from the hand may
# not be dropped where it attacks the king: a filter within the filter.
HANDS = """(game "Hands" (players {(player N) (player S)})
    (equipment {(board (square 5)) (hand Each size:2) (map "Hand" {(pair P1 25) (pair P2 27)})
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to))))
            (apply (if (is Enemy (who at:(to))) (add (piece (id "Man" Mover)) (to (mapEntry "Hand" Mover))))))))
        (piece "Man" Each (move Step Orthogonal (to if:(not (is Friend (who at:(to))))
            (apply (if (is Enemy (who at:(to))) (add (piece (id "Man" Mover)) (to (mapEntry "Hand" Mover))))))))})
    (rules (start {(place "King1" 2) (place "King2" 22) (place "Man1" {5 7 9}) (place "Man2" {15 17 19})})
        (play (do (or (forEach Piece) (do (move (from (handSite Mover)) (to (sites Empty)))
                ifAfterwards:(not (is Threatened (id "King" Next)))))
            ifAfterwards:(not (is Threatened (id "King" Mover)))))
        (end (if (no Moves Next) (result Mover Win)))))"""
ALL = {"check": GAMES["check"], "order": GAMES["order"], "consequents": CONSEQUENTS, "far": FAR, "hands": HANDS}


def program_of(text: str) -> Program:
    return load(text, backend="python").program


@pytest.mark.parametrize("name", ALL)
def test_filters_are_found(name: str) -> None:
    program = program_of(ALL[name])
    found = spared(program)
    assert found.filters and found.tests
    text = render_c(program)
    assert "#define SPARES 1" in text
    assert all(f"spared_count_{i}(E *e) {{" in text for i in found.filters)


@pytest.mark.parametrize("name", ALL)
def test_what_a_filter_asks_may_be_written_in_another_way(name: str) -> None:
    program, other = program_of(ALL[name]), program_of(ALL[name])
    for s in (s for fn in other.functions for s in statements(fn.body) if isinstance(s, ops.Filter)):
        for t in (t for t in s.tests if isinstance(t, ops.If)):
            t.cond, t.then, t.orelse = ir.not_(t.cond), t.orelse, t.then
    assert spared(other).filters.keys() == spared(program).filters.keys()


@pytest.mark.parametrize("text", [EVERY, GAMES["line"], GAMES["surround"]], ids=["every", "line", "surround"])
def test_other_programs_are_left_alone(text: str) -> None:
    """Programs whose filters try every move, or that have none."""
    program = program_of(text)
    assert not spared(program).filters
    assert "#define SPARES 0" in render_c(program)


def test_a_filter_within_another_builds_its_moves() -> None:
    found = spared(program_of(HANDS))
    assert len(found.wholes) == 1
    assert found.wholes.keys() & found.modal


def test_what_is_not_known_beforehand_is_told_by_its_condition() -> None:
    """Where in the hand a captured piece is put is not known, but whether anything is captured."""
    sure = [sure for _, sure in spared(program_of(HANDS)).tests.values()]
    assert not all(sure)
    assert all(sure for _, sure in spared(program_of(FAR)).tests.values())


LIBRARY_GAMES = ("chess/Chess", "chess/Forcado", "chess/Shakhmaty", "xiangqi/Xiangqi", "shogi/Minishogi")


@needs_corpus
@pytest.mark.parametrize("name", LIBRARY_GAMES)
@pytest.mark.telling("shogi/Minishogi")
def test_filters_of_the_library_are_found(name: str) -> None:
    path = description(f"board/war/replacement/checkmate/{name}")
    program = load(path, library=str(LIBRARY), backend="python").program
    assert spared(program).filters


# Each piece has a filter of its own: the choice skips the filters of the pieces before the one whose move is chosen.
OF_EACH = """(game "Of each" (players {(player N) (player S)})
    (equipment {(board (square 5)) (piece "King" Each) (piece "Man" Each)})
    (rules (start {(place "King1" 2) (place "King2" 22) (place "Man1" {5 7 9}) (place "Man2" {15 17 19})})
        (play (forEach Piece (do (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))
            ifAfterwards:(can Move (add
                (to (sites Empty) if:(not (is Within (id "Man" Mover) in:(sites LineOfSight Piece at:(to))))))))))
        (end (if (no Moves Next) (result Mover Win)))))"""


def test_filters_within_a_loop_over_pieces(c_compiler: None) -> None:
    program = program_of(OF_EACH)
    assert spared(program).filters
    played = [
        engine.playouts(None, 0, 8, 1, 60, 1)
        for engine in (PythonEngine(program), CEngine(program, ("-DVARIANTS", "-DCHECK_KEPT")))
    ]
    assert [list(p.lengths) for p in played] == [list(played[0].lengths)] * 2
    assert list(played[0].rankings) == list(played[1].rankings)
