"""Plays games to be measured: on several processors, the same ones for the same seed, and on from where it stopped."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludparse.interpreter.scheduling import Places, in_order
from ludparse.interpreter.scheduling.perform import Work
from ludparse.interpreter.scheduling.runs import Run

from .observe import Observer
from .players import Player, choices, make_player
from .record import GameRecord

__all__ = ["Games", "Setup", "play_game", "play_many"]


@dataclass(frozen=True, slots=True)
class Setup:
    """Which game is played, and how. source: a path, a name or the text of a description."""

    source: str
    options: tuple[str, ...] = ()
    ruleset: str | None = None
    library: str | None = None
    backend: str = "auto"
    player: str = "random"
    max_moves: int = 1000
    seed: int = 0
    valued: int = 0
    """Random games by which each position is valued; 0: positions are not valued."""

    def load(self) -> Any:
        """The game. Raises LudError."""
        from ludparse.interpreter.game.load import load

        return load(self.source, options=self.options, ruleset=self.ruleset, library=self.library, backend=self.backend)

    def key(self, text: str) -> str:
        """What games depend on, as a digest: `text` is the description as it is compiled."""
        told = {k: v for k, v in asdict(self).items() if k not in ("source", "library", "backend")}
        return hashlib.sha256(json.dumps([told, text], sort_keys=True).encode()).hexdigest()


def play_game(game: Any, setup: Setup, number: int, make: Callable[[int], Player] | None = None) -> GameRecord:
    """Plays the game of a number. It depends on the number and the seed of the setup alone; games of two variants with
    the same number begin with the same random numbers."""
    chance = random.Random(f"{setup.seed}/{number}")
    start, moves, values = (chance.getrandbits(62) for _ in range(3))
    player = (make or make_player(setup.player))(moves)
    state = game.start(seed=start)
    observer = Observer(game, valued=setup.valued, seed=values)
    observer.begin(state, number)
    for choice in choices(state, lambda seat: player, setup.max_moves):
        observer.choices(state, state.count_moves())
        pick = state.legal_moves().index(choice.move) if setup.valued and choice.player else -1
        observer.move(state.apply(choice.move), state, pick)
    return observer.end(state)


# ---------------------------------------------------------------------------------------------------- several places

Task = tuple[int, int]
Done = tuple[int, int, GameRecord]


class _Playing:
    """Plays the games of some setups; it travels with their descriptions. Where a task is (which setup, number of the
    game), its result is both with the record of the game."""

    def __init__(self, setups: Sequence[Setup]) -> None:
        self.setups = list(setups)
        self._games: list[Any] = []

    def __getstate__(self) -> dict[str, Any]:
        return {"setups": self.setups, "_games": self._games or [setup.load() for setup in self.setups]}

    def prepare(self) -> Callable[[Task], Done]:
        """What plays a game: games are loaded when they are first asked for. They are optimised beside the play: most
        of the time goes into watching, and a run that is to end after seconds should not wait for the compiler."""
        known: dict[int, tuple[Any, Setup, Callable[[int], Player]]] = {}

        def play(task: Task) -> Done:
            which, number = task
            if which not in known:
                setup = self.setups[which]
                game = self._games[which] if self._games else setup.load()
                known[which] = game, setup, make_player(setup.player)
            game, setup, make = known[which]
            return which, number, play_game(game, setup, number, make)

        return play


def play_many(
    setups: Sequence[Setup], tasks: Iterable[Task], jobs: int = 1, *, on: object = None
) -> Generator[Done]:
    """Plays games; tasks: (which setup, number of the game). Yields the setup, the number and the record of each game
    in the order of the tasks, wherever they are played. jobs, on: so many processes, or a cluster (`Game.playouts`).
    The tasks are asked for as games get done, so that they may stop coming; the workers end at once when the iterator
    is closed."""
    work: Work[Task, Done] = _Playing(setups)
    return in_order(work, tasks, Places(jobs, on))


# ---------------------------------------------------------------------------------------------------- going on


class Games:
    """Games that were played, in a folder that a later run reads and adds to (`Run`). games: by variant and number."""

    def __init__(self, folder: Path | None, keys: Mapping[str, str]) -> None:
        """keys: by the name of a variant, what its games depend on. Raises LudError for a folder of other games."""
        self.run = Run(folder, {"games of": dict(keys)})
        self.games: dict[str, dict[int, GameRecord]] = {name: {} for name in keys}
        for line in self.run.found:
            self.games[line["variant"]][line["game"]["seed"]] = GameRecord.from_dict(line["game"])

    def add(self, variant: str, record: GameRecord) -> None:
        """Keep a game."""
        self.games[variant][record.seed] = record
        self.run.add({"variant": variant, "game": record.as_dict()})
