"""Sites of tracks in words: their ends, the first that something holds for, those so many steps further on."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L

from .comparing import by_number, further, track
from .said_of_sites import of_site
from .wording.phrases import Words
from .wording.vocabulary import told


def track_named(node: Any, who: Any, words: Words) -> str:
    """The track that is named, or that of a player."""
    return words.track(node.name, "" if who is None else words.whose(who))


@told(L.TrackSite, L.TrackSiteFirst)
def _at_track(node: Any, words: Words) -> str:
    track_ = track_named(node, node.role if node.role is not None else getattr(node.player, "index", None), words)
    if isinstance(node, L.TrackSite):
        return f"the end of {track_}"
    start = words.filled("[from {from_} on]", node)
    with words.calling_to(f"that {words.site}"):
        before, after = ("", "") if node.if_ is None else of_site(node.if_, L.IteratorTo, words)
    one = " ".join(part for part in ("the first", before, words.site) if part)
    return f"{one} of {track_}{f', {start},' if start and after else f' {start}' if start else ''} {after}".rstrip()


@told(L.SitesTrack)
def _track_sites(node: L.SitesTrack, words: Words) -> str:
    track_ = track_named(node, node.role if node.role is not None else getattr(node.pid, "index", None), words)
    part = f"the {words.sites} of " if node.from_ is not None or node.to is not None else ""
    return words.filled(f"{part}{track_} [from {{from_}}] [to {{to}}]", node)


@told(L.TrackSiteMove)
def _further(node: L.TrackSiteMove, words: Words) -> str:
    if by_number(node) and words.number(node.steps) is None:
        return f"the {words.site} further along {track(node, words)} by {words.operand(node.steps)}"
    return f"the {words.site} {further(node, words)} further along {track(node, words)}"
