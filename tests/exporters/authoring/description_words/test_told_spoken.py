"""What a sentence speaks of: the hole where a sowing ends, the piece that moves, one of several players, a capture."""

import random
from typing import Any

from ludparse import load

from .test_told_turns import told

HOLES = """(define "Facing" (if (is Mover P1) (+ #1 4) (- #1 4)))
(define "Own" (if (is Mover P1) (sites Bottom) (sites Top)))
(game "Holes" (players 2) (equipment {
    (mancalaBoard 2 4 store:None (track "Track" "0,E,N,W" loop:True)) (piece "Seed" Shared)
    (map "Begin" {(pair P1 0) (pair P2 7)})})
    (rules (start (set Count 3 to:(sites Board))) (play (move Select (from "Own" if:(< 0 (count at:(from))))
        (then (sow if:(and (is In (to) "Own") (< 0 (count at:("Facing" (to))))) apply:(and
            (remove ("Facing" (to)) count:(count at:("Facing" (to))))
            (fromTo (from (to)) (to (trackSite FirstSite "Track" from:(mapEntry "Begin" (mover)) if:(is Empty (to))))
                count:(count at:(to))))))))
        (end (if (no Moves Next) (result Mover Win)))))"""


def _holes(state: Any) -> list[int]:
    counts = [0] * 8
    for row in state.sites():
        counts[int(row[0][1:])] = row[1]
    return counts


def test_terms_of_a_sowing_speak_of_the_hole_where_it_ends() -> None:
    rules = told(HOLES)
    last = "the hole where the last piece falls"
    facing = f"“facing” means the hole 1 row above {last} for player 1 and 1 row below it for player 2."
    assert facing in rules["Terms"]
    play = " ".join(line.strip() for line in rules["Play"][0].split("\n"))
    assert "- remove all pieces from the “facing” hole " in play
    assert "move all pieces from that hole to the first empty hole of the track from your “Begin” hole on" in play
    game, captured = load(HOLES, backend="python"), 0
    for seed in range(8):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 30:
            holes, mover, move = _holes(state), state.mover, rng.choice(state.legal_moves())
            state.apply(move)
            if move.is_pass:
                continue
            track = [0, 1, 2, 3, 7, 6, 5, 4]
            place, seeds = track.index(move.from_site), holes[move.from_site]
            holes[move.from_site] = 0
            for _ in range(seeds):
                place = (place + 1) % 8
                holes[track[place]] += 1
            end = track[place]
            own = range(4) if mover == 1 else range(4, 8)
            if end in own and holes[end + (4 if mover == 1 else -4)]:
                begin = track.index(0 if mover == 1 else 7)
                # where pieces go is looked for before anything is done
                first = next((s for s in (track[(begin + i) % 8] for i in range(8)) if not holes[s]), -1)
                holes[end + (4 if mover == 1 else -4)] = 0
                if first >= 0:
                    holes[first], holes[end] = holes[end], 0
                captured += 1
            assert _holes(state) == holes
    assert captured


