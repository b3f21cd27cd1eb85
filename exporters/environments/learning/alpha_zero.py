"""Learns a game by playing against itself, as AlphaZero does (Silver et al. 2018), on one core.

Many games are played side by side, in a `Pool`; each move is searched with `batched_gumbel`, which asks the network
about one new position of each game at once. The network learns the policies of the searches, and what the games
brought. Positions are learned from as one of the game's symmetries turns them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.pool import Gathered, Pool
from ludparse.interpreter.game.vector import RUNNING
from ludparse.problems.errors import LudError, LudUnsupportedError

from ..batched_gumbel import batched_gumbel
from ..opening import missing
from .network_agent import METADATA, fit

try:
    import onnx
    import torch
    from torch import nn
except ImportError as absent:
    raise missing("learning", "PyTorch or onnx") from absent

__all__ = ["Network", "Training", "save"]

CHANNELS, BLOCKS, HEADS = 32, 3, 4
BATCH, REUSED = 256, 6
"""Positions of a step of learning, and how often each position is learned from."""
MOST_PLIES = 400
"""Moves after which a game is broken off, and is worth 0 to everybody."""
ROOM = 256 << 20
"""Bytes of positions that are remembered."""


class Network(nn.Module):  # type: ignore[misc]
    """From planes, (n, planes, rows, columns), and numbers, (n, numbers), to logits, (n, actions), and values: (n,) of
    whose turn it is, or (n, players) where there are more than two."""

    def __init__(self, game: SingleGame) -> None:
        super().__init__()
        form = game.tensors.form("board")
        assert form is not None
        planes, (rows, columns) = form.shape[0], form.shape[-2:]
        cells, self.of_each = rows * columns, game.players > 2
        self.first = _convolution(planes + len(form.numbers), CHANNELS, nn.ReLU())
        self.blocks = nn.ModuleList(
            nn.Sequential(_convolution(CHANNELS, CHANNELS, nn.ReLU()), _convolution(CHANNELS, CHANNELS))
            for _ in range(BLOCKS)
        )
        self.actions = nn.Sequential(
            nn.Conv2d(CHANNELS, HEADS, 1), nn.ReLU(), nn.Flatten(), nn.Linear(HEADS * cells, game.actions.size)
        )
        self.worth = nn.Sequential(
            nn.Conv2d(CHANNELS, HEADS, 1), nn.ReLU(), nn.Flatten(), nn.Linear(HEADS * cells, 64), nn.ReLU(),
            nn.Linear(64, game.players if self.of_each else 1), nn.Tanh(),
        )  # fmt: skip

    def forward(self, planes: Any, numbers: Any) -> tuple[Any, Any]:
        spread = numbers[:, :, None, None].expand(-1, -1, planes.shape[2], planes.shape[3])
        seen = self.first(torch.cat([planes, spread], 1))
        for block in self.blocks:
            seen = torch.relu(seen + block(seen))
        worth = self.worth(seen)
        return self.actions(seen), worth if self.of_each else worth.squeeze(1)

    @torch.inference_mode()  # type: ignore[untyped-decorator]
    def evaluate(self, found: Gathered) -> tuple[Any, Any]:
        """What a search on a pool asks."""
        logits, values = self(torch.from_numpy(found.seen.planes), torch.from_numpy(found.seen.numbers))
        own = np.where(found.masks, logits.numpy(), -1e9)
        return np.exp(own - own.max(axis=1, keepdims=True)), values.numpy()


def _convolution(before: int, after: int, *then: Any) -> Any:
    return nn.Sequential(nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), *then)


def save(network: Network, game: SingleGame, file: Path) -> None:
    """Write a network as an ONNX file that `NetworkAgent` plays. Raises OSError where it cannot be written."""
    form = game.tensors.form("board")
    assert form is not None
    network.eval()
    example = torch.zeros(2, *form.shape), torch.zeros(2, len(form.numbers))
    names = "planes", "numbers", "logits", "values"
    torch.onnx.export(
        network, example, str(file), input_names=names[:2], output_names=names[2:], dynamo=False,
        dynamic_axes={name: {0: "n"} for name in names},
    )  # fmt: skip
    model = onnx.load(str(file))
    onnx.helper.set_model_props(model, {METADATA: json.dumps(fit(game))})
    onnx.save(model, str(file))


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
        at = chance.integers(min(self.added, self.room), size=BATCH)
        return _Row(*(part[at] for part in self.parts))


class Training:
    """A network with the games that it plays against itself. games, positions: how many it has learned from."""

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
        self.games = self.positions = self._learned = 0

    @property
    def spent(self) -> float:
        """Seconds of a processor since it began."""
        return time.process_time() - self.began

    def run(self, told: Callable[[Training, float], None]) -> None:
        """Play and learn until the time is up. told: called after each move with the last loss."""
        loss = float("nan")
        while self.spent < self.seconds:
            self.move()
            while self.positions >= 2 * BATCH and self._learned * BATCH < self.positions * REUSED:
                loss = self.learn()
                if self.spent >= self.seconds:
                    break
            told(self, loss)

    def _seeds(self, n: int) -> list[int]:
        seeds: list[int] = self._chance.integers(2**62, size=n).tolist()
        return seeds

    def move(self) -> None:
        """A move in every game."""
        pool, handles = self._pool, self._handles
        found = batched_gumbel(pool, handles, self.network.evaluate, simulations=self.simulations,
                               seed=self._seeds(1)[0])  # fmt: skip
        seen, masks, seats = pool.observe(handles), pool.masks(handles), pool.seats(handles)
        parts = seen.planes.astype(np.float16), seen.numbers, masks, found.policy.astype(np.float16), found.values
        for lane, row in enumerate(zip(*parts, strict=True)):
            self._rows[lane].append((_Row(*row), int(seats[lane])))
        after = pool.expand(handles, found.actions)
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
        """The positions of a game that is over: each is worth what the game brought, and what the search expected."""
        for row, seat in rows:
            worth = (reward + row.values) / 2
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
        self._learned += 1
        return float(loss.detach())
