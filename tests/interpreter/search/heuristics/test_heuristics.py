"""Heuristics: values equal Ludii's, native code equals the specification, texts are read or refused."""

import json
import random
from pathlib import Path

import pytest

from ludparse import LudError, LudTypeError, LudUnsupportedError, load, load_description, parse
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.search.heuristics import (
    DEFAULT,
    Evaluator,
    TermKind,
    described_terms,
    evaluation_of,
    make_evaluation,
)
from ludparse.interpreter.search.heuristics.reading import terms_of
from ludparse.interpreter.search.native.evaluation import NativeEvaluation
from tests.corpus import LIBRARY, description, needs_corpus
from tests.interpreter.search.games import HEURISTICS, HOPS, THREE
from tests.interpreter.search.heuristics.record import FILE, TERMS
from tests.interpreter.search.heuristics.replay import recomputed
from tests.interpreter.search.test_native import GAMES, STACKS

RECORDED = json.loads(FILE.read_text())
ADVANCED = (TermKind.MOBILITY_ADVANCED, TermKind.INFLUENCE_ADVANCED, TermKind.UNTHREATENED_MATERIAL)


def term(text: str) -> tuple:  # type: ignore[type-arg]
    return terms_of(parse(f"(heuristics {text})"))  # type: ignore[arg-type]


@needs_corpus
@pytest.mark.parametrize("path", sorted(RECORDED))
def test_values_equal_those_of_ludii(path: str) -> None:
    """Every recorded value of every term, but for what `docs/search.md` lists."""
    game = load(str(description(path)), library=LIBRARY, backend="python")
    assert isinstance(game, SingleGame)
    terms = [term(text)[0] for text in TERMS]
    compared = 0
    for ply, number, wanted, values in recomputed(game, terms, RECORDED[path]):
        kind = terms[number].kind
        if game.flags.stochastic and kind in ADVANCED:
            continue  # Ludii throws the dice anew, with random numbers of its own
        if "Fox and Geese" in path and kind is TermKind.UNTHREATENED_MATERIAL:
            continue
        assert values == pytest.approx(wanted, rel=1e-5, abs=1e-5), (ply, TERMS[number])
        compared += 1
    assert compared >= 50


@pytest.mark.parametrize("name", sorted({**GAMES, "hops": HOPS}))
@pytest.mark.telling(every=4)
def test_native_code_computes_the_same(name: str) -> None:
    """To the last bit, for every term alone and for several together."""
    game = load({**GAMES, "hops": HOPS}[name], backend="c")
    assert isinstance(game, SingleGame)
    engine = game.engine
    assert isinstance(engine, CEngine)
    groups = [[term(text)[0]] for text in TERMS] + [list(terms_of(parse(text))) for text in HEURISTICS[1:]]
    for terms in (*groups, [t for group in groups for t in group], list(DEFAULT)):
        evaluation = make_evaluation(game, terms)
        python, native = Evaluator(evaluation), NativeEvaluation(engine, evaluation)
        state, chance = game.start(seed=5), random.Random(5)
        for _ in range(6):
            assert python.values(state) == native.values(state.fresh)
            if state.over or not state.count_moves():
                break
            state.apply(state.random_move(chance))


def test_material_by_hand() -> None:
    game = load(HOPS, backend="python")
    assert isinstance(game, SingleGame)
    state = game.start(seed=1)
    five = make_evaluation(game, term('(material pieceWeights:{(pair "Disc1" 2) (pair "Disc2" -0.5)} weight:10)'))
    assert Evaluator(five).values(state) == [100.0, -25.0]
    corner = make_evaluation(game, term("(sidesProximity)"))
    assert Evaluator(corner).values(state) == [5.0, 5.0]
    tall = load(STACKS, backend="python")
    assert isinstance(tall, SingleGame)
    assert Evaluator(make_evaluation(tall, term("(material)"))).values(tall.start(seed=1)) == [3.0, 3.0]


def values(text: str, terms: str) -> list[float]:
    """At the start of a game."""
    game = load(text, backend="python")
    assert isinstance(game, SingleGame)
    return Evaluator(make_evaluation(game, term(terms))).values(game.start(seed=1))


def test_values_of_pieces_by_hand() -> None:
    """3 + 4 on the board, and in the hand two coins of 5 and one of 7; of a stack each level has its own value."""
    game = """(game "Purse" (players 2) (equipment {{ (board (square 3)) (piece "Disc" Each) {items} }})
        (rules (start {{ {start} }}) (play (move Add (to (sites Empty)) {stack}))
            (end (if (is Full) (result Mover Win)))))"""
    start = """(place "Disc1" 0 value:3) (place "Disc1" 1 value:4) (place "Disc2" 8 value:2)
        (place "Coin0" (handSite P1) count:2 value:5) (place "Coin0" (handSite P1 1) value:7)"""
    text = game.format(items='(piece "Coin" Neutral) (hand Each size:2)', start=start, stack="")
    assert values(text, "(componentValues)") == [3 + 4 + 2 * 5 + 7, 2]
    assert values(text, "(componentValues boardOnly:True)") == [3 + 4, 2]
    assert values(text, "(material)") == [2 + 2 + 1, 1]
    start = '(place "Disc1" 4 value:3) (place "Disc2" 4 value:5) (place "Disc1" 4 value:4)'
    assert values(game.format(items="", start=start, stack="stack:True"), "(componentValues)") == [3 + 4, 5]


