"""Turns that are told as a story are held against play: throws that are used up, a piece or a stack in one sentence."""

import random
import re
from typing import Any

import pytest

from ludparse import load, load_description
from ludparse.exporters.authoring.description_words import describe_rules
from ludparse.interpreter.lower.equipment import build_equipment

Stacks = dict[int, tuple[int, ...]]


def told(source: str) -> dict[str, list[str]]:
    description = load_description(source)
    game: Any = description.game
    return dict(describe_rules(game, build_equipment(game), "square")[0])


def stacks(state: Any) -> Stacks:
    """The owners of the pieces on each site, from the bottom; those of players alone."""
    rows = {int(row[0][1:]): tuple(piece[1] for piece in row[2:]) for row in state.sites()}
    return {site: owners for site, owners in rows.items() if set(owners) <= {1, 2}}


def after(state: Any, move: Any) -> Stacks:
    copy = state.copy()
    copy.apply(move)
    return stacks(copy)


def without_empty(rows: Stacks) -> Stacks:
    return {site: owners for site, owners in rows.items() if owners}


TOWERS = """(define "On" (trackSite Move from:(site) "Way" steps:1))
(define "Take" (apply if:(is Enemy (who at:(to))) (remove (to) count:(size Stack at:(to)))))
(game "Towers" (players 2) (equipment {
    (board (rectangle 1 7) (track "Way" {0 1 2 3 4 5 6} loop:True directed:True)) (piece "Disc" Each)})
    (rules (start {(place Stack "Disc1" (sites {0 1}) count:2) (place "Disc1" 2)
        (place Stack "Disc2" (sites {4 5}) count:2) (place "Disc2" 3)})
        (play (forEach Site (sites Occupied by:Mover) (or
            (move (from (site)) (to "On" if:(> 2 (size Stack at:(to))) "Take"))
            (if (< 1 (size Stack at:(site)))
                (move (from (site)) (to "On" if:(or (is Empty (to)) (is Enemy (who at:(to)))) "Take") stack:True)))))
        (end (if (no Pieces Next) (result Mover Win)))))"""


def test_a_piece_or_a_stack_moves_as_one_sentence_says_of_both() -> None:
    piece = "move a piece from that cell along the track by 1 step, to a cell with fewer than 2 pieces"
    stack = "a stack in the same way, to a cell that is empty or holds an enemy piece, capturing any enemy stack there"
    (play,) = told(TOWERS)["Play"]
    assert play.endswith(f"    {piece}, or, if that cell holds more than 1 piece, {stack}.")
    game, pieces, towers = load(TOWERS, backend="python"), 0, 0
    for seed in range(6):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 30:
            rows, claimed = stacks(state), []
            for site, owners in rows.items():
                if owners[-1] != state.mover:
                    continue
                to = (site + 1) % 7
                there = rows.get(to, ())
                left = () if there and there[-1] != state.mover else there  # an enemy stack is captured
                if len(there) < 2:
                    claimed.append({**rows, site: owners[:-1], to: (*left, owners[-1])})
                    pieces += 1
                if len(owners) > 1 and (not there or there[-1] != state.mover):
                    claimed.append({**rows, site: (), to: (*left, *owners)})
                    towers += 1
            legal = [move for move in state.legal_moves() if not move.is_pass]
            made = [after(state, move) for move in legal]
            assert sorted(map(repr, map(_sorted, made))) == sorted(repr(_sorted(without_empty(one))) for one in claimed)
            state.apply(rng.choice(state.legal_moves()))
    assert pieces and towers


def _sorted(rows: Stacks) -> list[tuple[int, tuple[int, ...]]]:
    return sorted(rows.items())


PRISONERS = """(game "Prisoners" (players 2) (equipment {(board (rectangle 2 4))
    (piece "Disc" Each (move Step Orthogonal (to if:True) (then (and
        (forEach Level (last To) FromTop (and
            (if (is Enemy (who at:(last To) level:(level))) (set State at:(last To) level:(level) 2))
            (if (= (who at:(last To) level:(level)) (mover)) (set State at:(last To) level:(level) 1))))
        (forEach Level (last From) FromTop (if (= 2 (state at:(last From) level:(level)))
            (remove (last From) level:(level))))))))})
    (rules (start {(place Stack "Disc1" (sites {0 1}) count:2) (place Stack "Disc2" (sites {6 7}) count:2)})
        (play (forEach Piece top:True)) (end (if (no Pieces Next) (result Mover Win)))))"""


def owners_and_states(state: Any) -> dict[int, list[tuple[int, int]]]:
    return {int(row[0][1:]): [(piece[1], piece[2]) for piece in row[2:]] for row in state.sites()}


