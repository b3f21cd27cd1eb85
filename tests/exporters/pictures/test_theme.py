"""Light and dark pictures, and the lines that tell about the players."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludparse import load
from ludparse.exporters.cli.main import main
from ludparse.exporters.pictures.colours import mixed, ratio
from ludparse.exporters.pictures.looks import player_words
from ludparse.exporters.pictures.theme import BY_VIEWER, theme_named, viewer_style
from ludparse.exporters.terminal.screen import player_names
from ludparse.pictures import DARK, WOOD, Theme, kit_of, png_of
from tests.exporters.pictures.games import STEPS

SVG = "{http://www.w3.org/2000/svg}"
SCORES = """(game "Points" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (addScore Mover 3)))) (end (if (is Full) (byScore)))))"""


def texts(svg: str) -> list[str]:
    """The texts below the board."""
    group = ElementTree.fromstring(svg).find(f"{SVG}g[@class='standing']")
    return [] if group is None else [text.text or "" for text in group.iter(f"{SVG}text")]


@pytest.mark.parametrize("theme", [WOOD, DARK], ids=["light", "dark"])
def test_texts_have_contrast(theme: Theme) -> None:
    assert ratio(theme.label, theme.paper) >= 4.5
    for cell in theme.cells[:1]:
        assert ratio(theme.given, cell) >= 4.5
        assert ratio(theme.written, cell) >= 3
    assert ratio(theme.label, theme.halo) >= 4.5


def test_mixed_colours() -> None:
    """A quarter of the way from 0 to 255 is 64, from 128 to 0 is 96; what is invisible is not mixed."""
    assert mixed("#008000", "#ff0000", 0.25) == "#406000"
    assert (mixed("none", "#ff0000", 0.5), mixed("#008000", "none", 0.5)) == ("none", "#008000")


def test_light_and_dark_pieces_stand_out_on_dark_boards() -> None:
    for colour in (DARK.ground, DARK.light, *DARK.cells):
        assert ratio("#fafafa", colour) >= 3
        assert ratio("#1d1a16", colour) >= 2.5


def test_a_dark_picture_differs_in_its_colours_alone() -> None:
    state = load(STEPS).start(seed=1)
    light, dark = (state.svg(theme=name) for name in ("light", "dark"))
    assert light != dark
    assert re.sub("#[0-9a-f]{6}", "#", light) == re.sub("#[0-9a-f]{6}", "#", dark)
    assert WOOD.rim in light and WOOD.rim not in dark
    assert DARK.rim in dark
    assert state.animation(theme="dark").count(DARK.rim)
    assert DARK.rim in state.game.board.svg(theme="dark")
    followed = (state.svg(theme="auto"), state.game.board.svg(theme="auto"))
    assert all("prefers-color-scheme:dark" in text for text in followed)
    with pytest.raises(ValueError, match="light or dark"):
        png_of(followed[0], paper=BY_VIEWER.paper)
    with pytest.raises(ValueError, match="one of light, dark, auto, not 'blue'"):
        state.svg(theme="blue")


def test_pages_have_a_value_for_every_colour() -> None:
    named = set(re.findall(r"var\((--lp-[a-z-]+\d*)\)", kit_of(load(STEPS), theme=BY_VIEWER).board))
    light, _, dark = viewer_style().partition("@media")
    assert named
    for half in (light, dark):
        assert named <= {name for name, _ in re.findall(r"(--lp-[a-z-]+\d*):(#[0-9a-f]{6});", half)}


def test_the_turn_and_scores_are_told_when_asked() -> None:
    state = load(SCORES).start(seed=1)
    plain, told = state.svg(), state.svg(players=True)
    height = [float(ElementTree.fromstring(svg).attrib["height"]) for svg in (plain, told)]
    assert texts(plain) == []
    assert texts(told) == ["White", "score 0", "Black", "score 0"]
    assert height[1] > height[0] + 20
    assert told.count('class="turn"') == 1
    state.apply(state.legal_moves()[0])
    assert texts(state.svg(players=True)) == ["White", "score 3", "Black", "score 0"]
    turn = state.svg(players=True).split('class="turn"')
    assert "White" in turn[0] and "Black" in turn[1]
    while not state.over:
        state.apply(state.legal_moves()[0])
    assert texts(state.svg(players=True)) == ["White", "score 6, draws", "Black", "score 6, draws"]
    assert 'class="turn"' not in state.svg(players=True)


def test_players_are_called_by_the_colours_of_their_own_pieces() -> None:
    """The first player's are red and the second's blue; a player without pieces has the colour of its name."""
    own = {1: "#ff0000", 2: "#0000ff"}
    looks = [None, *({"owner": p, "layers": [{"symbol": "disc", "fill": c}]} for p, c in own.items())]
    assert player_words(looks, ["#888888", "#ffffff", "#000000", "#00ff00", "#888888"]) == ["red", "blue", "green"]


PIECES = """(game "Pieces" (players {players}) (equipment {{(board (square 3)) {pieces}}})
    (rules (play (move Add (piece 1) (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))
    (metadata (graphics {{{graphics}}}))"""


@pytest.mark.parametrize(("players", "pieces", "graphics", "names"), [
    (2, '(piece "Man" Each)', "", ["White", "Black"]),
    (2, '(piece "Man" Each)', "(player Colour P1 (colour Black)) (player Colour P2 (colour White))",
     ["Black", "White"]),
    (2, '(piece "Man" Each)', '(player Name P2 "Ann")', ["White", "Ann"]),
    (3, '(piece "Man" Each)', "", ["White", "Black", "Red"]),
    (1, '(piece "Man" P1)', "", ["Player 1"]),  # who plays alone is not told from anybody
    (2, '(piece "Man" P1)', "", ["Player 1", "Player 2"]),  # player 2 has no pieces
    (2, '(piece "Seed" Shared)', "", ["Player 1", "Player 2"]),
    (2, '(piece "Man" Each)', "(player Colour P1 (colour 250 60 60)) (player Colour P2 (colour 220 30 30))",
     ["Player 1", "Player 2"]),  # both red
    (2, '(piece "Man" Each) (piece "King" Each)', '(piece Colour "King" fillColour:(colour Green))',
     ["Player 1", "Player 2"]),  # pieces of two colours
])  # fmt: skip
def test_players_are_named_by_the_colour_that_all_their_pieces_have(
    players: int, pieces: str, graphics: str, names: list[str]
) -> None:
    game = load(PIECES.format(players=players, pieces=pieces, graphics=graphics), backend="python")
    assert [player["name"] for player in kit_of(game).players] == player_names(game) == names


def test_names_of_players_are_escaped_and_fit() -> None:
    name = "<script>x</script>" + "W" * 60
    state = load(f'{SCORES[:-1]})\n(metadata (graphics {{(player Name P1 "{name}")}}))').start(seed=1)
    svg = state.svg(players=True)
    assert texts(svg)[0] == name
    assert "<script" not in svg
    assert "textLength=" in svg


def test_the_command_writes_both(tmp_path: Path) -> None:
    file, source = tmp_path / "picture.svg", tmp_path / "points.lud"
    source.write_text(SCORES)
    assert main(["board", str(source), "--players", "--theme", "dark", "--output", str(file)]) == 0
    text = file.read_text()
    assert texts(text)[1] == "score 0"
    assert DARK.rim in text
    assert main(["board", str(source), "--theme", "auto", "--output", str(tmp_path / "picture.png")]) == 2


def test_a_domino_shows_both_halves() -> None:
    game = load("""(game "Dominoes" (players 2) (equipment {(boardless Square) (dominoes upTo:6) (hand Each size:3)})
        (rules (start (place "Domino14" (handSite P1))) (play (move Pass)) (end (if (= 1 0) (result Mover Win)))))""")
    kit = kit_of(game)
    look = next(look for look in kit.looks if look and look["name"] == "Domino14")
    symbol = kit.symbols[look["layers"][0]["symbol"]]
    assert symbol.count("<circle") == 1 + 4
    outline = [float(found) for found in re.findall(r' (?:x|y|width|height)="([-.\d]+)"', symbol)[:4]]
    x1, y1, x2, y2 = (float(found) for found in re.findall(r"[-.\d]+", re.findall(r'<path d="(M[^"]+)"', symbol)[0]))
    middle = outline[0] + outline[2] / 2, outline[1] + outline[3] / 2
    assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(middle, abs=1), "the line between the halves"
    along = sorted(float(x) for x in re.findall(r'<circle cx="(-?[\d.]+)"', symbol))
    across = sorted(float(y) for y in re.findall(r'cy="(-?[\d.]+)"', symbol))
    spread = max(along[-1] - along[0], across[-1] - across[0])
    assert spread > 150  # in hundredths of a cell: the pips of one half alone spread over 100


def test_themes_have_names() -> None:
    assert theme_named("dark") is DARK
    assert theme_named("light") is WOOD
    with pytest.raises(ValueError, match=r"one of .*light.*, not 'pink'"):
        theme_named("pink")


@pytest.mark.parametrize(("players", "end", "told"), [
    (2, "(result Mover Win)", ["wins", "loses"]), (2, "(result Mover Draw)", ["draws", "draws"]),
    (1, "(result Mover Loss)", ["loses"]),
])  # fmt: skip
def test_below_a_game_that_is_over_stands_how_it_ended(players: int, end: str, told: list[str]) -> None:
    rules = f"(play (move Add (to (sites Empty)))) (end (if (is Full) {end}))"
    board = '(board (square 1)) (piece "Stone" Each)'
    state = load(f'(game "One" (players {players}) (equipment {{{board}}}) (rules {rules}))').start(seed=1)
    assert not {"wins", "loses", "draws"} & set(texts(state.svg(players=True)))
    state.apply(state.legal_moves()[0])
    assert texts(state.svg(players=True))[1::2] == told


def test_the_lines_of_the_players_fit_below_each_other() -> None:
    """On each line the name stands right of the player's dot, and the score before the right edge; texts have room for
    their letters, or are made narrower; lines do not touch. The one to move has a mark left of the dot and a bold
    name."""
    state = load(SCORES.replace("square 2", "square 3")).start(seed=1)
    for ply in range(2):
        svg = state.svg(players=True)
        group = ElementTree.fromstring(svg).find(f"{SVG}g[@class='standing']")
        assert group is not None
        dots, marks = group.findall(f"{SVG}circle"), group.findall(f"{SVG}path")
        lines = [group.findall(f"{SVG}text")[k : k + 2] for k in (0, 2)]
        wide = float(ElementTree.fromstring(svg).attrib["viewBox"].split()[2])
        for dot, (name, score) in zip(dots, lines, strict=True):
            x, y, radius = (float(dot.attrib[key]) for key in ("cx", "cy", "r"))
            size, start, end = (float(name.attrib[key]) for key in ("font-size", "x", "y"))
            assert (name.attrib["text-anchor"], score.attrib["text-anchor"]) == ("start", "end")
            assert x + radius < start < x + 3 * radius, "beside the dot"
            assert y < end < y + size / 2, "its middle is as high as that of the dot"
            assert start + 6 * size < float(score.attrib["x"]) < wide - size / 2
            assert float(score.attrib["y"]) == end
        (first, _), (second, _) = lines
        assert float(second.attrib["y"]) - float(first.attrib["y"]) >= float(first.attrib["font-size"])
        assert [name.get("font-weight") for name, _ in lines] == (["700", None] if ply == 0 else [None, "700"])
        (mark,) = marks
        left, top = (float(part) for part in re.findall(r"-?[\d.]+", mark.attrib["d"])[:2])
        dot = dots[ply]
        assert left < float(dot.attrib["cx"]) - float(dot.attrib["r"])
        assert abs(top - float(dot.attrib["cy"])) < float(first.attrib["font-size"])
        state.apply(state.legal_moves()[0])
