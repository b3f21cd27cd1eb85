"""What is drawn in the pictures of a page, with axes that only note what they are told."""

from types import SimpleNamespace
from typing import Any

import pytest

from ludparse.exporters.statistics import plots


class Axes:
    """Notes each call by its name."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
        self.xaxis = self.yaxis = SimpleNamespace(set_major_formatter=lambda told: None)

    def __getattr__(self, name: str) -> Any:
        return lambda *given, **named: self.calls.append((name, given, named))

    def of(self, name: str) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
        return [(given, named) for called, given, named in self.calls if called == name]


@pytest.fixture
def axes(monkeypatch: pytest.MonkeyPatch) -> Axes:
    made = Axes()
    monkeypatch.setattr(plots, "_figure", lambda width, height: (made, made))
    monkeypatch.setattr(plots, "_svg", lambda figure, alt: alt)
    return made


def record(*utilities: float, timeout: bool = False, plies: int = 4, **more: Any) -> Any:
    return SimpleNamespace(utilities=utilities, timeout=timeout, plies=plies, **more)


def test_who_wins(axes: Axes) -> None:
    """Of ten games player 1 wins five, player 2 two, two are drawn and one has no end: the parts stand one behind the
    other, and those of 6 % and more have their share in the middle. The second variant is always drawn."""
    games = [record(1.0, -1.0)] * 5 + [record(-1.0, 1.0)] * 2 + [record(0.0, 0.0)] * 2
    games.append(record(1.0, -1.0, timeout=True))
    plots.outcomes({"A": games, "B": [record(0.0, 0.0)]}, 2)
    bars = [(given, named["left"], named["label"]) for given, named in axes.of("barh")]
    assert [(row, pytest.approx(share), pytest.approx(left)) for (row, share), left, _ in bars] == [
        (0, 0.5, 0.0), (0, 0.2, 0.5), (0, 0.2, 0.7), (0, 0.1, 0.9), (1, 0, 0), (1, 0, 0), (1, 1, 0), (1, 0, 1),
    ]  # fmt: skip
    assert [label for *_, label in bars[:5]] == ["player 1 wins", "player 2 wins", "shared or drawn", "no end", None]
    texts = [(given, named["color"]) for given, named in axes.of("text")]
    assert [(pytest.approx(x), row, said) for (x, row, said), _ in texts] == [
        (0.25, 0, "50%"), (0.6, 0, "20%"), (0.8, 0, "20%"), (0.95, 0, "10%"), (0.5, 1, "100%"),
    ]  # fmt: skip
    assert [colour == "white" for _, colour in texts] == [True, True, False, False, False]


def test_small_parts_have_no_words(axes: Axes) -> None:
    plots.outcomes({"A": [record(1.0, -1.0)] * 47 + [record(-1.0, 1.0)] * 3}, 2)
    assert [given[2] for given, _ in axes.of("text")] == ["94%", "6%"]
    axes.calls.clear()
    plots.outcomes({"A": [record(1.0, -1.0)] * 19 + [record(-1.0, 1.0)]}, 2)
    assert [given[2] for given, _ in axes.of("text")] == ["95%"]


@pytest.mark.parametrize(("found", "place"), [
    (record(1.0, -1.0), 0), (record(-1.0, 1.0), 1), (record(0.0, 0.0), 2), (record(1.0, 1.0), 2),
    (record(1.0, -1.0, timeout=True), 3),
])  # fmt: skip
def test_outcomes(found: Any, place: int) -> None:
    assert plots._outcome(found, 2) == place


def test_how_long_games_are(axes: Axes) -> None:
    """Of 3 to 5 moves each number has a bar, from half below to half above; each game counts its share."""
    plots.lengths({"A": [record(plies=3), record(plies=5)], "B": [record(plies=4)]})
    (first, settings), (second, others) = axes.of("hist")
    assert (first, settings["bins"], settings["weights"]) == (([3, 5],), [2.5, 3.5, 4.5, 5.5], [0.5, 0.5])
    assert (second, others["weights"], others["label"]) == (([4],), [1.0], "B")
    assert [given for given, _ in axes.of("axvline")] == [(4.0,), (4.0,)] and len(axes.of("legend")) == 1
    axes.calls.clear()
    plots.lengths({"A": [record(plies=1), record(plies=100)]})
    bins = axes.of("hist")[0][1]["bins"]
    assert (len(bins), bins[0], bins[1] - bins[0]) == (41, 0.5, 3) and bins[-1] >= 100.5 and not axes.of("legend")


def test_the_course_of_games(axes: Axes) -> None:
    """Of forty values each twentieth has two: the mean, and a quarter from below and from above; of two values the
    first stands at the start, the second in the middle."""
    plots.course({"A": [record(pieces=[float(k) for k in range(40)])]}, "pieces", "Pieces")
    ((x, means), _), *_ = axes.of("plot")
    assert x == pytest.approx([(k + 0.5) / 20 for k in range(20)])
    assert means == pytest.approx([2 * k + 0.5 for k in range(20)])
    ((_, low, high), _), *_ = axes.of("fill_between")
    assert low == [2.0 * k for k in range(20)] and high == [2.0 * k + 1 for k in range(20)]
    axes.calls.clear()
    plots.course({"A": [record(pieces=[7.0, 9.0])], "B": [record(pieces=[1.0])]}, "pieces", "Pieces")
    assert [given for given, _ in axes.of("plot")] == [([0.025, 0.525], [7.0, 9.0]), ([0.025], [1.0])]
    assert len(axes.of("legend")) == 1


def test_differences(axes: Axes) -> None:
    """In standard deviations: an effect of 2 for a difference of 4 halves the interval. What is endless is left out."""
    def row(effect: float, difference: float, verdict: str, label: str) -> Any:
        return SimpleNamespace(effect=effect, difference=difference, interval=(2.0, 6.0), verdict=verdict,
                               measure=SimpleNamespace(label=label))  # fmt: skip

    rows = [row(2.0, 4.0, "differs", "a"), row(float("inf"), 1.0, "differs", "b"), row(0.0, 0.0, "open", "c")]
    told = plots.differences(SimpleNamespace(differences={"B": rows}, first="A"), "B")  # type: ignore[arg-type]
    assert told == "What differs between A and B"
    assert [given[:2] for given, _ in axes.of("plot")] == [
        ([1.0, 3.0], [0, 0]), ([2.0], [0]), ([0.0, 0.0], [1, 1]), ([0.0], [1]),
    ]  # fmt: skip
    assert axes.of("set_yticks")[0][0] == (range(2), ["a", "c"])
