"""Sites that are told by how they are found, and stacks, are held against play."""

import random
from collections.abc import Callable

import pytest

from ludparse import load

from .test_told_turns import Stacks, after, stacks, told, without_empty

LINE = "(sites Direction from:(last To) E stop:(= (mover) (who at:(to))) stopIncluded:True)"
HALF = f"(ahead (last To) steps:(/ (count Sites in:{LINE}) 2) E)"
FIRST = "(regionSite (sites LineOfSight Piece at:(last To) W) index:0)"
LAST = "the cell of the last move"
WAY = f"the cells in a straight line from {LAST} east up to the first cell with one of your pieces and including it"

Owners = dict[int, int]


def halfway(owners: Owners, last: int, mover: int) -> bool:
    """The cell halfway, rounded down, along the line to the east holds an enemy and is no corner."""
    line = []
    for site in range(last + 1, last - last % 6 + 6):
        line.append(site)
        if owners.get(site) == mover:
            break
    at = last + len(line) // 2
    return owners.get(at) == 3 - mover and at not in (0, 5, 30, 35)


def opposite(owners: Owners, last: int, mover: int) -> bool:
    """The first piece to the west is the mover's own, not in a corner, and as far to the east there is nothing."""
    seen = [site for site in range(last - 1, last - last % 6 - 1, -1) if site in owners][:1]
    if not seen or owners[seen[0]] != mover or seen[0] in (0, 5, 30, 35):
        return False
    far = 2 * last - seen[0]
    return far // 6 == last // 6 and far not in owners


SITES: dict[str, tuple[str, Callable[[Owners, int, int], bool]]] = {
    f"(and {{(is Enemy (who at:{HALF})) (not (is In {HALF} (sites Corners)))}})": (
        f"both of these hold: - the cell halfway, rounded down, along the line from {LAST} over {WAY}, called X here, "
        "holds an enemy piece - X is not in the corners", halfway),
    f"(and {{(is In {FIRST} (sites Occupied by:Mover)) (not (is In {FIRST} (sites Corners))) "
    f"(is Empty (ahead (last To) steps:(count Steps (last To) {FIRST}) E))}})": (
        f"all of these hold: - the first occupied cell in a straight line from {LAST} west, called X here, holds one "
        f"of your pieces - X is not in the corners - the cell east of {LAST} at the same distance as X is "
        "empty", opposite),
}  # fmt: skip


@pytest.mark.parametrize("rule", SITES, ids=["halfway", "opposite"])
def test_a_site_is_called_by_a_letter_where_it_is_told_again(rule: str) -> None:
    """Of two parts of a condition the second one speaks of X; a game ends when the words say so."""
    source = f"""(game "Sites" (players 2) (equipment {{(board (square 6)) (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if {rule} (result Mover Win)))))"""
    text, holds = SITES[rule]
    assert " ".join(told(source)["Goal"][0].split()) == f"You win if {text}."
    game, ended = load(source, backend="python"), 0
    for seed in range(12):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 20:
            move, mover = rng.choice(state.legal_moves()), state.mover
            state.apply(move)
            owners = {site: row[-1] for site, row in stacks(state).items()}
            assert state.over == holds(owners, move.to_site, mover)
            ended += state.over
    assert ended


PILES = """(game "Piles" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (start {(place Stack "Disc1" 0 count:4) (place Stack "Disc2" 8 count:4)})
        (play (forEach Site (sites Occupied by:Mover) (forEach Value min:1 max:(- (size Stack at:(site)) 0)
            (move (from (site)) (to (sites Empty)) count:(value) stack:True))))
        (end (if (= (size Stack at:(last To)) (size Stack at:(last From))) (result Mover Win)))))"""


PARTS: dict[str, tuple[str, Callable[[int, int], bool]]] = {
    "(or (< (value) (size Stack at:(from))) (is In (to) (sites Top)))": (
        "move any number of pieces, but all of them only if the cell moved to is in the top row, as a stack from that "
        "cell to an empty cell", lambda number, height: number < height),
    "(or (> 2 (value)) (is In (to) (sites Top)))": (
        "move any number of pieces as a stack from that cell to an empty cell where the number of pieces that are "
        "moved is less than 2 or the cell moved to is in the top row", lambda number, height: number < 2),
}  # fmt: skip


@pytest.mark.parametrize("rule", PARTS)
def test_how_many_pieces_of_a_stack_where(rule: str) -> None:
    whole = PILES.replace("(to (sites Empty))", f"(to (sites Empty) if:{rule})")
    move, few = PARTS[rule]
    (play,) = told(whole)["Play"]
    line = " ".join(play.split()).replace("pieces: ", "pieces, ")
    assert line == f"On your turn, at a cell with your pieces, {move}."
    game, barred = load(whole, backend="python"), 0
    for seed in range(4):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 12:
            rows, claimed = stacks(state), list[Stacks]()
            for site, owners in rows.items():
                for number in range(1, len(owners) + 1) if owners[-1] == state.mover else ():
                    ends = [to for to in range(9) if to not in rows and (few(number, len(owners)) or to > 5)]
                    claimed += [{**rows, site: owners[:-number], to: owners[-number:]} for to in ends]
                    barred += not few(number, len(owners))
            legal = [move for move in state.legal_moves() if not move.is_pass]
            made = sorted(sorted(after(state, move).items()) for move in legal)
            assert made == sorted(sorted(without_empty(one).items()) for one in claimed)
            if not legal:
                break
            state.apply(rng.choice(legal))
    assert barred


