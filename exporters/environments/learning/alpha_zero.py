"""Learns a game by playing against itself, as AlphaZero does (Silver et al. 2018), on one core.

Many games are played side by side, in a `Pool`. The first ones are played at random: they cost next to nothing, and the
network learns from their results what positions are worth, so that no search has to go by noise. Then each move is
searched with `batched_gumbel`, which asks the network about one new position of each game at once. The network learns
the policies of the searches, and what the games brought. Positions are learned from as one of the game's symmetries
turns them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.pool import Pool
from ludparse.interpreter.game.vector import RUNNING
from ludparse.problems.errors import LudError, LudUnsupportedError

from ..batched_gumbel import batched_gumbel
from ..opening import missing
from .network import Network

try:
    import torch
except ImportError as absent:
    raise missing("learning", "PyTorch or onnx") from absent

__all__ = ["LEAST", "Training"]

BATCH, REUSED = 256, 6
"""Positions of a step of learning, and how often each position is learned from."""
LEAST = 2 * BATCH
"""Positions that are remembered before it learns from them."""
AT_RANDOM = 0.1
"""The part of the time in which games are played at random; their positions are learned from once."""
MOST_PLIES = 400
"""Moves after which a game is broken off, and is worth 0 to everybody."""
ROOM = 256 << 20
"""Bytes of positions that are remembered."""


class _Row(NamedTuple):
    """What is learned of a position: numpy arrays; of many positions they have one dimension more."""

    planes: Any
    numbers: Any
    masks: Any
    policy: Any
    values: Any


class _Remembered:
    """The latest positions, in a ring."""

    def __init__(self, row: _Row) -> None:
        room = max(4 * BATCH, min(100_000, ROOM // sum(part.nbytes for part in row)))
        self.parts = _Row(*(np.zeros((room, *part.shape), part.dtype) for part in row))
        self.room, self.added = room, 0

    def add(self, row: _Row) -> None:
        for part, value in zip(self.parts, row, strict=True):
            part[self.added % self.room] = value
        self.added += 1

    def draw(self, chance: np.random.Generator) -> _Row:
        """Some of the latest half, from when on there are many: what was learned since was not known before."""
        latest = min(max(self.added // 2, 40 * BATCH), self.added, self.room)
        at = (self.added - 1 - chance.integers(latest, size=BATCH)) % self.room
        return _Row(*(part[at] for part in self.parts))


class Training:
    """A network with the games that it plays against itself. games, positions: how many were
    played. steps: of learning."""

    def __init__(
        self, game: SingleGame, *, lanes: int = 128, simulations: int = 16, seed: int = 0, seconds: float = 600
    ) -> None:
        """lanes: games side by side. simulations: of the search for a move. seconds: of a processor, for which it is
        to learn; the steps become smaller towards the end.

        Raises LudUnsupportedError for games that hide something, in which a search on positions would see it, and what
        `Pool` raises.
        """
        if game.flags.hidden:
            raise LudUnsupportedError(
                f"{game.name!r} hides something from players, and this search would see it",
                hint="Learn without a search: examples/learning/ppo.py does.",
            )
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.game, self.seconds, self.simulations = game, seconds, simulations
        self._chance = np.random.default_rng(seed)
        self.began = time.process_time()
        self.network = Network(game)
        self.network.eval()
        self._symmetries = game.symmetries
        self._optimiser = torch.optim.AdamW(self.network.parameters(), lr=2e-3, weight_decay=1e-4)
        self._pool = Pool(game, lanes * (simulations + 3))
        self._handles = self._pool.start(self._seeds(lanes))
        self._rows: list[list[tuple[_Row, int]]] = [[] for _ in range(lanes)]
        self._remembered: _Remembered | None = None
        self.games = self.positions = self.steps = self._due = 0

    @property
    def spent(self) -> float:
        """Seconds of a processor since it began."""
        return time.process_time() - self.began

    def run(self, told: Callable[[Training, float], None]) -> None:
        """Play and learn until the time is up. told: called after each move with the last loss."""
        loss, searched = float("nan"), False
        while self.spent < self.seconds:
            before = self.positions
            if searched:
                self.move()
            else:
                self.move_at_random()
            self._due += (self.positions - before) * (REUSED if searched else 1)
            while self._remembered is not None and self._remembered.added >= LEAST and self._due >= BATCH:
                loss = self.learn()
                self._due -= BATCH
                if self.spent >= self.seconds:
                    break
            if not searched and self.spent >= AT_RANDOM * self.seconds:
                searched, self._remembered = True, None  # what was played at random has no policies
            told(self, loss)

    def _seeds(self, n: int) -> list[int]:
        seeds: list[int] = self._chance.integers(2**62, size=n).tolist()
        return seeds

    def move(self) -> None:
        """A move in every game, which a search has found."""
        found = batched_gumbel(self._pool, self._handles, self.network.evaluate, simulations=self.simulations,
                               seed=self._seeds(1)[0])  # fmt: skip
        self._play(found.actions, found.policy, found.values)

    def move_at_random(self) -> None:
        """A move in every game, any of the legal ones. Of such positions no policy is learned, and their value is what
        the game brings."""
        masks = self._pool.masks(self._handles)
        actions = np.where(masks, self._chance.random(masks.shape, dtype=np.float32), -1).argmax(axis=1)
        self._play(actions, np.zeros(masks.shape, dtype=np.float32), None)

    def _play(self, actions: Any, policy: Any, values: Any) -> None:
        """Play an action in every game. values: what the search expects for each seat; None: there was none."""
        pool, handles = self._pool, self._handles
        seen, masks, seats = pool.observe(handles), pool.masks(handles), pool.seats(handles)
        if values is None:
            values = np.full((len(handles), self.game.players), np.nan, dtype=np.float32)
        parts = seen.planes.astype(np.float16), seen.numbers, masks, policy.astype(np.float16), values
        for lane, row in enumerate(zip(*parts, strict=True)):
            self._rows[lane].append((_Row(*row), int(seats[lane])))
        after = pool.expand(handles, actions)
        pool.free(handles)
        lengths = np.array([len(rows) for rows in self._rows])
        done = np.flatnonzero((pool.ended(after) != RUNNING) | (lengths >= MOST_PLIES))
        rewards = pool.rewards(after[done])
        for lane, reward in zip(done.tolist(), rewards, strict=True):
            self._remember(self._rows[lane], reward)
            self._rows[lane] = []
        if len(done):
            pool.free(after[done])
            after[done] = pool.start(self._seeds(len(done)))
        self._handles = after

    def _remember(self, rows: list[tuple[_Row, int]], reward: npt.NDArray[np.float32]) -> None:
        """The positions of a game that is over: each is worth what the game brought, and half of it what the search
        expected, where there was one."""
        for row, seat in rows:
            worth = np.where(np.isnan(row.values), reward, (reward + row.values) / 2)
            kept = row._replace(values=worth if self.network.of_each else worth[seat])
            self._remembered = self._remembered or _Remembered(kept)
            self._remembered.add(kept)
        self.games, self.positions = self.games + 1, self.positions + len(rows)

    def learn(self) -> float:
        """One step towards what searches and results say, as one of the symmetries turns it; the loss. Raises LudError
        where no game has ended yet."""
        if self._remembered is None:
            raise LudError("no game has ended yet")
        rows = self._remembered.draw(self._chance)
        one = self._symmetries[int(self._chance.integers(len(self._symmetries)))]
        planes, numbers = one.of_planes(rows.planes).astype(np.float32), one.of_numbers(rows.numbers)
        masks, policy = one.of_actions(rows.masks), one.of_actions(rows.policy).astype(np.float32)
        values = one.of_seats(rows.values) if self.network.of_each else rows.values
        for group in self._optimiser.param_groups:
            group["lr"] = 2e-3 * max(0.05, 1 - self.spent / self.seconds)
        self.network.train()
        logits, worth = self.network(torch.from_numpy(planes), torch.from_numpy(numbers))
        logits = logits.masked_fill(~torch.from_numpy(masks), -1e9)
        loss = -(torch.from_numpy(policy) * torch.log_softmax(logits, dim=1)).sum(1).mean()
        loss = loss + (worth - torch.from_numpy(values)).square().mean()
        self._optimiser.zero_grad()
        loss.backward()
        self._optimiser.step()
        self.network.eval()
        self.steps += 1
        return float(loss.detach())
