"""What the metadata says about pictures, entry by entry, and the looks that follow from it."""

from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from ludparse import load_description
from ludparse.expansion.metadata import Metadata
from ludparse.exporters.pictures.board import graphics_and_regions
from ludparse.exporters.pictures.colours import contrast, from_numbers, hex_colour, luminance, mixed, ratio, word_of
from ludparse.exporters.pictures.graphics import Entry, Graphics, PieceRule, graphics_of
from ludparse.exporters.pictures.kit import make_kit
from ludparse.exporters.pictures.layout import board_stack, stack_rules
from ludparse.exporters.pictures.looks import DEFAULT_COLOURS, card_layers, die_layers, player_colours
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.interpreter.play.board_view import BoardView
from ludparse.ludemes import Game
from ludparse.ludemes.enums import CardType


def described(graphics: str, items: str = '(board (square 3)) (piece "Dog" Each)', players: int = 2) -> BoardView:
    text = f"""(game "Any" (players {players}) (equipment {{{items}}})
        (rules (play (move Add (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))
        (metadata (graphics {{{graphics}}}))"""
    description = load_description(text)
    assert isinstance(description.game, Game)
    return BoardView(description.name, build_equipment(description.game), description)


def said(graphics: str) -> Graphics:
    return graphics_and_regions(described(graphics))[0]


def looks(graphics: str, **about: Any) -> list[dict[str, Any]]:
    """Those of the pieces, from the first."""
    return [look for look in make_kit(described(graphics, **about)).looks if look]


def test_a_rule_for_pieces_holds_where_all_that_it_names_fits() -> None:
    """None stands for all; All and Each do for owners, and container 0 is the board. A look that is the same in all
    states (None) is not that of one state."""
    owners, names = (None, "All", "Each", "P1", "P2"), (None, "dog", "DOG", "cat")
    for owner, name, state, value, container in product(owners, names, (None, 0, 2), (None, 0, 1), (None, 0, 1)):
        rule = PieceRule(Entry("piece"), owner, name, state, value, container)
        for at_state, at_value in product([None, 0, 2], [None, 0, 1]):
            fits = [
                owner in (None, "All", "Each", "P1"), name != "cat", state is None or state == at_state,
                value is None or value == at_value, container != 1,
            ]  # fmt: skip
            assert rule.fits("P1", ("dog1", "dog"), at_state, at_value) is all(fits)


def test_what_an_entry_holds() -> None:
    unnamed = '3 -2.5 "a" 1e9 {4 {5 6}} (colour 1 2 3) (colour Red)'
    (entry,) = said(f'(show symbol {unnamed} scale:0.5 text:"T" image:{{7 8}})').entries
    assert (entry.keyword, entry.about, entry.words) == ("show", "Symbol", ("Symbol", "1e9")), "too large for a number"
    assert (entry.strings, entry.numbers, len(entry.arrays), len(entry.calls)) == (("a",), (3, -2.5), 1, 2)
    assert (entry.colour, entry.named_colour("scale"), entry.named_colour("none")) == ("#010203", None, None)
    assert (entry.number("scale"), entry.number("none"), entry.number("none", 4.0)) == (0.5, None, 4.0)
    assert (entry.number("text"), entry.number("image")) == (None, 7)
    assert [entry.text(name) for name in ("text", "scale", "image", "none")] == ["T", "0.5", None, None]
    (bare,) = said("(show)").entries
    assert (bare.about, bare.colour, bare.is_true(), bare.is_true(False)) == ("", None, True, False)


@pytest.mark.parametrize(("entries", "told"), [
    ("", (False, False)), ("(show Pits False)", (False, False)), ("(show Pits True)", (True, False)),
    ("(show Pits)", (True, False)), ("(no Pits)", (False, True)), ("(show Score False)", (False, False)),
    ("(show Pits False) (show Pits True)", (False, False)),
])  # fmt: skip
def test_yes_and_no(entries: str, told: tuple[bool, bool]) -> None:
    """The first entry about it decides; without a boolean it says yes."""
    graphics = said(entries)
    assert (graphics.says("show", "Pits"), graphics.says("no", "Pits")) == told
    assert graphics.says("show", "Nothing", True) and not graphics.says("show", "Nothing", False)


