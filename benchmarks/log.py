"""Files of JSON lines to which a long measure adds what it has, so that it can go on after an interruption."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def lines(log: Path) -> Iterator[dict[str, Any]]:
    """What a log has; nothing where there is none. A line that a crash has cut short is left out."""
    if not log.exists():
        return
    for line in log.read_text(encoding="utf-8").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue


def add(log: Path, line: dict[str, Any]) -> None:
    """Adds a line to a log."""
    with log.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")
