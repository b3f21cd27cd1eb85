"""Boards look like their games: what is on them follows from metadata and equipment, never from the name."""

import re
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import pytest

from ludparse import load_description
from ludparse.exporters.pictures.board import graphics_and_regions
from ludparse.exporters.pictures.kit import Kit, make_kit
from ludparse.exporters.pictures.layout import trays_of
from ludparse.exporters.pictures.styles import BoardStyle, named_style, style_of
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.interpreter.play.board_view import BoardView
from ludparse.ludemes import Game, SiteType

SVG = "{http://www.w3.org/2000/svg}"


def view(items: str, graphics: str = "", players: int = 2) -> BoardView:
    text = f"""(game "Any name" (players {players}) (equipment {{{items}}})
        (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))
        (metadata (graphics {{{graphics}}}))"""
    description = load_description(text)
    assert isinstance(description.game, Game)
    return BoardView(description.name, build_equipment(description.game), description)


def kit(items: str, graphics: str = "") -> Kit:
    return make_kit(view(items, graphics))


def test_layouts_have_hands_and_dice_beside_and_below_the_board() -> None:
    made = make_kit(view('(board (square 4)) (hand Each size:2) (dice num:2) (piece "Dog" Each)'), layouts=True)
    assert made.layouts is not None and set(made.hands) == {f"C{k}" for k in range(16, 22)}
    assert not set(made.hands) & set(made.sites)
    beside, stacked = (layout["sites"] for layout in made.layouts)
    xs, ys = zip(*(at[:2] for at in made.sites.values()), strict=True)
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    assert all(beside[name][0] > right for name in ("C16", "C17", "C20", "C21"))
    assert all(beside[name][0] < left for name in ("C18", "C19"))
    assert all(stacked[name][1] > bottom for name in ("C16", "C17", "C20", "C21"))
    assert all(stacked[name][1] < top for name in ("C18", "C19"))
    for layout in made.layouts:
        x, y, width, height = layout["box"]
        assert all(x < at[0] < x + width and y < at[1] < y + height for at in layout["sites"].values())
        assert {f'id="{name}"' in layout["trays"] for name in made.hands} == {True}


def test_a_figure_is_not_replaced_by_shapes() -> None:
    graphics = '(piece Rename piece:"Dog" "disc") (piece Background P1 image:"triangle" fillColour:(colour Red))'
    made = kit('(board (square 3)) (piece "Dog" Each)', graphics)
    symbols = [[layer["symbol"] for layer in look["layers"]] for look in made.looks if look]
    assert symbols == [["token", "dog"], ["disc"]]


def cells(made: Kit) -> dict[str, str]:
    root = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{made.board}</svg>')
    return {str(e.get("id")): str(e.get("fill")) for e in root.iter() if e.get("class") == "cell"}


@pytest.mark.parametrize("items", ['(piece "Knight" Each)', '(piece "Counter" Each)'])
def test_chess_and_draughts_have_a_dark_corner(items: str) -> None:
    found = cells(kit(f"(board (square 8)) {items}"))
    assert found["C0"] == found["C9"] == found["C63"] != found["C1"] == found["C8"] == found["C7"]


def test_other_boards_are_plain() -> None:
    assert len(set(cells(kit('(board (square 8)) (piece "Disc" Each)')).values())) == 1
    assert len(set(cells(kit('(board (hex 4)) (piece "Disc" Each)', "(board Checkered)")).values())) == 3


def test_colours_of_the_metadata() -> None:
    found = cells(kit('(board (square 3)) (piece "Disc" Each)', "(board Colour Phase0 (colour 1 2 3))"))
    assert set(found.values()) == {"#010203"}
    both = "(board Colour Phase0 (colour Red)) (board Colour Phase1 (colour \"#00ff00\")) (board Checkered)"
    assert Counter(cells(kit('(board (square 3)) (piece "Disc" Each)', both)).values()) == {"#d8322e": 5, "#00ff00": 4}


