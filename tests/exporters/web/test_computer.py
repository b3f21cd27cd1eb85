"""The computer on pages: it sees what three plies of brute force see, in games that alpha-beta suits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ludparse import load
from tests.corpus import LIBRARY, needs_corpus
from tests.exporters.web.browser import Seen, opened
from tests.exporters.web.shots import base36

COUNTS = {"Chess": 17, "Xiangqi": 17, "English Draughts": 16}
"""How many positions of each game are asked about: fifty in all."""
WRONG = {"Chess": 1, "Xiangqi": 1, "English Draughts": 0}
"""In how many of them another move may be played: two in all."""
MATE = 1000
CAPTURES = 4
"""So many captures are followed after the three plies."""


def takes(move: Any) -> bool:
    return any(action.kind.startswith("remove") for action in move.raw.actions)


def played(state: Any, move: Any) -> Any:
    """The position after a move."""
    after = state.copy()
    after.apply(move)
    return after


class Brute:
    """Brute force: three plies, and the captures after them."""

    def balance(self, state: Any, player: int) -> int:
        """The pieces of a player less those of the other: the descriptions do not say what pieces are worth."""
        if state.over:
            places = [float(place) for place in state.ranking]
            return MATE * int(places[3 - player] - places[player])
        levels = (level for _, _, *levels in state.sites() for level in levels)
        return sum(1 if who == player else -1 for _, who, *_ in levels)

    def value(self, state: Any, player: int, plies: int, low: int, high: int) -> int:
        """What a player comes to, between two bounds; after the plies whoever moves may take, or stop taking."""
        now = self.balance(state, player)
        if state.over or plies < -CAPTURES:
            return now
        ours = state.mover == player
        best = None if plies > 0 else now
        for after in self.replies(state, player, plies <= 0):
            if best is not None and (best >= high if ours else best <= low):
                break
            found = self.value(after, player, plies - 1, low, high)
            best = found if best is None else max(best, found) if ours else min(best, found)
            low, high = (max(low, best), high) if ours else (low, min(high, best))
        return now if best is None else best

    def replies(self, state: Any, player: int, only: bool) -> Iterator[Any]:
        """The positions after the moves of a position, those after the best captures first. only: captures."""
        taking = [played(state, move) for move in state.legal_moves() if takes(move)]
        yield from sorted(taking, key=lambda after: self.balance(after, player), reverse=state.mover == player)
        if not only:
            yield from (played(state, move) for move in state.legal_moves() if not takes(move))

    def capture(self, state: Any) -> str | None:
        """The one capture that gains a piece more than every other move, if there is one."""
        best, second, found = -9 * MATE, -9 * MATE, None
        for move in sorted(state.legal_moves(), key=takes, reverse=True):
            value = self.value(played(state, move), state.mover, 2, second, 9 * MATE)
            if value > best:
                best, second, found = value, best, move
            else:
                second = max(second, value)
        return found.notation if found is not None and takes(found) and second < best < MATE // 2 else None


def positions(game: Any, brute: Brute, count: int, seed: int) -> list[tuple[str, str]]:
    """The addresses of positions after random moves, and the capture that is best there."""
    chance, found = random.Random(seed), list[tuple[str, str]]()
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
        best = brute.capture(state) if not state.over and any(map(takes, state.legal_moves())) else None
        if best:
            found.append((f"s={base36(number)}&m={'.'.join(moves)}", best))
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
        seen.page.get_by_label("Who plays Black").select_option("computer")
        seen.page.wait_for_selector("html[data-ply='4']", timeout=30_000)
        assert seen.moves[3] == "C8xG4"


@needs_corpus
@pytest.mark.parametrize("kind", COUNTS)
def test_the_capture_that_three_plies_find_best_is_played(kind: str, browser: Any, page_of: Any) -> None:
    game = load(kind, library=str(LIBRARY))
    asked = positions(game, Brute(), COUNTS[kind], seed=51)
    with opened(browser, page_of(kind)) as seen:
        seen.page.locator("#strength").fill("2")
        wrong = [(address, best, played) for address, best in asked if (played := answered(seen, address)) != best]
    print(f"{kind}: {COUNTS[kind] - len(wrong)} of {COUNTS[kind]}")
    assert len(wrong) <= WRONG[kind], wrong
