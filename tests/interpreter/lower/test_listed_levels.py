"""The bits of the levels that are listed (`lower/state/owned.py`) say what the lists of positions say."""

from __future__ import annotations

import random

import pytest

from ludparse import load
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.program.position_codes import position_of
from tests.corpus import LIBRARY, description, needs_corpus
from tests.interpreter.lower.playing import BACKENDS
from tests.interpreter.passes.golden_games import GAMES

RECORDED = [
    "board/space/blocking/Ex Nihilo",
    "board/war/leaping/diagonal/Lasca",
    "board/race/escape/Backgammon",
    "board/race/reach/Pente Grammai",
]


def listed(state: GameState) -> tuple[list[list[int]], list[int], bool]:
    """By site the levels in the lists; by site the bits; whether the bits are no longer exact."""
    game = state.game
    counts, codes, bits, twice = (
        game.engine.read(state.raw, name) for name in ("owned_n", "owned", "listed", "listed_twice")
    )
    size = game.data.fields["listed"].size
    row = len(codes) // len(counts)
    levels: list[list[int]] = [[] for _ in range(size)]
    for component, n in enumerate(counts):
        for code in codes[component * row : component * row + n]:
            site, level, _ = position_of(code, size)
            levels[site].append(level)
    return levels, bits, bool(twice)


def check(game: SingleGame, games: int, plies: int) -> int:
    """Plays at random; the number of positions in which the bits are exact."""
    exact = 0
    for seed in range(games):
        chance = random.Random(seed)
        state = game.start(seed)
        for _ in range(plies):
            levels, bits, twice = listed(state)
            if not twice:
                exact += 1
                assert all(len(set(each)) == len(each) for each in levels)
                assert bits == [sum(1 << level for level in each) for each in levels]
            else:  # a level without a bit has no position
                assert all(b >> x & 1 for each, b in zip(levels, bits, strict=True) for x in each if 0 <= x < 31)
            moves = state.legal_moves()
            if not moves:
                break
            state.apply(chance.choice(moves))
    return exact


@pytest.mark.parametrize("name", ["stack", "stacks"])
@pytest.mark.parametrize("backend", BACKENDS)
def test_bits_are_what_is_listed(name: str, backend: str, c_compiler: None) -> None:
    game = load(GAMES[name], backend=backend)
    assert "listed" in game.data.fields
    assert check(game, 5, 40) > 20


@needs_corpus
@pytest.mark.parametrize("path", RECORDED)
def test_the_same_in_recorded_games(path: str, c_compiler: None) -> None:
    game = load(description(path), library=str(LIBRARY))
    assert "listed" in game.data.fields
    assert check(game, 3, 80) > 0
