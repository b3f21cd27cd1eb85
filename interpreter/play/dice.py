"""What the dice show to whoever chooses the next move.

Ludii throws dice while it looks for legal moves: the throw is part of each of them, and the state shows the one before
until a move is made. A player has to see it before choosing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..program.actions import ACTIONS

if TYPE_CHECKING:
    from ..equipment import Equipment
    from ..program.raw import RawAction, RawMove
    from .snapshot import SiteRow

__all__ = ["Die", "Standing", "dice_of", "lying_dice", "seen_dice", "shown_sites", "thrown"]

Standing = Literal["thrown", "kept", "used", "last", "unthrown"]
"""How a die stands to the next move. `thrown`: thrown for it, as the first part of every legal move. `kept`: thrown
before in this turn. `used`: thrown in this turn and used up, where other dice are not. `last`: it lies there as it was
thrown last, for a move that has been made. `unthrown`: not thrown so far."""

_USE_DIE_SITE = ACTIONS["use_die"].params.index("site")


class Die(NamedTuple):
    """A die of a set of dice, as it is to be shown."""

    site: int
    """Its site, a number as in moves; snapshots name it `C` and this number."""
    kind: int
    """Its index among the pieces of the game (`Game.pieces`)."""
    face: int
    """The number of the face that it shows, from 0; -1 before the first throw."""
    pips: int | None
    """What this face shows; None before the first throw, and for a state that no face has."""
    standing: Standing
    usable: bool
    """Whether some legal move says that it uses this die."""


def dice_of(
    equipment: Equipment,
    rows: Iterable[SiteRow],
    left: Sequence[int],
    moves: Sequence[RawMove],
    back: Iterable[RawMove],
    mover: int | None,
) -> tuple[Die, ...]:
    """The dice of a position, in the order of their sites, as they are when a player chooses among the legal moves.

    rows: of the position's sites. left: its field `current_dice`, if it has one. moves: the legal ones. back: what was
    played to get there, the last first. mover: the player to move; None when the game is over.
    """
    lying = lying_dice(equipment, rows)
    throw = _common_throw(moves)
    usable = {a.params[_USE_DIE_SITE] for move in moves for a in move.actions if a.kind == "use_die"}
    holds = _last_throw_holds(back, mover)
    spent = [site for site, pips in zip(_dice_sites(equipment), left, strict=False) if any(left) and not pips]
    never = holds is None and not any(die.face for die in lying)

    def standing(die: Die) -> Standing:
        if die.site in throw:
            return "thrown"
        if holds or usable:
            return "used" if die.site in spent and die.pips else "kept"
        return "unthrown" if never else "last"

    def shown(die: Die) -> Die:
        face = throw.get(die.site, -1 if never else die.face)
        pips = _pips(equipment, die.kind, face)
        return die._replace(face=face, pips=pips, standing=standing(die), usable=die.site in usable)

    return tuple(map(shown, lying))


def lying_dice(equipment: Equipment, rows: Iterable[SiteRow]) -> list[Die]:
    """The dice as they lie in the rows of a snapshot's sites, whatever is thrown for the legal moves."""
    there = {row[0]: row[-1] for row in rows if len(row) > 2}
    found = []
    for site in _dice_sites(equipment):
        if isinstance(top := there.get(f"C{site}"), list) and equipment.components[top[0]].faces:
            found.append(Die(site, top[0], top[2], _pips(equipment, top[0], top[2]), "kept", False))
    return found


def seen_dice(dice: Iterable[Die], rows: Iterable[SiteRow], seen: Iterable[SiteRow]) -> list[Die]:
    """Those of the dice of which nothing is hidden. rows: of the position's sites. seen: as somebody sees them."""
    whole, known = ({row[0]: row for row in some} for some in (rows, seen))
    return [die for die in dice if (name := f"C{die.site}") in known and known[name] == whole.get(name)]


def shown_sites(rows: Iterable[SiteRow], dice: Iterable[Die]) -> list[SiteRow]:
    """The rows of a position's sites, in which these dice have the faces that they show."""
    faces: dict[object, int] = {f"C{die.site}": die.face for die in dice}

    def shown(row: SiteRow) -> SiteRow:
        top = row[-1]
        if row[0] not in faces or not isinstance(top, list):
            return row
        return [*row[:-1], [*top[:2], faces[row[0]], *top[3:]]]

    return list(map(shown, rows))


def thrown(moves: Iterable[Sequence[RawAction]]) -> list[tuple[int, int]]:
    """The dice that have been thrown for the legal moves and that no state shows yet, as sites and faces. moves: the
    actions of each."""
    return next(filter(None, map(_leading_throw, moves)), [])


def _common_throw(moves: Sequence[RawMove]) -> dict[int, int]:
    """The throw that all moves begin with, as faces by site. What only some begin with is no matter of the position."""
    return dict(set.intersection(*(set(_leading_throw(move.actions)) for move in moves))) if moves else {}


def _leading_throw(actions: Sequence[RawAction]) -> list[tuple[int, int]]:
    """The dice that a move throws before anything is decided, as sites and faces."""
    return _throws(takewhile(lambda action: not action.decision, actions))


def _throws(actions: Iterable[RawAction]) -> list[tuple[int, int]]:
    params = (action.params for action in actions if action.kind == "update_dice")
    return [(site, face) for site, face in params if face >= 0]


def _last_throw_holds(back: Iterable[RawMove], mover: int | None) -> bool | None:
    """Whether the last throw is one for the next move: the player who is to move has moved since it was made, and
    nobody else has. None if no move has thrown anything."""
    holds = mover is not None
    for move in back:
        leading = len(_leading_throw(move.actions))
        if len(_throws(move.actions)) > leading:
            return holds  # thrown by what a move has brought about, for whoever moves next
        holds = holds and move.mover == mover
        if leading:
            return holds
    return None


def _dice_sites(equipment: Equipment) -> list[int]:
    """The sites of all dice, in the order of the field `current_dice`."""
    return [site for container in equipment.dice for site in container.sites]


def _pips(equipment: Equipment, kind: int, face: int) -> int | None:
    faces = equipment.components[kind].faces
    return faces[face] if 0 <= face < len(faces) else None
