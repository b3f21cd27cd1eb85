"""The action space: every legal move has a number, no two of a position share one, and numbers are equal everywhere."""

import json
import random
from pathlib import Path

import pytest

from ludparse import IllegalMoveError, LudLimitError, load
from ludparse.interpreter.game.actions.encoded import encoded
from ludparse.interpreter.game.actions.numbering import Numbering
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load_once
from tests.corpus import AT_HAND, needs_corpus

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


def game_of(source: str, backend: str = "auto") -> SingleGame:
    game = load_once(source, backend=backend, library=AT_HAND)  # not the numbers of the cache
    assert isinstance(game, SingleGame)
    return game


@pytest.mark.parametrize("name", [*OURS, COUNTS, TWINS])
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
    ("Reversi", 65), ("Hex", 123), ("Go", 362), ("Connect Four", 8), ("Breakthrough", 320), ("Amazons", 4000),
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


@pytest.mark.parametrize("limit", ["following.STEPS", "buffer.MOST_WORK"])
@pytest.mark.parametrize("places", [1, 10_000])
def test_rules_that_take_too_long_to_follow(limit: str, places: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves are numbered by their sites, or by their content alone where there are too many."""
    monkeypatch.setattr(f"ludparse.interpreter.game.actions.{limit}", 10)
    monkeypatch.setattr("ludparse.interpreter.game.actions.space.MOST_PLACES", places)
    state = game_of("Leapfrogs").start(seed=1)
    assert not state.game.actions.numbering.bounded
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
