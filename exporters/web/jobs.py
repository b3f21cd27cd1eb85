"""What the server asks of its processes: the page and the picture of a game, and a description of the live view."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load, load_sandboxed
from ludparse.library.library import Library
from ludparse.problems.errors import LudError, LudUnsupportedError
from ludparse.problems.spans import Source

from ..authoring.language_server.problems import problems_of
from ..pictures import position_svg
from ..pictures.theme import BY_VIEWER
from .bundle import make_bundle
from .page import data_text, page_html

__all__ = ["JOBS"]

_NAME = "<editor>"
_libraries: dict[str, Library] = {}


def _library(place: str | None) -> Library | None:
    if place is None:
        return None
    if place not in _libraries:
        _libraries[place] = Library.open(place)
    return _libraries[place]


def page(library: str | None, source: str, variants: int, assets: str, home: str, edit: str) -> str:
    """The page of a game by its path or name."""
    bundle = make_bundle(source, library=_library(library), most=variants, load=load_sandboxed)
    return page_html(bundle, assets=assets, home=home, edit=edit)


def picture(library: str | None, source: str) -> str:
    """The position at the start as SVG, by the path or name of the game."""
    game = load(source, library=_library(library), backend="python")
    if not isinstance(game, SingleGame):
        raise LudUnsupportedError(f"{game.name!r} is a match of several games")
    return position_svg(game.start(seed=1), theme=BY_VIEWER)


def live(library: str | None, text: str) -> dict[str, Any]:
    """A description from the editor: its problems, and (as JSON text) the game, None where it cannot be played;
    seconds: what this took, without waiting.

    Places are counted in UTF-16 units, as browsers do.
    """
    began = time.perf_counter()
    found = problems_of(text, _NAME, _library(library), every_choice=False)
    problems = [
        {
            "from": _units(text, problem.start),
            "to": _units(text, max(problem.start + 1, problem.end)),
            "severity": problem.severity,
            "message": problem.message,
        }
        for problem in found
    ]
    if any(problem.severity == "error" for problem in found):
        return {"problems": problems, "game": None}
    try:
        bundle = make_bundle(Source(_NAME, text), library=_library(library), most=1, load=load_sandboxed)
    except LudError as problem:
        problems.append({"from": 0, "to": 0, "severity": "error", "message": str(problem)})
        return {"problems": problems, "game": None}
    return {"problems": problems, "game": data_text(bundle.data), "seconds": time.perf_counter() - began}


def _units(text: str, place: int) -> int:
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2


JOBS: Mapping[str, Callable[..., Any]] = {"page": page, "picture": picture, "live": live}
