"""Reads the heuristics of a description's `(ai …)` part."""

from __future__ import annotations

from collections.abc import Sequence

from ludparse.description.description import Description
from ludparse.problems.errors import LudTypeError, LudUnsupportedError, nearest
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node

from .terms import Term, TermKind, Transformation, single

__all__ = ["described_agent", "described_terms", "terms_of"]

_KINDS = {kind.value: kind for kind in TermKind}
_TRANSFORMATIONS = {t.value: t for t in Transformation if t.value}
_NUMBERS = {
    TermKind.REGION_PROXIMITY: "region",
    TermKind.PLAYER_REGIONS_PROXIMITY: "player",
    TermKind.LINE_COMPLETION: "targetLength",
}


def described_terms(description: Description) -> tuple[Term, ...] | None:
    """The terms of `(heuristics …)`, or else of `trainedHeuristics:(heuristics …)`; None where there are none.

    Raises LudUnsupportedError for a term that is unknown, LudTypeError for one that is written wrongly, both with its
    place. Heuristics that belong to an agent, as in `(alphaBeta (heuristics …))`, do not count.
    """
    found: dict[str | None, Call] = {}
    for arg in description.ai:
        if isinstance(arg.value, Call) and arg.value.keyword == "heuristics":
            found.setdefault(arg.name, arg.value)
    node = found.get(None, found.get("trainedHeuristics"))
    return None if node is None else terms_of([node])


def described_agent(description: Description) -> str | None:
    """The name in `(bestAgent "…")`: the agent that plays the game best, as the description says. None where it names
    none."""
    for arg in description.ai:
        if isinstance(arg.value, Call) and arg.value.keyword == "bestAgent" and arg.value.args:
            return _text(arg.value.args[0].value).strip() or None
    return None


def terms_of(nodes: Sequence[Node]) -> tuple[Term, ...]:
    """The terms of `(heuristics …)`. Raises as `described_terms`; LudTypeError for anything else."""
    if len(nodes) != 1 or not isinstance(nodes[0], Call) or nodes[0].keyword != "heuristics":
        raise LudTypeError("heuristics are written as (heuristics {(material) …})", nodes[0].span if nodes else None)
    return tuple(_term(item) for arg in nodes[0].args for item in _items(arg.value))


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Array) else (node,)


def _term(node: Node) -> Term:
    if not isinstance(node, Call):
        raise LudTypeError("a term of heuristics is written in brackets, as (material)", node.span)
    kind = _KINDS.get(node.keyword)
    if kind is None:
        raise LudUnsupportedError(
            f"there are no heuristics {node.keyword!r}", node.span, nearest=nearest(node.keyword, list(_KINDS))
        )
    named = {arg.name: arg for arg in node.args}
    pieces = named.get("playerWeights" if kind is TermKind.INTERCEPT else "pieceWeights")
    number = named.get(_NUMBERS.get(kind, ""))
    if number is None and kind in (TermKind.REGION_PROXIMITY, TermKind.PLAYER_REGIONS_PROXIMITY):
        raise LudTypeError(f"({node.keyword} …) needs {_NUMBERS[kind]}:, a number", node.span)
    return Term(
        kind=kind,
        weight=1.0 if "weight" not in named else _float(named["weight"].value),
        transformation=_transformation(named.get("transformation")),
        pieces=(("", 1.0),) if pieces is None else tuple(_pair(item) for item in _items(pieces.value)),
        number=None if number is None else int(_float(number.value)),
        board_only="boardOnly" in named and _text(named["boardOnly"].value).lower() == "true",
    )


def _transformation(arg: Arg | None) -> Transformation:
    if arg is None:
        return Transformation.NONE
    word = arg.value.keyword if isinstance(arg.value, Call) else _text(arg.value)
    if word not in _TRANSFORMATIONS:
        raise LudUnsupportedError(
            f"there is no transformation {word!r}", arg.value.span, nearest=nearest(word, list(_TRANSFORMATIONS))
        )
    return _TRANSFORMATIONS[word]


def _pair(node: Node) -> tuple[str, float]:
    if not isinstance(node, Call) or node.keyword != "pair" or len(node.args) != 2:
        raise LudTypeError('a weight is written as (pair "Name" 1.0)', node.span)
    return _text(node.args[0].value).strip(), _float(node.args[1].value)


def _text(node: Node) -> str:
    return node.text if isinstance(node, Atom) else ""


def _float(node: Node) -> float:
    if isinstance(node, Atom) and node.kind is not AtomKind.STRING:
        try:
            return single(float(node.text))
        except (ValueError, OverflowError):
            pass
    raise LudTypeError("a number is needed here", node.span)
