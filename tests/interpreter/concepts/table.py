"""The concepts of small games of ours as Ludii 1.3.13 tells them: which games these are, and the tables of its answers.

`small.lud` has a game on each line, for what the others lack: those of `tests/games/own`, and those that were recorded
for the ludemes (`interpreter/lower/recorded`). `ludii.tsv` has a row for each game: its name; the concepts that hold
and have none below them that holds; those above these that do not hold all the same; then the numbers. `tree.tsv` says
which concept stands above which in Ludii, and `defines.tsv` what Ludii takes from the define of a board.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent
OWN = FOLDER.parent.parent / "games" / "own"
RECORDED = FOLDER.parent / "lower" / "recorded"


@dataclass(frozen=True)
class Row:
    """What Ludii says of a game. `holds` are all concepts that hold."""

    holds: frozenset[str]
    counts: Mapping[str, str]


def small() -> dict[str, str]:
    """The descriptions of `small.lud` by name."""
    return {line.split('"')[1]: line for line in (FOLDER / "small.lud").read_text(encoding="utf-8").splitlines()}


def texts() -> dict[str, str]:
    """The descriptions of all small games by name."""
    found = small()
    found |= {path.stem: path.read_text(encoding="utf-8") for path in sorted(OWN.glob("*.lud"))}
    for path in sorted(RECORDED.glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            found[f"{path.stem}: {case['name']}"] = case["description"]
    return found


def above(name: str, tree: Mapping[str, str]) -> Iterator[str]:
    while name := tree[name]:
        yield name


def shortened(holds: Iterable[str], tree: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """The lowest of the concepts that hold, and those above them that do not hold. `tree`: concept -> the one above."""
    names = set(holds)
    implied = {up for name in names for up in above(name, tree)}
    return [name for name in tree if name in names - implied], [name for name in tree if name in implied - names]


def read(name: str) -> list[list[str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def write(name: str, rows: Iterable[Iterable[str]]) -> None:
    (FOLDER / name).write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


def read_tree() -> dict[str, str]:
    """The concepts in Ludii's order, each with the one above it, "" for the highest."""
    return dict(read("tree.tsv")[1:])  # type: ignore[arg-type]


def read_rows() -> dict[str, Row]:
    tree = read_tree()
    (_, _, _, *numbers), *rows = read("ludii.tsv")
    found = {}
    for name, lowest, without, *counts in rows:
        names = {up for low in lowest.split() for up in (low, *above(low, tree))} - set(without.split())
        found[name] = Row(frozenset(names), dict(zip(numbers, counts, strict=True)))
    return found
