"""Games, states and moves are values: they are copied, compared, pickled, taken back and seeded."""

import copy
import multiprocessing
import pickle
import random
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludparse
from ludparse import Game, IllegalMoveError, LudError, LudLimitError, State, load
from ludparse.interpreter.game import pickling as recipe
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.match import MatchGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.play.state_bytes import fingerprint, position_fields, restore, saved
from tests.corpus import REPO
from tests.interpreter.descriptions import ALL, KO
from tests.interpreter.lower.playing import BACKENDS
from tests.interpreter.search.games import THREE, position

DICE = """(game "Throws" (players 2) (equipment { (board (rectangle 1 40)) (dice d:6 num:1) (piece "Ball" Each) })
  (rules (play (do (roll) next:(move Add (to (intersection (sites Empty) (sites {(count Pips) 7 8 9 10 11 12 13}))))))
    (end (if (is In (last To) (sites {1})) (result Mover Win)))))"""
MATCH = """(match "Both" (players 2) (games { (subgame "Two Shores") (subgame "Gardens") })
  (end { (if (>= (matchScore P1) 1) (result P1 Win)) }))"""


def game_of(text: str, backend: str) -> Game:
    game = load(text, backend=backend)
    assert isinstance(game, Game)
    return game


def played(game: Game, plies: int, seed: int = 1) -> State:
    """A state after so many random moves."""
    state, chance = game.start(seed=seed), random.Random(seed)
    for _ in range(plies):
        if state.over:
            break
        state.apply(state.random_move(chance))
    return state


def same(a: State, b: State) -> bool:
    """Whether two states are the same in all that can be seen, and go on alike."""
    assert a.snapshot() == b.snapshot()
    assert [m.text for m in a.legal_moves()] == [m.text for m in b.legal_moves()]
    assert a.history == b.history
    return a == b and a.key == b.key


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_state_from_elsewhere_brings_its_earlier_positions(backend: str) -> None:
    """Another game was played here before. Back at B1 the first player would repeat the position after one move."""
    there, here = game_of(KO, backend), game_of(KO, backend)
    state, other = there.start(seed=1), here.start(seed=1)
    for move in ("A1-B1", "C3-B3", "B1-B2", "B3-C3"):
        state.apply(move)
    other.apply("A1-A2")
    assert isinstance(here, SingleGame) and isinstance(state, GameState)
    (raw,) = restore(here, saved(there, [state.raw]))
    moves = {move.notation for move in GameState(here, raw).legal_moves()}
    assert "B2-A2" in moves and "B2-B1" not in moves


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", [*ALL, "Leapfrogs", "Two Shores"])
def test_states_are_copied_pickled_and_taken_back(name: str, backend: str) -> None:
    game = game_of(ALL.get(name, name), backend)
    state, chance = game.start(seed=2), random.Random(2)
    line = [state.copy()]
    for _ in range(12):
        if not state.legal_moves():
            break
        applied = state.apply(state.random_move(chance))
        assert state.history[-1] == applied
        line.append(state.copy())
    for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert same(state, other)
        # of equal games that are open in a process, pickles find the one that was pickled first
        assert any(other.game is one for one in (game, pickle.loads(pickle.dumps(game))))
        for before in reversed(line[:-1]):
            move = other.undo()
            assert move == line[len(other.history) + 1].history[-1]
            assert same(other, before)
        with pytest.raises(IndexError, match="no move to take back"):
            other.undo()
    assert same(state, line[-1])  # nothing that copies did has changed it


