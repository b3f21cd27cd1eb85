"""UCT: Monte Carlo tree search with upper confidence bounds.

This is the readable specification; every choice that it makes follows from the seed, the number of iterations and the
order of legal moves. The random numbers are those of `Chance`, drawn in the order in which this module asks for them.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

from ludparse.errors import LudUnsupportedError

from ..garbage import grown_old, no_collection
from ..move import Move
from .agent import Seconds, chance_of, check_limits, flags_of, legal, refuse
from .report import MoveReport, Report, interval
from .rollout import Mast, Rollout
from .tree import UNTRIED, Edge, Node

if TYPE_CHECKING:
    from ..protocols import AnyState

__all__ = ["UCT"]

_PLAYOUTS = {"uniform": Rollout, "mast": Mast}


class UCT:
    """UCT (Kocsis and Szepesvári 2006; the solver after Winands, Björnsson and Saito 2008).

    seconds, iterations: limits, of which at least one is needed; with iterations alone and a seed the choice is
    the same on both backends. exploration: the factor of the bound's width, for values between 0 and 1. playouts:
    "uniform" (by the engine) or "mast" (moves that did well elsewhere; slower). max_moves: plies after which a playout
    counts as a draw. max_nodes: positions that are kept at most; then the tree stops growing and the search goes on.
    reuse: whether what was found about a position is kept for those that follow in the same game.

    Any number of players: each maximises the own result. Chance: an edge has a node for each outcome that was drawn;
    the search does not know what the game will draw. Proven results are propagated in games without chance. A change of
    sides goes with whoever changes. Simultaneous moves are searched as the engine lists them.
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        seed: int | None = None,
        exploration: float = 0.7,
        playouts: str = "uniform",
        max_moves: int = 1000,
        max_nodes: int = 200_000,
        reuse: bool = True,
    ) -> None:
        """Raises ValueError for settings that make no sense."""
        check_limits(seconds, iterations, "iterations")
        if playouts not in _PLAYOUTS:
            raise ValueError(f"playouts={playouts!r}: one of {', '.join(map(repr, _PLAYOUTS))}")
        if max_moves < 1 or max_nodes < 1:
            raise ValueError("max_moves and max_nodes begin at 1")
        self.seconds, self.iterations, self.seed = seconds, iterations, seed
        self.exploration, self.max_moves, self.max_nodes = exploration, max_moves, max_nodes
        self.playouts, self.reuse = playouts, reuse
        self.report: Report | None = None
        """What the last search found; None before the first."""
        self._root: Node | None = None
        self._history: tuple[Move, ...] = ()

    def choose(self, state: AnyState) -> Move:
        """The move that was tried most often, or a proven one that is better. Ctrl-C ends the search, not the program.

        Raises IllegalMoveError where there is no move, LudUnsupportedError for games with hidden information.
        """
        clock = Seconds(self.seconds)
        refuse(state)
        moves = legal(state)
        if not state.mover:
            raise LudUnsupportedError("nobody moves in a simulation: there is nothing to choose")
        search = _Search(self, state, clock, self._kept(state))
        self._root = None  # what is not needed of the old tree is freed within the time
        interrupted = False
        # the collector would visit the whole tree, which has no cycles, for longer than a limit on time allows
        with no_collection():
            try:
                search.run(self.iterations if len(moves) > 1 else 0)
            except KeyboardInterrupt:
                interrupted = True
            self.report = search.report(moves, interrupted)
            grown_old()
        # an interrupted iteration may have left half of its result in the tree
        self._root = search.root if self.reuse and not interrupted else None
        self._history = state.history
        return self.report.best.move

    def _kept(self, state: AnyState) -> Node | None:
        """The node of a position that came after the last one that was searched; None where there is none."""
        node, history = self._root, state.history
        known = len(self._history)
        if node is None or len(history) <= known or history[:known] != self._history:
            return None
        if node.state.game is not state.game:  # type: ignore[attr-defined]
            return None
        stochastic = any(flags.stochastic for flags in flags_of(state))
        keys, back = [], state.copy()
        for _ in history[known:]:
            keys.append(back.key if stochastic else b"")
            back.undo()
        for played, key in zip(history[known:], reversed(keys), strict=True):
            k = played._table.number  # its place among the legal moves, which is the same in the tree
            if k is None or not 0 <= k < len(node.edges) or key not in node.edges[k].outcomes:
                return None
            node = node.edges[k].outcomes[key]
        return node if node.state.key == state.key else None


