"""Damaged and misplaced recordings are errors that name their place."""

import gzip
from pathlib import Path

import pytest

from ludparse import Trial, TrialError
from ludparse.exporters.verification.recordings import (
    Recording,
    RecordingError,
    find_recordings,
    read_trace,
    same_game,
    trace_of,
)
from ludparse.interpreter.play.trial_text import parse_move, split_actions
from tests.corpus import TRIALS, needs_corpus
from tests.exporters.verification.record import PATH, PLAYED, trace_lines, trial, write_corpus, write_jsonl


def packed(data: bytes) -> bytes:
    """The same bytes every time: names of tests are made from them."""
    return gzip.compress(data, mtime=0)


def test_a_trace_is_read(tmp_path: Path) -> None:
    file = tmp_path / "seed1.jsonl.gz"
    write_jsonl(file, trace_lines())
    trace = read_trace(file)
    assert trace.path == f"{PATH}.lud"
    assert not trace.full
    assert [parse_move(ply.applied).to_site for ply in trace.plies] == list(PLAYED)
    assert trace.plies[-1].over
    assert trace.plies[-1].ranking == (0.0, 1.0, 2.0)


def test_recordings_are_found_from_any_folder(tmp_path: Path) -> None:
    root = write_corpus(tmp_path)
    [whole] = find_recordings([root])
    assert whole.path == PATH
    assert len(whole.traces) == 2
    assert len(whole.trials) == 1
    assert whole.beside("boards", ".json.gz") is not None
    for place in (root / "traces", root / "traces" / "board", root / "traces" / PATH / "seed1.jsonl.gz"):
        [found] = find_recordings([place])
        assert (found.path, found.root, found.trials) == (PATH, root.resolve(), [])
    assert find_recordings([root], filter="TIC-TAC")
    assert not find_recordings([root], filter="hex")


def test_a_recording_in_the_folder_of_another_game(tmp_path: Path) -> None:
    inside = Recording("board/space/line/Hex", tmp_path)
    assert same_game(inside, "board/space/line/Hex.lud", "a.trl") is None
    assert same_game(inside, "board/space/line/Hex", "a.trl") is None
    problem = same_game(inside, "board/space/line/Yavalath.lud", "a.trl")
    assert problem is not None
    assert "'a.trl' lies in the folder of 'board/space/line/Hex'" in problem.message
    assert "is a recording of 'board/space/line/Yavalath'" in problem.message
    assert same_game(Recording("Hex", None), "Yavalath.lud", "a.trl") is None  # alone, it lies in no game's folder


def test_places_without_recordings(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="no file or folder"):
        find_recordings([tmp_path / "absent"])
    with pytest.raises(RecordingError, match="no trace"):
        find_recordings([tmp_path])


@pytest.mark.parametrize(
    ("change", "message", "line"),
    [
        (lambda lines: lines[0].update(format="lud-trace/9"), "its format is 'lud-trace/9'", 1),
        (lambda lines: lines[0].pop("rng"), "'rng' is missing", 1),
        (lambda lines: lines[0].update(rng=[1, 2, 3]), "eight signed bytes", 1),
        (lambda lines: lines[3].pop("applied"), "'applied' is missing", 4),
        (lambda lines: lines[3].update(pick=99), "move 99 was picked among 7", 4),
        (lambda lines: lines[3].update(legal=[[1, 2]]), "not enough values", 4),
        (lambda lines: lines[3].update(mover="x"), "invalid literal", 4),
    ],
)
def test_damaged_traces(tmp_path: Path, change: object, message: str, line: int) -> None:
    lines = trace_lines()
    change(lines)  # type: ignore[operator]
    file = tmp_path / "seed1.jsonl.gz"
    write_jsonl(file, lines)
    with pytest.raises(RecordingError, match=message) as caught:
        read_trace(file)
    assert caught.value.line == line
    assert caught.value.file == str(file)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty|damaged"),
        (packed(b""), "is empty"),
        (packed(b'{"format":"lud-trace/1"}\n')[:-9], "is damaged"),
        (b"no gzip", "cannot read|damaged"),
        (packed(b"\xff\xfe"), "not UTF-8"),
        (packed(b"[1, 2]\n"), "not a JSON object"),
        (packed(b'{"format": \n'), "not JSON"),
    ],
)
def test_damaged_files(tmp_path: Path, data: bytes, message: str) -> None:
    file = tmp_path / "x.jsonl.gz"
    file.write_bytes(data)
    with pytest.raises(RecordingError, match=message):
        read_trace(file)


def test_lines_that_were_made_have_places_too() -> None:
    """They are in no file: the place is the beginning of the record, by its number."""
    with pytest.raises(RecordingError) as caught:
        trace_of([{"path": "x"}], "Ludii")
    span = caught.value.span
    assert span is not None and span.source.name.startswith("Ludii, record 1")
    assert (span.start, span.end) == (0, 1)


def test_a_trial_is_written_as_it_is_read() -> None:
    text = str(trial())
    again = Trial.parse(text)
    assert again == trial()
    assert str(again) == text
    place = again.place(3)
    assert place is not None
    assert place.text == f"Move={again.moves[3]}"


@needs_corpus
def test_recorded_trials_are_written_as_they_are_read() -> None:
    for file in sorted(TRIALS.glob("board/space/**/0.txt"))[::7]:
        assert str(Trial.read(file)) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("mover=1,from=6", "mover=x,from=6", "not a move", 5),
        ("decision=true]]", "decision=true]", "bracket is not closed|not a move", 5),
        ("LIST SIZE = 9", "LIST SIZE = nine", "invalid literal", 12),
        ("LEGAL MOVES LIST SIZE = 9\n", "", "7 moves of the players and 6 numbers", 18),
        ("winner=1\n", "", "without 'winner'", 23),
        ("rankings=0.0,", "rankings=first,", "could not convert", 22),
        ("RNG internal state=1,", "RNG internal state=1000,", "eight signed bytes", 4),
        ("PlacementMoves=0", "PlacementMoves=8", "cannot have 8", 19),
        ("SANDBOX", "\nrubbish\nSANDBOX", "not a line of a trial", 24),
    ],
)
def test_damaged_trials(old: str, new: str, message: str, line: int) -> None:
    text = str(trial())
    assert old in text
    with pytest.raises(TrialError, match=message) as caught:
        Trial.parse(text.replace(old, new, 1))
    assert caught.value.line == line


def test_actions_may_hold_brackets() -> None:
    assert split_actions("[A:x=[1,2]],[B:y]") == ("[A:x=[1,2]]", "[B:y]")
    assert split_actions("") == ()
    for text in ("[A", "A]", "[A] [B]"):
        with pytest.raises(ValueError, match=r"bracket|between"):
            split_actions(text)


def test_a_recording_of_another_game(tmp_path: Path) -> None:
    from ludparse.exporters.verification.crosscheck.worker import Engine, check_game
    from tests.exporters.verification import fake_engine

    root = write_corpus(tmp_path)
    write_jsonl(root / "traces" / PATH / "seed1.jsonl.gz", trace_lines(path="board/line/Hex"))
    [recording] = find_recordings([root])
    difference = check_game(recording, Engine(fake_engine.load, fake_engine.expand)).difference
    assert difference is not None
    assert "is a recording of 'board/line/Hex'" in difference.message