@pytest.mark.parametrize("backend", BACKENDS)
def test_games_and_moves_are_copied_and_pickled(backend: str) -> None:
    game = load("Two Shores", options="Board Size/5", backend=backend)
    assert copy.copy(game) is game and copy.deepcopy(game) is game
    data = pickle.dumps(game)
    assert pickle.loads(data) is game, "compiled twice in one process"
    recipe._made.clear()  # as in another process
    again = pickle.loads(data)
    assert again is not game and again.same_as(game) and pickle.loads(data) is again
    assert (again.name, again.backend, again.players) == (game.name, backend, 2)
    assert len(again.start(seed=1).legal_moves()) == 25, "the option was lost"
    state, other = game.start(seed=1), again.start(seed=1)
    assert state == other and state.key == other.key
    for move in state.legal_moves():
        twin = pickle.loads(pickle.dumps(move))
        assert twin == move and hash(twin) == hash(move) and twin.text == move.text and twin.notation == move.notation
        assert copy.copy(move) is move and copy.deepcopy(move) is move
    assert len({*state.legal_moves(), *other.legal_moves()}) == 25
    assert other.apply(state.legal_moves()[3]) == state.apply(pickle.loads(pickle.dumps(state.legal_moves()[3])))
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    assert isinstance(hash(state.key), int)


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", ALL)
def test_a_pickled_move_does_in_equal_positions_what_the_move_does(name: str, backend: str) -> None:
    """Equal positions of the game itself and of one that was loaded anew; each legal move of some random plies."""
    game = game_of(ALL[name], backend)
    data = pickle.dumps(game)
    recipe._made.clear()  # as in another process
    again = pickle.loads(data)
    state, other, chance, compared = game.start(seed=4), again.start(seed=4), random.Random(4), 0
    assert again is not game
    for _ in range(6):
        moves = state.legal_moves()
        for move in moves[:8]:
            twin = pickle.loads(pickle.dumps(move))
            after = [position.copy() for position in (state, state, other)]
            done = [position.apply(m) for position, m in zip(after, (move, twin, twin), strict=True)]
            assert [m.text for m in done] == [done[0].text] * 3
            assert same(after[0], after[1]) and after[0].snapshot() == after[2].snapshot()
            compared += 1
        if state.over or not moves:
            break
        pick = chance.randrange(len(moves))
        other.apply(pickle.loads(pickle.dumps(moves[pick])))
        state.apply(moves[pick])
    assert compared


def test_a_state_of_another_game_is_refused_by_name() -> None:
    one, other = game_of("Two Shores", "python"), game_of("Gardens", "python")
    data = saved(one, [one.start(seed=1).raw])
    with pytest.raises(LudError, match=r"a state of 'Two Shores', and the game is 'Gardens'"):
        restore(other, data)
    larger = load("Two Shores", options="Board Size/5", backend="python")
    with pytest.raises(LudError, match="other options"):
        restore(larger, data)
    with pytest.raises(LudError, match="not a saved state"):
        restore(one, b"nonsense")
    with pytest.raises(LudError, match="damaged"):
        restore(one, data[:-9])
    with pytest.raises(LudError, match="version 7"):
        restore(one, data[:14] + b"\7" + data[15:])
    assert one.start(seed=1) != other.start(seed=1)
    assert one.start(seed=1) != larger.start(seed=1)
    with pytest.raises(IllegalMoveError, match="not legal here"):
        other.start(seed=1).apply(larger.start(seed=1).legal_moves()[-1])


@pytest.mark.parametrize("backend", BACKENDS[1:])
def test_earlier_positions_stay_on_their_backend(backend: str) -> None:
    """Each backend notes them in its own way. A state without them goes to another one."""
    for text, stays in ((KO, True), (ALL["line"], False)):
        one, other = game_of(text, BACKENDS[0]), game_of(text, backend)
        assert isinstance(other, SingleGame)
        state = played(one, 3)
        data = saved(one, [state.raw])
        if stays:
            with pytest.raises(LudError, match="on another backend"):
                restore(other, data)
        else:
            (raw,) = restore(other, data)
            assert GameState(other, raw).snapshot() == state.snapshot()


def test_a_snapshot_says_whose_turn_it_is() -> None:
    """Of three players the first has moved: the second is to move, the third follows."""
    state = position(THREE.replace("(players 2)", "(players 3)"), "A1", backend="python")
    shown = state.snapshot()
    assert (shown["prev"], shown["mover"], shown["next"]) == (1, 2, 3)


def test_equality_is_of_positions_not_of_ways() -> None:
    game = game_of("Two Shores", "python")
    states = []
    for order in ((0, 30, 2, 40), (2, 40, 0, 30), (0, 40, 2, 30)):
        state = game.start(seed=1)
        for site in order:
            state.apply(next(m for m in state.legal_moves() if m.to_site == site))
        states.append(state)
    a, b, c = states
    assert a == b == c and len({s.key for s in states}) == 1
    assert a.history != b.history
    a.undo()
    assert a != b and a.key != b.key
    assert a != "a state"


def test_what_the_rules_read_is_part_of_a_position() -> None:
    twice = """(game "Twice" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
      (rules (play (if (= 0 (last To)) (move Pass) (move Add (to (sites Empty)))))
        (end (if (is Full) (result Mover Win)))))"""
    for text, counts in ((twice, True), (twice.replace("(= 0 (last To))", "(= 1 2)"), False)):
        assert ("last_to" in position_fields(game_of(text, "python").program)) is counts


