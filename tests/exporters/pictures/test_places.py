"""Where things lie on a picture, worked out by hand: marks, lines below a board, columns, hollows, snakes, trays."""

import math
import re
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from ludparse.exporters.pictures.adornments import _curve, _star_points
from ludparse.exporters.pictures.bends import bends_of, reach_of
from ludparse.exporters.pictures.board import draw_board
from ludparse.exporters.pictures.canvas import Picture, curve, number
from ludparse.exporters.pictures.drawing import layer_svg, mark_svg, place, text_svg
from ludparse.exporters.pictures.graphics import Entry
from ludparse.exporters.pictures.kit import Kit, make_kit
from ludparse.exporters.pictures.large import _domino
from ludparse.exporters.pictures.marks import draw_last, draw_legal
from ludparse.exporters.pictures.overlays import _backwards, _head, letter_size
from ludparse.exporters.pictures.snakes import _ladder
from ludparse.exporters.pictures.standing import draw_standing
from ludparse.exporters.pictures.theme import WOOD
from tests.exporters.pictures.test_symmetry import view

SVG = "{http://www.w3.org/2000/svg}"


def kit(**more: Any) -> Any:
    """Three sites of 40 pixels in a row, and one in a hand; of two players."""
    places = (20.0, 50.0), (60.0, 50.0), (100.0, 50.0), (20.0, 90.0)
    sites = {f"C{k}": [x, y, 40.0, 0] for k, (x, y) in enumerate(places)}
    disc = {"symbol": "disc", "fill": "#a", "ink": "#b", "size": 1.0}
    looks: list[Any] = [None, {"name": "A", "owner": 1, "layers": [disc]}]
    letter = {"text": "B", "ink": "#c", "size": 0.5}
    looks.append({"name": "B", "owner": 2, "layers": [letter], "turn": 90.0, "shows": "state"})
    looks.append({"name": "C", "owner": 2, "layers": [{"text": "C", "ink": "#c", "size": 0.5}], "shows": "value"})
    given: dict[str, Any] = {
        "name": "K", "width": 120.0, "height": 120.0, "unit": 40.0, "board": "", "symbols": {}, "sites": sites,
        "stacks": [{"offsets": [[0.0, 0.1], [0.0, -0.1], [0.0, -0.3]], "size": 0.8}], "looks": looks,
        "players": [{"name": "Ann", "colour": "#aaaaaa"}, {"name": "Bob", "colour": "#bbbbbb"}], "used": [],
        "hands": ["C3"], "edges": {}, "overlay": "", "overlays": {},
    }  # fmt: skip
    return Kit(**{**given, **more})


def circles(markup: str) -> list[tuple[float, ...]]:
    found = ElementTree.fromstring(f"<svg>{markup}</svg>").iter("circle")
    return [tuple(float(c.attrib[name]) for name in ("cx", "cy", "r")) for c in found]


# ------------------------------------------------------------------------------------------------ marks on a position


def test_the_last_move() -> None:
    """Circles of 0.47 of a site, and a line between sites that do not touch half-way; the sites of a hand are left out
    where there is another one. On a stack the top glows."""
    there = draw_last(kit(), ("C0", "C2"), WOOD)
    assert circles(there) == [(20, 50, 18.8), (100, 50, 18.8)]
    assert 'x1="20" y1="50" x2="100" y2="50"' in there and 'stroke-width="3.6"' in there
    assert there.index("<line") < there.index("<circle")
    assert circles(draw_last(kit(), ("C3", "C1"), WOOD)) == [(60, 50, 18.8)]
    assert circles(draw_last(kit(), ("C3",), WOOD)) == [(20, 90, 18.8)]
    assert draw_last(kit(), (), WOOD) == draw_last(kit(), ("V9",), WOOD) == ""
    assert circles(draw_last(kit(), ("V9", "C1"), WOOD)) == [(60, 50, 18.8)]
    near = kit(sites={"C0": [20.0, 50.0, 40.0, 0], "C1": [59.0, 50.0, 40.0, 0], "C3": [0.0, 0.0, 40.0, 0]})
    assert "<line" not in draw_last(near, ("C0", "C1"), WOOD), "nearer than the mean of their sizes"
    marks: list[dict[str, Any]] = [
        {"site": "C0", "level": 0, "x": 1, "y": 2}, {"site": "C0", "level": 2, "x": 21, "y": 30},
        {"site": "C1", "level": 3, "x": 5, "y": 5},
    ]  # fmt: skip
    assert circles(draw_last(kit(), ("C0",), WOOD, marks)) == [(21, 30, 18.8)]


