"""Pictures of boards."""

from math import hypot
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from ludparse.exporters.pictures import SHOWABLE, board_svg, draw_board
from ludparse.exporters.pictures.bends import arc_around
from ludparse.exporters.pictures.canvas import Picture, curve, number
from ludparse.exporters.pictures.shapes import edge_path, outline_paths, spacing
from ludparse.exporters.pictures.styles import BoardStyle, style_of
from ludparse.exporters.pictures.theme import WOOD
from ludparse.interpreter.board.graph import Graph
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.interpreter.play.board_view import BoardView
from ludparse.ludemes.enums import SiteType
from tests.interpreter.small import small_game

SVG = "{http://www.w3.org/2000/svg}"
TRACK = '(track "Way" { 0 1 2 3 } loop:True)'
BOARDS = {
    "(board (square 3))": (BoardStyle.CELLS, "cell", 9),
    "(board (hex 3))": (BoardStyle.CELLS, "cell", 19),
    "(board (tiling T3464 2))": (BoardStyle.CELLS, "cell", 61),
    "(board (concentric {1 6 12}) )": (BoardStyle.CELLS, "cell", 19),
    f"(board (square 3) {TRACK} use:Vertex)": (BoardStyle.POINTS, "vertex", 9),
    "(board (concentric Square rings:3) use:Vertex)": (BoardStyle.POINTS, "vertex", 24),
    "(board (square 3 pyramidal:True) use:Vertex)": (BoardStyle.PYRAMID, "vertex", 14),
    "(board (graph vertices:{ {0 0} {1 0} {5 5} }) use:Vertex)": (BoardStyle.POINTS, "vertex", 3),
    "(board (spiral turns:4 sites:40) use:Vertex)": (BoardStyle.POINTS, "vertex", 40),
    "(board (square 3) use:Edge)": (BoardStyle.EDGES, "edge", 12),
    "(mancalaBoard 2 6)": (BoardStyle.PITS, "vertex", 14),
    "(surakartaBoard (square 4))": (BoardStyle.POINTS, "vertex", 16),
    "(surakartaBoard (tri 5))": (BoardStyle.POINTS, "vertex", 15),
    "(boardless Hexagonal 5)": (BoardStyle.TABLE, "cell", 61),
}


def board(text: str) -> BoardView:
    return BoardView("A <small> game", build_equipment(small_game(board=text)))


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("show", [(), SHOWABLE])
def test_every_style(text: str, show: tuple[str, ...]) -> None:
    view = board(text)
    style, word, count = BOARDS[text]
    assert style_of(view) is style
    document = draw_board(view, show=show).svg()
    root = ElementTree.fromstring(document)
    assert root.findtext(f"{SVG}title") == "A <small> game"
    elements = [e for e in root.iter() if e.get("class") == word]
    assert [e.get("id") for e in sorted(elements, key=lambda e: int(e.attrib["id"][1:]))] == [
        f"{word[0].upper()}{i}" for i in range(count)
    ]
    assert "nan" not in document
    assert document == draw_board(board(text), show=show).svg()


@pytest.mark.parametrize("text", BOARDS)
def test_everything_lies_on_the_sheet(text: str) -> None:
    picture = draw_board(board(text))
    for circle in ElementTree.fromstring(picture.svg()).iter(f"{SVG}circle"):
        assert 0 <= float(circle.attrib["cx"]) <= picture.width
        assert 0 <= float(circle.attrib["cy"]) <= picture.height


def test_names_of_two_rows_stand_at_their_outer_sides() -> None:
    picture = draw_board(board("(mancalaBoard 2 3)"), show=("axes",))
    root = ElementTree.fromstring(picture.svg())
    found = {str(t.text): (float(t.attrib["x"]), float(t.attrib["y"])) for t in root.iter(f"{SVG}text")}
    assert sorted(found) == ["A2", "B1", "B3", "C1", "C3", "D1", "D3", "E2"]
    assert all(0 < x < picture.width and 0 < y < picture.height for x, y in found.values())
    pits = [float(c.attrib["cy"]) for c in root.iter(f"{SVG}circle")]
    assert all(found[name][1] > max(pits) for name in ("B1", "C1", "D1"))
    assert all(found[name][1] < min(pits) for name in ("B3", "C3", "D3"))
    assert found["A2"][0] < found["B1"][0] and found["E2"][0] > found["D1"][0]


@pytest.mark.parametrize("way", [(1, 0), (0, 1), (0.6, 0.8)])
@pytest.mark.parametrize("given", [1, -1])
def test_tangents_that_a_path_gives_forwards_make_no_loop(way: tuple[float, float], given: int) -> None:
    """A straight path whose edges have tangents. At the end of an edge the tangent points back, where a board gives it
    so (-1) and where it gives that of the path (1): then a cubic curve has its middle points at the thirds."""
    graph, (x, y) = Graph(), way
    a, b, c = (graph.add_vertex(30 * k * x, 30 * k * y) for k in range(3))
    edge = graph.add_edge(a, b, way, (given * x, given * y))
    graph.add_edge(b, c, way, way)
    picture: Any = SimpleNamespace(place=lambda at: (at[0], -at[1]))
    middle = " ".join(number(k * part) for k in (10, 20, 30) for part in (x, -y))
    assert edge_path(picture, edge) == f"M{number(0)} {number(-0.0)}C{middle}"


