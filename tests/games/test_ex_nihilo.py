"""Ours against the reference by hand, and ours against the corpus's description: the same game."""

import random
import re
from collections.abc import Sequence
from typing import Any

import pytest

from ludparse.games.ex_nihilo.reference import Move, Position, start
from ludparse.interpreter.game.load import load
from tests.corpus import LIBRARY, description, needs_corpus
from tests.games.by_hand import check

CORPUS_PATH = "board/space/blocking/Ex Nihilo"
NOTHING = "Disc0"  # the piece that the corpus's description puts on empty cells
PLAIN = re.compile(r"numLevel=(\d+)")


def moves_of(state: Any) -> dict[Move, Any]:
    """The engine's legal moves as the reference's, which are different for different moves."""
    found = {}
    for move in state.legal_moves():
        match = PLAIN.search("".join(map(str, move.actions)))
        found[Move(move.from_site, move.to_site, int(match[1]) if match else 0)] = move
    return found


def stacks_of(state: Any, cells: int, nothing: int | None) -> tuple[tuple[int, ...], ...]:
    found = {int(site[0][1:]): tuple(level[0] for level in site[2:]) for site in state.snapshot()["sites"]}
    empty = ((), (nothing,))
    return tuple(() if found.get(cell, ()) in empty else found[cell] for cell in range(cells))


def play_both(game: Any, reference: Position, seed: int, nothing: int | None = None) -> int:
    """One random game in both; how many positions were compared."""
    chance = random.Random(seed)
    state = game.start(seed=seed)
    positions = 0
    while True:
        positions += 1
        assert stacks_of(state, len(reference.stacks), nothing) == reference.stacks
        assert state.over == (not reference.moves)
        if state.over:
            assert list(state.ranking)[reference.winner] == 1.0
            return positions
        assert state.mover == reference.mover
        theirs = moves_of(state)
        assert len(theirs) == len(state.legal_moves())
        assert sorted(theirs) == list(reference.moves)
        move = chance.choice(reference.moves)
        state.apply(theirs[move])
        reference = reference.play(move)


def play_many(game: Any, size: int, seeds: Sequence[int], nothing: int | None = None) -> int:
    return sum(play_both(game, start(size), seed, nothing) for seed in seeds)


@pytest.mark.parametrize(("size", "games"), [(3, 30), (4, 60), (5, 25), (6, 8)])
def test_ours_is_the_reference(size: int, games: int) -> None:
    game = load("Ex Nihilo", options=[f"Board Size/{size}"], backend="auto")
    assert play_many(game, size, range(games)) > 200


def test_ours_is_the_reference_on_the_largest_board() -> None:
    assert check("ex_nihilo", ("Board Size/10",), positions=8, perft_seconds=0).positions == 8


def test_ours_is_the_reference_on_the_python_backend() -> None:
    assert play_many(load("Ex Nihilo", options=["Board Size/4"], backend="python"), 4, range(8)) > 60


def test_five_is_the_usual_size() -> None:
    assert len(load("Ex Nihilo").start().legal_moves()) == len(start(5).moves)


@needs_corpus
@pytest.mark.parametrize("size", [4, 5, 6])
def test_the_corpus_describes_the_same_game(size: int) -> None:
    game = load(str(description(CORPUS_PATH)), options=[f"Board Size/{size}"], library=str(LIBRARY), backend="auto")
    nothing = next(piece.index for piece in game.pieces if piece.name == NOTHING)
    assert play_many(game, size, range(1000, 1006), nothing) > 60


@pytest.mark.parametrize(
    "options",
    [
        ("Board Size/4", "Capturing/Free"),
        ("Board Size/4", "Stuck/Wins"),
        ("Board Size/4", "Capturing/Free", "Stuck/Wins"),
    ],
)
def test_other_rules(options: tuple[str, ...]) -> None:
    outcome = check("ex_nihilo", options, positions=120, perft_seconds=0)
    assert outcome.finished


def test_who_is_stuck_may_win() -> None:
    stuck = check("ex_nihilo", ("Board Size/4",), positions=80, perft_seconds=0).places
    turned = check("ex_nihilo", ("Board Size/4", "Stuck/Wins"), positions=80, perft_seconds=0).places
    assert turned == {" ".join(reversed(place.split())): games for place, games in stuck.items()}
