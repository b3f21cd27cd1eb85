"""Games in which positions come again: all positions are enumerated, and compared with the same rules by hand."""

import random
from collections.abc import Iterator

import pytest

from ludparse import load
from ludparse.exporters.cli import main
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.search import solver
from ludparse.interpreter.search.native.retrograde import Circle, Circles
from ludparse.interpreter.search.solver import solve
from tests.interpreter.search.games import HOPS, SWAPPING, THREE, position
from tests.interpreter.search.test_alpha_beta import plain

MORRIS = """(game "Holes" (players 2) (equipment { (board (square 3)) (hand Each)
    (piece "Disc" Each MOVE) })
  (rules (start (place "Disc" "Hand" count:3)) phases:{
      (phase "Place" (play (move (from (handSite Mover)) (to (sites Empty))))
        (nextPhase (is Empty (handSite P2)) "Move"))
      (phase "Move" (play (forEach Piece))) }
    (end (if (is Line 3 LINES) (result Mover Win)))))"""
FLY, STEP = "(move (from) (to (sites Empty)))", "(move Step Orthogonal (to if:(is Empty (to))))"
NINE_HOLES = MORRIS.replace("MOVE", FLY).replace("LINES", "Orthogonal")
TAPATAN = MORRIS.replace("MOVE", STEP).replace("LINES", "Adjacent")
PASSING = """(game "Passing" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) })
  (rules (play (or (move Pass) (move Add (to (sites Empty))))) (end (if (is Full) (result Mover Win)))))"""

pytestmark = pytest.mark.usefixtures("c_compiler")

At = tuple[str, int]
"""The cells from the bottom left ("1", "2" or "."), and who moves."""

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8)]
DIAGONALS = [(0, 4, 8), (2, 4, 6)]


def neighbours(k: int) -> Iterator[int]:
    x, y = k % 3, k // 3
    yield from (3 * b + a for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if 0 <= a < 3 and 0 <= b < 3)


def by_hand(fly: bool, lines: list[tuple[int, ...]]) -> tuple[float, int | None]:
    """What the game is worth to the first player, and in how many plies a win is forced."""

    def after(at: At) -> list[At]:
        cells, mover = at
        me, empty = str(mover), [k for k in range(9) if cells[k] == "."]
        found = []
        if cells.count("1") + cells.count("2") < 6:
            found = [cells[:k] + me + cells[k + 1 :] for k in empty]
        else:
            for k in (k for k in range(9) if cells[k] == me):
                for to in empty:
                    if fly or to in neighbours(k):
                        moved = list(cells)
                        moved[k], moved[to] = ".", me
                        found.append("".join(moved))
        return [(each, 3 - mover) for each in found] or [(cells, 3 - mover)]  # who cannot move passes

    def won(at: At) -> bool:
        return any(all(at[0][k] == str(3 - at[1]) for k in line) for line in lines)

    start: At = ("." * 9, 1)
    nexts: dict[At, list[At]] = {}
    todo = [start]
    while todo:
        at = todo.pop()
        if at not in nexts:
            nexts[at] = [] if won(at) else after(at)
            todo += nexts[at]
    lost = {at: 0 for at in nexts if won(at)}  # the plies in which the player to move loses, or wins
    wins: dict[At, int] = {}
    for plies in range(1, 200):
        newly = [at for at in nexts if at not in wins and any(lost.get(to, 999) < plies for to in nexts[at])]
        beaten = [
            at for at in nexts if nexts[at] and at not in lost and all(wins.get(to, 999) < plies for to in nexts[at])
        ]
        wins |= dict.fromkeys(newly, plies)
        lost |= dict.fromkeys(beaten, plies)
        if not newly and not beaten:
            break
    value = 1.0 if start in wins else 0.0 if start in lost else 0.5
    return value, wins.get(start, lost.get(start))


def circles_of(state: GameState) -> Circles:
    engine = state.game.engine
    assert isinstance(engine, CEngine)
    return Circles(engine, state.game.players)


