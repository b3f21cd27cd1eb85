"""Where descriptions and library defines are found.

A library is a folder that holds `lud/` (descriptions) and `def/` (defines that any of them may use), or a zip archive
with the same two, such as Ludii.jar. Names never become paths: they are compared with what the library holds.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from ludparse.library.defines import LibraryDefine
from ludparse.problems.errors import LudError, nearest
from ludparse.problems.problem import problem
from ludparse.problems.spans import Source
from ludparse.support.files import read_whole

if TYPE_CHECKING:
    import zipfile

__all__ = [
    "BUNDLED", "Library", "files_stamp", "find_local", "find_source", "find_subgame", "looks_like_text",
    "loosely", "open_library",
]  # fmt: skip

MAX_FILE = 16 * 1024 * 1024
"""Bytes of a single file that is read."""

BUNDLED = Path(__file__).parents[1] / "games"
"""Folder of the descriptions that come with this project."""

_GAME_NAME = re.compile(r'\((?:game|match)\s+("[^"\\]*+(?:\\"?+[^"\\]*+)*+")')


class Library:
    """The descriptions and defines below one folder or in one archive; open it with `Library.open`."""

    def __init__(self, path: Path, names: Sequence[str], archive: zipfile.ZipFile | None) -> None:
        self.path = path
        self._archive = archive
        self._known_agents: dict[str, LibraryDefine] = {}
        self._given: Mapping[str, LibraryDefine] | None = None
        self._stamp: str | None = None  # of the files whose defines were read
        self.games = tuple(sorted(name for name in names if name.startswith("lud/") and name.endswith(".lud")))
        """Names of the descriptions, such as `lud/board/space/line/Hex.lud`."""
        self._defines = tuple(sorted(name for name in names if name.startswith("def/") and name.endswith(".def")))

    def __repr__(self) -> str:
        return f"Library({str(self.path)!r}, {len(self.games)} games)"

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Library:
        """Open a folder with `lud/` and `def/`, or a zip archive. Raises LudError when it is neither."""
        import zipfile  # late, because it takes long to import

        where = Path(path)
        try:
            if where.is_dir():
                library = cls(where, [*_files_below(where, "lud"), *_files_below(where, "def")], None)
            elif zipfile.is_zipfile(where):
                archive = zipfile.ZipFile(where)
                library = cls(where, archive.namelist(), archive)
            else:
                raise problem("no-library-there", hint=_WHAT, what=f"there is no library at {where}")
        except (OSError, zipfile.BadZipFile) as error:
            what = f"the library {where} cannot be read: {error}"
            raise problem("no-library-there", hint=_WHAT, what=what) from error
        if not library.games and not library._defines:
            raise problem("no-library-there", hint=_WHAT, what=f"{where} holds neither descriptions nor defines")
        return library

    @classmethod
    def of_defines(cls, defines: Iterable[LibraryDefine], agents: Iterable[LibraryDefine] = ()) -> Library:
        """A library that holds some defines and no descriptions, for a description that was read before.

        agents: those of `def_ai/`.
        """
        library = cls(Path("<defines>"), (), None)
        held = {define.tag: define for define in defines}
        library._given = held
        library._known_agents = {define.tag[1:-1]: define for define in agents}
        every = [*held.values(), *library._known_agents.values()]
        texts = [(d.tag, d.source.name, d.source.text, d.start, d.end, d.body_start) for d in every]
        library._stamp = f"defines {hashlib.sha256(repr(sorted(texts)).encode()).hexdigest()}" if texts else ""
        return library

    @cached_property
    def _agents(self) -> Mapping[str, str]:
        """The files `def_ai/NAME.def` by NAME: what the library says about agents. They are listed when asked for."""
        if self._archive is not None:
            names = [name for name in self._archive.namelist() if name.startswith("def_ai/")]
        else:
            names = list(_files_below(self.path, "def_ai"))
        return {PurePosixPath(name).stem: name for name in names if name.endswith(".def")}

    @property
    def has_agents(self) -> bool:
        """Whether there are files of `def_ai/`."""
        return bool(self._agents or self._known_agents)

    def agent_define(self, name: str) -> LibraryDefine | None:
        """The define of `def_ai/` with a name such as `Chess_ai`, None if there is none."""
        if name in self._agents:
            return _read_define(self.read(self._agents[name]))
        return self._known_agents.get(name)

    def read(self, name: str) -> Source:
        """The text of a file of the library, by one of its own names."""
        path = os.path.join(self.path, name.replace("/", os.sep))
        if self._archive is not None:
            size = self._archive.getinfo(name).file_size
            _refuse_large(name, size)
            data = self._archive.read(name)
        else:
            with open(path, "rb", buffering=0) as file:  # there are many descriptions, so the time for each one matters
                _refuse_large(name, os.fstat(file.fileno()).st_size)
                data = file.read()
        return Source(path, _decode(data, name))

    def stamp(self, name: str) -> str:
        """What changes when a file of the library changes, found without reading it."""
        if self._archive is not None:
            info = self._archive.getinfo(name)
            return f"{info.file_size}-{info.CRC:x}"
        status = os.stat(os.path.join(self.path, name.replace("/", os.sep)))
        return f"{status.st_size}-{status.st_mtime_ns}"

    @cached_property
    def stamp_of_defines(self) -> str:
        """What changes when any define of the library changes."""
        return hashlib.sha256("\n".join(f"{name} {self.stamp(name)}" for name in self._defines).encode()).hexdigest()

    @property
    def read_stamp(self) -> str | None:
        """The stamp (see `files_stamp`) of the defines that descriptions get from this object."""
        return files_stamp(self.path) if self._stamp is None else self._stamp

    @cached_property
    def defines(self) -> Mapping[str, LibraryDefine]:
        """The defines of the library by their names in quotation marks."""
        if self._given is not None:
            return self._given
        self._stamp = files_stamp(self.path)  # before they are read: whoever changes them later changes the stamp
        found: dict[str, LibraryDefine] = {}
        for name in self._defines:
            source = self.read(name)
            define = _read_define(source)
            if define is not None:
                found[define.tag] = define
        return dict(sorted(found.items()))

    @cached_property
    def game_names(self) -> Mapping[str, tuple[str, ...]]:
        """The names inside the descriptions, in lower case, each with the paths of the descriptions that have it."""
        return _by_name((name.casefold(), path) for path, (names, _) in self._called.items() for name in names)

    @cached_property
    def _called(self) -> Mapping[str, tuple[list[str], list[str]]]:
        """By path the names inside a description, and those that its metadata say it has as well."""
        found = {}
        for path in self.games:
            text = self.read(path).text
            aliases = [_STRING.findall(part) for part in _ALIASES.findall(text)]
            found[path] = [*_names_in(text)], [name for some in aliases for name in some]
        return found

    @cached_property
    def _loose_names(self) -> Mapping[str, tuple[str, ...]]:
        """The names of files, games and aliases as `loosely` spells them, each with the paths."""
        called = self._called.items()
        names = [(name, path) for path, (inside, aliases) in called for name in (*inside, *aliases)]
        names += [(_file_name(path), path) for path in self.games]
        return _by_name((loosely(name), path) for name, path in names)

    def find(self, name: str) -> Source:
        """A description by its path in the library, by its file name or by the game's name.

        Capitals and the ending `.lud` do not matter. Raises LudError for a name that is not there, or that several
        have, which lists these.
        """
        found = self.candidates(name)
        if len(found) == 1:
            return self.read(found[0])
        if found:
            shown = ", ".join(f'"{path.removeprefix("lud/")}"' for path in found[:_SHOWN])
            hint = f"Give the path of one of them: {shown}{', …' if len(found) > _SHOWN else ''}"
            raise problem("ambiguous-game", hint=hint, name=name, count=len(found))
        known = [PurePosixPath(path).stem for path in self.games]
        raise problem("unknown-game", nearest=nearest(name, known), name=name, where=f"in {self.path}")

    def candidates(self, name: str) -> tuple[str, ...]:
        """What a name can mean: the description of that path, else all of that file name, else of that game's, else
        of a name or alias with other blanks, hyphens, apostrophes or accents, else those whose name has these words."""
        found = self.filed(name) or self.game_names.get(name.casefold(), ())
        if found or "/" in name or os.sep in name or not (wanted := loosely(name)):
            return found
        words = [loosely(word) for word in name.split()]
        return self._loose_names.get(wanted, ()) or tuple(
            path for path in self.games
            if len(wanted) >= _PART and all(word in map(loosely, _WORDS.findall(_file_name(path))) for word in words)
        )  # fmt: skip

    def filed(self, name: str) -> tuple[str, ...]:
        """The descriptions of that path, else all of that file name. No file is read for it."""
        wanted = name.replace("\\", "/").casefold().removesuffix(".lud").strip("/")
        for form in (_whole_path, _path_below_lud, _file_name):
            found = tuple(path for path in self.games if form(path) == wanted)
            if found:
                return found
        return ()


_ALIASES = re.compile(r"\(aliases\s*\{([^{}]*)\}")
_STRING = re.compile(r'"([^"\\]*)"')
_WORDS = re.compile(r"[^\s(),-]+")
_SHOWN = 12
"""Games of which a name may be a part that a message shows."""

_PART = 4
"""Letters that a part of a name has to have."""


def loosely(name: str) -> str:
    """A name by its letters and digits alone: `Nine Mens Morris` and `Nine Men's Morris` are one; `&` is `and`."""
    plain = unicodedata.normalize("NFKD", name.casefold().removesuffix(".lud").replace("&", "and"))
    return "".join(letter for letter in plain if letter.isalnum())


def _by_name(pairs: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    names: dict[str, dict[str, None]] = {}
    for name, path in pairs:
        names.setdefault(name, {})[path] = None
    return {name: tuple(paths) for name, paths in names.items()}


_WHAT = "A library is Ludii.jar, or a folder that holds lud/ and def/."


def _files_below(folder: Path, part: str) -> Iterator[str]:
    """The files of one part of a library, by their paths in it."""
    cut = len(os.path.join(folder, ""))
    for place, _, files in os.walk(os.path.join(folder, part)):
        prefix = place[cut:].replace(os.sep, "/")
        yield from (f"{prefix}/{file}" for file in files)


def _whole_path(path: str) -> str:
    return path.casefold().removesuffix(".lud")


def _path_below_lud(path: str) -> str:
    return _whole_path(path).removeprefix("lud/")


def _file_name(path: str) -> str:
    return _whole_path(path).rpartition("/")[2]


def _refuse_large(name: str, size: int) -> None:
    if size > MAX_FILE:
        raise problem("file-too-large", file=name, limit=MAX_FILE)


def _decode(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise problem("not-utf8", file=name, line=line) from error


def _read_define(source: Source) -> LibraryDefine | None:
    from ludparse.reader.comments import blank_comments
    from ludparse.reader.matching import STRING, closing_bracket

    text = blank_comments(source.text)
    start = text.find("(define ")
    end = closing_bracket(text, start) if start >= 0 else -1
    name = STRING.search(text, start, end) if end >= 0 else None
    return LibraryDefine(name[0], source, start, end, name.end()) if name else None


def _names_in(text: str) -> Iterator[str]:
    for found in _GAME_NAME.finditer(text):
        yield found[1][1:-1]


def looks_like_text(source: str) -> bool:
    """Whether this is the text of a description and not its name: it begins with `(`, or has several lines."""
    start = source.lstrip()
    return start.startswith(("(", "//")) or "\n" in start


def find_source(source: str | os.PathLike[str] | Source, library: Library | None = None) -> Source:
    """The description meant by a text that begins with `(`, a path, or the name of a bundled game or of the library's.

    Raises LudError when there is none, or several.
    """
    found = find_local(source)
    if found is not None:
        return found
    name = str(source)
    if library is not None and library.candidates(name):
        return library.find(name)
    if name.endswith(".lud") or os.sep in name or isinstance(source, Path):
        raise _no_such_file(Path(name))
    if library is not None:
        return library.find(name)
    known = [file.stem.replace("_", " ") for file in BUNDLED.glob("*/*.lud")]
    hint = "No library was given; the games of one (a folder with lud/ and def/, or Ludii.jar) are found too."
    where = "among files and bundled games"
    raise problem("unknown-game", nearest=nearest(name, known), hint=hint, name=name, where=where)


def find_local(source: str | os.PathLike[str] | Source) -> Source | None:
    """The description meant by a text that begins with `(`, a path, or the name of a bundled game; None for others.

    Raises LudError for a file that cannot be read.
    """
    if isinstance(source, Source):
        return source
    if isinstance(source, str) and looks_like_text(source):
        return Source("<text>", source.replace("\r\n", "\n").replace("\r", "\n"))
    path = Path(source)
    try:
        if path.exists() and not path.is_dir():
            return Source(str(path), _decode(_read_small(path), str(path)))
    except (OSError, ValueError) as error:
        raise problem("unreadable-file", file=path, why=error) from error
    bundled = _bundled(str(source))
    return bundled[0] if len(bundled) == 1 else None


def open_library(library: str | os.PathLike[str] | Library | None) -> Library | None:
    """The library at a place, or without one that of the environment; None where neither names one.

    One that was opened before and has not changed is not opened again. Raises LudError.
    """
    if isinstance(library, Library):
        return library
    if library is not None:
        return _opened(os.fspath(library))
    named = os.environ.get("LUD_LIBRARY")
    if not named:
        return None
    try:
        return _opened(named)
    except LudError as wrong:
        wrong.hint = f"The environment variable LUD_LIBRARY names it. {wrong.hint}".strip()
        raise


def _opened(place: str) -> Library:
    try:
        changed = os.stat(place).st_mtime_ns
    except (OSError, ValueError):
        changed = 0
    return _opened_before(place, changed)


@lru_cache(maxsize=4)
def _opened_before(place: str, changed: int) -> Library:
    """Libraries are kept open, and opened again when the file or folder has changed."""
    return Library.open(place)


def files_stamp(place: str | os.PathLike[str]) -> str | None:
    """What changes when a define of the library at a place changes; found without reading its files.

    None where there is no library.
    """
    try:
        status = os.stat(place)
        if not os.path.isdir(place):
            return f"{os.fspath(place)} {status.st_size} {status.st_mtime_ns} {status.st_ino}"
        lines: list[str] = []
        for part in ("def", "def_ai"):
            _stamps_below(os.path.join(place, part), ".def", lines)
    except (OSError, ValueError):
        return None
    text = "\n".join(sorted(lines))
    return f"{os.fspath(place)} {hashlib.sha256(text.encode()).hexdigest()}"


def _stamps_below(folder: str, ending: str, lines: list[str]) -> None:
    """A line for each file below a folder whose name has an ending: its path, size, time of change and number."""
    if not os.path.isdir(folder):
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                _stamps_below(entry.path, ending, lines)
            elif entry.name.endswith(ending):
                status = entry.stat()
                lines.append(f"{entry.path} {status.st_size} {status.st_mtime_ns} {status.st_ino}")


def find_subgame(name: str, library: Library | None, beside: Source) -> Source:
    """The description that another one, `beside`, names as a game of its match.

    It is a file of the same folder with that name and `.lud`, a bundled game, or one of the library. The name comes
    from a description, which is not trusted: it is never a path or a text. Raises LudError when there is none, or
    several.
    """
    folder = Path(beside.name).parent
    file = f"{name.removesuffix('.lud')}.lud"
    if os.path.isfile(beside.name) and file in _plain_files(folder):
        path = folder / file
        return Source(str(path), _decode(_read_small(path), file))
    bundled = _bundled(name)
    if len(bundled) == 1:
        return bundled[0]
    if library is not None:
        return library.find(name)
    hint = "A match names games of the library and files of its own folder. No library was given."
    raise problem("unknown-game", hint=hint, name=name, where="among bundled games and in the folder of the match")


def _plain_files(folder: Path) -> frozenset[str]:
    """The names of the files of a folder; what is elsewhere and only linked from there is none of them."""
    with os.scandir(folder) as entries:
        return frozenset(entry.name for entry in entries if entry.is_file(follow_symlinks=False))


def _read_small(path: Path) -> bytes:
    """The bytes of a file, which may not be too large."""
    try:
        _refuse_large(str(path), path.stat().st_size)
        return read_whole(path)
    except OSError as error:
        why = error.strerror or str(error)
        hint = "With - in its place lud check reads standard input." if error.errno == errno.EINVAL else ""
        raise problem("unreadable-file", hint=hint, file=path, why=why) from error
    except (ValueError, EOFError, zlib.error) as error:
        raise problem("unreadable-file", file=path, why=error) from error


def _no_such_file(path: Path) -> LudError:
    """The error for a path of which there is no file: how far there is something, and what is like it there."""
    if path.is_dir():
        return problem("missing-file", hint="It is a folder. Name a file in it.", file=path)
    folder = path.parent
    while not folder.is_dir() and folder != folder.parent:
        folder = folder.parent
    if folder != path.parent:
        return problem("missing-file", hint=f"There is no folder {str(path.parent)!r}.", file=path)
    near = nearest(path.name, [file.name for file in folder.glob("*.lud")])
    return problem("missing-file", nearest=near, file=path)


def _bundled(name: str) -> list[Source]:
    wanted = loosely(name)
    found = []
    for file in sorted(BUNDLED.glob("*/*.lud")):
        text = _decode(file.read_bytes(), file.name)
        if wanted in {loosely(known) for known in (file.stem, *_names_in(text))}:
            found.append(Source(str(file), text))
    return found
