"""An environment is new, running or closed, whatever was done before: what each kind then lets one do."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import Game, load

for _package in ("numpy", "gymnasium", "pettingzoo"):
    pytest.importorskip(_package)

from ludparse.environments import aec, parallel  # noqa: E402
from ludparse.exporters.environments.single import SingleSeat  # noqa: E402

GAME = """(game "Long" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"""
TOGETHER = """(game "Together" (players 2) (mode Simultaneous) (equipment {(board (square 4)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"""



@cache
def game(text: str) -> Game:
    return load(text, backend="python")  # type: ignore[return-value]


Use = Callable[[Any], object]
KINDS: dict[str, tuple[Callable[[], Any], list[Use]]] = {
    "aec": (lambda: aec(game(GAME)), [lambda e: e.last(), lambda e: e.observe("player_1"), lambda e: e.state()]),
    "parallel": (lambda: parallel(game(TOGETHER)), [lambda e: e.step({}), lambda e: e.state()]),
    "single": (lambda: SingleSeat(game(GAME)), [lambda e: e.step(-1)]),
}
"""How each kind is made, and what is only possible in an episode."""


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_possible_follows_from_what_was_done_last(kind: str) -> None:
    make, uses = KINDS[kind]

    @settings(max_examples=30)
    @given(st.lists(st.sampled_from(["reset", "close", "use"]), max_size=8))
    def holds(deeds: list[str]) -> None:
        env, running = make(), "call reset"
        for deed in [*deeds, "use"]:
            if deed == "reset":
                env.reset(seed=None if deeds.index("reset") % 2 else 1)
                running = ""
            elif deed == "close":
                env.close()
                running = "is closed"
            else:
                for use in uses:
                    assert told(use, env) == running

    holds()


def told(use: Use, env: Any) -> str:
    """Why something is not possible, "" where it is not for the lack of an episode."""
    try:
        use(env)
    except RuntimeError as error:
        return next(why for why in ("call reset", "is closed") if why in str(error))
    except ValueError:
        return ""
    return ""
