"""Worklists: what can be reached, the least solution of equations that depend on each other, and cycles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

__all__ = ["Solution", "cycles", "reachable", "settle"]

N = TypeVar("N", bound=Hashable)
V = TypeVar("V")


def reachable(first: Iterable[N], beyond: Callable[[N], Iterable[N]]) -> Iterator[N]:
    """Each of some nodes and of those that `beyond` leads to from there, once. It is asked about a node when the next
    one is wanted."""
    todo, seen = list(first), set[N]()
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            yield node
            todo += beyond(node)


def settle(first: Iterable[N], follow: Callable[[N], Iterable[N]]) -> None:
    """Follows each of some nodes, and again those that this returns, until none is left."""
    waiting = dict.fromkeys(first)
    while waiting:
        node, _ = waiting.popitem()
        waiting |= dict.fromkeys(follow(node))


class Solution(Generic[N, V]):
    """The least values of nodes that fulfil equations which may depend on each other in a circle.

    equation: the value of a node over the values of others, for which it calls its second argument; where these grow,
    it grows or stays. bottom: the least value. A value is found when it is first asked for, and kept.
    """

    def __init__(self, equation: Callable[[N, Callable[[N], V]], V], bottom: V) -> None:
        self._equation, self._bottom = equation, bottom
        self._values: dict[N, V] = {}
        self._readers: dict[N, set[N]] = {}
        self._new: list[N] = []
        self._again: dict[N, None] = {}  # whose equation reads what has grown
        self._reader: N

    def value(self, node: N) -> V:
        """The value of a node."""
        if node not in self._values:
            self._begin(node)
            while self._new or self._again:
                self._evaluate(self._new.pop() if self._new else self._again.popitem()[0])
            self._readers.clear()
        return self._values[node]

    def _begin(self, node: N) -> None:
        self._values[node] = self._bottom
        self._new.append(node)

    def _evaluate(self, node: N) -> None:
        self._reader = node
        value = self._equation(node, self._read)
        if value != self._values[node]:
            self._values[node] = value
            self._again |= dict.fromkeys(self._readers.get(node, ()))

    def _read(self, node: N) -> V:
        self._readers.setdefault(node, set()).add(self._reader)
        if node not in self._values:
            self._begin(node)
        return self._values[node]


def cycles(leads: Mapping[N, Collection[N]]) -> list[list[N]]:
    """The strongly connected components that contain a cycle (Tarjan's algorithm, without recursion). leads: to which
    nodes each node leads. networkx has the same, and takes as long to import as a game takes to compile."""
    order: dict[N, int] = {}
    low: dict[N, int] = {}
    stack: list[N] = []
    on_stack: set[N] = set()
    found: list[list[N]] = []
    for root in leads:
        todo = [] if root in order else [(root, iter(leads[root]))]
        while todo:
            node, rest = todo[-1]
            if node not in order:
                order[node] = low[node] = len(order)
                stack.append(node)
                on_stack.add(node)
            for other in rest:
                if other not in order:
                    todo.append((other, iter(leads[other])))
                    break
                if other in on_stack:
                    low[node] = min(low[node], low[other])
            else:
                todo.pop()
                if todo:
                    low[todo[-1][0]] = min(low[todo[-1][0]], low[node])
                if low[node] == order[node]:
                    cycle = stack[stack.index(node) :]
                    del stack[-len(cycle) :]
                    on_stack.difference_update(cycle)
                    if len(cycle) > 1 or node in leads[node]:
                        found.append(cycle)
    return found
