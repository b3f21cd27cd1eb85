"""Partial descriptions: the completions that Ludii makes, all of them, the best by score first, from where they say."""

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludparse
from ludparse import LudError
from ludparse.exporters.laboratory.complete import complete, start_counts
from ludparse.exporters.laboratory.completion_search import Search
from ludparse.exporters.laboratory.lenders import Circumstances, Lender, culture_between, rules_between
from ludparse.exporters.laboratory.measured import DescribedGame
from ludparse.exporters.laboratory.parts import one_line, parts_like, surroundings
from ludparse.library.library import BUNDLED
from ludparse.reader.matching import closing_bracket, open_parts
from tests.exporters.commands import run
from tests.exporters.laboratory.ludii_completer import RECORDED, ask
from tests.exporters.verification.ludii.live import needs_ludii

LUDII: dict[str, Any] = json.loads(RECORDED.read_text(encoding="utf-8"))
ROWS = LUDII["completions"]


def lender(text: str, score: float = 1.0, name: str = "") -> Lender:
    return Lender(name or text[:20], name, one_line(text), score, score)


LENDERS = [lender(text, name=str(number)) for number, text in enumerate(LUDII["games"])]


def texts(partial: str, lenders: list[Lender]) -> list[str]:
    partial = one_line(partial)
    return [made.text for made in Search(partial, [None] * len(open_parts(partial)), lenders)]


def game(board: str = "(board (square 3))", end: str = "(end (if (is Line 3) (result Mover Win)))", **more: str) -> str:
    play = more.get("play", "(play (move Add (to (sites Empty))))")
    pieces = more.get("pieces", '(piece "Disc" Each)')
    name = more.get("name", "Try")
    return one_line(f'(game "{name}" (players 2) (equipment {{{board} {pieces}}}) (rules {play} {end}))') + more.get(
        "after", ""
    )


# ---------------------------------------------------------------------------------------------------- as in Ludii


def balanced(text: str) -> bool:
    return closing_bracket(text, 0) == len(text) - 1 and text.count("{") == text.count("}")


@pytest.mark.parametrize("row", ROWS, ids=[row["partial"][row["partial"].index("[") :][:30] for row in ROWS])
def test_the_same_as_ludii_makes_exhaustively(row: dict[str, Any]) -> None:
    """But for what a bracket is cut in, which nothing could read (docs/differences.md)."""
    ludii = {text for text in map(one_line, row["all"]) if balanced(text)}
    ours = texts(row["partial"], LENDERS)
    assert len(ours) == len(set(ours)), "each once"
    assert set(ours) == ludii | set(row["more"])
    assert {text for text in map(one_line, row["sampled"]) if balanced(text)} <= set(ours)


@needs_ludii
def test_ludii_still_makes_them() -> None:
    answers = ask([{"games": LUDII["games"], "partial": row["partial"]} for row in ROWS])
    for row, answer in zip(ROWS, answers, strict=True):
        assert answer["all"] == row["all"]
        sampled = {text for text in map(one_line, answer["sampled"]) if balanced(text)}
        assert sampled <= set(texts(row["partial"], LENDERS))


# ---------------------------------------------------------------------------------------------------- clauses

CLAUSES: list[tuple[str, list[str]]] = [
    ("[a | b|c]", ["a", "b", "c"]),
    ("[2..5]", ["2", "3", "4", "5"]),
    ("[5..3 | 9]", ["5", "4", "3", "9"]),
    ('["B2".."C3"]', ['"B2"', '"B3"', '"C2"', '"C3"']),
    ("[a | [b | [c | d]]]", ["a", "b", "c", "d"]),
    ("[2..14 | [- 4]]", ["2", "3", "5", "6", "7", "8", "9", "10", "11", "12", "13"]),  # 14 contains 4
    ("[(x) | (y 2) | (z) | [+ x] | [+ 2]]", ["(x)", "(y 2)"]),
    ("[(x y) | (x z) | [+ x] | [- y]]", ["(x z)"]),
    ('[(x "a | b]") | y]', ['(x "a | b]")', "y"]),
    ("[(x [1 | 2]) | y]", ["(x 1)", "(x 2)", "y"]),
    ("[ | (x)]", ["", "(x)"]),
]


@pytest.mark.parametrize(("clause", "choices"), CLAUSES)
def test_what_a_part_may_be(clause: str, choices: list[str]) -> None:
    made = texts(f'(game "T" (p {clause}))', [])
    assert sorted(made) == sorted(one_line(f'(game "T" (p {choice}))') for choice in choices)


