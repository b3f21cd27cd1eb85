"""What is no file, or has no end, is refused by name wherever a file is named: descriptions, trials, recordings."""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ludparse import LudError, Trial, load
from ludparse.exporters.statistics.recordings import read_metrics
from ludparse.exporters.verification.recordings import RecordingError, read_text
from ludparse.support import files
from ludparse.support.files import read_whole

READERS: dict[str, tuple[Callable[[Path], object], type[Exception]]] = {
    "description": (load, LudError),
    "trial": (Trial.read, LudError),
    "recording": (read_text, RecordingError),
    "statistics": (read_metrics, RecordingError),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", ["a named pipe", "a device"])
def test_what_need_not_end_is_refused(reader: str, kind: str, tmp_path: Path) -> None:
    read, error = READERS[reader]
    place = Path("/dev/zero")
    if kind == "a named pipe":
        place = tmp_path / "pipe.lud"
        os.mkfifo(place)
    elif not place.exists():
        pytest.skip("this system has no /dev/zero")
    with pytest.raises(error, match=f"it is {kind}, not a file"):
        read(place)


@pytest.mark.parametrize("reader", ["trial", "recording", "statistics"])
def test_bytes_that_unpack_without_bound_are_refused(
    reader: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, error = READERS[reader]
    place = tmp_path / "long.gz"
    place.write_bytes(gzip.compress(bytes(100_000)))
    monkeypatch.setattr(files.read_whole, "__defaults__", (50_000,))
    with pytest.raises(error, match="more than 50,000 bytes"):
        read(place)


@pytest.mark.parametrize("reader", READERS)
def test_damaged_packed_bytes_are_told(reader: str, tmp_path: Path) -> None:
    read, error = READERS[reader]
    place = tmp_path / "damaged.gz"
    place.write_bytes(gzip.compress(b"(game)" * 1000)[:40])
    with pytest.raises(error, match=r"damaged|cannot be read"):
        read(place)


def test_a_packed_file_is_unpacked(tmp_path: Path) -> None:
    place = tmp_path / "text.gz"
    place.write_bytes(gzip.compress(b"one\ntwo"))
    assert read_whole(place) == b"one\ntwo"
