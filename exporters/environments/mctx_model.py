"""The rules of a game as the model that DeepMind's mctx searches with, in JAX: positions are handles of a `Pool`.

    model = PoolModel(Pool(game, 10_000), evaluate)
    roots = model.pool.start(range(64))
    root = model.root(params, key, roots)
    found = mctx.gumbel_muzero_policy(params, key, root, model.recurrent, 32, invalid_actions=model.invalid(roots))
    model.free()
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ludparse.interpreter.game.pool import Pool
from ludparse.interpreter.game.vector import RUNNING
from ludparse.interpreter.play.tensors import Seen
from ludparse.problems.errors import LudUnsupportedError

from .opening import missing

try:
    import jax
    import jax.numpy as jnp
    import mctx
except ImportError as absent:
    raise missing("mctx", "mctx") from absent

__all__ = ["EvaluateInJax", "PoolModel"]

EvaluateInJax = Callable[[Any, Any, Seen], tuple[Any, Any]]
"""What positions are worth: from parameters, a key for random numbers and what whoever is to move sees of n positions,
to logits of shape (n, actions), of which those of illegal actions do not count, and values of shape (n,): what whoever
is to move expects, from -1 to 1."""


class PoolModel:
    """`root` and `recurrent` are what the policies of mctx are given. They can be compiled (`jax.jit`): the rules are
    run in a callback, and `evaluate` is compiled with the search. Values are of whose turn it is; after a move the
    discount is -1, 1 where the same seat moves again, 0 where the game is over.

    Positions that a search has made stay until `free`. The pool needs room for a position for each simulation of each
    root. Random numbers are part of a position, so an action has one outcome.
    """

    def __init__(self, pool: Pool, evaluate: EvaluateInJax) -> None:
        """Raises LudUnsupportedError for games of more than two players, which one value does not tell of."""
        if pool.game.players > 2:
            raise LudUnsupportedError(
                f"{pool.game.name!r} is for {pool.game.players} players: mctx has one value for each position",
                hint="Use batched_gumbel(…), which has one for each seat.",
            )
        self.pool, self._evaluate = pool, evaluate
        self._made: list[npt.NDArray[np.int32]] = []

    def root(self, params: Any, key: Any, handles: Any) -> Any:
        """The `mctx.RootFnOutput` of some positions."""
        handles = jnp.asarray(handles, dtype=jnp.int32)
        masks, seen = jax.pure_callback(self._looked_at, self._shapes(handles.shape[0]), handles)
        logits, value = self._judged(params, key, masks, seen)
        return mctx.RootFnOutput(prior_logits=logits, value=value, embedding=handles)

    def invalid(self, handles: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Which actions are illegal: bool of shape (n, actions)."""
        return ~self.pool.masks(handles)

    def recurrent(self, params: Any, key: Any, actions: Any, handles: Any) -> tuple[Any, Any]:
        """The `mctx.RecurrentFnOutput` after an action of each position, and the handles of what it leads to."""
        of = jax.ShapeDtypeStruct(handles.shape, jnp.float32)
        shapes = jax.ShapeDtypeStruct(handles.shape, jnp.int32), of, of, *self._shapes(handles.shape[0])
        after, reward, discount, masks, seen = jax.pure_callback(self._expanded, shapes, actions, handles)
        logits, value = self._judged(params, key, masks, seen)
        value = jnp.where(discount == 0, 0, value)
        return mctx.RecurrentFnOutput(reward=reward, discount=discount, prior_logits=logits, value=value), after

    def free(self) -> None:
        """Give back the positions that searches have made."""
        for handles in self._made:
            self.pool.free(handles)
        self._made = []

    def _judged(self, params: Any, key: Any, masks: Any, seen: Seen) -> tuple[Any, Any]:
        logits, value = self._evaluate(params, key, seen)
        return jnp.where(masks, logits, jnp.finfo(logits.dtype).min), value

    def _shapes(self, n: int) -> tuple[Any, Seen]:
        """Of masks, and of what is seen."""
        form, of = self.pool.planes, jax.ShapeDtypeStruct
        seen = Seen(of((n, *form.shape), jnp.float32), of((n, len(form.numbers)), jnp.float32))
        return of((n, self.pool.game.actions.size), jnp.bool_), seen

    def _looked_at(self, handles: Any) -> tuple[Any, Seen]:
        given = np.asarray(handles)
        return self.pool.masks(given), self.pool.observe(given)

    def _expanded(self, actions: Any, handles: Any) -> tuple[Any, ...]:
        """mctx goes on also where the game is over: there nothing changes."""
        pool, before, chosen = self.pool, np.asarray(handles), np.asarray(actions)
        running = pool.ended(before) == RUNNING
        after = before.copy()
        after[running] = pool.expand(before[running], chosen[running])
        self._made.append(after[running])
        found, seats = pool.gather(after), pool.seats(before)
        reward = np.where(running, found.rewards[np.arange(len(seats)), seats], 0).astype(np.float32)
        goes_on = found.ended == RUNNING
        discount = np.where(goes_on, np.where(found.seats == seats, 1, -1), 0).astype(np.float32)
        return after, reward, discount, found.masks, found.seen
