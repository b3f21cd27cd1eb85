"""What searches are made of, without a search: random games that learn, trees, proofs, reports, limits."""

import time
from contextlib import nullcontext
from itertools import pairwise

import pytest

from ludparse.interpreter.play.playouts import Chance
from ludparse.interpreter.search.agent import Seconds, check_limits, in_time
from ludparse.interpreter.search.move_statistics import Tried, chosen, move_reports, rank
from ludparse.interpreter.search.report import Report
from ludparse.interpreter.search.rollout import Mast, Recorded, name_of
from ludparse.interpreter.search.tree import UNTRIED, Edge, Node
from tests.interpreter.search.games import THREE, position
from tests.interpreter.search.test_rollout import Same


class Listed(Chance):
    """Answers with the numbers that are given, and notes what was asked."""

    def __init__(self, *numbers: int) -> None:
        super().__init__(1)
        self.numbers, self.asked = list(numbers), list[int]()

    def below(self, n: int) -> int:
        self.asked.append(n)
        return self.numbers.pop(0)


# ---------------------------------------------------------------------- random games


def test_moves_that_did_well_are_preferred() -> None:
    """After two games A1 has an average of 1/2, B1 one of 1/4 and C1 one of 3/4; all others count as 1 until they are
    known. The first number decides between the best (from 400 of 1000 on) and any move."""
    state = position(THREE, backend="python")
    moves = state.legal_moves()
    mast = Mast(state, 60, Seconds(None))
    values = {0: (1.0, 0.0), 1: (0.25, 0.25), 2: (0.75, 0.75)}
    for k, (first, second) in values.items():
        mast.learn([(0, name_of(moves[k]))], (first, 0.0))
        mast.learn([(0, name_of(moves[k])), (1, name_of(moves[k]))], (second, 1.0))
    assert [mast.mean(0, move) for move in moves[:4]] == [0.5, 0.25, 0.75, 0.5]
    assert mast.mean(1, moves[1]) == 1.0
    assert mast._pick(state, moves, Listed(399, 1)) == 1
    chance = Listed(400, 5)
    assert mast._pick(state, moves, chance) == 8  # the last of the six that are not known
    assert chance.asked == [1000, 6]
    known = Listed(999, 0)
    assert mast._pick(state, moves[:3], known) == 2
    assert known.asked == [1000, 1]


def test_games_that_are_remembered_name_their_moves() -> None:
    """Always the first free cell, A1 B1 C1 A2 B2 C2 A3: then player 1 has the diagonal C1, B2, A3. A game that is
    broken off after four moves is a draw."""
    state = position(THREE, backend="python")
    recorded = Recorded(state, 60, Seconds(None))
    assert recorded.values(state, Same(0)) == (1.0, 0.0)
    cells = [state.legal_moves()[k].to_site for k in range(7)]
    assert [(seat, to) for seat, (_, _, to) in recorded.played] == [(k % 2, cell) for k, cell in enumerate(cells)]
    assert [name[0] for _, name in recorded.played] == [1, 2, 1, 2, 1, 2, 1]
    short = Recorded(state, 4, Seconds(None))
    assert short.values(state, Same(0)) == (0.5, 0.5)
    assert len(short.played) == 4
    late = Seconds(1)
    late.end = 0
    assert Recorded(state, 60, late).values(state, Same(0)) is None
    assert not state.history


# ---------------------------------------------------------------------- trees


def test_what_an_edge_is_worth() -> None:
    edge = Edge()
    assert (edge.value(0, None), edge.visits) == (0.0, 0)
    edge.add((1.0, 0.0))
    edge.add((0.5, 0.5))
    assert (edge.value(0, None), edge.value(1, None), edge.visits) == (0.75, 0.25, 2)
    assert edge.value(1, (0.0, 1.0)) == 1.0


def below(node: Node, *proofs: tuple[tuple[float, ...] | None, int] | None) -> list[Node]:
    """Gives a node children with these proofs and depths; None: not tried. The node's moves are opened."""
    node.open()
    children = []
    node.untried = [k for k, proof in enumerate(proofs) if proof is None]
    node.edges = node.edges[: len(proofs)]
    for k, known in enumerate(proofs):
        if known is not None:
            child = Node(node.state)
            child.proof, child.depth = known
            node.edges[k] = Edge()
            node.edges[k].node = child
            node.edges[k].outcomes[b"", ()] = child
            children.append(child)
    return children


WIN, DRAW, LOSS = (1.0, 0.0), (0.5, 0.5), (0.0, 1.0)


