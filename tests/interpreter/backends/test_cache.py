"""The cache of compiled games: whom it trusts, and how large it grows."""

import ctypes
import os
import shutil
import subprocess
import sys
import time
import warnings
import zipfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludparse import load
from ludparse.exporters.catalogue import Catalogue
from ludparse.exporters.cli.main import main
from ludparse.interpreter.backends import cache as cache_module
from ludparse.interpreter.backends.c.compile import CompilerFailsError, compile_library
from ludparse.interpreter.backends.cache import DEFAULT_LIMIT, Cache, CacheWarning, game_cache
from ludparse.interpreter.game.stored_later import written
from tests.corpus import REPO
from tests.interpreter.descriptions import LINE

SOURCE = "int answer(void) { return 42; }\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache_module._private.cache_clear()
    return tmp_path / "ludparse"


def filled(folder: Path, sizes: list[int]) -> Cache:
    """A cache with games that were used one after the other."""
    cache = Cache(folder)
    assert cache.problem() == ""
    for k, size in enumerate(sizes):
        library = folder / "new.so"
        library.write_bytes(bytes([k]) * size)
        path = cache.put(f"game{k}", library)
        os.utime(path, (k, k))
    return cache


def test_the_folder_is_for_this_user_alone(folder: Path, c_compiler: None) -> None:
    path = compile_library(SOURCE)
    assert path.parent == folder == game_cache().folder
    assert folder.stat().st_mode & 0o777 == 0o700 and path.stat().st_mode & 0o077 == 0
    assert list(folder.glob("compiling-*")) == []


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_a_folder_that_others_may_write_to_is_not_used(folder: Path, mode: int, c_compiler: None) -> None:
    folder.mkdir()
    folder.chmod(mode)
    with pytest.warns(CacheWarning, match=rf"not used: others may write to it \(mode {mode:04o}\)"):
        path = compile_library(SOURCE)
    assert folder not in path.parents and list(folder.iterdir()) == []
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_folder_of_somebody_else_is_not_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(folder, [10])
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    with pytest.warns(CacheWarning, match="belongs to user"):
        assert game_cache().folder != folder


