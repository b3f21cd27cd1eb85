"""Arithmetic on whole numbers as the rules know it."""

from __future__ import annotations

__all__ = ["quotient"]


def quotient(a: int, b: int) -> int:
    """a / b, rounded towards zero. b is not 0."""
    found = abs(a) // abs(b)
    return found if (a < 0) == (b < 0) else -found
