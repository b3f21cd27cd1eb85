"""The board of a page under Node.js, and what stands around it: keys, marks, sounds, pits, settings, lists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.exporters.web.in_node import NodePage, in_node
from tests.exporters.web.test_in_node import LINES, STEPS, set_up

pytestmark = pytest.mark.usefixtures("c_compiler")

SEEDS = """(game "Seeds" (players 2) (equipment {
        (mancalaBoard 2 3 (track "T" "1,E,N,W" loop:True)) (piece "Seed" Shared)})
    (rules (start (set Count 3 to:(sites Track)))
        (play (forEach Site (sites Track) (if (< 0 (count at:(site))) (move Select (from (site)) (then (sow))))))
        (end (if (= 9 (count Moves)) (result Mover Win)))))"""
"""Sites 1 to 3 are the lower pits, 4 to 6 the upper ones, 0 and 7 the stores."""


def drawn(page: NodePage, elements: str, *names: str) -> list[list[Any]]:
    """Attributes of elements of the page, as numbers where they are."""
    values = f"{list(names)}.map((name) => e.getAttribute(name)).map((v) => (v && !isNaN(v) ? Number(v) : v))"
    return list(page.run(f"{elements}.map((e) => {values})"))


def among(selector: str) -> str:
    return f"document.querySelectorAll({selector!r})"


def inside(selector: str) -> str:
    return f"document.querySelector({selector!r}).children"


def key(page: NodePage, name: str, **more: Any) -> str:
    """A key that is pressed at the site that has the focus. The site that has it then."""
    values = ", ".join([f"key: {name!r}", *(f"{k}: {str(v).lower()}" for k, v in more.items())])
    page.run(f"void document.activeElement.dispatchEvent(new Happening('keydown', {{{values}}}))")
    return str(page.run("document.activeElement.dataset.site"))


def click(page: NodePage, site: str) -> None:
    """With a pointer."""
    page.run(f"""(() => {{
        document.under = target("{site}").children[0];
        for (const type of ["pointerdown", "pointermove", "pointerup"])
            target("{site}").dispatchEvent(new Happening(type, {{ clientX: 5, clientY: 0, button: 0, pointerId: 1 }}));
    }})()""")


def test_arrow_keys_go_over_the_board_and_enter_chooses(tmp_path: Path) -> None:
    """Sites 0 to 2 are the bottom row. Where nothing is farther on, the focus stays. After a click the arrows go
    through the moves again."""
    with in_node(LINES, tmp_path) as page:
        page.run("target('C4').focus()")
        steps = {"Up": 7, "Down": 1, "Left": 3, "Right": 5}
        for name, site in steps.items():
            page.run("target('C4').focus()")
            assert key(page, f"Arrow{name}") == f"C{site}"
            assert key(page, f"Arrow{name}") == f"C{site}"
        page.run("target('C4').focus()")
        for held in ("altKey", "ctrlKey", "metaKey"):
            assert key(page, "ArrowUp", **{held: True}) == "C4"
        assert key(page, "a") == "C4"
        assert sorted(drawn(page, among(".target"), "tabindex")) == [[-1]] * 8 + [[0]]
        assert page.ply == 0
        key(page, "Enter")
        assert (page.ply, page.heard("C4")) == (1, "B2: white stone")
        assert key(page, "ArrowLeft") == "C3"
        key(page, " ")
        assert (page.ply, page.heard("C3")) == (2, "A2: black stone")
        click(page, "C0")
        assert page.ply == 3
        assert key(page, "ArrowLeft") == "C0"
        assert page.ply == 2


def test_a_pointer_of_another_button_or_beside_the_board_does_nothing(tmp_path: Path) -> None:
    with in_node(LINES, tmp_path) as page:
        press = "target('C0').dispatchEvent(new Happening('{}', {{ clientX: {}, clientY: 0, button: {} }}))"
        page.run("void (document.under = target('C0').children[0])")
        for kind in ("pointerdown", "pointerup"):
            page.run(press.format(kind, 5, 2))
        page.run("void (document.under = document.body)")
        for kind in ("pointerdown", "pointerup"):
            page.run(press.format(kind, 5, 0))
        page.run("target('C0').dispatchEvent(new Happening('click', { detail: 1 }))")  # its pointer has chosen already
        assert page.ply == 0
        page.run("target('C0').dispatchEvent(new Happening('click'))")
        assert page.ply == 1


def test_last_moves_are_marked_and_listed(tmp_path: Path) -> None:
    fields = inside(".hints"), "class", "d"
    with in_node(LINES, tmp_path) as page:
        assert drawn(page, *fields) == []
        page.choose("C0", "C8")
        # a cell is 64 wide, and the lower left one begins at 32 and ends at 224
        ((kind, path),) = drawn(page, *fields)
        assert kind == "field last"
        assert set(path.strip("MZ").split("L")) == {"160 32", "224 32", "224 96", "160 96"}
        moves = "document.querySelectorAll('#moves button').map((e) => [e.getAttribute('class'), e.textContent])"
        assert page.run(moves) == [["ply", "1. A1"], ["ply current", "2. C3"]]
        page.press("Undo")
        assert page.run(moves) == [["ply current", "1. A1"], ["ply undone", "2. C3"]]
        assert [page.run(f"document.querySelector('#{name}').disabled") for name in ("undo", "redo")] == [False, False]
        assert drawn(page, among("#players li"), "class") == [[""], ["turn"]]
        page.press("Undo")
        assert drawn(page, among("#players li"), "class") == [["turn"], [""]]
        assert [page.run(f"document.querySelector('#{name}').disabled") for name in ("undo", "redo")] == [True, False]
        page.press("Undo")
        assert page.ply == 0
        page.press("End", "Copy link")
        assert page.ply == 2
        assert page.texts("#said") == ["The link is copied."]
        assert page.run("copied.length") == 1
        page.press("Start")
        page.run("document.querySelectorAll('#moves button')[1].click()")
        assert page.ply == 2


def test_places_to_go_are_marked_where_a_piece_is_chosen(tmp_path: Path) -> None:
    """B1 is one of three free sites of five; the piece at A1 is chosen, as there is nothing else."""
    with in_node(STEPS, tmp_path) as page:
        assert drawn(page, inside(".marks"), "class") == [["dot"]]
        assert drawn(page, inside(".dot"), "cx", "cy", "r") == [[128, 64, pytest.approx(0.14 * 64)]] * 2
        assert drawn(page, inside(".hints"), "class") == [["field selected"]]
        page.key("Escape")
        assert drawn(page, inside(".marks"), "class") == []
        assert page.offered == {"C0"}


SOUND = """globalThis.tones = []; globalThis.AudioContext = class {
    currentTime = 2;
    createOscillator() {
        const tone = { frequency: {}, connect: (next) => next };
        Object.assign(tone, { start: (at) => { tone.at = at; }, stop: (at) => { tone.end = at; } });
        tones.push(tone);
        return tone;
    }
    createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} }; }
};"""


def test_moves_sound(tmp_path: Path) -> None:
    """Only where that is wanted, and not where moves are taken back: one tone, and two at the end of the game."""
    heard = "tones.splice(0).map((tone) => [tone.frequency.value, tone.at, tone.end])"
    with in_node(LINES, tmp_path) as page:
        page.run(f"void ({SOUND.strip().rstrip(';').replace(';', ',', 1)})")
        page.choose("C0")
        assert page.run(heard) == []
        page.press("Sound")
        page.choose("C8")
        assert page.run(heard) == [[320, 2, 2.5]]
        page.press("Undo", "Redo")
        page.run(heard)
        page.choose("C1", "C7")
        assert page.run(heard) == [[320, 2, 2.5]] * 2
        page.choose("C2")
        assert page.run(heard) == [[523, 2, 2.5], [784, pytest.approx(2.16), pytest.approx(2.66)]]
        page.press("Undo", "Sound")
        page.choose("C2")
        assert page.run(heard) == []


def test_seeds_lie_in_pits_with_their_number_at_the_edge(tmp_path: Path) -> None:
    """A pit is 64 wide. The number stands 0.37 of that to the right of its middle and below it, 0.22 of it high, and
    its base line 0.35 of its height lower. A seed fills 0.92 of a place that is 0.3 of the pit."""
    with in_node(SEEDS, tmp_path) as page:
        pieces = f"{inside('.pieces')}.filter((e) => e.dataset.of === 'V1')"
        ((x, y, r),) = drawn(page, "target('V1').children.slice(0, 1)", "cx", "cy", "r")
        assert r == 32
        assert page.run(f"{pieces}.map((e) => e.localName)") == ["g", "g", "g", "text"]
        below = y + (0.37 + 0.35 * 0.22) * 64
        (number,) = drawn(page, f"{pieces}.slice(3)", "x", "y", "font-size")
        assert number == pytest.approx([x + 0.37 * 64, below, 0.22 * 64])
        assert page.run(f"{pieces}[3].textContent") == "3"
        assert drawn(page, f"{pieces}[0].children", "width") == [[pytest.approx(64 * 0.3 * 0.92)]]
        assert page.heard("V1") == "B1: 3 seed"
        page.choose("V1")  # one each goes to the next three
        assert [page.heard(f"V{n}").partition(": ")[2] for n in range(8)] == [
            "empty", "empty", "4 seed", "4 seed", *["3 seed"] * 2, "4 seed", "empty"
        ]  # fmt: skip
        assert page.run(f"{pieces}.length") == 0
        assert page.status == "Player 1: sows from B1. Player 2 to move."


COUNTED = """(game "Counted" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
    (rules (start (place "Man1" 4 count:3)) (play (move (from (sites Occupied by:All)) (to (sites Empty)) count:3))
        (end (if (= 9 (count Moves)) (result Mover Win)))))"""


def test_the_number_of_pieces_stands_beside_them(tmp_path: Path) -> None:
    """The middle of nine cells that are 64 wide is at 128; 0.3 of a cell farther lies the number, 0.3 of it high."""
    with in_node(COUNTED, tmp_path) as page:
        pieces = f"{inside('.pieces')}.filter((e) => e.dataset.of === 'C4')"
        assert page.run(f"{pieces}.map((e) => [e.localName, e.textContent])") == [["g", ""], ["text", "3"]]
        at = 128 + 0.3 * 64
        (number,) = drawn(page, f"{pieces}.slice(1)", "x", "y", "font-size")
        assert number == pytest.approx([at, at + 0.35 * 0.3 * 64, 0.3 * 64])


def test_pieces_that_are_counted_are_laid_one_by_one(tmp_path: Path) -> None:
    with in_node(SEEDS, tmp_path) as page:
        set_up(page, True)
        page.press("Seed")
        page.choose("V0", "V1", "V1")
        page.press("Take away")
        page.choose("V2", "V0", "V7")
        assert [page.heard(f"V{n}").partition(": ")[2] for n in (0, 1, 2, 7)] == ["empty", "5 seed", "2 seed", "empty"]
        page.press("Empty the board")
        assert {page.heard(f"V{n}").partition(": ")[2] for n in range(8)} == {"empty"}


def test_the_board_is_seen_from_the_other_side(tmp_path: Path) -> None:
    with in_node(STEPS, tmp_path) as page:
        pieces = among(".pieces .piece"), "data-of", "transform"
        before = drawn(page, *pieces)
        assert sorted(before) == [["C0", "translate(64 64)"], ["C4", "translate(320 64)"]]
        page.press("Flip the board")
        after = {of: where.partition(" ")[0] for of, where in drawn(page, *pieces)}
        assert after == {"C0": "translate(320", "C4": "translate(64"}
        assert "180" in drawn(page, "target('C0').children", "transform")[0][0]
        page.press("Flip the board")
        assert drawn(page, *pieces) == before


def test_what_is_written_at_the_sites(tmp_path: Path) -> None:
    """Names are the labels of the board, numbers those of the sites from 0."""
    with in_node(LINES, tmp_path) as page:
        tick = """((e) => { e.checked = %s; e.dispatchEvent(new Happening("change")); })(
            document.querySelectorAll("#overlays input").find((e) => e.value === "%s"))"""
        assert page.texts(".site-labels text") == []
        page.run(tick % ("true", "indices"))
        assert page.texts(".site-labels text") == [str(n) for n in range(9)]
        page.run(tick % ("false", "indices"))
        page.run(tick % ("true", "labels"))
        assert page.texts(".site-labels text") == ["A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"]
        page.run(tick % ("false", "labels"))
        assert page.texts(".site-labels text") == []