def test_choices_beside_those_of_other_games() -> None:
    lenders = [lender('(game "A" (p (x)))'), lender('(game "B" (p (y 2)))'), lender('(game "C" (p (z)))')]
    assert set(texts('(game "T" (p [[#] | (w) | [- y]]))', lenders)) == {
        f'(game "T" (p {part}))' for part in ("(x)", "(z)", "(w)")
    }


def test_what_stands_in_the_same_bracket_of_another_game() -> None:
    """Over all brackets of all bundled games: what a bracket holds is what stands there in the game itself."""
    chance = random.Random(2)
    for file in BUNDLED.glob("*/*.lud"):
        text = one_line(ludparse.expand(file))
        for start in chance.sample([at for at, mark in enumerate(text) if mark == "("], 12):
            end = closing_bracket(text, start)
            found = surroundings(text, start, end + 1, 1) if start else None
            if found is None:
                continue
            before, behind = found
            assert text[: start].endswith(before) and text[end + 1 :].startswith(behind)
            first = text.index(before) + len(before)
            parts = parts_like(text, before, behind)
            assert all(text.startswith(part, first) for part in parts)
            if first == start:
                assert parts[0] == text[start : end + 1]


# ---------------------------------------------------------------------------------------------------- the order


def all_scores(partial: str, lenders: list[Lender]) -> Iterator[tuple[str, float]]:
    """Every completion of a text whose parts are `(x [#])`, with its score, in the plainest way."""
    parts = open_parts(partial)
    each = []
    for start, end in parts:
        before, behind = surroundings(partial, start, end, 1) or ("", "")
        each.append([(part, one.score) for one in lenders for part in parts_like(one.text, before, behind)])
    for chosen in itertools.product(*each):
        text = partial
        for (start, end), (part, _) in zip(reversed(parts), reversed(chosen), strict=True):
            text = text[:start] + part + text[end:]
        yield text, sum(score for _, score in chosen) / len(chosen)


@pytest.mark.parametrize("seed", range(8))
def test_the_best_by_score_comes_first(seed: int) -> None:
    """Also where many games lend, and where the best for one part has nothing for another."""
    chance = random.Random(seed)
    lenders = []
    for number in range(12):
        parts = [f"({word} {chance.randrange(4)})" for word in ("a", "b", "c") if chance.random() < 0.6]
        lenders.append(lender(f'(game "{number}" {" ".join(parts)})', round(chance.random(), 2)))
    lenders.sort(key=lambda one: -one.score)
    partial = '(game "T" (a [#]) (b [#]) (c [#]))'
    best: dict[str, float] = {}
    for text, score in all_scores(partial, lenders):
        best[text] = max(score, best.get(text, 0.0))
    made = [(one.text, one.score) for one in Search(partial, [None] * 3, lenders)]
    assert [score for _, score in made] == pytest.approx(sorted(best.values(), reverse=True))
    assert {text: score for text, score in made if score} == pytest.approx(best)


def test_own_choices_need_nobody() -> None:
    """And an own choice is no reason to put what stands beside it back."""
    lenders = [lender('(game "A" (a 1) (b 7))', 0.9), lender('(game "B" (a 2) (b 8))', 0.2)]
    made = list(Search('(game "T" (a [3 | [#]]) (b [#]))', [None, None], lenders))
    scores = [one.score for one in made]
    assert all(scores) and scores == sorted(scores, key=lambda score: -(score or 0))
    assert made[0].score == pytest.approx(0.9) and len(made) == 6
    assert next(iter(Search('(game "T" (a [3 | [#]]))', [None], lenders))).score is None


def test_completions_come_one_by_one() -> None:
    """The first of 10^12 is there at once."""
    lenders = [lender(f'(game "{n}" (a {n}) (b {n}) (c {n}) (d {n}))', 1 / (1 + n)) for n in range(1000)]
    first = next(iter(Search('(game "T" (a [#]) (b [#]) (c [#]) (d [#]))', [None] * 4, lenders)))
    assert first.text == '(game "T" (a 0) (b 0) (c 0) (d 0))'


def test_seeds_decide_between_equals() -> None:
    lenders = [lender(f'(game "{n}" (a {n}))') for n in range(20)]
    firsts = {next(iter(Search('(game "T" (a [#]))', [None], lenders, seed))).text for seed in range(10)}
    assert len(firsts) > 3


@pytest.mark.parametrize(
    ("origin", "region", "period"),
    [
        ("This game was played in North Africa, from around 1825 to 1925.", {"north", "africa"}, (1825, 1925)),
        ("This game was played in Egypt, around -1500.", {"egypt"}, (-1500, -1500)),
        ("This game was played in Crete, from around 1600 BC to 1500 BC.", {"crete"}, (-1600, -1500)),
        ("", set(), None),
    ],
)
def test_where_and_when_a_game_was_played(origin: str, region: set[str], period: tuple[int, int] | None) -> None:
    found = Circumstances.of({"origin": origin, "classification": "board/hunt"})
    assert (found.region, found.period, found.kind) == (region, period, ("board", "hunt"))


