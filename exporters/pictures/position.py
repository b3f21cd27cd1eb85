"""Pictures of the positions of games that are loaded: `state.svg()`, `game.svg()`, `board.svg()`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any
from weakref import WeakKeyDictionary

from ludparse.interpreter.equipment.features import LETTER, NAME, NUMBER
from ludparse.interpreter.play.dice import Standing, seen_dice, shown_sites
from ludparse.interpreter.play.move import Move
from ludparse.interpreter.play.notation import Names, ends
from ludparse.interpreter.program.ops import Field
from ludparse.ludemes.enums import SiteType

from .board import check_showable
from .drawing import Mark, place, svg
from .kit import Kit, make_kit
from .layout import Box
from .marks import draw_last, draw_legal
from .shapes import spacing
from .standing import draw_standing
from .theme import WOOD, Theme

__all__ = ["kit_of", "move_sites", "position_marks", "position_svg", "window_of"]

_KITS: WeakKeyDictionary[Any, dict[tuple[object, ...], Kit]] = WeakKeyDictionary()
_NAMES: WeakKeyDictionary[Any, Names] = WeakKeyDictionary()
_MOST_KITS = 40
_DICE: dict[Standing, str] = {
    "thrown": " shows {}", "kept": " shows {}", "used": " shows {}, used", "last": " shows {}, the last throw",
    "unthrown": ", not thrown",
}  # fmt: skip
"""What the title of a die says of it."""
_GRAIN = 4
"""By how many cells windows grow."""


def kit_of(
    game: Any,
    show: Iterable[str] = (),
    window: Box | None = None,
    theme: Theme = WOOD,
    *,
    overlays: tuple[str, ...] = (),
    layouts: bool = False,
) -> Kit:
    """The picture kit of a game (`Game`); made once for each game, theme and what is shown over its board.

    show: some of SHOWABLE; ValueError for anything else. overlays: those that the kit has apart. layouts: whether it
    has several. window: as of `window_of`.
    """
    wanted = tuple(dict.fromkeys(show))
    check_showable((*wanted, *overlays))
    kits = _KITS.setdefault(game, {})
    key = wanted, overlays, layouts, window, theme
    if key not in kits:
        if len(kits) >= _MOST_KITS:
            kits.clear()
        fields = game.data.fields
        types = [kind for kind, letter in LETTER.items() if f"what_{letter}" in fields]
        kits[key] = make_kit(
                game.board, types, show=wanted, overlays=overlays, layouts=layouts, window=window, theme=theme
            )
    return kits[key]


def window_of(states: Iterable[Any], seat: int | None = None) -> Box | None:
    """The part of an open table that shows all pieces of some positions of a game, with room around them; None for
    games with a board. Windows grow in steps, so that few kits are made. seat: who sees the pieces, as of
    `position_svg`."""
    states = list(states)
    equipment = states[0].game.equipment
    if not equipment.boardless:
        return None
    cells = equipment.board.elements(SiteType.Cell)
    used = {int(row[0][1:]) for state in states for row in state.sites(player=seat) if row[0][0] == "C"}
    places = [(cells[k].x, cells[k].y) for k in used if k < len(cells)]
    middle = (sum(c.x for c in cells) / len(cells), sum(c.y for c in cells) / len(cells))
    places = places or [middle]
    step = spacing(equipment.board, SiteType.Cell)
    grain = _GRAIN * step

    def reach(values: list[float], centre: float) -> tuple[float, float]:
        low, high = min(*values, centre) - 2 * step, max(*values, centre) + 2 * step
        return centre - ceil((centre - low) / grain) * grain, centre + ceil((high - centre) / grain) * grain

    (left, right), (bottom, top) = (reach([place[k] for place in places], middle[k]) for k in (0, 1))
    return left, bottom, right, top


def position_svg(
    state: Any,
    *,
    moves: bool | Iterable[Move] = False,
    last: bool = True,
    seat: int | None = None,
    show: Iterable[str] = (),
    players: bool = False,
    theme: Theme = WOOD,
) -> str:
    """A position (`State` or `MatchState`) as an SVG document.

    moves: the moves that are marked; True for all legal ones. last: whether the last move is marked. seat: the player,
    from 1, who sees the picture: as of `State.sites`, without moves of others that are not seen. None: somebody who
    sees everything; then pieces that are hidden from a player have a dashed ring. show: what lies over the board, some
    of SHOWABLE.
    players: whether each player has a line below the board, with score, and whose turn it is or how the game has ended.
    Raises ValueError for a seat that the game does not have, and for other words to show.
    """
    state = getattr(state, "instance", state)  # of a match, the game that is being played
    _check_seat(state, seat)
    kit = kit_of(state.game, show, window_of([state], seat), theme)
    wanted = state.legal_moves() if moves is True else [] if moves is False else list(moves)
    if seat is not None and state.game.flags.hidden:
        wanted = [move for move in wanted if move.mover == seat]
    marks = position_marks(kit, state, seat, theme)
    under = draw_last(kit, last_sites(state, seat), theme, marks) if last else ""
    over = ""
    if wanted:
        occupied = {mark["site"] for mark in marks if "site" in mark}
        over = draw_legal(kit, [move_sites(state.game, move) for move in wanted], occupied, theme)
    standing, more = draw_standing(kit, state, theme) if players else ("", 0.0)
    return svg(kit, marks, under=under, over=over + kit.overlay + standing, theme=theme, more=more)


def position_marks(kit: Kit, state: Any, seat: int | None = None, theme: Theme = WOOD) -> list[Mark]:
    """The marks of a position, as `ludparse.exporters.pictures.drawing.place`; seat as of `position_svg`.

    What was written into a deduction puzzle has another colour than what was there at the start. Dice show what is
    thrown for the legal moves; those that are used up or left from an earlier throw are dim.
    """
    marks = _marks(kit, state, seat)
    if kit.values:
        written = {site for past in state.back() for site in move_sites(state.game, past.move)}
        for mark in marks:
            mark["ink"] = theme.written if mark.get("site") in written else theme.given
    return marks


def _marks(kit: Kit, state: Any, seat: int | None) -> list[Mark]:
    _check_seat(state, seat)
    rows, seen = state.sites(), state.sites(player=seat)
    dice = seen_dice(state.dice, rows, seen)
    marks = place(kit, shown_sites(seen, dice), veiled=_veiled_sites(state) if seat is None else ())
    shown = {f"C{die.site}": die for die in dice}
    for mark in marks:
        if "title" in mark and (die := shown.get(mark["site"])):
            mark["title"] += _DICE[die.standing].format(die.pips)
            mark["dim"] = die.standing in ("used", "last")
    return marks


def _check_seat(state: Any, seat: int | None) -> None:
    if seat is not None and not 1 <= seat <= state.game.players:
        raise ValueError(f"the game has the seats 1 to {state.game.players}, not {seat}")


def _veiled_sites(state: Any) -> frozenset[str]:
    """The sites whose pieces some player may not know: all of it, or what stands there is hidden."""
    if not state.game.flags.hidden:
        return frozenset()
    fields: dict[str, Field] = state.game.data.fields
    found = []
    for letter in NAME.values():
        what = f"what_{letter.lower()}"
        for kind in ("hidden", "hidden_what"):
            name = f"{kind}_{letter.lower()}"
            if name in fields and what in fields:
                values: Sequence[int] = state.game.engine.read(state.raw, name)
                levels = max(len(values) // fields[what].size, 1)
                found += [f"{letter}{k // levels}" for k, value in enumerate(values) if value]
    return frozenset(found)


def _names(game: Any) -> Names:
    """Names under which `ends` gives sites as snapshots do."""
    names = _NAMES.get(game)
    if names is None:
        board = game.equipment.board
        labels = tuple([f"{letter}{k}" for k in range(board.size(kind))] for kind, letter in NAME.items())
        default = NUMBER[board.default_site]
        names = _NAMES[game] = Names(labels, default, (), ())
    return names


def move_sites(game: Any, move: Move) -> tuple[str, ...]:
    """The names of the sites where a move begins and ends, as in snapshots; one if they are the same, or none."""
    return tuple(name.replace("#", "C") for name in ends(move.raw, _names(game)))


def last_sites(state: Any, seat: int | None = None) -> tuple[str, ...]:
    """Where the last move that has sites began and ended, if the seat has seen that; throws of dice and passes are
    skipped for a few plies."""
    for number, past in enumerate(state.back()):
        sites = move_sites(state.game, past.move)
        if sites or number > 2:
            return sites if state.sees_move_to(past.move.to_site, seat) else ()
    return ()
