"""`State.why` names what the rules say, in questions about ten games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludparse import load
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.why import Why
from tests.corpus import LIBRARY, needs_corpus
from tests.interpreter.game.why.questions import QUESTIONS, Question

OURS = ("Ex Nihilo", "Hypnosia", "Nebuchadnezzar")
GAMES = list(dict.fromkeys(q.game for q in QUESTIONS))

NOT_TOLD: dict[str, str] = {
    "Hypnosia, ply 8 after O39-K36, AE13-X15": "the pawns of the middle circle, and not that no rule makes the move",
    "Nebuchadnezzar, ply 6 after D4, A1": "that A1 is not empty, and not that a larger rectangle is flipped",
}
"""The questions whose answer does not name what it has to, as `said`, with what it names instead."""


def said(question: Question) -> str:
    """The question in a line."""
    last = question.played[-1] if question.played else "the start"
    words = (question.game, f"ply {len(question.played)} after {last}", *question.options[1:], question.move)
    return ", ".join(words)


def asked(game: SingleGame, question: Question) -> Why:
    state = game.start(seed=question.seed)
    for move in question.played:
        state.apply(move)
    if question.move.startswith("at "):
        return state.why_here(question.move.removeprefix("at "))
    return state.why(None if question.move == "end" else question.move)


def parts(why: Why) -> Iterator[Why]:
    yield why
    for part in (*why.rules, *why.children):
        yield from parts(part)


def names(why: Why, place: str, file: str) -> bool:
    """Whether something is named that stands on a line, and begins with a word."""
    line, _, word = place.partition(" ")
    places = [p.place for p in parts(why) if p.place is not None and p.place.text.startswith(f"({word}")]
    return any(p.line == int(line) and p.file == file for place in places for p in place.places)


def missing(game: SingleGame, question: Question) -> list[str]:
    """What an answer does not tell that it has to."""
    why = asked(game, question)
    file = game.description.source.name
    text, sites = str(why), {site for part in parts(why) for site in part.sites}
    lacks = [f"value {question.legal}, not {why.value}"] if why.value is not question.legal else []
    lacks += [place for place in question.named if not names(why, place, file)]
    lacks += [site for site in question.sites if site not in sites]
    return lacks + [word for word in question.words if word not in text]


def check(name: str) -> None:
    loaded: dict[tuple[str, ...], SingleGame] = {}
    for question in QUESTIONS:
        if question.game != name:
            continue
        if question.options not in loaded:
            library = None if name in OURS else str(LIBRARY)
            game = load(name, options=list(question.options), library=library)
            assert isinstance(game, SingleGame)
            loaded[question.options] = game
        lacks = missing(loaded[question.options], question)
        if said(question) in NOT_TOLD:
            assert lacks, f"{said(question)} is told now"
        else:
            assert not lacks, f"{said(question)} lacks {lacks}"


@pytest.mark.parametrize("name", OURS)
def test_questions_about_our_games(name: str) -> None:
    check(name)


@needs_corpus
@pytest.mark.parametrize("name", [name for name in GAMES if name not in OURS])
def test_questions_about_games_of_the_library(name: str) -> None:
    check(name)


def test_nearly_all_questions_are_answered() -> None:
    assert len(QUESTIONS) >= 100
    assert len({said(q) for q in QUESTIONS}) == len(QUESTIONS)
    assert set(NOT_TOLD) <= {said(q) for q in QUESTIONS}
    assert len(NOT_TOLD) <= len(QUESTIONS) // 20
