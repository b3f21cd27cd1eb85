"""The tool that runs the generated C on other machines, and the page that says what it found."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ludparse.interpreter.backends.c import packed_fields
from ludparse.interpreter.backends.c.compile import find_compiler
from ludparse.interpreter.program.state_layout import Field, FieldKind
from tests.corpus import REPO
from tests.interpreter.descriptions import ALL
from tests.machines import games
from tests.machines.__main__ import play
from tests.machines.games import PLAYED, prepare
from tests.machines.targets import TARGETS, Target

HERE = Target("here", find_compiler() if shutil.which("cc") else (), ("-O0",))


@pytest.mark.skipif(not HERE.compiler, reason="there is no C compiler")
def test_a_machine_plays_the_games_that_python_plays(tmp_path: Path) -> None:
    game = prepare(ALL["line"], tmp_path)
    assert game is not None
    outcome, text = play(HERE, game, "rules")
    lines = text.splitlines()
    assert outcome == "ran"
    assert lines[: len(game.expected)] == game.expected and len(lines) == PLAYED + 3
    assert "games" in game.codes
    assert play(HERE, game, "games") == ("ran", "\n".join([*lines[:PLAYED], ""]))


@pytest.mark.skipif(sys.byteorder != "little", reason="for machines whose lowest byte comes first")
def test_words_of_tables_are_written_for_the_byte_order_of_the_machine(tmp_path: Path) -> None:
    game = prepare(ALL["line"], tmp_path)
    assert game is not None
    for code in game.codes:
        little, big = ((game.folder / code / order / "tables").read_bytes() for order in ("little", "big"))
        assert len(little) == len(big) and little[:4] == big[3::-1]


def test_fields_are_kept_with_the_lowest_byte_first(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Field("words", FieldKind.SET, 2, bits=1)
    monkeypatch.setattr(sys, "byteorder", "big")
    assert packed_fields._little(bytes(range(16)), words) == bytes([*range(7, -1, -1), *range(15, 7, -1)])
    assert packed_fields._little(b"\1\2\3\4", Field("shorts", FieldKind.ARRAY, 2, bits=16)) == b"\2\1\4\3"


def test_32_bit_x86_is_told_how_to_compute_floats_and_what_is_no_macro() -> None:
    text = """
import platform
platform.machine = lambda: "i686"
from ludparse.interpreter.backends.c.compile import NATIVE
print(*NATIVE)
"""
    done = subprocess.run([sys.executable, "-c", text], cwd=REPO, capture_output=True, text=True)
    assert done.stdout.split() == ["-msse2", "-mfpmath=sse", "-Ui386"]


def test_our_games_are_played_where_there_is_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "LIBRARY", tmp_path / "nothing")
    found = games.chosen()
    assert found and all(path.is_relative_to(REPO / "games") for path in found)


def test_the_page_names_every_machine() -> None:
    page = (REPO / "docs" / "machines.md").read_text(encoding="utf-8")
    assert [t.name for t in TARGETS if f"| {t.name} |" not in page] == []
