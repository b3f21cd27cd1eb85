"""The list of games as a page, with search and filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..catalogue import Entry, board_kind, tags_of
from .page import LINKED_POLICY, render

__all__ = ["Card", "card_of", "gallery_html"]


@dataclass(frozen=True)
class Card:
    """A game in the list. address, picture: relative to the page; no picture where it is empty. names: its own and
    those that it also goes by. words: what a search looks at."""

    name: str
    address: str
    picture: str
    players: int
    board: str
    tags: Sequence[str]
    names: Sequence[str]
    words: str


def card_of(entry: Entry, address: str, picture: str = "") -> Card:
    """The card of a game of the catalogue."""
    tags = tags_of(entry.concepts)
    board = board_kind(entry)
    said = entry.words or {}
    about = [entry.name, board, *tags, entry.folder.replace("/", " "), *said.values()]
    names = [entry.name, *said.get("aliases", "").split("\n\n")]
    return Card(entry.name, address, picture, entry.players, board, tags, list(filter(None, names)), " ".join(about))


def gallery_html(title: str, cards: Sequence[Card], *, assets: str, live: str = "") -> str:
    """The page. assets: where the scripts lie. live: the address of the live view, if there is one."""
    return render(
        "gallery.html.jinja",
        title=title,
        cards=cards,
        assets=assets,
        live=live,
        policy=LINKED_POLICY,
        players=sorted({card.players for card in cards}),
        tags=sorted({tag for card in cards for tag in card.tags}),
    )
