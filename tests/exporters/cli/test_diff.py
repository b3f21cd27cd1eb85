"""`lud diff`: rules that differ, in which part, and nothing where only the layout does."""

import json
import time
from pathlib import Path

import pytest

from ludparse import parse
from ludparse.exporters.authoring.rules_diff import compare_games
from ludparse.exporters.authoring.rules_diff.trees import Trees, compare, title
from ludparse.reader.syntax import Call, Node
from tests.exporters.commands import run

GAME = """(game "{name}" (players {players}) (equipment {{ (board ({board})) {items} }})
    (rules {start} (play {play}) (end {end})))"""
STEP = "(forEach Piece (move Step Forward (to if:(is Empty (to)))))"
PARTS = {
    "name": "One", "players": "2", "board": "square 4", "items": '(piece "Disc" Each)',
    "start": '(start (place "Disc1" (sites Bottom)))', "play": STEP, "end": "(if (is Line 3) (result Mover Win))",
}  # fmt: skip

CASES = [
    ({}, {}),
    ({"players": "3"}, {"players": [("2", "3")]}),
    ({"board": "square 5"}, {"board": [("4", "5")]}),
    ({"board": "hex 4"}, {"board": [("(square 4)", "(hex 4)")]}),
    ({"items": '(piece "Disc" Each) (hand Each)'}, {"hands": [(None, "(hand Each)")]}),
    ({"items": '(piece "King" P1) (piece "Disc" Each)'}, {"pieces": [(None, '(piece "King" P1)')]}),
    ({"start": ""}, {"start": [('(place "Disc1" (sites Bottom))', None)]}),
    ({"play": STEP.replace("Forward", "Diagonal")}, {"play": [("Forward", "Diagonal")]}),
    ({"play": STEP.replace("(is Empty (to))", "(not (is Empty (to)))")},
     {"play": [("(is Empty (to))", "(not (is Empty (to)))")]}),
    ({"end": "{ (if (is Line 3) (result Mover Win)) (if (no Moves Next) (result Mover Win)) }"},
     {"end": [(None, "(if (no Moves Next) (result Mover Win))")]}),
    ({"end": "(if (is Line 3) (result Mover Loss))"}, {"end": [("Win", "Loss")]}),
]  # fmt: skip


def node(text: str) -> Call:
    (tree,) = parse(text)
    assert isinstance(tree, Call)
    return tree


def shown(part: Node | None) -> str | None:
    return None if part is None else Trees().text(part).replace("( ", "(").replace(" )", ")")


@pytest.mark.parametrize(("changed", "expected"), CASES, ids=[", ".join(case[0]) or "nothing" for case in CASES])
def test_what_differs(changed: dict[str, str], expected: dict[str, list[tuple[str | None, str | None]]]) -> None:
    sections = compare_games(node(GAME.format(**PARTS)), node(GAME.format(**{**PARTS, **changed})))
    found = {s.name: [(shown(c.old), shown(c.new)) for c in s.changes] for s in sections if s.changes}
    assert found == expected


def test_changes_say_where_they_are() -> None:
    (change,) = compare(node(STEP), node(STEP.replace("Empty", "Occupied")))
    assert change.path == ("forEach Piece", "move Step Forward", "to", "if:")


def test_what_has_the_most_words_in_common_belongs_together() -> None:
    """Of the five words of the new piece the disc has four, the king, which went, two."""
    king, disc = '(piece "King" P1 (move Step))', '(piece "Disc" Each (move Hop))'
    old, new = node(f"(equipment {{ {king} {disc} }})"), node('(equipment { (piece "Disc" Each (move Slide)) })')
    assert [(shown(change.old), shown(change.new)) for change in compare(old, new)] == [
        (king, None), ("(move Hop)", "(move Slide)"),
    ]  # fmt: skip


def test_long_lists_are_compared_in_bounded_time() -> None:
    """Each entry differs, so that a search for the closest pairs would compare all with all: 360,000 pairs."""
    old = node("(map {" + " ".join(f"(pair {i} {i})" for i in range(600)) + "})")
    new = node("(map {" + " ".join(f"(pair {i} {i + 1})" for i in range(600)) + "})")
    began = time.process_time()
    assert len(compare(old, new)) == 600
    assert time.process_time() - began < 2


def test_titles_are_short() -> None:
    assert title(node('(piece "Pawn" Each (move Pass))')) == 'piece "Pawn" Each'
    assert title(node("(count Steps 1 2)")) == "count Steps"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = tmp_path / "one.lud", tmp_path / "two.lud"
    one.write_text(GAME.format(**PARTS))
    two.write_text("// with a comment\n" + GAME.format(**PARTS).replace(" (", "\n("))
    code, out, _ = run(capsys, "diff", str(one), str(two))
    assert code == 0
    assert "the same: players, board, pieces, start, play, end" in out
    two.write_text(GAME.format(**{**PARTS, "name": "Two", "board": "square 5"}))
    code, out, _ = run(capsys, "diff", str(one), str(two))
    assert code == 1
    assert "in board > square:\n    - 4\n    + 5" in out
    record = json.loads(run(capsys, "diff", str(one), str(two), "--json", "--concepts")[1])
    assert record["parts"]["board"] == [{"in": ["board", "square"], "old": "4", "new": "5"}]
    assert record["concepts"] == [[], []]


def test_what_an_option_changes(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "diff", "Gardens", "-o", "Neighbours/Around")
    assert code == 1
    assert "- Orthogonal" in out and "+ All" in out
    code, _, err = run(capsys, "diff", "Gardens")
    assert code == 2
    assert "which OTHER" in err


def test_two_rulesets_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "one.lud"
    rows = '(option "Row" <Row> args:{ <n> } { (item "3" <3> "") (item "4" <4> "")* })'
    sets = '(rulesets { (ruleset "Ruleset/Short" { "Row/3" }) (ruleset "Ruleset/Long" { "Row/4" }) })'
    file.write_text(GAME.format(**{**PARTS, "end": "(if (is Line <Row:n>) (result Mover Win))"}) + rows + sets)
    code, out, _ = run(capsys, "diff", str(file), "--ruleset", "Ruleset/Short", "--ruleset", "Ruleset/Long")
    assert code == 1 and "- 3" in out and "+ 4" in out
    assert run(capsys, "diff", str(file), "--ruleset", "Ruleset/Long")[0] == 0, "its rules are the usual ones"
    code, _, err = run(capsys, "diff", str(file), *("--ruleset", "Ruleset/Long") * 3)
    assert code == 2 and "for each of them at most" in err
