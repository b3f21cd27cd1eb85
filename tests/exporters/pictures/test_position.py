"""Pictures of positions: what is on them, and that nothing of a description gets out of its place."""

import copy
import pickle
import random
import re
import time
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import load
from ludparse.exporters.pictures.colours import ratio
from ludparse.exporters.pictures.drawing import layers_for, place, svg
from ludparse.exporters.pictures.kit import Kit
from ludparse.exporters.pictures.position import kit_of, move_sites
from tests.exporters.pictures.games import STEPS

SVG = "{http://www.w3.org/2000/svg}"
STACKS = """(game "Towers" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (start {(place Stack items:{"Disc1" "Disc2" "Disc1"} (centrePoint)) (place "Disc1" 0)})
        (play (move Add (to (sites Board)) stack:True))
        (end (if (no Moves Next) (result Mover Win)))))"""
SECRET = """(game "Secret" (players 2) (equipment {(board (square 3)) (piece "Dog" Each)})
    (rules (start {(place "Dog1" 0) (place "Dog2" 8) (set Hidden What at:8 to:P1)})
        (play (move Add (to (sites Empty))))
        (end (if (no Moves Next) (result Mover Win)))))"""


def pieces(document: str) -> list[ElementTree.Element]:
    return [g for g in ElementTree.fromstring(document).iter(f"{SVG}g") if g.get("class") == "piece"]


def titles(document: str) -> list[str]:
    return [title.text or "" for g in pieces(document) for title in g.iter(f"{SVG}title")]


def parts(document: str, kind: str) -> list[ElementTree.Element]:
    groups = [g for g in ElementTree.fromstring(document).iter(f"{SVG}g") if g.get("class") == kind]
    return [part for group in groups for part in group]


def test_pieces_stand_on_their_sites() -> None:
    game = load(STEPS)
    state = game.start(seed=1)
    found = titles(state.svg())
    assert sorted(found) == ["C0: Counter1", "C13: Counter2", "C15: Counter2", "C16: Counter1", "C2: Counter1"]
    kit = kit_of(game)
    x, y, _, _ = kit.sites["C0"]
    first = next(g for g in pieces(state.svg()) if "C0:" in "".join(g.itertext()))
    assert first.get("transform") == f"translate({x:g} {y:g})"
    assert kit.sites["C0"][1] > kit.sites["C12"][1], "the first row is at the bottom"


@pytest.mark.parametrize(("count", "written"), [(1, []), (2, ["2"]), (3, ["3"])])
def test_a_count_is_written(count: int, written: list[str]) -> None:
    state = load(STEPS.replace("count:3", f"count:{count}")).start(seed=1)
    assert [t.text for t in ElementTree.fromstring(state.svg()).iter(f"{SVG}text")] == written


def test_the_last_move_and_legal_moves_are_marked() -> None:
    state = load(STEPS).start(seed=1)
    assert not parts(state.svg(), "last") and not parts(state.svg(), "legal")
    state.apply(state.parse_move("A1-B2"))
    assert [part.tag for part in parts(state.svg(), "last")] == [f"{SVG}line", f"{SVG}circle", f"{SVG}circle"]
    assert not parts(state.svg(last=False), "last")
    moves = state.legal_moves()
    ends = {sites for move in moves for sites in [move_sites(state.game, move)]}
    expected = len({sites[0] for sites in ends}) + len({sites[-1] for sites in ends})
    assert len(parts(state.svg(moves=True), "legal")) == expected
    assert len(parts(state.svg(moves=moves[:1]), "legal")) == 2


def test_stacks_rise() -> None:
    state = load(STACKS).start(seed=1)
    kit = kit_of(state.game)
    tower = [mark for mark in place(kit, state.sites()) if mark.get("site") == "C4"]
    assert [mark["level"] for mark in tower] == [0, 1, 2]
    assert tower[0]["y"] > tower[1]["y"] > tower[2]["y"]


