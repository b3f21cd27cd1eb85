"""Worklists against what they mean, on random graphs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ludparse.interpreter.program.worklist import Solution, cycles, reachable, settle

Graph = dict[int, list[int]]
Asks = Callable[[int], frozenset[int]]


def graphs() -> list[Graph]:
    chance = Random(5)
    sizes = [chance.randint(1, 8) for _ in range(200)]
    return [{i: [j for j in range(n) if chance.random() < 0.25] for i in range(n)} for n in sizes]


def paths(leads: Graph, first: int) -> set[int]:
    """What lies at the end of a path of any length from a node, found by taking one step after another."""
    found = {first}
    for _ in leads:
        found |= {j for i in found for j in leads[i]}
    return found


def test_each_node_that_can_be_reached_is_visited_once() -> None:
    for leads in graphs():
        visited = list(reachable([0, 0], leads.__getitem__))
        assert sorted(visited) == sorted(paths(leads, 0)) and visited[0] == 0


def test_what_lies_beyond_a_node_is_asked_when_the_next_one_is_wanted() -> None:
    leads: Graph = {0: [1], 1: [], 2: []}
    for i in reachable([0], lambda i: leads[i]):
        if i == 0:
            leads[0] = [2]
        assert i != 1


def test_the_least_solution_is_that_of_iterating_over_all_equations() -> None:
    """A node has its own number, and what the nodes have to which it leads, without another number."""
    chance = Random(6)
    for leads in graphs():
        less = {(i, j): chance.choice(list(leads)) for i in leads for j in leads[i]}

        def value(i: int, ask: Asks, leads: Graph = leads, less: dict[tuple[int, int], int] = less) -> frozenset[int]:
            return frozenset({i}).union(*(ask(j) - {less[i, j]} for j in leads[i]))

        values = dict.fromkeys(leads, frozenset[int]())
        for _ in range(len(leads) ** 2 + 1):
            values = {i: value(i, values.__getitem__) for i in leads}
        solution = Solution(value, frozenset[int]())
        assert {i: solution.value(i) for i in leads} == values


def test_a_value_that_was_found_is_not_found_again() -> None:
    asked: list[int] = []

    def value(i: int, ask: Callable[[int], int]) -> int:
        asked.append(i)
        return 1 + ask(i - 1) if i else 0

    solution = Solution(value, 0)
    assert solution.value(3) == 3
    asked.clear()
    assert (solution.value(2), solution.value(4)) == (2, 4) and asked == [4]


def test_cycles_are_the_sets_of_nodes_that_lead_to_each_other() -> None:
    for leads in graphs():
        found = {frozenset(cycle) for cycle in cycles(leads)}
        around = {i: {j for j in paths(leads, i) if i in paths(leads, j)} for i in leads}
        assert found == {frozenset(some) for i, some in around.items() if len(some) > 1 or i in leads[i]}


def test_nodes_are_followed_again_as_long_as_something_follows() -> None:
    """The longest way to each node of graphs whose nodes lead to greater ones alone."""
    for leads in graphs():
        longest = dict.fromkeys(leads, 0)

        def follow(i: int, leads: Graph = leads, longest: dict[int, int] = longest) -> list[int]:
            grown = [j for j in leads[i] if j > i and longest[j] <= longest[i]]
            longest.update(dict.fromkeys(grown, longest[i] + 1))
            return grown

        settle(leads, follow)
        for j in leads:
            assert longest[j] == max((1 + longest[i] for i in leads if i < j and j in leads[i]), default=0)
