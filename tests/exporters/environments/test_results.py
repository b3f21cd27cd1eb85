"""The tables of results that are checked in: of recorded games, each once, and what is not well has a reason."""

from collections import Counter
from hashlib import sha256
from pathlib import Path

from ludparse.exporters.environments.conformance import CHECKS
from ludparse.exporters.environments.results import COLUMNS, main, read
from ludparse.interpreter.scheduling.runs import Run
from tests.corpus import CORPUS, needs_corpus, recorded_games

ROOT = Path(__file__).parents[3]
TABLES = ROOT / "docs" / "environments"
RECORDED = [
    line for line in (ROOT / "tests/baseline/c-traces.txt").read_text().splitlines() if not line.startswith("#")
]


def test_the_table_of_conformance_is_of_all_recorded_games() -> None:
    games = [row["game"] for row in read(TABLES / "conformance.tsv")]
    assert games == sorted(RECORDED) and len(games) == 959


def test_the_table_of_numbers_is_of_a_sample() -> None:
    """The first recorded games by the SHA-256 of their names."""
    games = [row["game"] for row in read(TABLES / "numbering.tsv")]
    first = sorted(RECORDED, key=lambda game: sha256(game.encode()).hexdigest())[: len(games)]
    assert games == sorted(first) and len(games) >= 20


def test_what_does_not_conform_has_a_reason() -> None:
    for row in read(TABLES / "conformance.tsv"):
        for part in row["result"].split("; ") if row["result"] != "ok" else []:
            assert any(part.startswith((f"{name} none: ", f"{name} failed: ")) for name in CHECKS), row


def test_no_two_moves_share_a_number() -> None:
    rows = read(TABLES / "numbering.tsv")
    results = Counter(row["result"].partition(":")[0] for row in rows)
    assert set(results) <= {"ok", "none"}
    assert results["ok"] > 0
    for row in rows:
        assert int(row["positions"]) > 0 or row["result"] != "ok", row


def test_of_games_without_tensors_of_ludii_the_reason_is_told() -> None:
    rows = read(TABLES / "ludii_tensors.tsv")
    games = [row["game"] for row in rows]
    assert games and games == sorted({*games})
    assert all(row["result"].startswith(("Ludii fails: ", "Ludii must fail: ")) for row in rows)


@needs_corpus
def test_games_of_which_ludii_makes_no_tensors_have_none_recorded() -> None:
    failing = {row["game"] for row in read(TABLES / "ludii_tensors.tsv")}
    folder = CORPUS / "tensors"
    recorded = {str(p.relative_to(folder)).removesuffix(".jsonl.gz") for p in folder.rglob("*.gz")}
    assert failing and not failing & recorded
    assert len(recorded_games()) == len(RECORDED)


def test_tables_are_made_from_results(tmp_path: Path) -> None:
    folder, table = tmp_path / "results", tmp_path / "table.tsv"
    checks = {"first": "ok", "second": "failed: out of\nits mind"}
    records = [{"game": "b", "checks": checks}, {"game": "a", "checks": dict.fromkeys(checks, "ok")}]
    with Run(folder, {}) as run:
        for record in records:
            run.add(record)
    assert main(["conformance", str(folder), str(table)]) == 0
    assert table.read_text() == "game\tresult\na\tok\nb\tsecond failed: out of its mind\n"
    assert set(COLUMNS) == {"conformance", "numbering", "ludii_tensors"}
