"""Questions to `State.why` about ten games, with the answers that follow from the rules, written before it was asked.

Positions are said by the moves from the start. What is expected of an answer:

named: conditions, regions and rules that it has to name: the line of the description on which each stands, or on which
the define is used that it comes from, and the word that it begins with where that is known.
sites: those that it has to name. words: what its text has to hold: values, pieces, players.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["QUESTIONS", "Question"]


@dataclass(frozen=True)
class Question:
    """One question. move: a move, `end` for why the game has ended or goes on, or `at SITE`. legal: the value of the
    answer."""

    game: str
    moves: str
    move: str
    legal: bool | None
    named: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    seed: int = 0

    @property
    def played(self) -> list[str]:
        """The moves from the start."""
        return self.moves.split()


CHESS = "Chess"
THROUGH_CHECK = "E2-E4 B7-B6 G2-G3 C8-A6 F1-H3 H7-H6 G1-F3 G7-G6"
CAN_CASTLE = "E2-E4 E7-E5 G1-F3 B8-C6 F1-C4 A7-A6"
KING_CAME_BACK = f"{CAN_CASTLE} E1-E2 A6-A5 E2-E1 A5-A4"
IN_CHECK = "G1-F3 E7-E6 G2-G3 A7-A6 F1-G2 A6-A5 D2-D4 F8-B4"
PINNED = "E2-E4 E7-E5 D2-D4 F8-B4 B1-C3 A7-A6"
PROMOTES = "A2-A4 B7-B5 A4-B5 A7-A6 B5-A6 C8-B7 A6-B7 H7-H6 B7-A8"
FOOLS_MATE = "F2-F3 E7-E5 G2-G4 D8-H4"

_CHESS = [
    Question(CHESS, "", "E2-E4", True, ("114 is In", "115 move Slide"), ("E2", "E3")),
    Question(CHESS, "", "E2-E5", False, (), (), ("no rule makes", "E2 holds Pawn1 of player 1")),
    Question(CHESS, THROUGH_CHECK, "E1-G1", False, ("22 is Threatened", "58"), ("F1",), ("A6 holds Bishop2",)),
    Question(CHESS, CAN_CASTLE, "E1-G1", True, ("58 move Slide", "79"), ("F1", "G1"), ()),
    Question(CHESS, KING_CAME_BACK, "E1-G1", False, ("67 =",), ("E1",), ()),
    Question(CHESS, IN_CHECK, "E1-G1", False, ("68 is Threatened",), (), ("B4 holds Bishop2", "E1")),
    # not line 79: the rook may slide to F1, since `(to if:True …)` asks nothing of the site where it ends
    Question(CHESS, "G1-F3 A7-A6", "E1-G1", False, ("58", "21 is Empty"), ("F1",), ("Bishop1",)),
    Question(CHESS, PINNED, "C3-D5", False, ("166 is Threatened",), (), ("B4 holds Bishop2", "E1")),
    Question(CHESS, PROMOTES, "A8=Queen1", True, ("160 move Promote",), ("A8",), ()),
    Question(CHESS, PROMOTES, "E2-E4", False, ("159",), (), ()),
    Question(CHESS, FOOLS_MATE, "end", True, ("172",), (), ("player 2 wins",)),
    Question(CHESS, "E2-E4 D7-D5 E4-E5 F7-F5", "E5-F6", True, ("129 move Step", "129 ="), ("F6",), ()),
    Question(CHESS, "E2-E4 D7-D5 E4-E5 F7-F5 A2-A3 A7-A6", "E5-F6", False, ("129 is Pending",), (), ()),
]

XIANGQI = "Xiangqi"
FACING = "E4-E5 E7-E6 E5-E6 A7-A6 E6-E7 A6-A5"
RIVER = "C1-E3 A7-A6 E3-G5 A6-A5"
EYE = "A1-A2 A7-A6 A2-D2 A6-A5"

_XIANGQI = [
    Question(XIANGQI, FACING, "E7-D7", False, ("130",), (), ()),
    Question(XIANGQI, FACING, "E7-E8", True, ("106 move Step",), ("E8",), ()),
    Question(XIANGQI, "", "B1-D2", False, ("57 is Empty",), ("C1",), ("C1 holds Xiang1",)),
    Question(XIANGQI, "", "B1-C3", True, ("57 is Empty",), ("B2",), ("B2 is empty",)),
    Question(XIANGQI, RIVER, "G5-I7", False, ("41 is In",), ("H6",), ()),
    Question(XIANGQI, EYE, "C1-E3", False, ("42 is Empty",), ("D2",), ("D2 holds Ju1",)),
    Question(XIANGQI, "E1-E2 A7-A6 E2-D2 A6-A5", "D2-C2", False, ("13 is In", "29"), ("C2",), ()),
    Question(XIANGQI, "D1-E2 A7-A6", "F1-E2", False, ("14", "32"), ("E2",), ("E2 holds Shi1",)),
    Question(XIANGQI, "", "A4-B4", False, ("108 is In",), ("A4",), ()),
    Question(XIANGQI, "E4-E5 A7-A6", "E5-E4", False, (), (), ("no rule makes", "E5 holds Zu1")),
]

DRAUGHTS = "English Draughts"
OFFERED = "C3-D4 F6-E5"

_DRAUGHTS = [
    Question(DRAUGHTS, "", "A3-B4", True, ("39 move Step", "39 is Empty"), ("B4",), ("B4 is empty",)),
    Question(DRAUGHTS, "", "A3-A4", False, (), (), ("no rule makes", "A3 holds Counter1")),
    Question(DRAUGHTS, "A3-B4 B6-A5", "B4-A3", False, (), (), ("no rule makes",)),
    Question(DRAUGHTS, OFFERED, "A3-B4", False, ("23 priority",), (), ("one move comes first", "D4-F6")),
    Question(DRAUGHTS, OFFERED, "E3-F4", False, ("23 priority",), (), ("one move comes first", "D4-F6")),
    Question(DRAUGHTS, OFFERED, "D4-F6", True, ("26 move Hop", "26 is Empty"), ("F6",), ("F6 is empty",)),
    Question(DRAUGHTS, "", "A1-B2", False, ("39 is Empty",), ("B2",), ("B2 holds Counter1",)),
    Question(DRAUGHTS, f"{OFFERED} D4-F6", "B6-A5", False, ("23 priority",), (), ("2 moves come first",)),
    Question(DRAUGHTS, "", "B6-A5", False, (), (), ("B6 holds Counter2 of player 2", "turn of player 1")),
    Question(DRAUGHTS, f"{OFFERED} D4-F6", "at E5", None, (), ("E5",), ("E5 is empty", "ply 3", "D4-F6")),
    Question(DRAUGHTS, OFFERED, "end", False, ("48",), (), ("the game goes on",)),
]

GO = "Go"
NINE = ("Board Size/9x9",)
EYE_OF_TWO = "E5 A2 F5 B1"
KO = "C5 F5 D6 E6 D4 E4 A1 D5 E5"

_GO = [
    Question(GO, "", "D4", True, ("32", "35"), ("D4",), (), NINE),
    Question(GO, "D4", "D4", False, ("32 sites Empty",), ("D4",), (), NINE),
    Question(GO, EYE_OF_TWO, "A1", False, ("35",), ("A1",), (), NINE),
    Question(GO, f"{EYE_OF_TWO} A3 I9 B2 I8", "A1", True, ("35", "31 move Add"), (), (), NINE),
    Question(GO, f"{EYE_OF_TWO} A3 I9 B2 I8 A1", "at A2", None, (), ("A2",), ("A2 is empty", "ply 9", "A1"), NINE),
    Question(GO, KO, "D5", False, ("27 no Repeat",), (), ("as after ply 8",), NINE),
    Question(GO, f"{KO} I9 I1", "D5", True, ("31 move Add",), (), (), NINE),
    Question(GO, KO, "at D5", None, (), ("D5",), ("D5 is empty", "ply 9", "E5"), NINE),
    Question(GO, "D4", "pass", True, ("37 move Pass",), (), (), NINE),
    Question(GO, "pass pass", "end", True, ("42 all Passed",), (), ("the game has ended",), NINE),
    Question(GO, "D4 E5 pass", "end", False, ("42 all Passed",), (), ("the game goes on",), NINE),
]

HNEFATAFL = "Hnefatafl"
FLANKED = "H1-H5 D6-C6"

_HNEFATAFL = [
    Question(HNEFATAFL, "", "A4-B4", True, ("33", "31 move Slide"), ("B4",), ("B4 is empty",)),
    Question(HNEFATAFL, "", "D1-A1", False, ("33 is In",), ("A1",), ()),
    Question(HNEFATAFL, "", "J6-H6", False, ("33 is Empty",), ("H6",), ("H6 holds Thrall2",)),
    Question(HNEFATAFL, "", "D6-C6", False, (), (), ("D6 holds Thrall2 of player 2", "turn of player 1")),
    Question(HNEFATAFL, "A4-B4", "F6-F5", False, ("57 move Slide",), ("F5",), ("F5 holds Thrall2",)),
    Question(HNEFATAFL, "", "A4-B5", False, (), (), ("no rule makes", "A4 holds Thrall1")),
    Question(HNEFATAFL, FLANKED, "H11-H7", True, ("33", "31 move Slide"), ("H7",), ("remove",)),
    Question(HNEFATAFL, f"{FLANKED} H11-H7", "at H6", None, (), ("H6",), ("H6 is empty", "ply 3", "H11-H7")),
    Question(HNEFATAFL, "A4-B4", "end", False, ("73", "74"), (), ("the game goes on",)),
    Question(HNEFATAFL, "A4-B4", "at B4", None, ("31 move Slide",), ("B4",), ("B4 holds Thrall1", "ply 1")),
]

BACKGAMMON = "Backgammon"
ON_THE_BAR = "H2-L2 H2-J2 E1-H1 M2-L2"

_BACKGAMMON = [
    Question(BACKGAMMON, "", "A1-D2", True, ("22 move", "26"), ("D2",)),
    Question(BACKGAMMON, "A1-D2", "M1-I1", False, (), (), ("4 (used up)",)),
    Question(BACKGAMMON, "A1-D2", "M1-K1", True, ("22 move", "15"), ("K1",)),
    Question(BACKGAMMON, "", "A1-C2", False, (), (), ("no rule makes", "A1 holds")),
    Question(BACKGAMMON, "", "A1-C1", False, (), (), ("no rule makes",)),
    Question(BACKGAMMON, "", "M1-H1", False, ("26",), ("H1",), ("H1 holds",), seed=2),
    Question(BACKGAMMON, "", "A1-A2", False, ("26",), ("A2",), ("A2 holds",), seed=1),
    Question(BACKGAMMON, "", "E1-C1", False, (), (), ("of player 2", "turn of player 1")),
    Question(BACKGAMMON, ON_THE_BAR, "A1-C2", False, ("118 is Empty",), ("G1",), ("G1 holds Disc1",)),
    Question(BACKGAMMON, ON_THE_BAR, "G1-H1", False, ("26",), ("H1",), ("H1 holds",)),
    Question(BACKGAMMON, ON_THE_BAR, "G1-K1", True, ("120",), ("K1",)),
    Question(BACKGAMMON, "A1-D2", "at D2", None, ("22 move",), ("D2",), ("D2 holds Disc1", "ply 1")),
    Question(BACKGAMMON, "A1-D2", "end", False, ("140 no Pieces",), (), ("the game goes on",)),
]

OWARE = "Oware"
TAKES_ALL = (
    "B1 B2 B1 E2 C1 G2 E1 D2 F1 C2 F1 B2 F1 E2 E1 F2 G1 D2 F1 F2 G1 E2 B1 B2 D1 E2 E1 F2 G1 C2 F1 E2 C1 D2 B1 C2 D1 E2 "
    "C1 F2 G1 C2 F1 F2 E1 F2 F1 E2 B1 G2 G1"
)
HAS_TO_FEED = (
    "C1 D2 B1 F2 F1 C2 B1 B2 B1 G2 F1 D2 C1 B2 F1 E2 D1 C2 B1 E2 D1 B2 G1 D2 D1 B2 C1 E2 E1 D2 D1 B2 F1 G2 G1 G2 B1 C2 "
    "B1 G2 G1 B2 B1 E2 C1 G2 D1 D2 E1 F2 F1 E2 G1"
)

_OWARE = [
    Question(OWARE, "", "B1", True, ("28 <", "50 <"), ("B1",)),
    Question(OWARE, "", "B2", False, ("27 sites",), ("B2",)),
    Question(OWARE, "", "A1", False, ("27 sites", "28 <"), ("A1",)),
    Question(OWARE, "B1 G2", "B1", False, ("28 <",), ("B1",), ("B1 is empty",)),
    Question(OWARE, "B1 G2", "at B1", None, (), ("B1",), ("B1 is empty", "ply 1")),
    Question(OWARE, TAKES_ALL, "B2", False, ("50 <",)),
    Question(OWARE, TAKES_ALL, "C2", True, ("50 <", "28 <")),
    Question(OWARE, HAS_TO_FEED, "D2", False, ("50 <",)),
    Question(OWARE, HAS_TO_FEED, "G2", False, ("50 <",)),
    Question(OWARE, HAS_TO_FEED, "B2", True, ("50 <",)),
    Question(OWARE, "B1", "end", False, ("81",), (), ("the game goes on",)),
    Question(OWARE, "B1", "at C1", None, (), ("C1",), ("C1 holds 5 Seed", "ply 1")),
]

EX_NIHILO = "Ex Nihilo"
THREE = ("Board Size/3",)
MUST_CAPTURE = "C2-A2 C4-C5 B2-E5 C3-C2 B3-B1 D3-A3"

_EX_NIHILO = [
    Question(EX_NIHILO, "", "B2-A1", True, ("15 move Select", "17 <"), ("A1",), (), THREE),
    Question(EX_NIHILO, "", "C3-B2", True, ("15 move Select", "17 <"), ("B2",), (), THREE),
    Question(EX_NIHILO, "", "B2-C3", False, ("17 <",), (), (), THREE),
    Question(EX_NIHILO, "", "A1-B1", False, ("17 <",), (), (), THREE),
    Question(EX_NIHILO, MUST_CAPTURE, "B2-A1", False, ("188 priority",), (), ("one move comes first", "C3-D3"), THREE),
    Question(EX_NIHILO, MUST_CAPTURE, "C3-D3", True, ("15 move Select",), (), (), THREE),
    Question(EX_NIHILO, f"{MUST_CAPTURE} C3-D3", "C2-D2", True, ("196 is Prev", "27 move"), (), (), THREE),
    Question(EX_NIHILO, f"{MUST_CAPTURE} C3-D3", "B2-A1", False, ("196 is Prev",), (), (), THREE),
    Question(EX_NIHILO, f"{MUST_CAPTURE} C3-D3", "C2-C3", False, ("31",), (), (), THREE),
    Question(EX_NIHILO, f"{MUST_CAPTURE} C3-D3", "at D3", None, (), ("D3",), ("D3 holds Disc1", "ply 7"), THREE),
    Question(EX_NIHILO, f"{MUST_CAPTURE} C3-D3", "end", False, ("223 no Moves",), (), ("the game goes on",), THREE),
]

NEBUCHADNEZZAR = "Nebuchadnezzar"
FOUR = ("Board Size/4",)
WALLED = "A2 A1 B1 D4"
TWO_WALLED = "A2 A1 B2 B1 C1 D4"

_NEBUCHADNEZZAR = [
    Question(NEBUCHADNEZZAR, "", "C3", True, ("186 move Add", "188 sites Empty"), ("C3",), (), FOUR),
    Question(NEBUCHADNEZZAR, "B2", "B3", False, ("191 =", "192 ="), (), (), FOUR),
    Question(NEBUCHADNEZZAR, "B2", "D4", True, ("186 move Add", "188 sites Empty"), ("D4",), (), FOUR),
    Question(NEBUCHADNEZZAR, "A2", "A1", True, ("186 move Add", "192 ="), (), (), FOUR),
    Question(NEBUCHADNEZZAR, "A2", "A1", False, ("191 =",), (), (), (*FOUR, "Edge/Empty points")),
    Question(NEBUCHADNEZZAR, "B2 D4", "B3", True, ("186 move Add", "188 sites Empty"), (), (), FOUR),
    Question(NEBUCHADNEZZAR, "B2", "B2", False, ("188 sites Empty",), ("B2",), (), FOUR),
    Question(NEBUCHADNEZZAR, WALLED, "A1", True, ("64 move Select",), (), ("remove",), FOUR),
    Question(NEBUCHADNEZZAR, "A2 A1 D1 D3", "A1", False, ("203",), ("B1",), (), FOUR),
    Question(NEBUCHADNEZZAR, TWO_WALLED, "A1-B1", True, ("64 move Select",), (), ("remove",), FOUR),
    Question(NEBUCHADNEZZAR, TWO_WALLED, "A1", False, ("203",), ("B1",), (), FOUR),
    Question(NEBUCHADNEZZAR, f"{WALLED} A1", "at A1", None, (), ("A1",), ("A1 holds Disc1", "ply 5"), FOUR),
    Question(NEBUCHADNEZZAR, "A2 D4 A1", "end", False, ("206 no Pieces",), (), ("the game goes on",), FOUR),
]

HYPNOSIA = "Hypnosia"
FIRST = ("Beginning/First player",)
AT_A_BRIDGE = "T4-AA8 AA8-AE13 T42-R40 R40-O39 T2-AA8 AA8-AB19 T44-R40 O39-K36"

_HYPNOSIA = [
    Question(HYPNOSIA, "", "T4-AA8", True, ("145", "78 move"), ("AA8",), (), FIRST),
    Question(HYPNOSIA, "", "T1-T3", False, ("308 is In",), ("T3",), (), FIRST),
    Question(HYPNOSIA, "", "T1-V6", False, (), (), ("no rule makes", "T1 holds Pawn1"), FIRST),
    Question(HYPNOSIA, "T4-AA8", "T2-T5", False, (), (), ("no rule makes",), FIRST),
    Question(HYPNOSIA, "T4-AA8", "T1-T5", False, (), (), ("4 (used up)",), FIRST),
    Question(HYPNOSIA, AT_A_BRIDGE, "AB19-X23", True, ("155", "78 move"), (), (), FIRST),
    Question(HYPNOSIA, AT_A_BRIDGE, "AE13-X15", False, (), (), ("no rule makes", "AE13 holds Pawn1"), FIRST),
    Question(HYPNOSIA, "", "T44-R40", False, (), (), ("of player 2", "turn of player 1"), FIRST),
    Question(HYPNOSIA, "T4-AA8", "at AA8", None, ("78 move",), ("AA8",), ("AA8 holds Pawn1", "ply 1"), FIRST),
    Question(HYPNOSIA, "T4-AA8", "end", False, ("265",), (), ("the game goes on",), FIRST),
    Question(HYPNOSIA, "T4-T5", "T1-T5", True, ("78 move", "56 >"), ("T5",), (), FIRST, seed=1),
]

QUESTIONS = (
    *_CHESS, *_XIANGQI, *_DRAUGHTS, *_GO, *_HNEFATAFL, *_BACKGAMMON, *_OWARE, *_EX_NIHILO, *_NEBUCHADNEZZAR, *_HYPNOSIA,
)  # fmt: skip
"""All of them, by game."""
