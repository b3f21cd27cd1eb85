"""Measures how fast games are stepped side by side.

    python -m benchmarks.environments --library PLACE Tic-Tac-Toe Breakthrough Chess
    python -m benchmarks.environments --pgx tic_tac_toe connect_four

prints one line a game: lanes, steps a second (of all lanes together, in processor time), with masks and tensors, for
random legal actions. `--pgx` measures environments of pgx instead, where pgx and JAX are installed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from ludparse.exporters.environments.opening import open_game
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


def _ours(name: str, library: str | None, lanes: int, tensors: bool, seconds: float) -> float:
    games = VectorGame(open_game(name, library=library), lanes, seed=1, tensors=tensors)
    actions = games.sample()

    def step() -> None:
        games.step(games.sample(actions))

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


def main(arguments: list[str] | None = None) -> int:
    """Measure some games."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--library", help="Ludii.jar, or a folder with lud/ and def/")
    parser.add_argument("--lanes", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each (default 2)")
    parser.add_argument("--no-tensors", action="store_true", help="masks, rewards and ends alone")
    parser.add_argument("--pgx", action="store_true", help="the names are of environments of pgx")
    args = parser.parse_args(arguments)
    for name in args.game:
        if args.pgx:
            found = _pgx(name, args.lanes, args.seconds)
        else:
            found = _ours(name, args.library, args.lanes, not args.no_tensors, args.seconds)
        print(f"{'pgx ' * args.pgx}{name}: {found:,.0f} steps a second, {args.lanes} lanes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
