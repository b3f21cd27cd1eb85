"""The frameworks' own conformance tests, run on one game or on many.

    python -m ludparse.exporters.environments.conformance --library PLACE --games LIST --plies 40 --output FOLDER

writes one JSON line a game: for each check "ok", "none: …" (the framework has no such environment for this game, with
the reason), or "failed: …". A check that takes more processor time than `--seconds` is ended, and the others are still
run. A run that is started again goes on after the games that are in the output.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import resource
import signal
import sys
import tempfile
import time
import warnings
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.scheduling.runs import Run
from ludparse.interpreter.scheduling.watched import EndedError, Watched
from ludparse.problems.errors import LudError, LudUnsupportedError

from .episode import Ending, Episode
from .opening import open_game

__all__ = ["CHECKS", "check", "main"]


@dataclass(frozen=True)
class Case:
    """A game, how long the games of the tests are, and where it comes from."""

    game: SingleGame
    plies: int
    source: str
    library: str | None

    def spiel(self, max_moves: int) -> Any:
        """The same game for OpenSpiel."""
        from . import openspiel

        return openspiel.game(self.source, library=self.library, max_moves=max_moves)


Check = Callable[[Case], None]


def _pettingzoo(case: Case) -> None:
    from pettingzoo.test import api_test, parallel_api_test

    from .pettingzoo import AECGame, ParallelGame

    game, plies = case.game, case.plies
    if game.flags.simultaneous:
        parallel_api_test(ParallelGame(game), num_cycles=plies)
    else:
        api_test(AECGame(game), num_cycles=plies)


def _seeds(case: Case) -> None:
    from pettingzoo.test import parallel_seed_test, seed_test

    from .pettingzoo import AECGame, ParallelGame

    game, plies = case.game, case.plies
    if game.flags.simultaneous:
        parallel_seed_test(lambda: ParallelGame(game), num_cycles=plies)
    else:
        seed_test(lambda: AECGame(game), num_cycles=max(1, plies // game.players))


def _max_cycles(case: Case) -> None:
    """PettingZoo's test is for parallel environments that play on for fourteen rounds; others are cut off by hand."""
    from pettingzoo.test import max_cycles_test
    from pettingzoo.utils import parallel_to_aec

    from .pettingzoo import AECGame, ParallelGame

    game = case.game
    if game.flags.simultaneous:
        limit = SimpleNamespace(
            parallel_env=lambda max_cycles: ParallelGame(game, max_cycles=max_cycles, illegal="random"),
            env=lambda max_cycles: parallel_to_aec(ParallelGame(game, max_cycles=max_cycles, illegal="random")),
        )
        if _lasts(game, 4):
            max_cycles_test(limit)
        return
    env = AECGame(game, max_cycles=4)
    env.reset(seed=1)
    moves = 0
    for agent in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        assert moves <= 4, "the episode went on after max_cycles"
        if cut:
            assert moves == 4 and all(env.truncations.values())
        moves += not (over or cut)
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))


def _lasts(game: SingleGame, rounds: int) -> bool:
    """Whether random games of several seeds go on for so many rounds."""
    for seed in range(8):
        episode, chance = Episode(game, None, seed), np.random.default_rng(seed)
        for _ in range(rounds):
            if episode.ending is not Ending.RUNNING:
                return False
            episode.play_together([int(chance.choice(episode.actions(p))) for p in range(game.players)])
    return True


def _gymnasium(case: Case) -> None:
    from gymnasium.utils.env_checker import check_env

    from .single import SingleSeat

    game, plies = case.game, case.plies
    if game.flags.simultaneous:
        raise LudUnsupportedError("the players move at the same time")
    check_env(SingleSeat(game, max_cycles=plies), skip_render_check=True)
    env, chance = SingleSeat(game, max_cycles=plies), np.random.default_rng(1)
    for seed in range(2):
        seen, info = env.reset(seed=seed)
        ended = not info["action_mask"].any()
        while not ended:
            assert env.observation_space.contains(seen), "an observation outside of its space"
            legal = np.flatnonzero(info["action_mask"])
            assert legal.size, "no legal action in a running episode"
            seen, _, over, cut, info = env.step(chance.choice(legal))
            ended = over or cut
        assert not info["action_mask"].any(), "legal actions after the end"


def _openspiel(case: Case) -> None:
    import pyspiel

    pyspiel.random_sim_test(case.spiel(case.plies), num_sims=1, serialize=True, verbose=False)


