"""What differs is made small: with two engines of our own in the place of Ludii and us."""

from __future__ import annotations

import time
from itertools import islice
from typing import Any

import pytest

from exporters.crosscheck.result import Difference, GameResult
from exporters.ludii.errors import LudiiRefusedError
from exporters.ludii.minimise import Minimiser
from exporters.ludii.pair import Played
from exporters.ludii.trees import size
from exporters.ludii.two_changes import MOST, two_changes
from ludparse import expand, load_description, parse
from ludparse.errors import LudError
from ludparse.formatter import format_tree
from ludparse.syntax import Call

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


def test_two_changes_move_a_part_and_leave_out_what_it_stood_in() -> None:
    text = """(game "G" (players 2) (equipment {(board (square 2)) (piece "A" (move Step (to (apply (remove (to))))))})
    (rules (start (place "A1" 0)) (play (forEach Piece)) (end (if False))))"""
    (tree,) = parse(text)
    assert isinstance(tree, Call)
    found = [*two_changes(tree)]
    texts = [" ".join(format_tree(t).split()) for t in found]
    assert any('(piece "A")' in t and "(play (remove (to)))" in t for t in texts)
    assert any("(start" not in t and "(equipment" in t and "(end" not in t for t in texts)
    assert all(size(t) < size(tree) for t in found)
    assert [size(t) for t in found] == sorted(size(t) for t in found)


def test_two_changes_of_a_long_description_are_bounded() -> None:
    (tree,) = parse(expand("Ex Nihilo"))  # some thousands of words
    assert isinstance(tree, Call) and size(tree) > 4000
    begun = time.process_time()
    first, *_, last = islice(two_changes(tree), 50)
    assert time.process_time() - begun < 20, "every pair of its parts was looked at"
    assert size(first) <= size(last) < size(tree)
    (tree,) = parse(expand("Caravans"))
    assert isinstance(tree, Call)
    assert sum(1 for _ in two_changes(tree)) <= MOST


def test_what_does_not_differ_is_not_made_small() -> None:
    assert Minimiser(FaultyPair("(nothing"), seconds=20).minimise(expand("Gardens"), 40) is None  # type: ignore[arg-type]
