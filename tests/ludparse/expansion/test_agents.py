"""What a description says to agents, and what of a library's file it means."""

import pytest

from ludparse.expansion.agents import agent_arguments, named_define
from ludparse.expansion.metadata import Metadata
from ludparse.library.defines import LibraryDefine
from ludparse.problems.errors import LudError, LudSyntaxError
from ludparse.problems.spans import Source
from ludparse.reader import read_source
from ludparse.reader.syntax import Arg, Call


def metadata(text: str) -> Metadata:
    problems: list[LudError] = []
    (node,) = read_source(Source("a.lud", text), problems)
    assert isinstance(node, Call) and not problems
    return Metadata(node)


def defined(body: str) -> LibraryDefine:
    """A file that defines NAME_ai, with a line before and one behind, which are none of it."""
    text = f'(heuristics "before")\n(define "NAME_ai" {body})\n(heuristics "behind")'
    start = text.index("(define")
    end = text.rindex("\n(heuristics")
    body_start = text.index('"NAME_ai"') + len('"NAME_ai"')
    return LibraryDefine('"NAME_ai"', Source("NAME_ai.def", text), start, end, body_start)


def written(args: tuple[Arg, ...]) -> list[tuple[str | None, str, list[str]]]:
    """Of each argument its name, keyword, and strings; the strings of atoms as their keyword."""
    found = []
    for arg in args:
        value = arg.value
        inner = [getattr(a.value, "text", "") for a in value.args] if isinstance(value, Call) else []
        found.append((arg.name, value.keyword if isinstance(value, Call) else getattr(value, "text", ""), inner))
    return found


def read(body: str, *active: str, own: str = '"NAME_ai"') -> list[tuple[str | None, str, list[str]]]:
    return written(agent_arguments(metadata(f"(metadata (ai {own}))"), defined(body), active))[1:]


def test_which_define_is_meant() -> None:
    assert named_define(metadata('(metadata (info) (ai "NAME_ai"))')) == "NAME_ai"
    assert named_define(metadata('(metadata (ai {(bestAgent "UCT") "NAME_ai"}))')) == "NAME_ai"
    assert named_define(metadata('(metadata (ai (bestAgent "UCT")) (info "x"))')) is None
    assert named_define(metadata("(metadata (ai Word))")) is None
    assert named_define(Metadata(None)) is None


def test_what_a_description_says_itself() -> None:
    text = '(metadata (ai (bestAgent "UCT") heuristics:(h "a")) (ai {(x "b") (y "c")}))'
    assert written(agent_arguments(metadata(text), None, ())) == [
        (None, "bestAgent", ["UCT"]), ("heuristics", "h", ["a"]), (None, "x", ["b"]), (None, "y", ["c"]),
    ]  # fmt: skip


def test_heuristics_and_the_best_agent_of_a_define() -> None:
    """What else a define holds is left out, as are comments and what stands before and behind it."""
    body = '(bestAgent "AB") (features "f") // (heuristics "comment")\n one:(heuristics "h" (x)) (heuristicsOf "no")'
    assert read(body) == [(None, "bestAgent", ["AB"]), ("one", "heuristics", ["h", ""])]
    assert read("") == [] and read('(features "f")') == []


@pytest.mark.parametrize(("active", "best"), [
    ((), ["always"]), (("A/1",), ["one", "always"]), (("B/2",), ["always"]),
    (("A/1", "B/2"), ["one", "both", "always"]),
])  # fmt: skip
def test_what_holds_for_some_options_alone(active: tuple[str, ...], best: list[str]) -> None:
    """All that is named has to be chosen, one item in quotation marks or several in brackets."""
    body = """(useFor "A/1" (bestAgent "one"))
        (useFor {"A/1" "B/2"} (bestAgent "both")) (useFor {"C/3"} (bestAgent "no") (useFor "A/1" (bestAgent "in it")))
        (bestAgent "always")"""
    assert [strings for _, _, strings in read(body, *active)] == [[name] for name in best]


def test_errors_name_the_line_in_the_file_of_the_library() -> None:
    with pytest.raises(LudSyntaxError) as caught:
        read('\n(useFor "No/1" (x))\n(heuristics {"h"]) (bestAgent "a")')
    assert (caught.value.file, caught.value.line) == ("NAME_ai.def", 4)


@pytest.mark.parametrize("body", ['(bestAgent "UCT"', '(useFor {"A/1"', '(useFor "A/1" (x)'])
def test_a_file_that_ends_too_early_ends_the_reading(body: str) -> None:
    text = f'(define "NAME_ai" {body}'
    define = LibraryDefine('"NAME_ai"', Source("NAME_ai.def", text), 0, len(text), 17)
    assert agent_arguments(metadata("(metadata (ai))"), define, ()) == ()
