"""Tensors of positions and moves: equal to Ludii's where they are recorded, and as described where it fails."""

import gzip
import json
import zlib
from pathlib import Path

import pytest

from ludparse import load
from ludparse.interpreter.game.game import SingleGame
from ludparse.ludemes.enums import SiteType
from tests.corpus import CORPUS, LIBRARY, needs_corpus
from tests.interpreter.search.games import THREE

np = pytest.importorskip("numpy")

TENSORS = CORPUS / "tensors"
SAMPLE = (
    "board/space/line/Tic-Tac-Toe",
    "board/space/line/Yavalath",  # the swap rule
    "board/sow/two_rows/English Wari (St. Lucia)",  # positions that only a second program keeps
    "board/race/reach/Chonpa",  # stacks with local states, dice
    "board/race/escape/Thaayam",
    "board/hunt/Demala Diviyan Keliya",  # hands
    "experimental/Netted",
)


def flat(tensor: "np.typing.NDArray[np.float32]") -> list[float]:
    """Place and value of everything that is not 0, as the recordings list it."""
    values = tensor.ravel()
    return [x for i in np.flatnonzero(values).tolist() for x in (i, int(values[i]))]


@needs_corpus
@pytest.mark.parametrize("path", [p for p in SAMPLE if (TENSORS / f"{p}.jsonl.gz").exists()])
def test_equal_to_recorded_tensors(path: str) -> None:
    with gzip.open(TENSORS / f"{path}.jsonl.gz", "rt", encoding="utf-8") as file:
        head, *plies = [json.loads(line) for line in file if line.strip()]
    game = load(Path(LIBRARY) / "lud" / f"{path}.lud", library=LIBRARY)
    assert isinstance(game, SingleGame)
    tensors = game.tensors
    assert (list(tensors.state_shape), list(tensors.move_shape)) == (head["state_shape"], head["move_shape"])
    assert list(tensors.channels) == head["channels"]
    assert (list(tensors.x), list(tensors.y)) == (head["x"], head["y"])
    state = game.start(rng_state=head["rng"])
    for number, ply in enumerate(plies):
        found = flat(tensors.state(state))
        assert f"{zlib.crc32(json.dumps(found, separators=(',', ':')).encode()):x}" == ply["crc"].lstrip("0"), number
        moves = state.legal_moves()
        if ply["pick"] != -1:
            assert [tensors.move(move) for move in moves] == ply["moves"], number
        if state.over:
            break
        state.apply(moves[max(ply["pick"], 0)])


