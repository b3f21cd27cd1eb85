"""A game in a terminal: the position drawn, its sites and moves by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exporters.board_text import EMPTY, Piece, Spot, draw, glyphs
from exporters.interface import Move, State
from exporters.notation import Notation
from ludparse.ludemes.enums import SiteType

__all__ = ["Screen"]

_LETTERS = {"C": SiteType.Cell, "V": SiteType.Vertex, "E": SiteType.Edge}
_COLOURS = ("90", "36", "33", "35", "32", "34", "31")


class Screen:
    """Draws the positions of one game. `colour`: mark players by ANSI colours."""

    def __init__(self, game: Any, *, colour: bool = False) -> None:
        self.game = game
        self.colour = colour
        self.screens: dict[int, Screen] = {}
        self.pieces = [Piece(p.index, p.name, p.owner, tuple(p.faces)) for p in game.pieces if p.index > 0]
        self.faces = {piece.index: piece.faces for piece in self.pieces if piece.faces}
        self.letters = glyphs([piece for piece in self.pieces if not piece.faces])
        # Seeds are identical and nobody owns them, so only their number is shown.
        self.seeds = len(self.letters) == 1 and all(p.owner == 0 or p.owner > game.players for p in self.pieces)
        board = game.board
        self.default: SiteType = board.default_site
        self.spots = {
            site_type: [Spot(f"{letter}{e.index}", e.label, e.x, e.y) for e in board.elements(site_type)]
            for letter, site_type in _LETTERS.items()
        }
        labels = {site_type.name: [spot.label for spot in spots] for site_type, spots in self.spots.items()}
        self.notation = Notation(labels, self.default.name)

    def position(self, state: State) -> str:
        """The board, what lies beside it, and the legend."""
        instance = getattr(state, "instance", None)
        if instance is not None:
            return f"{self._of(state).position(instance)}\n{_match_line(state)}"
        snapshot = state.snapshot()
        marks: dict[str, str] = {}
        owners: dict[str, int] = {}
        for name, count, *levels in snapshot["sites"]:
            marks[name] = self._mark(count, levels)
            owners[name] = levels[-1][1] if levels else 0
        spots = list(self.spots[self.default])
        for letter, site_type in _LETTERS.items():
            # Sites of other types than the default one are drawn only where they hold something.
            if site_type is not self.default:
                spots += [s for s in self.spots[site_type] if s.name in marks and s.name.startswith(letter)]
        on_board = {spot.name for spot in spots}

        def paint(name: str, text: str) -> str:
            if not self.colour or text == EMPTY:
                return text
            return f"\x1b[{_COLOURS[owners.get(name, 0) % len(_COLOURS)]}m{text}\x1b[0m"

        parts = [draw(spots, marks, paint)]
        beside = [f"#{name[1:]} {mark}" for name, mark in marks.items() if name not in on_board]
        if beside:
            parts.append("beside the board: " + "  ".join(beside))
        parts.append(self._legend(snapshot))
        return "\n\n".join(part for part in parts if part)

    def _of(self, state: Any) -> Screen:
        """The screen of the current game. A match has several games, each with its own board."""
        game = state.instance.game
        if id(game) not in self.screens:
            self.screens[id(game)] = Screen(game, colour=self.colour)
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

    def _legend(self, snapshot: dict[str, Any]) -> str:
        used = sorted({level[0] for _, _, *levels in snapshot["sites"] for level in levels} & {*self.letters})
        lines = []
        if used and not self.seeds:
            names = {piece.index: piece.name for piece in self.pieces}
            lines.append("   ".join(f"{self.letters[i]} {names[i]}" for i in used))
        if "score" in snapshot:
            lines.append("scores: " + ", ".join(f"player {p} {s}" for p, s in enumerate(snapshot["score"], 1)))
        return "\n".join(lines)

    def outcome(self, state: State) -> str:
        """One sentence: who is to move, or how the game ended."""
        if not state.over and not state.mover:
            return "Nobody plays: the simulation goes on."
        if not state.over:
            return f"Player {state.mover} to move."
        places = [float(place) for place in list(state.ranking)[1:]]
        if len(places) == 1:
            return "The game is over: " + ("solved." if places[0] == 1.0 else "not solved.")
        winners = [p for p, place in enumerate(places, 1) if place == 1.0]
        if winners:
            text = f"player {winners[0]} wins" if len(winners) == 1 else f"players {_and(winners)} win"
        else:
            text = "a draw"
        if len(places) > 2 and winners:
            text += " (places: " + ", ".join(f"player {p} {place:g}" for p, place in enumerate(places, 1)) + ")"
        return f"The game is over: {text}."

    def names(self, moves: Sequence[Move], state: Any = None) -> list[str]:
        """The names of the legal moves, all different. `state`: the position, which a match needs to know the board."""
        if getattr(state, "instance", None) is not None:
            return self._of(state).names(moves)
        return self.notation.moves(moves)


def _match_line(state: Any) -> str:
    match = state.snapshot()["match"]
    scores = ", ".join(f"player {p} {s}" for p, s in enumerate(match["score"], 1))
    return f"match: {match['game']}, game {match['games'] + (not state.over)}; {scores}"


def _and(players: Sequence[int]) -> str:
    return ", ".join(map(str, players[:-1])) + f" and {players[-1]}"
