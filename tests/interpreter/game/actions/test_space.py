"""The action space: every legal move has a number, no two of a position share one, and numbers are equal everywhere."""

import json
import random
import sys
from pathlib import Path

import pytest

from ludparse import IllegalMoveError, LudLimitError, load
from ludparse.interpreter.game.actions import buffer
from ludparse.interpreter.game.actions.buffer import Act, MoveBuffer, Possible
from ludparse.interpreter.game.actions.encoded import encoded
from ludparse.interpreter.game.actions.numbering import Numbering, build
from ludparse.interpreter.game.actions.possible import PossibleMoves
from ludparse.interpreter.game.actions.values import Varying
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load_once
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.ops import Expr, Return, Table
from tests.corpus import AT_HAND, needs_corpus
from tests.interpreter.passes.test_results import blank, push, runs

np = pytest.importorskip("numpy")

OURS = ("Caravans", "Gardens", "Leapfrogs", "Ponds", "Two Shores")
CHECKSUMS = Path(__file__).with_name("checksums.json")
PINNED = json.loads(CHECKSUMS.read_text(encoding="utf-8"))

COUNTS = """(game "Counts" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (forEach Value min:0 max:(if (< 1 (count Moves)) 3 1)
               (move Add (to (sites {0 1})) count:(+ 1 (value)))))
           (end (if (= (count Moves) 4) (result Mover Draw)))))"""
TWINS = """(game "Twins" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (or (move Add (to (sites Empty))) (move Add (to (sites Corners) if:(is Empty (to))))))
           (end (if (is Full) (result Mover Draw)))))"""
RACE = """(game "Race" (players 2) (equipment {(board (rectangle 1 12) {(track "Way" "0,E" P1 directed:True)
        (track "Back" "11,W" P2 directed:True)}) (dice d:3 num:2)
        (piece "Man" Each (move (from (from)) (to (trackSite Move from:(from) steps:(count Pips))
            if:(not (is Friend (who at:(to)))))))})
    (rules (start {(place "Man1" 0) (place "Man2" 11)}) (play (do (roll) next:(forEach Piece)))
        (end (if (is In (last To) (sites {0 11})) (result Mover Win)))))"""
JUMPS = """(game "Jumps" (players 2) (equipment {(board (square 5)) (piece "Man" Each)})
    (rules (start {(place "Man1" (union (sites Bottom) (sites Row 1)))
            (place "Man2" (union (sites Top) (sites Row 3)))})
        (play (or (max Moves (forEach Site (sites Occupied by:Mover) (move Hop (from (site)) Orthogonal
                (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))
                (then (if (can Move (move Hop (from (last To)) Orthogonal
                    (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))))
                    (moveAgain))))))
            (forEach Site (sites Occupied by:Mover) (move Step (from (site)) Orthogonal (to if:(is Empty (to)))))))
        (end (if (no Moves Next) (result Mover Win)))))"""
STRAIGHT = """(game "Straight" (players 2) (equipment {(board (square 5)) (piece "Man" Each)})
    (rules (start {(place "Man1" (sites {0 1 2 3 4 5 6 7 8 9})) (place "Man2" (sites {15 16 17 18 19 20 21 22 23 24}))})
        (play (if (is Prev Mover) (or (move Hop (from (last To)) SameDirection
                    (between if:(is Occupied (between))) (to if:(is Empty (to)))) (move Pass))
            (forEach Site (sites Occupied by:Mover) (or
                (move Hop (from (site)) Orthogonal (between if:(is Occupied (between))) (to if:(is Empty (to)))
                    (then (moveAgain)))
                (move Step (from (site)) Orthogonal (to if:(is Empty (to))))))))
        (end (if (= (count Moves) 60) (result Mover Draw)))))"""
ENCLOSED = """(game "Enclosed" (players 2) (equipment {(board (square 6)) (piece "A" Each)})
    (rules (start {(place "A1" (sites Outer))}) (play (move Add (to (sites Loop inside:True (mover) 3))))
        (end (if (= (count Moves) 9) (result Mover Draw)))))"""
DRAWN = """(game "Drawn" (players 2) (equipment {(board (square 3)) (piece "A" Each) (piece "B" Each)})
    (rules (play (forEach Site (sites {0 1 2}) (random {1 2}
            {(move Add (piece "A1") (to (sites {4 5}))) (move Add (piece "B1") (to (sites {4 5})))})))
        (end (if (= (count Moves) 10) (result Mover Draw)))))"""
