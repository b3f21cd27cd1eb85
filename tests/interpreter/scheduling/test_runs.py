"""Folders of results: the same files whatever happened meanwhile."""

from itertools import pairwise
from pathlib import Path

import pytest

from ludparse import LudError
from ludparse.interpreter.scheduling import runs
from ludparse.interpreter.scheduling.runs import Run
from ludparse.support.files import write_whole


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_run_that_was_stopped_writes_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "LINES", 4)
    for folder, parts in ((tmp_path / "whole", (0, 10)), (tmp_path / "parts", (0, 1, 4, 7, 10))):
        for begin, end in pairwise(parts):
            with Run(folder, {"what": "squares"}) as run:
                assert run.found == [{"n": n, "square": n * n} for n in range(begin)]
                for n in range(begin, end):
                    run.add({"n": n, "square": n * n})
    assert len(contents(tmp_path / "whole")) == 4
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")


def test_results_are_written_while_they_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "SECONDS", -1.0)
    run = Run(tmp_path / "run", {})
    run.add(1)
    assert Run(tmp_path / "run", {}).found == [1]  # although nobody has ended the run


def test_folders_that_are_not_gone_on_with(tmp_path: Path) -> None:
    with Run(tmp_path / "run", {"seed": 1}) as run:
        run.add("x")
    with pytest.raises(LudError, match=r"holds other results: seed 1 \(wanted: 2\)"):
        Run(tmp_path / "run", {"seed": 2})
    (tmp_path / "run" / "results-00000000.jsonl").write_text('"x')
    with pytest.raises(LudError, match="is damaged"):
        Run(tmp_path / "run", {"seed": 1})
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear")
    with pytest.raises(LudError, match="holds other files"):
        Run(tmp_path / "other", {})


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.txt"
    write_whole(file, "before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ludparse.support.files.os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, "after")
    assert contents(tmp_path) == {"a.txt": b"before"}
