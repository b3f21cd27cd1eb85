"""The programs to read and the reference page are as they are checked in (`make golden` writes them anew)."""

from __future__ import annotations

import pytest

from ludparse.interpreter.passes import PASSES, run_passes
from ludparse.interpreter.program.reference import updated
from ludparse.interpreter.program.verifier import verify
from tests.interpreter.passes import golden
from tests.interpreter.passes.golden_games import GAMES
from tests.interpreter.passes.golden_shown import SHOWN

HINT = "is not as checked in. If the change is meant, run `make golden` and review the difference"


@pytest.mark.parametrize("name", SHOWN)
def test_a_program_to_read(name: str) -> None:
    path, text = golden.FOLDER / f"{name}.txt", golden.shown_text(SHOWN[name])
    assert text == path.read_text(), f"{path.name} {HINT}"


@pytest.mark.parametrize("name", SHOWN)
def test_it_shows_what_it_says_and_is_short(name: str) -> None:
    shown, text = SHOWN[name], golden.shown_text(SHOWN[name])
    assert all(f"fn {function}_1(" in text for function in shown.names)
    assert len(text.splitlines()) <= 80
    if shown.by:
        before, after = text.split("\nafter:\n")
        assert after.strip() not in before


def test_there_are_few_of_them() -> None:
    assert {p.stem for p in golden.FOLDER.iterdir()} == set(SHOWN)
    assert len(SHOWN) < 16, "whoever wants to read all of them should"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.telling(every=3)
def test_programs_are_valid_after_every_pass(name: str) -> None:
    program = golden.lowered(GAMES[name], passes=False)
    verify(program)
    run_passes(program, verify)


def test_the_reference_page_is_up_to_date() -> None:
    page = golden.PAGE.read_text()
    assert updated(page) == page, f"docs/program.md {HINT}"


@pytest.mark.parametrize("name", PASSES)
def test_the_page_describes_every_pass(name: str) -> None:
    assert f"### {name}\n" in golden.PAGE.read_text()
