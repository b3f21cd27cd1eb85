"""Plays games to be measured: on several processors, the same ones for the same seed, and on from where it stopped."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..scheduling import Places, in_order
from ..scheduling.perform import Work
from .observe import Observer
from .players import Player, make_player
from .record import GameRecord

__all__ = ["Setup", "Store", "StoreError", "play_game", "play_many"]


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
    start, choices, values = (chance.getrandbits(62) for _ in range(3))
    player = (make or make_player(setup.player))(choices)
    state = game.start(seed=start)
    observer = Observer(game, valued=setup.valued, seed=values)
    observer.begin(state, number)
    while not state.over and observer.record.plies < setup.max_moves:
        observer.choices(state, state.count_moves())
        move = player.choose(state) if state.count_moves() else state.forced_pass()
        pick = state.legal_moves().index(move) if setup.valued and state.count_moves() else -1
        observer.move(state.apply(move), state, pick)
    return observer.end(state)


# ---------------------------------------------------------------------------------------------------- several places

CHUNK = 16
"""Games that travel to a worker of a cluster together."""
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


def play_many(setups: Sequence[Setup], tasks: Iterable[Task], places: Places | int = 1) -> Generator[Done]:
    """Plays games; tasks: (which setup, number of the game). Yields the setup, the number and the record of each game
    in the order of the tasks, wherever they are played. places: a number is one of processes. The tasks are asked for
    as games get done, so that they may stop coming; the workers end at once when the iterator is closed."""
    where = Places(places) if isinstance(places, int) else places
    work: Work[Task, Done] = _Playing(setups)
    return in_order(work, tasks, where, chunk=CHUNK)


# ---------------------------------------------------------------------------------------------------- going on


class StoreError(ValueError):
    """A file of games that are not of this game, seed or player."""


class Store:
    """Games that were played, one JSON line each, in a file that a later run reads and adds to.

    The first line says what the games depend on; a last line that was cut off while it was written is dropped.
    """

    def __init__(self, file: Path, keys: Mapping[str, str]) -> None:
        """keys: by the name of a variant, what its games depend on. Raises StoreError for a file of other games."""
        self.file = file
        self.keys = dict(keys)
        self.games: dict[str, dict[int, GameRecord]] = {name: {} for name in keys}
        if file.exists() and file.stat().st_size:
            self._read()
        else:
            file.write_text(json.dumps({"format": "ludparse-games/1", "keys": self.keys}) + "\n", encoding="utf-8")
        self._out = file.open("a", encoding="utf-8")

    def _read(self) -> None:
        text = self.file.read_text(encoding="utf-8")
        lines = text.splitlines(keepends=True)
        try:
            head = json.loads(lines[0])
        except ValueError:
            head = None
        if not isinstance(head, dict) or head.get("format") != "ludparse-games/1":
            raise StoreError(f"{self.file}: not a file of games to go on with")
        if head.get("keys") != self.keys:
            raise StoreError(
                f"{self.file}: its games are of another description, option, player, seed or limit of moves; "
                "name another file, or delete this one"
            )
        kept = len(lines[0].encode())
        for line in lines[1:]:
            if not line.endswith("\n"):
                break  # the run was cut off while it wrote this line
            try:
                data = json.loads(line)
                record = GameRecord.from_dict(data["game"])
                self.games[data["variant"]][record.seed] = record
            except (ValueError, KeyError, TypeError) as problem:
                raise StoreError(f"{self.file}: a line that is no game: {problem}") from None
            kept += len(line.encode())
        with self.file.open("r+b") as out:
            out.truncate(kept)

    def add(self, variant: str, record: GameRecord) -> None:
        """Keeps a game."""
        self.games[variant][record.seed] = record
        line = json.dumps({"variant": variant, "game": record.as_dict()}, separators=(",", ":"))
        self._out.write(line + "\n")
        self._out.flush()

    def close(self) -> None:
        """Ends writing."""
        self._out.close()