def test_boards_and_players() -> None:
    graphics = said("""(board Style) (board Style chess) (board Style Go) (board Colour Phase0 (colour Red))
        (board Colour InnerEdges (colour 1 1 1)) (board Colour Phase0 (colour Blue))
        (board StyleThickness InnerEdges 2.5) (board StyleThickness OuterEdges 9)
        (board StyleThickness Vertices -1) (board StyleThickness Nothing)
        (player Colour P1 (colour 1 2 3)) (player Colour All (colour 4 5 6)) (player Colour P2 (colour 7 8 9))
        (player Name P1 "A") (player Name P1 "B") (player Name P2) (piece Scale "Dog" 2)
        (piece Rotate P1 degrees:90)""")
    assert graphics.style == "Chess", "the first that names one"
    assert (graphics.board_colour("Phase0"), graphics.board_colour("InnerEdges")) == ("#d8322e", "#010101")
    assert graphics.board_colour("Phase1") is None
    parts = ("InnerEdges", "OuterEdges", "Vertices", "Nothing", "Else")
    assert [graphics.thickness(part) for part in parts] == [2.5, 6, 0, 1, 1], "from 0 to 6; 1 where no number stands"
    assert [graphics.player_colour(role) for role in ("P1", "P2", "P3")] == ["#040506", "#070809", "#040506"]
    assert [graphics.player_name(role) for role in ("P1", "P2", "P3")] == ["B", None, None]
    assert [rule.name for rule in graphics.piece_rules("Scale")] == ["Dog"]
    assert [rule.owner for rule in graphics.piece_rules("Rotate")] == ["P1"]
    empty = Graphics()
    assert (empty.style, empty.board_colour("Phase0"), empty.player_colour("P1")) == (None, None, None)


def test_which_pieces_an_entry_is_about() -> None:
    """Its only unnamed string is the piece, but for new names; the first role behind the first word is the owner."""
    rules = {
        '(piece Scale "Dog" 2)': ("Dog", None), '(piece Rename "Cat")': (None, None),
        '(piece ExtendName "X")': (None, None),
        '(piece Rename piece:"Dog" "Cat")': ("Dog", None), '(piece Hidden P16 "Dog")': ("Dog", "P16"),
        "(piece Colour Neutral)": (None, "Neutral"), "(piece Colour Shared P1)": (None, "Shared"),
        "(piece Colour P17)": (None, None), "(piece All)": (None, None),
    }  # fmt: skip
    for entry, (name, owner) in rules.items():
        (about,) = {found.about for found in said(entry).entries}
        (rule,) = said(entry).piece_rules(about)
        assert (rule.name, rule.owner) == (name, owner), entry
    (rule,) = said('(piece Colour state:3.7 value:-1 container:2)').piece_rules("Colour")
    assert (rule.state, rule.value, rule.container) == (3, -1, 2)


@pytest.mark.parametrize(("text", "colour"), [
    ("(colour Red)", "#d8322e"), ("(colour red)", "#d8322e"), ("(colour Nonsense)", None), ("(colour)", None),
    ('(colour "#AbCdEf")', "#abcdef"), ('(colour "abcdef")', "#abcdef"), ('(colour "abcde")', None),
    ("(colour 1 2)", None), ("(colour 1 2 3)", "#010203"), ("(colour 300 -5 16)", "#ff0010"),
    ("(colour 1 2 3 0)", "none"), ("(colour 1 2 3 1)", "#010203"), ("(colour 1 2 3 4 5)", None),
    ("(colour Hidden)", "none"), ("(shade Red)", None),
])  # fmt: skip
def test_colours(text: str, colour: str | None) -> None:
    (entry,) = said(f"(board Colour {text})").entries
    assert entry.colour == colour


