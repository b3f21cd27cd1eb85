"""Where the recordings of Ludii lie that some tests compare with.

They are no part of the project (see NOTICE). A test that needs them takes the mark `needs_corpus`, which skips it with
a reason where they are absent.
"""

from pathlib import Path
from typing import Any

import pytest

REPO = Path(__file__).resolve().parent.parent
CORPUS = REPO.parent / "shared" / "ludii"
LIBRARY = CORPUS / "res"
TRACES = CORPUS / "traces"
TRIALS = CORPUS / "trials"
BOARDS = CORPUS / "boards"
EXPANDED = CORPUS / "expanded"
SIGNATURES = CORPUS / "ludemes.json"

needs_corpus = pytest.mark.skipif(
    not LIBRARY.is_dir(), reason="Ludii's descriptions and recordings are not beside the repository (../shared/ludii)"
)


AT_HAND = str(LIBRARY) if LIBRARY.is_dir() else None


def games(*names: str) -> list[Any]:
    """Cases of a test, of which those with games of Ludii's library need it. Ours, by name or as a text, do not."""
    ours = {folder.name for folder in (REPO / "games").iterdir()}
    slug = {name: name.lower().replace(" ", "_") for name in names}
    return [n if "(game" in n or slug[n] in ours else pytest.param(n, marks=needs_corpus) for n in names]


def recorded_games() -> list[str]:
    """Paths of the games with a trace, relative and without suffix (`board/space/line/Hex`), sorted."""
    return sorted(str(p.parent.relative_to(TRACES)) for p in TRACES.glob("**/seed1.jsonl.gz"))


def description(path: str) -> Path:
    """The description of a game of the corpus, from its path as `recorded_games` gives it."""
    return LIBRARY / "lud" / f"{path}.lud"
