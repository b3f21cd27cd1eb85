"""How each kind of piece looks: the drawing, its colours, size and direction, for each state and value that differ;
the faces of dice and cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ludparse.interpreter.equipment import Component, Equipment
from ludparse.interpreter.equipment.items import ComponentKind
from ludparse.ludemes.enums import CardType

from .colours import contrast, luminance, mixed, ratio, word_of
from .graphics import Graphics, PieceRule
from .symbols import drawing_of, has_symbol, normal

__all__ = [
    "DEFAULT_COLOURS",
    "Layer",
    "Look",
    "card_layers",
    "die_faces",
    "die_layers",
    "looks_of",
    "player_colours",
    "player_words",
    "shown_colour",
    "shown_players",
]

Layer = dict[str, Any]
"""A drawing (`symbol`) or a `text`, with `fill`, `ink`, `size` (1: as wide as a site), and optionally `dx`, `dy` (in
sites) and `turn` (degrees clockwise)."""

Look = dict[str, Any]
"""How a component looks: `name`, `owner`, `layers`, and `cases`: layers by `STATE,VALUE` where they differ. `turn`:
degrees for each step of rotation. `shows`: `state` or `value` if that number is to be written on the piece. `hand`: the
layers in a hand, where they differ. `large`: whether it covers several sites."""

DEFAULT_COLOURS = (
    "#b9a78a", "#fafafa", "#323232", "#c62828", "#2e8b3d", "#2453b8", "#a83ab0", "#1f9aa0", "#f08c1d",
    "#f2e58a", "#93bfe8", "#f29cc0", "#b89be0", "#f2c08c", "#94b81f", "#f2c51f", "#e8641f",
)  # fmt: skip
"""The colours of nobody's pieces and of the players', where the description gives none."""

_SHARED = "#efe4cf"
_SIZE = 0.92
_LEAST = 0.85
"""The smallest scale of a piece that stands by itself: a smaller one cannot be told from others on a telephone."""
_LEAST_OF_SEVERAL = 0.32
"""The same where it lies on a ground of its own."""
_VISIBLE = 2.0
"""The contrast that lines need."""
_GLYPH = 0.6  # of a drawing on a base
_WOOD = "#f8e7c3"
_RED = "#b3261e"
_SHAPES = frozenset({"disc", "square", "triangle", "rhombus", "hex", "octagon"})
_STANDALONE = frozenset({"shogi", "xiangqi", "octagon"})
"""Bases that are made of wood, whose signs have the player's colour."""


def player_colours(graphics: Graphics, players: int) -> list[str]:
    """The colours of nobody's pieces (index 0), of each player's, and of shared pieces (last). Where a description
    gives all players the same colour, they have the usual ones: a colour tells whose a piece is."""
    found = [graphics.player_colour("Neutral") or DEFAULT_COLOURS[0]]
    same = _same_colour(graphics, players)
    for number in range(1, players + 1):
        default = DEFAULT_COLOURS[number % len(DEFAULT_COLOURS)]
        found.append(default if same else graphics.player_colour(f"P{number}") or default)
    return [*found, graphics.player_colour("Shared") or _SHARED]


def _same_colour(graphics: Graphics, players: int) -> str | None:
    """The colour that a description gives all players alike, if it does."""
    given = {graphics.player_colour(f"P{number}") for number in range(1, players + 1)}
    return given.pop() if players > 1 and len(given) == 1 else None


def shown_colour(looks: list[Look | None], player: int) -> str | None:
    """The colour that tells the pieces of a player: of the base, or of the sign on a base of wood. None without
    pieces."""
    for look in looks:
        if look is not None and look["owner"] == player:
            drawn = [layer for layer in look["layers"] if "symbol" in layer]
            if drawn:
                base = drawn[0]
                return str(drawn[-1]["ink"] if base["symbol"] in _STANDALONE else base["fill"])
    return None


