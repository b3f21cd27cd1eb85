"""What differs is made small: with two engines of our own in the place of Ludii and us."""

from __future__ import annotations

from typing import Any

import pytest

from exporters.crosscheck.result import Difference, GameResult
from exporters.ludii.errors import LudiiRefusedError
from exporters.ludii.minimise import Minimiser
from exporters.ludii.pair import Played
from ludparse import expand, load_description, parse
from ludparse.errors import LudError

FAULTS = {"(is Line": "Ex Nihilo", "(count Sites": "Gardens", "(then": "Caravans", "(score": "Ponds"}


class FaultyPair:
    """A Ludii that takes what `load_description` takes, and an engine that is wrong where a word occurs."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.text = ""

    def load(self, variant: Any) -> dict[str, Any]:
        try:
            load_description(variant.text)
        except LudError as problem:
            raise LudiiRefusedError(problem.message) from problem
        return {}

    def apart(self, variant: Any, *, games: int, **_: Any) -> tuple[None, list[int]]:
        return None, [games - 1] if self.follow(variant, []).difference else []

    def game(self, header: Any, number: int, **_: Any) -> Played:
        return Played([{"rng": []}, {"pick": 0}])

    def follow(self, variant: Any, played: Any) -> GameResult:
        wrong = self.word in " ".join(variant.text.split())
        return GameResult("", difference=Difference("legal", "c", "m", ply=0) if wrong else None)


def words(text: str) -> int:
    return len([w for w in text.replace("(", " ").replace(")", " ").replace("{", " ").replace("}", " ").split() if w])


@pytest.mark.parametrize(("word", "game"), [(w, g) for w, g in FAULTS.items() if w in " ".join(expand(g).split())])
def test_what_is_left_still_differs_and_is_small(word: str, game: str) -> None:
    whole = expand(game)
    found = Minimiser(FaultyPair(word), seconds=20).minimise(whole, 40)  # type: ignore[arg-type]
    assert found is not None
    assert word in " ".join(found.text.split())
    load_description(found.text)
    assert found.words <= 20 < words(whole)
    assert parse(found.text)


def test_what_does_not_differ_is_not_made_small() -> None:
    assert Minimiser(FaultyPair("(nothing"), seconds=20).minimise(expand("Gardens"), 40) is None  # type: ignore[arg-type]