def test_legal_moves() -> None:
    """A ring where one begins, once for each site; a dot where it ends on an empty site, a ring on a piece. A move of
    one site alone has no beginning."""
    found = draw_legal(kit(), [("C0", "C1"), ("C0", "C2"), ("C1",), ("V9",), ("V9", "C2")], {"C2"}, WOOD)
    assert circles(found) == [(20, 50, 18.4), (60, 50, 5.6), (100, 50, 18.4)]
    first, dot, ring = re.findall("<circle[^>]*>", found)
    assert 'stroke-width="1.8"' in first and 'stroke-dasharray="4.8 3.2"' in first
    assert 'stroke-width="1.2"' in dot and 'fill="none"' not in dot
    assert 'stroke-width="2.8"' in ring and "dasharray" not in ring


# ------------------------------------------------------------------------------------------------ pieces


def placed(*rows: Any, **more: Any) -> list[tuple[Any, ...]]:
    hidden = {name: more.pop(name) for name in ("hidden", "veiled") if name in more}
    keys = ("site", "level", "x", "y", "size", "text", "turn")
    return [tuple(mark.get(key) for key in keys if key in mark) for mark in place(kit(**more), rows, **hidden)]


def test_pieces_counts_and_numbers() -> None:
    assert placed(["C1", 1, [1, 1, 0, 0, 0]]) == [("C1", 0, 60, 50, 40)]
    assert placed(["C1", 2, [1, 1, 0, 0, 0]]) == [("C1", 0, 60, 50, 40), (72, 62, 12, "2")]
    assert placed(["C1", 1, [2, 2, 7, 3, 5]]) == [("C1", 0, 60, 50, 40, 270), (60, 50, 15.2, "7")]
    assert placed(["C1", 1, [3, 2, 7, 3, 5]]) == [("C1", 0, 60, 50, 40), (60, 50, 15.2, "5")]
    assert placed(["C1", 1, [9, 1, 0, 0, 0]]) == placed(["C1", 0]) == placed(["X1", 1, [1, 1, 0, 0, 0]]) == []
    assert placed(["C2", 1, [1, 1, 0, 0, 0]], ["C0", 1, [1, 1, 0, 0, 0]])[0][0] == "C0", "in the order of the kit"


def test_stacks() -> None:
    """Two pieces lie a little below and above the middle and are smaller; of four the upper three are drawn, and the
    height is told at the top one; of three that lie 0.2 apart, too."""
    one = [1, 1, 0, 0, 0]
    assert placed(["C1", 0, one, one]) == [("C1", 0, 60, 54, 32), ("C1", 1, 60, 46, 32)]
    assert placed(["C1", 0, one, one, one])[-1] == (72, 50 - 12 + 12, 12, "3")
    four = placed(["C1", 0, one, one, one, one])
    assert [mark[:4] for mark in four[:-1]] == [("C1", 1, 60, 54), ("C1", 2, 60, 46), ("C1", 3, 60, 38)]
    assert four[-1] == (72, 50, 12, "4")
    apart = {"stacks": [{"offsets": [[0.0, 0.0], [0.5, 0.0], [1.0, 0.0]], "size": 1.0}]}
    assert len(placed(["C1", 0, one, one, one], **apart)) == 3, "half a site apart is not close"
    counted = {"stacks": [{"offsets": [[0.0, 0.0]], "size": 1.0, "count": True}]}
    assert placed(["C1", 0, one, one], **counted) == [("C1", 1, 60, 50, 40), (72, 62, 12, "2")]


