"""A board that is its own mirror image has a picture that is, too: whatever is drawn on one side has its like on the
other. Of the picture of a board that looks the same from both ends, each part has its like after half a turn."""

import re
from collections.abc import Iterator
from functools import partial
from xml.etree import ElementTree

import pytest

from ludparse import load_description
from ludparse.exporters.pictures.board import draw_board, draw_ground, draw_trays, graphics_and_regions
from ludparse.exporters.pictures.layout import trays_of
from ludparse.exporters.pictures.theme import WOOD
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.interpreter.play.board_view import BoardView
from ludparse.ludemes import Game, SiteType

SVG = "{http://www.w3.org/2000/svg}"
Part = tuple[str, list[tuple[float, float]], tuple[float, ...]]
"""Tag, points, and what stays the same in a mirror: radius, or width and height."""
SIDES = "(regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})"
UNLIKE = "use"  # signs are drawn upright, and are no mirror images of each other
FAR = 0.06  # pixels: numbers are written with two digits


def view(items: str, graphics: str = "", players: int = 2) -> BoardView:
    text = f"""(game "Any" (players {players}) (equipment {{{items} (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))
        (metadata (graphics {{{graphics}}}))"""
    description = load_description(text)
    assert isinstance(description.game, Game)
    return BoardView(description.name, build_equipment(description.game), description)


def parts_of(markup: str, leave: tuple[str, ...]) -> Iterator[Part]:
    root = ElementTree.fromstring(markup)
    for defined in [*root.iter(f"{SVG}defs")]:
        defined.clear()
    for element in root.iter():
        tag, at = element.tag.partition("}")[2], element.attrib
        if tag in leave:
            continue
        number = lambda name, at=at: float(at[name])  # noqa: E731
        if tag == "circle":
            yield tag, [(number("cx"), number("cy"))], (number("r"),)
        elif tag in ("rect", "use") and "x" in at:
            wide, high = number("width"), number("height")
            yield tag, [(number("x") + wide / 2, number("y") + high / 2)], (wide, high)
        elif tag == "text":
            yield tag, [(number("x"), number("y"))], (number("font-size"),)
        elif tag == "path":
            drawn = re.sub(r"A\S+ \S+ \S+ \S+ \S+ ", "L", at["d"])  # of an arc only its end
            assert not re.search(r"[^MLCZ\d .-]", drawn), drawn
            found = re.findall(r"(-?[\d.]+) (-?[\d.]+)", drawn)
            yield tag, sorted({(float(x), float(y)) for x, y in found}), (float(at.get("stroke-width", 0)),)


def like(points: list[tuple[float, float]]) -> tuple[float, ...]:
    """What points have in common with the same points in another order."""
    xs, ys = zip(*points, strict=True)
    about = [part for v in (xs, ys) for part in (min(v), max(v), sum(v) / len(v))]
    x, y = about[2], about[5]
    return (*about, sum(abs((u - x) * (v - y)) for u, v in points) ** 0.5 / len(points))


def unmatched(markup: str, *, turned: bool, leave: tuple[str, ...] = ()) -> list[Part]:
    """The parts without their like at the other side of the middle of the sheet."""
    root = ElementTree.fromstring(markup)
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    found = list(parts_of(markup, leave))
    assert found
    left = [(tag, len(points), like(points), sizes) for tag, points, sizes in found]
    alone = []
    for tag, points, sizes in found:
        other = like([(width - x, height - y if turned else y) for x, y in points])
        for k, (its_tag, count, its, its_sizes) in enumerate(left):
            if (its_tag, count) == (tag, len(points)) and all(
                abs(a - b) < FAR for a, b in zip((*its, *its_sizes), (*other, *sizes), strict=True)
            ):
                del left[k]
                break
        else:
            alone.append((tag, points, sizes))
    return alone