def test_how_near_games_are() -> None:
    one = Circumstances(frozenset({"north", "africa"}), (1800, 1900), ("board", "hunt"))
    assert culture_between(one, one) == 1
    assert culture_between(Circumstances(), one) == 1, "nothing is asked for"
    assert culture_between(one, Circumstances()) == 0
    other = Circumstances(frozenset({"africa"}), (2400, 2500), ("board", "war"))
    assert culture_between(one, other) == pytest.approx((1 / 2 + 1 / 2 + 1 / 2) / 3)
    assert rules_between(frozenset({"is", "is Line"}), '(end (if (is Full)))') == 0.5


# ---------------------------------------------------------------------------------------------------- whole games

HOME = '(piece "Disc" Each) (regions "Home" P1 (sites Top)) (regions "Home" P2 (sites Bottom))'
ENDS = [
    game(end="(end (if (is Full) (result Mover Loss)))", name="Full"),
    game(name="Three"),
    game(end='(end (if (is In (last To) (sites Mover "Home")) (result Mover Win)))', name="Home", pieces=HOME),
]


def test_the_own_end_rule_is_among_the_completions(monkeypatch: pytest.MonkeyPatch) -> None:
    """For every bundled game without its end rules: one completion is the game itself, every one is right, and every
    part is a piece of the games that it is said to come from."""
    monkeypatch.delenv("LUD_LIBRARY", raising=False)  # so that the bundled games alone lend, and are read once
    files = sorted(BUNDLED.glob("*/*.lud"))
    whole = {ludparse.load_description(file).name: one_line(ludparse.expand(file)) for file in files}
    for name, text in whole.items():
        start = text.index("(end ")
        partial = f"{text[:start]}(end [#]){text[closing_bracket(text, start) + 1 :]}"
        found = complete(partial, n=100)
        assert found.all_made and text in {one_line(ludparse.expand(made.text)) for made in found}, name
        for made in found:
            assert not ludparse.check(made.text)
            (part,) = made.parts
            assert all(f"(end {part.text})" in whole[lent] for lent in part.games)
            assert f"{part.open}: {part.games[0]}" in made.text


def test_what_is_not_right_is_left_out() -> None:
    found = complete(game(end="(end [#])"), ENDS, n=10)
    assert sorted(part.games[0] for made in found for part in made.parts) == ["Full", "Three"]
    assert found.looked_at == 3 and found.all_made and "Home" in found.first_problem
    assert len(complete(game(end="(end [#])"), ENDS, n=1)) == 1
    assert complete(game(end="(end [#])"), ENDS, tries=1).looked_at == 1


def test_what_games_are_to_be_like() -> None:
    partial = game(end="(end (if (is Line [2..9]) (result Mover Win)))")
    found = complete(partial, ENDS, want="length 5..8.9", games=30, backend="python")
    assert {made.parts[0].text for made in found} == {"3"}
    assert found[0].measured[0].value is not None and 5 <= found[0].measured[0].value <= 8.9
    assert "is wished for" in found.first_problem


def test_concepts_that_are_asked_for() -> None:
    """`(recon …)` in the metadata, as Ludii's reconstructions read it."""
    after = ' (metadata (recon {(concept "Misere" False) (concept "NumStartComponents" 0) (concept "NoSuchThing" 3)}))'
    found = complete(game(end="(end [#])", after=after), ENDS)
    assert [made.parts[0].games for made in found] == [("Three",)]
    assert found.unjudged == ("NoSuchThing",)
    two = after.replace('"NumStartComponents" 0', '"NumStartComponents" minValue:1 maxValue:2')
    refused = complete(game(end="(end [#])", after=two), ENDS[1:2])
    assert not refused and "NumStartComponents" in refused.first_problem


def test_how_many_pieces_a_game_begins_with() -> None:
    text = (
        '(game "H" (players 2) (equipment {(board (square 3)) (hand Each) (piece "Man" Each)}) (rules (start {'
        '(place "Man1" (sites Bottom)) (place "Man1" "Hand1" count:5)}) (play (forEach Piece)) '
        "(end (if (no Moves Next) (result Next Loss)))))"
    )
    counts = start_counts(ludparse.load(text, backend="python"))
    assert counts == {"NumStartComponents": 8, "NumStartComponentsBoard": 3, "NumStartComponentsHand": 5}


