"""The cookbook: every recipe is a whole description without warnings that plays, and does what its page claims."""

import re

import pytest

from ludparse import check, load
from ludparse.interpreter.game.load import load_once
from tests.docs.recipes import COOKBOOK, Recipe, holds, recipes

RECIPES = recipes()


def test_there_are_forty_patterns_with_names_of_their_own() -> None:
    assert len(RECIPES) >= 40
    assert len({recipe.heading for recipe in RECIPES}) == len(RECIPES)


def test_the_list_is_complete() -> None:
    text = (COOKBOOK / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^- \[(.*?)\]\(", text) == [recipe.heading for recipe in RECIPES]
    assert all(f"]({recipe.page}#" in text for recipe in RECIPES)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.heading)
@pytest.mark.telling(every=3)
def test_a_recipe(recipe: Recipe) -> None:
    problems = check(recipe.description, warnings=True)
    assert not problems, "\n".join(map(str, problems))
    game = load_once(recipe.description, backend="python")
    game.playouts(3, seed=1, max_moves=100)
    assert recipe.attempts, "nothing is tried"
    for attempt in recipe.attempts:
        state = game.start(seed=1)
        for text in attempt.moves:
            state.apply(state.parse_move(text))
        for claim in attempt.claims:
            assert holds(state, claim), f"after {', '.join(attempt.moves) or 'nothing'}: {claim}\n{state.snapshot()}"


def test_claims_can_be_wrong() -> None:
    state = load(RECIPES[0].description, backend="python").start(seed=1)
    assert (
        not holds(state, "11 legal moves") and not holds(state, "player 2 moves") and not holds(state, "`A1` is empty")
    )
    with pytest.raises(ValueError, match="no claim that can be tested"):
        holds(state, "it is a fine game")
