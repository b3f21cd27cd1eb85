"""The README and the guide say only true things: their sessions run, and their commands are understood."""

import doctest
import re
import shlex

import pytest

from exporters.cli.main import COMMANDS, build_parser, main
from tests.corpus import REPO

PAGES = {page: (REPO / page).read_text(encoding="utf-8") for page in ("README.md", "docs/guide.md")}
README = PAGES["README.md"]
COMMAND_LINES = [
    line for text in PAGES.values() for line in re.findall(r"^ {4}(lud .*?)(?:  #.*)?$", text, re.MULTILINE)
]


@pytest.mark.parametrize("page", PAGES)
def test_the_session(page: str) -> None:
    session = "\n".join(re.findall(r"```python\n(.*?)```", PAGES[page], re.DOTALL))
    test = doctest.DocTestParser().get_doctest(session, {}, page, page, 0)
    results = doctest.DocTestRunner(verbose=False).run(test)
    assert results.attempted > 5
    assert results.failed == 0


def test_the_game_that_is_shown_is_that_of_the_seed(capsys: pytest.CaptureFixture[str], c_compiler: None) -> None:
    line = r"^ {4}lud (play [^\n]*--seed \d+)[^\n]*"
    found = re.search(line + r"\n\n```\n(.*?)```", README, re.MULTILINE | re.DOTALL)
    assert found is not None
    assert main([*shlex.split(found[1]), "--max-moves", "2"]) == 0
    assert found[2] in capsys.readouterr().out


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_commands_are_understood(line: str) -> None:
    words = shlex.split(line)[1:]
    if not {*words} & {*COMMANDS}:
        words.insert(0, "show")
    build_parser().parse_args(words)


def test_all_commands_are_named() -> None:
    assert COMMAND_LINES
    assert not [name for name in COMMANDS if name != "show" and f"`lud {name}" not in README]


@pytest.mark.parametrize("page", PAGES)
def test_files_that_are_linked_exist(page: str) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", PAGES[page]):
        assert ((REPO / page).parent / target).exists(), target
