"""The two versions of Ludii's language, and what one of them knows and the other refuses.

Rules are those of Ludii 1.3.13, unless the metadata say `(version "1.3.14")` or a later one. What only one version can
read is read in both, with a warning where it does not fit what the metadata say. The one text that means two things is
a line on a board: see `interpreter/board/radials.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.expansion.metadata import Metadata
from ludparse.ludemes.base import keyword_of, word_of

__all__ = [
    "FOLLOWED", "GONE_FIELDS", "NEWER", "NEWER_FIELDS", "NEWER_LUDEMES", "NEWER_WORDS", "check_versions",
    "followed_version", "newer_forms",
]  # fmt: skip

FOLLOWED = "1.3.13"
NEWER = "1.3.14"

NEWER_LUDEMES = (L.IsFreedom, L.IsPyramidCorners)
"""What only 1.3.14 has."""

NEWER_WORDS: tuple[Enum, ...] = (L.SitesIndexType.Support,)
"""The constants that only 1.3.14 has."""

NEWER_FIELDS: dict[type[L.Ludeme], tuple[str, ...]] = {
    L.CountGroups: ("through",),
    L.CountSizeBiggestGroup: ("through",),
    L.CountSitesPlatformBelow: ("at", "who", "what", "whats"),
    L.SizesGroup: ("is_visible",),
    L.PlaceRandom: ("shuffled",),
}
"""The arguments that only 1.3.14 has."""

GONE_FIELDS: dict[type[L.Ludeme], tuple[str, ...]] = {L.CountSitesPlatformBelow: ("site", "role")}
"""The arguments that 1.3.14 no longer has."""


def followed_version(metadata: Metadata) -> str | None:
    """The version whose rules hold, if the metadata say that it is a newer one than 1.3.13."""
    return NEWER if metadata.version >= tuple(map(int, NEWER.split("."))) else None


def newer_forms(nodes: Iterable[L.Ludeme]) -> Iterator[tuple[str, L.Ludeme]]:
    """The ludemes that Ludii 1.3.13 refuses, with what to call them: `(sites Support …)`."""
    for node in nodes:
        given = [field for field in NEWER_FIELDS.get(type(node), ()) if getattr(node, field) is not None]
        if given or isinstance(node, NEWER_LUDEMES) or getattr(node, "kind", None) in NEWER_WORDS:
            yield _called(node, given), node


_AS_WRITTEN = {"through": "<region>", "shuffled": "True", "is_visible": "isVisible:"}


def _called(node: L.Ludeme, given: list[str]) -> str:
    words = (keyword_of(node), word_of(node), "…", *(_AS_WRITTEN.get(field, f"{field}:") for field in given))
    return f"({' '.join(filter(None, words))})"


def check_versions(inspection: Inspection) -> None:
    """Warn of ludemes that the version refuses which the metadata name, or 1.3.13 where they name none."""
    game = inspection.game
    if not isinstance(game, L.Game):
        return
    if game.version is None:
        for called, node in newer_forms(inspection.nodes):
            inspection.add("newer-ludeme", inspection.head(node), called=called, followed=FOLLOWED,
                           hint=f'With (version "{NEWER}") in the metadata that is said.')  # fmt: skip
    else:
        for node in inspection.of(L.CountSitesPlatformBelow):
            if node.role is not None:
                called = f"(count SitesPlatformBelow … {node.role.value})"
                inspection.add("gone-ludeme", inspection.place(node, node.role), called=called, newer=NEWER,
                               hint=f"Write who:{node.role.value}.")  # fmt: skip
