"""Games for `lud crosscheck --every-place`: repeatable, each pair once, and the ludeme stands where it is said to."""

from __future__ import annotations

from pathlib import Path

from ludparse import ludemes as L
from ludparse import parse
from ludparse.description.description import load_description
from ludparse.exporters.verification.ludii.every_place import EveryPlace, pairs_in, places_text
from ludparse.exporters.verification.ludii.graft_run import GraftResult
from ludparse.library.library import Library
from ludparse.ludemes.base import walk
from ludparse.problems.spans import Source

GAME = """(game "Fill" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (move Add (to (sites Empty)) (then (addScore Mover (count Moves)))))
        (end (if (is Line 3) (result Mover Win)))))"""
EXAMPLES = {
    L.IsLine: (GAME, "(is Line 3)"),
    L.AddScore: (GAME, "(addScore Mover (count Moves))"),
    L.SitesIndex: (GAME, "(sites Empty)"),
    L.To: (GAME, "(to (sites Empty))"),
    L.CountSimple: (GAME, "(count Moves)"),
}


def test_each_pair_comes_once_and_stands_where_it_is_said_to() -> None:
    found = EveryPlace(EXAMPLES, seed=7)
    assert len({pair.name for pair in found.pairs}) == len(found.pairs) > 12
    made = [graft for graft in map(found.graft, range(len(found.pairs))) if graft]
    assert len(made) > 12
    assert made[3] == EveryPlace(EXAMPLES, seed=7).graft(made[3].number)
    for graft in made:
        pair = found.pairs[graft.number]
        assert graft.story.startswith(f"{pair.cls.__name__}.{pair.slot.name} {pair.donor.__name__}; ")
        game = load_description(Source("<text>", graft.text)).game
        held = [getattr(node, pair.slot.name) for node in walk(game) if type(node) is pair.cls]
        assert pair.donor in {type(x) for value in held for x in (value if isinstance(value, tuple) else (value,))}


def test_what_a_library_has_comes_last(tmp_path: Path) -> None:
    for folder in ("lud", "def"):
        (tmp_path / folder).mkdir()
    (tmp_path / "lud" / "Fill.lud").write_text(GAME)
    (tmp_path / "lud" / "Broken.lud").write_text("(game")
    library = Library.open(tmp_path)
    known = pairs_in(library, ["Fill.lud", "Broken.lud"])
    assert {"AddScore.score CountSimple", "To.region SitesIndex"} <= known
    names = [pair.name for pair in EveryPlace(EXAMPLES, 7, known).pairs]
    assert sorted(names) == sorted(pair.name for pair in EveryPlace(EXAMPLES, 7).pairs)
    assert known & {*names} == {*names[-2:]}


def test_a_pair_comes_again_in_another_setting() -> None:
    found = EveryPlace(EXAMPLES, seed=7)
    texts = [graft.text for n in range(6) if (graft := found.graft(n * len(found.pairs)))]
    assert len(set(texts)) > 1
    assert all("(square 5)" in text for text in texts)
    settings = " ".join(texts)
    assert "use:" in settings and "(size Stack" in settings and "(hand Each" in settings
    assert all(len(parse(text)) == 1 for text in texts)


def test_pairs_that_were_never_played_are_told() -> None:
    found = EveryPlace(EXAMPLES, seed=7)
    names = [pair.name for pair in found.pairs]
    results = [
        GraftResult(0, "identical", f"{names[0]}; Cell", plies=10), GraftResult(1, "identical", f"{names[1]}; Cell", 9),
        GraftResult(2, "differs", f"{names[2]}; Edge", plies=3), GraftResult(3, "refused by both", f"{names[3]}; Cell"),
    ]  # fmt: skip
    text = places_text(results, found)
    assert f"{len(names)} pairs, 2 played for at least 10 plies" in text
    assert f"differs  {names[2]}" in text
    told = dict(line.split(": ") for line in text.splitlines() if "never played" in line)

    def never(name: str) -> bool:
        place, donor = name.split()
        donors = told.get(f"  never played  {place}", "")
        return donors.startswith("all ") or donor in donors.split(", ")

    assert [name for name in names if not never(name)] == [names[0], names[2]]
