"""Learns a game by playing against itself, and plays against UCT with the same number of iterations.

    python examples/learning/train.py examples/learning/small_breakthrough.lud --minutes 10 --network breakthrough.pt
    python examples/learning/train.py "Ex Nihilo" -o "Board Size/4" --minutes 10

Needs `pip install 'ludparse[training]'`. A small convolutional network says for a position how good each action is, and
what the game is worth to each seat. Many games are played side by side; each move is searched with `Guided`, which asks
the network about the leaves of all games in one batch. The network learns the visits of the searches, and the results
(AlphaZero: Silver et al. 2018).
"""

from __future__ import annotations

import argparse
import contextlib
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from ludparse import Game, State
from ludparse.environments import open_game
from ludparse.search import UCT, Agent, Guided
from ludparse.statistics import strength

CHANNELS, LAYERS, HEADS = 32, 4, 4


class Network(nn.Module):
    """From tensors of positions (`game.tensors`) to a number for each action and the value for each seat."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        channels, width, height = game.tensors.state_shape
        layers: list[nn.Module] = []
        for k in range(LAYERS):
            layers += [
                nn.Conv2d(CHANNELS if k else channels, CHANNELS, 3, padding=1), nn.BatchNorm2d(CHANNELS), nn.ReLU()
            ]  # fmt: skip
        self.trunk = nn.Sequential(*layers)
        cells = HEADS * width * height
        self.actions = nn.Sequential(
            nn.Conv2d(CHANNELS, HEADS, 1), nn.ReLU(), nn.Flatten(), nn.Linear(cells, game.actions.size)
        )
        self.worth = nn.Sequential(
            nn.Conv2d(CHANNELS, HEADS, 1), nn.ReLU(), nn.Flatten(), nn.Linear(cells, 64), nn.ReLU(),
            nn.Linear(64, game.players), nn.Tanh(),
        )  # fmt: skip

    def forward(self, tensors: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """From [positions, channels, columns, rows] to [positions, actions] (logits) and [positions, players]."""
        seen = self.trunk(tensors)
        return self.actions(seen), self.worth(seen)


class Judge:
    """The network as what `Guided` asks."""

    def __init__(self, game: Game, network: Network) -> None:
        self.game, self.network = game, network

    @torch.inference_mode()
    def __call__(self, states: Sequence[State]) -> tuple[list[Any], Any]:
        tensors = np.stack([self.game.tensors.state(state) for state in states])
        logits, values = self.network(torch.from_numpy(tensors))
        priors = []
        for state, row in zip(states, logits.numpy(), strict=True):
            legal = row[state.actions()]
            priors.append(np.exp(legal - legal.max()))
        return priors, values.numpy()


@dataclass
class Example:
    """A position: its tensor, the legal actions with the visits of the search, and what the game brought each seat."""

    tensor: Any
    actions: list[int]
    visits: Any
    values: Any = None


class SelfPlay:
    """Games that are played side by side; one that is over is followed by a new one."""

    def __init__(self, game: Game, judge: Judge, lanes: int, iterations: int, seed: int) -> None:
        self.game, self.chance, self.number = game, np.random.default_rng(seed), 0
        self.judge, self.iterations = judge, iterations
        self.games = [self._new() for _ in range(lanes)]

    def _new(self) -> tuple[State, list[Example]]:
        self.number += 1
        return self.game.start(seed=int(self.chance.integers(2**62))), []

    def move(self) -> list[Example]:
        """A move in every game; the examples of the games that it ends."""
        search = Guided(
            self.judge, iterations=self.iterations, noise=0.25, seed=int(self.chance.integers(2**62))
        )  # fmt: skip
        done: list[Example] = []
        for k, visits in enumerate(search.visits([state for state, _ in self.games])):
            state, examples = self.games[k]
            share = visits / visits.sum()
            examples.append(Example(self.game.tensors.state(state), state.actions(), share))
            # the first moves are drawn by their visits, so that games differ
            early = len(examples) <= 10
            pick = int(self.chance.choice(len(share), p=share / share.sum())) if early else int(share.argmax())
            state.apply(state.legal_moves()[pick])
            if state.over or len(examples) >= 300:
                values = state.by_seat(tuple(state.ranking[1 : self.game.players + 1])) if state.over else None
                worth = np.array([2 * v - 1 for v in values] if values else [0] * self.game.players, dtype=np.float32)
                for example in examples:
                    example.values = worth
                done += examples
                self.games[k] = self._new()
        return done


def learn(network: Network, optimiser: torch.optim.Optimizer, some: Sequence[Example], actions: int) -> float:
    """One step towards what the searches and the results say; the loss."""
    tensors = torch.from_numpy(np.stack([e.tensor for e in some]))
    wanted, legal = np.zeros((len(some), actions), dtype=np.float32), np.full((len(some), actions), -1e9, np.float32)
    for row, example in enumerate(some):
        wanted[row, example.actions] = example.visits
        legal[row, example.actions] = 0
    network.train()
    logits, values = network(tensors)
    policy = torch.log_softmax(logits + torch.from_numpy(legal), dim=1)
    loss = -(torch.from_numpy(wanted) * policy).sum(1).mean()
    loss = loss + (values - torch.from_numpy(np.stack([e.values for e in some]))).square().mean()
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    network.eval()
    return float(loss.detach())


def train(game: Game, network: Network, seconds: float, lanes: int, iterations: int, seed: int) -> None:
    """Play and learn for so many seconds."""
    chance = np.random.default_rng(seed)
    optimiser = torch.optim.Adam(network.parameters(), lr=2e-3, weight_decay=1e-4)
    known: deque[Example] = deque(maxlen=20_000)
    network.eval()
    playing = SelfPlay(game, Judge(game, network), lanes, iterations, seed)
    began, told, positions, fresh = time.monotonic(), 0.0, 0, 0
    while (spent := time.monotonic() - began) < seconds:
        for group in optimiser.param_groups:
            group["lr"] = 2e-3 if spent < seconds / 2 else 5e-4
        new = playing.move()
        known.extend(new)
        positions, fresh = positions + len(new), fresh + len(new)
        loss = None
        while fresh >= 16 and len(known) >= 512:  # every position is learned from about sixteen times
            fresh -= 16
            loss = learn(network, optimiser, [known[int(k)] for k in chance.integers(len(known), size=256)],
                         game.actions.size)  # fmt: skip
        if loss is not None and spent - told > 30:
            told = spent
            games = playing.number - lanes
            print(f"{spent:5.0f} s  {games} games  {positions} positions  loss {loss:.3f}", flush=True)
    print(f"trained for {seconds:.0f} s: {playing.number - lanes} games, {positions} positions", flush=True)


def play(game: Game, first: Agent, second: Agent, seat: int, seed: int) -> float:
    """A game between two agents; the first has a seat (from 0), the second all others. What it is worth to the first,
    from 0 to 1."""
    state = game.start(seed=seed)
    moves = 0
    while not state.over and moves < 1000:
        mine = state.seats[state.mover - 1] == seat
        state.apply((first if mine else second).choose(state))
        moves += 1
    return state.by_seat(tuple(state.ranking[1 : game.players + 1]))[seat] if state.over else 0.5


def main() -> None:
    """Train, and play against UCT."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a path, or a name")
    parser.add_argument("-o", "--option", action="append", default=[])
    parser.add_argument("--library", help="Ludii.jar, or a folder with lud/ and def/")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--lanes", type=int, default=64, help="games side by side (default 64)")
    parser.add_argument("--iterations", type=int, default=40, help="of a search in training (default 40)")
    parser.add_argument("--games", type=int, default=60, help="against UCT (default 60)")
    parser.add_argument("--uct", type=int, default=200, help="iterations of UCT and of the guided search (default 200)")
    parser.add_argument("--network", help="a file for the network; an existing one is trained on (--minutes 0: not)")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    game = open_game(args.game, options=args.option, library=args.library)
    game.optimise()
    network = Network(game)
    if args.network:
        with contextlib.suppress(FileNotFoundError):
            network.load_state_dict(torch.load(args.network, weights_only=True))
    train(game, network, 60 * args.minutes, args.lanes, args.iterations, args.seed)
    if args.network:
        torch.save(network.state_dict(), args.network)
    network.eval()
    scores = []
    for k in range(args.games):
        ours = Guided(Judge(game, network), iterations=args.uct, seed=k)
        scores.append(play(game, ours, UCT(iterations=args.uct, seed=k), k % game.players, k // game.players))
        found = strength(scores)
        if k % 10 == 9 or k == args.games - 1:
            print(f"against UCT, {args.uct} iterations each: {sum(scores):g} of {len(scores)} "
                  f"({found.low:.0%} to {found.high:.0%} at 95 %)", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
