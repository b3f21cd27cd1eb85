"""What a pickled game consists of: the text, the chosen options and ruleset, and the library's defines that it uses."""

from __future__ import annotations

import hashlib
import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ludparse.description.request import Request
from ludparse.library.defines import LibraryDefine
from ludparse.library.library import Library
from ludparse.problems.spans import Source
from ludparse.support.process import after_fork

from ..play.game import Game

if TYPE_CHECKING:
    from ludparse.description.description import Description

__all__ = ["Recipe", "made_again", "remember"]

L = TypeVar("L", bound=Game)


Defines = tuple[tuple[str, str, str, int, int, int], ...]
"""The defines of the library that a description uses: of each its name, its file, the text of that, and three places in
it (see `LibraryDefine`)."""


class Recipe(NamedTuple):
    """Everything needed to compile a game again without the library that it came from. parts: for a match, the recipes
    of its games. agents: the define that `(ai …)` refers to, packed in the same way as `defines`.
    """

    file: str
    request: Request
    defines: Defines
    backend: str
    parts: tuple[Recipe, ...] = ()
    agents: Defines = ()

    @classmethod
    def of(cls, description: Description, backend: str, parts: tuple[Recipe, ...] = ()) -> Recipe:
        """The recipe of a description."""
        defines = tuple(_packed(d) for d in sorted(description.taken_defines, key=lambda d: d.tag))
        agents = () if description.agent_define is None else (_packed(description.agent_define),)
        return cls(description.source.name, description.request, defines, backend, parts, agents)

    def source(self) -> Source:
        """The text of the description, with the name of its file."""
        return Source(self.file, self.request.text)

    def library(self) -> Library:
        """A library that holds the defines alone."""
        return Library.of_defines(map(_unpacked, self.defines), map(_unpacked, self.agents))

    def description(self) -> Description:
        """The description, parsed again."""
        from ludparse.description.description import load_description

        request = self.request
        return load_description(
            self.source(), library=self.library(), options=request.options, ruleset=request.ruleset
        )

    def digest(self) -> bytes:
        """A digest of the recipe. It does not depend on the file's path."""
        about = (self.request, self.defines, self.agents, self.backend, [part.digest() for part in self.parts])
        return hashlib.blake2b(repr(about).encode(), digest_size=16).digest()


def _packed(define: LibraryDefine) -> tuple[str, str, str, int, int, int]:
    source = define.source
    return define.tag, source.name, source.text, define.start, define.end, define.body_start


def _unpacked(packed: tuple[str, str, str, int, int, int]) -> LibraryDefine:
    tag, file, text, start, end, body_start = packed
    return LibraryDefine(tag, Source(file, text), start, end, body_start)


_lock = threading.RLock()
_made: weakref.WeakValueDictionary[tuple[type, bytes], Game] = weakref.WeakValueDictionary()


def made_again(kind: type[L], recipe: Recipe, make: Callable[[], L]) -> L:
    """The game of a recipe: a single object per process while anyone refers to it."""
    key = (kind, recipe.digest())
    with _lock:
        game = _made.get(key)
        if game is None:
            game = _made[key] = make()
    assert isinstance(game, kind)
    return game


def remember(game: Game, recipe: Recipe) -> Recipe:
    """Make pickles of a game resolve to this very object in this process, as long as it exists."""
    with _lock:
        _made.setdefault((type(game), recipe.digest()), game)
    return recipe


def _after_fork() -> None:
    global _lock
    _lock = threading.RLock()


after_fork(_after_fork)
