"""Check, checkmate and stalemate as pages tell them, against what the rules themselves find."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludparse import load
from tests.exporters.web.in_node import in_node
from tests.exporters.web.shots import base36

pytestmark = pytest.mark.usefixtures("c_compiler")

ATTACKED = '(is Threatened (id "King" Next) at:(where "King" Next))'
TAKES = "(to if:(is Enemy (who at:(to))) (apply (remove (to))))"
STUCK = f"(not (can Move (do (forEach Piece Next) ifAfterwards:(not {ATTACKED}))))"
SAFE = 'ifAfterwards:(not (is Threatened (id "King" Mover) at:(where "King" Mover)))'


def rooks(pieces: str, shown: str = '(show Check "King")') -> str:
    """Kings and rooks, whose rules say so where the next king is attacked."""
    return f"""(game "Rooks" (players 2) (equipment {{(board (square 4))
        (piece "King" Each (or (move Step (to if:(is Empty (to)))) (move Step {TAKES})))
        (piece "Rook" Each (move Slide Orthogonal {TAKES}))}})
    (rules (start {{{pieces}}}) (play (do (forEach Piece) {SAFE} (then (if {ATTACKED} (note "attacked")))))
        (end {{(if (and {ATTACKED} {STUCK}) (result Mover Win)) (if {STUCK} (result Mover Draw))}})))
    (metadata (graphics {{{shown}}}))"""


START = '(place "King1" 0) (place "Rook1" {2 5}) (place "King2" 15) (place "Rook2" {7 13})'


def played(source: str, seed: int, most: int = 40) -> tuple[str, list[Any]]:
    """The address of a random game, and its moves as they were applied."""
    game: Any = load(source)
    state = game.start(rng_state=list(seed.to_bytes(8, "little")))
    numbers, applied = [], []
    while not state.over and len(numbers) < most:
        legal = state.legal_moves()
        numbers.append((seed * 7919 + 31 * len(numbers) ** 2) % len(legal))
        applied.append(state.apply(legal[numbers[-1]]))
    return f"#s={base36(seed)}&m={'.'.join(map(base36, numbers))}", applied


def test_check_is_told_after_each_move_that_the_rules_call_an_attack_and_no_other(tmp_path: Path) -> None:
    source, seen = rooks(START), set[tuple[bool, str]]()
    for seed in (1, 2, 3):
        where, applied = played(source, seed)
        with in_node(source, tmp_path, where) as page:
            names = page.moves
            page.key("Home")
            for name, move in zip(names, applied, strict=True):
                page.key("ArrowRight")
                attacked = "attacked" in move.text
                said = [word for word in ("Check.", "Checkmate.", "Stalemate.") if word in page.status]
                assert bool(set(said) & {"Check.", "Checkmate."}) is attacked
                assert name.endswith(("+", "#")) is attacked
                heard = page.run("document.querySelectorAll('.target').map((e) => e.getAttribute('aria-label'))")
                assert any("king, in check" in text for text in heard) is attacked
                rings = page.run("document.querySelectorAll('.check').length")
                assert (rings > 0) is attacked
                seen.add((attacked, said[0] if said else ""))
    assert {(True, "Check."), (False, "")} <= seen


@pytest.mark.parametrize(
    ("pieces", "told"),
    [
        ('(place "King1" 6) (place "Rook1" 9) (place "King2" 15)', "Stalemate. A draw."),
        ('(place "King1" 4) (place "Rook1" 3) (place "King2" 12)', "Checkmate. White wins."),
    ],
)
def test_how_a_game_ends_is_told_by_its_name(pieces: str, told: str, tmp_path: Path) -> None:
    """The page tells the moves of a position that end the game as the ends that they are."""
    source = rooks(pieces)
    game: Any = load(source)
    ends = []
    for number in range(len(game.start().legal_moves())):
        state = game.start()
        move = state.apply(state.legal_moves()[number])
        if state.over and ("attacked" in move.text) == told.startswith("Checkmate"):
            ends.append(number)
    assert ends
    for number in ends:
        with in_node(source, tmp_path, f"#s=1&m={base36(number)}") as page:
            assert told in page.status
            assert page.moves[0].endswith("#") is told.startswith("Checkmate")


def test_nothing_is_told_where_the_description_does_not_ask_for_it(tmp_path: Path) -> None:
    source = rooks(START, shown="")
    where, applied = played(source, 1)
    assert any("attacked" in move.text for move in applied)
    with in_node(source, tmp_path, where) as page:
        assert not any(name.endswith(("+", "#")) for name in page.moves)
