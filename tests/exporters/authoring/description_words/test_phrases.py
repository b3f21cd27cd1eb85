"""Rules as sentences and whole games in words, as `golden.py` writes them; and what no single sentence shows."""

import hashlib
import re
from pathlib import Path

import pytest

from ludparse import load_description
from ludparse import ludemes as L
from ludparse.exporters.authoring.description_words import describe_rules, why_ended
from ludparse.interpreter.lower.equipment import build_equipment
from tests.corpus import LIBRARY, needs_corpus
from tests.interpreter.small import small_game

from .golden import GAMES, Case, golden, rules_of, sections


def told(items: str = '(piece "Disc" Each) (hand Each)', **parts: str) -> dict[str, list[str]]:
    game = small_game(items, **parts)
    return dict(describe_rules(game, build_equipment(game), "square 4x4")[0])


WIN = "(result Mover Win)"
TRACK = '(board (square 4) (track "Way" {0 1 2 3 7} directed:True))'


@pytest.mark.parametrize(("head", "cases"), list(sections()), ids=[head.split("\n")[0][2:] for head, _ in sections()])
def test_sentences(head: str, cases: list[Case]) -> None:
    """Every rule of the file is told as it is written there."""
    assert cases
    for case in cases:
        assert case.now() == case.told, case.rule


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_our_games(path: Path) -> None:
    assert rules_of(path) == golden(path).read_text(encoding="utf-8")


def test_players_and_modes() -> None:
    def said(players: str, mode: str = "") -> list[str]:
        return told(players=players, mode=mode)["Players"]

    assert said("1") == ["One player plays alone."] and said("2") == ["Two players take turns, player 1 first."]
    assert said("8") == ["Eight players take turns, player 1 first."]
    assert said("9") == ["9 players take turns, player 1 first."]
    assert said("2", "(mode Simultaneous)") == ["Two players move at the same time."]
    assert said("{(player N) (player S)}") == [
        "Two players take turns, player 1 first.",
        "Forward is north for player 1 and south for player 2.",
    ]  # fmt: skip


def test_tracks_regions_and_maps() -> None:
    """On 4 x 4 cells 0 to 3 are A1 to D1, and D2 is 7; straight parts are told by their ends."""
    assert "The track goes from A1 to D1, D2." in told(board=TRACK)["Board"]
    loop = '(board (square 4) (track "Way" {0 1 5 4} loop:True))'
    assert "The track goes from A1, B1, B2, A2 and round again." in told(board=loop)["Board"]
    jumps = '(board (square 4) (track "Way" "0,E1,End" P2))'
    assert "Player 2's track goes from A1, B1, its end off the board." in told(board=jumps)["Board"]
    regions = '(regions "Home" P1 (sites Top)) (regions P2 {0 1}) (regions "All" {(sites Top) (sites Left)})'
    board = told(f'(piece "Disc" Each) {regions}')["Board"]
    assert "Player 1's home region is row 4." in board and "Player 2's region is A1 and B1." in board
    maps = '(piece "Disc" Each) (map "Goal" {(pair P1 3) (pair P2 12)}) (map {(pair 1 5) (pair 2 6)})'
    asked = f'(end (if (= (last To) (mapEntry "Goal" Mover)) {WIN}))'
    board = told(maps, end=asked)["Board"]
    assert "The “Goal” cell is D1 for player 1 and A4 for player 2." in board
    assert not any("marked cell" in line for line in board)
    board = told(maps, end=f"(end (if (= (last To) (mapEntry (mover))) {WIN}))")["Board"]
    assert "The marked cell is B2 for player 1 and C2 for player 2." in board


def test_pieces_and_dice() -> None:
    """Whose the pieces are; pieces of several players that move alike are told once."""
    step = "(move Step (to if:(is Empty (to))))"
    items = f'(piece "Man" Each {step}) (piece "Dog" P1 (move Pass)) (piece "Dog" P2 {step}) (piece "Rock" Neutral)'
    pieces = told(items)["Pieces"]
    text = " ".join(pieces)
    assert text.count("step orthogonally or diagonally to an empty neighbouring cell") == 2
    assert "Man: step " in text and "Dog of player 1: pass. Dog of player 2: step " in text
    assert "Rock: a neutral piece." in text
    assert "A die shows 1, 2, 3, 4, 5 or 6." in str(told('(piece "Disc" Each) (dice num:1)').values())
    assert "Two dice show 1, 2 or 3." in str(told('(piece "Disc" Each) (dice d:3 num:2)').values())


def test_why_a_game_has_ended() -> None:
    """The only rule that can be meant; of a draw it is none that lets somebody win."""
    ends = f"(end {{(if (is Line 3) {WIN}) (if (is Full) (result Mover Draw))}})"
    game = small_game('(piece "Disc" Each)', end=ends)
    equipment = build_equipment(game)
    row = "If the piece on the cell of the last move is in a row of at least 3 pieces of the same player"
    assert why_ended(game, equipment, False) == f"{row}, the mover wins."
    assert why_ended(game, equipment, True) == "If the board is full, the game is a draw."
    both = small_game('(piece "Disc" Each)', end=f"(end {{(if (is Line 3) {WIN}) (if (is Full) (result Next Loss))}})")
    assert why_ended(both, equipment, False) == why_ended(both, equipment, True) == ""
    score = small_game('(piece "Disc" Each)', end="(end (if (is Full) (byScore)))")
    assert why_ended(score, equipment, True) == why_ended(score, equipment, False) != ""


NOT_FOR_PEOPLE = re.compile(
    r"[()\[\]{}_=<>*+×#@|/\\^?\ue000\ue001]|[a-z][A-Z]|[A-Za-z]*[a-z]\d|with(?:out)? “[a-z ]+”,"
)
"""Brackets, operators, names as programs write them (names of sites are capital letters and digits), and switches."""

DRAWN = 24


@needs_corpus
def test_words_are_for_people() -> None:
    """No bracket, sign of an operator, switch or name in the form of a program is in the words of a game."""
    paths = [path for path in sorted((LIBRARY / "lud" / "board").rglob("*.lud")) if path.stat().st_size < 6000]
    paths.sort(key=lambda path: hashlib.sha256(path.name.encode()).digest())
    for path in paths[:DRAWN]:
        game = load_description(path, library=LIBRARY).game
        assert isinstance(game, L.Game)
        for head, lines in describe_rules(game, build_equipment(game), "")[0]:
            for line in (head, *lines):
                assert not NOT_FOR_PEOPLE.search(line), (path.stem, line)
