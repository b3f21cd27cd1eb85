"""What a game remembers, and what comes of it at the end, is told as it is played."""

import random
import re
from typing import Any

import pytest

from ludparse import load

from .test_told_turns import stacks, told

BIDS = """(define "Leads" (if (> (count Pips) (var "Best")) (mover)
    (if (= (count Pips) (var "Best")) 0 (var "Leader"))))
(define "AllHaveThrown" (= 2 (mover)))
(game "Bids" (players 2) (equipment {(board (square 3)) (piece "Disc" Each) (dice d:3 num:2)})
    (rules (play (if (= 1 (var "Begun")) (move Add (to (sites Empty)))
        (do (roll) next:(move Select (from (centrePoint)) (then (and {
            (if "AllHaveThrown" (if (< 0 "Leads") (and (set NextPlayer (player "Leads")) (set Var "Begun" 1))))
            (set Var "Leader" "Leads")
            (set Var "Best" (if (and "AllHaveThrown" (= 0 "Leads")) 0 (max (var "Best") (count Pips))))}))))))
        (end (if (is Full) (result Mover Draw)))))"""


def test_players_that_are_remembered_are_players() -> None:
    """Who has thrown the most begins; a number that is a player is told as one, with what it is at first."""
    rules = told(BIDS)
    assert rules["Start"][1:] == ["“Begun” does not hold, the number “Best” is 0 and the player “Leader” is nobody."]
    assert rules["Terms"] == [
        "“leads” means the first of these that applies:\n"
        "    - you if the sum of the dice is more than the number “Best”\n"
        "    - nobody if the sum of the dice is the number “Best”\n"
        "    - the player “Leader” otherwise."]  # fmt: skip
    (play,) = rules["Play"]
    assert [line.strip() for line in play.split("\n")] == [
        "On your turn, if “Begun” holds, place a piece of yours on an empty cell",
        "otherwise:",
        "roll the dice, and then:",
        "- if it is player 2's turn and the “leads” player is somebody, make the “leads” player the next player, and "
        "“Begun” holds from now on",
        "- remember the “leads” player as the player “Leader”",
        "- remember 0 if it is player 2's turn and the “leads” player is nobody, and otherwise the larger of the "
        "number “Best” and the sum of the dice, as “Best”.",
    ]  # fmt: skip
    game, begun = load(BIDS, backend="python"), set[int]()
    for seed in range(20):
        state, best, leader = game.start(seed=seed), 0, 0
        while True:
            mover, (move,) = state.mover, state.legal_moves()
            actions = str(state.apply(move).actions)
            thrown = sum(int(face) + 1 for face in re.findall(r"Dice:site=\d+,state=(\d)", actions))
            leads = mover if thrown > best else 0 if thrown == best else leader
            if mover == 2 and leads:
                assert state.mover == leads and len(state.legal_moves()) == 9
                begun.add(leads)
                break
            leader, best = leads, 0 if mover == 2 and not leads else max(best, thrown)
            assert state.mover == 3 - mover
    assert begun == {1, 2}


HEAP = """(define "Worth" (payoff #1 (toFloat (if (= #2 (who at:(centrePoint) level:0)) 3
    (if (= #2 (who at:(centrePoint) level:1)) 2 (if (= #2 (who at:(centrePoint) level:2)) 1 0))))))
(game "Heap" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (or (move Add (to (sites Empty))) (move Add (to (centrePoint)) stack:True)))
        (end (if (= 5 (count Moves)) (payoffs {("Worth" P1 1) ("Worth" P2 2)})))))"""


def test_numbers_at_the_end_come_from_the_lowest_piece() -> None:
    (goal,) = told(HEAP)["Goal"]
    assert goal == (
        "If the number of moves is 5, the game ends, and each player gets a number for the lowest of that player's "
        "pieces on the centre of the board, which is 3, 2 or 1 if that is the lowest, second lowest or third lowest "
        "piece there, and otherwise 0; the highest of these numbers wins.")  # fmt: skip
    game, seen = load(HEAP, backend="python"), set[tuple[int, ...]]()
    for seed in range(60):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over:
            legal = state.legal_moves()
            state.apply(rng.choice([move for move in legal if move.to_site == 4 or rng.random() < 0.2] or legal))
        heap = stacks(state).get(4, ())[:3]
        worth = [3 - heap.index(player) if player in heap else 0 for player in (1, 2)]
        order = 1.5 if worth[0] == worth[1] else 1.0 if worth[0] > worth[1] else 2.0
        assert state.ranking[1] == order
        seen.add(tuple(worth))
    assert len(seen) > 2


ALMOST: dict[str, tuple[str, Any]] = {
    "(= 0 (count Sites in:(difference (sites Occupied by:Next) (sites Top))))": (
        "the opponent has no pieces except on the top row", lambda theirs: all(site > 11 for site in theirs)),
    "(< 0 (count Sites in:(difference (sites Occupied by:Next) (sites {0 1 2 3 4 5}))))": (
        "the opponent has a piece that is not on A1 to D1, A2 and B2", lambda theirs: any(site > 5 for site in theirs)),
}  # fmt: skip


@pytest.mark.parametrize("rule", ALMOST)
def test_pieces_elsewhere(rule: str) -> None:
    source = f"""(game "Ends" (players 2) (equipment {{(board (square 4)) (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if (and (< 3 (count Moves)) {rule}) (result Mover Win)))))"""
    text, holds = ALMOST[rule]
    assert told(source)["Goal"] == [f"You win if the number of moves is more than 3 and {text}."]
    game, ended = load(source, backend="python"), 0
    for seed in range(40):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 8:
            mover = state.mover
            state.apply(rng.choice(state.legal_moves()))
            theirs = [site for site, owners in stacks(state).items() if owners[-1] != mover]
            assert state.over == (len(state.history) > 3 and holds(theirs))
            ended += state.over
    assert ended
