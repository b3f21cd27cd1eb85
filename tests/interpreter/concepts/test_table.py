"""Concepts and numbers of small games of ours, as Ludii 1.3.13 tells them: see `table.py`, and `record.py` to ask anew.

For every concept there is a game that has it and one that has not; `NEVER` lists those that no game of ours can have.
"""

from __future__ import annotations

import pytest

from ludparse import load_description
from ludparse.interpreter.concepts import PARENTS, concept_counts, concepts_of
from ludparse.interpreter.concepts.game import rule_concepts
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes import Game
from tests.interpreter.concepts.table import read, read_rows, read_tree, small, texts
from tests.interpreter.small import small_game

ROWS = read_rows()
TEXTS = texts()
DEFINES = read("defines.tsv")[1:]

NEVER = {
    "nothing in Ludii sets it": "AsymmetricRules AsymmetricPlayRules AsymmetricEndRules AsymmetricSetup InitialPot",
    "Ludii sets it for moves that are played, and not for a game": (
        "FromToDecisionWithinBoard FromToDecisionBetweenContainers SetCost SetPhase SwapPiecesEffect"
    ),
    "Ludii looks for families of pieces where its pictures are not": (
        "AnimalComponent FairyChessComponent PloyComponent ShogiComponent XiangqiComponent StrategoComponent "
        "JanggiComponent HandComponent CheckersComponent TaflComponent"
    ),
    "a match needs its games in Ludii's library; test_concepts.py has one": "Match",
    "a define of Ludii's library brings it; see defines.tsv": " ".join(names for _, names in DEFINES),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_game_has_the_concepts_that_ludii_tells(name: str) -> None:
    description = load_description(TEXTS[name])
    holds = concepts_of(description)
    assert isinstance(description.game, Game)
    counts = concept_counts(description.game, build_equipment(description.game), holds)
    row = ROWS[name]
    wrong = [f"{name}: {c} expected {c in row.holds}, found {c in holds}" for c in row.holds ^ holds]
    for number, value in row.counts.items():
        found = str(counts[number]).replace("nan", "NaN")
        wrong += [] if found == value else [f"{name}: {number} expected {value}, found {found}"]
    assert wrong == []


def test_the_tree_is_ludiis() -> None:
    tree = {name: above for name, above in read_tree().items() if name in PARENTS}
    assert list(tree.items()) == [(name, above or "") for name, above in PARENTS.items()]


@pytest.mark.parametrize(("defines", "names"), DEFINES)
def test_a_define_of_a_board_brings_what_ludii_takes_from_it(defines: str, names: str) -> None:
    game = small_game('(piece "Man" Each)')
    equipment = build_equipment(game)
    assert rule_concepts(game, equipment, defines.split()) - rule_concepts(game, equipment) == set(names.split())


def test_each_concept_holds_in_one_game_and_not_in_another() -> None:
    holding = [row.holds for row in ROWS.values()]
    names = {name for name in PARENTS if name != "NumPlayers"}
    assert names - frozenset().union(*holding) == set(" ".join(NEVER.values()).split())
    assert not names & frozenset.intersection(*holding)
    for number in next(iter(ROWS.values())).counts:
        assert len({row.counts[number] for row in ROWS.values()}) > 2, number


def test_the_table_is_of_games_that_there_are() -> None:
    """Games recorded for ludemes since then need no row, those of `small.lud` do."""
    assert small().keys() <= ROWS.keys() <= TEXTS.keys()
