"""Numbers as tables show them."""

from __future__ import annotations

__all__ = ["interval_text", "number_text"]


def number_text(value: float | None) -> str:
    """About four digits; a dash for none."""
    if value is None:
        return "–"
    size = abs(value)
    digits = 0 if size >= 1000 else 1 if size >= 100 else 2 if size >= 10 else 3
    return f"{value:.{digits}f}"


def interval_text(interval: tuple[float, float] | None) -> str:
    """In brackets; nothing for none."""
    return "" if interval is None else f"[{number_text(interval[0])}, {number_text(interval[1])}]"
