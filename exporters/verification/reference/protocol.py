"""The protocol of a `reference.py`, which a cross-check needs.

The module defines three functions, and positions with a few members. It imports nothing of the engine.

- `setup(options, ruleset)` is the position at the start. `options`: the chosen item of each option by the option's
  name, such as `{"Board Size": "6"}`; `ruleset`: the heading of the chosen ruleset, or None.
- `read_move(move, view)` names a legal move of the engine in the game's own notation.
- `read_position(view)` is what the engine's position looks like, to be compared with `Position.shown()`.
- `VARIANTS` (optional): more combinations of options to check, each a tuple of headings such as `"Board Size/6"`.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

from ..interface import Move
from .view import View

__all__ = [
    "REFERENCE_FILES",
    "GameFolder",
    "Position",
    "Reference",
    "ReferenceProblem",
    "ThrowingPosition",
    "is_game_folder",
    "load_reference",
]


class ReferenceProblem(Exception):
    """A folder or its `reference.py` does not offer what a cross-check needs."""


class Position(Protocol):
    """A position of a reference."""

    @property
    def mover(self) -> int:
        """The player to move, from 1."""

    @property
    def ranking(self) -> Sequence[float]:
        """The place of each player in order, 1.0 the first, 1.5 a shared first; empty while the game goes on."""

    def notations(self) -> Sequence[str]:
        """The legal moves by name, each once; none when the game is over."""

    def after(self, notation: str) -> Position:
        """The position after a legal move."""

    def shown(self) -> Any:
        """The visible position, comparable with `==`: pieces by the name of their site, scores, and so on."""


@runtime_checkable
class ThrowingPosition(Position, Protocol):
    """A position of a game with dice. The engine throws the dice and tells the reference."""

    @property
    def dice(self) -> Sequence[int] | None:
        """The dice of this turn; None before they are thrown."""

    def thrown(self, dice: Sequence[int]) -> Position:
        """The position after the throw: what each die shows, in the order in which they lie.

        Empty where the engine has nothing to play: the turn is to be passed, whatever was thrown.
        """


class Reference(Protocol):
    """The module, as it is used."""

    def setup(self, options: Mapping[str, str], ruleset: str | None) -> Position: ...

    def read_move(self, move: Move, view: View) -> str: ...

    def read_position(self, view: View) -> Any: ...


@dataclass(frozen=True)
class GameFolder:
    """A description and the reference beside it."""

    description: Path
    reference: Reference
    variants: tuple[tuple[str, ...], ...] = ()


def is_game_folder(folder: str | Path) -> bool:
    """Whether a folder holds a `reference.py` and a description."""
    place = Path(folder)
    return (place / "reference.py").is_file() and any(place.glob("*.lud"))


REFERENCE_FILES: set[str] = set()
"""The files whose code `load_reference` has run: what is raised there is for the author of the game to mend."""


def load_reference(folder: str | Path) -> GameFolder:
    """The description and the reference of a folder; runs the code of the latter.

    Raises ReferenceProblem when one of them is missing, is there twice, or lacks a function.
    """
    place = Path(folder).resolve()
    descriptions = sorted(place.glob("*.lud"))
    if len(descriptions) != 1:
        raise ReferenceProblem(f"{folder} holds {len(descriptions)} descriptions (*.lud) and not one")
    path = place / "reference.py"
    if not path.is_file():
        raise ReferenceProblem(f"{folder} holds no reference.py")
    name = f"reference_of_{place.name}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ReferenceProblem(f"{path} cannot be read as a module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look up their module
    REFERENCE_FILES.add(str(path))
    spec.loader.exec_module(module)
    missing = [f for f in ("setup", "read_move", "read_position") if not callable(getattr(module, f, None))]
    if missing:
        raise ReferenceProblem(f"{path} does not define {', '.join(missing)}")
    more = tuple(tuple(headings) for headings in getattr(module, "VARIANTS", ()))
    return GameFolder(descriptions[0], cast(Reference, module), more)