def test_piles_and_hidden_pieces() -> None:
    pile = {"pile": [[0.0, 0.0], [0.1, 0.2], [0.3, 0.3]]}
    assert placed(["C1", 2, [1, 1, 0, 0, 0]], **pile) == [
        ("C1", 0, 60, 50, 12), ("C1", 0, 64, 58, 12), (74.8, 64.8, 8.8, "2"),
    ]  # fmt: skip
    assert placed(["C1", 1, [1, 1, 0, 0, 0]], **pile) == [("C1", 0, 60, 50, 12)]
    rows = [["C1", 1, [-1, 1, 0, 0, 0]], ["C2", 1, [-1, 2, 0, 0, 0]], ["C0", 1, [-1, 0, 0, 0, 0]]]
    marks = {mark["site"]: mark for mark in place(kit(), rows)}
    assert [marks[f"C{k}"]["layers"][0]["fill"] for k in (0, 1, 2)] == ["#cdbb9c", "#aaaaaa", "#bbbbbb"]
    assert marks["C1"]["title"] == "C1: hidden" and len(marks) == 3
    piece, ring = place(kit(), [["C2", 1, [1, 2, 0, 0, 0]]], veiled=["C2"])
    assert (ring["x"], ring["size"], ring["layers"][0]["symbol"]) == (100, 40, "veil") and piece["title"] == "C2: A"


def test_markup() -> None:
    layer = {"symbol": "disc", "fill": "#a", "ink": "#b", "size": 0.5, "dx": 0.1, "dy": -0.2}
    assert layer_svg(layer, 40) == '<use href="#lp-disc" x="-6" y="-18" width="20" height="20" fill="#a" color="#b"/>'
    assert layer_svg({**layer, "turn": 90}, 40) == f'<g transform="rotate(90)">{layer_svg(layer, 40)}</g>'
    letter = {"text": "<", "ink": "#c", "size": 0.5}
    assert layer_svg(letter, 40) == '<text x="0" y="7" font-size="20" fill="#c">&lt;</text>'
    assert text_svg("a", 1, 2, 10, "#c") == '<text x="1" y="5.5" font-size="10" fill="#c">a</text>'
    assert 'stroke-width="2.8"' in text_svg("a", 1, 2, 10, "#c", halo=True)
    mark = {"x": 1.0, "y": 2.0, "size": 40, "layers": [], "turn": 90, "title": "<t>"}
    assert mark_svg(mark) == '<g class="piece" transform="translate(1 2) rotate(90)"><title>&lt;t&gt;</title></g>'
    path = mark_svg({"x": 0, "y": 0, "size": 100, "path": "M0 0", "fill": "#f", "title": "E"})
    assert path.count('d="M0 0"') == 2 and 'stroke-width="17"' in path and 'stroke="#f" stroke-width="12"' in path


# ------------------------------------------------------------------------------------------------ below the board


def state(ranking: list[float], over: bool, seats: tuple[int, ...], **shown: Any) -> Any:
    game = SimpleNamespace(players=len(seats), flags=SimpleNamespace(simultaneous=False))
    return SimpleNamespace(game=game, ranking=[0.0, *ranking], over=over, seats=seats, mover=2, snapshot=lambda: shown)


@pytest.mark.parametrize(("ranking", "told"), [
    ([1.0, 2.0], ["wins", "loses"]), ([1.5, 1.5], ["draws", "draws"]), ([2.0], ["loses"]), ([1.0], ["wins"]),
    ([2.0, 1.0, 3.0], ["place 2", "wins", "place 3"]), ([1.5, 1.5, 3.0], ["place 1.5", "place 1.5", "place 3"]),
])  # fmt: skip
def test_endings(ranking: list[float], told: list[str]) -> None:
    players = [{"name": f"N{k}", "colour": "#aaaaaa"} for k in range(len(ranking))]
    markup, _ = draw_standing(kit(players=players), state(ranking, True, tuple(range(len(ranking)))), WOOD)
    assert re.findall(r'text-anchor="end"[^>]*>([^<]*)<', markup) == told and 'class="turn"' not in markup