def _playthrough(case: Case) -> None:
    """OpenSpiel's transcript of a random game, replayed from its own actions, is the same.

    Tensors stand in it as checksums: OpenSpiel rounds number by number, which takes seconds for large boards.
    """
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough as generate

    def checksum(tensor: Any, name: str, max_cols: int = 120) -> list[str]:
        return [f"{name}: {tensor.shape} {zlib.crc32(tensor.tobytes()):x}"]

    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    game = case.spiel(min(case.plies, 4))
    with patch.object(generate, "_format_tensor", checksum), tempfile.TemporaryDirectory() as folder:
        text = generate.playthrough(str(game), None, seed=1)
        file = Path(folder) / "playthrough.txt"
        file.write_text(text)
        before, after = generate.replay(str(file))
    assert before == after, "the transcript of a game and that of its replay differ"


CHECKS: dict[str, Check] = {
    "PettingZoo API": _pettingzoo,
    "PettingZoo seeds": _seeds,
    "PettingZoo max cycles": _max_cycles,
    "Gymnasium": _gymnasium,
    "OpenSpiel simulation": _openspiel,
    "OpenSpiel playthrough": _playthrough,
}


def check(source: str, *, library: str | None, plies: int, only: Iterable[str] = CHECKS) -> dict[str, str]:
    """What each check says of a game: "ok", "none: …" where there is no such environment, "failed: …" otherwise.

    source, library: as of `load`. plies: how long the random games of the tests are.
    """
    case: Case | None = None
    found: dict[str, str] = {}
    for name in only:
        case, found[name] = _outcome(source, library, plies, name, case)
    return found


def _outcome(source: str, library: str | None, plies: int, name: str, known: Case | None) -> tuple[Case | None, str]:
    """The game, loaded unless it is `known`, and what one check says of it."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            case = known or Case(open_game(source, library=library), plies, source, library)
        except LudUnsupportedError as refusal:
            return None, f"none: {refusal.args[0]}"
        except LudError as problem:
            return None, f"failed: {type(problem).__name__}: {problem}"[:300]
        try:
            CHECKS[name](case)
        except LudUnsupportedError as refusal:
            return case, f"none: {refusal.args[0]}"
        except Exception as problem:
            return case, f"failed: {type(problem).__name__}: {problem}"[:300]
    return case, "ok"


def main(arguments: list[str] | None = None) -> int:
    """Check many games, in a process that is begun anew when one takes too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", help="Ludii.jar, or a folder with lud/ and def/")
    parser.add_argument("--games", help="a file with a game on each line; without it, the games in the arguments")
    parser.add_argument("game", nargs="*")
    parser.add_argument("--plies", type=int, default=40, help="how long the random games of the tests are (default 40)")
    parser.add_argument("--seconds", type=float, default=120, help="processor time for one check (default 120)")
    parser.add_argument("--output", type=Path, help="a folder for the results; the games in it are not done again")
    args = parser.parse_args(arguments)
    listed = Path(args.games).read_text().splitlines() if args.games else ()
    games = [*args.game, *(line for line in listed if line and not line.startswith("#"))]
    run = Run(args.output, {"conformance of": args.library, "plies": args.plies, "seconds": args.seconds})
    known = {record["game"] for record in run.found}
    bad = 0
    with run, Worker(args.library, args.plies, args.seconds) as worker:
        for name in games:
            if name in known:
                continue
            began = time.monotonic()
            checks = {kind: worker.check(name, kind) for kind in CHECKS}
            record = {"game": name, "seconds": round(time.monotonic() - began, 1), "checks": checks}
            bad += any(value.startswith("failed") for value in checks.values())
            print(json.dumps(record, ensure_ascii=False), flush=True)
            run.add(record)
    return int(bad > 0)


class Worker:
    """Runs one check after the other in a process, which is begun anew after a check that took too long or ended it."""

    def __init__(self, library: str | None, plies: int, seconds: float) -> None:
        self.settings = library, plies, seconds
        self._process = Watched()

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.close()

    def check(self, game: str, kind: str) -> str:
        """What a check says of a game."""
        try:
            return str(self._process.one(_checked, game, kind, *self.settings))
        except EndedError as problem:
            if problem.code == -signal.SIGXCPU:
                return f"failed: not done after {self.settings[2]:g} s of processor time"
            return f"failed: {problem}"


_opened: dict[str, Case | None] = {}
"""The game that was checked last in this process."""


def _checked(source: str, kind: str, library: str | None, plies: int, seconds: float) -> str:
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds) + 1, hard))
    case, outcome = _outcome(source, library, plies, kind, _opened.get(source))
    _opened.clear()
    _opened[source] = case
    return outcome


if __name__ == "__main__":  # as a module that has a name, by which the process finds what to run
    from ludparse.exporters.environments import conformance

    sys.exit(conformance.main())
