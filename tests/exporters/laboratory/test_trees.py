"""Descriptions as trees: bags of ludemes, pq-grams, edit distances, and what is left without names."""

from collections import Counter

import pytest

from ludparse import expand, load_description, parse
from ludparse.exporters.laboratory.trees import (
    Tree,
    edit_distance,
    labelled,
    ludemes_of,
    pq_grams,
    without_names,
)
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Call
from tests.corpus import games


def call(text: str) -> Call:
    (node,) = parse(text)
    assert isinstance(node, Call)
    return node


def tree(text: str) -> Tree:
    return labelled(call(text))


def shown(node: Tree) -> str:
    return node.name + (f"[{' '.join(map(shown, node.children))}]" if node.children else "")


def test_labels_say_the_role_and_no_text() -> None:
    found = shown(tree('(move Step (from "Hut") {1 -2} (to if:(is Empty (to))))'))
    assert found == 'move[Step from[""] {}[1 -2] to[if:is[Empty to]]]'


def test_a_bag_counts_keywords_and_their_words() -> None:
    """`stack:True` is no word of the keyword: the name says what it is."""
    found = ludemes_of(call("(or (is Line 3) (is Line 4) stack:True (to))"))
    assert found == Counter({"or": 1, "is": 2, "is Line": 2, "to": 1})


def test_the_pq_grams_of_a_small_tree() -> None:
    """a(b, c): above the root stands nothing, beside its children nothing on both sides: four windows of three. Each
    leaf has one gram. b and c differ, so all six do."""
    grams = pq_grams(tree("(a (b) (c))"))
    assert grams.total() == len(grams) == 6
    # (a b): three windows and one of the leaf; what it shares with the other: the window **b, and that of the leaf b
    fewer = pq_grams(tree("(a (b))"))
    assert fewer.total() == 4
    assert (grams & fewer).total() == 2


def test_pq_grams_tell_orders_apart() -> None:
    one, other = pq_grams(tree("(a (b) (c))")), pq_grams(tree("(a (c) (b))"))
    assert one != other
    assert (one & other).total() == 2, "those of the two leaves"


@pytest.mark.parametrize(
    ("one", "other", "changes", "nodes"),
    [
        ("(a (b) (c))", "(a (b) (c))", 0, 6),
        ("(a (b) (c))", "(a (b) (d))", 1, 6),  # a label
        ("(a (b) (c))", "(a (b))", 1, 5),  # a node
        ("(a (b (c)))", "(a (c))", 1, 5),  # taken out, its children stay
    ],
)
def test_edit_distances(one: str, other: str, changes: int, nodes: int) -> None:
    pytest.importorskip("apted", reason="the extra laboratory is not installed")
    assert edit_distance(tree(one), tree(other)) == changes / nodes


def test_names_go_and_what_they_name_stays() -> None:
    text = """(game "Huts" (players 2) (equipment {(board (square 3)) (piece "Hut" Each) (piece "Roof" Each)
        (regions "Home" P1 (sites Bottom))})
        (rules (start {(place "Hut1" "A1") (place "Roof2" (sites P1 "Home"))})
            (play (if (= (id "Roof1") (what at:(site))) (move Pass) (set Var "Home" 1)))
            (end (if True (result Mover Win)))))"""
    bare = " ".join(format_tree(without_names(call(text))).split())
    assert '(game "Xa"' in bare and '(piece "Xb" Each) (piece "Xc" Each)' in bare
    assert '(regions "Xd"' in bare and '(place "Xb1" "A1")' in bare, "a label of a site is no name"
    assert '(place "Xc2" (sites P1 "Xd"))' in bare and '(id "Xc1")' in bare


@pytest.mark.parametrize("name", games("Ex Nihilo", "Caravans", "Gardens", "Chess", "Backgammon", "Hex"))
def test_a_game_without_names_is_the_same_game(name: str) -> None:
    from tests.corpus import AT_HAND

    library = None if name in ("Ex Nihilo", "Caravans", "Gardens") else AT_HAND
    before = load_description(name, library=library)
    bare = format_tree(without_names(before.tree))
    after = load_description(bare)
    assert labelled(after.tree) == labelled(before.tree)
    assert before.name not in expand(bare)
