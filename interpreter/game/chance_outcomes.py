"""What chance may do in a step of a `Pool`: every outcome, with its probability and a seed that draws it.

A step draws numbers one after the other, each one of so many that are equally likely, and which are drawn later may
depend on those before. They make a tree. It is found by playing the step with random seeds: a seed that leads along
known branches is not played, one that leads to a new branch is, and is kept for the leaf where it ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ludparse.problems.errors import LudLimitError, LudUnsupportedError

from ..play.playouts import MASK64, Chance

__all__ = ["MOST_DRAWS", "MOST_OUTCOMES", "Outcomes", "outcomes_of"]

MOST_OUTCOMES = 4096
"""Outcomes that one step may have."""
MOST_DRAWS = 1024
"""Numbers that one step may draw."""
_MOST_SEEDS = 400
"""Seeds that are tried for each outcome, at most, on average."""
_STEP = 0x9E3779B97F4A7C15
_BACK = pow(_STEP, -1, 1 << 64)

Drawn = Callable[[int], Sequence[tuple[int, int]]]
"""Plays the step with a seed: the state of the generator before each draw, and how many outcomes the draw has, 0 for a
number between 0 and 1."""


class Outcomes(NamedTuple):
    """The outcomes of steps: those of step k have the numbers offsets[k] to offsets[k + 1] - 1. offsets: int64. seeds:
    uint64, for `expand`. probabilities: float64, of which those of each step add up to 1."""

    offsets: Any
    seeds: Any
    probabilities: Any


class _Node:
    """A place in the tree. draw: which number is drawn there, by its place among the numbers of the generator and how
    many outcomes it has; None in a leaf. seed: of a leaf. after: the nodes after the outcomes."""

    __slots__ = ("after", "draw", "probability", "seed")

    def __init__(self, probability: float) -> None:
        self.draw: tuple[int, int] | None = None
        self.probability = probability
        self.seed = 0
        self.after: dict[int, _Node] = {}


def outcomes_of(drawn: Drawn, chance: Chance) -> list[tuple[int, float]]:
    """The outcomes of a step, each as a seed and its probability. chance: draws the seeds.

    Raises LudLimitError for more than `MOST_OUTCOMES` outcomes or `MOST_DRAWS` draws, and for an outcome that too many
    seeds did not draw; LudUnsupportedError where a number between 0 and 1 is drawn.
    """
    root = _Node(1.0)
    unknown: set[_Node] = {root}  # nodes whose draw is not known
    leaves: list[_Node] = []
    tries = 0
    while unknown:
        if (tries := tries + 1) > _MOST_SEEDS * (len(leaves) + len(unknown)):
            raise LudLimitError(f"some outcomes of a step are so unlikely that {tries - 1} seeds drew none of them")
        seed = chance.bits()
        numbers = _Numbers(seed)
        node = _walked(root, numbers)
        if node not in unknown:
            continue
        draws = _places(drawn(seed), numbers.start)
        leaf = _grown(root, draws, numbers, unknown)
        if leaf is not None:
            leaf.seed = seed
            leaves.append(leaf)
        if len(leaves) + len(unknown) > MOST_OUTCOMES:
            raise LudLimitError(f"a step has more than {MOST_OUTCOMES} outcomes")
    return [(leaf.seed, leaf.probability) for leaf in leaves]


class _Numbers:
    """The numbers that a generator gives after it was given a seed, by their places. start: the generator then."""

    def __init__(self, seed: int) -> None:
        self.start = Chance(seed).bits()

    def drawn(self, draw: tuple[int, int]) -> int | None:
        """The outcome of a draw, as core/random.h has it; None where the generator would be asked again."""
        place, bound = draw
        z = Chance(self.start + place * _STEP).bits()
        bits = (z >> 32 ^ z & 0xFFFFFFFF) >> 1
        if bound & -bound == bound:
            return bound * bits >> 31
        value = bits % bound
        return value if bits - value + bound - 1 < 1 << 31 else None


def _places(draws: Sequence[tuple[int, int]], start: int) -> list[tuple[int, int]]:
    """Draws by their places among the numbers of a generator: rules that look ahead may draw one more than once."""
    if len(draws) > MOST_DRAWS:
        raise LudLimitError(f"a step draws more than {MOST_DRAWS} numbers")
    if any(not bound for _, bound in draws):
        raise LudUnsupportedError(
            "the rules weigh outcomes of chance, which are not listed", hint="Use expand(…, seeds=…)."
        )
    found = ((((before & MASK64) - start) * _BACK & MASK64, bound) for before, bound in draws)
    return [draw for draw in dict.fromkeys(found) if draw[1] > 1]


def _walked(root: _Node, numbers: _Numbers) -> _Node | None:
    """How far into the tree numbers lead; None where they are not used as they are."""
    node: _Node | None = root
    while node is not None and node.draw is not None:
        value = numbers.drawn(node.draw)
        node = None if value is None else node.after.get(value)
    return node


def _grown(
    root: _Node, draws: Sequence[tuple[int, int]], numbers: _Numbers, unknown: set[_Node]
) -> _Node | None:
    """The leaf to which draws lead, with the nodes on the way; None where a number is not used as it is."""
    if any(numbers.drawn(draw) is None for draw in draws):
        return None
    node = root
    for k, draw in enumerate(draws):
        if node in unknown:
            unknown.remove(node)
            node.draw = draw
            values = _possible(draws[:k], draw, numbers)
            node.after = {value: _Node(node.probability / len(values)) for value in values}
            unknown.update(node.after.values())
        value = numbers.drawn(draw)
        assert node.draw == draw and value is not None
        node = node.after[value]
    unknown.remove(node)
    return node


def _possible(before: Sequence[tuple[int, int]], draw: tuple[int, int], numbers: _Numbers) -> list[int]:
    """The outcomes that a draw may have after others, all equally likely. Those from the same number of the generator
    tell of it: its remainder by their bounds, or for powers of 2 its first bits."""
    place, bound = draw
    power = bound & -bound == bound
    same = [n for at, n in before if at == place and (n & -n == n) == power]
    value = numbers.drawn(draw)
    assert value is not None
    if not power:
        step = math.gcd(bound, math.lcm(*same))
        return list(range(value % step, bound, step))
    width = max(1, bound // max(same, default=1))
    first = value // width * width
    return list(range(first, first + width))