def test_players_below_the_board() -> None:
    """120 pixels wide the letters have the least size, 11: the lines are 16.5 apart, from 120 on, and the picture is
    higher by two and a quarter. Names and scores; after a change of sides who plays stands first."""
    markup, more = draw_standing(kit(), state([0.0, 0.0], False, (1, 0), score=[3, 4], amount=[5, 6]), WOOD)
    assert more == pytest.approx(2.25 * 16.5)
    assert re.findall(r">([^<>]+)<", markup) == [
        "Player 2 (Ann)", "score 3, amount 5", "Player 1 (Bob)", "score 4, amount 6",
    ]  # fmt: skip
    assert [y for _, y, _ in circles(markup.replace("&quot;", ""))] == [128.25, 144.75]
    assert [x for x, _, _ in circles(markup)] == [pytest.approx(1.2 * 11 + 0.7 * 11, abs=0.01)] * 2
    (turn,) = re.findall(r'<path class="turn"[^>]* d="M(\S+) (\S+?)v', markup)
    assert (float(turn[0]), float(turn[1])) == (pytest.approx(0.6 * 11), pytest.approx(144.75 - 4.4))
    assert re.findall(r'font-weight="700"', markup) == ['font-weight="700"']
    together = state([0.0, 0.0], False, (0, 1))
    together.game.flags.simultaneous = True
    assert 'class="turn"' not in draw_standing(kit(), together, WOOD)[0]
    wide, _ = draw_standing(kit(width=1200.0), state([0.0, 0.0], False, (0, 1)), WOOD)
    assert 'font-size="18"' in wide and "textLength" not in wide and ">Ann<" in wide
    middle, _ = draw_standing(kit(width=510.0), state([0.0, 0.0], False, (0, 1)), WOOD)
    assert 'font-size="15"' in middle


# ------------------------------------------------------------------------------------------------ lines and shapes


def test_a_sheet() -> None:
    """Two points 4 apart with one spacing and a margin of half: 5 x 1 spacings of 64 pixels; y goes downwards."""
    picture = Picture([(0, 0), (4, 0)], 1.0, 0.5, "<t>")
    assert (picture.width, picture.height, picture.unit) == (320, 64, 64)
    assert picture.place((0, 0)) == (32, 32) and picture.place((4, 0.25)) == (288, 16)
    assert picture.place((0, 0, 1)) == pytest.approx((32 + 0.2 * 64, 32 - 0.34 * 64))
    wide = Picture([(0, 0), (99, 0)], 1.0, 0.5, "")
    assert (wide.unit, wide.width) == (9, 900), "not below nine pixels"
    some = Picture([(0, 0), (19, 0)], 1.0, 0.5, "")
    assert (some.unit, some.width) == (32, 640)
    picture.text((1, 2), "<", 10)
    picture.use("pawn", (10, 20), 8, "#a", "#b", turn=90)
    assert '<text x="1" y="5.5" font-size="10">&lt;</text>' in picture.markup()
    assert 'x="6" y="16" width="8" height="8" fill="#a" transform="rotate(90 10 20)" color="#b"' in picture.markup()
    before = picture.markup()
    assert "M0" in picture.taken(lambda: picture.path("M0")) and picture.markup() == before
    assert [number(x) for x in (0.005, -0.004, 100.0, 0.1 + 0.2)] == ["0.01", "0", "100", "0.3"]


def test_curves() -> None:
    """The arc of a quarter circle of radius 1: its control points lie 0.5523 on the tangents."""
    found = re.findall(r"-?[\d.]+", curve((0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, -1.0)))
    assert [float(part) for part in found] == pytest.approx([0.55, 0, 1, 0.45, 1, 1], abs=0.006)
    straight = curve((0.0, 0.0), (3.0, 0.0), (1.0, 0.0), (-1.0, 0.0))
    assert straight == "C1 0 2 0 3 0"
    assert curve((0.0, 0.0), (3.0, 0.0), None, (1.0, 0.0)) == curve((0.0, 0.0), (3.0, 0.0), (1.0, 0.0), None) == "L3 0"


