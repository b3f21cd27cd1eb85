"""Picture kits: all that is needed to draw any position of a game, as plain data.

A kit is made once for each game. A program without this package (a page in a browser) can draw positions from it:

- `width`, `height`: of the picture, in pixels; `unit`: how far apart neighbouring sites are.
- `board`: SVG markup of what never changes: the board, and the outlines of hands. Each site has an element with the id
  of the site (`C12`, `V3`, `E7`, as in snapshots; sites of hands go on after the board's, with the letter C).
- `symbols`: `<symbol>` elements by id; in the document their ids begin with `lp-`.
- `sites`: for each site `[x, y, size, stack]`: its centre, how wide a piece of size 1 is there (pixels), and the number
  of its rule in `stacks`.
- `stacks`: rules `{"offsets": [[dx, dy], …], "size": s}`, and `"count": true` where only the top of a stack is drawn.
- `pile`: where the pieces of a site with a count lie, if they are shown one by one; else absent.
- `looks`: by number of the component (`what`); null for 0. See `exporters.pictures.looks`.
- `players`: `{"name", "colour"}` of each player, from player 1.

`exporters.pictures.drawing.place` is the algorithm, some sixty lines; docs/pictures.md tells it in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from exporters.pictures.any_board import AnyBoard
from exporters.pictures.board import draw_ground
from exporters.pictures.graphics import Graphics, graphics_of
from exporters.pictures.layout import PILE, StackRule, board_stack, stack_rules, trays_of
from exporters.pictures.looks import Layer, Look, looks_of, player_colours
from exporters.pictures.regions import Regions
from exporters.pictures.symbols import markup
from exporters.pictures.theme import WOOD, Theme
from interpreter.flags import GameFlags, game_flags
from ludparse import ludemes as L
from ludparse.description import Description
from ludparse.ludemes.enums import RelationType, SiteType

__all__ = ["FORMAT", "Kit", "kit_of_description", "make_kit"]

FORMAT = "lud-picture/1"
_LETTERS = {SiteType.Cell: "C", SiteType.Vertex: "V", SiteType.Edge: "E"}


@dataclass(frozen=True)
class Kit:
    """What is needed to draw the positions of a game; the module's description explains the fields."""

    name: str
    width: float
    height: float
    unit: float
    board: str
    symbols: dict[str, str]
    sites: dict[str, list[float]]
    stacks: list[StackRule]
    looks: list[Look | None]
    players: list[dict[str, str]]
    pile: list[list[float]] | None = None
    values: bool = False
    """Whether the numbers on the sites of a deduction puzzle are to be written (there are no components)."""

    def json(self) -> dict[str, Any]:
        """The kit as data for JSON."""
        out: dict[str, Any] = {"format": FORMAT, **self.__dict__}
        return {key: value for key, value in out.items() if value is not None}


def kit_of_description(
    board: AnyBoard, description: Description, flags: GameFlags | None = None, *, theme: Theme = WOOD
) -> Kit:
    """The kit of a game that can be read, whether or not it can be played. Raises LudError as `game_flags` does."""
    assert isinstance(description.game, L.Game)
    flags = flags or game_flags(description.game, board.equipment)
    directions = board.topology.supported_directions(board.topology.default_site, None, RelationType.Adjacent)
    rotations = len(directions) if flags.rotations else 0
    regions = Regions(board, description.game, flags)
    return make_kit(board, graphics_of(description.metadata), regions, rotations=rotations, theme=theme)


def make_kit(
    board: AnyBoard,
    graphics: Graphics | None = None,
    regions: Regions | None = None,
    *,
    rotations: int = 0,
    theme: Theme = WOOD,
) -> Kit:
    """The kit of a board and its equipment. rotations: the number of rotations that pieces can have."""
    graphics = graphics or Graphics()
    equipment = board.equipment
    ground = draw_ground(board, graphics, theme, trays=lambda box, step: trays_of(board, box, step))
    picture = ground.picture
    looks = looks_of(equipment, graphics, rotations)
    sites: dict[str, list[float]] = {}
    stacks: list[StackRule] = []

    def rules(letter: str, container: Any, places: dict[int, tuple[float, float]], size: float, default: str) -> None:
        for site, rule in stack_rules(container, graphics, default, places):
            if rule not in stacks:
                stacks.append(rule)
            x, y = places[site]
            sites[f"{letter}{site}"] = [round(x, 2), round(y, 2), round(size, 2), stacks.index(rule)]

    default = board_stack(ground.style)
    for kind, letter in _LETTERS.items():
        places = dict(enumerate(ground.places(kind)))
        size = picture.unit * ground.piece_size(kind)
        rules(letter, equipment.containers[0], places, size, default)
    for tray in ground.trays:
        places = {slot.site: picture.place((slot.x, slot.y)) for slot in tray.slots}
        size = tray.slots[0].size * picture.scale * 0.94 if tray.slots else picture.unit
        rules("C", tray.container, places, size, "Fan" if len(tray.slots) == 1 else "Default")
    mancala = isinstance(equipment.containers[0].node, L.MancalaBoard) or graphics.style == "Mancala"
    colours = player_colours(graphics, equipment.players.count)
    return Kit(
        name=board.name,
        width=round(picture.width, 2),
        height=round(picture.height, 2),
        unit=round(picture.unit, 2),
        board=picture.markup(),
        symbols=markup(_used(looks)),
        sites=sites,
        stacks=stacks,
        looks=looks,
        players=[
            {"name": graphics.player_name(f"P{p}") or f"Player {p}", "colour": colours[p]}
            for p in range(1, equipment.players.count + 1)
        ],
        pile=PILE if mancala else None,
        values=not equipment.components[1:] or bool(equipment.values),
    )


def _used(looks: list[Look | None]) -> Iterator[str]:
    """The ids of all drawings that pieces may need."""
    yield from ("hidden", "veil")
    for look in looks:
        if look is not None:
            for layers in (look["layers"], *look.get("cases", {}).values()):
                yield from _symbols_of(layers)


def _symbols_of(layers: list[Layer]) -> Iterator[str]:
    return (layer["symbol"] for layer in layers if "symbol" in layer)
