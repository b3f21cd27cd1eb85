"""Sowing, on a round of six holes of two seeds each; the expected moves are those of Ludii."""

import re

import pytest

from tests.interpreter.lower.playing import deeds

pytestmark = pytest.mark.usefixtures("on_backends")

HOLES = """(game "Holes" (players 2)
  (equipment {
    (mancalaBoard 2 3 store:None (track "Round" "0,E,N,W" loop:True))
    (regions P1 (sites Bottom)) (regions P2 (sites Top)) (piece "Seed" Shared) (hand Each)
  })
  (rules
    (start (set Count 2 to:(sites Track)))
    (play (move Select (from (sites Mover) if:(> (count at:(from)) 0)) (then %s)))
    (end (if (no Moves Next) (result Mover Win)))))"""
TAKE = "apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))"


def sown(rule: str, game: str = HOLES) -> list[list[str]]:
    """For each hole of the first player what happens: "0>1" a seed, "2>6x3" several, other actions by their names."""
    lines = []
    for text in deeds(game % rule):
        line = []
        for name, inside in re.findall(r"\[(\w+):([^]]*)\]", text):
            values = dict(pair.split("=") for pair in inside.split(","))
            many = f"x{values['count']}" if "count" in values else ""
            line.append(f"{values['from']}>{values['to']}{many}" if name == "Move" else name)
        lines.append(line)
    return lines


@pytest.mark.parametrize(
    ("rule", "last"),
    [
        ("(sow (then (moveAgain)))", ["2>5", "2>4", "SetNextPlayer"]),
        ("(sow count:8 includeSelf:False)", ["2>5", "2>4", "2>3", "2>0", "2>1", "2>5", "2>4", "2>3"]),
        ("(sow count:3 numPerHole:2 origin:True)", ["2>2", "2>2", "2>5"]),
        (f"(sow {TAKE} origin:True)", ["2>2", "2>5", "5>6x3"]),
        ("(sow skipIf:(is In (to) (sites Next)))", ["2>0", "2>1"]),
        ('(sow sowEffect:(set Var "Last" (to)))', ["SetVar", "2>5", "SetVar", "2>4"]),
        (f"(sow if:(= 3 (count at:(to))) {TAKE} backtracking:(= 3 (count at:(to))))", ["2>5", "2>4", "4>6x3", "5>6x3"]),
        (f"(sow {TAKE} forward:(> 4 (count at:(to))))", ["2>5", "2>4", "4>6x3", "3>6x2", "0>6x2", "1>6x2", "5>6x3"]),
    ],
)
def test_the_last_hole(rule: str, last: list[str]) -> None:
    lines = sown(rule)
    assert len(lines) == 3
    assert lines[2] == last


@pytest.mark.parametrize(
    ("which", "last"),
    [
        ("owner:1", ["2>5", "2>4"]),
        ("owner:2", ["2>1", "2>0"]),
        ("owner:(mover)", ["2>5", "2>4"]),
        ("owner:(next)", ["2>1", "2>0"]),
        ("owner:0", None),
        ("owner:-1", None),
        ("", None),
    ],
)
def test_the_track_of_an_owner(which: str, last: list[str] | None) -> None:
    """The first player's track runs against the clock (0, 1, 2, 5, 4, 3), the second's with it; with an owner a part of
    the name is enough. Nobody else has a track, and without an owner none has that name: nothing is sown."""
    text = HOLES.replace(
        '(track "Round" "0,E,N,W" loop:True)',
        '{ (track "Path1" "0,1,2,5,4,3" loop:True P1) (track "Path2" "0,3,4,5,2,1" loop:True P2) }',
    )
    text = text.replace("(sites Track)", "(sites Board)")
    assert sown(f'(sow "Path" {which})', text)[2:] == [last or []]