def test_luminance_and_contrast() -> None:
    """The numbers of WCAG 2: white on black is 21, pure red has 0.2126, #777777 on white about 4.48; the linear part
    ends at 0.03928, a little above 10 of 255."""
    assert [luminance(c) for c in ("#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff")] == pytest.approx(
        [0, 1, 0.2126, 0.7152, 0.0722]
    )
    assert luminance("#0a0a0a") == pytest.approx(10 / 255 / 12.92)
    assert luminance("#0b0b0b") == pytest.approx(((11 / 255 + 0.055) / 1.055) ** 2.4)
    assert luminance("none") == 1
    assert ratio("#000000", "#ffffff") == ratio("#ffffff", "#000000") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ffffff") == contrast("none") != contrast("#000000")
    for colour in ("#ffffff", "#000000", "#2453b8", "#f2c51f", "#808080"):
        other = {contrast("#ffffff"), contrast("#000000")} - {contrast(colour)}
        assert ratio(colour, contrast(colour)) >= ratio(colour, other.pop())


@pytest.mark.parametrize(("colour", "word"), [
    ("#ffffff", "white"), ("#eeeeee", "white"), ("#c0b8b0", "white"), ("#000000", "black"), ("#1c1c1c", "black"),
    ("#303030", "black"), ("#808080", "grey"), ("#ff0000", "red"), ("#ff0010", "red"), ("#ff8000", "orange"),
    ("#ffff00", "yellow"), ("#00ff00", "green"), ("#00ffd0", "turquoise"), ("#0000ff", "blue"), ("#8000ff", "purple"),
    ("#ff00c0", "pink"), ("none", ""),
])  # fmt: skip
def test_words_for_colours(colour: str, word: str) -> None:
    assert word_of(colour) == word


def test_from_numbers_and_hex() -> None:
    assert (from_numbers([]), from_numbers([256, -1, 15]), from_numbers([1, 2, 3, -1])) == (None, "#ff000f", "none")
    assert (hex_colour(" #ABCDEF "), hex_colour("#abcdef0"), hex_colour("##abcde")) == ("#abcdef", None, None)
    assert (mixed("#000000", "#ffffff", 0), mixed("#000000", "#ffffff", 1)) == ("#000000", "#ffffff")


def test_colours_of_players() -> None:
    """Of nobody, of each player, and of all; a colour that a description gives all alike is none."""
    roles = enumerate(("P1", "Neutral", "Shared"), 1)
    given = " ".join(f"(player Colour {who} (colour {k} {k} {k}))" for k, who in roles)
    assert player_colours(said(given), 2) == ["#020202", "#010101", DEFAULT_COLOURS[2], "#030303"]
    alike = "(player Colour All (colour 1 1 1))"
    assert player_colours(said(alike), 3)[1:4] == list(DEFAULT_COLOURS[1:4])
    assert player_colours(said(alike), 1)[1] == "#010101", "of a single player it is told"
    many = len(DEFAULT_COLOURS)
    assert player_colours(Graphics(), many)[many] == DEFAULT_COLOURS[0], "they come round again"
    assert player_colours(Graphics(), 2)[0] == DEFAULT_COLOURS[0] and len(player_colours(Graphics(), 2)) == 4


# ------------------------------------------------------------------------------------------------ pieces


def test_states_and_values_that_look_different() -> None:
    """A rule for a state and one for a value hold together where both do; one for both has a case of its own."""
    first, second = looks("""(piece Colour P1 "Dog" state:2 fillColour:(colour 1 1 1)) (piece Scale P1 value:5 2)
        (piece Colour P2 state:1 value:1 fillColour:(colour 2 2 2))""")
    assert set(first["cases"]) == {"2,", ",5", "2,5"} and set(second["cases"]) == {"1,1"}
    fill = lambda key: first["cases"][key][0]["fill"]  # noqa: E731
    size = lambda layers: layers[0]["size"]  # noqa: E731
    assert fill("2,") == fill("2,5") == "#010101" != fill(",5") == first["layers"][0]["fill"]
    assert size(first["cases"][",5"]) == size(first["cases"]["2,5"]) == 2 * size(first["layers"])
    assert second["cases"]["1,1"][0]["fill"] == "#020202"


