"""What people look for is found: each idea by each of its words, and it names a word of the language."""

from __future__ import annotations

import pytest

from ludparse.exporters.authoring.language.ideas import IDEAS, Idea, find_ideas
from ludparse.exporters.authoring.language.pages import find_pages
from ludparse.ludemes.base import REGISTRY
from ludparse.problems.spans import Source
from ludparse.reader.read import read_source
from ludparse.reader.syntax import Call, walk


@pytest.mark.parametrize("idea", IDEAS, ids=[idea.word for idea in IDEAS])
def test_an_idea_is_found_by_what_it_is_called_and_names_what_there_is(idea: Idea) -> None:
    pages, _ = find_pages(idea.word)
    assert pages
    for called in idea.called.split(", "):
        assert idea in find_ideas(called), called
    problems: list[object] = []
    for node in read_source(Source("how", idea.how.partition(": ")[0]), problems):  # type: ignore[arg-type]
        for call in walk(node):
            if isinstance(call, Call):
                assert call.keyword in REGISTRY, call.keyword
    assert not problems


@pytest.mark.parametrize(("asked", "word"), [
    ("capture by jumping over", "move Hop"), ("withdrawal", "directional"), ("drop a piece from the hand", "hand"),
    ("promotion of pawns", "promote"), ("Connect two sides", "is Connected"), ("must capture the most", "max Moves"),
])  # fmt: skip
def test_other_words_find_it_too(asked: str, word: str) -> None:
    assert word in [idea.word for idea in find_ideas(asked)]


def test_what_nobody_looks_for_is_not_found() -> None:
    assert find_ideas("") == find_ideas("quantum entanglement") == find_ideas("of a") == ()