@pytest.mark.parametrize(
    ("proofs", "k", "proof", "depth"),
    [
        ([(WIN, 3), None], 0, WIN, 4),  # one win is enough
        ([(LOSS, 3), None], 0, None, 0),  # something better may be left
        ([(LOSS, 3), (None, 0)], 0, None, 0),
        ([(LOSS, 3), (LOSS, 5)], 0, LOSS, 6),  # a loss comes as late as possible
        ([(DRAW, 3), (LOSS, 9)], 1, DRAW, 4),
        ([(DRAW, 3), (DRAW, 5)], 1, DRAW, 6),
    ],
)
def test_what_certain_moves_prove(
    proofs: list[tuple[tuple[float, ...] | None, int] | None], k: int, proof: tuple[float, ...] | None, depth: int
) -> None:
    node = Node(position(THREE, backend="python"))
    below(node, *proofs)
    assert node.prove(k) == (proof is not None)
    assert (node.proof, node.depth) == (proof, depth)


def test_a_quicker_win_shortens_a_proof() -> None:
    node = Node(position(THREE, backend="python"))
    children = below(node, (WIN, 5), (WIN, 2), (LOSS, 0))
    node.prove(0)
    assert node.depth == 6
    assert not node.prove(1)
    assert node.depth == 3
    assert not node.prove(2)
    assert (node.proof, node.depth) == (WIN, 3)
    children[1].depth = 8
    node.prove(1)
    assert node.depth == 3


@pytest.mark.parametrize(
    ("proofs", "proof", "depth"),
    [
        ([((1.0, 0.5, 0.0), 2), None], None, 0),  # another win may be kinder to player 2
        ([((1.0, 0.5, 0.0), 2), ((1.0, 0.0, 0.5), 2)], None, 0),  # which one is taken cannot be told
        ([((1.0, 0.5, 0.0), 2), ((1.0, 0.5, 0.0), 4), ((0.5, 0.0, 1.0), 1)], (1.0, 0.5, 0.0), 3),
    ],
)
def test_proofs_with_three_players(
    proofs: list[tuple[tuple[float, ...], int] | None], proof: tuple[float, ...] | None, depth: int
) -> None:
    node = Node(position(THREE.replace("(players 2)", "(players 3)"), backend="python"))
    below(node, *proofs)
    assert node.prove(0) == (proof is not None)
    assert (node.proof, node.depth) == (proof, depth)


def test_the_end_of_a_game_is_certain() -> None:
    over = Node(position(THREE, "A1", "A2", "B1", "B2", "C1", backend="python"))
    assert (over.proof, over.depth, over.open()) == (WIN, 0, False)
    node = Node(position(THREE, "A1", backend="python"))
    assert (node.proof, node.seat, node.edges) == (None, 1, [])
    assert node.open()
    assert (len(node.moves), node.untried, set(node.edges)) == (8, list(range(8)), {UNTRIED})
    children = below(node, (None, 0), (None, 0))
    below(children[0], (None, 0))
    assert node.size() == 4


# ---------------------------------------------------------------------- choosing and reporting

LIKELY, UNLIKELY, NEVER = Tried(10, 7.0, None, 0), Tried(10, 2.0, None, 0), Tried(0, 0.0, None, 0)
WON, WON_LATE = Tried(1, 1.0, 1.0, 3), Tried(50, 50.0, 1.0, 7)
LOST, LOST_LATE, EVEN = Tried(1, 0.0, 0.0, 2), Tried(1, 0.0, 0.0, 8), Tried(3, 2.9, 0.5, 4)


def test_order_of_moves() -> None:
    """Quick wins, slow wins, what was visited most and did best, what was not tried, slow losses, quick losses."""
    order = [WON, WON_LATE, LIKELY, UNLIKELY, EVEN, NEVER, LOST_LATE, LOST]
    assert all(rank(a) > rank(b) for a, b in pairwise(order))
    assert [move.value for move in order] == [1.0, 1.0, 0.7, 0.2, 0.5, 0.0, 0.0, 0.0]


