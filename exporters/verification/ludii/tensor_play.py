"""Ludii's tensors of positions and moves, in the process in which Ludii runs."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from typing import Any

__all__ = ["tensors"]


def tensors(bridge: Any, rng: Sequence[int], plies: int, seed: int) -> dict[str, Any]:
    """A random game of the game that was loaded last, as Ludii's wrappers for other frameworks hand it on.

    rng: the state of the random numbers. seed: of the choice of moves. `picks`: the moves that were played (-1: a
    forced pass). `states`: CRC-32 of the position's tensor (float32, as the machine stores it) before each of them.
    `moves`: the number of each legal move. `fails`: where Ludii's wrapper raised an exception: `ply` (-1: while it was
    made), `of` ("game", "state" or "move") and `message`.
    """
    java = bridge.java
    jpype, game = java.jpype, bridge.game
    picks: list[int] = []
    states: list[int] = []
    numbers: list[list[int]] = []
    found: dict[str, Any] = {"picks": picks, "states": states, "moves": numbers}
    stage, ply = "game", -1
    try:
        wrapper = jpype.JClass("utils.LudiiGameWrapper")(game)
        trial = java.Trial(game)
        context = java.Context(game, trial)
        context.rng().restoreState(java.RandomState(jpype.JArray(jpype.JByte)([*rng])))
        game.start(context)
        position = jpype.JClass("utils.LudiiStateWrapper")(wrapper, context)
        chance = random.Random(seed)
        for ply in range(plies):  # noqa: B007 - told where an exception arises
            stage = "state"
            states.append(zlib.crc32(memoryview(position.toTensorFlat()).tobytes()))
            if trial.over():
                break
            stage = "move"
            moves = game.moves(context).moves()
            numbers.append([int(wrapper.moveToInt(move)) for move in moves])
            pick = chance.randrange(len(numbers[-1])) if numbers[-1] else -1
            forced = java.Game.createPassMove(context.state().mover(), True) if pick < 0 else None
            picks.append(pick)
            game.apply(context, moves.get(pick) if forced is None else forced)
    except jpype.JException as problem:
        cause: Any = problem
        text = " ".join(str(cause.getMessage() or "no message").split())
        message = f"{cause.getClass().getSimpleName()}: {text} (in {_place(cause)})"
        found["fails"] = {"ply": ply, "of": stage, "message": message}
    return found


def _place(problem: Any) -> str:
    """The method that raised an exception, and the method of the wrappers that called it."""
    frames = [(str(f.getClassName()).rsplit(".", 1)[-1], str(f.getMethodName())) for f in problem.getStackTrace()]
    raised = ".".join(frames[0]) if frames else "no stack"
    caller = next((".".join(f) for f in frames if f[0].endswith("Wrapper")), raised)
    return raised if caller == raised else f"{raised}, called by {caller}"
