"""What is hidden from a seat changes nothing that the seat is shown: by any environment, as text, in a picture, and as
data, in every game that hides something."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ludparse import load
from ludparse.environments import VectorGame
from ludparse.exporters.terminal.screen import Screen
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from tests import secrets
from tests.corpus import CORPUS, needs_corpus

np = pytest.importorskip("numpy")
pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

from ludparse.environments import aec, parallel  # noqa: E402
from ludparse.exporters.environments.openspiel_position import Parameters, Position, Table  # noqa: E402
from ludparse.exporters.environments.single import SingleSeat  # noqa: E402

TOGETHER = """(game "Fists" (players 2) (mode Simultaneous)
    (equipment {(board (square 3)) (piece "Left" Each) (piece "Right" Each)})
    (rules (start {(place "Left1" 0) (place "Right2" 8) (set Hidden What at:0 to:P2) (set Hidden at:8 to:P1)})
        (play (forEach Player (or (move Add (piece (id "Left" Player)) (to (sites Empty)))
                                  (move Add (piece (id "Right" Player)) (to (sites Empty))))))
        (end (if (is Full) (result P1 Win)))))"""
STACKED = """(game "Under" (players 2) (equipment {(board (square 3)) (piece "Coin" Each) (piece "Gem" Each)})
    (rules (start {(place Stack items:{"Coin1" "Gem1" "Coin1"} 0) (place Stack items:{"Gem2" "Coin2"} 4)
            (set Hidden at:0 level:1 to:P2) (set Hidden What at:4 level:0 to:P1) (set Hidden at:4 level:1 to:P1)})
        (play (or (move Add (piece (id "Coin" Mover)) (to (sites Empty)) (then (set Hidden at:(last To) to:Next)))
                  (move Add (piece (id "Gem" Mover)) (to (sites Empty)) (then (set Hidden at:(last To) to:Next)))))
        (end (if (no Moves Next) (result Mover Win)))))"""
EVERYTHING = """(game "Ranks" (players 3) (equipment {(board (square 3) use:Vertex) (piece "Man" Each maxState:3)
        (piece "Woman" Each) (hand Each size:2)})
    (rules (start {(place "Man1" 0 state:1 rotation:1 value:2) (place "Woman1" 1 count:3) (place "Man2" Cell 1)
            (set Hidden What at:0 to:P2) (set Hidden Count at:1 to:P3) (set Hidden {State Rotation Value} at:0 to:P3)
            (set Hidden Cell at:1 to:P1)})
        (play (or (forEach Piece (move Step (to if:(is Empty (to)))
                      (then (if (= 1 (state at:(last To))) (set Rotation (to (last To)) 1)))))
                  (move Add (piece (id "Woman" Mover)) (to (sites Empty) (apply (set Value at:(to) 3)))
                      count:2 (then (set Hidden {What Who} at:(last To) to:Next)))))
        (end (if (no Moves Next) (result Mover Win)))))"""
OURS = {"together": TOGETHER, "stacked": STACKED, "everything": EVERYTHING}


_LONG = 4
"""Moves from which on animations are not compared: they draw every position so far."""


class Shown:
    """All that the environments show of positions of one game."""

    def __init__(self, game: SingleGame) -> None:
        self.game = game
        make = parallel if game.flags.simultaneous else aec
        self.env = make(game)
        self.env.reset(seed=1)
        self.episode = self.env.episode
        self.single = None if game.flags.simultaneous else SingleSeat(game)
        if self.single is not None:
            self.single.reset(seed=1)
            self.single._episode = self.episode
        self.screen = Screen(game)
        self.table = Table.__new__(Table)
        self.table.parameters = Parameters("", (), None, None, 0)
        self.table.lud = self.table.played = game
        self.table.chance, self.table.outcomes, self.table.max_moves = False, 0, 0

    def to(self, state: GameState, seat: int) -> Iterator[tuple[str, Any]]:
        """What a seat is shown of a position, each with what shows it; the mask of legal actions apart."""
        self.episode.state = state
        agent = self.env.possible_agents[seat]
        seen = self.env.observe(agent) if self.single is not None else self.env._see(agent)
        yield "PettingZoo", seen["observation"].tobytes()
        player = state.seats.index(seat) + 1
        turn = self.game.flags.simultaneous or player == state.mover
        same = not turn or state.over
        if same:
            yield "the mask of PettingZoo", seen["action_mask"].tobytes()
        if self.single is not None:
            self.single._at = seat
            yield "Gymnasium", self.single._seen().tobytes()
            if same:
                yield "the mask of Gymnasium", self.single._info()["action_mask"].tobytes()
        position = Position.__new__(Position)
        position.table, position.open, position.limit, position.cycles = self.table, None, None, 0
        position.stand(state)
        text = position.text(seat)
        about = json.loads(text.partition("\n")[0])
        if not same:
            about.pop("legal", None)
        yield "OpenSpiel", (about, text.partition("\n")[2])
        yield "the snapshot", state.snapshot(player=player)
        yield "the text", self.screen.position(state, seat=player)
        yield "the picture", state.svg(seat=player, moves=same, players=True)
        yield "the animation", state.animation(seat=player) if len(state.history) < _LONG else ""


def compare(shown: Shown, pairs: Iterator[tuple[GameState, GameState]], seat: int, found: Counter[str]) -> None:
    """Count the pairs, and where a seat can tell the two positions of one."""
    for one, other in pairs:
        found["pairs"] += 1
        for (what, left), (_, right) in zip(shown.to(one, seat), shown.to(other, seat), strict=True):
            found[f"{what} differs"] += left != right
        if secrets.heads(one) == secrets.heads(other):
            masks = [sorted(state.actions()) for state in (one, other)]
            found["masks of the same moves differ"] += masks[0] != masks[1]
            names = [sorted(move.notation for move in state.legal_moves()) for state in (one, other)]
            found["names of the same moves differ"] += names[0] != names[1]


def pairs_of(state: GameState, player: int, seed: int) -> Iterator[tuple[GameState, GameState]]:
    """Positions that the player cannot tell from each other: this one and others, and those after its moves."""
    for other in secrets.otherwise(state, player, random.Random(seed)):
        yield state, other
    yield from secrets.alike(state, player)


def check(game: SingleGame, plies: int, every: int) -> Counter[str]:
    shown, found = Shown(game), Counter[str]()
    for ply, state in enumerate(secrets.random_positions(game, 1, plies, every)):
        for player in range(1, game.players + 1):
            compare(shown, pairs_of(state, player, ply), state.seats[player - 1], found)
    return +found


def check_lanes(game: SingleGame, plies: int, every: int) -> Counter[str]:
    """The same in lanes side by side: two positions in two lanes."""
    forms = [VectorGame(game, 2, seed=1, observation=form) for form in ("ludii", "board")]
    found = Counter[str]()
    for ply, state in enumerate(secrets.random_positions(game, 1, plies, every)):
        for player in range(1, game.players + 1):
            for other in secrets.otherwise(state, player, random.Random(ply)):
                found["pairs"] += 1
                for lanes in forms:
                    put(lanes, [state, other])
                    seen = lanes.observe(state.seats[player - 1])
                    for one, two in [seen] if isinstance(seen, np.ndarray) else seen:
                        found[f"{lanes.observation} of VectorGame differs"] += not np.array_equal(one, two)
    return +found


def put(lanes: VectorGame, states: list[GameState]) -> None:
    """Put positions into the lanes."""
    runner: Any = lanes._runner
    if lanes.game.backend == "python":
        runner._states = [state.copy() for state in states]
        return
    for lane, (state, (numbers, now, last, past)) in enumerate(zip(states, runner.save(), strict=True)):
        runner._put(lane, (numbers, {**now, **state.game.engine.pack(state.raw)}, last, past))  # type: ignore[attr-defined]


def only_pairs(found: Counter[str]) -> None:
    assert found["pairs"] > 0
    assert set(found) == {"pairs"}, dict(found)


@pytest.mark.parametrize("kind", OURS)
def test_what_is_hidden_changes_nothing_that_a_seat_is_shown(kind: str) -> None:
    game = load(OURS[kind], backend="python")
    assert isinstance(game, SingleGame)
    only_pairs(check(game, 8, 1))


@pytest.mark.parametrize("backend", ["python", "auto"])
@pytest.mark.parametrize("kind", ["stacked", "everything"])
def test_nor_in_games_side_by_side(kind: str, backend: str, c_compiler: None) -> None:
    game = load(OURS[kind], backend=backend)
    assert isinstance(game, SingleGame)
    only_pairs(check_lanes(game, 6, 1))


@needs_corpus
@pytest.mark.drawn(6)
@pytest.mark.parametrize("path", secrets.games_of_library())
def test_nor_in_any_game_of_ludii(path: str) -> None:
    game = secrets.library_game(path, "auto")
    assert game.flags.hidden
    found = check(game, 36, 12) + check_lanes(game, 24, 12)
    only_pairs(found)


@needs_corpus
def test_the_games_are_those_that_ludii_says_hide_something() -> None:
    with gzip.open(CORPUS / "concepts.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    ludii = {row["path"].removesuffix(".lud") for row in rows if "HiddenInformation" in row["concepts"]}
    assert ludii <= set(secrets.games_of_library())
