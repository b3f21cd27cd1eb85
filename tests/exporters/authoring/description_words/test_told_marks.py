"""Marks, tokens, turns, groups and the like are told as they are in play."""

import random
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from ludparse import load, load_description
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes.enums import SiteType

from .test_told_turns import stacks, told


def game_of(play: str, items: str = '(piece "Disc" Each)', end: str = "(no Moves Next)", board: str = "(square 4)",
            start: str = "", result: str = "(result Mover Win)", defines: str = "") -> str:  # fmt: skip
    begin = f"(start {{{start}}})" if start else ""
    return f"""{defines}(game "Small" (players 2) (equipment {{(board {board}) {items}}})
        (rules {begin} (play {play}) (end (if {end} {result}))))"""


def positions(source: str, games: int = 6, plies: int = 20) -> Iterator[tuple[Any, Any, Any]]:
    """Positions of random games, each with the move made there (None in the first) and the one before."""
    game = load(source, backend="python")
    for seed in range(games):
        state, rng, move = game.start(seed=seed), random.Random(seed), None
        before = state.copy()
        yield state, move, before
        while not state.over and len(state.history) < plies:
            before, move = state.copy(), rng.choice(state.legal_moves())
            state.apply(move)
            yield state, move, before


ADD = "(move Add (to (sites Empty)))"


def test_a_mark_is_called_as_its_author_calls_it() -> None:
    """A piece that is marked when it moves, and may move only if it is not, moves once."""
    runner = '(piece "Runner" Each (if (not "Tired") (move Step Orthogonal (to if:(is Empty (to))) '
    source = game_of("(forEach Piece)", f"{runner} (then (set State at:(last To) 1)))))",
                     start='(place "Runner1" (sites Left)) (place "Runner2" (sites Right))',
                     defines='(define "Tired" (= 1 (state at:(from))))')  # fmt: skip
    (pieces, explained) = told(source)["Pieces"]
    assert "if the piece is not marked “tired”, step" in pieces
    assert "mark the moved piece “tired”" in pieces
    assert explained == "A piece may be marked “tired”; at first none is."
    moved = set[int]()
    for _, move, _ in positions(source):
        if move is None:
            moved = set()
        elif not move.is_pass:
            assert move.from_site not in moved
            moved.add(move.to_site)
    assert moved


