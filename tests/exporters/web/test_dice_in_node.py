"""The dice of pages under Node.js: what is thrown for the legal moves, as positions have it (`State.dice`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludparse import expand, load
from tests.corpus import needs_corpus
from tests.exporters.test_dice_shown import LUDII, with_dice
from tests.exporters.web.in_node import NodePage, in_node
from tests.exporters.web.shots import address
from tests.interpreter.descriptions import DICE

pytestmark = pytest.mark.usefixtures("c_compiler")

GAME = """(game "Small" (players 2) (equipment {{(board (square 3)) (dice d:6 num:2) (piece "Man" Each)}})
    (rules (play {play}) (end (if (is Full) (result Mover Win)))))"""
ADD = "(move Add (to (sites Empty)))"
SMALL = {
    "race": DICE,
    "late": GAME.format(play="(move Add (to (sites Empty)) (then (roll)))"),
    "alone": GAME.format(play=f"(if (is Mover P1) (do (roll) next:{ADD}) {ADD})"),
}
SAID = {"thrown": "", "kept": "", "used": ", used", "last": ", thrown last", "unthrown": ""}
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def described(die: Any) -> str:
    """What a screen reader is to say of a die."""
    return "not thrown" if die.standing == "unthrown" else number(die) + SAID[die.standing]


def number(die: Any) -> str:
    return NUMBERS[die.pips] if die.pips < len(NUMBERS) else str(die.pips)


def check(page: NodePage, state: Any) -> None:
    for die in state.dice:
        assert page.heard(f"C{die.site}").partition(": ")[2] == described(die)
    thrown = [number(die) for die in state.dice if die.standing == "thrown"]
    assert ("The throw: " in page.status) == bool(thrown)
    assert not thrown or f"The throw: {', '.join(thrown)}." in page.status
    dim = page.run("document.querySelectorAll('.pieces .spent').map((e) => e.dataset.of)")
    assert sorted(dim) == sorted(f"C{d.site}" for d in state.dice if d.standing in ("used", "last"))


def check_game(source: str, folder: Path) -> None:
    """At every ply of a random game: what is said of each die, the status, and which dice are dim."""
    game: Any = load(source)
    state = game.start(rng_state=list((7).to_bytes(8, "little")))
    where = address(game, 24, seed=7)
    with in_node(source, folder, where) as page:
        page.key("Home")
        check(page, state)
        for number in (int(number, 36) for number in where.rpartition("m=")[2].split(".")):
            state.apply(state.legal_moves()[number])
            page.key("ArrowRight")
            check(page, state)
    assert state.dice
    assert "(roll)" not in source or any(die.standing != "unthrown" for die in state.dice)


OURS = [*SMALL.values(), expand("Caravans"), expand("Hypnosia")]


@pytest.mark.parametrize("source", OURS, ids=[*SMALL, "caravans", "hypnosia"])
def test_pages_show_the_dice_of_the_legal_moves(source: str, tmp_path: Path) -> None:
    check_game(source, tmp_path)


@needs_corpus
@pytest.mark.telling("board/race/escape/Backgammon", "board/race/reach/Gyan Chaupar")
@pytest.mark.drawn(12)
@pytest.mark.parametrize("path", LUDII)
def test_pages_of_games_of_ludii_show_the_dice_of_the_legal_moves(path: str, tmp_path: Path) -> None:
    check_game(with_dice(path), tmp_path)
