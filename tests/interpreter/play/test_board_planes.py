"""Planes and numbers for learners: small, bounded, none constant and no two alike, and from native code the same as
from Python."""

from pathlib import Path

import pytest

import ludparse.interpreter.backends.c as native
from ludparse import load
from ludparse.interpreter.backends.c.compile import QUICK
from ludparse.interpreter.game.actions.space import ActionSpace
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.plane_items import Form, Kind
from tests.corpus import LIBRARY, needs_corpus
from tests.interpreter.descriptions import DUEL

np = pytest.importorskip("numpy")

from ludparse.interpreter.game.vector import Seen, VectorGame  # noqa: E402

SECRET = """(game "Ranks" (players 2)
    (equipment {(board (square 2)) (piece "Man" Each maxState:3) (piece "Woman" Each)})
    (rules (start {(place "Man1" 0 state:1) (set Hidden What at:0 to:P2) (set Hidden State at:0 to:P1)})
        (play (or (move Add (piece (id "Woman" Mover)) (to (sites Empty))
                      (then (set Hidden {What Who} at:(last To) to:Next)))
                  (move Add (piece (id "Man" Mover) state:2) (to (sites Empty))
                      (then (set Hidden at:(last To) to:Next)))))
        (end (if (is Full) (result Mover Win)))))"""
STACKED = """(game "Under" (players 2) (equipment {(board (square 3)) (piece "Coin" Each) (piece "Gem" Each)})
    (rules (start {(place Stack items:{"Coin1" "Gem1" "Coin1"} 0) (place Stack items:{"Gem2" "Coin2"} 4)
            (set Hidden at:0 level:1 to:P2) (set Hidden What at:4 level:0 to:P1) (set Hidden at:4 level:1 to:P1)})
        (play (or (move Add (piece (id "Coin" Mover)) (to (sites Board)) stack:True
                      (then (set Hidden at:(last To) to:Next)))
                  (forEach Piece (move Step (to if:(is Empty (to))) stack:True))))
        (end (if (no Moves Next) (result Mover Win)))))"""
TAKEN = """(game "Taken" (players 2) (equipment {(board (hex 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""
JOINED = """(game "Joined" (players 2) (equipment {(board (square 4)) (piece "Disc" Neutral)})
    (rules (start (place "Disc0" 5 state:1))
        (play (forEach Site (sites Empty) (append (custodial (from (site)) (between if:(is Occupied (between))
            (apply (allCombinations (add (piece "Disc0" state:(mover)) (to (site))) (set State at:(between) (mover)))))
            (to if:True)))))
        (end (if (is Full) (result Mover Win)))))"""
OURS = {"hidden": SECRET, "hidden stacks": STACKED, "hexagons": TAKEN, "dice": "Caravans", "stacks": "Hypnosia"}
LUDII = {
    "Backgammon": "board/race/escape/Backgammon",
    "Connect Four": "board/space/line/Connect Four",
    "Hex": "board/space/connection/Hex",
    "Geister": "board/race/reach/Geister",
    "Shogi": "board/war/replacement/checkmate/shogi/Shogi",
    "Dots and Boxes": "math/graph/Dots and Boxes",
}
FORMS = (("ludii", 1), ("board", 3), ("graph", 2))


def game_of(name: str, backend: str = "auto") -> SingleGame:
    if name in LUDII:
        game = load(LIBRARY / "lud" / f"{LUDII[name]}.lud", library=LIBRARY, backend=backend)
    else:
        game = load({**OURS, "joined": JOINED}.get(name, name), backend=backend)
    assert isinstance(game, SingleGame)
    return game


def same(name: str, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Native lanes and plain ones show the same to every seat, in all forms."""
    monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", (*QUICK, "-DVARIANTS"))
    games = [game_of(name, backend) for backend in ("auto", "python")]
    for observation, history in FORMS:
        quick, plain = (VectorGame(g, 2, seed=5, observation=observation, history=history) for g in games)
        for step in range(steps):
            for seat in (None, *range(quick.game.players), quick.seats):
                for final in (False, True):
                    left, right = (games.observe(seat, final=final) for games in (quick, plain))
                    pairs = [(left, right)] if observation == "ludii" else zip(left, right, strict=True)
                    for one, other in pairs:
                        assert np.array_equal(one, other), (observation, step, seat, final, np.argwhere(one != other))
            actions = quick.sample()
            plain.sample()
            quick.step(actions)
            plain.step(actions)


