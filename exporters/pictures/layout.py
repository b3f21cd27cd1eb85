"""Where hands, dice and decks lie around a board, and how pieces on one site are stacked."""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, ceil, cos, hypot, pi, sin
from typing import Any

from ludparse.interpreter.equipment import Container
from ludparse.interpreter.equipment.items import ContainerKind

from .any_board import AnyBoard
from .graphics import Entry, Graphics, numbers_in

__all__ = ["PILE", "Box", "Slot", "StackRule", "Tray", "board_stack", "inside", "stack_rules", "trays_of"]

Box = tuple[float, float, float, float]


def inside(box: Box | None, x: float, y: float) -> bool:
    """Whether a place lies in a box; None is everywhere."""
    return box is None or (box[0] <= x <= box[2] and box[1] <= y <= box[3])


StackRule = dict[str, Any]
"""How levels of a site are drawn: `offsets` of the levels from the bottom (in sites, y downwards), the `size` of the
pieces, and whether only the top is shown with the height (`count`). If a stack is higher than there are offsets, its
top levels are drawn. Its height is written on it then, and where more than two pieces lie close together."""

_GAP = 0.4
_UP, _BOTTOM, _STACKED = 0.18, 0.12, 0.86
"""How far apart the pieces of a stack are, how much lower than the middle of its site the lowest one lies, and how
large they are."""
_FLAT = 0.58
"""How far rows of slots for dominoes are apart, in widths."""
_LIMIT = 5
_WIDE = 1.3
_ROWS = 3
"""Of slots of a hand above or below a board."""
_CORNERS = 2
"""Hands of a single site that lie at corners of the board."""

PILE: list[list[float]] = [[0.0, 0.0]] + [
    [round(0.082 * (k**0.55) * cos(k * 2.39996), 3), round(0.082 * (k**0.55) * sin(k * 2.39996), 3)]
    for k in range(1, 30)
]
"""Where the seeds of a pile lie, around the middle of the pit, in sites."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A site of a hand: its number, its centre on the board's plane (y upwards) and its width."""

    site: int
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Tray:
    """A container beside the board, with its slots and its outline (left, bottom, right, top)."""

    container: Container
    slots: tuple[Slot, ...]
    box: Box


def trays_of(
    board: AnyBoard, box: Box, step: float, *, around: str = "usual", wide: bool = False, flat: bool = False
) -> list[Tray]:
    """The hands, dice and decks of a game around a board with this outline, whose sites are `step` apart.

    around: where they lie. "stacked": player 1's hand below the board and player 2's above it, further ones beyond
    these, and below all what belongs to nobody in particular. "beside": player 1's at the right, player 2's at the
    left, and what is nobody's at the right of all. "usual": as stacked, but what is nobody's at the right, and there
    also two hands of a single site, at the bottom and the top of a board that is not wide.
    wide: pieces are large, so that slots need more room; flat: of these all are at most half as high as wide, so that
    rows lie closer.
    """
    left, bottom, right, top = box
    width, height = max(right - left, 3 * step), max(top - bottom, 2 * step)
    players = board.equipment.players.count
    gap = _GAP * step
    # where the next tray begins, on each side
    low, high, before, beside = bottom - gap, top + gap, left - gap, right + gap
    trays: list[Tray] = []
    hands = [c for c in board.equipment.containers[1:] if 0 < c.owner <= players and c.kind is not ContainerKind.DICE]
    high_board = right - left < _WIDE * (top - bottom)
    single = high_board and not wide and len(hands) <= _CORNERS and all(hand.num_sites == 1 for hand in hands)
    corner = beside
    for container in board.equipment.containers[1:]:
        own, first = container in hands, container.owner % 2 == 1
        size = min(max(step, max(width, height) / 13), max(width, height) / 5)
        if container.kind is ContainerKind.DICE:
            size = min(max(step, max(width, height) / 11), max(width, height) / 7)
        if wide and container.kind is ContainerKind.HAND:
            size *= 2
        pitch = _FLAT if flat and wide and container.kind is ContainerKind.HAND else 1.0
        count = max(container.num_sites, 1)
        by_row = own and not single if around == "usual" else around == "stacked"
        if by_row:
            columns = max(1, min(count, int(width / size + 1e-6)))
            rows = ceil(count / columns)
            if rows > _ROWS:
                columns, rows = ceil(count / _ROWS), _ROWS
                size = width / columns
        else:
            rows = max(1, min(count, int(height / (pitch * size) + 1e-6)))
            columns = ceil(count / rows)
        tall = (rows * pitch + 1 - pitch) * size  # slots are as high as wide, and overlap
        if by_row:
            x0 = (left + right) / 2 - columns * size / 2
            below = first or not own
            y0 = low - tall if below else high
            if below:
                low = y0 - gap
            else:
                high = y0 + tall + gap
        elif own and not first and around == "beside":
            x0, y0 = before - columns * size, (bottom + top - tall) / 2 if wide else top - tall
            before = x0 - gap
        else:
            x0 = corner if own and around == "usual" else beside
            y0 = (bottom + top - tall) / 2 if wide or not own else bottom if first else top - tall
            beside = max(beside, x0 + columns * size + gap)
        slots = tuple(
            Slot(container.first_site + k, *_slot(k, columns, rows, by_row, x0, y0, size, pitch), size)
            for k in range(container.num_sites)
        )
        trays.append(Tray(container, slots, (x0, y0, x0 + columns * size, y0 + tall)))
    return trays


