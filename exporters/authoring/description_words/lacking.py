"""That players have no pieces, in words."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import replace
from ludparse.ludemes.enums import RoleType

from .tree.arguments import raw, whole
from .wording.phrases import Words
from .wording.vocabulary import joined, told


@told(L.NoPiece)
def _no_piece(node: L.NoPiece, words: Words) -> str:
    return pieces_had(node, "no ", words)


def pieces_had(node: Any, no: str, words: Words, names: str = "") -> str:
    """That a player has pieces, or has none. no: "no " where there are none. names: several kinds."""
    owner = node.of if node.of is not None else node.role
    what = f"{names or words.named(node.name)} pieces" if node.name else "pieces"
    where = f" on {words.of(node.in_)}" if node.in_ is not None else ""
    if not where and words.uses_hands and words.hands and node.type is None:
        where = ", on the board or in hand"
    if owner is None or owner is RoleType.All:
        return f"there are {no}{what}{where}"
    if owner is RoleType.NonMover and any(of == 0 for _, of in words.pieces.values()):
        return f"there are {no}{what} but {words.whose(RoleType.Mover)} own{where}"
    return f"{words.does(owner, 'has')} {no}{what}{where}"


def none_of_kinds(node: Any, words: Words) -> str:
    """That a player has no pieces of several kinds, as one sentence; empty for other conditions."""
    parts = node.list or (node.a, node.b)
    rest = {replace(raw(part), name=None) for part in parts if isinstance(part, L.NoPiece) and part.name}
    if len(parts) < 2 or len(rest) != 1 or not all(isinstance(part, L.NoPiece) and part.name for part in parts):
        return ""
    whole(parts[0].name)
    names = joined([words.named(part.name) for part in parts], "or")
    for part in parts[1:]:
        whole(part)
    return pieces_had(parts[0], "no ", words, names) + words.rest(parts[0])