@pytest.mark.parametrize(("asked", "clause"), [
    ("(= 5 (count Turns))", "this is turn 5 of the game"),
    ("(not (no Pieces All))", "there are pieces"),
    ("(not (= 0 (count Sites in:(sites Occupied by:P2))))", "there are cells with player 2's pieces"),
    ("(= (row of:(last To)) 2)", "the cell of the last move is in row 3"),
    ("(and (< 2 (count Moves)) (or (= 3 (row of:(last To))) (= 0 (count Sites in:(sites Occupied by:P2)))))", None),
])  # fmt: skip
def test_a_game_ends_when_this_is_so(asked: str, clause: str | None) -> None:
    """With the first move after which the words hold; alternatives among other conditions are told as one of them."""
    source = game_of(ADD, end=asked)
    (goal,) = told(source)["Goal"]
    if clause is None:
        assert goal.split("\n") == [
            "You win if both of these hold:", "    - the number of moves is more than 2",
            "    - the cell of the last move is in row 4 or there are no cells with player 2's pieces."]  # fmt: skip
    else:
        assert goal == f"You win if {clause}."
    for state, move, _ in positions(source):
        if move is None:
            continue
        number, owners = len(state.history), [owner for (owner,) in stacks(state).values()]
        holds = {"(= 5": number == 5, "(not (no": True, "(not (= 0": 2 in owners, "(= (row": move.to_site // 4 == 2,
                 "(and": number > 2 and (move.to_site // 4 == 3 or 2 not in owners)}  # fmt: skip
        assert state.over == next(so for start, so in holds.items() if asked.startswith(start))


def test_moves_of_a_turn_are_counted_from_the_first() -> None:
    play = "(move Add (to (sites Empty)) (then (if (= 0 (count MovesThisTurn)) (moveAgain))))"
    source = game_of(play, end="(is Full)")
    assert "if this is the first move of the turn, move again" in told(source)["Play"][0]
    for state, _, _ in positions(source):
        assert state.mover == 1 + len(state.history) // 2 % 2 or state.over


def test_groups_without_a_condition_are_those_of_the_mover() -> None:
    source = game_of("(move Add (to (sites Empty)) (then (forEach Group Orthogonal (if (< 1 (count Sites in:(sites))) "
                     "(addScore Mover 1)))))", end="(is Full)")  # fmt: skip
    assert "for each group of your pieces connected orthogonally" in told(source)["Play"][0]
    for state, move, before in positions(source):
        if move is None:
            continue
        mine = {site for site, (owner,) in stacks(state).items() if owner == before.mover}
        groups, left = 0, set(mine)
        while left:
            group, edge = set[int](), {left.pop()}
            while edge:
                group |= edge
                edge = {n for s in edge for n in (s - 4, s + 4, s - (s % 4 > 0), s + (s % 4 < 3)) if n in mine} - group
            left -= group
            groups += len(group) > 1
        now, then = (one.snapshot()["score"][before.mover - 1] for one in (state, before))
        assert now - then == groups


def test_a_region_without_a_name_is_all_that_a_player_has() -> None:
    regions = ('(regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites Top)) '
               '(regions "Far" P1 (sites Left)) (regions "Far" P2 (sites Right))')  # fmt: skip
    source = game_of("(move Add (to (intersection (sites Mover) (sites Empty))))", f'(piece "Disc" Each) {regions}')
    assert "on an empty cell in your home or far region" in told(source)["Play"][0]
    far = {1: {0, 1, 2, 3, 4, 8, 12}, 2: {12, 13, 14, 15, 3, 7, 11}}
    for state, _, _ in positions(source):
        targets = {move.to_site for move in state.legal_moves() if not move.is_pass}
        assert targets == (set() if state.over else far[state.mover] - stacks(state).keys())


def test_what_is_within_some_steps() -> None:
    source = game_of("(move Add (to (intersection (sites Empty) (expand (sites Left) steps:1))))", end="(is Full)")
    assert "an empty one of the cells within 1 step of the left column, itself included" in told(source)["Play"][0]
    for state, _, _ in positions(source):
        allowed = {site for site in range(16) if site % 4 < 2} - stacks(state).keys()
        assert {move.to_site for move in state.legal_moves() if not move.is_pass} == allowed


def test_that_any_piece_is_under_attack() -> None:
    guard = "(move Step Orthogonal (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))"
    source = game_of("(forEach Piece)", f'(piece "Guard" Each {guard})', "(is Threatened)", "(square 5)",
                     '(place "Guard1" {0 2 4}) (place "Guard2" {20 22 24})', "(result All Loss)")  # fmt: skip
    assert told(source)["Goal"] == ["Everybody loses if a piece is under attack."]
    ended = 0
    for state, move, _ in positions(source, plies=40):
        owners = {site: owner for site, (owner,) in stacks(state).items()}
        near = any({owner, owners.get(n)} == {1, 2} for site, owner in owners.items()
                   for n in (site + 5, site + 1 if site % 5 < 4 else -1))  # fmt: skip
        assert move is None or state.over == near
        ended += state.over
    assert ended


def test_who_has_a_token() -> None:
    """A player who takes a token lets the other one pass; it is given up by passing."""
    source = game_of("(or (move Add (to (sites Empty Cell)) (then (set Value Mover 1))) (if (= 1 (value Player Next)) "
                     "(move Pass (then (set Value Next 0)))))", end="(is Full)")  # fmt: skip
    rules = told(source)
    assert rules["Start"] == ["The board is empty.", "Nobody has a token."]
    assert "then take a token" in rules["Play"][0] and "if the opponent has a token" in rules["Play"][0]
    assert "take the opponent's token away, if any" in rules["Play"][0]
    tokens = set[int]()
    for state, move, before in positions(source):
        if move is None:
            tokens = set()
        elif move.is_pass:
            tokens.discard(3 - before.mover)
        else:
            tokens.add(before.mover)
        if not state.over:
            assert any(move.is_pass for move in state.legal_moves()) == (3 - state.mover in tokens)


TRACK = '(track "Way" {0 1 2 3 7 6 5 4} directed:True)'
ALONG = '(move (from (site)) (to (trackSite Move from:(site) "Way" steps:1) if:(is Empty (to))))'


def test_the_first_site_of_a_track_where_something_is_possible() -> None:
    source = game_of(f'(firstMoveOnTrack "Way" (if (is Friend (who at:(site))) {ALONG}))', board=f"(square 4) {TRACK}",
                     start='(place "Disc1" {0 2}) (place "Disc2" {1 3})')  # fmt: skip
    assert "at the first cell of the track where this is possible" in told(source)["Play"][0]
    way = [0, 1, 2, 3, 7, 6, 5, 4]
    for state, _, _ in positions(source):
        owners = {site: owner for site, (owner,) in stacks(state).items()}
        possible = [site for site, on in pairwise(way) if owners.get(site) == state.mover and on not in owners]
        moves = [move.from_site for move in state.legal_moves() if not move.is_pass]
        assert state.over or moves == possible[:1]


def test_that_pieces_go_farthest_is_not_told_since_all_their_moves_are_legal() -> None:
    loop = f'(forEach Site (sites Occupied by:Mover) (or {ALONG} {ALONG.replace("steps:1", "steps:2")}))'
    tracks = "".join(TRACK.replace('"Way"', f'"Way{n}"').replace("directed", f"P{n} directed") for n in (1, 2))
    start = '(place "Disc1" {0 2}) (place "Disc2" {1 3})'
    sources = [game_of(moves, board=f"(square 4) {{{TRACK}{tracks}}}", start=start)
               for moves in (loop, f'(max Distance "Way" Mover {loop})')]  # fmt: skip
    assert told(sources[0]) == told(sources[1])
    for (one, _, _), (other, _, _) in zip(*map(positions, sources), strict=True):
        assert list(map(str, one.legal_moves())) == list(map(str, other.legal_moves()))


@pytest.mark.parametrize("board", ["(square 3) use:Edge", "(complete (regular Star 5)) use:Edge"])
def test_edges_join_the_points_that_are_told(board: str) -> None:
    source = game_of("(move Add (to (sites Empty Edge)))", board=board)
    board_told = told(source)["Board"]
    topology = build_equipment(load_description(source).game).board  # type: ignore[arg-type]
    points = topology.elements(SiteType.Vertex)
    ends = [{points[end].label for end in two} for two in topology.incident(SiteType.Edge, SiteType.Vertex)]
    if board.startswith("(square"):
        grid = "Each joins two neighbouring points of a grid of 3 columns and 3 rows of points."
        assert grid in board_told
        places = {(point.col, point.row): point.label for point in points}
        beside = [{label, places[near]} for (col, row), label in places.items()
                  for near in ((col + 1, row), (col, row + 1)) if near in places]  # fmt: skip
        assert sorted(map(sorted, ends)) == sorted(map(sorted, beside))
    else:
        (line,) = (line for line in board_told if line.startswith("They join these of the 5 points: "))
        assert [{a, b} for a, b in re.findall(r": (\w+)-(\w+)", line)] == ends


def test_the_opposite_hole() -> None:
    """The last piece captures what lies in the other hole of its column."""
    opposite = "(if (is In (to) (sites Bottom)) (+ (to) 4) (- (to) 4))"
    source = f"""(game "Holes" (players 2) (equipment {{(mancalaBoard 2 4 (track "Way" "1,E,N,W" loop:True))
        (piece "Seed" Shared) (map {{(pair P1 9) (pair P2 0)}})}}) (rules (start (set Count 2 to:(sites Track)))
        (play (move Select (from (sites Track) if:(< 0 (count at:(from)))) (then (sow apply:
            (fromTo (from {opposite}) (to (mapEntry Mover)) count:(count at:{opposite}))))))
        (end (if (no Moves Next) (result Mover Win)))))"""
    assert "move all pieces from the hole opposite that hole to your store" in told(source)["Play"][0]
    way, taken = [1, 2, 3, 4, 8, 7, 6, 5], 0
    for state, move, before in positions(source, plies=8):
        if move is None:
            continue
        held, now = ({int(row[0][1:]): row[1] for row in one.sites()} for one in (before, state))
        number = held.pop(move.from_site)
        if number > 7:
            continue
        for i in range(1, number + 1):
            last = way[(way.index(move.from_site) + i) % 8]
            held[last] = held.get(last, 0) + 1
        opposite, store = last + 4 if last < 5 else last - 4, 9 if before.mover == 1 else 0
        taken += held.get(opposite, 0)
        held[store] = held.get(store, 0) + held.pop(opposite, 0)
        assert now == {hole: count for hole, count in held.items() if count}
    assert taken


def test_that_no_cell_beside_another_one_holds_a_piece() -> None:
    source = game_of("(move Add (to (sites Empty) if:(= 0 (count Sites in:(sites Around (to) Own)))))", end="(is Full)")
    assert "an empty cell where none of the cells beside that cell holds one of your pieces" in told(source)["Play"][0]
    for state, _, _ in positions(source):
        mine = {site for site, (owner,) in stacks(state).items() if owner == state.mover}
        near = {s + 4 * dy + dx for s in mine for dx in (-1, 0, 1) for dy in (-1, 0, 1)
                if 0 <= s % 4 + dx < 4 and 0 <= s // 4 + dy < 4}  # fmt: skip
        free = set(range(16)) - stacks(state).keys() - near
        assert state.over or {move.to_site for move in state.legal_moves() if not move.is_pass} == free


def test_what_follows_does_not_change_that_something_is_done_if_it_is_possible() -> None:
    """To ask whether a move is possible and to make it with what follows from it is to make it if possible."""
    add = "(move Add (to (sites Bottom) if:(is Empty (to))){})"
    other = "(move Add (to (sites Top) if:(is Empty (to))))"
    scoring = add.format(" (then (addScore Mover 1))")
    sources = [game_of(play, end="(is Full)") for play in (
        f"(if (can Move {add.format('')}) {scoring} {other})", f"(priority {{{scoring} {other}}})")]  # fmt: skip
    assert told(sources[0]) == told(sources[1]) and "if possible, place" in told(sources[0])["Play"][0]
    for (one, _, _), (other_, _, _) in zip(*map(positions, sources), strict=True):
        assert list(map(str, one.legal_moves())) == list(map(str, other_.legal_moves()))
        assert one.snapshot()["score"] == other_.snapshot()["score"]


def test_a_map_that_is_not_named_is_the_only_one() -> None:
    maps = '(piece "Disc" Each) (map "Gate" {(pair P1 5) (pair P2 10)})'
    source = game_of(ADD, maps, "(= (last To) (mapEntry (mover)))")
    assert told(source)["Goal"] == ["You win if the cell of the last move is your “Gate” cell."]
    for state, move, before in positions(source):
        assert move is None or state.over == (move.to_site == {1: 5, 2: 10}[before.mover])


def test_a_condition_that_depends_on_another_one_is_told_for_both_cases() -> None:
    end = "(if (is Mover P1) (or (= 0 (row of:(last To))) (< 8 (count Moves))) (< 5 (count Moves)))"
    source = game_of(ADD, end=end)
    assert told(source)["Goal"][0].split("\n") == [
        "You win if one of these holds:",
        "    - both of these hold:",
        "          - it is player 1's turn",
        "          - the cell of the last move is in row 1 or the number of moves is more than 8",
        "    - it is not player 1's turn and the number of moves is more than 5.",
    ]  # fmt: skip
    for state, move, before in positions(source):
        number = len(state.history)
        first, other = move is not None and (move.to_site < 4 or number > 8), number > 5
        assert move is None or state.over == (first if before.mover == 1 else other)