KNOWN = {
    # pass; from each of 12 sites 0 to 6 steps, both ways (dice that were never thrown show nothing)
    RACE: 1 + 12 + 2 * (11 + 10 + 9 + 8 + 7 + 6),
    JUMPS: 1 + 4 * 5 * 4 + 4 * 5 * 3,  # pass; steps and jumps, each within a row or a column, both ways
    # the same, and diagonal ones from where one site lies behind and two ahead: that no move is diagonal is not seen
    STRAIGHT: 1 + 4 * 5 * 4 + 4 * 5 * 3 + 4 * 2 * 2,
}
"""Games whose moves are known by counting, and how many there are."""


def game_of(source: str, backend: str = "auto") -> SingleGame:
    game = load_once(source, backend=backend, library=AT_HAND)  # not the numbers of the cache
    assert isinstance(game, SingleGame)
    return game


@pytest.mark.parametrize("source", KNOWN)
def test_no_more_than_the_rules_allow(source: str) -> None:
    """Throws are summed, the longest captures are looked for, and moves go on in the direction of the last one: all
    that decides which of the moves are legal, and adds none."""
    space = game_of(source).actions
    assert (space.size, space.reserve, space.reason) == (KNOWN[source], 0, "")


def test_a_list_that_grows_while_a_loop_goes_through_it() -> None:
    """The sites of a loop of pieces: the search for what it encloses adds neighbours of neighbours."""
    inner = {6 * row + column for row in range(1, 5) for column in range(1, 5)}
    assert {action.end for action in game_of(ENCLOSED).actions.table} >= inner


@pytest.mark.parametrize(("end", "bounded"), [(3, True), (-1, True), (4, False), (frozenset((1, 9)), False)])
def test_moves_to_sites_that_do_not_exist_are_not_bounded(end: int | frozenset[int], bounded: bool) -> None:
    move = Possible(1, 1, 0, end, 0, 0, [Act("add", (1,), True)], {}, Return(None))
    numbering = build([move], 4, set(), [], False)
    assert numbering.bounded == bounded == (numbering.reason == "")


def test_each_call_draws_random_numbers_of_its_own() -> None:
    """What one call draws does not exclude what another one draws, though they are made alike."""
    game = game_of(DRAWN)
    both = 0
    for seed in range(8):
        moves = game.start(seed=seed).legal_moves()
        numbers = set(game.actions.of(moves))
        assert game.actions.reserve or len(numbers) == len(set(moves))
        both += len(set(moves)) == 4
    assert both