def test_what_is_done_piece_by_piece_is_done_to_each_piece_of_a_stack() -> None:
    """Conditions and effects that are told of "that piece" are about its owner and its state, wherever it lies."""
    text = told(PRISONERS)["Pieces"][0]
    assert text.split("after that:\n")[1].rstrip(".").split("\n") == [
        "    - for each piece on the moved piece's cell, from the top:",
        "          - if that piece is an enemy piece, mark that piece with 2",
        "          - if that piece is one of your pieces, mark that piece with 1",
        "    - for each piece on the cell where the last move began, from the top, if that piece bears the mark 2, "
        "remove that piece",
    ]  # fmt: skip
    game, freed = load(PRISONERS, backend="python"), 0
    for seed in range(6):
        state, rng = game.start(seed=seed), random.Random(seed)
        rows = owners_and_states(state)
        while not state.over and len(state.history) < 30:
            move, mover = rng.choice(state.legal_moves()), state.mover
            state.apply(move)
            if move.is_pass:
                continue
            _, marked = rows[move.from_site].pop(), rows.setdefault(move.to_site, [])
            marked.append((mover, 0))
            marked[:] = [(owner, 1 if owner == mover else 2) for owner, _ in marked]
            freed += any(kept == 2 for _, kept in rows[move.from_site])
            rows[move.from_site] = [one for one in rows[move.from_site] if one[1] != 2]
            assert owners_and_states(state) == {site: pieces for site, pieces in rows.items() if pieces}
    assert freed


THROWS = """(define "On" (trackSite Move from:(from) "Track" steps:(value)))
(define "Take" (forEach Level (to) FromTop (if (is Enemy (who at:(to) level:(level))) (remove (to) level:(level)))))
(game "Throws" (players 2) (equipment {
    (board (rectangle 1 7) {(track "Track1" {7 0 1 2 3 4 5 6} P1 directed:True)
        (track "Track2" {8 6 5 4 3 2 1 0} P2 directed:True)})
    (piece "Stick" Each (forEach Value (values Remembered "Throws")
        (if (= "On" -1)
            (move (from (from) level:(level)) (to (handSite Mover) (apply (forget Value "Throws" (value)))))
            (move (from (from) level:(level)
                if:(if (is In (from) (sites Hand Mover)) (< (count Pieces Mover in:(sites Board)) 1) True))
                (to "On" (apply (and "Take" (forget Value "Throws" (value)))))))))
    (dice d:2 from:1 num:2) (hand Each)})
    (rules (start (place "Stick" "Hand" count:3)) phases:{
        (phase "Throwing"
            (play (do (roll) next:(move Pass (then (and {
                (remember Value "Throws" (count Pips)) (moveAgain) (if (is Prev Mover) (set Pending))})))))
            (nextPhase (is Pending) "Moving"))
        (phase "Moving"
            (play (or (forEach Piece) (forEach Piece container:(mover))
                (then (if (< 0 (size Array (values Remembered "Throws"))) (moveAgain)))))
            (nextPhase (= 0 (size Array (values Remembered "Throws"))) "Throwing"))}
        (end (if (no Pieces Next) (result Mover Win)))))"""


def numbers(action: str, move: Any) -> list[int]:
    """The throws that a move remembers or uses up."""
    return [int(value) for value in re.findall(rf"{action}:name=Throws,value=(\d)", str(move.actions))]


