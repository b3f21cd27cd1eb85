"""Captures between pieces and of enclosed groups; moves that capture most and that allow the longest turn."""

import random

import pytest

from ludparse import Move, State, load
from tests.interpreter.lower.playing import after, games, moves

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


def _hops(what: str, way: str, choose: str) -> str:
    """Captures of one kind of piece, by hops that go on; the longest where `choose` is "(max Moves {})"."""
    over = f"{way} (between if:(is Enemy (who at:(between))) {{}}) (to if:(is Empty (to)))"
    taking = over.format("(apply (remove (between)))")
    goes_on = f"(then (if (can Move (hop (from (last To)) {over.format('')})) (moveAgain)))"
    first = choose.format(f'(forEach Piece "{what}" (move Hop {taking} {goes_on}))')
    again = choose.format(f"(move Hop (from (last To)) {taking} {goes_on})")
    return f'(if (is Prev Mover) (if (= (what at:(last To)) (id "{what}" Mover)) {again}) {first})'


def _turns(choose: str) -> str:
    kinds = " ".join(_hops(what, way, choose) for what, way in (("King", "Diagonal"), ("Ball", "Orthogonal")))
    text = GAME.format(ours="0", theirs="24", play=f"(priority {{(or {kinds}) (move Pass)}})")
    return text.replace("Each)", 'Each) (piece "King" Each)')


def _longest(state: State, move: Move) -> int:
    """How many moves the turn has that begins with a move, at most, by trying all."""
    after = state.copy()
    after.apply(move)
    if after.over or after.mover != state.mover:
        return 1
    return 1 + max(_longest(after, following) for following in after.legal_moves())


def test_the_longest_turns_are_the_longest_of_all() -> None:
    """Each kind of piece chooses for itself, at the first move and at the following ones: the moves that begin the
    longest turns of the same rules without any choice, in the same order."""
    starts = [games(_turns(choose))[-1].start(seed=1) for choose in ("(max Moves {})", "{}")]
    lengths = set()
    for seed in range(30):
        sites = random.Random(seed).sample([f"{column}{row}" for row in range(1, 6) for column in "ABCDE"], 13)
        pieces = dict(zip(sites, ["King1", "Ball1", "Ball1", *10 * ["Ball2"]], strict=True))
        chosen, free = (start.with_pieces(pieces, mover=1) for start in starts)
        while free.mover == 1 and not free.over:
            moves = free.legal_moves()
            standing = {int(site[1:]): top for site, _, *_, (top, *_) in free.sites()}
            kinds = [standing.get(move.from_site, 0) for move in moves]
            long = [_longest(free, move) for move in moves]
            kept = [
                move for move, length, kind in zip(moves, long, kinds, strict=True)
                if length == max(n for n, k in zip(long, kinds, strict=True) if k == kind)
            ]  # fmt: skip
            assert [move.ends for move in chosen.legal_moves()] == [move.ends for move in kept]
            lengths |= {*long}
            free.apply(kept[-1])
            chosen.apply(chosen.legal_moves()[-1])
    assert lengths >= {1, 2, 3}


def test_the_longest_turn_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns of nine moves, each of one of two sites: 2⁹ turns are tried. To try those of the best moves once more at
    each of their moves would be 4⁹, which takes more steps than are allowed here."""
    monkeypatch.setattr("ludparse.interpreter.backends.python.runtime.MAX_STEPS", 100_000)
    again = "(then (if (!= 0 (% (count Moves) 9)) (moveAgain)))"
    text = GAME.format(ours="0", theirs="24", play=f"(max Moves (move Select (from (sites {{7 8}})) {again}))")
    assert len(load(text, backend="python").start(seed=1).legal_moves()) == 2
