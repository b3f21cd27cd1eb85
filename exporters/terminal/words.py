"""The words for moves, duties and endings: one table, `words.json`, for the terminal and for pages, which have the same
functions (`web/src/engine/phrases.ts`); and moves in these words, as pages tell them (`words.ts` there)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludparse.interpreter.equipment.features import NAME, SITE_TYPES
from ludparse.interpreter.equipment.items import Component, ComponentKind, ContainerKind
from ludparse.interpreter.play.move import Move
from ludparse.interpreter.play.snapshot import Snapshot, contents
from ludparse.interpreter.program.actions import ACTIONS
from ludparse.interpreter.program.raw import NOTES, RawAction
from ludparse.ludemes.enums import SiteType

__all__ = ["Teller", "piece_name", "players_called", "say", "signs_of", "site_names", "usual_names"]

_TABLE = json.loads(Path(__file__).with_name("words.json").read_text(encoding="utf-8"))
_TAKES = ("remove", "remove_level", "remove_later")
_MOVES = ("move", "stack_move", "move_n")
_APPEARS = ("promote", "add", "insert")
_ON_LINE = 1e-6
_FEW = 3  # sites of captured pieces are named, more are counted


def say(phrase: str, **values: object) -> str:
    """A phrase with what it speaks of."""
    return str(_TABLE["phrases"][phrase]).format(**values)


def players_called(names: Sequence[str]) -> str:
    """Which players of the rules the names of players stand for, as a sentence; empty where the names are numbers."""
    named = ((p, name) for p, name in enumerate(names, 1) if name != say("player", number=p))
    told = ", ".join(say("called", number=p, name=name) for p, name in named)
    return told and f"{told[0].upper()}{told[1:]}."


def _pieces(count: int) -> str:
    numbers = _TABLE["numbers"]
    return say("piece") if count == 1 else say("pieces", number=numbers[count] if count < len(numbers) else count)


def _plain(name: str) -> str:
    """The words of a name such as `GoldLion`."""
    return re.sub(r"([a-z])([A-Z])", r"\1 \2", name.partition("_")[0]).lower()


def piece_name(component: Component) -> str:
    """What a component is called, whoever owns it: dominoes by their two numbers."""
    name = component.base_name
    return f"{name} {component.value}-{component.value2}" if component.kind is ComponentKind.DOMINO else name


def _style_of(game: Any) -> str:
    """The style of a game's board by its metadata, which decides how sites are called and moves written."""
    from ..pictures.board import graphics_and_regions  # takes long to import

    return graphics_and_regions(game.board)[0].style or ""


def signs_of(game: Any) -> dict[str, str]:
    """What a list of moves writes between two sites, and where a piece is taken: by the style of the board."""
    signs: dict[str, dict[str, str]] = _TABLE["signs"]
    return signs.get(_style_of(game), signs[""])


def usual_names(game: Any) -> list[str]:
    """What the sites that a game is played on are called: the points of a backgammon board by numbers, as counted by
    player 1."""
    from ..pictures.overlays import place_names  # takes long to import

    return place_names(game.board, game.equipment.tracks, _style_of(game))


def site_names(game: Any) -> dict[SiteType, list[str]]:
    """What the sites of a board are called. Those of another type than the usual one that have numbers only are called
    by the usual ones beside them, where no two have the same: the edge `E4/E5`."""
    board = game.board
    usual = board.default_site
    names = {kind: [str(element.label) for element in board.elements(kind)] for kind in SITE_TYPES}
    names[usual] = usual_names(game)
    for kind in SITE_TYPES:
        if kind is usual:
            continue
        ends = [[names[usual][site] for site in (min(s), max(s))] if s else [] for s in board.incident(kind, usual)]
        called = ["/".join(dict.fromkeys(pair)) for pair in ends]
        times = Counter(called)
        pairs = zip(names[kind], called, strict=True)
        names[kind] = [new if old.isdigit() and new and times[new] == 1 else old for old, new in pairs]
    return names


