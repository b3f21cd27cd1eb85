"""Where Ludii is looked for, and what is said where it is not."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ludparse.exporters.cli import main
from ludparse.exporters.verification.ludii.errors import LudiiMissingError, NotLudiiError
from ludparse.exporters.verification.ludii.place import find_ludii


def test_named_before_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "other").mkdir(parents=True)
        (tmp_path / name / "other" / "GameLoader.class").touch()
    monkeypatch.setenv("LUD_LUDII", str(tmp_path / "two"))
    assert find_ludii(tmp_path / "one").name == "one"
    assert find_ludii().name == "two"


def test_what_is_not_ludii_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUD_LUDII", raising=False)
    with pytest.raises(LudiiMissingError, match="LUD_LUDII"):
        find_ludii()
    with pytest.raises(LudiiMissingError, match="no such file"):
        find_ludii(tmp_path / "nothing.jar")
    with pytest.raises(NotLudiiError, match="does not hold Ludii's classes"):
        find_ludii(tmp_path)
    text = tmp_path / "Ludii.jar"
    text.write_text("not a jar")
    with pytest.raises(NotLudiiError, match="is no jar"):
        find_ludii(text)
    with zipfile.ZipFile(text, "w") as archive:
        archive.writestr("something.class", b"")
    with pytest.raises(NotLudiiError, match="is not Ludii"):
        find_ludii(text)


def test_the_command_line_says_what_to_set(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("LUD_LUDII", raising=False)
    assert main(["crosscheck", "Ex Nihilo"]) == 2
    assert "set LUD_LUDII" in capsys.readouterr().err
    assert main(["record", "Ex Nihilo"]) == 1
    assert "set LUD_LUDII" in capsys.readouterr().err
