"""What a search found out about a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludparse.support.intervals import wilson
from ludparse.support.tables import html_table, text_table

from ..play.move import Move

__all__ = ["MoveReport", "Report", "interval"]

_HEAD = "move", "visits", "value", "goes on"
_SHOWN = 10
"""So many moves does the text of a report list."""


@dataclass(frozen=True, slots=True)
class MoveReport:
    """One legal move.

    visits: how often the search tried it; positions below it for alpha-beta. value: what the mover may expect, from 0
    (last place) over 0.5 (a draw) to 1 (first place); None where the move was not tried. Alpha-beta puts evaluations on
    the same scale (see `AlphaBeta`). interval: 95 % confidence of the value, None where it is no estimate. proven:
    whether the value is certain. line: the expected continuation, this move first.
    """

    move: Move
    visits: int
    value: float | None
    interval: tuple[float, float] | None
    proven: bool
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Report:
    """The result of one search.

    moves: all legal moves, the best first. iterations: playouts of a Monte Carlo search, positions of alpha-beta.
    nodes: positions that are kept. depth: plies of the deepest search that was completed (alpha-beta), 0 otherwise.
    proven: whether the value of the position is certain. interrupted: whether Ctrl-C ended the search. native: whether
    it ran as native code, in C; if not, in Python, on the moves of the backend that plays.
    """

    moves: tuple[MoveReport, ...]
    iterations: int
    seconds: float
    nodes: int
    depth: int = 0
    proven: bool = False
    interrupted: bool = False
    native: bool = False
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def best(self) -> MoveReport:
        """The move that was chosen."""
        return self.moves[0]

    @property
    def value(self) -> float | None:
        """The value of the chosen move."""
        return self.best.value

    @property
    def line(self) -> tuple[Move, ...]:
        """The principal variation."""
        return self.best.line

    @property
    def speed(self) -> float:
        """Iterations per second."""
        return self.iterations / self.seconds if self.seconds else 0.0

    def _rows(self) -> Iterator[tuple[str, str, str, str]]:
        for m in self.moves[:_SHOWN]:
            value = "-" if m.value is None else f"{m.value:.3f}" + "!" * m.proven
            yield m.move.notation, f"{m.visits:,}", value, " ".join(move.notation for move in m.line[1:])

    def __str__(self) -> str:
        """The best moves, with their visits, values (! for certain ones) and lines."""
        left = len(self.moves) - _SHOWN
        return text_table(_HEAD, self._rows()) + (f"\n… and {left} more" if left > 0 else "")

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value:.3f}"
        return f"<Report: {self.best.move.notation}{value}, {self.iterations:,} iterations>"

    def _repr_html_(self) -> str:
        return html_table(_HEAD, self._rows())

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data; moves in their notation."""
        return {
            "moves": [
                {
                    "move": m.move.notation,
                    "visits": m.visits,
                    "value": m.value,
                    "interval": m.interval,
                    "proven": m.proven,
                    "line": [move.notation for move in m.line],
                }
                for m in self.moves
            ],
            "iterations": self.iterations,
            "seconds": self.seconds,
            "iterations_per_s": self.speed,
            "nodes": self.nodes,
            "depth": self.depth,
            "proven": self.proven,
            "interrupted": self.interrupted,
            "native": self.native,
            **self.settings,
        }


def interval(total: float, visits: int) -> tuple[float, float] | None:
    """Wilson's interval (95 %) of a mean of values between 0 and 1; None without values. A little too wide where values
    other than 0 and 1 occur."""
    return wilson(total, visits) if visits else None
