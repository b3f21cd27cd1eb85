"""The stored form of a game: all that playing needs, in one file of the cache, so that the game starts at once.

Its name is a digest of everything the game depends on: the text, the options, the ruleset, the defines of the library,
this package's own files, and the versions of Python, compiler and processor. So nothing ever becomes outdated; it is
only not found any more.

The cache folder belongs to the user alone (`backends.cache`), and native code beside it is trusted for that reason.
Nothing in a stored form is run when it is read: it is JSON, numbers and texts. The exceptions are the compiled Python
module of the Python backend (`marshal`, as in Python's own `__pycache__`) and the compiled WebAssembly module, which
are looked at only after the file has proved to be undamaged and to be the one of this name. That proof is a digest over
the whole file, keyed with the name. A form that is damaged or of another make is ignored, and the game is compiled as
if there were none.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import struct
import sys
import zlib
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ludparse.description.request import Request
from ludparse.library.library import files_stamp
from ludparse.problems.spans import Source
from ludparse.support.cache import usual_folder
from ludparse.support.process import no_collection

from ..backends.c.compile import NoCompilerError, processor
from ..backends.cache import Cache, game_cache
from ..backends.cache_entry import code_stamp, packed, unpacked
from ..backends.wasm.package import NoWasmtimeError, version
from ..play.engine import Traits
from ..play.notation import Names
from ..play.state_bytes import position_fields
from ..program.data import StoredData
from ..program.state_layout import Field, FieldKind, SiteData, Upkeep
from .game import SingleGame
from .late_parts import Parts
from .pickling import Defines, Recipe
from .stored_later import later, written

if TYPE_CHECKING:
    from ludparse.description.description import Description

    from ..backends.c.engine import CEngine
    from ..backends.python.engine import PythonEngine
    from ..backends.wasm.engine import WasmEngine
    from ..backends.wasm.tiers import Kept
    from ..play.engine import Engine

__all__ = ["archive_stamp", "keep_source", "known_source", "name_of", "read_part", "restored", "store", "write_part"]

# --------------------------------------------------------------------------------------------------- names


def name_of(request: Request, library: str | None, kind: str) -> str | None:
    """The name of a game's stored form; None for games that have none.

    library: the stamp of the library's defines (`files_stamp`), empty without a library, None if it is not known. kind:
    "c", "wasm" or "python", or that of a single part.
    """
    code = code_stamp()
    if code is None or library is None or _has_own_ludemes():
        return None
    about: tuple[object, ...] = (code, sys.version, tuple(request), library, kind)
    if kind == "c":
        about += (os.environ.get("CC"), os.environ.get("PATH"), processor())
    if kind == "wasm":
        about += (version(), processor())
    return hashlib.sha256(repr(about).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def _has_own_ludemes() -> bool:
    """Whether a module outside of this package has declared ludemes: then the same text may mean something else."""
    base = sys.modules.get("ludparse.ludemes.base")
    return base is not None and any(base.is_own(cls) for classes in base.REGISTRY.values() for cls in classes)


# --------------------------------------------------------------------------------------------------- the file


def _cache(kind: str) -> Cache | None:
    """The cache that stored forms of a kind are in; None where it cannot be used."""
    if kind == "c":
        return game_cache()
    usual = Cache(usual_folder())  # plain Python does without a cache, so there is nothing to warn of
    return None if usual.problem() else usual


# --------------------------------------------------------------------------------------------------- writing


def store(game: SingleGame, library: str | None, kind: str | None = None) -> None:
    """Keep the stored form of a game, some time after this. Does nothing where that is not possible.

    library: the stamp of the library with which it was loaded (see `name_of`). kind: of the code that is kept, as of
    `name_of`; by default that in use.
    """
    kind = kind or game.backend
    name, cache = name_of(game.request, library, kind), _cache(kind)
    if name is None or cache is None:
        return
    engine: Any = game.engine
    parts_of: Callable[[Any], tuple[dict[str, Any], dict[str, bytes]]]
    parts_of = {"c": _of_c, "wasm": _of_wasm, "python": _of_python}[kind]  # type: ignore[assignment]
    what = getattr(engine, "first", engine) if kind == "wasm" else engine
    if what is None:
        return  # optimised code has just taken over
    later(_waits_as(cache, name), lambda: _write(game, kind, name, cache, lambda: parts_of(what)))


def _waits_as(cache: Cache, name: str) -> str:
    """What a form is called that is not written yet (`stored_later`)."""
    return str(cache.folder / name)


def _write(
    game: SingleGame, kind: str, name: str, cache: Cache, parts: Callable[[], tuple[dict[str, Any], dict[str, bytes]]]
) -> None:
    engine_head, sections = parts()
    recipe = Recipe.of(game.description, game.wanted_backend)
    sections["defines"] = zlib.compress(json.dumps([recipe.defines, recipe.agents]).encode(), 1)
    try:
        cache.write(name, packed(name, _head(game) | engine_head, sections))
        # pickles bring the defines along, without the library that they come from
        other = name_of(game.request, recipe.library().read_stamp, kind)
        if other is not None and other != name:
            cache.write(other, packed(other, {"same_as": name}, {}))
    except OSError:
        return  # a full disk, or a folder that is gone: the game plays without


def _head(game: SingleGame) -> dict[str, Any]:
    program, names = game.program, game.vocabulary.names
    assert names is not None
    return {
        "name": game.name,
        "players": game.players,
        "program": program.name,
        "fields": [_field_row(f) for f in program.fields.values()],
        "caps": program.caps,
        "set_width": program.set_width,
        "strings": program.strings,
        "hashed": program.hashed,
        "hash_lists": program.hash_lists,
        "constants": program.constants,
        "after_all": sorted(program.after_all),
        "appliers": list(program.appliers),
        "positions": [position_fields(program, counting=counting) for counting in (False, True)],
        "traits": [*game.traits[:5], sorted(game.traits.large)],
        "names": [names.labels, names.default, names.pieces],
    }


def _field_row(f: Field) -> list[Any]:
    upkeep, site = f.upkeep and f.upkeep.value, f.site and f.site.value
    return [f.name, f.kind.value, f.size, f.bits, f.init, f.cap, upkeep, site, f.heights, f.gap]


def _of_c(engine: CEngine) -> tuple[dict[str, Any], dict[str, bytes]]:
    tables = engine.tables
    sections = {
        "tables": b"".join(table.tobytes() for table in tables),
        "source": zlib.compress(engine.source.encode(), 1),
    }
    return {"libraries": engine.libraries(), "tables": [len(table) for table in tables]}, sections


def _of_wasm(engine: WasmEngine) -> tuple[dict[str, Any], dict[str, bytes]]:
    code = engine.code
    head = {"plan": code.plan.as_row(), "given": code.given, "functions": code.functions}
    return {"wasm": head}, {"module": bytes(code.module.serialize())}


def _of_python(engine: PythonEngine) -> tuple[dict[str, Any], dict[str, bytes]]:
    import marshal

    code, tables = engine.compiled()
    plain = {name: [row if isinstance(row, int) else list(row) for row in rows] for name, rows in tables.items()}
    sections = {"code": marshal.dumps(code), "tables": marshal.dumps(plain)}
    sections["source"] = zlib.compress(engine.source.encode(), 1)
    return {}, sections


# --------------------------------------------------------------------------------------------------- names in archives


def archive_stamp(library: object) -> str | None:
    """What changes when an archive (Ludii.jar) changes; None for a library that is none.

    To list what is in an archive takes longer than to start a game.
    """
    if not isinstance(library, str | os.PathLike) or not os.path.isfile(library):
        return None
    return files_stamp(library)


def known_source(name: str, archive: str) -> Source | None:
    """The description that a name has meant in an archive before; None if that is not known."""
    try:
        found = read_part(Request(name, (), None), f"archive {archive}", "source")
        if found is None:
            return None
        return Source(bytes(found["file"]).decode(errors="surrogatepass"), bytes(found["text"]).decode())
    except (ValueError, LookupError):
        return None  # of another make


def keep_source(name: str, archive: str, source: Source) -> None:
    """Remember what a name means in an archive."""
    sections = {"file": source.name.encode(errors="surrogatepass"), "text": source.text.encode()}
    write_part(Request(name, (), None), f"archive {archive}", "source", sections)


# --------------------------------------------------------------------------------------------------- single parts


def read_part(request: Request, library: str | None, kind: str) -> dict[str, memoryview] | None:
    """What `write_part` has kept; None if there is nothing that can be used."""
    name, cache = name_of(request, library, kind), _cache("python")
    data = None if name is None or cache is None else cache.read(name)
    try:
        found = None if name is None or data is None else unpacked(name, data)
    except (ValueError, LookupError, struct.error):
        return None  # of another make
    return None if found is None else found[1]


def write_part(request: Request, library: str | None, kind: str, sections: dict[str, bytes]) -> None:
    """Keep sections of bytes, by their names, that follow from a request and a library (see `name_of`). Does nothing
    where that is not possible."""
    name, cache = name_of(request, library, kind), _cache("python")
    if name is not None and cache is not None:
        with contextlib.suppress(OSError):
            cache.write(name, packed(name, {}, sections))


# --------------------------------------------------------------------------------------------------- reading


def restored(
    name: str, kind: str, request: Request, file: str, backend: str, again: Callable[[Recipe], SingleGame],
    native: str | None = None,
) -> SingleGame | None:  # fmt: skip
    """The game of a stored form; None if there is none that can be used.

    request: of which it is. file: the name of the description's file, for errors. backend: as it was asked for. again:
    makes the game of a recipe, for pickles. native: for "wasm" with C after it, the name of the stored form of that.
    """
    try:
        found = _read(name, kind)
        if found is None:
            return None
        return _game(*found, kind, request, file, backend, again, native)
    except (NoCompilerError, NoWasmtimeError):
        return None  # the native code is gone, and cannot be made again
    except _DAMAGED:
        return None  # of another make


_DAMAGED = ValueError, LookupError, TypeError, EOFError, struct.error, zlib.error


def _read(name: str, kind: str) -> tuple[dict[str, Any], dict[str, memoryview]] | None:
    """The head and the sections of a stored form."""
    cache = _cache(kind)
    if cache is not None:
        written(_waits_as(cache, name))
    data = None if cache is None else cache.read(name)
    found = None if data is None else unpacked(name, data)
    if cache is not None and found is not None and "same_as" in found[0]:
        name = found[0]["same_as"]
        data = cache.read(name)
        found = None if data is None else unpacked(name, data)
    return found


def _kept(native: str) -> Kept | None:
    """What the cache has of a game's native code."""
    from ..backends.wasm.tiers import Kept

    try:
        found = _read(native, "c")
        if found is None:
            return None
        head, sections = found
        return Kept(head["libraries"], _tables(head, sections), lambda: zlib.decompress(sections["source"]).decode())
    except _DAMAGED:
        return None  # of another make