@pytest.mark.parametrize(
    ("items", "graphics", "named", "style"),
    [
        ('(board (square 19) use:Vertex) (piece "Ball" Each)', "", "Go", BoardStyle.POINTS),
        ('(board (square 19) use:Vertex) (piece "Disc" Each)', "", None, BoardStyle.POINTS),
        ('(board (square 9)) (piece "Fuhyo" Each)', "", "Shogi", BoardStyle.CELLS),
        ('(board (rectangle 10 9) use:Vertex) (piece "Jiang" Each)', "", "Xiangqi", BoardStyle.POINTS),
        ('(board (rectangle 2 13) use:Vertex) (piece "Disc" Each)', "(board Style backgammon)", "Backgammon",
         BoardStyle.COLUMNS),
        ('(board (rectangle 3 13) use:Vertex) (piece "Disc" Each)', "(board Style Backgammon)", "Backgammon",
         BoardStyle.POINTS),
        ('(board (rectangle 1 7)) (piece "Disc" Each)', "(board Style Connect4)", "Connect4", BoardStyle.DROPS),
        ('(board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each)', "", None, BoardStyle.PYRAMID),
        ('(mancalaBoard 2 6) (piece "Seed" Shared)', "", None, BoardStyle.PITS),
    ],
)  # fmt: skip
def test_styles(items: str, graphics: str, named: str | None, style: BoardStyle) -> None:
    board = view(items, graphics)
    found = named_style(board, graphics_and_regions(board)[0])
    assert (found, style_of(board, found)) == (named, style)


def test_each_player_has_the_drawing_of_their_own() -> None:
    """The generals of shogi bear different signs: the jewel is the first player's, the king the second's."""
    made = kit('(board (square 9)) (piece "Osho" Each)')
    assert [look["layers"][1]["symbol"] for look in made.looks if look] == ["u7389", "u738b"]


@pytest.mark.parametrize(("board", "river"), [("(rectangle 10 9)", True), ("(rectangle 9 9)", False)])
def test_a_river_runs_between_the_two_middle_rows_of_xiangqi(board: str, river: bool) -> None:
    """An odd number of rows has no middle between two of them. On it four signs are written."""
    made = kit(f'(board {board} use:Vertex) (piece "Jiang" Each)')
    found = re.search(r'<rect (.*?) class="river"', made.board)
    assert (found is not None) == river == ({"u695a", "u6cb3", "u6f22", "u754c"} <= set(made.used))
    assert 'class="palace"' in made.board
    if found is not None:
        left, top, width, height = (float(part) for part in re.findall(r'="([-.\d]+)"', found[1])[:4])
        (x0, y0), (x1, y1) = made.sites["V45"][:2], made.sites["V44"][:2]  # the first point of row 6, the last of row 5
        assert x0 < left < left + width < x1 and y0 < top < top + height < y1
        assert width > 0.9 * (x1 - x0) and height > 0.9 * (y1 - y0)


def test_star_points() -> None:
    for size, stars in ((19, 9), (13, 5), (9, 5)):
        made = kit(f'(board (square {size}) use:Vertex) (piece "Ball" Each)')
        group = re.search(r'<g class="stars".*?</g>', made.board, re.DOTALL)
        assert group and group[0].count("<circle") == stars


def test_five_pieces_fit_on_a_point_of_backgammon() -> None:
    made = kit('(board (rectangle 2 13) use:Vertex) (piece "Disc" Each)', "(board Style Backgammon)")
    (x0, low, size, rule), (x1, high, _, other) = made.sites["V0"], made.sites["V13"]
    assert x0 == x1 and low > high
    up, down = made.stacks[int(rule)]["offsets"], made.stacks[int(other)]["offsets"]
    assert len(up) == len(down) == 5 and up[1][1] == -down[1][1] == -1
    assert low + up[4][1] * size > high + down[4][1] * size, "the columns of both sides overlap"


def test_snakes_and_ladders() -> None:
    track = '(track "Way" "0,E,N1,W,N1,E,N1,W" directed:True)'
    jumps = '(map {(pair 1 6) (pair 3 12) (pair 14 2) (pair 9 5)})'
    made = kit(f'(board (square 4) {track}) (piece "Pawn" Each) (dice num:1) {jumps}')
    assert made.board.count('class="snake"') == 2
    assert made.board.count('class="ladder"') == 4  # each is drawn with a light rim
    plain = kit(f'(board (square 4) {track}) (piece "Pawn" Each) {jumps}')
    assert "snake" not in plain.board, "a map without dice is no snake"


def test_sides_of_players() -> None:
    regions = "(regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})"
    made = kit(f'(board (hex Diamond 5)) (piece "Marker" Each) {regions}', "(board Style ConnectiveGoal)")
    assert made.board.count('class="side"') == 2


def test_sides_of_three_players_lie_at_the_rim() -> None:
    """The line of the northern side is made of the two upper edges of its three cells, above the middles of these."""
    regions = "(regions P1 (sites Side N)) (regions P2 (sites Side SE)) (regions P3 (sites Side SW))"
    graphics = "(board Style ConnectiveGoal)"
    made = make_kit(view(f'(board (hex 3)) (piece "Marker" Each) {regions}', graphics, players=3))
    sides = re.findall(r'<path d="([^"]*)" class="side"', made.board)
    assert len(sides) == 3
    heights = [float(y) for y in re.findall(r" ([\d.]+)", sides[0])]
    assert sides[0].count("M") == 2 * 3
    assert max(heights) < min(place[1] for site, place in made.sites.items() if site[0] == "C")