class _Search:
    """One search from one position."""

    def __init__(self, settings: UCT, state: AnyState, clock: Seconds, kept: Node | None) -> None:
        self.settings = settings
        self.clock = clock
        self.chance = chance_of(settings.seed, len(state.history))
        self.stochastic = any(flags.stochastic for flags in flags_of(state))
        self.rollout = _PLAYOUTS[settings.playouts](state, settings.max_moves, clock)
        state = state.copy()
        if self.stochastic:
            state.reseed(self.chance.bits())  # what the game will draw is not to be known
        self.root = kept or Node(state)
        self.nodes = self.root.size() if kept else 1
        self.done = 0

    def run(self, iterations: int | None) -> None:
        """Iterates until a limit is reached or the result is certain."""
        root = self.root
        if iterations == 0:
            root.open()
            return
        while (iterations is None or self.done < iterations) and root.proof is None:
            if self.clock.over or not self.iterate():
                break
            self.done += 1

    def iterate(self) -> bool:
        """One iteration: select, expand, play out, back up. False where the time was up before it had a result."""
        node = self.root
        path: list[tuple[Node, int]] = []
        while True:
            if node.proof is not None:
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

        Moves with a proven result are not tried again while others are left.
        """
        if node.untried and (self.nodes < self.settings.max_nodes or len(node.untried) == len(node.edges)):
            k = self.chance.below(len(node.untried))
            node.untried[k], node.untried[-1] = node.untried[-1], node.untried[k]
            return node.untried.pop()
        width = self.settings.exploration * sqrt(log(max(2, node.visits)))
        best, chosen = -1.0, -1
        best_proven, proven = -1.0, -1
        for k, edge in enumerate(node.edges):
            if not edge.outcomes:
                continue
            proof = self._proof(edge)
            if proof is not None:
                if proof[node.seat] > best_proven:
                    best_proven, proven = proof[node.seat], k
                continue
            if not edge.visits:
                return k
            bound = edge.total[node.seat] / edge.visits + width / sqrt(edge.visits)
            if bound > best:
                best, chosen = bound, k
        return proven if chosen < 0 else chosen

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
        key = after.key if self.stochastic else b""
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
            if proving:
                proving = node.prove(k)
        if isinstance(self.rollout, Mast):
            in_tree = [(n.seat, (m.mover, m.from_site, m.to_site)) for n, m in ((n, n.moves[k]) for n, k in path)]
            self.rollout.learn(in_tree + ([] if leaf.proof else self.rollout.played), values)

    # ------------------------------------------------------------------ the result

    def report(self, moves: list[Move], interrupted: bool) -> Report:
        """What was found, the best move first."""
        root = self.root
        root.open()
        order = sorted(range(len(moves)), key=lambda k: (*self._rank(root, root.edges[k]), -k), reverse=True)
        best = self._chosen(order)
        order.remove(best)
        return Report(
            moves=tuple(self._of_move(moves[k], root.edges[k]) for k in [best, *order]),
            iterations=self.done,
            seconds=self.clock.spent,
            nodes=self.nodes,
            proven=root.proof is not None,
            interrupted=interrupted,
        )

    def _rank(self, node: Node, edge: Edge) -> tuple[float, float, float]:
        """What moves are ordered by: proven wins first and proven losses last, quick wins and slow losses first; then
        visits, then the average."""
        proof = self._proof(edge)
        if proof is None:
            return (0.0, edge.visits, edge.total[node.seat] / edge.visits if edge.visits else 0.0)
        value = proof[node.seat]
        if value == 1.0:
            return (1.0, -edge.node.depth, 0.0)
        if value == 0.0:
            return (-1.0, edge.node.depth, 0.0)
        return (0.0, edge.visits, value)

    def _proof(self, edge: Edge) -> tuple[float, ...] | None:
        return edge.node.proof if edge.outcomes and not self.stochastic else None

    def _chosen(self, order: list[int]) -> int:
        """The first of the order, unless a proven move is worth more than what the first may be expected to bring."""
        root = self.root
        if root.proof is None and not any(edge.visits for edge in root.edges):
            return self.chance.below(len(root.edges))
        first = root.edges[order[0]]
        mean = first.value(root.seat, self._proof(first))
        best, chosen = mean, order[0]
        for k in order:
            proof = self._proof(root.edges[k])
            if proof is not None and proof[root.seat] > best:
                best, chosen = proof[root.seat], k
        return chosen

    def _of_move(self, move: Move, edge: Edge) -> MoveReport:
        seat, proof = self.root.seat, self._proof(edge)
        value = edge.value(seat, proof) if edge.visits or proof else None
        certain = (value, value) if proof is not None and value is not None else None
        bounds = certain or interval(edge.total[seat] if edge.visits else 0.0, edge.visits)
        return MoveReport(move, edge.visits, value, bounds, proof is not None, (move, *self._line(edge)))

    def _line(self, edge: Edge) -> list[Move]:
        """The moves after a move that were tried most often; after chance, those of the outcome drawn most often."""
        line: list[Move] = []
        while edge.outcomes:
            node = max(edge.outcomes.values(), key=lambda n: n.visits)
            tried = [k for k, e in enumerate(node.edges) if e.visits]
            if not tried:
                break
            k = max(tried, key=lambda k: (*self._rank(node, node.edges[k]), -k))
            line.append(node.moves[k])
            edge = node.edges[k]
        return line