def _tables(head: dict[str, Any], sections: dict[str, memoryview]) -> list[array[int]]:
    tables, at, raw = [], 0, sections["tables"]
    for length in head["tables"]:
        table = array("i")
        table.frombytes(raw[at : at + 4 * length])
        tables.append(table)
        at += 4 * length
    return tables


def _game(
    head: dict[str, Any],
    sections: dict[str, memoryview],
    kind: str,
    request: Request,
    file: str,
    backend: str,
    again: Callable[[Recipe], SingleGame],
    native: str | None,
) -> SingleGame | None:
    fields = {row[0]: _field(row) for row in head["fields"]}

    without, counting = head["positions"]
    data = StoredData(
        head["program"], fields, head["caps"], head["set_width"], head["strings"], head["hashed"], head["hash_lists"],
        head["constants"], frozenset(head["after_all"]), frozenset(head["appliers"]),
        {False: tuple(without), True: tuple(counting)},
    )  # fmt: skip

    def recipe() -> Recipe:
        defines, agents = json.loads(zlib.decompress(sections["defines"]))
        return Recipe(file, request, _rows(defines), backend, (), _rows(agents))

    parts = Parts(lambda: _description(recipe()), stored=recipe, again=again)
    engine = _engine(kind, head, sections, data, parts, backend, native)
    if engine is None:
        return None
    stochastic, scores, amounts, hidden, teams, large = head["traits"]
    labels, default, pieces = head["names"]
    return SingleGame.restored(
        head["name"], request, backend, data, engine, head["players"], parts,
        Traits(stochastic, scores, amounts, hidden, teams, frozenset(large)),
        Names(tuple(labels), default, pieces, data.strings),
    )  # fmt: skip