def test_seeds_of_nobody_are_brown() -> None:
    """Those of a player have the player's colour, those of all players the colour of what is shared."""
    fills = {who: made.looks[1]["layers"][0]["fill"] for who in ("Neutral", "Shared", "Each")
             for made in [kit(f'(mancalaBoard 2 6) (piece "Seed" {who})')] if made.looks[1]}  # fmt: skip
    assert fills["Neutral"] == "#8a5a33" and len(set(fills.values())) == 3
    (ball,) = {made.looks[1]["layers"][0]["fill"] for made in [kit('(mancalaBoard 2 6) (piece "Ball" Neutral)')]}
    assert ball != fills["Neutral"]


def test_pieces_drop_into_columns_of_six() -> None:
    made = kit('(board (rectangle 1 7)) (piece "Disc" Each)', "(board Style Connect4)")
    holes = [(float(x), float(y)) for x, y in re.findall(r'<circle cx="([^"]*)" cy="([^"]*)"', made.board)]
    for k in range(7):
        x, y, _, _ = made.sites[f"C{k}"]
        column = [at for place, at in holes if place == x]
        assert len(column) == 6 and max(column) == y, "a site is the lowest hole of its column"


def test_numbers_of_hints_stand_in_circles_on_corners_of_cells_alone() -> None:
    hint = "(hints {{ (hint {{ 4 }} 3) }} {kind})"
    empty = make_kit(view("(board (square 3)) (piece \"Disc\" Each)")).board.count("<circle")
    for kind, circles in (("Vertex", 1), ("Cell", 0)):
        board = kit(f'(board (square 3)) (piece "Disc" Each) {hint.format(kind=kind)}').board
        assert board.count("<circle") - empty == circles and ">3</text>" in board


def test_sites_that_a_style_does_not_draw_are_there_for_programs() -> None:
    """Two by two cells have nine vertices and twelve edges: a program finds all of them by name, if pieces may stand
    there."""
    board = view('(board (square 2)) (piece "Disc" Each)')
    elements = {f"{letter}{k}" for letter, count in (("C", 4), ("V", 9), ("E", 12)) for k in range(count)}
    assert elements <= set(re.findall(r'id="(\w+)"', make_kit(board).board))
    assert 'id="E0"' not in make_kit(board, types=[SiteType.Cell]).board


def test_nothing_beside_a_board_overlaps() -> None:
    """What belongs to nobody, such as dice, lies to the right of all."""
    for items in ("(hand Each) (dice num:1)", "(hand Each size:3) (dice num:2)", "(hand Each) (hand Shared)"):
        found = view(f'(board (square 3)) (piece "Disc" Each) {items}')
        trays = trays_of(found, (0.0, 0.0, 3.0, 3.0), 1.0)
        edge = max(tray.box[2] for tray in trays if 1 <= tray.container.owner <= 2)
        assert all(tray.box[0] >= edge for tray in trays if not 1 <= tray.container.owner <= 2)
        boxes = [(0.0, 0.0, 3.0, 3.0), *(tray.box for tray in trays)]
        for a, b in combinations(boxes, 2):
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (items, a, b)


def test_symbols_lines_and_regions() -> None:
    graphics = """(show Symbol "cross" (sites Corners)) (show Symbol text:"Go" Cell 4) (show Line {{0 4} {4 8}} Cell)
        (region Colour (sites Bottom) (colour Red)) (show Symbol "3flags" Cell 3)"""
    made = kit('(board (square 3)) (piece "Disc" Each)', graphics)
    assert made.board.count("#lp-cross") == 4 and made.board.count("#lp-flagpole") == 3 and ">Go<" in made.board
    assert made.board.count('fill="#d8322e"') == 1  # the group of the region's cells
    assert set(made.used) == {"cross", "flagpole"} and set(made.used) <= set(made.symbols)


def test_an_entry_may_name_several_regions() -> None:
    """Of three by three cells the rows at both sides have six; a name with a player stands for that player's sites."""
    made = kit('(board (square 3)) (piece "Disc" Each)', '(show Symbol "cross" (sites Bottom) (sites Top))')
    assert made.board.count("#lp-cross") == 6
    homes = '(regions "Home" P1 (sites Bottom)) (regions "Home" P2 (sites {4})) (regions "Far" P2 (sites {8}))'
    for entry, count in (('"Home"', 4), ('P1 "Home"', 3), ('"Home" P2', 1)):
        made = kit(f'(board (square 3)) (piece "Disc" Each) {homes}', f'(show Symbol "cross" {entry})')
        assert made.board.count("#lp-cross") == count, entry
    made = kit(f'(board (square 3)) (piece "Disc" Each) {homes}', '(region Colour "Home" "Far" (colour Red))')
    (cells,) = re.findall(r'<g[^>]*fill="#d8322e"[^>]*>(.*?)</g>', made.board, re.DOTALL)
    assert cells.count("<path") == 5


