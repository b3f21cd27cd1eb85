"""Concepts as Ludii 1.3.13 derives them: of our own descriptions, and of its descriptions where they are at hand.

`ours.json` was written by a running Ludii: for each game in `games/` its concepts and its counts. A game whose rules
have been written in another way since then has its counts alone, until it is recorded again. Of the recorded games a
sample is looked at; with LUDPARSE_WHOLE_CORPUS=1 in the environment all of them (two minutes).
"""

import gzip
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludparse import load_description
from ludparse.interpreter.concepts import concept_counts, concepts_of, in_order
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes import Game
from tests.corpus import CORPUS, LIBRARY, needs_corpus
from tests.games.by_hand import GAMES

OURS = json.loads(Path(__file__).with_name("ours.json").read_text(encoding="utf-8"))
RECORDED = CORPUS / "concepts.jsonl.gz"
EVERY = 1 if os.environ.get("LUDPARSE_WHOLE_CORPUS") else 40
CHUNKS = 8


@cache
def recorded() -> list[dict[str, Any]]:
    with gzip.open(RECORDED, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines][::EVERY]


def difference(path: Path, concepts: set[str] | None, values: dict[str, str], library: Path | None) -> str:
    """What is not as Ludii says, empty if nothing is."""
    description = load_description(path, library=library)
    found = concepts_of(description, library=library)
    assert isinstance(description.game, Game)
    counts = concept_counts(description.game, build_equipment(description.game), found)
    wrong = []
    if concepts is not None:
        wrong += [f"-{name}" for name in in_order(concepts - found)]
        wrong += [f"+{name}" for name in in_order(found - concepts)]
    wrong += [
        f"{name} {counts.get(name)} for {value}" for name, value in values.items() if f"{counts.get(name)}" != value
    ]
    return ", ".join(wrong)


@pytest.mark.parametrize("name", OURS)
def test_our_games_have_the_concepts_that_ludii_derives(name: str) -> None:
    expected = OURS[name]
    path = GAMES / name / f"{name}.lud"
    concepts = set(expected["concepts"].split()) if "concepts" in expected else None
    assert difference(path, concepts, expected["values"], None) == ""


@needs_corpus
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_recorded_games_have_the_concepts_that_ludii_derives(chunk: int) -> None:
    wrong = {}
    for game in recorded()[chunk::CHUNKS]:
        found = difference(LIBRARY / "lud" / game["path"], set(game["concepts"]), game["values"], LIBRARY)
        if found:
            wrong[game["path"]] = found
    assert wrong == {}
