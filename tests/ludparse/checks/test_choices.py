"""Looking at every choice of options and rulesets: what is shared between them, and what is left out of a long text."""

from __future__ import annotations

import pytest

from ludparse.checks import run
from ludparse.checks.run import Begun, begin, check_text, choices_of
from ludparse.expansion.pipeline import expand_source
from ludparse.ludemes.base import walk as walk_typed
from ludparse.problems.errors import LudError
from ludparse.problems.message import example
from ludparse.problems.spans import Source
from ludparse.reader.syntax import walk

PLACES = " ".join(f'(place "Disc1" {{{site} (+ {site} 1)}})' for site in range(200))


def option(name: str, *values: str) -> str:
    items = " ".join(f'(item "{value}" <{value}> "")' for value in values)
    return f'(option "{name}" <{name}> args:{{<x>}} {{{items}}})\n'


def long(width: tuple[str, ...], length: tuple[str, ...]) -> Source:
    """Two options, and much that depends on neither."""
    text = example(
        board='(board (square "Two"))',
        start=f"(start {{{PLACES}}})",
        end="(if (is Line <Length:x>) (result <Width:x> Win))",
        before='(define "Two" (+ 20 2))\n',
        after=option("Width", *width) + option("Length", *length),
    )
    return Source("<long>", text)


def when(problems: list[LudError]) -> list[tuple[str, tuple[str, ...]]]:
    return [(problem.code, problem.when) for problem in problems]


def test_what_two_choices_have_in_common_is_read_and_bound_once() -> None:
    source = long(("Mover", "Next"), ("3", "4"))
    first = begin(source)
    assert first.game is not None and first.expansion.game is not None
    read, bound = set(walk(first.expansion.game)), {id(node) for node in walk_typed(first.game)}
    for choice in choices_of(first.expansion):
        other = Begun(expand_source(source, None, choice.options, choice.ruleset, like=first.expansion), first)
        assert other.game is not None and other.expansion.game is not None
        anew = [node for node in walk(other.expansion.game) if node not in read]
        assert 0 < len(anew) < 20 < 1000 < len(read)
        assert 0 < sum(id(node) not in bound for node in walk_typed(other.game)) < 10


@pytest.mark.parametrize(("width", "length"), [("Next", "3"), ("Mover", "4"), ("Mover", "(sites Board)")])
def test_a_choice_is_the_same_whether_another_was_read_before(width: str, length: str) -> None:
    source = long(("Mover", width), ("3", length))
    usual = begin(source)
    for wanted in ([f"Width/{width}"], [f"Length/{length}"]):
        alone = begin(source, None, wanted)
        shared = Begun(expand_source(source, None, wanted, like=usual.expansion), usual)
        assert shared.game == alone.game
        assert [error.explain() for error in shared.errors] == [error.explain() for error in alone.errors]
        assert alone.expansion.game is not None and shared.expansion.game is not None
        places = zip(walk(alone.expansion.game), walk(shared.expansion.game), strict=True)
        assert all(str(one.span and one.span.places) == str(other.span and other.span.places) for one, other in places)


WRONG = (("Mover", "Next", "Prev", "P1", "P2"), ("3", "4", "(sites Board)", "5", "6"))


def test_a_long_description_is_looked_at_with_several_choices_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = check_text(long(*WRONG))
    looks: list[run.Choice] = []

    class Counted(run._Look):
        def __init__(self, begun: Begun, choice: run.Choice, further: run.Further | None, warnings: bool) -> None:
            looks.append(choice)
            super().__init__(begun, choice, further, warnings)

    monkeypatch.setattr(run, "_Look", Counted)
    little = int(8.7 * run._cost(begin(long(*WRONG)).expansion))  # too little for the usual one and all eight
    for most, together in ((run.MAX_COST, 0), (little, 4)):
        monkeypatch.setattr(run, "MAX_COST", most)
        looks.clear()
        assert when(check_text(long(*WRONG))) == when(usual)
        assert sum(len(choice.options) == 2 for choice in looks) == together
    assert when(usual) == [("wrong-ludeme", ("Length/(sites Board)",))]


def test_what_is_left_out_of_a_very_long_description_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_text(long(("Mover", "Next"), ("3",)), warnings=True) == []
    monkeypatch.setattr(run, "MAX_COST", 100)
    found = check_text(long(*WRONG), warnings=True)
    assert [problem.message for problem in found if problem.code == "choices-left-out"] == [
        "the description is too long to look at all 8 choices of options and rulesets: 8 were left out"
    ]
