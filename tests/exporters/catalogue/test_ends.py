"""A game that ends the processes in which it is looked at does not keep the others from being found out."""

from pathlib import Path

import pytest

from ludparse.exporters.catalogue import index as index_module
from tests.exporters.catalogue.ends import Lengths


def test_all_but_the_game_that_ends_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = tmp_path / "library" / "lud"
    games.mkdir(parents=True)
    for number in range(9):
        (games / f"{number}.lud").write_text("(game)" + " " * number)
    for number in (3, 6):
        (games / f"{number}.lud").write_text("(end it)")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(index_module, "BUNDLED", tmp_path / "none")
    told = list[tuple[int, int]]()
    made = Lengths(str(tmp_path / "library"), jobs=2, report=lambda done, total: told.append((done, total)))
    assert all(made.by_place[f"lud/{n}.lud"] == str(6 + n) for n in range(9) if n not in (3, 6))
    assert all("the process ended with exit code 7" in made.by_place[f"lud/{n}.lud"] for n in (3, 6))
    assert told[-1] == (9, 9)
    assert Lengths(str(tmp_path / "library"), jobs=2).read == 0, "all of it is kept"
