"""What differs is made small: with two engines of our own in the place of Ludii and us."""

from __future__ import annotations

import time
from itertools import islice
from typing import Any

import pytest

from ludparse import LudError, expand, load_description, parse
from ludparse.exporters.verification.crosscheck.result import Difference, GameResult
from ludparse.exporters.verification.ludii.bare_games import bare_games
from ludparse.exporters.verification.ludii.errors import LudiiRefusedError
from ludparse.exporters.verification.ludii.minimise import Minimiser
from ludparse.exporters.verification.ludii.pair import Played
from ludparse.exporters.verification.ludii.trees import size
from ludparse.exporters.verification.ludii.two_changes import MOST, two_changes
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Call

FAULTS = {"(count Sites": "Gardens", "(then": "Caravans"}

DRAUGHTS = """(game "Draughts" (players 2)
    (equipment {
        (board (square 6)) (hand Each) (dice d:6 num:2)
        (regions "Far" P1 (sites Top)) (regions "Near" P1 (sites Bottom))
        (piece "Man" Each (move Hop
            (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to)))))
        (piece "King" Each (move Slide))
    })
    (rules (start (place "Man1" (sites Bottom)))
        (play (or
            (forEach Piece)
            (move (from (handSite Mover)) (to (sites Empty)) (then (if (is Line 3) (moveAgain))))))
        (end {
            (if (is In (last To) (sites Mover "Far")) (result Mover Win))
            (if (no Moves Next) (result Mover Win))})))"""