def test_high_stacks_tell_their_height() -> None:
    state = load(STACKS).start(seed=1)
    rows = [["C4", 1, *[[1, 1, 0, 0, 0]] * 9]]
    marks = place(kit_of(state.game), rows)
    assert [mark["text"] for mark in marks if "text" in mark] == ["9"]
    assert sum("layers" in mark for mark in marks) == 5


@pytest.mark.parametrize(("scale", "told"), [(1.5, ["3"]), (2.6, [])])
def test_a_fan_tells_its_height_where_its_pieces_lie_close(scale: float, told: list[str]) -> None:
    """One piece lies 0.2 of a site beside the other, 0.3 and 0.52 with these scales: less than a half is close."""
    text = STACKS + f"(metadata (graphics (stackType Fan {scale})))"
    marks = place(kit_of(load(text)), [["C4", 1, *[[1, 1, 0, 0, 0]] * 3]])
    assert [mark["text"] for mark in marks if "text" in mark] == told


def test_what_is_hidden_lies_face_down() -> None:
    state = load(SECRET).start(seed=1)
    assert sorted(titles(state.svg(seat=1))) == ["C0: Dog1", "C8: hidden"]
    assert sorted(titles(state.svg(seat=2))) == ["C0: Dog1", "C8: Dog2"]
    assert "#lp-veil" in state.svg() and "#lp-veil" not in state.svg(seat=2)
    assert "#lp-hidden" in state.svg(seat=1) and "#lp-hidden" not in state.svg()
    with pytest.raises(ValueError, match="seats 1 to 2, not 3"):
        state.svg(seat=3)


@pytest.mark.parametrize(("dog", "owner"), [("Dog1", 1), ("Dog2", 2), ("Dog0", 0)])
def test_a_piece_that_lies_face_down_has_the_colour_of_its_owner(dog: str, owner: int) -> None:
    """What is nobody's has another colour than either; the sign on it is light on dark and dark on light."""
    text = SECRET.replace('(piece "Dog" Each)', '(piece "Dog" Each) (piece "Dog" Neutral)')
    game = load(text.replace('"Dog2"', f'"{dog}"'), backend="python")
    kit = kit_of(game)
    (mark,) = (m for m in place(kit, game.start(seed=1).sites(player=1)) if m["site"] == "C8")
    (layer,) = mark["layers"]
    players = [player["colour"] for player in kit.players]
    assert players[:2].count(layer["fill"]) == (owner > 0) and (not owner or layer["fill"] == players[owner - 1])
    assert ratio(layer["fill"], layer["ink"]) > 4.5


def test_notebooks_show_pictures() -> None:
    game = load(STEPS)
    state = game.start(seed=1)
    assert state._repr_svg_() == state.svg() == copy.copy(state).svg() == pickle.loads(pickle.dumps(state)).svg()
    assert game._repr_svg_() == game.svg() == state.svg()
    assert game.board._repr_svg_() == game.board.svg() != game.board.svg(show=["axes"])


def test_a_kit_is_data_and_complete() -> None:
    game = load(STEPS)
    kit = kit_of(game)
    data: dict[str, Any] = kit.json()
    assert data["format"] == "lud-picture/1" and kit_of(game) is kit
    sites = {element.get("id") for element in ElementTree.fromstring(svg(kit)).iter()} - {None}
    assert {f"C{k}" for k in range(18)} == sites
    looks = [look for look in kit.looks if look is not None]
    used = {layer["symbol"] for look in looks for layer in look["layers"] if "symbol" in layer}
    assert used and used <= set(kit.symbols)


def test_kits_are_kept_beside_each_other() -> None:
    game = load(STEPS)
    plain, labelled = kit_of(game), kit_of(game, show=("axes",))
    assert plain is not labelled
    assert kit_of(game) is plain and kit_of(game, show=("axes",)) is labelled


def test_a_document_has_every_drawing_that_it_uses_once() -> None:
    document = load("Ex Nihilo").start(seed=1)
    for k in range(6):
        document.apply(document.random_move(random.Random(k)))
    text = document.svg()
    used = set(re.findall(r'href="#([^"]+)"', text))
    assert used and all(text.count(f'id="{name}"') == 1 for name in used)


