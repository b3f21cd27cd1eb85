"""Which function writes what an action does."""

from __future__ import annotations

from collections.abc import Callable

from ..base.prelude import ACTIONS, Expr, Function, Lowering, Type

Effect = Callable[["Lowering", dict[str, Expr]], None]
EFFECTS: dict[str, Effect] = {}


def applies(*kinds: str) -> Callable[[Effect], Effect]:
    """Registers `(lowering, parameters by name)` as the effect of action kinds."""

    def register(function: Effect) -> Effect:
        EFFECTS.update(dict.fromkeys(kinds, function))
        return function

    return register


def action_function(lo: Lowering, kind: str) -> Function:
    """The function of the program that applies one action of a kind (written once a game)."""
    with lo.lowering_action(kind):
        known = lo.program.appliers.get(kind)
        if known is not None:
            return known
        if kind not in EFFECTS:
            raise KeyError(f"action {kind} has no effect yet")
        params = [(f"p_{n}", Type.INT) for n in ACTIONS[kind].params]
        fn = lo.program.appliers[kind] = lo.declare(f"act_{kind}", params)
        with lo.define(fn) as (_, values):
            EFFECTS[kind](lo, dict(zip(ACTIONS[kind].params, values, strict=True)))
    return fn


def lower_actions(lo: Lowering) -> None:
    """Writes the functions of all actions that the rules use; their effects may bring further ones."""
    done: set[str] = set()
    while set(lo.used_actions) - done:
        for kind in list(lo.used_actions):
            if kind not in done:
                done.add(kind)
                action_function(lo, kind)
