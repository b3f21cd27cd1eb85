"""The course and the pages of the games are true: files load, commands say what the pages show."""

from pathlib import Path

import pytest

from tests.docs.sessions import Command, pages, readmes, run_page


def test_a_wrong_output_is_found() -> None:
    assert Command("lud", "a … c", "a b c", 0).same
    assert not Command("lud", "a … c", "a b d", 0).same


def test_every_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, c_compiler: None) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    assert len(pages()) >= 7
    for page in pages():
        commands = list(run_page(page.read_text(encoding="utf-8")))
        assert commands, f"{page.name} runs nothing"
        for done in commands:
            assert done.same, f"{page.name}: {done.line} prints:\n{done.real}"


@pytest.mark.parametrize("page", readmes(), ids=lambda page: page.parent.name)
def test_figures_of_random_games(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, c_compiler: None
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = list(run_page(page.read_text(encoding="utf-8")))
    assert commands, "no session says how random games end"
    for done in commands:
        assert done.same, f"{done.line} prints:\n{done.real}"
