"""PettingZoo's loop, as its documentation has it, with masks: one policy for all seats, which learns by REINFORCE.

    python examples/learning/pettingzoo_turns.py Ponds --games 2000

Needs `pip install 'ludparse[pettingzoo]' torch`. One game after the other: short, and slow beside ppo.py.
"""

from __future__ import annotations

import argparse
import math
from typing import Any

import torch

from ludparse.environments import aec


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a path, or a name")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    env = aec(args.game, max_cycles=300)
    shape = env.observation_space(env.possible_agents[0])["observation"].shape
    size = env.action_space(env.possible_agents[0]).n
    policy = torch.nn.Sequential(
        torch.nn.Flatten(0), torch.nn.Linear(math.prod(shape), 64), torch.nn.ReLU(), torch.nn.Linear(64, size),
    )  # fmt: skip
    optimiser = torch.optim.Adam(policy.parameters(), lr=1e-3)

    def choose(seen: Any) -> tuple[int, Any]:
        legal = torch.from_numpy(seen["action_mask"]).bool()
        logits = policy(torch.from_numpy(seen["observation"])).masked_fill(~legal, -1e9)
        odds = torch.distributions.Categorical(logits=logits)
        action = odds.sample()
        return int(action), odds.log_prob(action)

    won = 0
    for number in range(args.games):
        env.reset(seed=args.seed + number)
        chosen: dict[str, list[Any]] = {agent: [] for agent in env.possible_agents}
        learner = env.possible_agents[number % len(env.possible_agents)]
        brought = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, _ = env.last()
            brought[agent] = reward
            if terminated or truncated:
                env.step(None)
                continue
            if agent == learner:
                action, log_odds = choose(seen)
                chosen[agent].append(log_odds)
            else:
                action = int(env.action_space(agent).sample(seen["action_mask"]))
            env.step(action)
        won += brought[learner] > 0
        if chosen[learner]:
            loss = -brought[learner] * torch.stack(chosen[learner]).sum()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        if number % 200 == 199 or number == args.games - 1:
            print(f"{number + 1} games; the learner has won {won} of the last {number % 200 + 1}", flush=True)
            won = 0


if __name__ == "__main__":
    main()