@pytest.mark.parametrize("name", OURS)
@pytest.mark.telling("hidden", "hidden stacks", "dice")
def test_native_code_shows_what_python_shows(name: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    same(name, 8, monkeypatch)


@needs_corpus
@pytest.mark.parametrize("name", LUDII)
@pytest.mark.telling("Geister")
@pytest.mark.drawn(3)
def test_also_of_games_of_ludii(name: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    same(name, 6, monkeypatch)


def test_planes_wait_for_no_numbers_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """That moves go somewhere is seen from the first ones; nobody needs the numbers of all moves to look."""
    games = [game_of(name, "python") for name in ("Caravans", "Leapfrogs", "Ponds", "joined")]
    for game in games:
        assert game.tensors._moves_begin_elsewhere() is not game.actions.begin_where_they_end
    monkeypatch.setattr(ActionSpace, "numbering", property(lambda _: pytest.fail("the numbers were asked for")))
    for name in ("Two Shores", "Caravans", "Ponds", "hexagons"):
        game = game_of(name, "python")
        assert game.tensors.look(game.start(seed=1)).numbers.any()


@pytest.mark.parametrize("name", ["hexagons", "Ponds", "Ex Nihilo", "joined"])
def test_nothing_is_constant_alike_or_without_bounds(name: str) -> None:
    """Over the positions of random games, as each seat sees them."""
    game = game_of(name)
    form = game.tensors.form("board")
    assert form is not None
    rows = []
    for seed in range(6):
        state = game.start(seed=seed)
        for _ in range(60):
            seen = game.tensors.look(state, player=1)
            rows.append(np.concatenate([seen.planes.reshape(-1), seen.numbers]))
            state.apply(state.random_move())
            if state.over:
                break
    table = np.array(rows)
    assert np.isfinite(table).all() and np.abs(table).max() <= 1
    cells = form.shape[1] * form.shape[2]
    planes = {name: table[:, k * cells : (k + 1) * cells].copy() for k, name in enumerate(form.planes)}
    numbers = {name: table[:, len(form.planes) * cells + k].copy() for k, name in enumerate(form.numbers)}
    assert len(planes) == len(form.planes) and len(numbers) == len(form.numbers)  # no name twice
    columns = {name: array.tobytes() for name, array in (planes | numbers).items()}
    assert len(set(columns.values())) == len(columns)
    assert not [name for name, array in (planes | numbers).items() if (array == array[0]).all()]


KEPT = """(game "Kept" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (and (set Pending PENDING) (set Var "Here" HERE)))))
        (end {(if (is Pending) (if (is Line 4) (result Mover Win))) (if (= (var "Here") 9) (result Mover Loss))})))"""


def test_sites_that_rules_keep_are_planes() -> None:
    """A plane each where all that is kept are sites; other numbers are numbers, in order."""
    game = game_of(KEPT.replace("PENDING", "(last To)").replace("HERE", "(last To)"))
    form = game.tensors.form("board")
    assert form is not None
    kept = [k for k, name in enumerate(form.planes) if name.startswith(("Pending", "Variable"))]
    state = game.start(seed=0)
    state.apply(next(m for m in state.legal_moves() if m.to_site == 5))
    seen = game.tensors.look(state)
    assert len(kept) == 2 and not [name for name in form.numbers if "item" in name or "Variable" in name]
    assert [form.sites[int(seen.planes[k].argmax())] for k in kept] == [(form.default_site, 5)] * 2
    assert [seen.planes[k].sum() for k in kept] == [1, 1]
    numbers = game_of(KEPT.replace("PENDING", "(count Moves)").replace("HERE", "(count Moves)")).tensors.form("board")
    assert numbers is not None and not [name for name in numbers.planes if name.startswith("Variable")]
    assert {"Pending values: item 8", "Variable 0"} <= set(numbers.numbers)
    alone = game_of(KEPT.replace("PENDING", "").replace("HERE", "(last To)")).tensors.form("board")
    assert alone is not None and [n for n in alone.numbers if "Pending" in n] == ["Pending values: how many"]
    assert not [name for name in alone.planes if "Pending" in name]


CROSSING = """(game "Crossing" (players 2) (equipment {
        (board (square 2) {(track "Track1" {0 1 3 2 0 1} P1 directed:True) (track "Track2" {3 2 0 1} P2 directed:True)})
        (piece "Runner" Each)})
    (rules (start {(place "Runner1" 0) (place "Runner2" 3)})
        (play (forEach Piece (move (from) (to (trackSite Move from:(from) "Track" steps:1)))))
        (end (if (> (count Moves) 40) (result All Draw)))))"""


def test_places_on_a_track_that_crosses_itself_are_planes() -> None:
    """A plane for each piece and track tells who has come to a site for the second time; no number is left for it."""
    game = game_of(CROSSING, "python")
    form = game.tensors.form("board")
    assert form is not None and not [name for name in form.numbers if "track" in name]
    told = [k for k, name in enumerate(form.planes) if "on the track" in name]
    assert [form.planes[k].split()[0] for k in told] == ["Runner1", "Runner2"]
    state, found = game.start(seed=0), []
    for _ in range(9):
        plane = game.tensors.look(state).planes[told[0]].reshape(-1)
        found.append([form.sites[k][1] for k in plane.nonzero()[0]])  # type: ignore[index]
        moves = state.legal_moves()
        if not moves:
            break
        state.apply(moves[0])
    assert found[0] == [] and [0] in found, found


@needs_corpus
def test_how_large_they_are() -> None:
    expected = {"Backgammon": 1024, "Hex": 4096, "Hypnosia": 20_480}
    for name, most in expected.items():
        form = game_of(name).tensors.form("board")
        assert form is not None
        assert 4 * (np.prod(form.shape) + len(form.numbers)) <= most
    shapes = {name: game_of(name).tensors.form("board").shape[1:] for name in ("Hex", "Connect Four")}  # type: ignore[union-attr]
    assert shapes == {"Hex": (11, 11), "Connect Four": (6, 7)}


@needs_corpus
def test_connect_four_has_a_height() -> None:
    game = game_of("Connect Four")
    form = game.tensors.form("board")
    assert form is not None and form.planes[:2] == ("Disc1", "Disc2")
    state = game.start(seed=0)
    for column in (3, 3, 0):
        state.apply(next(m for m in state.legal_moves() if m.to_site == column))
    own, other = game.tensors.look(state).planes[:2]
    assert [np.argwhere(plane).tolist() for plane in (own, other)] == [[[5, 0], [5, 3]], [[4, 3]]]


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_a_history_is_what_was_seen_before(backend: str, c_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.interpreter.game.vector_native.OPTIMISED", QUICK)
    game = game_of("dice", backend)
    long, short = (VectorGame(game, 3, seed=1, observation="board", history=h) for h in (3, 1))
    n, seen = len(long.planes.planes), []
    for _ in range(60):
        seen.append(short.observe(0).planes)
        shown = long.observe(0).planes
        assert np.array_equal(shown[:, :n], seen[-1])
        for back in (1, 2):
            young = [lane for lane in range(3) if not shown[lane, back * n :].any()]
            for lane in set(range(3)) - set(young):
                assert np.array_equal(shown[lane, back * n : (back + 1) * n], seen[-1 - back][lane])
        actions = long.sample()
        short.sample()
        long.step(actions)
        short.step(actions)


def test_a_graph_has_the_same_features_and_edges_both_ways() -> None:
    game = game_of("hexagons")
    state = game.start(seed=0)
    state.apply(state.legal_moves()[3])
    board, graph = (game.tensors.form(kind) for kind in ("board", "graph"))
    assert board is not None and graph is not None and board.planes == graph.planes
    planes, nodes = game.tensors.look(state).planes, game.tensors.look(state, observation="graph").planes
    assert board.shape == (len(board.planes), 3, 3) and graph.shape == (7, len(board.planes))
    for cell, site in enumerate(board.sites):
        if site is not None:
            assert np.array_equal(planes.reshape(len(board.planes), -1)[:, cell], nodes[graph.sites.index(site)])
    edges = graph.edges["Adjacent"]
    assert edges.dtype == np.int32 and edges.shape == (2, 24)
    assert {(a, b) for a, b in edges.T.tolist()} == {(b, a) for a, b in edges.T.tolist()}


def test_callers_arrays() -> None:
    games = VectorGame(game_of(DUEL, "python"), 2, observation="board")
    seen = games.observe(0)
    assert isinstance(seen, Seen)
    out = Seen(np.full_like(seen.planes, 7), np.full_like(seen.numbers, 7))
    again = games.observe(0, out=out)
    assert again.planes is out.planes and np.array_equal(again.planes, seen.planes)
    assert np.array_equal(again.numbers, seen.numbers)
    with pytest.raises(ValueError, match="out is float64"):
        games.observe(0, out=(seen.planes.astype(float), seen.numbers))
    with pytest.raises(ValueError, match="has seats 0 to 1"):
        games.observe([0, 2])
    with pytest.raises(ValueError, match="one of 'ludii', 'board', 'graph'"):
        VectorGame(games.game, 2, observation="picture")
    with pytest.raises(ValueError, match="Ludii's channels are of one position"):
        VectorGame(games.game, 2, history=2)


def test_native_code_has_the_same_numbers_of_kinds() -> None:
    text = (Path(native.__file__).parent / "runtime/vector/observe.h").read_text(encoding="utf-8")
    for kinds in (Kind, Form):
        assert "enum { " + ", ".join(kind.name for kind in kinds) + " };" in text
