"""Digests of games: native code computes the ones that their definition says, for every kind of action."""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse import Move, load
from ludparse.interpreter.backends.c.followed import Digests
from ludparse.interpreter.backends.c.native import Layout
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.ply_digests import follow, of_position
from ludparse.interpreter.play.engine import RawMoves, Traits
from ludparse.interpreter.play.move import MoveTable, Vocabulary
from ludparse.interpreter.program.actions import ABOUT_NOBODY, ACTIONS, MAX_PARAMS, ORDER
from ludparse.interpreter.program.raw import NOTES, RawAction, RawMove
from tests.interpreter.lower.playing import BACKENDS

ENOUGH = list(range(40))
GAMES = {
    "rows": """(game "Rows" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))""",
    "dice": """(game "Dice" (players 2) (equipment {(board (square 3)) (piece "Man" Each) (dice d:4 num:1)}) (rules
        (play (do (roll) next:(forEach Die (move Add (to (sites {(pips)})) (then (add (to (sites Random num:1))))))))
        (end (if (= (count Moves) 12) (result Mover Win)))))""",
    "heap": """(game "Heap" (players 2) (equipment {(board (square 2)) (piece "Man" Each)}) (rules (start (place Stack
        "Man1" 0 count:2)) (play (move Add (to (sites Board)) stack:True)) (end (if (= (count Moves) 9) (result Mover
        Loss)))))""",
    "much": """(game "Much" (players 3) (equipment {(board (hex 3) use:Vertex) (piece "Man" Each) (hand Each)})
        (rules (start {(place "Man" "Hand" count:4) (set Score Each 2) (set Amount 3)}) (play (or (move (from (sites
        Hand Mover)) (to (sites Empty)) (then (and {(set Score Mover 5) (set State at:(last To) 2) (set Var "A" 7)})))
        (bet Mover (range 0 2)))) (end (if (= (count Moves) 20) (result Mover Win)))))""",
    "asks": """(game "Asks" (players 2) (equipment {(board (square 3)) (piece "Man" Each)}) (rules (play (or (move
        Propose "Man") (move Pass (then (note "Man" to:Next))))) (end (if (= (count Moves) 6) (result Mover Win)))))""",
    "edges": """(game "Edges" (players 2) (equipment {(board (square 2) use:Vertex) (piece "Man" Each)}) (rules (play
        (or (move Add (to Edge (sites Empty Edge))) (move Add (to (sites Empty)) (then (add (to Edge (last To)))))))
        (end (if (no Moves Next) (result Mover Win)))))""",
    "none": """(game "None" (players 1) (equipment {(board (square 2)) (piece "Man" Shared)}) (rules (play (if (= 1
        (count Moves)) (move Add (to (sites Empty))))) (end (if (= 4 (count Moves)) (result P1 Win)))))""",
}


@pytest.fixture(params=GAMES)
def text(request: pytest.FixtureRequest) -> str:
    return GAMES[request.param]


def picks(game: SingleGame, seed: int) -> Iterator[int]:
    """Moves of a game, spread over all that are legal."""
    state = game.start_with(seed)
    for ply in ENOUGH:
        moves = state.legal_moves()
        if state.over:
            return
        pick = (7 * ply + seed) % len(moves) if moves else -1
        state.apply(moves[pick] if moves else state.forced_pass())
        yield pick


@pytest.mark.parametrize("seed", [1, 2**63])
@pytest.mark.telling("heap", "dice", "edges")
def test_both_backends_give_the_same_digests(text: str, seed: int) -> None:
    slow, quick = load(text, backend="python"), load(text, backend="c")
    played = list(picks(slow, seed))
    there, here = follow(slow, seed, played), follow(quick, seed, played)
    assert len(there) == len(played) + 1
    assert here == there


def test_a_digest_is_what_its_definition_says() -> None:
    game = load(GAMES["rows"], backend="c")
    _, first = follow(game, 1, [4])
    entries = "".join(f"1|{k}|{k}|[Add:type=Cell,to={k},what=1,decision=true]\n" for k in range(9))
    applied = "[Move:mover=1,from=4,to=4,actions=[Add:type=Cell,to=4,what=1,decision=true]]"
    head = [2, 1, 1, 1, -1, 1, -1, 0, 0, 0, 0, 0, 0]  # turn 1, no counter, nothing remembered, phases, ranks, no scores
    state = game.start_with(1)
    state.apply(state.legal_moves()[4])
    snapshot = state.snapshot()
    assert (snapshot["mover"], snapshot["next"], snapshot["prev"]) == (2, 1, 1)
    head[3:5] = snapshot["turn"], snapshot["counter"]
    numbers = [*head, ord("C"), 4, 1, 1, 1, 1, 0, 0, 0]
    data = b"".join((n & 0xFFFFFFFF).to_bytes(4, "little") for n in numbers)
    assert first.legal == zlib.crc32(entries.encode()) and first.applied == zlib.crc32(applied.encode())
    assert first.position == zlib.crc32(data) == of_position(snapshot)
    assert (first.mover, first.moves, first.over) == (1, 9, False)


