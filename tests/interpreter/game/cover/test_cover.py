"""What is counted of ludemes in random games is what an independent record of the same games shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from ludparse import load
from ludparse.interpreter.backends.c import covering
from ludparse.interpreter.backends.python.covering import PythonCover
from ludparse.interpreter.backends.wasm.covering import WasmCover
from ludparse.interpreter.game.building import program_of
from ludparse.interpreter.game.cover.covering import STEADY
from ludparse.interpreter.game.cover.covering import Counter as GameCounter
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.why.recording import RecordingEngine, Run
from ludparse.interpreter.play.counts import NOTHING, REMOVALS, CountingEngine, Counts, counted_functions
from ludparse.interpreter.play.cover import Cover, Covered
from ludparse.interpreter.play.playouts import game_seed
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Type
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import statements
from tests.corpus import LIBRARY, description, needs_corpus, recorded_games
from tests.interpreter.lower.playing import BACKENDS

MEN = """(define "Foe" (is Enemy (who at:#1)))
(game "Men" (players 2)
    (equipment { (board (square 4))
        (piece "Man" Each (or
            (move Step Forward (to if:(or (is Empty (to)) ("Foe" (to))) (apply (remove (to)))))
            (move Step Backward (to if:(and (is Empty (to)) (= (count Pieces Mover) 9))))))
        (piece "King" Each (move Step (to if:(is Empty (to))))) })
    (rules
        (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
        (play (if (> (count Moves) 100) (move Pass) (priority { (forEach Piece) (move Pass) })))
        (end { (if (no Pieces Next) (result Mover Win)) (if (no Moves Next) (result Next Win)) })))"""

TRIED = """(game "Tried" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play (do (move Add (to (sites Empty))) ifAfterwards:(not (is Line 3))))
        (end (if (no Moves Next) (result Mover Win)))))"""


# whether a move goes to a king is asked of moves that are themselves tried before they are legal
GUARDED = """(game "Guarded" (players 2)
    (equipment { (board (square 4))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
        (piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))) })
    (rules
        (start { (place "King1" 0) (place "Rook1" 1) (place "King2" 15) (place "Rook2" (sites { 14 6 })) })
        (play (do (forEach Piece)
            ifAfterwards:(and (!= (where "King" P1) 5) (not (is Threatened (id "King" Mover))))))
        (end (if (no Moves Next) (result Mover Win)))))"""


def games() -> list[tuple[str, int]]:
    return [(MEN, 20), (TRIED, 20), (GUARDED, 5), ("Gardens", 3), ("Caravans", 1), ("Ponds", 1)]


def native(program: Program) -> covering.CCover:
    """An engine of native code that compiles quickly."""
    return covering.CCover(program, optimised=False)


MAKERS: dict[str, Callable[[Program], CountingEngine]] = {"c": native, "wasm": WasmCover, "python": PythonCover}
COMPILED = [x for x in BACKENDS if x != "python"]


def traced(game: object) -> Program:
    assert isinstance(game, SingleGame)
    return program_of(game.description, traced=True)


# ------------------------------------------------------------------------------------------------- an independent count


class Recorded:
    """Counts from the record that `why` makes of each call."""

    def __init__(self, program: Program) -> None:
        self.engine = RecordingEngine(program)
        self.numbers = {fn.index for fn in counted_functions(program)}
        self.asked: Counter[int] = Counter()
        self.held: Counter[int] = Counter()
        self.played: Counter[int] = Counter()
        self.offered: Counter[int] = Counter()
        self.removed: Counter[int] = Counter()
        self.values: dict[int, set[int]] = {}

    def add(self, run: Run) -> None:
        for q in run.questions:
            if q is not None and isinstance(q.about, Function) and q.about.index in self.numbers:
                self.asked[q.about.index] += 1
                self.held[q.about.index] += q.about.result in (Type.BOOL, Type.SET) and bool(q.value)
                if q.about.result is Type.INT:
                    self.values.setdefault(q.about.index, set()).add(q.value)

    def maker(self, run: Run, number: int) -> int:
        return next((q.about.index for q in run.around(number) if isinstance(q.about, Function)), -1)

    def play(self, n: int, seed: int, most: int) -> None:
        for game in range(n):
            chance = game_seed(seed, game)
            at = self.engine.start(chance.bits())
            self.add(self.engine.run)
            for _ in range(most):
                if self.engine.read(at, "over"):
                    break
                found = self.engine.record_moves(at)
                self.add(found)
                if not found.moves:
                    break
                for move in found.moves:
                    self.offered[self.maker(found, move.maker)] += 1
                chosen = found.moves[chance.below(len(found.moves))]
                self.played[self.maker(found, chosen.maker)] += 1
                run = self.engine.record_play(found.state, chosen)
                self.add(run)
                for action, maker in run.acts:
                    if action[0] in REMOVALS:
                        by = self.maker(run, maker) if maker >= 0 else self.maker(found, -2 - maker)
                        self.removed[by] += 1
                at = run.state


def check_record(program: Program, n: int) -> None:
    """All that the record of a game tells is what was counted."""
    engine, recorded = PythonCover(program), Recorded(program)
    engine.count_random(0, n, 7, 60)
    recorded.play(n, 7, 60)
    counts = engine.counts()
    assert any(c.asked for c in counts.values())
    for fn in counted_functions(program):
        c = counts.get(fn.index, NOTHING)
        found = (recorded.asked[fn.index], recorded.held[fn.index], recorded.offered[fn.index])
        assert (c.asked, c.held, c.offered) == found, f"{fn.name}, {fn.place}"
        found = (recorded.played[fn.index], recorded.removed[fn.index], c.asked)
        assert (c.played, c.removed, c.asked) == found, f"{fn.name}, {fn.place}"
        if fn.result is Type.INT and c.asked:
            values = recorded.values[fn.index]
            assert (c.least, c.most) == (min(values), max(values)), f"{fn.name}, {fn.place}"


@pytest.mark.parametrize("rules, n", [(MEN, 5), (TRIED, 5), ("Gardens", 1)], ids=["men", "tried", "gardens"])
def test_counts_are_what_the_record_of_the_same_games_shows(rules: str, n: int) -> None:
    check_record(traced(load(rules)), n)


# ------------------------------------------------------------------------------------------------- both backends


def asks_questions(program: Program) -> bool:
    """Whether rules ask for moves in other modes, where a backend may stop early."""
    return any(isinstance(s, ops.InMode) for fn in program.functions for s in statements(fn.body))


def check_backend(backend: str, program: Program, n: int, plies: int = 80) -> None:
    engine, python = MAKERS[backend](program), PythonCover(program)
    a, b = engine.count_random(0, n, 3, plies), python.count_random(0, n, 3, plies)
    assert list(a.lengths) == list(b.lengths)
    compiled, plain = engine.counts(), python.counts()
    assert any(x.played for x in plain.values())
    exact = not asks_questions(program)
    for fn in counted_functions(program):
        x, y = compiled.get(fn.index, NOTHING), plain.get(fn.index, NOTHING)
        if exact:
            assert x == y, f"{fn.name}, {fn.place}"
        assert (x.offered, x.played, x.removed) == (y.offered, y.played, y.removed), f"{fn.name}, {fn.place}"


@pytest.mark.parametrize("backend", COMPILED)
@pytest.mark.parametrize("rules, n", games(), ids=["men", "tried", "guarded", "gardens", "caravans", "ponds"])
def test_backends_count_alike_in_the_games_that_random_play_makes(rules: str, n: int, backend: str) -> None:
    game = load(rules)
    program = traced(game)
    check_backend(backend, program, n)
    counted = PythonCover(program).count_random(0, n, 3, 80)
    assert list(counted.lengths) == list(game.playouts(n, seed=3, max_moves=80).lengths)


@needs_corpus
@pytest.mark.parametrize("backend", COMPILED)
@pytest.mark.parametrize("k", range(4))
def test_backends_count_alike_in_games_of_the_library(k: int, backend: str) -> None:
    names = recorded_games()
    game = load(Path(description(names[(k * 4 + 1) * len(names) // 17])), library=str(LIBRARY))
    if isinstance(game, SingleGame):
        check_backend(backend, traced(game), 1, 25)


# ------------------------------------------------------------------------------------------------- what is told


def of(found: Cover, ludeme: str) -> Covered:
    """The only ludeme that begins so."""
    (one,) = [x for x in found.ludemes if x.ludeme.startswith(ludeme)]
    return one


@pytest.fixture(scope="module")
def men() -> Cover:
    return load(MEN).cover(50, seed=1)


def test_what_never_happens_has_its_reason(men: Cover) -> None:
    told = {x.ludeme: x.never for x in men.never}
    assert set(told) == {
        "(move Step Backward (to if:(and (is Empty (to)) (= (count Pieces Mover) 9))))",
        "(move Step (to if:(is Empty (to))))",
        "(> (count Moves) 100)",
        "(move Pass)",
        "(no Moves Next)",
        "(result Next Win)",
    }
    assert told["(result Next Win)"] == "(no Moves Next) never held"
    assert told["(move Pass)"] == "(> (count Moves) 100) never held, since (count Moves) was 0 to 22"
    backward = of(men, "(move Step Backward").never
    assert backward.endswith("(= (count Pieces Mover) 9) never held, since (count Pieces Mover) was 1 to 4")
    assert of(men, "(move Step (to if:(is Empty (to))))").never == "no King was ever asked for a move"


def test_a_define_tells_the_sum_of_its_uses_and_a_use_its_own(men: Cover) -> None:
    inside, used = of(men, "(is Enemy (who at:#1))"), of(men, '"Foe"')
    assert (inside.asked, inside.held) == (used.asked, used.held)
    assert inside.held > 0


def test_moves_that_are_played_are_counted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # the first games are counted by code that compiles quickly
    found = load(MEN).cover(30, seed=2)
    played = sum(x.played for x in found.ludemes if "#1" not in x.ludeme)
    assert played == found.moves
    assert of(found, "(remove (to))").removed > 0
    assert sum(x.asked for x in found.ludemes if x.kind == "end") == found.playouts - found.cut


@pytest.mark.parametrize("backend", COMPILED)
def test_counts_do_not_depend_on_how_often_memory_grows(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = traced(load(TRIED))
    many = MAKERS[backend](program)
    monkeypatch.setattr("ludparse.interpreter.backends.wasm.engine.FIRST_ROOM", (1, 1, 1, 1, 1, 1, 1, 1))
    one = MAKERS[backend](program)
    one.count_random(0, 40, 5, 100)
    for k in range(40):
        many.count_random(k, 1, 5, 100)
    assert one.counts() == many.counts()


def test_the_first_games_show_what_room_is_needed_and_the_others_run_optimised_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))  # has no optimised code yet
    program = traced(load(TRIED))
    counting = covering.CCover(program)
    counting.count_random(0, 16, 5, 100)
    assert not counting.optimised
    counting.count_random(16, 1, 5, 100)
    assert counting.optimised


def test_games_are_no_longer_looked_at_when_the_second_half_brings_nothing_new() -> None:
    game = load(MEN)
    some, all_ = game.cover(200, seed=1), game.cover(200, seed=1, every=True)
    assert (some.inspected, all_.inspected) == (STEADY, 200)
    assert (some.playouts, some.moves, some.cut) == (all_.playouts, all_.moves, all_.cut)  # the others are played too
    first = game.cover(STEADY, seed=1, every=True)
    assert some.as_dict()["ludemes"] == first.as_dict()["ludemes"]
    assert f"ludemes were counted in {STEADY} of them" in str(some)
    assert "of them" not in str(all_).split("\n")[0]


def test_what_happens_late_is_looked_for_until_nothing_new_came_for_as_long() -> None:
    rare = """(game "Rare" (players 1)
        (equipment { (board (square 2)) (piece "Disc" P1) (dice d:100 num:1) })
        (rules (play (do (roll) next:(if (= (face 4) 100) (move Add (to (sites Empty))) (move Pass))))
            (end (if (>= (count Moves) 2) (result P1 Draw)))))"""
    game = load(rare)
    some, early, half = game.cover(500, seed=5), *(game.cover(n, seed=5, every=True) for n in (STEADY // 2, STEADY))
    assert some.inspected == 2 * STEADY
    assert "(move Add (to (sites Empty)))" in [x.ludeme for x in early.never]
    assert not half.never  # what is new in the second half is why as many games again were looked at
    assert not some.never


@pytest.mark.skipif("wasm" not in BACKENDS, reason="no WebAssembly (the extra fast)")
def test_what_plays_as_webassembly_is_counted_there() -> None:
    """With a compiler too: what strangers wrote stays in the sandbox."""
    found, plain = (load(MEN, backend=backend).cover(20, seed=1) for backend in ("wasm", "python"))
    assert (found.backend, plain.backend) == ("wasm", "python")
    assert [(x.ludeme, x.played) for x in found.ludemes] == [(x.ludeme, x.played) for x in plain.ludemes]


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_game_that_is_followed_counts_as_the_same_game_at_random(backend: str) -> None:
    make = MAKERS[backend]
    game = load(MEN)
    assert isinstance(game, SingleGame)
    program = traced(game)
    chance = game_seed(9, 0)
    rng = chance.bits()
    state, picks = game.start_with(rng), []
    while not state.over and len(picks) < 50:
        moves = state.legal_moves()
        picks.append(chance.below(len(moves)))
        state.apply(moves[picks[-1]])
    random, followed = make(program), make(program)
    random.count_random(0, 1, 9, 50)
    followed.count_game(rng, picks)
    assert random.counts() == followed.counts()


def test_the_position_is_one_in_which_a_line_happens() -> None:
    game = load(MEN)
    assert isinstance(game, SingleGame)
    counter = GameCounter(game, traced(game))
    counter.play(20, 4, 60, None)
    counter.counted()
    place = counter.where(5, 4, 60)  # a man steps or takes
    assert place is not None
    assert place.game == 0 and not place.state.history
    late = counter.where(11, 4, 60)  # the first end of a game: nothing else of that line holds before
    assert late is not None
    assert not late.state.over
    late.state.apply(late.move)
    assert late.state.over
    assert counter.where(7, 4, 60) is None  # there is no king


def test_choices_add_up_and_what_is_known_before_the_game_is_not_counted() -> None:
    found = load("Gardens").cover(5)
    assert not [x for x in found.ludemes if x.ludeme.startswith("(board")]
    assert Counts(2, 1, 3, 0, 0, 0, -4, 5).plus(Counts(1, 1, 1, 1, 1, 1, -6, 2)) == Counts(3, 2, 4, 1, 1, 1, -6, 5)
    assert NOTHING.plus(Counts(1, 0, 0, 0, 0, 0, 3, 3)) == Counts(1, 0, 0, 0, 0, 0, 3, 3)


def test_remarks_tell_forced_passes_unused_sites_and_games_without_end() -> None:
    rules = """(game "Idle" (players 2)
        (equipment { (board (square 3)) (piece "Man" P1 (move Step (to if:(is Empty (to))))) (piece "Rock" P2) })
        (rules (start { (place "Man1" (sites Bottom)) (place "Rock2" (coord "A3")) })
            (play (if (is Mover P2) (move Pass) (forEach Piece)))
            (end (if (is Line 9) (result Mover Win)))))"""
    found = load(rules).cover(5, max_moves=50)
    told = {x.kind: x.text for x in found.remarks}
    assert told["forced-pass"].startswith("player 2 could only pass in")
    assert told["endless"].startswith("5 of 5 random games were broken off after 50 moves")
    assert "no piece came or went in the last 100 moves" in told["endless"]


def test_a_die_on_the_board_is_told() -> None:
    rules = """(game "Die" (players 2)
        (equipment { (board (square 3)) (dice num:1) (piece "Disc" Each) })
        (rules (play (move Add (piece 1) (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"""
    found = load(rules).cover(2)
    assert [x.text for x in found.remarks if x.kind == "die-on-board"] == [
        "the die Die1 stands on the board as if it were a piece"
    ]
