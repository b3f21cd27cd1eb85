"""Pages under Node.js: moves, the list of them, taking back, keys, addresses, trials and pieces set up by hand. What is
expected was worked out by hand from the rules of each game, which stand here or in games.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.exporters.web import games
from tests.exporters.web.in_node import NodePage, in_node
from tests.exporters.web.test_setup import STACKS
from tests.interpreter.play.test_forced_pass import END, GAME

pytestmark = pytest.mark.usefixtures("c_compiler")

LINES = """(game "Lines" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (is Line 3) (result Next Win)) (if (is Full) (result Mover Draw))})))"""

STEPS = """(game "Steps" (players 2) (equipment {(board (rectangle 1 5))
        (piece "Man" Each (move Step (directions {E W}) (to if:(is Empty (to)))))})
    (rules (start {(place "Man1" 0) (place "Man2" 4)}) (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))"""

STUCK = """(game "Stuck" (players 2) (equipment {(board (rectangle 1 5)) (piece "Man" Each)})
    (rules (start {(place "Man1" {1 3}) (place "Man2" 4)})
        (play (forEach Site (sites Occupied by:Mover) (move Step (from (site)) (to if:(is Empty (to))))))
        (end (if (= 9 (count Moves)) (result Mover Win)))))"""


def test_moves_are_chosen_listed_taken_back_and_made_again(tmp_path: Path) -> None:
    with in_node(games.CHOICE, tmp_path) as page:
        assert page.status == "White to move."
        assert page.offered == {f"C{k}" for k in range(9)}
        for site, piece in (("C4", "Square"), ("C0", "Round"), ("C8", "Square")):
            page.choose(site)
            page.press(piece)
        assert page.moves == ["B2, square", "A1, round", "C3, square"]
        assert page.offered == {f"C{k}" for k in (1, 2, 3, 5, 6, 7)}
        assert page.status == "White: white square at C3. Black to move."
        page.press("Undo")
        assert (page.ply, page.offered) == (2, {f"C{k}" for k in (1, 2, 3, 5, 6, 7, 8)})
        page.press("Redo")
        assert (page.ply, page.heard("C8")) == (3, "C3: white square")
        page.key("ArrowLeft")
        assert (page.ply, page.heard("C8")) == (2, "C3: empty")
        page.key("ArrowRight")
        page.key("Home")
        assert (page.ply, page.heard("C4")) == (0, "B2: empty")
        page.key("End")
        assert page.ply == 3
        place = ("place your Round on an empty cell", "place your Square on an empty cell")
        assert f"On your turn, {', or '.join(place)}." in page.texts("#rules li")


def test_the_result_goes_to_the_player_whom_the_rules_name(tmp_path: Path) -> None:
    """Whoever makes a line loses: `(result Next Win)`."""
    with in_node(LINES, tmp_path) as page:
        page.choose("C0", "C4", "C1", "C5", "C2")
        assert page.ply == 5
        assert page.status.startswith("White: white stone at C1. Black wins.")
        assert page.offered == set()
        assert page.texts("#ending") == ["Black wins."]
        page.press("New game")
        assert (page.ply, page.status) == (0, "White to move.")


def test_a_full_board_is_a_draw(tmp_path: Path) -> None:
    """From the top white, black, white; black, white, white; black, white, black: no line of three."""
    with in_node(LINES, tmp_path) as page:
        page.choose("C1", "C0", "C4", "C2", "C5", "C3", "C6", "C7", "C8")
        assert page.ply == 9
        assert page.texts("#ending") == ["A draw."]


def test_the_rule_by_which_a_game_was_won_names_its_players(tmp_path: Path) -> None:
    """White goes from A1 to D1, black from E1 to D1 and back, where it is shut in."""
    with in_node(STEPS, tmp_path) as page:
        assert page.heard("C0") == "A1: white man, chosen"  # there is nothing else to choose
        page.choose("C1", "C3", "C2", "C4", "C3")
        assert page.status == (
            "White: white man to D1. White wins. The rule: If Black cannot move, White wins."
        )


def test_an_address_is_played_from_its_first_legal_move_on(tmp_path: Path) -> None:
    """Move 0 of nine fills A1, move 7 of the eight left fills C3; a tenth of seven there is none."""
    with in_node(LINES, tmp_path, "#s=1&m=0.7") as page:
        assert page.moves == ["A1", "C3"]
        assert page.run("location.hash") == "#s=1&m=0.7"
    with in_node(LINES, tmp_path, "#s=1&m=0.a") as page:
        assert page.ply == 1
        assert page.texts("#problem") == ["The last move of this address could not be played."]
        assert not page.run("document.querySelector('#problem').hidden")
        page.choose("C8")
        assert page.run("document.querySelector('#problem').hidden")


def test_a_pass_is_a_button_and_two_of_them_end_the_game(tmp_path: Path) -> None:
    with in_node(games.PASSES, tmp_path) as page:
        assert page.options == ["Pass"]
        page.press("Pass", "Pass")
        assert page.run("document.documentElement.dataset.over") == "true"


def test_a_simulation_at_rest_goes_on_with_a_pass_of_nobody(tmp_path: Path) -> None:
    """The same game as of test_forced_pass.py, and its text."""
    with in_node(GAME.format(end=END), tmp_path) as page:
        page.choose(*page.offered)
        page.press("Pass", "Save game")
        assert "\nMove=[Move:mover=0,actions=[Pass:decision=true,forced=true]]\n" in page.run("saved")[-1]


# ------------------------------------------------------------------------------------------------ trials


def load_trial(page: NodePage, text: str) -> Any:
    """Choose a file. What its field says then."""
    return page.run(f"""(async () => {{
        const file = document.querySelector("#file");
        Object.assign(file, {{ files: [{{ text: async () => {text!r} }}], value: "game.trl" }});
        file.dispatchEvent(new Happening("change"));
        await settled();
        return file.value;
    }})()""")


def test_a_game_is_saved_as_ludii_writes_it_and_loaded_again(tmp_path: Path) -> None:
    with in_node(LINES, tmp_path, "#s=2h") as page:  # 2h is 89 in base 36
        page.choose("C4", "C0")
        page.press("Save game")
        (text,) = page.run("saved")
        lines = text.splitlines()
        for row in (
            "RNG internal state=89,0,0,0,0,0,0,0",
            "Move=[Move:mover=1,from=4,to=4,actions=[Add:type=Cell,to=4,what=1,decision=true]]",
            "Move=[Move:mover=2,from=0,to=0,actions=[Add:type=Cell,to=0,what=2,decision=true]]",
            "LEGAL MOVES LIST SIZE = 9",
            "LEGAL MOVES LIST SIZE = 8",
            "numInitialPlacementMoves=0",
        ):
            assert row in lines
        page.press("New game", "End this game")
        assert page.ply == 0
        assert load_trial(page, text) == ""  # so that the same file can be chosen once more
        assert (page.moves, page.run("location.hash")) == (["B2", "A1"], "#s=2h&m=4.0")
        load_trial(page, text.replace("89,0,0,0,0,0,0,0", "89,0"))
        assert page.texts("#problem") == ["This is not a trial of Ludii's: the state of the random numbers is missing."]
        assert page.ply == 2
        page.run("delete document.documentElement.dataset.failed")


# ------------------------------------------------------------------------------------------------ set up by hand


def set_up(page: NodePage, on: bool) -> None:
    """Open what pieces are set up with, or close it."""
    opened = f"Object.assign(document.querySelector('#set-up'), {{ open: {str(on).lower()} }})"
    page.run(f"{opened}.dispatchEvent(new Happening('toggle'))")


def test_pieces_are_set_up_and_played_from(tmp_path: Path) -> None:
    with in_node(LINES, tmp_path) as page:
        page.choose("C8")
        set_up(page, True)
        assert page.run("document.querySelector('#first-mover').value") == "2"  # whose turn it is
        page.press("Empty the board", "White stone")
        page.choose("C0", "C1")
        page.press("Black stone")
        page.choose("C3", "C4")
        page.press("Take away")
        page.choose("C4")
        page.run("void (document.querySelector('#first-mover').value = 1)")
        page.press("Play from here")
        assert page.status == "White to move."
        shown = [page.heard(f"C{k}").partition(": ")[2] for k in range(9)]
        assert shown == ["white stone", "white stone", "empty", "black stone", *["empty"] * 5]
        assert page.offered == {"C2", "C4", "C5", "C6", "C7", "C8"}
        page.choose("C2")
        assert page.texts("#ending") == ["Black wins."]  # as White has made a line
        assert page.run("location.hash").endswith("&p=1~C0.1~C1.1~C3.2&m=0")


def test_a_pass_without_a_choice_waits_until_nothing_is_set_up(tmp_path: Path) -> None:
    """Black is shut in at E1. The page makes its pass after a moment, but not while pieces are laid."""
    with in_node(STUCK, tmp_path) as page:
        page.run("void (window.setTimeout = (act) => { globalThis.later = act; })")
        page.choose("C1", "C2")
        assert page.status.endswith("Black to move. There is no move but to pass.")
        set_up(page, True)
        page.run("later()")
        assert page.ply == 1
        set_up(page, False)
        page.run("later()")
        assert page.ply == 2


# ------------------------------------------------------------------------------------------------ drawings


def test_pieces_are_drawn_by_their_symbols_and_travel(tmp_path: Path) -> None:
    """Sites of a row of five are 64 apart, the first at (64, 64). Names, where none stand at the edge, are as large as
    0.34 of a site. That of the first stands at its left, farther by 0.3 of a site and half of its two letters, each 0.6
    times as wide as it is high; those between others stand above."""
    with in_node(STEPS, tmp_path) as page:
        page.choose("C1")
        pieces = "document.querySelectorAll('.pieces .piece')"
        assert page.run(f"{pieces}.map((e) => [e.dataset.of, e.children[0].getAttribute('href')])") == [
            ["C4", "#lp-token"], ["C1", "#lp-token"]
        ]  # fmt: skip
        assert page.run("document.movements") == [
            ["C1", ["translate(128px, 64px) translate(-64px, 0px)", "translate(128px, 64px) translate(0, 0)"]]
        ]
        assert page.texts(".site-labels text") == ["A1", "B1", "C1", "D1", "E1"]
        places = page.run("document.querySelectorAll('.site-labels text').map((e) => Number(e.getAttribute('x')))")
        apart = 64 * (0.3 + 0.3 * 0.34 * 2)
        assert places == pytest.approx([64 - apart, 128, 192, 256, 320 + apart])


def drag(page: NodePage, start: str, end: str) -> Any:
    """Drag from a site to another one. What is under the pointer on the way."""
    return page.run(f"""(() => {{
        const at = (site, type, x) => {{
            document.under = target(site).children[0];
            target(site).dispatchEvent(new Happening(type, {{ clientX: x, clientY: 0, button: 0, pointerId: 1 }}));
        }};
        at("{start}", "pointerdown", 0);
        at("{start}", "pointermove", 20);
        const held = document.querySelectorAll(".ghost .piece").length;
        at("{end}", "pointerup", 64);
        return held;
    }})()""")


def test_a_stack_is_a_place_with_all_its_pieces_and_goes_with_them(tmp_path: Path) -> None:
    with in_node(STACKS, tmp_path, "#s=1&p=1~C4.2.1.1~C0.2") as page:
        circles = "['C0', 'C4', 'C5'].map((site) => target(site).querySelectorAll('circle').length)"
        assert page.run(circles) == [0, 3, 0]  # one for each piece that lies elsewhere than in the middle
        assert drag(page, "C4", "C5") == 3
        assert (page.moves, page.run(circles)) == (["B2-C2"], [0, 0, 3])


def test_of_a_row_of_pieces_the_last_one_is_dragged(tmp_path: Path) -> None:
    with in_node(f"{STACKS} (metadata (graphics (stackType Backgammon)))", tmp_path, "#s=1&p=1~C4.2.1.1~C0.2") as page:
        assert drag(page, "C4", "C5") == 1
        assert page.moves == ["B2-C2"]


ALONE = """(game "Alone" (players 1) (equipment {(board (rectangle 1 2)) (piece "Card" P1)})
    (rules (play (move Add (to (sites Empty))))
        (end {(if (= (last To) 0) (result P1 Win)) (if (= (last To) 1) (result P1 Loss))})))"""


def test_who_plays_alone_has_solved_the_game_or_not(tmp_path: Path) -> None:
    with in_node(ALONE, tmp_path) as page:
        page.choose("C0")
        assert page.texts("#ending") == ["Solved!"]
        page.press("Undo")
        page.choose("C1")
        assert page.texts("#ending") == ["Not solved: the game is over."]


# ------------------------------------------------------------------------------------------------ secrets

VEILED = """(game "Veiled" (players 1) (equipment {(board (square 2)) (piece "Card" P1)})
    (rules (start {(place "Card" 0) (set Hidden What (sites Occupied by:P1) to:P1)})
        (play (move Add (to (sites Empty)))) (end (if (is Full) (result P1 Win)))))"""


def test_only_the_pieces_of_whoever_looks_are_told(tmp_path: Path) -> None:
    """The king of White stands at B1, that of Black at C4."""
    with in_node(games.HIDDEN, tmp_path) as page:
        page.seat(2, "computer")  # so that nobody else looks, and nothing is covered
        assert (page.heard("C1"), page.heard("C14")) == ("B1: white king", "C4: hidden piece")
        assert page.run("document.querySelector('#hint').disabled")


def test_who_plays_alone_may_have_hints_where_something_is_hidden(tmp_path: Path) -> None:
    with in_node(VEILED, tmp_path) as page:
        assert not page.run("document.querySelector('#hint').disabled")
        assert page.run("document.querySelector('#no-hint').hidden")


HIDING = """(game "Hiding" (players 2) (equipment {{(board (square 3)) (piece "Stone" Each) (piece "Rock" Each)}})
    (rules (start {{(place "Stone2" 8) {start}}})
        (play (if (is Mover P1) (or (move Add (piece (id "Stone" Mover)) (to (sites {{0 1}})){hide})
                                    (move Add (piece (id "Rock" Mover)) (to (sites {{0 1}})){hide}))
                  (move Pass)))
        (end (if (is Full) (result Mover Win)))))"""
KIND = " (then (and (set Hidden What at:(last To) to:P2) (set Value at:(last To) (what at:(last To)))))"
ALL = " (then (set Hidden at:(last To) to:P2))"
STACKED = '(place Stack items:{"Stone1" "Rock1"} 4)'
SEEN = """(() => {
    const told = (e) => (e.childNodes ? [e.localName, [...e.attributes], e.childNodes.map(told)] : e.textContent);
    const parts = ["board", "status", "moves", "messages", "aside", "players"];
    return JSON.stringify(parts.map((id) => told(document.querySelector(`#${id}`))));
})()"""


@pytest.mark.parametrize(
    ("hide", "start", "ways"),
    [
        (KIND, "", [("C0", "Stone"), ("C0", "Rock")]),
        (ALL, "", [("C0", "Stone"), ("C0", "Rock"), ("C1", "Stone"), ("C1", "Rock")]),
        (ALL, STACKED, [("C0", "Stone"), ("C1", "Rock")]),
    ],
)
def test_what_is_hidden_changes_nothing_that_is_shown(hide: str, start: str, ways: Any, tmp_path: Path) -> None:
    """White adds a piece, whose kind is hidden from Black, or all of it. White is shown the difference."""
    shown: dict[str, set[str]] = {"0": set(), "1": set(), "2": set()}
    for number, (site, piece) in enumerate(ways):
        folder = tmp_path / str(number)
        folder.mkdir()
        with in_node(HIDING.format(hide=hide, start=start), folder) as page:
            page.press("I am White: show the board")
            page.choose(site)
            page.press(piece)
            shown["0"].add(page.run(SEEN))  # while the screen is handed over
            page.press("I am Black: show the board")
            shown["2"].add(page.run(SEEN))
            page.press("Pass", "I am White: show the board")
            shown["1"].add(page.run(SEEN))
    assert {player: len(views) for player, views in shown.items()} == {"0": 1, "1": len(ways), "2": 1}


def test_moves_at_the_same_time_are_made_when_all_have_chosen(tmp_path: Path) -> None:
    with in_node(games.TOGETHER, tmp_path) as page:
        page.press("I am White: show the board")
        assert page.status == "White chooses a move. "
        page.choose("C4", "C0")
        assert page.ply == 0
        page.press("I am Black: show the board")
        assert page.status == "Black chooses a move. "
        page.choose("C6", "C1")
        assert page.ply == 2
        assert page.texts("#ending") == ["White wins."]
