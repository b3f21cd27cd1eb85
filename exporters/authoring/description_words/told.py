"""A sentence that knows which ludeme it tells."""

from __future__ import annotations

from typing import Any

from ludparse.problems.spans import Span

from .tree.arguments import raw

__all__ = ["Told", "of_ludeme"]


class Told(str):
    """A sentence. `span`: where the ludeme that it tells stands in the description, None for what none says."""

    __slots__ = ("span",)
    span: Span | None


def of_ludeme(text: str, node: Any) -> Told:
    """A sentence about a ludeme."""
    sentence = Told(text)
    sentence.span = getattr(raw(node), "span", None)
    return sentence
