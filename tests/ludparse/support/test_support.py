"""Tables, intervals, files that are written whole, and where things are kept."""

from pathlib import Path
from statistics import pvariance
from statistics import variance as of_a_sample

import pytest

from ludparse.support.cache import cache_folder, usual_folder
from ludparse.support.files import write_whole
from ludparse.support.intervals import sample_variance, variance, wilson, z_of
from ludparse.support.tables import html_table, text_table


def test_tables() -> None:
    """The first column stands to the left, the others to the right; blanks at the end are left out."""
    rows = [["long name", 1, "x"], ["b", 1000, ""]]
    assert text_table(["A", "Count", "Z"], rows) == "A          Count  Z\nlong name      1  x\nb           1000"
    assert text_table(["Head", "B"], []) == "Head  B"
    assert html_table(["<A>", "B"], [["a&b", 1]]) == (
        "<table><thead><tr><th>&lt;A&gt;</th><th>B</th></tr></thead><tbody><tr><td>a&amp;b</td><td>1</td></tr></tbody></table>"
    )


def test_intervals() -> None:
    """Of Wilson's interval the examples that are printed most: none of ten gives 0 to 0.2775, five of ten 0.2366 to
    0.7634. With 1.96 deviations on both sides lie 95 %, with 2.576 99 %."""
    assert (z_of(0.95), z_of(0.99)) == pytest.approx((1.95996, 2.57583), abs=1e-5)
    assert wilson(0, 10) == (0, pytest.approx(0.2775, abs=1e-4))
    assert wilson(10, 10) == (pytest.approx(0.7225, abs=1e-4), 1)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    low, high = wilson(5, 10, 0.99)
    assert low < 0.2366 and high > 0.7634
    assert wilson(0.5, 1)[0] <= 0.5 <= wilson(0.5, 1)[1]
    for games in (0, -1):
        with pytest.raises(ValueError, match="at least one game"):
            wilson(0, games)


@pytest.mark.parametrize("values", [[1.0, 2.0, 4.0], [3.0, 3.0], [0.0, 10.0]])
def test_variances(values: list[float]) -> None:
    assert variance(values) == pytest.approx(pvariance(values))
    assert sample_variance(values) == pytest.approx(of_a_sample(values))
    assert sample_variance([7.0]) == 0


def test_files_are_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    write_whole(file, "ä")
    assert file.read_bytes() == b"\xc3\xa4"
    write_whole(file, b"\xff")
    assert file.read_bytes() == b"\xff"
    monkeypatch.setattr("os.fsync", lambda number: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        write_whole(file, "new")
    assert file.read_bytes() == b"\xff" and [*tmp_path.iterdir()] == [file], "nothing is left beside it"


def test_where_things_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a" / "b"))
    assert usual_folder() == tmp_path / "a" / "b" / "ludparse" and not usual_folder().exists()
    assert cache_folder() == usual_folder() and cache_folder().stat().st_mode & 0o777 == 0o700
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert usual_folder() == tmp_path / ".cache" / "ludparse"
