"""Shared by the commands in which agents choose moves: who chooses, and for how long."""

from __future__ import annotations

import argparse
import secrets

from ..statistics.players import Player, PlayerError, make_player
from .common import Failure

__all__ = ["above_zero", "add_seconds", "agent"]


def add_seconds(parser: argparse.ArgumentParser) -> None:
    """The argument --seconds."""
    parser.add_argument("--seconds", type=above_zero, default=1.0, metavar="S", help="time for a move (default 1)")


def agent(spec: str, seconds: float, seed: int | None) -> Player:
    """The agent that a text means. Raises Failure."""
    try:
        return make_player(spec, seconds=seconds)(secrets.randbits(63) if seed is None else seed)
    except (PlayerError, ValueError, TypeError) as problem:
        raise Failure(str(problem), 2) from None


def above_zero(text: str) -> float:
    """For argparse: a number of seconds above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return value