def player_words(looks: list[Look | None], colours: list[str]) -> list[str]:
    """For each player, from player 1, a word for the colour of its pieces; empty where two players have the same.

    colours: as of `player_colours`."""
    words = [word_of(shown_colour(looks, p) or colours[p]) for p in range(1, len(colours) - 1)]
    return [word if words.count(word) == 1 else "" for word in words]


def shown_players(graphics: Graphics, looks: list[Look | None], players: int) -> list[dict[str, str]]:
    """How people tell the players, from player 1. `name`: that of the description; else White, where each player has
    pieces of one colour, by which no other is called; else Player 1. `colour`: as of `player_colours`; `word`: as of
    `player_words`."""
    colours = player_colours(graphics, players)
    words = player_words(looks, colours)
    shown = [
        {word_of(shown_colour([look], p) or "") for look in looks if look is not None and look["owner"] == p}
        for p in range(1, players + 1)
    ]
    coloured = players > 1 and all(word and seen == {word} for word, seen in zip(words, shown, strict=True))
    return [
        {
            "name": graphics.player_name(f"P{p}") or (word.capitalize() if coloured else f"Player {p}"),
            "colour": colours[p],
            "word": word,
        }
        for p, word in enumerate(words, 1)
    ]


def looks_of(equipment: Equipment, graphics: Graphics, rotations: int) -> list[Look | None]:
    """The look of every component by its index; None for index 0, which is no piece.

    rotations: the number of rotations that a piece can have.
    """
    drawer = _Drawer(equipment, graphics)
    looks: list[Look | None] = [None]
    for component in equipment.components[1:]:
        look: Look = {"name": component.name, "owner": component.owner, **drawer.cases(component)}
        if rotations > 1:
            look["turn"] = 360 / rotations
        shown = drawer.shown(component)
        if shown:
            look["shows"] = shown
        looks.append(look)
    return looks