def test_choice_of_a_move() -> None:
    none = Listed()  # chance is not asked
    assert chosen([UNLIKELY, WON_LATE, LIKELY, WON], True, none) == [3, 1, 2, 0]
    assert chosen([UNLIKELY, LIKELY, NEVER], False, none) == [1, 0, 2]
    assert chosen([UNLIKELY, LOST, EVEN], False, none) == [2, 0, 1]  # a sure draw is more than two of ten
    assert chosen([LIKELY, LOST, EVEN], False, none) == [0, 2, 1]
    assert chosen([LIKELY, LIKELY._replace(total=6.0), LIKELY], False, none) == [0, 2, 1]
    chance = Listed(1)
    assert chosen([NEVER, NEVER, NEVER], False, chance) == [1, 0, 2]
    assert chance.asked == [3]
    chance = Listed(0)
    assert chosen([NEVER, LOST], False, chance)[0] == 1  # of those that were tried
    assert chance.asked == [1]
    assert chosen([LOST, LOST_LATE], True, none) == [1, 0]


def test_reports() -> None:
    """Wilson's interval of 7 of 10, as tables give it."""
    moves = position(THREE, backend="python").legal_moves()
    rows = move_reports(moves, [NEVER, LIKELY, WON], [2, 1, 0], lambda k: [moves[8 - k]])
    assert [row.move for row in rows] == [moves[2], moves[1], moves[0]]
    assert [(row.visits, row.value, row.proven) for row in rows] == [(1, 1.0, True), (10, 0.7, False), (0, None, False)]
    assert rows[0].interval == (1.0, 1.0)
    assert rows[1].interval == pytest.approx((0.3968, 0.8922), abs=1e-4)
    assert rows[2].interval is None
    assert [row.line for row in rows] == [(moves[2], moves[6]), (moves[1], moves[7]), (moves[0], moves[8])]
    report = Report(rows, 1234, 2.0, 56, depth=3, settings={"seed": 9})
    assert (report.best, report.value, report.line, report.speed) == (rows[0], 1.0, rows[0].line, 617.0)
    assert Report(rows, 5, 0.0, 0).speed == 0.0
    assert " ".join(str(report).split()) == "move visits value goes on C1 1 1.000! A3 B1 10 0.700 B3 A1 0 - C3"
    assert repr(report) == "<Report: C1, value 1.000, 1,234 iterations>"
    assert repr(Report(rows[2:], 5, 1.0, 0)) == "<Report: A1, 5 iterations>"
    data = report.as_dict()
    assert {name: value for name, value in data.items() if name != "moves"} == {
        "iterations": 1234, "seconds": 2.0, "iterations_per_s": 617.0, "nodes": 56, "depth": 3, "proven": False,
        "interrupted": False, "native": False, "seed": 9,
    }  # fmt: skip
    assert data["moves"][1] == {"move": "B1", "visits": 10, "value": 0.7, "interval": rows[1].interval,
                                "proven": False, "line": ["B1", "B3"]}  # fmt: skip


@pytest.mark.parametrize(("count", "left"), [(10, 0), (11, 1), (13, 3)])
def test_a_report_lists_ten_moves(count: int, left: int) -> None:
    moves = position(THREE.replace("square 3", "square 4"), backend="python").legal_moves()[:count]
    text = str(Report(move_reports(moves, [LIKELY] * count, range(count), lambda _: []), 1, 1.0, 1))
    assert text.count("0.700") == 10
    assert ("more" in text, f"and {left} more" in text) == (left > 0, left > 0)


# ---------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("seconds", "count", "message"),
    [
        (None, None, "needs a limit: seconds=… or games=…"), (0, None, "seconds=0: a search needs more than 0"),
        (-1.0, 5, "seconds=-1.0"), (float("nan"), 5, "seconds=nan"), (None, 0, "games=0: between 1 and"),
        (1.0, -3, "games=-3"), (None, 1, ""), (0.001, None, ""), (1.0, 1, ""),
    ],
)  # fmt: skip
def test_limits(seconds: float | None, count: int | None, message: str) -> None:
    with pytest.raises(ValueError, match=message) if message else nullcontext():
        check_limits(seconds, count, "games")


def test_time_that_is_left() -> None:
    assert not Seconds(None).over
    assert Seconds(None).left == float("inf")
    limit = Seconds(100)
    assert 0 < 100 - limit.left < 50
    assert 0 <= limit.spent < 50
    limit.end = limit.began
    assert limit.over
    assert limit.left <= 0


def test_work_that_is_not_ready_in_time_goes_on() -> None:
    done = []

    def work() -> int:
        time.sleep(0.1)
        done.append(1)
        return 7

    assert in_time(work, None) == 7
    assert in_time(lambda: 8, 10) == 8
    assert in_time(work, 0.001) is None
    for _ in range(100):
        if len(done) == 2:
            break
        time.sleep(0.05)
    assert len(done) == 2

    def fail() -> int:
        raise KeyError("x")

    with pytest.raises(KeyError):
        in_time(fail, 10)
