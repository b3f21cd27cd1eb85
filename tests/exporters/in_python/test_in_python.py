"""What a game answers in a line of Python is what the commands print, and holds against play."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import ludparse
from ludparse import LudError
from ludparse.expansion.options import Ruleset
from ludparse.exporters.cli.main import main
from ludparse.exporters.verification.ludii.errors import LudiiMissingError
from ludparse.interpreter.play.playouts import Lengths, Playouts, Rankings
from ludparse.problems.message import example

LINE = example(end="{(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))}")
SHORT = LINE.replace("is Line 3", "is Line 2")
STACKS = example(
    board="(board (square 3)) (hand Each)", pieces='(piece "Disc" Each (move Step (to if:True)))',
    start='(start {(place Stack items:{"Disc1" "Disc2" "Disc1"} coord:"A1") (place "Disc2" coord:"B2") '
    '(place "Disc1" "Hand1")})',
    play="(forEach Piece)",
)  # fmt: skip


def game(text: str = LINE) -> ludparse.Game:
    return ludparse.load(text, backend="python")


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    capsys.readouterr()
    main([*args])
    return capsys.readouterr().out


def played(state: ludparse.State, rng: random.Random | None = None) -> list[str]:
    moves = []
    while not state.over:
        moves.append(str(state.apply(state.random_move(rng))))
    return moves


def test_random_moves_follow_from_the_seed_of_the_game() -> None:
    """Equal seeds give equal games, and Python's generator is not touched; copies go on alike, also from the middle."""
    one = game()
    random.seed(1)
    before = random.getstate()
    games = {seed: played(one.start(seed=seed)) for seed in range(8)}
    assert random.getstate() == before
    assert games == {seed: played(one.start(seed=seed)) for seed in range(8)}
    assert len({tuple(moves) for moves in games.values()}) > 5
    state = one.start(seed=3)
    assert len({str(state.random_move()) for _ in range(60)}) == 9, "each legal move"
    for _ in range(3):
        state.apply(state.random_move())
    assert played(state.copy()) == played(state)
    for reseeded in (1, 2, 1):
        state = one.start(seed=3)
        state.reseed(reseeded)
        games[reseeded + 100] = games.get(reseeded + 100) or played(state.copy())
        assert games[reseeded + 100] == played(state)
    assert games[101] != games[102]
    assert played(one.start(seed=0), random.Random(5)) == played(one.start(seed=1), random.Random(5))


@pytest.mark.parametrize("text", [LINE, STACKS])
def test_pieces_are_those_of_the_sites_and_set_up_the_same_position(text: str) -> None:
    one = game(text)
    state = one.start(seed=2)
    labels = [element.label for element in one.board.elements(one.board.default_site)]
    for _ in range(4):
        found = state.pieces()
        rows = {str(row[0]): [one.pieces[level[0]].name for level in row[2:] if isinstance(level, list)]
                for row in state.sites()}  # fmt: skip
        told = {f"C{labels.index(str(site)) if site in labels else site}": [here] if isinstance(here, str) else [*here]
                for site, here in found.items()}  # fmt: skip
        assert told == rows
        assert state.with_pieces(found).pieces() == found
        for label in labels:
            assert state[label] == found.get(label)
        state.apply(state.random_move())


def test_a_site_has_a_piece_several_or_none_or_is_not_there() -> None:
    state = game(STACKS).start(seed=0)
    assert (state["A1"], state["B2"], state["C3"]) == (("Disc1", "Disc2", "Disc1"), "Disc2", None)
    assert (state[9], state[10]) == ("Disc1", None)
    for wrong in ("D9", "", 99, "E1"):
        with pytest.raises(KeyError):
            state[wrong]


def test_results_have_wins_means_and_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    results = game().playouts(40, seed=1)
    assert results.lengths.mean() == sum(results.lengths) / 40 == results.moves / 40
    first = [ranking.index(1.0) for ranking in results.rankings if 1.0 in ranking]
    assert results.wins == (first.count(0), first.count(1)) and sum(results.wins) > 20
    columns = results.columns()
    assert columns["length"] == list(results.lengths)
    assert [*zip(columns["place 1"], columns["place 2"], strict=True)] == list(results.rankings)
    for library, asked in (("pandas", results.to_pandas), ("polars", results.to_polars)):
        monkeypatch.setitem(sys.modules, library, SimpleNamespace(DataFrame=lambda rows, of=library: (of, rows)))
        assert asked() == (library, columns)
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(LudError, match=r"ludparse\[frames\]"):
            asked()
    nothing = Playouts(0, 0, 0, Lengths("i"), Rankings(results.lengths[:0], 2, 0))  # type: ignore[arg-type]
    assert nothing.wins == () and nothing.columns() == {"length": []}
    with pytest.raises(ValueError, match="no game"):
        nothing.lengths.mean()


@pytest.mark.parametrize("text", [LINE, STACKS])
def test_words_are_those_of_the_command(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert game(text).describe().split() == printed(capsys, "describe", text).split()


def test_differences_are_those_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    found = ludparse.diff(game(), SHORT)
    assert found and not ludparse.diff(LINE, game())
    assert str(ludparse.diff(LINE, LINE)) == "the rules are the same"
    lines = printed(capsys, "diff", LINE, SHORT).splitlines()
    assert [line for line in str(found).splitlines() if line] == [x for x in lines[2:] if x and "the same:" not in x]
    assert "- (is Line 3)" in str(found) or "- 3" in str(found)


def test_statistics_are_those_of_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    found = game().evaluate(6, seed=4)
    command = json.loads(printed(capsys, "evaluate", LINE, "--json", "-n", "6", "--seed", "4", "--backend", "python"))
    told: dict[str, Any] = json.loads(json.dumps(found.as_dict()))
    assert told == {key: command[key] for key in told}
    with pytest.raises(ValueError, match="at least one"):
        game().evaluate(0)
    between = ludparse.compare(game(), game(SHORT), games=30)
    (row,) = between.differences.values()
    assert any(d.verdict == "differs" and d.a > d.b for d in row if "length" in d.measure.label), row
    alike = ludparse.compare(LINE, LINE, games=10)
    assert not any(d.verdict == "differs" for row in alike.differences.values() for d in row)
    with pytest.raises(LudError, match="2 and 3 players"):
        ludparse.compare(LINE, LINE.replace("(players 2)", "(players 3)"))


def test_a_page_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the description as it was given, with its options; what a page holds tests/exporters/web looks at."""
    from ludparse.exporters.web import bundle, page

    asked: list[Any] = []
    monkeypatch.setattr(bundle, "make_bundle", lambda source, **how: asked.append((source.text, how)))
    monkeypatch.setattr(page, "page_html", lambda made: "<p>a game</p>")
    file = game().html(tmp_path / "a.html")
    assert file.read_text() == "<p>a game</p>" and asked == [(LINE, {"options": (), "ruleset": None})]


def test_ludii_is_asked_where_somebody_said_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LUD_LUDII", raising=False)
    with pytest.raises(LudiiMissingError):
        game().crosscheck()
    with pytest.raises(LudiiMissingError, match="there is no Ludii"):
        game().crosscheck(tmp_path / "Ludii.jar")


def test_the_name_of_a_ruleset_is_its_heading_without_the_category() -> None:
    names = [Ruleset(heading, (), {}).name for heading in ("Ruleset/Old (1881)", "Ruleset/A/B", "Plain")]
    assert names == ["Old (1881)", "A/B", "Plain"]
