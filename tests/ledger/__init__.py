"""The ledger of differences from Ludii 1.3.13: each entry is a smallest game, what Ludii did, and why we differ.

An entry is a JSON file here, with `title`, `description`, `ludii`, `ours`, `why`, `fault` (a key of FAULTS) and one of
these kinds:

- `difference`: `trace`, a game of Ludii's, and `first`, the kind and ply of the first difference. It is there still.
- `undecided`: `traces`, two games of Ludii's with the same random numbers and choices of moves. They are not the same.
- `crash`: `error`, the Java exception with which Ludii fails, and `ply` (-1: before the first move). We play on.
- `poisoned`: `trace`, a game of Ludii's, and `after`, the same one after Ludii has failed with the description `first`.
- `accepted`: `error`, the words with which Ludii's compiler refuses it. We take it.
- `refused`: `words` of the error with which we refuse it. Ludii takes it.
- `text`: `trace`, and `shows`, what in it contradicts Ludii's own words.
- `kept`: `trace`, and `shows`: a `text` that a legal move of a `ply` has (-1: an action of the start) and another one
  that none has, as it `lacks` what the rules say. We play the same.
- `tensors`: `fails`, the exception with which Ludii's tensor interface fails, and where. Ours has tensors.
- `statistics`: `values`, what Ludii says for each of some statistics: the words of an exception. We compute them.
- `completed`: a partial description and `games` that lend parts; `only_ludii` and `only_ours`: the parts with which
  only one of the two completes it.

`python -m tests.ledger` writes docs/differences.md anew from the entries.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.corpus import REPO

FOLDER = Path(__file__).parent
PAGE = REPO / "docs" / "differences.md"
SECTIONS = {
    "Where we differ": ("difference", "undecided"),
    "Where we complete partial descriptions otherwise": ("completed",),
    "What we refuse and Ludii plays": ("refused",),
    "What we accept and Ludii's compiler refuses": ("accepted",),
    "Bugs of Ludii that we keep": ("kept",),
    "Faults of Ludii's that users should know about": ("crash", "poisoned", "text", "tensors", "statistics"),
}
FAULTS = {"Ludii": "Ludii's", "ours": "ours", "undecided": "undecided"}
KINDS = [kind for kinds in SECTIONS.values() for kind in kinds]


def entries(*kinds: str) -> list[dict[str, Any]]:
    """All entries (of some kinds), by the names of their files."""
    found = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json"))]
    return [entry for entry in found if not kinds or entry["kind"] in kinds]


def page() -> str:
    """The text of docs/differences.md."""
    lines = [
        "# Where we differ from Ludii 1.3.13, and why",
        "",
        "This page is made from the entries in `tests/ledger` (`python -m tests.ledger`). Every entry is a test: the",
        "game is played over from Ludii's recording, and the test fails when the difference is gone. With a running",
        "Ludii the tests also check that Ludii still does what is said here.",
    ]
    for title, kinds in SECTIONS.items():
        lines += ["", f"## {title}"]
        for entry in entries(*kinds):
            lines += ["", f"### {entry['title']}", "", "```", entry["description"], "```", ""]
            lines += [
                f"- **Ludii:** {entry['ludii']}",
                f"- **Here:** {entry['ours']}",
                f"- **Why:** {entry['why']}",
                f"- **Fault:** {FAULTS[entry['fault']]}.",
            ]
    for name in ("newer.md", "open.md"):
        lines += ["", (FOLDER / name).read_text(encoding="utf-8").strip()]
    lines.append("")
    return "\n".join(lines)
