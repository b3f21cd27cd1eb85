"""What type checkers see: the examples of the documents are well typed, and no public signature holds an Any."""

import doctest
import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

import ludparse
import ludparse.interpreter
from tests.corpus import REPO

PAGES = [REPO / "README.md", *sorted((REPO / "docs").glob("*.md"))]


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The Python sessions of each page as a module."""
    folder = tmp_path_factory.mktemp("examples")
    files = []
    for page in PAGES:
        found = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
        if found:
            file = folder / f"{page.stem.lower()}_examples.py"
            file.write_text("".join(example.source for example in found), encoding="utf-8")
            files.append(str(file))
    assert len(files) >= 2
    return files


def test_mypy_passes_on_the_examples(examples: list[str]) -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--config-file=", f"--cache-dir={REPO / '.mypy_cache'}", *examples]
    done = subprocess.run(command, cwd=REPO, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_pyright_passes_on_the_examples(examples: list[str]) -> None:
    found = shutil.which("pyright", path=str(Path(sys.executable).parent)) or shutil.which("pyright")
    if found is None or shutil.which("node") is None:
        pytest.skip("pyright or node is not installed")
    done = subprocess.run([found, "--pythonpath", sys.executable, *examples], cwd=REPO, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


PUBLIC = [thing for name in ludparse.__all__ if not isinstance(thing := getattr(ludparse, name), ModuleType | str)]


def members(thing: object) -> Iterator[tuple[str, Callable[..., object]]]:
    """The public functions of a class, properties included, or the function itself."""
    if not inspect.isclass(thing):
        assert callable(thing)
        yield getattr(thing, "__qualname__", ""), thing
        return
    for base in thing.__mro__:
        if not base.__module__.startswith("ludparse"):
            continue
        for name, value in vars(base).items():
            if not name.startswith("_"):
                function = value.fget if isinstance(value, property) else getattr(value, "func", value)
                if inspect.isfunction(function):
                    yield f"{base.__name__}.{name}", function


@pytest.mark.parametrize("thing", PUBLIC, ids=lambda thing: thing.__name__)
def test_public_members_are_typed_and_described(thing: object) -> None:
    for name, function in members(thing):
        hints = {name: str(hint) for name, hint in inspect.get_annotations(function).items()}  # as they are written
        parameters = [p for p in inspect.signature(function).parameters if p not in ("self", "cls")]
        assert {*parameters, "return"} <= {*hints}, f"{name} lacks types"
        vague = [p for p, hint in hints.items() if re.search(r"\bAny\b", hint)]
        assert not vague or name.endswith(".snapshot"), f"{name} has Any in {vague}"
        assert inspect.getdoc(function), f"{name} has no docstring"


def test_packages_are_marked_as_typed() -> None:
    for package in ("ludparse", "interpreter", "exporters"):
        assert (REPO / package / "py.typed").exists()