def circle(state: GameState, nodes: int | None = 20_000, max_memory: int = 1 << 26) -> Circle:
    ours = [state.seats[state.mover - 1]]
    return circles_of(state).enumerate(state.fresh, ours, nodes=nodes, end=float("inf"), max_memory=max_memory)


@pytest.mark.parametrize(
    ("text", "fly", "lines"),
    [(NINE_HOLES, True, ROWS), (TAPATAN, False, ROWS + DIAGONALS)], ids=["nine holes", "tapatan"],
)  # fmt: skip
@pytest.mark.telling("tapatan")
def test_values_equal_those_of_the_rules_by_hand(text: str, fly: bool, lines: list[tuple[int, ...]]) -> None:
    found = solve(position(text))
    assert (found.value, found.plies) == by_hand(fly, lines)
    assert found.nodes < 20_000


def test_values_of_the_literature() -> None:
    """Nine Holes is a draw; in Tapatan the first player wins from the middle."""
    assert by_hand(True, ROWS)[0] == 0.5
    assert by_hand(False, ROWS + DIAGONALS)[0] == 1.0


def test_the_line_of_a_win_has_its_length() -> None:
    found = solve(position(TAPATAN))
    state = position(TAPATAN)
    for move in found.line:
        state.apply(move)
    assert state.over and state.ranking[1] == 1.0
    assert len(found.line) == found.plies


def test_the_line_of_a_draw_goes_on_until_a_position_comes_again() -> None:
    found = solve(position(NINE_HOLES))
    state, keys = position(NINE_HOLES), []
    for move in found.line:
        assert solve(state).value == 0.5
        keys.append(circles_of(state).key(state.fresh))
        state.apply(move)
    assert len(set(keys)) == len(keys)
    assert circles_of(state).key(state.fresh) in keys


def test_passes_in_turn_end_a_game() -> None:
    """Two passes are a draw: so the position after one is another position than before it."""
    state = position(PASSING, "A1")
    found = circle(state)
    assert not found.open
    value = 1.0 if found.wins is not None else 0.0 if found.loses is not None else 0.5
    assert value == 1 - plain(state) == 0.5
    passed = state.copy()
    for _ in range(2):
        passed.apply(next(m for m in passed.legal_moves() if m.notation == "pass"))
    assert passed.over


@pytest.mark.parametrize("moves", ["", "A1 B1 B2", "A1 C3 B1 C1"])
@pytest.mark.parametrize("text", [THREE, SWAPPING, THREE.replace("(rules", "(rules (meta (no Repeat))")])
def test_values_equal_those_of_trying_everything(text: str, moves: str) -> None:
    state = position(text, *moves.split())
    found = circle(state)
    known = plain(state) if moves else 0.5
    wanted = known if state.mover == 1 else 1 - known
    assert (found.wins is not None, found.loses is not None) == (wanted == 1.0, wanted == 0.0)


@pytest.mark.parametrize("text", [NINE_HOLES, TAPATAN, PASSING, HOPS, SWAPPING, "Leapfrogs"])
def test_equal_keys_mean_equal_moves_and_equal_positions_after_them(text: str) -> None:
    game = load(text, backend="c")
    assert isinstance(game, SingleGame)
    known: dict[int, set[tuple[str, int, int, tuple[float, ...]]]] = {}
    chance, again = random.Random(3), 0
    for _ in range(12):
        state = game.start(seed=1)
        keys = circles_of(state)
        for _ in range(40):
            if state.over:
                break
            found = set()
            for move in state.legal_moves():
                after = state.copy()
                after.apply(move)
                key = 0 if after.over else keys.key(after.fresh)
                found.add((move.notation, move.mover, key, tuple(after.ranking[1:])))
            here = keys.key(state.fresh)
            again += here in known
            assert known.setdefault(here, found) == found
            state.apply(chance.choice(state.legal_moves()))
    assert again > 5


def test_limits_leave_it_open() -> None:
    assert circle(position(NINE_HOLES), nodes=100).open
    assert circle(position(NINE_HOLES), max_memory=200_000).open
    assert not circle(position(NINE_HOLES), max_memory=1 << 24).open