@pytest.mark.parametrize("source", [*OURS, COUNTS, TWINS, *KNOWN])
def test_equal_moves_are_one_without_a_change_of_numbers(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checksums = set()
    for least in (1, sys.maxsize):
        monkeypatch.setattr(buffer, "MERGED", least)
        checksums.add(game_of(source).actions.checksum)
    assert len(checksums) == 1


def test_what_is_merged(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of several equal moves stands for all of them. Those that may have several values in one position differ from
    those that have one, and what is only there without others stays as it is."""
    monkeypatch.setattr(buffer, "MERGED", 1)
    place, made = Return(None), MoveBuffer()
    for end in (3, frozenset((1, 2)), Varying((1, 2)), 3, Varying((1, 2)), 3):
        made.push(Possible(1, 1, 0, end, 0, 0, [Act("add", (1,), True)], {}, place))
    made.drop(4)
    made.push(Possible(1, 1, 0, 3, 0, 0, [Act("add", (1,), True)], {}, place))
    made.push(Possible(1, 1, 0, 5, 0, 0, [], {}, place))
    made.drop(7)
    made.push(Possible(1, 1, 0, 3, 0, 0, [Act("add", (1,), True)], {}, place), once=True)
    made.merge(0, 0)
    left = [move for move in made.pushed if move is not None]
    assert [(move.index, move.last, move.times) for move in left] == [(0, 6, 4), (1, 1, 1), (2, 2, 1), (8, 8, 1)]
    assert made.is_one(left[1:2]) and not made.is_one(left[:1]) and not made.is_one(left)
    assert made.held == 9 - 3  # what was dropped counts
    made.undo_drops(0, 9)
    assert [move for move in made.pushed if move is not None] == left


@pytest.mark.parametrize("limits", [(2,), (0,), (0, 3), (3, 4), (0, 9)])
@pytest.mark.parametrize("first", [(1,), (1, 3), (4, 2)])
@pytest.mark.parametrize("stops", ["never", "maybe", "always"])
def test_scans_end_where_they_may(first: tuple[int, ...], limits: tuple[int, ...], stops: str) -> None:
    """Where a scan begins and its limit may be one of several each, also a limit below the beginning."""
    b = blank()
    b.program.tables["rows"] = Table("rows", "ragged", [[0, 1, 2, 3, 4]])

    def one_of(values: tuple[int, ...]) -> Expr:
        chosen = b.var(ir.const(values[-1]), "chosen")
        for k, value in enumerate(values[:-1]):
            with b.if_(ir.eq(b.get("who", k), 1)):
                b.assign(chosen, value)
        return chosen

    def moves() -> None:
        row, start, limit = b.var(ir.const(0), "row"), one_of(first), one_of(limits)
        fits = {"never": ir.TRUE, "maybe": ir.eq(b.get("total"), 1), "always": ir.FALSE}[stops]
        push(b, b.scan("rows", row, start, [limit], "to", lambda: fits))

    def play() -> None:
        b.put("total", 1)
        for k in range(2):
            b.put("who", 1, k)

    ends = {move.end for move in PossibleMoves(runs(b, moves, play), 1, ()).moves()}
    told = {value for end in ends for value in (end if isinstance(end, frozenset) else (end,))}
    unbroken = set() if stops == "always" else {max(start, min(limit, 5)) for start in first for limit in limits}
    broken = {start for start in first if start < max(limits)} if stops != "never" else set()
    assert unbroken | broken <= told <= set(range(min(first), 6))


@pytest.mark.parametrize("name", [*OURS, COUNTS, TWINS, *KNOWN])
def test_every_legal_move_has_a_number_of_its_own(name: str) -> None:
    game = game_of(name)
    space, chance = game.actions, random.Random(name)
    for seed in range(3):
        state = game.start(seed=seed)
        for _ in range(60):
            if state.over:
                break
            moves = state.legal_moves()
            numbers = space.of(moves)
            first = {number: move for move, number in zip(moves[::-1], numbers[::-1], strict=True)}
            assert len(first) == len(set(moves))
            assert all(0 <= n < space.first_reserve for n in numbers)
            assert len({space.name(n) for n in first}) == len(first)
            k = chance.randrange(len(moves))
            assert state.move(numbers[k]) == first[numbers[k]] == moves[k]
            assert state.action(moves[k]) == numbers[k]
            assert np.flatnonzero(state.action_mask()).tolist() == sorted(first)
            state.apply(moves[k])


def test_a_number_does_not_depend_on_what_else_is_legal() -> None:
    """The piece of a count has the same number where fewer counts are offered."""
    game = game_of(COUNTS)
    state = game.start(seed=1)
    few = {move.text: number for move, number in zip(state.legal_moves(), state.actions(), strict=True)}
    state.apply(state.legal_moves()[0])
    state.apply(state.legal_moves()[0])
    state.apply(state.legal_moves()[0])
    moves = state.legal_moves()
    many = dict(zip((move.text for move in moves), state.actions(), strict=True))
    names = [game.actions.name(number) for number in many.values()]
    assert {"A1 actions=1", "A1 actions=4"} <= set(names)
    own = {text.replace("what=2", "what=1").replace("mover=2", "mover=1"): n for text, n in many.items()}
    assert few and all(own[text] == number for text, number in few.items())


@pytest.mark.parametrize("source", [COUNTS, TWINS, *OURS])
def test_a_number_does_not_depend_on_the_order_of_moves(source: str) -> None:
    state = game_of(source).start(seed=1)
    moves = list(state.legal_moves())
    numbers = state.game.actions.of(moves)
    order = list(range(len(moves)))
    random.Random(1).shuffle(order)
    assert state.game.actions.of([moves[k] for k in order]) == [numbers[k] for k in order]


def test_moves_that_are_the_same_in_every_part_are_one_action() -> None:
    state = game_of(TWINS).start(seed=1)
    assert len(state.legal_moves()) == 8 and len(set(state.actions())) == int(state.action_mask().sum()) == 4


@needs_corpus
@pytest.mark.parametrize(("name", "size"), (
    ("Reversi", 65), ("Hex", 122), ("Go", 362), ("Connect Four", 8), ("Breakthrough", 320), ("Amazons", 4000),
    ("Chess", 2200), ("Tic-Tac-Toe", 10),
))  # fmt: skip
def test_as_many_as_there_are(name: str, size: int) -> None:
    assert game_of(name).actions.size <= size


def test_numbers_are_the_same_in_every_session() -> None:
    """These are pinned: programs store what they learned under them. Whoever changes numbers raises the version
    (`space.VERSION`), and writes the file anew with `python -m tests.interpreter.game.actions.write_checksums`."""
    for name, (version, size, checksum) in PINNED["ours"].items():
        space = game_of(name).actions
        assert (space.version, space.size, space.checksum) == (version, size, checksum), name


@needs_corpus
@pytest.mark.parametrize("name", sorted(PINNED["library"]))
def test_numbers_of_the_library_are_the_same_in_every_session(name: str) -> None:
    version, size, checksum = PINNED["library"][name]
    space = game_of(name).actions
    assert (space.version, space.size, space.checksum) == (version, size, checksum)


@pytest.mark.parametrize("name", ["Two Shores", "Caravans"])
def test_numbers_are_the_same_on_both_backends_and_without_passes(name: str) -> None:
    ours, theirs = game_of(name, "python").actions, game_of(name).actions
    other = load(name, without=["narrow_rows", "keep_results"]).actions
    assert ours.checksum == theirs.checksum == other.checksum


def test_the_table_says_what_each_number_is() -> None:
    space = game_of(COUNTS).actions
    assert [action.number for action in space.table] == list(range(space.size))
    assert space.table[0].kind == "pass" and (space.table[0].begin, space.table[0].end) == (-1, -1)
    assert {(a.begin, a.end, a.told) for a in space.table[1:]} == {
        (site, site, (("actions", (n,)),)) for site in (0, 1) for n in range(1, 5)
    }
    assert space.factors["end"] == (-1, 0, 1) and space.factors["kind"] == ("add", "pass")


def test_moves_without_numbers_get_those_of_the_reserve_by_their_content() -> None:
    game = game_of("Two Shores")
    game.actions.__dict__["numbering"] = Numbering({(-1, -1): 0}, 1, told=False, bounded=True)
    state = game.start(seed=1)
    moves = state.legal_moves()[:6]
    numbers = game.actions.of(moves)
    assert len(set(numbers)) == 6 and all(1 <= n < game.actions.size for n in numbers)
    assert game.actions.of(moves[::-1]) == numbers[::-1]
    with pytest.raises(LudLimitError, match="no number of its own, and the action space has 16 in reserve"):
        game.actions.of(state.legal_moves())
    assert game.actions.name(16) == "reserve 16 of 16"


@pytest.mark.parametrize(("limit", "reason"), (
    ("following.STEPS", "it takes too long to follow its rules"),
    ("buffer.MOST_WORK", "it takes too long to follow its rules"),
    ("buffer.MOST_KEPT", "its rules may make too many moves"),
    ("numbering.MOST_PLACED", "its moves may begin and end in too many places"),
    ("numbering.MOST_TOLD", "too many values tell its moves apart"),
))  # fmt: skip
@pytest.mark.parametrize("places", [1, 10_000])
def test_rules_that_take_too_long_to_follow(
    limit: str, reason: str, places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves are numbered by their sites, or by their content alone where there are too many."""
    monkeypatch.setattr(f"ludparse.interpreter.game.actions.{limit}", 10)
    monkeypatch.setattr("ludparse.interpreter.game.actions.space.MOST_PLACES", places)
    state = game_of("Leapfrogs").start(seed=1)
    assert not state.game.actions.numbering.bounded and state.game.actions.reason == reason
    assert state.game.actions.numbering.by_content == (places == 1)
    moves = state.legal_moves()
    numbers = state.game.actions.of(moves)
    assert len(set(numbers)) == len(moves) and state.game.actions.of(moves[::-1]) == numbers[::-1]


def test_codes_hold_all_places() -> None:
    space = game_of("Caravans").actions
    codes, (width, groups, columns, declared, components) = encoded(space)
    assert 0 < groups < columns <= declared == len(codes) - components
    for (begin, end), number in space.numbering.places.items():
        low, n, at = codes[3 * (begin + 1) : 3 * (begin + 1) + 3]
        assert 0 <= end - low < n and begin < width
        if isinstance(number, int):
            assert codes[at + end - low] == number


def test_errors_of_a_state() -> None:
    state = game_of("Two Shores").start(seed=1)
    state.apply(state.legal_moves()[0])
    gone = next(n for n in range(state.game.actions.size) if not state.action_mask()[n])
    with pytest.raises(IllegalMoveError, match=rf"action {gone} \(.*\) is not legal here"):
        state.move(gone)
    with pytest.raises(IndexError, match="actions go from 0 to"):
        state.game.actions.name(10**9)
    with pytest.raises(IndexError, match="actions go from 0 to"):
        state.move(10**9)
