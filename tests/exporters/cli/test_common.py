"""What all commands share: arguments and their limits, which game and which position is meant."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludparse.exporters.cli import common
from ludparse.exporters.cli.main import main
from ludparse.exporters.cli.position import add_position, is_named, open_position
from tests.exporters.commands import run
from tests.exporters.pictures.games import STEPS


@pytest.mark.parametrize(("read", "good", "bad"), [
    (common.positive, {"1": 1, "007": 7, "20": 20}, ["0", "-1", "1.5", "", "x", "1e3"]),
    (common.above_zero, {"0.1": 0.1, "3": 3.0, "999999999": 999999999.0}, ["0", "-1", "1e9", "inf", "nan", "x", ""]),
    (common.confidence, {"0.5": 0.5, "0.95": 0.95, "0.999": 0.999}, ["1", "0.49", "0", "2", "x", "nan"]),
])  # fmt: skip
def test_numbers(read: Callable[[str], float], good: dict[str, float], bad: list[str]) -> None:
    assert {text: read(text) for text in good} == good
    for text in bad:
        with pytest.raises(argparse.ArgumentTypeError) as caught:
            read(text)
        assert repr(text) in str(caught.value)


def test_files(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("x")
    assert common.new_file(str(tmp_path / "new")) == tmp_path / "new"
    with pytest.raises(argparse.ArgumentTypeError, match="is there already"):
        common.new_file(str(there))
    assert common.page_file(str(there)) == there and common.page_file(str(tmp_path / "new")) == tmp_path / "new"
    with pytest.raises(argparse.ArgumentTypeError, match="cannot be written"):
        common.page_file(str(tmp_path))
    with pytest.raises(argparse.ArgumentTypeError, match=r"no folder '.*none' to write 'a.html'"):
        common.page_file(str(tmp_path / "none" / "a.html"))


@pytest.mark.parametrize(("before", "after"), [(b"a\r\nb\r\n", b"c\r\nd"), (b"a\nb\n", b"c\nd"), (b"", b"c\nd")])
def test_line_ends_stay(before: bytes, after: bytes, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(before)
    common.rewrite(tmp_path / "a", "c\nd")
    assert (tmp_path / "a").read_bytes() == after


def test_which_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """The argument comes before the environment; an empty one is none."""
    args = argparse.Namespace(library="a", option=["A/1"], ruleset="R")
    monkeypatch.setenv("LUD_LIBRARY", "b")
    assert common.games_of(args) == {"library": "a", "options": ("A/1",), "ruleset": "R"}
    args.library = None
    assert common.library(args) == "b"
    monkeypatch.setenv("LUD_LIBRARY", "")
    assert common.library(args) is None


def test_a_game_of_lud_whose_name_the_library_has_too_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lud" / "board").mkdir(parents=True)
    (tmp_path / "lud" / "board" / "Ex Nihilo.lud").write_text(STEPS, encoding="utf-8")
    for name, told in (("ex nihilo", True), ("board/Ex Nihilo", False), ("Hypnosia", False), (STEPS, False)):
        for more in ([], ["--json"]):
            code, _, err = run(capsys, "info", name, "--library", str(tmp_path), *more)
            assert code == 0 and ("the library has another: 'board/Ex Nihilo.lud'" in err) == (told and not more), err
    assert "another" not in run(capsys, "info", "ex nihilo")[2]


def test_a_text_is_not_shown() -> None:
    assert (common.shown("Ex Nihilo"), common.shown('(game "x" (players 2))')) == ("Ex Nihilo", "<text>")


def parsed(add: Callable[..., None], *words: str, **settings: Any) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add(parser, **settings)
    return parser.parse_args(words)


def test_arguments_and_their_defaults() -> None:
    cases: list[tuple[Callable[..., None], dict[str, Any], list[str], dict[str, Any]]] = [
        (common.add_game, {}, ["G"], {"game": "G", "option": [], "ruleset": None, "backend": "auto"}),
        (common.add_game, {"many": True, "backend": False}, ["G", "H"],
         {"game": ["G", "H"], "option": [], "ruleset": None}),
        (common.add_game, {"unnamed": True}, ["-o", "A/1", "-o", "B/2", "--ruleset", "R", "--backend", "c"],
         {"game": None, "option": ["A/1", "B/2"], "ruleset": "R", "backend": "c"}),
        (common.add_games, {"default": 50}, [], {"games": 50}),
        (common.add_games, {"default": 50}, ["-n", "3"], {"games": 3}),
        (common.add_max_moves, {}, [], {"max_moves": 1000}),
        (common.add_max_moves, {"default": None}, [], {"max_moves": None}),
        (common.add_seed, {}, [], {"seed": 0}),
        (common.add_seed, {"default": None}, ["--seed", "-4"], {"seed": -4}),
        (common.add_agent, {"default": "uct"}, [], {"agent": "uct", "seconds": 1.0}),
        (common.add_agent, {"default": None}, ["--agent", "flat", "--seconds", "2"], {"agent": "flat", "seconds": 2.0}),
        (common.add_time, {"default": 9.0}, [], {"time": 9.0}),
        (common.add_time_each, {"default": None, "what": "x"}, [], {"time_each": None}),
        (common.add_most, {"default": 5, "what": "rows"}, [], {"most": 5}),
        (common.add_confidence, {"what": "x"}, [], {"confidence": 0.95}),
        (common.add_html, {"what": "x"}, [], {"html": None}), (common.add_jobs, {}, [], {"jobs": 1}),
        (common.add_places, {}, ["--cluster", "ray"], {"jobs": 1, "cluster": "ray"}),
        (common.add_output, {}, ["--output", "a"], {"output": Path("a")}),
    ]  # fmt: skip
    for add, settings, words, expected in cases:
        assert vars(parsed(add, *words, **settings)) == expected


def test_defaults_are_told() -> None:
    def told(add: Callable[..., None], **settings: Any) -> str:
        parser = argparse.ArgumentParser()
        add(parser, **settings)
        return " ".join(parser.format_help().split())

    assert "(default 50)" in told(common.add_games, default=50)
    assert "(default 1000)" in told(common.add_max_moves)
    assert "(default 3 or 4)" in told(common.add_max_moves, told="3 or 4")
    assert "(default 7)" in told(common.add_seed, default=7)
    assert "another one each time" in told(common.add_seed, default=None)
    assert "(default uct)" in told(common.add_agent, default="uct")
    assert "(default None" not in told(common.add_agent, default=None)
    assert "(default 9)" in told(common.add_time, default=9.0)
    assert "no limit" in told(common.add_time, default=None)
    assert "(default 9)" in told(common.add_time_each, default=9.0, what="x")
    assert "default" not in told(common.add_time_each, default=None, what="x")


def test_agents_get_a_limit_where_they_have_none() -> None:
    agent = lambda name: common.agent_of(argparse.Namespace(agent=name, seconds=2.0))  # noqa: E731
    assert agent("random") == "random" and agent("uct(iterations=5)") == "uct(iterations=5)"
    assert agent("uct") == "uct(seconds=2)"
    for wrong in ("nobody", "uct(iterations=0)"):
        with pytest.raises(common.Failure) as caught:
            agent(wrong)
        assert caught.value.code == 2


# ------------------------------------------------------------------------------------------------ positions


def position(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    for names, settings in common.SHARED:
        parser.add_argument(*names, **settings)
    add_position(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize(("words", "named"), [
    (["G"], False), (["G", "--moves", "A1-B2"], True), (["--trial", "t"], True),
    (["G", "--trial", "t", "--ply", "0"], True),
    (["G", "--ply", "0"], "--ply goes with"),
    (["G", "--moves", "A1", "--trial", "t"], "two ways"), ([], "name a GAME, or"),
    (["--moves", "A1"], "before --moves"),
])  # fmt: skip
def test_what_names_a_position(words: list[str], named: bool | str) -> None:
    if isinstance(named, bool):
        assert is_named(position(*words)) is named
        return
    with pytest.raises(common.Failure, match=named) as caught:
        is_named(position(*words))
    assert caught.value.code == 2


def test_positions_are_opened(tmp_path: Path) -> None:
    """By moves, or at a ply of a saved game, which names the game by its path."""
    (tmp_path / "steps.lud").write_text(STEPS)
    game, state = open_position(position(STEPS, "--backend", "python", "--moves", "A1-B2", "B4-C3"))
    assert [move.notation for move in state.history] == ["A1-B2", "B4-C3"] and game.name == "Small draughts"
    trial = tmp_path / "game.txt"
    state.trial().write(trial)
    saved = [str(tmp_path / "steps.lud"), "--trial", str(trial), "--backend", "python"]
    for ply, count in ((None, 2), (0, 0), (1, 1), (2, 2)):
        words = [] if ply is None else ["--ply", str(ply)]
        _, at = open_position(position(*saved, *words))
        assert len(at.history) == count
    with pytest.raises(common.Failure, match="has 2 moves: --ply is from 0") as caught:
        open_position(position(*saved, "--ply", "3"))
    assert caught.value.code == 2
    with pytest.raises(SystemExit):
        position("G", "--trial", "t", "--ply", "-1")


def test_a_position_in_a_terminal_and_as_data(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = ["board", STEPS, "--backend", "python"]
    code, out, _ = run(capsys, *board, "--moves", "A1-B2", "--legal")
    above, _, names = out.strip().partition("\n\nLegal moves: ")
    assert code == 0 and above.endswith("Black to move.")
    assert {*names.split(", ")} == {f"B4-{to}" for to in ("A4", "C4", "A3", "B3", "C3")} | {"D4-C4", "D4-C3", "D4-D3"}
    assert json.loads(run(capsys, *board, "--moves", "A1-B2", "--json")[1])["mover"] == 2
    assert json.loads(run(capsys, "board", STEPS, "--json")[1])["default_site"] == "Cell"
    assert run(capsys, "board", STEPS)[1].startswith("4 A4  B4  C4  D4\n")
    file = tmp_path / "a.txt"
    assert main([*board, "--start", "--output", str(file)]) == 0
    assert file.read_text().endswith("White to move.\n") and "X Counter (White)" in file.read_text()
    assert run(capsys, *board, "--start", "--seat", "2", "--svg")[0] == 0
    for words, message in ((["--animate", "--players", "--output", "a.svg", "--start"], "--players is for pictures"),
                           (["--theme", "auto", "--output", "a.png"], "--theme auto is for SVG"),
                           (["--svg", "--animate", "--seat", "3"], "has 2 players")):  # fmt: skip
        code, _, err = run(capsys, *board, *words)
        assert code == 2 and message in err
