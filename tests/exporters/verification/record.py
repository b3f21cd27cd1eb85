"""Writes recordings of the fake engine, so that the tests need no corpus."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from ludparse import Trial
from ludparse.exporters.verification.crosscheck.replay import checksum, move_record
from tests.exporters.verification import fake_engine

PATH = "board/line/Tic-Tac-Toe"
PLAYED = (6, 0, 2, 5, 8, 1, 7)
RNG = (1, 2, 3, 4, 5, 6, 7, -8)


def trace_lines(*, full: bool = False, path: str = PATH) -> list[dict[str, Any]]:
    """The records of a trace of the moves in PLAYED."""
    state = fake_engine.FakeState()
    lines: list[dict[str, Any]] = [
        {"format": "lud-trace/1", "game": "Tic-Tac-Toe", "path": f"{path}.lud", "options": [], "rng": list(RNG),
         "players": 2, "state": state.snapshot()}
    ]  # fmt: skip
    for number, site in enumerate(PLAYED):
        moves = state.legal_moves()
        pick = next(i for i, move in enumerate(moves) if move.to_site == site)
        text = move_record if full else lambda move: checksum(move_record(move))
        line: dict[str, Any] = {
            "mover": state.mover,
            "legal": [[m.from_site, m.to_site, text(m)] for m in moves],
            "pick": pick,
            "applied": state.apply(moves[pick]).text,
        }
        if number % 5 == 4 or state.over:
            line["state"] = json.loads(json.dumps(state.snapshot()))
        if state.over:
            line |= {"over": True, "ranking": list(state.ranking)}
        lines.append(line)
    return lines


def trial() -> Trial:
    """The same moves as a trial."""
    lines = trace_lines()[1:]
    return Trial(
        path=f"{PATH}.lud", options=(), rng=RNG, start=(), moves=tuple(line["applied"] for line in lines),
        legal_counts=tuple(len(line["legal"]) for line in lines), winner=1, end_type="NaturalEnd",
        rankings=(0.0, 1.0, 2.0),
    )  # fmt: skip


def write_jsonl(file: Path, lines: list[dict[str, Any]]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(file, "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in lines)


def write_library(root: Path, text: str, path: str = PATH) -> str:
    """A library with a description of ours of the game, for another engine than the fake one."""
    file = root / "lud" / f"{path}.lud"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return str(root)


def write_corpus(root: Path) -> Path:
    """A corpus with one game: both traces, a trial, the expansion and the board."""
    write_jsonl(root / "traces" / PATH / "seed1.jsonl.gz", trace_lines())
    write_jsonl(root / "traces" / PATH / "full.jsonl.gz", trace_lines(full=True))
    folder = root / "trials" / PATH
    folder.mkdir(parents=True)
    (folder / "0.txt").write_text(str(trial()), encoding="utf-8")
    for kind, suffix, text in (
        ("expanded", ".txt.gz", fake_engine.TEXT.replace(" ", "\n  ")),
        ("boards", ".json.gz", json.dumps(fake_engine.FakeBoard().describe())),
    ):
        file = root / kind / f"{PATH}{suffix}"
        file.parent.mkdir(parents=True)
        file.write_bytes(gzip.compress(text.encode()))
    return root
