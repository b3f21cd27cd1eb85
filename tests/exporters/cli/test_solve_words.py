"""What `lud solve` says of a value: of one player, of two, and of more."""

from typing import Any

import pytest

from ludparse.exporters.cli.solve import _show, _words


def record(value: float | None, bounds: tuple[float, float] = (0.0, 1.0), plies: int | None = None) -> dict[str, Any]:
    return {"value": value, "bounds": list(bounds), "plies": plies, "line": [], "nodes": 1234, "backend": "c",
            "deep": False, "seconds": 0.5}  # fmt: skip


@pytest.mark.parametrize(("found", "players", "said"), [
    (record(1.0), 2, "Ann wins"), (record(1.0, plies=3), 2, "Ann wins within 3 plies"),
    (record(1.0, plies=3), 1, "it can be solved within 3 plies"),
    (record(0.0, plies=4), 2, "Ann loses within 4 plies"), (record(0.0, plies=4), 1, "it cannot be solved"),
    (record(0.5), 2, "a draw"), (record(0.5), 3, "Ann can be sure of 0.5 (1 is the first place, 0 the last)"),
    (record(None), 2, "not solved"),
    (record(None, (0.5, 1.0)), 2, "not solved: Ann can be sure of 0.5, and of no more than 1"),
    (record(None, (0.0, 0.5)), 2, "not solved: Ann can be sure of 0, and of no more than 0.5"),
])  # fmt: skip
def test_values(found: dict[str, Any], players: int, said: str) -> None:
    assert _words(found, players, "Ann") == said


@pytest.mark.parametrize(("seconds", "took"), [(0.5, "0.50 s"), (1.0, "1.0 s"), (12.34, "12.3 s")])
def test_lines(seconds: float, took: str, capsys: pytest.CaptureFixture[str]) -> None:
    class Game:
        name, players = "G", 2

    _show({**record(1.0), "seconds": seconds, "line": ["A1", "B2"], "deep": True}, Game, "Ann")
    assert capsys.readouterr().out.split("\n") == [
        "G: Ann wins", "  line   A1 B2", f"  nodes  1,234 in {took} (c backend)",
        "  some games are too long to be followed to their end", "",
    ]  # fmt: skip
    _show(record(0.5), Game, "Ann")
    assert capsys.readouterr().out == "G: a draw\n  nodes  1,234 in 0.50 s (c backend)\n"
