"""A condition that an `(and …)` or `(or …)` repeats is asked once, unless it draws numbers."""

from __future__ import annotations

import pytest

from ludparse import load
from ludparse.interpreter.program.printer import print_program
from ludparse.problems.message import example


def _program(condition: str) -> str:
    game = load(example(play=f"(if {condition} (move Add (to (sites Empty))))"), backend="python")
    return print_program(game.program)


@pytest.mark.parametrize("word", ["and", "or"])
def test_what_is_repeated_is_asked_once(word: str) -> None:
    one, other = "(is Even (count Moves))", '(= (count Pieces "Disc1") 2)'
    usual = _program(f"({word} {{{one} {other}}})")
    assert _program(f"({word} {{{one} {other} {one} {one} {other}}})") == usual
    assert _program(f"({word} {{{other} {one}}})") != usual


@pytest.mark.parametrize("word", ["and", "or"])
def test_what_draws_numbers_draws_again(word: str) -> None:
    drawn = "(= 1 (value Random (range 1 6)))"
    once, twice = (_program(f"({word} {{{' '.join([drawn] * n)} (is Even (count Moves))}})") for n in (1, 2))
    assert twice.count("random") > once.count("random") > 0
