"""The cache of compiled games: its place, its checks of ownership, and its limit of size.

It holds native code, the stored forms of games (`ludparse.interpreter.game.stored_game`), and the source of their
random games (`random_games`), which agent suits a game (`search.auto`), and pictures that `lud serve` has drawn.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import stat
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ludparse.support.cache import usual_folder

if TYPE_CHECKING:
    import tempfile

__all__ = ["DEFAULT_LIMIT", "Cache", "CacheInfo", "CacheWarning", "game_cache"]

DEFAULT_LIMIT = 256 * 1024 * 1024
"""Bytes that the cache may hold unless `lud cache --megabytes` has set another limit."""

_CODE, _STORED, _SOURCE, _CHOICE, _PICTURE = (".so", ".wasm"), ".game", ".games", ".agent", ".picture"
MAX_STORED = 32 * 1024 * 1024
"""Bytes of the largest stored form of a game that is kept."""

_STALE = 3600  # after so many seconds, the folder of a compilation counts as left behind by a killed process


class CacheWarning(UserWarning):
    """The cache, or something in it, is not used."""


class CacheInfo(NamedTuple):
    """What a cache holds. games: compiled files; stored: stored forms of games. size, limit: in bytes; problem: why it
    is not used, empty where it is."""

    folder: Path
    games: int
    stored: int
    size: int
    limit: int
    problem: str


def wrong_owner(path: Path, kind: int) -> str:
    """Why a file or folder cannot be trusted; empty if it can.

    Native code is loaded only from files that belong to this user and that nobody else can write to: anyone who can
    place a file there could run code in this process. kind: of `stat`, S_IFDIR or S_IFREG.
    """
    if not hasattr(os, "geteuid") or sys.platform == "emscripten":  # files are read from this process's own folder only
        return "this system does not say who may write to it" if kind == stat.S_IFDIR else ""
    found = os.lstat(path)
    if stat.S_IFMT(found.st_mode) != kind:
        return "it is not a folder" if kind == stat.S_IFDIR else "it is not an ordinary file"
    if found.st_uid != os.geteuid():
        return f"it belongs to user {found.st_uid}, and this is user {os.geteuid()}"
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"others may write to it (mode {stat.S_IMODE(found.st_mode):04o})"
    return ""


def _who_may_rename_in(found: os.stat_result) -> str:
    """Who, beside this user and root, may rename what lies in a folder; empty if nobody."""
    if found.st_uid not in (0, os.geteuid()):
        return f"user {found.st_uid}"
    if found.st_mode & stat.S_ISVTX:
        return ""
    if found.st_mode & stat.S_IWOTH:
        return "everybody"
    if found.st_mode & stat.S_IWGRP and not _is_own_group(found.st_gid):
        return f"group {found.st_gid}"
    return ""


def _is_own_group(number: int) -> bool:
    """Whether a group has this user alone, as many systems make one for each user. A group does not say whose first
    group it is, so its name has to be the user's."""
    import grp
    import pwd

    try:
        group, name = grp.getgrgid(number), pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return group.gr_name == name and not {*group.gr_mem} - {name}


