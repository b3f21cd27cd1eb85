"""Searches against the same search in a few lines, and against numbers worked out by hand."""

from math import inf, log, sqrt

import pytest

from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.search.agent import Seconds
from ludparse.interpreter.search.alpha_beta_native import NativePositions
from ludparse.interpreter.search.alpha_beta_python import PythonPositions
from ludparse.interpreter.search.decisive import Decisive, First
from ludparse.interpreter.search.tree import Edge, Node
from ludparse.interpreter.search.uct_python import PythonSearch
from ludparse.search import UCT, AlphaBeta
from tests.exporters.statistics.games import FILL
from tests.interpreter.search.games import HOPS, both_backends, position

ARMS = """(game "Arms" (players 2) (equipment { (board (rectangle 1 4)) (dice d:6 num:1) (piece "Disc" Each) })
  (rules (play (do (roll) next:(move Add (to (sites Empty))))) (end {
    (if (and (= 2 (count Moves)) (= 1 (what at:1))) (result P1 Win))
    (if (and (= 2 (count Moves)) (= 1 (what at:3))) (result P1 Loss))
    (if (= 2 (count Moves)) (result Mover Draw)) })))"""
"""The first site alone decides the game; because of the die, nothing counts as proven, and moves are tried again."""
NOTHING = Decisive([First.OPEN] * 9, 2, False)
WORTH = (0.5, 1.0, 0.5, 0.0)


def bandit(order: tuple[int, ...], iterations: int, exploration: float, history: float) -> list[int]:
    """Visits by UCB1 (Auer, Cesa-Bianchi and Fischer 2002): mean + C * sqrt(ln(all visits) / visits), the first of
    equals. With a history (Nijssen and Winands 2011) W * mean / (visits * (1 - mean) + 1) is added, and what was not
    tried, in this order, is thought to have brought 1/2 once."""
    visits, left = [0] * 4, [*order]

    def bound(mean: float, n: int, all_visits: int) -> float:
        width = exploration * sqrt(log(max(2, all_visits)) / n)
        return mean + width + history * mean / (n * (1 - mean) + 1)

    for done in range(iterations):
        bounds = [bound(WORTH[k], visits[k], done) if visits[k] else -inf for k in range(4)]
        untried = (bound(0.5, 1, done) if history else inf) if left else -inf
        visits[left.pop(0) if untried >= max(bounds) else bounds.index(max(bounds))] += 1
    return visits


@both_backends
@pytest.mark.parametrize("exploration", [0.4, 1.0])
@pytest.mark.parametrize("history", [0.0, 0.5])
def test_moves_are_tried_as_often_as_the_papers_say(backend: str, exploration: float, history: float) -> None:
    """Chance says in which order moves are tried that nothing is known of."""
    state, order = position(ARMS, backend=backend), list[int]()
    for iterations in (*range(1, 20), 40, 41, 90):
        agent = UCT(iterations=iterations, seed=1, exploration=exploration, history=history, reuse=False)
        agent.choose(state)
        assert agent.report is not None
        visits = {m.move.to_site: m.visits for m in agent.report.moves}
        order += [k for k in visits if visits[k] and k not in order]
        left = tuple(k for k in range(4) if k not in order)
        assert [visits[k] for k in range(4)] == bandit((*order, *left), iterations, exploration, history), iterations
        assert all(m.value == WORTH[m.move.to_site] for m in agent.report.moves if m.visits)


def test_all_moves_of_a_game_count_as_first_ones() -> None:
    """GRAVE (Cazenave 2015): one game of three moves from the start, which player 1 wins with the last one. For the
    start all three moves count, for whoever made them."""
    state = position(FILL, backend="python")
    search = PythonSearch(UCT(iterations=1, seed=1, grave=1), state, Seconds(None), None, NOTHING)
    search.run(1)
    assert search.root.amaf is not None
    assert sorted((seat, *row) for (seat, _), row in search.root.amaf.items()) == [(0, 1, 1), (0, 1, 1), (1, 1, 0)]
    assert len({site for _, (_, _, site) in search.root.amaf}) == 3


def test_the_bound_of_a_move_that_did_well_as_a_later_one() -> None:
    """GRAVE: a move was tried 4 times and brought 1; in 8 games that it was made in sooner or later it brought 6. Its
    share of these is 8 / (8 + 4 + 4 * 8 * bias) with a tiny bias: about two thirds."""
    state = position(FILL, backend="python")
    search = PythonSearch(UCT(iterations=1, seed=1, grave=1, history=0), state, Seconds(None), None, NOTHING)
    node = Node(state)
    assert node.open()
    edge = node.edges[0] = Edge()
    edge.visits, edge.total = 4, [1.0, 3.0]
    move = node.moves[0]
    name = (move.mover, move.from_site, move.to_site)
    node.amaf, search.reference = {(0, name): [8.0, 6.0], (1, name): [1.0, 0.0]}, node
    assert search._bound(node, 0, 3.0) == pytest.approx(1 / 4 / 3 + 2 * (6 / 8) / 3 + 3 / sqrt(4), abs=1e-4)
    search.reference = None
    assert search._bound(node, 0, 3.0) == 1 / 4 + 3 / 2


