"""Moves that are told as others with exchanged directions, sites or tracks are held against play."""

import random
import re
from collections.abc import Iterator

from ludparse import load

from .test_told_turns import stacks, told

TURNED = """(define "Run" (sites Direction from:(site) #1 included:True stop:(not (is Enemy (who at:(to))))))
(define "Number" (count Sites in:("Run" #1)))
(define "Turn" (forEach Site
    (difference (sites Occupied by:Next) (sites Direction from:(sites Occupied by:Next) #1 distance:1))
    (if (and {#3 (is Occupied (ahead (site) steps:("Number" #1) #1))
        (or (all Sites (sites Around ("Run" #1) #2) if:(= (who at:(site)) (mover)))
            (all Sites (sites Around ("Run" #1) #2) if:(= (who at:(site)) (next))))})
        (move Select (from (site)) (to (ahead (site) steps:(- ("Number" #1) 1) #1)
            if:(> 3 (count Sites in:(intersection (sites Around (to) Orthogonal) (sites Empty)))))
            (then (and (remove (last To)) (add (piece (mover)) (to (last To)))))))))
(game "Turned" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules (play (or {(move Add (to (sites Empty))) ("Turn" N W True) ("Turn" E S (!= ("Number" N) ("Number" E)))}))
        (end (if (< 30 (count Moves)) (result Mover Draw)))))"""

STEPS = {"north": (0, 1), "west": (-1, 0), "east": (1, 0), "south": (0, -1)}


def beyond(cell: int, way: str) -> int | None:
    """The next cell of a board of 4 by 4, None at its edge."""
    x, y = cell % 4 + STEPS[way][0], cell // 4 + STEPS[way][1]
    return x + 4 * y if 0 <= x < 4 and 0 <= y < 4 else None


def run(owners: dict[int, int], cell: int, way: str, mover: int) -> list[int]:
    """That cell and the cells with enemy pieces that follow it without a gap."""
    line = [cell]
    while (on := beyond(line[-1], way)) is not None and owners.get(on) == 3 - mover:
        line.append(on)
    return line


def turns(owners: dict[int, int], mover: int, way: str, side: str) -> Iterator[tuple[int, int]]:
    """What the words of the first of the moves allow, with their two directions."""
    enemies = {cell for cell, owner in owners.items() if owner != mover}
    for cell in enemies - {beyond(one, way) for one in enemies}:
        line = run(owners, cell, way, mover)
        on = beyond(line[-1], way)
        beside = {owners.get(at) for at in (beyond(one, side) for one in line) if at is not None}
        free = [at for at in (beyond(line[-1], one) for one in STEPS) if at is not None and at not in owners]
        if (cell if on is None else on) in owners and beside in (set(), {1}, {2}) and len(free) < 3:
            yield cell, line[-1]


def test_moves_that_are_like_others_are_made_with_what_is_exchanged() -> None:
    """The second way to turn is told by the first one, with a condition of its own; what follows is told once."""
    (play,) = told(TURNED)["Play"]
    text = " ".join(play.split())
    means = "that cell and the cells with enemy pieces that follow it without a gap north"
    assert told(TURNED)["Terms"] == [f"“run”, for a cell, means {means}."]
    for part in (
        "at one of those of the cells with the opponent's pieces that are not directly north of another of them",
        "the cell directly north of the last of the “run” cells, or that cell at the edge of the board, is occupied",
        "for one of the players: all cells directly west of the “run” cells hold one of that player's pieces",
        "choose that cell and the last of the “run” cells, "
        "if fewer than 3 of the cells orthogonally beside the cell moved to are empty",
    ):
        assert part in text
    like = re.search(r"- the same with (.+?), but only if (.+?) after that, (.+)\.", text)
    assert like is not None
    exchanged = dict(pair.split(" in place of ")[::-1] for pair in like[1].split(" and "))
    number = "the number of the “run” cells"
    assert like[2] == f"{number} is not what {number} is with these changes"
    assert like[3] == "replace what stands on the second chosen cell with a piece of yours"
    game, made, barred = load(TURNED, backend="python"), [0, 0], 0
    for seed in range(6):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 24:
            owners = {site: row[-1] for site, row in stacks(state).items()}
            mover = state.mover
            first = list(turns(owners, mover, "north", "west"))
            second = [(cell, last) for cell, last in turns(owners, mover, exchanged["north"], exchanged["west"]) if len(
                run(owners, cell, "north", mover)) != len(run(owners, cell, exchanged["north"], mover))]  # fmt: skip
            legal = state.legal_moves()
            chosen = [move for move in legal if "Select" in str(move.actions)]
            assert sorted((move.from_site, move.to_site) for move in chosen) == sorted([*first, *second])
            move = rng.choice(chosen if chosen and rng.random() < 0.7 else legal)
            state.apply(move)
            if move in chosen:
                now = {site: row[-1] for site, row in stacks(state).items()}
                assert now == {**owners, move.to_site: mover}
            made[0] += len(first)
            made[1] += len(second)
            barred += len(list(turns(owners, mover, "east", "south"))) - len(second)
    assert all(made) and barred