class _Drawer:
    def __init__(self, equipment: Equipment, graphics: Graphics) -> None:
        self.graphics = graphics
        self.players = equipment.players.count
        self.colours = player_colours(graphics, self.players)
        self.same = _same_colour(graphics, self.players)
        kinds = ("Colour", "Scale", "Rotate", "Rename", "ExtendName", "Style", "Background", "Foreground")
        self.rules = {about: graphics.piece_rules(about) for about in kinds}
        self.state_in_name = bool(graphics.piece_rules("AddStateToName"))

    def role(self, component: Component) -> str:
        owner = component.owner
        return "Neutral" if owner == 0 else f"P{owner}" if owner <= self.players else "Shared"

    def cases(self, component: Component) -> Look:
        """The layers of a component, and those of the states and values in which it looks different."""
        plain = self.layers(component, None, None)
        cases: dict[str, list[Layer]] = {}
        for state, value in self._conditions(component):
            layers = self.layers(component, state, value)
            if layers != plain:
                cases[f"{'' if state is None else state},{'' if value is None else value}"] = layers
        return {"layers": plain, "cases": cases} if cases else {"layers": plain}

    def _conditions(self, component: Component) -> list[tuple[int | None, int | None]]:
        names = _names(component)
        found: dict[tuple[int | None, int | None], None] = {}
        if component.kind is ComponentKind.DIE:
            for face in range(len(die_faces(component))):
                found[face, None] = None
        if self.state_in_name:
            for state in range(1, 17):
                found[state, None] = None
        for rules in self.rules.values():
            for rule in rules:
                if rule.fits(self.role(component), names, rule.state, rule.value):
                    found[rule.state, rule.value] = None
        found.pop((None, None), None)
        # a rule for a state and another for a value hold together where both do
        both = [(s, v) for s, _ in found if s is not None for _, v in found if v is not None]
        return list(dict.fromkeys([*found, *both]))[:400]

    def _fitting(self, about: str, component: Component, state: int | None, value: int | None) -> Iterable[PieceRule]:
        names, role = _names(component), self.role(component)
        return (rule for rule in self.rules[about] if rule.fits(role, names, state, value))

    def layers(self, component: Component, state: int | None, value: int | None) -> list[Layer]:
        """The layers of a component in a state (None: any) and with a value (None: any), from the bottom."""
        fill, ink = self._colours(component, state, value)
        if component.kind is ComponentKind.DIE:
            layers = die_layers(component, state, pips=not self.graphics.says("no", "DicePips"))
        elif component.kind is ComponentKind.CARD:
            layers = card_layers(component)
        else:
            layers = self._piece(component, state, value, fill, ink)
        own = self.colours[component.owner if component.owner <= self.players else -1]
        figure = self._figure(component, state, value)
        if figure:
            return [{**layer, "size": round(_SIZE * layer["size"], 3)} for layer in drawn(figure, own, fill)]
        under = (self._ground(r, fill, own) for r in self._fitting("Background", component, state, value))
        upper = contrast(fill or "#ffffff")
        over = (self._ground(r, upper, own) for r in self._fitting("Foreground", component, state, value))
        below, above = [*filter(None, under)], [*filter(None, over)]
        scale = 1.0
        for rule in self._fitting("Scale", component, state, value):
            given = rule.entry.numbers[:1] or [rule.entry.number("scaleX") or 1.0]
            scale = max(_LEAST_OF_SEVERAL if below else _LEAST, min(float(given[0]), 2.0))
        turn = sum(r.entry.number("degrees") or 0.0 for r in self._fitting("Rotate", component, state, value))
        if not turn and component.owner == 2 and any(layer.get("symbol") == "shogi" for layer in layers):
            turn = 180.0
        if below and len(layers) == 2 and layers[0].get("symbol") in _STANDALONE:
            layers = [{**layers[1], "size": 1.0, "dy": 0.0}]  # the metadata gives the sign another ground
        for layer in layers:
            _scale(layer, scale)
        layers = [*below, *layers, *above]
        for layer in layers:
            _scale(layer, _SIZE)
            if turn:
                layer["turn"] = turn % 360
        return layers

    def _colours(self, component: Component, state: int | None, value: int | None) -> tuple[str, str | None]:
        """The colour of a piece, and that of its lines where the description gives it."""
        owner = min(component.owner, self.players + 1)
        fill, ink = self.colours[owner if owner <= self.players else -1], None
        if owner == 0 and component.base_name.lower() in ("seed", "bean", "corn"):
            fill = "#8a5a33"
        for rule in self._fitting("Colour", component, state, value):
            fill = rule.entry.named_colour("fillColour") or fill
            ink = rule.entry.named_colour("strokeColour") or ink
        own = self.colours[owner if owner <= self.players else -1]
        if ink is None and 0 < owner <= self.players and ratio(own, fill) > _VISIBLE:
            ink = own  # the description colours the pieces of all players alike: the lines tell whose piece it is
        return fill, ink

    def _piece(
        self, component: Component, state: int | None, value: int | None, fill: str, ink: str | None
    ) -> list[Layer]:
        names = [component.base_name if component.kind is ComponentKind.PIECE else component.name]
        for rule in self._fitting("Rename", component, state, value):
            names.insert(0, rule.entry.strings[-1] if rule.entry.strings else names[0])
        for rule in self._fitting("ExtendName", component, state, value):
            names.insert(0, names[0] + (rule.entry.strings[-1] if rule.entry.strings else ""))
        if self.state_in_name and state:
            names.insert(0, f"{names[0]}{state}")
        style = next((r.entry.words[-1] for r in self._fitting("Style", component, state, value)), "")
        red = _is_red(ink or fill)
        for name in names:
            found = drawing_of(name, component.owner)
            if found and found.startswith("xiangqi:"):
                found = drawing_of(name, 1 if red else 2)
            if found:
                return drawn(found, fill, ink)
        if style == "ExtendedShogi":
            return _lettered("shogi", names[0], _WOOD, ink or contrast(_WOOD))
        if style == "ExtendedXiangqi":
            return _lettered("xiangqi", names[0], _WOOD, ink or contrast(_WOOD))
        return _lettered("token", names[0], fill, ink or contrast(fill))

    def _figure(self, component: Component, state: int | None, value: int | None) -> str | None:
        """The drawing that a piece's own name has, where the description lays shapes over one another instead."""
        renamed = [r.entry.strings[-1] for r in self._fitting("Rename", component, state, value) if r.entry.strings]
        laid = [r.entry.text("image") or "" for r in self._fitting("Background", component, state, value)]
        shapes = {normal(name) for name in (*renamed, *laid)}
        return drawing_of(component.base_name) if renamed and laid and shapes <= _SHAPES else None

    def _ground(self, rule: PieceRule, default: str, own: str) -> Layer | None:
        """The layer of `(piece Background …)` or `(piece Foreground …)`. own: the player's colour."""
        entry = rule.entry
        fill = entry.named_colour("fillColour") or default
        if fill == self.same:
            fill = own
        ink = entry.named_colour("edgeColour") or contrast(fill)
        size = max(0.1, min(entry.number("scale") or 1.0, 2.0))
        place = {"dx": entry.number("offsetX") or 0.0, "dy": entry.number("offsetY") or 0.0, "size": size}
        text, image = entry.text("text"), entry.text("image")
        if text is not None:
            return {"text": text[:12], "ink": fill, **place, "size": 0.5 * size}
        if image is None:
            return None
        found = drawing_of(image, 1)
        if found is None:
            return {"text": image[:3], "ink": fill, **place, "size": 0.5 * size}
        symbol = found.split(":")[-1]
        return {"symbol": symbol, "fill": fill, "ink": fill if ":" in found else ink, **place}

    def shown(self, component: Component) -> str:
        """`state` or `value` if the description shows that number on the piece."""
        for entry in self.graphics.of("show", "Piece"):
            what = entry.words[1] if len(entry.words) > 1 else ""
            role_fits = not any(re.fullmatch(r"P\d+|Neutral|Shared", w) for w in entry.words) or (
                self.role(component) in entry.words
            )
            if role_fits and (not entry.strings or entry.strings[0].lower() in _names(component)):
                return what.lower() if what in ("State", "Value") else ""
        return ""


