"""The list of games as a page, with search and filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


START_HERE = (
    "Tic-Tac-Toe", "Reversi", "English Draughts", "Chess", "Gomoku", "Hex", "Nine Men's Morris", "Backgammon", "Oware",
    "Go",
)  # fmt: skip
"""Games that many people know, for whoever comes for the first time: those of them that are at hand."""
_ROW = 6
"""So many of them at most."""


def _start_here(cards: Sequence[Card]) -> Iterator[Card]:
    by_name = {card.name: card for card in reversed(cards)}
    yield from (by_name[name] for name in START_HERE if name in by_name)


def gallery_html(
    title: str, cards: Sequence[Card], *, assets: str, live: str = "", reading: tuple[int, int] | None = None
) -> str:
    """The page. assets: where the scripts lie. live: the address of the live view, if there is one. reading: how many
    of how many games the index has read, as long as names are all that is known."""
    return render(
        "gallery.html.jinja",
        title=title,
        cards=cards,
        assets=assets,
        live=live,
        policy=LINKED_POLICY,
        start=list(_start_here(cards))[:_ROW] if len(cards) > 2 * _ROW else [],
        reading=reading,
        players=sorted({card.players for card in cards}),
        tags=sorted({tag for card in cards for tag in card.tags}),
    )
