"""Games that Ludii recorded and measured: ours are the same to 1e-6."""

import gzip
import json

import pytest

from ludparse.exporters.statistics.recordings import find_metrics, measure_recording, read_metrics
from ludparse.exporters.verification.recordings import RecordingError
from tests.corpus import CORPUS, LIBRARY, needs_corpus
from tests.exporters.statistics.games import FILL

# a stack game, dice, hidden pieces, simultaneous moves, a solitaire, scores, rules about players who cannot move
GAMES = [
    "board/race/escape/Verquere", "board/space/territory/Phantom Go", "math/hand/Morra", "math/graph/Icosian",
    "experimental/Windflowers", "board/space/line/Tic-Tac-Toe",
]  # fmt: skip


@needs_corpus
@pytest.mark.parametrize("path", GAMES)
@pytest.mark.telling(every=6)
def test_recorded_games_measure_the_same(path):
    recorded = read_metrics(CORPUS / "metrics" / f"{path}.json.gz")
    found = measure_recording(recorded, library=str(LIBRARY))
    for name, value in recorded["metrics"].items():
        if value is None:
            assert found["metrics"][name] is None, name
        elif not isinstance(value, str):  # Ludii failed
            assert found["metrics"][name] == pytest.approx(value, abs=1e-6), name
    for name, lists in recorded["lists"].items():
        for ours, theirs in zip(found["lists"][name], lists, strict=True):
            assert ours == pytest.approx(theirs, abs=1e-6), name


def recording(**more):
    return {"format": "lud-metrics/1", "path": FILL, "games": [{"rng": [0] * 8, "picks": [0, 0, 0]}], **more}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"not json", "damaged"),
        (gzip.compress(b"{}", mtime=0)[:-9], "damaged"),
        (json.dumps({"format": "lud-trace/1"}).encode(), "not a file of the format lud-metrics/1"),
        (json.dumps(recording(games=3)).encode(), "list of games"),
        (json.dumps(recording(games=[{"rng": 1}])).encode(), "game 1"),
    ],
    ids=["text", "cut off", "another format", "no games", "no picks"],
)
def test_a_file_that_is_none(tmp_path, data, message):
    file = tmp_path / "a.json.gz"
    file.write_bytes(data)
    with pytest.raises(RecordingError, match=message):
        read_metrics(file)


def test_a_move_that_is_not_there():
    with pytest.raises(RecordingError, match=r"move 2 .* number 7 .* 2 legal moves"):
        measure_recording(recording(games=[{"rng": [0] * 8, "picks": [0, 7]}]), backend="python")


def test_moves_past_the_end():
    with pytest.raises(RecordingError, match=r"move 4 .* the game is over"):
        measure_recording(recording(games=[{"rng": [0] * 8, "picks": [0, 0, 0, 0]}]), backend="python")


def test_a_folder_without_recordings(tmp_path):
    with pytest.raises(RecordingError, match="no recordings"):
        find_metrics(tmp_path)