@pytest.mark.parametrize(("entry", "first", "second"), [
    ("(show Piece State)", "state", "state"), ("(show Piece Value P1)", "value", ""),
    ('(show Piece Value "Dog2")', "", "value"),
    ('(show Piece State "dog")', "state", "state"), ("(show Piece Other)", "", ""), ("(show Piece)", "", ""),
    ('(show Piece State P2 "Dog1")', "", ""), ("(show Piece State P1) (show Piece Value)", "state", "value"),
    ("(show Piece State Neutral)", "", ""), ("(show Check State)", "", ""),
])  # fmt: skip
def test_numbers_on_pieces(entry: str, first: str, second: str) -> None:
    assert [look.get("shows", "") for look in looks(entry)] == [first, second]


def test_shapes_below_and_above_a_piece() -> None:
    """Below it a square and above it a text; of those without a picture there is none. A piece on a ground may be
    small. What the metadata calls by a name without a drawing is written in three letters."""
    place = "scale:0.5 offsetX:0.1 offsetY:-0.2"
    first, second = looks(f"""(piece Background P1 image:"square" edgeColour:(colour 9 9 9)) (piece Background P2)
        (piece Foreground P1 text:"Longer than twelve" {place} fillColour:(colour 1 2 3))""")
    below, *middle, over = first["layers"]
    assert len(middle) == len(second["layers"]) == 2, "the token and the dog"
    assert (below["symbol"], below["ink"], below["size"]) == ("square", "#090909", second["layers"][0]["size"])
    assert (over["text"], over["ink"]) == ("Longer than ", "#010203")
    assert over["size"] == pytest.approx(0.25 * below["size"], abs=0.002)
    assert (over["dx"], over["dy"]) == pytest.approx((0.1 * below["size"], -0.2 * below["size"]), abs=0.002)
    (unknown, _) = looks('(piece Foreground P1 image:"Nonsense")')
    assert unknown["layers"][-1]["text"] == "Non"
    small, alone = looks('(piece Background P1 image:"square") (piece Scale 0.1)')
    whole = small["layers"][0]["size"]
    assert small["layers"][1]["size"] == pytest.approx(0.32 * whole, abs=0.002)
    assert alone["layers"][0]["size"] == pytest.approx(0.85 * whole, abs=0.002)
    large, _ = looks("(piece Scale P1 9)")
    assert large["layers"][0]["size"] == pytest.approx(2 * whole, abs=0.002)
    across, _ = looks("(piece Scale P1 scaleX:1.5)")
    assert across["layers"][0]["size"] == pytest.approx(1.5 * whole, abs=0.002)


def test_turned_pieces() -> None:
    """Degrees add up, but for whole turns. The second player's pieces of shogi point down unless they are turned."""
    first, second = looks("(piece Rotate P1 degrees:300) (piece Rotate degrees:90)")
    assert [layer["turn"] for look in (first, second) for layer in look["layers"]] == [30, 30, 90, 90]
    shogi = '(board (square 9)) (piece "Fuhyo" Each)'
    first, second = looks("", items=shogi)
    assert [look["layers"][0].get("turn") for look in (first, second)] == [None, 180]
    _, second = looks("(piece Rotate P2 degrees:90)", items=shogi)
    assert second["layers"][0]["turn"] == 90


def test_new_names() -> None:
    """A name with a drawing is drawn, also one that is extended or has the state in it; else the old one is. A name
    without any is written: its words in lines."""
    first, second = looks('(piece Rename P1 "Nonsense") (piece ExtendName P2 "x")')
    assert [look["layers"][-1]["symbol"] for look in (first, second)] == ["dog", "dog"]
    items = '(board (square 3)) (piece "King" P1) (piece "Zug" P2)'
    king, _ = looks('(piece ExtendName P1 "_noCross")', items=items)
    assert king["layers"][-1]["symbol"] == "kingnocross"