class FaultyPair:
    """A Ludii that takes what `load_description` takes, and an engine that is wrong where a word occurs."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.seconds: list[float] = []

    def limit(self, seconds: float) -> None:
        self.seconds.append(seconds)

    def load(self, variant: Any) -> dict[str, Any]:
        try:
            load_description(variant.text)
        except LudError as problem:
            raise LudiiRefusedError(problem.message) from problem
        return {}

    def apart(self, variant: Any, *, games: int, **_: Any) -> tuple[None, list[int]]:
        return None, [games - 1] if self.follow(variant, []).difference else []

    def in_full(self, variant: Any, header: Any, played: Any, difference: Difference) -> Difference:
        return difference

    def game(self, header: Any, number: int, **_: Any) -> Played:
        return Played([{"rng": []}, {"pick": 0}])

    def follow(self, variant: Any, played: Any) -> GameResult:
        wrong = self.word in " ".join(variant.text.split())
        return GameResult("", difference=Difference("legal", "c", "m", ply=0) if wrong else None)


def words(text: str) -> int:
    return len([w for w in text.replace("(", " ").replace(")", " ").replace("{", " ").replace("}", " ").split() if w])


@pytest.mark.parametrize(("word", "game"), FAULTS.items())
def test_what_is_left_still_differs_and_is_small(word: str, game: str) -> None:
    whole = expand(game)
    found = Minimiser(FaultyPair(word), seconds=20).minimise(whole, 40)  # type: ignore[arg-type]
    assert found is not None
    assert word in " ".join(found.text.split())
    load_description(found.text)
    assert found.words <= 16 < words(whole)
    assert found.tried <= 100
    assert parse(found.text)


def one_line(tree: Any) -> str:
    return " ".join(format_tree(tree).split()).replace(" )", ")")


def bare(about: str, *actions: str) -> list[str]:
    (tree,) = parse(DRAUGHTS)
    assert isinstance(tree, Call)
    found = [*bare_games(tree, about, frozenset(actions))]
    assert [size(t) for t in found] == sorted(size(t) for t in found)
    assert all(size(t) < size(tree) for t in found)
    return [one_line(t) for t in found]


def test_each_effect_and_condition_stands_in_a_plain_game() -> None:
    texts = bare("moves", "Remove")
    begin = '(game "Draughts" (players 2) (equipment {(board (square 1))}) (rules '
    assert f"{begin}(play (add (to 0) (then (remove 0)))) (end (if False))))" in texts, "between: what hops provide"
    assert f"{begin}(play (if (is Line 3) (remove 0))) (end (if False))))" in texts
    assert f"{begin}(play (if (is Line 3) (moveAgain))) (end (if False))))" in texts
    assert f"{begin}(play (if (is Line 3) (pass))) (end (if False))))" in texts
    hops = [t for t in texts if "(move Hop" in t]
    assert any("(move Hop (from 0) (between if:True" in t for t in hops)
    assert any('(piece "Runner" (move Hop (between if:(is Enemy' in t and "(play (forEach Piece))" in t for t in hops)
    assert not any("(remove 0)" in t and "(is Line" in t for t in bare("moves")), "nothing is removed"
    assert all("(fromTo (from" in t for t in texts if "(fromTo" in t), "of all parts only a plain move is one"


def test_a_plain_game_has_the_equipment_that_it_refers_to() -> None:
    texts = bare("end")
    (at_far, *_) = (t for t in texts if '(sites Mover "Far")' in t)
    assert '(regions "Far" P1 (sites Top))' in at_far and "Near" not in at_far and "(hand" not in at_far
    assert any("(end (if (is Line 3) (byScore)))" in t and "(play (add (to (sites Empty))))" in t for t in texts)
    texts = bare("moves")
    drops = [t for t in texts if "(from (handSite Mover))" in t]
    assert all("(hand Each)" in t for t in drops)
    assert any('(place "Disc1" "Hand1")' in t for t in drops)


def test_plain_games_of_the_start_and_of_nothing() -> None:
    texts = bare("position")
    assert any('(start (place "Man1" (sites Bottom)))' in t and "(play (pass))" in t for t in texts)
    assert not bare("error")
    (match,) = parse('(match "M" (players 2) (games {(subgame "Gardens" next:0)}) (end (if False)))')
    assert isinstance(match, Call) and not [*bare_games(match, "moves", frozenset())]


@pytest.mark.parametrize(
    ("given", "count"),
    [("", 2), ("(players 3)", 3), ("(players {(player N) (player S) (player E)})", 3), ("(players {(player N)})", 1)],
)
def test_plain_games_have_as_many_players(given: str, count: int) -> None:
    """Two, where a description does not say how many."""
    (tree,) = parse(DRAUGHTS.replace("(players 2)", given))
    assert isinstance(tree, Call)
    texts = [one_line(t) for t in bare_games(tree, "moves", frozenset({"Remove"}))]
    assert texts and all(f"(players {count})" in text for text in texts)


class NamedPair(FaultyPair):
    """Differs in the actions of moves: forgets to remove, and something else where a pass is."""

    def follow(self, variant: Any, played: Any) -> GameResult:
        text = " ".join(variant.text.split())
        cause = "without Remove" if self.word in text else "without Promote" if "(pass)" in text else ""
        return GameResult("", difference=Difference("text", cause, "m", ply=0) if cause else None)


def test_what_is_left_differs_in_the_same_actions() -> None:
    found = Minimiser(NamedPair("(remove"), seconds=20).minimise(DRAUGHTS, 40)  # type: ignore[arg-type]
    assert found is not None and found.difference.cause == "without Remove"
    assert "(play (remove " in one_line(found.tree) and found.words <= 13


def test_what_our_reader_refuses_is_not_given_to_ludii() -> None:
    class Counting(FaultyPair):
        asked = 0

        def load(self, variant: Any) -> dict[str, Any]:
            Counting.asked += 1
            load_description(variant.text)
            return {}

    pair = Counting("(is Line")
    found = Minimiser(pair, seconds=20).minimise(DRAUGHTS, 40)  # type: ignore[arg-type]
    assert found is not None and found.tried == Counting.asked
    assert pair.seconds == [10.0], "what hangs is given up soon"
    assert "(is Line" in one_line(found.tree) and found.words <= 16


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
