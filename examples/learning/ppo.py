"""PPO by hand, on a `VectorGame`: a network learns both sides of a game without any search, and is written as ONNX.

    python examples/learning/ppo.py examples/learning/small_breakthrough.lud --seconds 90 --output net.onnx
    lud contest examples/learning/small_breakthrough.lud "net.onnx(iterations=0)" random

Needs `pip install 'ludparse[learning]'`. For games of one or two players who move in turn, with chance and hidden
information. Each lane is one game after the other; whoever is to move chooses by what that seat sees. After a move the
value is the other seat's, and counts against the one who moved (Schulman et al. 2017; the advantages are GAE's).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ludparse.environments import VectorGame, open_game
from ludparse.exporters.environments.learning.network import Network, save
from ludparse.interpreter.game.vector import RUNNING

DISCOUNT, TRACE, CLIP, ENTROPY = 0.99, 0.95, 0.2, 0.01
EPOCHS, BATCH = 2, 512


def log_odds(logits: Any, masks: Any) -> Any:
    return torch.log_softmax(logits.masked_fill(~masks, -1e9), dim=1)


class Rollout:
    """Steps of all lanes, by the network as it is."""

    def __init__(self, games: VectorGame, network: Network, steps: int) -> None:
        self.games, self.network, self.steps, self.played = games, network, steps, 0

    def look(self) -> tuple[Any, Any, Any, Any, Any]:
        """What whoever is to move sees in each lane, which actions are legal, log-probabilities, values."""
        seen = self.games.observe(self.games.seats)
        planes, numbers = torch.from_numpy(seen.planes), torch.from_numpy(seen.numbers)
        masks = torch.from_numpy(self.games.masks.copy())
        with torch.no_grad():
            logits, values = self.network(planes, numbers)
            return planes, numbers, masks, log_odds(logits, masks), values.numpy()

    def play(self) -> tuple[Any, ...]:
        """Planes, numbers, masks, actions, their log-probabilities, advantages, returns: one row for each step and
        lane."""
        games, rows, rewards, signs, values = self.games, [], [], [], []
        everyone = np.arange(games.n)
        seen = self.look()
        for _ in range(self.steps):
            *shown, odds, worth = seen
            actions = torch.multinomial(odds.exp(), 1)
            seats = games.seats.copy()
            games.step(actions.numpy().ravel())
            rewards.append(games.rewards[everyone, seats])
            same = np.where(games.seats == seats, 1.0, -1.0)
            signs.append(np.where(games.ended == RUNNING, same, 0.0))  # a new game is worth nothing to the old one
            rows.append((*shown, actions[:, 0], odds.gather(1, actions)[:, 0]))
            values.append(worth)
            self.played += int((games.ended != RUNNING).sum())
            seen = self.look()
        values.append(seen[-1])
        gains: list[Any] = []
        after = np.zeros(games.n)
        for reward, sign, value, following in zip(
            reversed(rewards), reversed(signs), reversed(values[:-1]), reversed(values[1:]), strict=True
        ):
            after = reward + DISCOUNT * sign * following - value + DISCOUNT * TRACE * sign * after
            gains.append(after)
        gained = np.stack(gains[::-1]).astype(np.float32)
        returns = torch.from_numpy(gained + np.stack(values[:-1])).reshape(-1)
        parts = [torch.cat(part) for part in zip(*rows, strict=True)]
        return (*parts, torch.from_numpy(gained).reshape(-1), returns)


def learn(network: Network, optimiser: torch.optim.Optimizer, rows: tuple[Any, ...]) -> None:
    """Some epochs over the rows of a rollout. The network stays in the mode in which it played: with statistics of
    batches its probabilities would be others than those that were noted."""
    for _ in range(EPOCHS):
        for at in torch.randperm(len(rows[0])).split(BATCH):
            planes, numbers, masks, actions, before, gained, returns = (part[at] for part in rows)
            logits, values = network(planes, numbers)
            odds = log_odds(logits, masks)
            ratio = (odds.gather(1, actions[:, None])[:, 0] - before).exp()
            gained = (gained - gained.mean()) / (gained.std() + 1e-6)
            gain = torch.min(ratio * gained, ratio.clamp(1 - CLIP, 1 + CLIP) * gained).mean()
            spread = -(odds.exp() * odds).sum(1).mean()
            loss = (values - returns).square().mean() / 2 - gain - ENTROPY * spread
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a path, or a name")
    parser.add_argument("-o", "--option", action="append", default=[])
    parser.add_argument("--library", help="Ludii.jar, or a folder with lud/ and def/")
    parser.add_argument("--seconds", type=float, default=90.0, help="of a processor (default 90)")
    parser.add_argument("--lanes", type=int, default=128, help="games side by side (default 128)")
    parser.add_argument("--steps", type=int, default=32, help="of each lane between two times of learning (default 32)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--output", type=Path, required=True, help="write the network here (.onnx)")
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    began = time.process_time()
    game = open_game(args.game, options=args.option, library=args.library)
    if game.players > 2:
        parser.error("this example is for one or two players")
    games = VectorGame(game, args.lanes, seed=args.seed, observation="board", max_cycles=1000)
    network = Network(game)
    network.eval()
    optimiser = torch.optim.Adam(network.parameters(), lr=1e-3)
    rollout = Rollout(games, network, args.steps)
    while (spent := time.process_time() - began) < args.seconds:
        for group in optimiser.param_groups:
            group["lr"] = 1e-3 * max(0.1, 1 - spent / args.seconds)
        learn(network, optimiser, rollout.play())
    save(network, game, args.output)
    print(f"{game.name}: {rollout.played:,} games in {time.process_time() - began:.0f} s of a processor; {args.output}")


if __name__ == "__main__":
    main()
