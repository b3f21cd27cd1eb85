"""Whether an observation tells what can be done: equal observations of a seat mean equal masks.

    python -m tests.exporters.environments.observations --output results.jsonl [--first K --step N] [--native]

Replays every recorded game, plays a few games at random, alone and side by side, and compares for every seat. One JSON
line a game; a run that is started again goes on after the games that are in the output. With --native, games side by
side run as native code, which takes some seconds to compile for each game.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ludparse import LudError, load
from ludparse.environments import VectorGame
from ludparse.exporters.environments.episode import Episode
from ludparse.exporters.verification.recordings import find_recordings, read_trace
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from tests.corpus import CORPUS, LIBRARY, description, recorded_games

GAMES, PLIES = 12, 25
LANES, STEPS = 3, 20


def at_random(game: SingleGame, games: int = GAMES, plies: int = PLIES) -> Iterator[GameState]:
    """Positions of a few random games."""
    for seed in range(games):
        state, chance = game.start(seed=seed), random.Random(seed)
        for _ in range(plies):
            yield state
            if state.over:
                break
            state.apply(state.random_move(chance))


def recorded(game: SingleGame, path: str) -> Iterator[GameState]:
    """Every position of the recorded traces of a game."""
    for file in _traces()[path]:
        trace = read_trace(file)
        state = game.start(rng_state=trace.rng)
        for ply in trace.plies:
            yield state
            state.apply(state.legal_moves()[max(ply.pick, 0)])


@cache
def _traces() -> dict[str, list[Path]]:
    return {recording.path: recording.traces for recording in find_recordings([str(CORPUS)])}


class Law:
    """Notes observations and masks, and finds equal ones with different masks."""

    def __init__(self, game: SingleGame) -> None:
        self.game = game
        self._episode = Episode(game, None, 0)
        self.positions = 0
        self.broken: list[str] = []
        self._known: dict[tuple[int, bytes], tuple[int, ...]] = {}
        """Masks by seat and the digest of an observation: the arrays of a long game on a large board fill gigabytes."""

    def see(self, state: GameState) -> None:
        """Compare a position, as every seat sees it, with those before it."""
        if state.over:
            return
        episode = self._episode
        episode.state = state
        self.positions += 1
        for seat in range(self.game.players):
            self._compare(seat, episode.observation(seat).tobytes(), tuple(sorted(episode.actions(seat))))

    def see_lanes(self, games: VectorGame) -> None:
        """Compare the positions of random games side by side, as every seat sees them, with those before them."""
        for _ in range(STEPS):
            self.positions += games.n
            for seat in range(self.game.players):
                for lane, shown in enumerate(games.observe(seat)):
                    legal = games.masks[lane].nonzero()[0].tolist() if games.seats[lane] == seat else ()
                    self._compare(seat, shown.tobytes(), tuple(legal))
            games.step(games.sample())

    def _compare(self, seat: int, seen: bytes, mask: tuple[int, ...]) -> None:
        known = self._known.setdefault((seat, hashlib.sha256(seen).digest()), mask)
        if known != mask:
            self.broken.append(f"position {self.positions}, seat {seat}: {known[:6]} and {mask[:6]}")


def check(path: str, native: bool = False) -> dict[str, object]:
    """What the recorded positions of a game and some random ones show."""
    try:
        game = load(description(path), library=LIBRARY)
        if not isinstance(game, SingleGame) or not game.players:
            return {"game": path, "result": "none: a match or a simulation"}
        law = Law(game)
        for positions in (at_random(game), recorded(game, path)):
            for state in positions:
                law.see(state)
        if not game.flags.simultaneous:
            plain = not native and game.backend != "python"
            side = load(description(path), library=LIBRARY, backend="python") if plain else game
            law.see_lanes(VectorGame(side, LANES, seed=1))
    except LudError as problem:
        return {"game": path, "result": f"failed: {problem}"}
    shape = game.tensors.state_shape[0], game.tensors.observation_shape[0]
    result = f"broken {len(law.broken)} times, at {law.broken[0]}" if law.broken else "ok"
    return {"game": path, "positions": law.positions, "channels": shape, "result": result}


def main() -> None:
    """Check all games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", required=True, help="a file for the results; what is in it is kept")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--native", action="store_true")
    args = parser.parse_args()
    output = Path(args.output)
    known = {json.loads(line)["game"] for line in output.read_text().splitlines()} if output.exists() else set()
    for path in recorded_games()[args.first :: args.step]:
        if path not in known:
            with output.open("a") as file:
                file.write(json.dumps(check(path, args.native)) + "\n")


if __name__ == "__main__":
    main()
