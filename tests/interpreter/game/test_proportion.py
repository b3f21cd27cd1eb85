"""Checking a description takes time in proportion to how much of each thing it has.

Counted are calls of functions, in Python and built in: seconds depend on the machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from ludparse import check
from ludparse.problems.message import example


def _tracks(n: int) -> str:
    tracks = " ".join(f'(track "T{i}" "{i % 100},E,N,W" loop:True)' for i in range(n))
    return example(board=f"(board (square 10) {{{tracks}}})")


def _items(n: int) -> str:
    items = " ".join(f'(item "I{i}" <{3 + i % 3}> "x")' for i in range(n))
    return example(board="(board (square <Size:side>))", after=f'(option "Size" <Size> args:{{<side>}} {{{items}}})')


def _names(n: int) -> str:
    values = " ".join(f'(set Var "V{i}" {i % 7})' for i in range(n))
    return example(play=f"(move Add (to (sites Empty)) (then (and {{{values}}})))")


def _vertices(n: int) -> str:
    vertices = " ".join(f"{{{i % 20} {i // 20}}}" for i in range(n))
    edges = " ".join(f"{{{i} {i + 1}}}" for i in range(n - 1) if i % 20 < 19)
    return example(board=f"(board (graph vertices:{{{vertices}}} edges:{{{edges}}}) use:Vertex)")


def _uses(n: int) -> str:
    defines = "".join(f'(define "D{i}" (!= (mover) {i}))' for i in range(n))
    uses = " ".join(f'("D{i}")' for i in range(n))
    return example(before=defines, end=f"(if (and {{{uses}}}) (result Mover Win))")


def _calls(text: str) -> int:
    count = 0

    def profile(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        problems = check(text)
    finally:
        sys.setprofile(None)
    assert problems == []
    return count


@pytest.mark.parametrize("make", [_tracks, _items, _names, _vertices, _uses])
def test_twice_as_much_takes_twice_the_work(make: Callable[[int], str]) -> None:
    check(make(100))  # what is made once
    few, more, most = (_calls(make(n)) for n in (100, 200, 400))
    assert most - more < 2.3 * (more - few)
