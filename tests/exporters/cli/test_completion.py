"""Completion scripts, run by the shells themselves where they are installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from ludparse.exporters.cli.main import COMMANDS, main

pytest.importorskip("shtab")


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str], tmp_path: Path):  # type: ignore[no-untyped-def]
    """Writes the script for a shell to a file."""

    def written(shell: str) -> Path:
        assert main(["completion", shell]) == 0
        file = tmp_path / f"lud.{shell}"
        file.write_text(capsys.readouterr().out)
        return file

    return written


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_is_completed(shell: str, script) -> None:  # type: ignore[no-untyped-def]
    text = script(shell).read_text()
    assert [name for name in COMMANDS if name not in text] == []
    if shutil.which(shell):
        subprocess.run([shell, "-n", script(shell)], check=True)


@pytest.mark.parametrize(
    ("line", "completed"),
    [("pl", {"play", "playouts"}), ("play --ra", {"--random"}), ("perft --backend p", {"python"})],
)
def test_bash_completes(line: str, completed: set[str], script) -> None:  # type: ignore[no-untyped-def]
    words = ["lud", *line.split()]
    program = f"""
        source {script("bash")}
        COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}
        function_name=$(complete -p lud | sed 's/.*-F \\([^ ]*\\).*/\\1/')
        $function_name lud "{words[-1]}" "{words[-2]}"
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    out = subprocess.run(["bash", "-c", program], check=True, capture_output=True, text=True).stdout
    assert {*out.split()} == completed


@pytest.mark.skipif(not shutil.which("fish"), reason="needs fish")
def test_fish_completes(script) -> None:  # type: ignore[no-untyped-def]
    program = f"source {script('fish')}; complete -C 'lud pla'"
    out = subprocess.run(["fish", "--no-config", "-c", program], check=True, capture_output=True, text=True).stdout
    assert {line.split("\t")[0] for line in out.splitlines()} == {"play", "playouts"}


@pytest.mark.parametrize("words", [("shwo",), ("shwo", "Ex Nihilo"), ("--json", "shwo")])
def test_a_misspelt_command_is_recognised(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "there is no command and no game 'shwo'\n  did you mean: lud show?" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("publish", "undertow"), ("Ex", "Nihilo")])
def test_two_words_that_name_nothing_are_told(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert f"there is no command and no game {words[0]!r}" in said and "quotation marks" in said


def test_a_game_that_is_named_like_a_command_is_no_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("shwo").write_text("(game")
    assert main(["shwo"]) == 1
    assert "no command" not in capsys.readouterr().err