@pytest.mark.parametrize(("name", "style", "written"), [
    ("Zug", "", ["Zu"]), ("Z", "", ["Z"]), ("BigZugABC", "", ["BZA"]), ("BigZugXxxYyyZzz", "", ["BZX"]),
    ("Zug", "ExtendedShogi", ["Zug"]), ("BigZug", "ExtendedXiangqi", ["Big", "Zug"]),
    ("Abcdefghijklm", "ExtendedShogi", ["Abcdefghi"]),
    ("OneTwoThrFouFiv", "ExtendedShogi", ["One", "Two", "Thr", "Fou"]),
])  # fmt: skip
def test_names_without_a_drawing(name: str, style: str, written: list[str]) -> None:
    """On a token stand the first letters of up to three words, or two of one; on a tile up to four words of up to nine
    letters, below each other around the middle (of shogi a little lower), and so small that they fit."""
    entry = f"(piece Style {style})" if style else ""
    look, _ = looks(entry, items=f'(board (square 3)) (piece "{name}" Each)')
    base, *texts = look["layers"]
    assert base["symbol"] == {"ExtendedShogi": "shogi", "ExtendedXiangqi": "xiangqi"}.get(style, "token")
    assert [layer["text"] for layer in texts] == written
    heights = [layer["dy"] for layer in texts]
    assert heights == sorted(set(heights))
    middle = sum(heights) / len(heights)
    assert middle == pytest.approx(0.06 * base["size"] if style == "ExtendedShogi" else 0, abs=0.002)
    assert all(layer["size"] * len(layer["text"]) < 1.2 for layer in texts)
    assert sum(layer["size"] for layer in texts) < 0.76


def test_lines_tell_whose_a_piece_is_where_all_have_one_colour() -> None:
    """Red for both: on it lines are as light and as dark as the players' own colours, white and grey (#323232 has a
    contrast of 2.6 to it)."""
    both = "(piece Colour fillColour:(colour Red))"
    first, second = looks(both, items='(board (square 3)) (piece "Pawn" Each)')
    assert [look["layers"][0]["fill"] for look in (first, second)] == ["#d8322e"] * 2
    assert [look["layers"][0]["ink"] for look in (first, second)] == list(DEFAULT_COLOURS[1:3])
    lines = "(piece Colour P1 strokeColour:(colour 1 2 3))"
    inked, _ = looks(f"{both} {lines}", items='(board (square 3)) (piece "Pawn" Each)')
    assert inked["layers"][0]["ink"] == "#010203"


def component(items: str, number: int = 1) -> Any:
    return described("", items=f"(board (square 3)) {items}").equipment.components[number]


def test_dice() -> None:
    """Six faces have pips, four are a pyramid with numbers, two are a stick: its flat side is the larger number."""
    six, four, two = (component(f"(dice d:{n} num:1)") for n in (6, 4, 2))
    assert [layer["symbol"] for layer in die_layers(six, 0)] == ["die", "pips1"]
    assert [layer["symbol"] for layer in die_layers(six, 5)] == ["die", "pips6"]
    for lying in (None, 6, -1):
        assert [layer["symbol"] for layer in die_layers(six, lying)] == ["die"]
    assert die_layers(six, 2, pips=False)[1]["text"] == "3" and die_layers(six, 2, pips=False)[1]["dy"] == 0
    assert [layer.get("symbol") for layer in die_layers(four, 0)] == ["die4", None]
    assert die_layers(four, 3)[1]["text"] == "4" and die_layers(four, 3)[1]["dy"] > 0
    assert [die_layers(two, state)[0]["symbol"] for state in (None, 0, 1)] == ["stick", "stickround", "stick"]
    odd = component("(dice d:6 faces:{10 20 30 40 50 60} num:1)")
    assert die_layers(odd, 5)[1]["text"] == "60", "no drawing has sixty pips"


