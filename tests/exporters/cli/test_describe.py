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
from ludparse.exporters.authoring.description_words.phrases import by_kind, joined, says, spaced
from ludparse.exporters.catalogue.entry import board_kind, entry_of
from ludparse.exporters.cli.main import main
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes.base import REGISTRY, Ludeme, children, replace
from ludparse.ludemes.kinds import BooleanFunction, FloatFunction, IntArrayFunction, IntFunction, Moves, RegionFunction
from tests.corpus import LIBRARY, REPO, needs_corpus, recorded_games
from tests.corpus import description as described
from tests.interpreter.small import small_game

STEP = "(forEach Piece (move Step Diagonal (to if:(is Empty (to)))))"
HOP = "(move Hop (from (sites Occupied by:Mover)) (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))"  # noqa: E501

TWELVE = " ".join(f'"{column}{row}"' for row in "123" for column in "ABCD")
SENTENCES = [
    ("play", "(move Add (to (sites Empty)))", "On a turn, place a piece on one of the empty cells."),
    ("play", "(move Add (piece (mover)) (to (sites Empty)))",
     "On a turn, place piece number the mover on one of the empty cells."),
    ("play", STEP, "On a turn, with a piece: step diagonally to an empty neighbouring cell."),
    ("play", HOP, "over an enemy piece to an empty cell, capturing it."),
    ("play", "(move Slide (from (sites Bottom)) Orthogonal)", "slide from one of the bottom row orthogonally over any"),
    ("play", "(or (move Pass) (move Remove (sites Top)))", "pass, or remove a piece from one of the top row."),
    ("play", "(if (is Mover P1) (move Pass))", "On a turn, if it is the turn of player 1, pass."),
    ("play", "(move Pass (then (moveAgain)))", "On a turn, pass; then move again."),
    ("play", "(max Moves (move Pass))", "On a turn, pass (only so that the most moves are made in the turn)."),
    ("end", "(if (is Line 3) (result Mover Win))", "If there are 3 in a row, the mover wins."),
    ("end", "(if (no Moves Next) (result Next Loss))", "If the next player cannot move, the next player loses."),
    ("end", "(if (no Pieces All) (result Mover Win))", "If all players have no pieces, the mover wins."),
    ("end", '(if (is In (where "Disc" P2) (sites Bottom)) (result P2 Win))',
     "If where Disc of player 2 stands is in the bottom row, player 2 wins."),
    ("play", '(move (from 3 level:(where Level "Disc" Mover at:3)) (to 5) stack:True)',
     "the level where Disc of the mover stands on 3"),
    ("end", "(if (is Line 3) {(if (is Mover P1) (result P1 Win)) (if (is Full) (result Mover Draw))})",
     "If there are 3 in a row: if it is the turn of player 1, player 1 wins; if the board is full, the game is a"),
    ("end", "(forEach Player if:(is Full) (result Player Draw))", "For each player: if the board is full, the"),
    ("end", "(if (not (is Full)) (byScore))", "If the board is not full, the game ends, and the highest score wins."),
    ("end", "(if (and (is Full) (is Odd (count Moves))) (result Mover Draw))",
     "If the board is full and the number of moves is odd, the game is a draw."),
    ("end", "(if (= 0 (count Pieces Next)) (result Mover Win))",
     "If there are no pieces of the next player, the mover wins."),
    ("start", '(place "Disc1" (sites Row 0))', "Place a Disc of player 1 on row 1 from the bottom."),
    ("start", '(place "Disc2" "Hand" count:3)', "Put 3 × Disc of player 2 into the hand."),
    ("end", "(if (> (count Pieces Next) 0) (result Mover Win))",
     "If there are pieces of the next player, the mover wins."),
    ("end", "(if (= 1 (count Groups if:(= (who at:(to)) P1))) (result P1 Win))",
     "If there is exactly one group of cells with a piece of player 1, player 1 wins."),
    ("end", "(if (or (= (count Moves) 2) (= (count Moves) 3)) (result Mover Win))",
     "If the number of moves is 2 or 3, the mover wins."),
    ("end", "(if (or {(= (count Moves) 2)}) (result Mover Win))", "If the number of moves is 2, the mover wins."),
    ("end", "(if (or (= (count Moves) 2) (= (count Turns) 2)) (result Mover Win))",
     "If the number of moves is 2 or the number of turns is 2, the mover wins."),
    ("end", "(if (is Empty (ahead (last To) SameDirection)) (result Mover Win))",
     "the next site beyond the site of the last move is empty"),
    ("end", "(if (is Empty (ahead (last To) steps:1 OppositeDirection)) (result Mover Win))",
     "the next site behind the site of the last move is empty"),
    ("end", "(if (is Empty (ahead (last To))) (result Mover Win))",
     "the site one step forward of the site of the last move is empty"),
    ("end", "(if (is Empty (ahead (last To) steps:2 N)) (result Mover Win))",
     "the site 2 steps north of the site of the last move is empty"),
    # twelve sites are named, of more the others are counted
    ("end", f"(if (is In (last To) (sites {{{TWELVE}}})) (result Mover Win))",
     "is in A1, B1, C1, D1, A2, B2, C2, D2, A3, B3, C3, D3, the mover wins."),
    ("end", f'(if (is In (last To) (sites {{{TWELVE} "A4"}})) (result Mover Win))', "B3, C3, D3 and 1 more, the mover"),
    ("end", "(if (= (last To) -1) (result Mover Win))", "If the site of the last move is nowhere, the mover wins."),
    ("end", "(if (= (last To) -2) (result Mover Win))",
     "If the site of the last move is off the track, the mover wins."),
    ("end", "(if (!= (last To) -2) (result Mover Win))",
     "If the site of the last move is not off the track, the mover wins."),
    ("end", "(if (= (count Moves) -2) (result Mover Win))", "If the number of moves is -2, the mover wins."),
    ("play", "(forEach Piece (move Slide (between if:(not (is Friend (who at:(between)))))))",
     "slide over sites without a friendly piece."),
    ("play", "(forEach Piece (move Slide (between if:(not (is Friend (who at:(to)))))))",
     "slide over sites without a friendly piece."),
    ("play", "(forEach Piece (move Slide (between if:(is Empty (to)))))", "slide over empty sites."),
    ("end", "(if (not (or (is Full) (is Mover P1))) (result Mover Win))",
     "If the board is not full and it is not the turn of player 1, the mover wins."),
    ("play", "(if (not (is Prev Mover)) (move Pass))", "On a turn, if a turn begins, pass."),
    ("play", "(forEach Piece (move Step (to if:(not (is Friend (who at:(to)))) "
             "(apply (if (is Enemy (who at:(to))) (remove (to)))))))",
     "step to a neighbouring cell without a friendly piece, capturing an enemy piece that may stand there."),
    ("play", "(forEach Piece (move Slide (between if:(and (is Empty (between)) (not (= (between) (centrePoint)))))))",
     "slide over empty sites that are not the centre of the board."),
    ("play", "(forEach Piece (move Hop (between "
             "(exact (- (count Sites in:(difference (sites Board) (sites Empty))) 1)) "
             "if:(not (is Enemy (who at:(between))))) (to if:(is Empty (to)))))",
     "as many steps as the number of pieces on the board, to an empty cell."),
    ("start", '(place "Disc1" {0 5})', "Place a Disc of player 1 on A1 and B2."),
    ("start", '(place "Disc1" (sites Phase 1))', "Place a Disc of player 1 on the cells of the colour of B1."),
    ("play", "(forEach Site (sites Empty) (move Add (to (site))))",
     "On a turn, at one of the empty cells: place a piece on the site."),
    ("play", "(forEach Die if:(!= (pips) 0) (move Pass))", "On a turn, with a die that has not been used: pass."),
    ("play", "(move Select (from (sites Occupied by:Mover)) (to (sites Empty)) (then (fromTo (from (last From)) "
             "(to (last To)))))",
     "On a turn, move a piece from one of the sites with pieces of the mover to one of the empty cells."),
    ("play", "(move Add (to (sites Empty)) (then (directional (from (last To)) "
             "(directions Cell from:(last From) to:(last To)) "
             "(to if:(is Enemy (who at:(to))) (apply (remove (to)))))))",
     "capture all enemy pieces that stand without a gap in the line from the site of the last move on"),
    ("play", "(move Add (to (sites Empty)) (then (custodial (from (last To)) Orthogonal (between (max 1) "
             "if:(= (what at:(between)) (id \"Disc2\")) (apply (trigger \"Lost\" P2))) "
             "(to if:(is Friend (who at:(to)))))))",
     "enclose orthogonally the piece “Disc2” (at most 1 in a line) between the site of the last move and a friendly"),
    ("play", "(forEach Piece (move Slide \"AllTracks\" "
             "(to if:(is Enemy (who at:(to))) (apply if:False (remove (to))))))",
     "round at least one of their bends, over any number of empty sites up to a cell with an enemy piece, which is"),
    ("end", "(if (can Move (if (is Full) (move Pass))) (result Mover Win))",
     "If this is possible: if the board is full"),
    ("meta", "(meta (swap))", "After the first move the second player may take it over and change sides."),
]  # fmt: skip


