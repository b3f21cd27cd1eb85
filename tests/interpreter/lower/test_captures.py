"""Captures between pieces and of enclosed groups; moves that capture most and that allow the longest turn."""

import pytest

from tests.interpreter.lower.playing import after, moves

pytestmark = pytest.mark.usefixtures("on_backends")

GAME = """(game "Taken" (players 2)
  (equipment {{ (board (square 5)) (piece "Ball" Each) }})
  (rules
    (start {{ (place "Ball1" {{ {ours} }}) (place "Ball2" {{ {theirs} }}) }})
    (play {play})
    (end (if (no Pieces Next) (result Mover Win)))))"""
ADD = "(move Add (to (sites {{ {0} }})) (then {1}))"


def removed(ours: str, theirs: str, at: int, effect: str) -> list[int]:
    """The sites that are empty again after the first player has come to a site."""
    text = GAME.format(ours=ours, theirs=theirs, play=ADD.format(at, effect))
    before = {int(s) for s in theirs.split()}
    taken = after(text, [0]).snapshot()["sites"]
    left = {int(site[0][1:]) for site in taken}
    return sorted(before - left)


ENEMY_BETWEEN = "if:(is Enemy (who at:(between)))"
CUSTODIAL = f"(custodial (from (last To)) Orthogonal (between {{0}} {ENEMY_BETWEEN}) (to if:(is Friend (who at:(to)))))"


@pytest.mark.parametrize(
    ("ours", "theirs", "at", "effect", "taken"),
    [
        ("14", "11 12 13", 10, CUSTODIAL.format(""), [11, 12, 13]),
        ("14 20", "11 12 13 15", 10, CUSTODIAL.format("(max 1)"), [15]),
        ("14", "11 12 13 4", 10, CUSTODIAL.replace(")) (to", ") (apply (remove 4))) (to").format(""), [4]),  # it alone
        ("0", "11 13 17", 12, "(intervene (from (last To)) Orthogonal (to if:(is Enemy (who at:(to)))))", [11, 13]),
        ("11 17", "12 22", 13, f"(enclose (from (last To)) Orthogonal (between {ENEMY_BETWEEN}))", []),
        ("7 11 17", "12 3", 13, f"(enclose (from (last To)) Orthogonal (between {ENEMY_BETWEEN}))", [12]),
        (
            "7 11 17",
            "12 3",
            13,
            f"(surround (from (last To)) Orthogonal (between {ENEMY_BETWEEN}) (to if:(is Friend (who at:(to)))))",
            [12],
        ),
        (
            "0",
            "13 14 10",
            12,
            "(directional (from (last To)) (directions E) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
            [13, 14],
        ),
    ],
)
def test_captures(ours: str, theirs: str, at: int, effect: str, taken: list[int]) -> None:
    assert removed(ours, theirs, at, effect) == taken


OVER = "Orthogonal (between if:(is Enemy (who at:(between))) {}) (to if:(is Empty (to)))"
HOPS = f"""(forEach Piece (move Hop {OVER.format("(apply (remove (between)))")}
  (then (if (can Move (hop (from (last To)) {OVER.format("")})) (moveAgain)))))"""


def test_the_longest_turn() -> None:
    """From 0 one piece can be jumped over, from 20 two."""
    text = GAME.format(ours="0 20", theirs="1 15 5 3 19", play=f"(max Moves {HOPS})")
    plain = moves(GAME.format(ours="0 20", theirs="1 15 5 3 19", play=HOPS))
    best = moves(text)
    assert set(best) < set(plain)
    assert all("SetNextPlayer" in m for m in best)


def test_most_captures() -> None:
    play = (
        """(max Captures (or (move Remove 1) (move Remove (sites Occupied by:Next) (then (remove (sites { 2 3 }))))))"""
    )
    best = moves(GAME.format(ours="0", theirs="1 2 3", play=play))
    assert best and all(m.count("[Remove") == 3 for m in best)