def test_cards() -> None:
    """Clubs and spades are black, diamonds and hearts red; a joker has a star."""
    deck = described("", items="(board (square 3)) (deck)").equipment.components[1:]
    layers = [card_layers(card) for card in deck]
    ranks = [found[1]["text"] for found in layers]
    assert sorted(set(ranks)) == sorted(["A", *map(str, range(2, 11)), "J", "Q", "K"])
    assert {name: found[2]["ink"] for found in layers for name in [found[2]["symbol"]]} == {
        "suit1": "#1d1a17", "suit4": "#1d1a17", "suit2": "#b3261e", "suit3": "#b3261e",
    }  # fmt: skip
    joker = SimpleNamespace(suit=1, card_type=CardType.Joker, rank=0)
    assert [layer["symbol"] for layer in card_layers(joker)] == ["card", "star5"]  # type: ignore[arg-type]
    strange = SimpleNamespace(suit=5, card_type=None, rank=11)
    assert [layer.get("text") for layer in card_layers(strange)] == [None, "11"]  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------ stacks


def rules(entries: str, places: dict[int, tuple[float, float]], default: str = "Default") -> dict[int, Any]:
    board = described(entries)
    return dict(stack_rules(board.equipment.containers[0], said(entries), default, places))


SQUARE = {0: (0.0, 10.0), 1: (10.0, 10.0), 2: (0.0, 0.0), 3: (10.0, 0.0)}
"""Two by two sites; y goes downwards."""


@pytest.mark.parametrize(("kind", "offsets", "size"), [
    ("None", [[0, 0]], 1.0), ("Count", [[0, 0]], 1.0), ("CountColoured", [[0, 0]], 1.0),
    *((fan, [[round(0.2 * k, 3), 0] for k in range(12)], 0.9) for fan in ("Fan", "FanAlternating")),
    ("Default", [[0, round(0.12 - 0.18 * k, 3)] for k in range(5)], 0.86),
    ("Reverse", [[0, round(0.12 + 0.18 * k, 3)] for k in range(5)], 0.86),
    ("Backgammon", [[0, k] for k in range(5)], 1.0), ("Upright", [[0, -k] for k in range(12)], 1.0),
])  # fmt: skip
def test_ways_to_stack(kind: str, offsets: list[list[float]], size: float) -> None:
    """Of site 2, in the upper row: columns of backgammon lead down from there, and up from the lower row. Five pieces
    are drawn, of a fan twelve."""
    rule = rules(f"(stackType {kind})", SQUARE)[2]
    assert (rule["offsets"], rule["size"]) == (offsets, size)
    assert rule.get("count", False) is kind.startswith("Count")
    if kind == "Backgammon":
        assert rules(f"(stackType {kind})", SQUARE)[0]["offsets"][1] == [0, -1]


def test_stacks_towards_the_middle() -> None:
    """From the lower left corner that is up (-y) and to the right; from the middle itself down."""
    found = rules("(stackType TowardsCenter)", {**SQUARE, 4: (5.0, 5.0)})
    half = round(0.5**0.5, 3)
    ways = [found[site]["offsets"][1] for site in SQUARE]
    assert ways == [[half, -half], [-half, -half], [half, half], [-half, half]]
    assert found[4]["offsets"][1] == [0, 1]


def test_a_ring_and_the_corners_of_a_site() -> None:
    ring = rules("(stackType Ring)", SQUARE)[0]
    assert [x * x + y * y for x, y in ring["offsets"]] == pytest.approx([0.09] * 6, abs=0.001)
    assert ring["offsets"][0] == [0.3, 0] and ring["offsets"][3] == [-0.3, 0] and ring["offsets"][1][1] > 0
    ground, wide = (rules(f"(stackType Ground{scale})", SQUARE)[0]["offsets"] for scale in ("", " 1.5"))
    assert len({(x > 0, y > 0) for x, y in ground}) == 4
    assert wide == [[pytest.approx(1.5 * x), pytest.approx(1.5 * y)] for x, y in ground]


