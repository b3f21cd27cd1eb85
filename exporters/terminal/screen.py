"""A game in a terminal: the position drawn, its sites and moves by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment.features import NAME
from ludparse.interpreter.play.concealing import UNSEEN
from ludparse.interpreter.play.dice import Die, seen_dice
from ludparse.interpreter.play.move import Move
from ludparse.interpreter.play.notation import Names, name_moves
from ludparse.interpreter.play.snapshot import Snapshot, contents
from ludparse.interpreter.play.state import State
from ludparse.ludemes.base import walk
from ludparse.ludemes.enums import SiteType

from .board_text import EMPTY, Piece, Spot, draw, glyphs
from .output import painted
from .words import Teller, say, signs_of, usual_names

__all__ = ["Screen", "player_names", "position_text", "prefers_moves", "side_name", "who_plays"]

_FAINT = "2"
_COLOURS = ("90", "36", "33", "35", "32", "34", "31")
_GAP = "   "
_STACKS_IN_A_ROW = 8
_MARKS = {"◇": "marked space", "◈": "marked in two colours"}
_MOST_MARKED = 0.5  # of all sites: where more are drawn apart, the marks tell nothing
_LEVEL = re.compile(r"levelFrom=(\d+)")


class Screen:
    """Draws the positions of one game. `colour`: mark players by ANSI colours. `width`: characters in a line; None: no
    limit."""

    def __init__(self, game: Any, *, colour: bool = False, width: int | None = None) -> None:
        self.game = game
        self.colour = colour
        self.width = width
        self.screens: dict[int, Screen] = {}
        self.pieces = [Piece(p.index, p.name, p.owner, tuple(p.faces)) for p in game.pieces if p.index > 0]
        self.faces = {piece.index: piece.faces for piece in self.pieces if piece.faces}
        self.marked, self.players = _drawn_apart(game), player_names(game)
        self.letters = glyphs([piece for piece in self.pieces if not piece.faces])
        # Seeds are identical and nobody owns them, so only their number is shown.
        self.seeds = len(self.letters) == 1 and all(p.owner == 0 or p.owner > game.players for p in self.pieces)
        board = game.board
        self.default: SiteType = board.default_site
        self.spots = {
            site_type: [Spot(f"{letter}{e.index}", e.label, e.x, e.y) for e in board.elements(site_type)]
            for site_type, letter in NAME.items()
        }

    def position(self, state: State, dice: Sequence[Die] | None = None, *, seat: int | None = None) -> str:
        """The board, the dice, what lies beside the board, and the legend. dice: others than those of the position.
        seat: the player, from 1, who looks, as of `State.sites`; None sees everything."""
        instance = getattr(state, "instance", None)
        if instance is not None:
            return f"{self._of(state).position(instance, seat=seat)}\n{_match_line(state)}"
        snapshot = state.snapshot(player=seat)
        marks: dict[str, str] = {}
        owners: dict[str, int] = {}
        for name, count, levels in contents(snapshot):
            marks[name] = self._mark(count, levels)
            owners[name] = levels[-1][1] if levels else 0
        spots = [replace(spot, label=self._places[spot.name]) for spot in self.spots[self.default]]
        for site_type, letter in NAME.items():
            # Sites of other types than the default one are drawn only where they hold something.
            if site_type is not self.default:
                spots += [s for s in self.spots[site_type] if s.name in marks and s.name.startswith(letter)]
        on_board = {spot.name for spot in spots}

        def paint(name: str, text: str) -> str:
            return text if text == EMPTY or name not in marks else self._paint(owners.get(name, 0), text)

        if dice is None:
            dice = state.dice if seat is None else seen_dice(state.dice, state.sites(), snapshot["sites"])
        dice_names = {f"C{die.site}" for die in dice}
        drawn = self.marked | {name: mark for name, mark in marks.items() if name in on_board}
        parts = [draw(spots, drawn, paint, width=self.width)]
        beside = [
            f"#{name[1:]} {paint(name, mark)}"
            for name, mark in marks.items()
            if name not in on_board and name not in dice_names
        ]
        lines = self._dice_lines(dice)
        lines += ["beside the board: " + "  ".join(beside)] if beside else []
        lines += self._stacks(snapshot, {spot.name: spot.label for spot in spots} | self._places)
        parts += ["\n".join(lines), self._legend(snapshot, [self.who(state, p) for p in range(self.game.players + 1)])]
        return "\n\n".join(part for part in parts if part)

    def names(self, state: Any) -> str:
        """The board with the names of its sites."""
        if getattr(state, "instance", None) is not None:
            return self._of(state).names(state.instance)
        return draw(self.spots[self.default], self._places, width=self.width)

    def move_names(self, moves: Sequence[Move]) -> list[str]:
        """The legal moves as players write them: by their notation, on a backgammon board by its points, `24/18`."""
        if not self._points:
            return [move.notation for move in moves]
        return list(name_moves([move.raw for move in moves], self._points))

    @property
    def sign(self) -> str:
        """What stands between the two sites of a move."""
        return self._points.sign if self._points else "-"

    @cached_property
    def _points(self) -> Names | None:
        """The names of the sites of a board that are called by other names than their labels, with the sign of moves
        there."""
        description = self.game.board.description
        if description is None or not isinstance(description.game, L.Game):
            return None
        names = self.game.vocabulary.names
        called = usual_names(self.game)
        if called == [spot.label for spot in self.spots[self.default]]:
            return None
        labels = tuple(called if k == names.default else others for k, others in enumerate(names.labels))
        return Names(labels, names.default, names.pieces, names.strings, signs_of(self.game)["goes"])

    @cached_property
    def _places(self) -> dict[str, str]:
        """What the sites of the board are called, by name."""
        spots = self.spots[self.default]
        labels = self._points.labels[self._points.default] if self._points else [spot.label for spot in spots]
        return {spot.name: label for spot, label in zip(spots, labels, strict=True)}

    def _dice_lines(self, dice: Sequence[Die]) -> list[str]:
        """The dice with which the next move is chosen, and those that lie there as they were thrown last."""
        own = [die for die in dice if die.standing in ("thrown", "kept", "used")]
        usable = [die for die in own if die.usable]
        lines = [f"dice: {_pips(own)}"] if own else []
        if 0 < len(usable) < len(own):
            lines[0] += f"   (usable now: {_pips(usable)})"
        if last := [die for die in dice if die.standing == "last"]:
            text = f"last throw: {_pips(last)}"
            lines.append(painted(text, _FAINT) if self.colour else text)
        return lines + ["dice: not thrown"] * any(die.standing == "unthrown" for die in dice)

    def _stacks(self, snapshot: Snapshot, labels: Mapping[str, str]) -> list[str]:
        """What is in the stacks whose pieces differ, since the board shows only their tops."""
        texts = []
        for name, _, levels in contents(snapshot):
            if len({level[0] for level in levels}) > 1 and self.pieces:
                content = "".join(self._paint(level[1], self.letters.get(level[0], "?")) for level in levels)
                texts.append(f"{labels.get(name, '#' + name[1:])} {content}")
        rows = [texts[i : i + _STACKS_IN_A_ROW] for i in range(0, len(texts), _STACKS_IN_A_ROW)]
        return ["stacks, from the bottom: " * (not k) + "  ".join(row) for k, row in enumerate(rows)]

    def _paint(self, owner: int, text: str) -> str:
        return painted(text, _COLOURS[owner % len(_COLOURS)]) if self.colour else text

    def _of(self, state: Any) -> Screen:
        """The screen of the current game. A match has several games, each with its own board."""
        game = state.instance.game
        if id(game) not in self.screens:
            self.screens[id(game)] = Screen(game, colour=self.colour, width=self.width)
        return self.screens[id(game)]

    def _mark(self, count: int, levels: Sequence[Sequence[int]]) -> str:
        """A stack shows its top piece and its height, several pieces on one level their number, a die its face."""
        if not levels:
            return str(count) if count else EMPTY
        what, _, state, *_ = levels[-1]
        if not self.pieces:
            return str(what)  # a puzzle: what stands there is a number
        if what in self.faces:
            faces = self.faces[what]
            return str(faces[state]) if 0 <= state < len(faces) else "?"
        letter = "" if self.seeds else self.letters.get(what, "?")
        number = len(levels) if len(levels) > 1 else count
        return f"{letter}{number}" if number > 1 or not letter else letter

    def _legend(self, snapshot: Snapshot, players: Sequence[str]) -> str:
        there = {level[0] for _, _, levels in contents(snapshot) for level in levels}
        used = sorted(there & {*self.letters})
        lines = [f"? {say('unseen')}"] if UNSEEN in there and self.pieces else []
        if any(mark in _MARKS for mark in self.marked.values()):
            lines.append(_GAP.join(f"{mark} {_MARKS[mark]}" for mark in sorted({*self.marked.values()} & {*_MARKS})))
        if used and not self.seeds:
            lines += self._pieces(used, players)
        if "score" in snapshot:
            lines.append("scores: " + ", ".join(f"{players[p]} {s}" for p, s in enumerate(snapshot["score"], 1)))
        return "\n".join(lines)

    def _pieces(self, used: Sequence[int], players: Sequence[str]) -> list[str]:
        """The letters of the pieces with their names. Kinds that two players have are named once."""
        pieces = {piece.index: piece for piece in self.pieces}
        kinds: dict[str, list[Piece]] = {}
        for index in used:
            kinds.setdefault(pieces[index].name.rstrip("0123456789"), []).append(pieces[index])
        letters = {kind: {self.letters[p.index] for p in group} for kind, group in kinds.items()}
        by_case = any(len({letter.lower() for letter in found}) < len(found) for found in letters.values())
        if not by_case:
            items = [(self.letters[i], self._named(pieces[i]), pieces[i].owner) for i in used]
        else:
            items = [("/".join(sorted(found)), kind, -1) for kind, found in letters.items()]
        texts = [(f"{mark} {name}", self._paint(owner, mark) if owner >= 0 else mark) for mark, name, owner in items]
        rows = [""]
        length = 0
        for (text, shown), (_, name, _) in zip(texts, items, strict=True):
            if rows[-1] and self.width is not None and length + len(_GAP) + len(text) > self.width:
                rows.append("")
                length = 0
            length += len(_GAP) * bool(rows[-1]) + len(text)
            rows[-1] += _GAP * bool(rows[-1]) + f"{shown} {name}"
        if by_case:
            rows.append(f"{self._paint(1, 'upper case')}: {players[1]}, {self._paint(2, 'lower case')}: {players[2]}")
        return rows

    def _named(self, piece: Piece) -> str:
        """A kind of piece: `Man1`, and `Man (White)` where its owner has another name than a number."""
        own = self.players[piece.owner - 1] if 0 < piece.owner <= len(self.players) else ""
        named = own not in ("", say("player", number=piece.owner))
        return f"{piece.name.rstrip('0123456789')} ({own})" if named else piece.name

    def limits(self, state: Any, moves: Sequence[Move]) -> str:
        """What limits the choice among the legal moves, as sentences after a space: that only pieces of another player
        can be moved, or that all moves capture in a game that prefers some moves. Pages say the same (`limitsText`)."""
        if getattr(state, "instance", None) is not None or self.game.traits.hidden:
            return ""
        owners = self._owners(state, moves)
        others = {*range(1, self.game.players + 1)} - {state.mover}  # neutral and shared pieces belong to nobody
        if len(owners) == 1 and owners <= others:
            return " " + say("mustMove", who=self.who(state, *owners))
        capturing = moves and prefers_moves(self.game) and all(self._captures(state, move) for move in moves)
        return " " + say("mustTake") if capturing else ""

    def _owners(self, state: Any, moves: Sequence[Move]) -> set[int]:
        """Whose pieces the moves take up; 0: nobody's."""
        standing = {name: [level[1] for level in levels] for name, _, levels in contents(state.snapshot()) if levels}

        def owner(move: Move) -> int:
            owners = standing.get(f"{self.default.name[0]}{move.from_site}", [0])
            found = [int(level) for level in _LEVEL.findall(move.text)]
            level = max(max(found), move.raw.level_max) if found else len(owners) - 1
            return owners[min(level, len(owners) - 1)]

        return {owner(move) for move in moves}

    def _captures(self, state: Any, move: Move) -> bool:
        """Whether a move takes pieces, or gives the mover pieces of another player to move."""
        after = state.copy()
        done = {(action.kind, *action.params[:1]) for action in after.apply(move).raw.actions}
        if any(kind.startswith("remove") for kind, *_ in done):
            return True
        again = ("set_next_player", state.mover) in done
        return again and not self._owners(after, after.legal_moves()) & {0, state.mover}

    def outcome(self, state: State) -> str:
        """Who is to move, or how the game ended, in a sentence."""
        places = [float(place) for place in list(state.ranking)[1:]]
        if not state.over:
            alone = say("solo") if len(places) == 1 else say("turn", who=self.who(state, state.mover))
            return alone if state.mover else say("step")
        if len(places) < 2:
            return say("rest" if not places else "solved" if places[0] == 1.0 else "unsolved")
        players = [self.who(state, p) for p in range(1, len(places) + 1)]
        placed = sorted((place, player) for place, player in zip(places, players, strict=True) if place > 0)
        best = [player for place, player in placed if place == placed[0][0]]
        if len(best) == len(places):
            return say("draw")
        text = say("wins", who=best[0]) if len(best) == 1 else say("shared", who=" and ".join(best))
        if len(places) == 2:
            return text
        return f"{text} {say('places', places=', '.join(f'{place:g} {player}' for place, player in placed))}"

    def who(self, state: Any, player: int) -> str:
        """Who sits where a player of the rules does, by the name that the description gives."""
        return who_plays(state, player, self.players[player - 1] if 0 < player <= len(self.players) else "")

    @cached_property
    def teller(self) -> Teller:
        """Tells moves in words."""
        return Teller(self.game, self.players)

    def told(self, state: Any, at: Snapshot, move: Move) -> str:
        """A move that has led to a position, in words, unless its notation says as much; empty where something is
        hidden. at: the position before."""
        if getattr(state, "instance", None) is not None or self.game.traits.hidden:
            return ""
        said = self.teller.sentence(at, move)
        return "" if said == move.notation else said


