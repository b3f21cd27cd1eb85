"""Commands import only what they need. Elapsed time is no test; what is imported is."""

import json
import subprocess
import sys

import pytest

import ludparse
from ludparse.exporters.cli.main import COMMANDS, build_parser, help_parser
from tests.corpus import REPO

_REPORT = """
import contextlib, io, json, sys
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    {what}
print(json.dumps(sorted(sys.modules)))
"""


def modules_after(what: str) -> set[str]:
    """The modules that a new process has imported after some statements."""
    done = subprocess.run(
        [sys.executable, "-c", _REPORT.format(what=what)], capture_output=True, text=True, check=True, cwd=REPO
    )
    return {*json.loads(done.stdout)}


def lud(*arguments: str) -> str:
    return f"from ludparse.exporters.cli import main; main({list(arguments)!r})"


def within(modules: set[str], *packages: str) -> list[str]:
    return sorted(m for m in modules for package in packages if m == package or m.startswith(f"{package}."))


@pytest.mark.parametrize("arguments", [["--help"], ["--nonsense"], []])
def test_help_imports_no_command(arguments: list[str]) -> None:
    seen = modules_after(lud(*arguments))
    wanted = ("", ".cli", ".cli.common", ".cli.main", ".cli.moved", ".terminal", ".terminal.output",
              ".terminal.writer")  # fmt: skip
    assert within(seen, "ludparse.exporters") == [f"ludparse.exporters{name}" for name in wanted]
    assert not within(seen, "ludparse.interpreter", "lark", "networkx", "ludparse.ludemes", "ludparse.reader")


@pytest.mark.parametrize("command", ["info", "board"])
def test_boards_and_information_never_compile(command: str) -> None:
    seen = modules_after(lud(command, "games/ponds/ponds.lud"))
    # the lowerings are imported, because they declare which features their ludemes need; none of them is run
    assert "ludparse.interpreter.equipment" in seen
    heavy = "lower.program", "passes", "game.game", "backends.c", "backends.python"
    assert not within(seen, *(f"ludparse.interpreter.{name}" for name in heavy), "ctypes", "subprocess")


@pytest.mark.parametrize("command", ["fmt"])
def test_texts_need_no_engine(command: str) -> None:
    assert not within(modules_after(lud(command, "games/ponds/ponds.lud")), "ludparse.interpreter")


def test_help_lists_the_commands_as_they_are() -> None:
    assert help_parser().format_help() == build_parser(COMMANDS).format_help()


def test_names_are_imported_when_they_are_used() -> None:
    assert not within(modules_after("import ludparse"), "ludparse.interpreter", "ludparse.ludemes", "lark")
    for public in ludparse.__all__:
        assert getattr(ludparse, public) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = ludparse.nonsense  # type: ignore[attr-defined]