COVERED = """(game "Covered" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Board)) stack:True))
        (end (if (< 0 (count Sites in:(intersection (sites Occupied by:Mover) (sites Occupied by:Next top:False))))
            (result Mover Win)))))"""


def test_pieces_on_top_of_others() -> None:
    assert told(COVERED)["Goal"] == [
        "You win if there is at least one of the cells with your pieces that also hold the opponent's pieces."
    ]
    game, ended = load(COVERED, backend="python"), 0
    for seed in range(8):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 8:
            mover = state.mover
            state.apply(rng.choice(state.legal_moves()))
            mine = [owners for owners in stacks(state).values() if owners[-1] == mover]
            assert state.over == any(3 - mover in owners for owners in mine)
            ended += state.over
    assert ended


PASSES = """(game "Passes" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (priority (move Add (to (intersection (sites Left) (sites Empty))))
            (if (is Odd (count Moves)) (move Pass (then (addScore Mover 1))))))
        (end (if (= 7 (count Moves)) (byScore)))))"""


def test_who_may_pass_only_now_and_then_passes_without_a_move() -> None:
    assert "A player who cannot move passes." in told(PASSES)["Throughout"]
    state, forced = load(PASSES, backend="python").start(seed=1), 0
    while not state.over:
        legal = state.legal_moves()
        if len(state.history) > 3 and len(state.history) % 2 == 0:
            assert [move.is_pass for move in legal] == [True] and "Score" not in str(legal[0].actions)
            forced += 1
        state.apply(legal[0])
    assert forced


@pytest.mark.parametrize("less", [0, 1])
def test_any_number_of_pieces_of_a_stack(less: int) -> None:
    """All of them, or all but one at most; the game ends with two stacks that are equally high."""
    source = PILES.replace("(site)) 0)", f"(site)) {less})")
    (play,), (goal,) = told(source)["Play"], told(source)["Goal"]
    many = "any number, but not all, of the" if less else "any number of"
    move = f"move {many} pieces as a stack from that cell to an empty cell"
    assert play == f"On your turn, at a cell with your pieces, {move}."
    assert goal == f"You win if the stacks on {LAST} and the cell where the last move began are equally high."
    game, ended = load(source, backend="python"), 0
    for seed in range(6):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 16:
            rows, claimed = stacks(state), list[Stacks]()
            for site, owners in rows.items():
                for number in range(1, len(owners) + 1 - less) if owners[-1] == state.mover else ():
                    left = {**rows, site: owners[:-number]}
                    claimed += [{**left, to: owners[-number:]} for to in range(9) if to not in rows]
            legal = [move for move in state.legal_moves() if not move.is_pass]
            made = sorted(sorted(after(state, move).items()) for move in legal)
            assert made == sorted(sorted(without_empty(one).items()) for one in claimed)
            if not legal:
                break
            move = rng.choice(legal)
            state.apply(move)
            now = stacks(state)
            assert state.over == (len(now.get(move.from_site, ())) == len(now[move.to_site]))
            ended += state.over
    assert ended


TARGETS: dict[str, tuple[str, Callable[[bool, bool, bool], bool]]] = {
    '(not (and (is In (to) (sites "Mid")) (is Enemy (who at:(to)))))': (
        "that is not in the mid region or holds no enemy piece", lambda mid, enemy, empty: not (mid and enemy)),
    '(or (is Empty (to)) (and (not (is In (to) (sites "Mid"))) (is Enemy (who at:(to)))))': (
        "that is empty, or both is not in the mid region and holds an enemy piece",
        lambda mid, enemy, empty: empty or (not mid and enemy)),
}  # fmt: skip


@pytest.mark.parametrize("rule", TARGETS)
def test_where_a_step_ends(rule: str) -> None:
    said, allows = TARGETS[rule]
    source = f"""(game "Ends" (players 2) (equipment {{(board (square 4)) (regions "Mid" (sites {{5 6 9 10}}))
        (piece "Disc" Each (move Step Orthogonal (to if:{rule} (apply (remove (to))))))}})
        (rules (start {{(place "Disc1" (sites {{0 1 4 5}})) (place "Disc2" (sites {{10 11 14 15}}))}})
        (play (forEach Piece)) (end (if (no Pieces Next) (result Mover Win)))))"""
    (disc,) = told(source)["Pieces"]
    assert disc.startswith(f"Disc: step orthogonally to a neighbouring cell {said}, ")
    game, barred = load(source, backend="python"), 0
    for seed in range(4):
        state, rng = game.start(seed=seed), random.Random(seed)
        while not state.over and len(state.history) < 30:
            owners = {site: owners[-1] for site, owners in stacks(state).items()}
            claimed = set()
            for site in (site for site, owner in owners.items() if owner == state.mover):
                for to in {site - 4, site + 4} | {site + way for way in (-1, 1) if (site + way) // 4 == site // 4}:
                    held = owners.get(to, 0)
                    if 0 <= to < 16:
                        free = allows(to in (5, 6, 9, 10), held == 3 - state.mover, not held)
                        claimed |= {(site, to)} if free else set()
                        barred += held == 3 - state.mover and not free
            legal = [move for move in state.legal_moves() if not move.is_pass]
            assert {(move.from_site, move.to_site) for move in legal} == claimed
            state.apply(rng.choice(legal or state.legal_moves()))
    assert barred
