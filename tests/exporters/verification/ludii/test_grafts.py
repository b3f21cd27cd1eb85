"""Grafts are repeatable, and each is another description."""

from __future__ import annotations

from pathlib import Path

from ludparse import Library, parse
from ludparse.exporters.verification.ludii.graft_run import GraftResult, counts, text_of
from ludparse.exporters.verification.ludii.grafts import Grafter
from ludparse.exporters.verification.ludii.trees import is_number, places, replaced, size
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Call
from tests.corpus import REPO
from tests.exporters.verification.ludii.conversations import ROWS

GAMES = ["gardens/gardens.lud", "ponds/ponds.lud", "leapfrogs/leapfrogs.lud", "two_shores/two_shores.lud"]


def library(folder: Path) -> Library:
    """Our own games as a library."""
    for game in GAMES:
        file = folder / "lud" / game
        file.parent.mkdir(parents=True)
        file.write_text((REPO / "games" / game).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "def").mkdir()
    return Library.open(folder)


def test_a_graft_is_made_of_its_seed_and_number(tmp_path: Path) -> None:
    games = library(tmp_path)
    first, again = Grafter(games, GAMES, 7), Grafter(games, GAMES, 7)
    grafts = [first.graft(n) for n in range(12)]
    assert [again.graft(n) for n in reversed(range(12))] == grafts[::-1]
    assert len({g.text for g in grafts}) > 9
    assert Grafter(games, GAMES, 8).graft(0).text != grafts[0].text
    for graft in grafts:
        (tree,) = parse(graft.text)
        assert isinstance(tree, Call) and tree.keyword == "game"


def test_nodes_are_replaced_where_they_stand() -> None:
    (tree,) = parse(ROWS)
    found = {" ".join(map(str, place.path)): place for place in places(tree)}
    (three,) = [p for p in found.values() if is_number(p.node) and p.role == "square "]
    assert "(square 3)" in format_tree(tree)
    other = replaced(tree, three.path, tuple(p.node for p in found.values() if p.role == "players "))
    assert "(square 2)" in format_tree(other) and "(square 3)" in format_tree(tree)
    without = replaced(tree, three.path, ())
    assert "(square)" in format_tree(without) and size(without) == size(tree) - 1


def test_results_are_counted() -> None:
    results = [
        GraftResult(0, "identical", "a"), GraftResult(1, "differs", "b", why="legal moves, ply 3"),
        GraftResult(2, "refused by both", "c"), GraftResult(3, "accepted here", "d", why="no"),
    ]  # fmt: skip
    assert counts(results)["identical"] == 1
    text = text_of(results, "1.3.13")
    assert "of 2 that Ludii plays, 50.00% are identical" in text and "we refuse 50.00%" in text
