"""Small boards that show which sites the arguments of a ludeme are about: which line, from where, until what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["SKETCHES", "Sketch"]


class Sketch(NamedTuple):
    """written: the ludeme in full. rows: a board of squares from the top, a letter for each site; a point is an empty
    one. told: what the letters stand for."""

    written: str
    rows: tuple[str, ...]
    told: tuple[tuple[str, str], ...]

    def lines(self) -> Iterator[str]:
        """The board and what its letters mean, for a terminal."""
        for row in self.rows:
            yield " ".join(row)
        yield ""
        yield from (f"{letter}  {meaning}" for letter, meaning in self.told)


_STEPPED = (",", "(last From): where a piece of the mover came from")
_CAPTURES = "(between if:(is Enemy (who at:(between))) (apply (remove (between))))"
_HOP = Sketch(
    f"(move Hop Diagonal {_CAPTURES} (to if:(is Empty (to))))",
    ("+....", ".x...", "..M.o", ".o.x.", "....x"),
    (("M", "(from …): the piece that hops, here along the diagonals"),
     ("x", "(between …): an enemy, which is captured where it is jumped over; of two in a row none is"),
     ("o", "other pieces of the mover, over which it does not hop"), ("+", "(to …): the empty site behind")),
)  # fmt: skip
_SLIDE = Sketch(
    "(move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
    ("..+..", "..+..", ".oM++", "..+..", "..*..", "..x.."),
    (("M", "(from …): the piece that slides, here along rows and columns"),
     ("+", "(between …): sites that it may pass, empty ones where nothing else is said; it may stop on each"),
     ("*", "(to …): an enemy, on whose site the slide may end"), ("x", "another enemy, beyond the end of the line"),
     ("o", "another piece of the mover: the end of the line")),
)  # fmt: skip
_LEAP = Sketch(
    "(move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))",
    (".+.+.", "+.o.*", ".oM..", "+...o", ".+.+."),
    (("M", "(from …): the piece that leaps"),
     ("+", "(to …): where a walk ends: two steps, a turn to the right or left, and a step, begun in each direction"),
     ("*", "(to …): an enemy there is captured"),
     ("o", "other pieces of the mover: those beside it are no obstacle, the one at a target is")),
)  # fmt: skip

SKETCHES: dict[str, Sketch] = {
    "Directional": Sketch(
        "(directional (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
        ("..x...", ",MXX.x", "..x..."),
        (_STEPPED, ("M", "(from …), here (last To): where it is now; the line goes on in the direction of its step"),
         ("X", "(to …): each site of the line from there on, until the condition fails at the empty one"),
         ("x", "enemies beside the line and beyond the gap, which stay")),
    ),
    "Custodial": Sketch(
        f"(custodial (from (last To)) Orthogonal {_CAPTURES} (to if:(is Friend (who at:(to)))))",
        ("..,...", ".xMXO.", "..x...", "......"),
        (_STEPPED, ("M", "(from …), here (last To): where it is now; lines lead from there in the given directions"),
         ("X", "(between …): the enemies in a row on such a line"),
         ("O", "(to …): the site behind them, here with another piece of the mover"),
         ("x", "enemies without a piece of the mover behind them, which stay")),
    ),
    "Intervene": Sketch(
        "(intervene (from (last To)) Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
        ("..,..", ".XMX.", "..x..", "....."),
        (_STEPPED, ("M", "(from …), here (last To): where it is now"),
         ("X", "(to …): the sites on both sides of it on a line, where the condition holds on both"),
         ("x", "an enemy on one side alone, which stays")),
    ),
    "Surround": Sketch(
        f"(surround (from (last To)) Orthogonal {_CAPTURES} (to if:(is Friend (who at:(to)))))",
        (".O...", "OXM,.", ".Ox..", "....."),
        (_STEPPED, ("M", "(from …), here (last To): where it is now; the sites beside it are looked at"),
         ("X", "(between …): an enemy there"), ("O", "(to …): all sites around it have to hold pieces of the mover"),
         ("x", "an enemy beside M that is not surrounded, and stays")),
    ),
    "Enclose": Sketch(
        f"(enclose (from (last To)) Orthogonal {_CAPTURES})",
        (".OO...", "OXXM,.", ".OOx..", "......"),
        (_STEPPED, ("M", "(from …), here (last To): where it is now; the groups beside it are looked at"),
         ("X", "(between …): all enemies of a group without an empty site beside it"),
         ("O", "other pieces of the mover, which enclose it"), ("x", "a group with an empty site beside it stays")),
    ),
    "Hop": _HOP._replace(written=_HOP.written.replace("move Hop", "hop")), "MoveHop": _HOP,
    "Slide": _SLIDE._replace(written=_SLIDE.written.replace("move Slide", "slide")), "MoveSlide": _SLIDE,
    "Leap": _LEAP._replace(written=_LEAP.written.replace("move Leap", "leap")), "MoveLeap": _LEAP,
}  # fmt: skip
"""Name of the ludeme's class -> its sketch. A test plays each of them."""