def test_a_folder_in_a_place_open_to_everybody_is_not_used(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "open"
    place.mkdir()
    place.chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    with pytest.warns(CacheWarning, match="everybody may write to"):
        assert game_cache().folder.parent != place


def test_a_planted_file_is_not_loaded(folder: Path, c_compiler: None) -> None:
    path = compile_library(SOURCE)
    path.chmod(0o722)
    with pytest.warns(CacheWarning, match="compiled again: others may write to it"):
        assert compile_library(SOURCE) == path
    assert path.stat().st_mode & 0o022 == 0
    other = folder / "other"
    os.replace(path, other)
    path.symlink_to(other)
    with pytest.warns(CacheWarning, match="not an ordinary file"):
        assert compile_library(SOURCE) == path
    assert not path.is_symlink()
    path.write_bytes(b"damaged")
    assert compile_library(SOURCE).read_bytes() != b"damaged"


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x81]) + data[at + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes | None]] = {
    "empty": lambda data: b"",
    "without its end": lambda data: data[:-1],
    "half": lambda data: data[: len(data) // 2],
    "first byte": lambda data: flipped(data, 0),
    "a byte in the middle": lambda data: flipped(data, len(data) // 2),
    "last byte": lambda data: flipped(data, len(data) - 1),
    "no text": lambda data: b"\xff" * len(data),
    "zeros": lambda data: bytes(len(data)),
    "longer": lambda data: data + b"\0\xff",
    "deep": lambda data: b"[" * 200_000,
    "a folder": lambda data: None,
}


def played(jar: Path) -> list[object]:
    """What is seen of a game that the cache knows in all ways, and of the catalogue."""
    seen: list[object] = [sorted(str(entry) for entry in Catalogue(jobs=1).entries)]
    for backend in ("c", "python"):
        game = load("Three", library=jar, backend=backend)
        seen += [game.start(seed=1).key, list(game.playouts(20, seed=1).lengths)]
    return seen


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory, c_compiler: None) -> tuple[Path, list[object]]:
    """A cache with every kind of file, the library beside it, and what is seen with it."""
    place = tmp_path_factory.mktemp("full")
    jar = place / "games.jar"
    with zipfile.ZipFile(jar, "w") as file:
        file.writestr("lud/Three.lud", LINE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(place))
        seen = played(jar)
        load("Three", library=jar, backend="c").optimise()
        game_cache().limit = DEFAULT_LIMIT
    suffixes = {file.suffix for file in (place / "ludparse").iterdir()}
    assert suffixes == {".so", ".sha256", ".game", ".games", ".entries", ""}, "a kind of file that nobody damages yet"
    return place, seen


@pytest.mark.parametrize("damage", DAMAGES)
def test_any_file_may_be_damaged(folder: Path, full: tuple[Path, list[object]], damage: str) -> None:
    place, seen = full
    for file in (place / "ludparse").iterdir():
        shutil.copytree(place / "ludparse", folder)
        data, damaged = DAMAGES[damage](file.read_bytes()), folder / file.name
        if data is None:
            damaged.unlink()
            (damaged / "below").mkdir(parents=True)
        else:
            damaged.write_bytes(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CacheWarning)
            assert played(place / "games.jar") == seen, file.name
            written()  # else it is written while the folder is removed
        shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("owner", "mode", "who"), [(12345, 0o755, "user 12345"), (0, 0o775, "group 4711"), (0, 0o1775, ""), (0, 0o755, "")]
)
def test_a_folder_that_others_may_rename_is_not_used(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: int, mode: int, who: str
) -> None:
    place = tmp_path / "theirs"
    place.mkdir()
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    real = os.stat

    def stat(path: Any, **settings: Any) -> os.stat_result:
        found = real(path, **settings)
        changed = {"st_uid": owner, "st_gid": 4711} if Path(path) == place else {}
        return cast(os.stat_result, SimpleNamespace(st_mode=found.st_mode, **({"st_uid": 0, "st_gid": 0} | changed)))

    monkeypatch.setattr(cache_module.os, "stat", stat)
    place.chmod(mode)
    problem = Cache(place / "ludparse").problem()
    assert problem == (f"{who} may write to {place}, where it lies" if who else "")


def test_what_was_used_longest_ago_goes_first(folder: Path) -> None:
    cache = filled(folder, [100, 100, 100])
    assert cache.limit == DEFAULT_LIMIT
    assert cache.find("game0") is not None  # used again just now
    cache.limit = 250
    assert {path.stem for path in folder.glob("*.so")} == {"game0", "game2"}
    assert {path.stem for path in folder.glob("*.sha256")} == {"game0", "game2"}
    library = folder / "new.so"
    library.write_bytes(b"x" * 240)
    cache.put("large", library)
    assert [path.stem for path in folder.glob("*.so")] == ["large"]
    assert Cache(folder).info().size == 240 and Cache(folder).info().limit == 250
    assert cache.clear() == 1 and list(folder.glob("*.s*")) == []


def test_what_killed_compilations_left_is_removed(folder: Path) -> None:
    cache = filled(folder, [])
    for name, age in (("compiling-old", 7200), ("compiling-new", 0)):
        (folder / name).mkdir()
        os.utime(folder / name, (time.time() - age,) * 2)
    cache.info()
    assert [path.name for path in folder.iterdir()] == ["compiling-new"]


def test_the_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(folder, [2_000_000, 2_000_000])
    assert main(["cache"]) == 0
    assert f"{folder}: 2 games, 3.8 of at most 256 MB" in capsys.readouterr().out
    assert main(["cache", "--megabytes", "3", "--json"]) == 0
    assert '"games": 1' in (text := capsys.readouterr().out) and '"removed": 1' in text
    assert main(["cache", "path"]) == 0
    assert capsys.readouterr().out.strip() == str(folder)
    assert main(["cache", "clear"]) == 0
    assert "removed 1 game\n" in capsys.readouterr().out
    folder.chmod(0o777)
    assert main(["cache"]) == 0
    assert "It is not used: others may write to it" in capsys.readouterr().out
    assert main(["cache", "clear"]) == 1
    assert "left alone" in capsys.readouterr().err