def position_text(state: Any) -> str:
    """A position as text: the board, what lies beside it, and who is to move or how the game has ended."""
    screen = Screen(state.game)
    return f"{screen.position(state)}\n\n{screen.outcome(state)}"


def side_name(game: Any, player: int) -> str:
    """A player of the rules, whoever sits there: `side 2` in a game where players may change sides."""
    return f"{'side' if game.changes_sides else 'player'} {player}"


def who_plays(state: Any, player: int, name: str = "") -> str:
    """Who sits where a player of the rules does: `Player 2`, or `Player 2 (side 1)` after a change of sides.

    name: of the player in the rules, if it has another one than its number."""
    seat = state.seats[player - 1] + 1 if player else 0
    usual = say("player", number=player)
    if seat == player:
        return name or usual
    return say("changed", seat=seat, side=say("side", number=player) if name in ("", usual) else name)


def player_names(game: Any) -> list[str]:
    """What people call the players of a game, from player 1, as pictures and pages do."""
    from ..pictures.board import graphics_and_regions  # takes long to import
    from ..pictures.looks import looks_of, shown_players

    graphics, regions = graphics_and_regions(game.board)
    looks = [] if regions is None else looks_of(game.equipment, graphics, 1)
    return [player["name"] for player in shown_players(graphics, looks, game.players)]


