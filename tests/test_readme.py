"""The README says only true things: its Python session runs, and its commands are understood."""

import doctest
import re
import shlex

import pytest

from exporters.cli.main import COMMANDS, build_parser
from tests.corpus import REPO

README = (REPO / "README.md").read_text(encoding="utf-8")
COMMAND_LINES = re.findall(r"^ {4}(lud .*?)(?:  #.*)?$", README, re.MULTILINE)


def test_the_session() -> None:
    [session] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(session, {}, "README.md", "README.md", 0)
    results = doctest.DocTestRunner(verbose=False).run(test)
    assert results.attempted > 5
    assert results.failed == 0


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_commands_are_understood(line: str) -> None:
    words = shlex.split(line)[1:]
    if not {*words} & {*COMMANDS}:
        words.insert(0, "show")
    build_parser().parse_args(words)


def test_all_commands_are_named() -> None:
    assert COMMAND_LINES
    assert not [name for name in COMMANDS if name != "show" and f"`lud {name}" not in README]


def test_files_that_are_linked_exist() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (REPO / target).exists(), target
