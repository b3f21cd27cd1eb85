"""One name for one thing in every command, as docs/commands.md says it; and what was renamed says so."""

import argparse
import inspect
import json
import re
from pathlib import Path

import pytest

from ludparse.exporters.cli.main import COMMANDS, GROUPS, main
from ludparse.exporters.cli.moved import _COMMANDS, _OPTIONS
from ludparse.exporters.statistics.players import _searches
from tests.docs.commands import PAGE, arguments, commands, name_of, page, shared
from tests.interpreter.search.games import THREE

PARSERS = commands()
USUAL = {"--seed": {0}, "--jobs": {1}, "--max-moves": {1000}, "--seconds": {1.0}, "--confidence": {0.95}}
"""Options with one default everywhere."""
OTHERWISE = {("play", "--seed"), ("crosscheck", "--max-moves"), ("record", "--max-moves")}
"""Whose default is another: games of `lud play` differ from each other, and what is compared with Ludii is short."""


def test_the_page_is_made_from_the_parsers() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.docs.commands writes it anew"


@pytest.mark.parametrize("name", shared())
def test_an_option_takes_the_same_in_every_command(name: str) -> None:
    where = shared()[name]
    values = {action.type for action in where.values()}
    if name in ("--show", "--keep"):
        return  # what is shown: a line, or parts of a picture; what is kept: an answer, or so many variants
    assert len(values) == 1 or name == "--output", where
    takes = {(action.metavar, action.nargs == 0) for action in where.values()}
    assert takes in ({(action.metavar, action.nargs == 0)} for action in where.values()) or takes <= {
        ("DIR", False), ("FILE", False), ("CATEGORY/ITEM", False), ("CATEGORY/ITEM[,…]", False),
    }  # fmt: skip
    if name in USUAL:
        assert {action.default for command, action in where.items() if (command, name) not in OTHERWISE} == USUAL[name]


def test_time_in_all_is_worded_once() -> None:
    assert {action.help.partition(" (")[0] for action in shared()["--time"].values()} == {"stop after S seconds in all"}


def test_the_help_of_contests_lists_agents_and_their_settings() -> None:
    """What `guided` takes is a function, which nobody can write on a command line."""
    told = dict(re.findall(r"^  (\w+)  +((?:[a-z_]+(?:, *\n? *)?)+)$", PARSERS["contest"].format_help(), re.MULTILINE))
    assert {name: words.split() for name, words in told.items() if name in _searches()} == {
        name: [f"{word}," for word in words[:-1]] + words[-1:]
        for name, cls in _searches().items()
        if name != "guided"
        for words in [[word for word in inspect.signature(cls).parameters if word != "seed"] or ["none"]]
    }


def test_a_contest_wants_both_agents(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["contest", THREE, "uct"])
    assert "required: B" in capsys.readouterr().err


def test_a_game_behind_moves_is_taken_for_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--moves", "A1", THREE]) == 2
    assert "name the GAME before --moves" in capsys.readouterr().err


def test_a_position_and_an_agent_are_named_whole() -> None:
    for together in ({"--moves", "--trial", "--ply", "--seed"}, {"--agent", "--seconds"}, {"--jobs", "--cluster"}):
        for command, parser in PARSERS.items():
            there = together & {name_of(action) for action in arguments(parser)}
            alone = {"--seconds", "--seed", "--jobs"}  # of contests, of random games, of a running Ludii
            assert there in ({*()}, together) or there <= alone, (command, there)


def test_every_option_says_what_it_does() -> None:
    for command, parser in PARSERS.items():
        assert [name_of(a) for a in arguments(parser) if not a.help] == [], command
        assert not parser.allow_abbrev


def test_every_command_has_a_group() -> None:
    assert len({*COMMANDS}) == len(COMMANDS) == sum(map(len, GROUPS.values()))