CHOICES = """(define "Go" (forEach Site (sites Occupied by:Mover) (move (from (site))
    (to (sites Around (from) Orthogonal) if:(and (is Empty (to)) #1)))))
(define "Come" (move Add (to (sites Board) if:(and {(is Empty (to)) (is In (to) (sites Left)) #1}))))
(game "Choices" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules (start {(place "Disc1" {5 9}) (place "Disc2" {6 10})})
        (play (priority
            (if (< 2 (count Moves)) (or ("Go" (is In (to) (sites Top))) ("Come" (!= (to) 0))))
            (or ("Go" True) ("Come" True))))
        (end (if (< 30 (count Moves)) (result Mover Draw)))))"""


def test_what_is_preferred_is_done_where_it_can_be() -> None:
    """Of moves of which some come first if they meet a condition more, that is told of each, and once what follows."""
    (play,) = told(CHOICES)["Play"]
    both = "this is preferred if the number of moves is more than 2 and the cell moved to is"
    assert [line.strip() for line in play.split("\n")] == [
        "On your turn, do one of these:",
        "- at a cell with your pieces, move a piece from that cell to an empty one of the cells orthogonally beside "
        "the cell moved from",
        f"{both} in the top row",
        "- place a piece of yours on an empty cell in the board in the left column",
        f"{both} not A1",
        "if a preferred move is possible, one must be made.",
    ]  # fmt: skip
    game, seen = load(CHOICES, backend="python"), set[bool]()
    for seed in range(6):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 14:
            owners = {site: row[-1] for site, row in stacks(state).items()}
            mine = [site for site, owner in owners.items() if owner == state.mover]
            go = [(a, b) for a in mine for b in (beyond(a, way) for way in STEPS) if b is not None and b not in owners]
            come = [(site, site) for site in range(0, 16, 4) if site not in owners]
            first = [*(move for move in go if move[1] > 11), *(move for move in come if move[1] != 0)]
            first = first if len(state.history) > 2 else []
            legal = [move for move in state.legal_moves() if not move.is_pass]
            assert sorted((move.from_site, move.to_site) for move in legal) == sorted(first or [*go, *come])
            seen.add(bool(first))
            if not legal:
                break
            state.apply(rng.choice(legal))
    assert seen == {True, False}


TRACKS = """(define "Go" (forEach Site (intersection (sites Occupied by:Mover) (sites #2))
    (move (from (site)) (to (trackSite Move from:(site) #1 steps:2) if:(is Empty (to))))))
(game "Tracks" (players 2) (equipment {(board (rectangle 3 6) {(track "Lower" "0,E" loop:True directed:True)
    (track "Upper" "17,W" loop:True directed:True) (track "Middle" "6,E" loop:True directed:True)})
    (piece "Disc" Each)})
    (rules (start {(place "Disc1" {0 1 14 16}) (place "Disc2" {3 12 13})})
        (play (or {("Go" "Lower" Bottom) ("Go" "Upper" Top) (move Add (to (sites Empty)))}))
        (end (if (< 30 (count Moves)) (result Mover Draw)))))"""


def test_tracks_and_regions_are_exchanged_as_it_is_told() -> None:
    (play,) = told(TRACKS)["Play"]
    model, like, *_ = play.split("\n    - ")[1:]
    move = "move a piece from that cell along the lower track by 2 steps, to an empty cell"
    assert " ".join(model.split()) == f"at a cell with your pieces on the bottom row, {move}"
    others = "the top row in place of the bottom row and the upper track in place of the lower track"
    assert like == f"the same with {others}"
    rows = {"bottom": (range(6), 2), "top": (range(12, 18), -2)}
    game, compared = load(TRACKS, backend="python"), 0
    for seed in range(4):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 12:
            owners = {site: row[-1] for site, row in stacks(state).items()}
            claimed = set()
            for row, steps in rows.values():
                for site in row:
                    to = row[0] + (site - row[0] + steps) % 6
                    if owners.get(site) == state.mover and to not in owners:
                        claimed.add((site, to))
            legal = state.legal_moves()
            assert {(move.from_site, move.to_site) for move in legal if move.from_site != move.to_site} == claimed
            compared += len(claimed)
            state.apply(rng.choice(legal))
    assert compared
