"""The names of games in Gymnasium: `ludparse/Chess-v1`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludparse.library.library import BUNDLED, Library

__all__ = ["environment_id", "register"]

VERSION = 1
"""Goes up when episodes of the same seeds and actions change."""
NAMESPACE = "ludparse"


def environment_id(name: str) -> str:
    """The name of a game in Gymnasium: `ludparse/Ex-Nihilo-v1` for Ex Nihilo.

    What Gymnasium does not allow in names becomes a hyphen.
    """
    allowed = re.sub(r"[^\w.]+", "-", name).strip("-")
    return f"{NAMESPACE}/{allowed}-v{VERSION}"


def register(library: str | None = None) -> list[str]:
    """Register the bundled games, those of a library, and `ludparse/Game-v1`, whose `game` is any description.

    library: by default the one that the environment variable LUD_LIBRARY names. Where several games share a name, the
    name stands for none of them; each is registered under its path (`ludparse/board-space-line-Hex-v1`). Returns the
    names that are new. Raises LudError for a library that is none.
    """
    import gymnasium

    library = library or os.environ.get("LUD_LIBRARY") or None
    games = dict(_games(library))
    new = []
    for name, settings in {f"{NAMESPACE}/Game-v{VERSION}": {}, **games}.items():
        if name in gymnasium.registry:
            continue
        gymnasium.register(
            name,
            entry_point="ludparse.exporters.environments.single:SingleSeat",
            vector_entry_point="ludparse.exporters.environments.vector_seat:VectorSeat",
            disable_env_checker=True,
            order_enforce=False,  # the environment says itself that it has not been started
            kwargs=settings,
        )
        new.append(name)
    return new


def _games(library: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """The names with the settings that tell the game."""
    for path in sorted(BUNDLED.glob("*/*.lud")):
        title = path.stem.replace("_", " ").title()
        yield environment_id(title), {"game": title}
    if library is None:
        return
    paths: dict[str, list[str]] = {}
    for path_in in Library.open(library).games:
        paths.setdefault(Path(path_in).stem, []).append(path_in)
    for stem, found in paths.items():
        for path_in in found:
            inside = path_in.removeprefix("lud/").removesuffix(".lud")
            name = stem if len(found) == 1 else inside
            yield environment_id(name), {"game": inside, "library": library}
