"""What Java's exceptions say, in one line."""

from __future__ import annotations

import html
import re
from typing import Any

__all__ = ["message_of"]

_LONGEST = 400


def message_of(problem: Any, *, where: bool = True) -> str:
    """The class of an exception's innermost cause, its message, and (where) the method in which it arose."""
    cause = problem
    while cause.getCause() is not None and cause.getCause() is not cause:
        cause = cause.getCause()
    text = str(cause.getMessage() or problem.getMessage() or "")
    text = html.unescape(re.sub(r"<[^>]*>", " ", text))  # the compiler words its errors as web pages
    text = " ".join(text.split())[:_LONGEST] or "no message"
    trace: Any = cause.getStackTrace() if where else ()
    return f"{cause.getClass().getSimpleName()}: {text}" + (f" (at {trace[0]})" if len(trace) else "")
