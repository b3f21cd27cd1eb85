"""Replays recorded games, and shows that no two legal moves of a position have the same number.

    python -m ludparse.exporters.environments.numbering --library PLACE --recordings FOLDER --output FOLDER

Every trace of the folder is replayed; at each position the legal moves are numbered (`game.actions`). One JSON line a
game: `positions`, `moves` (numbered in all), `size` (of the action space), `reserve` (positions that used numbers of
the reserve), `ludii` (positions in which two moves have the same number of Ludii's, `game.tensors.move`), `result`:
"ok", or why it is not possible. A run that is started again goes on after the games that are in the output.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.scheduling.runs import Run
from ludparse.problems.errors import LudError, LudLimitError

from ..verification.recordings import Recording, find_recordings, read_trace

__all__ = ["Numbering", "check", "main"]


@dataclass(slots=True)
class Numbering:
    """What the recorded positions of a game show."""

    game: str
    positions: int = 0
    moves: int = 0
    size: int = 0
    reserve: int = 0
    ludii: int = 0
    result: str = "ok"


def check(recording: Recording, library: str) -> Numbering:
    """Number the legal moves of every recorded position of a game."""
    found = Numbering(recording.path)
    try:
        game = load(f"{recording.path}.lud", library=library)
        if not isinstance(game, SingleGame):
            found.result = "none: a match of several games, each with numbers of its own"
            return found
        found.size = game.actions.size
        for state in _positions(game, recording):
            _number(game, state, found)
    except LudLimitError as problem:
        found.result = f"not possible: {problem}"
    except LudError as problem:
        found.result = f"failed: {problem}"
    return found


def _positions(game: SingleGame, recording: Recording) -> Iterator[GameState]:
    """Every position of the recorded traces."""
    for file in recording.traces:
        trace = read_trace(file)
        state = game.start(rng_state=trace.rng)
        for ply in trace.plies:
            yield state
            moves = state.legal_moves()
            state.apply(moves[max(ply.pick, 0)])


def _number(game: SingleGame, state: GameState, found: Numbering) -> None:
    moves = state.legal_moves()
    numbers = game.actions.of(moves)
    if len(set(numbers)) != len(moves) or not all(0 <= n < game.actions.size for n in numbers):
        found.result = f"failed: two legal moves of position {found.positions} have the same number"
    first = game.actions.numbers.first_reserve
    found.reserve += any(n >= first for n in numbers)
    found.ludii += len({game.tensors.move(move) for move in moves}) != len(moves)
    found.positions += 1
    found.moves += len(moves)


def main(arguments: list[str] | None = None) -> int:
    """Check many games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True, help="Ludii.jar, or a folder with lud/ and def/")
    parser.add_argument("--recordings", required=True, help="a folder with traces/")
    parser.add_argument("--games", help="a file with a game on each line; without it, all games of the folder")
    parser.add_argument("--output", required=True, type=Path, help="a folder for the results; what is in it is kept")
    args = parser.parse_args(arguments)
    wanted = None
    if args.games:
        listed = Path(args.games).read_text(encoding="utf-8").splitlines()
        wanted = {line for line in listed if not line.startswith("#")}
    bad = 0
    with Run(args.output, {"numbering": args.recordings, "library": args.library}) as run:
        known = {record["game"] for record in run.found}
        for recording in find_recordings([args.recordings]):
            if recording.path not in known and recording.traces and (wanted is None or recording.path in wanted):
                found = check(recording, args.library)
                bad += found.result.startswith("failed")
                run.add(asdict(found))
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
