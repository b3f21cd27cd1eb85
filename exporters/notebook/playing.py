"""Playing by clicks: what a click on the picture of a position means, and the game as its description is now.

Nothing here needs a notebook: `widget.py` sends the clicks and shows the views.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import hypot, inf
from pathlib import Path
from typing import Any, TypedDict

from ludparse.exporters.pictures import position_svg, theme_named
from ludparse.exporters.pictures.position import kit_of, move_sites, window_of
from ludparse.exporters.terminal.screen import Screen
from ludparse.interpreter.game.load import load
from ludparse.interpreter.play.move import Move
from ludparse.problems.errors import IllegalMoveError, LudError, MoveError

__all__ = ["Entry", "Playing", "View"]

_REACH = 0.7
"""How far from the middle of a site, in its widths, a click may be."""


class View(TypedDict):
    """What is shown. picture: the position as an SVG document. status: whose turn it is, or how the game has ended.
    choices: texts of the moves to choose from now, which `Playing.choose` takes by number. problem: why the last thing
    that was asked for was not done, or what is wrong with the file; empty for nothing."""

    picture: str
    status: str
    choices: list[str]
    problem: str


class Entry:
    """The legal moves by the sites where they begin and end, as pages have them (`web/src/page/entry.ts`). selected:
    the site that was chosen first, "" for none."""

    def __init__(self, moves: Sequence[tuple[Move, tuple[str, ...]]], hands: frozenset[str]) -> None:
        self.moves, self.hands = moves, hands
        self.selected = ""

    @property
    def aside(self) -> list[Move]:
        """Moves without a site: passes, swaps, bids."""
        return [move for move, ends in self.moves if not ends]

    @property
    def marked(self) -> list[Move]:
        """The moves that can be meant now."""
        return [move for move, ends in self.moves if ends and self.selected in ("", ends[0])]

    def choose(self, site: str) -> list[Move]:
        """The moves that are meant after a click on a site; none where it selects a site, or means nothing."""
        begin, self.selected = self.selected, ""
        if begin:
            if meant := [move for move, ends in self.moves if len(ends) == 2 and ends == (begin, site)]:
                return meant
            if site == begin:
                return []
        if any(len(ends) == 2 and ends[0] == site for _, ends in self.moves):
            self.selected = site
            return []
        here = [move for move, ends in self.moves if ends == (site,)]
        return here or ([] if begin else self._dropped(site))

    def _dropped(self, site: str) -> list[Move]:
        """The moves to a site to which only pieces of one place beside the board can go."""
        meant = [(move, ends) for move, ends in self.moves if ends and ends[-1] == site]
        begins = {ends[0] for _, ends in meant}
        return [move for move, _ in meant] if len(begins) == 1 and begins <= self.hands else []


class Playing:
    """A game that is played by clicks. seat: the player, from 1, who sees the picture and moves; None: everybody.

    Where the game comes from a file, `renew` reads that again when it has changed: the moves are played anew as far as
    they are legal. A file that is wrong leaves the game as it was, and its first error is told.
    """

    def __init__(self, game: Any, *, seat: int | None = None, theme: str = "auto") -> None:
        self.game, self.seat, self.theme = game, seat, theme_named(theme)
        source = Path(game.description.source.name)
        self.file = source if source.suffix == ".lud" and source.is_file() else None
        self.seen = self._stamp()
        self.restart()

    # ------------------------------------------------------------------ what can be done

    def restart(self) -> None:
        """Begins a new game, with other dice."""
        self.seed = random.SystemRandom().randrange(1 << 32)
        self._begin()

    def undo(self) -> None:
        """Takes the last move back."""
        if self.state.history:
            self.state.undo()
        self._moved()

    def click(self, x: float, y: float) -> None:
        """A click on the picture, in its pixels: of the site there, if any."""
        near = [(hypot(x - place[0], y - place[1]) / place[2], name) for name, place in self._places()]
        distance, site = min(near, default=(inf, ""))
        self.problem = ""
        meant = self.entry.choose(site if distance <= _REACH else "")
        if len(meant) == 1:
            self._play(meant[0])
        else:
            self.offered = meant or self.entry.aside

    def choose(self, number: int) -> None:
        """Plays one of the moves that the view offers."""
        self._play(self.offered[number])

    def write(self, text: str) -> None:
        """Plays a move that is written, as `State.parse_move` reads it."""
        try:
            move = self.state.meant(text)
            if self.seat not in (None, move.mover):
                raise IllegalMoveError("it is another player's turn")
        except MoveError as problem:
            self.problem = str(problem)
        else:
            self._play(move)

    def renew(self) -> bool:
        """Reads the file again if it has changed; whether it has."""
        if self.file is None or (stamp := self._stamp()) == self.seen:
            return False
        self.seen = stamp
        request = self.game.description.request
        try:
            game = load(self.file, options=request.options, ruleset=request.ruleset, backend=self.game.wanted_backend)
            before = [move.notation for move in self.state.history]
            self.game = game
            self._begin()
        except LudError as problem:
            self.problem = str(problem)
            return True
        for number, text in enumerate(before):
            try:
                self.state.apply(text)
            except (MoveError, LudError):
                self.problem = f"the file has changed: move {number + 1}, {text}, is not possible any more"
                break
        self._moved(keep=True)
        return True

    # ------------------------------------------------------------------ what is shown

    @property
    def view(self) -> View:
        """What is to be shown now."""
        picture = position_svg(self.state, moves=self.entry.marked, seat=self.seat, players=True, theme=self.theme)
        names = [move.notation for move in self.offered]
        choices = names if len({*names}) == len(names) else [move.text for move in self.offered]
        return {
            "picture": picture,
            "status": self.screen.outcome(self.state),
            "choices": choices,
            "problem": self.problem,
        }

    # ------------------------------------------------------------------

    def _stamp(self) -> tuple[int, int] | None:
        try:
            about = self.file.stat() if self.file else None
        except OSError:
            return None
        return about and (about.st_mtime_ns, about.st_size)

    def _begin(self) -> None:
        self.screen = Screen(self.game)
        self.state = self.game.start(seed=self.seed)
        self._moved()

    def _moved(self, *, keep: bool = False) -> None:
        """Prepares the next click. keep: whether a problem stays told."""
        if not keep:
            self.problem = ""
        at = getattr(self.state, "instance", self.state)
        self.kit = kit_of(at.game, (), window_of([at], self.seat), self.theme)
        own = [move for move in self.state.legal_moves() if self.seat in (None, move.mover)]
        self.entry = Entry([(move, move_sites(at.game, move)) for move in own], self.kit.in_hand)
        self.offered = self.entry.aside

    def _places(self) -> list[tuple[str, list[float]]]:
        """The sites of the moves, and where they lie."""
        sites = {site for _, ends in self.entry.moves for site in ends}
        return [(site, self.kit.sites[site]) for site in sites if site in self.kit.sites]

    def _play(self, move: Move) -> None:
        try:
            self.state.apply(move)
        except LudError as problem:
            self.problem = str(problem)
            self._moved(keep=True)
        else:
            self._moved()