def test_which_sites_an_entry_is_about() -> None:
    """The first entry that concerns a site holds; whole numbers are containers, fractions a scale. An upright board has
    no other way."""
    some = rules("(stackType Count sites:{1 2}) (stackType Fan site:3) (stackType None)", SQUARE)
    assert [some[k].get("count", False) for k in SQUARE] == [False, True, True, False]
    assert [len(some[k]["offsets"]) for k in SQUARE] == [1, 1, 1, 12]
    assert rules("(stackType 1 Count)", SQUARE) == rules("", SQUARE) != rules("(stackType 0 Count)", SQUARE)
    assert rules('(stackType "Board" Count)', SQUARE)[0].get("count")
    assert rules('(stackType "Hand1" Count)', SQUARE) == rules("", SQUARE)
    assert rules('(stackType "Board" 3 Count)', SQUARE)[0].get("count"), "a name says it"
    assert rules("(stackType 0.5 Fan)", SQUARE)[0]["offsets"][1] == [0.1, 0]
    assert rules("(stackType 9.5 Fan)", SQUARE)[0]["offsets"][1] == [0.6, 0], "at most three times as wide"
    assert rules("(stackType 0.01 Fan)", SQUARE)[0]["offsets"][1] == [0.02, 0], "at least a tenth"
    assert len(rules("(stackType Default limit:3)", SQUARE)[0]["offsets"]) == 3
    assert len(rules("(stackType Default limit:99)", SQUARE)[0]["offsets"]) == 30
    assert rules("(stackType Count Cell)", SQUARE)[0].get("count"), "a site type is no way to stack"
    assert rules("(stackType Count)", SQUARE, "Upright") == rules("", SQUARE, "Upright")
    assert [board_stack(style) for style in ("Backgammon", "Connect4", "Chess", None)] == [
        "Backgammon", "Upright", "Default", "Default",
    ]  # fmt: skip


def test_metadata_that_is_not_there() -> None:
    assert graphics_of(Metadata(None)) == Graphics()


def test_sites_of_named_regions() -> None:
    """Of 3 by 3 cells: a list, a function, two functions, static kinds one after the other (the rows and the corners),
    and of one name the regions of both players."""
    items = """(board (square 3)) (piece "Dog" Each) (regions "List" {4 0}) (regions "Top" (sites Top))
        (regions "Both" {(sites Left) (sites Right)}) (regions "Static" {Rows Corners}) (regions "Home" P1 {1})
        (regions "Home" P2 {2}) (regions "None" {HintRegions Corners})"""
    _, regions = graphics_and_regions(described("", items=items))
    assert regions is not None
    assert sorted(regions.named("List")) == [0, 4] and sorted(regions.named("Top")) == [6, 7, 8]
    assert sorted(regions.named("Both")) == [0, 2, 3, 5, 6, 8]
    assert sorted(regions.named("Static")) == sorted([*range(9), 0, 2, 6, 8])
    assert regions.named("Home") == [1, 2] and regions.named("Home", 2) == [2] and regions.named("Home", 3) == []
    assert sorted(regions.named("None")) == [0, 2, 6, 8] and regions.named("Else") == []
    entries = graphics_and_regions(described("", items=items))[0]
    assert entries == Graphics()


@pytest.mark.parametrize(("entry", "sites"), [
    ("(show Symbol 3 3 1)", [3, 1]), ("(show Symbol {5 {6}} 2)", [2, 5, 6]), ('(show Symbol "Home")', [1, 2]),
    ('(show Symbol P2 "Home" 7)', [7, 2]), ("(show Symbol (sites Top) (colour Red))", [6, 7, 8]),
    ('(show Symbol "Home" "Far")', [1, 2, 8]), ("(show Symbol -1 4)", [4]), ("(show Symbol (nonsense))", []),
    ("(show Symbol P3 \"Home\")", []),
])  # fmt: skip
def test_sites_that_an_entry_names(entry: str, sites: list[int]) -> None:
    items = '(board (square 3)) (piece "Dog" Each) (regions "Home" P1 {1}) (regions "Home" P2 {2}) (regions "Far" {8})'
    graphics, regions = graphics_and_regions(described(entry, items=items))
    assert regions is not None
    assert regions.of_entry(graphics.entries[0]) == sites
    if entry == '(show Symbol "Home" "Far")':
        assert regions.of_entry(graphics.entries[0], after=1) == [8]