@pytest.mark.parametrize("command", _COMMANDS)
def test_a_command_that_moved_says_so(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command not in COMMANDS
    assert main([command, "Gardens"]) == 2
    assert f"`lud {command}` is now lud " in capsys.readouterr().err


@pytest.mark.parametrize(("command", "option"), [(c, o) for c, options in _OPTIONS.items() for o in options])
def test_an_option_that_moved_says_so(command: str, option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "Gardens", f"{option}=1"]) == 2
    assert f"`lud {command} {option}` is now " in capsys.readouterr().err
    flags = {flag for action in arguments(PARSERS[command]) for flag in action.option_strings}
    assert option not in flags or option == "--seconds", "it is an option of this version"


def saved(tmp_path: Path) -> str:
    file = tmp_path / "game.trl"
    assert main(["play", "Gardens", "-o", "Board Size/4", "--random", "--seed", "3", "--output", str(file)]) == 0
    return str(file)


def test_older_words_of_a_trial_are_told_with_those_of_today(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = Path(saved(tmp_path))
    assert main(["trial", str(file), "--backend", "python"]) == 0
    assert "warning" not in capsys.readouterr().out
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(",decision=true", ",level=0,decision=true"), encoding="utf-8")
    assert main(["trial", str(file), "--backend", "python"]) == 0
    assert "moves are told in older words" in capsys.readouterr().out
    assert main(["trial", str(file), "--backend", "python", "--json"]) == 0
    words = json.loads(capsys.readouterr().out)["older_words"]
    assert words["trial"] == words["today"].replace(",decision=true", ",level=0,decision=true")


def test_trials_that_replay_are_counted_apart_from_those_that_depart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In one of three the first move is of player 2, who does not begin."""
    text = Path(saved(tmp_path)).read_text(encoding="utf-8")
    folder = tmp_path / "trials"
    folder.mkdir()
    for name, said in (("a", text), ("b", text.replace("[Move:mover=1,", "[Move:mover=2,", 1)), ("c", text)):
        (folder / f"{name}.txt").write_text(said, encoding="utf-8")
    capsys.readouterr()
    assert main(["trial", str(folder), "--backend", "python"]) == 1
    out = capsys.readouterr().out
    assert f"{folder / 'b.txt'}: move 1: " in out and "a.txt" not in out and "c.txt" not in out
    assert out.endswith("2 of 3 trials replay to their end\n")
    assert main(["trial", str(folder), "--backend", "python", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["counts"] == {"replays": 2, "departs": 1} and len(found["trials"]) == 3
    assert main(["trial", str(folder / "a.txt"), str(folder / "c.txt"), "--backend", "python"]) == 0
    assert "2 of 2 trials replay" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["show", "board --legal", "solve --nodes 1", "perft 1", "play --random"])
def test_a_trial_names_its_game_and_options(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the 16 cells of the smaller board 12 are left after 4 moves."""
    file = saved(tmp_path)
    capsys.readouterr()
    assert main([*command.split(), "--trial", file, "--ply", "4", "--json", "--backend", "python"]) in (0, 1)
    record = json.loads(capsys.readouterr().out)
    if command.startswith("board"):
        assert len(record["sites"]) == 4
    elif command.startswith("solve"):
        assert (record["mover"], record["nodes"]) == (1, 1)
    else:
        assert (record["leaves"] if "leaves" in record else len(record["moves"])) == 12


@pytest.mark.parametrize("command", ["show", "board", "solve", "play"])
@pytest.mark.parametrize(
    ("arguments_", "said"),
    [
        (["--ply", "3"], "--ply goes with --trial"),
        (["--moves", "A1", "--trial", "x"], "give one"),
    ],
)
def test_what_does_not_go_together(
    command: str, arguments_: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, THREE, *arguments_]) == 2
    assert said in capsys.readouterr().err


def test_no_game_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve"]) == 2
    assert "name a GAME" in capsys.readouterr().err


def test_options_are_not_shortened() -> None:
    with pytest.raises(SystemExit):
        main(["playouts", "Gardens", "--game", "5"])
    assert isinstance(PARSERS["playouts"], argparse.ArgumentParser)
