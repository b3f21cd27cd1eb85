"""The tree of a search: positions, and what is known about their moves."""

from __future__ import annotations

from ..play.move import Move
from ..play.state import State
from ..program.raw import RawMove

__all__ = ["CERTAIN", "UNTRIED", "Edge", "Node", "Outcome", "outcome"]


Outcome = tuple[bytes, tuple[RawMove, ...]]
"""What tells the outcomes of a move apart: the position, and its moves, since dice may show in them alone."""

CERTAIN: Outcome = b"", ()
"""The only outcome where chance plays no part."""


def outcome(state: State) -> Outcome:
    """What tells a position from others that chance might have led to."""
    return state.key, tuple(move.raw for move in state.legal_moves())


class Edge:
    """A move of a position. outcomes: the positions after it: several where chance plays a part, else one alone.
    node: the one that was visited last. total: the sum of values of each seat."""

    __slots__ = ("node", "outcomes", "total", "visits")

    node: Node

    def __init__(self) -> None:
        self.visits = 0
        self.total: list[float] = []
        self.outcomes: dict[Outcome, Node] = {}

    def add(self, values: tuple[float, ...]) -> None:
        """Adds the values of one iteration."""
        if self.visits:
            for seat, value in enumerate(values):
                self.total[seat] += value
        else:
            self.total = list(values)
        self.visits += 1

    def value(self, seat: int, proof: tuple[float, ...] | None) -> float:
        """What a seat may expect: the proven value, or the average, or 0 where there is none."""
        if proof is not None:
            return proof[seat]
        return self.total[seat] / self.visits if self.visits else 0.0


UNTRIED = Edge()
"""Stands for all moves that were not tried: a tree has many of them, and the garbage collector visits every object."""


class Node:
    """A position. seat: of the player to move. edges: one for each legal move, none before the position is opened.
    untried: the moves without a position. amaf: how well moves did in all games from here on, by seat and name; None
    where that is not counted. proof: the value of each seat where it is certain; depth: plies until the
    end of the game then."""

    __slots__ = ("amaf", "depth", "edges", "moves", "proof", "seat", "state", "untried", "visits")

    def __init__(self, state: State) -> None:
        self.state = state
        self.visits = 0
        self.edges: list[Edge] = []
        self.moves: list[Move] = []
        self.untried: list[int] = []
        self.amaf: dict[tuple[int, tuple[int, int, int]], list[float]] | None = None
        self.depth = 0
        at = state.seats
        self.seat = at[state.mover - 1]
        self.proof: tuple[float, ...] | None = None
        if state.over:
            self.proof = state.by_seat(tuple(state.ranking[1 : len(at) + 1]))

    def open(self) -> bool:
        """Lists the legal moves; whether there is one."""
        if not self.edges:
            self.moves = self.state.legal_moves()
            self.edges = [UNTRIED] * len(self.moves)
            self.untried = list(range(len(self.moves)))
        return bool(self.edges)

    def prove(self, k: int) -> bool:
        """Whether the value has become certain, now that it is certain after move k. For games without chance.

        A win is certain when one move wins. Else all moves have to be certain, and where there are more than two
        players, those that are equally good for the mover must not differ for the others.
        """
        child = self.edges[k].node
        assert child.proof is not None
        if self.proof is not None:  # of a position that was searched on for a quicker win
            if child.proof[self.seat] == 1.0:
                self.depth = min(self.depth, child.depth + 1)
            return False
        players = len(child.proof)
        if child.proof[self.seat] == 1.0 and players <= 2:
            self.proof, self.depth = child.proof, child.depth + 1
            return True
        if self.untried:
            return False
        children = []
        for edge in self.edges:
            if edge is UNTRIED or edge.node.proof is None:  # a move that was left aside is not tried
                return False
            children.append(edge.node)
        best = max(node.proof[self.seat] for node in children if node.proof)
        equal = [node for node in children if node.proof and node.proof[self.seat] == best]
        if players > 2 and len({node.proof for node in equal}) > 1:
            return False
        self.proof = equal[0].proof
        depths = [node.depth for node in equal]
        self.depth = 1 + (min(depths) if best > 0.5 else max(depths))
        return True

    def size(self) -> int:
        """The number of positions from here on."""
        count, left = 0, [self]
        while left:
            node = left.pop()
            count += 1
            left += [child for edge in node.edges for child in edge.outcomes.values()]
        return count
