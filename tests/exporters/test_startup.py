"""Commands import only what they need. Elapsed time is no test; what is imported is."""

import json
import subprocess
import sys

import pytest

import interpreter
import ludparse
from exporters.cli.main import COMMANDS, build_parser, help_parser
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
    return f"from exporters.cli import main; main({list(arguments)!r})"


def within(modules: set[str], *packages: str) -> list[str]:
    return sorted(m for m in modules for package in packages if m == package or m.startswith(f"{package}."))


@pytest.mark.parametrize("arguments", [["--help"], ["--nonsense"], []])
def test_help_imports_no_command(arguments: list[str]) -> None:
    seen = modules_after(lud(*arguments))
    assert within(seen, "exporters") == ["exporters", "exporters.cli", "exporters.cli.common", "exporters.cli.main"]
    assert not within(seen, "interpreter", "lark", "networkx", "ludparse.ludemes", "ludparse.reader")


@pytest.mark.parametrize("command", ["info", "board"])
def test_boards_and_information_never_compile(command: str) -> None:
    seen = modules_after(lud(command, "games/ponds/ponds.lud"))
    # the lowerings are imported, because they declare which features their ludemes need; none of them is run
    assert "interpreter.equipment" in seen
    assert not within(seen, "interpreter.lower.program", "interpreter.program.passes", "interpreter.game")
    assert not within(seen, "interpreter.backend_c", "interpreter.backend_python", "ctypes", "subprocess")


@pytest.mark.parametrize("command", ["fmt", "expand"])
def test_texts_need_no_engine(command: str) -> None:
    assert not within(modules_after(lud(command, "games/ponds/ponds.lud")), "interpreter")


def test_help_lists_the_commands_as_they_are() -> None:
    assert help_parser().format_help() == build_parser(COMMANDS).format_help()


@pytest.mark.parametrize("package", [ludparse, interpreter])
def test_packages_import_their_names_when_they_are_used(package: object) -> None:
    name = str(vars(package)["__name__"])
    assert not within(modules_after(f"import {name}"), "interpreter.game", "ludparse.ludemes", "lark")
    for public in vars(package)["__all__"]:
        assert getattr(package, public) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = getattr(package, "nonsense")  # noqa: B009
