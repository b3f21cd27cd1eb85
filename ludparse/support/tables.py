"""Tables of results, as text and as HTML, for `str()` and for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["html_table", "text_table"]


def text_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns as wide as their longest entry, the first to the left and the others to the right."""
    lines = [list(map(str, row)) for row in (head, *rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(head))]
    return "\n".join(
        "  ".join(f"{text:>{widths[k]}}" if k else f"{text:<{widths[k]}}" for k, text in enumerate(line)).rstrip()
        for line in lines
    )


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The same as an HTML table."""
    top = "".join(f"<th>{escape(text)}</th>" for text in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