REVERSAL = """(forEach Site (sites Empty) (custodial (from (site))
    (between if:(is Enemy (state at:(between))) (apply (flip (between)))) (to if:(is Friend (state at:(to))))))"""


def test_moves_that_are_made_together_stand_below_each_other() -> None:
    """In one sentence if that is short."""
    slide = "(forEach Piece (move Slide Orthogonal (to if:(is Empty (to)))))"
    sliding = "with a piece: slide orthogonally over any number of empty sites, as far as an empty cell"
    removals = [f"(remove {site})" for site in range(8)]
    lists = {f"(and {slide} (move Pass))": [sliding, "pass"], f"(and {{{slide} (move Pass)}})": [sliding, "pass"]}
    lists[f"(seq {{ {' '.join(removals)} }})"] = [f"remove what stands on {site}" for site in range(8)]
    for play, parts in lists.items():
        game = small_game('(piece "Disc" Each)', play=f"(play {play})")
        told = dict(describe_rules(game, build_equipment(game), "square 4x4")[0])
        lines = "\n".join(told["Play"]).split("\n")
        assert lines[0] == "On a turn, all of these:"
        assert [line.strip(" -.") for line in lines[1:]] == parts


def test_states_that_say_whose_a_piece_is() -> None:
    start = '(start (place "Disc0" 0 state:2))'
    game = small_game('(piece "Disc" Neutral (flips 1 2))', start=start, play=f"(play {REVERSAL})")
    told = dict(describe_rules(game, build_equipment(game), "square 4x4")[0])
    assert told["Start"] == ["Place a Disc of player 2 on A1."]
    assert told["Pieces"][0] == "Disc: any player may have it, and it can change sides."
    assert "enclose enemy pieces, in one line or several, between the site and a friendly piece" in told["Play"][0]
    assert "turn over the piece on the site between, which changes sides" in told["Play"][0].replace("\n", " ")


