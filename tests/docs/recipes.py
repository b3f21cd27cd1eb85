"""Reads the cookbook: its descriptions, and what it claims of them.

A line "Try: `A1`, `B1` → `A1` is empty; player 1 moves." plays the moves and then makes claims, each in one of the
forms of `CLAIMS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.corpus import REPO

COOKBOOK = REPO / "docs" / "cookbook"
_RECIPE = re.compile(r"(?ms)^## ([^\n]+)\n(.*?)^```lisp\n(.*?)^```\n(.*?)(?=^## |\Z)")


@dataclass(frozen=True)
class Attempt:
    """Moves to play, and what is claimed of the position after them."""

    moves: tuple[str, ...]
    claims: tuple[str, ...]


@dataclass(frozen=True)
class Recipe:
    """One pattern of the cookbook: its heading, what is said before, its description, and attempts."""

    page: str
    heading: str
    about: str
    description: str
    attempts: tuple[Attempt, ...]


def recipes() -> list[Recipe]:
    """All recipes in the order of the pages."""
    found = []
    for path in sorted(COOKBOOK.glob("[0-9]*.md")):
        for heading, about, description, rest in _RECIPE.findall(path.read_text(encoding="utf-8")):
            attempts = tuple(_attempt(line) for line in re.findall(r"(?m)^Try: (.*)\.$", rest))
            found.append(Recipe(path.name, heading, about.strip(), description, attempts))
    return found


def _attempt(line: str) -> Attempt:
    moves, _, claims = line.partition("→")
    return Attempt(tuple(re.findall(r"`([^`]+)`", moves)), tuple(claim.strip() for claim in claims.split(";")))


def _held(state: Any, label: str) -> list[str]:
    """The names of the pieces on a site, from the bottom."""
    kind = state.game.board.default_site
    index = next(e.index for e in state.game.board.elements(kind) if e.label == label)
    for name, _, *levels in state.snapshot()["sites"]:
        if name == f"{kind.name[0]}{index}":
            return [state.game.pieces[level[0]].name for level in levels if level[0]]
    return []


def _legal(state: Any) -> set[str]:
    return {move.notation for move in state.legal_moves()}


def _won(state: Any, player: str) -> bool:
    return bool(state.over and state.ranking[int(player)] == 1.0)


CLAIMS: dict[str, Callable[..., bool]] = {
    r"`(\S+)` is empty": lambda state, site: not _held(state, site),
    r"`(\S+)` holds (.+)": lambda state, site, names: _held(state, site) == names.split(", "),
    r"`(\S+)` is legal": lambda state, move: move in _legal(state),
    r"`(\S+)` is not legal": lambda state, move: move not in _legal(state),
    r"(\d+) legal moves": lambda state, number: len(state.legal_moves()) == int(number),
    r"player (\d) moves": lambda state, player: not state.over and state.mover == int(player),
    r"player (\d) wins": _won,
    r"player (\d) has (\d+) points": lambda state, player, n: state.snapshot()["score"][int(player) - 1] == int(n),
    r"the game is over": lambda state: state.over,
    r"the game goes on": lambda state: not state.over,
}
"""The forms of claims, and what makes them true."""


def holds(state: Any, claim: str) -> bool:
    """Whether a claim is true of a position. Raises ValueError for one of no known form."""
    for form, true in CLAIMS.items():
        if found := re.fullmatch(form, claim):
            return true(state, *found.groups())
    raise ValueError(f"no claim that can be tested: {claim!r}")
