"""`lud describe`: rules in English, for every ludeme, and in bounded size."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from ludparse import load_description
from ludparse import ludemes as L
from ludparse.exporters.authoring.description_words import TABLE, Words, describe_rules
from ludparse.exporters.authoring.description_words.outline import outline
from ludparse.exporters.authoring.description_words.wording.vocabulary import by_kind, joined, says, spaced
from ludparse.exporters.catalogue.entry import board_kind, entry_of
from ludparse.exporters.cli.main import main
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes.base import REGISTRY, Ludeme, children, replace
from ludparse.ludemes.kinds import BooleanFunction, FloatFunction, IntArrayFunction, IntFunction, Moves, RegionFunction
from tests.corpus import LIBRARY, REPO, needs_corpus, recorded_games
from tests.corpus import description as described
from tests.interpreter.small import small_game

REVERSAL = """(forEach Site (sites Empty) (custodial (from (site))
    (between if:(is Enemy (state at:(between))) (apply (flip (between)))) (to if:(is Friend (state at:(to))))))"""


def test_moves_that_are_made_together_stand_below_each_other() -> None:
    """In one sentence if that is short. Of moves that are joined by `and` one is chosen."""
    slide = "(forEach Piece (move Slide Orthogonal (to if:(is Empty (to)))))"
    sliding = "slide orthogonally any distance over empty cells, stopping at the first empty cell"
    removals = [f"(remove {site})" for site in range(8)]
    both = [f"with one of your pieces, {sliding}", "pass"]
    lists = {f"(and {slide} (move Pass))": both, f"(and {{{slide} (move Pass)}})": both}
    sites = ("A1", "B1", "C1", "D1", "A2", "B2", "C2", "D2")
    lists[f"(seq {{ {' '.join(removals)} }})"] = [f"remove what stands on {site}" for site in sites]
    for play, parts in lists.items():
        game = small_game('(piece "Disc" Each)', play=f"(play {play})")
        told = dict(describe_rules(game, build_equipment(game), "square 4x4")[0])
        lines = "\n".join(told["Play"]).split("\n")
        assert lines[0] == f"On your turn, do {'one' if play.startswith('(and') else 'all'} of these:"
        assert [line.strip(" -.") for line in lines[1:]] == parts


def test_states_that_say_whose_a_piece_is() -> None:
    start = '(start (place "Disc0" 0 state:2))'
    game = small_game('(piece "Disc" Neutral (flips 1 2))', start=start, play=f"(play {REVERSAL})")
    told = dict(describe_rules(game, build_equipment(game), "square 4x4")[0])
    assert told["Start"] == ["Place a Disc of player 2 on A1."]
    assert told["Pieces"][0] == "Disc: any player may have it, and it can change sides."
    text = " ".join(told["Play"][0].split())
    assert "for each piece in an unbroken line of enemy pieces between that cell and a friendly piece" in text
    assert "turn over the piece on its cell, which changes sides" in text


def test_pieces_of_players_do_not_change_sides_where_states_of_others_do() -> None:
    items = '(piece "Disc" Neutral (flips 1 2)) (piece "King" Each) (piece "Rook" P1)'
    game = small_game(items, play=f"(play {REVERSAL})")
    told = dict(describe_rules(game, build_equipment(game), "square 4x4")[0])
    sides = "Disc: any player may have it, and it can change sides."
    assert told["Pieces"] == [sides, "Rook: a piece of player 1."]


@pytest.mark.parametrize("games", ["{(subgame \"One\") (subgame \"Two\")}", '(subgame "Two")'])
def test_a_match_tells_its_games(games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "lud").mkdir()
    for name in ("One", "Two"):
        text = f'''(game "{name}" (players 2) (equipment {{(board (square 2)) (piece "Disc" Each)}})
            (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))'''
        (tmp_path / "lud" / f"{name}.lud").write_text(text, encoding="utf-8")
    match = f'(match "M" (players 2) (games {games}) (end (if (>= (matchScore P1) 2) (result P1 Win))))'
    assert main(["describe", match, "--library", str(tmp_path), "--json"]) == 0
    parts = json.loads(capsys.readouterr().out)["parts"]
    names = "One and Two" if "One" in games else "Two"
    assert parts["Players"] == ["Two players play a match."]
    assert parts["Games"] == [f"These games are played one after another: {names}."]


def test_a_track_is_told_by_its_straight_parts() -> None:
    game = small_game('(piece "Disc" Each)', board='(board (square 4) (track "Way" "0,E,N,W" P1))')
    told = dict(describe_rules(game, build_equipment(game), "square 4x4")[0])
    assert "Player 1's track goes from A1 to D1, D2 to D4, C4 to A4." in told["Board"]


ELSEWHERE = (  # told with what they stand in, or not a rule
    L.DimAbs, L.DimAdd, L.DimDiv, L.DimMax, L.DimMin, L.DimMul, L.DimPow, L.DimSub,
    L.Board, L.Boardless, L.MancalaBoard, L.SurakartaBoard, L.Card, L.Deck, L.Dice, L.Die, L.Domino, L.Dominoes,
    L.EquipmentCard, L.EquipmentPiece, L.Equipment, L.Flips, L.Hand, L.Hint, L.Hints, L.Map, L.Pair, L.Path,
    L.Regions, L.Tile, L.Track, L.Values, L.Between, L.From, L.To, L.Piece, L.Then,
    L.Game, L.Match, L.Games, L.Subgame, L.Rules, L.Players, L.GamePlayer, L.Mode, L.Play, L.Phase, L.NextPhase,
    L.Start, L.End, L.Meta,
)  # fmt: skip


def test_every_ludeme_has_words() -> None:
    graphs = {c for classes in REGISTRY.values() for c in classes if "graph" in c.__module__}
    classes = {c for classes in REGISTRY.values() for c in classes} - graphs - set(ELSEWHERE)
    assert {c.__name__ for c in classes if c not in TABLE} == set()


def test_a_template_names_arguments_that_there_are() -> None:
    with pytest.raises(ValueError, match="has no sites"):
        says("{sites}", L.Mover)
    with pytest.raises(ValueError, match="has no nothing"):
        by_kind(L.IsSite, Empty="{nothing}")


FIRST = "If several of these apply, the first one decides."
FLANKED = """(define "FarEnd" (ahead (last To) steps:2 #1))
(define "Held" (and {(is Enemy (who at:(ahead (last To) #1))) (is Friend (who at:("FarEnd" #1))) (< 3 (count Moves))
    (= (size Stack at:("FarEnd" #1)) (size Stack at:(last To)))}))
(game "Flank" (players 2) (equipment {(board (square 5)) (piece "Disc" Each)}) (rules
    (play (move Add (to (sites Empty)) stack:True))
    (end {(if (or {("Held" N) ("Held" E) ("Held" S) ("Held" W)}) (result Mover Win))
        (if (and (is Full) (or {("Held" N) ("Held" E) ("Held" S) ("Held" W)})) (result Mover Draw))})))"""


def described_text(text: str) -> dict[str, list[str]]:
    game = load_description(text).game
    assert isinstance(game, L.Game)
    return dict(describe_rules(game, build_equipment(game), "")[0])


def test_a_define_is_a_term_and_directions_are_told_once() -> None:
    told = described_text(FLANKED)
    assert told["Goal"] == [
        "You win if for at least one of the four directions: “held” holds.",
        "The game is a draw if both of these hold:\n    - the board is full\n"
        "    - for at least one of the four directions: “held” holds.",
        FIRST,
    ]
    terms = {text.split("”")[0][1:]: text for text in told["Terms"]}
    assert terms["held"].startswith("“held”, for a direction, holds if ") and "in that direction" in terms["held"]


def test_what_a_define_is_given_is_told_with_its_uses() -> None:
    """Two sides of one thing differ in more than a direction: they are one term for given sites."""
    side = "(and {(no Pieces Mover in:#1) (no Pieces Next in:#1) (is Odd (count Moves)) (< 9 (count Turns))})"
    rules = f"""(define "Bare" {side}) (game "Two" (players 2) (equipment {{(board (square 5)) (piece "Disc" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end {{(if ("Bare" (sites Top)) (result Mover Win))
        (if ("Bare" (sites Corners)) (result Mover Loss)) (if ("Bare" (sites Left)) (result Mover Draw))}})))"""
    told = described_text(rules)
    held = "if “bare” holds for"
    assert told["Goal"][:2] == [f"You win {held} the top row.", f"You lose {held} the corners."]
    assert told["Terms"][0].startswith("“bare”, for the given cells, holds if ")


def test_a_condition_among_others_keeps_its_name() -> None:
    """A define of several conditions, used several times beside others, is not taken apart into these."""
    bare = "(no Pieces Mover in:(sites Top)) (no Pieces Next in:(sites Top)) (is Odd (count Moves)) (< 9 (count Turns))"
    told = described_text(f"""(define "Bare" (and {{{bare}}})) (game "Two" (players 2) (equipment {{(board (square 5))
        (piece "Disc" Each)}}) (rules (play (move Add (to (sites Empty)))) (end {{
        (if (and (is Full) "Bare") (result Mover Win)) (if (and "Bare" (is Mover P1)) (result Mover Draw))}})))""")
    assert told["Goal"] == [
        "You win if the board is full and “bare” holds.",
        "The game is a draw if “bare” holds and it is player 1's turn.",
        FIRST,
    ]
    assert told["Terms"][0].startswith("“bare” holds if ")


def test_what_constants_decide_is_not_told() -> None:
    game = small_game('(piece "Disc" Each)', end="(end (if (and True (= (+ (count Moves) 0) 4)) (result Mover Win)))")
    assert dict(describe_rules(game, build_equipment(game), "")[0])["Goal"] == ["You win if the number of moves is 4."]
    play = "(play (if (= 4 6) (move Pass) (move Add (to (sites Empty)))))"
    game = small_game('(piece "Disc" Each)', play=play)
    told = dict(describe_rules(game, build_equipment(game), "")[0])["Play"]
    assert told == ["On your turn, place a piece of yours on an empty cell."]


def test_words() -> None:
    assert joined(["a", "b", "c"], "or") == "a, b or c"
    assert spaced("HopCapture") == "hop capture"
    words = Words()
    assert (words.of(L.RoleType.P2), words.of(-1), words.of(L.RoleType.Next)) == (
        "player 2",
        "-1",
        "the next player",
    )


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["describe", "Gardens"]) == 0
    out = capsys.readouterr().out
    assert "Two players take turns, player 1 first." in out and "5 columns of cells, A to E" in out
    assert main(["describe", "Gardens", "-o", "Board Size/4", "--markdown"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Gardens\n\n## Players\n\n- Two players") and "4 columns of cells, A to D" in out
    assert main(["describe", "Gardens", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["parts"]["Goal"] == ["If the board is full, the game ends, and the highest score wins."]
    assert record["untold"] == []


BY_NAME = [
    ("end", "(if (is Enemy (who at:3 level:1)) (result P1 Win))",
     "Player 1 wins if D1 holds an enemy piece, at level 1, counted from 0.", "IsPlayer.level"),
    ("play", "(move Pass (then (remove 3 level:1 (then (moveAgain)))))",
     "remove what stands on D1, at level 1, counted from 0; then move again.", "MovesRemove.level"),
]  # fmt: skip


@pytest.mark.parametrize(("part", "text", "sentence", "name"), BY_NAME, ids=[case[3] for case in BY_NAME])
def test_an_argument_without_words_is_told_by_its_name(part: str, text: str, sentence: str, name: str) -> None:
    game = small_game('(piece "Disc" Each) (hand Each)', **{part: f"({part} {text})"})  # type: ignore[arg-type]
    told, words = describe_rules(game, build_equipment(game), "square 4x4")
    assert sentence in "\n".join(line for _, lines in told for line in lines)
    assert words.by_name == {name: 1}


class Unheard(Ludeme):
    """Stands in place of an argument: no phrase knows it."""


FUNCTIONS = (BooleanFunction, FloatFunction, IntArrayFunction, IntFunction, Moves, RegionFunction)

SILENT = {  # what may change and be told in the same words
    "Result.who": "a draw is one for all players",
    "MaxDistance.track_name": "every one of its moves may be made, however far pieces go on a track",
    "MaxDistance.owner": "as its track",
    "EndForEach.type": "of two players, who is not the mover is the enemy",
    "IsPattern.walk": "the sites of a walk are told: other steps may lead over the same ones, as a last turn does",
    "PassEnd.type": "what follows is told of the whole game: dice and other rules decide it too",
}
TOO_LITTLE = {  # faults: arguments that the words do not tell in one place of one game
    "Expand.steps 2 of RegionDifference.subtraction",
    "ForEachPiece.container 1 of MovesOr.moves_b",
    "IsSite.type <SiteType.Edge: 'Edge'> of AllSites.if_",
}


def others(value: Any) -> Iterator[Any]:
    """What could stand in place of an argument."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 7
    elif isinstance(value, str):
        yield f"{value}Q"
    elif isinstance(value, Enum):
        members = list(type(value))
        yield from (members[(members.index(value) + 1) % len(members)],) if len(members) > 1 else ()
    elif isinstance(value, Ludeme):
        if isinstance(value, FUNCTIONS) and not isinstance(value, L.Apply | L.Player):
            yield Unheard()
    elif len(value) <= 12:  # of longer lists the first items are told
        for i, item in enumerate(value):
            yield from ((*value[:i], other, *value[i + 1 :]) for other in others(item))


def arguments(node: Ludeme, above: str, put: Callable[[Ludeme], Ludeme]) -> Iterator[tuple[str, str, Any, Any]]:
    """The arguments below a node: above what they stand, their name, the value, and how to put another in its place."""
    for name in node._names:
        value = getattr(node, name)
        decided: Any = node.cond if isinstance(node, L.MovesIf) else None
        if value is None or (decided is True and name == "else_list") or (decided is False and name == "list"):
            continue

        def place(other: Any, name: str = name) -> Ludeme:
            return put(replace(node, **{name: other}))

        where = f"{type(node).__name__}.{name}"
        yield above, where, value, place
        for i, item in enumerate(value if isinstance(value, tuple) else (value,)):
            if isinstance(item, Ludeme):
                at = (lambda o, i=i, v=value, p=place: p((*v[:i], o, *v[i + 1 :]))) if value is not item else place
                yield from arguments(item, where, at)


def unheard(game: L.Game, seen: set[Any]) -> Iterator[str]:
    """Arguments of rules that can be changed without a change in the words, each kind of place once."""
    equipment = build_equipment(game)
    words = describe_rules(game, equipment, "")[1]
    words.terms.clear()
    words.forget()
    rules = game.rules
    roots: list[Any] = [rules.start, rules.meta, rules.play, rules.end, *(rules.phases or ())]
    roots = [rule for root in roots if root is not None for rule in children(root)]
    roots += [piece.generator for piece in equipment.components[1:] if piece.generator is not None]
    for root in dict.fromkeys(roots):
        if isinstance(root, L.Play | L.End):
            root = children(root)[0]
        if isinstance(root, L.NextPhase):
            continue

        def told(node: Ludeme) -> tuple[str, str]:
            text = words.of(node)
            short = len(text) < 10_000  # or it takes minutes
            return text, "\n".join(outline(node, words)) if short and isinstance(node, Moves) else ""

        before = told(root)
        for above, where, value, place in arguments(root, "", lambda node: node):
            key = (above, where, value if isinstance(value, Enum) else type(value))
            if key in seen or where in SILENT:
                continue
            seen.add(key)
            for other in others(value):
                after = told(place(other))
                if after[0] == before[0] or (after[1] and after[1] == before[1]):
                    yield f"{game.name}: {where} {value!r} of {above}"


def descriptions() -> list[Path]:
    """The whole library, and the games that come along."""
    return [*sorted((LIBRARY / "lud").rglob("*.lud")), *sorted((REPO / "games").rglob("*.lud"))]


@pytest.mark.drawn(2)
@pytest.mark.parametrize("part", range(8))
def test_every_argument_is_heard(part: int) -> None:
    """A rule in which one argument is another is told in other words, whichever argument of whichever game it is."""
    seen: set[Any] = set()
    silent: list[str] = []
    for path in descriptions()[part::8]:
        game = load_description(path, library=LIBRARY if LIBRARY.is_dir() else None).game
        if isinstance(game, L.Game):
            silent += unheard(game, seen)
    assert {where.partition(": ")[2] for where in silent} <= TOO_LITTLE, silent
    assert len(seen) > 100


@needs_corpus
def test_recorded_games_are_described() -> None:
    """How many arguments of every thirtieth game are told by their names, for want of a phrase: fewer is better."""
    by_name: Counter[str] = Counter()
    for path in recorded_games()[::30]:
        description = load_description(described(path), library=LIBRARY)
        assert isinstance(description.game, L.Game)
        board = board_kind(entry_of(description, str(LIBRARY), path))
        told, words = describe_rules(description.game, build_equipment(description.game), board)
        assert words.untold == set(), path
        assert {"Players", "Board"} <= dict(told).keys(), path
        by_name += words.by_name
    assert (len(by_name), by_name.total()) <= (23, 53), by_name


def test_a_phase_tells_which_one_follows() -> None:
    text = """(game "Two" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules phases:{
        (phase "Fill" (play (move Add (to (sites Empty)))) (nextPhase (is Full) "Rest"))
        (phase "Rest" (play (move Pass)))}
        (end (if (no Moves Next) (result Mover Win)))))"""
    game = load_description(text).game
    assert isinstance(game, L.Game)
    told = dict(describe_rules(game, build_equipment(game), "square 3x3")[0])
    assert [part for part, lines in told.items() if any("the phase “Rest” begins." in line for line in lines)] == [
        "Phase “Fill”"
    ]
