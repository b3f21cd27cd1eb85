"""A row of the table of messages, and the description that its wrong example is a change of."""

from __future__ import annotations

from typing import NamedTuple

from ludparse.problems.errors import LudError

__all__ = ["ELSEWHERE", "Message", "example"]

ELSEWHERE = ""
"""In place of an example for what a text alone cannot show; the tests make it otherwise."""


class Message(NamedTuple):
    """A row: `text` is the message's template; `wrong` a description with this problem and `says` what it then says.

    `says` must occur in the explanation of one of the problems of `wrong`. Where the problem depends on more than the
    text (options, a library), `options`, `ruleset` say with what it is loaded.
    """

    error: type[LudError]
    text: str
    wrong: str
    says: str
    options: tuple[str, ...] = ()
    ruleset: str | None = None


def example(
    *,
    players: str = "(players 2)",
    board: str = "(board (square 3))",
    pieces: str = '(piece "Disc" Each)',
    start: str = "",
    play: str = "(move Add (to (sites Empty)))",
    end: str = "(if (is Line 3) (result Mover Win))",
    before: str = "",
    after: str = "",
) -> str:
    """A small whole description, of which parts can be given otherwise."""
    return (
        f'{before}(game "Example"\n    {players}\n    (equipment {{\n        {board}\n        {pieces}\n    }})\n'
        f"    (rules\n        {start}\n        (play {play})\n        (end {end})\n    )\n)\n{after}"
    )
