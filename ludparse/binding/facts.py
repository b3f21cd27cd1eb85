"""What all of a description says that decides what a word of it means: its players, regions and board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from ludparse.binding.parts import strings_of
from ludparse.reader.syntax import Array, Atom, AtomKind, Call, Node, walk

__all__ = ["Facts", "facts_of"]


class Facts(NamedTuple):
    """players: how many there are, 0 where that is not known. facing: directions in which players face -> these
    players. names: its strings. sites: its `(sites …)`. regions: names of regions; divided: those that several have.
    tiling: the keyword of the only shape of cells. teams: whether it makes teams."""

    players: int
    facing: dict[str, str]
    names: frozenset[str]
    sites: list[Call]
    regions: frozenset[str]
    divided: frozenset[str]
    tiling: str
    teams: bool


def facts_of(root: Node) -> Facts:
    """What a tree says, as far as it can be read."""
    calls = [node for node in walk(root) if isinstance(node, Call)]
    regions = [node for node in calls if node.keyword == "regions"]
    return Facts(
        players=_players(root),
        facing=_facing(root),
        names=strings_of(walk(root)),
        sites=[node for node in calls if node.keyword == "sites"],
        regions=strings_of(arg.value for node in regions for arg in node.args[:1]),
        divided=_divided(regions),
        tiling=_tiling(root),
        teams=any(_makes_teams(node) for node in calls),
    )


def _players(root: Node) -> int:
    """How many players a description has, 2 where it does not say; 0 where that cannot be read."""
    args = root.args if isinstance(root, Call) else ()
    said = next((a.value for a in args if isinstance(a.value, Call) and a.value.keyword == "players"), None)
    if said is None or not said.args:
        return 2
    count = said.args[0].value
    if isinstance(count, Array):
        return len(count.items)
    return int(count.text) if isinstance(count, Atom) and count.text.isdecimal() and len(count.text) < 3 else 0


def _facing(root: Node) -> dict[str, str]:
    """The directions in which players face, each that of one player -> the roles of these."""
    args = root.args if isinstance(root, Call) else ()
    said = next((a.value for a in args if isinstance(a.value, Call) and a.value.keyword == "players"), None)
    listed = said.args[0].value if said is not None and said.args else None
    words = [[a.value.text for a in player.args if isinstance(a.value, Atom) and a.value.kind is AtomKind.SYMBOL]
             for player in (listed.items if isinstance(listed, Array) else ()) if isinstance(player, Call)]  # fmt: skip
    once = Counter(word for some in words for word in some)
    return {word: f"P{i}" for i, some in enumerate(words, 1) for word in some if once[word] == 1}


def _tiling(root: Node) -> str:
    """The keyword of the cells of the board, where these have one shape; empty where they may have others, or where one
    plays on vertices or edges."""
    board = next((node for node in walk(root) if isinstance(node, Call) and node.keyword == "board"), None)
    calls = [node for node in walk(board) if isinstance(node, Call)] if board is not None else []
    played = any(arg.name == "use" for node in calls for arg in node.args)
    shapes = {node.keyword for node in calls if node.keyword not in ("board", "rotate", "shift", "scale")}
    return shapes.pop() if len(shapes) == 1 and not played else ""


def _divided(regions: Sequence[Call]) -> frozenset[str]:
    """The names under which several regions are declared, which are one where they are named."""
    named = Counter(name for node in regions for name in strings_of(arg.value for arg in node.args[:1]))
    listed = [node for node in regions if any(isinstance(a.value, Array) and len(a.value.items) > 1 for a in node.args)]
    several = strings_of(arg.value for node in listed for arg in node.args[:1])
    return several | {name for name, times in named.items() if times > 1}


def _makes_teams(node: Node) -> bool:
    first = node.args[0].value if isinstance(node, Call) and node.keyword == "set" and node.args else None
    return isinstance(first, Atom) and first.text == "Team"