@pytest.mark.parametrize(("items", "graphics", "turned"), [
    ("(board (square 4))", "", True),
    ("(board (square 4) use:Vertex)", "", True),
    ("(board (square 3) use:Edge)", "", True),
    ("(board (hex 3))", "", True),
    ("(board (tri 4))", "", False),
    ("(board (tiling T3464 2))", "", True),
    ("(board (concentric {1 6 12}))", "", True),
    ("(boardless Square 5)", "", True),
    ("(surakartaBoard (square 4))", "", True),
    ("(mancalaBoard 2 5)", "", True),
    ("(mancalaBoard 3 4)", "", True),
    ("(board (square 3 pyramidal:True) use:Vertex)", "", False),
    ("(board (rectangle 2 12) use:Vertex)", "(board Style Backgammon)", True),
    ("(board (rectangle 2 13) use:Vertex)", "(board Style Backgammon)", False),
    ("(board (rectangle 1 5))", "(board Style Connect4)", False),
    ("(board (square 9))", "(board Style Sudoku)", True),
    ("(board (square 9))", "(board Style Shogi)", True),
    ("(board (square 7))", "(board Style Tafl)", True),
    ("(board (square 7))", '(board Style Tafl) (show Symbol "disc" (sites Centre))', True),
    ("(board (rectangle 10 9) use:Vertex)", "(board Style Xiangqi)", True),
    ("(board (rectangle 10 9) use:Vertex)", "(board Style Janggi)", True),
    *((f"(board (square {size}) use:Vertex)", "(board Style Go)", True) for size in (5, 6, 7, 12)),
    *(("(board (square 3) use:Vertex)", f"(board Style {style})", True) for style in ("Graph", "Futoshiki", "Go")),
    ("(board (square 3) use:Vertex)", "(show Edges Hidden)", True),
    ("(board (square 3 diagonals:Alternating) use:Vertex)", "(show Edges Diagonal Hidden)", True),
    ("(board (graph vertices:{ {0 0} {1 0} {2 0} }) use:Vertex)", "", True),
    ("(board (square 4))", "(show Line {{0 6} {4 8} {24 18} {20 16}})", True),
    ("(board (square 4))", "(region Colour (sites Corners) (colour Red))", True),
    ("(board (square 4))", "(region Colour (sites {0 4 20 24}) regionSiteType:Vertex (colour Red))", True),
    ("(board (square 4))", '(show Symbol "3discs" (sites Corners))', False),
    ("(board (square 4))", '(show Symbol "disc" (sites Corners) scale:0.5)', True),
    ("(board (square 3) use:Vertex) (regions P1 (sites Side N)) (regions P2 (sites Side S))", "", True),
    (f"(board (hex Diamond 5)) {SIDES}", "", True),
    ("(board (hex 3)) (regions P1 (sites Side N)) (regions P2 (sites Side S))", "(board Style ConnectiveGoal)", True),
])  # fmt: skip
def test_boards(items: str, graphics: str, turned: bool) -> None:
    markup = draw_board(view(items, graphics)).svg()
    leave = (UNLIKE,) if "Xiangqi" in graphics or "Janggi" in graphics else ()
    assert not unmatched(markup, turned=False, leave=leave)
    if turned:
        assert not unmatched(markup, turned=True, leave=leave)


@pytest.mark.parametrize(("kind", "board"), [("Cell", "(square 4)"), ("Vertex", "(square 3)"), ("Cell", "(hex 3)")])
def test_hints(kind: str, board: str) -> None:
    """Cages around two sites at the left and two at the right, whose numbers stand in their own corners, and single
    numbers."""
    pairs = {"(square 4)": "{0 1} {3 2}", "(square 3)": "{0 4} {3 7}", "(hex 3)": "{0 1} {2 1}"}[board]
    hints = "".join(f"(hint {pair} 3) " for pair in re.findall(r"\{[^}]*\}", pairs))
    markup = draw_board(view(f"(board {board}) (hints {{ {hints} }} {kind})")).svg()
    assert markup.count("stroke-dasharray") == 2
    assert not unmatched(markup, turned=False, leave=("text",))


def test_signs_between_numbers() -> None:
    """Of Futoshiki: an angle between the first two sites of a row, and one between the last two, which points to the
    other side; the same between sites one above the other."""
    hints = "(hint {0 1} 0) (hint {2 1} 0) (hint {0 3} 0) (hint {2 5} 0)"
    markup = draw_board(view(f"(board (square 3)) (hints {{ {hints} }} Cell)", "(board Style Futoshiki)")).svg()
    assert not unmatched(markup, turned=False)


def test_edges_and_vertices_that_are_not_drawn() -> None:
    board = view("(board (square 3))")
    markup = draw_ground(board, *graphics_and_regions(board), types=tuple(SiteType)).picture.svg()
    assert 'class="invisible"' in markup
    for turned in (False, True):
        assert not unmatched(markup, turned=turned)


@pytest.mark.parametrize("show", [("cells",), ("vertices",), ("edges",), ("connections",), ("regions",)])
@pytest.mark.parametrize("board", ["(board (square 4))", "(board (hex 3))", "(board (square 3) use:Vertex)"])
def test_what_is_shown_on_request(board: str, show: tuple[str, ...]) -> None:
    regions = "(regions P1 (sites Bottom)) (regions P2 (sites Top)) (regions \"All\" (sites Board))"
    markup = draw_board(view(f"{board} {regions}"), show=show).svg()
    assert markup != draw_board(view(f"{board} {regions}")).svg()
    for turned in (False, True):
        assert not unmatched(markup, turned=turned)


