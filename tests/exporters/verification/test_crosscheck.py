"""The cross-check finds what is wrong with an engine, calls it by its name, and survives it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ludparse import Trial, expand, load
from ludparse.exporters.verification.crosscheck import GameResult, Level, Settings, TrialStatus, run, summarise
from ludparse.exporters.verification.crosscheck.causes import site_text
from ludparse.exporters.verification.crosscheck.replay import (
    TraceOutcome,
    _compare_state,
    _picked,
    check_trace,
    check_trial,
)
from ludparse.exporters.verification.crosscheck.result import Difference
from ludparse.exporters.verification.crosscheck.worker import Engine, check_game
from ludparse.exporters.verification.recordings import Ply, find_recordings, read_trace
from tests.corpus import TRACES, TRIALS, needs_corpus
from tests.exporters.verification import fake_engine
from tests.exporters.verification.record import PATH, write_corpus, write_library
from tests.interpreter.descriptions import LINE
from tests.interpreter.lower.playing import BACKENDS

ENGINE = Engine(fake_engine.load, fake_engine.expand)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return write_corpus(tmp_path / "corpus")


def check(corpus: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> GameResult:
    [recording] = find_recordings([corpus])
    monkeypatch.setenv("FAULT", fault)
    return check_game(recording, ENGINE)


def test_a_right_engine_is_identical(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = check(corpus, monkeypatch, "")
    assert result.level is Level.identical
    assert result.trial is TrialStatus.same
    assert result.difference is None
    assert result.plies == 21
    assert not result.unrecorded and not result.out_of_order


@pytest.mark.parametrize(
    ("fault", "level", "kind", "cause"),
    [
        ("parse", Level.none, "error", "ValueError: cannot read line #"),
        ("expansion", Level.parses, "expansion", "expansion"),
        ("board", Level.expands, "board", "board: Cell[#].label"),
        ("exception", Level.board, "error",
         "IndexError: list index # out of range  [ludparse/exporters/verification/crosscheck/replay.py "),
        ("legal", Level.board, "legal", "legal moves are missing: Add"),
        ("text", Level.board, "text", "actions of a legal move: fields of Add: value"),
        ("over", Level.board, "over", "the recording ends here, the game goes on"),
        ("ranking", Level.board, "ranking", "the ranking at the end"),
        ("state", Level.legal, "state", "state: counter"),
    ],
)
def test_faults(corpus: Path, monkeypatch: pytest.MonkeyPatch, fault: str, level: Level, kind: str, cause: str) -> None:
    result = check(corpus, monkeypatch, fault)
    assert result.level is level
    assert result.difference is not None
    assert result.difference.kind == kind
    assert result.difference.cause.startswith(cause)


def test_both_sides_of_a_difference(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    difference = check(corpus, monkeypatch, "legal").difference
    assert difference is not None
    assert difference.ply == 2
    assert difference.where == "full.jsonl.gz"
    assert difference.only_ours == []
    assert difference.only_recorded == ["1 → 1  1|1|1|[Add:type=Cell,to=1,what=1,decision=true]"]


def test_a_site_that_differs_is_told_in_words() -> None:
    ours, theirs = ["C4", 1, [2, 1, 0, 3, 0]], ["V7", 2, [1, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
    one = Difference("state", "", "", only_ours=[site_text(ours)], only_recorded=[site_text(theirs)])
    assert one.sides() == [
        "  only ours:", "    C4: count 1; what 2, who 1, rotation 3",
        "  only Ludii:", "    V7: count 2; what 1 | nothing",
    ]


@pytest.mark.parametrize("differing", [3, 12, 15])
def test_of_many_sites_that_differ_some_are_told_and_the_others_counted(differing: int) -> None:
    """Twelve of each side."""

    class At:
        def __init__(self, owner: int) -> None:
            self.owner = owner

        def snapshot(self) -> dict[str, object]:
            return {"mover": 1, "sites": [[f"C{k}", 1, [1, self.owner, 0, 0, 0]] for k in range(differing)]}

    outcome = TraceOutcome()
    _compare_state(outcome, At(1), At(2).snapshot(), "", 0, "state")  # type: ignore[arg-type]
    assert outcome.difference is not None
    for side in (outcome.difference.only_ours, outcome.difference.only_recorded):
        assert len(side) == min(differing, 12) + (differing > 12)
        assert (side[-1] == "… and 3 more") == (differing == 15)


def test_another_order_is_noted_and_no_difference(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = check(corpus, monkeypatch, "order")
    assert result.level is Level.identical
    assert result.out_of_order == 14


@pytest.mark.parametrize(("fault", "kind"), [("crash", "crash"), ("hang", "limit"), ("", "")])
def test_a_game_takes_only_itself_down(corpus: Path, monkeypatch: pytest.MonkeyPatch, fault: str, kind: str) -> None:
    # A process has its environment from the fork server, which may be older than this test: the loader hands it over.
    loader = {"crash": load_crashing, "hang": load_hanging, "": fake_engine.load}[fault]
    settings = Settings(Engine(loader, fake_engine.expand), limit_seconds=1.5 if fault == "hang" else 60.0)
    recordings = find_recordings([corpus])
    heard: list[str] = []
    [result] = run(recordings, settings, lambda r, done, total: heard.append(r.path))
    assert heard == [PATH]
    if fault:
        assert result.level is Level.board
        assert result.difference is not None
        assert result.difference.kind == kind
        assert "'legal'" in result.difference.message
    else:
        assert result.level is Level.identical
    assert summarise([result]).reached["board"] == 1


def load_crashing(source: str, **settings: object) -> fake_engine.FakeGame:
    fake_engine.os.environ["FAULT"] = "crash"
    return fake_engine.FakeGame()


def load_hanging(source: str, **settings: object) -> fake_engine.FakeGame:
    fake_engine.os.environ["FAULT"] = "hang"
    return fake_engine.FakeGame()


@needs_corpus
def test_the_fake_engine_plays_as_recorded() -> None:
    """So that what the double is taken for is Ludii's own behaviour."""
    path = "board/space/line/Tic-Tac-Toe"
    [recording] = find_recordings([TRACES / path, TRIALS / path])
    assert recording.path == path
    for file in recording.traces:
        outcome = check_trace(fake_engine.FakeGame(), read_trace(file), file.name)
        assert (outcome.identical, outcome.out_of_order, outcome.difference) == (True, 0, None)
    trial = Trial.read(recording.trials[0])
    assert check_trial(fake_engine.FakeGame(), trial, "0.txt") == (7, None)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_engine_plays_as_the_fake_one(corpus: Path, tmp_path: Path, backend: str) -> None:
    """So that what the double is taken for is what the engine does. The texts of expansions and boards differ."""
    [recording] = find_recordings([corpus])
    library = write_library(tmp_path, LINE)
    result = check_game(recording, Engine(load, expand), library=library, backend=backend)
    assert result.checks["identical"] and result.trial is TrialStatus.same and result.plies == 21
    assert not result.out_of_order


def load_greedy(source: str, **settings: object) -> fake_engine.FakeGame:
    _ = bytearray(1 << 40)
    return fake_engine.FakeGame()


def test_a_game_has_its_memory_bounded(corpus: Path) -> None:
    settings = Settings(Engine(load_greedy, fake_engine.expand), limit_megabytes=1024)
    [result] = run(find_recordings([corpus]), settings)
    assert result.difference is not None
    assert result.difference.cause.startswith("MemoryError")
    assert result.level is Level.expands


def test_of_moves_with_one_text_the_one_in_the_same_place_is_played() -> None:
    """They may have other consequents: of two moves that are recorded with one text, the second is ours in the second
    place, whatever else is legal."""
    ends = ((5, 6), (1, 2), (1, 2), (1, 2))
    texts = ["apart", "twin", "other", "twin"]
    moves: list[Any] = [SimpleNamespace(from_site=a, to_site=b) for a, b in ends]
    legal = tuple((a, b, text) for (a, b), text in zip(ends, texts, strict=True))
    state: Any = None
    for pick, move in enumerate(moves):
        assert _picked(state, moves, texts, state, Ply(1, 1, legal, pick, "", None, False, None)) is move
