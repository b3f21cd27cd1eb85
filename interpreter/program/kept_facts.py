"""Analyses whose results are kept until what they are about changes.

    @of_function
    def loops(fn: Function) -> tuple[ops.Loop, ...]: ...

is computed when it is first asked for, and again when the function has changed since (`Function.changed`). What is told
of a program holds until any of its functions changes or a function is added; its entries and appliers stay the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from .program import Function, Program

__all__ = ["of_function", "of_program"]

T = TypeVar("T")


def of_function(analysis: Callable[[Function], T]) -> Callable[[Function], T]:
    """The same analysis, with its results kept."""

    @wraps(analysis)
    def kept(fn: Function) -> T:
        facts = fn.facts
        if analysis not in facts:
            facts[analysis] = analysis(fn)
        found: T = facts[analysis]
        return found

    return kept


def of_program(analysis: Callable[[Program], T]) -> Callable[[Program], T]:
    """The same analysis, with its results kept."""

    @wraps(analysis)
    def kept(program: Program) -> T:
        facts = program.kept_facts()
        if analysis not in facts:
            facts[analysis] = analysis(program)
        found: T = facts[analysis]
        return found

    return kept
