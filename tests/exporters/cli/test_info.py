"""`lud info`: what a game is made of, line by line."""

import json

import pytest

from ludparse.exporters.cli import info
from tests.exporters.commands import run

TEXT = """(game "Mixed" (players 3) (equipment {(board (square <Size:n>)) (piece "Man" Each) (piece "Rock" Neutral)
        (piece "Ball" Shared) (hand P2 size:2) (hand Shared) (dice num:1)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
(option "Board Size" <Size> args:{<n>} {(item "2" <2> "Small.") (item "3" <3> "Large.")*})
(rulesets {(ruleset "Ruleset/One (usual)" {"Board Size/2"}) (ruleset "Ruleset/Two (usual)" {"Board Size/3"})})
(metadata (info {(description "First words.")
    (description "Second   words.") (author "Ann") (date "2001") (rules "Do this.")}))"""


def test_all_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Of 2 by 2 cells; beside them lie the two sites of player 2's hand, the shared one, and the place of the die."""
    code, out, _ = run(capsys, "info", TEXT, "-o", "Board Size/2")
    assert code == 0
    head, first, second, material, version, choices, rules = out.strip().split("\n\n")
    assert (head, first, second) == ("Mixed  (Ann, 2001)", "First words.", "Second words.")
    rows = [line.split(None, 1) for line in material.split("\n") if line[:1] != " "]
    assert [head for head, *_ in rows] == ["players", "board", "pieces", "beside"]
    assert "3" in material.split("\n")[0]
    assert all(size in material for size in ("4 cells", "12 edges", "9 vertices", "; pieces stand on cells"))
    for line in ("neutral: Rock0", "player 1: Man1", "player 2: Man2", "player 3: Man3"):
        assert line in material
    assert material.count("everybody: ") == 1 and "everybody: " in material.split("player 3")[1]
    beside = material.split("beside it")[1]
    assert "(hand of player 2, 2 sites)" in beside and "(hand, 1 site)" in beside and "(dice, 1 site)" in beside
    assert version.split() == ["Ludii", "rules", "as", "of", "1.3.13"]
    assert "Board Size: 2 (chosen), 3" in choices
    assert rules == "rules\nDo this."


def test_rulesets(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "info", TEXT, "--ruleset", "Ruleset/One (usual)")[1]
    assert "Ruleset/One (usual) (chosen)" in out and "Ruleset/Two (usual) (chosen)" not in out
    assert "Board Size: 2 (chosen), 3" in out


def test_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    """The ruleset is the one whose items are chosen."""
    record = json.loads(run(capsys, "info", TEXT, "-o", "Board Size/3", "--json")[1])
    assert (record["game"], record["players"], record["ruleset"]) == ("Mixed", 3, "Ruleset/Two (usual)")
    assert [(item["item"], item["text"], item["chosen"]) for item in record["options"]["Board Size"]] == [
        ("2", "Small.", False), ("3", "Large.", True),
    ]  # fmt: skip
    assert (record["board"]["default_site"], record["board"]["cells"], record["board"]["vertices"]) == ("Cell", 9, 16)
    owners = {piece["name"]: piece["owner"] for piece in record["pieces"]}
    assert [owners[f"Man{k}"] for k in (1, 2, 3)] == [1, 2, 3] and owners["Rock0"] == 0
    assert all(piece["index"] > 0 for piece in record["pieces"])
    board, second, shared, dice = record["containers"]
    assert (board["first_site"], board["sites"]) == (0, 9)
    assert (second["first_site"], second["sites"], second["owner"]) == (9, 2, 2)
    assert (shared["first_site"], dice["first_site"], dice["kind"]) in ((11, 12, "dice"), (12, 11, "hand"))
    assert record["info"]["author"] == ["Ann"]


def test_a_game_without_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "info", TEXT.partition("(option")[0].replace("<Size:n>", "2"))[1]
    assert out.startswith("Mixed\n\nplayers")
    assert "The description has none in words; these are its ludemes:\n\n(game" in out


def test_concepts_stand_below_those_that_hold_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """B and C are below A, D is below B by a concept that does not hold; those with nothing below share a line."""
    parents = {"A": None, "B": "A", "C": "A", "X": "B", "D": "X", "E": "A", "Z": None}
    monkeypatch.setattr("ludparse.interpreter.concepts.PARENTS", parents)
    assert [*info._tree(["A", "B", "D", "C", "E", "Z"])] == ["A", "  B", "    D", "  C, E", "Z"]
    assert [*info._tree(["C", "D", "Z"])] == ["C, D, Z"]
