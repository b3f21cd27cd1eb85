"""Small descriptions of our own that Ludii 1.3.13 has played: the same legal moves in the same order, ply by ply.

A file of `recorded/` holds the cases of one family: a description, the bytes of the random numbers at the start, and
for each ply every legal move as "mover|from|to|actions with consequents" and the number of the one that was played;
where it matters what the sites held afterwards; where the game ended then, the places of the players.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludparse.interpreter.game.load import load_once
from tests.interpreter.lower.playing import BACKENDS, legal

CASES: dict[str, dict[str, Any]] = {
    f"{path.stem}: {case['name']}": case
    for path in sorted((Path(__file__).parent / "recorded").glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
}


def cases() -> Iterator[Any]:
    """Each case on each backend. `make test` plays every second on one of the two without a compiler, every fortieth
    in C."""
    for number, name in enumerate(CASES):
        for turn, backend in enumerate(BACKENDS):
            late = number % 40 if backend == "c" else (number + 2 * turn) % 4
            yield pytest.param(name, backend, marks=[pytest.mark.long] if late else [])


@pytest.mark.drawn(250)
@pytest.mark.parametrize(("name", "backend"), list(cases()))
def test_plays_as_ludii_did(name: str, backend: str) -> None:
    check_case(CASES[name], backend)


def check_case(case: dict[str, Any], backend: str) -> None:
    """Play a case over. Raises AssertionError where we do something else."""
    state = load_once(case["description"], backend=backend).start(rng_state=case["rng"])
    for ply in case["plies"]:
        assert legal(state) == ply["legal"]
        state.apply(state.legal_moves()[ply["pick"]] if ply["pick"] >= 0 else state.forced_pass())
        assert ply.get("sites", state.sites()) == state.sites()
    if "ranking" in case:
        assert state.over
        assert list(state.ranking)[-len(case["ranking"]) :] == pytest.approx(case["ranking"], abs=1e-6)
