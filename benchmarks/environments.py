"""Measures how fast games are stepped side by side.

    python -m benchmarks.environments --library PLACE Tic-Tac-Toe Breakthrough Chess
    python -m benchmarks.environments --library PLACE --observe board --lanes 1024 Backgammon
    python -m benchmarks.environments --library PLACE --pool Chess
    python -m benchmarks.environments --pgx tic_tac_toe connect_four
    python -m benchmarks.environments --library PLACE --openspiel Tic-Tac-Toe

prints one line a game: lanes, steps a second (of all lanes together, in processor time), with masks and tensors, for
random legal actions. `--pgx` measures environments of pgx instead, where pgx and JAX are installed. `--openspiel`
plays random games in OpenSpiel beside its own python_tic_tac_toe, with observations by `--observe ludii`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

import numpy as np

from ludparse.exporters.environments.opening import open_game
from ludparse.interpreter.game.pool import Pool
from ludparse.interpreter.game.vector import VectorGame

__all__ = ["main"]


def rate(step: Callable[[], None], lanes: int, seconds: float) -> float:
    """Steps a second of all lanes together, in the processor time of this process."""
    for _ in range(3):
        step()
    began, calls = time.process_time(), 0
    while (took := time.process_time() - began) < seconds:
        step()
        calls += 1
    return calls * lanes / took


def _ours(name: str, library: str | None, lanes: int, tensors: bool, observation: str, seconds: float) -> float:
    game = open_game(name, library=library)
    games = VectorGame(game, lanes, seed=1, tensors=tensors, observation=observation or "ludii")
    actions, out = games.sample(), games.observe(games.seats) if observation else None

    def step() -> None:
        games.step(games.sample(actions))
        if observation:
            games.observe(games.seats, out=out)

    return rate(step, lanes, seconds)


def _pool(name: str, library: str | None, lanes: int, seconds: float) -> float:
    """Expansions a second: in each call a random action of every position, whose room is given back."""
    pool = Pool(open_game(name, library=library), 2 * lanes)
    chance, roots = np.random.default_rng(1), pool.start(range(lanes))
    held = [roots]

    def step() -> None:
        parents = held[0]
        offsets, numbers = pool.actions(parents)
        going = np.diff(offsets) > 0
        picks = numbers[(offsets[:-1] + chance.integers(0, np.maximum(np.diff(offsets), 1)))[going]]
        held[0] = pool.expand(parents[going], picks)
        pool.free(parents)
        if (missing := lanes - len(held[0])) > 0:
            held[0] = np.concatenate([held[0], pool.start(range(missing))])

    return rate(step, lanes, seconds)


def _pgx(name: str, lanes: int, seconds: float) -> float:
    """pgx with its own automatic reset, and random legal actions drawn in the same compiled function."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    move = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def many(state, key):  # type: ignore[no-untyped-def]
        key, pick, new = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(pick, logits, axis=1)
        return move(state, actions, jax.random.split(new, lanes)), key

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), lanes))
    held = [state, jax.random.PRNGKey(1)]

    def step() -> None:
        held[0], held[1] = many(*held)
        held[0].observation.block_until_ready()

    return rate(step, lanes, seconds)


def _openspiel(name: str, library: str | None, observe: bool, seconds: float) -> tuple[float, float]:
    """Steps a second of a game in OpenSpiel, and of `python_tic_tac_toe`: the best of five turns of each."""
    import random

    import open_spiel.python.games  # noqa: F401 (registers them)
    import pyspiel

    from ludparse.exporters.environments import openspiel

    def turn(game: pyspiel.Game, chance: random.Random) -> float:
        steps, began = 0, time.process_time()
        while time.process_time() - began < seconds / 10:
            for _ in range(100):  # asking for the time takes as long as many steps
                state = game.new_initial_state()
                while not state.is_terminal():
                    action = chance.choice(state.legal_actions())
                    if observe and not state.is_chance_node():
                        state.observation_tensor()
                    state.apply_action(action)
                    steps += 1
        return steps / (time.process_time() - began)

    games = openspiel.game(name, library=library), pyspiel.load_game("python_tic_tac_toe")
    found = [[turn(game, random.Random(1)) for game in games] for _ in range(6)]
    ours, theirs = (max(rates) for rates in zip(*found[1:], strict=True))
    return ours, theirs


def main(arguments: list[str] | None = None) -> int:
    """Measure some games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--library", help="Ludii.jar, or a folder with lud/ and def/")
    parser.add_argument("--lanes", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each (default 2)")
    parser.add_argument("--no-tensors", action="store_true", help="masks, rewards and ends alone")
    parser.add_argument("--observe", default="", help="also observe: ludii, board or graph")
    parser.add_argument("--pool", action="store_true", help="expansions a second of a pool of positions")
    parser.add_argument("--pgx", action="store_true", help="the names are of environments of pgx")
    parser.add_argument("--openspiel", action="store_true", help="random games in OpenSpiel, beside python_tic_tac_toe")
    args = parser.parse_args(arguments)
    for name in args.game:
        if args.openspiel:
            ours, theirs = _openspiel(name, args.library, bool(args.observe), args.seconds)
            print(f"OpenSpiel {name}: {ours:,.0f} steps a second, python_tic_tac_toe {theirs:,.0f}", flush=True)
            continue
        if args.pgx:
            found = _pgx(name, args.lanes, args.seconds)
        elif args.pool:
            found = _pool(name, args.library, args.lanes, args.seconds)
        else:
            tensors = not args.no_tensors and args.observe in ("", "ludii")
            found = _ours(name, args.library, args.lanes, tensors, args.observe, args.seconds)
        print(f"{'pgx ' * args.pgx}{name}: {found:,.0f} steps a second, {args.lanes} lanes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