def test_load_takes_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUD_LIBRARY", raising=False)
    monkeypatch.setattr("ludparse.exporters.laboratory.complete._games", lambda *_: (None, described(ENDS)))
    loaded = ludparse.load(game(end="(end [#])"), complete=True, backend="python", seed=1)
    assert "\n// 1:" in loaded.description.source.text and loaded.name == "Try"
    assert ludparse.load(ENDS[0], complete=True, backend="python").name == "Full", "nothing is left open"
    with pytest.raises(LudError, match="none of 1 completions is right"):
        ludparse.load(game(end="(end (if [(is Fill)] (result Mover Win)))"), complete=True, backend="python")


def described(games: list[str]) -> list[Any]:
    return [DescribedGame.of(ludparse.load_description(one), None) for one in games]


# ---------------------------------------------------------------------------------------------------- what is wrong

WRONG: list[tuple[str, str, str]] = [
    (game(), "nothing is left open in <text>", ""),
    (game(end="(end [#)"), r"this \[ is never closed", "[#)"),
    (game(end="(end [#]])"), r"nothing is open that this \] could close", "])"),
    (game(end="(end (if (is Line []) (result Mover Win)))"), "nothing can stand here", "[]"),
    (game(end="(end (if (is Line [#x]) (result Mover Win)))"), "#x is no part that is left open", "[#x]"),
    (game(end="(end (if (is Line [3 | [+ ]]) (result Mover Win)))"), r"\[\+ …\] needs a text", "[3"),
    (game(end="(end (if (is Line [+ 3]) (result Mover Win)))"), r"\+ 3 is no choice", "[+ 3]"),
    (game(end="(end (if (is Line [3 | [- 3]]) (result Mover Win)))"), "none of the choices is left", "[3"),
    (game(end="(end (if (is Line [1..9999]) (result Mover Win)))"), "a range holds at most 1000 numbers", "[1.."),
    (game(board="(board (celtic [#]))"), r"no game at hand has anything here, after \(celtic", "[#]"),
    (game(end="(end (if (is Line [######]) (result Mover Win)))"), "there are not 6 brackets around this part", "[###"),
    (game(end="(end (if (is Lime [#]) (result Mover Win)))"), "there is no ludeme 'is Lime'|Lime", ""),
]


@pytest.mark.parametrize(("text", "message", "place"), WRONG)
def test_what_is_wrong_is_told_with_its_place(text: str, message: str, place: str) -> None:
    with pytest.raises(LudError, match=message) as refused:
        complete(text, ENDS)
    error = refused.value.problems[0]
    if place:
        assert error.span is not None and text[error.span.start :].startswith(place)


def test_no_games() -> None:
    with pytest.raises(LudError, match="there are no games to complete it from"):
        complete(game(end="(end [#])"), [])


def test_load_and_check_refuse_and_name_the_command() -> None:
    text = game(board="(board (square [#]))", end="(end [ (a) | (b) ])")
    problems = ludparse.check(text)
    assert [problem.code for problem in problems] == ["left-open"] * 2
    assert all("lud complete" in problem.hint and not problem.remedies for problem in problems)
    with pytest.raises(LudError, match="lud complete"):
        ludparse.load(text)


def test_what_is_wrong_beside_an_open_part_is_told_as_well() -> None:
    problems = ludparse.check(game(end="(end [#])").replace("(players 2)", "(plyers 2)"))
    assert [problem.code for problem in problems] == ["unknown-ludeme", "left-open"]


# ---------------------------------------------------------------------------------------------------- the command


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("LUD_LIBRARY", raising=False)
    partial = game(end="(end (if (is Line [2..4]) (result Mover Win)))")
    code, said, _ = run(capsys, "complete", partial, "-n", "2", "--output", str(tmp_path / "made"))
    assert code == 0 and "Try: 2 completions from 8 games looked at, 2 right" in said
    files = sorted((tmp_path / "made").iterdir())
    assert [file.name for file in files] == ["completion-1.lud", "completion-2.lud"]
    assert [ludparse.check(file) for file in files] == [[], []]
    code, said, _ = run(capsys, "complete", partial, "--keep", "length 5..8.9", "--backend", "python", "--json")
    record = json.loads(said)
    assert record["looked_at"] == 3 and [made["parts"][0]["text"] for made in record["completions"]] == ["3"]
    code, _, said = run(capsys, "complete", partial, "--want", "nonsense")
    assert code == 2 and "is no wish" in said


def test_an_interruption_leaves_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(looked_at: int, right: int) -> None:
        if looked_at == 2:
            raise KeyboardInterrupt

    found = complete(game(end="(end (if (is Line [2..9]) (result Mover Win)))"), ENDS, report=interrupted)
    assert found.interrupted and not found.all_made and len(found) == 2
