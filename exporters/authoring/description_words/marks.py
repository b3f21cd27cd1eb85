"""The state of a piece, which rules use as a mark: a number that a piece bears, or, of holes, a hole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import walk

from .tree.arguments import raw
from .wording.phrases import Words
from .wording.vocabulary import joined, spaced

__all__ = ["bearer", "is_marked", "mark_sentences", "marking"]


def bearer(node: Any, words: Words) -> str:
    """What bears the mark that a node speaks of."""
    piece = words.piece_at(node, node.at) or words.moved_piece(node.at) or words.piece_itself(node.at)
    return piece or words.place(node.at) if piece or words.counts_pieces else f"the piece on {words.place(node.at)}"


def _told(name: str | None, words: Words) -> None:
    """Notes that a mark is told of, by its author's name or by its number."""
    words.tells_marks = words.tells_marks or name is None
    words.tells_named = words.tells_named or name is not None


def mark_of(node: Any, words: Words) -> str:
    """The number that a piece bears as a mark."""
    _told(None, words)
    return f"the mark of {bearer(node, words)}"


def is_marked(node: Any, number: int, words: Words, holds: bool = True) -> str:
    """That a piece bears a mark, or does not."""
    who, name = bearer(node, words), words.kept.marks_named.get(number)
    _told(name, words)
    if name is not None:
        return f"{who} is {'' if holds else 'not '}marked “{spaced(name)}”"
    if number == 0:
        return f"{who} bears {'no' if holds else 'a'} mark"
    return f"{who} {'bears' if holds else 'does not bear'} the mark {number}"


def marking(node: Any, words: Words) -> str:
    """That a piece gets a mark, or loses the one that it has."""
    who, name = bearer(node, words), words.kept.marks_named.get(node.value) if type(node.value) is int else None
    _told(name, words)
    if name is not None:
        return f"mark {who} “{spaced(name)}”"
    if type(node.value) is int and node.value == 0:
        return f"take any mark from {who}"
    whose = isinstance(node.value, L.Mover | L.Next | L.Prev)
    number = f"{words.whose(node.value)} number" if whose else words.operand(node.value)
    return f"mark {who} with {number}"


def mark_sentences(game: Any, words: Words) -> Iterator[str]:
    """What marks are, where rules have told of them."""
    if not (words.tells_marks or words.tells_named) or words.kept.marks or words.states_are_sides:
        return
    named = words.kept.marks_named
    start = () if game.rules.start is None else walk(raw(game.rules.start))
    given = any(getattr(one, "state", None) is not None for one in start)
    what = words.site if words.counts_pieces else "piece"
    if 0 in named and not given:
        others = joined([f"“{spaced(name)}”" for number, name in sorted(named.items()) if number], "or")
        yield f"Each {what} is marked “{spaced(named[0])}” at first{f', and later perhaps {others}' * bool(others)}."
        return
    if not words.tells_marks:
        names = joined([f"“{spaced(name)}”" for number, name in sorted(named.items()) if number], "or")
        yield f"A {what} may be marked {names}{'' if given else '; at first none is'}."
        return
    yield f"A {what} may bear a mark, which is a number{'' if given else '; at first none does'}."
