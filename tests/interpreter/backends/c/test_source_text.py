"""The C source that is generated can be read: its lines are short."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludparse import load
from ludparse.interpreter.backends.c.random_games.games import render_games
from ludparse.interpreter.backends.c.rendering.render import LONGEST, laid_out, render_c
from ludparse.interpreter.passes.random_game_program import playout_program
from tests.interpreter.passes.golden_games import GAMES
from tests.interpreter.passes.test_at_once import game

WORDS = st.lists(st.text("ab(){},;+", min_size=1, max_size=30), min_size=1, max_size=40)


@pytest.mark.parametrize("name", ["surround", "sow", "sight", "stack"])
def test_no_line_is_too_long(name: str) -> None:
    program = load(GAMES[name], backend="python").program
    for code in (render_c(program), render_games(playout_program(program))):
        assert max(map(len, code.splitlines())) <= LONGEST


@given(WORDS, st.integers(0, 8))
def test_long_lines_keep_their_words_and_their_indentation(words: list[str], depth: int) -> None:
    line = " " * depth + " ".join(words)
    found = laid_out([line]).splitlines()
    assert " ".join(found).split() == words
    assert all(x.startswith(" " * depth) and len(x) <= LONGEST for x in found)
    assert len(found) == 1 or len(line) > LONGEST


def test_texts_stay_whole_and_directives_go_on() -> None:
    text = '"' + "a b " * 50 + '\\" c"'
    assert text in laid_out([f"  fail(e, {text}); return 0;"])
    first, *rest = laid_out(["#define X " + "1 + " * 60 + "1"]).splitlines()
    assert rest and first.endswith("\\") and not rest[-1].endswith("\\")


@pytest.mark.parametrize(("side", "directions", "times"), [(13, "", 8), (13, "Orthogonal", 4), (6, "", 0)])
def test_loops_over_directions_are_written_out_for_large_boards(side: int, directions: str, times: int) -> None:
    """169 cells take three words of 64 bits, 36 take one. A cell has eight neighbours, four of them at its sides."""
    text = game(f"(square {side})", f"(move Step {directions} (to if:(is Empty (to))))")
    program = load(text, backend="python").program
    for code in (render_c(program), render_games(playout_program(program))):
        written = [line.split()[-1] for line in code.splitlines() if "#pragma GCC unroll" in line]
        assert written == [str(times)] * bool(times)


@pytest.mark.parametrize("name", ["sow", "sight", "stack"])
def test_what_stands_in_brackets_is_indented(name: str) -> None:
    """Only brackets that end something stand at the left."""
    depth, code = 0, render_c(load(GAMES[name], backend="python").program)
    for line in re.sub(r"^#.*(\\\n.*)*", "", code, flags=re.M).splitlines():
        assert line.startswith((" ", "}")) or not line or not depth, line
        plain = re.sub(r'"(\\.|[^"\\])*"', "", line)
        depth += plain.count("{") - plain.count("}")
    assert depth == 0