def _drawn_apart(game: Any) -> dict[str, str]:
    """The sites that the metadata draws in another way than most, by name, each with what shows it in text: arrows,
    symbols, coloured sites, and sites that have both."""
    from ..pictures.board import graphics_and_regions

    graphics, regions = graphics_and_regions(game.board)
    if regions is None:
        return {}
    default = game.board.default_site
    sites = [f"{default.name[0]}{k}" for k in range(game.board.size(default))]
    found: dict[str, str] = {}
    for entry in (*graphics.of("region", "Colour"), *graphics.of("show", "Symbol")):
        symbol = entry.strings[0] if entry.keyword == "show" and entry.strings else ""
        turn = round((entry.number("rotation") or 0) / 90) % 4
        for site in regions.of_entry(entry, after=bool(symbol)):
            if site < len(sites):
                twice = "◈" if symbol and sites[site] in found else "◇"
                found[sites[site]] = "↑→↓←"[turn] if symbol == "arrow" else twice
    return found if len(found) <= len(sites) * _MOST_MARKED else {}


def prefers_moves(game: Any) -> bool:
    """Whether rules let only some of the possible moves be made, as where capturing comes first."""
    rules = getattr(game.description.game, "rules", None)
    return rules is not None and any(isinstance(node, L.Priority | L.MaxMoves) for node in walk(rules))


def _pips(dice: Sequence[Die]) -> str:
    return " ".join("?" if die.pips is None else str(die.pips) for die in dice)


def _match_line(state: Any) -> str:
    match = state.snapshot()["match"]
    scores = ", ".join(f"player {p} {s}" for p, s in enumerate(match["score"], 1))
    return f"match: {match['game']}, game {match['games'] + (not state.over)}; {scores}"
