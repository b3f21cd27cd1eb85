"""What is installed: one package, `ludparse`, from a wheel, an sdist and an editable install, typed and complete."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from ludparse.interpreter.backends import cache_entry
from tests.corpus import REPO

SCRIPT = """
import ludparse
from ludparse.search import UCT

game: ludparse.Game = ludparse.load("Ponds", backend="python")
state: ludparse.State = game.start(seed=1)
move: ludparse.Move = state.legal_moves()[0]
state.apply(move.notation)
assert state.copy() == state and state.undo().notation == move.notation
chosen: ludparse.Move = UCT(iterations=20, seed=1).choose(state)
trial: ludparse.Trial = state.trial()
assert str(game.replay(trial)) == str(state)
assert not ludparse.check("Ponds") and ludparse.check("(game")
assert ludparse.expand("Ponds").startswith("(game") and ludparse.parse("(a b)")
library: ludparse.Library | None = None
names: frozenset[str] = game.concepts
size: int = game.actions.size
try:
    ludparse.load("no such game", options={"Board Size": 4}, library=library)
except ludparse.LudError as problem:
    print(problem.message)
print(game.playouts(3, seed=1).games, ludparse.__file__)
"""


def run(*command: object, **more: object) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return done  # type: ignore[no-any-return]


def type_check(python: Path, script: Path, clean: dict[str, str]) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-executable", python, script]
    run(*command, cwd=script.parent, env=clean)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("built")
    backend = "from setuptools import build_meta as b; import sys; print(b.build_sdist(sys.argv[1]))"
    if find_spec("setuptools") is None:
        pytest.skip("setuptools is not installed")
    run(sys.executable, "-c", backend, folder, cwd=REPO)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "source", **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))
    (source,) = (folder / "source").iterdir()
    run(
        sys.executable,
        "-c",
        "from setuptools import build_meta as b; import sys; b.build_wheel(sys.argv[1])",
        folder,
        cwd=source,
    )
    return folder


def test_a_wheel_and_an_sdist_bring_ludparse_alone(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"ludparse"}
    for wanted in (
        "ludparse/py.typed", "ludparse/interpreter/lower/program.py", "ludparse/exporters/cli/main.py",
        "ludparse/games/ponds/ponds.lud", "ludparse/games/ponds/README.md", "ludparse/reader/lud.lark",
        "ludparse/interpreter/backends/c/runtime/core/runtime.h", "ludparse/exporters/templates/crosscheck.html.jinja",
        "ludparse/exporters/web/built/page.js", "ludparse/exporters/verification/ludii/built/build.sha256",
    ):  # fmt: skip
        assert wanted in names, wanted
    here = {str(p.relative_to(REPO / "ludparse")) for p in (REPO / "ludparse").rglob("*.py")}
    linked = {
        f"{top}/{p.relative_to(REPO / top)}"
        for top in ("interpreter", "exporters", "games")
        for p in (REPO / top).rglob("*.py")
    }
    assert {name.removeprefix("ludparse/") for name in names if name.endswith(".py")} == here | linked


def environment(folder: Path, wheel: Path | None) -> Path:
    """A new environment with ludparse from a wheel, or as this checkout (None), where what it depends on is that of
    this
    environment. Returns its Python."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin" / "python"
    place = Path(run(python, "-c", "import site; print(site.getsitepackages()[0])").stdout.strip())
    paths = [p for p in sys.path if p.endswith("-packages")]
    if wheel is None:
        paths.insert(0, str(REPO))  # as an editable install writes it (editable_mode=compat)
    else:
        zipfile.ZipFile(wheel).extractall(place)
    (place / "paths.pth").write_text("\n".join(paths), encoding="utf-8")
    return python


def test_a_script_plays_and_is_typed_with_the_wheel(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    python = environment(tmp_path / "env", wheel)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    out = run(python, script, cwd=tmp_path, env=clean | {"XDG_CACHE_HOME": str(tmp_path)}).stdout
    assert "no such game" in out and str(tmp_path / "env") in out
    for name in ("interpreter", "exporters", "games"):
        assert subprocess.run([python, "-c", f"import {name}"], cwd=tmp_path, env=clean, capture_output=True).returncode
    if find_spec("mypy") is None:
        pytest.skip("mypy is not installed: the script is not type-checked")
    type_check(python, script, clean)


def test_a_script_is_typed_with_an_editable_install(tmp_path: Path) -> None:
    if find_spec("mypy") is None:
        pytest.skip("mypy is not installed")
    python = environment(tmp_path / "env", None)
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    type_check(python, script, clean)


def test_a_checkout_without_links_says_so(tmp_path: Path) -> None:
    """As git makes one on Windows, unless it is told to make links."""
    for name in ("__init__.py", "support/__init__.py", "support/lazy.py"):
        (tmp_path / "ludparse" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "ludparse" / name).write_bytes((REPO / "ludparse" / name).read_bytes())
    (tmp_path / "ludparse" / "interpreter").write_text("../interpreter", encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", "import ludparse"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode and "git config core.symlinks true" in done.stderr


@pytest.mark.parametrize(
    "place", ["errors.py", "interpreter/lower/program.py", "exporters/cli/main.py", "games/__init__.py"]
)
def test_every_installed_file_is_part_of_the_stamp_of_caches(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Links are followed in a checkout; in site-packages there are none."""
    root = tmp_path / "ludparse"
    sides = tmp_path / "interpreter", tmp_path / "exporters", tmp_path / "games"
    for file in (
        "interpreter/backends/cache_entry.py",
        "interpreter/lower/program.py",
        "exporters/cli/main.py",
        "games/__init__.py",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text("")
    root.mkdir()
    (root / "errors.py").write_text("")
    for side in sides:
        (root / side.name).symlink_to(Path("..") / side.name)
    monkeypatch.setattr(cache_entry, "__file__", str(root / "interpreter/backends/cache_entry.py"))
    cache_entry.code_stamp.cache_clear()
    before = cache_entry.code_stamp()
    (root / place).write_text("# touched")
    cache_entry.code_stamp.cache_clear()
    after = cache_entry.code_stamp()
    monkeypatch.undo()
    cache_entry.code_stamp.cache_clear()
    assert before is not None and after is not None and before != after