def test_cases_go_from_special_to_general() -> None:
    look = {"layers": ["any"], "cases": {"1,": ["state"], ",2": ["value"], "1,2": ["both"]}}
    found = [layers_for(look, s, v) for s, v in ((0, 0), (1, 0), (0, 2), (1, 2))]
    assert found == [["any"], ["state"], ["value"], ["both"]]


def test_a_picture_is_drawn_quickly() -> None:
    """Once the kit is made, a position of 32 pieces takes less than 20 ms (as measured: 1 ms)."""
    sites = {1: range(16), 2: range(48, 64)}
    men = " ".join(f'(place "Rook{p}" {{{" ".join(map(str, sites[p]))}}})' for p in sites)
    text = f"""(game "Men" (players 2) (equipment {{(board (square 8)) (piece "Rook" Each (move Slide))}})
        (rules (start {{{men}}}) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""
    state = load(text).start(seed=1)
    state.svg(moves=True)
    times = []
    for _ in range(7):
        before = time.process_time()
        document = state.svg(moves=True)
        times.append(time.process_time() - before)
    assert document.count('class="piece"') == 32
    assert min(times) < 0.02


ANYTHING = st.text(st.characters(exclude_characters='"\\\n\r\t(){}<>', exclude_categories=["Cs", "Cc"]), max_size=20)
EVIL = st.sampled_from(
    [
        "&lt;script&gt;alert(1)&lt;/script&gt;", "'/onload='alert(1)", "]]&gt;", "--", "javascript:alert", "url#x",
        "x' onclick='y", "&amp;", "&#60;script&#62;", "data:text/html", "lp-veil",
    ]
)  # fmt: skip
ALLOWED = {"svg", "title", "defs", "symbol", "g", "path", "circle", "ellipse", "rect", "line", "use", "text"}
ALLOWED |= {"radialGradient", "stop"}


@settings(max_examples=20, deadline=None)
@given(piece=st.one_of(ANYTHING, EVIL), title=st.one_of(ANYTHING, EVIL), colour=st.one_of(ANYTHING, EVIL))
def test_names_cannot_inject_markup(piece: str, title: str, colour: str) -> None:
    """Whatever a description calls things, a document has only the elements that we draw, and no handlers."""
    piece = piece.strip() or "Disc"
    text = f'''(game "G {title}" (players 2) (equipment {{(board (square 2)) (piece "{piece}" P1) (piece "Disc" P2)}})
        (rules (start (place "{piece}1" 0)) (play (move Add (to (sites Empty))))
            (end (if (no Moves Next) (result Mover Win)))))
        (metadata (graphics {{ (player Colour P1 (colour "{colour}")) (player Name P1 "{title}")
            (piece Rename P1 piece:"{piece}" "{title}") (piece Foreground P1 image:"{colour}" text:"{title}")
            (board Style {{"{title}"}}) (show Symbol "{title}" Cell 0) (show Symbol text:"{title}" Cell 1) }}))'''
    game = load(text, backend="python")
    document = game.start(seed=1).svg(moves=True)
    for element in ElementTree.fromstring(document).iter():
        assert element.tag.removeprefix(SVG) in ALLOWED
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on") and "script" not in value
            assert "href" not in name or value.startswith("#lp-")
            assert "url(" not in value or value.startswith("url(#")


def test_a_description_cannot_add_symbols() -> None:
    kit = kit_of(load(STEPS))
    assert isinstance(kit, Kit)
    for markup in kit.symbols.values():
        assert markup.startswith('<symbol id="lp-') and "script" not in markup and " on" not in markup


def test_a_name_that_xml_cannot_have_is_shown_nevertheless() -> None:
    """Control characters and halves of surrogate pairs in the names of games and pieces leave XML that can be read."""
    names = "".join(chr(code) for code in range(0x20) if chr(code) not in "\n\r")
    text = STACKS.replace("Towers", f"To{names}wers").replace("Disc", f"Di{names}\ufffesc")
    assert ElementTree.fromstring(load(text, backend="python").start(seed=1).svg()) is not None
