"""Moves along tracks, and what they do to stacks before they arrive, are told as they are played."""

import random
from collections.abc import Callable
from typing import Any

from ludparse import load

from .test_told_turns import after, stacks, told, without_empty

TRACKS = '{(track "Track1" {0..5} loop:True P1 directed:True) (track "Track2" {5..0} loop:True P2 directed:True)}'
BEATS = f"""(game "Beats" (players 2) (equipment {{(board (rectangle 1 6) {TRACKS})
    (piece "Disc" Each (move (from (from)) (to (trackSite Move from:(from) steps:1) (apply (and
        (if (is Enemy (who at:(to))) (remove (to)))
        (if (< 1 (size Stack at:(to))) (remove (to) level:0)))))))}})
    (rules (start {{(place Stack "Disc1" (sites {{0 1}}) count:3) (place Stack "Disc2" (sites {{4 5}}) count:3)}})
        (play (forEach Piece top:True)) (end (if (no Pieces Next) (result Mover Win)))))"""


def test_what_happens_before_a_piece_arrives_has_conditions_of_its_own() -> None:
    """The second effect goes by the stack as it was; the piece that arrives is neither counted nor removed."""
    (disc,) = told(BEATS)["Pieces"]
    assert [line.strip() for line in disc.split("\n")] == [
        "Disc: move along your track by 1 step",
        "before it gets there:",
        "all of these, with the numbers of pieces as they are before:",
        "- if the cell moved to holds an enemy piece, remove the top piece on the cell moved to",
        "- if the cell moved to holds more than 1 piece, remove the lowest piece on the cell moved to.",
    ]
    game, both = load(BEATS, backend="python"), 0
    for seed in range(4):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 40:
            rows, mover = stacks(state), state.mover
            legal = [move for move in state.legal_moves() if not move.is_pass]
            if not legal:
                break
            move = rng.choice(legal)
            way = 1 if mover == 1 else -1
            assert move.to_site == (move.from_site + way) % 6
            there = rows.get(move.to_site, ())
            left = there[:-1] if there and there[-1] != mover else there
            left = left[1:] if len(there) > 1 else left
            claimed = {**rows, move.from_site: rows[move.from_site][:-1], move.to_site: (*left, mover)}
            assert after(state, move) == without_empty(claimed)
            both += len(there) - len(left) == 2
            state.apply(move)
    assert both


SAME = f"""(define "Far" (trackSite Move from:(mapEntry "Seat" #1) #2 steps:2))
(define "Alone" (if (is Mover P1) (= 1 (size Stack at:("Far" P2 "Track2"))) (= 1 (size Stack at:("Far" P1 "Track1")))))
(game "Same" (players 2) (equipment {{(board (rectangle 1 6) {TRACKS}) (map "Seat" {{(pair P1 0) (pair P2 5)}})
    (piece "Disc" Each (if "Alone" (move (from (from)) (to (trackSite Move from:(from) steps:2)))
        (move (from (from)) (to (trackSite Move from:(from) steps:1)))))}})
    (rules (start {{(place Stack "Disc1" (sites {{0 1}}) count:2) (place Stack "Disc2" (sites {{4 5}}) count:2)}})
        (play (forEach Piece top:True)) (end (if (< 50 (count Moves)) (result Mover Draw)))))"""


def test_what_two_players_see_alike_is_told_once() -> None:
    """The track that the other player's pieces go along is that player's, whoever moves."""
    rules = told(SAME)
    (disc,) = rules["Pieces"]
    far = "the cell 2 steps further along the opponent's track from the opponent's “Seat” cell"
    by = "move along your track by"
    assert [line.strip() for line in disc.split("\n")] == [
        f"Disc: if {far} holds 1 piece, {by} 2 steps", f"otherwise, {by} 1 step."]  # fmt: skip
    assert "Player 1's track goes from A1 to F1 and round again." in rules["Board"]
    assert "Player 2's track goes from F1 to A1 and round again." in rules["Board"]
    game, seen = load(SAME, backend="python"), set[tuple[int, bool]]()
    for seed in range(4):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over:
            rows, mover = stacks(state), state.mover
            alone = len(rows.get(3 if mover == 1 else 2, ())) == 1
            seen.add((mover, alone))
            step = (2 if alone else 1) * (1 if mover == 1 else -1)
            mine = {site for site, owners in rows.items() if owners[-1] == mover}
            legal = [move for move in state.legal_moves() if not move.is_pass]
            assert {(move.from_site, move.to_site) for move in legal} == {(site, (site + step) % 6) for site in mine}
            state.apply(rng.choice(legal or state.legal_moves()))
    assert len(seen) == 4


