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
from ludparse.interpreter.game.load import load_once
from tests.games.by_hand import GAMES

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


@pytest.mark.parametrize("name", small())
def test_ludii_plays_the_same_small_game(name: str) -> None:
    text = (SMALL / f"{name}.lud").read_text(encoding="utf-8")
    assert [error.explain() for error in diagnose(text) if error.severity == "error"] == []
    replay(load_once(text, backend="python"), small()[name])


def test_forty_small_games_are_recorded() -> None:
    assert set(small()) == {path.stem for path in SMALL.glob("*.lud")}
    assert len(small()) >= 40


def test_what_is_recorded_is_in_games() -> None:
    found = {path.stem for path in FOLDER.glob("*.json")}
    assert found
    assert found <= {path.parent.name for path in GAMES.glob("*/reference.py")}
