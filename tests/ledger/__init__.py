"""The ledger of differences from Ludii 1.3.13: each entry is a smallest game, what Ludii did, and why we differ.

`python -m tests.ledger` writes docs/differences.md anew from the entries (`*.json` here).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.corpus import REPO

FOLDER = Path(__file__).parent
PAGE = REPO / "docs" / "differences.md"
SECTIONS = {"difference": "Where we differ", "fault": "Faults of Ludii's that users should know about"}


def entries() -> list[dict[str, Any]]:
    """All entries, by the names of their files."""
    return [json.loads(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.json"))]


def page() -> str:
    """The text of docs/differences.md."""
    lines = [
        "# Where we differ from Ludii 1.3.13, and why",
        "",
        "This page is made from the entries in `tests/ledger` (`python -m tests.ledger`). Every entry is a test: the",
        "game is played over from Ludii's recording, and the test fails when the difference is gone. The ledger is",
        "short and is to shrink.",
    ]
    for kind, title in SECTIONS.items():
        if not any(entry["kind"] == kind for entry in entries()):
            continue
        lines += ["", f"## {title}"]
        for entry in entries():
            if entry["kind"] == kind:
                lines += ["", f"### {entry['title']}", "", "```", entry["description"], "```", ""]
                lines += [
                    f"- **Ludii:** {entry['ludii']}",
                    f"- **Here:** {entry['ours']}",
                    f"- **Why:** {entry['why']}",
                ]
    lines += ["", "## Not yet in the form of entries", "", (FOLDER / "open.md").read_text(encoding="utf-8").strip(), ""]
    return "\n".join(lines)
