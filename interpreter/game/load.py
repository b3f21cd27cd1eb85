"""Loads a description as a game that can be played: from the cache, or by compiling it."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ludparse.description.request import Options, Request, option_list
from ludparse.library.library import Library, files_stamp, find_local, find_source, open_library
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.support.process import no_collection

from ..backends.wasm.package import wasmtime_there
from .game import SingleGame
from .stored_game import archive_stamp, keep_source, known_source, name_of, restored, store

if TYPE_CHECKING:
    from .actions.numbering import Numbering
    from .match import MatchGame
    from .pickling import Recipe

__all__ = ["load", "load_once", "load_sandboxed"]


def load(
    source: str | Path | Source,
    *,
    ruleset: str | None = None,
    options: Options = (),
    library: str | os.PathLike[str] | Library | None = None,
    backend: str = "auto",
    verify: bool = False,
    without: Collection[str] = (),
) -> SingleGame | MatchGame:
    """A compiled game, or a match of several.

    source: a path, the name of a bundled game or of one in the library, text that starts with "(", or a `Source`.
    ruleset: the heading of one of the description's rulesets. options: "Board Size/6" and the like; one string is one
    option. library: a Ludii.jar, or a folder that holds lud/ and def/; by default the one that the environment variable
    LUD_LIBRARY names. backend: "c", "wasm", "python", or "auto" (WebAssembly where the package wasmtime is installed
    and has code for all that the game needs, and C once that has been compiled beside the playing; without wasmtime C;
    Python where neither is there). verify: check the program
    of rules after each pass, which takes time. without: names of passes to leave out (`lud export GAME --passes` lists
    them); the game is the same, and slower. Both are for work on the compiler.

    A game that was loaded before on this machine comes from the cache, and is the same in every respect.

    Raises LudError and its subclasses: what is wrong with the description, or not supported, with its place;
    NoCompilerError for backend="c" without a C compiler; NoWasmtimeError for backend="wasm" without wasmtime, and
    NotRenderedError for a game that needs what that backend lacks; ValueError for another backend, or a pass to leave
    out that is none or that the meaning of programs needs;
    InvalidProgramError for a fault that `verify` has found.
    """
    if not isinstance(source, str | os.PathLike | Source):
        raise TypeError(f"a game is named by a path, a name or its text, and this is a {type(source).__name__}")
    if backend not in ("auto", "c", "wasm", "python"):
        raise ValueError(f"backend is 'auto', 'c', 'wasm' or 'python', not {backend!r}")
    with no_collection():
        opened: Library | None = None
        found = find_local(source)
        if found is None:
            archive = archive_stamp(library or os.environ.get("LUD_LIBRARY"))
            found = None if archive is None else known_source(str(source), archive)
            if found is None:
                opened = open_library(library)
                found = find_source(source, opened)
                if archive is not None:
                    keep_source(str(source), archive, found)
        return _load(found, option_list(options), ruleset, opened or library, backend, verify, without)


def load_once(
    source: str | Path | Source, *, options: Options = (), ruleset: str | None = None,
    library: str | os.PathLike[str] | Library | None = None, backend: str = "auto",
) -> SingleGame | MatchGame:  # fmt: skip
    """As `load`, for a description that nobody loads again: the cache is not looked at, and does not grow."""
    with no_collection():
        opened = open_library(library)
        return _compiled(find_source(source, opened), option_list(options), ruleset, opened, backend, keep=False)


def load_sandboxed(
    source: str | Path | Source, *, ruleset: str | None = None, options: Options = (),
    library: str | os.PathLike[str] | Library | None = None,
) -> SingleGame | MatchGame:  # fmt: skip
    """As `load`, for a description that a stranger may have written: where wasmtime is installed it runs there, in a
    sandbox, or in Python a game that needs what WebAssembly lacks; and never as C, however long it is played. Elsewhere
    it runs as any other."""
    if not wasmtime_there():
        return load(source, ruleset=ruleset, options=options, library=library)
    from ..backends.wasm.rendering.base import NotRenderedError

    try:
        return load(source, ruleset=ruleset, options=options, library=library, backend="wasm")
    except NotRenderedError:
        return load(source, ruleset=ruleset, options=options, library=library, backend="python")


def _load(
    source: Source,
    options: tuple[str, ...],
    ruleset: str | None,
    library: str | os.PathLike[str] | Library | None,
    backend: str,
    verify: bool = False,
    without: Collection[str] = (),
) -> SingleGame | MatchGame:
    request = Request(source.text, options, ruleset)
    place = library or os.environ.get("LUD_LIBRARY") or None
    stamp = place.read_stamp if isinstance(place, Library) else files_stamp(place) if place else ""
    known = not verify and not without and stamp is not None
    native = name_of(request, stamp, "c") if known and backend == "auto" and wasmtime_there() else None
    for kind in _kinds(backend) if known else iter(()):
        name = native if kind == "c" and native else name_of(request, stamp, kind)
        game = None if name is None else restored(name, kind, request, source.name, backend, again, native)
        if game is not None:
            _keep_native(game, stamp)
            _keep_numbers(game, stamp)
            return game
    return _compiled(source, options, ruleset, open_library(library), backend, verify, without=without)


def _kinds(backend: str) -> Iterator[str]:
    """The kinds of engines that may be in the cache: plain Python by default only where nothing else can run."""
    if backend != "auto":
        yield backend
        return
    yield "c"
    if wasmtime_there():
        yield "wasm"
    from ..backends.c.compile import NoCompilerError, find_compiler

    try:
        find_compiler()  # only now, because it takes a while to look for one
    except NoCompilerError:
        yield "python"


def _keep_native(game: SingleGame, stamp: str | None) -> None:
    """Has the native code of a game that begins as WebAssembly kept too, once it is there."""
    if game.backend != "wasm" or game.wanted_backend != "auto":
        return
    from ..backends.wasm.tiers import TieredEngine

    engine, there = game.engine, weakref.ref(game)
    if isinstance(engine, TieredEngine):

        def keep() -> None:
            if (made := there()) is not None:
                store(made, stamp, "c")

        engine.compiled = keep


def _keep_numbers(game: SingleGame, stamp: str | None) -> None:
    """Has the numbers of a game's moves kept too, once somebody has asked for them."""
    request = game.request

    def kept(make: Callable[[], Numbering]) -> Numbering:
        from .stored_actions import kept_numbering

        return kept_numbering(request, stamp, make)

    game.kept_numbering = kept


