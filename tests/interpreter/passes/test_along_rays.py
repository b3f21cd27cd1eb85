"""Where the moves along rays go: found in one operation, the same as by going from site to site."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.c.rendering.tables import ray_shape, table_data
from ludparse.interpreter.backends.python.values import sight
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Table
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.verifier import InvalidProgramError, verify
from ludparse.interpreter.program.walk import statements
from tests.interpreter.both_backends import same_moves

TEXT = """(game "Rays" (players 2)
  (equipment {{ (board {board}) (piece "Man" Each {moves}) }})
  (rules (start {{ (place "Man1" {{ {one} }}) (place "Man2" {{ {two} }}) }})
    (play {play}) (end (if (no Moves Next) (result Next Loss)))))"""
SLIDE = "(move Slide)"
CAPTURE = """(or (move Slide (between if:(is Empty (between)))
    (to if:(is Enemy (who at:(to))) (apply (remove (to))))) (move Slide Diagonal (to if:(is Empty (to)))))"""
SHORT = "(move Slide Orthogonal (between (range 1 2) if:(is Empty (between))))"
OVER = """(move Slide (between if:(or (is Empty (between)) (is Friend (who at:(between)))))
    (to if:(is Empty (to))))"""
HOP = """(move Hop (between (exact {n}) if:(not (is Enemy (who at:(between)))))
    (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to))))))"""
EACH = "(forEach Piece)"
GAMES = {
    "queens": ("(square 8)", 64, SLIDE),
    "queens on sets of two words": ("(square 10)", 100, SLIDE),
    "queens on sets of three words": ("(rectangle 9 15)", 135, CAPTURE),
    "captures": ("(square 7)", 49, CAPTURE),
    "short slides": ("(square 6)", 36, SHORT),
    "slides on a board of hexagons": ("(hex 5)", 61, CAPTURE),
    "slides on vertices": ("(square 5) use:Vertex", 25, CAPTURE),
    "slides past own pieces": ("(square 6)", 36, OVER),
    "hops over two": ("(square 6)", 36, HOP.format(n=2)),
    "hops over more and more": ("(rectangle 7 10)", 70, HOP.format(n="(% (count Moves) 5)")),
}


def text(name: str) -> str:
    board, sites, moves = GAMES[name]
    places = [str(s) for s in random.Random(name).sample(range(sites), 9)]
    return TEXT.format(board=board, moves=moves, play=EACH, one=" ".join(places[:5]), two=" ".join(places[5:]))


def goals(program: Program) -> list[ops.ForRow]:
    found = [s for fn in program.functions for s in statements(fn.body) if isinstance(s, ops.ForRow)]
    return [s for s in found if s.goes is not None]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.telling("captures", "queens on sets of two words", "hops over more and more")
def test_counts_and_choices_are_those_of_the_list_of_moves(name: str, c_compiler: None) -> None:
    made = load(text(name), backend="c", verify=True)
    assert goals(made.program), "of no loop of this game it is known where its moves go"
    chance, compared, state = random.Random(5), 0, made.start(seed=5)
    engine = CEngine(made.program, ("-DVARIANTS",))
    for _ in range(15):
        moves = state.legal_moves()
        if not moves:
            break
        assert engine.count(state.raw) == len(moves)
        for k in range(len(moves)):
            chosen = engine.choose(state.raw, k)
            assert chosen is not None
            assert chosen.raw(0) == moves[k].raw
            compared += 1
        state.apply(chance.choice(moves))
    assert compared > 60


@pytest.mark.parametrize("name", ["queens on sets of two words", "captures", "slides on a board of hexagons"])
def test_random_games_are_those_of_the_python_backend(name: str, c_compiler: None) -> None:
    lengths = []
    for backend in ("python", "c"):
        made = load(text(name), backend=backend)
        made.optimise()
        lengths.append(list(made.playouts(4, seed=3, max_moves=40).lengths))
    assert lengths[0] == lengths[1]


def test_where_a_slide_ends_is_known_before_its_loop() -> None:
    """The loop along a ray has no way out, and asks nothing: each iteration is a move."""
    (row,) = goals(load(text("queens"), backend="python").program)
    (along,) = (s for s in row.body if isinstance(s, ops.ForAlong))
    assert along.within is not None
    assert not any(isinstance(s, ops.If | ops.Break) for s in statements(along.body))
    assert sum(isinstance(s, ops.Emit) for s in statements(along.body)) == 1


CHECK = """(game "Check" (players 2)
  (equipment {{ (board (square 8)) (piece "King" Each (move Step (to if:(not (is Friend (who at:(to))))
      (apply (remove (to)))))) (piece "Rook" Each {rook}) }})
  (rules (start {{ (place "King1" 4) (place "Rook1" {{0 7}}) (place "King2" 60) (place "Rook2" {{56 63}}) }})
    (play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
    (end (if (no Moves Next) (result Next Loss)))))"""
ATTACK = """(move Slide {0} (between if:(is Empty (between)))
    (to if:(is Enemy (who at:(to))) (apply (remove (to)))))"""
QUIET = "(move Slide {0} (to if:(is Empty (to))))"
ROOKS = {
    "any move": f"(or {ATTACK.format('Orthogonal')} {QUIET.format('Orthogonal')})",
    # whether the second kind of move exists depends on the number of moves of the first kind
    "the best moves": f"(priority {{ {QUIET.format('Forward')} {ATTACK.format('All')} }})",
}


@pytest.mark.parametrize("name", ROOKS)
def test_questions_about_one_site_are_answered_alike(name: str, c_compiler: None) -> None:
    described = CHECK.format(rook=ROOKS[name])
    assert goals(load(described, backend="python").program)
    same_moves(described, plies=40, seed=2)


@pytest.mark.parametrize(
    "moves",
    [
        "(move Slide (between if:(= 0 (% (count Moves) 2))))",  # not about the site
        "(move Slide (between (range 2 4) if:(is Empty (between))) (to if:(is Empty (to))))",  # about the position
        "(move Slide (between if:(!= (between) (from))) (to if:(is Empty (to))))",  # about the origin
    ],
)
def test_what_is_no_question_about_a_site_is_asked_at_each(moves: str) -> None:
    made = load(TEXT.format(board="(square 6)", moves=moves, play=EACH, one="3 8", two="20 30"), backend="python")
    assert not goals(made.program)


def test_rays_that_go_round_are_followed_site_by_site() -> None:
    made = load(TEXT.format(board="(concentric {8 8 8})", moves=SLIDE, play=EACH, one="3", two="9"), backend="python")
    assert not goals(made.program)


WIDTH = 200
_ray = st.builds(lambda sites, falls: sorted(sites, reverse=falls), st.sets(st.integers(0, WIDTH - 1)), st.booleans())


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(st.lists(_ray, max_size=9), min_size=1, max_size=3), through=st.sets(st.integers(0, WIDTH - 1)))
def test_a_table_has_room_for_all_rays(rows: list[list[list[int]]], through: set[int]) -> None:
    table = Table("rays", "rays", [[x for ray in rays for x in (*ray, -1)] for rays in rows])
    assert table.parts == [[tuple(ray) for ray in rays] for rays in rows]
    lanes, up, down, words = ray_shape(table)
    data = table_data(table, WIDTH)
    assert len(data) == 2 + 2 * len(rows) * (up + down) * lanes * words
    packed = data.tobytes()[8:]
    values = [int.from_bytes(packed[i : i + 8], "little") for i in range(0, len(packed), 8)]
    assert sum(v.bit_count() for v in values) == sum(len(ray) for rays in rows for ray in rays)
    mask = sum(1 << s for s in through)
    for k, rays in enumerate(rows):
        seen = set[int]()
        for ray in rays:
            stop = next((i for i, s in enumerate(ray) if s not in through), len(ray))
            seen |= {*ray[: stop + 1]}
        assert sight(table.parts, k, mask) == sum(1 << s for s in seen)


@pytest.mark.parametrize(
    ("row", "message"),
    [([1, 2], "without an end"), ([1, 3, 2, -1], "neither rises nor falls"), ([1, 900, -1], "no SET can hold")],
)
def test_tables_of_rays_are_checked(row: list[int], message: str) -> None:
    program = load(text("queens"), backend="python").program
    program.tables["wrong"] = Table("wrong", "rays", [row])
    with pytest.raises(InvalidProgramError, match=message):
        verify(program)
