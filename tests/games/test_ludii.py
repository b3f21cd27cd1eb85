"""Our descriptions as Ludii 1.3.13 plays them: games that it was given, ply by ply.

`ludii/NAME.json` is a list of games, each with `options`, `rng` (as in traces), `picks` (which of the legal moves was
played, in the order in which our present description lists them), `legal` (at each ply the CRC-32 of all legal
moves), and `ranking` after the last (index 0 is unused). A legal move is `MOVER|FROM|TO|` and the text of everything
it does, as in traces; these are sorted and joined by newlines. A game that is not over has been broken off.
`exchanged` are pairs of texts that stood in each other's places when Ludii played.
"""

import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

from ludparse import load
from ludparse.interpreter.game.checks import diagnose
from ludparse.reader.formatter import format_text
from tests.games.by_hand import GAMES
from tests.interpreter.lower.playing import BACKENDS

FOLDER = Path(__file__).parent / "ludii"
SMALL = Path(__file__).parent / "own"
"""Small games of the kinds that Ludii's library lacks: tricks, drafts, auctions, hidden roles, choices at once, bets,
workers, tiles, stacks with hands, puzzles. Their recordings are all in `own.json`, by name."""


def recorded() -> list[Any]:
    return [
        pytest.param(path.stem, game, id=f"{path.stem} {', '.join(game['options'])}")
        for path in sorted(FOLDER.glob("*.json"))
        for game in json.loads(path.read_text(encoding="utf-8"))
    ]


def checksum(state: Any) -> str:
    lines = []
    for move in map(state.consequences, state.legal_moves()):
        lines.append(f"{move.mover}|{move.from_site}|{move.to_site}|{''.join(map(str, move.actions))}")
    return format(zlib.crc32("\n".join(sorted(lines)).encode()), "x")


@pytest.mark.parametrize(("name", "recording"), recorded())
def test_ludii_plays_the_same_game(name: str, recording: dict[str, Any]) -> None:
    text = (GAMES / name / f"{name}.lud").read_text(encoding="utf-8")
    exchanged = {a: b for pair in recording.get("exchanged", ()) for a, b in (pair, pair[::-1])}
    assert all(text.count(part) == 1 for part in exchanged)
    if exchanged:
        text = re.sub("|".join(map(re.escape, exchanged)), lambda found: exchanged[found[0]], text)
    replay(load(text, options=recording["options"]), recording)


def replay(game: Any, recording: dict[str, Any]) -> None:
    state = game.start(rng_state=recording["rng"])
    for ply, (pick, legal) in enumerate(zip(recording["picks"], recording["legal"], strict=True)):
        assert checksum(state) == legal, f"other legal moves at ply {ply}"
        moves = state.legal_moves()
        state.apply(moves[pick] if moves else state.forced_pass())
    assert list(state.ranking) == recording["ranking"]


def small() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SMALL / "own.json").read_text(encoding="utf-8"))
    return found


def each_small() -> list[Any]:
    """Each small game on each backend. C needs a compilation for each, which is left to `make test-all`."""
    late = {"c": [pytest.mark.long]}
    return [
        pytest.param(name, recording, backend, marks=late.get(backend, ()))
        for name, recording in small().items()
        for backend in BACKENDS
    ]


def small_text(name: str) -> str:
    return (SMALL / f"{name}.lud").read_text(encoding="utf-8")


@pytest.mark.telling(every=3)
@pytest.mark.parametrize(("name", "recording", "backend"), each_small())
def test_ludii_plays_the_same_small_game(name: str, recording: dict[str, Any], backend: str) -> None:
    replay(load(SMALL / f"{name}.lud", backend=backend), recording)


@pytest.mark.parametrize("name", small())
def test_a_small_game_is_a_good_text(name: str) -> None:
    text = small_text(name)
    assert text.startswith("// "), "its rules in a few lines"
    assert format_text(text) == text, "lud fmt --write"
    assert [error.explain() for error in diagnose(SMALL / f"{name}.lud") if error.severity == "error"] == []


def test_eighty_small_games_are_recorded() -> None:
    assert set(small()) == {path.stem for path in SMALL.glob("*.lud")}
    assert len(small()) >= 80


def test_what_is_recorded_is_in_games() -> None:
    found = {path.stem for path in FOLDER.glob("*.json")}
    assert found
    assert found <= {path.parent.name for path in GAMES.glob("*/reference.py")}
