"""What is being spoken of: the piece that has moved, the site that a move goes to, the stack in question."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import RoleType

from ..tree.arguments import raw, whole
from .calling import Calling

__all__ = ["Speaking"]


class Speaking(Calling):
    """Knows what "that piece", "that cell" and "the moved piece" are."""

    @contextmanager
    def _while(self, **called: Any) -> Iterator[None]:
        """While attributes have other values."""
        before = {name: getattr(self, name) for name in called}
        vars(self).update(called)
        try:
            yield
        finally:
            vars(self).update(before)

    def choosing_one(self) -> AbstractContextManager[None]:
        """While moves are told of which one is made, or could be."""
        return self._while(choosing=True)

    def for_each_site(self) -> AbstractContextManager[None]:
        """While moves are told that are made at each of some sites."""
        return self._while(at_each_site=True)

    def calling_to(self, name: str, falls: str = "") -> AbstractContextManager[None]:
        """While the site that a move goes to has another name. falls: what terms call it where it is the last hole of a
        sowing."""
        return self._while(to=name, falls=falls)

    def calling_from(self, name: str) -> AbstractContextManager[None]:
        """While the site that a move comes from has another name."""
        return self._while(from_=name)

    def after_sowing(self, node: Any) -> AbstractContextManager[None]:
        """While it is told what happens where the last piece of a sowing falls."""
        one = node.backtracking in (None, False) and node.forward in (None, False)
        falls = f"the {self.site} where the last piece falls" if one else f"the {self.site} in question"
        return self._while(to=f"that {self.site}", falls=falls, from_=f"the {self.site} sown from")

    def calling_captured(self) -> AbstractContextManager[None]:
        """While it is told what is done with a captured piece, wherever it stands."""
        return self._while(to=f"its {self.site}", between=f"its {self.site}")

    def piece_by_piece(self, site: Any) -> AbstractContextManager[None]:
        """While the pieces of the stack on a site are told of, one after the other."""
        return self._while(stack=raw(site))

    def piece_at(self, node: Any, site: Any) -> str:
        """The piece that is meant by a site and the level in question: of a loop over a stack, or of the piece that
        moves; empty where a node has no such level."""
        level = raw(node).level
        if isinstance(level, L.Last) and level.kind is L.LastType.LevelTo and self.moved_piece(site):
            whole(node.level)
            return self.moved_piece(site)
        if not isinstance(level, L.IteratorLevel):  # another level is told by who asks
            return ""
        of_stack = self.stack is not None and raw(site) == self.stack
        called = "that piece" if of_stack else "the piece" if self.stack is None and isinstance(
            site, L.IteratorFrom) else ""  # fmt: skip
        if called:
            whole(node.level), whole(site)
        return called

    @contextmanager
    def calling_player(self, who: str) -> Iterator[None]:
        """While "that player" is somebody."""
        before = self.roles
        self.roles = {**before, RoleType.Player: who}
        self.forget()
        try:
            yield
        finally:
            self.roles = before
            self.forget()

    def speaking_of(self, moved: str) -> AbstractContextManager[None]:
        """While it is known what the last move has moved."""
        return self._while(moved=moved)

    def calling_last(self, piece: str) -> AbstractContextManager[None]:
        """While the piece of the last move, of whichever player, has a name; its site keeps its own."""
        return self._while(just_moved=piece)

    def moved_piece(self, site: Any) -> str:
        """The piece that has moved, where a site is the one that it has come to; empty for others."""
        return self.moved if "piece" in self.moved and self._is_last(raw(site)) and whole(site) else ""

    def piece_itself(self, site: Any) -> str:
        """The piece that moves, where a site is the one that it moves from; empty for others and where pieces are
        counted."""
        plain = isinstance(raw(site), L.IteratorFrom) and not (self.from_ or self.counts_pieces or self.site == "hole")
        return "the piece" if plain and whole(site) is not None else ""

    def piece_on(self, site: Any) -> str:
        """The piece on a site: the one that has moved, wherever that is known to be the one."""
        piece = self.moved_piece(site) or (self.just_moved if self._is_last(raw(site)) and not self.moved else "")
        return (piece and whole(site) and piece) or self.piece_itself(site) or f"the piece on {self.place(site)}"

    @staticmethod
    def _is_last(site: Any) -> bool:
        """Whether a site is the one to which the last move went, before what followed from it."""
        return isinstance(site, L.Last) and site.kind is L.LastType.To and site.after_consequence in (None, False)
