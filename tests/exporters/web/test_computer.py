"""The computer on pages: it sees what three plies of brute force see, in games that alpha-beta suits."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ludparse import load
from ludparse.interpreter.search import auto
from ludparse.search import AlphaBeta
from tests.corpus import LIBRARY, needs_corpus
from tests.exporters.web.browser import Seen, opened
from tests.exporters.web.shots import base36

MATERIAL = "(heuristics {(material)})"
KINDS = {"Chess": 17, "Xiangqi": 17, "English Draughts": 16}
"""Games whose descriptions have heuristics, and how many positions of each are asked about."""


@pytest.fixture(autouse=True)
def alpha_beta(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Auto` takes alpha-beta: which games it suits is tested elsewhere."""
    monkeypatch.setattr(auto, "agent_for", lambda game, seconds=0.0: (AlphaBeta, "", True))


def worth(state: Any, move: Any, depth: int) -> float:
    """What a move is worth in material, searched to a depth and through the captures after it."""
    after = state.copy()
    after.apply(move)
    reply = AlphaBeta(depth=depth - 1, heuristics=MATERIAL)
    reply.choose(after)
    assert reply.report is not None
    value = float(reply.report.moves[0].value or 0.0)
    return value if after.mover == state.mover else 1.0 - value  # whoever captures may go on


def capture(state: Any) -> str | None:
    """The one capture that gains more than every other move in three plies and the captures after them, if there is
    one."""
    values: dict[str, float] = {}
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        if after.over:
            return None
        values[str(move)] = worth(state, move, 3)
    best, *others = sorted(values, key=values.__getitem__, reverse=True)
    taken = any(action.kind.startswith("remove") for action in state.parse_move(best).raw.actions)
    return best if taken and others and values[best] - values[others[0]] > 0.1 else None


def positions(game: Any, count: int, seed: int) -> list[tuple[str, Any, str]]:
    """Positions after random moves with their addresses, and the capture that is best there."""
    chance, found = random.Random(seed), list[tuple[str, Any, str]]()
    while len(found) < count:
        number = chance.randrange(1 << 40)
        state, moves = game.start(rng_state=list(number.to_bytes(8, "little"))), list[str]()
        for _ in range(chance.randrange(4, 40)):
            legal = state.legal_moves()
            if state.over or not legal:
                break
            k = chance.randrange(len(legal))
            moves.append(base36(k))
            state.apply(legal[k])
        best = None if state.over else capture(state)
        if best:
            found.append((f"s={base36(number)}&m={'.'.join(moves)}", state, best))
    return found


def answered(seen: Seen, address: str) -> str:
    """The computer's move in the position of an address."""
    plies = address.count(".") + 1
    seats = seen.page.locator("#players select").all()
    for seat in seats:
        seat.select_option("human")
    seen.page.evaluate("address => { location.hash = address; }", address)
    seen.page.wait_for_function(
        "([hash, ply]) => location.hash === hash && document.documentElement.dataset.ply === ply",
        arg=[f"#{address}", str(plies)],
    )
    for seat in seats:
        seat.select_option("computer")
    seen.page.wait_for_function("most => Number(document.documentElement.dataset.ply) > most", arg=plies)
    return seen.moves[plies]


@needs_corpus
def test_the_queen_that_can_be_taken_is_taken(browser: Any, page_of: Any) -> None:
    state = load("Chess", library=str(LIBRARY)).start(seed=1)
    numbers = []
    for move in ("E2-E4", "D7-D5", "D1-G4"):
        numbers.append([str(legal) for legal in state.legal_moves()].index(move))
        state.apply(move)
    address = f"s=1&m={'.'.join(map(base36, numbers))}"
    with opened(browser, page_of("Chess"), f"#{address}") as seen:
        seen.page.get_by_label("Who plays Player 2").select_option("computer")
        seen.page.wait_for_selector("html[data-ply='4']", timeout=30_000)
        assert seen.moves[3] == "C8-G4"


@needs_corpus
@pytest.mark.parametrize("kind", KINDS)
def test_the_capture_that_three_plies_find_best_is_played(kind: str, browser: Any, page_of: Any) -> None:
    asked = positions(load(kind, library=str(LIBRARY)), KINDS[kind], seed=51)
    wrong = []
    with opened(browser, page_of(kind)) as seen:
        seen.page.locator("#strength").fill("1")
        for address, state, best in asked:
            played = answered(seen, address)
            # three plies may be too few: another move that is as good in five is none the worse
            if played != best and worth(state, played, 5) < worth(state, best, 5) - 0.01:
                wrong.append((address, best, played))
    assert len(wrong) <= 1, wrong