SUMS: dict[str, tuple[str, Callable[[int], int]]] = {
    "(* 2 (+ 1 (% (count Moves) 2)))": (
        "2 times the sum of 1 and the remainder of the number of moves divided by 2",
        lambda moves: 2 * (1 + moves % 2)),
    "(- 5 (+ 1 (% (count Moves) 3)))": (
        "5 minus the sum of 1 and the remainder of the number of moves divided by 3",
        lambda moves: 5 - (1 + moves % 3)),
    "(* 2 (if (is Even (count Moves)) 1 2))": (
        "2 if the number of moves is even, and otherwise 4", lambda moves: 4 if moves % 2 else 2),
    "(+ 1 (if (is Even (count Moves)) (% (count Moves) 3) 3))": (
        "1 plus the remainder of the number of moves divided by 3 if the number of moves is even, and otherwise 4",
        lambda moves: 4 if moves % 2 else 1 + moves % 3),
}  # fmt: skip


def test_what_is_multiplied_or_taken_away_is_told_whole() -> None:
    for steps, (said, number) in SUMS.items():
        source = f"""(game "Sums" (players 2) (equipment {{(board (rectangle 1 6) {TRACKS})
            (piece "Disc" Each (move (from (from)) (to (trackSite Move from:(from) steps:{steps}))))}})
            (rules (start {{(place "Disc1" 0) (place "Disc2" 5)}}) (play (forEach Piece))
                (end (if (< 9 (count Moves)) (result Mover Draw)))))"""
        (disc,) = told(source)["Pieces"]
        assert disc.rstrip(".,") == f"Disc: move along your track by {said}", disc
        state, rng = load(source, backend="python").start(seed=1), random.Random(1)
        while not state.over:
            way, moves = 1 if state.mover == 1 else -1, len(state.history)
            legal = [move for move in state.legal_moves() if not move.is_pass]
            for move in legal:
                assert move.to_site == (move.from_site + way * number(moves)) % 6
            state.apply(rng.choice(legal or state.legal_moves()))


THROWS = f"""(game "Throws" (players 2) (equipment {{(board (rectangle 1 6) {TRACKS}) (dice d:2 from:0 num:3)
    (map "Worth" {{(pair 0 5)}}) (piece "Disc" Each (if (and (>= 0 (var "Again")) (< 0 (mapEntry (count Pips))))
        (move (from (from)) (to (trackSite Move from:(from) steps:(mapEntry (count Pips)))
            if:(or (not (is Enemy (who at:(to)))) (= 1 (size Stack at:(to)))))
            (then (if (= 3 (count Pips)) (set Var "Again" 1))))
        (move (from (from)) (to (trackSite Move from:(from) steps:1)) (then (set Var "Again" 0)))))}})
    (rules (start {{(place Stack "Disc1" (sites {{0 1}}) count:2) (place Stack "Disc2" (sites {{3 4}}) count:2)}})
        (play (do (if (>= 0 (var "Again")) (roll)) next:(forEach Piece top:True)))
        (end (if (< 60 (count Moves)) (result Mover Draw)))))"""


def test_throws_flags_and_points_with_a_single_enemy() -> None:
    """A sum that the map does not name counts what it is; dice are rolled only where it is said."""
    rules = told(THROWS)
    worth = "The value of a throw comes from the sum of the dice: 0 counts 5; every other sum counts what it is."
    assert worth in rules["Board"]
    assert "“Again” does not hold." in rules["Start"]
    assert [line.strip() for line in rules["Pieces"][0].split("\n")] == [
        "Disc: if “Again” does not hold and the value of the throw is more than 0:",
        "move along your track by the value of the throw, to a cell that holds no enemy piece or a single one",
        "after that, if the sum of the dice is 3, “Again” holds from now on",
        "otherwise, move along your track by 1 step; then “Again” ceases to hold.",
    ]
    assert rules["Play"] == [
        "On your turn, roll the dice, but only if “Again” does not hold; then move one of your pieces, "
        "in stacks the top one."]  # fmt: skip
    game, seen = load(THROWS, backend="python"), set[Any]()
    for seed in range(8):
        state, rng, again = game.start(seed=seed), random.Random(seed), False
        while not state.over:
            rows, mover = stacks(state), state.mover
            legal = [move for move in state.legal_moves() if not move.is_pass]
            rolled = "Dice:" in str([move.actions for move in state.legal_moves()])
            assert rolled is not again
            steps = {(move.to_site - move.from_site) * (1 if mover == 1 else -1) % 6 for move in legal}
            assert len(steps) < 2 and (not again or steps <= {1})
            for number in steps:
                mine = {site for site, owners in rows.items() if owners[-1] == mover}
                ends = {(site, (site + number * (1 if mover == 1 else -1)) % 6) for site in mine}
                free = {(a, b) for a, b in ends if again or len(rows.get(b, ())) < 2 or rows[b][-1] == mover}
                assert {(move.from_site, move.to_site) for move in legal} == free
            move = rng.choice(legal or state.legal_moves())
            faces = [int(one) for one in _faces(str(move.actions))]
            value = sum(faces) or 5
            if faces and legal:
                assert steps == {value}
            seen.add(value if faces else "again")
            again = (not again and sum(faces) == 3) if legal else again
            state.apply(move)
    assert seen >= {1, 2, 3, 5, "again"}