@pytest.mark.parametrize("backend", BACKENDS)
def test_it_ends_where_a_move_is_missing_and_where_the_game_ends(backend: str) -> None:
    game = load(GAMES["rows"], backend=backend)
    assert len(follow(game, 1, [0, 99, 0])) == 2
    assert len(follow(game, 1, [0, -1])) == 2
    won = follow(game, 1, [0, 2, 0, 2, 0, 0, 0])  # 1 has the row A1 B1 C1 after five moves
    assert [d.over for d in won] == [False] * 5 + [True]


class _Applied(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int32) for name in ("mover", "begin", "end", "low", "high", "n")),
        ("size", ctypes.c_int64),
        ("actions", ctypes.c_void_p),
    )


class _Action(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int16), ("decision", ctypes.c_int16), ("p", ctypes.c_int32 * MAX_PARAMS))


STRINGS = ("one", "tw\u00f6", "a],[b")
TRAITS = Traits(
    stochastic=False, scores=False, amounts=False, hidden=False, teams=False, large=frozenset({3})
)
FLOAT = 0x3F9E0651  # the bits of 1.2345678
NUMBERS = st.one_of(
    st.sampled_from((-1, 0, 1, 2, 3, 41, -(1 << 31), (1 << 31) - 1, ABOUT_NOBODY)),
    st.integers(-(1 << 31), (1 << 31) - 1),  # bits of floats and of sets of sites
)


def check_texts(actions: Sequence[tuple[str, bool, Sequence[int]]], head: list[int]) -> None:
    """Python and native code write the same text of a move, once as an entry of legal moves and once as a whole."""
    given_ = [RawAction(kind, decided, tuple(p[: len(ACTIONS[kind].params)])) for kind, decided, p in actions]
    move = Move(MoveTable(RawMoves((RawMove(*head, tuple(given_), ()),)), Vocabulary(STRINGS, TRAITS.large)), 0)
    rows = (_Action * max(1, len(given_)))()
    for row, a in zip(rows, given_, strict=False):
        row.kind, row.decision = ("THEN", *ORDER).index(a.kind), a.decision
        row.p[: len(a.params)] = a.params
    applied = _Applied(*head, len(given_), ctypes.sizeof(_Action), ctypes.addressof(rows))
    asked = Digests({}, Layout({}, 0, {}), STRINGS, 2, TRAITS)
    with asked.open() as pointer:
        entry, whole, _ = (ctypes.c_void_p * 3).from_address(pointer)
        u32, p = ctypes.c_uint32, ctypes.c_void_p
        legal = ctypes.CFUNCTYPE(u32, p, u32, p)(entry)(pointer, 0, ctypes.addressof(applied))
        done = ctypes.CFUNCTYPE(u32, p, p)(whole)(pointer, ctypes.addressof(applied))
    assert legal == zlib.crc32(f"{head[0]}|{head[1]}|{head[2]}|{''.join(move.actions)}\n".encode())
    assert done == zlib.crc32(move.text.encode())


@given(
    st.lists(st.tuples(st.sampled_from(ORDER), st.booleans(), st.lists(NUMBERS, min_size=14, max_size=14)), max_size=3),
    st.lists(NUMBERS, min_size=5, max_size=5),
)
def test_texts_of_moves_are_those_of_trials(actions: list[tuple[str, bool, list[int]]], head: list[int]) -> None:
    check_texts(actions, head)


@pytest.mark.parametrize("number", [FLOAT, -1, 0, 1, 2])
def test_every_kind_of_action_has_the_text_of_trials(number: int) -> None:
    """What chance may leave out above: each kind, as a decision and not, with what is shown and what is not."""
    for kind in ORDER:
        for decided in (False, True):
            check_texts([("add", True, [1] * 14), (kind, decided, [number] * 14)], [1, 2, 3, 0, 0])


@pytest.mark.parametrize(
    ("kind", "params", "text"),
    [
        ("pass", [0], "[Pass:decision=true]"),
        ("pass", [1], "[Pass:decision=true,forced=true]"),
        ("passed", [4], ""),
    ],
)
def test_texts_of_passes(kind: str, params: list[int], text: str) -> None:
    """As trials of Ludii have them. A site that a move goes over is a note of ours, and no action."""
    move = RawMove(1, -1, -1, 0, 0, (RawAction(kind, True, tuple(params)),), ())
    assert "".join(Move(MoveTable(RawMoves((move,)), Vocabulary(STRINGS, frozenset())), 0).actions) == text


def test_notes_are_known() -> None:
    assert {*NOTES} == {"THEN", "passed", "plain"}  # what core/digests.h leaves out
