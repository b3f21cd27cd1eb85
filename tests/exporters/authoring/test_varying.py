"""A number or word becomes an option: the game stays the same, and each item changes that word alone."""

from __future__ import annotations

import pytest

from ludparse import LudError, diff, expand
from ludparse.expansion.pipeline import expand_source
from ludparse.exporters.authoring.varying import places_of, usual_items, varied
from ludparse.problems.message import example
from ludparse.problems.spans import Source

TEXT = example(
    board="(board (square 4))",
    play="(move Step Orthogonal (to if:(is Empty (to))))  // 3 steps\n",
    end="(if (is Line 3) (result Mover Win))",
)


def line_of(part: str) -> int:
    return TEXT[: TEXT.index(part)].count("\n") + 1


@pytest.mark.parametrize(("part", "word", "items", "name"), [
    ("(square", "4", None, "Board Size"), ("(players", "2", ["1", "2", "3"], "Players"), ("is Line", "3", ["4"], "Row"),
    ("move Step", "Orthogonal", ["Orthogonal", "Diagonal"], "Steps"), ("move Step", "Step", ["Hop"], "Kind"),
])  # fmt: skip
def test_an_option_says_what_stood_there_and_each_item_something_else(
    part: str, word: str, items: list[str] | None, name: str
) -> None:
    found = places_of(TEXT, line_of(part))
    (place,) = [place for place in found if place.text == word]
    text = varied(TEXT, place, name, items or usual_items(place))
    assert not diff(TEXT, text), "what stood there is the usual item"
    (option,) = expand_source(Source("a.lud", text)).options
    assert option.name == name and option.default.name == word
    for item in option.items:
        wanted = TEXT[: place.start] + item.name + TEXT[place.end :]
        assert expand(text, options=[item.heading]) == expand(wanted)
    again = places_of(text, line_of(part))
    assert word not in [place.text for place in again] or len(found) > len(again)


def test_numbers_come_before_words_and_none_is_in_a_comment_or_a_string() -> None:
    assert [place.text for place in places_of(TEXT, line_of("move Step"))] == ["Step", "Orthogonal", "Empty"]
    assert [place.text for place in places_of(TEXT, line_of("is Line"))] == ["3"]
    assert [place.text for place in places_of(TEXT, line_of("(game"))] == []
    assert usual_items(places_of(TEXT, line_of("is Line"))[0]) == ["2", "3", "4"]


@pytest.mark.parametrize(("name", "items", "says"), [
    ("A<b>", ["1", "2"], "name of an option"), ("Row", ["3"], "two items"), ("Row", ["3", "4)"], "cannot be an item"),
])  # fmt: skip
def test_what_makes_no_option(name: str, items: list[str], says: str) -> None:
    (place,) = places_of(TEXT, line_of("is Line"))
    with pytest.raises(LudError, match=says):
        varied(TEXT, place, name, items)
    for line in (0, 99):
        with pytest.raises(LudError, match="there is no line"):
            places_of(TEXT, line)
    once = varied(TEXT, place, "Row", ["3", "4"])
    with pytest.raises(LudError, match="already"):
        varied(once, places_of(once, line_of("(square"))[0], "Row", ["4", "5"])
