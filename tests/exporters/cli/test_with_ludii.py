"""Commands that work with a running Ludii, with doubles in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from ludparse.exporters.cli import crosscheck_grafts, main, record
from ludparse.exporters.verification.ludii.light import LIGHT
from ludparse.exporters.verification.ludii.replay import replay
from ludparse.exporters.verification.ludii.variants import Variant


class Workers:
    """Answers each question with the same."""

    answers: Any = None
    settings: ClassVar[list[Any]] = []

    def __init__(self, setting: Any) -> None:
        self.settings.append(setting)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def about(self) -> dict[str, Any]:
        return {"ludii": "1.3.13"}

    def map(self, work: Any, items: Iterable[Any], until: float | None = None) -> Iterator[tuple[Any, Any]]:
        return ((item, self.answers) for item in items if self.answers)


@pytest.fixture
def ludii(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder that passes for Ludii as long as nobody runs it."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "GameLoader.class").touch()
    for command in (record, crosscheck_grafts):
        monkeypatch.setattr(command, "Workers", Workers)
    monkeypatch.setattr(Workers, "settings", [])
    return str(tmp_path)


@pytest.mark.parametrize(("options", "told"), [(["--lines"], True), ([], False), (["--lines", "--json"], False)])
def test_each_game_that_is_recorded_has_a_line_on_request(
    options: list[str], told: bool, ludii: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Workers, "answers", (2, 1, ""))
    assert main(["record", "Gardens", "Ponds", "--ludii", ludii, "--output", f"{ludii}/out", *options]) == 0
    out = capsys.readouterr().out
    assert out.count("2 written, 1 there already\n") == (2 if told else 0)
    assert ("4 games by Ludii 1.3.13" in out) == ("--json" not in options)


@pytest.mark.parametrize(("backend", "asked"), [("auto", LIGHT), ("c", "c"), ("python", "python")])
def test_descriptions_that_nobody_wrote_are_played_without_a_compiler(backend: str, asked: str, ludii: str) -> None:
    """Unless a backend is named: most are played once, for some moves."""
    main(["crosscheck", "--every-place", "1", "--ludii", ludii, "--output", f"{ludii}/out", "--backend", backend])
    assert [setting.backend for setting in Workers.settings] == [asked]


def test_a_trial_that_ludii_cannot_read_has_no_moves() -> None:
    def anything(*_: object) -> object:
        return None

    io = SimpleNamespace(ByteArrayInputStream=anything, InputStreamReader=anything)
    jpype = SimpleNamespace(
        java=SimpleNamespace(io=io), JByte=None, JArray=lambda _: lambda text: text, JException=ValueError
    )
    java: Any = SimpleNamespace(jpype=jpype, MatchRecord=SimpleNamespace(loadMatchRecordFromInputStream=anything))
    found = replay(java, None, "no trial")
    assert found == {"moves": 0, "over": False, "ranking": [], "departs": "Ludii cannot read the trial"}


@pytest.mark.parametrize("path", ["{0}/mine", "{0}/one/../mine", "board/mine"])
def test_recordings_of_a_file_from_anywhere_lie_in_the_folder_of_recordings(path: str, tmp_path: Path) -> None:
    variant = Variant(path.format(tmp_path), "", "")
    place = Path(*tmp_path.parts[1:], "mine") if tmp_path.name in variant.path else Path("board/mine")
    assert record._trace(Path("out"), variant, "seed0") == Path("out/traces", place, "seed0.jsonl.gz")
    assert record._trial(Path("out"), variant, "seed0") == Path("out/trials", place, "seed0.txt")