def test_letters_are_larger_where_sites_are_small() -> None:
    def size(text: str) -> float:
        picture = draw_board(board(text), show=("axes",))
        letter = next(ElementTree.fromstring(picture.svg()).iter(f"{SVG}text"))
        return float(letter.attrib["font-size"]) / min(picture.width, picture.height)

    assert size("(board (square 19) use:Vertex)") > 0.026
    assert size("(board (square 8))") == pytest.approx(0.035, abs=0.004)


def test_labels() -> None:
    view = board("(board (square 2))")
    texts = [t.text for t in ElementTree.fromstring(draw_board(view, show=("coordinates",)).svg()).iter(f"{SVG}text")]
    assert texts == ["A1", "B1", "A2", "B2"]
    texts = [t.text for t in ElementTree.fromstring(draw_board(view, show=("axes",)).svg()).iter(f"{SVG}text")]
    assert texts == ["A", "B", "1", "2"]
    marked = draw_board(view, show=("vertices", "indices")).svg()
    assert sum(t.text == "8" for t in ElementTree.fromstring(marked).iter(f"{SVG}text")) == 2  # with its halo


def test_tracks() -> None:
    view = board(f"(board (square 3) {TRACK} use:Vertex)")
    root = ElementTree.fromstring(draw_board(view, show=("tracks",)).svg())
    assert sum(group.get("class") == "track" for group in root.iter()) == 1


def test_loops_of_a_surakarta_board() -> None:
    document = draw_board(board("(surakartaBoard (square 4) loops:1)"), show=("tracks",)).svg()
    root = ElementTree.fromstring(document)
    paths = [path.attrib["d"] for path in root.iter(f"{SVG}path")]
    assert sum(path.count("A") for path in paths) == 4 * (2 + 1) + 2 * 4  # slab and its rim, lines; both tracks
    assert arc_around((5.0, 5.0), (6.0, 5.0), (5.0, 6.0)) == "A1 1 0 1 0 5 6"
    assert arc_around((5.0, 5.0), (5.0, 6.0), (6.0, 5.0)) == "A1 1 0 1 1 6 5"


def test_tracks_that_are_loops_close() -> None:
    loop, line = (
        draw_board(board(f'(board (square 3) (track "T" {{ 0 1 2 5 }} {kind}) )'), show=("tracks",)).svg()
        for kind in ("loop:True", "")
    )
    assert loop.count("L") == line.count("L") + 3  # a line and an arrowhead


def test_unknown_things_to_show() -> None:
    with pytest.raises(ValueError, match="not 'pieces'"):
        draw_board(board("(board (square 2))"), show=("pieces",))


def test_as_text() -> None:
    assert board_svg(board("(board (square 2))")).startswith("<svg ")


def test_numbers_are_short() -> None:
    assert [number(x) for x in (1.0, 0.125, -0.001, 640.5)] == ["1", "0.12", "0", "640.5"]


def test_a_quarter_of_a_circle() -> None:
    arc = curve((0.0, 0.0), (100.0, 100.0), (1.0, 0.0), (0.0, -1.0))
    assert arc == "C55.23 0 100 44.77 100 100"
    assert curve((0.0, 0.0), (2.0, 1.0), None, None) == "L2 1"


def test_a_sheet_without_anything() -> None:
    ElementTree.fromstring(Picture([], 1.0, 0.5, "").svg())


@pytest.mark.parametrize(
    ("edges", "other"),
    [
        ("edges:{ {0 1} {2 3} }", 1),  # the ends of its edge are the neighbours of a point, farther away than others
        ("edges:{ {0 2} {1 3} }", 2),
        ("", 2),  # nothing has a neighbour: the nearest point counts
    ],
)
def test_sites_are_as_far_apart_as_neighbours_are(edges: str, other: int) -> None:
    """Four points in two rows, which are nearer to each other than the points of a row."""
    topology = board(f"(board (graph vertices:{{ {{0 0}} {{3 0}} {{0 1}} {{3 1}} }} {edges}) use:Vertex)").topology
    (x, y), (u, v) = (topology.source.vertices[k].pt[:2] for k in (0, other))
    assert spacing(topology, SiteType.Vertex) == pytest.approx(hypot(u - x, v - y))


def test_outlines_are_closed_and_single_points_lie_alone() -> None:
    """Round two by two cells run eight edges; a graph without edges is made of points."""
    picture: Any = SimpleNamespace(place=lambda at: at[:2])
    (path,), lonely = outline_paths(picture, board("(board (square 2))").topology)
    assert (path[0], path.count("L"), path[-1], lonely) == ("M", 8, "Z", [])
    paths, lonely = outline_paths(picture, board("(board (graph vertices:{ {0 0} {1 0} }) use:Vertex)").topology)
    assert (paths, len(lonely)) == ([], 2)


def test_letters_stand_between_the_frame_and_the_edge_of_the_sheet() -> None:
    """The frame goes from the edge of the cells, half a cell from their middles, on; the middle of a letter lies 0.35
    of its size above where it is written."""
    picture = draw_board(board("(board (square 3))"), show=("axes", "coordinates"))
    found = {str(t.text): t.attrib for t in ElementTree.fromstring(picture.svg()).iter(f"{SVG}text")}
    middle = {name: float(at["y"]) - 0.35 * float(at["font-size"]) for name, at in found.items()}
    unit, half = float(found["B1"]["x"]) - float(found["A1"]["x"]), float(found["A"]["font-size"]) / 2
    assert middle["A"] - half > middle["A1"] + (0.5 + WOOD.rim_width) * unit
    assert middle["A"] + half < picture.height
    assert float(found["1"]["x"]) + half < float(found["A1"]["x"]) - (0.5 + WOOD.rim_width) * unit