class Cache:
    """One folder of compiled games. Several processes may use it at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def problem(self) -> str:
        """Why the folder cannot be used; empty if it can. A missing folder is created."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            wrong = wrong_owner(self.folder, stat.S_IFDIR)
            if wrong:
                return wrong
            for above in dict.fromkeys([*self.folder.absolute().parents, *self.folder.resolve().parents]):
                if who := _who_may_rename_in(os.stat(above)):
                    return f"{who} may write to {above}, where it lies"
            return "" if os.access(self.folder, os.W_OK | os.X_OK) else "it is read-only"
        except OSError as error:
            return f"it cannot be used: {error.strerror}"

    def find(self, name: str, suffix: str = ".so") -> Path | None:
        """The compiled file with this name, if it exists and is intact. This counts as a use.

        suffix: `.so` for native code, `.wasm` for WebAssembly.
        """
        target = self.folder / f"{name}{suffix}"
        try:
            digest = self._digest_file(target).read_bytes()
            wrong = wrong_owner(target, stat.S_IFREG) or wrong_owner(self._digest_file(target), stat.S_IFREG)
            if wrong:
                warnings.warn(f"{target} is not used, and compiled again: {wrong}", CacheWarning, stacklevel=2)
                return None
            if digest != _digest(target).encode():
                return None
        except OSError:
            return None
        with suppress(OSError):  # a cache that can only be read
            os.utime(target)
        return target

    def put(self, name: str, library: Path) -> Path:
        """Move a compiled library to its final name, and make room for it.

        Concurrent processes do not conflict: files are created under temporary names and then renamed.
        """
        target = self.folder / f"{name}{library.suffix}"
        library.chmod(0o700)
        digest = library.with_suffix(".sha256")
        digest.write_text(_digest(library))
        digest.chmod(0o600)
        _move(digest, self._digest_file(target))
        _move(library, target)
        self.shrink(keep=target)
        return target

    def read(self, name: str, suffix: str = _STORED) -> bytes | None:
        """The content of the stored form with this name; None without one that can be trusted. This counts as a use.

        suffix: `.game`, `.games` for the source of random games, `.agent` for the agent that suits a game, or
        `.picture`. What it says is for the reader to check.
        """
        target = self.folder / f"{name}{suffix}"
        try:
            wrong = wrong_owner(target, stat.S_IFREG)
            if wrong:
                warnings.warn(f"{target} is not used, and made again: {wrong}", CacheWarning, stacklevel=2)
                return None
            with open(target, "rb", buffering=0) as file:
                data = file.read(MAX_STORED + 1)
        except OSError:
            return None
        with suppress(OSError):
            os.utime(target)
        return data

    def write(self, name: str, data: bytes, suffix: str = _STORED) -> None:
        """Keep a stored form, and make room for it. One of more than `MAX_STORED` bytes is not kept."""
        if len(data) > MAX_STORED:
            return
        import tempfile

        target = self.folder / f"{name}{suffix}"
        handle, part = tempfile.mkstemp(dir=self.folder, prefix="storing-")  # mode 0600
        try:
            with open(handle, "wb") as file:
                file.write(data)
            _move(Path(part), target)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
        self.shrink(keep=target)

    def work_folder(self) -> tempfile.TemporaryDirectory[str]:
        """A folder for one compilation, on the same file system."""
        import tempfile

        return tempfile.TemporaryDirectory(dir=self.folder, prefix="compiling-")

    # ------------------------------------------------------------------ size

    @property
    def limit(self) -> int:
        """The maximum size of the cache in bytes."""
        try:
            return max(0, int((self.folder / "limit").read_text()))
        except (OSError, ValueError):
            return DEFAULT_LIMIT

    @limit.setter
    def limit(self, size: int) -> None:
        if size < 0:
            raise ValueError("a limit cannot be negative")
        (self.folder / "limit").write_text(f"{size}\n")
        self.shrink()

    def info(self) -> CacheInfo:
        """The content of the cache."""
        files = list(self._files())
        games, stored = (sum(path.endswith(kinds) for _, _, path in files) for kinds in (_CODE, _STORED))
        size = sum(size for _, size, _ in files)
        return CacheInfo(self.folder, games, stored, size, self.limit, self.problem())

    def shrink(self, keep: Path | None = None) -> int:
        """Remove the least recently used files until the rest is within the limit. Returns how many were removed."""
        games = sorted(self._files())
        size, limit, removed = sum(size for _, size, _ in games), self.limit, 0
        for _, held, path in games:
            if size <= limit:
                break
            if keep is None or path != str(keep):
                self._remove(Path(path))
                size -= held
                removed += 1
        return removed

    def clear(self) -> int:
        """Remove all games. Returns how many compiled files there were. Processes that use them are not affected."""
        files = [Path(path) for _, _, path in self._files()]
        for path in files:
            self._remove(path)
        return sum(path.suffix in _CODE for path in files)

    def _files(self) -> Iterator[tuple[float, int, str]]:
        """The time of last use, the size and the path of each file. Also removes what killed processes left."""
        try:
            entries = list(os.scandir(self.folder))
        except OSError:
            return
        for entry in entries:
            try:
                found = entry.stat(follow_symlinks=False)
                if entry.name.endswith((*_CODE, _STORED, _SOURCE, _CHOICE, _PICTURE)):
                    yield found.st_mtime, found.st_size, entry.path
                elif time.time() - found.st_mtime <= _STALE:
                    continue
                elif entry.is_dir(follow_symlinks=False):
                    _remove_folder(entry.path)
                elif entry.name.startswith("storing-"):
                    os.unlink(entry.path)
            except OSError:
                continue  # another process has removed it

    def _remove(self, target: Path) -> None:
        target.unlink(missing_ok=True)
        if target.suffix in _CODE:
            self._digest_file(target).unlink(missing_ok=True)

    @staticmethod
    def _digest_file(target: Path) -> Path:
        return target.with_suffix(".sha256")


def _move(new: Path, target: Path) -> None:
    """Put a file in the place of whatever is there."""
    try:
        os.replace(new, target)
    except IsADirectoryError:
        _remove_folder(str(target))
        os.replace(new, target)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def game_cache() -> Cache:
    """The cache of this user.

    If it cannot be trusted or used, a warning says so, and this process gets its own cache.
    """
    usual = Cache(usual_folder())
    problem = usual.problem()
    return _private(usual.folder, problem) if problem else usual


@cache
def _private(folder: Path, problem: str) -> Cache:
    text = f"the cache of compiled games {folder} is not used: {problem}. Games are compiled for this process alone."
    if sys.platform != "emscripten":  # where no file outlives the process anyway
        warnings.warn(text, CacheWarning, stacklevel=2)
    import tempfile

    place = tempfile.mkdtemp(prefix="ludparse-")  # mode 0700
    atexit.register(_drop, place, os.getpid())
    return Cache(Path(place))


def _drop(place: str, owner: int) -> None:
    if os.getpid() == owner:
        _remove_folder(place)


def _remove_folder(place: str) -> None:
    import shutil

    shutil.rmtree(place, ignore_errors=True)
