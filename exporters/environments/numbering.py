"""Checks the numbers of actions: by recorded games, and by random games that tell how many of them are ever used.

    python -m ludparse.exporters.environments.numbering --library PLACE --recordings FOLDER --output FOLDER

Every trace of the folder is replayed, then random games are played for some seconds; at each position the legal moves
are numbered (`game.actions`). One JSON line a game: `size` (of the action space), `enumerated` (seconds of a processor
that finding the numbers takes), `positions`, `moves` (numbered in all), `used` (different numbers that moves had),
`reserve` (moves whose number is of the reserve), `ludii` (positions in which two moves have the same number of Ludii's,
`game.tensors.move`), `result`: "ok", or why it is not possible. A number of two different moves in one position, and a
move without a number, are failures. Games are taken in the order of the SHA-256 of their names, so that the first ones
are a sample; a run that is started again goes on after the games that are in the output.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from random import Random

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.play.move import Move
from ludparse.interpreter.scheduling.runs import Run
from ludparse.problems.errors import LudError, LudLimitError

from ..verification.recordings import Recording, find_recordings, read_trace

__all__ = ["Numbering", "check", "main"]

LONGEST = 1000
"""Plies after which a random game is left for the next one."""


@dataclass(slots=True)
class Numbering:
    """What the positions of a game show."""

    game: str
    size: int = 0
    enumerated: float = 0
    positions: int = 0
    moves: int = 0
    used: int = 0
    reserve: int = 0
    ludii: int = 0
    result: str = "ok"


def check(recording: Recording, library: str, seconds: float) -> Numbering:
    """Number the legal moves of every recorded position of a game, and of random games for some seconds."""
    found = Numbering(recording.path)
    try:
        game = load(f"{recording.path}.lud", library=library)
        if not isinstance(game, SingleGame):
            found.result = "none: a match of several games, each with numbers of its own"
            return found
        begun = time.process_time()
        found.size = game.actions.size
        found.enumerated = round(time.process_time() - begun, 2)
        used: set[int] = set()
        for state in _recorded(game, recording):
            _number(game, state, found, used)
            found.ludii += _collide(game, state.legal_moves())
        for state in _random(game, seconds):
            _number(game, state, found, used)
        found.used = len(used)
    except LudLimitError as problem:
        found.result = f"failed: {problem}"
    except LudError as problem:
        found.result = f"failed: {problem}"
    return found


def _recorded(game: SingleGame, recording: Recording) -> Iterator[GameState]:
    """Every position of the recorded traces."""
    for file in recording.traces:
        trace = read_trace(file)
        state = game.start(rng_state=trace.rng)
        for ply in trace.plies:
            yield state
            moves = state.legal_moves()
            state.apply(moves[max(ply.pick, 0)])


def _random(game: SingleGame, seconds: float) -> Iterator[GameState]:
    """The positions of random games."""
    end, seed = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        state, chance, plies = game.start(seed=seed), Random(seed), 0
        seed += 1
        while not state.over and plies < LONGEST and time.monotonic() < end:
            yield state
            moves = state.legal_moves()
            state.apply(moves[chance.randrange(len(moves))])
            plies += 1


def _number(game: SingleGame, state: GameState, found: Numbering, used: set[int]) -> None:
    moves, numbers = state.legal_moves(), state.actions()
    first: dict[int, Move] = {}
    for move, number in zip(moves, numbers, strict=True):
        other = first.setdefault(number, move)
        if not 0 <= number < game.actions.size or (other is not move and other != move):
            found.result = f"failed: {number} is two legal moves of position {found.positions}, or none"
    used.update(numbers)
    found.reserve += sum(n >= game.actions.first_reserve for n in numbers)
    found.positions += 1
    found.moves += len(moves)


def _collide(game: SingleGame, moves: list[Move]) -> bool:
    return len({game.tensors.move(move) for move in moves}) != len(moves)


def main(arguments: list[str] | None = None) -> int:
    """Check many games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True, help="Ludii.jar, or a folder with lud/ and def/")
    parser.add_argument("--recordings", required=True, help="a folder with traces/")
    parser.add_argument("--games", help="a file with a game on each line; without it, all games of the folder")
    parser.add_argument("--first", type=int, help="only so many games")
    parser.add_argument("--seconds", type=float, default=2, help="of random games of each game (default: 2)")
    parser.add_argument("--output", required=True, type=Path, help="a folder for the results; what is in it is kept")
    args = parser.parse_args(arguments)
    wanted = None
    if args.games:
        listed = Path(args.games).read_text(encoding="utf-8").splitlines()
        wanted = {line for line in listed if not line.startswith("#")}
    bad = 0
    with Run(args.output, {"numbering": args.recordings, "library": args.library}) as run:
        known = {record["game"] for record in run.found}
        recordings = [r for r in find_recordings([args.recordings]) if r.traces]
        recordings = [r for r in recordings if wanted is None or r.path in wanted]
        recordings.sort(key=lambda r: sha256(r.path.encode()).hexdigest())
        for recording in recordings[: args.first]:
            if recording.path not in known:
                found = check(recording, args.library, args.seconds)
                bad += found.result.startswith("failed")
                run.add(asdict(found))
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
