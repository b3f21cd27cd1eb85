"""What the tests of games with a reference share."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ludparse.exporters.verification.reference import Outcome, Settings, Variant, compare, load_reference
from ludparse.exporters.verification.reference.protocol import GameFolder
from ludparse.interpreter.game.load import load

GAMES = Path(__file__).resolve().parent.parent.parent / "games"


@cache
def folder(name: str) -> GameFolder:
    return load_reference(GAMES / name)


def check(
    name: str,
    options: Sequence[str] = (),
    *,
    ruleset: str | None = None,
    positions: int = 300,
    plies: int = 400,
    perft_seconds: float = 1.0,
    backend: str = "auto",
    seed: int = 1,
) -> Outcome:
    """Holds the engine against the reference; fails with the first difference."""
    settings = Settings(positions, plies, perft_seconds, 60.0, seed)
    outcome = compare(folder(name), Variant(tuple(options), ruleset), load, [backend], settings)
    assert outcome.mismatch is None, outcome.mismatch
    return outcome