def drawn(drawing: str, fill: str, ink: str | None) -> list[Layer]:
    """The layers of a drawing, perhaps on a base."""
    base, _, glyph = drawing.rpartition(":")
    if not base:
        return [{"symbol": glyph, "fill": fill, "ink": ink or contrast(fill), "size": 1.0}]
    if base in _STANDALONE:
        own = mixed(ink or fill, "#000000", 0.15)
        sign = own if (ink or base != "shogi") and luminance(own) < 0.35 else contrast(_WOOD)
        ground, line = _WOOD, sign if base != "shogi" else "#5b4526"
    else:
        sign, ground, line = ink or contrast(fill), fill, contrast(fill)
    dy = 0.06 if base == "shogi" else 0.0
    glyphs = {"symbol": glyph, "fill": sign, "ink": sign, "size": _GLYPH, "dy": dy}
    return [{"symbol": base, "fill": ground, "ink": line, "size": 1.0}, glyphs]


def _lettered(base: str, name: str, fill: str, ink: str) -> list[Layer]:
    """A base with the words of a name, or with letters of it if there are too many."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+", name) or [name[:3]]
    if base == "token":
        letters = "".join(word[0] for word in words)[:3] if len(words) > 1 else words[0][:2]
        words = [letters if len(name) > 1 else name]
    assert has_symbol(base)
    layers: list[Layer] = [{"symbol": base, "fill": fill, "ink": ink, "size": 1.0}]
    words = [word[:9] for word in words[:4]]
    size = min(0.5 if len(words) == 1 and len(words[0]) < 3 else 0.4, 1.1 / max(1, *map(len, words)), 0.75 / len(words))
    for number, word in enumerate(words):
        dy = (number - (len(words) - 1) / 2) * size * 1.05 + (0.06 if base == "shogi" else 0.0)
        layers.append({"text": word, "ink": ink, "size": size, "dy": dy})
    return layers


def _scale(layer: Layer, factor: float) -> None:
    for key in ("size", "dx", "dy"):
        if layer.get(key):
            layer[key] = round(layer[key] * factor, 3)


def _names(component: Component) -> tuple[str, ...]:
    return component.name.lower(), component.base_name.lower()


def _is_red(colour: str) -> bool:
    if not re.fullmatch(r"#[0-9a-f]{6}", colour):
        return False
    red, green, blue = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return red > 110 and red > 1.8 * max(green, blue)


_IVORY, _INK, _RED, _BROWN = "#fbf6ea", "#1d1a17", "#b3261e", "#7a4a24"
_SUITS = {1: ("suit1", _INK), 2: ("suit4", _INK), 3: ("suit2", _RED), 4: ("suit3", _RED)}
"""Clubs, spades, diamonds, hearts."""
_RANKS = {
    CardType.Ace: "A", CardType.Two: "2", CardType.Three: "3", CardType.Four: "4", CardType.Five: "5",
    CardType.Six: "6", CardType.Seven: "7", CardType.Eight: "8", CardType.Nine: "9", CardType.Ten: "10",
    CardType.Jack: "J", CardType.Queen: "Q", CardType.King: "K",
}  # fmt: skip


def die_faces(component: Component) -> Sequence[int]:
    """The values of the faces of a die, by its state."""
    return component.faces or range(1, max(component.num_faces, 0) + 1)


def die_layers(component: Component, state: int | None, *, pips: bool = True) -> list[dict[str, Any]]:
    """A die that shows the face of a state; with None, as it lies before it is thrown.

    A die of two faces is a stick with a flat and a round side, one of four faces is a pyramid.
    """
    faces = die_faces(component)
    value = faces[state] if state is not None and 0 <= state < len(faces) else None
    if len(faces) == 2:
        flat = value is None or value == max(faces)
        name, fill, ink = ("stick", _IVORY, _BROWN) if flat else ("stickround", _BROWN, _IVORY)
        return [{"symbol": name, "fill": fill, "ink": ink, "size": 1.1}]
    base = "die4" if len(faces) == 4 else "die"
    layers: list[dict[str, Any]] = [{"symbol": base, "fill": _IVORY, "ink": _INK, "size": 1.0}]
    if value is None:
        return layers
    if base == "die" and pips and has_symbol(f"pips{value}"):
        return [*layers, {"symbol": f"pips{value}", "fill": _INK, "ink": _INK, "size": 1.0}]
    return [*layers, {"text": str(value), "ink": _INK, "size": 0.44, "dy": 0.1 if base == "die4" else 0.0}]


def card_layers(component: Component) -> list[dict[str, Any]]:
    """The face of a card: rank and suit."""
    suit, ink = _SUITS.get(component.suit, ("", _INK))
    card: dict[str, Any] = {"symbol": "card", "fill": _IVORY, "ink": "#6b5d4a", "size": 1.1}
    if component.card_type is CardType.Joker:
        return [card, {"symbol": "star5", "fill": _RED, "ink": _RED, "size": 0.5}]
    rank = _RANKS.get(component.card_type, "") if component.card_type is not None else str(component.rank)
    layers = [card, {"text": rank, "ink": ink, "size": 0.34, "dx": -0.17, "dy": -0.32}]
    if suit:
        layers.append({"symbol": suit, "fill": ink, "ink": ink, "size": 0.52, "dy": 0.14})
    return layers
