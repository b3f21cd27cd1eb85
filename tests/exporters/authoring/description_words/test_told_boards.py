"""What a board has to say of itself, and sites that are told by what is beside them, are held against play."""

import random
import re
from typing import Any

import pytest

from ludparse import load

from .test_told_turns import stacks, told


def games(source: str, moves: int = 12, seeds: int = 6) -> Any:
    """Positions of random games, one after the other."""
    game = load(source, backend="python")
    for seed in range(seeds):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < moves:
            yield state
            state.apply(rng.choice(state.legal_moves()))


def beside(site: int, width: int = 4) -> set[int]:
    """The cells orthogonally beside one of a square board."""
    x, y = site % width, site // width
    near = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return {a + width * b for a, b in near if 0 <= a < width and 0 <= b < width}


ALONE = """(game "Alone" (players 2) (equipment {{(board (square 4)) (piece "Disc" Each) (piece "Spot" Neutral)}})
    (rules (play (or (move Add (to (sites Empty))) (move Add (piece "Spot0") (to (sites Empty)
        if:(= {number} (count Sites in:(sites Around (to) Orthogonal if:{rule})))))))
    (end (if (is Full) (result Mover Draw)))))"""

NEAR: dict[str, tuple[int, str, Any]] = {
    "(is In (to) (sites Occupied by:Neutral))": (
        0, "none of the cells orthogonally beside that cell holds a neutral piece", lambda owner, mover: owner == 0),
    "(is In (to) (sites Occupied by:Mover)) ": (
        2, "exactly 2 of the cells orthogonally beside that cell hold one of your pieces",
        lambda owner, mover: owner == mover),
    "(is Empty (to))": (
        0, "none of the cells orthogonally beside that cell is empty", lambda owner, mover: owner is None),
}  # fmt: skip


@pytest.mark.parametrize("rule", NEAR)
def test_cells_are_told_by_what_is_beside_them(rule: str) -> None:
    """A condition on the cells beside one is told of these, not of "that cell" a second time."""
    number, text, counts = NEAR[rule]
    source = ALONE.format(number=number, rule=rule.strip())
    assert f"place a neutral Spot on an empty cell where {text}" in " ".join(told(source)["Play"][0].split())
    allowed = 0
    for state in games(source, 16):
        owners = {int(row[0][1:]): row[2][1] for row in state.sites() if row[2:]}
        free = [site for site in range(16) if site not in owners]
        legal = sorted(move.to_site for move in state.legal_moves() if f"what={state.mover}," not in str(move.actions))
        near = {site: [owners.get(other) for other in beside(site)] for site in free}
        assert legal == [site for site in free
                         if sum(counts(owner, state.mover) for owner in near[site]) == number]  # fmt: skip
        allowed += len(legal)
    assert allowed


FAR = """(game "Far" (players 2) (equipment {(board (square 5)) (piece "Disc" Each (move (from) (to (difference
    (expand origin:(from) steps:2) (expand origin:(from))) if:(is Empty (to)))))})
    (rules (start {(place "Disc1" 6) (place "Disc2" 18)}) (play (forEach Piece))
        (end (if (= 9 (count Moves)) (result Mover Draw)))))"""