def _compiled(
    source: Source, options: tuple[str, ...], ruleset: str | None, opened: Library | None, backend: str,
    verify: bool = False, keep: bool = True, without: Collection[str] = (),
) -> SingleGame | MatchGame:  # fmt: skip
    """A game from its description. keep: put it into the cache, except after `verify` or `without` passes."""
    from ludparse.description.description import load_description
    from ludparse.ludemes import Match as MatchNode

    description = load_description(source, library=opened, options=options, ruleset=ruleset)
    if isinstance(description.game, MatchNode):
        from .match import MatchGame

        return MatchGame(description, backend, library=opened, verify=verify, without=without)
    try:
        game = SingleGame(description, backend, verify=verify, without=without)
    except LudError as error:
        if not description.noted(error):
            raise
        # compiled again for the place of the error
        exact = load_description(source, library=opened, options=options, ruleset=ruleset, exact=True)
        game = SingleGame(exact, backend, verify=verify, without=without)
    game.make_pickles_with(again)
    if keep and not verify and not without:
        stamp = "" if opened is None else opened.read_stamp
        store(game, stamp)
        _keep_native(game, stamp)
        _keep_numbers(game, stamp)
    return game


def again(recipe: Recipe) -> SingleGame:
    """Restore a pickled game. It is loaded once per process."""
    from .pickling import made_again

    def make() -> SingleGame:
        with no_collection():
            request = recipe.request
            made = _load(recipe.source(), request.options, request.ruleset, recipe.library(), recipe.backend)
        assert isinstance(made, SingleGame)
        return made

    return made_again(SingleGame, recipe, make)