def test_hands_lie_around_the_board() -> None:
    made = kit('(board (square 3)) (piece "Disc" Each) (hand Each size:4) (dice num:2)')
    heights = [made.sites[f"C{k}"][1] for k in range(17)]
    assert min(heights[9:13]) > max(heights[:9]) and max(heights[13:17]) < min(heights[:9])
    assert made.sites["C17"][0] > max(made.sites[f"C{k}"][0] for k in range(9))
    across = [made.sites[f"C{k}"][0] for k in range(17)]
    middles = [(min(some) + max(some)) / 2 for some in (across[:9], across[9:13], across[13:17])]
    assert middles[1:] == pytest.approx([middles[0]] * 2, abs=0.1), "both hands lie before the middle of the board"
    assert all(0 < x < made.width and 0 < y < made.height for x, y, _, _ in made.sites.values())


def test_large_pieces_cover_their_cells() -> None:
    made = kit('(board (square 5)) (tile "L" P1 {{F F R F}}) (hand P1)')
    look = made.looks[1]
    assert look and len(look["cases"]) == 4 and look["hand"]
    symbols = {layers[0]["symbol"] for layers in look["cases"].values()}
    assert len(symbols) == 4 and symbols <= set(made.symbols)
    assert made.symbols["large1-0"].count("Z") == 12  # four cells, three times


def test_dominoes_have_pips() -> None:
    made = make_kit(view("(boardless Square 9) (dominoes upTo:2) (hand Each size:3)"))
    names = {look["name"]: look["layers"][0]["symbol"] for look in made.looks if look}
    assert {name: made.symbols[symbol].count("<circle") for name, symbol in names.items()} == {
        "Domino00": 0, "Domino01": 1, "Domino02": 2, "Domino11": 2, "Domino12": 3, "Domino22": 4,
    }  # fmt: skip


def test_faces_of_dice() -> None:
    made = kit('(board (square 3)) (piece "Disc" Each) (dice num:1) (dice d:2 num:1) (dice d:4 num:1)')
    six, two, four = (look for look in made.looks if look and look["name"].startswith("Die"))
    assert [six["cases"][f"{k},"][1]["symbol"] for k in range(6)] == [f"pips{k}" for k in range(1, 7)]
    assert {layers[0]["symbol"] for layers in [two["layers"], *two["cases"].values()]} == {"stick", "stickround"}
    assert [four["cases"][f"{k},"][1]["text"] for k in range(4)] == ["1", "2", "3", "4"]


def test_cards_have_rank_and_suit() -> None:
    made = kit('(board (square 3)) (deck) (hand Each size:3)')
    layers = [look["layers"] for look in made.looks if look]
    assert len(layers) == 52 and Counter(piece[-1]["symbol"] for piece in layers) == dict.fromkeys(
        ("suit1", "suit2", "suit3", "suit4"), 13
    )


def test_rules_for_pieces() -> None:
    graphics = """(player Colour P1 (colour 10 20 30)) (piece Scale "Dog1" 0.9) (piece Rotate P2 degrees:90)
        (piece Rename P2 piece:"Dog" "Cat") (piece Colour P2 state:3 fillColour:(colour Red))
        (piece Foreground P1 text:"7") (show Piece State "Dog")"""
    made = kit('(board (square 3)) (piece "Dog" Each)', graphics)
    first, second = made.looks[1], made.looks[2]
    assert first and second
    assert first["layers"][0]["fill"] == "#0a141e" and first["layers"][-1]["text"] == "7"
    assert first["layers"][0]["size"] == pytest.approx(0.9 * second["layers"][0]["size"], abs=0.002)
    tiny = kit('(board (square 3)) (piece "Dog" Each)', '(piece Scale "Dog1" 0.2)').looks[1]
    assert tiny and tiny["layers"][0]["size"] == pytest.approx(0.85 * second["layers"][0]["size"], abs=0.002)
    assert [layer["symbol"] for layer in second["layers"]] == ["token", "cat"] and second["layers"][0]["turn"] == 90
    assert second["cases"]["3,"][0]["fill"] == "#d8322e" and first["shows"] == "state"
