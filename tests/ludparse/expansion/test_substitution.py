"""Defines are replaced at once, with the result and the places of replacing them one after the other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import LudLimitError, Source
from ludparse.checks import run
from ludparse.expansion import defines as defines_module
from ludparse.expansion import pipeline
from ludparse.expansion.defines import Expander, extract_defines
from ludparse.expansion.pipeline import expand_source
from ludparse.library.library import BUNDLED
from ludparse.problems.errors import LudError
from ludparse.problems.message import example
from ludparse.reader.marked import Atlas
from ludparse.reader.syntax import tokens, walk

NAMES = ("A", "B", "C", "D", "P1", "Two Words")
PIECES = st.sampled_from(
    [f'"{name}"' for name in NAMES] + [f'("{name}")' for name in NAMES]
    + ['("A" ', '("B" ', '("C" x ', '("P1" ', '"P#1"', '("P#1" 3)', "(#1 4)", "(", ")", "{", "}", " ", " ", " ", "#1",
       "#2", "x:", "~", "7", "w", "(y)", "{z}", '"s t"', 'game "A"', '(game "A"', "<", "[", '"', '("A" ("B" 1) "C")',
       '(("A") 5)', 'x:("B" 2)', "x:#1", '{"A" "B"}']
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=6).map("".join)


def _both(source: str) -> list[tuple[object, ...] | str]:
    """What a description expands to at once and define after define, with where each character is from and what was
    used, or the code of the error."""
    results: list[tuple[object, ...] | str] = []
    written = Source("<test>", source)
    for in_order in (False, True):
        atlas, problems = Atlas(), list[LudError]()
        text, defines = extract_defines(atlas.source(written), atlas, problems)
        expander = Expander(atlas, {}, problems)
        if in_order:
            expander._replaced = expander._in_order  # type: ignore[method-assign]
        try:
            text = expander.expand(text, defines)
            places = [atlas.span(at, at) for at in text.at]
            wrong = {(number, define.name) for _, define, number in expander._miscounted}
            results.append((text.text, [place.places for place in places], expander.used, wrong))
        except LudError as error:
            results.append(error.code)
    return results


@settings(max_examples=1500, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(NAMES), TEXTS), max_size=4), TEXTS)
def test_whatever_the_defines_the_result_is_that_of_their_order(defines: list[tuple[str, str]], game: str) -> None:
    written = "".join(f'(define "{name}" {body})' for name, body in defines)
    at_once, in_order = _both(f'{written} (game "g" {game})')
    assert at_once == in_order


def _layers(draw: random.Random) -> tuple[list[str], str]:
    """Defines of which each uses those after it, with arguments, and what uses them."""
    count = draw.randint(2, 6)
    defines = []
    for number in range(count):
        parts = [f'("D{draw.randint(number + 1, count - 1)}" #1)' for _ in range(3) if number < count - 1]
        defines.append(f'(define "D{number}" (and {{{" ".join(parts)} (= (mover) #1) {"(x) " * draw.randint(0, 9)}}}))')
    return defines, " ".join(f'("D{draw.randrange(count)}" {draw.randint(1, 9)})' for _ in range(draw.randint(1, 5)))


@pytest.mark.parametrize("seed", range(20))
def test_the_work_is_the_same_in_any_order(seed: int) -> None:
    draw = random.Random(seed)
    defines, game = _layers(draw)
    works, texts = set(), set()
    for _ in range(4):
        draw.shuffle(defines)
        result = expand_source(Source("<test>", "\n".join([*defines, f'(game "g" {game})'])))
        assert result.game is not None
        works.add(result.work)
        texts.add(" ".join(tokens(result.game)))
    assert len(works) == len(texts) == 1


def _tiles(order: Sequence[str]) -> str:
    """A big define, 600 small ones, and a game that uses them all."""
    written = {
        "big": f'(define "Big" (and {{{" ".join(["(!= (mover) 7)"] * 5_000)}}}))',
        "small": "".join(f'(define "Bit{i}x" (!= (mover) {i + 9}))' for i in range(600)),
    }
    uses = '("Big") ' + " ".join(f'("Bit{i}x")' for i in range(600))
    play = f"(if (and {{{uses}}}) (move Add (to (sites Empty))))"
    return example(before="".join(written[part] for part in order), play=play)


def test_what_is_made_is_what_is_counted() -> None:
    """A big define before many small ones took 150 million characters of work, which was refused."""
    works = {expand_source(Source("<test>", _tiles(order))).work for order in (("big", "small"), ("small", "big"))}
    (work,) = works
    assert 0 < work < 120_000


def _doubling(depth: int) -> str:
    doubles = "".join(f'(define "D{n}" (or ("D{n + 1}") ("D{n + 1}")))\n' for n in range(depth))
    return f'{doubles}(define "D{depth}" (x))\n'


def test_what_doubles_again_and_again_is_refused_at_its_place() -> None:
    (deep,) = expand_source(Source("<test>", _doubling(300) + '(game "g" ("D0"))')).problems
    assert deep.code == "define-too-deep"
    result = expand_source(Source("<test>", _doubling(100) + '(game "g" ("D0"))'))
    (error,) = result.problems
    assert isinstance(error, LudLimitError) and error.code == "expansion-too-large"
    assert "LUD_MAX_TEXT" in error.message and "25,000,000" in error.message
    assert error.span is not None and error.span.text.startswith('"D')
    assert result.work < 50_000  # what is written, and not what it would become


def test_the_limit_of_the_text_can_be_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(defines_module, "MAX_TEXT", 1_000)
    source = Source("<test>", _doubling(8) + '(game "g" ("D0"))')
    assert [error.code for error in expand_source(source).problems] == ["expansion-too-large"]
    monkeypatch.setenv("LUD_MAX_TEXT", "5000")
    assert not expand_source(source).problems
    monkeypatch.setenv("LUD_MAX_TEXT", "many")
    assert [error.message for error in expand_source(source).problems] == ["LUD_MAX_TEXT is no limit: 'many'"]


def test_defines_that_have_to_be_replaced_in_their_order_have_a_limit_of_work(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '(define "Two" 1 2) (define "A" (x #2 #1)) (game "g" ' + '("A" "Two") ' * 100 + ")"
    assert not expand_source(Source("<test>", text)).problems
    monkeypatch.setattr(defines_module, "MAX_WORK", 1_000)
    assert [error.code for error in expand_source(Source("<test>", text)).problems] == ["defines-intertwined"]


# --- long texts: what is written alike is one node ---


@pytest.fixture
def all_long(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (defines_module, pipeline):
        monkeypatch.setattr(module, "SHARED_FROM", 100)


@pytest.mark.usefixtures("all_long")
@pytest.mark.parametrize("path", sorted(BUNDLED.glob("*/*.lud")), ids=lambda path: path.stem)
def test_a_game_is_the_same_whether_it_is_shared(path: Path) -> None:
    source = Source(str(path), path.read_text("utf-8"))
    shared = expand_source(source)
    exact = shared.exactly()
    assert shared.shared and not exact.shared
    assert shared.game is not None and exact.game is not None
    assert list(tokens(shared.game)) == list(tokens(exact.game))
    assert len(list(walk(shared.game))) <= len(list(walk(exact.game)))
    assert run.Begun(shared).game == run.Begun(exact).game


@pytest.mark.usefixtures("all_long")
def test_errors_of_long_texts_are_told_with_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same use is right at one place and wrong at another."""
    uses = '(if (= ("One") 2) (result Mover Win)) (if (is Full) (result ("One") Win))'
    text = example(before='(define "One" (count Moves))\n', end=f"{{{uses}}}")
    told = [error.explain() for error in run.check_text(Source("<test>", text))]
    assert len(told) == 1 and '(result ("One") Win)' in told[0].split("used here")[1]
    monkeypatch.setattr(defines_module, "SHARED_FROM", 10**9)
    monkeypatch.setattr(pipeline, "SHARED_FROM", 10**9)
    assert told == [error.explain() for error in run.check_text(Source("<test>", text))]


@pytest.mark.usefixtures("all_long")
def test_of_very_long_texts_it_is_said_that_the_place_may_be_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "MAX_EXACT", 100)
    text = example(end="(if (= (count Moves) 2) (result (count Moves) Win))")
    (error,) = run.check_text(Source("<test>", text))
    assert "it may be another that is wrong" in error.hint