def test_optimised_code_is_compiled_beside_the_playing(
    folder: Path, c_compiler: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludparse.interpreter.backends.c.engine.PATIENCE", (0.0, 0.0))
    monkeypatch.setattr("ludparse.interpreter.backends.c.engine.SLICE", 0.01)
    game = load("Leapfrogs", backend="c")
    engine = game.engine
    lengths = list(game.playouts(50, seed=1).lengths)
    assert not engine.optimised, "playing has waited for the compiler"  # type: ignore[union-attr]
    done, end = 50, time.monotonic() + 300  # a compiler on a busy machine may take minutes
    while not engine.optimised and time.monotonic() < end:  # type: ignore[union-attr]
        lengths += game.playouts(500, seed=1, first=done).lengths
        done += 500
        time.sleep(0.05)  # leaves the processor to the compiler
    assert engine.optimised  # type: ignore[union-attr]
    assert list(game.playouts(done, seed=1).lengths) == lengths


def test_a_compiler_ends_with_the_process(folder: Path, c_compiler: None) -> None:
    code = (
        "from ludparse import load; from ludparse.interpreter.backends.c import engine; engine.PATIENCE = 0.0, 0.0\n"
        "g = load('Ex Nihilo', backend='c'); g.playouts(20, seed=1, max_moves=4)\n"
        "from ludparse.interpreter.backends.c.compile import _running\n"
        "import time\n"
        "while not _running: time.sleep(0.01)\n"
        "print(*(p.pid for p in _running))"
    )
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], cwd=REPO, capture_output=True, text=True, check=True)
    pid = int(done.stdout)
    assert not Path(f"/proc/{pid}").exists() and done.stderr == ""
    assert list(folder.glob("compiling-*")) == []
    assert time.monotonic() - began < 60


_CLOSING = """
import shutil, time
from ludparse import load
from ludparse.interpreter.backends.c import compile as compiling, engine
engine.PATIENCE = 0.0, 0.0
with compiling.temporary_cache() as folder:
    game = load("Ex Nihilo", backend="c")
    game.playouts(20, seed=1, max_moves=4)
    while not compiling._running:
        time.sleep(0.01)
    (process,) = compiling._running
    {before}
assert not folder.exists() and process.poll() is not None
while game.engine._compiling:
    time.sleep(0.01)
game.start(seed=1).apply(game.start(seed=1).legal_moves()[0])
print(compiling.game_cache().folder)
"""


@pytest.mark.parametrize("before", ["pass", "shutil.rmtree(folder)"], ids=["closed", "removed"])
def test_a_cache_that_goes_away_ends_its_compilations_quietly(folder: Path, before: str, c_compiler: None) -> None:
    code = _CLOSING.format(before=before)
    done = subprocess.run([sys.executable, "-c", code], cwd=REPO, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == str(folder)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_leaves_the_private_cache_to_the_one_that_made_it() -> None:
    script = """if True:
        import os, sys
        from pathlib import Path
        from ludparse.interpreter.backends.cache import _private
        place = _private(Path("elsewhere"), "somebody else's").folder
        child = os.fork()
        if not child:
            sys.exit()
        os.waitpid(child, 0)
        print(place.is_dir(), place)"""
    done = subprocess.run([sys.executable, "-c", script], cwd=REPO, capture_output=True, text=True, check=True)
    there, place = done.stdout.split()
    assert there == "True"
    assert not Path(place).exists()


def test_native_code_that_may_not_be_loaded_leaves_the_game_to_another_backend(
    c_compiler: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in a home that is mounted without the right to run code: the first time, and from the cache."""

    def refused(path: str) -> None:
        raise OSError(f"{path}: failed to map segment from shared object")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(ctypes, "CDLL", refused)
    for _ in range(2):
        with pytest.warns(RuntimeWarning, match="without native code: native code cannot be loaded from the cache"):
            game = load("Leapfrogs")
            game.optimise()
        assert game.backend == ("wasm" if find_spec("wasmtime") else "python")
        assert game.playouts(2, seed=1).games == 2
    with pytest.raises(CompilerFailsError, match="failed to map segment"):
        load("Leapfrogs", backend="c")