@pytest.mark.parametrize("name", [*ALL, "Leapfrogs", "Ex Nihilo", "throws"])
@pytest.mark.telling("throws", "puzzle")
def test_both_backends_agree_on_keys_and_random_games(name: str, c_compiler: None) -> None:
    text = DICE if name == "throws" else ALL.get(name, name)
    c, python = game_of(text, "c"), game_of(text, "python")
    a, b, chance = c.start(seed=5), python.start(seed=5), random.Random(5)
    keys = []
    for _ in range(15):
        assert a.key == b.key and a == b
        keys.append(a.key)
        if not (number := a.count_moves()):
            break
        k = chance.randrange(number)
        assert a.apply(a.legal_moves()[k]) == b.apply(b.legal_moves()[k])
    assert len(set(keys)) > 1
    assert c.engine.pack(c.engine.unpack(python.engine.pack(b.raw))).keys() == python.engine.pack(b.raw).keys()
    one, two = (game.playouts(6, seed=9, max_moves=60) for game in (c, python))
    assert (list(one.lengths), list(one.rankings)) == (list(two.lengths), list(two.rankings))
    assert (one.games, one.moves, one.cut) == (two.games, two.moves, two.cut)
    one, two = (state.playouts(4, seed=9, max_moves=60) for state in (a, b))
    assert (list(one.lengths), list(one.rankings)) == (list(two.lengths), list(two.rankings))


@pytest.mark.parametrize("backend", BACKENDS)
def test_random_games_do_not_depend_on_batches_or_jobs(backend: str) -> None:
    game = game_of(DICE, backend)
    whole = game.playouts(40, seed=3)
    parts = [game.playouts(n, seed=3, first=first) for first, n in ((0, 1), (1, 22), (23, 17))]
    assert [length for part in parts for length in part.lengths] == list(whole.lengths)
    jobs = game.playouts(40, seed=3, jobs=2)
    assert (list(jobs.lengths), list(jobs.rankings)) == (list(whole.lengths), list(whole.rankings))
    assert (jobs.games, jobs.moves, jobs.cut) == (whole.games, whole.moves, whole.cut)
    assert list(game.playouts(40, seed=4).lengths) != list(whole.lengths)
    state = game.start(seed=1)
    state.apply(state.legal_moves()[0])
    assert list(state.playouts(10, seed=3, jobs=2).lengths) == list(state.playouts(10, seed=3).lengths)
    for wrong in ({"n": -1}, {"n": 1, "jobs": 0}, {"n": 1, "first": -1}):
        with pytest.raises(ValueError):
            game.playouts(seed=1, **wrong)


@pytest.mark.parametrize("backend", BACKENDS)
def test_copies_share_the_throws_until_one_is_reseeded(backend: str) -> None:
    def throws(state: State) -> list[int]:
        found = []
        for _ in range(12):
            if state.over:
                break
            found.append(len(state.legal_moves()) * 100 + state.legal_moves()[0].to_site)
            state.apply(state.legal_moves()[-1])
        return found

    start = game_of(DICE, backend).start(seed=8)
    assert throws(start.copy()) == throws(start.copy())
    seen = set()
    for seed in (1, 1, 2, 3, None, None):
        state = start.copy()
        state.reseed(seed)
        assert state == start and state.legal_moves() == start.legal_moves()
        seen.add(tuple(throws(state)))
    assert len(seen) == 5


@pytest.mark.parametrize("backend", BACKENDS)
def test_matches_are_values_too(backend: str) -> None:
    game = load(MATCH, backend=backend)
    assert isinstance(game, MatchGame)
    data = pickle.dumps(game)
    assert pickle.loads(data) is game and copy.deepcopy(game) is game
    recipe._made.clear()  # as in another process
    again = pickle.loads(data)
    assert again is not game and again.same_as(game)
    state, chance = game.start(seed=1), random.Random(1)
    line = [state.copy()]
    while not state.over and len(line) < 90:
        state.apply(state.random_move(chance))
        line.append(state.copy())
    assert state.games_played, "the second game was not reached"
    other = pickle.loads(pickle.dumps(state))
    assert other == state and other.key == state.key and other.history == state.history
    for before in reversed(line[:-1]):
        other.undo()
        assert other == before and other.snapshot() == before.snapshot()
    assert list(game.playouts(3, seed=1, jobs=2).lengths) == list(again.playouts(3, seed=1).lengths)


def test_random_and_counted_moves(c_compiler: None) -> None:
    state = game_of("Two Shores", "c").start(seed=1)
    move = state.random_move(random.Random(4))
    assert state._at.moves is None, "all moves were built to choose one"
    assert move in state.legal_moves() and state.count_moves() == len(state.legal_moves())
    assert move.notation == state.legal_moves()[state.legal_moves().index(move)].notation
    state.apply(move)
    assert state.history == (move,) and state.history[0].notation == move.notation