def test_throws_are_made_and_used_up_as_it_is_told() -> None:
    """A pass that only carries what follows is none; two throws, and pieces that move by them, are as they are told."""
    rules = told(THROWS)
    throwing, moving = rules["Phase “Throwing”"], rules["Phase “Moving”"]
    assert throwing == [
        "On your turn, roll the dice, and then:\n    - remember the sum of the dice as one of “Throws”\n"
        "    - move again\n    - if this is a further move in your turn, the phase “Moving” begins."]  # fmt: skip
    assert "after that, if there is a number left in “Throws”, move again." in moving[0]
    assert moving[1] == "When there is no number left in “Throws”, the phase “Throwing” begins."
    (stick, _) = rules["Pieces"]
    past = "if as many steps as that number along your track lead past its end, move a piece to your hand"
    along = "move a piece along your track by that number"
    hand = "if it is in your hand only when you have no pieces on the board"
    taken = "before it gets there, capture all enemy pieces on the cell moved to, and strike that number off “Throws”"
    assert past in stick and f"{along}, {hand}\n        {taken}" in stick
    tracks = {1: [7, 0, 1, 2, 3, 4, 5, 6], 2: [8, 6, 5, 4, 3, 2, 1, 0]}
    game, entered, captured = load(THROWS, backend="python"), 0, 0
    for seed in range(8):
        state, rng = game.start(seed=seed), random.Random(seed)
        throws: list[int] = []
        made = 0
        while not state.over and len(state.history) < 60:
            mover, rows, legal = state.mover, stacks(state), state.legal_moves()
            if made < 2:
                assert [move.is_pass for move in legal] == [True]
                done = state.apply(legal[0])
                throws += numbers("RememberValue", done)
                made += 1
                assert state.mover == mover and len(throws) == made
                continue
            way, claimed = tracks[mover], set()
            on_board = any(mover in owners for site, owners in rows.items() if site < 7)
            for number in throws:
                for at, site in enumerate(way):
                    if mover in rows.get(site, ()) and (at or not on_board):
                        claimed.add((site, way[at + number] if at + number < len(way) else way[0]))
            assert {(move.from_site, move.to_site) for move in legal if not move.is_pass} == claimed
            if not claimed:
                break
            move = rng.choice(legal)
            (used,) = numbers("ForgetValue", state.apply(move))
            steps = way.index(move.to_site) - way.index(move.from_site)
            assert used == steps or (way.index(move.from_site) + used >= len(way) and move.to_site > 6)
            throws.remove(used)
            assert all(owner == mover for owner in stacks(state).get(move.to_site, ()))
            entered += move.from_site > 6
            captured += sum(map(len, stacks(state).values())) < sum(map(len, rows.values()))
            assert (state.mover == mover) == bool(throws) or state.over
            made = 2 if throws else 0
    assert entered and captured


SOWING = """(define "Turn" (if (= 1 (var "Turned")) (set Var "Turned" 0) (set Var "Turned" 1)))
(define "Sow" (if (!= #3 (var "Way")) (move Select (from (sites Mover) if:(< 1 (count at:(from))))
    (then (and {(if (!= 1 (var "Turned")) (sow #1) (sow #4)) "Turn" (if (is Odd (count Moves)) (set Var "Way" #2))})))))
(game "Sowing" (players 2) (equipment {
    (mancalaBoard 2 3 store:None {(track "TrackCCW" "0,E,N,W" loop:True) (track "TrackCW" "2,W,N,E" loop:True)})
    (piece "Seed" Shared) (regions P1 (sites Bottom)) (regions P2 (sites Top))})
    (rules (start (set Count 3 to:(sites Track)))
        (play (or ("Sow" "TrackCCW" 1 2 "TrackCW") ("Sow" "TrackCW" 2 1 "TrackCCW")
            (then (if (< (count in:(sites P1)) (count in:(sites P2)))
                (set NextPlayer (player 1)) (set NextPlayer (player 2))))))
        (end (if (< 20 (count Moves)) (result Mover Draw)))))"""


def test_what_is_told_once_for_two_tracks_and_two_players_holds_for_each() -> None:
    """Moves that differ in the track, its number or the player alone are told once, with what decides between these."""
    (play,) = told(SOWING)["Play"]
    regions = [f"the number of pieces in player {player}'s region" for player in (1, 2)]
    take = "take all pieces from the chosen hole and place them one by one on the next holes along the track taken"
    assert play.split("\n") == [
        "On your turn, with one of two tracks, "
        "the anticlockwise track with the number 1 or the clockwise track with the number 2:",
        "    if the number of the other track is not the number “Way”:",
        "        choose a hole in your region with more than 1 piece",
        "        after that:",
        "            - on the other track if “Turned” holds, otherwise on that track:",
        f"                  {take}",
        "            - “Turned” holds from now on if it did not, and otherwise ceases to hold",
        "            - if the number of moves is odd, remember the number of that track as “Way”",
        "after that:",
        f"    for player 1 if {regions[0]} is less than {regions[1]}, otherwise for player 2:",
        "        make that player the next player.",
    ]  # fmt: skip
    tracks = {1: [0, 1, 2, 5, 4, 3], 2: [2, 1, 0, 3, 4, 5]}
    game, compared = load(SOWING, backend="python"), 0
    for seed in range(6):
        state, rng = game.start(seed=seed), random.Random(seed)
        way, turned, moves = 0, False, 0
        while not state.over:
            rows = holes(state)
            home = range(3) if state.mover == 1 else range(3, 6)
            claimed = {}
            for track in tracks:
                for hole in home:
                    if 3 - track != way and rows[hole] > 1:
                        claimed[track, hole] = sown(rows, hole, tracks[3 - track if turned else track])
            legal = [move for move in state.legal_moves() if not move.is_pass]
            reached = [holes_after(state, move) for move in legal]
            assert sorted(reached) == sorted(claimed.values())
            if not legal:
                break
            at = rng.randrange(len(legal))
            key = legal[at].from_site, reached[at]
            ways = [track for (track, hole), made in claimed.items() if (hole, made) == key]
            state.apply(legal[at])
            moves += 1
            compared += len(legal)
            if len(ways) > 1:
                break  # both tracks lead to the same position
            turned = not turned
            way = ways[0] if moves % 2 else way
            if not state.over:
                now = holes(state)
                assert state.mover == (1 if sum(now[:3]) < sum(now[3:]) else 2)
    assert compared > 20