def _faces(actions: str) -> list[str]:
    return [part[0] for part in actions.split("state=")[1:] if part[0].isdigit()]


TOGETHER = """(game "Together" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Board) if:(not (is Friend (who at:(to))))) stack:True))
        (end {(if (= 4 (size Stack in:(sites Occupied by:Mover))) (result Mover Win))
            (if (and (< 3 (count Moves)) (not (is Enemy (who at:(centrePoint))))) (result Mover Loss))})))"""


def test_the_stacks_of_a_region_count_together() -> None:
    goals = told(TOGETHER)["Goal"]
    assert goals[:2] == [
        "You win if the number of pieces on the cells with your pieces is 4.",
        "You lose if the number of moves is more than 3 and the centre of the board holds no enemy piece."]  # fmt: skip
    game, ends = load(TOGETHER, backend="python"), set[bool]()
    for seed in range(30):
        state, rng, mover, together = game.start(seed=seed), random.Random(seed), 0, False
        while not state.over:
            mover = state.mover
            state.apply(rng.choice(state.legal_moves()))
            rows = stacks(state)
            together = sum(len(owners) for owners in rows.values() if owners[-1] == mover) == 4
            lost = len(state.history) > 3 and rows.get(4, (mover,))[-1] == mover
            assert state.over == (together or lost)
            ends |= {together} if together or lost else set()
        assert (state.ranking[mover] == 1.0) == together
    assert ends == {True, False}


GOES_ON = """(game "On" (players {(player N) (player S)}) (equipment {(board (square 4)) (piece "Disc" Each (or
    (move Hop Forward (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))
        (then (moveAgain))) (move Step Forward (to if:(is Empty (to))))))})
    (rules (start {(place "Disc1" (sites {0 1 2})) (place "Disc2" (sites {9 11 13}))})
        (play (if (is Prev Mover) (or (move Hop (from (last To)) Forward (between if:(is Enemy (who at:(between)))
            (apply (remove (between)))) (to if:(is Empty (to))) (then (moveAgain))) (move Pass)) (forEach Piece)))
        (end (if (no Pieces Next) (result Mover Win)))))"""


def test_who_cannot_begin_a_turn_passes_also_where_one_may_pass_later_in_it() -> None:
    assert "A player who cannot move passes." in told(GOES_ON)["Throughout"]
    game, forced = load(GOES_ON, backend="python"), 0
    for seed in range(30):
        state, rng, before = game.start(seed=seed), random.Random(seed), 0
        while not state.over and len(state.history) < 30:
            legal = state.legal_moves()
            alone = len(legal) == 1 and legal[0].is_pass
            assert not any(move.is_pass for move in legal) or before == state.mover or alone
            forced += alone and before != state.mover
            before = state.mover
            state.apply(rng.choice(legal))
    assert forced


KEEPS = """(game "Keeps" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)) (then (if (is In (last To) (sites {4 5})) (set Var (id Mover))))))
        (end (if (and (< 4 (count Moves)) (= (id Mover) (var))) (result Mover Win)))))"""


def test_a_player_who_is_remembered_without_a_name() -> None:
    (goal,) = told(KEEPS)["Goal"]
    assert goal == "You win if the number of moves is more than 4 and you are the remembered player."
    game, ended = load(KEEPS, backend="python"), 0
    for seed in range(12):
        state, rng, kept = game.start(seed=seed), random.Random(seed), 0
        while not state.over and len(state.history) < 9:
            mover, move = state.mover, rng.choice(state.legal_moves())
            kept = mover if move.to_site in (4, 5) else kept
            state.apply(move)
            won = len(state.history) > 4 and kept == mover
            assert state.over == (won or len(state.history) == 9)
            ended += won
    assert ended