def test_pieces_of_players_do_not_change_sides_where_states_of_others_do() -> None:
    items = '(piece "Disc" Neutral (flips 1 2)) (piece "King" Each) (piece "Rook" P1)'
    game = small_game(items, play=f"(play {REVERSAL})")
    told = dict(describe_rules(game, build_equipment(game), "square 4x4")[0])
    assert told["Pieces"][1:3] == ["King: each player has some.", "Rook: for player 1."]


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
    assert "There is a track “Way” of player 1 of 10 steps: A1 to D1, D2 to D4, C4 to A4." in told["Board"]


@pytest.mark.parametrize(("part", "text", "sentence"), SENTENCES, ids=[case[1] for case in SENTENCES])
def test_a_rule_becomes_a_sentence(part: str, text: str, sentence: str) -> None:
    parts = {part: text if part == "meta" else f"({part} {text})"}
    game = small_game('(piece "Disc" Each) (hand Each)', **parts)  # type: ignore[arg-type]
    told, words = describe_rules(game, build_equipment(game), "square 4x4")
    lines = "\n".join(line for _, lines in told for line in lines)
    assert sentence in lines
    assert words.untold == set()


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


def test_what_comes_again_gets_a_name() -> None:
    again = "(and {(is Full) (is Odd (count Moves)) (> (count Pieces P1) (+ (count Pieces P2) 3)) (no Moves Mover)})"
    long = again.replace(
        "(no Moves Mover)", "(no Moves Mover) (= (count Turns) 99) (is Line 4) (is Even (count Active))"
    )
    ends = f"(end {{ (if {long} (result Mover Win)) (if (not {long}) (result Mover Loss)) }})"
    game = small_game('(piece "Disc" Each)', end=ends)
    told = dict(describe_rules(game, build_equipment(game), "")[0])
    assert told["End"][0] == "If condition [1] holds, the mover wins."
    assert told["Terms"][0].startswith("[1] means: the board is full, ")


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
    assert "Two players take turns." in out and "square 5x5" in out
    assert main(["describe", "Gardens", "-o", "Board Size/4", "--markdown"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Gardens\n\n## Players\n\n- Two players") and "square 4x4" in out
    assert main(["describe", "Gardens", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["parts"]["End"] == ["If the board is full, the game ends, and the highest score wins."]
    assert record["untold"] == []


BY_NAME = [
    ("end", "(if (= (who at:3 level:(+ 1 2)) P1) (result P1 Win))",
     "If 3 belongs to player 1 (level: 1 plus 2), player 1 wins.", "Equals.level"),
    ("end", "(if (= (count Sites in:(sites Around 3 Enemy)) 1) (result Mover Win))",
     "If the number of the sites around 3 (type: enemy) is 1, the mover wins.", "SitesAround.type"),
    ("play", "(move Pass (then (remove 3 level:1 (then (moveAgain)))))",
     "pass; then (remove what stands on 3 (level: 1); then move again).", "MovesRemove.level"),
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


@pytest.mark.parametrize("part", range(8))
def test_every_argument_is_heard(part: int) -> None:
    """A rule in which one argument is another is told in other words, whichever argument of whichever game it is."""
    seen: set[Any] = set()
    silent: list[str] = []
    for path in descriptions()[part::8]:
        game = load_description(path, library=LIBRARY if LIBRARY.is_dir() else None).game
        if isinstance(game, L.Game):
            silent += unheard(game, seen)
    assert silent == []
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
    assert (len(by_name), by_name.total()) <= (38, 142), by_name


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
