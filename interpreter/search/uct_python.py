"""UCT: Monte Carlo tree search with upper confidence bounds.

This is the readable specification; every choice that it makes follows from the seed, the number of iterations and the
order of legal moves. The random numbers are those of `Chance`, drawn in the order in which this module asks for them.
search/search.h does the same in native code, and a test compares both.
"""

from __future__ import annotations

from math import inf, log, sqrt

from ..play.move import Move
from ..play.state import State
from .agent import Seconds, chance_of
from .decisive import Decisive, First
from .move_statistics import Tried, rank
from .rollout import Mast, Played, Recorded, Rollout, name_of
from .tree import CERTAIN, UNTRIED, Edge, Node, outcome
from .uct_settings import UctSettings

__all__ = ["PythonSearch", "kept_node"]

_BIAS = 1e-6
"""How much averages of all games count beside many visits (GRAVE)."""

_PLAYOUTS = {"uniform": Rollout, "mast": Mast}


class PythonSearch:
    """One search from one position."""

    def __init__(
        self, settings: UctSettings, state: State, clock: Seconds, kept: Node | None, first: Decisive
    ) -> None:
        self.first = first
        self.open = sum(not first.loses(k) for k in range(len(first.rows)))
        self.settings = settings
        self.clock = clock
        self.chance = chance_of(settings.seed, len(state.history))
        self.stochastic = any(game.traits.stochastic for game in state.game.single_games)
        self.guided = settings.history > 0 or settings.grave > 0
        kind = Recorded if self.guided and settings.playouts == "uniform" else _PLAYOUTS[settings.playouts]
        self.rollout = kind(state, settings.max_moves, clock)
        state = state.copy()
        if self.stochastic:
            state.reseed(self.chance.bits())  # what the game will draw is not to be known
        if kept is not None and not kept.edges:
            kept.proof = None  # it was left aside, and is searched now
        self.root = kept or Node(state)
        self.nodes = self.root.size() if kept else 1
        self.done = 0
        self.proved_at = 0
        """After how many iterations the result was certain."""
        self.reference: Node | None = None
        """The nearest position above with enough visits, whose averages of moves count (GRAVE)."""

    def settled(self) -> bool:
        """Whether the result is certain, and a quicker win was looked for as long as the first one."""
        root = self.root
        if root.proof is None:
            return False
        return root.proof[root.seat] < 1.0 or root.depth == 1 or self.done >= 2 * self.proved_at

    def run(self, iterations: int | None) -> None:
        """Iterates until a limit is reached or the search is settled."""
        root = self.root
        root.open()
        self._leave_aside()
        if iterations == 0:
            return
        while (iterations is None or self.done < iterations) and not self.settled():
            if self.clock.over or not self.iterate():
                break
            self.done += 1

    def _leave_aside(self) -> None:
        """Moves of the root that lose at once are not tried. For two players, without chance, they have a value."""
        root = self.root
        root.untried = [k for k in root.untried if not self.first.loses(k)]
        for k in range(len(root.edges)) if self.first.certain else ():
            if self.first.loses(k):
                if root.edges[k] is UNTRIED:
                    self.step(root, k)
                after = root.edges[k].node
                if after.proof is None:
                    after.proof = tuple(float(seat != root.seat) for seat in range(2))
                    after.depth = int(self.first.rows[k] is First.IS_ANSWERED)

    def iterate(self) -> bool:
        """One iteration: select, expand, play out, back up. False where the time was up before it had a result."""
        node = self.root
        path: list[tuple[Node, int]] = []
        self.reference = None
        while True:
            if node.amaf is not None and node.visits >= self.settings.grave:
                self.reference = node
            if node.proof is not None and path:
                values = node.proof
                break
            if not node.edges and ((path and not node.visits) or not self._open(node)):
                played = self.rollout.values(node.state, self.chance)
                if played is None:
                    return False
                values = played
                break
            k = self.select(node)
            path.append((node, k))
            node = self.step(node, k)
        self.back_up(node, path, values)
        return True

    def _open(self, node: Node) -> bool:
        """Lists the moves of a position, unless the tree is full; False where it has none."""
        if self.nodes >= self.settings.max_nodes and node is not self.root:
            return False
        return node.open()

    def select(self, node: Node) -> int:
        """A move that was not tried yet, at random; else the one with the highest upper bound, the first of equals.

        With a history, the move with the best one is taken of those that were not tried, and only if its bound is the
        highest.

        Moves with a proven result are not tried again while others are left; those of the root that lose at once never
        are.
        """
        width = self.settings.exploration * sqrt(log(max(2, node.visits)))
        new = len(node.untried) == (self.open if node is self.root else len(node.edges))
        if node.untried and (self.nodes < self.settings.max_nodes or new):
            i = self.chance.below(len(node.untried))
            bound = inf
            if self.guided:
                i = self._best_untried(node, i)
                h = self._prior(node, node.untried[i])
                bound = h + width + self.settings.history * h / (2.0 - h)
            if new or bound >= self._best_bound(node, width):
                node.untried[i], node.untried[-1] = node.untried[-1], node.untried[i]
                return node.untried.pop()
        best, chosen = -1.0, -1
        best_proven, proven = -1.0, -1
        for k, edge in enumerate(node.edges):
            if not edge.outcomes or (node is self.root and self.first.loses(k)):
                continue
            proof = self._proof(edge)
            if proof is not None:
                if proof[node.seat] > best_proven:
                    best_proven, proven = proof[node.seat], k
                continue
            if not edge.visits:
                return k
            bound = self._bound(node, k, width)
            if bound > best:
                best, chosen = bound, k
        return proven if chosen < 0 else chosen

    def _history(self, node: Node, k: int) -> float:
        """How well a move did in all games of the search, whatever the position."""
        assert isinstance(self.rollout, Recorded)
        return self.rollout.mean(node.seat, node.moves[k])

    def _amaf(self, node: Node, k: int) -> tuple[float, float]:
        """How often a move was made in the games through the reference, and its average there; 0 and 0 if never."""
        known = self.reference.amaf if self.reference is not None else None
        row = known.get((node.seat, name_of(node.moves[k]))) if known else None
        return (row[0], row[1] / row[0]) if row else (0.0, 0.0)

    def _prior(self, node: Node, k: int) -> float:
        """What is thought of a move that was not tried."""
        n, mean = self._amaf(node, k)
        return mean if n else self._history(node, k)

    def _bound(self, node: Node, k: int, width: float) -> float:
        """The upper bound of a move that was tried. The weight of its history falls with its losses (progressive
        history: Nijssen and Winands 2011)."""
        edge = node.edges[k]
        mean = edge.total[node.seat] / edge.visits
        n, average = self._amaf(node, k)
        beta = n / (n + edge.visits + _BIAS * n * edge.visits)
        bound = (1.0 - beta) * mean + beta * average + width / sqrt(edge.visits)
        if self.settings.history > 0:
            bound += self.settings.history * self._history(node, k) / (edge.visits * (1.0 - mean) + 1.0)
        return bound

    def _best_bound(self, node: Node, width: float) -> float:
        """The highest bound among moves that were tried and have no proven result."""
        if not self.guided:
            return 0.0
        tried = (k for k, edge in enumerate(node.edges) if edge.visits and self._proof(edge) is None)
        return max((self._bound(node, k, width) for k in tried), default=-1.0)

    def _best_untried(self, node: Node, start: int) -> int:
        """Where the untried move with the best history stands; of equals the first one from `start` on, in a circle."""
        places: list[int] = [*range(start, len(node.untried)), *range(start)]
        return max(places, key=lambda i: self._prior(node, node.untried[i]))

    def step(self, node: Node, k: int) -> Node:
        """The position after move k; where chance plays a part, after what chance draws now."""
        edge = node.edges[k]
        if edge is UNTRIED:
            edge = node.edges[k] = Edge()
        if edge.outcomes and not self.stochastic:
            return edge.node
        after = node.state.copy()
        if self.stochastic:
            after.reseed(self.chance.bits())
        after.apply(node.moves[k])
        key = outcome(after) if self.stochastic else CERTAIN
        found = edge.outcomes.get(key)
        if found is None:
            found = edge.outcomes[key] = Node(after)
            self.nodes += 1
        edge.node = found
        return found

    def back_up(self, leaf: Node, path: list[tuple[Node, int]], values: tuple[float, ...]) -> None:
        """Adds a result to the path, and proves what follows from proven results."""
        leaf.visits += 1
        proving = leaf.proof is not None and not self.stochastic
        for node, k in reversed(path):
            edge = node.edges[k]
            node.visits += 1
            edge.add(values)
            if proving and (proving := node.prove(k)) and node is self.root:
                self.proved_at = self.done + 1
        if isinstance(self.rollout, Recorded):
            in_tree = [(n.seat, name_of(n.moves[k])) for n, k in path]
            played = in_tree + ([] if leaf.proof else self.rollout.played)
            self.rollout.learn(played, values)
            if self.settings.grave > 0:
                self._count_all(path, played, values)

    def _count_all(self, path: list[tuple[Node, int]], played: Played, values: tuple[float, ...]) -> None:
        """Adds a result to the averages of all moves made after each position of the path (all moves as first; GRAVE:
        Cazenave 2015). Positions begin to count when they have half of the visits that a reference needs."""
        for i, (node, _) in enumerate(path):
            if node.amaf is None and (node is self.root or 2 * node.visits >= self.settings.grave):
                node.amaf = {}
            if node.amaf is not None:
                for key in played[i:]:
                    row = node.amaf.setdefault(key, [0.0, 0.0])
                    row[0] += 1
                    row[1] += values[key[0]]

    # ------------------------------------------------------------------ the result

    def tried(self) -> list[Tried]:
        """What is known about each legal move."""
        self.root.open()
        return [self._tried(self.root, edge) for edge in self.root.edges]

    def _tried(self, node: Node, edge: Edge) -> Tried:
        proof = self._proof(edge)
        total = edge.total[node.seat] if edge.visits else 0.0
        if proof is None:
            return Tried(edge.visits, total, None, 0)
        return Tried(edge.visits, total, proof[node.seat], edge.node.depth)

    def _proof(self, edge: Edge) -> tuple[float, ...] | None:
        return edge.node.proof if edge.outcomes and not self.stochastic else None

    def line(self, k: int) -> list[Move]:
        """The moves after move k that were tried most often; after chance, those of the outcome drawn most often."""
        line: list[Move] = []
        edge = self.root.edges[k]
        while edge.outcomes:
            node = max(edge.outcomes.values(), key=lambda n: n.visits)
            tried = [k for k, e in enumerate(node.edges) if e.visits]
            if not tried:
                break
            k = max(tried, key=lambda k: (*rank(self._tried(node, node.edges[k])), -k))
            line.append(node.moves[k])
            edge = node.edges[k]
        return line


def kept_node(root: Node | None, before: tuple[Move, ...], state: State) -> Node | None:
    """The node of a position that came after the root of a search; None where there is none. before: the moves that led
    to the root."""
    node, history = root, state.history
    known = len(before)
    if node is None or len(history) <= known or history[:known] != before:
        return None
    if node.state.game is not state.game:
        return None
    stochastic = any(game.traits.stochastic for game in state.game.single_games)
    keys, back = [], state.copy()
    for _ in history[known:]:
        keys.append(outcome(back) if stochastic else CERTAIN)
        back.undo()
    for played, key in zip(history[known:], reversed(keys), strict=True):
        k = played.number  # its place among the legal moves, which is the same in the tree
        if not 0 <= k < len(node.edges) or key not in node.edges[k].outcomes:
            return None
        node = node.edges[k].outcomes[key]
    return node if node.state.key == state.key else None