def holes(state: Any) -> tuple[int, ...]:
    """How many pieces lie in each hole."""
    counts = {int(row[0][1:]): int(row[1]) for row in state.sites()}
    return tuple(counts.get(hole, 0) for hole in range(6))


def holes_after(state: Any, move: Any) -> tuple[int, ...]:
    copy = state.copy()
    copy.apply(move)
    return holes(copy)


def sown(rows: tuple[int, ...], hole: int, track: list[int]) -> tuple[int, ...]:
    made = list(rows)
    made[hole] = 0
    for i in range(rows[hole]):
        made[track[(track.index(hole) + 1 + i) % 6]] += 1
    return tuple(made)


CAPTURES = """(define "Foe" (is Enemy (who at:(between)))) (define "Mine" (to if:(is Friend (who at:(to)))))
(game "Captures" (players 2) (equipment {(board (square 5)) (piece "Man" Each (move Slide Orthogonal (then (and
    (custodial (from (last To)) Orthogonal
        (between (max 1) if:(and (!= (between) (centrePoint)) "Foe") (apply (remove (between)))) "Mine")
    (surround (from (last To)) Orthogonal
        (between if:(and (is In (between) (sites Left)) "Foe") (apply (remove (between)))) "Mine" except:1)))))})
    (rules (start {(place "Man1" {"A1" "B1" "C1" "D1" "B3"}) (place "Man2" {"A5" "B5" "C5" "D5" "C3"})})
        (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""


def test_captures_are_of_the_pieces_that_are_named_by_where_they_stand() -> None:
    (piece,) = told(CAPTURES)["Pieces"]
    between = "each enemy piece not on the centre of the board that stands orthogonally directly between"
    most = "all but at most 1 of the cells orthogonally beside it hold the moved piece or another friendly piece"
    assert f"capture {between} the moved piece and a friendly piece" in piece
    assert f"capture each enemy piece in the left column orthogonally beside the moved piece if {most}" in piece
    game, captured = load(CAPTURES, backend="python"), {"between": 0, "left": 0}
    for seed in range(16):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 40:
            move, mover, rows = rng.choice(state.legal_moves()), state.mover, stacks(state)
            state.apply(move)
            if move.is_pass:
                continue
            now = {**rows, move.to_site: (mover,)}
            del now[move.from_site]
            mine = {site for site, owners in now.items() if owners == (mover,)}
            taken = set()
            for site in beside(move.to_site):
                if site in mine or site not in now:
                    continue
                far = 2 * site - move.to_site
                if far in beside(site) and far in mine and site != 12:
                    taken.add(site)
                    captured["between"] += 1
            left = {site for site in beside(move.to_site) if site in now.keys() - mine - taken and site % 5 == 0
                    and len(set(beside(site)) - mine) <= 1}  # fmt: skip
            captured["left"] += len(left)
            assert stacks(state).keys() == now.keys() - taken - left
    assert all(captured.values())


REPLACED = """(game "Replaced" (players 2) (equipment {(board (square 5)) (piece "Man" Each (move Slide Orthogonal (then
    (custodial (from (last To)) Orthogonal (between (max 1) if:(is Enemy (who at:(between))) (apply (and {
        (remove (between)) (if (is In (between) (sites Top)) (add (piece (id "Man" Mover)) (to (between))))
        (addScore Mover 1)}))) (to if:(is Friend (who at:(to))))))))})
    (rules (start {(place "Man1" {"A1" "B1" "C1" "D1" "B3"}) (place "Man2" {"A5" "B5" "C5" "D5" "C3"})})
        (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""


def test_of_what_is_done_with_a_captured_piece_each_part_has_its_own_condition() -> None:
    """A piece of the mover's takes its place in the top row alone; a point is scored anywhere."""
    (piece,) = told(REPLACED)["Pieces"]
    assert piece.endswith("and a friendly piece; for each captured piece, place your Man on its cell, but only if its "
                          "cell is in the top row; in any case, add 1 to your score.")  # fmt: skip
    game, placed, scored = load(REPLACED, backend="python"), 0, 0
    for seed in range(24):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 40:
            move, mover, rows = rng.choice(state.legal_moves()), state.mover, stacks(state)
            before = state.snapshot()["score"][mover - 1]
            state.apply(move)
            if move.is_pass:
                continue
            now = {**rows, move.to_site: (mover,)}
            del now[move.from_site]
            taken = {site for site in beside(move.to_site) if now.get(site) == (3 - mover,)
                     and (far := 2 * site - move.to_site) in beside(site) and now.get(far) == (mover,)}  # fmt: skip
            kept = {site: owners for site, owners in now.items() if site not in taken}
            assert stacks(state) == kept | {site: (mover,) for site in taken if site >= 20}
            assert state.snapshot()["score"][mover - 1] - before == len(taken)
            placed += any(site >= 20 for site in taken)
            scored += len(taken)
    assert placed < scored and placed


BEYOND = """(game "Beyond" (players 2) (equipment {(board (rectangle 3 6)) (piece "Man" Each
    (move Step Orthogonal (to if:(is Empty (to)))))}) (rules (start {(place "Man1" {"B2" "C1"})
    (place "Man2" {"D2" "E3"})}) (play (forEach Piece)) (end (if
    (= (ahead (last To) (directions Cell from:(last From) to:(last To))) (last To)) (result Mover Win)))))"""


def test_a_cell_beyond_the_moved_piece_is_in_the_direction_of_its_move() -> None:
    assert told(BEYOND)["Goal"] == [
        "You win if there is no cell beyond the cell of the last move in the direction of the move."]  # fmt: skip
    game = load(BEYOND, backend="python")
    for seed in range(8):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over:
            move = rng.choice(state.legal_moves())
            state.apply(move)
            (a, b), (c, d) = divmod(move.from_site, 6), divmod(move.to_site, 6)
            assert state.over == (not (0 <= 2 * c - a < 3 and 0 <= 2 * d - b < 6))


def beside(site: int) -> list[int]:
    """The cells orthogonally beside one of five columns and rows."""
    column, row = site % 5, site // 5
    return [5 * r + c for c, r in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
            if 0 <= c < 5 and 0 <= r < 5]  # fmt: skip


RECTANGLES = """(define "Up" (sites Direction from:#1 N included:True distance:(- (row of:#2) (row of:#1))))
(define "Box" (sites Direction from:("Up" #1 #2) E included:True distance:(- (column of:#2) (column of:#1))))
(game "Rectangles" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)})
    (rules (play (move Select (from (sites Board))
        (to (sites Board) if:(and (<= (row of:(from)) (row of:(to))) (<= (column of:(from)) (column of:(to)))))
        (then (forEach Site ("Box" (last From) (last To)) (if (is Empty (site)) (add (to (site))))))))
        (end (if (is Full) (result Mover Draw)))))"""


def test_a_rectangle_is_the_one_that_is_told() -> None:
    (play,) = told(RECTANGLES)["Play"]
    box = "the rectangle from the first chosen cell up and to the right to the second chosen cell"
    assert f"for each of the cells of {box}:" in play
    game = load(RECTANGLES, backend="python")
    for seed in range(4):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 8:
            mover, rows, move = state.mover, stacks(state), rng.choice(state.legal_moves())
            state.apply(move)
            (a, b), (c, d) = divmod(move.from_site, 5), divmod(move.to_site, 5)
            inside = {5 * row + column for row in range(a, c + 1) for column in range(b, d + 1)}
            assert stacks(state) == {**dict.fromkeys(inside, (mover,)), **rows}


@pytest.mark.parametrize("dice", ["", "(dice d:6 num:1)"])
@pytest.mark.parametrize("kind", ["NoEnd", "Draw"])
def test_what_a_round_of_passes_does(kind: str, dice: str) -> None:
    source = f"""(game "Passes" (players 2) (equipment {{(board (square 2)) (piece "Disc" Each) (hand Each) {dice}}})
        (rules (meta (passEnd {kind})) (play (or (move Pass) (move Add (to (sites Empty)))))
            (end (if (is Full) (result Mover Win)))))"""
    (sentence,) = told(source)["Throughout"]
    assert sentence in ("When all players have passed in succession, the game is a draw.",
                        "When all players have passed in succession, the game goes on.")  # fmt: skip
    state = load(source, backend="python").start(seed=1)
    for pieces in (1, 1, 0, 0):
        assert not state.over
        state.apply(next(move for move in state.legal_moves() if (str(move).lower() == "pass") is not bool(pieces)))
    assert state.over is sentence.endswith("a draw.")
