"""Values of heuristics: the readable specification of `backends/c/runtime/search/evaluate.h`."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from math import exp, tanh
from typing import Any, NamedTuple

from ...equipment.features import LETTER
from ...play.engine import MoveRecords
from ...play.game_state import GameState
from ...program.position_codes import LETTERS, position_of
from .tables import Evaluation, Group
from .terms import Transformation

__all__ = ["Evaluator"]

_REMOVES = ("remove", "remove_level", "remove_later")


class _Piece(NamedTuple):
    component: int
    site: int
    level: int
    type: int
    """0 for a cell, 1 for a vertex, 2 for an edge."""


class Evaluator:
    """Computes what positions of one game look worth."""

    def __init__(self, evaluation: Evaluation) -> None:
        self.evaluation = evaluation

    def values(self, state: GameState, moves: int | None = None) -> list[float]:
        """The value for each player, from player 1 on. moves: the number of legal moves, if it is known already."""
        position = _Position(self.evaluation, state, moves)
        return [position.value(player) for player in range(1, self.evaluation.players + 1)]


class _Position:
    """One position that is evaluated."""

    def __init__(self, evaluation: Evaluation, state: GameState, moves: int | None) -> None:
        self.evaluation = evaluation
        self.state = state
        self.moves = moves
        fields = state.game.data.fields
        self.read: Callable[[str], Any] = lambda name: state.game.engine.read(state.raw, name)
        self.columns = {name: self.read(name) for name in fields if name[:-1] in _COLUMNS and name[-1] in LETTERS}
        self.mover = state.mover
        self.pieces = list(self._pieces())
        self.lists: dict[int, MoveRecords] = {}

    def value(self, player: int) -> float:
        """The value for a player."""
        total = 0.0
        for group in self.evaluation.groups:
            total += group.weight * self._transformed(group, self._sum(group, player))
        return total

    def _transformed(self, group: Group, value: float) -> float:
        match group.transformation:
            case Transformation.INITIAL_PLACEMENT:
                return value / max(1, int(self.read("n_start")))
            case Transformation.TANH:
                return tanh(value)
            case Transformation.LOGISTIC:
                # the sign is Ludii's
                return 1.0 / (1.0 + exp(min(value, 700.0)))
        return value

    def _sum(self, group: Group, player: int) -> float:
        total = 0.0 if group.constants is None else group.constants[player]
        owners = self.evaluation.owners
        for piece in self.pieces:
            component, site = piece.component, piece.site
            if owners[component] == player:
                if group.pieces is not None:
                    total += group.pieces[component][site]
                if group.values is not None:
                    total += group.values[component][site] * self._value(piece)
            elif owners[component] == 0 and piece.type == 0 and player in self.evaluation.hand_players[site]:
                if group.hands is not None:
                    total += group.hands[component][site] * self._count("c", site)
                if group.hand_values is not None:
                    total += group.hand_values[component][site] * self._count("c", site) * self._value(piece)
        if group.counts is not None:
            letter = LETTER[self.evaluation.default_site]
            for site, factor in enumerate(group.counts[player]):
                if factor:
                    total += factor * self._count(letter, site)
        if group.score:
            total += group.score * self.read("score")[player]
        if group.mover and player == self.mover:
            total += group.mover
        if group.mobility and player == self.mover:
            total += group.mobility * self._mobility(player)
        if group.all_mobility:
            total += group.all_mobility * self._mobility(player)
        if group.influence and player == self.mover:
            total += group.influence * self._influence(player)
        if group.all_influence:
            total += group.all_influence * self._influence(player)
        if group.line:
            total += group.line * self._line(group.length, player)
        if group.safe is not None:
            threatened = self._threatened(player)
            for piece in self.pieces:
                on_board = piece.type != 0 or piece.site < self.evaluation.board_sites
                if owners[piece.component] == player and on_board and piece.site not in threatened:
                    total += group.safe[piece.component]
        return total

    # ------------------------------------------------------------------ what lies on the sites

    def _pieces(self) -> Iterator[_Piece]:
        """The pieces in the order of their components. Where the state has Ludii's lists of positions, these count."""
        owned = "owned" in self.state.game.data.fields
        sizes = {letter: len(self.columns.get(f"what_{letter}", ())) for letter in LETTERS}
        heights = {letter: self.columns.get(f"height_{letter}") for letter in LETTERS}
        if owned:
            counts, codes = self.read("owned_n"), self.read("owned")
            room = len(codes) // len(counts)
            spans = {x: len(heights[x]) if heights[x] is not None else sizes[x] for x in LETTERS if sizes[x]}  # type: ignore[arg-type]
            most = max(spans.values(), default=1)
            simple = len(spans) == 1 and all(h is None for h in heights.values())
            only = LETTERS.index(next(iter(spans), "c"))
            for component in range(1, len(counts)):
                for code in codes[component * room : component * room + counts[component]]:
                    if simple:
                        yield self._piece(component, code, 0, only)
                    else:
                        yield self._piece(component, *position_of(code, most))
            return
        for number, letter in enumerate(LETTERS):
            what, tall = self.columns.get(f"what_{letter}"), heights[letter]
            if what is None:
                continue
            step = 1 if tall is None else len(what) // len(tall)
            for site in range(len(what) // step):
                for level in range(1 if tall is None else tall[site]):
                    component = what[site * step + level]
                    if 0 < component < len(self.evaluation.owners):
                        yield self._piece(component, site, level, number)

    def _piece(self, component: int, site: int, level: int, kind: int) -> _Piece:
        return _Piece(component, min(site, self.evaluation.sites - 1), level, kind)

    def _count(self, letter: str, site: int) -> int:
        """What lies on a site: a count, or 1 for a piece or a stack, or 0."""
        what = self.columns.get(f"what_{letter}")
        counts, heights = self.columns.get(f"count_{letter}"), self.columns.get(f"height_{letter}")
        if what is None or site >= len(heights or what):
            return 0
        if heights is not None:
            return int(heights[site] > 0)
        return int(counts[site]) if counts is not None else int(what[site] != 0)

    def _value(self, piece: _Piece) -> int:
        """The value of a piece."""
        letter = LETTERS[piece.type]
        values, heights = self.columns.get(f"value_{letter}"), self.columns.get(f"height_{letter}")
        if values is None:
            return 0
        step = 1 if heights is None else len(values) // len(heights)
        return int(values[piece.site * step + piece.level])

    def _who(self, site: int) -> int:
        """The owner of what lies on top of a site of the board."""
        letter = LETTER[self.evaluation.default_site]
        who, heights = self.columns.get(f"who_{letter}"), self.columns.get(f"height_{letter}")
        if who is None or site >= len(heights or who):
            return 0
        if heights is None:
            return int(who[site])
        step = len(who) // len(heights)
        return int(who[site * step + heights[site] - 1]) if heights[site] else 0

    # ------------------------------------------------------------------ moves

    def _list(self, player: int) -> MoveRecords:
        """The legal moves, as if it were a player's turn."""
        if player not in self.lists:
            engine, raw = self.state.game.engine, self.state.fresh
            if player != self.mover:
                fields = engine.pack(self.state.raw)
                for name, value in (("prev", self.mover), ("mover", player)):
                    if name in fields:
                        fields[name] = struct.pack("<i", value)[: len(fields[name])]
                raw = engine.unpack(fields)
            self.lists[player] = engine.moves(raw)[1]
        return self.lists[player]

    def _mobility(self, player: int) -> int:
        if player == self.mover:
            if self.moves is None:
                self.moves = self.state.count_moves()
            return self.moves
        return len(self._list(player))

    def _influence(self, player: int) -> float:
        moves = self._list(player)
        return len({to for k in range(len(moves)) if (to := moves.head(k)[2]) >= 0}) / self.evaluation.places

    def _threatened(self, player: int) -> set[int]:
        """The sites of the board where another player could capture, or move to. As in Ludii, the player to move
        threatens nothing."""
        found: set[int] = set()
        board = self.evaluation.board_sites
        for other in range(1, self.evaluation.players + 1):
            if other not in (player, self.mover):
                moves = self._list(other)
                for k in range(len(moves)):
                    move = moves.raw(k)
                    found.add(move.to_site)
                    found |= {a.params[1] for a in move.actions if a.kind in _REMOVES and a.params[1] < board}
        return found

    # ------------------------------------------------------------------ lines

    def _line(self, length: int, player: int) -> float:
        """The value of the fullest line that can still be completed, and half of the second one's.

        A line is a number of sites in a row without a piece of another player. Its value is the share of the player's
        pieces, halved for each end where a piece of another player lies. Each line counts once, from the first of its
        pieces. Where there is only one line the second one counts as -1, as in Ludii.
        """
        best = second = None
        counted: set[int] = set()
        for piece in self.pieces:
            site = piece.site
            if self.evaluation.owners[piece.component] != player or site >= len(self.evaluation.lines):
                continue
            for line in self.evaluation.lines[site]:
                ahead, mine_ahead, blocked_ahead = self._walk(line.ahead[:length], player, counted)
                behind, mine_behind, blocked_behind = self._walk(line.behind[:length], player, counted)
                for back in range(length):
                    front = length - 1 - back
                    if back > behind or front > ahead:
                        continue
                    value = (1 + mine_ahead[front] + mine_behind[back]) / length
                    if blocked_ahead and front == ahead:
                        value *= 0.5
                    if blocked_behind and back == behind:
                        value *= 0.5
                    if best is None or value > best:
                        best, second = value, best
                    elif second is None or value > second:
                        second = value
            counted.add(site)
        return (best or 0.0) + (-1.0 if second is None else second) / 2.0

    def _walk(self, sites: tuple[int, ...], player: int, counted: set[int]) -> tuple[int, list[int], bool]:
        """How far one can go along some sites, how many of the player's pieces the first 0, 1, … of them hold, and
        whether it ends before a piece of another player."""
        mine = [0]
        for site in sites:
            who = self._who(site)
            if site in counted:
                break
            if who not in (0, player):
                return len(mine) - 1, mine, True
            mine.append(mine[-1] + (who == player))
        return len(mine) - 1, mine, False


_COLUMNS = ("what_", "who_", "count_", "height_", "value_")
