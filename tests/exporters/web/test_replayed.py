"""The checked-in result of replaying all recorded games in WebAssembly (`tests.exporters.web.replay`)."""

from __future__ import annotations

import pytest

pytest.importorskip("wasmtime", reason="no WebAssembly outside a browser (the extra web-test)")

from ludparse.exporters.verification.crosscheck import baseline
from ludparse.exporters.verification.recordings import read_trace
from tests.corpus import REPO, TRACES, needs_corpus, recorded_games
from tests.exporters.web.replay import IDENTICAL, TABLE, read_table

ROWS = read_table()
UNDONE = {
    # some 7,000 legal moves at each ply, the consequences of all of which are recorded
    "board/war/replacement/eliminate/target/Kriegsspiel": "not done after 900 s",
}
"""Games whose replay did not come to an end, with what the table says of them. None differs."""


def test_every_recorded_game_is_in_the_table() -> None:
    assert sorted(ROWS) == baseline.read(REPO / "tests" / "baseline" / "c-traces.txt")
    assert len(ROWS) == 959
    lines = TABLE.read_text(encoding="utf-8").split("\n")
    assert lines[1:-1] == sorted(lines[1:-1])


def test_every_game_is_identical_or_has_a_reason() -> None:
    others = {path: row.verdict for path, row in ROWS.items() if row.verdict != IDENTICAL}
    assert others.keys() == UNDONE.keys()
    assert all(UNDONE[path] in verdict for path, verdict in others.items())
    assert {row.level for row in ROWS.values()} <= {"-O0", "-O2"}


@needs_corpus
def test_the_table_names_the_games_that_are_recorded() -> None:
    assert sorted(ROWS) == recorded_games()


@needs_corpus
@pytest.mark.parametrize("path", sorted(ROWS.keys() - UNDONE.keys())[::40])
def test_all_recorded_plies_were_compared(path: str) -> None:
    files = (TRACES / path).glob("*.jsonl.gz")
    assert ROWS[path].plies == sum(len(read_trace(file).plies) for file in files)
