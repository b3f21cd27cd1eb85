"""Tables of results that are checked in: one line a game, tab-separated, short enough to be read as a difference.

    python -m ludparse.exporters.environments.results conformance FOLDER docs/environments/conformance.tsv

turns the output of `conformance`, `numbering` or `ludii_tensors` into such a table. Several folders of results may be
given; of a game that is in several the last one counts. The table of `ludii_tensors` lists games of which Ludii fails.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

__all__ = ["COLUMNS", "main", "read", "rows"]

Record = dict[str, Any]
COLUMNS: dict[str, tuple[tuple[str, ...], Callable[[Record], Sequence[Any]]]] = {
    "conformance": (("game", "result"), lambda r: (r["game"], _checks(r["checks"]))),
    "numbering": (
        ("game", "actions", "used", "positions", "moves", "in reserve", "collide in Ludii's", "result"),
        lambda r: [r[k] for k in ("game", "size", "used", "positions", "moves", "reserve", "ludii", "result")],
    ),
    "ludii_tensors": (("game", "result"), lambda r: (r["game"], r["result"])),
}
"""By the name of the module that makes the results: the titles of columns, and a line of a game."""


def _checks(checks: dict[str, str]) -> str:
    """All checks in one text: "ok", or what is not ok about which of them."""
    odd = {name: result for name, result in checks.items() if result != "ok"}
    return "; ".join(f"{name} {result}" for name, result in odd.items()) or "ok"


def rows(kind: str, records: Iterable[Record]) -> list[tuple[str, ...]]:
    """The lines of a table, sorted by game; a game is listed once."""
    line = COLUMNS[kind][1]
    found = {record["game"]: tuple(" ".join(str(value).split()) for value in line(record)) for record in records}
    return [found[game] for game in sorted(found) if kind != "ludii_tensors" or found[game][1].startswith("Ludii")]


def read(file: Path) -> list[dict[str, str]]:
    """The lines of a table, by the titles of its columns."""
    titles, *lines = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    return [dict(zip(titles, line, strict=True)) for line in lines]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write a table."""
    kind, *folders, output = sys.argv[1:] if arguments is None else arguments
    files = [file for folder in folders for file in sorted(Path(folder).glob("results-*.jsonl"))]
    records = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    lines = [COLUMNS[kind][0], *rows(kind, records)]
    Path(output).write_text("".join("\t".join(line) + "\n" for line in lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