def _field(row: Sequence[Any]) -> Field:
    name, kind, size, bits, init, cap, upkeep, site, heights, gap = row
    return Field(
        name, FieldKind(kind), size, bits, init, cap, upkeep and Upkeep(upkeep), site and SiteData(site), heights,
        (gap[0], gap[1]),
    )


def _engine(
    kind: str, head: dict[str, Any], sections: dict[str, memoryview], data: StoredData, parts: Parts, backend: str,
    native: str | None,
) -> Engine | None:  # fmt: skip
    """The engine of a stored form; None if the game had better begin with another one."""

    def source() -> str:
        return zlib.decompress(sections["source"]).decode()

    if kind == "c":
        from ..backends.c.compile import find_library
        from ..backends.c.compiled import BEST
        from ..backends.c.engine import CEngine

        if backend == "auto" and find_library(head["libraries"][BEST]) is None:
            from ..backends.wasm.tiers import tiers

            if tiers(data):
                return None  # playing begins with WebAssembly
        return CEngine.restored(data, _tables(head, sections), head["libraries"], source, lambda: parts.program)
    if kind == "wasm":
        from ..backends.wasm.code import Code, deserialised
        from ..backends.wasm.engine import WasmEngine
        from ..backends.wasm.rendering.plan import Plan
        from ..backends.wasm.tiers import TieredEngine, tiers

        row = head["wasm"]
        wasm = Code(deserialised(sections["module"]), Plan.of_row(row["plan"]), row["given"], row["functions"])
        engine = WasmEngine.restored(data, wasm, lambda: parts.program)
        if native is None or not tiers(data):
            return engine
        return TieredEngine.resumed(engine, lambda: parts.program, lambda: _kept(native))
    import marshal

    from ..backends.python.engine import PythonEngine

    code, tables_ = marshal.loads(sections["code"]), marshal.loads(sections["tables"])
    return PythonEngine.restored(data, code, tables_, source, lambda: parts.program)


def _rows(defines: list[list[Any]]) -> Defines:
    return tuple((tag, name, text, start, end, body) for tag, name, text, start, end, body in defines)


def _description(recipe: Recipe) -> Description:
    with no_collection():
        return recipe.description()