RAID = """(define "Raided" (= 1 (var)))
(game "Raid" (players 2) (equipment {(board (square 4)) (piece "Man" Each (or
        (move Step Orthogonal (to if:(not (is Friend (who at:(to))))
            (apply (if (is Enemy (who at:(to))) (remove (to) (then (set Var 1)))))))
        (if (and (not "Raided") (not (is In (from) (sites Outer)))) (move Leap {{F R F}} (to if:(is Empty (to)))))))})
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
        (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""


def test_what_follows_from_a_capture_does_not_follow_from_a_move_without_one() -> None:
    rules = told(RAID)
    (man,) = (line for line in rules["Pieces"] if line.startswith("Man"))
    text = " ".join(line.strip() for line in man.split("\n"))
    assert "capturing any enemy piece there, and, if it captures one, “raided” holds from now on" in text
    assert "if “raided” does not hold and the piece is not in the outer cells, leap" in text
    assert rules["Start"][-1] == "“raided” does not hold."
    game, leaps = load(RAID, backend="python"), 0
    for seed in range(6):
        state, rng, raided = game.start(seed=seed), random.Random(seed), False
        while not state.over and len(state.history) < 40:
            legal = state.legal_moves()
            far = [move for move in legal if not move.is_pass and abs(move.from_site - move.to_site) not in (1, 4)]
            inside = all(move.from_site in (5, 6, 9, 10) for move in far)
            assert inside and not (raided and far)
            leaps += len(far)
            before = len(state.sites())
            state.apply(rng.choice(legal))
            raided = raided or len(state.sites()) < before
    assert leaps


LEFT = """(define "Settle" (if (and (is Active #1) (= 0 (count Pieces #1 in:(sites Top))))
    (forEach Site (sites Occupied by:#1)
        (if (is In (site) (sites Bottom)) (remove (site)) (set NextPlayer (player #2))))))
(game "Left" (players 4) (equipment {(board (square 5)) (piece "Man" Each) (piece "Boy" Each) (piece "Dog" Each)})
    (rules (start (set Team 1 {P1 P3})) (play (move Add (piece (id "Man" Mover)) (to (sites Empty)) (then (and {
        ("Settle" P1 1) ("Settle" P2 2) ("Settle" P3 3) ("Settle" P4 4)}))))
    (end {(forEach NonMover if:(no Pieces Player "Man") (result Player Loss))
        (if (and {(no Pieces Enemy "Man") (no Pieces Enemy "Boy") (no Pieces Enemy "Dog")})
            (result TeamMover Win))})))"""


def test_players_are_told_one_by_one() -> None:
    """One of several players loses alone; a number that is always that of the player beside it is that player; the same
    for each player is told once."""
    rules = told(LEFT)
    assert rules["Goal"] == [
        "If another player has no Man pieces, that player loses.",
        "Your team wins if the opponents have no Man, Boy or Dog pieces."]  # fmt: skip
    assert rules["Play"][0].endswith("after that, do “settle” for each player, player 1 first.")
    (settle,) = rules["Terms"]
    assert settle.startswith("“settle”, for the given player, means:")
    assert "make the given player the next player" in settle


TURNS = """(define "IsCornerAt"
    (< (count Sites in:(sites Around #1 Adjacent if:(or (is Empty (to)) (is Occupied (to))))) 5))
(define "CornersOf" (forEach (sites Occupied by:#1) if:("IsCornerAt" (site))))
(game "Turns" (players 2) (equipment {(board (square 4)) (regions "Mid" (sites {5 6 9 10})) (piece "Disc" Each
        (move Step Orthogonal (to if:(and (is Empty (to)) (or
            (and (not (is In (from) (sites "Mid"))) (is In (to) (sites "Mid")))
            (and (is In (from) (sites "Mid")) (or ("IsCornerAt" (to)) (= (row of:(from)) (row of:(to))))))))))})
    (rules (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))})
        (play (forEach Piece)) (end (if (and (< 0 (count Sites in:("CornersOf" Mover)))
            (= 6 (count Sites in:(union ("CornersOf" Next) (sites "Mid"))))) (result Mover Win)))))"""


def test_long_conditions_stand_behind_their_move_part_by_part() -> None:
    rules = told(TURNS)
    (disc,) = rules["Pieces"]
    assert disc.split("\n") == [
        "Disc: step orthogonally to an empty neighbouring cell, but only if one of these holds:",
        "    - the piece is not in the mid region and the cell moved to is in the mid region",
        "    - both of these hold:",
        "          - the piece is in the mid region",
        "          - the cell moved to is “corner” or the cell moved from and the cell moved to are in the same row.",
    ]  # fmt: skip
    (corner,) = rules["Terms"]
    assert corner.startswith("The given cell is “corner” if ")
    game, mid, seen = load(TURNS, backend="python"), {5, 6, 9, 10}, 0
    for seed in range(6):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 24:
            owners = {int(row[0][1:]): row[2][1] for row in state.sites()}
            claimed = set()
            for site in (one for one, owner in owners.items() if owner == state.mover):
                for step in (1, -1, 4, -4):
                    to = site + step
                    if not 0 <= to < 16 or (abs(step) == 1 and site // 4 != to // 4) or to in owners:
                        continue
                    inside = site in mid and (to in {0, 3, 12, 15} or site // 4 == to // 4)
                    if (site not in mid and to in mid) or inside:
                        claimed.add((site, to))
            legal = state.legal_moves()
            assert {(move.from_site, move.to_site) for move in legal if not move.is_pass} == claimed
            seen += len(claimed)
            state.apply(rng.choice(legal))
    assert seen


def test_effects_within_effects_stand_in_one_list() -> None:
    source = """(game "Gains" (players 2) (equipment {(board (square 3)) (piece "Man" Each)}) (rules
        (play (move Add (to (sites Empty)) (then (and {(addScore Mover 1)
            (and (addScore Next 2) (and (addScore Mover 3) (addScore Next 4))) (addScore Mover 5)}))))
        (end (if (is Full) (byScore)))))"""
    (play,) = told(source)["Play"]
    text = [line.strip() for line in play.split("\n")]
    assert text[-5:] == ["- add 1 to your score", "- add 2 to the opponent's score", "- add 3 to your score",
                         "- add 4 to the opponent's score", "- add 5 to your score."]  # fmt: skip