def test_two_steps_away_are_those_within_two_without_those_within_one() -> None:
    (text,) = told(FAR)["Pieces"]
    assert text == "Disc: move to an empty one of the cells exactly 2 steps away from the cell moved from."
    for state in games(FAR):
        (start,) = {move.from_site for move in state.legal_moves()}
        steps = {site: max(abs(site % 5 - start % 5), abs(site // 5 - start // 5)) for site in range(25)}
        taken = stacks(state)
        assert sorted(move.to_site for move in state.legal_moves()) == [
            site for site, far in steps.items() if far == 2 and site not in taken]  # fmt: skip


PLACES = """(game "Places" (players 2) (equipment {{(board (square 5)) (piece "Disc" Each) (hand Each)}})
    (rules (play (move Add (to {region}))) (end (if (no Moves Next) (result Mover Draw)))))"""

REGIONS: dict[str, tuple[str, set[int]]] = {
    "(intersection (union (sites Corners) (sites Centre)) (sites Phase 0)) if:(is Empty (to))": (
        "place a piece of yours on an empty cell among A1, E1, C3, A5 and E5", {0, 4, 12, 20, 24}),
    "(difference (sites Empty) (sites Outer))": (
        "place a piece of yours on an empty cell outside the outer cells", {6, 7, 8, 11, 12, 13, 16, 17, 18}),
    "(intersection (sites Empty) (sites Outer))": (
        "place a piece of yours on an empty cell in the outer cells",
        {*range(5), *range(20, 25), 5, 9, 10, 14, 15, 19}),
    "(difference (sites Empty) (sites Phase 1))": (
        "place a piece of yours on an empty cell that is none of the cells of the colour of B1", {*range(0, 25, 2)}),
}  # fmt: skip


@pytest.mark.parametrize("region", REGIONS)
def test_regions_that_stay_the_same_are_told_by_what_they_are(region: str) -> None:
    text, sites = REGIONS[region]
    source = PLACES.format(region=region)
    rules = told(source)
    assert text in rules["Play"][0]
    board = " ".join(rules["Board"])
    assert ("The outer cells are those of the first and last row and column." in board) == ("outer" in text)
    assert ("Cells have two colours, as on a chessboard." in board) == ("colour" in text)
    for state in games(source, 9):
        assert {move.to_site for move in state.legal_moves() if not move.is_pass} == sites - stacks(state).keys()


def test_the_centre_is_named() -> None:
    """On a board with one cell in the middle that says nothing new."""
    source = PLACES.format(region="(sites Centre) if:(is Empty (to))")
    assert not any("centre" in line for line in told(source)["Board"])
    assert {move.to_site for move in load(source, backend="python").start().legal_moves()} == {12}
    even = source.replace("square 5", "square 4")
    assert "The centre is the rectangle from B2 to C3." in told(even)["Board"]
    assert {move.to_site for move in load(even, backend="python").start().legal_moves()} == {5, 6, 9, 10}


GOALS = """(game "Goals" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)
    (regions "Home" P1 (sites {0})) (regions "Home" P2 (sites {8})) (map {(pair P1 P2) (pair P2 P1)})})
    (rules (play (move Add (to (sites Empty))))
        (end (if (is In (last To) (sites (player (mapEntry (mover))) "Home")) (result Mover Win)))))"""


def test_a_map_from_player_to_player_names_players() -> None:
    rules = told(GOALS)
    assert rules["Goal"] == ["You win if the cell of the last move is in the opponent's home region."]
    assert not any("map" in line or "marked" in line for line in rules["Board"])
    won = 0
    for state in games(GOALS, 9, 20):
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            wins = after.over and after.ranking[state.mover] == 1.0
            assert wins == (move.to_site == (8 if state.mover == 1 else 0))
            won += wins
    assert won


PILE = """(define "Taken" (+ 1 (count MovesThisTurn)))
(define "Most" (if (= 1 (count Turns)) 3 (* 2 (value Player (prev MoverLastTurn)))))
(define "Take" (then (if (= 1 (count at:(last To))) (remove (last To))
    (and (set Count at:(last To) (- (count at:(last To)) 1)) (moveAgain)))))
(game "Pile" (players 2) (equipment {(board (square 1)) (piece "Bean" Neutral)})
    (rules (start (set Count 20 at:0)) (play (if (is Prev Mover)
        (or (if (<= "Taken" "Most") (move Select (from (last To)) "Take"))
            (move Pass (then (set Value Mover (- "Taken" 1)))))
        (move Select (from (sites Occupied by:Neutral)) "Take")))
        (end (if (no Moves Next) (result Mover Win)))))"""


def test_a_pile_that_gets_smaller() -> None:
    """A turn takes beans one by one: at most 3 in the first turn, then at most twice as many as the opponent took."""
    rules = told(PILE)
    assert rules["Board"] == ["The board is a single cell, A1."] and rules["Start"] == ["20 pieces on A1."]
    assert rules["Terms"][0].split("\n")[1] == "otherwise, remove a piece from the chosen cell, and move again."
    again = " ".join(rules["Play"][1].split())
    assert (
        "if the number of moves of this turn with this one is at most 3 if this is turn 1 of the game, otherwise "
        "at most 2 times the opponent's value: choose the same cell again;") in again  # fmt: skip
    assert "pass; then set your value to the number of moves of this turn before this one" in again
    game, full = load(PILE, backend="python"), 0
    for seed in range(12):
        state, rng = game.start(seed=seed), random.Random(seed)
        left, taken, most, mover = 20, 0, 3, 1
        while not state.over:
            assert state.mover == mover
            kinds = {move.is_pass for move in state.legal_moves()}
            assert kinds == ({False} if not taken else {True, False} if taken < most else {True})
            full += taken == most
            move = rng.choice(state.legal_moves())
            state.apply(move)
            if move.is_pass:
                most, taken, mover = 2 * taken, 0, 3 - mover
            else:
                left, taken = left - 1, taken + 1
        assert left == 0
    assert full


STICKS = """(define "Worth" (if (= 2 (count Pips)) (if (= 0 (face 9)) 5 4) (if (= 1 (face 10)) 3 (count Pips))))
(define "There" (trackSite Move from:(from) steps:"Worth"))
(game "Sticks" (players 2) (equipment {(board (square 3) (track "Way" {0 1 2 5 8 7 6 3 4}))
    (dice d:2 from:0 num:3) (piece "Disc" Each (if (<= 0 "There") (move (from) (to "There" if:(is Empty (to))))))})
    (rules (start (place "Disc1" 0)) (play (do (roll) next:(forEach Piece P1)))
        (end (if (= 4 (count Moves)) (result Mover Draw)))))"""


def test_dice_are_numbered_and_their_values_listed() -> None:
    """The first value counts whose condition holds; a condition within another one holds together with it."""
    rules = told(STICKS)
    first = "5 if the sum of the dice is 2 and the first die shows 0"
    listed = f"{first}, 4 if the sum of the dice is 2, 3 if the second die"
    assert rules["Pieces"][0] == (
        f"Disc: move along the track by the first that applies of {listed} shows 1, and otherwise the sum of the "
        "dice, to an empty cell.")  # fmt: skip
    twice = told(STICKS.replace("(end (if (= 4", '(end (if (and (= 3 "Worth") (= 4').replace("Moves))", "Moves)))"))
    assert twice["Terms"] == [
        "“worth” means the first of these that applies:\n"
        "    - 5 if the sum of the dice is 2 and the first die shows 0\n"
        "    - 4 if the sum of the dice is 2\n"
        "    - 3 if the second die shows 1\n"
        "    - the sum of the dice otherwise."]  # fmt: skip
    way, seen = [0, 1, 2, 5, 8, 7, 6, 3, 4], set[int]()
    for state in games(STICKS, 1, 40):
        for move in state.legal_moves():
            rolled = [int(part.partition("state=")[2][0]) for part in str(move.actions).split("Dice:")[1:]]
            if move.is_pass or not rolled:
                continue
            total = sum(rolled)
            worth = (5 if rolled[0] == 0 else 4) if total == 2 else 3 if rolled[1] == 1 else total
            assert move.to_site == way[worth]
            seen.add(worth)
    assert {3, 4, 5} <= seen


ROWS = """(game "Rows" (players 2) (equipment {{(board ({board}) use:Vertex) (piece "Disc" Each)}})
    (rules (play (move Add (to (sites Empty)))) (end {{(if (is Line 3) (result Mover Win))
        (if (is Full) (result Mover Draw))}})))"""


@pytest.mark.parametrize("board", ["square 3", "square 3 diagonals:Alternating"])
def test_rows_go_along_the_lines_of_a_board(board: str) -> None:
    """On points that no diagonal lines join, a diagonal row is none; the lines are told where rows count alone."""
    source = ROWS.format(board=board)
    rules = told(source)
    assert rules["Goal"][0].endswith("in a row of at least 3 pieces of the same player along a line.")
    diagonal = "diagonals" in board
    lines = "Lines run along all rows and columns, and diagonally along A1 to C3; C1 to A3."
    assert (lines if diagonal else "Lines run along all rows and columns.") in rules["Board"]
    won = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}]
    won += [{0, 4, 8}, {2, 4, 6}] if diagonal else []
    ended = 0
    for state in games(source, 9, 30):
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            mine = {site for site, owners in stacks(after).items() if owners[-1] == state.mover}
            wins = after.over and after.ranking[state.mover] == 1.0
            assert wins == any(row <= mine for row in won)
            ended += wins
    assert ended


HEAPS = """(game "Heaps" (players 2) (equipment {(mancalaBoard 2 3 store:None (track "Way" "0,E,N,W" loop:True))
    (piece "Seed" Shared) (hand Shared) (map "Gate" {(pair P1 1) (pair P2 4)})})
    (rules (start {(set Count 3 to:(sites Track)) (place "Seed" (handSite Shared) count:9)})
        (play (or (move Select (from (mapEntry Mover) if:(is Occupied (from))) (then (sow apply:(if
            (if (= 4 (count at:(to))) (is In (to) (sites Bottom)) (!= 1 (count at:(to)))) (moveAgain)))))
            (move Pass (then (and {(remove 0 count:(count at:0))
                (add (piece (id "Seed" Shared)) (to 5) count:(count at:0))})))))
        (end (if (= 12 (count Moves)) (result Mover Draw)))))"""


def in_holes(state: Any) -> list[int]:
    held = {row[0]: int(row[1]) for row in state.sites() if row[2:]}
    return [held.get(f"V{site}", 0) for site in range(6)]


def test_heaps_that_all_share() -> None:
    """Effects go by what there is before the first of them; of a condition with two cases each is told as a whole."""
    rules = told(HEAPS)
    text = " ".join(rules["Play"][0].split())
    assert "The “Gate” hole is B1 for player 1 and B2 for player 2." in rules["Board"]
    assert rules["Pieces"] == ["There is a common hand beside the board."]
    assert (
        "all of these, with the numbers of pieces as they are before: - remove all pieces from A1 - place as many Seed "
        "pieces as the number of pieces in A1 on C2") in text  # fmt: skip
    first = "that hole holds exactly 4 pieces and that hole is in the bottom row"
    other = "that hole does not hold exactly 4 pieces and the number of pieces in that hole is not 1"
    assert f"where the last piece falls: if one of these holds: - {first} - {other} then: move again" in text
    passed = again = 0
    for state in games(HEAPS):
        piles = in_holes(state)
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            then = in_holes(after)
            if move.is_pass:
                assert then == [0, *piles[1:5], piles[5] + piles[0]]
                passed += piles[0] > 0
                continue
            start, way, left = 1 if state.mover == 1 else 4, [0, 1, 2, 5, 4, 3], list(piles)
            assert move.from_site == start
            number, left[start] = left[start], 0
            ends = [way[(way.index(start) + i) % 6] for i in range(1, number + 1)]
            for site in ends:
                left[site] += 1
            assert then == left
            last = left[ends[-1]]
            more = ends[-1] < 3 if last == 4 else last != 1
            assert (after.mover == state.mover) == more
            again += more
    assert passed and again


def test_a_hole_that_may_be_the_first_one_sown() -> None:
    more = "origin:(!= (count at:(last From)) 1) skipIf:(is In (to) (sites Top))"
    source = HEAPS.replace("(moveAgain))", f"(moveAgain)) {more}")
    text = " ".join(told(source)["Play"][0].split())
    assert (
        "on the next holes along the track, beginning with that hole itself if the number of pieces in the hole where "
        "the last move began is not 1, leaving out any hole in the top row") in text  # fmt: skip


HOMES = """(game "Homes" (players 3) (equipment {(board (rectangle 1 6) (track "Way" {0 1 2 3 4 5} loop:True))
    (piece "Disc" Each (move (from) (to (trackSite Move from:(from) steps:1) if:(not (is Friend (who at:(to))))
        (apply if:(is Enemy (who at:(to))) (fromTo (from (to)) (to (mapEntry "Home" (who at:(to)))))))))
    (map "Home" {(pair P1 0) (pair P2 2) (pair P3 4)})})
    (rules (start {(place "Disc1" 0) (place "Disc2" 1) (place "Disc3" 3)}) (play (forEach Piece))
        (end (if (= 9 (count Moves)) (result Mover Draw)))))"""


def test_pieces_are_sent_to_their_owners_homes() -> None:
    rules = told(HOMES)
    assert "The “Home” cell is A1 for player 1, C1 for player 2 and E1 for player 3." in rules["Board"]
    assert rules["Pieces"] == [
        "Disc: move along the track by 1 step, to a cell without a friendly piece, sending any enemy piece there to "
        "its owner's “Home” cell."]  # fmt: skip
    game, sent = load(HOMES, backend="python"), 0
    for seed in range(4):
        state, rng = game.start(seed=seed), random.Random(seed)
        where = {1: 0, 2: 1, 3: 3}
        while not state.over:
            move, mover = rng.choice(state.legal_moves()), state.mover
            state.apply(move)
            met = next((one for one, site in where.items() if site == move.to_site and one != mover), None)
            home = None if met is None else 2 * (met - 1)
            if met is not None and home in where.values():
                break  # what else stands there
            where[mover] = move.to_site
            if met is not None and home is not None:
                where[met] = home
                sent += 1
            assert {owners[-1]: site for site, owners in all_owners(state).items()} == where
    assert sent


def all_owners(state: Any) -> dict[int, list[int]]:
    return {int(row[0][1:]): [piece[1] for piece in row[2:]] for row in state.sites() if row[2:]}


CARRY = """(game "Carry" (players 2) (equipment {(board (rectangle 1 6))
    (piece "Disc" Each (or (move Step (to if:(is Empty (to))))
        (move Hop (between if:(is Enemy (who at:(between))) (apply (fromTo (from (between)) (to))))
            (to if:(is Empty (to))))))})
    (rules (start {(place "Disc1" {"A1" "B1"}) (place "Disc2" {"C1" "F1"})}) (play (forEach Piece top:True))
        (end (if (= 8 (count Moves)) (result Mover Draw)))))"""


def test_a_piece_that_is_taken_along() -> None:
    (text,) = told(CARRY)["Pieces"]
    assert "and move a piece from the cell between to the cell moved to" in text
    carried = 0
    for state in games(CARRY, 8, 10):
        for move in state.legal_moves():
            if move.is_pass or abs(move.to_site - move.from_site) != 2:
                continue
            before, after = stacks(state), state.copy()
            after.apply(move)
            over, mover = (move.to_site + move.from_site) // 2, state.mover
            taken = before[over][-1]
            assert taken != mover and sorted(stacks(after)[move.to_site]) == [1, 2]
            assert stacks(after).get(over, ()) == before[over][:-1]
            carried += 1
    assert carried


SQUARE = """(game "Square" (players 1)
    (equipment {{(board (square 3) (values Cell (range 1 9))) (regions {{{lines}}})}})
    (rules (play (satisfy {rule})) (end (if (is Solved) (result P1 Win)))))"""


def values_after(source: str, *moves: str) -> set[str]:
    """What may be written down on a puzzle after some moves: `B1=2`."""
    state = load(source, backend="python").start()
    for text in moves:
        state.apply(next(move for move in state.legal_moves() if f"{move}" == text))
    return {f"{move}" for move in state.legal_moves()}


def test_puzzles_name_the_lines_that_are_compared() -> None:
    sums = SQUARE.format(lines="Columns Rows", rule="{(all Different (sites Board)) (is Sum 15)}")
    assert told(sums)["Play"] == [
        "On your turn, satisfy: all values of the board differ and the sum of each column and row is 15."]  # fmt: skip
    after = values_after(sums, "A1=9", "B1=1")
    assert "C1=5" in after and not {"C1=4", "C1=1", "C3=1"} & after
    latin = SQUARE.format(lines="Columns Rows", rule="(all Different)")
    assert told(latin)["Play"] == ["On your turn, satisfy: all values in each column and row differ."]
    after = values_after(latin, "A1=1")
    assert "B2=1" in after and not {"B1=1", "A3=1"} & after


@pytest.mark.parametrize("board", ["(hex Diamond 4)", "(hex 4)", "(hex Triangle 5)", "(hex Rectangle 4 5)"])
def test_the_neighbours_of_a_hexagonal_cell_are_those_that_a_step_goes_to(board: str) -> None:
    """Their labels do not tell them."""
    source = f"""(game "Steps" (players 2) (equipment {{(board {board}) (piece "Disc" Each (move Step (to if:True)))}})
        (rules (start (place "Disc1" 0)) (play (or (move Add (to (sites Empty))) (forEach Piece)))
            (end (if (= 9 (count Moves)) (result Mover Draw)))))"""
    (sentence,) = (line for line in told(source)["Board"] if "neighbours, as " in line)
    cell, near = re.fullmatch(r"A cell has up to 6 neighbours, as (\w+) has (.+)\.", sentence).groups()  # type: ignore
    state = load(source).start(seed=1)
    state.apply(next(move for move in state.legal_moves() if str(move) == cell))
    state.apply(next(move for move in state.legal_moves() if "-" not in str(move)))
    steps = {str(move).partition("-")[2] for move in state.legal_moves() if str(move).startswith(f"{cell}-")}
    assert steps == set(re.split(r", | and ", near)) and len(steps) == 6


AREAS = {
    "(difference (expand (sites Bottom) steps:(- (/ (count Rows) 2) 1)) (sites Outer))": "B2 to D2",
    "(forEach (sites Row 1) if:(is Even (column of:(site))))": "A2, C2 and E2",
    "(difference (sites Inner) (sites Centre))": "B2 to D2, B3, D3 and B4 to D4",
    "(intersection (sites Column (- (count Columns) 1)) (expand (sites Top) steps:(+ 1 1)))": "E3 to E5",
}


@pytest.mark.parametrize("area", AREAS)
def test_a_set_up_that_is_computed_is_told_by_its_sites(area: str) -> None:
    source = f"""(game "Areas" (players 2) (equipment {{(board (square 5)) (piece "Man" Each)}})
        (rules (start (place "Man1" {area})) (play (move Add (to (sites Empty))))
            (end (if (is Full) (result Mover Draw)))))"""
    (line,) = told(source)["Start"]
    names = AREAS[area]
    assert line == f"Player 1: Man on {names}."
    sites = {f"{'ABCDE'[site % 5]}{site // 5 + 1}" for site in stacks(load(source, backend="python").start(seed=1))}
    ends = [part.split(" to ") for part in names.replace(" and ", ", ").split(", ")]
    named = {f"{column}{row}" for end in ends for column in "ABCDE" for row in range(1, 6)
             if end[0][0] <= column <= end[-1][0] and int(end[0][1]) <= row <= int(end[-1][1])}  # fmt: skip
    assert sites == named
