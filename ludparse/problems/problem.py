"""Errors of the table of messages: no message exists outside it."""

from __future__ import annotations

from collections.abc import Sequence

from ludparse.problems.errors import LudError
from ludparse.problems.spans import Span

__all__ = ["problem"]

_SHOWN = 1000
"""Characters of a word or a list of words that a message shows."""


def problem(
    code: str,
    span: Span | None = None,
    *,
    expected: Sequence[str] = (),
    nearest: Sequence[str] = (),
    hint: str = "",
    **values: object,
) -> LudError:
    """The error of a row, with its template filled in; see `LudError` for the rest."""
    from ludparse.problems.messages import MESSAGES  # read when something is wrong: most descriptions are right

    row = MESSAGES[code]
    text = row.text.format(**{name: _clipped(value) for name, value in values.items()})
    return row.error(text, span, expected=expected, nearest=nearest, hint=hint, code=code)


def _clipped(value: object) -> object:
    """A value as a message shows it: of a text that is very long, its beginning."""
    return f"{value[:_SHOWN]}…" if isinstance(value, str) and len(value) > _SHOWN else value
