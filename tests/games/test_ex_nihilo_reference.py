"""The reference of Ex Nihilo against the rules, and against the games that Ludii recorded."""

import random
import re
from collections import Counter

import pytest

from ludparse import Trial
from ludparse.exporters.verification.recordings import read_trace
from ludparse.games.ex_nihilo.reference import Board, Move, Position, start
from ludparse.interpreter.play.trial_text import MoveText, parse_move
from tests.corpus import TRACES, TRIALS, needs_corpus

PATH = "board/space/blocking/Ex Nihilo"
NOTHING = 3  # the recorded description puts a neutral piece on every empty cell


def at(board: Board, name: str) -> int:
    return next(cell for cell in range(len(board.cells)) if board.names[cell] == name)


def position(size: int, stacks: dict[str, tuple[int, ...]], mover: int = 1, last: str | None = None) -> Position:
    board = start(size).board
    named = {at(board, name): stack for name, stack in stacks.items()}
    cells = tuple(named.get(cell, ()) for cell in range(len(board.cells)))
    return Position(board, cells, mover, None if last is None else at(board, last))


def texts(position: Position) -> set[str]:
    return {position.text(move) for move in position.moves}


@pytest.mark.parametrize(("size", "cells"), [(4, 37), (5, 61), (6, 91)])
def test_board(size: int, cells: int) -> None:
    board = start(size).board
    assert len(board.cells) == cells
    assert Counter(board.steps) == {0: 1} | {step: 6 * step for step in range(1, size)}
    for cell, lines in enumerate(board.lines):
        for line in lines:
            assert all(any(cell in back for back in board.lines[other]) for other in line)


def test_the_first_move_places_a_stack() -> None:
    first = start(4)
    centre = at(first.board, "d4")
    assert all(move.height == 0 for move in first.moves)
    after = first.play(Move(centre, at(first.board, "g4"), 0))
    assert after.stacks[at(first.board, "g4")] == (1, 1, 1)
    assert after.stacks[centre] == ()
    assert after.mover == 2


def test_parts_move_anywhere_and_whole_stacks_only_outwards() -> None:
    p = position(4, {"f4": (2, 1)})
    along = {text for text in texts(p) if text.startswith("f4")}
    assert {"f4:1-a4", "f4:1-e4", "f4:1-g4", "f4-g4"} <= along
    assert "f4-e4" not in along
    after = p.play(Move(at(p.board, "f4"), at(p.board, "g4"), 1))
    assert after.stacks[at(p.board, "f4")] == (2,)
    assert after.stacks[at(p.board, "g4")] == (1, 1)


def test_enemy_stacks_do_not_move() -> None:
    assert not any(text.startswith("f4") for text in texts(position(4, {"f4": (1, 2)})))


def test_capturing_is_obligatory_and_goes_on_with_the_hostage() -> None:
    # Moving c4-b4 makes a stack of two, with d4 and f4 on its line: all of size two.
    p = position(4, {"c4": (1,), "d4": (2, 2), "f4": (1, 1)})
    assert texts(p) == {"c4-b4"} | {text for text in texts(p) if text.endswith("-b4")}
    after = p.play(Move(at(p.board, "c4"), at(p.board, "b4"), 1))
    assert after.mover == 1
    assert after.hostages == {at(p.board, "d4")}
    assert {text[:2] for text in texts(after)} == {"d4"}


def test_flanked_stacks_are_of_one_size_and_in_the_middle() -> None:
    assert position(4, {"b4": (1,), "c4": (2, 2), "d4": (1,)}, last="b4").hostages == frozenset()
    assert position(4, {"b4": (1,), "c4": (2,), "e4": (1,)}, last="b4").hostages == frozenset()
    assert position(4, {"b4": (1,), "d4": (2,), "f4": (1,)}, last="b4").hostages != frozenset()
    assert position(4, {"b4": (2,), "d4": (2,), "f4": (1,)}, last="b4").hostages == frozenset()


def test_a_part_may_capture_what_it_leaves_behind() -> None:
    # The top piece moves away from an enemy piece, which is then a stack in the middle.
    p = position(4, {"d4": (2, 1), "f4": (1,)})
    after = p.play(Move(at(p.board, "d4"), at(p.board, "b4"), 1))
    assert after.stacks[at(p.board, "b4")] == (1, 1, 1)
    assert after.mover == 2
    p = position(4, {"b4": (2, 1), "c4": (1,)})
    after = p.play(Move(at(p.board, "b4"), at(p.board, "a4"), 1))
    assert after.hostages == frozenset()
    p = position(4, {"c4": (2, 2, 1), "d4": (1, 1)})
    after = p.play(Move(at(p.board, "c4"), at(p.board, "b4"), 1))
    assert after.stacks[at(p.board, "b4")] == (1, 1)
    assert after.hostages == {at(p.board, "c4")}


def test_who_must_move_a_hostage_that_cannot_move_loses() -> None:
    # A single piece on the edge has no cell farther from the centre to go to.
    stuck = position(4, {"a1": (1,), "b1": (2,), "c1": (1,)}, last="a1")
    assert stuck.hostages == {at(stuck.board, "b1")}
    assert stuck.moves == ()
    assert stuck.winner == 2
    free = position(4, {"a1": (1,), "b1": (2,), "c1": (1,)})
    assert free.winner == 0


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(ValueError, match="d4-d4 is not legal"):
        start(4).play(Move(18, 18, 0))


def test_games_end_and_pieces_are_kept() -> None:
    for seed in range(8):
        chance = random.Random(seed)
        p = start(4)
        for _ in range(500):
            if not p.moves:
                break
            move = chance.choice(p.moves)
            growth = max(0, p.board.steps[move.target] - p.board.steps[move.origin])
            after = p.play(move)
            assert sum(map(len, after.stacks)) == sum(map(len, p.stacks)) + growth
            p = after
        assert p.winner in (1, 2)


def count_of(move: MoveText) -> int:
    """How many pieces a recorded move moves."""
    match = re.search(r"numLevel=(\d+)", "".join(move.actions))
    return int(match[1]) if match else 0


@needs_corpus
@pytest.mark.parametrize("name", ["seed1", "full"])
def test_recorded_traces(name: str) -> None:
    trace = read_trace(TRACES / PATH / f"{name}.jsonl.gz")
    p = start(5)
    for ply in trace.plies:
        move = parse_move(ply.applied)
        assert p.mover == move.mover
        assert Counter((m.origin, m.target) for m in p.moves) == Counter((a, b) for a, b, _ in ply.legal)
        p = p.play(Move(move.from_site, move.to_site, count_of(move)))
        if ply.state:
            recorded = {int(site[0][1:]): tuple(level[0] for level in site[2:]) for site in ply.state["sites"]}
            assert recorded == {cell: stack or (NOTHING,) for cell, stack in enumerate(p.stacks)}
    if trace.plies[-1].ranking:
        assert trace.plies[-1].ranking[p.winner] == 1.0


@needs_corpus
def test_recorded_trial() -> None:
    trial = Trial.read(TRIALS / PATH / "0.txt")
    p = start(5)
    for text, count in zip(trial.moves, trial.legal_counts, strict=True):
        assert len(p.moves) == count
        move = parse_move(text)
        p = p.play(Move(move.from_site, move.to_site, count_of(move)))
    assert p.winner == trial.winner
