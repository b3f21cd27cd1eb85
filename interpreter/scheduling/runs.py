"""A folder with what a long run has found so far, so that the same command goes on where it stopped, on any machine."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ludparse.problems.errors import LudError
from ludparse.support.files import write_whole

from .about import about

__all__ = ["Run", "open_folder"]

FORMAT = "ludparse-run/1"
LINES = 500
"""Results in a file."""
SECONDS = 1.0
"""Results are written when so much time has passed."""


def open_folder(folder: Path, manifest: str, facts: Mapping[str, Any]) -> None:
    """Make a folder with a manifest, a file that says what its contents depend on; or make sure that those of a folder
    that is there depend on the same. Raises LudError."""
    file = folder / manifest
    for part in folder.glob("*.part"):  # of a process that was killed
        part.unlink(missing_ok=True)
    if not file.exists():
        if folder.is_dir() and any(folder.iterdir()):
            raise LudError(f"{folder} holds other files", hint="Take another --output.")
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(facts, indent=1, ensure_ascii=False) + "\n")
        return
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as problem:
        raise LudError(f"{file} is damaged: {problem}") from None
    different = [name for name, value in json.loads(json.dumps(facts)).items() if known.get(name) != value]
    if different:
        what = ", ".join(f"{name} {known.get(name)!r} (wanted: {facts[name]!r})"[:200] for name in different[:3])
        raise LudError(f"{folder} holds other results: {what}", hint="Take another --output.")


class Run:
    """Results as JSON, in the order in which they were added.

    `run.json` says what they depend on; `results-00000000.jsonl` and so on hold `LINES` each, the last perhaps fewer.
    Each file is written whole or not at all, the last again and again. The files depend on the results alone.
    """

    def __init__(self, folder: Path | None, facts: Mapping[str, Any]) -> None:
        """folder: None keeps nothing. facts: what results depend on; the code of this program is added. found: the
        results that are there. Raises LudError for a folder of other results, or one that is damaged."""
        self.folder = folder
        self.found: list[Any] = []
        self._lines: list[str] = []
        self._files, self._written = 0, time.monotonic()
        if folder is None:
            return
        open_folder(folder, "run.json", {"format": FORMAT, **facts, "code": about()["code"]})
        for file in sorted(folder.glob("results-*.jsonl")):
            self._lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
            try:
                self.found += map(json.loads, self._lines)
            except ValueError as problem:
                raise LudError(f"{file} is damaged: {problem}") from None
        self._files, begun = divmod(len(self.found), LINES)
        self._lines = self._lines[:begun]

    def _file(self) -> Path:
        assert self.folder is not None
        return self.folder / f"results-{self._files * LINES:08d}.jsonl"

    def add(self, result: Any) -> None:
        """Keep a result: anything that JSON can say. Raises OSError."""
        if self.folder is None:
            return
        self._lines.append(json.dumps(result, separators=(",", ":")) + "\n")
        if len(self._lines) == LINES or time.monotonic() - self._written > SECONDS:
            self.write()

    def write(self) -> None:
        """Write what was added."""
        if self.folder is None or not self._lines:
            return
        write_whole(self._file(), "".join(self._lines))
        self._written = time.monotonic()
        if len(self._lines) == LINES:
            self._files, self._lines = self._files + 1, []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: BaseException | TracebackType | None) -> None:
        """Write what was added, if the disk is not what ended the run."""
        if kind is None or not issubclass(kind, OSError):
            self.write()