@pytest.mark.parametrize("around", ["stacked", "beside"])
@pytest.mark.parametrize(("board", "size"), [
    ("(square 4)", 1), ("(square 4)", 10), ("(square 4)", 15), ("(rectangle 3 7)", 3),
])  # fmt: skip
def test_hands_of_two_players_lie_opposite(board: str, size: int, around: str) -> None:
    """After half a turn the first player's hand lies where the second's was; ten slots fill two rows of the square."""
    whole = view(f"(board {board}) (hand Each size:{size})")
    trays = partial(trays_of, whole, around=around)
    ground = draw_ground(whole, *graphics_and_regions(whole), trays=trays)
    draw_trays(ground.picture, ground.trays, WOOD)
    markup = ground.picture.svg()
    assert markup.count('class="slot"') == 2 * size
    assert not unmatched(markup, turned=True)


def test_the_hand_of_a_third_player_lies_beyond_the_first_ones() -> None:
    """Of four players the odd ones' hands lie below the board, one below the other, and the others' above. What is
    nobody's lies below all."""
    whole = view("(board (square 4)) (hand Each size:2) (hand Shared)", players=4)
    boxes = {tray.container.owner: tray.box for tray in trays_of(whole, (0.0, 0.0, 4.0, 4.0), 1.0, around="stacked")}
    (first, second, third, fourth), shared = (boxes[k] for k in range(1, 5)), boxes[max(boxes)]
    assert first[3] < 0 and third[3] < first[1] and shared[3] < third[1]
    assert second[1] > 4 and fourth[1] > second[3]
    usual = {tray.container.owner: tray.box for tray in trays_of(whole, (0.0, 0.0, 4.0, 4.0), 1.0)}
    assert [usual[k] for k in range(1, 5)] == [first, second, third, fourth] and usual[max(usual)][0] > 4


def test_sides_have_the_colours_of_their_players() -> None:
    """The first player's sides are the upper right and the lower left, each of them its own line; a region that is no
    side of the board, or nobody's, is none. Without a style two players have to have sides."""
    regions = f"{SIDES} (regions P1 (sites Centre)) (regions Neutral (sites Side N))"
    colours = "(player Colour P1 (colour 1 1 1)) (player Colour P2 (colour 2 2 2))"
    for style in ("", "(board Style ConnectiveGoal)"):
        markup = draw_board(view(f"(board (hex Diamond 5)) {regions}", f"{colours} {style}")).svg()
        found = re.findall(r'<path d="([^"]*)" class="side" fill="none" stroke="([^"]*)"', markup)
        assert [colour for _, colour in found] == ["#010101", "#020202"]
        width = float(ElementTree.fromstring(markup).attrib["width"])
        height = float(ElementTree.fromstring(markup).attrib["height"])
        for path, colour in found:
            for x, y in re.findall(r"M(\S+) (\S+)L", path):
                upper_right = (float(x) > width / 2) == (float(y) < height / 2)
                near_the_tips = abs(float(x) / width - 0.5) < 0.1 or abs(float(y) / height - 0.5) < 0.1
                assert near_the_tips or upper_right is (colour == "#010101")
    single = "(regions P1 {(sites Side NE) (sites Side SW)})"
    assert 'class="side"' not in draw_board(view(f"(board (hex Diamond 5)) {single}")).svg()
    assert 'class="side"' in draw_board(view(f"(board (hex Diamond 5)) {single}", "(board Style ConnectiveGoal)")).svg()
    assert 'class="side"' not in draw_board(view(f"(board (hex Diamond 5)) {SIDES}", "(board Style Chess)")).svg()


def test_regions_have_tints_of_their_players_colours() -> None:
    """Half of the way from the player's colour to a light brown (#d8c9a8), whatever colour is named: of 0, 0 and 0 that
    is 108, 100 and 84. Of nobody it is the colour named; a colour that cannot be seen is none."""
    entries = "(region Colour {} (sites Bottom) (colour {}))"
    colours = "(player Colour P2 (colour 0 0 0))"
    rows = ("", "Red", "#d8322e"), ("P2", "Red", "#6c6454"), ("P3", "Red", "#d8322e"), ("", "Hidden", None)
    for who, colour, fill in rows:
        markup = draw_board(view("(board (square 4))", colours + entries.format(who, colour))).svg()
        assert re.findall(r'class="region" fill="([^"]*)"', markup) == [fill] * (fill is not None), who
