"""Pages of words: complete, true to the signatures, with examples that load; and `lud explain`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ludparse import ludemes as L
from ludparse.binding.signatures import constants
from ludparse.description.description import load_description
from ludparse.exporters.authoring.language import pages
from ludparse.exporters.authoring.language.pages import (
    enumerations,
    find_pages,
    kept_examples,
    page_of,
    page_of_enum,
    pages_of_word,
    word_list,
)
from ludparse.exporters.authoring.language.words import ENUMERATIONS, WORDS
from ludparse.exporters.cli.main import main
from ludparse.interpreter.game.load import load_once
from ludparse.ludemes.base import REGISTRY, Ludeme, replace, walk
from ludparse.problems.spans import Source
from tools.reference.write_defaults import PATH, candidates, defaults_of, exchanged, holds, meaning_of_game, open_slots
from tools.reference.write_examples import examples_of

CLASSES = sorted({cls for classes in REGISTRY.values() for cls in classes}, key=lambda cls: cls.__name__)
GAMES = kept_examples()["games"]
MEANINGS = Path(pages.__file__).with_name("arguments.json")


def test_every_ludeme_has_a_whole_page() -> None:
    assert len(CLASSES) >= 401
    for cls in CLASSES:
        page = page_of(cls)
        assert page.meaning.endswith((".", "…")) and " " in page.meaning, page.title
        assert page.forms and page.stands_for and page.example, page.title
        assert page.related or len(REGISTRY[cls._keyword]) == 1, page.title
        named = {word for form in page.forms for word in form.replace("[", " ").replace("(", " ").split()}
        labels = {argument.label for argument in page.arguments if argument.label}
        assert all(any(f"{label}:" in word for word in named) for label in labels), page.title


def test_every_argument_says_what_it_means() -> None:
    kept = json.loads(MEANINGS.read_text(encoding="utf-8"))
    named = {cls.__name__: [argument.name for argument in page_of(cls).arguments] for cls in CLASSES}
    assert {name: list(meanings) for name, meanings in kept.items()} == {n: a for n, a in named.items() if a}
    for name, meanings in kept.items():
        for argument, meaning in meanings.items():
            assert 1 < len(meaning.split()) <= 24 and not meaning.endswith("."), f"{name}.{argument}: {meaning}"


CONSEQUENT = """(game "G" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)) (then (addScore Mover 1)))) (end (if (is Line 3) (result Mover Win)))))"""


def test_an_argument_without_effect_changes_no_program() -> None:
    """Each is put, with each value it may plausibly have, into the description that shows its ludeme."""
    then = next(node for node in walk(tree_of(CONSEQUENT)) if isinstance(node, L.Then))
    classes, tried = {cls.__name__: cls for cls in CLASSES}, 0
    for name, meanings in json.loads(MEANINGS.read_text(encoding="utf-8")).items():
        for argument in (argument for argument, meaning in meanings.items() if meaning.startswith("has no effect")):
            cls = classes[name]
            example = page_of(cls).example
            assert example is not None
            game = tree_of(example.game)
            node = next(node for node in walk(game) if type(node) is cls)
            slot = next((slot for slot in open_slots(node) if slot.name.rstrip("_") == argument), None)
            values = [] if slot is None else [value for _, value in candidates(slot)]
            same = meaning_of_game(game)
            for value in [then] if argument == "then" else values:
                changed = exchanged(game, node, replace(node, **{slot.name: value}))
                assert meaning_of_game(changed) == same, f"{name}.{argument} = {value}"
                tried += 1
    assert tried > 30


def tree_of(text: str) -> L.Game:
    game = load_description(Source("<text>", text), library=None).game
    assert isinstance(game, L.Game)
    return game


def test_only_whole_games_stand_nowhere() -> None:
    assert {cls._keyword for cls in CLASSES if not page_of(cls).stands_in} == {"game", "match"}


def test_every_enumeration_has_a_page() -> None:
    names = {enum.__name__ for enum in enumerations()}
    assert ENUMERATIONS.keys() <= names
    for enum in enumerations():
        page = page_of_enum(enum)
        assert page.meaning.endswith(".") and page.words and page.stands_in, page.title


def test_meanings_are_of_words_that_exist() -> None:
    words = {enum.__name__: {member.value for member in enum} for enum in enumerations()}
    for name, meanings in WORDS.items():
        assert meanings.keys() <= words[name], name


def test_every_word_is_found() -> None:
    for word in [*REGISTRY, *constants()]:
        assert find_pages(word)[0], word
    assert [page.name for page in find_pages("(is line …)")[0]] == ["IsLine"]
    assert find_pages("is Line")[0] == find_pages("IsLine")[0]
    assert "slide" in word_list()


def test_pages_of_exactly_one_word() -> None:
    assert [page.name for page in pages_of_word("is Line")] == ["IsLine"]
    assert [page.name for page in pages_of_word("IsLine")] == ["IsLine"]
    assert [page.name for page in pages_of_word("slide")] == ["Slide"]
    # values of enumerations first, then the ludemes that take the word after their keyword: (count Orthogonal …)
    assert [p.name for p in pages_of_word("Orthogonal")] == ["AbsoluteDirection", "RelationType", "CountSite"]
    assert not list(pages_of_word("slied"))
    assert not list(pages_of_word("is Slied"))


def test_near_words() -> None:
    assert find_pages("slied") == ((), ("slide",))
    assert find_pages("qqqqqqqq") == ((), ())


@pytest.mark.parametrize("number", sorted(GAMES, key=int))
@pytest.mark.telling(every=8)  # an example for each ludeme
def test_examples_load_and_hold_what_they_show(number: str) -> None:
    load_once(GAMES[number], backend="python").playouts(1, seed=1, max_moves=10)
    uses = examples_of(GAMES[number])
    shown = {name: kept for name, kept in kept_examples()["examples"].items() if kept.split(" ", 1)[0] == number}
    assert shown
    for name, kept in shown.items():
        assert uses[name] == kept.split(" ", 1)[1]


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "is", "Line"]) == 0
    out = capsys.readouterr().out
    assert "(is Line …)  a condition" in out
    shown = out.split("\n  throughAny: ")[1].splitlines()
    assert "go through" in shown[0] and shown[1].strip() == "a region; may be left out"
    assert "may stand in: " in out and "related: " in out and "example:" in out
    assert main(["explain", "ResultType"]) == 0
    assert "Abandon  the game is given up" in capsys.readouterr().out
    assert main(["explain", "is"]) == 0
    assert "27 pages." in capsys.readouterr().out


def test_explain_misspelt(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "slied"]) == 1
    assert "no word 'slied'; did you mean: slide?" in capsys.readouterr().err


@pytest.mark.parametrize("cls", [L.SitesBetween, L.Square, L.Expand], ids=lambda cls: cls.__name__)
@pytest.mark.telling("SitesBetween")
def test_defaults_are_found_again(cls: type[Ludeme]) -> None:
    """`defaults.json` is what compiling with and without an argument gives."""
    kept = {argument.name: argument.default for argument in page_of(cls).arguments if argument.default}
    assert kept and kept == {name: text for name, text in defaults_of(cls).items() if holds(cls, name, text)}


def test_defaults_are_of_arguments_that_may_be_left_out() -> None:
    kept = json.loads(PATH.read_text(encoding="utf-8"))
    shown = {cls.__name__: {a.name for a in page_of(cls).arguments if a.default} for cls in CLASSES}
    assert {name: set(values) for name, values in kept.items()} == {n: names for n, names in shown.items() if names}
    assert sum(map(len, kept.values())) > 150


def test_explain_for_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "is Line", "--json"]) == 0
    (page,) = json.loads(capsys.readouterr().out)["pages"]
    assert page["title"] == "(is Line …)"
    length = {"name": "length", "label": None, "type": "a whole number", "required": True, "default": ""}
    meaning = page["arguments"][1].pop("meaning")
    assert page["arguments"][1] == length and meaning.startswith("how many sites in a row")
    assert page["arguments"][3]["default"] == "(last To)"
    assert main(["explain", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["ludemes"]) >= 401