def _slot(
    k: int, columns: int, rows: int, by_row: bool, x0: float, y0: float, size: float, pitch: float
) -> tuple[float, float]:
    column, row = (k % columns, k // columns) if by_row else (k // rows, k % rows)
    return x0 + (column + 0.5) * size, y0 + ((rows - row - 0.5) * pitch + (1 - pitch) / 2) * size


def _line(dx: float, dy: float, limit: int) -> list[list[float]]:
    return [[round(k * dx, 3), round(k * dy, 3)] for k in range(max(1, min(limit, 30)))]


_GROUND = [[-0.23, 0.2], [0.23, 0.2], [-0.23, -0.24], [0.23, -0.24]]


def _rule(kind: str, limit: int, towards: tuple[float, float], scale: float) -> StackRule:
    """The rule of a way to stack. towards: the direction of a step for the ways that lead away from an edge."""
    match kind:
        case "Backgammon" | "TowardsCenter":
            return {"offsets": _line(towards[0] * scale, towards[1] * scale, limit), "size": 1.0}
        case "Fan" | "FanAlternating":
            return {"offsets": _line(0.2 * scale, 0.0, max(limit, 12)), "size": 0.9}
        case "Ground" | "GroundDynamic":
            return {"offsets": [[x * scale, y * scale] for x, y in _GROUND], "size": 0.72}
        case "Ring":
            return {
                "offsets": [[round(0.3 * cos(k * pi / 3), 3), round(0.3 * sin(k * pi / 3), 3)] for k in range(6)],
                "size": 0.4,
            }
        case "None":
            return {"offsets": [[0.0, 0.0]], "size": 1.0}
        case "Count" | "CountColoured":
            return {"offsets": [[0.0, 0.0]], "size": 1.0, "count": True}
        case "Upright":
            return {"offsets": _line(0.0, -1.0, 12), "size": 1.0}
        case _:
            up = -_UP * scale if kind == "Reverse" else _UP * scale
            offsets = [[0.0, round(_BOTTOM - y, 3)] for _, y in _line(0.0, up, limit)]
            return {"offsets": offsets, "size": _STACKED}


def board_stack(style: str | None) -> str:
    """How pieces are stacked on a board where the description does not say."""
    return {"Backgammon": "Backgammon", "Connect4": "Upright"}.get(style or "", "Default")


def stack_rules(
    container: Container, graphics: Graphics, default: str, places: dict[int, tuple[float, float]]
) -> list[tuple[int, StackRule]]:
    """The rule of each site of a container. places: the sites with their places (y downwards)."""
    entries = [e for e in graphics.of("stackType") if _concerns(e, container)]
    middle = (
        sum(x for x, _ in places.values()) / max(len(places), 1),
        sum(y for _, y in places.values()) / max(len(places), 1),
    )
    made: list[tuple[int, StackRule]] = []
    for site, (x, y) in places.items():
        kind, scale, limit = default, 1.0, _LIMIT
        for entry in entries if default != "Upright" else ():
            sites = [int(v) for v in (*numbers_in(entry.named.get("sites")), *numbers_in(entry.named.get("site")))]
            if sites and site not in sites:
                continue
            kind = next((w for w in reversed(entry.words) if w not in ("Cell", "Vertex", "Edge")), kind)
            limit = int(entry.number("limit") or limit)
            scale = next((n for n in entry.numbers if n != int(n)), 1.0)
            break
        towards = (0.0, 1.0 if y < middle[1] else -1.0)
        if kind == "TowardsCenter":
            angle = atan2(middle[1] - y, middle[0] - x) if hypot(middle[0] - x, middle[1] - y) > 1e-9 else pi / 2
            towards = (cos(angle), sin(angle))
        made.append((site, _rule(kind, limit, towards, max(0.1, min(scale, 3.0)))))
    return made


def _concerns(entry: Entry, container: Container) -> bool:
    """Whether an entry `(stackType …)` is about a container: about all, or about its number or its name."""
    if entry.strings and entry.strings[0] != container.name:
        return False
    numbers = [int(n) for n in entry.numbers if n == int(n)]  # a fraction is a scale
    return not numbers or bool(entry.strings) or numbers[0] == container.index
