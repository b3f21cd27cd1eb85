"""Picture kits: all that is needed to draw any position of a game, as plain data.

A kit is made once for each game. A program without this package (a page in a browser) can draw positions from it:

- `width`, `height`: of the picture, in pixels; `unit`: how far apart neighbouring sites are.
- `board`: SVG markup of what never changes: the board, and the outlines of hands. Each site has an element with the id
  of the site (`C12`, `V3`, `E7`, as in snapshots; sites of hands go on after the board's, with the letter C).
- `symbols`: `<symbol>` elements by id; in the document their ids begin with `lp-`.
- `sites`: for each site `[x, y, size, stack]`: its centre, how wide a piece of size 1 is there (pixels), and the number
  of its rule in `stacks`. Sites are drawn in this order, because pieces further down or higher up cover others.
- `used`: the symbols that `board` needs. `hands`: the sites of hands, decks and dice.
- `edges`: the path of each edge, where pieces stand on edges: there a piece is a line along the edge, in its colour.
- `overlay`: markup that lies over the pieces: coordinates and the like, if asked for. `overlays`: the same for each
  word by itself, to be shown later.
- `stacks`: rules `{"offsets": [[dx, dy], …], "size": s}`, and `"count": true` where only the top of a stack is drawn.
- `layouts`: if asked for, `board` and `sites` are without hands, decks and dice. Each layout has these in other places,
  `{"box": [left, top, width, height], "trays": MARKUP, "sites": {…}}`: one beside the board, one above and below.
- `pile`: where the pieces of a site with a count lie, if they are shown one by one; else absent.
- `looks`: by number of the component (`what`); null for 0. See `ludparse.exporters.pictures.looks`.
- `players`: `{"name", "colour", "word"}` of each player, from player 1; `word` is a colour that tells the player's
  pieces from all others, empty where none does.

`ludparse.exporters.pictures.drawing.place` is the algorithm, some sixty lines; docs/pictures.md tells it in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment.features import NAME
from ludparse.interpreter.equipment.items import ComponentKind
from ludparse.ludemes.enums import RelationType, SiteType

from .any_board import AnyBoard
from .board import draw_ground, draw_overlays, draw_trays, graphics_and_regions
from .large import make_drawings
from .layout import PILE, Box, StackRule, Tray, board_stack, inside, stack_rules, trays_of
from .looks import Layer, Look, looks_of, player_colours, shown_players
from .shapes import edge_path
from .symbols import markup
from .theme import WOOD, Theme

__all__ = ["FORMAT", "Kit", "make_kit"]

FORMAT = "lud-picture/1"


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
    used: list[str]
    hands: list[str]
    edges: dict[str, str]
    overlay: str
    overlays: dict[str, str]
    layouts: list[dict[str, Any]] | None = None
    pile: list[list[float]] | None = None
    values: bool = False
    """Whether the numbers on the sites of a deduction puzzle are to be written (there are no components)."""
    table: bool = False
    """Whether pieces lie on an open table, much larger than what is used of it."""

    @cached_property
    def order(self) -> dict[str, int]:
        """The place of each site in the order in which they are drawn."""
        return {site: k for k, site in enumerate(self.sites)}

    @cached_property
    def in_hand(self) -> frozenset[str]:
        """The sites of hands, as a set."""
        return frozenset(self.hands)

    def json(self) -> dict[str, Any]:
        """The kit as data for JSON."""
        out: dict[str, Any] = {field.name: getattr(self, field.name) for field in fields(self)}
        return {"format": FORMAT, **{key: value for key, value in out.items() if value is not None}}


def make_kit(
    board: AnyBoard,
    types: Collection[SiteType] | None = None,
    *,
    show: Sequence[str] = (),
    overlays: Sequence[str] = (),
    layouts: bool = False,
    window: Box | None = None,
    theme: Theme = WOOD,
) -> Kit:
    """The kit of a board and its equipment; the metadata of its description, if it has one, says how it looks.

    types: the site types that pieces may stand on, by default all. show: what is drawn over the board, words of
    `ludparse.exporters.pictures.SHOWABLE`. overlays: words that the kit holds by themselves. layouts: whether
    the kit has several. window: the part of an open table that is drawn.
    """
    types = list(NAME) if types is None else types
    graphics, regions = graphics_and_regions(board)
    equipment = board.equipment
    large = [component for component in equipment.components if component.is_large]
    flat = all(component.kind is ComponentKind.DOMINO for component in large)

    def trays(box: Box, step: float, around: str = "usual") -> list[Tray]:
        return trays_of(board, box, step, around=around, wide=bool(large), flat=flat)

    ground = draw_ground(
        board, graphics, regions, theme, types=types, window=window, trays=None if layouts else trays,
        letters="axes" in (*show, *overlays),
    )  # fmt: skip
    picture = ground.picture
    directions = board.topology.supported_directions(board.topology.default_site, None, RelationType.Adjacent)
    looks = looks_of(equipment, graphics, len(directions))
    made = make_drawings(board, looks, ground.step, player_colours(graphics, equipment.players.count))
    sites: dict[str, list[float]] = {}
    stacks: list[StackRule] = []

    def rules(
        letter: str, container: Any, places: dict[int, tuple[float, float]], size: float, default: str
    ) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for site, rule in stack_rules(container, graphics, default, places):
            if rule not in stacks:
                stacks.append(rule)
            x, y = places[site]
            found[f"{letter}{site}"] = [round(x, 2), round(y, 2), round(size, 2), stacks.index(rule)]
        return found

    def tray_sites(trays: list[Tray]) -> dict[str, list[float]]:
        found: dict[str, list[float]] = {}
        for tray in trays:
            places = {slot.site: picture.on_plane((slot.x, slot.y)) for slot in tray.slots}
            size = tray.slots[0].size * picture.scale * 0.94 if tray.slots else picture.unit
            found |= rules("C", tray.container, places, size, "Fan" if len(tray.slots) == 1 else "Default")
        return found

    default = board_stack(ground.style)
    for kind, letter in NAME.items():
        if kind not in types:
            continue
        elements = board.topology.elements(kind)
        found = ground.places(kind)
        # higher places later, and of those further down in the picture later: in this order pieces are drawn
        order = sorted(range(len(found)), key=lambda k: (round(elements[k].z, 3), found[k][1], found[k][0]))
        drawn = window is None or not equipment.boardless
        places = {k: found[k] for k in order if drawn or inside(window, elements[k].x, elements[k].y)}
        size = picture.unit * ground.piece_size(kind)
        sites |= rules(letter, equipment.containers[0], places, size, default)
    draw_trays(picture, ground.trays, theme)
    sites |= tray_sites(ground.trays)
    laid = [trays(ground.outline, ground.step, around) for around in ("beside", "stacked")] if layouts else []
    edges = {}
    if SiteType.Edge in types:
        edges = {f"E{edge.id}": edge_path(picture, edge) for edge in board.topology.source.edges}
    markup_of_board = picture.markup()
    overlay = picture.taken(lambda: draw_overlays(ground, show, theme)) if show else ""
    apart = {word: picture.taken(partial(draw_overlays, ground, [word], theme)) for word in overlays}
    mancala = isinstance(equipment.containers[0].node, L.MancalaBoard) or graphics.style == "Mancala"
    return Kit(
        name=board.name,
        width=round(picture.width, 2),
        height=round(picture.height, 2),
        unit=round(picture.unit, 2),
        board=markup_of_board,
        symbols={**markup({*_used(looks), *picture.symbols} - set(made)), **made},
        sites=sites,
        stacks=stacks,
        looks=looks,
        players=shown_players(graphics, looks, equipment.players.count),
        used=sorted(picture.symbols),
        hands=[f"C{slot.site}" for tray in (laid[0] if layouts else ground.trays) for slot in tray.slots],
        edges=edges,
        overlay=overlay,
        overlays=apart,
        layouts=[
            {
                "box": ground.box_with(around),
                "trays": picture.taken(partial(draw_trays, picture, around, theme)),
                "sites": tray_sites(around),
            }
            for around in (laid if any(laid) else laid[:1])
        ]
        or None,
        pile=PILE if mancala else None,
        values=not equipment.components[1:] or bool(equipment.values),
        table=equipment.boardless,
    )


def _used(looks: list[Look | None]) -> Iterator[str]:
    """The ids of all drawings that pieces may need."""
    yield from ("hidden", "veil")
    for look in looks:
        if look is not None:
            for layers in (look["layers"], look.get("hand", []), *look.get("cases", {}).values()):
                yield from _symbols_of(layers)


def _symbols_of(layers: list[Layer]) -> Iterator[str]:
    return (layer["symbol"] for layer in layers if "symbol" in layer)
