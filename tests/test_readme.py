"""The README and the guide say only true things: their sessions run, and their commands are understood."""

import doctest
import re
import shlex

import pytest

from ludparse import Trial, load
from ludparse.exporters.cli.main import COMMANDS, build_parser
from tests.corpus import REPO

PAGES = {page: (REPO / page).read_text(encoding="utf-8") for page in ("README.md", "docs/guide.md", "docs/commands.md")}
SESSIONS = ("README.md", "docs/guide.md", "docs/checking.md", "docs/pictures.md")
COMMAND_LINES = [
    line for text in PAGES.values() for line in re.findall(r"^ {4}(lud .*?)(?:  #.*)?$", text, re.MULTILINE)
]


@pytest.mark.parametrize("page", SESSIONS)
def test_the_session(page: str) -> None:
    text = (REPO / page).read_text(encoding="utf-8")
    session = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    results = doctest.DocTestRunner(verbose=False).run(test)
    assert results.attempted
    assert results.failed == 0


def test_the_picture_is_the_game_beside_it() -> None:
    trial = Trial.read(REPO / "docs/images/ex_nihilo.trl")
    state = load("Ex Nihilo").replay(trial)
    picture = REPO / "docs/images/ex_nihilo.svg"
    assert state.animation(seconds=0.8) == picture.read_text(encoding="utf-8")


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_commands_are_understood(line: str) -> None:
    words = shlex.split(line)[1:]
    if not {*words} & {*COMMANDS}:
        words.insert(0, "show")
    build_parser().parse_args(words)


def test_all_commands_are_named() -> None:
    assert COMMAND_LINES
    assert not [name for name in COMMANDS if name != "show" and f"`lud {name}" not in PAGES["docs/commands.md"]]


@pytest.mark.parametrize("page", PAGES)
def test_files_that_are_linked_exist(page: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", PAGES[page]):
        assert ((REPO / page).parent / target).exists(), target
