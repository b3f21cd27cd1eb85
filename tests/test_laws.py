"""Laws that hold for all games: what must not depend on names, directions, orders, parts and limits.

`make test` draws the same examples in each run; `make laws` draws many new ones and prints their seed, in CI too.
"""

from __future__ import annotations

import os
import pickle
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import Game, State, Trial, expand, load
from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.search.solver import solve
from ludparse.search import UCT, AlphaBeta
from tests.corpus import REPO
from tests.interpreter.descriptions import ALL, DICE, HUNT, SCORE
from tests.interpreter.lower.playing import BACKENDS

MORE = int(os.environ.get("LAWS", "1"))
SEEDS = st.integers(0, 2**32)
FOUR = """(game "Four" (players 2) (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (or (move Add (to (sites Empty))) (move Remove (sites Occupied by:Next))))
        (end { (if (is Line 3) (result Mover Win)) (if (= 30 (count Moves)) (result Mover Draw)) })))"""
SURROUND = """(game "Surround" (players 2) (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal
            (between if:(is Enemy (who at:(between))) (apply (remove (between))))))))
        (end (if (> (count Moves) 30) (byScore { (score P1 (count Sites in:(sites Occupied by:P1)))
            (score P2 (count Sites in:(sites Occupied by:P2))) })))))"""