def test_near_the_limit_of_turns_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A win in nine plies is none when the game ends as a draw before."""
    from ludparse.interpreter.search.agent import Seconds

    state = position(TAPATAN)
    assert solver._enumerated(state, Seconds(None), 20_000, 1 << 26).value == 1.0
    monkeypatch.setattr(solver, "MOVE_LIMIT", 8)
    assert solver._enumerated(state, Seconds(None), 20_000, 1 << 26).value is None


def test_the_command_says_in_how_many_plies(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", TAPATAN]) == 0
    assert "White wins within 9 plies" in capsys.readouterr().out


MEETING = """(game "Meeting" (players PLAYERS) (equipment {(board (rectangle 1 5))
      (piece "Man" Each (move Step (to if:(is Empty (to)))))})
    (rules (start {TEAMS MEN}) (play (or (forEach Piece) (move Select (from (sites Occupied by:Mover)))))
      (end (if (and (is Occupied 0) (is Occupied 4)) (result TeamMover Win)))))"""
THREE_MEET = MEETING.replace("PLAYERS", "3").replace("MEN", '(place "Man1" 0) (place "Man2" 1) (place "Man3" 3)')
TEAMS = {
    "one team": MEETING.replace("PLAYERS", "2").replace("TEAMS", "(set Team 1 {P1 P2})").replace(
        "MEN", '(place "Man1" 1) (place "Man2" 2)'),
    "one against two": THREE_MEET.replace("TEAMS", "(set Team 1 {P1 P3}) (set Team 2 {P2})"),
    "two against one": THREE_MEET.replace("TEAMS", "(set Team 1 {P1}) (set Team 2 {P2 P3})"),
}  # fmt: skip
"""Men on a line, of whom one team wins when both its ends are taken. Anybody may stay."""


def by_force(state: GameState, side: set[int]) -> tuple[int | None, int | None]:
    """In how many plies a side can force its best result, and the others its worst one. What is worth something in
    between, or goes on without end, is neither."""
    known: dict[tuple[object, ...], tuple[bool, list[object]]] = {}
    first = min(side)

    def key(at: GameState) -> tuple[object, ...]:
        return repr(at.snapshot()["sites"]), at.mover

    todo = [state]
    while todo:
        at = todo.pop()
        if (here := key(at)) in known:
            continue
        nexts: list[object] = []
        for move in at.legal_moves():
            after = at.copy()
            after.apply(move)
            if after.over:
                worth = after.by_seat(tuple(after.ranking[1 : len(after.seats) + 1]))[first]
                nexts.append(1 if worth >= 1.0 else -1 if worth <= 0.0 else 0)
            else:
                nexts.append(key(after))
                todo.append(after)
        known[here] = at.seats[at.mover - 1] in side, nexts

    def forced(best: int, ours: bool) -> int | None:
        plies = {best: 0}
        for n in range(1, len(known) + 1):
            newly = {
                here for here, (mine, nexts) in known.items() if here not in plies
                and (any if mine is ours else all)(plies.get(to, n) < n for to in nexts)
            }  # fmt: skip
            if not newly:
                break
            plies |= dict.fromkeys(newly, n)  # type: ignore[arg-type]
        return plies.get(key(state))  # type: ignore[call-overload,no-any-return]

    return forced(1, True), forced(-1, False)


@pytest.mark.parametrize("name", TEAMS)
def test_a_team_plays_together(name: str) -> None:
    """Each player of a team chooses for it."""
    state = position(TEAMS[name])
    for _ in range(3):
        teams = state.teams
        side = {state.seats[k] for k, team in enumerate(teams) if team == teams[state.mover - 1]}
        ours = sorted(side, key=lambda seat: seat != state.seats[state.mover - 1])
        found = circles_of(state).enumerate(state.fresh, ours, nodes=20_000, end=float("inf"), max_memory=1 << 26)
        assert not found.open
        assert (found.wins, found.loses) == by_force(state, side)
        if name == "one team":
            assert solve(state).plies == found.wins is not None
        state.apply(state.legal_moves()[0])