def _in_child(game: Game, data: bytes, answers: "multiprocessing.Queue[object]") -> None:
    state = pickle.loads(data)
    answers.put((list(game.playouts(5, seed=1).lengths), state.key, state.game is not None))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_games_and_states_go_to_other_processes(method: str, c_compiler: None) -> None:
    game = game_of("Leapfrogs", "c")
    state = played(game, 6)
    context = multiprocessing.get_context(method)
    answers = context.Queue()
    child = context.Process(target=_in_child, args=(game, pickle.dumps(state), answers))
    child.start()
    assert answers.get(timeout=120) == (list(game.playouts(5, seed=1).lengths), state.key, True)
    child.join()


def test_games_of_a_library_are_pickled_without_it(tmp_path: Path) -> None:
    """A game on nine cells that uses a define of its library."""
    rules = '(play (move Add (to (sites Empty)))) (end (if ("Row" 3) (result Mover Win)))'
    game_text = f'(game "Rows" (players 2) (equipment {{(board (square 3)) (piece "Stone" Each)}}) (rules {rules}))'
    for folder, name, text in (("lud", "Rows.lud", game_text), ("def", "Row.def", '(define "Row" (is Line #1))')):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text(text, encoding="utf-8")
    game = load("Rows", library=tmp_path, backend="python")
    shutil.rmtree(tmp_path)
    code = "import pickle, sys; g = pickle.load(sys.stdin.buffer); print(g.name, g.start(seed=1).count_moves())"
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(game), capture_output=True, cwd=REPO, check=True
    )
    assert done.stdout.split() == [b"Rows", b"9"]


def test_the_name_on_the_package_index_is_the_name_to_import() -> None:
    assert isinstance(ludparse.load("Gardens", backend="python"), Game)


CHOICE = """(game "Choice" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) })
  (rules (play (or (move Add (to 0)) (move Add (to 0) (then %s)))) (end (if (no Moves Next) (result Mover Draw)))))"""


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    "then",
    ["(moveAgain)", "(addScore Mover 1)", "(set Var 3)", "(set State at:0 1)"],
    ids=["mover", "score", "temp", "state"],
)
def test_what_is_seen_from_outside_makes_another_position(then: str, backend: str) -> None:
    """Both moves put the same disc on the same cell. No rule asks for what the second one does beside it, but whoever
    looks at the position sees it: it goes into the key."""
    game, states = game_of(CHOICE % then, backend), []
    for number in (0, 1, 1):
        state = game.start(seed=1)
        state.apply(state.legal_moves()[number])
        states.append(state)
    assert states[0].key != states[1].key == states[2].key
    assert states[0] != states[1] == states[2]


@pytest.mark.parametrize("backend", BACKENDS)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_tampered_state_is_refused(c_compiler: None, backend: str, data: st.DataObject) -> None:
    """Whatever is changed in its bytes, also below the compression."""
    game = game_of("Two Shores", backend)
    state = game.start(seed=1)
    state.apply(state.legal_moves()[0])
    whole = saved(game, [state.raw])
    at = whole.index(fingerprint(game)) + 8
    body = bytearray(zlib.decompress(whole[at:]))
    kind = data.draw(st.sampled_from(["length", "cut", "longer", "none", "packed"]))
    if kind == "length":  # of one of the first fields
        where = 0
        for _ in range(data.draw(st.integers(0, 8))):
            where += 4 + int.from_bytes(body[where : where + 4], "little")
        before = int.from_bytes(body[where : where + 4], "little")
        lengths = {before + 1, before + 4, 0, 1 << 31, (1 << 32) - 1} - {before}
        length = data.draw(st.sampled_from(sorted(lengths)))
        body[where : where + 4] = length.to_bytes(4, "little")
    elif kind == "cut":
        del body[data.draw(st.integers(1, len(body) - 1)) :]
    elif kind == "longer":
        body += bytes(data.draw(st.integers(1, 40)))
    elif kind == "none":
        body.clear()
    packed = bytearray(zlib.compress(bytes(body)))
    if kind == "packed":
        del packed[data.draw(st.integers(0, len(packed) - 1)) :]
    with pytest.raises(LudError, match="this saved state is damaged"):
        restore(game, whole[:at] + bytes(packed))


def test_a_saved_state_does_not_unpack_without_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("Two Shores", "python")
    data = saved(game, [game.start(seed=1).raw])
    at = data.index(fingerprint(game)) + 8
    assert len(restore(game, data, 1)) == 1
    monkeypatch.setattr("ludparse.interpreter.play.state_bytes.MOST_BYTES", 1 << 20)
    with pytest.raises(LudLimitError, match="more than 1,048,576 bytes"):
        restore(game, data[:at] + zlib.compress(bytes(1 << 24)))
    with pytest.raises(LudError, match="holds 1 positions, not 2"):
        restore(game, data, 2)