THREE = """(game "Three" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""


@cache
def game(text: str, backend: str) -> Game:
    return load(text, backend=backend)


def turned(site: int, n: int, symmetry: int) -> int:
    """Where one of the eight symmetries of a square of n×n takes a site; a pass (-1) stays one."""
    if site < 0:
        return site
    row, column = divmod(site, n)
    for _ in range(symmetry % 4):
        row, column = column, n - 1 - row
    return row * n + (n - 1 - column if symmetry >= 4 else column)


def contents(state: State) -> dict[int, int]:
    """The owner of the piece on each site that has one (0 for none is left out)."""
    rows = [row for row in state.snapshot()["sites"] if row[2][0]]
    return {int(row[0][1:]): row[2][1] for row in rows}


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("text", [FOUR, SURROUND], ids=["four", "surround"])
@settings(max_examples=8 * MORE)
@given(seed=SEEDS, symmetry=st.integers(1, 7))
def test_a_turned_board_is_played_in_the_same_way(text: str, backend: str, seed: int, symmetry: int) -> None:
    """No rule of these games names a direction: turned moves are legal, and lead to the turned position."""
    one, other = (game(text, backend).start(seed=1) for _ in range(2))
    chance = random.Random(seed)
    for _ in range(24):
        if one.over:
            break
        legal = {(m.from_site, m.to_site): m for m in one.legal_moves()}
        there = {(m.from_site, m.to_site): m for m in other.legal_moves()}
        assert {tuple(turned(s, 4, symmetry) for s in sites) for sites in legal} == set(there)
        chosen = chance.choice(list(legal))
        one.apply(legal[chosen])
        other.apply(there[turned(chosen[0], 4, symmetry), turned(chosen[1], 4, symmetry)])
        assert {turned(s, 4, symmetry): who for s, who in contents(one).items()} == contents(other)
    assert (one.over, one.ranking, one.mover) == (other.over, other.ranking, other.mover)


@settings(max_examples=8 * MORE)
@given(seed=SEEDS)
def test_players_are_nothing_but_numbers(seed: int) -> None:
    """Where the second player's men stand, the first player's start, and the other way round: all is turned by half."""
    exchanged = HUNT.replace('"Man1"', '"X"').replace('"Man2"', '"Man1"').replace('"X"', '"Man2"')
    one, other = game(HUNT, "python").start(seed=1), game(exchanged, "python").start(seed=1)
    chance = random.Random(seed)
    for _ in range(30):
        if one.over:
            break
        legal = {(m.from_site, m.to_site): m for m in one.legal_moves()}
        there = {(m.from_site, m.to_site): m for m in other.legal_moves()}
        assert {(24 - a, 24 - b) for a, b in legal} == set(there)
        a, b = chance.choice(list(legal))
        one.apply(legal[a, b])
        other.apply(there[24 - a, 24 - b])
        assert {24 - s: who for s, who in contents(one).items()} == contents(other)
    assert (one.over, one.ranking) == (other.over, other.ranking)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("text", [HUNT, SCORE], ids=["hunt", "score"])
@settings(max_examples=6 * MORE)
@given(seed=SEEDS, first=st.integers(0, 20))
def test_parts_of_a_run_are_the_run(text: str, backend: str, seed: int, first: int) -> None:
    whole = game(text, backend).playouts(20, seed=seed, max_moves=60)
    halves = [(n, at) for n, at in ((first, 0), (20 - first, first)) if n]
    parts = [game(text, backend).playouts(n, seed=seed, max_moves=60, first=at) for n, at in halves]
    assert [length for part in parts for length in part.lengths] == list(whole.lengths)
    assert [ranking for part in parts for ranking in part.rankings] == list(whole.rankings)
    assert sum(part.moves for part in parts) == whole.moves and sum(part.cut for part in parts) == whole.cut


@cache
@cache
def true_value(stones: tuple[int, ...], mover: int) -> float:
    """What three in a row is worth to the player to move, by trying everything: 1 a win, 0.5 a draw, 0 a loss."""
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    if any(stones[a] == stones[b] == stones[c] == 3 - mover for a, b, c in lines):
        return 0.0
    after = ((*stones[:site], mover, *stones[site + 1 :]) for site in range(9) if not stones[site])
    return max((1 - true_value(s, 3 - mover) for s in after), default=0.5)


@pytest.mark.parametrize("backend", BACKENDS)
@settings(max_examples=12 * MORE)
@given(seed=SEEDS, plies=st.integers(0, 6))
def test_searches_find_what_trying_everything_finds(backend: str, seed: int, plies: int) -> None:
    """In solved positions a search with time enough takes a move that is worth most, and a proof is right."""
    state, chance = game(THREE, backend).start(seed=1), random.Random(seed)
    for _ in range(plies + 2 * (backend != "c")):  # searches run in Python: with all nine left they take seconds
        if not state.over:
            state.apply(state.random_move(chance))
    if state.over:
        return
    stones = tuple(contents(state).get(site, 0) for site in range(9))
    best = true_value(stones, state.mover)
    assert solve(state).value == best
    for agent in (AlphaBeta(nodes=50_000), UCT(iterations=3_000, seed=seed % 1000)):
        site = agent.choose(state).to_site
        after = (*stones[:site], state.mover, *stones[site + 1 :])
        assert 1 - true_value(after, 3 - state.mover) == best


@settings(max_examples=10 * MORE)
@given(seed=SEEDS, plies=st.integers(0, 5))
def test_more_time_is_never_worse_where_the_value_is_known(seed: int, plies: int) -> None:
    """What a search has proven is right, stays proven when it searches on, and is found in the end."""
    state, chance = game(THREE, BACKENDS[-1]).start(seed=1), random.Random(seed)
    for _ in range(plies):
        state.apply(state.random_move(chance))
    if state.over:
        return
    stones, proven = tuple(contents(state).get(site, 0) for site in range(9)), False
    for nodes in (10, 100, 1_000, 50_000):
        agent = AlphaBeta(nodes=nodes)
        site = agent.choose(state).to_site
        assert agent.report is not None and agent.report.proven >= proven
        if proven := agent.report.proven:
            worth = 1 - true_value((*stones[:site], state.mover, *stones[site + 1 :]), 3 - state.mover)
            assert worth == agent.report.value == true_value(stones, state.mover)
    assert proven


def told(state: State) -> tuple[object, ...]:
    """All that a player can see of a state, and what follows from each move."""
    follows = [state.consequences(move).text for move in state.legal_moves()]
    return state.snapshot(), state.key, state.over, state.ranking, follows


def further(state: State, numbers: list[float]) -> list[str]:
    """What the moves do that these numbers (from 0 up to 1) choose among the legal ones."""
    done = []
    for number in numbers:
        if moves := state.legal_moves():
            done.append(state.apply(moves[int(number * len(moves))]).text)
    return done


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("text", [HUNT, DICE, SCORE], ids=["hunt", "dice", "score"])
@settings(max_examples=4 * MORE)
@given(seed=SEEDS, plies=st.integers(0, 12))
def test_copies_go_their_own_way_and_undoing_goes_back(text: str, backend: str, seed: int, plies: int) -> None:
    """A copy and a pickle are what they were made of, and stay so while that goes on; moves taken back leave nothing;
    played from the same random numbers, a copy sees the same dice."""
    state, chance = game(text, backend).start(seed=seed % 1000), random.Random(seed)
    for _ in range(plies):
        if not state.over:
            state.apply(state.random_move(chance))
    before = told(state)
    copies = [state.copy(), pickle.loads(pickle.dumps(state))]
    numbers = [chance.random() for _ in range(4)]
    went = further(state, numbers)
    after = told(state)
    assert all(told(other) == before for other in copies)
    for other in copies:
        assert further(other, numbers) == went
        assert told(other) == after
    for _ in went:
        state.undo()
    assert told(state) == before


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("text", [HUNT, DICE, SCORE], ids=["hunt", "dice", "score"])
@settings(max_examples=4 * MORE)
@given(seed=SEEDS, plies=st.integers(0, 40))
def test_a_trial_is_replayed_to_the_same_bytes(text: str, backend: str, seed: int, plies: int) -> None:
    state, chance = game(text, backend).start(seed=seed % 1000), random.Random(seed)
    for _ in range(plies):
        if not state.over:
            state.apply(state.random_move(chance))
    written = str(state.trial())
    again = game(text, backend).replay(Trial.parse(written))
    assert str(again.trial()) == written
    assert told(again) == told(state)


def plies_of(played: Game, seed: int) -> list[object]:
    """What is seen of a random game, and how some others end."""
    state, chance, seen = played.start(seed=seed), random.Random(seed), list[object]()
    for _ in range(12):
        seen.append(told(state))
        if state.over:
            break
        further(state, [chance.random()])
    return [*seen, list(played.playouts(4, seed=seed, max_moves=60).rankings)]


@settings(max_examples=4 * MORE)
@given(
    text=st.sampled_from([FOUR, SURROUND, HUNT, DICE, SCORE]), seed=SEEDS,
    off=st.sampled_from([name for name, found in PASSES.items() if not found.legalises]),
)  # fmt: skip
def test_no_optimisation_changes_the_game(text: str, seed: int, off: str) -> None:
    assert plies_of(load(text, backend="python", without=(off,)), seed) == plies_of(game(text, BACKENDS[-1]), seed)


OURS = sorted((REPO / "games").glob("*/*.lud"))


@pytest.mark.parametrize("name", [*ALL, *(file.stem for file in OURS)])
def test_what_is_expanded_is_not_expanded_further(name: str) -> None:
    once = expand(ALL.get(name) or next(file for file in OURS if file.stem == name))
    assert expand(once) == once


@given(order=st.permutations(range(4)))
def test_options_come_in_any_order(order: list[int]) -> None:
    text = THREE.replace("(square 3)", "(rectangle <A:v> <B:v>)").replace("Line 3", "Line <C:v>")
    text = text.replace("(players 2)", "(players <D:v>)")
    for name in "ABCD":
        text += f'(option "{name}" <{name}> args:{{<v>}} {{ (item "three" <3> "") (item "four" <4> "")* }})'
    chosen = ["A/three", "B/four", "C/three", "D/three"]
    assert expand(text, options=[chosen[k] for k in order]) == expand(text, options=chosen)