def lead(state: GameState, player: int) -> float:
    """Discs more than the other player."""
    rows = [what[1] for _, _, what in state.sites() if what]  # type: ignore[index]
    return rows.count(player) - rows.count(3 - player)


def minimax(state: GameState, player: int, depth: int, quiet: int) -> float:
    """The value without a window, a table or an order of moves. quiet: plies beyond the last one in which captures
    alone are looked at; a player may stop there unless every move is one."""
    if state.over:
        return inf if state.ranking[player] == 1 else -inf
    moves = state.legal_moves()
    if depth == 0:
        stand = lead(state, player)
        captures = [m for m in moves if any(a.kind.startswith("remove") for a in m.raw.actions)]
        if not quiet or not captures:
            return stand
        found, moves, quiet = [stand] * (len(captures) < len(moves)), captures, quiet - 1
    else:
        found, depth = [], depth - 1
    for move in moves:
        after = state.copy()
        after.apply(move)
        found.append(minimax(after, player, depth, quiet))
    return max(found) if state.mover == player else min(found)


# the discs stand close to each other, so that there are captures soon
CLOSE = HOPS.replace("square 5", "rectangle 4 3")
COMPULSORY = """(game "Shy" (players 2) (equipment { (board (rectangle 4 3)) (piece "Disc" Each) })
  (rules (start { (place "Disc1" (sites Bottom)) (place "Disc2" (sites Top)) }) (play (priority {
    (move Remove (intersection (sites Occupied by:Mover) (sites Around (sites Occupied by:Next))))
    (forEach Piece (move Step (to if:(is Empty (to))))) })) (end (if (no Pieces Mover) (result Mover Loss)))))"""
"""Whoever stands beside the other has to give a disc away: all its moves are captures, and none is as good as none."""


@both_backends
@pytest.mark.parametrize(
    ("text", "depth", "quiet", "plies"),
    [(CLOSE, 1, 2, range(12)), (CLOSE, 4, 0, range(3, 4)), (COMPULSORY, 1, 3, range(12))],
    ids=["captures", "deep", "compulsory"],
)
def test_alpha_beta_finds_what_looking_at_every_move_finds(
    text: str, depth: int, quiet: int, plies: range, backend: str
) -> None:
    """In three games, whose moves are those with certain numbers."""
    for stride in (3, 5, 7):
        state, twin = position(text, backend=backend), position(text)
        for ply in range(plies.stop):
            if state.over:
                break
            if ply in plies:
                compare(state, twin, AlphaBeta(depth=depth, quiescence=quiet, heuristics="(heuristics (material))"))
            number = (stride * ply) % state.count_moves()
            for each in (state, twin):
                each.apply(each.legal_moves()[number])


def compare(state: GameState, twin: GameState, agent: AlphaBeta) -> None:
    """The value and the choice. twin: the same position, in which all moves are tried."""
    assert agent.depth is not None
    chosen = agent.choose(state)
    assert agent.report is not None
    value = minimax(twin, twin.mover, agent.depth, agent.quiescence)
    # a lead of four discs stands for odds of 10 to 1; results are rounded to 1 and 0
    assert agent.report.value == pytest.approx(1 / (1 + 10 ** (-value / 4)), abs=1e-5)
    after = twin.copy()
    after.apply(twin.legal_moves()[state.legal_moves().index(chosen)])
    assert minimax(after, twin.mover, agent.depth - 1, agent.quiescence) == value


PRICES = """(game "Prices" (players 2) (equipment { (board (rectangle 2 3)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Empty)) (then (addScore Mover (% (* (+ 2 (last To)) (last To)) 7)))))
    (end (if (is Full) (byScore)))))"""
"""The same discs in another order are the same position, with the same scores: 0, 3, 1, 1, 3 and 0 for the sites."""


def best_lead(state: GameState, player: int, depth: int) -> float:
    """What `depth` plies of trying everything bring a player, in points."""
    if state.over or not depth:
        mine, theirs = (state.snapshot()["score"][p - 1] for p in (player, 3 - player))
        return mine - theirs
    leads = []
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        leads.append(best_lead(after, player, depth - 1))
    return max(leads) if state.mover == player else min(leads)


@pytest.mark.parametrize("native", [True, False], ids=["native", "python"])
def test_what_the_table_knows_within_bounds_is_no_value(native: bool) -> None:
    """All moves of a position with one table, each in windows that lie on either side of its value: what was found
    in one window is at most a bound in another."""
    state = position(PRICES, backend="c")
    moves = state.legal_moves()
    settings = AlphaBeta(depth=5, heuristics="(heuristics (score))")
    clock = Seconds(None)
    search = NativePositions(settings, state, clock) if native else PythonPositions(settings, state, moves, clock)
    for depth in (1, 2, 3):
        for k, move in enumerate(moves):
            after = state.copy()
            after.apply(move)
            value = best_lead(after, 1, depth)
            for limit in (value - 2, value + 2):
                found, _ = search.after(k, depth, limit - 0.5, limit + 0.5)
                assert (found > limit) == (value > limit)
                assert found <= value if value > limit else found >= value
            assert search.after(k, depth, -inf, inf)[0] == value
    assert search.kept > 0
