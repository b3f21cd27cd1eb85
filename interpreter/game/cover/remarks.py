"""What people overlook in random games: forced passes, dice on the board, sites without use, games without end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ludparse.ludemes import SiteType

from ...board.topology import Element
from ...equipment.items import ComponentKind
from ...play.cover import Remark
from ...play.game import Playable
from ...play.playouts import game_seed
from ...play.state import State

__all__ = ["Seen", "remarks"]

LETTER = {SiteType.Vertex: "V", SiteType.Edge: "E", SiteType.Cell: "C"}
"""What the names of sites in `State.sites` begin with."""

_GAMES = 20
"""So many games are followed move by move."""

_MOVES = 4_000
"""After so many moves no further one is begun."""

_LAST = 100
"""So many moves at the end of a game that was broken off are looked at."""

_NAMED = 12
"""So many sites are named."""


def remarks(game: Playable, seed: int, max_moves: int, cut: int, playouts: int) -> tuple[Remark, ...]:
    """What is striking in the first random games. cut: so many of all were broken off."""
    seen = Seen(game, _GAMES, seed, max_moves)
    return (*seen.passes(), *seen.dice(), *seen.unused(), *seen.endless(cut, playouts))


class Seen:
    """What is seen in random games that are followed move by move.

    turns, forced: by player, how many turns there were, and in how many of them there was only a pass.
    """

    def __init__(self, game: Playable, games: int, seed: int, max_moves: int) -> None:
        self.game = game
        self.max_moves = max_moves
        self.games = self.moves = 0
        self.turns: Counter[int] = Counter()
        self.forced: Counter[int] = Counter()
        self.standing: set[tuple[int, tuple[str, int]]] = set()
        self.ends: set[int] = set()
        self.quiet = self.broken_off = self.repeating = 0
        for number in range(games):
            if self.moves < _MOVES:
                self.follow(number, seed)

    def follow(self, number: int, seed: int) -> None:
        """One random game."""
        chance = game_seed(seed, number)
        state = self.game.start(rng_state=chance.bits().to_bytes(8, "little"))
        pieces: list[int] = []
        positions: list[object] = []
        self.games += 1
        for _ in range(self.max_moves):
            if state.over:
                return
            pieces.append(self.look(state))
            positions.append(repr(state.sites()))
            moves = state.legal_moves()
            self.ends.update(site for move in moves for site in (move.from_site, move.to_site))
            self.turns[state.mover] += 1
            self.forced[state.mover] += not moves or (len(moves) == 1 and moves[0].is_pass)
            self.moves += 1
            state.apply(moves[chance.below(len(moves))] if moves else state.forced_pass())
        self.broken_off += 1
        self.quiet += len(set(pieces[-_LAST:])) == 1
        self.repeating += len(set(positions[-_LAST:])) < min(_LAST, len(positions))

    def look(self, state: State) -> int:
        """Notes what stands where; how many pieces there are."""
        count = 0
        for name, number, *levels in state.sites():
            for level in levels:
                if isinstance(level, list):
                    count += max(1, int(number)) if isinstance(number, int) else 1
                    self.standing.add((level[0], (str(name)[0], int(str(name)[1:]))))
        return count

    def passes(self) -> Iterator[Remark]:
        for player, count in sorted(self.forced.items()):
            if count:
                share = count / self.turns[player]
                of = f"{count:,} of {self.turns[player]:,} turns ({share:.0%})"
                yield Remark("forced-pass", f"player {player} could only pass in {of}")

    @property
    def board_sites(self) -> Sequence[Element]:
        """The sites of the board on which pieces stand."""
        return self.game.equipment.board.elements(self.game.equipment.default_site)

    def on_board(self, site: tuple[str, int]) -> bool:
        return site[0] == LETTER[self.game.equipment.default_site] and site[1] < len(self.board_sites)

    def dice(self) -> Iterator[Remark]:
        for name in self.dice_on_board():
            yield Remark("die-on-board", f"the die {name} stands on the board as if it were a piece")

    def dice_on_board(self) -> list[str]:
        """The names of the dice that stood on the board."""
        on_board = {what for what, site in self.standing if self.on_board(site)}
        return [x.name for x in self.game.pieces if x.kind is ComponentKind.DIE and x.index in on_board]

    def unused(self) -> Iterator[Remark]:
        used = {number for _, (letter, number) in self.standing if self.on_board((letter, number))} | self.ends
        idle = [x.label for k, x in enumerate(self.board_sites) if k not in used]
        if idle:
            names = ", ".join(idle[:_NAMED]) + (" …" if len(idle) > _NAMED else "")
            verb = "site was" if len(idle) == 1 else "sites were"
            yield Remark("site-unused", f"{len(idle):,} {verb} never used in {self.games} games: {names}")

    def endless(self, cut: int, playouts: int) -> Iterator[Remark]:
        if cut:
            why = self.why_endless()
            more = f"; {why}" if why else ""
            what = f"{cut:,} of {playouts:,} random games were broken off after {self.max_moves:,} moves"
            yield Remark("endless", what + more)

    def why_endless(self) -> str:
        """How those games go on that were broken off; empty where nothing is striking."""
        parts = []
        if self.quiet:
            parts.append(f"in {self.quiet} no piece came or went in the last {_LAST} moves")
        if self.repeating:
            parts.append(f"in {self.repeating} positions came again in these")
        of = "the one that was followed" if self.broken_off == 1 else f"{self.broken_off} that were followed"
        return f"of {of}, {' and '.join(parts)}" if parts else ""