DUEL = """(game "Duel" (players 2) (equipment {(board (rectangle 2 3)) (hand Each size:2) (piece "Stone" Each)})
    (rules (start {(place "Stone" "Hand" count:2)})
        (play (move (from (handSite Mover)) (to (sites Empty))))
        (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_a_position_counted_by_hand(backend: str) -> None:
    game = load(DUEL, backend=backend)
    assert isinstance(game, SingleGame)
    tensors = game.tensors
    # three columns, an empty one, and one for each hand, and both rows
    assert tensors.state_shape == (len(tensors.channels), 6, 2)
    # steps of at most three to each side in both directions, passing, swapping
    assert tensors.move_shape == (7 * 7 + 2, 6, 2)
    state = game.start(seed=1)
    state.apply(state.legal_moves()[4])
    values = dict(zip(tensors.channels, tensors.state(state), strict=True))
    board = values["Piece Type 1 (Stone1)"]
    assert np.argwhere(board[:3]).tolist() == [[1, 1]]
    assert values["Is Player 2 the current mover?"].all()
    assert not values["Is Player 1 the current mover?"].any()
    assert np.argwhere(values["Last move's to-position"]).tolist() == [[1, 1]]
    # both hands begin with the same number there, as in Ludii: the first gets the last column, the other none
    assert values["Does position exist in container 0 (Board)?"].tolist() == [[1, 1]] * 3 + [[0, 0]] * 3
    assert values["Does position exist in container 1 (Hand1)?"].tolist() == [[0, 0]] * 5 + [[1, 1]]


def test_moves_that_only_add_have_one_channel() -> None:
    """They begin nowhere, so that no steps are told apart; the two others are for passing and swapping."""
    game = load(THREE, backend="python")
    assert isinstance(game, SingleGame)
    assert game.tensors.move_shape == (1 + 2, 3, 3)


def test_writing_to_an_array_that_is_given() -> None:
    game = load(DUEL)
    assert isinstance(game, SingleGame)
    state = game.start(seed=1)
    out = np.full(game.tensors.state_shape, 7, dtype=np.float32)
    assert game.tensors.state(state, out) is out
    assert (out == game.tensors.state(state)).all()
    with pytest.raises(ValueError, match=r"float64 of shape .*, not C-contiguous float32 of shape"):
        game.tensors.state(state, np.zeros(game.tensors.state_shape))
    other = load("Ponds")
    assert isinstance(other, SingleGame)
    with pytest.raises(ValueError, match="a state of 'Ponds' was wanted"):
        other.tensors.state(state)


@needs_corpus
@pytest.mark.parametrize("backend", ["python", "auto"])
def test_stacks_on_a_board_with_fewer_cells_than_sites(backend: str) -> None:
    """Ludii's wrapper fails there (index out of bounds)."""
    game = load(LIBRARY / "lud" / "board/race/escape/Backgammon.lud", library=LIBRARY, backend=backend)
    assert isinstance(game, SingleGame)
    values = dict(zip(game.tensors.channels, game.tensors.state(game.start(seed=1)), strict=True))
    heights = values["Stack sizes (non-binary channel!)"]
    assert sorted(heights[heights > 0].tolist()) == [1, 1, 2, 2, 3, 3, 5, 5, 5, 5]  # 30 pieces and two dice
    assert values["Piece Type 3 (Disc1) at level 0 from stack bottom."].sum() == 4


@pytest.mark.parametrize("backend", ["python", "auto"])
def test_vertices_and_hands_with_stacks(backend: str) -> None:
    game = load(
        """(game "Points" (players 2) (equipment {(board (square 3) use:Vertex) (hand Each) (piece "Stone" Each)})
        (rules (start {(place "Stone1" "Hand1") (place Stack "Stone2" 3 count:4)})
        (play (move (from (handSite Mover)) (to (sites Empty)) stack:True))
        (end (if (no Moves Next) (result Mover Win)))))
        """,
        backend=backend,
    )
    assert isinstance(game, SingleGame) and game.flags.stacking
    board = game.equipment.board
    assert board.size(SiteType.Cell) < board.size(SiteType.Vertex)
    values = dict(zip(game.tensors.channels, game.tensors.state(game.start(seed=1)), strict=True))
    heights = values["Stack sizes (non-binary channel!)"]
    assert sorted(heights[heights > 0].tolist()) == [1, 4]
    x, y = game.tensors.x[3], game.tensors.y[3]
    assert heights[x, y] == 4
    for level in range(4):
        for end in ("bottom", "top"):
            there = values[f"Piece Type 2 (Stone2) at level {level} from stack {end}."]
            assert np.argwhere(there).tolist() == [[x, y]]


@pytest.mark.parametrize(("use", "planes"), [("Cell", {0: 8, 2: 1}), ("Vertex", {0: 9})])
def test_local_states_are_those_of_cells(use: str, planes: dict[int, int]) -> None:
    """One of nine pieces' sites has the state 2. As in Ludii the channels look at cells, also where pieces stand on the
    vertices of a board that has cells: these are all in state 0."""
    text = """(game "Turned" (players 2) (equipment {(board (square 3) use:USE) (piece "Disc" Each)})
        (rules (start (place "Disc1" 4 state:2)) (play (move Add (to (sites Empty))))
            (end (if (is Full) (result Mover Win)))))"""
    game = load(text.replace("USE", use), backend="python")
    assert isinstance(game, SingleGame)
    values = dict(zip(game.tensors.channels, game.tensors.state(game.start(seed=1)), strict=True))
    states = [int(plane.sum()) for name, plane in values.items() if name.startswith("Local state")]
    assert states == [planes.get(state, 0) for state in range(6)]