def test_lines_of_the_metadata() -> None:
    places = [(0.0, 0.0), (10.0, 0.0)]
    assert _curve(places, [0, 1], Entry("show")) == "M0 0L10 0"
    assert [_curve(places, pair, Entry("show")) for pair in ([0, 2], [-1, 1], [0])] == [""] * 3
    entry = next(iter(view_graphics("(show Line {{0 1}} curve:{0.1 0.2 0.3 0.4})")))
    assert _curve(places, [0, 1], entry) == "M0 0C1 -2 13 -4 10 0", "in lengths of the line; y goes upwards"


def view_graphics(text: str) -> tuple[Entry, ...]:
    from ludparse.exporters.pictures.board import graphics_and_regions

    return graphics_and_regions(view("(board (square 2))", text))[0].entries


def test_arrowheads_and_directions() -> None:
    assert _head((0.0, 0.0), (10.0, 0.0), 2.0) == "M4 1.2L6 0L4 -1.2"
    assert _head((0.0, 0.0), (0.0, -10.0), 2.0) == "M1.2 -4L0 -6L-1.2 -4"
    assert _backwards([[(0.0, 0.0), (4.0, 0.0)], [(1.0, 1.0)], []]) == (-1, 0)
    assert _backwards([[(0.0, 0.0), (3.0, 4.0)]]) == pytest.approx((-0.6, -0.8))
    assert _backwards([[(5.0, 5.0)]]) == (0, 1)
    assert [letter_size(side) for side in (0, 4, 13, 28)] == [0.2, 0.2, 0.5, 0.6]


def test_a_ladder() -> None:
    """Upright over 300 pixels with a unit of 100: sides 15 beside the middle, and nine rungs 30 apart."""
    drawn: list[str] = []
    painter: Any = SimpleNamespace(unit=100.0, picture=SimpleNamespace(path=lambda d, **_: drawn.append(d)))
    _ladder(painter, (0.0, 300.0), (0.0, 0.0))
    assert len(drawn) == 2 and drawn[0] == drawn[1]
    lines = re.findall(r"M(\S+) (\S+?)L(\S+) ([^M]+)", drawn[0])
    assert {tuple(map(float, line)) for line in lines[:2]} == {(15, 300, 15, 0), (-15, 300, -15, 0)}
    assert [float(line[1]) for line in lines[2:]] == [300 - 30 * k for k in range(1, 10)]
    assert all({float(line[0]), float(line[2])} == {-15, 15} and line[1] == line[3] for line in lines[2:])


@pytest.mark.parametrize(("size", "stars"), [
    (19, {(c, r) for c in (3, 9, 15) for r in (3, 9, 15)}), (13, {(3, 3), (3, 9), (9, 3), (9, 9), (6, 6)}),
    (9, {(2, 2), (2, 6), (6, 2), (6, 6), (4, 4)}), (12, {(3, 3), (3, 8), (8, 3), (8, 8)}),
    (7, {(2, 2), (2, 4), (4, 2), (4, 4)}),
    (5, {(2, 2)}), (6, set()),
])  # fmt: skip
def test_star_points_of_go(size: int, stars: set[tuple[int, int]]) -> None:
    """On the third line, from twelve lines on the fourth; the middle of an odd number from nine on; middles of sides
    only on the full board. Below seven the middle alone."""
    drawn: list[tuple[float, float]] = []
    picture = SimpleNamespace(
        open=lambda **_: None, close=lambda: None, place=lambda at: at[:2], circle=lambda at, radius: drawn.append(at)
    )
    vertices = [SimpleNamespace(x=float(x), y=float(y)) for x in range(size) for y in range(size)]
    painter: Any = SimpleNamespace(picture=picture, graph=SimpleNamespace(vertices=vertices), theme=WOOD, unit=1.0)
    _star_points(painter)
    assert len(drawn) == len(stars) and set(drawn) == stars


