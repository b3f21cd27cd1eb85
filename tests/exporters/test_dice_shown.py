"""Dice that are shown are those of the legal moves, wherever a position is shown, at every ply of random games.

What is right is read from the texts of moves as Ludii writes them: the throw stands in front of what is decided.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from ludparse import expand, load
from ludparse.description.description import load_description
from ludparse.exporters.cli.main import main
from ludparse.exporters.environments.rendering import Renderer
from ludparse.exporters.pictures.animation import animation_svg, positions_of
from ludparse.exporters.pictures.drawing import layer_svg, layers_for
from ludparse.exporters.pictures.position import kit_of
from ludparse.exporters.terminal.screen import Screen
from tests.corpus import AT_HAND, LIBRARY, needs_corpus
from tests.interpreter.descriptions import DICE

OURS = [expand("Caravans"), expand("Hypnosia"), DICE]
THROWN = re.compile(r"\[SetStateAndUpdateDice:site=(\d+),state=(\d+)\]")
PLIES = 60
PLIES_OF_LIBRARY = 12

HAS_DICE = re.compile(r"\(dice\s")

LUDII = sorted(
    str(file.relative_to(LIBRARY / "lud").with_suffix(""))
    for file in (LIBRARY / "lud").rglob("*.lud")
    if HAS_DICE.search(file.read_text(encoding="utf-8", errors="replace"))
)


def with_dice(path: str) -> str:
    """The expanded description of a game of the library, with its first ruleset that has dice where not all have."""
    rulesets = load_description(path, library=AT_HAND).rulesets
    texts = (expand(path, library=AT_HAND, ruleset=r) for r in (None, *(ruleset.heading for ruleset in rulesets)))
    return next(filter(HAS_DICE.search, texts))


def positions(source: str, plies: int) -> Iterator[Any]:
    """The positions of a random game, and the last one over where it gets there."""
    state, chance = load(source).start(seed=7), random.Random(7)
    for _ in range(plies):
        yield state
        if state.over:
            return
        state.apply(state.random_move(chance))
    yield state


def thrown(state: Any) -> dict[int, int]:
    """The pips of the dice that the legal moves throw, by site."""
    throws = {tuple(THROWN.findall(move.text.partition("decision=true")[0])) for move in state.legal_moves()}
    assert len(throws) <= 1, "all moves of a position have the same throw"
    standing = {row[0]: row[-1][0] for row in state.sites()}
    faces = state.game.equipment.components
    return {int(s): faces[standing[f"C{s}"]].faces[int(face)] for throw in throws for s, face in throw}


def check(state: Any, screen: Screen) -> bool:
    """The dice of a position in every output but pages. Returns whether anything was thrown."""
    right = thrown(state)
    assert {die.site: die.pips for die in state.dice if die.standing == "thrown"} == right
    line = "dice: " + " ".join(str(right[site]) for site in sorted(right))
    texts = [str(state), screen.position(state), str(Renderer(state.game).render(state, "ansi", player=None))]
    if right:
        for text in texts:
            assert line in [row.partition("   (")[0] for row in text.split("\n")]
    last = state.over and any(die.standing == "last" for die in state.dice)
    assert all(("\nlast throw: " in text) >= last for text in texts)
    kit = kit_of(state.game)
    picture = state.svg()
    assert picture == state._repr_svg_()
    groups = re.findall(r'<g class="piece"[^>]*>.*', picture)
    for die in state.dice:
        (group,) = (group for group in groups if f"<title>C{die.site}: " in group)
        look = kit.looks[die.kind]
        assert look is not None
        size = kit.sites[f"C{die.site}"][2]
        drawn = "".join(layer_svg(layer, size) for layer in layers_for(look, die.face, 0))
        assert group.endswith(f"</title>{drawn}</g>")
        assert (" shows " in group) == (die.pips is not None)
        if die.site in right:
            assert f" shows {right[die.site]}</title>" in group
            assert "opacity" not in group.partition(">")[0]
        assert ('" opacity=' in group.partition(">")[0]) == (die.standing in ("used", "last"))
    return bool(right)


def check_game(source: str, plies: int) -> None:
    seen, screen, state = 0, None, None
    for state in positions(source, plies):
        screen = screen or Screen(state.game)
        seen += check(state, screen)
    assert seen or "(roll)" not in source, "a game that throws dice has shown some"
    assert state is not None
    frames = animation_svg(positions_of(state)[:3])
    for earlier in positions_of(state)[:3]:
        for site, pips in thrown(earlier).items():
            assert re.search(rf"<title>C{site}: \w+ shows {pips}</title>", frames)


@pytest.mark.parametrize("source", OURS, ids=["caravans", "hypnosia", "race"])
def test_dice_shown_are_those_of_the_legal_moves(source: str) -> None:
    check_game(source, PLIES)


@needs_corpus
@pytest.mark.telling(
    "board/race/escape/Backgammon",
    "board/race/escape/20 Squares",
    "board/race/reach/Gyan Chaupar",
    "board/race/escape/Nyout",
    "board/war/replacement/eliminate/all/Sahkku",
)
@pytest.mark.drawn(30)
@pytest.mark.parametrize("path", LUDII)
def test_dice_shown_in_games_of_ludii_are_those_of_the_legal_moves(path: str) -> None:
    check_game(with_dice(path), PLIES_OF_LIBRARY)


@needs_corpus
def test_all_games_of_ludii_with_dice_are_looked_at() -> None:
    assert len(LUDII) == 109


@pytest.mark.parametrize("game", ["Caravans", "Hypnosia"])
def test_the_throw_is_on_the_screen_before_it_is_used(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`lud play`: what somebody is said to have thrown stood above, below the board."""
    assert main(["play", game, "--random", "--seed", "5", "--max-moves", "30"]) == 0
    out = capsys.readouterr().out
    steps = re.split(r"\n\d+\. (Player \d|[A-Z][a-z]+)(?: throws ([\d ]+\d))?", out)
    throws = 0
    for before, said in zip(steps[::3], steps[2::3], strict=False):
        if said:
            throws += 1
            assert re.search(rf"^dice: {said}(   |$)", before, re.MULTILINE)
    assert throws > 5