def test_counts_on_sites_of_a_player_by_hand() -> None:
    """Three pieces stand on the five sites of P1's regions, whoever's they are; the map gives P1 the site 0 and P2 the
    site 8, of which only the first holds a piece."""
    game = """(game "Homes" (players 2) (equipment { (board (square 3)) (piece "Disc" Each)
            (map {(pair P1 0) (pair P2 8)}) (regions "Home" P1 {0 1 2}) (regions "Shed" P1 {3 6})
            (regions "Home" P2 {5 8}) })
        (rules (start { (place "Disc1" {0 4}) (place "Disc2" {2 6}) }) (play (move Add (to (sites Empty))))
            (end (if (is Full) (result Mover Win)))))"""
    assert values(game, "(ownRegionsCount)") == [3, 0]
    assert values(game, "(playerSiteMapCount)") == [1, 0]


def test_every_player_has_an_own_constant() -> None:
    three = THREE.replace("(players 2)", "(players 3)")
    weights = '(intercept playerWeights:{(pair "P1" 1) (pair "P3" -3) (pair "P4" 9)})'
    assert values(three, weights) == [1, 0, -3]


def test_lines_by_hand() -> None:
    """Two in a row of three, and the half of one of the others; a line between the board's edge and an enemy is halved.
    """
    game = load(THREE, backend="python")
    assert isinstance(game, SingleGame)
    state = game.start(seed=1)
    evaluator = Evaluator(make_evaluation(game, term("(lineCompletionHeuristic)")))
    assert evaluator.values(state) == [-0.5, -0.5]
    for move in ("A1", "B2", "A2"):
        state.apply(state.parse_move(move))
    first, second = evaluator.values(state)
    assert first == pytest.approx(2 / 3 + (1 / 3) / 2)
    assert second == pytest.approx(1 / 3 + (1 / 3) / 2)


def with_ai(text: str) -> str:
    return f"{THREE} (metadata (ai {text}))"


def test_heuristics_of_a_description() -> None:
    terms = described_terms(load_description(with_ai("(heuristics {(score weight:2) (material)})")))
    assert terms is not None
    assert [(t.kind, t.weight) for t in terms] == [(TermKind.SCORE, 2.0), (TermKind.MATERIAL, 1.0)]
    trained = 'trainedHeuristics:(heuristics (influence)) (heuristics (score))'
    terms = described_terms(load_description(with_ai(trained)))
    assert terms is not None
    assert [t.kind for t in terms] == [TermKind.SCORE]
    assert described_terms(load_description(with_ai("(alphaBeta (heuristics (influence)))"))) is None
    game = load(THREE, backend="python")
    assert isinstance(game, SingleGame)
    assert evaluation_of(game).terms == DEFAULT


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("(heuristics (materials))", LudUnsupportedError, "no heuristics 'materials'"),
        ("(heuristics (material weight:much))", LudTypeError, "a number is needed"),
        ("(heuristics (material transformation:(cosh)))", LudUnsupportedError, "no transformation 'cosh'"),
        ("(heuristics (regionProximity))", LudTypeError, "needs region:"),
        ('(heuristics (material pieceWeights:{"Disc"}))', LudTypeError, "a weight is written as"),
        ("(heuristics {material})", LudTypeError, "in brackets"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, error: type[LudError], words: str) -> None:
    with pytest.raises(error, match=words) as caught:
        described_terms(load_description(with_ai(text)))
    assert caught.value.span is not None


def test_a_bracket_that_is_missing_in_a_library_ends_the_choice(tmp_path: Path) -> None:
    """What follows counts whatever is chosen, and reading it ends."""
    (tmp_path / "lud").mkdir()
    (tmp_path / "lud" / "Lines.lud").write_text(with_ai('"Lines_ai"'))
    (tmp_path / "def_ai").mkdir()
    (tmp_path / "def_ai" / "Lines_ai.def").write_text('(define "Lines_ai" (useFor {"No/Item" (heuristics (score))))')
    terms = described_terms(load_description("Lines", library=tmp_path))
    assert terms is not None
    assert [t.kind for t in terms] == [TermKind.SCORE]


def test_a_library_adds_heuristics(tmp_path: Path) -> None:
    """By the name that the description gives, as far as they apply; also after pickling, without the library."""
    import pickle

    (tmp_path / "lud").mkdir()
    (tmp_path / "lud" / "Lines.lud").write_text(with_ai('"Lines_ai"'))
    (tmp_path / "def_ai").mkdir()
    (tmp_path / "def_ai" / "Lines_ai.def").write_text(
        '(define "Lines_ai" (useFor {"No/Item"} (heuristics (score)))(useFor {"No/Other"} (heuristics (material)))\n'
        ' (bestAgent "UCT") trainedHeuristics:(heuristics { (influence) }))'
    )
    game = load("Lines", library=tmp_path, backend="python")
    assert isinstance(game, SingleGame)
    assert [t.kind for t in evaluation_of(game).terms] == [TermKind.INFLUENCE]
    (tmp_path / "def_ai" / "Lines_ai.def").unlink()
    data = pickle.dumps(game)
    del game
    again = pickle.loads(data)
    assert [t.kind for t in evaluation_of(again).terms] == [TermKind.INFLUENCE]
