"""Analyses whose results are kept until what they are about changes.

    @of_function
    def loops(fn: Function) -> tuple[ops.Loop, ...]: ...

is computed when it is first asked for, and again when the function has changed since (`Function.changed`). What is told
of a program holds until any of its functions changes or a function is added; its entries and appliers stay the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

from .program import Facts, Function, Program

__all__ = ["of_function", "of_program"]

S = TypeVar("S")
T = TypeVar("T")


def of_function(analysis: Callable[[Function], T]) -> Callable[[Function], T]:
    """The same analysis, with its results kept."""

    @wraps(analysis)
    def asked(fn: Function) -> T:
        return _kept(fn.facts, analysis, fn)

    return asked


def of_program(analysis: Callable[[Program], T]) -> Callable[[Program], T]:
    """The same analysis, with its results kept."""

    @wraps(analysis)
    def asked(program: Program) -> T:
        return _kept(program.kept_facts(), analysis, program)

    return asked


def _kept(facts: Facts, analysis: Callable[[S], T], about: S) -> T:
    if analysis not in facts:
        facts[analysis] = analysis(about)
    return cast(T, facts[analysis])
