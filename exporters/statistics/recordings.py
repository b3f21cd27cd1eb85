"""Games that Ludii played and measured (`lud-metrics/1`): played over, and measured here."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

from ludparse.interpreter.game.load import load
from ludparse.interpreter.play.engine import RawMoves
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.program.raw import NOTES
from ludparse.support.files import read_whole

from ..verification.recordings import RecordingError
from .games import game_statistics
from .observe import Observer
from .positions import POSITION_STATISTICS, position_summaries
from .record import GameRecord

__all__ = ["FORMAT", "find_metrics", "measure_recording", "read_metrics", "replay"]

FORMAT = "lud-metrics/1"


def find_metrics(place: Path) -> list[Path]:
    """The files below a folder, or the one file, sorted. Raises RecordingError where there are none."""
    if place.is_file():
        return [place]
    found = sorted(place.rglob("*.json.gz")) + sorted(place.rglob("*.json"))
    if not found:
        what = "there is no such file or folder" if not place.exists() else "there are no recordings (*.json.gz) in it"
        raise RecordingError(f"{place}: {what}")
    return sorted(found)


def read_metrics(file: Path) -> dict[str, Any]:
    """A file of recorded games. Raises RecordingError for one that is damaged or of another format."""
    try:
        record = json.loads(read_whole(file))
    except OSError as problem:
        raise RecordingError(f"{file}: cannot be read: {problem.strerror or problem}") from None
    except (ValueError, EOFError, zlib.error) as problem:
        raise RecordingError(f"{file}: damaged: {problem}") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise RecordingError(f"{file}: not a file of the format {FORMAT}")
    games = record.get("games")
    if not isinstance(record.get("path"), str) or not isinstance(games, list):
        raise RecordingError(f"{file}: the path of the description and the list of games are missing")
    for number, game in enumerate(games, 1):
        picks, rng = game.get("picks"), game.get("rng")
        if not (isinstance(picks, list) and isinstance(rng, list) and all(isinstance(v, int) for v in picks + rng)):
            raise RecordingError(f"{file}: game {number}: `picks` and `rng` have to be lists of numbers")
    return record


def replay(game: Any, rng: list[int], picks: list[int]) -> GameRecord:
    """Plays a recorded game over. picks: the number of each move among the legal ones, -1 where a pass was forced.

    Repetitions and the outcome are told as Ludii's evaluation tells them: by playing the moves over without asking
    which moves are legal. Rules about players who cannot move may then see less than they saw in the game.

    Raises RecordingError for a move that is not there.
    """
    observer = Observer(game)
    state = game.start(rng_state=rng)
    again = _Silent(game, rng) if _asks_for_moves(game) else None
    seen = state if again is None else again
    observer.begin(seen, -1)
    for ply, pick in enumerate(picks, 1):
        moves = state.legal_moves()
        if not -1 <= pick < len(moves) or state.over:
            what = "the game is over" if state.over else f"there are {len(moves)} legal moves"
            raise RecordingError(f"move {ply} of a recorded game is number {pick} of its legal moves; {what}")
        observer.choices(state, len(moves))
        applied = state.apply(moves[pick] if moves else state.forced_pass())
        if again is not None:
            again.play(applied)
        observer.move(applied, seen, pick)
    return observer.end(state, seen)


def _asks_for_moves(game: Any) -> bool:
    """Whether it may make a difference that nobody asks for the legal moves: games of chance ask after every move."""
    flags = getattr(game, "flags", None)
    return flags is not None and not flags.stochastic


class _Silent:
    """A position that is reached by the moves of a game alone. Has what an observer asks of a state."""

    def __init__(self, game: Any, rng: list[int]) -> None:
        self.game = game
        self.raw = game.start(rng_state=rng).raw

    def _read(self, field: str) -> Any:
        return self.game.engine.read(self.raw, field)

    @property
    def over(self) -> bool:
        return bool(self._read("over"))

    @property
    def ranking(self) -> list[float]:
        return [rank / 2 for rank in self._read("rank")]

    @property
    def seats(self) -> tuple[int, ...]:
        return GameState(self.game, self.raw).seats

    def play(self, applied: Any) -> None:
        """Makes a move whose consequents are known."""
        raw = applied.raw
        actions = tuple(action for action in raw.actions if action.kind not in NOTES)
        self.raw, _ = self.game.engine.play(self.raw, RawMoves([raw._replace(actions=actions, then=())]), 0)


def measure_recording(record: dict[str, Any], **settings: Any) -> dict[str, Any]:
    """Plays the games of a file over and measures them: `path`, `metrics` (value by Ludii's name) and `lists` (for each
    statistic of positions a list of values for each game). settings: as of `ludparse.load`."""
    game = load(record["path"], **settings)
    records = [replay(game, entry["rng"], entry["picks"]) for entry in record["games"]]
    metrics = {**game_statistics(game, records), **position_summaries(records)}
    lists = {name: [s.values(r) for r in records] for name, s in POSITION_STATISTICS.items() if not s.evaluated}
    return {"path": record["path"], "metrics": metrics, "lists": lists}
