"""Boards that would take for ever, or all memory: made in bounded time, or refused with a place."""

from __future__ import annotations

import math
import time

import pytest

from ludparse import LudError, LudLimitError, LudRuleError, load

SECONDS = 20.0
"""Processor time: four times the five seconds that are promised, for slow machines."""


def game(board: str, item: str = "") -> str:
    return (
        f'(game "Bounded" (players 2) (equipment {{{board} (piece "Disc" Each) {item}}})'
        " (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"
    )


def complete_graph(n: int) -> str:
    """n points on a circle, each joined with every other."""
    points = " ".join(f"{{{math.cos(i * math.tau / n):.5f} {math.sin(i * math.tau / n):.5f}}}" for i in range(n))
    edges = " ".join(f"{{{i} {j}}}" for i in range(n) for j in range(i))
    return f"(graph vertices:{{{points}}} edges:{{{edges}}})"


SQUARES = "(square 30) " * 4
STEPS = "F " * 70

REFUSED: dict[str, tuple[str, type[LudError], str]] = {
    "loops": ("(surakartaBoard (square 6) loops:100000)", LudRuleError, "loop 7 of the surakarta board lies outside"),
    "repeat": (
        f"(board (repeat 1 1 step:{{{{0.5 0}} {{1 0}}}} (poly {{{{0 1}} {{1 0}} {{0 1{'0' * 40}}}}})))",
        LudRuleError,
        "a point of the board has no finite place",
    ),
    "rotate": ("(board (rotate 1e308 (square 3)))", LudRuleError, "turned by an angle that is not finite"),
    "scale": ("(board (scale 1e308 (square 3)))", LudLimitError, "more than 1,000,000 units from the origin"),
    "shift": ("(board (shift 1e30 0 (square 3)))", LudLimitError, "more than 1,000,000 units from the origin"),
    "crossings": (f"(board (splitCrossings {complete_graph(30)}))", LudLimitError, "may cross each other"),
    "more crossings": (f"(board (splitCrossings {complete_graph(70)}))", LudLimitError, "cross each other"),
    "large": ("(board (hex 1000))", LudLimitError, "at most 12000 are allowed"),
    "concentric": ("(board (concentric {1000 1000 1000}))", LudLimitError, "meet at the same vertices"),
    "complete": (f"(board {complete_graph(60)} use:Vertex)", LudLimitError, "meet at the same vertices"),
    "celtic": ("(board (celtic 100 100))", LudLimitError, "at most 12000 are allowed"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_too_large_is_refused_with_its_place(name: str) -> None:
    board, error, message = REFUSED[name]
    start = time.process_time()
    with pytest.raises(error, match=message) as caught:
        load(game(board), backend="python")
    assert time.process_time() - start < SECONDS
    assert caught.value.span is not None and caught.value.span.text in board


def test_very_long_lines_are_refused() -> None:
    """Each of 10,000 sites begins a line to both ends: 50 million sites."""
    text = game("(board (rectangle 1 10000) use:Vertex)").replace("(is Full)", "(is Line 5)")
    start = time.process_time()
    with pytest.raises(LudLimitError, match=r"at most 12000|the lines of the board have more than 6,000,000 sites"):
        load(text, backend="python")
    with pytest.raises(LudLimitError, match="the lines of the board have more than 6,000,000 sites") as caught:
        load(text.replace("10000", "3900"), backend="python")
    assert caught.value.span is not None
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize(
    "board, item",
    [
        (f"(board (union {{{SQUARES}}}))", ""),
        (f"(board (merge {{{SQUARES}}}))", ""),
        ("(board (celtic 40))", ""),
        ("(board (rectangle 600 4))", ""),
        ("(board (square 40))", f'(tile "Snake" {{{STEPS}}})'),
        ("(board (hex 20))", f'(tile "Snake" {{{"F R F L " * 20}}})'),
        (f"(board (splitCrossings {complete_graph(9)}))", ""),
    ],
)
@pytest.mark.telling(every=3)
def test_what_is_not_too_large_is_made_in_time(board: str, item: str) -> None:
    start = time.process_time()
    assert load(game(board, item), backend="python").start(seed=1).legal_moves()
    assert time.process_time() - start < SECONDS
