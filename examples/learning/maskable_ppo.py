"""MaskablePPO of sb3-contrib learns a game by playing against itself, in many games side by side.

    python examples/learning/maskable_ppo.py examples/learning/small_breakthrough.lud --steps 200000

Needs `pip install 'ludparse[sb3]'`. At the end the model plays as each seat against random moves.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from ludparse.environments import open_game
from ludparse.exporters.environments.stable_baselines import SeatVecEnv, played_by


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a path, or a name")
    parser.add_argument("--steps", type=int, default=200_000, help="moves of the seat that learns (default 200,000)")
    parser.add_argument("--lanes", type=int, default=64, help="games side by side (default 64)")
    parser.add_argument("--games", type=int, default=200, help="against random moves (default 200)")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    game = open_game(args.game)
    envs = SeatVecEnv(game, args.lanes, seat=None, observation="board", max_cycles=1000)
    model = MaskablePPO("MultiInputPolicy", envs, n_steps=32, batch_size=512, n_epochs=4, seed=args.seed)
    envs.seats.opponents = played_by(model)
    model.learn(args.steps)

    envs = SeatVecEnv(game, args.lanes, seat=None, observation="board", max_cycles=1000)
    envs.seed(args.seed + 1)
    seen, scores = envs.reset(), []
    while len(scores) < args.games:
        actions, _ = model.predict(seen, action_masks=np.stack(envs.env_method("action_masks")))
        seen, rewards, ended, _ = envs.step(actions)
        scores += rewards[ended].tolist()
    print(f"{game.name}: {np.mean(scores) / 2 + 0.5:.1%} of the points of {len(scores)} games against random moves")


if __name__ == "__main__":
    main()
