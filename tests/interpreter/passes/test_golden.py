"""Printed programs and the reference page are as they are checked in (`make golden` writes them anew)."""

from __future__ import annotations

import pytest

from ludparse.interpreter.passes import PASSES, run_passes
from ludparse.interpreter.program.reference import updated
from ludparse.interpreter.program.verifier import verify
from tests.interpreter.passes import golden
from tests.interpreter.passes.golden_games import GAMES, PASS_GAMES

HINT = "is not as checked in. If the change is meant, run `make golden` and review the difference"


@pytest.mark.parametrize("name", GAMES)
def test_the_program_of_a_game(name: str) -> None:
    path = golden.FOLDER / "games" / f"{name}.txt"
    assert golden.game_text(name) == path.read_text(), f"{path.name} {HINT}"


@pytest.mark.parametrize("name", PASSES)
def test_what_a_pass_does(name: str) -> None:
    path = golden.FOLDER / "passes" / f"{name}.txt"
    text = golden.pass_text(name)
    assert "after:" in text or "removed:" in text
    assert text == path.read_text(), f"{path.name} {HINT}"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.telling(every=3)
def test_programs_are_valid_after_every_pass(name: str) -> None:
    program = golden.lowered(GAMES[name], passes=False)
    verify(program)
    run_passes(program, verify)


def test_every_pass_has_its_example() -> None:
    assert set(PASS_GAMES) == set(PASSES)
    assert {p.stem for p in (golden.FOLDER / "passes").glob("*.txt")} == set(PASSES)
    assert {p.stem for p in (golden.FOLDER / "games").glob("*.txt")} == set(GAMES)


def test_the_reference_page_is_up_to_date() -> None:
    page = golden.PAGE.read_text()
    assert updated(page) == page, f"docs/program.md {HINT}"


@pytest.mark.parametrize("name", PASSES)
def test_the_page_describes_every_pass(name: str) -> None:
    assert f"### {name}\n" in golden.PAGE.read_text()