class Teller:
    """Tells the moves of a game in words. players: their names."""

    def __init__(self, game: Any, players: Sequence[str]) -> None:
        from ..pictures.board import graphics_and_regions  # takes long to import
        from ..pictures.looks import looks_of, shown_players

        self.board, self.equipment, self.players = game.board, game.equipment, players
        self.names = site_names(game)
        graphics, _ = graphics_and_regions(game.board)
        shown = shown_players(graphics, looks_of(self.equipment, graphics, 1), len(players))
        self.colours = [player["word"] for player in shown]

    def sentence(self, at: Snapshot, move: Move) -> str:
        """What a move did in a position, in a sentence without its end: `white knight takes F6`. move: as it was
        applied. Its notation where no sentence tells more."""
        acts = [action for action in move.raw.actions if action.kind not in NOTES]
        name = move.notation
        if move.to_site < 0 or any(action.kind.startswith("puzzle_") for action in acts):
            return name
        types = [kind for a in acts for field in ("type", "type_from", "type_to") if (kind := _param(a, field)) >= 0]
        first, last = (types[0], types[min(1, len(types) - 1)]) if types else (-1, -1)
        taken, put = (
            list(dict.fromkeys(self._where(action) for action in acts if action.kind in kinds))
            for kinds in (_TAKES, _APPEARS)
        )
        decided = next((action for action in acts if action.decision), None)
        changed = len([site for site in put if site in taken])
        if changed and any(action.decision and action.kind == "select" for action in acts):
            return say("changing", move=name, what=_pieces(changed))
        site = self.site(move.to_site, last)
        if move.from_site < 0 or move.from_site == move.to_site:
            site = self.site(move.to_site, first)
            if decided is not None and decided.kind in ("add", "insert"):
                return say("put", piece=self.piece(_param(decided, "what")), site=site)
            what = self._top(at, move.to_site, first)
            if decided is not None and what and decided.kind in _TAKES:
                return say("taken", piece=self.piece(what), site=site)
            moved = (a for a in acts if not a.decision and a.kind == "move" and _param(a, "from") == move.to_site)
            sown = any(moved) or any(action.kind == "move_n" for action in acts)
            return say("sows", site=site) if sown else name
        what = self._top(at, move.from_site, first)
        if not what:
            grown = (_param(a, "what") for a in acts if a.kind == "add" and self._where(a) == site)
            return next((say("put", piece=self.piece(what), site=site) for what in grown), name)
        beside = move.from_site >= len(self.board.elements(self.board.default_site))
        castled = self._castled(at, move, acts)
        if castled is not None:
            other = self.piece(self._top(at, castled, -1), coloured=False)
            return say("castles", piece=self.piece(what), other=other, site=self.site(castled))
        said = say("dropped" if beside else "takes" if site in taken else "goes", piece=self.piece(what), site=site)
        others = [at for at in taken if at not in (site, self.site(move.from_site, first))]
        if others and not beside:
            said = say("taking", move=said, what=_pieces(len(others)) if len(others) > _FEW else ", ".join(others))
        made = next((_param(action, "what") for action in acts if action.kind == "promote"), None)
        return said if made is None else say("promoted", move=said, piece=self.piece(made, coloured=False))

    def _castled(self, at: Snapshot, move: Move, acts: Sequence[RawAction]) -> int | None:
        """Where another piece of the player stood that moved along, past the one that moved; None where none did."""
        for action in acts:
            begin, end = _param(action, "from"), _param(action, "to")
            if action.decision or action.kind not in _MOVES or begin == move.from_site:
                continue
            pieces = (self._top(at, site, -1) for site in (move.from_site, begin))
            own = all(what and self.equipment.components[what].owner == move.mover for what in pieces)
            if own and self._pass_each_other(move.ends, (begin, end)):
                return begin
        return None

    def _pass_each_other(self, one: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether two ways between sites lie on one line, and lead two pieces past each other."""
        places = self.board.elements(self.board.default_site)
        if max(*one, *other) >= len(places) or min(*one, *other) < 0:
            return False
        a, b, c, d = (complex(places[site].x, places[site].y) for site in (*one, *other))
        steps = [step * (c - a).conjugate() for step in (b - a, c - d, b - d)]  # real: along the line
        return all(abs(step.imag) < _ON_LINE < step.real for step in steps)

    def site(self, index: int, kind: int = -1) -> str:
        """A site: its label on the board, or what it is beside it."""
        default = list(NAME).index(self.board.default_site)
        kind = kind if 0 <= kind < len(NAME) else default
        labels = self.names[list(NAME)[kind]]
        if index < len(labels):
            label = labels[index]
            return label if kind == default else f"{list(NAME)[kind].name.lower()} {label}"
        for home in self.equipment.containers:
            if home.first_site <= index < home.first_site + home.num_sites:
                return self._beside(home, index - home.first_site + 1)
        return say("beside")

    def _beside(self, home: Any, number: int) -> str:
        name = home.kind.value
        if home.kind is ContainerKind.DICE:
            return say("die", number=number) if home.num_sites > 1 else "die"
        if 0 < home.owner <= len(self.players):
            name = say("hand", kind=name, who=self.players[home.owner - 1])
        return say("place", home=name, number=number) if home.num_sites > 1 else str(name)

    def piece(self, what: int, coloured: bool = True) -> str:
        """A kind of piece, with its colour where that tells whose it is."""
        component = self.equipment.components[what]
        own = self.colours[component.owner - 1] if coloured and 0 < component.owner <= len(self.colours) else ""
        return f"{own} {_plain(piece_name(component))}".strip()

    def _where(self, action: RawAction) -> str:
        return self.site(_param(action, "to"), _param(action, "type"))

    def _top(self, at: Snapshot, index: int, kind: int) -> int:
        """The piece on top of a site; 0 for none."""
        site_type = list(NAME)[kind] if 0 <= kind < len(NAME) else self.board.default_site
        letter = NAME[site_type] if index < len(self.board.elements(site_type)) else "C"
        return next((levels[-1][0] for name, _, levels in contents(at) if name == f"{letter}{index}" and levels), 0)


def _param(action: RawAction, name: str) -> int:
    params = ACTIONS[action.kind].params
    return int(action.params[params.index(name)]) if name in params else -1
