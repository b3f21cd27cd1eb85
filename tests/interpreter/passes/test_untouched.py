"""Moves that are tried are left out where they cannot change the answer, and nothing else changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludparse import Game, load
from ludparse.interpreter.backends.python.runtime import Runtime
from ludparse.interpreter.facts.trials import trial_places
from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Op, Type, Var
from ludparse.interpreter.program.program import Function
from ludparse.interpreter.program.verifier import verify
from ludparse.interpreter.program.walk import bound
from tests.interpreter.lower.playing import BACKENDS
from tests.interpreter.passes.golden import found_by
from tests.interpreter.passes.test_elsewhere import PIECES

# Consequents that write other sites, fields that questions read, and slots of the context; promotion; a piece that is
# asked about by its value; moves that pass the turn back.
CONSEQUENTS = """(game "Consequents" (players {(player N) (player S)}) (equipment {(board (square 6))
        (regions "Home" P1 (sites Top)) (regions "Home" P2 (sites Bottom))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))
            (then (if (is In (last To) (sites Mover "Home")) (moveAgain)))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))
            (then (forEach Site (sites Around (last To) Diagonal) (if (is Enemy (who at:(site))) (remove (site)))))))
        (piece "Queen" Each (move Slide (to if:(is Enemy (who at:(to))) (apply (remove (to))))))
        (piece "Pawn" Each (or (move Step Forward (to if:(is Empty (to)))
            (then (if (is In (last To) (sites Mover "Home")) (promote (last To) (piece "Queen") Mover))))
            (move Step (directions {FR FL}) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))})
    (rules (start {(place "King1" 2) (place "King2" 33) (place "Rook1" {0 5}) (place "Rook2" {30 35})
            (place "Pawn1" {6 7 9 10}) (place "Pawn2" {25 26 28 29})})
        (play (do (forEach Piece) ifAfterwards:(and (not (is Threatened (id "King" Mover)))
            (< 2 (count Sites in:(sites Occupied by:Next))))))
        (end (if (no Moves Next) (result Mover Win)))))"""

# The question depends on where the piece that has moved stands, and on a counter: every move has to be tried.
EVERY = """(game "Every" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))})
        (play (do (forEach Piece (move Step (to if:(is Empty (to)))))
            ifAfterwards:(< (count Sites in:(sites Around (last To) Own)) 2)))
        (end (if (no Moves Next) (result Mover Win)))))"""


# Two armies far from each other: most moves go to sites that no piece of the other side can reach.
FAR = """(game "Far" (players 2) (equipment {(board (square 8)) (piece "King" Each (move Step (to if:(is Empty (to)))))
        (piece "Man" Each (move Step (to if:(is Empty (to)))))})
    (rules (start {(place "King1" 0) (place "King2" 63) (place "Man1" {1 2 3 4 5 6 7}) (place "Man2" {56 57 58 59})})
        (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
        (end (if (no Moves Next) (result Mover Win)))))"""

# Men step and take; one that reaches a corner adds to a value. What may be played is asked after each move.
ASKED = """(game "Asked" (players 2) (equipment {(board (square 4)) (piece "Man" Each
        (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))
            (then (if (is In (last To) (sites Corners)) (set Var "Here" (+ 1 (var "Here")))))))})
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
        (play (do (forEach Piece) ifAfterwards:ASK)) (end (if (no Moves Next) (result Mover Win)))))"""
ASKS = {
    "a value": '(> 1 (var "Here"))',
    "members of two sets": "(> 9 (count Sites in:(sites Empty)))",
    "members of a set outside another": "(> 9 (count Sites in:(difference (sites Empty) (sites Corners))))",
    "what stands on some sites": "(< 2 (count Sites in:(forEach (sites Top) if:(!= 0 (who at:(site))))))",
}


def played(text: str, backend: str, games: int, plies: int, without: tuple[str, ...] = ()) -> list[list[list[str]]]:
    """The legal moves at each ply of some random games."""
    game = load(text, backend=backend, verify=True, without=without)  # not from the cache
    assert isinstance(game, Game)
    found: list[list[list[str]]] = []
    for seed in range(games):
        state = game.start(seed=seed)
        found.append([])
        for ply in range(plies):
            moves = state.legal_moves()
            found[-1].append([m.text for m in moves])
            if not moves:
                break
            state.apply(moves[(seed * 31 + ply * 7) % len(moves)])
    return found


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("text", [PIECES, CONSEQUENTS], ids=["pieces", "consequents"])
@pytest.mark.telling("pieces-python", "consequents-c")
def test_the_same_moves_with_and_without(text: str, backend: str) -> None:
    assert played(text, backend, 2, 40) == played(text, backend, 2, 40, ("skip_untouched",))


@pytest.mark.parametrize("ask", ASKS.values(), ids=list(ASKS))
def test_what_a_question_reads_is_noted(ask: str) -> None:
    """A move that changes it is tried again."""
    text = ASKED.replace("ASK", ask)
    assert played(text, "python", 3, 14) == played(text, "python", 3, 14, ("skip_untouched",))


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """How many moves are tried in the beginning of a game."""
    pushed = [0]
    push = Runtime.state_push

    def count(self: Runtime) -> None:
        pushed[0] += 1
        push(self)

    def found(text: str, without: tuple[str, ...] = ()) -> int:
        pushed[0] = 0
        played(text, "python", 1, 4, without)
        return pushed[0]

    monkeypatch.setattr(Runtime, "state_push", count)
    return found


def test_fewer_moves_are_tried(tried: Callable[..., int]) -> None:
    assert tried(FAR) < 0.5 * tried(FAR, ("skip_untouched",))


def test_only_what_two_sets_share_is_watched(tried: Callable[..., int]) -> None:
    """Of the empty sites the question reads the corners alone, in whichever order the two sets are written: most men
    neither come from one nor go to one."""
    one, other = (
        ASKED.replace("ASK", f"(> 4 (count Sites in:(intersection {sets})))")
        for sets in ("(sites Empty) (sites Corners)", "(sites Corners) (sites Empty)")
    )
    assert tried(one) == tried(other) < tried(one, ("skip_untouched",))


@pytest.mark.parametrize("turned", [False, True])
def test_a_question_about_the_last_move_is_left_alone(turned: bool) -> None:
    """Every move would have to be tried, on whichever side of the comparison its site is asked for."""
    old = "(< (count Sites in:(sites Around (last To) Own)) 2)"
    assert old in EVERY
    text = EVERY.replace(old, "(> (count Pieces Mover) (count Sites in:(sites Around (last To) Own)))")
    tables = load(text if turned else EVERY, backend="python").program.tables
    assert not any(name.startswith("written_by") for name in tables)


def test_what_is_kept_has_names_of_its_own() -> None:
    """Two questions of one function each keep an answer, as if another local had the name already."""
    program = found_by("skip_untouched", FAR)
    for fn in program.functions:
        fn.body[:0] = [ops.Assign(Var("known_answer", Type.BOOL), ir.FALSE)]
    PASSES["skip_untouched"].change(program)
    verify(program)
    assert any("known_answer_2" in {v.name for v in bound(fn.body)} for fn in program.functions)


@pytest.mark.parametrize("setter", [None, "statement", "function"])
def test_a_slot_that_is_set_for_each_move_makes_the_question_another_one(setter: str | None) -> None:
    """The question reads a slot. Where each iteration sets it before the move is tried, or a function that it calls
    does, what was answered before the loop says nothing."""
    program = found_by("skip_untouched", ASKED.replace("ASK", ASKS["members of two sets"]))
    tried = [place for fn in program.functions for place in trial_places(fn) if place.loop is not None]
    assert tried
    for place in tried:
        place.trial.answer &= ops.Expr(Op.CTX, Type.INT, (), "level") >= -1
        move = ops.Expr(Op.VAR, Type.INT, (), place.trial.move)
        if setter == "statement":
            place.replace(ops.SetCtx("level", move), place.trial)
        elif setter == "function":
            level = Var("level", Type.INT)
            body: ops.Block = [ops.SetCtx("level", ops.Expr(Op.VAR, Type.INT, (), level))]
            fn = program.add(Function("set_level", (level,), Type.VOID, body))
            place.replace(ops.Do(ops.Expr(Op.CALL, Type.VOID, (move,), fn)), place.trial)
    verify(program)
    PASSES["skip_untouched"].change(program)
    verify(program)
    known = {v.name for fn in program.functions for v in bound(fn.body) if v.name.startswith("known_answer")}
    assert bool(known) is (setter is None)