def test_dominoes() -> None:
    """Eight cells of 100 in two rows: the halves are two by two. Of 2 and 3 the pips lie around the middles of these,
    and a line runs across between them."""
    for turned in (False, True):
        cells = [(100.0 * x, 100.0 * y) for x in range(4) for y in range(2)]
        centres = [(y, x) for x, y in cells] if turned else cells
        markup = _domino(SimpleNamespace(value=2, value2=3), centres)  # type: ignore[arg-type]
        turn = (lambda x, y: (y, x)) if turned else (lambda x, y: (x, y))
        names = "x", "y", "width", "height"
        left, top, wide, high = (float(re.findall(rf'{name}="([-\d.]+)"', markup)[0]) for name in names)
        assert (left, top) == (-46, -46) and (wide, high) == turn(392, 192)
        line = [float(part) for part in re.findall(r"[-\d.]+", re.findall(r'd="M([^"]*)"', markup)[0])]
        (x1, y1), (x2, y2) = turn(*line[:2]), turn(*line[2:])
        assert x1 == x2 == 150 and {y1, y2} == {50 - 80, 50 + 80}
        pips = [turn(*map(float, at)) for at in re.findall(r'cx="([-\d.]+)" cy="([-\d.]+)"', markup)]
        first, second = [at for at in pips if at[0] < 150], [at for at in pips if at[0] > 150]
        assert len(first) == 2 and len(second) == 3
        for middle, half in (((50, 50), first), ((250, 50), second)):
            assert (sum(x for x, _ in half) / len(half), sum(y for _, y in half) / len(half)) == pytest.approx(middle)


def test_loops_of_surakarta() -> None:
    """With one loop the ends are one line in from a corner, so that it goes around that with a radius of one step."""
    board = view("(surakartaBoard (square 3) loops:1)")
    points = board.topology.skeleton.points[0]
    bends, corners = bends_of(board), board.topology.sets(board.topology.default_site).corners
    assert len(bends) == 2 * 4
    for (a, b), corner in bends.items():
        far = [math.dist(points[v][:2], points[corner][:2]) for v in (a, b)]
        assert far[0] == pytest.approx(far[1]) and corner in corners
        assert far[0] == min(math.dist(points[a][:2], points[c][:2]) for c in corners)
    assert len(reach_of(board, bends)) == 2 * len(bends)
    xs = [x for x, _, _ in reach_of(board, bends)]
    step = math.dist(points[0][:2], points[1][:2])
    assert min(xs) == pytest.approx(min(p[0] for p in points) - step)
    assert max(xs) == pytest.approx(max(p[0] for p in points) + step)
    assert bends_of(view("(board (square 3) use:Vertex)")) == {}


def test_columns_of_backgammon() -> None:
    """Triangles take turns in colour, also over the bar in the middle of thirteen, which has none; opposite ones
    differ."""
    theme = WOOD.triangles
    for points, bar in ((12, None), (13, 6)):
        board = view(f"(board (rectangle 2 {points}) use:Vertex)", "(board Style Backgammon)")
        drawn = draw_board(board).svg()
        found = re.findall(r'<(path|rect)[^>]*? fill="([^"]*)"[^>]*?class="vertex" id="V(\d+)"', drawn)
        kinds = {int(k): (tag, fill) for tag, fill, k in found}
        assert len(kinds) == 2 * points
        row = [kinds[k] for k in range(points)]
        assert [k for k, (tag, _) in enumerate(row) if tag == "rect"] == ([] if bar is None else [bar])
        tones = [fill for tag, fill in row if tag == "path"]
        assert set(tones) == set(theme) and all(a != b for a, b in pairwise(tones))
        assert all(kinds[k][1] != kinds[k + points][1] for k in range(points) if k != bar)


def test_a_window_of_a_table() -> None:
    """Of five by five cells those within are drawn, and the sheet is as large as the window and its margin."""
    board = view("(boardless Square 5)")
    cells = board.topology.elements(board.topology.default_site)
    middle = cells[12]
    step = cells[1].x - cells[0].x
    window = (middle.x - step, middle.y - step, middle.x + step, middle.y + step)
    made = make_kit(board, window=window)
    assert {name for name in made.sites if name[0] == "C"} == {f"C{k}" for k in (6, 7, 8, 11, 12, 13, 16, 17, 18)}
    whole = make_kit(board)
    assert made.width < whole.width or made.unit > whole.unit
    assert len(whole.sites) >= 25
