"""What `lud check --fix` changes: laws over kinds of mistakes, and over all texts that are wrong here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from ludparse.exporters.authoring.diagnostics.fixing import MAX_TRIED, fixed, try_remedies
from ludparse.interpreter.game.checks import diagnose
from ludparse.ludemes.enums import RoleType
from ludparse.problems.errors import Edit, LudError, LudSyntaxError, LudTypeError
from ludparse.problems.message import example
from ludparse.problems.messages import MESSAGES
from ludparse.problems.spans import Source, Span

MISTAKES = Path(__file__).parents[5] / "shared" / "cases" / "mistakes"

NOBODY = {"role-means-nobody", "unknown-player", "no-teams"}


def look(source: Source) -> list[LudError]:
    return diagnose(source)


def mended(text: str) -> str:
    return fixed(Source("a.lud", text), look)[0].text


@cache
def complaints(text: str) -> tuple[str, ...]:
    return tuple(problem.code for problem in diagnose(text))


# -------------------------------------------------------------------------------------------------------------- roles

_TEAMS = "(start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4})})"

PLACES = {
    "result": lambda role: example(players="(players 4)", end=f"(if (is Line 3) (result {role} Win))"),
    "result for each player": lambda role: example(
        players="(players 4)", end=f"(forEach Player if:(is Line 3) (result {role} Win))"
    ),
    "result of a team": lambda role: example(
        players="(players 4)", start=_TEAMS, end=f"(if (is Line 3) (result {role} Win))"
    ),
    "owner": lambda role: example(pieces=f'(piece "Disc" {role})'),
    "sites": lambda role: example(end=f"(if (is In (last To) (sites Occupied by:{role})) (result Mover Win))"),
    "no moves": lambda role: example(end=f"(if (no Moves {role}) (result Mover Win))"),
    "score": lambda role: example(play=f"(move Add (to (sites Empty)) (then (addScore {role} 1)))"),
    "hand": lambda role: example(pieces=f'(piece "Disc" Each) (hand {role})'),
    "alone": lambda role: example(players="(players 1)", end=f"(if (is Line 3) (result {role} Win))"),
}
"""A description with a role, for places where different roles are somebody."""


def _number(role: str) -> str:
    return re.sub("[^0-9]", "", role)


@pytest.mark.parametrize("place", PLACES)
def test_a_misspelt_role_never_becomes_one_that_is_nobody(place: str) -> None:
    """Each role with a letter less, doubled, or changed: what it becomes has the same number, and nothing is said
    against it. `Player` is somebody within a `forEach` alone."""
    make, changed = PLACES[place], 0
    for role in RoleType:
        letters, number = role.value.rstrip("0123456789"), _number(role.value)
        if len(letters) < 3:
            continue
        for wrong in (letters[:-2] + letters[-1], letters[0] + letters, letters[:-1] + "x"):
            if wrong + number in RoleType.__members__:
                continue
            text = make(f"@{number}").replace("@", wrong)
            after = mended(text)
            if after == text:
                continue
            changed += 1
            (became,) = re.fullmatch(re.escape(make("@")).replace("@", "([A-Za-z0-9]+)"), after).groups()  # type: ignore[union-attr]
            assert _number(became) == number, after
            assert not NOBODY & {*complaints(after)}, after
            assert became != "Player" or "each" in place, after
    assert changed, "some are put right"


@pytest.mark.parametrize("number", range(1, 17))
@pytest.mark.parametrize("word", ["Player", "player", "PLAYER_", "Plyer", "Player-"])
def test_a_player_with_a_number_is_that_player(word: str, number: int) -> None:
    for players in (2, 16):
        make = PLACES["result"]
        text = make(f"{word}{number}").replace("(players 4)", f"(players {players})")
        right = make(f"P{number}").replace("(players 4)", f"(players {players})")
        assert mended(text) == (right if number <= players else text)


def test_a_number_is_no_letter() -> None:
    """`Player0`, `Player17` and `Team` numbers are left; so is a player of whom there is no saying how many."""
    for word in ("Player0", "Player17", "Tem17", "P17", "P0"):
        text = PLACES["result"](word)
        assert mended(text) == text
    assert mended(PLACES["result of a team"]("Tem1")) == PLACES["result of a team"]("Team1")
    assert mended(PLACES["result"]("Tem1")) == PLACES["result"]("Tem1"), "there are no teams"


# -------------------------------------------------------------------------------------------------------- coordinates

COORDINATES = ("A1", "a1", "B2", "C3", "P1", "P2", "L1")
"""Some are words of the language as well."""

QUOTED = {
    "sites": lambda a, b: example(play=f"(move Add (to (sites {{{a} {b}}})))"),
    "one site": lambda a, _: example(play=f"(move Add (to (sites {{{a}}})))"),
    "sites of a type": lambda a, b: example(play=f"(move Add (to (sites Vertex {{{a} {b}}})))"),
    "coord": lambda a, _: example(play=f"(move Add (to (coord {a})))"),
    "place at": lambda a, _: example(start=f'(start (place "Disc1" coord:{a}))'),
    "place, without a name": lambda a, _: example(start=f'(start (place "Disc1" {a}))'),
    "place at some": lambda a, b: example(start=f'(start (place "Disc1" {{{a} {b}}}))'),
    "place a stack": lambda a, _: example(start=f'(start (place Stack items:{{"Disc1" "Disc2"}} coord:{a}))'),
    "set": lambda a, _: example(start=f"(start (set P1 coord:{a}))"),
}


@pytest.mark.parametrize("place", QUOTED)
@pytest.mark.parametrize("one", COORDINATES)
def test_a_bare_coordinate_gets_its_quotation_marks(place: str, one: str) -> None:
    make, name = QUOTED[place], "coord:" if place == "place, without a name" else ""
    for other in ("C1", "P1"):
        text, right = make(one, other), make(f'{name}"{one}"', f'"{other}"')
        assert {*complaints(right)} <= {"unknown-coordinate", "no-sites", "unused-piece"}
        assert mended(text) == right


def test_a_coordinate_never_becomes_another_word() -> None:
    """Not even where no string fits."""
    for word in ("A1", "B1", "Q1", "AA12", "BL1"):
        for text in (PLACES["result"](word), example(board=f"(board (square {word}))"), example(end=f"(if {word})")):
            assert mended(text) == text


# ------------------------------------------------------------------------------------------------------- left open

WRONG = [
    ("(board (square 3)) (piece \"Disc\" Each)", "equipment"),
    ("(mvoe Add (to (sites Empty)))", "play"),
    ("(move Add to:(to (sites Empty)))", "play"),
    ("(move Add (to (sites {A1 B1})))", "play"),
    ("(move Step (to if:(is Empty (to))) Forward)", "play"),
    ("(if (is Lime 3) (result Mover Win))", "end"),
    ("(if (is Line 3) (byScore (score P1 3)))", "end"),
    (" … ", "play"), ("", "end"), ("play", "play"),
]  # fmt: skip


@pytest.mark.parametrize(("inside", "where"), WRONG)
def test_what_is_left_open_is_left(inside: str, where: str) -> None:
    """Nothing within `[ … ]` is changed, nor put around it; what stands outside is put right all the same."""
    whole = example(end="(if (is Line 3) (result Mover Win))")
    if where == "equipment":
        text = re.sub(r"\{.*?\}", lambda _: f"[{inside}]", whole, count=1, flags=re.DOTALL)
    else:
        old = "(move Add (to (sites Empty)))" if where == "play" else "(if (is Line 3) (result Mover Win))"
        text = whole.replace(old, f"[{inside}]")
    assert text != whole
    assert mended(text) == text
    misspelt = text.replace("(players 2)", "(plyers 2)")
    assert mended(misspelt) == text


# ------------------------------------------------------------------------------------------ what is offered and kept


def _wrong_texts() -> Iterator[str]:
    yield from (row.wrong for row in MESSAGES.values() if row.wrong and not row.options and row.ruleset is None)
    yield from (file.read_text(encoding="utf-8") for file in sorted(MISTAKES.glob("*.lud")))


def _weight(problems: list[LudError]) -> tuple[int, ...]:
    errors = [problem for problem in problems if problem.severity == "error"]
    syntax = sum(isinstance(problem, LudSyntaxError) for problem in errors)
    types = sum(isinstance(problem, LudTypeError) for problem in errors)
    return syntax, types, len(errors) - syntax - types, len(problems) - len(errors)


def _content(text: str) -> list[str]:
    return re.findall(r'"[^"]*"|\(', text)


@pytest.mark.parametrize("part", range(4))
def test_what_is_offered_helps_and_what_is_made_was_offered(part: int) -> None:
    """Of every text that is wrong here: each fix that a problem has makes the text better by itself; all of them do;
    where none has one, nothing is changed; and no bracket that opens a ludeme, and no string, is lost."""
    offered = made = 0
    for text in [*_wrong_texts()][part::4]:
        source = Source("a.lud", text)
        before = look(source)
        if sum(len(problem.remedies) for problem in before) > MAX_TRIED:
            continue
        assert not any(problem.fix for problem in before), "nobody has tried"
        try_remedies(source, before, look)
        for problem in before:
            if problem.fix:
                offered += 1
                after = text
                for edit in sorted(problem.fix, key=lambda edit: -edit.span.start):
                    after = after[: edit.span.start] + edit.text + after[edit.span.end :]
                assert _weight(look(Source("a.lud", after))) < _weight(before), after
        better, left, count = fixed(source, look)
        assert (count > 0) == (better.text != text) == any(problem.fix for problem in before), text
        if count:
            made += 1
            assert _weight(left) < _weight(before), text
            assert len(_content(better.text)) >= len(_content(text)), text
            assert fixed(better, look)[2] == 0, "once is enough"
    assert offered >= 3 and made >= 3


def _problem(source: Source, *remedies: tuple[int, int, str]) -> LudError:
    error = LudTypeError("wrong", Span(source, 0, 1))
    error.remedies = tuple((Edit(Span(source, start, end), text),) for start, end, text in remedies)
    return error


def test_the_best_of_several_remedies_if_there_is_one() -> None:
    """The number of errors is that of the letter x."""

    def count(source: Source) -> list[LudError]:
        return [_problem(source, *remedies) for _ in range(source.text.count("x"))]

    text = "(xx x)"
    remedies = [(1, 2, "y"), (1, 3, "yy"), (4, 5, "y")]
    source, problems, made = fixed(Source("a.lud", text), count)
    assert (source.text, problems, made) == ("(yy y)", [], 2), "first the remedy after which fewest are left"
    remedies = [(1, 2, "y"), (4, 5, "y")]
    assert fixed(Source("a.lud", text), count)[0].text == text, "two that are as good"
    remedies = [(1, 2, "x"), (0, 6, "y"), (4, 5, "")]
    assert fixed(Source("a.lud", text), count)[0].text == text, "one that does not help, two that leave something out"
